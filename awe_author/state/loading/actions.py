"""`x-actions`: every action of a model, its expressions compiled and compared with the schemas they write to.

In an action's expressions these names are bound: `state` (the app's view), `params`, `now`, `warehouse`, the names of
`let`, and in a part with `each` the name that `as` gives.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from awe_author.json_types import JsonObject
from awe_author.state.cel import CelType
from awe_author.state.cel.types import BOOL, LIST, STRING, TIMESTAMP
from awe_author.state.loading.effects import load_effect
from awe_author.state.loading.expressions import (
    Names,
    compile_as,
    compile_at,
    compile_template,
    element,
)
from awe_author.state.loading.fits import Fitting
from awe_author.state.loading.problems import nearest, under
from awe_author.state.loading.references import References
from awe_author.state.loading.structure import check_defaults, compile_schema, defaults
from awe_author.state.model import (
    ActionSpec,
    CancelSpec,
    CollectionSpec,
    EffectSpec,
    EmitSpec,
    Expression,
    Guard,
    Reference,
    ScheduleSpec,
    Template,
)
from awe_author.state.schema import Schema
from awe_author.state.types import Reducer

NO_PARAMS: JsonObject = {"type": "object", "properties": {}, "additionalProperties": False}

RESERVED_WORDS = frozenset(
    [
        "as",
        "break",
        "const",
        "continue",
        "else",
        "false",
        "for",
        "function",
        "if",
        "import",
        "in",
        "let",
        "loop",
        "null",
        "package",
        "namespace",
        "return",
        "true",
        "var",
        "void",
        "while",
    ]
)
"""Words that CEL keeps for itself."""

ResolveReducer = Callable[[str], Reducer]
"""`module:function` -> the function. Raises LookupError, ImportError or whatever importing it raises."""


class RepeatedFields(TypedDict):
    """What `Repeated` takes."""

    when: Expression | None
    each: Expression | None
    name: str
    pointer: str


@dataclass(slots=True)
class Actions:
    """Loads the actions of one model."""

    fitting: Fitting
    collections: Mapping[str, CollectionSpec]
    base: Names
    """Bound everywhere: `state`, `warehouse`, `now`."""

    references: References
    resolve_reducer: ResolveReducer | None

    def fields(self) -> set[str]:
        """Names of all fields of all entities: what a form may show."""
        shapes = self.fitting.shapes
        return {name for one in self.collections.values() for name in shapes.fields(one.schema.document)}

    def load(self) -> dict[str, ActionSpec]:
        """Every action that is whole."""
        given = self.fitting.root.get("x-actions")
        found: dict[str, ActionSpec] = {}
        for name, action in given.items() if isinstance(given, dict) else ():
            pointer = under("/x-actions", name)
            if isinstance(action, dict) and (spec := _Action(self, name, action, pointer).load()):
                found[name] = spec
        return found


class _Action:
    """One action. What the vocabulary found fault with is left out, keyword by keyword; the rest is still checked."""

    def __init__(self, loader: Actions, name: str, given: Mapping[str, Any], pointer: str) -> None:
        self.loader, self.name, self.given, self.pointer = loader, name, given, pointer
        self.fitting, self.problems = loader.fitting, loader.fitting.problems

    def load(self) -> ActionSpec | None:
        params = self._params()
        names = {**self.loader.base, "params": self._params_type()}
        lets = self._lets(names)
        guards = tuple(self._guards(names))
        effects = tuple(self._effects(names))
        schedule = tuple(self._schedule(names))
        cancel = tuple(self._cancel(names))
        emit = tuple(self._emit(names))
        result = self._result(names)
        reducer = self._reducer()
        if params is None:
            return None
        given = self.given.get("params", NO_PARAMS)
        return ActionSpec(
            name=self.name,
            title=str(self.given.get("title", "")),
            description=str(self.given.get("description", "")),
            params=params,
            defaults=defaults(given, self.fitting),
            param_references=self._param_references(),
            let=lets,
            require=guards,
            effects=effects,
            schedule=schedule,
            cancel=cancel,
            emit=emit,
            result=result,
            reducer=reducer,
            reducer_name=str(self.given.get("reducer", "")),
            pointer=self.pointer,
        )

    # ---- params, names -------------------------------------------------------------------------------------------

    def _params(self) -> Schema | None:
        pointer = under(self.pointer, "params")
        schema = compile_schema(self.given.get("params", NO_PARAMS), self.fitting, pointer)
        if schema and "params" in self.given:
            check_defaults(self.given["params"], pointer, self.fitting)
        return schema

    def _params_type(self) -> CelType:
        given = self.given.get("params", NO_PARAMS)
        if not isinstance(given, dict) or not self._formed(self.name, self.given):
            return self.fitting.type_of(True)
        filled = list(defaults(given, self.fitting))
        required = given.get("required", [])
        return self.fitting.type_of({"properties": {}, **given, "required": [*required, *filled], **_closed(given)})

    def _param_references(self) -> tuple[Reference, ...]:
        pointer = under(self.pointer, "params")
        if "params" not in self.given or not self._formed(self.name, self.given):
            return ()
        return self.loader.references.find(self.given["params"], pointer)

    def _lets(self, names: dict[str, CelType]) -> tuple[tuple[str, Expression], ...]:
        """Compiles the lets in order and adds each to `names`."""
        found = []
        given = self.given.get("let")
        for name, source in given.items() if isinstance(given, dict) else ():
            pointer = under(self.pointer, "let", name)
            self._free(name, names, pointer)
            typed = compile_at(source, dict(names), pointer, self.problems) if self._sound(pointer) else None
            names[name] = typed.type if typed else self.fitting.type_of(True)
            if typed:
                found.append((name, typed.expression))
        return tuple(found)

    def _free(self, name: str, names: Names, pointer: str) -> bool:
        """May `name` be bound? Says why not."""
        if name in RESERVED_WORDS:
            self.problems.add(pointer, f'"{name}" is a word of the expression language', "Choose another name.")
        elif name in names:
            what = "is bound already" if name in (*self.loader.base, "params") else "is the name of a `let` already"
            self.problems.add(pointer, f'"{name}" {what}', "Choose another name.")
        return name not in names and name not in RESERVED_WORDS

    def _sound(self, pointer: str) -> bool:
        return self.problems.sound(pointer)

    # ---- parts ---------------------------------------------------------------------------------------------------

    def _items(self, keyword: str) -> list[tuple[str, Any]]:
        """The items that can be looked at; of one that the vocabulary found fault with, what is well formed."""
        given = self.given.get(keyword)
        pairs = []
        for at, one in enumerate(given if isinstance(given, list) else []):
            pointer = under(self.pointer, keyword, at)
            pairs.append((pointer, self._left(one, pointer)))
        return [(pointer, one) for pointer, one in pairs if isinstance(one, str) or _NEEDED[keyword] <= one.keys()]

    def _left(self, one: object, pointer: str) -> dict[str, Any] | str:
        if not isinstance(one, dict):
            return one if isinstance(one, str) and self._sound(pointer) else {}
        left = {key: value for key, value in one.items() if self.problems.well_formed(under(pointer, key))}
        if not ("each" in one) == ("as" in one) == ("each" in left) == ("as" in left):
            return {}  # names would be missing in the rest
        if "path" in left:
            left.setdefault("op", "replace")  # the path and the value can be looked at
        return left

    def _guards(self, names: Names) -> list[Guard]:
        found = []
        for pointer, one in self._items("require"):
            that = compile_as(one["that"], names, under(pointer, "that"), self.problems, (BOOL,), "a guard")
            message = compile_as(
                one["message"], names, under(pointer, "message"), self.problems, (STRING,), "a message"
            )
            field = str(one.get("field", ""))
            if field and field not in (*(known := self._param_names()), *self.loader.fields()):
                hint = nearest(field, known)
                self.problems.add(under(pointer, "field"), f'there is no param or field "{field}"', hint)
            if that and message:
                found.append(Guard(that=that, message=message, field=field, pointer=pointer))
        return found

    def _param_names(self) -> tuple[str, ...]:
        return self.fitting.shapes.fields(self.given.get("params", NO_PARAMS))

    def _repeated(
        self, given: Mapping[str, Any], names: Names, pointer: str
    ) -> tuple[dict[str, CelType], RepeatedFields]:
        """The names inside a part, and its `if`, `each` and `as`."""
        inside = dict(names)
        each = None
        if "each" in given:
            where = under(pointer, "each")
            typed = compile_at(given["each"], names, where, self.problems)
            if typed and typed.type.kind not in ("list", "dyn"):
                compile_as(given["each"], names, where, self.problems, (LIST,), "`each`")
            free = self._free(given["as"], names, under(pointer, "as"))
            inside[given["as"]] = element(typed.type) if typed and free else self.fitting.type_of(True)
            each = typed.expression if typed else None
        when = None
        if "if" in given:
            when = compile_as(given["if"], inside, under(pointer, "if"), self.problems, (BOOL,), "a condition")
        return inside, {"when": when, "each": each, "name": str(given.get("as", "")), "pointer": pointer}

    def _effects(self, names: Names) -> list[EffectSpec]:
        found = []
        for pointer, one in self._items("effects"):
            inside, repeated = self._repeated(one, names, pointer)
            made = load_effect(one, inside, pointer, self.fitting, self.loader.collections)
            if made:
                path, value = made
                found.append(EffectSpec(op=one["op"], path=path, value=value, **repeated))
        return found

    def _schedule(self, names: Names) -> list[ScheduleSpec]:
        found = []
        known = self.fitting.root["x-actions"]
        for pointer, one in self._items("schedule"):
            inside, repeated = self._repeated(one, names, pointer)
            key = compile_as(one["key"], inside, under(pointer, "key"), self.problems, (STRING,), "a key")
            at = compile_as(one["at"], inside, under(pointer, "at"), self.problems, (TIMESTAMP,), "`at`")
            params = self._template(one.get("params", {}), inside, under(pointer, "params"))
            target = known.get(one["action"])
            if target is None:
                hint = nearest(one["action"], known)
                self.problems.add(under(pointer, "action"), f'there is no action "{one["action"]}"', hint)
            elif params and isinstance(target, dict) and self._formed(one["action"], target):
                check_params(params, target, self.fitting)
            if key and at and params:
                found.append(ScheduleSpec(key=key, at=at, action=one["action"], params=params, **repeated))
        return found

    def _formed(self, name: str, action: Mapping[str, Any]) -> bool:
        return self.fitting.whole(action.get("params", NO_PARAMS), under("/x-actions", name, "params"))

    def _cancel(self, names: Names) -> list[CancelSpec]:
        found = []
        for pointer, one in self._items("cancel"):
            given: Mapping[str, Any] = {"key": one} if isinstance(one, str) else one
            inside, repeated = self._repeated(given, names, pointer)
            where = pointer if isinstance(one, str) else under(pointer, "key")
            if key := compile_as(given["key"], inside, where, self.problems, (STRING, LIST), "a key"):
                found.append(CancelSpec(key=key, **repeated))
        return found

    def _emit(self, names: Names) -> list[EmitSpec]:
        found = []
        for pointer, one in self._items("emit"):
            inside, repeated = self._repeated(one, names, pointer)
            params = self._template(one.get("params", {}), inside, under(pointer, "params"))
            if params:
                optional = bool(one.get("optional", False))
                found.append(
                    EmitSpec(app=one["app"], action=one["action"], params=params, optional=optional, **repeated)
                )
        return found

    def _template(self, source: Any, names: Names, pointer: str) -> Template | None:
        return compile_template(source, names, pointer, self.problems)

    def _result(self, names: Names) -> Template | None:
        pointer = under(self.pointer, "result")
        if "result" not in self.given or not self._sound(pointer):
            return None
        return self._template(self.given["result"], names, pointer)

    def _reducer(self) -> Reducer | None:
        name, pointer = self.given.get("reducer"), under(self.pointer, "reducer")
        if not isinstance(name, str) or not self._sound(pointer) or self.loader.resolve_reducer is None:
            return None
        try:
            function = self.loader.resolve_reducer(name)
        except Exception as error:  # an author's module may raise anything
            text = str(error.args[0]) if isinstance(error, LookupError) and error.args else f"{error}"
            kind = "" if isinstance(error, LookupError) else f"{type(error).__name__}: "
            self.problems.add(
                pointer, f'"{name}" cannot be loaded: {kind}{text[:160]}', getattr(error, "hint", "") or _REDUCER
            )
            return None
        if why := _unfit(function):
            self.problems.add(pointer, f'"{name}" {why}', _REDUCER)
            return None
        return function


_NEEDED: Mapping[str, frozenset[str]] = {
    "require": frozenset({"that", "message"}),
    "effects": frozenset({"path", "op"}),
    "schedule": frozenset({"key", "at", "action"}),
    "cancel": frozenset({"key"}),
    "emit": frozenset({"app", "action"}),
}
"""What an item must have to be looked at."""

_REDUCER = "Write `def name(state, params, context) -> ReducerResult` in reducers.py beside the model."


def _closed(params: Mapping[str, Any]) -> dict[str, Any]:
    """Params without a word about others are taken as complete for the names that expressions use."""
    return {} if "additionalProperties" in params else {"additionalProperties": False}


def _unfit(function: object) -> str:
    """Why the function cannot be a reducer; empty when it can."""
    if not callable(function):
        return "is no function"
    if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function):
        return "must be a plain function, neither async nor a generator"
    try:
        inspect.signature(function).bind(None, None, None)
    except (TypeError, ValueError):
        return "does not take three arguments: the state, the params and the context"
    return ""


def check_params(sent: Template, target: Mapping[str, Any], home: Fitting) -> None:
    """Do the params that are sent fit the action they go to? `home`: of the model that has the action."""
    schema = target.get("params", NO_PARAMS)
    if isinstance(schema, dict):
        home.value(sent.source, sent.types, schema, sent.pointer, given=tuple(defaults(schema, home)))
