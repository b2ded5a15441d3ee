"""Identifiers that answers and requests say, by which parts of addresses are told that no shape tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from awe_author.features.discover.common.names import ENVELOPE, IDS
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import DEEPEST, KEY_NAMES, LONGER, keylike

_SERIAL = re.compile(
    r"[A-Za-z]{1,12}[-_](?=[\w-]*\d)[\w-]+\Z|(?=(?:\D*\d){4})(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9-]{5,}(\.[a-z]{2,4})?\Z"
)
"""Letters with a number or token: `SO-2024-0001`, `cus_Na6dX7`, `INC0010023`, `00Q000002`, `51AF-6B09-2.ics`."""


_SHORT = re.compile(r"(?=.?[A-Za-z])\w{1,2}\Z")
"""One or two letters, or a letter and a digit."""


def short_keys(calls: Iterable[Call]) -> frozenset[str]:
    """`contacts/c1` for each short part of an address right below that of a list which shows a record with that id."""
    shown: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    named: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for call in calls:
        for place, part in enumerate(call.segments):
            if place and _SHORT.match(part):
                named.setdefault((call.origin, tuple(call.segments[:place])), set()).add(part)
        if call.status < 300 and not call.html:
            shown.setdefault((call.origin, tuple(call.segments)), set()).update(id_values(call.answer))
    found = ((way, keys & shown.get((origin, way), set())) for (origin, way), keys in named.items())
    return frozenset(f"{way[-1]}/{key}" for way, keys in found for key in keys)


def id_values(value: Any, depth: int = 0) -> Iterator[str]:
    """Values of the fields that are keys by name, anywhere in a document."""
    if depth > DEEPEST:
        return
    if isinstance(value, dict):
        for name, inner in value.items():
            if keylike(inner) and (name in IDS or (name.lower() in KEY_NAMES and _SERIAL.match(str(inner)))):
                yield str(inner)
            elif isinstance(inner, str) and 5 < len(inner) < 121 and LONGER.search(name) and re.search(r"\d", inner):
                yield inner
            elif isinstance(inner, dict | list):
                yield from id_values(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value[:2000]:
            yield from id_values(inner, depth + 1)


def known_ids(calls: Iterable[Call]) -> frozenset[str]:
    """Identifiers in answers that are no names of parts of paths themselves, and those that pages made: sent with a
    write, and asked for by an address that ends in them. Of these only such with letters and digits (`crew1`). Those
    that are letters with a number (`INC0010023`, `grp_01kx7a`) are no names of parts, whatever follows them."""
    calls = list(calls)
    found = {value for call in calls for value in id_values(call.answer)}
    sent = {value for call in calls if call.mutation for value in id_values(call.body)}
    asked = {call.segments[-1] for call in calls if call.segments and not call.mutation}
    found |= {one for one in sent & asked if re.search(r"[A-Za-z]", one) and re.search(r"\d", one)}
    stems = {part for call in calls if call.answer is not None for part in call.segments[:-1]}
    return frozenset(found - {one for one in stems - _opened(calls) if not _SERIAL.match(one)})


def _opened(calls: Iterable[Call]) -> set[str]:
    """Texts of letters and digits at which addresses end whose answers are records that are called so: what follows
    them in other addresses (`/issue/ACME-8/transitions`) does not make them names of parts."""
    read = (call for call in calls if call.segments and not call.mutation and isinstance(call.answer, dict))
    return {
        call.segments[-1] for call in read
        if re.search(r"[A-Za-z].*\d|\d.*[A-Za-z]", call.segments[-1])
        and any(one == call.segments[-1] for one in _ids_at_top(call.answer))
    }  # fmt: skip


def _ids_at_top(answer: dict[str, Any]) -> Iterator[str]:
    """What a record, or the one in its envelope, says in the fields that are keys by name."""
    inner = [value for name, value in answer.items() if isinstance(value, dict) and name.lower() in ENVELOPE]
    for record in (answer, *inner):
        yield from (str(record[name]) for name in KEY_NAMES if name in record and keylike(record[name]))
