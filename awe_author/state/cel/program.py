"""Source text -> `Program`: parsed, checked against the types of its names, compiled; it runs any number of times."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from awe_author.json_types import Json
from awe_author.state.cel.checking import check
from awe_author.state.cel.compiling import Compiler
from awe_author.state.cel.comprehensions import STEPS
from awe_author.state.cel.functions import FUNCTIONS_KEY
from awe_author.state.cel.functions_core import double_text
from awe_author.state.cel.functions_time import duration_text, timestamp_text
from awe_author.state.cel.parsing import parse
from awe_author.state.cel.problems import CelFault, CelProblem
from awe_author.state.cel.types import CelType
from awe_author.state.cel.values import Uint, is_list, type_name

Names: TypeAlias = Mapping[str, CelType]


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """A compiled expression. Pure, and safe to use from many threads."""

    source: str
    type: CelType
    """What it gives, as far as known beforehand."""

    names: frozenset[str]
    """The names it reads; `FUNCTIONS_KEY` among them when it asks the event's context."""

    _run: Callable[[list[Any]], Any] = field(repr=False)
    _reads: tuple[str, ...] = field(repr=False)
    _rest: tuple[None, ...] = field(repr=False)

    def evaluate(self, bindings: Mapping[str, Any]) -> Any:
        """The value for these bindings (native values, see `values`). Raises `CelFault`."""
        try:
            frame = [STEPS, *[bindings[name] for name in self._reads], *self._rest]
        except KeyError as error:
            raise CelFault(f"nothing is bound to the name {_words(error.args[0])}") from None
        try:
            return self._run(frame)
        except RecursionError:
            raise CelFault("values nested too deep") from None


def _words(name: object) -> str:
    return "of the event's context functions" if name == FUNCTIONS_KEY else f"'{name}'"


def compile_expression(source: str, names: Names, *, context: bool = True) -> Program:
    """Compiles an expression over these names. `context` says whether `new_id`, `random` and `uuid` may be called.

    Raises `CelProblem` for syntax, unknown names and fields, and operands that can never fit.
    """
    try:
        root = parse(source)
        types = check(root, names, context=context)
    except CelProblem as problem:
        raise problem.locate(source) from None
    compiler = Compiler(types, frozenset(names))
    run = compiler.compile(root)
    reads = compiler.reads
    return Program(source, types[id(root)], frozenset(reads), run, tuple(reads), (None,) * compiler.variables)


def to_json(value: object) -> Json:
    """A result as JSON: timestamps RFC 3339, durations in seconds (`5400s`), bytes base64; always a copy.

    Raises `CelFault` for what JSON cannot hold: NaN, infinities, types.
    """
    try:
        made: Json = _json(value)
    except RecursionError:
        raise CelFault("values nested too deep") from None
    return made


def _json(value: Any) -> Any:
    kind = type(value)
    if value is None or kind is str or kind is int or kind is bool:
        return value
    if kind is dict:
        return {name: _json(one) for name, one in value.items()}
    if is_list(value):
        return [_json(one) for one in value]
    if isinstance(value, float):
        if not math.isfinite(value):
            raise CelFault(f"{double_text(value)} cannot be put into JSON")
        return value
    if isinstance(value, Mapping):
        return {_key(name): _json(value[name]) for name in value}
    return _special(value)


def _special(value: object) -> Json:
    if isinstance(value, Uint):
        return int(value)
    if isinstance(value, datetime):
        return timestamp_text(value)
    if isinstance(value, timedelta):
        return duration_text(value)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    raise CelFault(f"a {type_name(value)} cannot be put into JSON")


def _key(name: object) -> str:
    return name if isinstance(name, str) else str(name).lower() if isinstance(name, bool) else str(int(name))  # type: ignore[call-overload]
