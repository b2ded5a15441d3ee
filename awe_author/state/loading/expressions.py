"""Expressions of a model file, compiled: alone, in templates, in paths. One that cannot be compiled is a problem."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from awe_author.json_types import Json
from awe_author.state.cel import DYN, CelFault, CelProblem, CelType, Program, compile_expression, to_json
from awe_author.state.cel.types import BOOL
from awe_author.state.loading.problems import Problems, under
from awe_author.state.model import Bindings, Expression, ExpressionFault, PathTemplate, Template

Names = Mapping[str, CelType]


@dataclass(frozen=True, slots=True)
class Typed:
    """A compiled expression and what is known of its value."""

    expression: Expression
    type: CelType


def compile_at(source: object, names: Names, pointer: str, problems: Problems, *, context: bool = True) -> Typed | None:
    """The expression, or None after saying why not. `context`: may it ask for new ids and random numbers?"""
    if not isinstance(source, str):
        return None
    try:
        program = compile_expression(source, names, context=context)
    except CelProblem as problem:
        problems.expression(pointer, problem)
        return None
    return Typed(Expression(source, pointer, _guarded(program, pointer), frozenset(program.names)), program.type)


def compile_as(
    source: object,
    names: Names,
    pointer: str,
    problems: Problems,
    wanted: tuple[CelType, ...] = (BOOL,),
    what: str = "",
    *,
    context: bool = True,
) -> Expression | None:
    """An expression that must give one of the kinds `wanted`."""
    typed = compile_at(source, names, pointer, problems, context=context)
    if typed is None:
        return None
    if typed.type.kind != "dyn" and typed.type.kind not in {one.kind for one in wanted}:
        kinds = " or ".join(f"a {one}" for one in wanted)
        problems.add(pointer, f"{what or 'this'} must give {kinds}, this gives {article(typed.type)}", _repair(wanted))
        return None
    return typed.expression


def article(kind: CelType) -> str:
    """The type with its article."""
    word = str(kind)
    return word if kind.kind == "null" else f"a{'n' * (word[0] in 'aeiou')} {word}"


def _repair(wanted: tuple[CelType, ...]) -> str:
    hints = {
        "bool": "Compare with something: `params.count > 0`.",
        "string": "Make it a text: string(x); a fixed text is written \"'text'\".",
        "list": "Give a list: `state.leads.values()`.",
        "timestamp": "Such as `now + duration('24h')` or `timestamp(params.due)`.",
    }
    return hints.get(wanted[0].kind, "")


def _guarded(program: Program, pointer: str) -> Callable[[Bindings], object]:
    run = program.evaluate

    def evaluate(bindings: Bindings) -> object:
        try:
            return run(bindings)
        except CelFault as fault:
            raise ExpressionFault(fault.message, pointer) from None

    return evaluate


# ---- templates -----------------------------------------------------------------------------------------------------


def compile_template(
    source: Json, names: Names, pointer: str, problems: Problems, *, context: bool = True
) -> Template | None:
    """The template, or None after saying what is wrong with its expressions (all of them)."""
    compiler = _Templates(names, problems, context)
    make = compiler.compile(source, pointer)
    return Template(source, pointer, make, frozenset(compiler.read), compiler.types) if make else None


class _Templates:
    """Compiles one template, and keeps what its expressions read and give."""

    def __init__(self, names: Names, problems: Problems, context: bool) -> None:
        self.names, self.problems, self.context = names, problems, context
        self.types: dict[str, CelType] = {}
        self.read: set[str] = set()

    def compile(self, source: Json, pointer: str) -> Callable[[Bindings], Json] | None:
        if isinstance(source, str):
            typed = compile_at(source, self.names, pointer, self.problems, context=self.context)
            if typed is None:
                return None
            self.types[pointer] = typed.type
            self.read |= typed.expression.names
            return _json(typed.expression)
        if isinstance(source, dict):
            fields = [(key, self.compile(value, under(pointer, key))) for key, value in source.items()]
            pairs = tuple((key, maker) for key, maker in fields if maker)
            return _object(pairs) if len(pairs) == len(fields) else None
        if isinstance(source, list):
            items = [self.compile(value, under(pointer, at)) for at, value in enumerate(source)]
            found = tuple(maker for maker in items if maker)
            return _array(found) if len(found) == len(items) else None
        return lambda _: source


SPREAD = "..."
"""In the place of a name: all members of a map."""


def _object(pairs: tuple[tuple[str, Callable[[Bindings], Json]], ...]) -> Callable[[Bindings], Json]:
    if all(key != SPREAD for key, _ in pairs):
        return lambda bindings: {key: maker(bindings) for key, maker in pairs}

    def make(bindings: Bindings) -> Json:
        made: dict[str, Json] = {}
        for key, maker in pairs:
            value = maker(bindings)
            made |= {key: value} if key != SPREAD else value if isinstance(value, dict) else {}
        return made

    return make


def _array(makers: tuple[Callable[[Bindings], Json], ...]) -> Callable[[Bindings], Json]:
    return lambda bindings: [maker(bindings) for maker in makers]


def _json(expression: Expression) -> Callable[[Bindings], Json]:
    run, pointer = expression.evaluate, expression.pointer

    def evaluate(bindings: Bindings) -> Json:
        try:
            return to_json(run(bindings))
        except CelFault as fault:
            raise ExpressionFault(fault.message, pointer) from None

    return evaluate


# ---- paths ---------------------------------------------------------------------------------------------------------


def compile_path(source: str, names: Names, pointer: str, problems: Problems) -> PathTemplate | None:
    """The path, or None after saying what is wrong with it."""
    try:
        raw = list(split_path(source))
    except ValueError as error:
        problems.add(pointer, str(error), "Write it like `/leads/{params.id}/status`.")
        return None
    segments: list[str | Expression] = []
    for part in raw:
        if isinstance(part, str):
            segments.append(part)
            continue
        typed = compile_at(part.source, names, pointer, problems)
        if typed is None:
            return None
        if typed.type.kind not in ("string", "int", "uint", "dyn"):
            problems.add(
                pointer,
                f"{{{part.source}}} gives {article(typed.type)}, a part of a path is a string or an integer",
                "Make it a text: string(x).",
            )
            return None
        segments.append(typed.expression)
    read = frozenset().union(*(one.names for one in segments if isinstance(one, Expression)))
    return PathTemplate(source, pointer, tuple(segments), _path(tuple(segments)), read)


@dataclass(frozen=True, slots=True)
class Braced:
    """A segment that is an expression."""

    source: str


def split_path(path: str) -> Iterator[str | Braced]:
    """The segments of a path; braces may hold slashes, quotes and braces. Raises ValueError."""
    at = 0
    while at < len(path):
        if path[at] != "/":
            raise ValueError(f"a part of a path is either fixed or one expression in braces, not both: {path[at:]!r}")
        at += 1
        if path[at : at + 1] == "{":
            end = _closing(path, at)
            yield Braced(path[at + 1 : end])
            at = end + 1
            continue
        end = path.find("/", at)
        end = len(path) if end < 0 else end
        segment = path[at:end]
        if "{" in segment or "}" in segment:
            raise ValueError(f"a part of a path is either fixed or one expression in braces, not both: {segment!r}")
        if not segment:
            raise ValueError("a part of the path is empty")
        yield segment.replace("~1", "/").replace("~0", "~")
        at = end
    if path.endswith("/"):
        raise ValueError("the path ends with /")


def _closing(path: str, start: int) -> int:
    """Position of the brace that closes the one at `start`."""
    depth, quote, at = 0, "", start
    while at < len(path):
        char = path[at]
        if quote:
            if char == "\\":
                at += 1
            elif char == quote:
                quote = ""
        elif char in "'\"":
            quote = char
        elif char in "{}":
            depth += 1 if char == "{" else -1
            if not depth:
                return at
        at += 1
    raise ValueError("a brace is not closed in the path")


def _path(segments: tuple[str | Expression, ...]) -> Callable[[Bindings], tuple[str, ...]]:
    def evaluate(bindings: Bindings) -> tuple[str, ...]:
        return tuple(one if isinstance(one, str) else _segment(one, bindings) for one in segments)

    return evaluate


def _segment(expression: Expression, bindings: Bindings) -> str:
    value = expression.evaluate(bindings)
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    raise ExpressionFault("a part of a path must be a string or an integer", expression.pointer)


def element(kind: CelType) -> CelType:
    """The type of the items of a list."""
    return kind.element if kind.kind == "list" and kind.element else DYN
