"""Requests that say in their body of which collection they are (`features.forms.about`): told by members called so,
whose words stand in addresses of the same API, or of which there are several."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from awe_author.features.api.parts import READS, named_read
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import custom_method
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.about import EACH, About, word_at
from awe_author.features.forms.model import Form

NAMES = re.compile(r"(collection|table|entity|resource|dataset|object|model)(_(id|name|type))?\Z")
LEAST = 2
DEEPEST = 5


def about_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """The form of each address."""
    groups: dict[str, list[Message]] = {}
    for one in messages:
        if one.sent.method == "POST" and isinstance(one.sent.body, dict) and not one.sent.is_form and _asks(one.path):
            groups.setdefault(one.path, []).append(one)
    for path, mine in groups.items():
        parts = {part for one in messages if one.origin == mine[0].origin for part in one.path.split("/")[3:]}
        calls = any({"query", "jsonrpc"} & one.sent.body.keys() for one in mine if isinstance(one.sent.body, dict))
        for place in dict.fromkeys(_places(mine[0].sent.body)) if not calls else ():
            words = {word_at(one.sent.body, place) for one in mine}
            told = None not in words and (len(words) >= LEAST or words <= parts)
            if told and not words & {*path.split("/")}:
                yield About(f"POST {path}", place)
                break


def _asks(path: str) -> bool:
    """Does the last part of an address say that it only asks?"""
    return READS.search(path) is not None or named_read(custom_method(path))


def _places(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where a body may say a collection."""
    if isinstance(value, list) and len(value) == 1 and len(place) < DEEPEST:
        yield from _places(value[0], (*place, EACH))
    for name, one in value.items() if isinstance(value, dict) and len(place) < DEEPEST else ():
        if isinstance(one, str) and NAMES.match(snake(name)):
            yield (*place, name)
        else:
            yield from _places(one, (*place, name))
