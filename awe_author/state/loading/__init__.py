"""From a model document to a `Model`: everything that can be known before an action runs is checked here, all at once.

    model = load_model(document, app="crm", file="crm/model.json", warehouse=warehouse, resolve_reducer=...)

Order: nesting, vocabulary (`model.schema.json`), references, structure, shared collections, actions. A part in which
one step found a mistake is left out by the next, so that one mistake gives one message; the rest is still looked at.
What lies between apps (`emit`) is left to `check_world`, when all models are there.
"""

from __future__ import annotations

import re

from awe_author.json_types import Json, JsonObject
from awe_author.state.cel import DYN, CelType, object_of
from awe_author.state.cel.types import TIMESTAMP
from awe_author.state.loading.actions import Actions, ResolveReducer
from awe_author.state.loading.fits import Fitting
from awe_author.state.loading.problems import ModelProblems, Problems
from awe_author.state.loading.references import References, check_references
from awe_author.state.loading.shared import load_shared
from awe_author.state.loading.structure import Structure, load_structure
from awe_author.state.loading.vocabulary import DEEPEST, check_vocabulary, kind, too_deep
from awe_author.state.loading.world import check_world
from awe_author.state.model import RESERVED, WAREHOUSE, Model

__all__ = ["ModelProblems", "ResolveReducer", "check_world", "load_model"]

APP_NAME = re.compile(r"[a-z][a-z0-9_-]*\Z")


def load_model(
    document: Json,
    *,
    app: str,
    file: str = "model.json",
    warehouse: Model | None = None,
    resolve_reducer: ResolveReducer | None = None,
) -> Model:
    """The model, or ModelProblems with every mistake.

    Without `warehouse`, what refers to it is believed; without `resolve_reducer`, reducers are not looked for (the
    model can be read but those actions not run).
    """
    problems = Problems(file)
    document = _to_go_on(document, app, problems)
    fitting = Fitting(document, problems)
    check_references(document, fitting)
    problems.formed()
    structure = load_structure(app, fitting, warehouse)
    collections = load_shared(app, structure, fitting, warehouse)
    if app == WAREHOUSE and document.get("x-actions"):
        problems.add("/x-actions", "the warehouse has no actions of its own", "Put them into the apps' models.")
    base = _names(app, fitting, structure, warehouse)
    references = References(app, fitting, set(structure.names), warehouse)
    actions = Actions(fitting, collections, base, references, resolve_reducer).load()
    if problems.found:
        raise ModelProblems(problems.found)
    return Model(
        app=app,
        file=file,
        document=document,
        collections=collections,
        plain=structure.plain,
        actions=actions,
        required=tuple(str(name) for name in _list(document.get("required"))),
    )


def _to_go_on(document: Json, app: str, problems: Problems) -> JsonObject:
    """The document, checked by the vocabulary; raises ModelProblems when there is too little to go on."""
    if not APP_NAME.match(app) or (app in RESERVED and app != WAREHOUSE):
        problems.add("", f'an app cannot be called "{app}"', "Use small letters, digits, - and _; not `timers`.")
    if not isinstance(document, dict):
        problems.add("", f"a model is a JSON object, this is {kind(document)}", 'It begins {"type": "object", ...}.')
        raise ModelProblems(problems.found)
    if deep := too_deep(document):
        problems.add(deep, f"nested more than {DEEPEST} levels deep", "Put parts under $defs.")
        raise ModelProblems(problems.found)
    check_vocabulary(document, problems)
    if not isinstance(document.get("properties"), dict) or not document["properties"]:
        raise ModelProblems(problems.found)
    return document


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _names(app: str, fitting: Fitting, structure: Structure, warehouse: Model | None) -> dict[str, CelType]:
    """What every expression of an action sees beside params and its own names."""
    there = [*structure.names, *(str(name) for name in _list(fitting.root.get("required")))]
    closed = {"type": "object", "required": there, "additionalProperties": False}
    formed = fitting.problems.well_formed("/properties") and fitting.problems.well_formed("/$defs")
    state = fitting.type_of({**fitting.root, **closed}) if formed else DYN
    shared = state if app == WAREHOUSE else state_type(warehouse) if warehouse else DYN
    return {"state": state, "warehouse": shared, "now": TIMESTAMP}


def state_type(model: Model) -> CelType:
    """What is known of a model's state before it is there: `state` in its own expressions, `warehouse` in others'."""
    fitting = Fitting(model.document, Problems(model.file))
    required: list[Json] = [*model.collections, *model.required]
    return fitting.type_of({**model.document, "required": required, "additionalProperties": False})


def world_type(models: dict[str, Model]) -> CelType:
    """The state of a whole world: app -> its view."""
    return object_of({name: state_type(model) for name, model in models.items()})
