"""Tree -> one Python closure. A closure takes the frame: a list of steps left, bound names and macro variables.

Closures work on native values as they lie in the state: nothing is converted, only what an expression names is read.
The common forms (a field of a field, comparison with a literal) have closures of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from awe_author.state.cel import arithmetic, comprehensions, values
from awe_author.state.cel import functions as f
from awe_author.state.cel import nodes as n
from awe_author.state.cel.checking import CONTEXT_FUNCTIONS, long_type_name, matching
from awe_author.state.cel.problems import CelFault, StepsUsed
from awe_author.state.cel.types import CelType
from awe_author.state.cel.values import LONG_TYPES, TYPES, KeyedMap, equals, member, show, type_name

Run: TypeAlias = Callable[[list[Any]], Any]


class Compiler:
    """Compiles one tree. `bound` are the names that come from outside; they hide types of the same name.

    A frame is: steps left, the values of `reads` in order, then a place for each macro variable (counted from the end).
    """

    def __init__(self, types: Mapping[int, CelType], bound: frozenset[str]) -> None:
        self._types = types
        self._bound = bound
        self._locals: dict[str, int] = {}
        self.reads: dict[str, int] = {}
        """The names that are read -> their places in the frame."""
        self.variables = 0
        """How many macro variables there are."""

    def compile(self, node: n.Node) -> Run:
        match node:
            case n.Constant(value=value):
                return lambda frame: value
            case n.Ident(name=name):
                return self._ident(name)
            case n.Select():
                return self._select(node)
            case n.Has(operand=operand, field=field):
                return _has(self.compile(operand), field)
            case n.Index(operand=operand, key=key):
                return _index(self.compile(operand), self.compile(key))
            case n.Call():
                return self._call(node)
            case n.Macro():
                return self._macro(node)
            case n.Unary(operator=operator, operand=operand):
                return _unary(operator, self.compile(operand))
            case n.Binary():
                return self._binary(node)
            case n.Logic(operator=operator, terms=terms):
                return _logic(tuple(self.compile(term) for term in terms), operator == "||")
            case n.Conditional(condition=condition, yes=yes, no=no):
                return _conditional(self.compile(condition), self.compile(yes), self.compile(no))
            case n.ListNode(items=items):
                runs = [self.compile(item) for item in items]
                return lambda frame: [run(frame) for run in runs]
            case n.MapNode(entries=entries):
                return _map([(self.compile(key), self.compile(value)) for key, value in entries])
        raise AssertionError(node)

    def _place(self, name: str) -> int:
        return self._locals[name] if name in self._locals else self.reads.setdefault(name, 1 + len(self.reads))

    def _is_variable(self, name: str) -> bool:
        return name in self._locals or name in self._bound

    def _ident(self, name: str) -> Run:
        if not self._is_variable(name):
            named = TYPES[name]
            return lambda frame: named
        at = self._place(name)
        return lambda frame: frame[at]

    def _select(self, node: n.Select) -> Run:
        long_name = long_type_name(node, {*self._bound, *self._locals})
        if long_name:
            named = LONG_TYPES[long_name]
            return lambda frame: named
        if isinstance(node.operand, n.Ident) and self._is_variable(node.operand.name):
            return _field_of_name(self._place(node.operand.name), node.field)
        return _field(self.compile(node.operand), node.field)

    def _binary(self, node: n.Binary) -> Run:
        left, right, sign = self.compile(node.left), self.compile(node.right), node.operator
        if sign in ("==", "!="):
            return _equality(left, right, node, sign == "!=")
        if sign in arithmetic.COMPARISONS:
            return _comparison(sign, left, right)
        if sign == "in":
            return _membership(left, right)
        if sign == "+":
            return _sum(left, right)
        operation = arithmetic.ARITHMETIC[sign]
        if sign == "/" and "double" in (self._types[id(node.left)].kind, self._types[id(node.right)].kind):
            operation = arithmetic.divide_doubles
        return lambda frame: operation(left(frame), right(frame))

    def _call(self, node: n.Call) -> Run:
        if node.receiver is None and node.name in CONTEXT_FUNCTIONS:
            return _context_call(self._place(f.FUNCTIONS_KEY), node.name, [self.compile(one) for one in node.arguments])
        arguments = ([] if node.receiver is None else [node.receiver]) + list(node.arguments)
        forms = matching(node, [self._types[id(one)] for one in arguments])
        call = f.caller(forms, len(arguments))
        runs = [self.compile(one) for one in arguments]

        def run(frame: list[Any]) -> Any:
            given = [one(frame) for one in runs]
            made = call(*given)
            for value in (made, *given):
                if type(value) in _SIZED:
                    _charge(frame, value)
            return made

        return run

    def _macro(self, node: n.Macro) -> Run:
        source = self.compile(node.range)
        self.variables += 1
        at, hidden = -self.variables, self._locals.get(node.variable)
        self._locals[node.variable] = at
        keep = self.compile(node.filter) if node.filter is not None else None
        body = self.compile(node.body)
        if hidden is None:
            del self._locals[node.variable]
        else:
            self._locals[node.variable] = hidden
        return comprehensions.MACROS[node.name](source, at, keep, body)


_SIZED: dict[type, int] = {str: 10, list: 4, tuple: 4, dict: 4}
"""Types whose size costs steps -> how many bits of it cost nothing: 16 items are a step, or 1024 characters."""


def _charge(frame: list[Any], value: Any) -> None:
    """Counts the work that a function or operator has with a great value; without it, steps would not bound time."""
    frame[0] -= len(value) >> _SIZED[type(value)]
    if frame[0] < 0:
        raise StepsUsed(comprehensions.TOO_MANY)


def _membership(item: Run, container: Run) -> Run:
    contains = values.contains

    def run(frame: list[Any]) -> Any:
        wanted, found = item(frame), container(frame)
        if type(found) is list or type(found) is tuple:
            _charge(frame, found)
        return contains(wanted, found)

    return run


def _sum(left: Run, right: Run) -> Run:
    add = arithmetic.add

    def run(frame: list[Any]) -> Any:
        made = add(left(frame), right(frame))
        if type(made) is str or type(made) is list:
            _charge(frame, made)
        return made

    return run


def _missing(owner: object, field: str) -> CelFault:
    if isinstance(owner, Mapping):
        return CelFault(f"no such key: '{field}'")
    return CelFault(f"a {type_name(owner)} has no field '{field}'")


def _field_of_name(at: int, field: str) -> Run:
    def run(frame: list[Any]) -> Any:
        try:
            return frame[at][field]
        except (KeyError, TypeError):
            owner = frame[at]
        raise _missing(owner, field)

    return run


def _field(operand: Run, field: str) -> Run:
    def run(frame: list[Any]) -> Any:
        owner = operand(frame)
        try:
            return owner[field]
        except (KeyError, TypeError):
            raise _missing(owner, field) from None

    return run


def _has(operand: Run, field: str) -> Run:
    def run(frame: list[Any]) -> Any:
        owner = operand(frame)
        if isinstance(owner, Mapping):
            return field in owner
        raise _missing(owner, field)

    return run


def _index(operand: Run, key: Run) -> Run:
    def run(frame: list[Any]) -> Any:
        owner, name = operand(frame), key(frame)
        if type(name) is str:
            try:
                return owner[name]
            except (KeyError, TypeError):
                pass
        return member(owner, name)

    return run


def _unary(operator: str, operand: Run) -> Run:
    if operator == "-":
        negate = arithmetic.negate
        return lambda frame: negate(operand(frame))

    def run(frame: list[Any]) -> Any:
        value = operand(frame)
        if value is True:
            return False
        if value is False:
            return True
        raise CelFault(f"!{type_name(value)} is not defined: it must be a boolean")

    return run


def _logic(terms: tuple[Run, ...], decisive: bool) -> Run:
    """`&&` and `||`: a decisive term wins over faults in others, before or after it."""
    sign = "||" if decisive else "&&"

    def run(frame: list[Any]) -> Any:
        fault: CelFault | None = None
        for term in terms:
            try:
                value = term(frame)
            except StepsUsed:
                raise
            except CelFault as error:
                fault = fault or error
                continue
            if value is decisive:
                return decisive
            if value is not (not decisive) and fault is None:
                fault = CelFault(f"{sign} is defined for booleans, not for a {type_name(value)}")
        if fault is not None:
            raise fault
        return not decisive

    return run


def _conditional(condition: Run, yes: Run, no: Run) -> Run:
    def run(frame: list[Any]) -> Any:
        value = condition(frame)
        if value is True:
            return yes(frame)
        if value is False:
            return no(frame)
        raise CelFault(f"? asks for a boolean, not for a {type_name(value)}")

    return run


def _map(entries: list[tuple[Run, Run]]) -> Run:
    def run(frame: list[Any]) -> Any:
        items = [(key(frame), value(frame)) for key, value in entries]
        made = {key: value for key, value in items if type(key) is str}
        if len(made) == len(items):
            return made
        return KeyedMap(items)

    return run


def _equality(left: Run, right: Run, node: n.Binary, negated: bool) -> Run:
    constant = node.right.value if isinstance(node.right, n.Constant) else None
    if type(constant) is str:
        if negated:
            return lambda frame: left(frame) != constant
        return lambda frame: left(frame) == constant
    if negated:
        return lambda frame: not equals(left(frame), right(frame))
    return lambda frame: equals(left(frame), right(frame))


def _comparison(sign: str, left: Run, right: Run) -> Run:
    bare, careful = arithmetic.COMPARISONS[sign]

    def run(frame: list[Any]) -> Any:
        first, second = left(frame), right(frame)
        if type(first) is int and type(second) is int:
            return bare(first, second)
        return careful(first, second)

    return run


def _context_call(at: int, name: str, arguments: list[Run]) -> Run:
    def run(frame: list[Any]) -> Any:
        given = [argument(frame) for argument in arguments]
        if given and not isinstance(given[0], str):
            raise CelFault(f"{name}() asks for a string, not for {show(given[0])}")
        return getattr(frame[at], name)(*given)

    return run
