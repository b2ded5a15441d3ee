"""Several requests in one: GraphQL clients send lists of operations, JSON-RPC lists of calls. Each part is looked at as
if it had been sent alone; a mock answers batches from features for their parts (`api.engine`).
"""

from __future__ import annotations

from typing import Any

import orjson

from awe_author.archive.request_body import NotJson
from awe_author.features.api.asked import json_value, kind_of

MOST = 500
"""Parts of one request that are looked at."""


class PartSeq(int):
    """The number of an exchange with the place of one of its parts: after the exchange's own and its earlier parts',
    before the next exchange's. Shown as the exchange's number."""

    part: int

    def __new__(cls, seq: int, part: int) -> PartSeq:
        made = super().__new__(cls, seq)
        made.part = part
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and _place(self) == _place(other)

    def __ne__(self, other: object) -> bool:  # else that of int
        return not self == other

    def __lt__(self, other: int) -> bool:
        return _place(self) < _place(other)

    def __le__(self, other: int) -> bool:
        return _place(self) <= _place(other)

    def __gt__(self, other: int) -> bool:
        return _place(self) > _place(other)

    def __ge__(self, other: int) -> bool:
        return _place(self) >= _place(other)

    def __hash__(self) -> int:
        return hash(_place(self)) if self.part else int.__hash__(self)


def _place(one: int) -> tuple[int, int]:
    return (int(one), one.part) if isinstance(one, PartSeq) else (int(one), 0)


def parts_of(request: bytes, answer: bytes) -> list[tuple[bytes, bytes]]:
    """(request, answer) of each part, as JSON; empty when it is no batch, or its answer is none to it. An answer
    belongs to a JSON-RPC call by its id, to a GraphQL operation by its place."""
    if request.lstrip()[:1] != b"[" or answer.lstrip()[:1] != b"[":
        return []
    try:
        asked, told = json_value(request), json_value(answer)
    except NotJson:
        return []
    if not isinstance(asked, list) or not isinstance(told, list) or not 0 < len(asked) <= MOST:
        return []
    kinds = {kind_of(one) for one in asked}
    if kinds == {"jsonrpc"}:
        by_id = {str(one["id"]): one for one in told if isinstance(one, dict) and "id" in one}
        pairs: list[tuple[Any, Any]] = [(one, by_id.get(str(one.get("id")))) for one in asked if isinstance(one, dict)]
    elif kinds == {"graphql"} and len(asked) == len(told):
        pairs = list(zip(asked, told, strict=True))
    else:
        return []
    return [(orjson.dumps(one), b"" if answered is None else orjson.dumps(answered)) for one, answered in pairs]
