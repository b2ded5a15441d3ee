"""CDXJ lines and the compressed, block-wise sorted index around them (IIPC CDXJ 1.0; ZipNum as in WACZ 1.1.1, 5.2).

A line is `SURT 14-digit-timestamp JSON`. Requests that are not GET follow the request-body convention of pywb and
ReplayWeb.page: `__wb_method=` and the flattened body are added to the URL before it is made a SURT, so that these tools
find them. Our own facts about an exchange stand under the key "awe", so that a reader of ours needs nothing else.
"""

from __future__ import annotations

import base64
import email.parser
import email.policy
import json
import re
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote_from_bytes, unquote_plus, unquote_to_bytes, urlencode

LINES_PER_BLOCK = 300
MAX_QUERY = 4096
"""Longest flattened body in a key, as pywb and py-wacz cut it."""
_SAFE = b"!\"$&'()*+,-./:;<=>?@[\\]^_`{|}~"
_SCHEME = re.compile(rb"([a-z][a-z0-9+.-]*):", re.I)
_HTTP_LIKE = re.compile(rb"[a-z][a-z0-9+.-]*://([^/?#]*)([^?#]*)(?:\?([^#]*))?", re.I)
_WWW = re.compile(rb"www\d*\.")
_DEFAULT_PORTS = {b"http": b"80", b"https": b"443"}


def timestamp(moment: float) -> str:
    """14 digits, UTC."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y%m%d%H%M%S")


def surt(url: str) -> str:
    """The sort-friendly key of a URL: reversed host, everything lower case, query sorted ("com,example)/a?b=c").

    The same normalisation that indexers of the Wayback family use: percent-escapes undone and redone once, `www.`
    dropped, default port and last slash dropped, empty query dropped. Never raises.
    """
    raw = url.strip().encode("utf-8", "surrogateescape")
    scheme = _SCHEME.match(raw)
    match = _HTTP_LIKE.match(raw)
    if not match or scheme is None:
        head, mark, query = raw.split(b"#", 1)[0].partition(b"?")
        tail = _query_key(query) if mark else b""
        head = head.removesuffix(b"/")
        return (_escape(head).lower() + (b"?" + tail if tail else b"")).decode("ascii")
    authority, path, query = match.group(1), match.group(2) or b"/", match.group(3)
    host, port = _host_port(authority.rpartition(b"@")[2])
    key = b",".join(reversed(_WWW.sub(b"", host, count=1).split(b".")))
    if port and port != _DEFAULT_PORTS.get(scheme.group(1).lower()):
        key += b":" + port
    path = _escape(_tidy_path(_unescape(path))).lower()
    if path != b"/" and path.endswith(b"/"):
        path = path[:-1]
    tail = _query_key(query) if query else b""
    return (key + b")" + path + (b"?" + tail if tail else b"")).decode("ascii")


def _host_port(authority: bytes) -> tuple[bytes, bytes]:
    host, colon, port = authority.lower().rpartition(b":")
    if not colon or not port.isdigit():
        host, port = authority.lower().rstrip(b":"), b""
    if host.startswith(b"["):
        return host.strip(b"[]"), port
    try:
        host = _unescape(host).decode().encode("idna")
    except (UnicodeError, ValueError):
        host = _escape(host)
    return host.replace(b"..", b".").strip(b"."), port


def _unescape(data: bytes) -> bytes:
    while (undone := unquote_to_bytes(data)) != data:
        data = undone
    return data


def _escape(data: bytes) -> bytes:
    return quote_from_bytes(data, safe=_SAFE).encode("ascii")


def _tidy_path(path: bytes) -> bytes:
    kept: list[bytes] = []
    parts = path.split(b"/")[1:]
    for part in parts:
        if part == b"..":
            kept = kept[:-1] if kept else [part]
        elif part != b".":
            kept.append(part)
    if not kept:
        return b"/"
    return b"/" + b"".join(part + b"/" for part in kept[:-1] if part) + kept[-1]


def _query_key(query: bytes) -> bytes:
    args = _escape(_unescape(query)).lower().split(b"&")
    return b"&".join(b"=".join(pair) for pair in sorted(arg.split(b"=", 1) for arg in args))


def method_query(method: str, mime: str, body: bytes) -> str:
    """The flattened body as it goes into the key ("" when there is none), by the request-body convention."""
    if method not in ("POST", "PUT") or not body:
        return ""
    if mime.startswith("application/x-www-form-urlencoded"):
        try:
            query = unquote_plus(body.decode())
        except UnicodeDecodeError:
            query = _binary(body)
    elif mime.startswith("multipart/"):
        query = _multipart(mime, body)
    elif mime.startswith("application/json"):
        query = _flat_json(body) or ""
    elif mime.startswith("text/plain"):
        flat = _flat_json(body)
        query = _binary(body) if flat is None else flat
    else:
        query = _binary(body)
    return query[:MAX_QUERY]


def with_method(url: str, method: str, query: str) -> str:
    """The URL under which a request that is not GET is indexed."""
    if method == "GET":
        return url
    return url + ("&" if "?" in url else "?") + "__wb_method=" + method + ("&" + query if query else "")


def _binary(body: bytes) -> str:
    return "__wb_post_data=" + base64.b64encode(body).decode("ascii")


def _multipart(mime: str, body: bytes) -> str:
    if "boundary=" not in mime:
        return _binary(body)
    parser = email.parser.BytesParser(policy=email.policy.HTTP)
    message = parser.parsebytes(b"Content-Type: " + mime.encode("latin-1", "replace") + b"\r\n\r\n" + body)
    if not message.is_multipart():
        return _binary(body)
    values = []
    for part in message.iter_parts():
        name = part.get_param("name", "", "content-disposition")
        data = part.get_payload(decode=True)
        values.append((str(name), data if isinstance(data, bytes) else b""))
    return urlencode(values)


def _flat_json(body: bytes) -> str | None:
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return None
    data: dict[str, str] = {}
    repeats: dict[str, int] = {}

    def add(name: str, value: Any) -> None:
        if name in data:
            repeats[name] = repeats.get(name, 1) + 1
            name = f"{name}.{repeats[name]}_"
        data[name] = _js_text(value)

    def walk(value: Any, name: str) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, key)
        elif isinstance(value, list):
            for inner in value:
                walk(inner, name)
        elif name:
            add(name, value)

    walk(document, "")
    return urlencode(data, errors="replace")


def _js_text(value: Any) -> str:
    """A JSON scalar as JavaScript's String() writes it."""
    if value is True or value is False:
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def cdxj_line(key: str, moment: float, fields: dict[str, Any]) -> bytes:
    """One line, newline included."""
    return f"{key} {timestamp(moment)} {json.dumps(fields, separators=(',', ':'))}\n".encode("ascii")


def zipnum(lines: Iterable[bytes], data_name: str = "index.cdx.gz") -> tuple[bytes, bytes]:
    """(contents of index.cdx.gz, contents of index.idx) of lines in any order."""
    ordered = sorted(lines)
    blocks: list[bytes] = []
    index = ["!meta 0 " + json.dumps({"format": "cdxj-gzip-1.0", "filename": data_name}) + "\n"]
    offset = 0
    for start in range(0, len(ordered), LINES_PER_BLOCK):
        group = ordered[start : start + LINES_PER_BLOCK]
        gzip = zlib.compressobj(6, zlib.DEFLATED, zlib.MAX_WBITS | 16)
        block = gzip.compress(b"".join(group)) + gzip.flush()
        prefix = b" ".join(group[0].split(b" ", 2)[:2]).decode("ascii")
        index.append(f"{prefix} {json.dumps({'offset': offset, 'length': len(block)})}\n")
        blocks.append(block)
        offset += len(block)
    return b"".join(blocks), "".join(index).encode("ascii")
