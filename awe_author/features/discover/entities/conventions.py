"""Operations that were not recorded but follow from those that were: what can be created at an address can be changed
and deleted below it, in the way in which the app changes and deletes others. Least sure of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from awe_author.features.discover.common.names import path_words
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import VERBS
from awe_author.features.discover.exchanges.places import Where
from awe_author.features.discover.exchanges.sightings import Endpoint, Pattern

SURE = 0.3


def guessed(operations: Sequence[Operation]) -> list[Operation]:
    """Changes, deletions and reads of kinds that a plain POST creates."""
    rest = [one for one in operations if one.key_at is not None and one.key_at.part == "segments" and not one.verb]
    verbs = Counter(one.endpoint.verb for one in rest if one.role in ("update", "replace"))
    verb = verbs.most_common(1)[0][0] if verbs else "PATCH"
    found: list[Operation] = []
    for one in operations:
        call = one.calls[0]
        plain = one.role == "create" and call.kind == "json" and call.verb == "POST" and not one.endpoint.operation
        if not plain or one.pattern is None or one.body_at is None or one.key_at is not None or not one.made:
            continue
        there = {other.role for other in operations if other.kind is one.kind}
        slash = one.endpoint.path.endswith("/")
        if VERBS & set(path_words(one.endpoint.path)[-1:]):
            continue  # what is done stands in the path: `todo.create`
        parents, _, last = one.endpoint.path.rstrip("/").rpartition("/")
        base, dot, ending = last.partition(".")
        path = f"{parents}/{base}/*{dot}{ending}" + ("/" if slash else "")
        like, pattern = _shown_like(one, operations)
        for role, method in (("update", verb), ("delete", "DELETE"), ("read", "GET")):
            if role in there or (role == "update" and there & {"replace", "replace_all"}):
                continue
            made = replace(one, role=role, endpoint=replace(one.endpoint, verb=method, path=path), verb="")
            made.key_at = Where("segments", (path.count("*") - 1,))
            made.calls = [_call(call, method, role)]
            made.guessed = like
            made.sure, made.proof, made.made = SURE, "guessed from how it is created", one.made[:1]
            made.pattern = None if role == "delete" else pattern
            found.append(made)
    return found


def _shown_like(one: Operation, operations: Sequence[Operation]) -> tuple[Endpoint, Pattern | None]:
    """(endpoint, place) that shows entities as an answer about one would: the create, unless its answer has little more
    than the key (`[{"id": 4}]`) and a list has all of them; then the answer is taken for what the list has of it."""
    lists = [other for other in operations if other.kind is one.kind and other.role == "list"]
    most = max(lists, key=lambda other: len(other.told()), default=one)
    return (most.endpoint, ()) if len(most.told()) > 2 * len(one.told()) else (one.endpoint, one.pattern)


def _call(call: Call, method: str, role: str) -> Call:
    status = 204 if role == "delete" else 200
    return replace(call, verb=method, method=method, status=status, mutation=role != "read", location="")
