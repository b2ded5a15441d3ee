"""Files that correct others: `instead_of` names features of other files, `model` and `seed` change what they lie over.

A draft is written again and again, a person's corrections of it stay: they are a file of their own, which says which of
the draft's features it is instead of. Its features come before all others, since of two that match the first is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from awe_author.features.loading.problems import Collected, FeatureProblem
from awe_author.features.model import FeatureFile
from awe_author.json_types import Json
from awe_author.state import pointer
from awe_author.state.loading.problems import nearest, under
from awe_author.state.model import Model


def merged(value: Json, changes: Json) -> Json:
    """`value` with JSON Merge Patch `changes` (RFC 7396). Neither is changed."""
    return pointer.merged(value if isinstance(value, dict) else {}, changes)


def check_changes(document: Json, model: Model | None, problems: Collected) -> None:
    """The changes that a file makes to its model have to be in the model that it is read with: only `enrich` makes
    them, and without them its features would say something else than their author meant."""
    given = document.get("model") if isinstance(document, dict) else None
    if isinstance(given, dict) and model is not None and merged(model.document, given) != model.document:
        hint = "`awe-author enrich` packs a mock with them: name this file there, beside the others (--features)."
        problems.add_key("/model", "these changes of the state model were not made", hint)


def corrected(files: Sequence[FeatureFile]) -> tuple[list[FeatureFile], list[FeatureProblem]]:
    """The files in the order in which they are asked, without the features that others are instead of; and the names
    that no feature has."""
    problems: list[FeatureProblem] = []
    gone: set[tuple[int, str]] = set()
    for at, file in enumerate(files):
        others = [
            (number, one.id)
            for number, other in enumerate(files)
            if other.app == file.app and number != at
            for one in other.features
        ]
        for number, name in enumerate(file.instead_of or ()):
            fitting = {pair for pair in others if matches(name, pair[1])}
            gone |= fitting
            if not fitting:
                place = file.locate(under("/instead_of", number))
                what = f'no other file has a feature "{name}"'
                known = nearest(name, (one for _, one in others), what="They have")
                problems.append(FeatureProblem(file.file, place.line, place.column, place.path, what, known))
    kept = [
        replace(file, features=tuple(one for one in file.features if (at, one.id) not in gone))
        for at, file in enumerate(files)
    ]
    return sorted(kept, key=lambda file: file.instead_of is None), problems


def matches(pattern: str, name: str) -> bool:
    """Does `*` stand for some text that makes the pattern this id?"""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), name) is not None
