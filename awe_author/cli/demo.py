"""`awe-author demo`: the whole path in one command, told step by step: record, stop the app, replay, compare; then a
task in two mocks, done and scored.

It calls what `record` and `verify` call, so that what is seen here is what a user gets.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import click
from rich.console import RenderableType
from rich.text import Text

from awe_author.archive import open_archive
from awe_author.browser.step_language import Step, read_steps
from awe_author.cli.demo_task import closing, perform_task
from awe_author.cli.output import Output, with_output
from awe_author.cli.verify import run_verify, shown
from awe_author.demo.apps import RunningApp, running, shared_kit
from awe_author.errors import AweError
from awe_author.fidelity.model import FidelityReport
from awe_author.fidelity.report import write_report
from awe_author.recorder.record import Plan, Recorded, Reports, record
from awe_author.recorder.run import Progress
from awe_author.recorder.site import find_site

NOT_INTERACTIONS = ("goto", "wait", "page", "dialog")


@dataclass(frozen=True, slots=True)
class Taken:
    """What the recording holds, in numbers."""

    pages: int
    interactions: int
    exchanges: int
    background: int
    """Requests that scripts made: XHR and fetch."""
    sockets: int
    size: int
    seconds: float


@click.command()
@click.option("--app", "name", metavar="NAME", help="App to record: harbor, or one of the shared kit.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("out/demo"),
    show_default=True,
    metavar="DIR",
    help="Folder for the recording and the report.",
)
@with_output
def command(output: Output, name: str | None, out: Path) -> int:
    """Record a real web app, stop it, replay it without any network, and compare every picture. Then, in a checkout, do
    a task in two recorded apps that have been given a state, and score it.

    Takes three to five minutes. Exit code 0 when the replay is the same as what was recorded and the score is right.
    """  # fmt: skip
    kit = shared_kit(os.environ, Path.cwd())
    with running(name, kit, output.note) as app:
        folder = out / app.name
        wacz = folder / f"{app.name}.wacz"
        folder.mkdir(parents=True, exist_ok=True)
        steps = [step for path in app.steps for step in read_steps(path)]
        tell(
            output,
            1,
            f"Recording {app.title}, which listens at {app.behind}, under the name {app.public}: "
            f"a browser logs in and performs {len(steps)} steps.",
        )
        began = time.monotonic()
        recorded = _record(app, steps, wacz, output)
        seconds = time.monotonic() - began
        app.stop()
        _insist_stopped(app)
        tell(output, 2, f"The app is stopped: {app.behind} refuses connections. All there is now is {wacz}.")
    taken = count(wacz, steps, seconds)
    tell(
        output,
        3,
        f"Replaying {app.public} from the file: the same steps in a fresh browser that has no network, "
        "each picture compared pixel for pixel.",
    )
    report = run_verify([wacz], output)
    written = write_report(report, folder)
    document = {
        "app": app.name, "public": app.public, "recording": str(wacz), "report": str(written.html),
        "passed": report.passed and recorded.ok, "pages": taken.pages, "interactions": taken.interactions,
        "exchanges": taken.exchanges, "background_requests": taken.background, "websockets": taken.sockets,
        "bytes": taken.size, "record_seconds": round(taken.seconds, 1), "verify_seconds": round(report.seconds, 1),
        "failed_steps": [failure.error for failure in recorded.failures], "summary": report.as_json()["summary"],
    }  # fmt: skip
    details = [] if report.passed else shown(report, written, output)
    if not output.json:
        output.result(None, *details, *_closing(app, taken, report, output, wacz, written.html))
    played = perform_task(output, out, 4, tell)
    document["task"] = played.to_json() if played else None
    output.result(document, *(closing(played, output) if played else []))
    return 0 if document["passed"] and (played is None or played.passed) else 1


def tell(output: Output, number: int, text: str) -> None:
    """One chapter of the story, on stderr."""
    output.err.print()
    output.err.print(Text.assemble((f"{number}. ", "bold cyan"), text), soft_wrap=True)


def _record(app: RunningApp, steps: list[Step], wacz: Path, output: Output) -> Recorded:
    site = find_site(app.public, None)
    site.origins[app.public] = app.behind
    with output.progress("Starting the browser") as bar:

        def step(at: Progress) -> None:
            bar.total(at.total)
            bar.say(f"{at.number} {at.step.verb} · {at.exchanges} requests")
            if at.done:
                bar.advance()
            if at.done and at.error:
                output.warn(f"{at.step.where}: {at.step.verb} failed: {at.error}")

        return asyncio.run(record(Plan(site, wacz, steps), Reports(step=step, phase=bar.say)))


def _insist_stopped(app: RunningApp) -> None:
    """Replaying proves nothing while the app still answers."""
    parts = urlsplit(app.behind)
    address = (parts.hostname or "127.0.0.1", parts.port or 80)
    for _ in range(50):
        try:
            socket.create_connection(address, timeout=2).close()
        except OSError:
            return
        time.sleep(0.1)
    raise AweError(f"{app.title} still answers at {app.behind}", hint="stop what listens there and try again")


def count(wacz: Path, steps: list[Step], seconds: float) -> Taken:
    """Count what the recording holds."""
    with open_archive([wacz]) as archive:
        entries = list(archive.entries())
        background = sum(dict(entry.vary).get("sec-fetch-dest") == "empty" for entry in entries)
        sockets = sum(entry.kind == "websocket" for entry in entries)
        pages = len(archive.pages)
    interactions = sum(step.verb not in NOT_INTERACTIONS for step in steps)
    return Taken(pages, interactions, len(entries), background, sockets, wacz.stat().st_size, seconds)


def _closing(
    app: RunningApp, taken: Taken, report: FidelityReport, output: Output, wacz: Path, html: Path
) -> list[RenderableType]:
    found = report.summary()
    performed = len(report.results) - found.failed
    rows = [
        ("recorded", f"{taken.pages} pages and {taken.interactions} interactions in {taken.seconds:.0f} s"),
        ("", f"{taken.exchanges} requests, of them {taken.background} by scripts; {taken.sockets} WebSockets"),
        ("file", f"{wacz} ({taken.size / 1e6:.1f} MB)"),
        ("replayed without the app", f"{performed} of {len(report.results)} steps in {report.seconds:.0f} s"),
        ("identical pictures", f"{found.identical} of {found.compared} ({found.identical_share:.1%})"),
        ("worst picture", f"{found.worst_ratio:.4%} of its pixels differ"),
        ("recorded requests not found", str(found.recorded_missed)),
        ("report", str(html)),
    ]
    verdict = (
        Text("The replay is the same as what was recorded.", style="bold green")
        if report.passed
        else Text("The replay differs from what was recorded; open the report.", style="bold red")
    )
    again = f"Try: awe-author verify {wacz}     awe-author replay {wacz}     awe-author record --help"
    return [output.table(f"Demo: {app.title}", ["what", "result"], rows), verdict, again]
