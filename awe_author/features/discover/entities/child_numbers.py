"""Numbers of what belongs to an entity, by what these are called: a site's `{"boats": 6, "open_findings": 4,
"closed_findings": 2, "high_findings_confirmed": 1}`, a boat's `{"high": 1, "low": 0, "total": 3}`.

A name says which kind is counted, and by words which of it: values of fields (`open`, also as `opened`), fields that
are true (`confirmed`), and none of these (`notopen`). A word may stand for several values of its field (`closed` for
what is closed or put away): those with which all looks agree. `boat_confirmed` counts the boats that what is confirmed
names. Words that nothing explains are passed over where numbers differ. Every look at every entity has to agree, but
for what always is beyond what is known; members that nothing explains stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.common.keys import literal_text, map_text, member, text
from awe_author.features.discover.common.names import singular, snake
from awe_author.features.discover.entities.child_links import Histories, Link, belonging, links_to, named_text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.joins import Times
from awe_author.features.discover.entities.number_words import Words, words_in

BEYOND = "{}_beyond"
"""The member of an entity with what is beyond what is known."""
LEAST = 2
"""Numbers in a record of them."""
MOST_LOOKS = 400
MANY = 4
"""Looks of one sort that tell how numbers come about without those of others."""
ALONE = ""
"""The name of the only number, of a field that is one."""
Look = tuple[int, dict[str, Any], Any]
"""(number of the call, the entity as it was, what the field showed)."""


@dataclass(frozen=True, slots=True)
class Count:
    """What one number counts."""

    link: Link
    tests: tuple[tuple[str, frozenset[Any]], ...] = ()
    """(field, values of which it has one), all of which hold."""
    distinct: str = ""
    """The field of which different values are counted; "" for the entities themselves."""

    def of(self, those: Sequence[dict[str, Any]]) -> int:
        """How many of what belongs to the entity."""
        fit = [one for one in those if all(one.get(name) in values for name, values in self.tests)]
        if not self.distinct:
            return len(fit)
        return len({str(value) for one in fit if (value := value_at(one, self.distinct)) not in (None, "")})

    def text(self, those: str, one: str) -> str:
        """The expression, of a list of what belongs to the entity. `one`: a name for each of it."""
        tests = [f"{member(one, name, sure=False)} in [{', '.join(literal_text(v) for v in _sorted(values))}]"
                 for name, values in self.tests]  # fmt: skip
        fit = f"{those}.filter({one}, {' && '.join(tests)})" if tests else those
        if not self.distinct:
            return f"{fit}.size()"
        said = named_text(self.link.other, self.distinct, one)
        return f"{fit}.map({one}, string({said})).filter(v, v != '').distinct().size()"


@dataclass(frozen=True, slots=True)
class ChildNumbers:
    """How the numbers in one field come about."""

    name: str
    counts: dict[str, Count] = field(default_factory=dict)
    """Member -> what it counts; `ALONE` where the field is the number."""

    def text(self, item: str, _: str, values: Sequence[Any]) -> str:
        """The expression for the field of `item`. `values`: what one endpoint shows there."""
        links = list(dict.fromkeys(one.link for one in self.counts.values()))
        lists = {link: f"l{number}" for number, link in enumerate(links)}
        beyond = f"dyn({item}.get({text(BEYOND.format(self.name))}, {{}}))"
        made = {name: f"{one.text(lists[one.link], 'one')} + int({beyond}.get({text(name)}, 0))"
                for name, one in self.counts.items()}  # fmt: skip
        if ALONE in self.counts:
            shown = made[ALONE]
        else:
            own = f"dyn({item}.get({text(self.name)}, {{}}))"
            told = dict.fromkeys(name for value in values if isinstance(value, dict) for name in value)
            shown = map_text({name: made.get(name, f"{own}.get({text(name)}, null)") for name in told or made})
        for link in reversed(links):
            shown = f"[{belonging(link, item)[1]}].map({lists[link]}, dyn({shown}))[0]"
        return shown


def _sorted(values: frozenset[Any]) -> list[Any]:
    return sorted(values, key=str)


def add_child_numbers(parts: Sequence[Entities], times: Times) -> None:
    """Note such fields; what is beyond what was shown is noted with the entities."""
    json, histories = [part for part in parts if part.kind.source == "json"], Histories(times)
    for part in json:
        names = [name for name in part.fields() if name not in part.written and name not in part.joins
                 and name not in (part.kind.key, part.kind.own_id) and _are_numbers(part, name)]  # fmt: skip
        links = [*links_to(part, json, ends=True)] if names else []
        for name in names if links else ():
            looks = _looks(part, name, histories)
            finder = _Finder(part, name, links, json, histories, looks)
            counts = finder.counts()
            if counts:
                part.joins[name] = ChildNumbers(name, counts)
                for key, beyond in finder.beyond.items():
                    if key in part.seed and any(beyond.values()):
                        part.seed[key][BEYOND.format(name)] = {one: more for one, more in beyond.items() if more}


def _are_numbers(part: Entities, name: str) -> bool:
    values = part.values(name)
    if not values or len(values) < LEAST:
        return False
    if all(type(value) is int for value in values):
        return True
    return all(isinstance(value, dict) and len(_members(value)) >= LEAST for value in values)


def _members(value: Any) -> dict[str, int]:
    """The numbers in a record, none of which is a key."""
    named = value.items() if isinstance(value, dict) else ((ALONE, value),)
    return {name: one for name, one in named if type(one) is int and not snake(name).endswith("_id") and name != "id"}


def _looks(part: Entities, name: str, histories: Histories) -> list[Look]:
    """All looks; what was asked only once may count otherwise, where another request was made often."""
    groups = [[one for one in group.sightings if one.value.get(name) is not None] for group in part.kind.groups]
    most = max(len({one.call.seq for one in group}) for group in groups)
    sure = [group for group in groups if most < MANY or len({one.call.seq for one in group}) > 1]
    found = [(one.call.seq, one.value) for group in sure for one in group]
    return [(seq, histories.times.value(part, str(value[part.kind.key]), seq) | value, value[name])
            for seq, value in found[:MOST_LOOKS]]  # fmt: skip


class _Finder:
    """Looks for what the numbers of one field count."""

    def __init__(
        self, part: Entities, name: str, links: Sequence[Link], parts: Sequence[Entities], histories: Histories,
        looks: Sequence[Look],
    ) -> None:  # fmt: skip
        self.part, self.name, self.links, self.looks, self.histories = part, name, links, looks, histories
        others = {link.kind for link in links}
        self.holders: dict[str, dict[str, list[str]]] = {name: {} for name in others}
        for third in parts:
            for link in links_to(third, [one for one in parts if one.kind.name in others]):
                self.holders[link.kind].setdefault(singular(third.kind.name), []).append(link.by)
        self.beyond: dict[str, dict[str, int]] = {}
        self.meant: dict[tuple[str, str], frozenset[Any]] = {}

    def counts(self) -> dict[str, Count]:
        """Member -> what it counts; those with the fewest words first, which tell what words stand for."""
        names = dict.fromkeys(name for _, _, value in self.looks for name in _members(value))
        told = {name: len({value[name] for _, _, value in self._numbers(name)}) for name in names}
        found = {name: one for name in sorted(names, key=lambda name: (snake(name).count("_"), -told[name]))
                 if (one := self._count(name)) is not None}  # fmt: skip
        changing = any(told[name] > 1 for name in found)
        return {name: found[name] for name in names if name in found} if changing else {}

    def _numbers(self, name: str) -> list[tuple[int, dict[str, Any], dict[str, int]]]:
        told = ((seq, entity, _members(value)) for seq, entity, value in self.looks)
        return [one for one in told if name in one[2]]

    def _count(self, name: str) -> Count | None:
        varied, moved = len({value[name] for _, _, value in self._numbers(name)}) > 1, self._moves(name)
        called = self.name if name == ALONE else name
        ways = [(link, distinct, words) for link in self.links
                for distinct, words in words_in(called, link.other, self.holders[link.kind])]  # fmt: skip
        ways.sort(key=lambda way: (way[2].passed_over, not way[2].named))
        for more in (False, True):
            for link, distinct, words in ways:
                if not varied and (words.passed_over or not words.named):
                    continue
                for one, meant in self._tests(link, words, distinct):
                    told = moved or (words.named and not words.passed_over)
                    if (told or not more) and self._holds(one, name, beyond=more):
                        self.meant |= meant
                        return one
        return None

    def _tests(
        self, link: Link, words: Words, distinct: str
    ) -> Iterator[tuple[Count, dict[tuple[str, str], frozenset[Any]]]]:
        """What words may stand for: what is known of them, else one value, or one of several."""
        known = [(name, self.meant.get((link.kind, word), values)) for name, word, values, _ in words.tests]
        yield Count(link, tuple(known), distinct), {}
        for place, (name, word, values, every) in enumerate(words.tests):
            if (link.kind, word) in self.meant or len(every) <= len(values):
                continue
            for meant in _others(values, every, without=word.startswith("not")):
                tests = [*known[:place], (name, meant), *known[place + 1 :]]
                yield Count(link, tuple(tests), distinct), {(link.kind, word): meant}

    def _moves(self, name: str) -> bool:
        first: dict[str, int] = {}
        told = ((str(entity[self.part.kind.key]), value[name]) for _, entity, value in self._numbers(name))
        return any(first.setdefault(key, number) != number for key, number in told)

    def _holds(self, one: Count, name: str, *, beyond: bool) -> bool:
        """Do all looks agree? `beyond`: may there be more than is known?"""
        more_of: dict[str, int] = {}
        for seq, entity, value in self._numbers(name):
            more = value[name] - one.of(self.histories.of(one.link, seq, str(entity.get(one.link.own))))
            key = str(entity[self.part.kind.key])
            if more < 0 or (more and not beyond) or more_of.setdefault(key, more) != more:
                return False
        for key, more in more_of.items():
            self.beyond.setdefault(key, {})[name] = more
        return True


def _others(values: frozenset[Any], every: frozenset[Any], *, without: bool) -> Iterator[frozenset[Any]]:
    """Other values that a word may stand for: some more, or of what is not so some less."""
    rest = _sorted(every - values)
    if without:
        for size in range(len(values) - 1, 0, -1):
            yield from map(frozenset, combinations(_sorted(values), size))
        return
    for size in range(1, len(rest)):
        yield from (values | {*more} for more in combinations(rest, size))
