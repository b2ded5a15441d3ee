"""Does a whole state fit its models? Every value against its schema, every reference against what is there.

`World.apply` looks only at what an event touched; this looks at all of it, by other code, and so can find it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from awe_author.json_types import Json
from awe_author.state.model import Model, Reference
from awe_author.state.schema import Schema, pointer_of
from awe_author.state.world_state import WorldState


def violations(models: Mapping[str, Model], state: WorldState) -> Iterator[tuple[str, str]]:
    """Pointer into the world and what is wrong there."""
    for app, model in models.items():
        view = state.view(app)
        for name, spec in model.collections.items():
            entities = view[name]
            if len(entities) < spec.least or (spec.most is not None and len(entities) > spec.most):
                yield pointer_of((app, name)), f"{len(entities)} entities are too few or too many"
            for key in entities:
                where = (app, name, key)
                if spec.ids and not spec.ids.is_valid(key):
                    yield pointer_of(where), "the id does not fit propertyNames"
                yield from _value(_plain(entities[key]), spec.schema, spec.references, where, state)
        for name, plain in model.plain.items():
            if name in view:
                yield from _value(_plain(view[name]), plain.schema, plain.references, (app, name), state)


def _plain(value: object) -> Json:
    """Lazy records as plain JSON."""
    if isinstance(value, Mapping):
        return {str(key): _plain(below) for key, below in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(below) for below in value]
    return cast(Json, value)


def _value(
    value: Json, schema: Schema, references: tuple[Reference, ...], where: tuple[str, ...], state: WorldState
) -> Iterator[tuple[str, str]]:
    for error in schema.errors(value):
        yield pointer_of(where) + error.pointer, error.message
    for reference in references:
        target = state.view(reference.app)[reference.collection]
        for named in _at(value, reference.field):
            if isinstance(named, str) and named not in target:
                yield pointer_of(where), f'"{".".join(reference.field)}" names "{named}", which is not there'


def _at(value: Json, path: tuple[str, ...]) -> Iterator[Json]:
    """The values at `path`; `*` goes through all."""
    if not path:
        yield value
    elif path[0] == "*":
        below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        for one in below:
            yield from _at(one, path[1:])
    elif isinstance(value, dict) and path[0] in value:
        yield from _at(value[path[0]], path[1:])
