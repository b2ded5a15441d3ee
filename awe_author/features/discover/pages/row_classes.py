"""Fields that rows do not say, but look like: `class="prio2"`, `color2-odd`, `priority-high`.

The class holds the place of a choice in the list that a form has, its value there, or its words. That is believed where
rows of entities whose choice is known at that time tell it, two different ones at least, and none tells otherwise. Rows
then have the field as if they had said it: lists are sorted by it, and entities that nobody opened have it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from bs4 import Tag

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.row_looks import PASSING

LEAST = 2
"""Choices that rows of known entities tell."""
_PARTS = re.compile(r"(.*?[^\W\d_])[-_]?(\d+)|([^\W_]+)[-_](.+)")
Look = tuple[str, str]
"""(what a class begins with, its number or words)"""
Way = Callable[[int, str, str], str]
"""What a class says of a choice, by its place in the form, its value there, and its label."""
WAYS: tuple[Way, ...] = (
    lambda place, value, label: str(place + 1),
    lambda place, value, label: str(place),
    lambda place, value, label: value,
    lambda place, value, label: snake(label),
)


def add_looks(made: PageKind, lists: Sequence[tuple[Page, Rows]], told: Kind | None) -> None:
    """Gives rows the choices that their classes tell. `told`: what JSON in documents tells of the same entities."""
    rows = [(page.seq, row) for page, rows in lists for row in rows.rows]
    looks = {id(row): dict(_looks(row.tag)) for _, row in rows if row.tag is not None}
    states = _states(told)
    for sent, name in made.sent.items():
        labels = made.labels.get(sent, {})
        silent = [row for _, row in rows if name not in row.values]
        if len(labels) <= LEAST or not silent:
            continue
        known = [(looks.get(id(row), {}), labels.get(said, said)) for seq, row in rows
                 if (said := row.values.get(name) or _at(states.get(row.key, ()), name, seq)) is not None]  # fmt: skip
        meant = _told(known, labels)
        for row in silent:
            mine = [meant.get(begins, {}).get(look) for begins, look in looks.get(id(row), {}).items()]
            if (label := next(filter(None, mine), None)) is not None:
                row.values[name] = label


def _looks(tag: Tag) -> Iterator[Look]:
    for one in tag.get_attribute_list("class"):
        plain = re.sub(r"^[-_]+|[-_]+$", "", PASSING.sub("", str(one or "")))
        if (parts := _PARTS.fullmatch(plain)) is not None:
            yield (parts[1] or parts[3]).rstrip("-_"), parts[2] or snake(parts[4])


def _states(told: Kind | None) -> Mapping[str, list[tuple[int, Mapping[str, object]]]]:
    """What was told of each entity, in order."""
    found: dict[str, list[tuple[int, Mapping[str, object]]]] = {}
    if told is None:
        return found
    for one in sorted(told.sightings(), key=lambda one: one.call.seq):
        found.setdefault(str(one.value.get(told.key)), []).append((one.call.seq, one.value))
    return found


def _at(states: Sequence[tuple[int, Mapping[str, object]]], name: str, seq: int) -> str | None:
    """A field as it was: what was told of it before and after is the same."""
    before = next((value[name] for at, value in reversed(states) if at <= seq and name in value), None)
    after = next((value[name] for at, value in states if at > seq and name in value), before)
    return str(before) if before is not None and before == after else None


def _told(known: Sequence[tuple[Mapping[str, str], str]], labels: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What classes begin with that tell the choice -> what they then say -> label."""
    found: dict[str, dict[str, str]] = {}
    for begins in sorted({one for looks, _ in known for one in looks}):
        mine = {(looks[begins], label) for looks, label in known if begins in looks}
        for way in WAYS:
            meant = {way(place, value, label): label for place, (value, label) in enumerate(labels.items())}
            fits = all(meant.get(said) == label for said, label in mine)
            if fits and len({label for _, label in mine}) >= LEAST and len(meant) == len(labels):
                found.setdefault(begins, meant)
    return found
