"""What type a body has when its record does not say, or says that of another (mimesniff.spec.whatwg.org, in short)."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"), (b"GIF8", "image/gif"), (b"\xff\xd8\xff", "image/jpeg"),
    (b"wOF2", "font/woff2"), (b"wOFF", "font/woff"), (b"OTTO", "font/otf"), (b"\0\1\0\0", "font/ttf"),
    (b"\0asm", "application/wasm"), (b"%PDF-", "application/pdf"), (b"\x1aE\xdf\xa3", "video/webm"),
    (b"OggS", "application/ogg"), (b"ID3", "audio/mpeg"), (b"\0\0\1\0", "image/x-icon"), (b"BM", "image/bmp"),
    (b"PK\3\4", "application/zip"),
)  # fmt: skip
_EXTENSIONS = {
    "js": "text/javascript", "mjs": "text/javascript", "css": "text/css", "html": "text/html", "htm": "text/html",
    "json": "application/json", "map": "application/json", "svg": "image/svg+xml", "xml": "application/xml",
    "txt": "text/plain", "wasm": "application/wasm", "webmanifest": "application/manifest+json", "csv": "text/csv",
    "vtt": "text/vtt", "mp4": "video/mp4", "mp3": "audio/mpeg", "m3u8": "application/vnd.apple.mpegurl",
}  # fmt: skip
_DESTINATIONS = {
    "script": "text/javascript", "worker": "text/javascript", "sharedworker": "text/javascript",
    "serviceworker": "text/javascript", "audioworklet": "text/javascript", "style": "text/css", "track": "text/vtt",
    "manifest": "application/manifest+json",
}  # fmt: skip
_HTML_TAGS = rb"!doctype html|html|head|body|script|title|meta|div|p|h1|table"
_HTML = re.compile(rb"\s*(?:<!--.{0,2000}?-->\s*){0,5}<(?:" + _HTML_TAGS + rb")\b", re.I | re.S)
_SVG = re.compile(rb"\s*(?:<\?xml[^>]{0,200}\?>\s*|<!--.{0,500}?-->\s*|<!DOCTYPE svg[^>]{0,300}>\s*)*<svg\b", re.S)
_KINDS = {"script": "javascript", "style": "css", "image": "image/", "font": "font"}


def sniffed(sample: bytes) -> str:
    """The type that the beginning of a body shows, "" when it shows none."""
    for magic, mime in _MAGIC:
        if sample.startswith(magic):
            return mime
    if sample[:4] == b"RIFF" and sample[8:12] == b"WEBP":
        return "image/webp"
    if sample[4:8] == b"ftyp":
        return "image/avif" if sample[8:12] in (b"avif", b"avis") else "video/mp4"
    if _SVG.match(sample):
        return "image/svg+xml"
    if _HTML.match(sample):
        return "text/html"
    text = sample.lstrip()
    if text.startswith(b"<?xml"):
        return "application/xml"
    if text[:1] in (b"{", b"[") and sample.rstrip()[-1:] in (b"}", b"]"):
        return "application/json"
    return ""


def better_type(types: list[str], url: str, dest: str, sample: bytes) -> str:
    """The type to serve: a declared one if it fits what the request was for, else what request, bytes or name say."""
    extension = urlsplit(url).path.rpartition("/")[2].rpartition(".")[2].lower()
    wanted = _DESTINATIONS.get(dest, "") if dest not in ("", "empty") else ""
    shown = sniffed(sample)
    named = _EXTENSIONS.get(extension, "")
    for declared in types:
        mime = declared.partition(";")[0].strip().lower()
        if mime == (wanted or shown or named) or (_KINDS.get(dest) and _KINDS[dest] in mime):
            return declared
    guess = wanted or shown or named
    if guess and types and guess == "text/html" and dest in ("script", "style"):
        return types[0]
    if guess.startswith("text/") and types and "charset=" in types[0]:
        return f"{guess}; {types[0][types[0].index('charset=') :]}"
    if guess:
        return guess
    return types[0] if types else "text/plain" if sample and b"\0" not in sample else ""
