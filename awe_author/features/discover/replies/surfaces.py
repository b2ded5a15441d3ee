"""API surfaces: for each operation a feature that answers its request from the state, in the recorded shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from awe_author.features.discover.common.names import safe, singular
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.entities.several import with_several
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.lists.columns_asked import columns_of
from awe_author.features.discover.lists.expressions import beside_lets, selection_of, total_of, understood
from awe_author.features.discover.lists.filtered import fill_filtered
from awe_author.features.discover.lists.headers import header_texts
from awe_author.features.discover.lists.listings import how_listed
from awe_author.features.discover.lists.queries import Listing, shown_by
from awe_author.features.discover.replies.answers import (
    body_name,
    entity_json,
    entity_let,
    key_told,
    lets_used,
    list_json,
    number_json,
    several_json,
)
from awe_author.features.discover.replies.constants import Constant, constant_document
from awe_author.features.discover.replies.echoes import Echo, echo_documents
from awe_author.features.discover.replies.grouped_counts import grouped_json
from awe_author.features.discover.replies.locations import location_text
from awe_author.features.discover.replies.once_done import done_test, supposed_kinds
from awe_author.features.discover.replies.said_address import with_address
from awe_author.features.discover.replies.sides import sides_json
from awe_author.features.discover.replies.stored import Stored, stored_documents
from awe_author.features.discover.replies.triggers import key_text, keys_text, on_of, place_text, said_tests, with_of
from awe_author.features.discover.replies.unasked import unasked_tests
from awe_author.features.discover.writes.below import parent_tests
from awe_author.features.discover.writes.keyless import keyless_json
from awe_author.features.discover.writes.last_looks import WAS, last_fields
from awe_author.features.discover.writes.told_sentences import told_sentences
from awe_author.json_types import Json, JsonObject

TITLES = {
    "list": "The list of {many}",
    "read": "One {one}",
    "count": "How many {many} there are",
    "create": "Create a {one}",
    "update": "Change a {one}",
    "replace": "Replace a {one}",
    "delete": "Delete a {one}",
    "replace_all": "Replace all {many}",
}


@dataclass(slots=True)
class Feature:
    """One feature of the draft with what speaks for it."""

    document: JsonObject
    seen: list[str] = field(default_factory=list)
    """Lines of evidence."""
    sure: float = 0.5
    listing: Listing | None = None
    operation: Operation | None = None
    """What it answers."""


def api_features(
    parts: Mapping[str, Entities], operations: Sequence[Operation], actions: Mapping[int, str], seen: Seen
) -> list[Feature]:
    """The features of all operations on kinds that are kept."""
    found: list[Feature] = []
    supposed = supposed_kinds(operations)
    for one in operations:
        part = parts.get(one.kind.name)
        later = one.kind.name in supposed and not one.writes and one.guessed is None
        worth = part is not None and not later and _worth(one, part, operations)
        if part is None or not (worth or later or _unopened(one, part) or _unasked(one, part)):
            continue
        feature = _feature(one, part, parts, operations, actions, seen)
        feature.operation = one
        tests = [] if worth else _where_recorded_ends(one, part, parts, feature)
        if later:
            done = done_test(part.kind.name)
            tests = [f"({done} || ({' && '.join(tests)}))" if tests else done]
        if tests is None:
            continue
        if tests:
            feature.document["on"] = on_of(one, part, operations, tests)
        found += [*(_with_columns(one, part, feature) if worth or later else ()), feature]
    return found


def _where_recorded_ends(
    one: Operation, part: Entities, parts: Mapping[str, Entities], feature: Feature
) -> list[str] | None:
    """Tests of what the recording does not answer of a kind that nothing writes; None where that is not known."""
    if feature.listing is not None:
        tests = unasked_tests(one, part, feature.listing, parts.values()) if _unasked(one, part) else None
        return None if tests is None else [*understood(part, feature.listing), *tests]
    return [f"{key_text(one, part)} in state.{part.kind.name}"] if _unopened(one, part) else None


def _with_columns(one: Operation, part: Entities, whole: Feature) -> list[Feature]:
    """The list when a request says which fields it wants."""
    listing, pattern = whole.listing, one.pattern or ()
    columns = columns_of(listing, part, [(call, shown_by(one, call)) for call in one.calls]) if listing else None
    if listing is None or columns is None or pattern[-1:] != ("*",):
        return []
    on = dict(whole.document["on"]) if isinstance(whole.document["on"], dict) else {}
    on["where"] = " && ".join([columns.there, *([str(on["where"])] if "where" in on else [])])
    selection, item = selection_of(part, listing), safe(singular(part.kind.name))
    json: Json = nest(pattern, columns.item(item, part), selection.shown, item)
    for way, value in beside_lets(selection, part, listing).items():
        json = joined(json, nest(way, value, "", ""))
    used = lets_used(selection, str(json))
    reply: JsonObject = {"like": "recorded", "json": json}
    document = {**whole.document, "id": f"{part.kind.name}.columns.api", "on": on, "let": used, "reply": reply}
    return [Feature(document, whole.seen, whole.sure, listing, one)]


def distinct(features: Sequence[Feature]) -> None:
    """Features of one name get numbers."""
    taken: set[str] = set()
    for feature in features:
        name, number = str(feature.document["id"]), 2
        while feature.document["id"] in taken:
            feature.document["id"] = f"{name}-{number}"
            number += 1
        taken.add(str(feature.document["id"]))


def echo_feature(one: Echo) -> Feature:
    """A request about an entity that is answered as for another one."""
    call = one.calls[0][0]
    place = place_text(one.key_at, call)
    place = place if one.key_at.part in ("segments", "query") else f"string({place})"
    seqs = ", ".join(str(call.seq) for call, _ in one.calls[:8])
    tests = said_tests(call, one.endpoint)
    return Feature(echo_documents(one, place, tests), [f"seen: {one.endpoint}, seq {seqs}", "sure: 0.50"], 0.5)


def constant_feature(one: Constant) -> Feature:
    """Requests that are always answered alike."""
    seqs = ", ".join(str(call.seq) for call in one.calls[:8])
    return Feature(constant_document(one), [f"seen: {one.endpoint}, seq {seqs}", "sure: 0.50"], 0.5)


def stored_features(found: Sequence[Stored]) -> list[Feature]:
    """Reads and writes of documents of which there is one."""
    return [
        Feature(document, [seen, f"sure: {one.sure:.2f}, {one.proof}"], one.sure)
        for one in found
        for document, seen in stored_documents(one)
    ]


def _worth(one: Operation, part: Entities, operations: Sequence[Operation]) -> bool:
    """Reads of a kind that nothing writes are left to the recording, which answers them to the letter, but those by a
    name, which others have, too. Kinds of pages are written by forms."""
    named = one.role == "read" and one.key_at is not None and one.key_at.by != "" and one.key_at.part == "query"
    return (
        part.kind.source == "page"
        or named
        or any((other.writes or other.members is not None) and other.kind is part.kind for other in operations)
    )


def _unopened(one: Operation, part: Entities) -> bool:
    """Is it a read by a key in the address, and were entities listed that were not opened? The recording, which tells
    what nothing writes, does not tell these."""
    opened = {str(value[one.kind.key]) for call in one.calls for value in shown_by(one, call)}
    by_key = one.role == "read" and one.key_at is not None and one.key_at.part == "segments" and not one.key_at.by
    return by_key and part.kind.source == "json" and opened < part.seed.keys()


def _unasked(one: Operation, part: Entities) -> bool:
    """Is it a list that was asked for in several ways, and may be asked for in others?"""
    return one.role == "list" and part.kind.source == "json" and len({tuple(call.query) for call in one.calls}) > 1


def _feature(
    one: Operation,
    part: Entities,
    parts: Mapping[str, Entities],
    operations: Sequence[Operation],
    actions: Mapping[int, str],
    seen: Seen,
) -> Feature:
    noun = singular(part.kind.name).replace("_", " ")
    title = TITLES.get(one.role, "{verb} a {one}").format(
        one=noun, many=part.kind.name.replace("_", " "), verb=one.verb.replace("_", " ").capitalize()
    )
    document: JsonObject = {
        "id": f"{part.kind.name}.{one.verb or one.role}.api",
        "title": title,
        "on": on_of(one, part, operations),
    }
    feature = Feature(document, evidence_of(one), one.sure)
    if one.role in ("list", "count"):
        feature.listing = how_listed(one, part, operations, seen)
        if one.role == "list" and part.kind.source == "json":
            fill_filtered(one, feature.listing, part, operations)
        document["on"] = on_of(one, part, operations, understood(part, feature.listing))
        document |= _listed(one, part, feature.listing, parts, seen)
    elif one.role == "read":
        recorded: JsonObject = {} if one.guessed else {"like": "recorded"}
        key = key_text(one, part)
        if "*" in (one.pattern or ()) and one.key_at is not None and one.key_at.part != "segments":
            of = f"state.{part.kind.name}"
            there = f"({key} in {of} ? [{of}[{key}]] : [])"
            if (asked := keys_text(one)) is not None:
                there = f"{asked}.map(k, string(k)).filter(k, k in {of}).map(k, {of}[k])"
            document["reply"] = {**recorded, body_name(one): entity_json(one, part, each=there)}
            return feature
        json = with_address(entity_json(one, part), one)
        for side in sides_json(one, part, parts, seen, f"[{safe(singular(part.kind.name))}]"):
            json = joined(json, side)
        reply: JsonObject = {**recorded, body_name(one): json}
        document |= {"let": entity_let(part, key), "reply": reply}
    else:
        document["on"] = on_of(one, part, operations, [*parent_tests(one, part, parts.values())])
        document |= _written(one, part, parts, actions, seen)
    return feature


def _listed(one: Operation, part: Entities, listing: Listing, parts: Mapping[str, Entities], seen: Seen) -> JsonObject:
    """How a list, or the number of its entities, is answered."""
    selection = selection_of(part, listing)
    if one.role == "list":
        json = with_address(list_json(one, part, listing, selection), one)
        for side in sides_json(one, part, parts, seen, selection.shown):
            json = joined(json, side)
        headers = header_texts(listing.headers, selection.shown, paged="limit" in selection.let)
    else:
        json, headers = number_json(one, total_of(part, selection)), {}
        if (groups := grouped_json(one, part, listing, selection.matched, seen)) is not None:
            json = joined(json, groups)
    said: JsonObject = {"headers": {**headers}} if headers else {}
    used = lets_used(selection, str(json) + str(said))
    return {**({"let": used} if used else {}), "reply": {"like": "recorded", **said, body_name(one): json}}


def _written(
    one: Operation, part: Entities, parts: Mapping[str, Entities], actions: Mapping[int, str], seen: Seen
) -> JsonObject:
    """What a write does, and how it is answered."""
    params = with_several(one) if one.several else with_of(one, part, parts.values())
    document: JsonObject = {"do": actions[id(one)], "with": params}
    reply: JsonObject = {"status": one.calls[0].status, **({} if one.guessed else {"like": "recorded"})}
    tells = one.pattern is not None and one.role != "delete"
    last = last_fields(one, part, seen)
    if one.several:
        shown = several_json(one, part)
        reply |= {"json": shown} if shown is not None else {}
    elif last:
        document["let"] = {safe(singular(part.kind.name)): f"result.{WAS}"}
        reply["json"] = entity_json(one, part, last)
    elif tells:
        document["let"] = entity_let(part, "result.id")
        reply["json"] = entity_json(one, part)
        said = key_told(one, part, one.pattern) if one.pattern and "*" not in one.pattern else None
        reply["json"] = reply["json"] if said is None else joined(reply["json"], said)
    elif one.beside is not None:
        reply["json"] = one.beside
    elif (told := key_told(one, part)) is not None:
        reply["json"] = told
    elif (shown := keyless_json(one, part, safe(singular(part.kind.name)), seen)) is not None:
        document["let"] = entity_let(part, "result.id")
        reply["json"] = shown
    if (to := location_text(one, part)) is not None:
        reply["headers"] = {"location": to}
    if (sentences := told_sentences(one, part, seen)) is not None:
        was: JsonObject = {safe(singular(part.kind.name)): f"result.{WAS}"} if one.role == "delete" else {}
        document.setdefault("let", was or entity_let(part, "result.id"))
        reply["json"] = joined(reply["json"], sentences) if "json" in reply else sentences
    return {**document, "reply": reply}


def evidence_of(one: Operation) -> list[str]:
    """Lines of evidence: where an operation was seen, and how sure it is."""
    pages = list(dict.fromkeys(call.page for call in one.calls if call.page))
    seqs = ", ".join(str(call.seq) for call in one.calls[:8]) + (" ..." if len(one.calls) > 8 else "")
    seen = "seen" if one.imagined is None else "never seen"
    like = "seq" if one.imagined is None else "like seq"
    lines = [f"{seen}: {one.endpoint}, {like} {seqs}" + (f", on {pages[0]}" if pages else "")]
    return [*lines, f"sure: {one.sure:.2f}" + (f", {one.proof}" if one.proof else "")]
