"""Names that pages make up for their WebSockets (`wss://app.test/push?client=l0hfx9bo0a`): another one at each load.

A parameter holds one when every recorded connection of the address has another random value in it, two at least, and no
other recorded request says any of them: the key of a document would stand in the address of its page. What is called
after an identity (`clientId`) takes three. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from awe_author.archive.model import Entry, Index
from awe_author.archive.rules import names_a_thing

RULE = "name of a connection"
LEAST, LEAST_IDENTITIES = 2, 3
MOST = 400
"""Connections looked at."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{8,64}")
_MIXED = re.compile(r"[A-Za-z_-]*\d[\d_-]*[A-Za-z]|[\d_-]*[A-Za-z][A-Za-z_-]*\d")


def connection_names(
    asked: Mapping[str, str], recorded: Sequence[tuple[Entry, Mapping[str, str]]], index: Index
) -> frozenset[str]:
    """The parameters of a connection that hold such names. `asked`: its own; `recorded`: connections of the address,
    with theirs."""
    found = set()
    for name, value in asked.items():
        values = [theirs.get(name, "") for _, theirs in recorded[:MOST]]
        least = LEAST_IDENTITIES if names_a_thing(name) else LEAST
        if name.startswith("query:") and len(values) >= least and _made_up([*values, value]):
            found.add(name)
    return frozenset(name for name in found if not _said_elsewhere(name, recorded[:MOST], index))


def _made_up(values: Sequence[str]) -> bool:
    """Are these tokens of one length, no two alike, of letters and digits in most?"""
    alike = len({*map(len, values)}) == 1 and len({*values}) == len(values)
    mixed = sum(_MIXED.match(value) is not None for value in values)
    return alike and all(map(_TOKEN.fullmatch, values)) and mixed * 2 > len(values)


def _said_elsewhere(name: str, recorded: Sequence[tuple[Entry, Mapping[str, str]]], index: Index) -> bool:
    """Does the address of another request hold one of the values?"""
    mine = {entry.seq for entry, _ in recorded}
    values = [theirs[name] for _, theirs in recorded]
    urls = (entry.url for entry in index.entries() if entry.seq not in mine)
    return any(value in url for url in urls for value in values)
