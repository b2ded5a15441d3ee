"""Records a tour of one style, drafts a mock from it, and compares what server and mock say to other questions.

The tour is written as a recording (WACZ) and goes the way of any other: drafted, checked, packed, opened. Each of the
other questions is asked of the mock with its own ids for those of the server, as `benchmarks.twin.offline` does.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from awe_author.archive import open_archive
from awe_author.archive.capture import Capture, CapturedExchange, CapturedPage
from awe_author.archive.model import Recording
from awe_author.archive.spool import MemoryBody
from awe_author.archive.wacz_writer import write_wacz
from awe_author.cli.discover import write
from awe_author.cli.twin import opened
from awe_author.features.checking import check_features, read_recorded
from awe_author.features.discover import discover, read_recording
from awe_author.features.loading import FeatureProblems
from awe_author.project.enriching import find_parts, load_parts, pack_parts
from awe_author.twin.moments import Window
from awe_author.twin.replies import ReplyResult
from benchmarks.twin.elsewhere.apis.serving import Client, Clock, Spoken
from benchmarks.twin.offline import compare, said

STYLES = (
    "salesforce_rest", "salesforce_uiapi", "salesforce_aura", "gmail", "linkedin", "apollo", "google_sheets", "hubspot",
    "airtable", "odoo", "slack_rpc", "graph", "zendesk", "jira",
)  # fmt: skip
RECORDED = datetime(2025, 3, 3, 9, tzinfo=UTC).timestamp()
ASKED = datetime(2025, 3, 10, 9, tzinfo=UTC).timestamp()


@dataclass(slots=True)
class Measured:
    """What one style gave."""

    name: str
    results: list[ReplyResult] = field(default_factory=list)
    problem: str = ""
    """Why there is no mock."""

    @property
    def equal(self) -> int:
        return sum(one.equal for one in self.results)


def spoken(style: str, which: str) -> list[Spoken]:
    """What is said in the `tour`, or to the `other` questions, of a fresh server."""
    module: Any = import_module(f"benchmarks.twin.elsewhere.apis.{style}")
    clock = Clock(RECORDED if which == "tour" else ASKED)
    client = Client(module.Api(clock, random.Random(which)), module.HOST, clock)
    getattr(module, which)(client)
    return client.spoken


def record(exchanges: list[Spoken], out: Path) -> None:
    """Write them as a recording."""
    first = exchanges[0]
    capture = Capture(Recording(created=first.moment, clock_start=first.moment, entry=[first.url]))
    capture.pages.append(CapturedPage(first.url, "", first.moment, 1))
    for seq, one in enumerate(exchanges, 1):
        headers = [("Content-Type", "application/json"), ("Date", _date(one.moment))]
        capture.exchanges.append(
            CapturedExchange(
                seq=seq, method=one.method, url=one.url, started=one.moment, request_headers=one.headers,
                request_body=MemoryBody(one.body), status=one.status, reason="",
                response_headers=headers if one.reply else headers[1:], response_body=MemoryBody(one.reply),
            )
        )  # fmt: skip
    write_wacz(capture, out)


def _date(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%a, %d %b %Y %H:%M:%S GMT")


async def measure(style: str, folder: Path) -> Measured:
    """Record, draft, ask. `folder` gets the two recordings, the draft and the mock."""
    app = style.replace("_", "-")
    tour, other = folder / f"{app}.wacz", folder / f"{app}-other.wacz"
    for which, path in (("tour", tour), ("other", other)):
        record(spoken(style, which), path)
    return await compared(style, tour, other, folder / app)


async def compared(style: str, tour: Path, other: Path, out: Path) -> Measured:
    """Draft the mock of a tour as `out` and ask it what the other recording asks."""
    with open_archive([tour]) as archive:
        write(discover(read_recording(archive), out.name), out)
        recorded = read_recorded(archive)
    try:
        enriched = load_parts(find_parts([out / "features.yaml"], recording=tour))
    except FeatureProblems as found:
        return Measured(style, problem="; ".join(f"{one.where} {one.what}" for one in found.problems[:3]))
    report = check_features(enriched.files, recorded, enriched.loaded.models)
    if report.errors:
        return Measured(
            style, problem="; ".join(f"{one.problem.where} {one.problem.what}" for one in report.errors[:3])
        )
    mock = out.with_suffix(".mock")
    pack_parts(enriched, mock)
    with open_archive([other]) as archive:
        asked = said(archive)
        window = Window(ASKED, ASKED + 60 * len(asked))
        async with opened([mock]) as served:
            return Measured(style, await compare(asked, served, window, archive))
