"""Values that say their type (`features.forms.typed`): told by objects all of whose members have one member, called
after a type, with what such a type says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.described import records_in
from awe_author.features.forms.model import Form
from awe_author.features.forms.typed import (
    LIST,
    NOTHING,
    NUMBER,
    RECORD,
    TEXT,
    TRUTH,
    WHOLE,
    Type,
    Typed,
    fits,
    kind_of,
)  # fmt: skip

LEAST = 2
"""Records, and types, that have to be seen so."""
WORDS = {
    "string": TEXT, "text": TEXT, "str": TEXT, "timestamp": TEXT, "date": TEXT, "datetime": TEXT, "time": TEXT,
    "reference": TEXT, "bytes": TEXT, "uuid": TEXT, "enum": TEXT, "integer": WHOLE, "int": WHOLE, "long": WHOLE,
    "int64": WHOLE, "int32": WHOLE, "double": NUMBER, "float": NUMBER, "number": NUMBER, "decimal": NUMBER,
    "boolean": TRUTH, "bool": TRUTH, "null": NOTHING, "array": LIST, "list": LIST, "map": RECORD,
    "struct": RECORD, "object": RECORD,
}  # fmt: skip
"""What types are called, in small letters, without what all have behind it (`Value`)."""
LETTERS = {"S": TEXT, "N": NUMBER, "B": TEXT, "BOOL": TRUTH, "NULL": NOTHING, "L": LIST, "M": RECORD}
"""The same in one letter."""
INSIDE = {LIST: ("values", "items", "elements"), RECORD: ("fields", "entries", "members")}
"""The members in which lists and records have what is in them, where they are objects themselves."""
DEEPEST = 12


def typed_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """The form of each origin."""
    for origin in dict.fromkeys(one.origin for one in messages):
        mine = [one for one in messages if one.origin == origin]
        answers = [pair for one in mine if one.status < 400 for pair in _held(one.answer)]
        asked = [pair for one in mine for pair in _held(one.sent.body)]
        if len(answers) < LEAST:
            continue
        wrappers = [one for _, held in [*answers, *asked] for one in _wrappers(held)]
        types = _types(wrappers)
        if len(types) < LEAST:
            continue
        holders = tuple(dict.fromkeys(name for name, _ in answers))
        bare = not any(one.of == NOTHING for one in types.values()) or any(_has_null(one.answer) for one in mine)
        form = Typed(f"* {origin}/*", types, holders, _named(answers, types), bare=bare)
        yield _with_records(form, mine)


def _held(value: Any, depth: int = 0) -> Iterator[tuple[str, dict[str, Any]]]:
    """(name, object) of each member whose own members all may be such values."""
    if depth > DEEPEST:
        return
    if isinstance(value, list):
        for one in value:
            yield from _held(one, depth + 1)
    elif isinstance(value, dict):
        for name, one in value.items():
            if isinstance(one, dict) and one and all(map(_may_be, one.values())):
                yield name, one
            else:
                yield from _held(one, depth + 1)


def _has_null(value: Any, depth: int = 0) -> bool:
    """Does an answer say null elsewhere than as such a value?"""
    if _may_be(value) or depth > DEEPEST or not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return any(one is None or _has_null(one, depth + 1) for one in inner)


def _may_be(value: Any) -> bool:
    if not isinstance(value, dict) or len(value) != 1:
        return False
    [(name, inner)] = value.items()
    told = word_of(name)
    return told is not None and any(fits(one, inner) for one in _candidates(told, [inner]))


def word_of(name: str) -> str | None:
    """What a value of the type of that name is; None when no type is called so."""
    return LETTERS.get(name) or WORDS.get(re.sub(r"_?value\Z", "", snake(name.lstrip("$"))))


def _wrappers(value: Any) -> Iterator[tuple[str, Any]]:
    """(type, what it says) of each value in an object of such ones, and in lists and records within it."""
    for one in value.values() if isinstance(value, dict) else value:
        if not _may_be(one):
            continue
        [(name, inner)] = one.items()
        yield name, inner
        held = inner
        if word_of(name) in (LIST, RECORD) and isinstance(inner, dict) and len(inner) == 1:
            [(inside, under)] = inner.items()
            held = under if inside in INSIDE[word_of(name) or LIST] else inner
        if isinstance(held, dict | list):
            yield from _wrappers(held)


def _candidates(what: str, inners: Sequence[Any]) -> Iterator[Type]:
    """How values of a type may be written, by what was seen of it."""
    if what in (LIST, RECORD):
        for name in dict.fromkeys(name for one in inners if isinstance(one, dict) for name in one):
            if name in INSIDE[what]:
                yield Type(what, name)
        if what == LIST and not all(isinstance(one, list) for one in inners):
            yield Type(what, INSIDE[LIST][0])
        yield Type(what)
    elif what == NOTHING:
        yield Type(what, said=inners[0] if inners else None)
    else:
        yield Type(what, in_words=what in (WHOLE, NUMBER) and all(isinstance(one, str) for one in inners))


def _types(wrappers: Sequence[tuple[str, Any]]) -> dict[str, Type]:
    """The types that were seen, those of most values first, and behind them what else types may be called where these
    are."""
    said: dict[str, list[Any]] = {}
    for name, inner in wrappers:
        said.setdefault(name, []).append(inner)
    counted = Counter(name for name, _ in wrappers)
    types: dict[str, Type] = {}
    for name, _ in counted.most_common():
        found = [
            one
            for one in _candidates(word_of(name) or TEXT, said[name])
            if all(fits(one, inner) for inner in said[name])
        ]
        if not found:
            return {}
        types[name] = found[0]
    return {**types, **_unseen(types)} if types else {}


def _unseen(types: Mapping[str, Type]) -> dict[str, Type]:
    """Types that were not seen, called in the way of those that were."""
    have = {one.of for one in types.values()}
    nested = any(one.inside for one in types.values())
    if all(name in LETTERS for name in types):
        names = {what: name for name, what in LETTERS.items() if name != "B"}
    elif all(name.endswith("Value") for name in types):
        words = ("string", "boolean", "integer", "double", "null", "array", "map")
        names = {WORDS[word]: f"{word}Value" for word in words}
        nested = True
    else:
        return {}
    in_words = {one.of for one in types.values() if one.in_words}
    letters = all(name in LETTERS for name in types)
    made: dict[str, Type] = {}
    for what, name in names.items():
        if what not in have and name not in types:
            inside = INSIDE[what][0] if nested and what in INSIDE else ""
            made[name] = Type(
                what, inside, what in in_words or (letters and what == NUMBER) or (what == WHOLE and nested)
            )
            made[name] = replace(made[name], said=True) if letters and what == NOTHING else made[name]
    return made


def _named(held: Sequence[tuple[str, dict[str, Any]]], types: Mapping[str, Type]) -> dict[str, dict[str, str]]:
    """Member -> what its values are -> their type, where it is not the first of these."""
    first: dict[str, str] = {}
    for name, one in types.items():
        first.setdefault(one.of, name)
    found: dict[str, dict[str, str]] = {}
    for _, record in held:
        for name, value in _members(record):
            [(said, inner)] = value.items()
            what = types[said].of if said in types else ""
            if what == NUMBER and _is_whole(inner):
                what = WHOLE if WHOLE in first else NUMBER
            if what and first.get(what) != said:
                found.setdefault(name, {})[what] = said
    return found


def _is_whole(value: Any) -> bool:
    return "." not in value if isinstance(value, str) else kind_of(value) == WHOLE


def _members(record: Mapping[str, Any], depth: int = 0) -> Iterator[tuple[str, dict[str, Any]]]:
    """(member, value) in an object of such values, and in records within it."""
    for name, value in record.items():
        if not _may_be(value) or depth > DEEPEST:
            continue
        yield name, value
        inner = next(iter(value.values()))
        held = next(iter(inner.values())) if isinstance(inner, dict) and len(inner) == 1 else inner
        if isinstance(held, dict):
            yield from _members(held, depth + 1)


def _with_records(form: Typed, messages: Sequence[Message]) -> Typed:
    """The form with the member that records say such values in, beside what they are called by."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in messages:
        for record in records_in(one.answer) if one.status < 400 else ():
            for name in form.holders:
                if name in record and len(record) > 1 and record[name] and form.is_holder(record[name]):
                    found.setdefault(name, []).append(record)
    for name, records in sorted(found.items(), key=lambda pair: -len(pair[1])):
        around = tuple(dict.fromkeys(other for one in records for other in one if other != name))
        marks = tuple(other for other in around if all(other in one for one in records))
        inner = {other for one in records for other in one[name]}
        if len(records) >= LEAST and len(marks) >= LEAST and not inner & {*around}:
            return replace(form, inside=name, around=around, marks=marks)
    return form
