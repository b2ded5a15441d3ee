"""JSON that servers put into their documents (`features.embedded`), for discovery: read like an answer of its own.

A document with JSON in it is a call whose answer is an object of the values by their names (`calls.call_of`), so that
what tells lists, entities, orders and counts of APIs tells them of documents as well. Their features put the values in:
`embedded` stands where `json` stands elsewhere, and what several of them would make of one address is made by one.

So are lists that stand beside each other in the answer to one request of an API: a page's contacts and tasks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from awe_author.features.discover.common.names import unused
from awe_author.features.discover.common.replaced import replaced
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.nesting import joined
from awe_author.features.discover.exchanges.places import has
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

NO_EXPRESSIONS = ("as", "like")
"""Fields of templates with a name, or which recorded value it is."""


def plain_documents(calls: Sequence[Call]) -> list[Call]:
    """The calls, documents without the JSON in them: for what asks only how a document looks."""
    return [replace(call, answer=None) if call.html and call.answer is not None else call for call in calls]


def one_for_each_document(features: Sequence[Feature]) -> list[Feature]:
    """The features; those that put JSON into the same documents, or make lists of one answer, are one, at the place of
    the first."""
    found: list[Feature] = []
    homes: dict[str, Feature] = {}
    for feature in features:
        name = "embedded" if _made(feature, "embedded") is not None else "json" if _lists(feature) else ""
        if not name:
            found.append(feature)
            continue
        home = homes.setdefault(f"{name} {feature.document['on']}", feature)
        if home is feature:
            found.append(feature)
        elif name == "embedded" or _is_free(home, feature):
            _take(home, feature, name)
        else:
            found.append(feature)
    return found


def _made(feature: Feature, name: str) -> JsonObject | None:
    reply = feature.document.get("reply")
    given = reply.get(name) if isinstance(reply, dict) else None
    return given if isinstance(given, dict) else None


def _lists(feature: Feature) -> bool:
    """Does it make a list that stands beside something else in an answer?"""
    one, reply = feature.operation, feature.document.get("reply")
    alone = isinstance(reply, dict) and "headers" not in reply and _made(feature, "json") is not None
    return alone and one is not None and one.role == "list" and bool(one.pattern) and "*" in (one.pattern or ())[1:]


def _is_free(home: Feature, other: Feature) -> bool:
    """Are their lists of different entities, and does the first say nothing where the other has its own?"""
    one, first = other.operation, home.operation
    if one is None or first is None or one.kind is first.kind or one.pattern is None:
        return False
    where = one.pattern[: one.pattern.index("*")]
    return not has(_made(home, "json"), where)


def _take(home: Feature, other: Feature, name: str) -> None:
    """Put what another feature makes into the same answer, its `let` under names of its own."""
    let, more = home.document.get("let", {}), other.document.get("let", {})
    assert isinstance(let, dict)
    assert isinstance(more, dict)
    names = {own: unused([own], {*let, *more}) for own in more if own in let and let[own] != more[own]}
    let = {**let, **{names.get(own, own): replaced(value, names, NO_EXPRESSIONS) for own, value in more.items()}}
    if let:
        home.document["let"] = let
    reply = home.document["reply"]
    assert isinstance(reply, dict)
    reply[name] = joined(reply[name], replaced(_made(other, name), names, NO_EXPRESSIONS))
    home.seen += [line for line in other.seen if line.startswith("seen") and line not in home.seen]
    home.sure = min(home.sure, other.sure)
