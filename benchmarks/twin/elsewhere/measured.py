"""Measures small servers of our own: a tour is drafted into a mock, unedited, and other questions are asked of both."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from awe_author.archive import open_archive
from awe_author.cli.discover import write
from awe_author.cli.twin import opened
from awe_author.features.checking import check_features, read_recorded
from awe_author.features.discover import discover, read_recording
from awe_author.features.loading import FeatureProblems
from awe_author.project.enriching import find_parts, load_parts, pack_parts
from awe_author.twin.moments import Window
from awe_author.twin.replies import ReplyResult
from benchmarks.twin.offline import compare, said

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


Measure = Callable[[str, Path], Awaitable[Measured]]


def http_date(moment: float) -> str:
    """A moment (epoch seconds) as a Date header."""
    return datetime.fromtimestamp(moment, UTC).strftime("%a, %d %b %Y %H:%M:%S GMT")


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


def run(what: str, styles: Sequence[str], measure: Measure) -> int:
    """The command line of a family of styles: equal / asked of each. `what`: its description."""
    cli = argparse.ArgumentParser(description=what)
    cli.add_argument("style", nargs="*", metavar="STYLE", help=f"of: {', '.join(styles)} [all]")
    cli.add_argument("-v", "--verbose", action="store_true", help="each difference")
    cli.add_argument("--keep", type=Path, metavar="DIR", help="keep recordings, drafts and mocks there")
    asked = cli.parse_args()
    unknown = [one for one in asked.style if one not in styles]
    if unknown:
        cli.error(f"there is no style {', '.join(unknown)}")
    with tempfile.TemporaryDirectory() as folder:
        place = asked.keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        found = [asyncio.run(_told(measure, style, place, every=asked.verbose)) for style in asked.style or styles]
    equal, total = sum(one.equal for one in found), sum(len(one.results) for one in found)
    print(f"{'all':18} {equal:4} of {total:4}  {equal / max(1, total):4.0%}")
    return 0


async def _told(measure: Measure, style: str, folder: Path, *, every: bool) -> Measured:
    found = await measure(style, folder)
    total = len(found.results)
    print(f"{style:18} {found.equal:4} of {total:4}  {found.equal / max(1, total):4.0%}  {found.problem}", flush=True)
    for number, one in enumerate(found.results if every else [], 1):
        if not one.equal:
            print(f"  {number:3} {one.method} {one.url[:160]}\n      {one.cause}; {one.source[:160]}; "
                  f"live {one.live_status} mock {one.mock_status}")  # fmt: skip
            for each in one.differences[:6]:
                print(f"        {each.path} {each.what}: {str(each.live)[:90]!r} / {str(each.mock)[:90]!r}")
            for line in one.text.lines[:8] if one.text else ():
                print(f"        {str(line)[:200]}")
    return found
