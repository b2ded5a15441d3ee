"""`awe-author record-task`: a task from what somebody did: checkpoints and frame from the difference of the states."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import click
import yaml

from awe_author.cli.output import Output, with_output
from awe_author.cli.screen import need_screen
from awe_author.errors import AweError, InputError
from awe_author.evaluation.model import Task
from awe_author.json_types import Json, JsonObject
from awe_author.project.by_hand import by_hand
from awe_author.project.recording_task import from_oracle, from_timeline, record_task, written
from awe_author.project.tasks import OpenWorld

EPILOG = """\b
Examples:
  awe-author record-task tasks/sdr --oracle done.yaml --id sdr-020 --instruction "..." --out tasks/sdr/sdr-020.yaml
  awe-author record-task tasks/publishing --headed --start https://blog.acme.test/ghost/ --id pub-012 \
      --instruction "..." --out tasks/publishing/pub-012.yaml
  awe-author record-task tasks/sdr --timeline episode.timeline.zst --id sdr-021 --instruction "..."
"""


@click.command(epilog=EPILOG)
@click.argument("world", type=click.Path(path_type=Path))
@click.option("--oracle", type=click.Path(path_type=Path), help="YAML with act: [{app, action, params}], and answer:.")
@click.option("--timeline", type=click.Path(path_type=Path), help="An exported session: what was done in it.")
@click.option("--headed", is_flag=True, help="Open a window at --start, and take what you do in it.")
@click.option("--session", default="", metavar="ID", help="Which session of the timeline; the first when left out.")
@click.option("--answer", metavar="JSON", help="What the agent has to answer, beside --timeline or --headed.")
@click.option("--id", "id", required=True, metavar="ID", help="Of the task.")
@click.option("--instruction", required=True, metavar="TEXT", help="What the agent is told.")
@click.option("--start", default="", metavar="URL", help="Where the agent begins.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write the task; stdout when left out.")
@with_output
def command(
    output: Output,
    world: Path,
    oracle: Path | None,
    timeline: Path | None,
    headed: bool,
    session: str,
    answer: str | None,
    id: str,
    instruction: str,
    start: str,
    out: Path | None,
) -> int:
    """Derive a task of WORLD (a world.yaml or its folder) from a run that solves it, and write it for review.

    --headed opens a window in front of the world's recordings: do the task, then press Enter in the terminal or close
    the window. What happened in the session is the oracle of actions, and what you did in the window one of user steps,
    for which selectors are guessed. --timeline takes the actions from a session of `awe-author serve WORLD`
    (GET /sessions/ID/export).

    Checkpoints and frame come from what differs between the first and the last state: what must be, what may vary, what
    must not change. It passes on this run and fails on the untouched world; go over it, then `awe-author check` it.
    """  # fmt: skip
    if sum((oracle is not None, timeline is not None, headed)) != 1:
        raise InputError("give one of --oracle, --timeline and --headed", where="command line")
    opened = OpenWorld.read(world)
    if oracle is not None:
        done = from_oracle(opened, oracle)
    elif timeline is not None:
        done = from_timeline(opened, timeline, session=session, answer=_parsed(answer))
    else:
        need_screen()
        output.note("Do the task in the window, then press Enter here or close the window.")
        done = asyncio.run(by_hand(opened, start, entered)).oracle(_parsed(answer))
    try:
        task = record_task(opened, done, id=id, instruction=instruction, start=start)
    except AweError:
        if headed:
            _keep(done, out, output)
        raise
    text = written(task)
    if out is not None:
        out.write_text(text, encoding="utf-8")
        output.note(f"{out}: {len(task.checkpoints)} checkpoints. Go over it, then: awe-author check {out}")
    output.result(_document(task, out), *([] if out else [text]))
    return 0


def _keep(done: JsonObject, out: Path | None, output: Output) -> None:
    """No task could be derived of what a person did: at least it is not lost."""
    path = (out or Path("by-hand.yaml")).with_suffix(".oracle.yaml")
    path.write_text(yaml.safe_dump(done, sort_keys=False, allow_unicode=True), encoding="utf-8")
    output.warn(f"no task could be derived; what you did is in {path}, to be repaired and given as --oracle.")


async def entered(at: object) -> None:
    """Wait until somebody presses Enter in the terminal; for ever when nobody can."""
    loop, pressed = asyncio.get_running_loop(), asyncio.Event()
    if not sys.stdin.isatty():
        await pressed.wait()
    loop.add_reader(sys.stdin.fileno(), pressed.set)
    try:
        await pressed.wait()
        sys.stdin.readline()
    finally:
        loop.remove_reader(sys.stdin.fileno())


def _document(task: Task, out: Path | None) -> JsonObject:
    return {"task": task.to_json(), "file": str(out) if out else None}


def _parsed(answer: str | None) -> Json:
    try:
        return None if answer is None else json.loads(answer)
    except ValueError:
        return answer
