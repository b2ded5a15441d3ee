"""`awe-author verify`: replays every recorded page and step, compares, and writes a report of the differences."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click
from rich.console import RenderableType
from rich.text import Text

from awe_author.cli.output import Bar, Output, share, with_output
from awe_author.errors import InputError
from awe_author.fidelity.model import FidelityReport, Result, Thresholds
from awe_author.fidelity.report import ReportFiles, write_report
from awe_author.fidelity.verify import Reports, verify

LISTED = 15
"""Results that the table on the terminal lists at most; the report has all."""

EPILOG = """\b
Examples:
  awe-author verify recordings/crm/crm.wacz
  awe-author verify crm.wacz --repeat 20 --out reports/crm
  awe-author verify crm.wacz --repeat 20 --page /contacts --page /deals/1
  awe-author verify crm.wacz --threshold 0.9 --pixels 0.002 --json
"""


@click.command(epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Folder for report.html and report.json [NAME-fidelity beside the recording].",
)
@click.option(
    "--repeat",
    default=1,
    show_default=True,
    metavar="N",
    help="Also open each page N times in fresh browsers; its pictures must be equal.",
)
@click.option(
    "--page",
    "pages",
    multiple=True,
    metavar="TEXT",
    help="With --repeat: only pages whose address contains TEXT (repeatable) [all].",
)
@click.option(
    "--threshold",
    default=0.95,
    show_default=True,
    metavar="SHARE",
    help="Least share of pictures without one differing pixel (0 to 1).",
)
@click.option(
    "--pixels",
    default=0.001,
    show_default=True,
    metavar="SHARE",
    help="Greatest share of differing pixels in any picture (0 to 1).",
)
@click.option(
    "--misses",
    default=0,
    show_default=True,
    metavar="N",
    help="Greatest number of recorded requests that are not found.",
)
@click.option("--timeout", default=20.0, show_default=True, metavar="SECONDS", help="Patience with one step.")
@with_output
def command(
    output: Output,
    files: tuple[Path, ...],
    out: Path | None,
    repeat: int,
    pages: tuple[str, ...],
    threshold: float,
    pixels: float,
    misses: int,
    timeout: float,
) -> int:
    """Replay a recording and compare every page and step with what was recorded.

    Nothing but the recording is asked: the app may be gone. Compared are pictures (exactly), texts, requests and the
    console. Exit code 0 when the thresholds are met, 1 when not, 2 when the input is wrong.
    """  # fmt: skip
    thresholds = Thresholds(share(threshold, "--threshold"), share(pixels, "--pixels"), misses)
    if timeout <= 0:
        raise InputError("must be more than 0 seconds", where="--timeout")
    if pages and repeat < 2:
        raise InputError("it says which pages to repeat, but none is", where="--page", hint="Add --repeat 20.")
    report = run_verify(list(files), output, repeat=repeat, pages=pages, thresholds=thresholds, patience=timeout)
    written = write_report(report, out or files[0].with_name(f"{files[0].name.partition('.')[0]}-fidelity"))
    document = {**report.as_json(), "report": {"html": str(written.html), "json": str(written.json)}}
    output.result(document, *shown(report, written, output))
    return 0 if report.passed else 1


def run_verify(
    files: list[Path],
    output: Output,
    *,
    repeat: int = 1,
    pages: tuple[str, ...] = (),
    thresholds: Thresholds | None = None,
    patience: float = 20.0,
) -> FidelityReport:
    """Verify with progress on the terminal."""
    with output.progress("Opening the recording") as bar:
        reports = Reports(
            total=bar.total,
            result=lambda result: _advance(result, bar, output),
            phase=lambda text: bar.say(text if len(text) < 60 else text[:59] + "…"),
            repeated=lambda: bar.advance(),
        )
        work = verify(files, repeat=repeat, pages=pages, thresholds=thresholds, patience=patience, reports=reports)
        return asyncio.run(work)


def _advance(result: Result, bar: Bar, output: Output) -> None:
    bar.advance()
    bar.say(f"{result.number} {result.verb} {result.label[:36]}")
    if result.error:
        output.warn(f"step {result.number} ({result.verb}): {result.error.splitlines()[0]}")


def shown(report: FidelityReport, written: ReportFiles, output: Output) -> list[RenderableType]:
    """What a person reads: the numbers, what to look at, the verdict, where the report is."""
    found, limits = report.summary(), report.thresholds
    what = "steps performed again" if report.kind == "steps" else "pages opened"
    rows: list[tuple[object, object, object]] = [
        (what, f"{len(report.results) - found.failed} of {len(report.results)}", "all"),
        ("pictures identical, pixel for pixel", f"{found.identical} of {found.compared}", f"{limits.identical:.0%}"),
        ("differing pixels in the worst picture", f"{found.worst_ratio:.4%}", f"at most {limits.pixels:.2%}"),
        ("recorded requests not found", found.recorded_missed, f"at most {limits.misses}"),
        ("requests that were never recorded", found.other_missed, "-"),
        ("new console errors", found.new_errors, "-"),
        ("texts that differ", found.texts_different, "-"),
    ]
    if report.repeated:
        same = len(report.repeated) - found.repeated_different
        times = len(report.repeated[0].hashes)
        rows.append((f"pages with one picture in {times} replays", f"{same} of {len(report.repeated)}", "all"))
    tables: list[RenderableType] = [output.table("Fidelity", ["what", "found", "wanted"], rows)]
    look = [result for result in report.results if not result.clean]
    if look:
        listed = [(result.number, result.verb, result.label[:40], _finding(result)) for result in look[:LISTED]]
        tables.append(output.table("To look at", ["step#", "verb", "what", "found"], listed))
    if len(look) > LISTED:
        tables.append(f"... and {len(look) - LISTED} more in the report.")
    tables.append(_verdict(report))
    tables.append(f"Report: {written.html}")
    return tables


def _finding(result: Result) -> str:
    """What is the matter with a result, in a few words."""
    found = []
    if result.error:
        found.append("could not be performed")
    if result.pixels is not None and not result.pixels.same:
        found.append(f"{result.pixels.differing} pixels differ ({result.pixels.ratio:.3%})")
    if missed := sum(miss.recorded for miss in result.missed):
        found.append(f"{missed} recorded requests not found")
    if not result.text_same:
        found.append("text differs")
    if result.console:
        found.append(f"{len(result.console)} new console errors")
    return ", ".join(found)


def _verdict(report: FidelityReport) -> Text:
    if report.passed and not report.summary().compared:
        return Text(
            "Passed, but nothing was compared: the archive holds no pictures of its pages.", style="bold yellow"
        )
    if report.passed:
        return Text("Passed: the replay is the same.", style="bold green")
    return Text.assemble(("Not passed: ", "bold red"), "; ".join(report.shortcomings()), ".")
