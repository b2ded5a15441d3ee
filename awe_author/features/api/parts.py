"""Which recorded exchange, or part of a batch, asked exactly the same: GraphQL by text and variables, JSON-RPC by
method and parameters. Clients put together in batches what happens to be asked at a time, so that a part may have been
recorded alone, or beside others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import orjson

from awe_author.archive import graphql
from awe_author.features.api.asked import Asked
from awe_author.json_types import Json

Found = TypeVar("Found")
MOST = 20_000
"""Different questions that are kept."""


class Parts(Generic[Found]):
    """What was asked -> what is known of it."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, bytes], Found] = {}

    def take(self, asked: Asked, made: Callable[[int | None], Found]) -> None:
        """Keep a request. `made`: gives what is known of its part of this number, or of all of it."""
        for number, body in enumerate(asked.batch) if asked.batch else ((None, asked.body),):
            key = _key(asked, body)
            if key is not None and len(self._found) < MOST:
                self._found.setdefault(key, made(number))

    def find(self, asked: Asked) -> Found | None:
        """What is known of a request that is no batch."""
        key = _key(asked, asked.body)
        return self._found.get(key) if key is not None else None


def _key(asked: Asked, body: Json) -> tuple[str, bytes] | None:
    if not asked.kind or not isinstance(body, dict):
        return None
    if asked.kind == "jsonrpc":
        said: Json = [body.get("method"), body.get("params")]
    else:
        one = graphql.operation(body)
        if one is None or one.kind == "mutation":
            return None
        said = [one.query, one.variables or None]
    return asked.url, orjson.dumps(said, option=orjson.OPT_SORT_KEYS)
