"""What scripts ask beside the page of an entity, and is answered in JSON: which ones stand before and behind it in the
list, and its place: `{"next": 42, "exec": "this.tell(\"6 of 48\");"}`.

Each is believed when it was so for two entities; what else is said is as recorded. Where nothing of it is told, or one
entity was asked about only, others get that answer as well: without one, a page that shows all that is known fails.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.calls import OPERATION_PARAMS, Call
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.pages.called_texts import texts_of_calls
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.scripts import calls_in
from awe_author.json_types import Json, JsonObject

TWO = 2
"""Entities of which something has to be so."""
BEFORE, BEHIND = "(at > 0 ? places[at - 1] : '')", "(at + 1 < places.size() ? places[at + 1] : '')"
_NUMBERS = re.compile(r"\d+")
Look = tuple[int, list[str]]
"""(number of the request, keys that it listed, in order)."""


def place_features(
    one: PageKind, part: Entities, calls: Sequence[Call], answered: set[int], each: str, looks: Sequence[Look]
) -> tuple[list[Feature], set[int]]:
    """The features, and the numbers of the requests that they answer. `each`: the expression of the list; `looks`: what
    it showed."""
    name = one.template.partition("=*")[0].rpartition("&")[2].rpartition("?")[2] if "=*" in one.template else ""
    known = {*part.seed, *part.made}
    groups: dict[tuple[tuple[str, str], ...], list[Call]] = {}
    for call in calls if name else ():
        plain = call.method == "GET" and call.status == 200 and isinstance(call.answer, dict)
        if plain and call.seq not in answered and call.origin == one.origin and call.params.get(name) in known:
            groups.setdefault(_asked(one, call), []).append(call)
    found = [_feature(one, part, name, dict(asked), mine, each, looks) for asked, mine in groups.items() if asked]
    return found, {call.seq for mine in groups.values() for call in mine}


def _asked(one: PageKind, call: Call) -> tuple[tuple[str, str], ...]:
    """What says which request it is: what is done, and what all addresses of the kind say."""
    pairs = [pair.partition("=") for pair in one.template.partition("?")[2].split("&")]
    fixed = [name for name, _, value in pairs if value != "*"]
    names = dict.fromkeys((*OPERATION_PARAMS, *fixed))
    return tuple((name, call.params[name]) for name in names if name in call.params)


def _feature(
    one: PageKind, part: Entities, name: str, asked: Mapping[str, str], calls: Sequence[Call], each: str,
    looks: Sequence[Look],
) -> Feature:  # fmt: skip
    told = [(call, places) for call in calls if (places := _places(call, call.params[name], looks)) is not None]
    json = _told(told) if len({call.params[name] for call, _ in told}) >= TWO else {}
    own = f"query.get({text(name)}, '')"
    tests = [f"query.get({text(of)}, '') == {text(value)}" for of, value in asked.items()]
    tests.append(f"{own} in state.{part.kind.name}")
    call = calls[0]
    document: JsonObject = {
        "id": f"{part.kind.name}.beside.{asked.get('_action', asked.get('action', 'script'))}",
        "title": f"What is asked about one of {part.kind.name.replace('_', ' ')} beside its page",
        "on": {"request": f"GET {call.origin}{call.path}", "where": " && ".join(tests)},
        "let": {"places": f"{each}.map(item, string(item.id))", "at": f"places.indexOf({own})"},
        "reply": {"like": "recorded", **({"json": json} if json else {})},
    }
    if not json:
        del document["let"]
    seqs = ", ".join(str(each.seq) for each in calls)
    return Feature(document, [f"seen: GET {call.path}, seq {seqs}, on {call.page}", "sure: 0.40"], 0.4)


def _places(call: Call, key: str, looks: Sequence[Look]) -> dict[str, str] | None:
    """What may be told of an entity in the list that was shown last; None where it was in none."""
    keys = next((keys for seq, keys in sorted(looks, reverse=True) if seq < call.seq and key in keys), None)
    if keys is None:
        return None
    place = keys.index(key)
    return {
        BEFORE: keys[place - 1] if place else "",
        BEHIND: keys[place + 1] if place + 1 < len(keys) else "",
        "string(at + 1)": str(place + 1),
        "string(places.size())": str(len(keys)),
    }


def _told(told: Sequence[tuple[Call, dict[str, str]]]) -> JsonObject:
    """The members that say something of it, and calls whose texts do."""
    made: JsonObject = {}
    first = told[0][0].answer
    ways: list[tuple[str, ...]] = [(name,) for name in first]
    ways += [(name, inner) for name, value in first.items() if isinstance(value, dict) for inner in value]
    for way in ways:
        values = [at(call.answer, way) for call, _ in told]
        if all(type(value) is int or (isinstance(value, str) and value.isdecimal()) for value in values):
            own = _expression([str(value) for value in values], [places for _, places in told])
            if own and len({*values}) > 1:
                told_as = f"dyn(int({own}))" if type(values[0]) is int else f"dyn({own})"
                none = own in (BEFORE, BEHIND)
                place = (*way[:-1], f"{way[-1]}?") if none else way
                _put(made, place, f"{own} == '' ? null : {told_as}" if none else told_as)
    for way, said in texts_of_calls(first):
        calls: JsonObject = {one.name: words for one in calls_in(said) if (words := _words(one.name, way, told))}
        if calls:
            _put(made, way, {"calls": calls})
    return made


def _words(name: str, way: tuple[str, ...], told: Sequence[tuple[Call, dict[str, str]]]) -> list[Json]:
    """The calls of a function, which is called once in each answer: numbers in its texts that say the place."""
    alike = [[one for one in calls_in(str(at(call.answer, way))) if one.name == name] for call, _ in told]
    if any(len(one) != 1 for one in alike):
        return []
    made: JsonObject = {}
    for number, value in alike[0][0].arguments.items():
        texts = [one[0].arguments.get(number) for one in alike]
        apart = [_NUMBERS.split(said) for said in texts if isinstance(said, str)]
        if not isinstance(value, str) or len(apart) < len(texts) or any(one != apart[0] for one in apart):
            continue
        columns = [*zip(*(_NUMBERS.findall(str(said)) for said in texts), strict=True)]
        owns = [_expression(list(values), [places for _, places in told]) for values in columns]
        if owns and all(owns):
            parts = [text(apart[0][0]), *(piece for own, after in zip(owns, apart[0][1:], strict=True)
                                          for piece in (f"({own})", text(after)))]  # fmt: skip
            made[number] = " + ".join(parts)
    return [made] if made else []


def _expression(values: list[str], places: Sequence[Mapping[str, str]]) -> str:
    """What all of these values are; "" when nothing explains them."""
    return next(
        (own for own in places[0] if all(one[own] == said for one, said in zip(places, values, strict=True))), ""
    )


def _put(made: JsonObject, way: Sequence[str], value: Json) -> None:
    for step in way[:-1]:
        inner = made.setdefault(step, {})
        assert isinstance(inner, dict)
        made = inner
    made[way[-1]] = value
