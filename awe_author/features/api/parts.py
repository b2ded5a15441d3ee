"""Which recorded exchanges, or parts of a batch, asked exactly the same: GraphQL by text and variables, JSON-RPC by
method and parameters. Clients put together in batches what happens to be asked at a time, so that a part may have been
recorded alone, or beside others."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import orjson

from awe_author.archive import graphql
from awe_author.archive.canonical import SAFE_METHODS
from awe_author.features.api.asked import Asked
from awe_author.json_types import Json

Found = TypeVar("Found")
MOST = 20_000
"""Questions that are kept."""
READS = re.compile(
    r"(?:^|[:./_-])(?:(?:post|run)(?=[A-Z]))?((?:(?<=post)|(?<=run))(?:Get|List|Find|Search|Fetch|Query|Read)|get|list|find|search|fetch|query|read|count|load|show|lookup|filter|suggest|autocomplete|info|retrieve"
    r"|browse|describe|details?)(?=$|[./_A-Z-])[^/.]*/?$"
)
"""Methods and last parts of paths that ask although they are sent like writes."""
_CHANGES = frozenset(
    {"add", "change", "clear", "create", "delete", "destroy", "insert", "mark", "modify", "move", "pop", "put"}
) | frozenset({"remove", "replace", "reset", "save", "set", "store", "update", "upsert", "write"})
"""Words of a method that changes something, whatever it asks beside (`getOrCreate`, `messages.mark_read`)."""
_SENT = frozenset({"post", "patch"})
"""Methods of HTTP that write, beside those."""
_ASKS = frozenset({"get", "list", "find", "search", "fetch", "query", "read", "count"})
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def named_read(name: str) -> bool:
    """Does the name of what is done begin or end with a word for asking, and has none for a change: `tableList`?"""
    words = [word.lower() for word in _WORD.findall(name)]
    return len(words) > 1 and bool(_ASKS & {words[0], words[-1]}) and not _CHANGES & {*words}


def called_after_many(name: str) -> bool:
    """Is a method called after things, in the plural, and no word in it changes anything: `case.properties`? What is
    told to be done ends otherwise (`process`, `discuss`, `focus`); what is sent with each of several records
    is called after the method and them (`post_boats`, `features.forms.each`)."""
    words = [word.lower() for word in _WORD.findall(name)]
    last = words[-1] if words else ""
    return re.fullmatch(r".{2,}[^suia]s", last) is not None and not (_CHANGES | _SENT) & {*words}


def asks(asked: Asked) -> bool:
    """Does a request, or one part of a batch, only ask? By its method where that is a safe one, GraphQL by its
    operation (of a stored one nobody knows), JSON-RPC by its method's name. What cannot be told is a write."""
    if asked.method in SAFE_METHODS:
        return True
    if not isinstance(asked.body, dict):
        return False
    if asked.kind == "jsonrpc":
        name = str(asked.body.get("method"))
        reads = READS.search(name) is not None or called_after_many(name)
        return reads and not _CHANGES & {word.lower() for word in _WORD.findall(name)}
    one = graphql.operation(asked.body)
    return one is not None and one.kind == "query"


def named(asked: Asked) -> str:
    """What a request, or one part of a batch, is called: JSON-RPC method, GraphQL operation; "" when it has no name."""
    if not isinstance(asked.body, dict):
        return ""
    if asked.kind == "jsonrpc":
        return str(asked.body.get("method"))[:200]
    one = graphql.operation(asked.body)
    return (one.name or one.kind)[:200] if one is not None else ""


class Parts(Generic[Found]):
    """What was asked -> what is known of each time that it was, in recorded order."""

    def __init__(self, *, writes: bool = False) -> None:
        """`writes`: of writes; else of reads."""
        self._writes = writes
        self._found: dict[tuple[str, bytes], list[Found]] = {}
        self._count = 0

    def take(self, asked: Asked, made: Callable[[int | None], Found]) -> None:
        """Keep a request. `made`: gives what is known of its part of this number, or of all of it."""
        for number, one in each(asked):
            key = self._key(one)
            if key is not None and self._count < MOST:
                self._found.setdefault(key, []).append(made(number))
                self._count += 1

    def find(self, asked: Asked) -> Sequence[Found]:
        """What is known of a request that is no batch."""
        key = self._key(asked)
        return self._found.get(key, ()) if key is not None else ()

    def _key(self, asked: Asked) -> tuple[str, bytes] | None:
        return _key(asked) if asks(asked) is not self._writes else None


def each(asked: Asked) -> list[tuple[int | None, Asked]]:
    """The parts of a batch with their places; what is none by itself."""
    return [(number, asked.part(body)) for number, body in enumerate(asked.batch)] if asked.batch else [(None, asked)]


def _key(asked: Asked) -> tuple[str, bytes] | None:
    if not asked.kind or not isinstance(asked.body, dict):
        return None
    if asked.kind == "jsonrpc":
        said: Json = [asked.body.get("method"), asked.body.get("params")]
        return asked.url.partition("?")[0], orjson.dumps(said, option=orjson.OPT_SORT_KEYS)  # pages count in the query
    else:
        one = graphql.operation(asked.body)
        if one is None:
            return None
        said = [one.query, one.variables or None]
    return asked.url, orjson.dumps(said, option=orjson.OPT_SORT_KEYS)
