"""`awe-author check`: are the things that authors write right? Each subcommand checks one kind of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import click
from rich.console import RenderableType
from rich.text import Text

from awe_author.cli.check_tasks import tasks
from awe_author.cli.output import Output, with_output
from awe_author.errors import InputError
from awe_author.located import read_text
from awe_author.project.apps import Loaded, files_of, load_models, neighbours_of
from awe_author.project.documents import LARGEST_SEED, line_of
from awe_author.project.purity import Purity, examine
from awe_author.project.world import load_world
from awe_author.state.loading import ModelProblems
from awe_author.state.seeds import SeedProblems
from awe_author.state.types import Problem

LISTED = 40
"""Rows that a table on the terminal has at most; `--json` has all."""

EPILOG = """\b
Examples:
  awe-author check model state_models/crm
  awe-author check model state_models/*/model.json --tries 200
  awe-author check model tasks/sdr/world.yaml --json
"""


class DefaultGroup(click.Group):
    """A group whose arguments belong to the command `tasks` when they do not begin with the name of one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """See `click.Group`."""
        if args and args[0] not in self.commands and args[0] not in ("--help", "-h"):
            args = ["tasks", *args]
        return super().parse_args(ctx, args)


@click.group(cls=DefaultGroup)
def command() -> None:
    """Check what you have written: tasks, state models.

    \b
      awe-author check tasks/sdr/*.yaml          (short for: check tasks ...)
      awe-author check model state_models/crm
    """


command.add_command(tasks)


@command.command(epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--tries", default=25, show_default=True, metavar="N", help="Times that each action is tried; 0: none.")
@click.option("--seed", default=1, show_default=True, metavar="N", help="Seed of the random params.")
@with_output
def model(output: Output, files: tuple[Path, ...], tries: int, seed: int) -> int:
    """Check state models: a model.json, its folder, or a world.yaml with all its models and seeds.

    First all that can be seen without running: keywords, paths, types, references, expressions, what the apps of a
    world ask of each other (models in the folders beside are taken along). Then every action is tried with random
    params, to see that it is pure (same input same output, input untouched, no clock, no chance) and keeps schema and
    references.

    Exit code 0 when nothing is wrong, 1 when something is, 2 when a file cannot be read. An action that was never
    accepted is a remark, as random params seldom meet a strict guard.
    """  # fmt: skip
    if tries < 0:
        raise InputError("must not be less than 0", where="--tries")
    try:
        loaded, apps = _load(files)
        purity = _examine(loaded, apps, tries, seed, output) if tries else None
    except (ModelProblems, SeedProblems) as found:
        _show_problems(found.problems, output)
        return 1
    _show_run(loaded, apps, purity, output)
    return 1 if purity and purity.findings else 0


def _load(files: Sequence[Path]) -> tuple[Loaded, list[str]]:
    """The models, and the names of the apps that were asked for."""
    worlds = [path for path in files if path.suffix in (".yaml", ".yml") or (path / "world.yaml").is_file()]
    if worlds and len(files) > 1:
        raise InputError("a world is checked alone", where=str(worlds[0]), hint="Name it, or models.")
    if worlds:
        world = load_world(worlds[0])
        loaded = Loaded(world.loaded.models, world.seeds, world.loaded.files, world.loaded.documents)
        return loaded, list(loaded.models)
    asked = [files_of(path) for path in files]
    return load_models(asked, neighbours=neighbours_of(asked)), [app.name for app in asked]


def _examine(loaded: Loaded, apps: Sequence[str], tries: int, seed: int, output: Output) -> Purity:
    count = sum(len(loaded.models[app].actions) for app in apps)
    with output.progress("Trying actions", total=count * tries) as bar:
        return examine(loaded, apps, tries=tries, seed=seed, step=bar.advance)


def _show_problems(problems: Sequence[Problem], output: Output) -> None:
    rows = [(_place(one), one.pointer or "/", one.message, one.hint) for one in problems]
    document = {
        "ok": False,
        "problems": [
            {"file": one.file, "line": _line(one.file, one.pointer), "pointer": one.pointer,
             "message": one.message, "hint": one.hint}
            for one in problems
        ],
    }  # fmt: skip
    shown: list[RenderableType] = [output.table("Problems", ["where", "place", "problem", "what to do"], rows[:LISTED])]
    if len(rows) > LISTED:
        shown.append(f"... and {len(rows) - LISTED} more (--json has all).")
    shown.append(Text(f"{len(rows)} problem{'s' * (len(rows) != 1)}.", style="bold red"))
    output.result(document, *shown)


def _place(problem: Problem) -> str:
    line = _line(problem.file, problem.pointer)
    return f"{problem.file}:{line}" if line else problem.file


def _line(file: str, pointer: str) -> int | None:
    text = _text(file)
    return line_of(text, pointer) if text else None


@cache
def _text(file: str) -> str:
    try:
        return read_text(Path(file), LARGEST_SEED)
    except InputError:
        return ""


def _show_run(loaded: Loaded, apps: Sequence[str], purity: Purity | None, output: Output) -> None:
    counts = [(app, len(loaded.models[app].collections), len(loaded.models[app].actions)) for app in apps]
    shown: list[RenderableType] = [
        output.table("Models", ["app", "collections#", "actions#"], counts),
    ]
    document: dict[str, object] = {
        "ok": not (purity and purity.findings),
        "problems": [],
        "apps": [{"app": app, "collections": collections, "actions": actions} for app, collections, actions in counts],
    }
    if purity:
        document["run"] = _run_document(loaded, purity)
        shown += _run_tables(purity, output)
    output.result(document, *shown)


def _run_document(loaded: Loaded, purity: Purity) -> dict[str, object]:
    return {
        "steps": purity.steps,
        "findings": [
            {"app": one.app, "action": one.action, "message": one.message, "hint": one.hint, "params": one.params,
             "file": loaded.models[one.app].file if one.app else "", "pointer": one.pointer}
            for one in purity.findings
        ],
        "actions": [
            {"app": app, "action": action, "tried": tally.tried, "accepted": tally.accepted, "refusals": tally.refusals}
            for (app, action), tally in purity.tallies.items()
        ],
        "never_accepted": [
            {"app": app, "action": action, "reason": why} for (app, action), why in purity.never.items()
        ],
    }  # fmt: skip


def _run_tables(purity: Purity, output: Output) -> list[RenderableType]:
    shown: list[RenderableType] = []
    if purity.findings:
        rows = [
            (f"{one.app}.{one.action}" if one.app else "-", one.message, _short(one.params), one.hint)
            for one in purity.findings[:LISTED]
        ]
        shown.append(output.table("Broken promises", ["action", "what", "with params", "what to do"], rows))
        if len(purity.findings) > LISTED:
            shown.append(f"... and {len(purity.findings) - LISTED} more (--json has all).")
    if purity.never:
        never = [(f"{app}.{action}", why) for (app, action), why in purity.never.items()]
        shown.append(output.table("Never accepted (a remark)", ["action", "most frequent reason"], never))
    accepted = sum(tally.accepted for tally in purity.tallies.values())
    counted = f"{purity.steps} actions tried, {accepted} accepted"
    if purity.findings:
        shown.append(Text(f"{counted}: {len(purity.findings)} broken promises.", style="bold red"))
    else:
        shown.append(Text(f"{counted}: pure, and schema and references kept.", style="bold green"))
    return shown


def _short(params: object) -> str:
    text = str(params)
    return text if len(text) <= 100 else text[:97] + "..."
