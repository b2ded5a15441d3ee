"""Pictures and reports for the tests, drawn by the tests themselves."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageDraw

from awe_author.fidelity.compare import compare_pictures, compare_texts
from awe_author.fidelity.model import FidelityReport, Missed, Pictures, Repeated, Result


def picture(size: tuple[int, int] = (320, 200), *, text: str = "", dots: int = 0, ground: str = "#eef3f6") -> bytes:
    """A PNG with a bar, a text, and `dots` single red pixels in its second row."""
    image = Image.new("RGB", size, ground)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, size[0], 0), fill="#0b6e8a")
    pen.text((20, 40), text, fill="#17303a")
    for place in range(dots):
        image.putpixel((place, 1), (255, 0, 0))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def result(number: int, recorded: bytes | None, replayed: bytes | None, **more: object) -> Result:
    found = Result(number, "click", f"Save number {number}", **more)  # type: ignore[arg-type]
    found.pictures = Pictures(recorded, replayed)
    if recorded and replayed:
        found.pixels, found.pictures.difference = compare_pictures(recorded, replayed)
    return found


def sample_report() -> FidelityReport:
    """One result of every kind, with text that must be escaped."""
    same, other = picture(text="Leads"), picture(text="Leads!", dots=3)
    report = FidelityReport(
        archives=["harbor.wacz"], recorded_at=1_790_000_000.0, started=1_790_000_500.0, seconds=12.5
    )
    report.results = [
        result(0, same, same, url="https://crm.harbor.test/leads", page="leads"),
        result(1, same, other, url="https://crm.harbor.test/<b>x</b>"),
        result(2, same, None, error='Timeout: <script>alert("x")</script>'),
        result(3, None, None, note="nothing was recorded"),
    ]
    report.results[1].text = compare_texts("Leads\n58 found", "Leads!\n58 found")
    report.results[1].missed = [
        Missed("GET", "https://crm.harbor.test/api/leads?q=a&b", recorded=True,
               nearest=[{"url": "https://crm.harbor.test/api/leads?q=b", "seq": 4, "differs": ["query:q"]}]),
        Missed("GET", "https://elsewhere.test/", kind="egress"),
    ]  # fmt: skip
    report.results[1].console = [{"level": "error", "text": "</script><img src=x>", "url": "https://crm.harbor.test/"}]
    report.repeated = [
        Repeated("https://crm.harbor.test/leads", ["aa", "aa"]),
        Repeated("https://x.test/", ["aa", "bb"]),
        Repeated("https://x.test/never", ["cc", "cc"], "No document was recorded for this address."),
    ]
    return report


def foreign_warc(path: Path, pages: dict[str, str], views: dict[str, bytes]) -> Path:
    """A WARC as another tool would write it: documents, and screenshots of some of them."""
    records = [
        record("response", url, html.encode(), "application/http; msgtype=response") for url, html in pages.items()
    ]
    records += [record("resource", f"urn:view:{url}", png, "image/png") for url, png in views.items()]
    path.write_bytes(b"".join(records))
    return path


def record(kind: str, url: str, payload: bytes, mime: str) -> bytes:
    """One WARC record; a response gets an HTTP head."""
    if kind == "response":
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(payload)}\r\n\r\n"
        payload = head.encode() + payload
    number = sum(url.encode()) * 1000 + len(payload)
    fields = [
        "WARC/1.1", f"WARC-Type: {kind}", f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012d}>",
        "WARC-Date: 2026-09-21T14:13:20Z", f"WARC-Target-URI: {url}", f"Content-Type: {mime}",
        f"Content-Length: {len(payload)}",
    ]  # fmt: skip
    return "\r\n".join(fields).encode() + b"\r\n\r\n" + payload + b"\r\n\r\n"
