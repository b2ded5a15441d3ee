"""Bodies of replies: JSON whose strings are CEL, laid over what was recorded.

    json: {data: {each: shown, as: ticket, like: first, set: {id: int(ticket.id), subject: ticket.subject}}, total: n}

Under `like: recorded` an object is the recorded one with the members that the template names; a member that the
recorded one lacks is left out, since the request that is answered asked for no more. The value of an expression is put
in whole, in the form that was recorded there (a number where a number was, a string where a string was). `each` may
stand wherever an array was recorded: every item becomes `set` laid over a recorded element, the one that shows the same
entity if there is one, else the first. With `key` it makes an object instead. `...` puts in all members of a map:
`{"...": item.without(['owner']), id: int(item.id)}`. A member whose name ends in `?` is there while it has a value, and
left out when that is null or an empty object, whatever the recorded answer has:
`{"next?": end < total ? dyn(end) : null}`. One whose name ends in `??` has a list: what is in it, also null, or nothing
when it is empty: `{"owner??": asked ? [owner] : []}`.

Where a text with calls of functions was recorded (`this.add_row(12,{"subject":"Tea"});`), `calls: {add_row: {each: }}`
makes these calls anew; the arguments of a call are an object by their number: `set: {0: item.id, 1: {subject: ...}}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from awe_author.features.scripts import calls_in, with_calls
from awe_author.json_types import Json
from awe_author.state.bindings import Names
from awe_author.state.cel import CelFault, CelType, to_json
from awe_author.state.cel.types import LIST, STRING
from awe_author.state.loading.expressions import SPREAD, compile_as, compile_at, element
from awe_author.state.loading.problems import Problems, nearest, under
from awe_author.state.model import Expression, ExpressionFault

KEYS = frozenset({"each", "as", "key", "like", "set"})
"""Of an object that is repeated."""
_WHOLE = re.compile(r"-?(?:0|[1-9]\d{0,14})")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})\.\d{1,15}")
_TRUE, _FALSE = frozenset({"true", "1", "on"}), frozenset({"false", "0", "off", ""})
_IDS = ("id", "_id", "uuid", "key", "uid", "guid")
_ALIKE = 4
"""Further recorded elements that tell the form of a member."""
_NAME = re.compile(r"[A-Za-z_]\w*")
_OURS = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)(?:\.(\d{6}))?Z")
_THEIRS = re.compile(r"\d{4}-\d\d-\d\d(?:([T ])\d\d:\d\d(:\d\d)?(?:\.(\d{1,9}))?(Z|\+00:?00)?)?")
_SECONDS, _MILLISECONDS = range(10**8, 10**10), range(10**11, 10**13)


@dataclass(frozen=True, slots=True)
class Seen:
    """What was recorded at one place of a body: in the nearest answer first, then in others like it."""

    values: tuple[Json, ...] = ()
    memo: Memo = field(default_factory=dict)
    """Of arrays that were looked into, by their `id`, with the array itself: so no other one gets that `id`."""
    lenient: bool = False
    """A value that cannot be worked out is null instead of a fault."""

    def member(self, name: str) -> Seen:
        """What was recorded there."""
        return Seen(
            tuple(one[name] for one in self.values if isinstance(one, dict) and name in one), self.memo, self.lenient
        )

    def elements(self) -> Elements:
        """Of the first array that has some."""
        for value in self.values:
            if isinstance(value, list | dict) and value:
                kept = self.memo.get(id(value))
                if kept is None:
                    made = Elements(value if isinstance(value, list) else list(value.values()))
                    kept = self.memo[id(value)] = (value, made)
                return kept[1]
        return Elements([])


class Elements:
    """Recorded elements of one array, found by what they show."""

    def __init__(self, values: list[Json]) -> None:
        self.values = values
        self._by: dict[str, dict[str, Json]] = {}

    def identity(self, members: Sequence[str]) -> str | None:
        """Of these members one that tells the elements apart; ids first."""
        for name in [*(one for one in _IDS if one in members), *(one for one in members if one not in _IDS)]:
            if name not in self._by:
                shown = [one.get(name) if isinstance(one, dict) else None for one in self.values]
                keys = [str(one) for one in shown if isinstance(one, str | int) and not isinstance(one, bool)]
                told = len(keys) == len(self.values) == len(set(keys)) > 0
                self._by[name] = dict(zip(keys, self.values, strict=True)) if told else {}
            if self._by[name]:
                return name
        return None

    def like(self, name: str | None, value: object, seen: Seen) -> Seen:
        """The element whose `name` is `value`, else the first; with some others."""
        if not self.values:
            return Seen(lenient=seen.lenient)
        found = self._by[name].get(str(value)) if name is not None else None
        return Seen((self.values[0] if found is None else found, *self.values[:_ALIKE]), seen.memo, seen.lenient)


Maker: TypeAlias = Callable[[Names, Seen], Json]
Memo: TypeAlias = "dict[int, tuple[Json, Elements]]"


@dataclass(frozen=True, slots=True)
class BodyTemplate:
    """A compiled body."""

    source: Json
    pointer: str
    """Where it stands in the feature file."""

    make: Maker = field(repr=False, compare=False)
    """The body, for bindings and what was recorded. Raises ExpressionFault."""

    names: frozenset[str] = frozenset()
    """The bindings that its expressions read."""


def compile_body(source: Json, names: Mapping[str, CelType], pointer: str, problems: Problems) -> BodyTemplate | None:
    """The template, or None after saying what is wrong with it (all of it)."""
    compiler = _Bodies(problems)
    make = compiler.compile(source, names, pointer)
    return BodyTemplate(source, pointer, make, frozenset(compiler.read)) if make else None


class _Bodies:
    """Compiles one body, and keeps what its expressions read."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.read: set[str] = set()

    def compile(self, source: Json, names: Mapping[str, CelType], pointer: str) -> Maker | None:
        if isinstance(source, str):
            typed = compile_at(source, names, pointer, self.problems, context=False)
            if typed is None:
                return None
            self.read |= typed.expression.names
            return _value(typed.expression)
        if isinstance(source, dict):
            if "each" in source and ("as" in source or "set" in source):
                return self._each(source, names, pointer)
            fields = [(key, self.compile(value, names, under(pointer, key))) for key, value in source.items()]
            pairs = tuple((key, maker) for key, maker in fields if maker)
            if len(pairs) < len(fields):
                return None
            called = source.get("calls")
            return _calls(_object(pairs), called) if len(source) == 1 and isinstance(called, dict) else _object(pairs)
        if isinstance(source, list):
            items = [self.compile(value, names, under(pointer, at)) for at, value in enumerate(source)]
            found = tuple(maker for maker in items if maker)
            return _array(found) if len(found) == len(items) else None
        return lambda _names, _seen: source

    def _each(self, source: Mapping[str, Json], names: Mapping[str, CelType], pointer: str) -> Maker | None:
        for other in source.keys() - KEYS:
            self.problems.add(under(pointer, other), f'there is no key "{other}" beside `each`', nearest(other, KEYS))
        name, like = source.get("as", "item"), source.get("like")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            self.problems.add(under(pointer, "as"), "`as` is the name of one item", "Such as `as: item`.")
            return None
        if like not in (None, "first"):
            self.problems.add(under(pointer, "like"), f"{like!r} is not known here", "Write `like: first`.")
            return None
        typed = compile_at(source["each"], names, under(pointer, "each"), self.problems, context=False)
        if typed is None:
            if not isinstance(source["each"], str):
                self.problems.add(under(pointer, "each"), "`each` is an expression", "`each: state.leads.values()`")
            return None
        each = compile_as(source["each"], names, under(pointer, "each"), self.problems, (LIST,), "`each`")
        inner = {**names, name: element(typed.type)}
        key = self._key(source, inner, pointer)
        given = source.get("set", name)
        body = self.compile(given, inner, under(pointer, "set"))
        if each is None or body is None or ("key" in source and key is None) or source.keys() - KEYS:
            return None
        self.read |= each.names
        self.read.discard(name) if name not in names else None
        members = tuple(given) if isinstance(given, dict) and "each" not in given else ()
        return _Each(each, name, key, body, self._members(given, inner, pointer, members), like == "first").make

    def _key(self, source: Mapping[str, Json], inner: Mapping[str, CelType], pointer: str) -> Expression | None:
        if "key" not in source:
            return None
        return compile_as(source["key"], inner, under(pointer, "key"), self.problems, (STRING,), "`key`")

    def _members(
        self, given: Json, names: Mapping[str, CelType], pointer: str, members: Sequence[str]
    ) -> dict[str, Maker]:
        """Makers of the members that may tell which entity an element shows."""
        found: dict[str, Maker] = {}
        for name in members:
            source = given[name] if isinstance(given, dict) else None
            maker = self.compile(source, names, under(pointer, "set", name)) if isinstance(source, str) else None
            if maker is not None:
                found[name] = maker
        return found


@dataclass(frozen=True, slots=True)
class _Each:
    """A list (or object) that is made of the items of another."""

    each: Expression
    name: str
    key: Expression | None
    body: Maker
    members: Mapping[str, Maker]
    like: bool

    def make(self, names: Names, seen: Seen) -> Json:
        items = self.each.evaluate(names)
        if not isinstance(items, Sequence) or isinstance(items, str | bytes):
            raise ExpressionFault("`each` has to give a list", self.each.pointer)
        elements = seen.elements() if self.like else Elements([])
        told = elements.identity(tuple(self.members))
        made: list[tuple[Names, Json]] = []
        for item in items:
            inner = Names({self.name: item}, {}, names)
            here = Seen(lenient=seen.lenient)
            if elements.values:
                value = self.members[told](inner, Seen(lenient=seen.lenient)) if told is not None else None
                here = elements.like(told, value, seen)
            made.append((inner, self.body(inner, here)))
        if self.key is None:
            return [value for _, value in made]
        return {str(self.key.evaluate(inner)): value for inner, value in made}


OPTIONAL = "?"


def _object(pairs: tuple[tuple[str, Maker], ...]) -> Maker:
    if any(key == SPREAD for key, _ in pairs):
        return _spread(pairs)

    def make(names: Names, seen: Seen) -> Json:
        first = seen.values[0] if seen.values else None
        made: dict[str, Json] = dict(first) if isinstance(first, dict) else {}
        for key, maker in pairs:
            if key.endswith(OPTIONAL):
                _optional(made, key.removesuffix(OPTIONAL), maker, names, seen)
            elif key in made or not isinstance(first, dict):
                made[key] = maker(names, seen.member(key))
        return made

    return make


def _optional(made: dict[str, Json], name: str, maker: Maker, names: Names, seen: Seen) -> None:
    """A member that is left out when it is null, or an object in which nothing is; of one that is chosen its list."""
    if name.endswith(OPTIONAL):
        name = name.removesuffix(OPTIONAL)
        listed = maker(names, Seen(lenient=seen.lenient))
        made.pop(name, None)
        if isinstance(listed, list) and listed:
            made[name] = fitted(listed[0], one) if (one := _first(seen, name)) is not None else listed[0]
        return
    value = maker(names, seen.member(name))
    made.pop(name, None)
    if value is not None and value != {}:
        made[name] = value


def _spread(pairs: tuple[tuple[str, Maker], ...]) -> Maker:
    """An object with all members of a map in it; what is given later wins."""

    def make(names: Names, seen: Seen) -> Json:
        made: dict[str, Json] = {}
        for key, maker in pairs:
            if key != SPREAD and key.endswith(OPTIONAL):
                _optional(made, key.removesuffix(OPTIONAL), maker, names, seen)
                continue
            value = maker(names, seen.member(key) if key != SPREAD else Seen(lenient=seen.lenient))
            if key != SPREAD:
                made[key] = value
            elif isinstance(value, dict):
                made |= {name: fitted(inner, one) if (one := _first(seen, name)) is not None else inner
                         for name, inner in value.items()}  # fmt: skip
        return made

    return make


def _calls(plain: Maker, named: Mapping[str, Json]) -> Maker:
    """`calls` where a text was recorded; a member of that name where an object was. Of several recorded texts the
    nearest counts that has all the functions which are called."""

    def make(names: Names, seen: Seen) -> Json:
        texts = [one for one in seen.values if isinstance(one, str)]
        if not seen.values or not isinstance(seen.values[0], str):
            return plain(names, seen)
        read = [calls_in(text) for text in texts]
        listed: list[Json] = [
            {name: [call.arguments for call in calls if call.name == name] for name in named} for calls in read
        ]
        made = plain(names, Seen(tuple({"calls": one} for one in listed), {}, seen.lenient))
        given = made["calls"] if isinstance(made, dict) else None
        wanted = given if isinstance(given, dict) else {}
        lists = {name: value if isinstance(value, list) else [value] for name, value in wanted.items()}
        needed = {name for name, value in lists.items() if value}
        full = (at for at, calls in enumerate(read) if needed <= {call.name for call in calls})
        return with_calls(texts[next(full, 0)], lists, [call for calls in read for call in calls])

    return make


def _first(seen: Seen, name: str) -> Json:
    return next((one[name] for one in seen.values if isinstance(one, dict) and one.get(name) is not None), None)


def _array(makers: tuple[Maker, ...]) -> Maker:
    def make(names: Names, seen: Seen) -> Json:
        lists = [one for one in seen.values if isinstance(one, list)]
        return [
            maker(names, Seen(tuple(one[at] for one in lists if at < len(one)), seen.memo, seen.lenient))
            for at, maker in enumerate(makers)
        ]

    return make


def _value(expression: Expression) -> Maker:
    run, pointer = expression.evaluate, expression.pointer

    def make(names: Names, seen: Seen) -> Json:
        try:
            value = to_json(run(names))
        except CelFault as fault:
            if seen.lenient:
                return None
            raise ExpressionFault(fault.message, pointer) from None
        except ExpressionFault:
            if seen.lenient:
                return None
            raise
        for one in seen.values:
            if one is not None:
                return fitted(value, one)
        return value

    return make


def fitted(value: Json, recorded: Json) -> Json:
    """A scalar in the form of the recorded one, where both can say the same."""
    kind: Any = type(recorded)
    if kind is str:
        if isinstance(value, str):
            return _dated(value, recorded)
        if isinstance(value, bool) and recorded in ("true", "false"):
            return str(value).lower()
        whole = isinstance(value, int) and not isinstance(value, bool)
        return str(value) if whole or isinstance(value, float) else value
    if kind is bool:
        text = str(value).lower() if isinstance(value, str | int) else None
        return True if text in _TRUE else False if text in _FALSE else value
    if kind is int or kind is float:
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, str):
            if found := _OURS.fullmatch(value):
                return _stamp(found[0], recorded)
            return int(value) if _WHOLE.fullmatch(value) else float(value) if _NUMBER.fullmatch(value) else value
    return value


def _dated(value: str, recorded: Any) -> str:
    """A moment as sessions write it (`2025-03-03T09:00:00.250000Z`) in the recorded form of moments."""
    ours, theirs = _OURS.fullmatch(value), _THEIRS.fullmatch(recorded)
    if ours is None or theirs is None:
        return value
    between, seconds, fraction, zone = theirs.groups()
    if between is None:
        return ours[1]
    parts = (ours[4] or "").ljust(9, "0")[: len(fraction)] if fraction else ""
    return f"{ours[1]}{between}{ours[2]}{ours[3] if seconds else ''}{'.' * bool(parts)}{parts}{zone or ''}"


def _stamp(value: str, recorded: Any) -> Json:
    """A moment as sessions write it as the number that was recorded: seconds or milliseconds of the epoch."""
    moment = datetime.fromisoformat(value).timestamp()
    if int(recorded) in _MILLISECONDS:
        return int(moment * 1000)
    if int(recorded) in _SECONDS:
        return int(moment) if isinstance(recorded, int) else moment
    return value
