"""The bytes that every system serves: two pages, three bodies, a big archive. Made from seeds, alike everywhere.

A `Material` is a folder of files below one origin and a list of `Item`s that says with which headers each goes out.
From it come the static server's root, the WACZ, the WARC, the HAR and mitmproxy's flow file (formats.py): one source,
so that all systems send the same bytes.
"""

from __future__ import annotations

import gzip
import random
import struct
import zlib
from dataclasses import dataclass, field
from pathlib import Path

HOST = "bench.test"
ORIGIN = f"https://{HOST}"
PLAIN_ORIGIN = f"http://{HOST}"
RECORDED = 1_760_000_000.0
"""When the material was "recorded", epoch seconds."""

WORDS = [
    "account",
    "invoice",
    "customer",
    "render",
    "layout",
    "promise",
    "button",
    "value",
    "update",
    "select",
    "filter",
    "column",
    "report",
]


@dataclass(frozen=True, slots=True)
class Item:
    """One resource: path below the origin, the file with its bytes (as on the wire), its type and caching."""

    path: str
    file: Path
    mime: str
    cache: str
    encoding: str = ""

    @property
    def headers(self) -> list[tuple[str, str]]:
        fields = [("Content-Type", self.mime), ("Cache-Control", self.cache)]
        if self.encoding:
            fields.append(("Content-Encoding", self.encoding))
        return [*fields, ("Content-Length", str(self.file.stat().st_size))]


@dataclass(slots=True)
class Material:
    """A folder and what is in it."""

    root: Path
    items: list[Item] = field(default_factory=list)

    def add(self, path: str, data: bytes, mime: str, *, cache: str, compress: bool = False) -> None:
        """Store `data` for `path`; compressed bytes lie beside under `.gz`, where a static server looks for them."""
        stored = gzip.compress(data, 6, mtime=0) if compress else data
        file = self.root / (path.lstrip("/") + (".gz" if compress else ""))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(stored)
        self.items.append(Item(path, file, mime, cache, "gzip" if compress else ""))


BODIES = {"1 KB": ("/body/1k.bin", 1024), "100 KB": ("/body/100k.bin", 100 * 1024), "5 MB": ("/body/5m.bin", 5 << 20)}
"""Label -> path and size of the bodies for the request rates."""

PAGES = {
    "300 scripts": "/light/index.html",
    "heavy": "/heavy/index.html",
}
"""Label -> path. The scripts of the first may not be cached, so a second visit measures the server again over warm
connections; the second is cached as such pages are, so a second visit shows what the browser's cache is allowed to
do."""


def build_pages(root: Path) -> Material:
    """Both pages and the bodies."""
    material = Material(root)
    rng = random.Random(20251017)
    _light_page(material, rng)
    _heavy_page(material, rng)
    for path, size in BODIES.values():
        material.add(path, rng.randbytes(size), "application/octet-stream", cache="no-store")
    return material


def _light_page(material: Material, rng: random.Random, scripts: int = 300) -> None:
    tags = "\n".join(f'<script src="s/{number:03}.js"></script>' for number in range(scripts))
    html = f"<!doctype html><title>300 scripts</title><body><h1>300 scripts</h1>\n{tags}\n"
    material.add("/light/index.html", html.encode(), "text/html", cache="no-store")
    for number in range(scripts):
        script = _script(rng, rng.randint(800, 3000))
        material.add(f"/light/s/{number:03}.js", script, "text/javascript", cache="no-store")


def _heavy_page(material: Material, rng: random.Random) -> None:
    cached = "max-age=86400"
    head: list[str] = []
    body: list[str] = []
    for number in range(40):
        path = f"/heavy/c/{number}.css"
        material.add(path, _style(rng, rng.randint(3_000, 40_000)), "text/css", cache=cached, compress=True)
        head.append(f'<link rel="stylesheet" href="{path}">')
    for number in range(160):
        path = f"/heavy/s/{number}.js"
        size = int(rng.lognormvariate(10.3, 1.0)) + 500
        script = _script(rng, min(size, 400_000))
        material.add(path, script, "text/javascript", cache=cached, compress=True)
        body.append(f'<script src="{path}"></script>')
    for number in range(120):
        path = f"/heavy/i/{number}.png"
        material.add(path, _picture(rng, rng.randint(40, 140)), "image/png", cache=cached)
        body.append(f'<img src="{path}" width="64" height="64" alt="">')
    rows = "\n".join(f"<tr><td>{number}<td>{_words(rng, 8)}" for number in range(800))
    html = (
        f"<!doctype html><title>Heavy</title>{''.join(head)}<body><table>{rows}</table>\n"
        + "\n".join(body)
    )  # fmt: skip
    material.add("/heavy/index.html", html.encode(), "text/html", cache="no-store", compress=True)


def _words(rng: random.Random, count: int) -> str:
    return " ".join(rng.choices(WORDS, k=count))


def _script(rng: random.Random, size: int) -> bytes:
    """Cheap JavaScript of about `size` bytes: the page's time is to be the server's and the browser's loading."""
    parts = ["(() => { const table = {\n"]
    length = 0
    while length < size:
        line = f"  k{rng.getrandbits(40):x}: '{_words(rng, 6)}',\n"
        parts.append(line)
        length += len(line)
    parts.append("}; globalThis.scripts = (globalThis.scripts ?? 0) + (table ? 1 : 0); })();\n")
    return "".join(parts).encode()


def _style(rng: random.Random, size: int) -> bytes:
    rules: list[str] = []
    length = 0
    while length < size:
        rule = f".c{rng.getrandbits(32):x} {{ color: #{rng.getrandbits(24):06x}; margin: {rng.randint(0, 9)}px }}\n"
        rules.append(rule)
        length += len(rule)
    return "".join(rules).encode()


def _picture(rng: random.Random, side: int) -> bytes:
    """A PNG of noise (ISO/IEC 15948), so that its bytes do not shrink."""
    rows = b"".join(b"\0" + rng.randbytes(side * 3) for _ in range(side))
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
    framed = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(framed)


def build_big(root: Path, total: int) -> Material:
    """About `total` bytes that do not compress, in files of 1 KB to 1 MB (25 KB in the middle), 200 to a folder."""
    material = Material(root)
    rng = random.Random(total)
    written = number = 0
    while written < total:
        size = min(max(int(rng.lognormvariate(10.1, 1.2)), 1024), 1 << 20)
        path = f"/big/{number // 200}/{number}.bin"
        material.add(path, rng.randbytes(size), "application/octet-stream", cache="no-store")
        written += size
        number += 1
    return material
