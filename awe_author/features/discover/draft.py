"""The whole of discovery: recorded values in, drafts and a report out. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from awe_author.features.discover.answering import Answering
from awe_author.features.discover.census import entities_in
from awe_author.features.discover.common.loosened import loosened
from awe_author.features.discover.entities.blanks import mark_blanks
from awe_author.features.discover.entities.conventions import guessed
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.entities.sibling_kinds import with_siblings
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.reading import Recorded
from awe_author.features.discover.exchanges.wire_forms import forms_in, plain_raws
from awe_author.features.discover.from_calls import from_calls
from awe_author.features.discover.from_pages import from_pages
from awe_author.features.discover.lists.asked_moments import settle_asked_moments
from awe_author.features.discover.modelling import draft_model
from awe_author.features.discover.pages.controls import controls_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.discover.talks.draft import TalkDraft
from awe_author.features.discover.told_twice import told_once
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
    forms: list[JsonObject] = field(default_factory=list)
    """How the app writes its messages (`features.forms`)."""
    left_features: list[tuple[str, str]] = field(default_factory=list)
    """(id, why) of what `enrich` would have refused (`accepted`)."""


def discover(recorded: Recorded, app: str) -> Draft:
    """Draft model, seed and features of one app from one recording."""
    forms = forms_in(recorded.raws)
    if forms.all:
        recorded = replace(recorded, raws=plain_raws(recorded.raws, forms))
    found = from_calls(recorded.raws)
    pages = from_pages(recorded, found)
    found = told_once(found, pages.kinds)
    settle_asked_moments(found.kinds)
    mark_blanks(found.kinds, found.every)
    seen = Seen([*found.kinds, *(one.kind for one in pages.kinds)])
    seen.know_texts(found.every)
    parts = entities_in(found, pages, seen)
    found.operations += with_siblings(found.operations, found.kept, found.calls, parts)
    found.operations += guessed(found.operations)
    operations = [*found.operations, *pages.operations]
    seen.know_writes(operations)
    model = draft_model(app, parts, operations, seen)
    seen.know(operations)

    answering = Answering(found, pages, parts, model, seen)
    answering.complete_model()
    answering.entities()
    answering.representations(recorded.raws)
    answering.members()
    answering.scripts()
    answering.pieces()
    answering.counts()
    answering.names()
    answering.documents()
    answering.the_rest(recorded.raws)
    answering.on_pages()
    answering.trials()
    answering.opened()
    talked = answering.sockets(recorded)
    features = answering.told_apart()
    loosened(model.document)

    of_pages = {call.seq for one in pages.operations for call in one.calls}
    of_pages |= {call.seq for one in pages.kinds for made in one.word_renames for call in made.calls}
    left_writes = _counted([(call, why) for call, why in found.left_writes if call.seq not in of_pages])
    controls = controls_of(pages.shown, recorded.raws, recorded.steps)
    return Draft(
        app, model.document, model.seed, features, parts, operations, found.dropped, left_writes, found.left,
        talked, controls, [one.document() for one in forms.all],
    )  # fmt: skip


def _counted(left: Sequence[tuple[Call, str]]) -> list[tuple[str, str, int]]:
    counted: dict[tuple[str, str], int] = {}
    for call, why in left:
        name = f"{call.verb} {call.path}" + (f" [{call.operation}]" if call.operation else "")
        counted[name, why] = counted.get((name, why), 0) + 1
    return [(name, why, count) for (name, why), count in counted.items()]
