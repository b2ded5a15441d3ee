"""`awe-author rescore`: recorded episodes scored again after tasks or evaluators changed, without running them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import RenderableType
from rich.text import Text

from awe_author.cli.check_tasks import task_files
from awe_author.cli.output import Output, with_output
from awe_author.errors import InputError
from awe_author.evaluation.episodes import Run, read_run, write_episode
from awe_author.evaluation.problems import TaskProblems
from awe_author.project.runs import Rescored, rescore
from awe_author.project.tasks import TaskFile, TaskReader, read_all

LISTED = 40

EPILOG = """\b
Examples:
  awe-author rescore runs/monday --tasks tasks/sdr
  awe-author rescore runs/monday --tasks tasks/sdr/sdr-03-largest.yaml --dry-run --json
"""


@click.command(epilog=EPILOG)
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--tasks",
    "task_paths",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Task files, or folders of them (repeatable) [those that the run's run.json names].",
)
@click.option("--dry-run", is_flag=True, help="Say what would be different, and write nothing.")
@with_output
def command(output: Output, run: Path, task_paths: tuple[Path, ...], dry_run: bool) -> int:
    """Score the episodes of RUN again by their tasks as they are now.

    Agents, browsers and apps are not run: states come from the exported timelines, the rest from what each episode
    holds. A verdict that changed is written into the episode; the one before is kept beside it.

    Exit code 0; 1 when an episode could not be scored (it keeps its verdict); 2 when the run or a task cannot be read.
    """
    read = read_run(run)
    files = _tasks(read, task_paths)
    when = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    with output.progress("Scoring", total=len(read.episodes)) as bar:

        def step(id: str) -> None:
            bar.say(id)
            bar.advance()

        found = rescore(read, files, when=when, step=step)
    if not dry_run:
        for one in found:
            if one.changed:
                write_episode(run, one.episode)
    left = sorted({one.task for one in read.episodes} - files.keys())
    document = {
        "episodes": len(read.episodes),
        "scored": len(found),
        "changed": sum(one.changed for one in found),
        "problems": sum(bool(one.problem) for one in found),
        "tasks_left": left,
        "written": not dry_run,
        "results": [one.to_json() for one in found],
    }
    output.result(document, *_shown(found, left, dry_run, output))
    return 1 if any(one.problem for one in found) else 0


def _tasks(run: Run, paths: tuple[Path, ...]) -> dict[str, TaskFile]:
    if not run.path.is_dir():
        raise InputError("a file of episodes can't be scored again", where=str(run.path), hint="Name a run's folder.")
    named = run.about.get("tasks")
    given = paths or tuple(run.path / str(one) for one in (named if isinstance(named, list) else []))
    if not given:
        raise InputError("run.json names no tasks", where=str(run.path), hint="Name them: --tasks tasks/sdr")
    files, problems = read_all(task_files(given), TaskReader())
    if problems:
        raise TaskProblems(problems)
    known = {file.task.id: file for file in files}
    if run.episodes and not {one.task for one in run.episodes} & known.keys():
        raise InputError("no episode is of one of these tasks", where=str(run.path), hint="Name other tasks.")
    return known


def _shown(found: list[Rescored], left: list[str], dry_run: bool, output: Output) -> list[RenderableType]:
    shown: list[RenderableType] = []
    changed = [one for one in found if one.changed]
    if changed:
        rows = [(one.episode.id, "; ".join(one.differences)) for one in changed[:LISTED]]
        shown.append(output.table("Changed", ["episode", "what"], rows))
    problems = [one for one in found if one.problem]
    if problems:
        rows = [(one.episode.id, one.problem) for one in problems[:LISTED]]
        shown.append(output.table("Not scored", ["episode", "why"], rows))
    if left:
        shown.append(f"Left as they are, their tasks were not named: {', '.join(left[:LISTED])}")
    would = " would be" if dry_run else ""
    count = f"{len(found)} episodes scored again, {len(changed)} verdicts{would} changed"
    shown.append(Text(count, style="bold red" if problems else "bold green"))
    return shown
