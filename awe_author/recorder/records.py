"""Which more pages of a scripted app to open after the steps: of records that replies list of which one was opened.

The rows of such an app are often no links: a script opens `/people/7` when a row is clicked. That an opened address
names a record is told by the requests that its page made with the same key, and which other records there are by the
list replies that have the key in one of their fields. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.exchanges.sightings import objects
from awe_author.recorder.rows import does_something

EACH = 12
"""Records of one list: a page of a scripted app takes seconds to come."""
LEAST = 2
"""Records that make a list."""
DEEP = 8
"""Levels of a reply in which lists are looked for."""
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
                    urls |= dict.fromkeys(f"{before}{quote(other, safe='')}{behind}" for other in column.keys)
    taken = ([url for url in urls if url not in known][:EACH] for urls in found.values())
    return [*dict.fromkeys(url for url in chain.from_iterable(zip_longest(*taken)) if url is not None)][:most]


def _is_of(key: str, column: _Column, replies: Iterable[Any]) -> bool:
    """Does a reply have the record with this key, with fields as in the list? Others may have the same number."""
    records = (one for reply in replies for _, _, one in objects(reply, DEEP) if str(one.get(column.name)) == key)
    return any(len(column.fields & {*one}) * 2 >= len(column.fields) for one in records)


def _parts(url: str) -> Iterator[tuple[str, str, str]]:
    """(what stands before it, the key, what stands behind it) for each part of an address that looks like a key: of its
    path, of its parameters, and of the route in its fragment."""
    start = url.find("/", url.find("://") + 3)
    place = start if start >= 0 else len(url)
    while place < len(url):
        end = min((at for at in (url.find(sign, place) for sign in "/?#&=") if at >= 0), default=len(url))
        name = url[:place].rstrip("=").rpartition("&")[2].rpartition("?")[2] if url[place - 1 : place] == "=" else ""
        if looks_like_id(unquote(url[place:end])) and name.lower() not in _PAGING and not _counts(url[:place]):
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
            if len({*keys}) == len(rows) and all(looks_like_id(key) for key in keys):
                yield _Column(name, keys, frozenset(rows[0]))


def _lists(value: Any, deep: int) -> Iterator[list[dict[str, Any]]]:
    if isinstance(value, list) and len(value) >= LEAST and all(isinstance(one, dict) for one in value):
        yield value
    for part in _inner(value) if deep else ():
        yield from _lists(part, deep - 1)


def _inner(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
