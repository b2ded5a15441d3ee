"""What JSON in documents says of the page, and not of an entity: scripts are told there which page they are on.

`{"page": "tea", "section": "", "doing": "show"}` in every document is no entity, though it has a key: each member is
the same in all documents, a part of the key, or goes by the address without the key (what is done with it), and says
several things of one key while nothing was written.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.sightings import Sighting

SEVERAL = 2
"""Entities that it would be about, at least."""


def tells_of_the_page(kind: Kind, calls: Sequence[Call]) -> bool:
    """Is a kind nothing but what documents say of themselves?"""
    sightings = list(kind.sightings())
    if not all(one.call.html and one.place and "*" not in one.pattern for one in sightings):
        return False
    keys = {one.value.get(kind.key) for one in sightings} - {None, ""}
    if len(keys) < SEVERAL or not all(isinstance(key, str) for key in keys):
        return False
    names = {name for one in sightings for name in one.value} - {kind.key}
    by_page = [name for name in names if not _told_by_key(name, kind.key, sightings)]
    return bool(by_page) and all(_goes_by_address(name, kind.key, sightings, calls) for name in by_page)


def _told_by_key(name: str, key: str, sightings: Sequence[Sighting]) -> bool:
    """Is a member always the same, or nothing but a part of the key?"""
    values = [(one.value.get(name), one.value.get(key)) for one in sightings]
    if len({json.dumps(value) for value, _ in values}) == 1:
        return True
    return all(value in (None, "") or (isinstance(value, str) and value in str(of)) for value, of in values)


def _goes_by_address(name: str, key: str, sightings: Sequence[Sighting], calls: Sequence[Call]) -> bool:
    """Is a member told by the address without the key, and was it another for one key while nothing was written?"""
    told: dict[Any, set[str]] = {}
    for one in sightings:
        told.setdefault(_without(one.call, str(one.value.get(key))), set()).add(json.dumps(one.value.get(name)))
    if any(len(values) > 1 for values in told.values()):
        return False
    written = [call.seq for call in calls if call.mutation]
    last: dict[Any, tuple[int, Any]] = {}
    for one in sightings:
        of, value = one.value.get(key), one.value.get(name)
        seq, before = last.get(of, (one.call.seq, value))
        if value != before and not any(seq < at <= one.call.seq for at in written):
            return True
        last[of] = one.call.seq, value
    return False


def _without(call: Call, key: str) -> tuple[Any, ...]:
    """The address of a document without a key in it."""
    path = tuple("*" if unquote(part) == key else part for part in call.path.split("/"))
    return call.origin, path, tuple(sorted((name, "*" if said == key else said) for name, said in call.query))
