"""The model and the features of cells (`ranges`): a book in the state, reads by range, and what writes are answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author import cells
from awe_author.cells import Area, Rows
from awe_author.features.discover.common.keys import literal, member, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.replies.ranges import Book, Step, shown_by
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

SURE = 0.9
_ONE = "segments[0]"
_AS_TEXT = "v == null ? dyn(null) : type(v) == bool ? dyn(string(v).upperAscii()) : dyn(string(v))"


@dataclass(frozen=True, slots=True)
class _Told:
    """What may be told of the cells that a request is about: its expression, and what it is for each recorded one."""

    text: str
    of: Callable[[Step, int], Any]
    """For a request and the number of the range; -1 for all of them."""
    hint: str = ""
    """What a member that says it is called."""


def add_books(found: Sequence[Book], model: JsonObject, seed: JsonObject) -> None:
    """Put the cells and the actions that write them into the model, and what was there into the seed."""
    properties, actions, required = model["properties"], model["x-actions"], model["required"]
    assert isinstance(properties, dict)
    assert isinstance(actions, dict)
    assert isinstance(required, list)
    for one in found:
        rows: JsonObject = {"type": "array", "items": {"type": "array"}}
        says = f"Cells of {one.steps[0].request}: sheet, rows, values. Sure: {SURE:.2f}."
        properties[one.name] = {"type": "object", "description": says, "additionalProperties": rows}
        required.append(one.name)
        seed[one.name] = {sheet: [[*row] for row in rows_of] for sheet, rows_of in one.seed.items()}
        for does in dict.fromkeys(step.does for step in one.steps if step.does != "read"):
            seqs = ", ".join(str(step.call.seq) for step in one.steps if step.does == does)
            comment = f"Seen: seq {seqs}. Sure: {SURE:.2f}. Proof: what was written is shown afterwards."
            actions[f"{does}_{one.name}"] = {
                "title": f"{does.capitalize()} cells",
                "$comment": comment,
                **_action(one, does),
            }


def _action(one: Book, does: str) -> JsonObject:
    book, path = f"state.{one.name}", f"/{one.name}"
    lists: JsonObject = {"type": "array"}
    if does == "clear":
        ranges: JsonObject = {"type": "object", "required": ["ranges"], "properties": {"ranges": lists}}
        value = f"cells_clear({book}, params.ranges)"
        return {"params": ranges, "effects": [{"op": "replace", "path": path, "value": value}]}
    params: JsonObject = {"type": "object", "required": ["writes"], "properties": {"writes": lists}}
    if does == "write":
        return {
            "params": params,
            "effects": [{"op": "replace", "path": path, "value": f"cells_write({book}, params.writes)"}],
        }
    first = "dyn(params.writes[0])"
    below = f"cells_below({book}, {first}.range, {first}.values)"
    write = f"cells_write({book}, [{{'range': {below}, 'values': {first}.values}}])"
    result: JsonObject = {"range": below, "table": f"cells_table({book}, {first}.range)"}
    return {"params": params, "effects": [{"op": "replace", "path": path, "value": write}], "result": result}


def book_features(found: Sequence[Book]) -> list[Feature]:
    """Reads and writes of cells."""
    return [feature for one in found for feature in _features(one)]


def _features(one: Book) -> list[Feature]:
    groups: dict[tuple[str, str], list[Step]] = {}
    for step in one.steps:
        groups.setdefault((step.request, step.does), []).append(step)
    made = []
    for (request, does), steps in groups.items():
        document = _read(one, steps) if does == "read" else _write(one, steps)
        title = f"{does.capitalize()} cells"
        made.append(_feature({"id": f"{one.name}.{does}.api", "title": title, **document}, request, steps))
    if one.refused:
        steps = one.refused
        answer = _said_again(steps[0].call.answer, steps[0].ranges[0])
        document = {
            "id": f"{one.name}.refused.api",
            "title": "Cells that are not there",
            "on": {"request": steps[0].request, "where": f"!cells_there(state.{one.name}, {_ONE})"},
            "reply": {"status": steps[0].call.status, "json": answer},
        }
        made.append(_feature(document, steps[0].request, steps))
    return made


def _feature(document: JsonObject, request: str, steps: Sequence[Step]) -> Feature:
    seqs = ", ".join(str(step.call.seq) for step in steps[:8])
    return Feature(document, [f"seen: {request}, seq {seqs}", f"sure: {SURE:.2f}, what was written is shown"], SURE)


def _read(one: Book, steps: Sequence[Step]) -> JsonObject:
    step, book = steps[0], f"state.{one.name}"
    own = "r" if step.many else _ONE
    ranges = f"fields.get({text(step.many)}, [])"
    where = f"{ranges}.all(r, cells_there({book}, r))" if step.many else f"cells_there({book}, {_ONE})"
    shown = [(each.call, place, rows) for each in steps for place, rows in shown_by(each)]
    records = [(_within(call.answer, place), rows) for call, place, rows in shown]
    said = next(name for name, value in records[0][0].items() if isinstance(value, str) and cells.is_range(value))
    holds = next((name for record, rows in records for name, value in record.items() if rows and value is rows), "")
    rows = f"cells_read({book}, {own})"
    fields: JsonObject = {said: f"cells_said({own})"}
    if holds:
        always = any(record.get(holds) == [] for record, _ in records)
        fields[holds if always else f"{holds}?"] = rows if always else f"{rows}.size() > 0 ? dyn({rows}) : null"
    pattern = tuple("*" if isinstance(part, int) else part for part in shown[0][1])
    json = nest(pattern, fields, ranges, "r")
    return {
        "on": {"request": step.request, "where": where},
        "reply": {"status": step.call.status, "like": "recorded", "json": json},
    }


def _within(value: Any, place: Sequence[str | int]) -> dict[str, Any]:
    for part in place:
        value = value[part]
    assert isinstance(value, dict)
    return value


def _said_again(value: Any, asked: str) -> Json:
    """An answer in which the range stands that was asked for."""
    if isinstance(value, str) and asked in value:
        return f" + {_ONE} + ".join(text(piece) for piece in value.split(asked))
    if isinstance(value, dict):
        return {name: _said_again(inner, asked) for name, inner in value.items()}
    made: Json = literal(value) if not isinstance(value, list) else [_said_again(inner, asked) for inner in value]
    return made


def _write(one: Book, steps: Sequence[Step]) -> JsonObject:
    step = steps[0]
    on: JsonObject = {"request": step.request}
    if step.does == "clear":
        params: JsonObject = {"ranges": f"[{_ONE}]"}
    elif step.many:
        of = member("one", step.names[1])
        each = f"{{'range': one[{text(step.names[0])}], 'values': {_kept(of, one)}}}"
        params = {"writes": f"dyn({member('body', step.many)}).map(one, {each})"}
    else:
        params = {"writes": f"[{{'range': {_ONE}, 'values': {_kept(member('body', step.names[1]), one)}}}]"}
    reply: JsonObject = {"status": step.call.status, "like": "recorded"}
    json = _answer(steps)
    if json:
        reply["json"] = json
    return {"on": on, "do": f"{step.does}_{one.name}", "with": params, "reply": reply}


def _kept(rows: str, one: Book) -> str:
    return f"dyn({rows}).map(row, dyn(row).map(v, {_AS_TEXT}))" if one.texts else f"dyn({rows})"


def _answer(steps: Sequence[Step]) -> Json:
    """The places of the answers that tell what was written."""
    step = steps[0]
    answers = [dict(leaves(one.call.answer)) for one in steps]
    made: Json = None
    for way in answers[0]:
        if not all(way in answer for answer in answers):
            continue
        numbers = [part for part in way if isinstance(part, int)]
        if numbers and (not step.many or numbers != [0]):
            continue
        told = _of_each(step) if numbers else [*_of_all(step), *([] if step.many else _of_each(step))]
        place = 0 if numbers or not step.many else -1
        values = [answer[way] for answer in answers]
        fits = [one for one in told if [one.of(each, place) for each in steps] == values]
        name = snake(str(way[-1]))
        found = next((one for one in fits if one.hint and one.hint in name), None)
        found = found or next((one for one in fits if not one.hint and isinstance(values[0], str)), None)
        if found is not None:
            pattern = tuple("*" if isinstance(part, int) else part for part in way)
            inner = nest(pattern, found.text, f"dyn({member('body', step.many)})" if step.many else "", "one")
            made = inner if made is None else joined(made, inner)
    return made


def _of_each(step: Step) -> list[_Told]:
    """What is told of one range."""
    own = f"one[{text(step.names[0])}]" if step.many else _ONE
    rows = f"dyn({member('one' if step.many else 'body', step.names[1])})" if step.values else ""
    if step.does == "clear":
        return [_Told(f"cells_said({own})", lambda one, place: one.areas[place].name)]
    sizes = f"{rows}.map(row, size(row))"
    counts = [
        _Told(f"{rows}.size()", lambda one, place: len(one.values[place]), "row"),
        _Told(f"math.greatest({sizes} + [0])", lambda one, place: max(map(len, one.values[place])), "col"),
        _Told(f"{sizes}.sum()", lambda one, place: sum(map(len, one.values[place])), "cell"),
    ]
    if step.does == "append":
        return [*counts, _Told("result.range", _appended), _Told("result.table", _table)]
    at = _Told(
        f"cells_at({own}, {rows})", lambda one, place: cells.written_area(one.areas[place], one.values[place]).name
    )
    return [*counts, at]


def _of_all(step: Step) -> list[_Told]:
    """What is told of all ranges of a request."""
    if not step.many:
        return []
    each = f"dyn({member('body', step.many)})"
    rows = f"dyn({member('one', step.names[1])})"

    def every(count: Callable[[Rows], int]) -> Callable[[Step, int], int]:
        return lambda one, _: sum(count(values) for values in one.values)

    sizes = f"{rows}.map(row, size(row))"
    return [
        _Told(f"{each}.map(one, {rows}.size()).sum()", every(len), "row"),
        _Told(f"{each}.map(one, math.greatest({sizes} + [0])).sum()", every(lambda rows: max(map(len, rows))), "col"),
        _Told(f"{each}.map(one, {sizes}.sum()).sum()", every(lambda rows: sum(map(len, rows))), "cell"),
    ]


def _said_ranges(step: Step) -> list[Area]:
    """The ranges that an answer says, in its order."""
    said = [value for _, value in leaves(step.call.answer) if isinstance(value, str) and cells.is_range(value)]
    return [cells.area_of(one) for one in said]


def _appended(step: Step, place: int) -> str:
    """The range that rows took which were added: it has their size, and stands below the other."""
    size = cells.written_area(Area("", 0, 0, 0, 0), step.values[place])
    found = [
        one for one in _said_ranges(step) if (one.bottom - one.top, one.right - one.left) == (size.bottom, size.right)
    ]
    return max(found, key=lambda one: one.top).name if found else ""


def _table(step: Step, place: int) -> str:
    """The range to which they were added: it ends where they begin."""
    below = _appended(step, place)
    found = [one for one in _said_ranges(step) if below and one.bottom + 1 == cells.area_of(below).top]
    return found[0].name if found else ""
