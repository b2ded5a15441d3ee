"""Which fields are keys because pages choose them: `PUT /notes/Tea` with `{"name": "Tea"}`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.exchanges.calls import Call

ENOUGH = 2
"""Different addresses that have to say it."""
LONGEST = 200


def put_keys(calls: Sequence[Call]) -> dict[str, set[str]]:
    """Field -> its values, of fields whose text is the last part of the address in every put that sends them."""
    found: dict[str, set[str]] = {}
    wrong: set[str] = set()
    for call in calls:
        if call.verb != "PUT" or call.status >= 400 or len(call.segments) < 2 or not isinstance(call.body, dict):
            continue
        for name, value in call.body.items():
            if isinstance(value, str) and value == call.segments[-1] and 0 < len(value) <= LONGEST:
                found.setdefault(name, set()).add(value)
            else:
                wrong.add(name)
    return {name: values for name, values in found.items() if len(values) >= ENOUGH and name not in wrong}


def put_parts(calls: Sequence[Call]) -> frozenset[str]:
    """Last parts of addresses that name entities by such a field: put there, or shown with that text."""
    names = put_keys(calls)
    if not names:
        return frozenset()
    known = set().union(*names.values())
    for call in calls:
        known |= _values(call.answer, names)
    stems = {part for call in calls for part in call.segments[:-1]}
    return frozenset(call.segments[-1] for call in calls if call.segments and call.segments[-1] in known) - stems


def _values(value: Any, names: dict[str, set[str]], depth: int = 0) -> set[str]:
    if isinstance(value, list):
        return set().union(*(_values(one, names, depth + 1) for one in value)) if depth < 6 and value else set()
    if not isinstance(value, dict) or depth > 6:
        return set()
    found = {one for name, one in value.items() if name in names and isinstance(one, str)}
    return found.union(*(_values(one, names, depth + 1) for one in value.values() if isinstance(one, dict | list)))
