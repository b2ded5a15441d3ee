"""Operations that were not recorded but follow from those that were: what can be created at an address can be changed
and deleted below it, in the way in which the app changes and deletes others. Least sure of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from awe_author.features.discover.calls import Call
from awe_author.features.discover.kinds import VERBS
from awe_author.features.discover.names import path_words
from awe_author.features.discover.operations import Operation
from awe_author.features.discover.places import Where

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
        base, dot, ending = one.endpoint.path.rstrip("/").partition(".")
        path = f"{base}/*{dot}{ending}" + ("/" if slash else "")
        for role, method in (("update", verb), ("delete", "DELETE"), ("read", "GET")):
            if role in there or (role == "update" and there & {"replace", "replace_all"}):
                continue
            made = replace(one, role=role, endpoint=replace(one.endpoint, verb=method, path=path), verb="")
            made.key_at = Where("segments", (path.count("*") - 1,))
            made.calls = [_call(call, method, role)]
            made.guessed = one.endpoint
            made.sure, made.proof, made.made = SURE, "guessed from how it is created", one.made[:1]
            made.pattern = None if role == "delete" else one.pattern
            found.append(made)
    return found


def _call(call: Call, method: str, role: str) -> Call:
    status = 204 if role == "delete" else 200
    return replace(call, verb=method, method=method, status=status, mutation=role != "read", location="")
