"""`awe-author record-task`: a task from what somebody did: checkpoints and frame from the difference of the states."""

from __future__ import annotations

import json
from pathlib import Path

import click

from awe_author.cli.output import Output, with_output
from awe_author.errors import InputError
from awe_author.evaluation.model import Task
from awe_author.json_types import Json, JsonObject
from awe_author.project.recording_task import from_oracle, from_timeline, record_task, written
from awe_author.project.tasks import OpenWorld

EPILOG = """\b
Examples:
  awe-author record-task tasks/sdr --oracle done.yaml --id sdr-020 --instruction "..." --out tasks/sdr/sdr-020.yaml
  awe-author record-task tasks/sdr --timeline episode.timeline.zst --id sdr-021 --instruction "..."
"""


@click.command(epilog=EPILOG)
@click.argument("world", type=click.Path(path_type=Path))
@click.option("--oracle", type=click.Path(path_type=Path), help="YAML with act: [{app, action, params}], and answer:.")
@click.option("--timeline", type=click.Path(path_type=Path), help="An exported session: what was done in it.")
@click.option("--session", default="", metavar="ID", help="Which session of the timeline; the first when left out.")
@click.option("--answer", metavar="JSON", help="What the agent has to answer, beside a timeline.")
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
    session: str,
    answer: str | None,
    id: str,
    instruction: str,
    start: str,
    out: Path | None,
) -> int:
    """Derive a task of WORLD (a world.yaml or its folder) from a run that solves it, and write it for review.

    A person's run: `awe-author serve WORLD`, do the task in a browser at the session's door, take
    GET /sessions/ID/export, give it as --timeline. Checkpoints and frame come from what differs between the first and
    the last state: what must be, what may vary, what must not change. It passes on this run and fails on the untouched
    world; go over it, then `awe-author check` it.
    """  # fmt: skip
    if (oracle is None) == (timeline is None):
        raise InputError("give either --oracle or --timeline", where="command line")
    opened = OpenWorld.read(world)
    done = (
        from_oracle(opened, oracle)
        if oracle is not None
        else from_timeline(opened, Path(str(timeline)), session=session, answer=_parsed(answer))
    )
    task = record_task(opened, done, id=id, instruction=instruction, start=start)
    text = written(task)
    if out is not None:
        out.write_text(text, encoding="utf-8")
        output.note(f"{out}: {len(task.checkpoints)} checkpoints. Go over it, then: awe-author check {out}")
    output.result(_document(task, out), *([] if out else [text]))
    return 0


def _document(task: Task, out: Path | None) -> JsonObject:
    return {"task": task.to_json(), "file": str(out) if out else None}


def _parsed(answer: str | None) -> Json:
    try:
        return None if answer is None else json.loads(answer)
    except ValueError:
        return answer
