"""Writes a report as `report.json` and `report.html`.

The HTML is one file that opens from disk without a server. Pictures stand in it once each, by their digest, since many
steps show the same one; when they are too large together they go into a folder beside it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from awe_author.fidelity.model import FidelityReport, PixelDifference, Result

INLINE_LIMIT = 24 * 1024 * 1024
"""Bytes of pictures up to which they stand inside the HTML."""


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """Where the report went."""

    html: Path
    json: Path
    pictures: Path | None
    """Folder of the pictures, None when they are inside the HTML."""


@dataclass(slots=True)
class Gallery:
    """Every picture once; `add` gives the name under which the page asks for it."""

    pictures: dict[str, bytes] = field(default_factory=dict)

    def add(self, picture: bytes | None) -> str | None:
        if picture is None:
            return None
        name = hashlib.sha256(picture).hexdigest()[:20]
        self.pictures[name] = picture
        return name

    @property
    def size(self) -> int:
        return sum(map(len, self.pictures.values()))


def write_report(report: FidelityReport, folder: Path, *, inline_limit: int = INLINE_LIMIT) -> ReportFiles:
    """Write both files into `folder`, which is made when it is not there; a report that was there is replaced."""
    gallery = Gallery()
    rows = [_row(result, gallery) for result in report.results]
    values = {"report": report, "summary": report.summary(), "rows": rows, "sides": ("recorded", "replayed")}
    return write_comparison("report", report.as_json(), values, gallery, folder, inline_limit=inline_limit)


def write_comparison(
    name: str,
    document: Mapping[str, Any],
    values: Mapping[str, Any],
    gallery: Gallery,
    folder: Path,
    *,
    inline_limit: int,
    package: str = "awe_author.fidelity",
) -> ReportFiles:
    """Write `document` as NAME.json, and the template NAME.html of `package`, which extends comparison.html, with
    `values`; that one says what each of `rows` has."""
    folder.mkdir(parents=True, exist_ok=True)
    html, json = folder / f"{name}.html", folder / f"{name}.json"
    json.write_bytes(orjson.dumps(document, option=orjson.OPT_INDENT_2, default=str) + b"\n")
    pictures = folder / f"{name}-pictures" if gallery.size > inline_limit else None
    loaders = [PackageLoader(one, "templates") for one in dict.fromkeys((package, "awe_author.fidelity"))]
    environment = Environment(loader=ChoiceLoader(loaders), autoescape=True, undefined=StrictUndefined)
    environment.filters["moment"] = moment
    text = environment.get_template(f"{name}.html").render(**values, pictures=addresses(gallery, pictures))
    html.write_text(text, encoding="utf-8")
    return ReportFiles(html, json, pictures)


def addresses(gallery: Gallery, folder: Path | None) -> dict[str, str]:
    """Picture name -> what to put into `src`."""
    if folder is None:
        return {
            name: "data:image/png;base64," + base64.b64encode(data).decode() for name, data in gallery.pictures.items()
        }
    folder.mkdir(exist_ok=True)
    for name, data in gallery.pictures.items():
        (folder / f"{name}.png").write_bytes(data)
    return {name: f"{folder.name}/{name}.png" for name in gallery.pictures}


def _row(result: Result, gallery: Gallery) -> dict[str, Any]:
    """What the template needs of one result. Two equal pictures are one picture here."""
    shown, pixels = result.pictures, result.pixels
    same = pixels is not None and pixels.same
    alone = "Replayed; there is no recorded picture" if shown.recorded is None else "Recorded"
    return {
        "step": result,
        "outcome": result.outcome.replace(" ", "-"),
        "address": result.url,
        "first": gallery.add(shown.recorded),
        "second": None if same else gallery.add(shown.replayed),
        "difference": gallery.add(shown.difference),
        "differing": differing(pixels),
        "alone": "Recorded and replayed: not one pixel differs" if same else alone,
        "badges": _badges(result),
    }


def differing(pixels: PixelDifference | None) -> str:
    """How much of two pictures differs, for people."""
    if pixels is None:
        return ""
    said = f"Differing pixels in red: {pixels.differing:,} of {pixels.total:,}"
    if pixels.recorded_size == pixels.replayed_size:
        return said
    first, second = (" x ".join(map(str, size)) for size in (pixels.recorded_size, pixels.replayed_size))
    return f"{said}; the sizes differ, {first} and {second}"


def _badges(result: Result) -> list[tuple[str, str]]:
    """(tone, text) of the marks in a result's line."""
    marks: list[tuple[str, str]] = []
    if result.error:
        marks.append(("bad", "not performed"))
    elif result.pixels is None:
        marks.append(("none", "no picture"))
    elif result.pixels.same:
        marks.append(("good", "identical"))
    else:
        marks.append(("bad", f"{result.pixels.differing:,} px, {result.pixels.ratio:.4%}"))
    recorded = sum(miss.recorded for miss in result.missed)
    if recorded:
        marks.append(("bad", f"{recorded} recorded missed"))
    if others := len(result.missed) - recorded:
        marks.append(("warn", f"{others} not recorded"))
    if not result.text_same:
        marks.append(("warn", "text differs"))
    if result.console:
        marks.append(("warn", f"{len(result.console)} new console"))
    if not result.stable:
        marks.append(("warn", "restless"))
    return marks


def moment(seconds: float) -> str:
    if not seconds:
        return "at an unknown time"
    return datetime.fromtimestamp(seconds, UTC).strftime("%d %B %Y, %H:%M:%S UTC").lstrip("0")
