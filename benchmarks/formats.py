"""One material in the form that each system reads: WACZ, WARC, HAR, mitmproxy's flows.

The WACZ comes from the project's own writer; the WARC is the file inside it, so pywb reads the same records.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import zipfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from awe_author.archive.capture import Capture, CapturedExchange, CapturedPage
from awe_author.archive.model import Recording
from awe_author.archive.spool import FileBody, MemoryBody
from awe_author.archive.wacz_writer import write_wacz
from benchmarks.material import ORIGIN, PLAIN_ORIGIN, RECORDED, Item, Material

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Formats:
    """Where the forms of one material are."""

    material: Material
    wacz: Path
    warc: Path
    har: Path
    flows: Path


def exchange(item: Item, origin: str, seq: int) -> CapturedExchange:
    """`item` as the recorder would have captured it."""
    return CapturedExchange(
        seq=seq,
        method="GET",
        url=origin + item.path,
        started=RECORDED + seq / 1000,
        request_headers=[("User-Agent", "benchmark")],
        request_body=MemoryBody(),
        status=200,
        reason="OK",
        response_headers=item.headers,
        response_body=FileBody(item.file, item.file.stat().st_size),
    )


def write_wacz_and_warc(material: Material, folder: Path) -> tuple[Path, Path]:
    """The material as WACZ, and the WARC out of it."""
    wacz, warc = folder / "bench.wacz", folder / "bench.warc.gz"
    folder.mkdir(parents=True, exist_ok=True)
    if not wacz.exists():
        items = material.items
        exchanges = [exchange(item, ORIGIN, seq) for seq, item in enumerate(items)]
        plain = [item for item in items if item.path.startswith("/body/")]
        exchanges += [exchange(item, PLAIN_ORIGIN, len(items) + seq) for seq, item in enumerate(plain)]
        pages = [
            CapturedPage(url=ORIGIN + item.path, title=item.path, time=RECORDED, seq=seq)
            for seq, item in enumerate(items)
            if item.path.endswith(".html")
        ]
        recording = Recording(software="benchmark", created=RECORDED, clock_start=RECORDED)
        write_wacz(Capture(recording, exchanges, pages=pages), wacz, redaction=None)
    if not warc.exists():
        with zipfile.ZipFile(wacz) as package, package.open("archive/data.warc.gz") as source, warc.open("wb") as out:
            shutil.copyfileobj(source, out, 1 << 20)
    return wacz, warc


def write_har(material: Material, path: Path) -> Path:
    """The material as a zipped HAR (1.2) with the bodies beside it, the form Playwright keeps large ones in.

    Playwright gives bodies to the page as they are, so here they are decoded.
    """
    if path.exists():
        return path
    entries = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as package:
        for number, item in enumerate(material.items):
            data = item.file.read_bytes()
            if item.encoding:
                data = gzip.decompress(data)
            name = f"{number}.body"
            package.writestr(name, data)
            entries.append(_har_entry(item, name, len(data)))
        log = {"version": "1.2", "creator": {"name": "benchmark", "version": "1"}, "entries": entries}
        package.writestr("har.har", json.dumps({"log": log}))
    return path


def _har_entry(item: Item, body: str, size: int) -> dict[str, object]:
    headers = [{"name": name, "value": value} for name, value in item.headers if name != "Content-Encoding"]
    shared = {"httpVersion": "HTTP/1.1", "cookies": [], "headersSize": -1}
    return {
        "startedDateTime": datetime.fromtimestamp(RECORDED, UTC).isoformat(),
        "time": 1,
        "request": {
            "method": "GET",
            "url": ORIGIN + item.path,
            "headers": [],
            "queryString": [],
            "bodySize": 0,
            **shared,
        },
        "response": {
            "status": 200,
            "statusText": "OK",
            "headers": headers,
            "content": {"size": size, "mimeType": item.mime, "_file": body},
            "redirectURL": "",
            "bodySize": size,
            **shared,
        },
        "cache": {},
        "timings": {"send": 0, "wait": 1, "receive": 0},
    }


def write_flows(material: Material, path: Path, python: Path) -> Path:
    """The material as mitmproxy's flow file, written by mitmproxy itself (`python` is that of its environment)."""
    if path.exists():
        return path
    manifest = path.with_suffix(".jsonl")
    with manifest.open("w") as lines:
        for item in material.items:
            origins = [ORIGIN, PLAIN_ORIGIN] if item.path.startswith("/body/") else [ORIGIN]
            for origin in origins:
                facts = {"url": origin + item.path, "headers": item.headers, "file": str(item.file), "time": RECORDED}
                lines.write(json.dumps(facts) + "\n")
    part = path.with_suffix(".part")
    subprocess.run([str(python), str(HERE / "make_flows.py"), str(manifest), str(part)], check=True)
    part.rename(path)
    return path
