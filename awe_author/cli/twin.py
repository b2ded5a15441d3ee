"""`awe-author twin`: drives the live app and its mock through the same steps and reports where they differ, and why."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import RenderableType
from rich.text import Text

from awe_author.cli.output import Bar, Output, share, with_output
from awe_author.errors import InputError

if TYPE_CHECKING:
    from awe_author.fidelity.report import ReportFiles
    from awe_author.twin.drive import Plan, ServedMock
    from awe_author.twin.model import Score, TwinReport
    from awe_author.twin.run import Progress

LISTED = 15
"""Replies that the table on the terminal lists at most; the report has all."""
_NAMES = {
    "replies": "replies equal",
    "messages": "pushed messages equal",
    "texts": "steps show the same text",
    "entities": "entities equal at the end",
    "pictures": "screens identical, pixel for pixel",
    "pixels": "pixels equal, on average",
    "steps": "steps performed in the mock",
}

EPILOG = """\b
Examples:
  awe-author twin crm.mock --live http://127.0.0.1:8105 --steps login.json --steps other.json
  awe-author twin crm.mock --live https://crm.acme.test \\
      --origin https://crm.acme.test=http://127.0.0.1:8105 --steps other.yaml --out reports/crm
  awe-author twin crm.mock --live http://127.0.0.1:8105 --steps other.json \\
      --baseline 'docker compose restart crm'
"""


@click.command(epilog=EPILOG, short_help="Compare a mock with the live app, step by step.")
@click.argument("mock", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="MOCK...")
@click.option("--live", required=True, metavar="URL", help="The live app: its public address, or where it stands.")
@click.option(
    "--steps",
    "step_files",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    help="Step list (JSON or YAML); several run one after the other.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="PUBLIC=BEHIND",
    help="What stands behind a public origin of the live app; may be given again.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Folder for twin.html and twin.json [NAME-twin beside the mock].",
)  # fmt: skip
@click.option(
    "--replies", default=0.9, show_default=True, metavar="SHARE", help="Least share of equal replies (0 to 1)."
)
@click.option(
    "--texts", default=0.9, show_default=True, metavar="SHARE", help="Least share of steps with equal text (0 to 1)."
)
@click.option(
    "--baseline", metavar="COMMAND",
    help="Drive the live app alone once before: what its own two runs differ in is no difference of the mock. COMMAND "
    "puts the live app back to where the steps begin; it runs in between.",
)  # fmt: skip
@click.option("--timeout", default=20.0, show_default=True, metavar="SECONDS", help="Patience with one step.")
@click.option("--insecure", is_flag=True, help="Accept certificates of the live app that are not trusted.")
@with_output
def command(
    output: Output,
    mock: tuple[Path, ...],
    live: str,
    step_files: tuple[Path, ...],
    origins: tuple[str, ...],
    out: Path | None,
    replies: float,
    texts: float,
    baseline: str | None,
    timeout: float,
    insecure: bool,
) -> int:
    """Drive the live app and its MOCK through the same steps and compare them after every step.

    MOCK is what `awe-author replay` takes: a packed mock, a world.yaml, a folder of `discover` and its recording, or a
    recording alone. Compared are replies, visible text, screens, and at the end the entities that both tell of. The
    steps change the live app.
    Exit code 0 when the thresholds are met, 1 when not, 2 when the input is wrong.
    """
    from awe_author.browser.step_language import read_steps
    from awe_author.recorder.origins import parse_origins
    from awe_author.twin.drive import Plan
    from awe_author.twin.model import Thresholds
    from awe_author.twin.report import write_report

    thresholds = Thresholds(share(replies, "--replies"), share(texts, "--texts"))
    if timeout <= 0:
        raise InputError("must be more than 0 seconds", where="--timeout")
    steps = [step for file in step_files for step in read_steps(file)]
    behind = parse_origins(origins)

    def plan(served: ServedMock) -> Plan:
        files = [str(file) for file in step_files]
        return Plan(served, live, steps, behind, timeout, insecure, thresholds, files, baseline)

    report = asyncio.run(_twin(output, mock, plan))
    written = write_report(report, out or mock[0].with_name(f"{mock[0].name.partition('.')[0]}-twin"))
    document = {**report.as_json(), "report": {"html": str(written.html), "json": str(written.json)}}
    output.result(document, *shown(report, written, output))
    return 0 if report.passed else 1


async def _twin(output: Output, mock: Sequence[Path], plan: Callable[[ServedMock], Plan]) -> TwinReport:
    from awe_author.twin.drive import twin

    async with opened(mock) as served:
        with output.progress("Starting the browsers") as bar:
            return await twin(plan(served), lambda at: _advance(at, bar, output))


@asynccontextmanager
async def opened(paths: Sequence[Path]) -> AsyncIterator[ServedMock]:
    """One fresh session of the mock, in memory. Raises InputError when the mock has no recording or is none."""
    from awe_author.archive import open_archive
    from awe_author.cli.serve import prepared
    from awe_author.features.api.engine import Surfaces
    from awe_author.features.live import Live
    from awe_author.project.served import recordings_of, world_of
    from awe_author.replay.session import ReplaySession, knowledge_of
    from awe_author.session.memory import MemoryStore
    from awe_author.twin.drive import ServedMock

    world = await asyncio.to_thread(world_of, tuple(paths))
    recordings = recordings_of(world)
    if not recordings:
        hint = "Give the WACZ beside the folder, or a world.yaml that names it."
        raise InputError("the mock has no recording, so there are no pages to show", where=str(paths[0]), hint=hint)
    sessions, _ = await asyncio.to_thread(prepared, world, MemoryStore())
    archive = await asyncio.to_thread(open_archive, recordings)
    try:
        session = sessions.open()
        live = Live.of(world.features, session) if world.features else None
        replay = ReplaySession(
            archive,
            knowledge=knowledge_of(archive.recording),
            restart_on_fresh_browser=False,
            live=live,
            surfaces=await asyncio.to_thread(Surfaces, world.features, archive) if live else None,
        )
        yield ServedMock(", ".join(map(str, paths)), replay, session)
    finally:
        archive.close()


def _advance(at: Progress, bar: Bar, output: Output) -> None:
    bar.total(at.total)
    if at.result is None:
        bar.say(f"{at.number} {at.step.verb} {at.step.args if isinstance(at.step.args, str) else ''}"[:48])
        return
    bar.advance()
    where = at.step.where or f"step {at.number}"
    if at.result.live_error:
        output.warn(f"{where}: {at.step.verb} failed in the live app: {at.result.live_error}")
    elif at.result.mock_error:
        output.warn(f"{where}: {at.step.verb} failed in the mock: {at.result.mock_error}")


def shown(report: TwinReport, written: ReportFiles, output: Output) -> list[RenderableType]:
    """What a person reads: the scores, why replies differ, the first of them, the verdict, where the report is."""
    from awe_author.twin.replies import CAUSES

    limits = {"replies": report.thresholds.replies, "texts": report.thresholds.texts}
    rows: list[tuple[object, ...]] = []
    itself = report.baseline
    for kind, score in report.scores().items():
        share = _share_of(score)
        count = "" if kind == "pixels" else f"{score.equal:.0f} of {score.total}"
        alone = (_share_of(itself[kind]) if kind in itself else "",) if itself else ()
        rows.append((_NAMES[kind], share, count, f"{limits[kind]:.0%}" if kind in limits else "", *alone))
    head = ["score", "share#", "count#", "wanted#", *(["live app with itself#"] if itself else [])]
    tables: list[RenderableType] = [output.table(f"{report.mock} against {report.live}", head, rows)]
    if causes := report.causes():
        told = [(cause, count, CAUSES[cause]) for cause, count in causes.items()]
        tables.append(output.table("Why replies differ", ["cause", "replies#", "meaning"], told))
        tables.append(_differing(report, output))
    verdict = ("Passed", "bold green") if report.passed else ("Not passed", "bold red")
    reasons = "".join(f"\n  {reason}" for reason in report.shortcomings())
    tables.append(Text.assemble(verdict, reasons, f"\n{written.html}"))
    return tables


def _share_of(score: Score) -> str:
    return "none" if score.share is None else f"{score.share:.1%}"


def _differing(report: TwinReport, output: Output) -> RenderableType:
    rows: list[tuple[object, ...]] = []
    for reply in [one for one in report.replies if not one.equal][:LISTED]:
        first = reply.differences[0] if reply.differences else None
        what = f"{first.path or '/'} {first.what}" if first else ""
        if not what and reply.text is not None:
            what = next((line for line in reply.text.lines if line[:1] in "+-"), "")[:80]
        rows.append((reply.step, reply.operation, reply.cause, reply.source, what))
    return output.table("Replies that differ", ["step#", "operation", "cause", "answered by", "first difference"], rows)
