"""Archives made by hand for the tests of reading, byte by byte, so that they can be wrong in known ways."""

from __future__ import annotations

import gzip
import io
import json
import uuid
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

Pairs = Sequence[tuple[str, str]]


def http(status: str = "200 OK", headers: Pairs = (("Content-Type", "text/plain"),), body: bytes = b"") -> bytes:
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def ask(method: str = "GET", target: str = "/", headers: Pairs = (), body: bytes = b"") -> bytes:
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def record(
    kind: str,
    url: str,
    block: bytes,
    *,
    date: str = "2025-01-01T00:00:00Z",
    id: str = "",
    more: Pairs = (),
    length: int | None = None,
    mime: str = "",
    version: str = "WARC/1.1",
) -> bytes:
    """One WARC record in plain text."""
    mime = mime or f"application/http; msgtype={kind}"
    fields = [
        ("WARC-Type", kind),
        ("WARC-Record-ID", id or f"<urn:uuid:{uuid.uuid4()}>"),
        ("WARC-Date", date),
        ("WARC-Target-URI", url),
        ("Content-Type", mime),
        *more,
        ("Content-Length", str(len(block) if length is None else length)),
    ]
    head = version + "\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields) + "\r\n"
    return head.encode() + block + b"\r\n\r\n"


def members(records: Iterable[bytes]) -> bytes:
    """Each record as a gzip member."""
    return b"".join(gzip.compress(one, 6, mtime=0) for one in records)


def put(folder: Path, data: bytes, name: str = "a.warc") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def zipped(files: dict[str, bytes], compress: Sequence[str] = ()) -> bytes:
    """A ZIP file; the members named in `compress` are deflated."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            kind = zipfile.ZIP_DEFLATED if name in compress else zipfile.ZIP_STORED
            archive.writestr(zipfile.ZipInfo(name), data, kind)
    return out.getvalue()


def har(entries: list[dict[str, Any]], pages: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    creator = {"name": "t", "version": "1"}
    return {"log": {"version": "1.2", "creator": creator, "pages": pages or [], "entries": entries}}


def har_entry(url: str, body: str | dict[str, Any] = "", **more: Any) -> dict[str, Any]:
    content = body if isinstance(body, dict) else {"size": len(body), "mimeType": "text/plain", "text": body}
    request = {"method": "GET", "url": url, "headers": [], **more.pop("request", {})}
    response = {"status": 200, "statusText": "OK", "headers": [], "content": content, **more.pop("response", {})}
    return {"startedDateTime": "2025-01-01T00:00:00.000Z", "time": 1, "request": request, "response": response, **more}


def lines(documents: Iterable[Any]) -> bytes:
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)
