"""Writes what a twin run found as `twin.json` and `twin.html`.

The HTML is one file that opens from disk: both screens of every step side by side, what differs in red, replies with
their differences and causes. It looks and works as the report of `verify` does, whose style and script it shares.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from awe_author.fidelity.report import INLINE_LIMIT, Gallery, ReportFiles, addresses, moment
from awe_author.twin.model import StepResult, TwinReport
from awe_author.twin.replies import CAUSES

TONES = {"timing": "warn", "not live": "warn"}


def write_report(report: TwinReport, folder: Path, *, inline_limit: int = INLINE_LIMIT) -> ReportFiles:
    """Write both files into `folder`, which is made when it is not there; what was there is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    html, json = folder / "twin.html", folder / "twin.json"
    json.write_bytes(orjson.dumps(report.as_json(), option=orjson.OPT_INDENT_2, default=str) + b"\n")
    gallery = Gallery()
    rows = [_row(step, gallery) for step in report.steps]
    pictures = folder / "twin-pictures" if gallery.size > inline_limit else None
    html.write_text(_render(report, rows, addresses(gallery, pictures)), encoding="utf-8")
    return ReportFiles(html, json, pictures)


def _row(step: StepResult, gallery: Gallery) -> dict[str, Any]:
    shown = step.screens
    return {
        "step": step,
        "live": gallery.add(shown.live),
        "mock": None if step.picture_equal else gallery.add(shown.mock),
        "difference": gallery.add(shown.difference),
        "badges": _badges(step),
        "bad": [reply for reply in step.replies if not reply.equal],
    }


def _badges(step: StepResult) -> list[tuple[str, str]]:
    """(tone, text) of the marks in a step's line."""
    if not step.compared:
        return [("none", "not performed live")]
    marks: list[tuple[str, str]] = []
    if step.mock_error:
        marks.append(("bad", "not performed"))
    elif not step.text_equal:
        marks.append(("bad", "text differs"))
    if step.replies:
        equal = sum(reply.equal for reply in step.replies)
        marks.append(("good" if equal == len(step.replies) else "bad", f"{equal} of {len(step.replies)} replies"))
    if step.pixels is not None:
        same = step.pixels.same
        marks.append(("good", "identical") if same else ("warn", f"{step.pixels.ratio:.2%} px"))
    return marks


def _render(report: TwinReport, rows: list[dict[str, Any]], pictures: dict[str, str]) -> str:
    loaders = [PackageLoader("awe_author.twin", "templates"), PackageLoader("awe_author.fidelity", "templates")]
    environment = Environment(loader=ChoiceLoader(loaders), autoescape=True, undefined=StrictUndefined)
    environment.filters["moment"] = moment
    template = environment.get_template("twin.html")
    return template.render(
        report=report,
        scores=report.scores(),
        rows=rows,
        pictures=pictures,
        causes=report.causes(),
        words=CAUSES,
        tones=TONES,
    )
