"""What is made below something belongs to it: `POST /tasks/2/notes` is answered with a note whose `task_id` is 2.

No request says so but by its address. A field that is called like what stands before the key there (`tasks` and
`task_id`) tells it at once; any other one must hold a key that cannot be mistaken, or those of two parents.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.comparing import same
from awe_author.features.discover.common.names import is_star, singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Endpoint

LONG = 12
"""Characters of a key that stands nowhere by chance."""


def star_places(endpoint: Endpoint) -> list[int]:
    """Which parts of a path are keys, in their order."""
    pieces = [piece for piece in endpoint.path.split("/") if piece]
    return [place for place, piece in enumerate(pieces) if is_star(piece)]


def named_like(endpoint: Endpoint, place: int, field: str) -> bool:
    """Is a field called like what stands before a key in a path: `task`, `task_id`, `taskId`?"""
    pieces = [piece for piece in endpoint.path.split("/") if piece]
    name = singular(snake(pieces[place - 1])) if place else ""
    return name != "" and snake(field).removesuffix("_id").removesuffix("_uuid").removesuffix("_key") == name


def parents_of(one: Operation, part: Entities) -> dict[int, str]:
    """Of a create: number of a `*` in its path -> the field of all that it made which holds the key there."""
    pairs = [(call, part.made.get(key, {})) for call, key in zip(one.calls, one.made, strict=False)]
    found: dict[int, str] = {}
    for number, place in enumerate(star_places(one.endpoint) if pairs and one.role == "create" else ()):
        keys = [call.segments[place] for call, _ in pairs]
        made = [entity for _, entity in pairs]
        fields = [name for name in part.fields() if name != part.kind.key
                  and all(_is(entity.get(name), key) for entity, key in zip(made, keys, strict=True))]  # fmt: skip
        sure = len(set(keys)) > 1 or all(len(key) >= LONG for key in keys)
        named = [name for name in fields if named_like(one.endpoint, place, name)]
        field = next(iter(named or (fields if sure else ())), "")
        if field:
            found[number] = field
    return found


def unsaid_parents(one: Operation, part: Entities) -> dict[str, str]:
    """Of a create: field that no request sends -> the expression of it, by the address."""
    bodies: Sequence[Any] = [at(call.body, one.body_at or ()) for call in one.calls]
    sent = {name for body in bodies if isinstance(body, dict) for name in body}
    made = {}
    for number, field in parents_of(one, part).items():
        values = [entity.get(field) for entity in part.made.values()]
        plain = not any(isinstance(value, dict | list) for value in values)
        if plain and field not in sent and part.kind.source == "json":
            whole = all(isinstance(value, int) for value in values if value is not None)
            made[field] = f"int(segments[{number}])" if whole else f"segments[{number}]"
    return made


def _is(value: Any, key: str) -> bool:
    return value is not None and not isinstance(value, list) and same(value, key)
