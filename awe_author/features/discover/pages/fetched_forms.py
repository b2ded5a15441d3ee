"""Forms that scripts fetch by a post, as HTML in JSON, and show in a dialog: `POST /app?do=popup.edit` with nothing but
`boat=7`, answered with `{"header": "Boat", "body": "<form>...<input name=\\"name\\" value=\\"Ada\\">..."}`.

Such a post asks, and writes nothing. What is asked of an entity that it was never asked of is the recorded answer with
that entity's values in the place of the other's; what is asked of none (the form for a new one) is as recorded.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.api.swapping import has
from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.entities.targets import DELETES
from awe_author.features.discover.exchanges.calls import Call, says_what
from awe_author.features.discover.markup.wording import KEY, own_text, values_of
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind
from awe_author.features.discover.pages.posts import names_key
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

JSON = "application/json"
SHORTEST, LONGEST = 4, 2000
"""Characters of a value, or key, that is looked for."""
MOST_WORDS = 12
SURE = 0.5
_FIELDS = re.compile(r"<(form|input|textarea|select)\b", re.IGNORECASE)


def fetches_form(call: Call) -> bool:
    """Does a post say nothing but what it is about and what is asked, and is its answer JSON with fields of a form?"""
    if call.method != "POST" or call.status != 200 or not isinstance(call.answer, dict):
        return False
    if DELETES.search(f"{call.path} {call.operation}".lower()):
        return False
    body = call.body if isinstance(call.body, dict) else {}
    plain = all(says_what(name) or not value or looks_like_id(str(value)) for name, value in body.items())
    fields = any(isinstance(value, str) and _FIELDS.search(value) for value in call.answer.values())
    return plain and fields and (not call.body or bool(body)) and len(body) <= 2


def fetched_features(
    one: PageKind, part: Entities, calls: Sequence[Call], seen: Seen
) -> tuple[list[Feature], list[Call]]:
    """The features of one kind's forms, and the calls that they answer."""
    keys = {*part.seed, *part.made}
    groups: dict[tuple[str, str, str], list[Call]] = {}
    for call in calls:
        groups.setdefault((call.origin, call.path, call.operation), []).append(call)
    features: list[Feature] = []
    answered: list[Call] = []
    for group in groups.values():
        named = [(call, *said) for call in group if (said := _named(call, one, keys)) is not None]
        if not named or len({name for _, name, _ in named}) > 1:
            continue
        features += _of_entities(one, part, named, seen)
        features += [_of_none(part, call) for call in group if not call.body][:1]
        answered += group
    return features, answered


def _named(call: Call, one: PageKind, keys: set[str]) -> tuple[str, str] | None:
    """(field, key) with which a request names an entity of the kind."""
    body = call.body if isinstance(call.body, dict) else {}
    said = [(name, str(value)) for name, value in body.items() if str(value) in keys and names_key(name, one.template)]
    return said[0] if len(said) == 1 else None


def _of_entities(
    one: PageKind, part: Entities, named: Sequence[tuple[Call, str, str]], seen: Seen
) -> Iterator[Feature]:
    """One for each entity whose form was fetched, by the last look at it, then one for all others."""
    last: dict[str, tuple[Call, str, dict[str, str]]] = {}
    for call, name, key in named:
        entity = entity_at(one, part, key, call.seq, seen)
        if entity is not None:
            last[key] = (call, name, _words(call, part, {**entity, KEY: key}, name))
    for key, (call, name, words) in last.items():
        yield _feature(part, call, name, words, f"body[{text(name)}] == {text(key)}")
    if last:
        call, name, words = max(last.values(), key=lambda said: len(said[2]))
        yield _feature(part, call, name, words, "")


def _words(call: Call, part: Entities, entity: Mapping[str, Any], param: str) -> dict[str, str]:
    """Words of an answer -> what stands there for another entity: its key, and what no two of them share."""
    said, item = json.dumps(call.answer), f"state.{part.kind.name}[body[{text(param)}]]"
    key = str(entity[KEY])
    frames = ["{}"] if len(key) >= SHORTEST else [f'name="{param}" value="{{}}"', f"{param}={{}}"]
    found: dict[str, str] = {}
    for frame in frames:
        before, _, after = frame.partition("{}")
        if has(said, JSON, f"{before}{key}{after}"):
            found[f"{before}{key}{after}"] = framed(before, f"{item}.id", after)
    values = values_of(entity)
    for name in sorted(values, key=lambda name: -len(values[name])):
        value = values[name]
        shared = Counter(str(other) for other in part.values(name))[value] > 1
        fits = name not in (KEY, LISTED_ON) and name in part.fields() and SHORTEST <= len(value) <= LONGEST
        if fits and not shared and value not in found and len(found) < MOST_WORDS and has(said, JSON, value):
            found[value] = own_text(item, name)
    return found


def _feature(part: Entities, call: Call, param: str, words: Mapping[str, str], which: str) -> Feature:
    kind = part.kind.name
    tests = [*_asked(call), *([which] if which else []), f"body[{text(param)}] in state.{kind}"]
    document: JsonObject = {
        "id": f"{kind}.form.part",
        "title": f"The form of one {kind.replace('_', ' ')}, fetched by a script",
        "on": {"request": f"POST {call.origin}{call.path}", "where": " && ".join(tests)},
        "reply": {"like": "recorded", **({"swap": dict(words)} if words else {})},
    }
    return Feature(document, [f"seen: POST {call.path}, seq {call.seq}", f"sure: {SURE:.2f}"], SURE)


def _of_none(part: Entities, call: Call) -> Feature:
    kind, where = part.kind.name, " && ".join([*_asked(call), "(body == null || size(body) == 0)"])
    document: JsonObject = {
        "id": f"{kind}.new.part",
        "title": f"The form for a new {kind.replace('_', ' ')}, fetched by a script",
        "on": {"request": f"POST {call.origin}{call.path}", "where": where},
        "reply": {"like": "recorded"},
    }
    return Feature(document, [f"seen: POST {call.path}, seq {call.seq}", f"sure: {SURE:.2f}"], SURE)


def _asked(call: Call) -> list[str]:
    """What says which form it is."""
    said = [(name, value) for name, value in call.query if says_what(name)]
    return [f"query.get({text(name)}, '') == {text(value)}" for name, value in said]
