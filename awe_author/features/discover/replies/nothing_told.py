"""Reads about one entity that had nothing to show: the comments, runs or warnings of something, if there are none.

    GET /ui/pipelines/mail/runs?limit=10       {"runs": [], "total": 0}
    GET /api/warnings?pipeline_id=mail         []

Of another entity they say the same, as nothing else is known. Where those that were asked about had something, which
nothing explains, it is theirs: of another entity such a list is empty rather than missing: its page is not lost.
What names the entity and has no words of its own (`[{"id": 7, "about": "mail", "on": false}]`), others have as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.keys import literal, moment_of, text
from awe_author.features.discover.common.names import id_of_path, is_star, looks_like_id, plural, singular, snake
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject, sorted_text

SURE = 0.3
LONG = 4
"""Characters of a key that is hardly the same as another text by chance."""
LONGEST = 20_000
"""Characters of all that was recorded of those that had something."""
_PAGING = re.compile(r"(^|_)(page|pages|index|size|limit|per_page|offset|skip|first|last)$")
"""Numbers that say which page of a list is shown."""
Place = tuple[Endpoint, str, str]
"""(endpoint, kind, expression of the key)."""


def nothing_told(
    calls: Sequence[Call], parts: Sequence[Entities], answered: set[int], known: frozenset[str]
) -> list[Feature]:
    """One feature for each way to ask, of calls that no feature answers."""
    taken = {endpoint_of(call, known) for call in calls if call.seq in answered}
    asked: dict[Place, list[tuple[Call, str]]] = {}
    for call in calls:
        endpoint = endpoint_of(call, known)
        plain = call.method == "GET" and call.status == 200 and not call.html and not call.mutation
        if not plain or endpoint in taken or logs_in(call) or not isinstance(call.answer, list | dict):
            continue
        found = next(_named(call, endpoint, parts), None)
        if found is not None:
            asked.setdefault((endpoint, *found[:2]), []).append((call, found[2]))
    made = (_feature(place, mine) for place, mine in asked.items())
    return [feature for feature in made if feature is not None]


def _named(call: Call, endpoint: Endpoint, parts: Sequence[Entities]) -> Iterator[tuple[str, str, str]]:
    """(kind, expression of the key, key) of an entity of the start that a request names."""
    number = 0
    shapes = endpoint.path.strip("/").split("/")
    for place, (part, shape) in enumerate(zip(call.segments, shapes, strict=False)):
        if is_star(shape):
            before = plural(snake(call.segments[place - 1])) if place else ""
            yield from _of(parts, part, before, f"segments[{number}]")
            number += 1
    for name, value in call.query:
        said = plural(snake(name).removesuffix("_id").removesuffix("_key"))
        yield from _of(parts, value, said, f"string(query.get({text(name)}, ''))")


def _of(parts: Sequence[Entities], key: str, said: str, of: str) -> Iterator[tuple[str, str, str]]:
    own = [one for one in parts if key in one.seed]
    for part in own:
        called = said == part.kind.name or said.endswith(f"_{part.kind.name}")
        if called or (len(own) == 1 and len(key) >= LONG and not key.isdecimal()):
            yield part.kind.name, of, key


def _feature(place: Place, asked: Sequence[tuple[Call, str]]) -> Feature | None:
    endpoint, kind, of = place
    told = {sorted_text(call.answer): call for call, _ in asked}
    bare = {sorted_text(emptied): emptied for call in told.values() if (emptied := _emptied(call.answer)) is not None}
    if len(bare) != 1 or any(_emptied(call.answer) is None for call in told.values()):
        return None
    call, (answer,) = asked[0][0], bare.values()
    reply = literal(answer) if [*told] == [*bare] else _own_or(answer, asked, of)
    if reply is None:
        return None
    document: JsonObject = {
        "id": f"recorded.{id_of_path(endpoint.path)}.nothing.get",
        "title": f"GET {endpoint.path}: nothing of another {singular(kind)}",
        "on": {
            "request": f"GET {endpoint.origin}{endpoint.path}",
            "where": " && ".join([f"{of} in state.{kind}", *_operation(call, endpoint)]),
        },
        "reply": {"status": call.status, "like": "recorded", "json": reply},
    }
    return Feature(document, [f"seen: GET {endpoint.path}, seq {call.seq}", f"sure: {SURE:.2f}"], SURE)


def _operation(call: Call, endpoint: Endpoint) -> Iterator[str]:
    """What the request says it does, by parameters of the address: `?operation=viewList`."""
    for pair in endpoint.operation.split("&"):
        name, _, value = pair.partition("=")
        if value and call.params.get(name) == value:
            yield f"query.get({text(name)}, '') == {text(value)}"


def _own_or(answer: Any, asked: Sequence[tuple[Call, str]], of: str) -> Json:
    """What was recorded of those that were asked about, and nothing of others; None where that changed, or is long."""
    own: dict[str, Any] = {}
    if any(own.setdefault(key, call.answer) != call.answer for call, key in asked):
        return None
    known = f"{of} in [{', '.join(map(text, sorted(own)))}]"
    if len(sorted_text(own)) > LONGEST or not isinstance(answer, dict):
        return None
    made: dict[str, Json] = {}
    alike = len(own) == 1 and all(_wordless(call.answer, key, call) for call, key in asked)
    for name, nothing in answer.items():
        said = {key: told[name] for key, told in own.items()}
        if alike and said != dict.fromkeys(own, nothing):
            ((key, value),) = said.items()
            made[name] = f"dyn(parse_json({text(sorted_text(value))}.replace({text(key)}, {of})))"
            continue
        same = all(value == nothing for value in said.values())
        recorded = f"dyn(parse_json({text(sorted_text(said))}))[{of}]"
        made[name] = literal(nothing) if same else f"{known} ? {recorded} : dyn({'[]' if nothing == [] else 0})"
    return made


def _wordless(answer: Any, key: str, call: Call) -> bool:
    """Are the texts of an answer nothing but the key, what the request says, moments and random keys; and is one of
    each record the key?"""
    records = [one for value in answer.values() if isinstance(value, list) for one in value if isinstance(one, dict)]
    asked = {key, *call.segments, *call.params.values()}
    texts = [one for _, one in leaves(answer) if isinstance(one, str)]
    named = all(any(one == key for _, one in leaves(record)) for record in records)
    known = all(one in asked or moment_of(one) is not None or looks_like_id(one) or opaque([one]) for one in texts)
    return bool(records) and named and known and len(key) >= LONG


def _emptied(answer: Any) -> Any:
    """An empty list, or such lists beside nothing but zeros and which page of them it is: what an answer is without the
    records in it. None where it says anything else."""
    if isinstance(answer, list):
        return [] if all(isinstance(one, dict) for one in answer) else None
    lists = {name: value for name, value in answer.items() if isinstance(value, list)}
    counts = {len(value) for value in lists.values()}
    made: dict[str, Any] = {}
    for name, value in answer.items():
        if name in lists and all(isinstance(one, dict) for one in value):
            made[name] = []
        elif not value or (is_integer(value) and _PAGING.search(snake(name))):
            made[name] = value
        elif is_integer(value) and value in counts:
            made[name] = 0
        else:
            return None
    return made if lists else None
