"""Writes of things by their names, of which nothing is ever seen again: acknowledged for other names, too.

Some apps have their data in the page and only save what changes: `PUT /notes/NAME`, the name once more in the body, and
an empty answer. That a part of the address is a name, and not what is to be done, is told by the body that repeats it;
of a `DELETE` without a body by names that such writes had.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.replies.constants import Constant

ENOUGH = 2
"""Names in one place of an address, at least."""


def named_writes(found: Iterable[Constant]) -> list[Constant]:
    """One for each address with a name in it, where several were acknowledged alike. `found`: with one answer each."""
    groups: dict[tuple[int, tuple[str, ...]], list[tuple[str, Constant]]] = {}
    for one in found:
        if one.calls[0].mutation and not (one.mirrored or one.said or one.has or one.lacks or "*" in one.endpoint.path):
            for place, name in enumerate(one.calls[0].segments):
                groups.setdefault((place, _around(one, place)), []).append((name, one))
    names: set[str] = set()
    made = []
    for (place, (method, *_)), several in sorted(groups.items(), key=lambda item: item[0][1][0] == "DELETE"):
        told = {name for name, _ in several}
        calls = [call for _, one in several for call in one.calls]
        sure = len(told & names) >= ENOUGH if method == "DELETE" else _repeated(calls, place)
        if len(told) < ENOUGH or not sure:
            continue
        names |= told
        endpoint = several[0][1].endpoint
        path = "/" + "/".join("*" if at == place else part for at, part in enumerate(calls[0].parts))
        made.append(Constant(replace(endpoint, path=path), calls))
    return made


def _around(one: Constant, place: int) -> tuple[str, ...]:
    """What writes must have in common; the method comes first."""
    call, endpoint = one.calls[0], one.endpoint
    alike = (call.method, endpoint.origin, endpoint.operation, str(call.status), repr(call.answer))
    return (*alike, *call.parts[:place], "*", *call.parts[place + 1 :])


def _repeated(calls: Iterable[Call], place: int) -> bool:
    """Does one and the same member of every body say what stands in this place of the address?"""
    fields = [set(_saying(call, call.segments[place])) for call in calls]
    return bool(fields and set.intersection(*fields))


def _saying(call: Call, name: str) -> Iterator[str]:
    if isinstance(call.body, dict):
        yield from (field for field, value in call.body.items() if value == name)
