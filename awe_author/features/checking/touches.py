"""What of the state a feature reads and changes, by its expressions and its action."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping

from awe_author.features.bodies import BodyTemplate
from awe_author.features.model import Feature
from awe_author.state.model import ActionSpec, Expression, Model, Template

_READ = re.compile(r"""\bstate\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*(['"])((?:(?!\2).)*)\2\s*\])""")


def sources(part: object) -> Iterator[str]:
    """Every expression in a part of a feature, as written."""
    if isinstance(part, Expression):
        yield part.source
    elif isinstance(part, Template | BodyTemplate):
        yield from _strings(part.source)
    elif isinstance(part, Mapping):
        for one in part.values():
            yield from sources(one)
    elif isinstance(part, tuple | list):
        for one in part:
            yield from sources(one)
    elif dataclasses.is_dataclass(part) and not isinstance(part, type):
        for one in dataclasses.fields(part):
            yield from sources(getattr(part, one.name))


def leaves(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[tuple[object, ...], str]]:
    """Every expression of a template's source, with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from leaves(one, (*path, key))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from leaves(one, (*path, at))


def _strings(value: object) -> Iterator[str]:
    for _, one in leaves(value):
        yield one


def reads_of(feature: Feature, model: Model) -> tuple[str, ...]:
    """Collections and plain values that the expressions read, in the order of the model."""
    named = {found[1] or found[3] for source in sources(feature) for found in _READ.finditer(source)}
    return tuple(name for name in [*model.collections, *model.plain] if name in named)


def writes_of(action: ActionSpec | None) -> tuple[str, ...]:
    """What an action changes, and what it has other apps do; a reducer may change anything."""
    if action is None:
        return ()
    if action.reducer_name:
        return (f"({action.reducer_name})",)
    changed = [str(one.path.segments[0]) for one in action.effects if one.path.segments]
    emitted = [f"{one.app}.{one.action}" for one in action.emit]
    return tuple(dict.fromkeys([*changed, *emitted]))
