"""What is made below something belongs to it: `POST /tasks/2/notes` is answered with a note whose `task_id` is 2.

No request says so but by its address. A field that is called like what stands before the key there (`tasks` and
`task_id`) tells it at once; any other one must hold a key that cannot be mistaken, or those of two parents.

What stands there has to be there: where all of its kind are known, it is looked up among them, and a key that none of
them has is refused as the app refuses such.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from awe_author.features.discover.common.comparing import same
from awe_author.features.discover.common.keys import own_key
from awe_author.features.discover.common.names import is_star, plural, singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
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


def unsaid_parents(one: Operation, part: Entities) -> dict[str, int]:
    """Of a create: field that no request sends -> number of the `*` in its path that tells it."""
    sent = one.names_sent()
    made = {}
    for number, field in parents_of(one, part).items():
        values = [entity.get(field) for entity in part.made.values()]
        plain = not any(isinstance(value, dict | list) for value in values)
        if plain and field not in sent and part.kind.source == "json":
            made[field] = number
    return made


def parent_texts(one: Operation, part: Entities, parts: Iterable[Entities]) -> dict[str, str]:
    """Of a create: field that no request sends -> the expression of it, by the address."""
    unsaid, made = unsaid_parents(one, part), {}
    known = known_parents(one, parts) if unsaid else {}
    for field, number in unsaid.items():
        asked, home = f"segments[{number}]", known.get(number)
        values = [entity.get(field) for entity in part.made.values()]
        whole = all(isinstance(value, int) for value in values if value is not None)
        if home is None:
            made[field] = f"int({asked})" if whole else asked
            continue
        own = f"state.{home.kind.name}[{asked}]"
        key = own_key(own, home.kind.key, number=home.number)
        made[field] = key if whole else f"string({key})"
    return made


def parent_tests(one: Operation, part: Entities, parts: Iterable[Entities]) -> Iterator[str]:
    """Of a create: the conditions that what stands in its address is there, where no field tells it."""
    if one.role != "create" or one.guessed:
        return
    told = unsaid_parents(one, part).values()
    for number, home in known_parents(one, parts).items():
        if number not in told:
            yield f"segments[{number}] in state.{home.kind.name}"


def known_parents(one: Operation, parts: Iterable[Entities]) -> dict[int, Entities]:
    """Number of a `*` in a path -> the entities of which the key stands there, where all of them are known."""
    pieces = [piece for piece in one.endpoint.path.split("/") if piece]
    stars = star_places(one.endpoint)
    keys = {part.kind.name: part for part in parts if not part.unseen and part.kind is not one.kind}
    named = [(number, keys.get(plural(snake(pieces[place - 1])))) for number, place in enumerate(stars) if place]
    asked = {number: {call.segments[stars[number]] for call in one.calls} for number, _ in named}
    return {number: part for number, part in named if part is not None and asked[number] <= {*part.seed, *part.made}}


def _is(value: Any, key: str) -> bool:
    return value is not None and not isinstance(value, list) and same(value, key)
