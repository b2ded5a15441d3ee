"""What an importer makes: task files and world files as plain data, not yet written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from awe_author.evaluation.importers.notes import Note, Notes
from awe_author.json_types import JsonObject


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a file."""

    tasks: tuple[JsonObject, ...]
    """Each fits task.schema.json."""

    worlds: dict[str, JsonObject] = field(default_factory=dict)
    """Path beside the tasks -> the world.yaml that they name."""

    notes: tuple[Note, ...] = ()


def id_of(text: str) -> str:
    """An id as tasks and checkpoints have them, from any text: small letters, digits, `_`, `.` and `-`."""
    plain = re.sub(r"[^a-z0-9_.-]+", "-", text.casefold()).strip("-._")
    return plain if re.match(r"[a-z0-9]", plain) else f"t{plain}"


def without_repeats(tasks: Iterable[JsonObject], notes: Notes) -> tuple[JsonObject, ...]:
    """Each id once: a task that is there twice the same is dropped, another one of the same id gets a number."""
    known: dict[str, list[JsonObject]] = {}
    kept: list[JsonObject] = []
    for task in tasks:
        id = str(task["id"])
        notes.task = id
        others = known.setdefault(id, [])
        if any({**other, "id": id} == task for other in others):
            notes.changed("left out", "the file has the same task twice")
            continue
        if others:
            task = {**task, "id": f"{id}.{len(others) + 1}"}
            notes.changed(f"is called {task['id']}", f"the file has another task {id}")
        others.append(task)
        kept.append(task)
    return tuple(kept)
