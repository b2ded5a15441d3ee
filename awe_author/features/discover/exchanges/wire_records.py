"""Records that say what they say inside a member of theirs, that are named and told of elsewhere, or whose key an
answer calls otherwise (`features.forms`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.called import Called
from awe_author.features.forms.inside import NOTHING, SAME, Box, Inside, is_empty, worded
from awe_author.features.forms.model import Form
from awe_author.features.forms.named import Named

KEYS = ("id", "_id", "uuid", "guid", "key", "Id", "ID")
LEAST = 2
"""Records that have to be seen so."""
SIGNS = "*@$#&"
STANDARD = ("attributes", "relationships")
"""Members of JSON:API's records, which are looked into as they are."""


def inside_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """Of each origin the members in which records say what they say: where requests write what stands in them."""
    for origin in dict.fromkeys(one.origin for one in messages):
        mine = [one for one in messages if one.origin == origin]
        found: dict[str, list[dict[str, Any]]] = {}
        for one in mine:
            for record in _records(one.answer) if one.status < 400 else ():
                for name, inner in record.items():
                    if isinstance(inner, dict) and inner and name not in STANDARD:
                        found.setdefault(name, []).append(record)
        for name, records in sorted(found.items(), key=lambda pair: -len(pair[1])):
            form = _inside(origin, name, records, mine)
            if form is not None:
                yield form
                break


def _inside(origin: str, name: str, records: Sequence[dict[str, Any]], messages: Sequence[Message]) -> Form | None:
    around = list(dict.fromkeys(other for one in records for other in one if other != name))
    inner = {other for one in records for other in one[name]}
    marks = tuple(other for other in around if all(other in one for one in records))
    keys = {str(one[key]) for one in records for key in KEYS if key in one}
    writes = [said for one in messages for said in _written(one, name)]
    written = {other for said in writes for other in said[name]}
    alone = len(marks) < 2 or len(keys) < LEAST or inner & set(around) or len(inner) < LEAST
    if alone or _beside(writes, name, records) or not written or not written & inner or written & set(around):
        return None
    boxes = _box([value for one in records for value in one[name].items()])
    return Inside(f"* {origin}/*", name, tuple(around), marks, boxes, _left_out(name, records) if boxes is None else ())


def _left_out(name: str, records: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    """All that records may say where each leaves out what is empty: nothing empty was ever said, and each of them that
    was seen says something else than another. () where they say it."""
    said = [value for one in records for value in one[name].values()]
    kinds = {frozenset(one[name]) for one in records}
    sparse = len(kinds) > LEAST and not any(map(is_empty, said))
    return tuple(dict.fromkeys(other for one in records for other in one[name])) if sparse else ()


def _written(one: Message, name: str) -> Iterator[dict[str, Any]]:
    """The records of a request that write something in the member."""
    if one.sent.method not in ("GET", "HEAD", "DELETE"):
        for _, record in _objects(one.sent.body):
            if isinstance(record.get(name), dict):
                yield record


def _beside(written: Sequence[dict[str, Any]], name: str, records: Sequence[dict[str, Any]]) -> bool:
    """Do requests write something beside the member, too: what is neither a key nor the same in all of many records?"""
    few = len({str(one[key]) for one in records for key in KEYS if key in one}) <= LEAST
    others = {other for one in written for other in one} - {name, *KEYS}
    return bool(few and others) or any(
        len({str(one[other]) for one in records if other in one}) != 1 for other in others
    )


def _box(values: Sequence[tuple[str, Any]]) -> Box | None:
    """What stands around all values; None when nothing does."""
    if not all(isinstance(value, dict) and value.keys() == values[0][1].keys() for _, value in values):
        return None
    names = [*values[0][1]]
    value = next((name for name in names if name.lower() in ("value", "val", "raw")), "")
    if not value or len(names) > 2:
        return None
    display = next((name for name in names if name != value), "")
    words: dict[str, str] = {}
    for name in dict.fromkeys(name for name, _ in values) if display else ():
        told = [(one[value], one[display]) for other, one in values if other == name and one[value] is not None]
        how = next((how for how in _hows(told) if all(worded(how, said) == shown for said, shown in told)), NOTHING)
        if how != NOTHING:
            words[name] = how
    return Box(value, display, words)


def _hows(told: Sequence[tuple[Any, Any]]) -> list[str]:
    longest = max((str(shown) for _, shown in told if shown is not None), key=len, default="")
    return [NOTHING, SAME, *([longest] if longest else [])]


def _records(value: Any) -> Iterator[dict[str, Any]]:
    for _, record in _objects(value):
        if any(isinstance(record.get(key), str | int) for key in KEYS):
            yield record


def _objects(value: Any, depth: int = 0) -> Iterator[tuple[int, dict[str, Any]]]:
    if depth > 9:
        return
    if isinstance(value, dict):
        yield depth, value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if isinstance(one, dict | list):
            yield from _objects(one, depth + 1)


def named_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """Of each origin the answers that name records which a list in them tells of."""
    for origin in dict.fromkeys(one.origin for one in messages):
        mine = [one for one in messages if one.origin == origin and isinstance(one.answer, dict) and one.status < 400]
        names = Counter(name for one in mine for name, value in one.answer.items() if isinstance(value, list) and value)
        for name, _ in names.most_common(3):
            lists = [one.answer[name] for one in mine if name in one.answer]
            form = _named(origin, name, [one for one in lists if isinstance(one, list)], mine)
            if form is not None:
                yield form
                break


def _named(origin: str, name: str, lists: Sequence[list[Any]], messages: Sequence[Message]) -> Form | None:
    records = [one for each in lists for one in each]
    if len(records) < LEAST or not all(isinstance(one, dict) for one in records):
        return None
    texts = [key for key in records[0] if all(isinstance(one.get(key), str) for one in records)]
    keys = [key for key in texts if all(len({one[key] for one in each}) == len(each) for each in lists)]
    for key in keys:
        known = {one[key] for one in records}
        signs = Counter(sign for one in messages for sign in _signs(one.answer, known))
        if signs:
            kind, order = next(((kind, order) for kind in texts if (order := _order(kind, lists))), ("", ()))
            sign = signs.most_common(1)[0][0]
            members = {one for message in messages for one in _signed(message.answer, sign)}
            return Named(f"* {origin}/*", sign, name, key, kind, order, tuple(sorted(members)))
    return None


def _signs(answer: Any, known: set[str]) -> Iterator[str]:
    for _, record in _objects(answer):
        for name, value in record.items():
            values = value if isinstance(value, list) else [value]
            if name[:1] in SIGNS and values and all(isinstance(one, str) and one in known for one in values):
                yield name[:1]


def _signed(answer: Any, sign: str) -> Iterator[str]:
    for _, record in _objects(answer):
        yield from (name.removeprefix(sign) for name, value in record.items()
                    if name.startswith(sign) and isinstance(value, str | list))  # fmt: skip


def _order(kind: str, lists: Sequence[list[dict[str, Any]]]) -> tuple[str, ...]:
    """The kinds in the order that all lists have them in; none when they are not told by this member."""
    seen: list[str] = []
    for each in lists:
        own = list(dict.fromkeys(one[kind] for one in each))
        runs = sum(1 for place, one in enumerate(each) if not place or each[place - 1][kind] != one[kind])
        if runs != len(own):
            return ()
        for before, after in pairwise(own):
            if before not in seen:
                seen.insert(seen.index(after) if after in seen else len(seen), before)
            if after not in seen:
                seen.append(after)
        seen += [one for one in own if one not in seen]
    few = len(seen) * 2 <= sum(map(len, lists))
    owns = [list(dict.fromkeys(one[kind] for one in each)) for each in lists]
    ordered = all(own == sorted(own, key=seen.index) for own in owns)
    return tuple(seen) if few and ordered else ()


def called_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """Answers to posts that call the key of the record that was made otherwise than the records do."""
    posts: dict[str, list[Message]] = {}
    for one in messages:
        if one.sent.method == "POST" and isinstance(one.answer, dict) and 200 <= one.status < 300:
            posts.setdefault(one.path, []).append(one)
    for path, mine in posts.items():
        for name in [name for name in mine[0].answer if snake(name) in ("id", "uuid", "key")]:
            values = [one.answer.get(name) for one in mine]
            others = Counter(
                other
                for one in messages
                if one.origin == mine[0].origin and one.sent.method == "GET"
                for _, record in _objects(one.answer)
                for other, value in record.items()
                if value in values and isinstance(value, str | int) and other != name and snake(other) == snake(name)
            )
            if others and not any(other in one.answer for other in others for one in mine):
                yield Called(f"POST {path}", name, others.most_common(1)[0][0])
