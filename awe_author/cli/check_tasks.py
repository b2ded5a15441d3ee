"""`awe-author check TASK...`: evaluator QA. Is every task fit to be used?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import RenderableType
from rich.text import Text

from awe_author.cli.output import Output, with_output
from awe_author.errors import InputError
from awe_author.evaluation.qa.report import Admission, mutation_score
from awe_author.project.admission import Suite, check
from awe_author.project.tasks import WORLD_FILE

EPILOG = """\b
Examples:
  awe-author check tasks/sdr
  awe-author check tasks/sdr/*.yaml --json
"""
LISTED = 60
"""Rows that a table on the terminal has at most; `--json` has all."""


@click.command(epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="TASK...", type=click.Path(path_type=Path))
@click.option("--no-again", is_flag=True, help="Leave out what runs every oracle again: a second process, and browser.")
@click.option("--no-browser", is_flag=True, help="Perform no oracles of user steps; their tasks are not admitted.")
@click.option("--survivors", is_flag=True, help="List the wrong final states that pass, with their explanations.")
@with_output
def tasks(output: Output, files: tuple[Path, ...], no_again: bool, no_browser: bool, survivors: bool) -> int:
    """Check tasks: files, or folders with all their tasks. A task is admitted only if it survives everything.

    The oracle passes, doing nothing fails and earns nothing, each beginning of the oracle fails, empty and
    say-everything answers fail, checkpoints and frame notice wrong final states (a field, a record, a link, an order,
    an extra record, something unrelated deleted), what is demanded is said and what is said is checked, the verdict
    does not depend on the moment, and two runs in two processes are equal byte by byte. Oracles of user steps are
    performed in a browser in front of the task's world, twice.

    Exit code 0 when all are admitted, 1 when one is not, 2 when a file cannot be read.
    """  # fmt: skip
    found = task_files(files)
    with output.progress("Tasks", total=len(found)) as bar:

        def step(id: str) -> None:
            bar.say(id)
            bar.advance()

        suite = check(found, again=not no_again, browser=not no_browser, step=step, say=bar.say)
    output.result(document(suite), *tables(suite, output, survivors))
    return 0 if suite.admitted else 1


def task_files(paths: Sequence[Path]) -> list[Path]:
    """The task files that these name: files as they are, of folders every YAML file that has an `id:`."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            here = sorted(one for one in path.glob("*.yaml") if one.name != WORLD_FILE)
            if not here:
                raise InputError("there is no task in this folder", where=str(path), hint="Tasks are *.yaml files.")
            found += here
        elif not path.is_file():
            raise InputError("there is no such file", where=str(path), hint="Check the path.")
        elif path.name != WORLD_FILE:
            found.append(path)
    return list(dict.fromkeys(found))


def document(suite: Suite) -> dict[str, object]:
    """The report as JSON."""
    return {
        "admitted": suite.admitted,
        "mutation_score": mutation_score(suite.admissions),
        "problems": [one.to_json() for one in suite.problems],
        "tasks": [one.to_json() for one in suite.admissions],
    }


def tables(suite: Suite, output: Output, survivors: bool) -> list[RenderableType]:
    """The report for people."""
    shown: list[RenderableType] = []
    if suite.problems:
        rows = [(one.where, one.path, one.what, one.hint) for one in suite.problems]
        shown.append(output.table("Cannot be read", ["where", "place", "problem", "what to do"], rows[:LISTED]))
    if suite.admissions:
        columns = ["task", "admitted", "acts#", "mutants#", "noticed#", "flags"]
        shown.append(output.table("Tasks", columns, map(_row, suite.admissions)))
    refused = [
        (one.task, r.rule, r.checkpoint or r.path, r.what, r.hint) for one in suite.admissions for r in one.refusals
    ]
    if refused:
        columns = ["task", "rule", "where", "why", "what to do"]
        shown.append(output.table("Not admitted", columns, refused[:LISTED]))
        if len(refused) > LISTED:
            shown.append(f"... and {len(refused) - LISTED} more (--json has all).")
    flags = [(one.task, name, why) for one in suite.admissions for name, why in one.flags]
    if flags:
        shown.append(output.table("Remarks", ["task", "flag", "why"], flags))
    if survivors:
        rows = [
            (one.task, s.kind, f"{s.path} {s.what}", s.why or "not explained")
            for one in suite.admissions
            for s in one.survivors
        ]
        shown.append(output.table("Wrong final states that pass", ["task", "kind", "state", "explanation"], rows))
    return [*shown, _last(suite)]


def _row(one: Admission) -> tuple[object, ...]:
    admitted = Text("yes", style="green") if one.admitted else Text("no", style="bold red")
    score = "-" if one.score is None else f"{one.score:.1%}"
    return one.task, admitted, one.acts, one.mutants, score, ", ".join(name for name, _ in one.flags)


def _last(suite: Suite) -> Text:
    good = sum(one.admitted for one in suite.admissions)
    score = mutation_score(suite.admissions)
    noticed = "" if score is None else f", {score:.1%} of all wrong final states noticed"
    text = f"{good} of {len(suite.admissions)} tasks admitted{noticed}."
    if suite.problems:
        text += f" {len(suite.problems)} problems in files that cannot be read."
    return Text(text, style="bold green" if suite.admitted else "bold red")
