"""Fields that say what all entities of another kind that name this one say together: a desk's `ticket_count`, whether
it has any, when the last one came, their keys, who wrote them.

Like records of other kinds (`joins`) they are not kept with the entity: what is made or deleted of the other kind shows
at once. A field is believed to be one when it changed though no request sent it, and every look at it, each compared
with what was there of the other kind at the time, says so. There may be more of the other kind than were ever shown: a
number that is always as much above the number of those that are known says how many (`BEYOND`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from awe_author.features.discover.common.keys import literal_text, member, moment_of, own_key, text
from awe_author.features.discover.common.names import safe, singular, snake
from awe_author.features.discover.common.put_and_taken import only_counted
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.entities import Entities, record_key
from awe_author.features.discover.entities.joins import Times, by_text
from awe_author.features.discover.exchanges.sightings import Endpoint, Pattern

BEYOND = "{}_beyond"
"""The member of an entity with how many more of the other kind there are than are known."""
MOST = 400_000
"""Looks times entities of the other kind."""
MOST_TRUTHS = 8
_WHO = re.compile(r"(^|_)(by|user|author|owner|creator|member)(_|$)")
"""Names of fields that say who did something: lists of keys are rather of these."""
CLOSE = 1e-6
"""Means that are further apart are not the same."""
Child = tuple[str, dict[str, Any]]
"""(key, what it was like)."""
Look = tuple[int, str, Any]
"""(number of the call, key of the entity, what the field showed)."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    """How one field comes from another kind."""

    name: str
    other: Entities
    by: str
    """The field of the others that names the entity."""
    how: str
    """count, any, keys, values, records, last, mean."""
    of: str = ""
    """The field of the others that counts."""
    inner: str = ""
    """Of records: the member that says it."""
    only: str = ""
    """The field that has to be true in those that count."""
    empty: Any = None
    """What is shown where there are none."""
    key: str = ""
    """Where the field of the others holds records: the member of these that names the entity."""
    within: str = ""
    """The member of a record that says it: `{"count": 2}`."""
    silent: frozenset[tuple[Endpoint, Pattern]] = frozenset()
    """Where entities are shown without it: it is always empty there, or null."""

    def says(self, there: Sequence[Child]) -> Any:
        """What it is, of those that name the entity."""
        those = [(key, one) for key, one in there if not self.only or one.get(self.only) is True]
        told = (named(one.get(self.of)) for _, one in those)
        values = [value for value in told if value is not None and not isinstance(value, dict | list)]
        if self.how in ("count", "any"):
            return len(those) if self.how == "count" else bool(those)
        if not (those if self.how == "keys" else values):
            return self.empty
        if self.how == "keys":
            return ",".join(key for key, _ in those)
        if self.how == "last":
            return max(map(str, values))
        if self.how == "mean":
            return sum(values) / len(values) if _all(values, _is_number) else None
        distinct = list(dict.fromkeys(values))
        return [{self.inner: one} for one in distinct] if self.how == "records" else distinct

    def text(self, item: str, key: str, _: Sequence[Any]) -> str:
        """The expression for the field of `item`, whose key's name is `key`."""
        one = safe(singular(self.other.kind.name)) + "_"
        those = f"state.{self.other.kind.name}.values().filter({one}, {self._test(one, item, key)})"
        if self.how in ("count", "any"):
            more = f" + int({item}.get({text(BEYOND.format(self.name))}, 0))" if self.how == "count" else " > 0"
            return f"{{{text(self.within)}: {those}.size(){more}}}" if self.within else f"{those}.size(){more}"
        those += f".sortBy({one}, {own_key(one, self.other.kind.key, number=self.other.counted)})"
        if self.how == "keys":
            return f"{those}.map({one}, string({member(one, self.other.kind.key)})).join(',')"
        own = member(one, self.of, sure=False)
        plain = f"dyn(type({own}) == map ? dyn(dyn({own}).get('id', null)) : dyn({own}))"
        values = f"{those}.filter({one}, {own} != null).map({one}, {plain})"
        empty = literal_text(self.empty)
        if self.how == "last":
            return f"[{values}.map(v, string(v)).sort()].map(l, l == [] ? dyn({empty}) : dyn(l[size(l) - 1]))[0]"
        if self.how == "mean":
            return f"[{values}.map(v, double(v))].map(l, l == [] ? dyn({empty}) : dyn(l.sum() / double(size(l))))[0]"
        distinct = f"{values}.distinct()"
        return f"{distinct}.map(v, {{{text(self.inner)}: v}})" if self.how == "records" else distinct

    def _test(self, one: str, item: str, key: str) -> str:
        own = by_text(one, f"{self.by}.{self.key}") if self.key else member(one, self.by, sure=False)
        named_by = f"string({own}) == string({member(item, key)})"
        if not self.key and self.by not in self.other.always():
            named_by = f"{own} != null && {named_by}"
        if not self.only:
            return named_by
        known = self.other.joins.get(self.only)
        own = known.text(one, self.other.kind.key, ()) if known is not None else member(one, self.only, sure=False)
        return f"{named_by} && ({own}) == true"


def named(value: Any, by: str = "") -> Any:
    """A record as its key. `by`: the member that names, where it is known."""
    key = value[by] if by and isinstance(value, dict) and by in value else record_key(value)
    return value if key is None else key


def add_aggregates(parts: Sequence[Entities], times: Times) -> None:
    """Note such fields; what is beyond what was shown is noted with the entities."""
    json = [part for part in parts if part.kind.source == "json"]
    changed = {kind for kind, _ in (*times.made, *times.gone)}
    for part in json:
        homes = [(other, by) for other in json if other is not part and other.kind.name in changed
                 for by in _naming(other, part)]  # fmt: skip
        there = _There(part, times)
        for name in part.fields() if homes else ():
            within = _counted_within(part, name)
            if (name in part.written and not within) or name == part.kind.key or name in part.joins:
                continue
            looks = [(seq, key, value[within] if within else value) for seq, key, value in _looks(part, name)]
            if _moves(looks) and (found := _found(part, name, looks, homes, there)) is not None:
                key = part.kind.key if _of_records(found.other, found.by) else ""
                part.joins[name] = replace(found, key=key, within=within, silent=_silent(part, name))


def _counted_within(part: Entities, name: str) -> str:
    """The member of records that never say more than how many there are; "" for other values."""
    values = part.values(name)
    members = {member for value in values if only_counted(value) for member in value}
    return members.pop() if len(members) == 1 and values and all(map(only_counted, values)) else ""


def _of_records(other: Entities, by: str) -> bool:
    return any(isinstance(value, dict) for value in other.values(by))


class _There:
    """Those that named an entity at a time, worked out once."""

    def __init__(self, part: Entities, times: Times) -> None:
        self.part, self.times = part, times
        self.known: dict[tuple[str, str, str, int], list[Child]] = {}

    def __call__(self, other: Entities, by: str, key: str, seq: int) -> list[Child]:
        mark = (other.kind.name, by, key, seq)
        if mark not in self.known:
            told = [(own, self.times.value(other, own, seq)) for own in (*other.seed, *other.made)
                    if self.times.there(other, own, seq)]  # fmt: skip
            told.sort(key=lambda pair: (len(pair[0]), pair[0]))
            homes: dict[str, list[Child]] = {key: []}
            for own, value in told:
                homes.setdefault(str(named(value.get(by), self.part.kind.key)), []).append((own, value))
            self.known |= {(other.kind.name, by, home, seq): those for home, those in homes.items()}
        return self.known[mark]


def _naming(other: Entities, part: Entities) -> Iterator[str]:
    """The fields of another kind that name entities of a kind, and are called so."""
    noun, known = singular(part.kind.name), {*part.seed, *part.made}
    for name in other.fields():
        bare = snake(name).removesuffix("_id").removesuffix("_uuid").removesuffix("_key")
        if name != other.kind.key and (bare == noun or bare.endswith(f"_{noun}") or noun.endswith(f"_{bare}")):
            told = [value for value in other.values(name) if value is not None and not only_counted(value)]
            values = [named(value, part.kind.key) for value in told]
            if values and {str(value) for value in values} <= known:
                yield name


def _looks(part: Entities, name: str) -> Iterator[Look]:
    """All looks at a field, but those of answers that never tell it."""
    silent = _silent(part, name)
    for group in (one for one in part.kind.groups if (one.endpoint, one.pattern) not in silent):
        for one in group.sightings:
            if name in one.value:
                yield one.call.seq, str(one.value[part.kind.key]), one.value[name]


def _silent(part: Entities, name: str) -> frozenset[tuple[Endpoint, Pattern]]:
    """The endpoints and places that always show it as nothing, where others show something."""
    nothing = {(group.endpoint, group.pattern) for group in part.kind.groups
               if all(one.value.get(name) in (None, "") for one in group.sightings)}  # fmt: skip
    return frozenset(nothing)


def _moves(looks: Sequence[Look]) -> bool:
    """Was it something else at another look at one entity?"""
    first: dict[str, Any] = {}
    return any(first.setdefault(key, value) != value for _, key, value in looks)


def _found(
    part: Entities, name: str, looks: Sequence[Look], homes: Sequence[tuple[Entities, str]], there: _There
) -> Aggregate | None:
    """The likeliest way: of the kind that the field is called after first."""
    words = {singular(word) for word in snake(name).split("_")}
    ways = [one for other, by in homes if len(looks) * len(other.seed) <= MOST for one in _ways(name, other, by, looks)]
    ways.sort(key=lambda one: (not words & {*singular(one.other.kind.name).split("_")}, one.only != ""))
    for one in ways:
        beyond = _explained(one, looks, there)
        if beyond is not None:
            for key, number in beyond.items():
                if number and key in part.seed:
                    part.seed[key][BEYOND.format(name)] = number
            return one
    return None


def _explained(one: Aggregate, looks: Sequence[Look], there: _There) -> dict[str, int] | None:
    """Key -> what is beyond, where that explains all looks; else None."""
    beyond: dict[str, int] = {}
    for seq, key, value in looks:
        says = one.says(there(one.other, one.by, key, seq))
        if one.how == "count":
            if value - says < 0 or beyond.setdefault(key, value - says) != value - says:
                return None
        elif says != value and not (one.how == "mean" and _near(says, value)):
            return None
    return beyond


def _near(one: Any, other: Any) -> bool:
    return _is_number(one) and _is_number(other) and abs(one - other) < CLOSE


def _ways(name: str, other: Entities, by: str, looks: Sequence[Look]) -> Iterator[Aggregate]:
    """All ways in which values of such a sort may come about."""
    values = [value for _, _, value in looks]
    told = [value for value in values if value not in (None, "", [])]
    empty = next((value for value in values if value in (None, "", [])), None)
    plain = [one for one in other.fields() if one not in (by, other.kind.key) and other.forms.get(one) == "plain"]
    plain.sort(key=lambda one: (one != name, _WHO.search(snake(one)) is None))

    def way(how: str, of: str = "", inner: str = "", only: str = "") -> Aggregate:
        return Aggregate(name, other, by, how, of, inner, only, empty)

    if all(isinstance(value, bool) for value in values):
        yield way("any")
    elif all(is_integer(value) for value in values):
        yield way("count")
        truths = [one for one in plain if _all(other.values(one), lambda value: isinstance(value, bool))]
        yield from (way("count", only=one) for one in truths[:MOST_TRUTHS])
    elif all(isinstance(value, list) for value in values):
        members = {(*one,) for value in values for one in value if isinstance(one, dict)}
        inner = next(iter(members))[0] if len(members) == 1 and len(next(iter(members))) == 1 else ""
        if told and (inner or not members):
            yield from (way("records" if inner else "values", one, inner) for one in plain)
    elif _all(told, lambda value: isinstance(value, str)):
        if all(moment_of(value) is not None for value in told):
            yield from (way("last", one) for one in plain)
        elif all(value.replace(",", "").isdecimal() for value in told):
            yield way("keys")
    elif _all(told, _is_number):
        yield from (way("mean", one) for one in plain if _all(other.values(one), _is_number))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _all(values: Sequence[Any], test: Callable[[Any], bool]) -> bool:
    some = [value for value in values if value is not None]
    return bool(some) and all(map(test, some))
