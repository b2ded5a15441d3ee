"""Writes what a twin run found as `twin.json` and `twin.html`.

The HTML is one file that opens from disk: both screens of every step side by side, what differs in red, replies with
their differences and causes. It looks and works as the report of `verify` does, whose style and script it shares.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from awe_author.fidelity.report import INLINE_LIMIT, Gallery, ReportFiles, differing, write_comparison
from awe_author.twin.model import StepResult, TwinReport
from awe_author.twin.replies import CAUSES

TONES = {"timing": "warn", "not live": "warn"}


def write_report(report: TwinReport, folder: Path, *, inline_limit: int = INLINE_LIMIT) -> ReportFiles:
    """Write both files into `folder`, which is made when it is not there; what was there is replaced."""
    gallery = Gallery()
    values = {
        "report": report,
        "scores": report.scores(),
        "rows": [_row(step, gallery) for step in report.steps],
        "sides": ("live", "mock"),
        "causes": report.causes(),
        "words": CAUSES,
        "tones": TONES,
    }
    package, document = "awe_author.twin", report.as_json()
    return write_comparison("twin", document, values, gallery, folder, inline_limit=inline_limit, package=package)


def _row(step: StepResult, gallery: Gallery) -> dict[str, Any]:
    shown, same = step.screens, step.picture_equal
    return {
        "step": step,
        "outcome": "same" if step.clean else "different",
        "address": step.live_url,
        "first": gallery.add(shown.live),
        "second": None if same or shown.live is None else gallery.add(shown.mock),
        "difference": gallery.add(shown.difference),
        "differing": differing(step.pixels),
        "alone": "Live and mock: not one pixel differs" if same else "Live; the mock has no screen to show",
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
