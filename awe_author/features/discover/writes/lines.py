"""Lines of a document: objects in a list that requests send, and that the server keeps with more in each.

    POST /invoices {"lines": [{"item": 2, "count": 3}]}
    {"id": 7, "lines": [{"id": 41, "place": 1, "invoice": 7, "item": 2, "item_name": "Tea", "count": 3, "price": 5}]}

What a server adds is told by all lines that were ever shown: the same in all, the place in the list, the key of what
the line stands in, the moment, the next number, a new random key, another member of the line, the product of two, or
what goes by one (as a name by a key). What a line sends itself counts. A member that nothing tells is left out.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from awe_author.features.discover.common.keys import literal_text, map_text, new_key, text
from awe_author.features.discover.common.names import IDS, singular, snake, without_id
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.writes.line_totals import line_totals, total_text
from awe_author.json_types import JsonObject, sorted_text

_PLACE = re.compile(r"(^|_)(id|idx|index|num|number|no|order|position|pos|place|seq|sequence|rank|line|row)(_|$)")
"""What a member is called that says the place of a line."""
FEW = 2
"""Lines that show more than chance."""
MOST = 400


@dataclass(frozen=True, slots=True)
class Shown:
    """One line as it was shown."""

    line: Mapping[str, Any]
    place: int
    owner: str
    """The key of what it stands in."""
    field: str
    call: Call | None = None
    """The request that made it, where it was seen to be made."""


def lines_effects(
    one: Operation, part: Entities, seen: Seen, records: Container[str], params: str, path: str
) -> list[JsonObject]:
    """What is kept of the lists of objects that a write sends, and what these add up to. `records`: fields that are
    filled in otherwise."""
    found: list[JsonObject] = []
    made = one.role == "create"
    apart = {way[0] for way in part.left_empty} | {*part.joined, *part.flattened, *part.retyped}
    for name in sorted(part.sent) if part.kind.source == "json" else ():
        sent = [line for value in part.sent[name] if isinstance(value, list) for line in value]
        shown = list(_shown(name, part))[:MOST]
        if name in records or name in apart or not sent or not shown or not all(isinstance(one, dict) for one in sent):
            continue
        given = f"dyn({params}).get({text(name)}, null)"
        value = f"dyn({given})"
        each = _each(name, one, sent, shown, part, seen)
        if each:
            value = f"dyn({given}).map(line, type(line) == map ? {each} : dyn(line))".replace(_LIST, value)
            found.append({"op": "merge", "path": path, "value": {name: value}, "if": f"type({given}) == list"})
        totals: JsonObject = {field: total_text(value, way) for field, way in line_totals(part, name, made=made)}
        if totals:
            found.append({"op": "merge", "path": path, "value": totals, "if": f"type({given}) == list"})
    return found


def _each(
    name: str, one: Operation, sent: Sequence[Mapping[str, Any]], shown: Sequence[Shown], part: Entities, seen: Seen
) -> str:
    """The expression of a line; "" when it is kept as it is sent. In a change a line may be one that is there, as its
    own mark says: it keeps what the server made of it, but for the moment of the last change."""
    marks = _replaced(name, part)
    new = [{member: value for member, value in line.items() if member not in marks} for line in sent]
    own = "string(id)" if one.role == "create" else "params.id"
    more = _members(new, shown, part, own, "line", marks)
    values = {mark: [str(each.line.get(mark)) for each in shown] for mark in marks}
    mark = next((mark for mark, told in values.items() if len({*told}) == len(told)), "")
    if one.role == "create" or not more or not mark:
        return more
    there = f"dyn(state.{part.kind.name}[params.id]).get({text(name)}, null)"
    same = f"dyn({there}).exists(l, dyn(l).get({text(mark)}, null) == dyn(line).get({text(mark)}, null))"
    now = map_text(dict.fromkeys(_renewed(name, one, part, seen), "dyn(string(now))"))
    return f"(type({there}) == list && {same} ? dyn(dyn(line).with({now})) : {more})"


def _replaced(name: str, part: Entities) -> list[str]:
    """The members that all lines of something new sent, and that were something else in all of them: a page's marks."""
    pairs = [
        (line, kept) for key, body in part.sent_new.items() if isinstance(body.get(name), list)
        for line, kept in zip(body[name], _list_of(part.made.get(key, {}), name), strict=False)
        if isinstance(line, dict) and isinstance(kept, dict)
    ]  # fmt: skip
    names = pairs[0][0].keys() & pairs[0][1].keys() if pairs else ()
    plain = [one for one in names if all(isinstance(line.get(one), str) for line, _ in pairs)]
    return sorted(one for one in plain if all(line[one] != kept.get(one) for line, kept in pairs))


def _list_of(entity: Mapping[str, Any], name: str) -> list[Any]:
    value = entity.get(name)
    return value if isinstance(value, list) else []


def _renewed(name: str, one: Operation, part: Entities, seen: Seen) -> list[str]:
    """The members that are the moment of the change in all lines that were shown after one."""
    told: list[set[str]] = []
    for call, key in zip(one.calls, one.made, strict=False):
        lines = (seen.after(part.kind, key, call.seq) or {}).get(name)
        for line in lines if isinstance(lines, list) else ():
            if isinstance(line, dict):
                told.append({member for member, value in line.items() if call.now(value) is not None})
    return sorted(set.intersection(*told)) if told else []


_LIST = "\x00"


def _members(
    sent: Sequence[Mapping[str, Any]], shown: Sequence[Shown], part: Entities, own: str, of: str,
    marks: Sequence[str] = (),
) -> str:  # fmt: skip
    """The expression of a line with what the server adds to it; "" when it adds nothing that can be told. `marks`: what
    counts for nothing of what a line says."""
    given = {name for line in sent for name in line}
    always = {name for name in given if all(name in line for line in sent)}
    more: dict[str, str] = {}
    for name in dict.fromkeys(name for each in shown for name in each.line):
        if name not in always and (made := _told(name, sent, shown, part, own, of, marks)):
            more[name] = made
    inner: dict[str, str] = {}
    for name in sorted(always):
        records = [line[name] for line in sent]
        deeper = [Shown(each.line[name], each.place, each.owner, each.field, each.call) for each in shown
                  if isinstance(each.line.get(name), dict)]  # fmt: skip
        if all(isinstance(record, dict) for record in records) and len(deeper) == len(shown):
            made = _members(records, deeper, part, own, f"dyn({of})[{text(name)}]")
            if made:
                there = f"type(dyn({of}).get({text(name)}, null)) == map"
                inner[name] = f"({there} ? {made} : dyn({of}).get({text(name)}, null))"
    if not more and not inner:
        return ""
    dropped = sorted({*marks, *(given - {name for each in shown for name in each.line})})
    kept = f"dyn({of})" + (f".without([{', '.join(map(text, dropped))}])" if dropped else "")
    base = f"dyn({map_text(more)}).with({kept})" if more else kept
    return f"dyn({base}).with({map_text(inner)})" if inner else f"dyn({base})"


def _told(
    name: str, sent: Sequence[Mapping[str, Any]], shown: Sequence[Shown], part: Entities, own: str, of: str,
    marks: Sequence[str],
) -> str:  # fmt: skip
    """The expression of a member that no line sends, or only some; "" when nothing tells it."""
    some = [each for each in shown if name in each.line]
    values = [each.line[name] for each in some]
    if len(some) < len(shown):
        return ""
    kinds = {sorted_text({"": value}) for value in values}
    if len(kinds) == 1 and (len(values) >= FEW or not _PLACE.search(snake(name))):
        timed = next((made for each in some if each.call and (made := each.call.now(values[0]))), None)
        return timed or f"dyn({literal_text(values[0])})"
    return next(_ways(name, values, some, sent, part, own, of, marks), "")


def _ways(
    name: str, values: Sequence[Any], some: Sequence[Shown], sent: Sequence[Mapping[str, Any]], part: Entities,
    own: str, of: str, marks: Sequence[str],
) -> Iterator[str]:  # fmt: skip
    field = some[0].field
    for base in (1, 0):
        if _PLACE.search(snake(name)) and all(str(each.line[name]) == str(each.place + base) for each in some):
            place = f"{_LIST}.indexOf({of}) + {base}"
            yield f"dyn(string({place}))" if isinstance(values[0], str) else f"dyn({place})"
    if all(str(each.line[name]) == each.owner for each in some) and len({each.owner for each in some}) >= FEW:
        number = part.number and is_integer(values[0])
        yield f"dyn(int({own}))" if number else f"dyn({own})"
    made = [(each, each.call.now(each.line[name])) for each in some if each.call is not None]
    if made and all(now for _, now in made):
        yield f"dyn({made[0][1]})"
    fresh = [each.line[name] for each, _ in made]
    if len(fresh) >= FEW and _typical(values, fresh):
        yield f"dyn({literal_text(fresh[0])})"
    yield from _of_others(name, some, sent, of)
    yield from _named(name, values, sent, of)
    if len({*map(str, values)}) == len(values) and (opaque(values) or (name in marks and _tokens(values))):
        size, known = len(str(values[0])), opaque(values)
        token = f"(uuid() + uuid()).replace('-', '').substring(0, {size})"
        yield f"dyn({new_key(singular(part.kind.name) + '_line', [], [*values]).text if known else token})"
    if len({*map(str, values)}) == len(values) >= FEW and all(map(is_integer, values)):
        there = f"state.{part.kind.name}.values().map(e, dyn(e).get({text(field)}, null)).filter(l, type(l) == list)"
        numbers = f"{there}.flatten().map(l, int(dyn(l).get({text(name)}, 0)))" if of == "line" else ""
        if numbers:
            yield f"dyn(math.greatest([0] + {numbers}) + 1 + {_LIST}.indexOf({of}))"
    if made and _typical(values, fresh):
        yield f"dyn({literal_text(fresh[0])})"


def _tokens(values: Sequence[Any]) -> bool:
    """Are these words of one length that nobody types?"""
    texts = [value for value in values if isinstance(value, str) and re.fullmatch(r"\w{6,40}", value)]
    digits = sum(re.search(r"\d", value) is not None for value in texts)
    return len(texts) == len(values) >= FEW and len({*map(len, texts)}) == 1 and 2 * digits > len(texts)


def _typical(values: Sequence[Any], fresh: Sequence[Any]) -> bool:
    """Were all that were seen to be made alike?"""
    return all(value == fresh[0] for value in fresh) and not opaque(fresh) and len(values) > len(fresh)


def _of_others(name: str, some: Sequence[Shown], sent: Sequence[Mapping[str, Any]], of: str) -> Iterator[str]:
    """What is made of members that every line sends: the same, the product of two, or what goes by one."""
    always = [one for one in sent[0] if all(one in line for line in sent)]
    plain = [one for one in always if all(isinstance(each.line.get(one), str | int | float) for each in some)]
    for other in plain:
        varied = len({str(each.line[name]) for each in some}) > 1
        if varied and all(each.line[name] == each.line[other] for each in some):
            yield f"dyn({of}).get({text(other)}, null)"
    numbers = [one for one in plain if all(_number(each.line[one]) for each in some)]
    for first, second in combinations(numbers, 2):
        if len(some) >= FEW and all(_number(each.line[name]) and abs(each.line[first] * each.line[second]
               - each.line[name]) < 0.005 for each in some):  # fmt: skip
            yield f"dyn(double(dyn({of})[{text(first)}]) * double(dyn({of})[{text(second)}]))"
    for other in [name for name in plain if any(str(each.line[name]) != each.owner for each in some)]:
        known: dict[str, Any] = {}
        for each in some:
            known.setdefault(str(each.line[other]), each.line[name])
        fits = all(known[str(each.line[other])] == each.line[name] for each in some)
        if fits and len(some) > len(known) >= FEW:
            table = map_text({key: literal_text(value) for key, value in sorted(known.items())})
            yield f"dyn({table}).get(string(dyn({of})[{text(other)}]), null)"


def _named(name: str, values: Sequence[Any], sent: Sequence[Mapping[str, Any]], of: str) -> Iterator[str]:
    """A record, or the one record of a list, that each line names by its key: `job_id: 7`, `jobs: [{"id": 7, ...}]`."""
    records = [(value[0] if isinstance(value, list) and len(value) == 1 else value, value) for value in values]
    if not all(isinstance(record, dict) and any(key in record for key in IDS) for record, _ in records):
        return
    known = {str(next(record[key] for key in IDS if key in record)): value for record, value in records}
    for other in sent[0]:
        called = without_id(other) != other and singular(snake(without_id(other))) == singular(snake(name))
        if called and len(known) >= FEW and all(str(line.get(other)) in known for line in sent):
            table = map_text({key: literal_text(value) for key, value in sorted(known.items())})
            yield f"dyn({table}).get(string(dyn({of})[{text(other)}]), null)"


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(name: str, part: Entities) -> Iterator[Shown]:
    """The lines that entities showed, of those of the recording with the request that made them; the last look at each
    list of the others."""
    made: dict[str, Call] = {}
    for sighting in part.kind.sightings():
        key = str(sighting.value[part.kind.key])
        if key in part.made and sighting.call.mutation:
            made.setdefault(key, sighting.call)
    lists: list[tuple[str, Any, Call | None]] = [(key, one.get(name), None) for key, one in part.seed.items()]
    lists += [(key, entity.get(name), made.get(key)) for key, entity in part.made.items()]
    for key, value, call in lists:
        for place, line in enumerate(value if isinstance(value, list) else ()):
            if isinstance(line, dict):
                yield Shown(line, place, key, name, call)
