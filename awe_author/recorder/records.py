"""Which more pages of a scripted app to open after the steps: of records that replies list of which one was opened.

The rows of such an app are often no links: a script opens `/people/7` when a row is clicked. That an opened address
names a record is told by the requests that its page made with the same key, and which other records there are by the
list replies that have the key in one of their fields. A word may be a key, too (`/people/ada-berg`): where it is the
last key in the address, and a reply to a request that names it shows the one record that is called so. Pure.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.exchanges.sightings import objects
from awe_author.queries import parse_qsl
from awe_author.recorder.rows import does_something

EACH = 12
"""Records of one list: a page of a scripted app takes seconds to come."""
LEAST = 2
"""Records that make a list."""
DEEP = 8
"""Levels of a reply in which lists are looked for."""
HIGH = 2
"""Levels in which the record that a reply is about is looked for."""
_WORD = re.compile(r"(?=.*[^\W\d])[\w.~-]{2,60}")
"""A key that is a word, as addresses have it."""
_PAGING = frozenset({"page", "p", "offset", "start", "limit", "size", "step", "tab"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A request of a page."""

    url: str
    body: str
    """"" where it has none that is text."""
    reply: Any
    """The JSON of the reply; None where it is none."""


@dataclass(frozen=True, slots=True)
class _Column:
    """A field of a list of records in which all values are keys."""

    name: str
    keys: tuple[str, ...]
    fields: frozenset[str]
    """Of the records."""


def more_records(opened: Sequence[str], asked: Sequence[Asked], most: int) -> list[str]:
    """Addresses of further records, `most` in all, as many of each kind as it has. `opened`: addresses that the steps
    opened, with their fragments."""
    known, columns = {*opened}, [column for one in asked for column in _columns(one.reply, DEEP)]
    replies: dict[str, list[Any]] = {}
    for one in asked:
        for key in {*_named(one)}:
            replies.setdefault(key, []).append(one.reply)
    found: dict[tuple[str, str], dict[str, None]] = {}
    for url in opened:
        for before, key, behind in _parts(url):
            if key not in replies or does_something(before + behind):
                continue
            urls = found.setdefault((before, behind), {})
            for column in columns:
                if key in column.keys and _is_of(key, column, replies[key]):
                    others = (f"{before}{quote(other, safe='')}{behind}" for other in column.keys)
                    urls |= dict.fromkeys(other for other in others if not does_something(other))
    taken = ([url for url in urls if url not in known][:EACH] for urls in found.values())
    return [*dict.fromkeys(url for url in chain.from_iterable(zip_longest(*taken)) if url is not None)][:most]


def _is_of(key: str, column: _Column, replies: Iterable[Any]) -> bool:
    """Does a reply have the record with this key, with fields as in the list? Others may have the same number. A word
    may also say something of many: the reply has to be about that one."""
    for reply in replies:
        records = (one for _, _, one in objects(reply, DEEP)) if looks_like_id(key) else _alone(reply, HIGH)
        told = (column.fields & {*one} for one in records if str(one.get(column.name)) == key)
        if any(len(fields) * 2 >= len(column.fields) for fields in told):
            return True
    return False


def _alone(reply: Any, deep: int) -> Iterator[dict[str, Any]]:
    """The records of a reply that are in no list."""
    if isinstance(reply, dict):
        yield reply
        for part in reply.values() if deep else ():
            yield from _alone(part, deep - 1)


def _parts(url: str) -> Iterator[tuple[str, str, str]]:
    """(what stands before it, the key, what stands behind it) for each part of an address that may be a key: of its
    path, of its parameters, and of the route in its fragment; a word only where no other key stands behind it."""
    last = True
    for before, key, behind in reversed([*_all_parts(url)]):
        if looks_like_id(key):
            last = False
            yield before, key, behind
        elif last and _WORD.fullmatch(key) and not behind.startswith("="):
            yield before, key, behind


def _all_parts(url: str) -> Iterator[tuple[str, str, str]]:
    start = url.find("/", url.find("://") + 3)
    place = start if start >= 0 else len(url)
    while place < len(url):
        end = min((at for at in (url.find(sign, place) for sign in "/?#&=") if at >= 0), default=len(url))
        name = url[:place].rstrip("=").rpartition("&")[2].rpartition("?")[2] if url[place - 1 : place] == "=" else ""
        if place < end and name.lower() not in _PAGING and not _counts(url[:place]):
            yield url[:place], unquote(url[place:end]), url[end:]
        place = end + 1


def _counts(before: str) -> bool:
    """Is the number behind these parts one of a page?"""
    return before.rstrip("/").rpartition("/")[2].lower() in _PAGING


def _named(asked: Asked) -> Iterator[str]:
    """The keys that a request names."""
    parts = urlsplit(asked.url)
    yield from (unquote(part) for part in parts.path.split("/") if part)
    yield from (value for name, value in parse_qsl(parts.query) if name.lower() not in _PAGING)
    try:
        yield from (str(value) for _, value in leaves(json.loads(asked.body))) if asked.body else ()
    except ValueError:
        return


def _columns(value: Any, deep: int) -> Iterator[_Column]:
    """The fields of the lists of records in a reply whose values differ in all of them and look like keys."""
    for rows in _lists(value, deep):
        for name in rows[0]:
            told = [one.get(name) for one in rows]
            keys = tuple(str(one) for one in told if isinstance(one, str | int) and not isinstance(one, bool))
            alike = looks_like_id if all(looks_like_id(key) for key in keys) else _WORD.fullmatch
            if len({*keys}) == len(rows) and all(alike(key) for key in keys):
                yield _Column(name, keys, frozenset(rows[0]))


def _lists(value: Any, deep: int) -> Iterator[list[dict[str, Any]]]:
    if isinstance(value, list) and len(value) >= LEAST and all(isinstance(one, dict) for one in value):
        yield value
        yield from _wrapped(value)
    for part in _inner(value) if deep else ():
        yield from _lists(part, deep - 1)


def _wrapped(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The records in rows that only say their place or key besides: `{"cursor": "a", "node": {...}}`."""
    for name in rows[0]:
        told = [one.get(name) for one in rows]
        if all(isinstance(one, dict) and len(one) > len(rows[0]) for one in told):
            yield [one for one in told if isinstance(one, dict)]


def _inner(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
