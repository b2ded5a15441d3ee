"""What requests say in a form of the client's making: JSON in the only field of a form (`features.forms.packed`),
changes as lists of operations (`features.forms.patched`), reads that are sent as posts and say so in a header
(`features.forms.overridden`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.overridden import MEANT, Overridden
from awe_author.features.forms.packed import Packed, unpacked
from awe_author.features.forms.patched import Patched, merged

LEAST = 2
"""Requests that have to be written so."""
_OVERRIDE = re.compile(r"x-([\w-]+-)?(http-)?method(-override)?\Z")


def packed_forms(messages: Sequence[Message]) -> Iterable[Packed]:
    """One for each origin and field."""
    found: dict[tuple[str, str], list[Message]] = {}
    for one in messages:
        if isinstance(one.sent.body, dict) and one.sent.method != MEANT:
            for field in one.sent.body:
                if unpacked(one.sent.body, field) is not None:
                    found.setdefault((one.origin, field), []).append(one)
    for (_, field), mine in found.items():
        if len(mine) >= LEAST and any(one.answer is not None for one in mine):
            yield Packed(f"* {_common(mine)}*", field)


def patched_forms(messages: Sequence[Message]) -> Iterable[Patched]:
    """One for each origin and method."""
    found: dict[tuple[str, str], list[Message]] = {}
    for one in messages:
        if merged(one.sent.body) is not None and one.status < 400:
            found.setdefault((one.origin, one.sent.method), []).append(one)
    for (_, method), mine in found.items():
        yield Patched(f"{method} {_common(mine)}*")


def overridden_forms(messages: Sequence[Message]) -> Iterable[Overridden]:
    """One for each origin and header."""
    found: dict[tuple[str, str], list[Message]] = {}
    for one in messages:
        header = _overriding(one) if one.sent.method == "POST" else ""
        if header:
            found.setdefault((one.origin, header), []).append(one)
    for (_, header), mine in found.items():
        if any(one.answer is not None and 200 <= one.status < 300 for one in mine):
            yield Overridden(f"POST {_common(mine)}*", header)


def _overriding(one: Message) -> str:
    """The header that says that a GET is meant."""
    said = [name.lower() for name, value in one.sent.headers if value.strip().upper() == MEANT]
    return next((name for name in said if _OVERRIDE.match(name)), "")


def _common(messages: Sequence[Message]) -> str:
    """The parts that all their addresses begin with, with the slash after them; one address alone, without its end."""
    parts = [one.path.split("/")[:-1] for one in messages]
    same = 3
    while same < min(map(len, parts)) and len({one[same] for one in parts}) == 1:
        same += 1
    return "/".join(parts[0][:same]) + "/"
