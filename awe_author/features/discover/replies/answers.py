"""What the reply of a feature shows of entities, in the recorded shape."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import member, own_key, scalar
from awe_author.features.discover.common.names import safe, singular, snake
from awe_author.features.discover.common.put_and_taken import only_counted
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.aggregates import Aggregate
from awe_author.features.discover.entities.blanks import ELSE, NOTHING
from awe_author.features.discover.entities.entities import Entities, form_of
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.several import several_keys
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import at, leaves
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.lists.as_shown import (
    as_they_are,
    in_part,
    leaves_out_empty,
    left_out,
    not_told,
    otherwise,
)
from awe_author.features.discover.lists.cursors import beside_items
from awe_author.features.discover.lists.edge_cursors import end_texts, place_text, placed_cursors
from awe_author.features.discover.lists.expressions import Selection, beside_lets
from awe_author.features.discover.lists.included import CHOSEN, included
from awe_author.features.discover.lists.keys_beside import keys_beside
from awe_author.features.discover.lists.queries import Listing
from awe_author.features.discover.replies.in_columns import columns_json
from awe_author.features.discover.replies.key_in_texts import key_texts
from awe_author.features.discover.replies.triggers import key_text
from awe_author.features.discover.replies.wrappers import wrapper_json
from awe_author.json_types import Json, JsonObject

KEYED = re.compile(r"(^|_)(id|key|uid|uuid|urn|deleted|removed|number)$|Id$|ID$|Key$|Urn$")
"""Names of members that may say a key."""
COUNTS = re.compile(
    r"(^|_)(count|total|number|num|affected|changed|updated|modified|matched|deleted|removed|processed)(_|$)"
)
"""Names of members that may say how many there were, in small letters."""


def body_name(one: Operation) -> str:
    """What the reply is called: JSON, or JSON inside a document."""
    return "embedded" if one.calls[0].html and not one.writes else "json"


def _failed(call: Call) -> bool:
    """Does an answer of GraphQL say that nothing was done?"""
    told = call.answer if call.kind == "graphql" and isinstance(call.answer, dict) else {}
    data = told.get("data")
    return bool(told.get("errors")) and not (isinstance(data, dict) and any(value for value in data.values()))


def key_told(one: Operation, part: Entities, but: Sequence[str] | None = None) -> Json:
    """The places where answers to a write say the key that the request names, or that was made; None without one.
    `but`: none within that place."""
    made_anew = one.role == "create" and one.key_at is None
    if (one.key_at is None and not made_anew) or len(one.calls) != len(one.made) or one.guessed:
        return None
    done = [(call, key) for call, key in zip(one.calls, one.made, strict=True) if not _failed(call)]
    said = [(dict(leaves(call.answer)), key) for call, key in done]
    made: Json = None
    for way, value in said[0][0].items() if said else ():
        own = all(str(told.get(way)) == key for told, key in said)
        inside = but is not None and tuple(way[: len(but)]) == tuple(but)
        named = way and not inside and KEYED.search(str(way[-1])) and _of_one(way, one.calls)
        if own and named and not isinstance(value, bool):
            key = "result.id" if made_anew else key_text(one, part)
            pattern = tuple("*" if isinstance(step, int) else step for step in way)
            told = "k" if "*" in pattern else key
            inner = nest(pattern, f"int({told})" if isinstance(value, int) else told, f"[{key}]", "k")
            made = inner if made is None else joined(made, inner)
    said_key = "result.id" if made_anew else key_text(one, part)
    for pattern, words in (key_texts(done, said_key) if but is None else {}).items():
        inner = nest(pattern, words, "", "")
        made = inner if made is None else joined(made, inner)
    return made


def _of_one(way: Sequence[str | int], calls: Sequence[Call]) -> bool:
    """Does a place stand in no list, or in one that has nothing else in any answer?"""
    places = [place for place, step in enumerate(way) if isinstance(step, int)]
    lists = [at(call.answer, way[: places[0]]) for call in calls] if places else []
    return len(places) < 2 and all(isinstance(one, list) and len(one) == 1 for one in lists)


def several_json(one: Operation, part: Entities) -> Json:
    """What a write about several entities is answered: the entities, or a list that says the key of each, and how many
    there were; None for anything else."""
    made = _several_shown(one, part)
    for way in _numbers(one):
        number = nest(way, "result.number", "", "")
        made = number if made is None else joined(made, number)
    return made


def _several_shown(one: Operation, part: Entities) -> Json:
    keys, item = several_keys(one), safe(singular(part.kind.name))
    if one.pattern is not None and one.role != "delete":
        known = f"state.{part.kind.name}"
        chosen = f"{keys}.filter(k, k in {known})"
        if not _as_asked(one, part):
            chosen = f"{known}.keys().filter(k, k in {keys})"
        return nest(one.pattern, fields_json(one, part, item), f"{chosen}.map(k, {known}[k])", item)
    call = one.calls[0]
    asked = _asked(one, call)
    for way, value in leaves(call.answer):
        numbers = [place for place, part_of in enumerate(way) if isinstance(part_of, int)]
        if len(numbers) == 1 and str(value) == asked[0] and way[numbers[0]] == 0 and not isinstance(value, bool):
            listed = at(call.answer, way[: numbers[0]])
            told = [at(each, way[numbers[0] + 1 :]) for each in listed] if isinstance(listed, list) else []
            if list(map(str, told)) == asked:
                pattern = tuple("*" if isinstance(step, int) else step for step in way)
                return nest(pattern, "int(k)" if isinstance(value, int) else "k", keys, "k")
    return None


def _asked(one: Operation, call: Call) -> list[str]:
    """The keys that a request about several names."""
    return [key for other, key in zip(one.calls, one.made, strict=True) if other is call]


def _as_asked(one: Operation, part: Entities) -> bool:
    """Do all answers show the entities in the order in which requests name them?"""
    place = one.pattern[: one.pattern.index("*")] if one.pattern and "*" in one.pattern else ()
    shown = [(call, at(call.answer, place)) for call in one.calls]
    return all(
        not isinstance(listed, list) or [str(each.get(part.kind.key)) for each in listed] == _asked(one, call)
        for call, listed in shown
    )


def _numbers(one: Operation) -> list[Pattern]:
    """Places that say how many there were, in answers to requests about several."""
    told = [way for way, value in leaves(one.calls[0].answer) if way and all(isinstance(step, str) for step in way)
            and COUNTS.search(snake(str(way[-1]))) and is_integer(value)]  # fmt: skip
    alike = [way for way in told if all(at(call.answer, way) == len(_asked(one, call)) for call in one.calls)]
    return [tuple(map(str, way)) for way in alike]


def lets_used(selection: Selection, json: str) -> JsonObject:
    """The `let` names that the reply needs."""
    wanted = [name for name in selection.let if name in json]
    for name in reversed(list(selection.let)):
        if any(name in selection.let[other] for other in wanted) and name not in wanted:
            wanted.append(name)
    return {name: value for name, value in selection.let.items() if name in wanted}


def fields_json(one: Operation, part: Entities, item: str) -> Json:
    """Which fields of the recorded objects of this endpoint come from the state. What is the same in all entities and
    never written is left as recorded; so is what the answer to a create does not tell yet. Where entities differ in
    which fields they have, and all of them are shown, they are shown as they are."""
    elsewhere = one.guessed is not None and (not one.pattern or one.imagined is not None)
    values = [
        sighting.value
        for group in part.kind.groups
        if group.endpoint == (one.guessed or one.endpoint)
        and (group.pattern == one.pattern or (elsewhere and group.listed))
        for sighting in group.sightings
    ]
    lent = any(
        group.lent for group in part.kind.groups if group.endpoint == one.endpoint and group.pattern == one.pattern
    )
    asked = included(one, part)
    if not lent and not asked and as_they_are(one, part, values):
        other = any(otherwise(part, name, value[name]) for value in values for name in value)
        return {"...": item, part.kind.key: own_key(item, part.kind.key, number=False)} if other else item
    unsettled = {name for key in one.made for name in part.settled.get(key, ())} if one.role == "create" else set()
    blank, elsewise = _blank(one, part), _else_in(one, part)
    always = set(part.certain())
    made: dict[str, Json] = {}
    for name in dict.fromkeys(name for value in values for name in value):
        told = [value[name] for value in values if value.get(name) is not None]
        if name in elsewise and (counted := _how_many(name, told, part, item)) is not None:
            made[name] = counted
            continue
        if blank.get(name) == {} and (name in elsewise or all(one in NOTHING for one in part.sent.get(name, ()))):
            continue
        if name in unsettled or not _in_form(name, part, told) or (lent and name == part.kind.key):
            continue
        if name in part.joins and not not_told(name, values, part) and not _silent(one, part.joins[name]):
            made[name] = part.joins[name].text(item, part.kind.key, told)
            _choose(made, name, asked)
        elif name in part.written or not (not_told(name, values, part) or _always_alike(name, one, part, values)):
            shown = "id" if name == part.kind.own_id else part.kind.key_name if name == part.kind.key else name
            alike = part.defaults.get(name, told[0] if told and _one_truth(name, part) else None)
            leaves_out = name not in always and left_out(name, one, values, part)
            unknown = "[]" if alike is None and not leaves_out and _always_a_list(name, values) else scalar(alike)
            own = member(item, name, sure=name in always, other=unknown)
            own = in_part(own, name, told, part, blank.get(name, {}), _sent(one, name))
            shown += "?" if leaves_out else ""
            made[shown] = own_key(item, name, number=part.number) if name == part.kind.key else own
            _choose(made, shown, asked)
    if now := _made_when_asked(one, part):
        made = {name: own for name, own in made.items() if name.removesuffix("?") not in now} | now
    if one.role in ("create", "update") and leaves_out_empty(values, part):
        written = {name: member(item, name, sure=False) for name in sorted(part.written) if name in part.forms}
        sure = {part.kind.key, part.kind.own_id, "id", *always}
        both = {**written, **{name.removesuffix("?"): own for name, own in made.items()}}
        made = {name if name in sure else f"{name}?": own for name, own in both.items()}
    return made


def _sent(one: Operation, name: str) -> list[Any]:
    """What the requests of a write sent in a field."""
    bodies = [one.body(call) for call in one.calls] if one.role in ("create", "update", "replace") else []
    return [body[name] for body in bodies if isinstance(body, dict) and name in body]


def _silent(one: Operation, join: Any) -> bool:
    """Does an endpoint show entities without what others tell together?"""
    return isinstance(join, Aggregate) and (one.guessed or one.endpoint, one.pattern) in join.silent


def _choose(made: dict[str, Json], name: str, asked: Mapping[str, str]) -> None:
    """Have a member shown only where a request asks for it."""
    if (condition := asked.get(name.removesuffix("?"))) is not None:
        made[f"{name.removesuffix('?')}{CHOSEN}"] = f"[dyn({made.pop(name)})].filter(x, {condition})"


def _blank(one: Operation, part: Entities) -> dict[str, dict[str, Any]]:
    """Field -> members of its records that this endpoint always shows as nothing, with that nothing; none of them for a
    field that it never tells."""
    found: dict[str, dict[str, Any]] = {}
    for group in part.kind.groups:
        if group.endpoint == one.endpoint and group.pattern == one.pattern:
            for name, *inner in group.blank:
                members = found.setdefault(name, {})
                if inner:
                    members[inner[0]] = group.blank[name, inner[0]]
    return found


def _made_when_asked(one: Operation, part: Entities) -> dict[str, Json]:
    """Fields in which this endpoint says the moment of its answer."""
    mine = (group for group in part.kind.groups if group.endpoint == one.endpoint and group.pattern == one.pattern)
    return {name: moment for group in mine for name, moment in group.asked.items()}


def _else_in(one: Operation, part: Entities) -> set[str]:
    """Fields of which this endpoint says something else, such as how many there are."""
    mine = (group for group in part.kind.groups if group.endpoint == one.endpoint and group.pattern == one.pattern)
    return {place[0] for group in mine for place, value in group.blank.items() if value == ELSE}


def _how_many(name: str, told: Sequence[Any], part: Entities, item: str) -> Json:
    """`{"count": 2}` of what the field holds, where all that is told is only how many there are."""
    members = {member for one in told if only_counted(one) for member in one}
    numbers = [number for one in told if only_counted(one) for number in one.values()]
    if len(members) != 1 or len(numbers) < len(told) or part.forms.get(name) not in ("object", "list"):
        return None
    own = member(item, name, sure=False)
    if part.forms[name] == "object":
        return {members.pop(): f"({own} == null ? 0 : 1)"} if max(numbers) == 1 else None
    return {members.pop(): f"({own} == null ? 0 : size(dyn({own})))"}


def _in_form(name: str, part: Entities, told: Sequence[Any]) -> bool:
    """Is a field shown in the form in which it is kept?"""
    forms = {form_of(value) for value in told}
    return name in part.forms and (not forms or forms == {part.forms[name]}) and name != "__typename"


def _always_a_list(name: str, values: Sequence[Mapping[str, Any]]) -> bool:
    """Is a field a list wherever it is shown, never null? Pages rely on that: of what was never shown it is empty."""
    told = [value[name] for value in values if name in value]
    return bool(told) and all(isinstance(one, list) for one in told)


def _one_truth(name: str, part: Entities) -> bool:
    """Is a field true, or false, in all entities?"""
    known = part.values(name)
    return bool(known) and all(isinstance(one, bool) and one == known[0] for one in known)


def _always_alike(name: str, one: Operation, part: Entities, values: Sequence[Mapping[str, Any]]) -> bool:
    """Is a field the same in all entities, and in all that this endpoint shows? Where entities are written, what is
    true or false may be turned by requests that were not recorded."""
    known = part.values(name)
    many = len(part.seed) + len(part.made) > 1 and (len(known) > 1 or (bool(known) and _says_kind(known[0], part)))
    empty = bool(known) and known[0] in (None, [], "") and bool(part.written)
    may_turn = _one_truth(name, part) and part.kind.source == "json" and bool(part.written)
    alike = many and not empty and not may_turn and not one.guessed and all(value == known[0] for value in known)
    return alike and all(value[name] == known[0] for value in values if name in value)


def _says_kind(value: Any, part: Entities) -> bool:
    """Is it a word for what the entities are: `deal` of `deals`?"""
    own = singular(part.kind.name)
    return isinstance(value, str) and singular(snake(value)) in (own, own.rpartition("_")[2])


def entity_let(part: Entities, key: str) -> JsonObject:
    """`let` of the one entity that a reply shows."""
    return {safe(singular(part.kind.name)): f"state.{part.kind.name}[{key}]"}


def entity_json(one: Operation, part: Entities, only: set[str] | None = None, each: str = "") -> Json:
    """The one entity in the recorded shape. `only`: the fields that are shown, without it all; `each`: the expression
    of a list with it."""
    item = safe(singular(part.kind.name))
    key = part.kind.key
    alone: Json = {key: own_key(item, key, number=part.number)}
    fields = alone if one.key_alone else fields_json(one, part, item)
    if only is not None and isinstance(fields, dict):
        fields = {name: value for name, value in fields.items() if name in only}
    each = each or f"[{item}]"
    made = nest(one.pattern or (), fields, each, item, like=not one.guessed)
    made = joined(one.beside, made) if one.beside is not None else made
    return _wrapped(made, one, part, each)


def _wrapped(made: Json, one: Operation, part: Entities, each: str) -> Json:
    """With what wrappers say around the entities."""
    wrapper = wrapper_json(one, part)
    if wrapper is None:
        return made
    around = nest(wrapper[0], wrapper[1], each, safe(singular(part.kind.name)), like=not one.guessed)
    both: Json = joined(made, around)
    return both


def list_json(one: Operation, part: Entities, listing: Listing, selection: Selection) -> Json:
    """The list in the recorded shape, with cursors and what else stands beside it."""
    item = safe(singular(part.kind.name))
    fields = fields_json(one, part, item)
    made = columns_json(one, part, fields, selection.shown, item)
    made = nest(one.pattern or ("*",), fields, selection.shown, item) if made is None else made
    made = _wrapped(made, one, part, selection.shown)
    pattern = one.pattern or ("*",)
    for name, cursor in beside_items(one.calls, pattern, part.kind.key).items():
        own = cursor.text(f"string({member(item, part.kind.key)})")
        made = joined(made, nest((*pattern[:-1], name), own, selection.shown, item))
    for name, cursor in placed_cursors(one.calls, pattern).items():
        own = place_text(cursor, part.kind.key, item, selection)
        made = joined(made, nest((*pattern[:-1], name), own, selection.shown, item))
        for way, value in end_texts(one.calls, pattern, name, cursor, selection):
            made = joined(made, nest(way, value, "", ""))
    for way, value in beside_lets(selection, part, listing).items():
        made = joined(made, nest(way, value, "", ""))
    for way in keys_beside(one):
        keys = f"{selection.shown}.map(k, {own_key('k', part.kind.key, number=part.number)})"
        made = joined(made, nest(way, keys, "", ""))
    return made


def number_json(one: Operation, value: str) -> Json:
    """A number in the recorded shape."""
    return nest(one.pattern or (), value, "[1]", "one")
