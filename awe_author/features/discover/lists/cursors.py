"""Pages that are asked for by what an answer gave: `after: endCursor`, `page_token=...`.

A cursor is told by where it came from: the answer before has it beside its list. What it says is the key of the last
entity shown, that of the first one of the next page, or how many came before; as it is, between other text, or in
base64. Random ones say nothing: those of the recording stand for how many came before, others are made like them, with
that number at their end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.common.numbered import decoded
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.places import at, has
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.lists.envelopes import optional_place, scalars

_LEADS = re.compile(r"next|after|cursor|token|continu|more", re.IGNORECASE)
"""Names of what leads on, rather than counts what is shown."""
DIGITS = 5
"""Characters at the end of a random cursor that say a number."""
Shown = tuple[Call, Sequence[dict[str, Any]]]


@dataclass(slots=True)
class Cursor:
    """How the cursors of a list are made."""

    param: Param
    before: str
    after: str
    coded: bool
    """In base64?"""
    keyed: bool
    """Does it say a key? Else how many came before."""
    ahead: bool = False
    """Is it the key of the first one that follows, which the next page begins with? Else that of the last one shown."""
    last: int = 0
    """Of a number: 1 when it is that of the last one shown, from 0; less than 0 where it counts from a higher one."""
    ends: list[Pattern] = field(default_factory=list)
    """Places of the cursor that leads on, in answers."""
    always: bool = False
    """Is it there also when nothing follows?"""
    places: list[Pattern] = field(default_factory=list)
    """`ends` as templates name them: with `?` where they are left out when nothing follows."""
    known: dict[str, int] = field(default_factory=dict)
    """Random cursors of the recording -> how many came before; `before` is how others begin."""
    held: dict[Pattern, tuple[Call, dict[str, Any]]] = field(default_factory=dict)
    """Places of records that hold a cursor and are null when nothing follows -> (an answer with one, the record)."""

    @property
    def counts(self) -> bool:
        """Is it nothing but how many came before?"""
        return not (self.known or self.before or self.after or self.coded or self.keyed or self.last)

    def text(self, value: str) -> str:
        """The expression of the cursor that says `value`, an expression of text."""
        if self.known:
            return f"{text(self.before)} + string({10**DIGITS} + int({value})).substring(1)"
        made = framed(self.before, value, self.after)
        return f"base64.encode(bytes({made}))" if self.coded else made

    def said(self, given: str) -> str:
        """The expression of what a given cursor says."""
        if self.known:
            told = ", ".join(f"{text(one)}: '{number}'" for one, number in self.known.items())
            own = f"{given}.startsWith({text(self.before)}) ? {given}.substring({len(self.before)}) : ''"
            return f"({given} in {{{told}}} ? {{{told}}}[{given}] : {own})"
        plain = f"string(base64.decode({given}))" if self.coded else given
        size = len(self.before) + len(self.after)
        if not size:
            return plain
        fits = f"{plain}.size() >= {size} && {plain}.startsWith({text(self.before)})"
        return f"({fits} ? {plain}.substring({len(self.before)}, {plain}.size() - {len(self.after)}) : '')"


def cursor_of(param: Param, answers: Sequence[Shown], pattern: Pattern | None, key: str) -> Cursor | None:
    """How the values of this parameter are made; None when that cannot be told."""
    begins: dict[int, int] = {}
    cases: list[tuple[str, Sequence[dict[str, Any]], int]] = []
    first: list[tuple[str, str]] = []
    ends: set[Pattern] = set()
    for place, (call, shown) in enumerate(answers):
        value = param.said(call)
        found = next(_given(value, answers[:place], pattern, key), None) if value is not None else None
        if value is not None and found is None:
            return None
        if value is not None and found is not None:
            (source, items), way = found
            ends |= {way} if way else set()
            begin = begins.get(source.seq, 0) + len(items)
            cases.append((value, items, begin))
            first += [(value, str(shown[0][key]))] if shown else []
            begins[call.seq] = begin
    if not cases:
        return None
    ahead = [Cursor(param, "", "", coded=False, keyed=True, ahead=True)] if _is_ahead(first) else []
    told = ahead or [one for one in _tries(param, cases[0], key) if all(_fits(one, case, key) for case in cases)]
    led = [
        (str(value), items, begins.get(call.seq, 0) + len(items))
        for call, items in answers for way in ends if (value := at(call.answer, way)) is not None
    ]  # fmt: skip
    sure = len({value for value, _, _ in led}) > 1
    made = next((one for one in told if one.last >= 0 or (sure and all(_fits(one, case, key) for case in led))), None)
    made = made or _random(param, cases)
    if made is not None:
        made.ends = sorted(ends)
        made.held = _held(made.ends, answers)
        full = [(call, items) for call, items in answers if items]
        everywhere = all(any(at(call.answer, way) is not None for way in ends) for call, _ in full)
        made.always = everywhere and any(_is_last(call, items, answers) for call, items in full)
        plain = [call.answer for call, _ in answers if call.kind != "graphql"]
        made.places = [optional_place(way, plain) for way in made.ends]
        param.begins = begins
    return made


def _is_ahead(first: Sequence[tuple[str, str]]) -> bool:
    """Does each page begin with the entity that its cursor names?"""
    return bool(first) and all(value == own for value, own in first)


def _random(param: Param, cases: Sequence[tuple[str, Sequence[dict[str, Any]], int]]) -> Cursor | None:
    """Cursors that say nothing by themselves."""
    known = {value: begin for value, _, begin in cases}
    if not opaque(known) or min(map(len, known)) <= 2 * DIGITS:
        return None
    return Cursor(param, cases[0][0][:-DIGITS], "", coded=False, keyed=False, known=known)


def _held(ends: Sequence[Pattern], answers: Sequence[Shown]) -> dict[Pattern, tuple[Call, dict[str, Any]]]:
    """The records around cursors that are null in some answers and there in others."""
    found: dict[Pattern, tuple[Call, dict[str, Any]]] = {}
    for way in ends:
        holders = [(call, at(call.answer, way[:-1])) for call, _ in answers if len(way) > 1]
        there = next(((call, one) for call, one in holders if isinstance(one, dict)), None)
        if there is not None and any(one is None and has(call.answer, way[:-1]) for call, one in holders):
            found[way[:-1]] = there
    return found


def _is_last(call: Call, items: Sequence[dict[str, Any]], answers: Sequence[Shown]) -> bool:
    """Does an answer show fewer than the longest one?"""
    return len(items) < max(len(others) for _, others in answers)


def _given(value: str, before: Sequence[Shown], pattern: Pattern | None, key: str) -> Iterator[tuple[Shown, Pattern]]:
    """The answers before that give a value beside their list, the last one first; then, with no place, those whose last
    entity has it as its key."""
    wrapped = (pattern or ())[:-1]
    for shown in reversed(before):
        ways = [
            way for way, said in scalars(shown[0].answer)
            if str(said) == value and shown[1] and not (wrapped and way[: len(wrapped)] == wrapped)
        ]  # fmt: skip
        for way in sorted(ways, key=lambda way: not _LEADS.search(way[-1])):
            yield shown, way
    yield from ((shown, ()) for shown in reversed(before) if shown[1] and str(shown[1][-1][key]) == value)


def _tries(param: Param, case: tuple[str, Sequence[dict[str, Any]], int], key: str) -> Iterator[Cursor]:
    value, items, begin = case
    plain = {coded: said for coded in (True, False) if (said := decoded(value) if coded else value) is not None}
    own = str(items[-1][key])
    for coded, said in plain.items():
        if own in said:
            before, _, after = said.partition(own)
            yield Cursor(param, before, after, coded, keyed=True)
    for coded, said in plain.items():
        for last in (0, 1):
            found = [*re.finditer(rf"(?<!\d){begin - last}(?!\d)", said)]
            for match in sorted(found, key=lambda one: -_apart(said, one.start(), one.end())):
                yield Cursor(param, said[: match.start()], said[match.end() :], coded, keyed=False, last=last)
    if value.isdecimal() and int(value) > begin:
        yield Cursor(param, "", "", coded=False, keyed=False, last=begin - int(value))


def more_of(cursor: Cursor, answers: Sequence[Shown]) -> list[Pattern]:
    """Places that say yes where an answer has a cursor that leads on, and no where it has none."""
    if cursor.always:
        return []
    found: dict[Pattern, set[tuple[bool, bool]]] = {}
    for call, _ in answers:
        leads = any(at(call.answer, way) is not None for way in cursor.ends)
        for way, said in scalars(call.answer):
            if isinstance(said, bool):
                found.setdefault(way, set()).add((said, leads))
    return [way for way, pairs in found.items() if pairs == {(True, True), (False, False)}]


def _apart(said: str, start: int, end: int) -> int:
    """How clearly a number stands by itself in a text: letters at no side of it, and nothing behind it."""
    return (
        (start == 0 or not said[start - 1].isalnum())
        + (end == len(said) or not said[end].isalnum())
        + (end == len(said))
    )


def _fits(one: Cursor, case: tuple[str, Sequence[dict[str, Any]], int], key: str) -> bool:
    value, items, begin = case
    plain = decoded(value) if one.coded else value
    return plain == one.before + (str(items[-1][key]) if one.keyed else str(begin - one.last)) + one.after


def beside_items(calls: Sequence[Call], pattern: Pattern, key: str) -> dict[str, Cursor]:
    """Members beside each entity that say its key as a cursor does: `{cursor, node}`."""
    if len(pattern) < 2 or pattern[-2] != "*":
        return {}
    found: dict[str, Cursor] = {}
    cases: dict[str, list[tuple[str, Sequence[dict[str, Any]], int]]] = {}
    for call in calls:
        around = at(call.answer, [0 if part == "*" else part for part in pattern[:-2]])
        for one in around if isinstance(around, list) else ():
            node: Any = one.get(pattern[-1]) if isinstance(one, dict) else None
            for name, value in one.items() if isinstance(node, dict) and key in node else ():
                if isinstance(value, str):
                    cases.setdefault(name, []).append((value, [node], -1))
    for name, mine in cases.items():
        tries = (one for one in _tries(Param(name, "text", "cursor"), mine[0], key) if one.keyed)
        made = next((one for one in tries if len(mine) > 1 and all(_fits(one, case, key) for case in mine)), None)
        if made is not None:
            found[name] = made
    return found


def begin_text(one: Cursor, given: str, there: str, keys: str) -> str:
    """The expression of how many come before. `given`: the cursor; `there`: whether it is given; `keys`: all keys in
    their order, as a list of texts."""
    said = one.said(given)
    if not one.keyed:
        return f"({there} && {said}.matches('^[0-9]{{1,15}}$') ? math.greatest([int({said}) + {one.last}, 0]) : 0)"
    joined = f"('\\n' + {keys}.join('\\n') + '\\n')"
    found = f"'\\n' + {said} + '\\n'"
    before = f"{joined}.substring(0, {joined}.indexOf({found}) + 1)"
    past = 2 if one.ahead else 1
    return f"({there} && {joined}.contains({found}) ? {before}.split('\\n').size() - {past} : 0)"
