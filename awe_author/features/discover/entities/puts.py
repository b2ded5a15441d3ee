"""Entities whose address the page chooses: `PUT /notes/Tea` with `{"name": "Tea"}` makes the note, or changes it.

The field whose text is the last part of such addresses is the key. Which of the two a request does is told by what was
there before it: shown, or put there itself and not taken away again. Where only new ones were put, the same request is
taken to change them as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from awe_author.features.discover.common.names import is_star
from awe_author.features.discover.entities.found_operations import named_alike
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import Where, stars_of
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of

GUESSED = 0.5


def with_puts(
    operations: list[Operation], refused: Sequence[tuple[Call, str]], kinds: Sequence[Kind], known: frozenset[str]
) -> list[tuple[Call, str]]:
    """Add the operations that such requests are, and say which of the refused writes are none."""
    seen, left = Seen(kinds), list[tuple[Call, str]]()
    there: dict[str, set[str]] = {}
    for call, why in refused:
        one = _put(call, endpoint_of(call, known), kinds, seen, there) if call.status < 400 else None
        if one is None:
            left.append((call, why))
            continue
        mark = (one.role, one.kind.name, one.endpoint)
        home = next((other for other in operations if (other.role, other.kind.name, other.endpoint) == mark), None)
        if home is None or home.key_at != one.key_at:
            operations.append(one)
        else:
            home.calls.append(call)
            home.made += one.made
            home.sure = max(home.sure, one.sure)
            home.proof = home.proof or one.proof
    for one in operations:
        pairs = list(zip(one.calls, one.made, strict=False))
        told = one.role == "create" and one.key_at is None and len(one.calls) == len(one.made)
        places = {_chosen_at(call, one.endpoint, one.kind, key) for call, key in pairs} if told else set()
        if len(places) == 1 and (place := places.pop()) is not None:
            one.key_at, one.body_at = Where("segments", (place,)), ()
    operations += _changes(operations)
    return left


def _chooses(call: Call, endpoint: Endpoint, kind: Kind, key: str) -> bool:
    """Does a request put an entity of this key at the address that it names?"""
    put = call.verb == "PUT" and is_star(endpoint.path.rpartition("/")[2]) and call.segments[-1] == key
    return put and isinstance(call.body, dict) and str(call.body.get(kind.key)) == key


def _chosen_at(call: Call, endpoint: Endpoint, kind: Kind, key: str) -> int | None:
    """Which `*` of its address has the key of what a request makes, as its body says it: the last one of a put, or one
    with words behind it (`POST /notes/K7/save`). None for any other."""
    stars = stars_of(call, endpoint)
    if _chooses(call, endpoint, kind, key):
        return endpoint.path.count("*") - 1
    behind = stars[-1:] == [key] and not is_star(endpoint.path.rpartition("/")[2])
    said = isinstance(call.body, dict) and str(call.body.get(kind.key)) == key
    return len(stars) - 1 if behind and said else None


def _put(
    call: Call, endpoint: Endpoint, kinds: Sequence[Kind], seen: Seen, there: dict[str, set[str]]
) -> Operation | None:
    """The write that a call is about an entity that only such requests have named so far."""
    stars = stars_of(call, endpoint)
    if not stars or not is_star(endpoint.path.rpartition("/")[2]):
        return None
    key, where = call.segments[-1], Where("segments", (len(stars) - 1,))
    for kind in kinds:
        mine = there.setdefault(kind.name, set())
        if not named_alike(endpoint, kind):
            continue
        if call.verb == "DELETE" and key in mine:
            mine.discard(key)
            return Operation("delete", kind, endpoint, [call], None, where, None, [key], sure=0.85)
        if not _chooses(call, endpoint, kind, key):
            continue
        if key in mine:
            return Operation("update", kind, endpoint, [call], None, where, (), [key], sure=0.85)
        mine.add(key)
        one = Operation("create", kind, endpoint, [call], None, where, (), [key], sure=0.85)
        if seen.after(kind, key, call.seq) is not None:
            one.sure, one.proof = 0.97, f"{key} is shown afterwards"
        return one
    return None


def _changes(operations: Sequence[Operation]) -> list[Operation]:
    """The changes that requests which put are, where none was recorded."""
    return [
        replace(one, role="update", sure=GUESSED, proof="what is put is changed alike")
        for one in operations
        if puts(one)
        and not any(other.endpoint == one.endpoint and other.role in ("update", "replace") for other in operations)
    ]


def puts(one: Operation) -> bool:
    """Does it make an entity at the address that the request names?"""
    return one.role == "create" and one.key_at is not None and one.key_at.part == "segments"


def telling(one: Operation, operations: Iterable[Operation], key: str, kind: str) -> list[str]:
    """The condition that tells such an operation from the others of its address: is there one of this key?"""
    if puts(one):
        return [f"!({key} in state.{kind})"]
    other = any(puts(other) and other.endpoint == one.endpoint and other.kind is one.kind for other in operations)
    return [f"{key} in state.{kind}"] if other and one.role in ("update", "replace") else []
