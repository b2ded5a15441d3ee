"""JSON that servers put into their documents (`features.embedded`), for discovery: read like an answer of its own.

A document with JSON in it is a call whose answer is an object of the values by their names (`calls.call_of`), so that
what tells lists, entities, orders and counts of APIs tells them of documents as well. Their features put the values in:
`embedded` stands where `json` stands elsewhere, and what several of them would make of one address is made by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from awe_author.features.discover.common.replaced import replaced
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.nesting import joined
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

NO_EXPRESSIONS = ("as", "like")
"""Fields of templates with a name, or which recorded value it is."""


def plain_documents(calls: Sequence[Call]) -> list[Call]:
    """The calls, documents without the JSON in them: for what asks only how a document looks."""
    return [replace(call, answer=None) if call.html and call.answer is not None else call for call in calls]


def one_for_each_document(features: Sequence[Feature]) -> list[Feature]:
    """The features; those that put JSON into the same documents are one, at the place of the first."""
    found: list[Feature] = []
    homes: dict[str, Feature] = {}
    for feature in features:
        if _embedded(feature) is None:
            found.append(feature)
            continue
        home = homes.setdefault(str(feature.document["on"]), feature)
        if home is feature:
            found.append(feature)
        else:
            _take(home, feature)
    return found


def _embedded(feature: Feature) -> JsonObject | None:
    reply = feature.document.get("reply")
    given = reply.get("embedded") if isinstance(reply, dict) else None
    return given if isinstance(given, dict) else None


def _take(home: Feature, other: Feature) -> None:
    """Put what another feature makes into the same document, its `let` under names of its own."""
    let, more = home.document.get("let", {}), other.document.get("let", {})
    assert isinstance(let, dict)
    assert isinstance(more, dict)
    names = {name: _free(name, {*let, *more}) for name in more if name in let and let[name] != more[name]}
    let = {**let, **{names.get(name, name): replaced(value, names, NO_EXPRESSIONS) for name, value in more.items()}}
    if let:
        home.document["let"] = let
    reply = home.document["reply"]
    assert isinstance(reply, dict)
    reply["embedded"] = joined(reply["embedded"], replaced(_embedded(other), names, NO_EXPRESSIONS))
    home.seen += [line for line in other.seen if line.startswith("seen") and line not in home.seen]
    home.sure = min(home.sure, other.sure)


def _free(name: str, taken: set[str]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"
