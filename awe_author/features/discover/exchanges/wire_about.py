"""Requests that say in their body of which collection they are (`features.forms.about`): told by members called so,
whose words stand in addresses of the same API, or of which there are several; and by one member, or parameter, that
many addresses of an API have (`doctype`, `module`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from awe_author.features.api.parts import READS, named_read
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import custom_method
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.about import EACH, QUERY, About, word_at, word_of
from awe_author.features.forms.model import Form
from awe_author.queries import parse_qsl

NAMES = re.compile(r"(collection|table|entity|resource|dataset|object|model)(_(id|name|type))?\Z")
EVERYWHERE = re.compile(r"(\w+_)?(doc_?type|object_?type|entity_?type|record_?type|module|entity_?name|object_?name)\Z")
"""What a member is called that says everywhere in an API what a request is about."""
LEAST = 2
MANY = 3
"""Addresses that have such a member."""
DEEPEST = 5


def about_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """The form of each address."""
    told = list(_everywhere(messages))
    yield from told
    yield from _of_reads([one for one in messages if not any(form.on.endswith(one.path) for form in told)])


def _everywhere(messages: Sequence[Message]) -> Iterator[About]:
    """The forms of addresses that say by one member of what they are, as the others of their API do."""
    found: dict[tuple[str, str], dict[tuple[str, str, tuple[str, ...]], set[str]]] = {}
    for one in messages:
        for place in _named_places(one):
            word = word_of(one.sent, place)
            name = EVERYWHERE.match(snake(place[-1]))
            if word is not None and name is not None:
                mine = found.setdefault((one.origin, name[2].replace("_", "")), {})
                mine.setdefault((one.sent.method, one.path, place), set()).add(word)
    for mine in found.values():
        paths = {path for _, path, _ in mine}
        words = {word for said in mine.values() for word in said}
        if len(paths) < MANY or len(words) < LEAST or words & {part for path in paths for part in path.split("/")}:
            continue
        taken: set[tuple[str, str]] = set()
        for method, path, place in sorted(mine, key=lambda one: len(one[2])):
            if (method, path) not in taken:
                taken.add((method, path))
                yield About(f"{method} {path}", place, len(place) == 1 or place[0] == QUERY)


def _named_places(one: Message) -> Iterator[tuple[str, ...]]:
    """Where a request may say what it is about: in its query, its body, or an object in that."""
    yield from ((QUERY, name) for name in dict(parse_qsl(one.sent.url.partition("?")[2])))
    for name, value in one.sent.body.items() if isinstance(one.sent.body, dict) else ():
        yield (name,)
        yield from ((name, inner) for inner in value) if isinstance(value, dict) else ()


def _of_reads(messages: Sequence[Message]) -> Iterator[About]:
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
