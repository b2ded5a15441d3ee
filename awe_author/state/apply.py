"""One event: the action asked for, what it does, and every action that it emits, on a state that is never changed.

Each action sees the state as the one before it left it, and leaves a state that is whole: schema and references are
checked after each, not only at the end. All its expressions see the state from before its own effects.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from awe_author.json_types import Json, JsonObject
from awe_author.state.bindings import EventFunctions, Names, holds, moment, rfc3339
from awe_author.state.canonical import fresh
from awe_author.state.cel import FUNCTIONS_KEY
from awe_author.state.changes import differences
from awe_author.state.checks import AppFault
from awe_author.state.collection import Collection
from awe_author.state.draft import Draft
from awe_author.state.effects import BadEffect, Write, apply_write
from awe_author.state.frozen import ReadOnly, frozen
from awe_author.state.model import WAREHOUSE, ActionSpec, ExpressionFault, Model
from awe_author.state.pointer import MISSING, escaped, items_at, parse, pointer
from awe_author.state.references import settle
from awe_author.state.shape import TIMERS
from awe_author.state.shared import Refused
from awe_author.state.types import Change, Context, Effect, ModelFault, Outcome, Performed, ReducerResult, Rejected
from awe_author.state.world_state import Plain, WorldState

if TYPE_CHECKING:
    from awe_author.state.world import World

DEPTH = 8
"""Actions that emit actions that emit...: no deeper than this."""

MOST = 10_000
"""Actions that one event may do."""

OPERATIONS = frozenset({"add", "replace", "remove", "merge"})


class Event:
    """The work on one event. `state` is how far it has come; the state it began with stays as it was."""

    def __init__(self, world: World, state: WorldState, context: Context) -> None:
        self.world, self.before, self.state, self.context = world, state, state, context
        self.now = moment(context.clock)
        self.functions = EventFunctions(context)
        self.touched: dict[str, dict[str, None]] = {}
        self.performed: list[Performed] = []

    def drop_timer(self, key: str) -> None:
        """Takes a timer away before anything else happens; none there is no mistake."""
        draft = Draft(self.state)
        if draft.get(TIMERS, key) is not None:
            draft.put(TIMERS, key, None)
            self._take(draft)

    def perform(self, app: str, name: str, given: object, depth: int = 0) -> Json:
        """Does one action and what it emits; its result. Raises `Rejected` and `ModelFault`."""
        model, spec = self._look_up(app, name)
        if depth > DEPTH:
            raise ModelFault(
                f"actions emit each other more than {DEPTH} deep", app=app, action=name, pointer=spec.pointer
            )
        try:
            return self._perform(model, spec, given, depth)
        except Refused as refused:
            raise Rejected(
                refused.code,
                refused.message,
                app=app,
                action=name,
                pointer=refused.pointer,
                field=refused.field,
                hint=refused.hint,
            ) from None
        except ExpressionFault as fault:
            raise ModelFault(fault.message, app=app, action=name, pointer=fault.pointer) from None
        except AppFault as fault:
            raise ModelFault(fault.fault.message, app=fault.app, action=name, pointer=fault.fault.pointer) from None

    def _look_up(self, app: str, name: str) -> tuple[Model, ActionSpec]:
        model = self.world.models.get(app)
        if model is None or app == WAREHOUSE:
            known = ", ".join(sorted(self.world.models.keys() - {WAREHOUSE}))
            raise Rejected("unknown-app", f"There is no app {app!r}.", app=app, action=name, hint=f"Apps: {known}.")
        spec = model.actions.get(name)
        if spec is None:
            known = ", ".join(sorted(model.actions)) or "none"
            message = f"{app} has no action {name!r}."
            raise Rejected("unknown-action", message, app=app, action=name, hint=f"Actions: {known}.")
        return model, spec

    def _perform(self, model: Model, spec: ActionSpec, given: object, depth: int) -> Json:
        params = checked_params(self.world, self.state, spec, given)
        place = len(self.performed)
        names = self._names(model.app, spec, params)
        for guard in spec.require:
            if not holds(guard.that, names):
                message = guard.message.evaluate(names)
                raise Refused(
                    "guard", str(message), pointer=pointer(guard.field) if guard.field else "", field=guard.field
                )
        draft = Draft(self.state)
        if spec.reducer is None:
            writes = _writes(spec, names)
            result = spec.result.evaluate(names) if spec.result else None
        else:
            writes, result = self._reduced(model, spec, params)
        for write in writes:
            self._write(draft, model.app, spec, write)
        self._timers(draft, model.app, spec, names)
        emitted = [
            (emit.app, emit.action, emit.params.evaluate(bound))
            for emit in spec.emit
            if emit.app in self.world.models or not emit.optional
            for bound in names.each(emit)
        ]
        self._take(draft)
        self.performed.insert(place, Performed(model.app, spec.name, params, result))
        if len(self.performed) + len(emitted) > MOST:
            what = f"one event would do more than {MOST} actions by emits"
            raise ModelFault(what, app=model.app, action=spec.name, pointer=f"{spec.pointer}/emit")
        for app, action, passed in emitted:
            self.perform(app, action, passed, depth + 1)
        return result

    def _names(self, app: str, spec: ActionSpec, params: JsonObject) -> Names:
        values: dict[str, object] = {
            "state": self.state.view(app),
            "params": params,
            "now": self.now,
            "warehouse": self.state.view(WAREHOUSE),
            FUNCTIONS_KEY: self.functions,
        }
        return Names(values, dict(spec.let))

    def _write(self, draft: Draft, app: str, spec: ActionSpec, write: Write) -> None:
        try:
            apply_write(draft, app, write, self.world.checks.nouns)
        except BadEffect as error:
            raise ModelFault(str(error), app=app, action=spec.name, pointer=write.origin) from None

    def _reduced(self, model: Model, spec: ActionSpec, params: JsonObject) -> tuple[list[Write], Json]:
        assert spec.reducer is not None
        fault: dict[str, Any] = {"app": model.app, "action": spec.name, "pointer": f"{spec.pointer}/reducer"}
        try:
            reduced = spec.reducer(frozen(self.state.view(model.app)), frozen(params), self.context)
        except (Rejected, Refused):
            raise
        except ReadOnly as error:
            hint = (
                "Make a copy (`dict(one)`, `copy.deepcopy(one)`) and change that; return what is to change as effects."
            )
            raise ModelFault(f"{spec.reducer_name} changes what it is given", hint=hint, **fault) from error
        except (Exception, SystemExit) as error:
            what = f"{spec.reducer_name} failed: {type(error).__name__}: {error}"
            raise ModelFault(what, **fault) from error
        if not isinstance(reduced, ReducerResult):
            raise ModelFault(f"{spec.reducer_name} has to return a ReducerResult", **fault)
        try:
            for one in reduced.effects:
                if not isinstance(one, Effect):
                    raise TypeError(f"an effect has to be an Effect, not {one!r}")
                if one.op not in OPERATIONS:
                    raise ValueError(f"there is no operation {one.op!r}")
            writes = [Write(one.op, parse(one.path), fresh(one.value), fault["pointer"]) for one in reduced.effects]
            return writes, fresh(reduced.result)
        except (TypeError, ValueError) as error:
            raise ModelFault(f"{spec.reducer_name}: {error}", **fault) from error

    def _timers(self, draft: Draft, app: str, spec: ActionSpec, names: Names) -> None:
        for cancel in spec.cancel:
            for bound in names.each(cancel):
                keys = cancel.key.evaluate(bound)
                for key in keys if isinstance(keys, list | tuple) else [keys]:
                    if draft.get(TIMERS, f"{app}:{key}") is not None:
                        draft.put(TIMERS, f"{app}:{key}", None)
        for schedule in spec.schedule:
            for bound in names.each(schedule):
                at, key = schedule.at.evaluate(bound), schedule.key.evaluate(bound)
                if not isinstance(at, datetime):
                    raise ExpressionFault("the moment of a timer has to be a timestamp", schedule.at.pointer)
                params = schedule.params.evaluate(bound)
                timer: JsonObject = {"at": rfc3339(at), "app": app, "action": schedule.action, "params": params}
                draft.put(TIMERS, f"{app}:{key}", timer)

    def _take(self, draft: Draft) -> None:
        settle(draft)
        for refused in self.world.checks.touched(draft):
            raise refused
        self.state = draft.state()
        for key, ids in draft.touched.items():
            self.touched.setdefault(key, {}).update(ids)

    def outcome(self, result: Json) -> Outcome:
        """What the whole event did."""
        return Outcome(self.state, tuple(self._changes()), result, tuple(self.performed))

    def _changes(self) -> list[Change]:
        found: list[Change] = []
        for key, ids in self.touched.items():
            old, new = self.before.part(key), self.state.part(key)
            if old is new:
                continue
            if isinstance(old, Collection) and isinstance(new, Collection):
                for id in ids:
                    found += differences(f"{key}/{escaped(id)}", old.get(id, MISSING), new.get(id, MISSING))
            else:
                before = old.value if isinstance(old, Plain) else MISSING
                found += differences(key, before, new.value if isinstance(new, Plain) else MISSING)
        return found


def _writes(spec: ActionSpec, names: Names) -> list[Write]:
    found: list[Write] = []
    for effect in spec.effects:
        for bound in names.each(effect):
            path = effect.path.evaluate(bound)
            value = effect.value.evaluate(bound) if effect.value is not None else None
            found.append(Write(effect.op, path, value, effect.pointer))
    return found


def checked_params(world: World, state: WorldState, spec: ActionSpec, given: object) -> JsonObject:
    """The params of an action: a copy, with defaults, that fits its schema and names only what is there.

    Raises `Refused`.
    """
    if not isinstance(given, Mapping):
        raise Refused("params", "The params have to be an object.")
    try:
        params: Any = fresh({**spec.defaults, **given})
    except (TypeError, ValueError) as error:
        raise Refused("params", f"The params are not JSON: {error}.") from None
    if not spec.params.is_valid(params):
        raise _params_refused(spec, params)
    for reference in spec.param_references:
        for id in items_at(params, reference.field):
            if id is not None and id not in state.view(reference.app)[reference.collection]:
                noun = world.checks.nouns[pointer(reference.app, reference.collection)]
                where, field = pointer(*reference.field).split("/*")[0], reference.field[0]
                raise Refused("not-found", f"There is no {noun} {id!r}.", pointer=where, field=field)
    return params  # type: ignore[no-any-return]


def _params_refused(spec: ActionSpec, params: JsonObject) -> Refused:
    first, *rest = [
        (".".join(parse(error.pointer)), error.message, error.pointer) for error in spec.params.errors(params)
    ]
    place, message, where = first
    required = spec.params.document.get("required")
    missing = [str(name) for name in required if name not in params] if isinstance(required, list) else []
    field = place.split(".")[0] or (missing[0] if missing and repr(missing[0]) in message.replace('"', "'") else "")
    others = "; ".join([f"{at + ': ' if at else ''}{text}" for at, text, _ in rest[:4]])
    what = f"{place + ': ' if place else ''}{message}"
    return Refused("params", what, pointer=where, field=field, hint=f"Also: {others}" if others else "")
