"""Moments that a list makes up when it is asked: all rows say for `created_at` when the answer was made, though a read
of one of them says something older, and the list is in the order of what is not shown.

What such rows say is no news. Where requests sort by the field, that which explains the order takes its place: what
reads say, else a moment between those of the rows around. What comes to the front was made, or written, by then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from awe_author.features.discover.common.keys import date_of, moment_of
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.order_forms import DOWN
from awe_author.features.discover.exchanges.sightings import Group, Sighting
from awe_author.features.discover.lists.ordering import asked

LEAST = 3
"""Entities of such a list."""
NEAR = 3.0
"""Seconds between an answer and what is made up for it."""
APART = 10.0
"""Seconds between two looks at one entity, at least, or between its own moment and a look."""
STEP = 0.001
NOW = "string(now)"
_ISO = re.compile(r"\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?\Z")
_DIRECTION = re.compile(r"direction|desc|(^|_)dir\Z|order\Z", re.IGNORECASE)
_LATER = re.compile(r"offset|skip|start|page|from", re.IGNORECASE)
"""Parameters of later portions."""


def settle_asked_moments(kinds: Sequence[Kind]) -> None:
    """Note such fields in the groups, and what their rows would say."""
    for kind in kinds:
        for group in kind.groups if kind.source == "json" else ():
            names = [*group.fields()] if group.listed and len(group.keys()) >= LEAST else []
            told = {name: _told(kind, group, name) for name in names}
            made_up = [name for name in names if told[name] and _made_up(group, name, told[name])]
            group.asked = dict.fromkeys(made_up, NOW)
            by = next(
                (name for name in made_up if all(_way(one.call, name) is not None for one in group.sightings)), ""
            )
            renewed = _put_in_order(group, by, told[by]) if by else set()
            for name in made_up:
                if name != by:
                    _without_news(group, name, told[name], renewed)


def _told(kind: Kind, group: Group, name: str) -> dict[str, str]:
    """Key -> the first moment that other answers say, each older than the list's first look at it."""
    found: dict[str, str] = {}
    for other in kind.groups:
        for one in other.sightings if other is not group and not other.listed else ():
            moment, said = moment_of(one.value.get(name)), date_of(one.call.date)
            if moment is not None and said is not None and said - moment > APART:
                found.setdefault(str(one.value[kind.key]), str(one.value[name]))
    return found


def _made_up(group: Group, name: str, told: dict[str, str]) -> bool:
    """Do all rows say the moment of their answer, at looks that are apart, also of what others say older ones of?"""
    looks: dict[str, list[float]] = {}
    for one in group.sightings:
        value, said = one.value.get(name), date_of(one.call.date)
        moment = moment_of(value)
        if moment is None or said is None or abs(moment - said) > NEAR or not _ISO.match(str(value)):
            return False
        looks.setdefault(str(one.value[group.key]), []).append(moment)
    apart = [key for key, moments in looks.items() if max(moments) - min(moments) > APART]
    return len(apart) >= LEAST and any(key in looks for key in told)


def _put_in_order(group: Group, name: str, told: dict[str, str]) -> set[tuple[int, str]]:
    """Put in the place of what rows say what explains their order. (Call, key) of what came to the front."""
    known: dict[str, str] = {}
    made: list[Sighting] = []
    renewed: set[tuple[int, str]] = set()
    for call, rows in _looks(group):
        upwards = rows[::-1] if _way(call, name) else rows
        front = _explain(call, upwards, name, group.key, {"known": known, "told": told}, first=not made)
        renewed |= {(call.seq, key) for key in front}
        made += [replace(one, value={**one.value, name: known[str(one.value[group.key])]}) for one in rows]
    group.sightings = made
    return renewed


def _without_news(group: Group, name: str, told: dict[str, str], renewed: set[tuple[int, str]]) -> None:
    """Leave of a field only what other answers say, and what rows said when they came to the front."""
    known = dict(told)
    made: list[Sighting] = []
    for one in group.sightings:
        key = str(one.value[group.key])
        if (one.call.seq, key) in renewed:
            known[key] = str(one.value[name])
        rest = {own: inner for own, inner in one.value.items() if own != name}
        made.append(replace(one, value={**rest, name: known[key]} if key in known else rest))
    group.sightings = made


def _looks(group: Group) -> Iterator[tuple[Call, list[Sighting]]]:
    """The rows of each answer."""
    found: dict[int, list[Sighting]] = {}
    for one in group.sightings:
        found.setdefault(one.call.seq, []).append(one)
    for rows in found.values():
        yield rows[0].call, rows


def _way(call: Call, name: str) -> bool | None:
    """Does a request ask for the highest first? None for one that does not sort by the field."""
    said = [order for _, value in call.query if (order := asked(value)) is not None and order[0] == name]
    turned = any(value.lower() in DOWN for other, value in call.query if _DIRECTION.search(other))
    return (said[0][1] or turned) if said else None


def _explain(
    call: Call, rows: Sequence[Sighting], name: str, key: str, moments: dict[str, dict[str, str]], *, first: bool
) -> list[str]:
    """Note the moments of the rows of one answer, the lowest first, so that they are in order. The keys of what came to
    the front. `moments`: those that are known by now, and those that other answers say."""
    known, told = moments["known"], moments["told"]
    keys = [str(one.value[key]) for one in rows]
    whole = not any(_LATER.search(other) and value not in ("", "0", "1") for other, value in call.query)
    top = min(map(_at, known.values()), default=date_of(call.date) or 0.0) if not whole else date_of(call.date) or 0.0
    front: list[str] = []
    for place in range(len(rows) - 1, -1, -1):
        below = [
            (_at(value), number)
            for number, one in enumerate(keys[:place])
            if (value := known.get(one) or told.get(one))
        ]
        mine, shown = known.get(keys[place]) or told.get(keys[place], ""), str(rows[place].value[name])
        least, number = max(below, default=(top - 1.0, 0))
        if not first and whole and (not mine or least > _at(mine)) and len(front) == len(rows) - 1 - place:
            front.append(keys[place])
            mine = shown  # it was made, or written, by now
        elif not mine:
            mine = _text(min(least + STEP * (place - number), (least + top) / 2), shown)
        known[keys[place]] = mine
        top = min(top, _at(mine))
    return front


def _at(said: str) -> float:
    return moment_of(said) or 0.0


def _text(moment: float, like: str) -> str:
    """A moment as another one is written."""
    shape: Any = _ISO.match(like)
    made = datetime.fromtimestamp(moment, UTC).strftime(f"%Y-%m-%d{shape[1]}%H:%M:%S")
    size = len(shape[2] or "") - 1
    fraction = f"{moment % 1:.6f}"[2 : 2 + size].ljust(size, "0") if size > 0 else ""
    return made + (f".{fraction}" if fraction else "") + (shape[3] or "")
