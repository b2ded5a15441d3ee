"""Records a tour of one style of pages, drafts a mock from it, and compares what app and mock show another visitor."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import Any

from awe_author.archive.capture import Capture, CapturedExchange, CapturedFact, CapturedPage
from awe_author.archive.model import Recording, StepRecord
from awe_author.archive.spool import MemoryBody
from awe_author.archive.wacz_writer import write_wacz
from benchmarks.twin.elsewhere.measured import ASKED, RECORDED, Measured, compared, http_date
from benchmarks.twin.elsewhere.pages.browsing import Clock, Spoken, Visitor

FURTHER = 40
"""As many rows as `awe-author record` opens unless it is told otherwise."""
STYLES = (
    "rails",
    "django",
    "aspnet",
    "php",
    "laravel",
    "classic",
    "tickets",
    "drupal",
    "front_controller",
    "kanban",
    "struts",
    "spring",
    "defects",
)


def spoken(style: str, which: str) -> list[Spoken]:
    """What is said in the `tour`, or in `other`, of a fresh app."""
    module: Any = import_module(f"benchmarks.twin.elsewhere.pages.{style}")
    clock = Clock(RECORDED if which == "tour" else ASKED)
    visitor = Visitor(module.App(clock, random.Random(which)), module.HOST, clock)
    getattr(module, which)(visitor)
    if which == "tour":
        visitor.open_further(FURTHER)
    return visitor.spoken


def record(exchanges: list[Spoken], out: Path) -> None:
    """Write them as a recording: one step for each page that was looked at."""
    first = exchanges[0]
    capture = Capture(Recording(created=first.moment, clock_start=first.moment, entry=[first.url]))
    capture.pages.append(CapturedPage(first.url, "", first.moment, 1))
    begun, steps = 1, capture.recording.steps
    for seq, one in enumerate(exchanges, 1):
        headers = [
            ("Content-Type", "text/html; charset=utf-8"),
            ("Date", http_date(one.moment)),
            *([("Location", one.to)] if one.to else []),
        ]
        capture.exchanges.append(
            CapturedExchange(
                seq=seq, method=one.method, url=one.url, started=one.moment, request_headers=one.headers,
                request_body=MemoryBody(one.body), status=one.status, reason="", step=len(steps),
                response_headers=headers, response_body=MemoryBody(one.reply),
            )
        )  # fmt: skip
        if not one.to:
            name = f"urn:awe:step:{len(steps)}:dom"
            capture.facts.append(CapturedFact(name, "text/html", MemoryBody(one.reply), one.moment))
            steps.append(
                StepRecord(len(steps), "goto", one.url, one.moment, clock=one.moment, first_seq=begun, next_seq=seq + 1,
                           url=one.url, dom=name)
            )  # fmt: skip
            begun = seq + 1
    write_wacz(capture, out)


async def measure(style: str, folder: Path) -> Measured:
    """Record, draft, ask. `folder` gets the two recordings, the draft and the mock."""
    app = style.replace("_", "-")
    tour, other = folder / f"{app}.wacz", folder / f"{app}-other.wacz"
    for which, path in (("tour", tour), ("other", other)):
        record(spoken(style, which), path)
    return await compared(style, tour, other, folder / app)
