"""`awe-author run TASK... --agent NAME`: attempts of an agent at tasks, saved as episodes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import click

from awe_author.cli.check_tasks import task_files
from awe_author.cli.output import Output, with_output
from awe_author.errors import InputError
from awe_author.evaluation.episodes import Episode
from awe_author.evaluation.problems import TaskProblems
from awe_author.project.attempts import attempt, maker_of
from awe_author.project.tasks import TaskFile, TaskReader, read_all

EPILOG = """\b
Examples:
  awe-author run tasks/publishing --agent oracle --out runs/oracle
  awe-author run tasks/publishing/*.yaml --agent my_agents:Careful --attempts 3 --parallel 2 --out runs/careful
  awe-author report runs/careful
"""


@click.command(epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="TASK...", type=click.Path(path_type=Path))
@click.option("--agent", required=True, metavar="NAME", help="noop, oracle, or module:callable.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Folder of the run; episodes are added.")
@click.option("--attempts", default=1, show_default=True, metavar="N", help="Attempts at each task.")
@click.option("--parallel", default=1, show_default=True, metavar="N", help="Attempts at a time, each with a browser.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="The agent's; attempt n is given this plus n.")
@with_output
def command(
    output: Output, files: tuple[Path, ...], agent: str, out: Path, attempts: int, parallel: int, seed: int
) -> int:
    """Let an agent attempt tasks in a browser, and save every attempt as an episode of the run.

    The agent is a Python callable that takes an observation (project.attempts.Observation) and gives its next move: a
    step of the step language, {ask: text}, {tell: text}, {answer: value}, or None to stop. Every attempt has a fresh
    session and browser, and the budget of its task. `report` and `rescore` read the run.

    Exit code 0 when all attempts were valid, passed or not; 1 when one is invalid: our side failed; 2 when a file or
    the agent cannot be used.
    """  # fmt: skip
    for name, number in (("--attempts", attempts), ("--parallel", parallel)):
        if number < 1:
            raise InputError("must be at least 1", where=name)
    tasks, problems = read_all(task_files(files), TaskReader())
    if problems:
        raise TaskProblems(problems)
    episodes = asyncio.run(_all(tasks, agent, out, attempts, parallel, seed, output))
    document = [one.to_json() for one in episodes]
    rows = [(one.task, one.attempt, one.verdict.outcome, f"{one.verdict.score:.2f}") for one in episodes]
    invalid = sum(one.verdict.outcome == "invalid" for one in episodes)
    passed = sum(one.verdict.outcome == "pass" for one in episodes)
    last = f"{passed} of {len(episodes)} attempts passed, {invalid} invalid: {out}"
    shown = output.table("Attempts", ["task", "attempt#", "outcome", "score#"], rows)
    output.result({"run": str(out), "episodes": document}, shown, last)
    return 1 if invalid else 0


async def _all(
    tasks: Sequence[TaskFile], name: str, out: Path, attempts: int, parallel: int, seed: int, output: Output
) -> list[Episode]:
    maker, places = maker_of(name), asyncio.Semaphore(parallel)
    with output.progress("Attempts", total=len(tasks) * attempts) as bar:

        async def one(file: TaskFile, number: int) -> Episode:
            async with places:
                made = await attempt(file, maker(file), run=out, agent_name=name, number=number, seed=seed)
            bar.advance()
            return made

        works = [asyncio.ensure_future(one(file, number)) for file in tasks for number in range(1, attempts + 1)]
        try:
            return list(await asyncio.gather(*works))
        finally:
            for work in works:
                work.cancel()
