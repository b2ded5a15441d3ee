"""The first state of a world from its seeds, checked as a whole: every mistake is found before any is told.

A record of a shared collection may be given as it is stored (local fields and `x-entity`), or as the app sees it: then
it is added as an action would add it, so it is linked to the person who is there already or makes a new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from awe_author.errors import Mistakes
from awe_author.json_types import Json, JsonObject
from awe_author.state.apply import checked_params
from awe_author.state.bindings import rfc3339
from awe_author.state.canonical import fresh
from awe_author.state.checks import AppFault
from awe_author.state.draft import Draft
from awe_author.state.model import LINK, ExpressionFault, Model
from awe_author.state.pointer import json_type, parse, pointer
from awe_author.state.shape import TIMERS
from awe_author.state.shared import Refused, SharedAdapter
from awe_author.state.types import Problem
from awe_author.state.world_state import WorldState

if TYPE_CHECKING:
    from awe_author.state.world import World

_TIMERS = TIMERS[1:]


class SeedProblems(Mistakes[Problem]):
    """Seeds that do not fit their models."""


class _Seeding:
    def __init__(self, world: World, files: Mapping[str, str]) -> None:
        self.world, self.files = world, files
        self.problems: list[Problem] = []
        self.later: list[tuple[SharedAdapter, str, JsonObject]] = []
        """Records given as their app sees them."""

    def problem(self, root: str, where: str, message: str, hint: str = "") -> None:
        self.problems.append(Problem(self.files.get(root, f"seed of {root}"), where, message, hint))

    def refused(self, refused: Refused) -> None:
        root, *inner = parse(refused.pointer) or ("",)
        hint = refused.hint or ("Add it, or change the reference." if refused.code == "reference" else "")
        self.problem(root, pointer(*inner), refused.message, hint)


def first_state(world: World, seeds: Mapping[str, JsonObject], files: Mapping[str, str]) -> WorldState:
    """The state of these seeds. Raises `SeedProblems`."""
    work = _Seeding(world, files)
    document: JsonObject = {}
    for root in seeds:
        if root not in world.models and root != _TIMERS:
            known = ", ".join(sorted(world.models))
            work.problem(root, "", f"the world has no app {root!r}", f"Apps: {known}.")
    for app, model in world.models.items():
        document[app] = _stored(work, model, seeds.get(app, {}))
    draft = Draft(WorldState.build(document, world.shape))
    for adapter, id, record in work.later:
        app, name = parse(adapter.key)
        try:
            adapter.add(draft, id, record)
        except (Refused, ExpressionFault) as error:
            work.problem(app, pointer(name, id), error.message)
    state = draft.state()
    _check(work, state)
    timers = _timers(work, state, seeds.get(_TIMERS, {}))
    if work.problems:
        raise SeedProblems(work.problems, what="the seed does not fit the model:")
    return state.with_values({TIMERS: timers}) if timers else state


def _stored(work: _Seeding, model: Model, seed: object) -> JsonObject:
    """The seed of one app in stored form; what it lacks is empty or has its default."""
    if not isinstance(seed, dict):
        work.problem(model.app, "", f"a seed has to be an object, this is {json_type(seed)}")
        seed = {}
    known = [*model.collections, *model.plain]
    for name in seed:
        if name not in known:
            work.problem(model.app, pointer(name), f"the model has no {name!r}", f"It has: {', '.join(sorted(known))}.")
    stored: JsonObject = {}
    for name in model.collections:
        stored[name] = _entities(work, model.app, name, seed.get(name, {}))
    for name, spec in model.plain.items():
        if name in seed:
            stored[name] = _copied(work, model.app, pointer(name), seed[name])
        elif "default" in spec.schema.document:
            stored[name] = spec.schema.document["default"]
    for name in model.required:
        if name in model.plain and name not in stored:
            work.problem(model.app, "", f"{name!r} is missing", "The model says that it is required.")
    return stored


def _copied(work: _Seeding, app: str, where: str, value: Json) -> Json:
    """A copy; `None`, and a problem, for what is not JSON or holds an integer beyond 64 bits."""
    try:
        return fresh(value)
    except (TypeError, ValueError) as error:
        work.problem(app, where, f"this cannot be kept: {error}")
        return None


def _entities(work: _Seeding, app: str, name: str, given: object) -> JsonObject:
    if not isinstance(given, dict):
        work.problem(app, pointer(name), f"a collection has to be an object by id, this is {json_type(given)}")
        return {}
    adapter = work.world.shape.collections[pointer(app, name)].adapter
    stored: JsonObject = {}
    for id, entity in sorted(given.items()):
        if not isinstance(entity, dict):
            work.problem(app, pointer(name, id), f"an entity has to be an object, this is {json_type(entity)}")
            continue
        copy: Any = _copied(work, app, pointer(name, id), entity)
        if copy is None:
            continue
        if adapter is None:
            stored[id] = copy
        elif LINK in entity:
            mapped = [field for field in entity if field in adapter.spec.fields]
            if mapped:
                hint = f"Leave it out, or leave {LINK} out and give the whole record."
                work.problem(app, pointer(name, id, mapped[0]), "this field comes from the warehouse", hint)
            stored[id] = copy
        else:
            work.later.append((adapter, id, copy))
    return stored


def _check(work: _Seeding, state: WorldState) -> None:
    """Every entity and plain value, as if an action had touched it."""
    draft = Draft(state)
    checks, shape = work.world.checks, work.world.shape
    found: list[Refused] = []
    unfit: set[tuple[str, str]] = set()
    for key in shape.plain:
        checks.of_plain(draft, key, found)
    warehouse_first = sorted(shape.collections.items(), key=lambda one: one[0] not in shape.sharing)
    for key, part in warehouse_first:
        for id, entity in state.collection(key).items():
            if part.adapter is not None and not _linked(work, state, part.adapter, id, entity, unfit):
                continue
            before = len(found)
            try:
                checks.of_entity(draft, key, id, entity, found)
                if len(found) > before:
                    unfit.add((key, id))
            except AppFault as fault:
                work.problem(fault.app, pointer(*parse(key)[1:], id), fault.fault.message)
        if key in checks.sized:
            checks.of_size(draft, key, found)
    for refused in found:
        work.refused(refused)
    work.problems[:] = dict.fromkeys(work.problems)


def _linked(
    work: _Seeding,
    state: WorldState,
    adapter: SharedAdapter,
    id: str,
    entity: JsonObject,
    unfit: set[tuple[str, str]],
) -> bool:
    """Whether a record is linked to an entity that is there and fits; only then can it be looked at."""
    if entity[LINK] in state.collection(adapter.entities):
        return (adapter.entities, entity[LINK]) not in unfit
    app, name = parse(adapter.key)
    message = f"there is no {entity[LINK]!r} in {adapter.spec.kind}"
    work.problem(app, pointer(name, id, LINK), message, "Name an entity of the warehouse's seed.")
    return False


def _timers(work: _Seeding, state: WorldState, given: object) -> dict[str, Json]:
    if not isinstance(given, dict):
        work.problem(_TIMERS, "", f"timers have to be an object by key, this is {json_type(given)}")
        return {}
    timers: dict[str, Json] = {}
    for key, timer in sorted(given.items()):
        wrong = list(_timer_problems(work, state, key, timer))
        for message in wrong:
            work.problem(_TIMERS, pointer(key), message, "A timer has `at`, `app`, `action` and `params`.")
        if not wrong:
            at = rfc3339(datetime.fromisoformat(timer["at"]))
            timers[key] = {"at": at, "app": timer["app"], "action": timer["action"], "params": timer.get("params", {})}
    return timers


def _timer_problems(work: _Seeding, state: WorldState, key: str, timer: Any) -> Iterator[str]:
    if not isinstance(timer, dict):
        yield f"a timer has to be an object, this is {json_type(timer)}"
        return
    try:
        if datetime.fromisoformat(timer.get("at", "")).tzinfo is None:
            yield "`at` needs a time zone (`Z`)"
    except (TypeError, ValueError):
        yield f"`at` has to be a date and time (RFC 3339), this is {timer.get('at')!r}"
    app, model = timer.get("app"), work.world.models.get(str(timer.get("app")))
    spec = model.actions.get(str(timer.get("action"))) if model else None
    if not key.startswith(f"{app}:"):
        yield f"the key has to begin with the app and a colon: {app}:"
    if spec is None:
        yield f"there is no action {app}.{timer.get('action')}"
        return
    try:
        checked_params(work.world, state, spec, timer.get("params", {}))
    except Refused as refused:
        yield f"params: {refused.message}"
