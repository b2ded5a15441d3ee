"""Changes of state model and seed that feature files bring along: made by `enrich`, before it checks and packs.

A draft's model and seed are JSON that nobody edits by hand; a correction of a few lines stands in the YAML beside the
features that need it (`model:`, `seed:`), and stays when the draft is made anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from awe_author.errors import InputError
from awe_author.features.loading import FeatureProblem
from awe_author.features.loading.corrections import merged
from awe_author.json_types import Json, JsonObject
from awe_author.located import Located, Where, parse, path_text, read_text
from awe_author.project.documents import LARGEST_MODEL, LARGEST_SEED, Document, read_json
from awe_author.state.schema import parts_of
from awe_author.state.types import Problem


@dataclass(frozen=True, slots=True)
class Changes:
    """What the feature files of one app change."""

    trees: Mapping[str, Located]
    """By file, in their order; only those that change something."""

    def model(self, path: Path) -> Document | None:
        """The changed model file; None when nothing changes it. Raises InputError."""
        return self._document("model", path, LARGEST_MODEL)

    def seed(self, path: Path | None) -> JsonObject | None:
        """The changed seed; None when nothing changes it. Raises InputError."""
        made = self._document("seed", path, LARGEST_SEED)
        return made.value if made is not None and isinstance(made.value, dict) else None

    def _document(self, key: str, path: Path | None, largest: int) -> Document | None:
        given = [self._given(tree, key) for tree in self.trees.values()]
        changes = [one for one in given if one is not None]
        if not changes:
            return None
        value: Json = read_json(path, largest=largest).value if path else {}
        for change in changes:
            value = merged(value, change)
        text = json.dumps(value, ensure_ascii=False, indent=1) + "\n"
        return Document(path or Path("seed.json"), value, text)

    @staticmethod
    def _given(tree: Located, key: str) -> JsonObject | None:
        value = tree.value.get(key) if isinstance(tree.value, dict) else None
        return value if isinstance(value, dict) else None

    def placed(self, problems: Sequence[Problem], key: str) -> list[Problem | FeatureProblem]:
        """Problems of a model (`key`: model) or seed; what a feature file has written is a problem of that file."""
        return [self._place(one, key) for one in problems]

    def _place(self, problem: Problem, key: str) -> Problem | FeatureProblem:
        for file, tree in reversed(list(self.trees.items())):
            where = _way(self._given(tree, key), problem.pointer)
            if where:
                at: Where = (key, *where)
                mark = tree.mark(at)
                return FeatureProblem(file, mark.line, mark.column, path_text(at), problem.message, problem.hint)
        return problem


def _way(changes: Json, pointer: str) -> Where:
    """The path of a pointer inside of changes, as far as they go; empty when it leads past what they write."""
    here: Json = changes
    found: list[str | int] = []
    for part in parts_of(pointer):
        if isinstance(here, dict) and part in here:
            found.append(part)
            here = here[part]
        elif isinstance(here, list) and part.isdigit() and int(part) < len(here):
            found.append(int(part))
            here = here[int(part)]
        elif isinstance(here, dict):
            return ()  # a member that was there before, beside those that are changed
        else:
            break
    return tuple(found)


def changes_of(files: Sequence[Path]) -> Changes:
    """The changes in these feature files. A file that cannot be read as YAML changes nothing: loading says why."""
    trees: dict[str, Located] = {}
    for path in files:
        tree = parse(read_text(path, LARGEST_MODEL))
        if isinstance(tree.value, dict) and ("model" in tree.value or "seed" in tree.value):
            trees[str(path)] = tree
    return Changes(trees)


def refuse_seed(file: str, text: bytes) -> None:
    """Raises InputError when a feature file that no mock was packed with changes the seed: it would change nothing."""
    if b"seed" not in text:
        return
    tree = parse(text.decode("utf-8-sig", "replace"))
    if isinstance(tree.value, dict) and "seed" in tree.value:
        mark = tree.mark(("seed",), key=True)
        raise InputError(
            "its changes of the seed were not made",
            where=f"{file}:{mark.line}:{mark.column}",
            hint="`awe-author enrich` packs a mock with them: name this file there (--features).",
        )
