"""Lists that were refused because of a field that they were asked by: `?q={"filters": [{"name": "tags__name", ...}]}`
answered with 400.

Told by a word in what is asked (a text in JSON, or a parameter) that all refused requests to an address have in common,
and none that was answered: whatever has it is refused, in the words that were recorded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from awe_author.features.discover.common.keys import literal_text, text
from awe_author.features.discover.common.names import id_of_path, snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

SURE = 0.6
REFUSED = (400, 422)
ENOUGH = 2
"""Requests that were refused, and as many that were not."""
_FIELD = re.compile(r"[A-Za-z_][\w.]{2,60}")
Word = tuple[str, str]
"""(parameter, a text within its JSON), or (parameter, "")."""


def refused_reads(calls: Sequence[Call], known: frozenset[str]) -> list[Feature]:
    """The features, one for each address."""
    found: dict[Endpoint, list[Call]] = {}
    for call in calls:
        if call.method == "GET" and (call.status in REFUSED or not call.html):
            found.setdefault(endpoint_of(call, known), []).append(call)
    made = []
    for endpoint, mine in found.items():
        refused = [call for call in mine if call.status in REFUSED]
        answered = [call for call in mine if 200 <= call.status < 300]
        same = all(call.answer is not None for call in refused) or len({call.html for call in refused}) == 1
        if same and len({call.query for call in refused}) >= ENOUGH and len(answered) >= ENOUGH:
            other = {word for call in answered for word in _words(call)}
            told = [word for word in _words(refused[0]) if word not in other
                    and all(word in {*_words(call)} for call in refused)]  # fmt: skip
            made += [_feature(endpoint, refused, told[0])] if told else []
    return made


def _words(call: Call) -> Iterator[Word]:
    for name, value in call.query:
        yield name, ""
        try:
            said = json.loads(value) if value[:1] in "[{" else None
        except ValueError:
            continue
        yield from ((name, one) for _, one in leaves(said) if isinstance(one, str) and _FIELD.fullmatch(one))


def _feature(endpoint: Endpoint, calls: Sequence[Call], word: Word) -> Feature:
    name, said = word
    stars = endpoint.path.count("*")
    tests = [f"!segments[{stars - 1}].contains('/')"] if stars else []
    tests.append(f"{text(name)} in query")
    tests += [f"query[{text(name)}].contains({text(json.dumps(said))})"] if said else []
    answers = [call.answer for call in calls]
    same = all(one is not None for one in answers)
    words: JsonObject = {"json": literal_text(answers[0])} if same else {"html": text(calls[0].html)}
    document: JsonObject = {
        "id": f"recorded.{id_of_path(endpoint.path)}.refused.{snake(said or name)}",
        "title": f"GET {endpoint.path}: refused by {said or name}",
        "on": {"request": f"GET {endpoint.origin}{endpoint.path}", "where": " && ".join(tests)},
        "reply": {"status": calls[0].status, **words},
    }
    seqs = ", ".join(str(one.seq) for one in calls[:8])
    return Feature(document, [f"seen: {endpoint}, seq {seqs}", f"sure: {SURE:.2f}"], SURE)
