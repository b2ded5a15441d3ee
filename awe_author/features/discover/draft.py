"""The whole of discovery: recorded values in, drafts and a report out. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.absent import absent_feature, absent_of
from awe_author.features.discover.added import with_added
from awe_author.features.discover.bulk import about_several, add_bulk, several_of
from awe_author.features.discover.calls import Call, asides_of, calls_of
from awe_author.features.discover.constants import by_keys, constants_of
from awe_author.features.discover.controls import controls_of
from awe_author.features.discover.conventions import guessed
from awe_author.features.discover.counts import count_feature, counts_of
from awe_author.features.discover.echoes import echoes_of, recorded_keys
from awe_author.features.discover.embedding import one_for_each_document, plain_documents
from awe_author.features.discover.entities import Entities, entities_of
from awe_author.features.discover.frames import add_frames
from awe_author.features.discover.headers import header_total
from awe_author.features.discover.joins import Times, joins_of
from awe_author.features.discover.kinds import Kind, kinds_of
from awe_author.features.discover.marks import add_marks, marks_of, show_mark
from awe_author.features.discover.modelling import Model, add_recorded, add_talks, draft_model
from awe_author.features.discover.named_writes import named_writes
from awe_author.features.discover.naming import named_parts
from awe_author.features.discover.operations import Operation, operations_of
from awe_author.features.discover.page_surfaces import page_features
from awe_author.features.discover.pages import PageKind, page_kinds, taken_apart
from awe_author.features.discover.path_searches import searched_words
from awe_author.features.discover.pieces import parts_of, pieces_of
from awe_author.features.discover.places import at
from awe_author.features.discover.put_keys import put_parts
from awe_author.features.discover.puts import with_puts
from awe_author.features.discover.queries import listing_of
from awe_author.features.discover.reading import Recorded
from awe_author.features.discover.refused import explain, refused_of, shows_again, texts_of
from awe_author.features.discover.rendered import rendered_feature, rendered_of
from awe_author.features.discover.reshaped import reshape
from awe_author.features.discover.scripted import script_features
from awe_author.features.discover.seen import Seen
from awe_author.features.discover.siblings import leave_siblings
from awe_author.features.discover.sightings import groups_of, known_ids
from awe_author.features.discover.situations import loads_of
from awe_author.features.discover.stored import add_stored, stored_of
from awe_author.features.discover.surfaces import (
    Feature,
    api_features,
    constant_feature,
    distinct,
    echo_feature,
    stored_features,
)
from awe_author.features.discover.talk_draft import TalkDraft, draft_talks
from awe_author.features.discover.talk_marks import told_marks
from awe_author.features.discover.wrapped import unwrapped
from awe_author.json_types import JsonObject


@dataclass(slots=True)
class Draft:
    """What discovery gives."""

    app: str
    model: JsonObject
    seed: JsonObject
    features: list[Feature]
    parts: list[Entities]
    operations: list[Operation]
    left_kinds: list[tuple[Kind, str]] = field(default_factory=list)
    left_writes: list[tuple[str, str, int]] = field(default_factory=list)
    """(request, why, how often)."""
    left_exchanges: dict[str, int] = field(default_factory=dict)
    talked: TalkDraft = field(default_factory=TalkDraft)
    """What sockets gave."""
    controls: list[JsonObject] = field(default_factory=list)
    """Controls of recorded pages whose request was never recorded."""


def discover(recorded: Recorded, app: str) -> Draft:
    """Draft model, seed and features of one app from one recording."""
    every, left = calls_of(recorded.raws)
    known = known_ids(every)
    known |= put_parts(every)
    known |= named_parts(every, known) | searched_words(every)
    kinds = kinds_of(unwrapped(groups_of(every, known)))
    operations, refused = operations_of(every, kinds, known)
    refused = with_puts(operations, refused, kinds, known)
    calls = plain_documents(every)
    seen = Seen(kinds)
    kept, dropped = _kept(kinds, operations)
    operations = [one for one in operations if one.kind in kept]
    loads = loads_of(recorded.raws)
    shown = taken_apart(recorded.pages, loads)
    driven = any(one.fetched for one in loads)
    pieces = pieces_of(recorded.raws, calls)
    explained = {call.seq for one in operations if one.writes for call in one.calls}
    unexplained = [call for call in calls if call.mutation and call.seq not in explained]
    again = refused_of(unexplained)
    kept_out = {one.call.seq for one in again}
    told_in = [one for one in shown if not shows_again(one, again, calls)]
    usual = texts_of([call for call in calls if call.seq not in kept_out]) if again else frozenset()
    several = several_of(recorded.raws)
    apart = kept_out | about_several(told_in, unexplained, several)
    from_pages = page_kinds(told_in, [call for call in unexplained if call.seq not in apart])
    bulk = {id(one): add_bulk(one, told_in, unexplained, several) for one in from_pages}
    asking = {post.call.seq for posts in bulk.values() for post in posts if post.asks}
    told_in = [one for one in told_in if one.load is None or one.load.seq not in asking]
    for one in from_pages:
        while any(
            one.kind.name == other.name
            for other in [*kinds, *(page.kind for page in from_pages)]
            if other is not one.kind
        ):
            one.kind.name += "_shown"
    refused = [(call, why) for call, why in refused if call.seq not in _seqs(from_pages)]
    page_operations = [operation for one in from_pages for operation in one.operations]
    seen = Seen([*kinds, *(one.kind for one in from_pages)])
    seen.know_texts(every)
    parts = [
        entities_of(kind, [*operations, *page_operations], seen) for kind in [*kept, *(one.kind for one in from_pages)]
    ]
    with_added(operations, parts, seen)
    for part in parts:
        reshape(part, [*operations, *page_operations], seen)
        part.total = _total(part, operations)
    _add_joins(parts, Times(operations, seen))
    guesses = guessed(operations)
    operations += guesses
    model = draft_model(app, parts, [*operations, *page_operations], seen)
    by_name = {part.kind.name: part for part in parts}
    written = {one.kind.name for one in operations if one.writes}
    told = [one for one in operations if one.kind.name in written]
    keyed = {call.seq for call in calls if by_keys(call) is not None}
    echoes = echoes_of([call for call in calls if call.seq not in keyed], parts, told, known)
    add_recorded(model, recorded_keys(echoes))
    seen.know([*operations, *page_operations])
    features = one_for_each_document(api_features(by_name, operations, model.names, seen))
    marks = marks_of(operations)
    add_marks(marks, model.document, model.seed, model.names)
    for feature in features:
        show_mark(feature, marks)
    features += [echo_feature(one) for one in echoes]
    answered = {call.seq for one in [*told, *page_operations] for call in one.calls}
    answered |= {call.seq for one in echoes for call, _ in one.calls}
    for one in from_pages:
        made, seqs = script_features(one, by_name[one.kind.name], calls, seen)
        one.scripted = bool(made)
        features += made
        answered |= seqs
    parts_shown = {id(one): parts_of(one, by_name[one.kind.name], pieces, seen, driven=driven) for one in from_pages}
    answered |= {piece.call.seq for piece in pieces if any(one.there for one in parts_shown.values())}
    answered |= {*kept_out, *(post.call.seq for posts in bulk.values() for post in posts)}
    counts = counts_of(calls, {name: by_name[name] for name in by_name if name in written}, answered, seen, known)
    features += [count_feature(one) for one in counts]
    answered |= {call.seq for one in counts for call in one.calls}
    singles = stored_of(calls, answered, known, {*model.seed, *(kind.name for kind in kinds)})
    add_stored(singles, model.document, model.seed)
    features += stored_features(singles)
    answered |= {call.seq for one in singles for call in one.calls()}
    constants = constants_of([*calls, *asides_of(recorded.raws, calls)], answered, known)
    features += [constant_feature(one) for one in [*constants, *named_writes(constants)]]
    features += [absent_feature(one) for one in absent_of(calls, parts, known)]
    features += [rendered_feature(one) for one in rendered_of(calls, parts, operations, seen)]
    for one in from_pages:
        part = by_name[one.kind.name]
        why = explain(one, part, again, usual, seen)
        more = parts_shown[id(one)], why, bulk[id(one)]
        features += page_features(one, part, told_in, model.names, seen, *more)
    operations += page_operations
    talked = draft_talks(recorded.talks, list(model.seed), parts, operations)
    add_talks(model, talked)
    features += talked.features
    features += told_marks(recorded.talks, marks, recorded.written, _lines(talked.features))
    leave_siblings(features, calls, known)
    distinct(features)
    return Draft(
        app, model.document, model.seed, features, parts, operations, dropped, _writes_left(refused), left,
        talked, controls_of(shown, recorded.raws, recorded.steps),
    )  # fmt: skip


def _add_joins(parts: Sequence[Entities], times: Times) -> None:
    """What entities, and what stands around them, shows of other kinds."""
    joins = joins_of(parts, times)
    for part in parts:
        part.joins = {**joins.get(part.kind.name, {})}
    add_frames(parts, times)


def _lines(features: Sequence[Feature]) -> list[str]:
    """The addresses that socket features are for."""
    triggers = [one.document["on"] for one in features]
    return [str(on.get("socket") or on.get("stream")) for on in triggers if isinstance(on, dict)]


def _seqs(kinds: Sequence[PageKind]) -> set[int]:
    return {call.seq for one in kinds for operation in one.operations for call in operation.calls}


def _kept(kinds: Sequence[Kind], operations: Sequence[Operation]) -> tuple[list[Kind], list[tuple[Kind, str]]]:
    """Kinds that something writes, or that are opened or paged through; the others are configuration."""
    kept: list[Kind] = []
    dropped: list[tuple[Kind, str]] = []
    for kind in kinds:
        mine = [one for one in operations if one.kind is kind]
        if any(one.writes for one in mine):
            kind.reasons.append("written to")
        elif any(one.role == "read" and one.key_at is not None and one.key_at.part != "body" for one in mine):
            kind.reasons.append("opened by key")
        elif any(one.role == "list" and _paged(one) for one in mine):
            kind.reasons.append("listed in pages or searched")
        else:
            dropped.append((kind, "nothing writes, opens or pages it: taken for configuration"))
            continue
        kept.append(kind)
    return kept, dropped


def _paged(one: Operation) -> bool:
    listing = listing_of(one, one.calls)
    return any(param.role in ("limit", "page", "offset", "cursor", "search") for param in listing.params)


def _total(part: Entities, operations: Sequence[Operation]) -> int | None:
    """How many there are by the app's own word, at the start: of calls that filter nothing, before the first write."""
    mine = [one for one in operations if one.kind is part.kind]
    first = min((call.seq for one in mine if one.writes for call in one.calls), default=1 << 62)
    found: list[int] = []
    complete = False
    for one in mine:
        if one.role not in ("list", "count"):
            continue
        listing = listing_of(one, one.calls)
        roles = ("search", "filter", "sentence", "contains", "cursor") + (("unknown",) if one.role == "list" else ())
        narrow = [param for param in listing.params if param.role in roles]
        for call in one.calls:
            narrowed = any(param.said(call) is not None for param in narrow)
            if call.seq > first or narrowed or "*" in one.endpoint.path:
                continue
            ways: list[Any] = [one.pattern] if one.role == "count" else list(listing.totals)
            numbers = [at(call.answer, [0 if step == "*" else step for step in way or ()]) for way in ways]
            found += [number for number in numbers if isinstance(number, int)]
            said = header_total(call.counts, listing.headers)
            found += [said] if said is not None else []
            complete = complete or (
                one.role == "list"
                and not any(param.role in ("limit", "page", "offset", "cursor") for param in listing.params)
            )
    return max(found) if found else len(part.seed) if complete else None


def _writes_left(refused: Sequence[tuple[Call, str]]) -> list[tuple[str, str, int]]:
    counted: dict[tuple[str, str], int] = {}
    for call, why in refused:
        name = f"{call.verb} {call.path}" + (f" [{call.operation}]" if call.operation else "")
        counted[name, why] = counted.get((name, why), 0) + 1
    return [(name, why, count) for (name, why), count in counted.items()]


__all__ = ["Draft", "Model", "discover"]
