"""Finds what can never be right in an expression before it runs: unknown names and fields, operands that cannot fit.

Gives a type for every node. Unknown types (`DYN`) go through; what is reported is wrong for all values.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import cast

from awe_author.json_types import Json
from awe_author.state.cel import functions as f
from awe_author.state.cel import nodes as n
from awe_author.state.cel import types as t
from awe_author.state.cel.operators import operator_type
from awe_author.state.cel.problems import CelFault, CelProblem, nearest
from awe_author.state.cel.types import CelType
from awe_author.state.cel.values import LONG_TYPES, TYPES, Uint

Scope = Mapping[str, CelType]
CONTEXT_FUNCTIONS: dict[str, tuple[int, CelType, str]] = {
    "new_id": (
        1,
        t.STRING,
        "an id that no other event gives: `new_id('lead')` is `lead-0000042-1`; ids sort by creation",
    ),
    "random": (0, t.DOUBLE, "a number from 0 to below 1, from the session's seed"),
    "uuid": (0, t.STRING, "a UUID, from the session's seed"),
}
"""Name -> (number of arguments, type, meaning) of what comes from the event's context."""

_ASK_LIST = "For the characters of a string: x.split('')."


def check(root: n.Node, names: Scope, *, context: bool = True) -> dict[int, CelType]:
    """`id(node)` -> type for every node. Raises `CelProblem` for the first that cannot be right."""
    checker = _Checker(context)
    checker.visit(root, dict(names))
    return checker.types


def long_type_name(node: n.Node, names: Container[str]) -> str:
    """`google.protobuf.Timestamp` written as a chain of fields -> that name; else empty."""
    parts: list[str] = []
    while isinstance(node, n.Select):
        parts.append(node.field)
        node = node.operand
    if not isinstance(node, n.Ident) or node.name in names:
        return ""
    name = ".".join([node.name, *reversed(parts)])
    return name if name in LONG_TYPES else ""


class _Checker:
    def __init__(self, context: bool) -> None:
        self.types: dict[int, CelType] = {}
        self._context = context

    def visit(self, node: n.Node, scope: Scope) -> CelType:
        found = self._visit(node, scope)
        self.types[id(node)] = found
        return found

    def _visit(self, node: n.Node, scope: Scope) -> CelType:
        match node:
            case n.Constant(value=value):
                return _constant(value)
            case n.Ident():
                return self._ident(node, scope)
            case n.Select():
                return self._select(node, scope)
            case n.Has(operand=operand, field=field):
                field_type(self.visit(operand, scope), field, node.at)
                return t.BOOL
            case n.Index():
                return self._index(node, scope)
            case n.Call():
                return self._call(node, scope)
            case n.Macro():
                return self._macro(node, scope)
            case n.Unary(operator=operator, operand=operand):
                return _unary(operator, self.visit(operand, scope), node.at)
            case n.Binary(operator=operator, left=left, right=right):
                return operator_type(operator, self.visit(left, scope), self.visit(right, scope), right.at)
            case n.Logic(operator=operator, terms=terms):
                for term in terms:
                    self._boolean(term, scope, operator)
                return t.BOOL
            case n.Conditional(condition=condition, yes=yes, no=no):
                self._boolean(condition, scope, "?")
                return t.join([self.visit(yes, scope), self.visit(no, scope)])
            case n.ListNode(items=items):
                return t.list_of(t.join([self.visit(one, scope) for one in items]))
            case n.MapNode():
                return self._map(node, scope)
        raise AssertionError(node)

    def _boolean(self, node: n.Node, scope: Scope, what: str) -> None:
        found = self.visit(node, scope)
        if found.kind not in ("bool", "dyn"):
            hint = "There is no truth of other values: compare, for example x != '' or x != null or size(x) > 0."
            raise CelProblem(f"'{what}' asks for a boolean, this is {t.a(found)}", node.at, hint)

    def _ident(self, node: n.Ident, scope: Scope) -> CelType:
        if node.name in scope:
            return scope[node.name]
        if node.name in TYPES:
            return t.TYPE
        hint = nearest(node.name, [name for name in scope if name.isidentifier()])
        if node.name in f.OVERLOADS:
            hint = f"Functions are called: {node.name}(...)."
        raise CelProblem(f"unknown name '{node.name}'", node.at, hint)

    def _select(self, node: n.Select, scope: Scope) -> CelType:
        if long_type_name(node, scope):
            return t.TYPE
        return field_type(self.visit(node.operand, scope), node.field, node.at)

    def _index(self, node: n.Index, scope: Scope) -> CelType:
        operand, key = self.visit(node.operand, scope), self.visit(node.key, scope)
        if operand.kind == "list":
            if key.kind not in ("dyn", *t.NUMBERS):
                raise CelProblem(
                    f"a list is indexed by an integer, this is {t.a(key)}", node.key.at, "Count from 0: x[0]."
                )
            return f.element_of(operand)
        if operand.kind not in ("map", "object", "dyn"):
            hint = "For one character: x.charAt(0)." if operand.kind == "string" else "Lists and maps have members."
            raise CelProblem(f"{t.a(operand)} has no members", node.key.at, hint)
        if operand.kind == "map" and operand.indexed and key.kind not in ("string", "dyn"):
            raise CelProblem(f"a collection is indexed by an id, this is {t.a(key)}", node.key.at, "Ids are strings.")
        if operand.kind != "object":
            return f.element_of(operand)
        if isinstance(node.key, n.Constant) and isinstance(node.key.value, str):
            name = node.key.value
            known = operand.fields.get(name)
            if known is None and operand.closed and operand.element is None:
                raise CelProblem(f"there is no field '{name}'", node.key.at, nearest(name, operand.fields))
            return known or operand.element or t.DYN
        return f.element_of(operand) if operand.closed else t.DYN

    def _map(self, node: n.MapNode, scope: Scope) -> CelType:
        fields: dict[str, CelType] = {}
        keys, values = [], []
        for key, value in node.entries:
            kind, made = self.visit(key, scope), self.visit(value, scope)
            keys.append(kind)
            values.append(made)
            if kind.kind not in ("string", "int", "uint", "bool", "dyn"):
                hint = "Keys are strings; integers and booleans are possible within an expression."
                raise CelProblem(f"{t.a(kind)} cannot be a key", key.at, hint)
            if isinstance(key, n.Constant) and isinstance(key.value, str):
                if key.value in fields:
                    raise CelProblem(f"the key '{key.value}' is twice in the map", key.at, "Remove one of the two.")
                fields[key.value] = made
        if len(fields) == len(node.entries) and fields:
            return t.object_of(fields)
        plain = all(one.kind == "string" for one in keys)
        return t.map_of(t.join(values), None if plain else t.join(keys))

    def _macro(self, node: n.Macro, scope: Scope) -> CelType:
        source = self.visit(node.range, scope)
        if source.kind not in ("list", "map", "object", "dyn"):
            raise CelProblem(f"{node.name} goes through lists and maps, this is {t.a(source)}", node.at, _ASK_LIST)
        maps = source.kind in ("map", "object")
        if maps and node.name == "sortBy":
            raise CelProblem("a map has no order", node.at, "Sort its values: x.values().sortBy(v, v.name).")
        element = f.key_of(source) if maps else f.element_of(source)
        inner = {**scope, node.variable: element}
        if node.filter is not None:
            self._boolean(node.filter, inner, node.name)
        if node.name in ("all", "exists", "exists_one", "filter"):
            try:
                self._boolean(node.body, inner, node.name)
            except CelProblem as problem:
                if maps and source.kind == "map" and not problem.hint.startswith("Did"):
                    problem.hint = (
                        f"A map gives its keys: go through x.values().{node.name}({node.variable}, ...). "
                        + problem.hint
                    )
                raise
            return t.list_of(element) if node.name == "filter" else t.BOOL
        body = self.visit(node.body, inner)
        if node.name == "sortBy":
            if body.kind in ("list", "map", "object", "null", "type"):
                raise CelProblem(
                    f"there is no order among values of type {body}", node.body.at, "Sort by text, number or time."
                )
            return source if source.kind == "list" else t.LIST
        return t.list_of(body)

    def _call(self, node: n.Call, scope: Scope) -> CelType:
        if node.receiver is None and node.name in CONTEXT_FUNCTIONS:
            return self._context_call(node, scope)
        receiver = [] if node.receiver is None else [self.visit(node.receiver, scope)]
        types = receiver + [self.visit(one, scope) for one in node.arguments]
        forms = matching(node, types)
        if node.name == "by":
            _check_index(node, types[0])
        if node.name == "matches":
            _check_pattern(node.arguments[-1])
        return t.join(f.result(form, types) for form in forms)

    def _context_call(self, node: n.Call, scope: Scope) -> CelType:
        count, gives, _ = CONTEXT_FUNCTIONS[node.name]
        if not self._context:
            hint = "It gives something new at each event; here nothing happens."
            raise CelProblem(f"{node.name}() works only in an action", node.at, hint)
        if len(node.arguments) != count:
            hint = "Write new_id('lead')." if count else f"Write {node.name}()."
            raise CelProblem(f"{node.name}() takes {count} argument{'s' * (count != 1)}", node.at, hint)
        for one in node.arguments:
            kind = self.visit(one, scope)
            if kind.kind not in ("string", "dyn"):
                raise CelProblem(
                    f"{node.name}() asks for a string, this is {t.a(kind)}", one.at, "Write new_id('lead')."
                )
        return gives


def _constant(value: object) -> CelType:
    if isinstance(value, bytes):
        return t.BYTES
    if isinstance(value, Uint):
        return t.UINT
    return t.type_of_value(cast(Json, value))


def _unary(operator: str, operand: CelType, at: int) -> CelType:
    if operator == "!":
        if operand.kind not in ("bool", "dyn"):
            hint = "Compare: x == '' or x == null or size(x) == 0."
            raise CelProblem(f"'!' asks for a boolean, this is {t.a(operand)}", at, hint)
        return t.BOOL
    if operand.kind not in ("int", "double", "dyn"):
        raise CelProblem(
            f"'-' asks for a number, this is {t.a(operand)}", at, "Text becomes a number by int(x) or double(x)."
        )
    return CelType(operand.kind, nullable=operand.kind == "dyn")


def field_type(owner: CelType, field: str, at: int) -> CelType:
    """The type of `owner.field`. Raises `CelProblem` when there can be none."""
    if owner.kind == "object":
        known = owner.fields.get(field) or owner.element
        if known is None and not owner.open:
            hint = nearest(field, owner.fields)
            raise CelProblem(f"there is no field '{field}'", at, f"{hint} Or it has to go into the schema.")
        return known or t.DYN
    if owner.kind in ("map", "dyn"):
        return f.element_of(owner)
    hint = "It is a list: x[0].name, or x.map(e, e.name)." if owner.kind == "list" else "Only objects have fields."
    if f.overloads(field, method=True):
        hint = f"It is a function: .{field}()."
    raise CelProblem(f"{t.a(owner)} has no fields, so no '{field}'", at, hint)


def matching(node: n.Call, types: Sequence[CelType]) -> list[f.Overload]:
    """The overloads of a function that these arguments may mean. Raises `CelProblem` when there are none."""
    method = node.receiver is not None
    forms = f.overloads(node.name, method=method)
    if not forms:
        raise _unknown_function(node, method)
    counted = [form for form in forms if form.fits_count(len(types))]
    if not counted:
        hint = "Write " + " or ".join(sorted({form.signature for form in forms})[:4]) + "."
        raise CelProblem(f"{node.name}() cannot have {len(node.arguments)} arguments", node.at, hint)
    fitting = [form for form in counted if all(map(_accepts, form.words(len(types)), types))]
    if not fitting:
        given = ", ".join(str(one) for one in types)
        hint = "There is " + "; ".join(form.signature for form in counted[:6]) + "."
        raise CelProblem(f"{node.name}() is not defined for ({given})", node.at, hint)
    return fitting


def _accepts(word: str, given: CelType) -> bool:
    return given.kind == "dyn" or given.kind in f.ACCEPTS[word].kinds


def _unknown_function(node: n.Call, method: bool) -> CelProblem:
    if f.overloads(node.name, method=not method):
        hint = f"Write {node.name}(x)." if method else f"Write x.{node.name}()."
    elif node.name in ("all", "exists", "exists_one", "map", "filter", "sortBy"):
        hint = f"Write list.{node.name}(x, ...): x stands for each element."
    else:
        hint = nearest(node.name, [*f.names(method=method), *([] if method else CONTEXT_FUNCTIONS)])
    return CelProblem(f"unknown function {node.name}()", node.at, hint)


def _check_index(node: n.Call, collection: CelType) -> None:
    field = node.arguments[0]
    if collection.kind == "dyn":
        return
    if collection.kind == "object":
        raise CelProblem(
            "by() asks a collection of entities, this is an object", node.at, "Write state.leads.by('email', value)."
        )
    if not isinstance(field, n.Constant):
        raise CelProblem("the field of by() must be literal text", field.at, "Write by('email', value).")
    if field.value not in collection.indexed:
        there = ", ".join(sorted(collection.indexed)) or "nothing"
        hint = f"Add it to the collection's x-index, where now is: {there}; or go through values().filter(...)."
        raise CelProblem(f"the collection has no index on '{field.value}'", field.at, hint)


def _check_pattern(pattern: n.Node) -> None:
    from awe_author.state.cel.functions_core import compiled

    if isinstance(pattern, n.Constant) and isinstance(pattern.value, str):
        try:
            compiled(pattern.value)
        except CelFault as fault:
            raise CelProblem(fault.message, pattern.at, "RE2 has no look-around and no back references.") from None
