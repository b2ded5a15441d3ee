"""`awe-author enrich`: check features against model and recording, and pack the mock."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import RenderableType
from rich.text import Text

from awe_author.cli.output import Output, print_event, with_output
from awe_author.errors import InputError

if TYPE_CHECKING:
    from awe_author.features.checking import Recorded, Report
    from awe_author.features.loading import FeatureProblem
    from awe_author.project.enriching import Enriched, Parts

    Stamps = dict[Path, tuple[int, int]]

LISTED = 40
"""Rows of a table on the terminal; --json has all."""

LOOK_EVERY = 0.3
"""Seconds between two looks at the files, under --watch."""

EPILOG = """\b
Examples:
  awe-author enrich --features drafts/crm --recording crm.wacz
  awe-author enrich --app crm --out crm.mock
  awe-author enrich --features enrichment/crm/leads.yaml --watch
"""
_PATH = click.Path(path_type=Path)


@click.command(short_help="Check features against model and recording, and pack the mock.", epilog=EPILOG)
@click.option(
    "--features", multiple=True, type=_PATH, metavar="F",
    help="Feature file, or a folder of them; repeatable [enrichment/APP].",
)  # fmt: skip
@click.option("--app", "app", default="", metavar="NAME", help="The app [what the feature files say].")
@click.option("--model", type=_PATH, metavar="F", help="State model [beside the features, state_models/APP].")
@click.option("--seed", type=_PATH, metavar="F", help="State at the start [seed.json beside the model].")
@click.option("--recording", type=_PATH, metavar="F", help="Recording [recordings/APP/APP.wacz].")
@click.option("--out", type=_PATH, metavar="F.mock", help="The mock [APP.mock].")
@click.option("--link", is_flag=True, help="Leave the recording out; the mock has its digest and finds it beside it.")
@click.option("--check", "only_check", is_flag=True, help="Only check; write nothing.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved, until stopped.")
@with_output
def command(output: Output, watch: bool, **options: Any) -> int:
    """Check feature files against the state model and the recording, and pack the mock: one file for serve and replay.

    Prints every problem with file, line, column and what would have fitted, and for each feature what it touches and
    where the recording has its surface. The mock (a ZIP file) holds recording, features, model, seed, and a version
    hash over all of them; equal contents give equal bytes. Exit code 0: packed (or, with --check, nothing is wrong); 1:
    problems were found; 2: a file is missing or cannot be read.
    """
    if not watch:
        return Enriching(output, **options).run()
    return _watch(output, options)


class Enriching:
    """One check after the other; the recording is read once."""

    def __init__(
        self, output: Output, *, features: Sequence[Path], app: str, model: Path | None, seed: Path | None,
        recording: Path | None, out: Path | None, link: bool, only_check: bool, strict: bool,
    ) -> None:  # fmt: skip
        self.output, self.strict = output, strict
        self.named: dict[str, Any] = {"app": app, "model": model, "seed": seed, "recording": recording}
        self.features, self.out, self.link, self.only_check = features, out, link, only_check
        self.parts: Parts | None = None
        self.began: Stamps = {}
        """The files as they were before they were read."""

        self._recorded: tuple[Path, float, Recorded] | None = None

    def run(self) -> int:
        """Check and pack once; the exit code."""
        from awe_author.features.checking import check_features
        from awe_author.features.loading import FeatureProblems
        from awe_author.project.enriching import find_parts, load_parts, pack_parts

        self.parts = find_parts(self.features, **self.named)
        self.began = _stamps(self, self.features)
        try:
            enriched = load_parts(self.parts)
        except FeatureProblems as found:
            return self._problems(found.problems)
        recorded = self._read(self.parts.recording)
        count = sum(len(one.features) for one in enriched.files)
        with self.output.progress("Checking features", total=count) as bar:
            report = check_features(enriched.files, recorded, enriched.loaded.models, bar.advance)
        wrong = bool(report.errors or (self.strict and report.warnings))
        packed = None
        if not wrong and not self.only_check:
            out = self.out or Path(f"{self.parts.app}.mock")
            with self.output.progress("Packing"):
                packed = {"file": str(out), **pack_parts(enriched, out, link=self.link)}
        self._show(enriched, report, packed)
        return 1 if wrong else 0

    def _read(self, path: Path) -> Recorded:
        from awe_author.archive import open_archive
        from awe_author.features.checking import read_recorded

        changed = path.stat().st_mtime
        if self._recorded is None or self._recorded[:2] != (path, changed):
            with closing(open_archive([path])) as archive, self.output.progress("Reading the recording") as bar:
                self._recorded = (path, changed, read_recorded(archive, bar.advance))
        return self._recorded[2]

    def _problems(self, problems: Sequence[FeatureProblem]) -> int:
        """Show what kept the files from being loaded."""
        document = {"ok": False, "problems": [{"level": "error", **one.to_json()} for one in problems]}
        self.output.result(document, *_lines("Problem", problems), _count(len(problems), 0))
        return 1

    def _show(self, enriched: Enriched, report: Report, packed: dict[str, Any] | None) -> None:
        from awe_author.project.enriching import parts_document

        document = {
            "ok": not report.errors and not (self.strict and report.warnings),
            "app": enriched.parts.app,
            "parts": parts_document(enriched.parts),
            "features": [one.to_json() for one in report.features],
            "problems": [one.to_json() for one in report.findings],
            "mock": packed,
        }
        rows = [(one.id, one.surface, _touches(one), _where(one)) for one in report.features[:LISTED]]
        shown: list[RenderableType] = [self.output.table("Features", ["feature", "surface", "touches", "seen"], rows)]
        if len(report.features) > LISTED:
            shown.append(f"... and {len(report.features) - LISTED} more (--json has all).")
        shown += _lines("Warning", [one.problem for one in report.warnings])
        shown += _lines("Problem", [one.problem for one in report.errors])
        if packed:
            size = Path(packed["file"]).stat().st_size
            said = f"{packed['file']}: {size / 1e6:.1f} MB, version {packed['hash'][:16]}"
            shown.append(Text(said, style="bold green"))
        elif document["ok"]:
            shown.append(Text("Nothing is wrong.", style="bold green"))
        else:
            shown.append(_count(len(report.errors), len(report.warnings)))
        self.output.result(document, *shown)


def _lines(kind: str, problems: Sequence[FeatureProblem]) -> list[RenderableType]:
    """Each as compilers say it: place, what is wrong, and below it what would have fitted."""
    shown: list[RenderableType] = []
    color = "bold red" if kind == "Problem" else "bold yellow"
    for one in problems[:LISTED]:
        place = f": {one.path}: " if one.path else ": "
        said = Text.assemble((f"{kind}: ", color), (one.where, "bold"), place, one.what)
        shown.append(said.append(f"\n    {one.hint}" if one.hint else ""))
    if len(problems) > LISTED:
        shown.append(f"... and {len(problems) - LISTED} more (--json has all).")
    return shown


def _count(errors: int, warnings: int) -> Text:
    said = f"{errors} problem{'s' * (errors != 1)}"
    said += f", {warnings} warning{'s' * (warnings != 1)}" if warnings else ""
    return Text(f"{said}. Nothing was packed.", style="bold red")


def _touches(one: Any) -> str:
    does = f"{one.action} -> {', '.join(one.writes) or 'nothing'}" if one.action else ""
    return "; ".join(part for part in (does, f"reads {', '.join(one.reads)}" if one.reads else "") if part) or "-"


def _where(one: Any) -> str:
    parts = []
    if one.requests:
        parts.append(f"{one.requests} request{'s' * (one.requests != 1)}")
    if one.pages:
        steps = ", ".join(str(step) for step in one.steps[:4]) + (", ..." if len(one.steps) > 4 else "")
        said = f" (step{'s' * (len(one.steps) != 1)} {steps})" if steps else ""
        parts.append(f"{one.pages} page{'s' * (one.pages != 1)}{said}")
    return ", ".join(parts) or "never"


def _watch(output: Output, options: dict[str, Any]) -> int:
    """Check, and again whenever a file was saved; until stopped."""
    work = Enriching(output, **options)
    stop = threading.Event()
    code = 0
    while not stop.is_set():
        work.began = _stamps(work, options["features"])
        try:
            code = work.run()
        except InputError as error:
            code = error.exit_code
            output.warn(str(error))
        before = work.began
        if output.json:
            print_event({"event": "watching", "code": code, "files": [*map(str, before)]})
        else:
            output.note("Watching; Ctrl-C stops it.")
        try:
            _until_saved(lambda: _stamps(work, options["features"]), before, stop)
        except KeyboardInterrupt:
            return code
    return code


def _until_saved(look: Callable[[], Stamps], before: Stamps, stop: threading.Event) -> None:
    """Wait until a file is another one than before, and no longer being written: editors empty a file first."""
    last, now = before, look()
    while (now == before or now != last) and not stop.wait(LOOK_EVERY):
        last, now = now, look()


def _stamps(work: Enriching, features: Sequence[Path]) -> Stamps:
    """Every file of the mock, also those that no part of it names yet, as it was when it was last changed."""
    from awe_author.project.enriching import stamps_of

    paths = list(work.parts.watched) if work.parts else list(features)
    folders = [one for one in features if one.is_dir()] or [path.parent for path in paths[:1]]
    return stamps_of([*paths, *(path for folder in folders for path in sorted(folder.glob("*.y*ml")))])


if __name__ == "__main__":
    from awe_author.cli.main import main

    sys.exit(main(["enrich", *sys.argv[1:]]))
