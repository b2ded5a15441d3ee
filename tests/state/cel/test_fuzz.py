# ruff: noqa: E501
"""Whatever text is given, the answer is a program or a `CelProblem`; whatever it runs on, a value or a `CelFault`."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from awe_author.state.cel import DYN, CelFault, CelProblem, compile_expression, to_json
from awe_author.state.cel.parsing import MAX_DEPTH
from tests.state.cel.expressions import VARIABLES

PIECES = st.sampled_from(
    [*"()[]{}.,:?!-+*/%<>=&|'\"\\ \n\t@#$`~^;", "&&", "||", "==", "!=", " in ", "has(", ".map(", "exists(", "r'", "b'", '"""', "0x",
     "1", "1u", "1.5", "true", "null", "x", "state", "size", "sortBy", "format", "timestamp", "'%s'", "//", "é", "\x00", "\ud800",
     "x.map(a, a)", "now", "'abc'", "[1, 2]", "{'a': 1}", "int", "for", ".by(", ".matches(", "math.", "duration(", "9" * 30]
)  # fmt: skip
JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


def attempt(source: str, names: list[str], bindings: dict[str, Any]) -> None:
    try:
        to_json(compile_expression(source, dict.fromkeys(names, DYN)).evaluate(bindings))
    except (CelProblem, CelFault) as error:
        wrong = error
    else:
        return
    assert wrong.message
    if isinstance(wrong, CelProblem):
        assert wrong.hint
        assert 0 <= wrong.position <= len(source)
        assert wrong.line >= 1 <= wrong.column
        assert str(wrong).startswith(wrong.where)


@settings(max_examples=600, deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=30))
@example("b'\ud800'")
@example("rb'x\udfff'")
@example("b'\\n\ud800\\n'")
def test_any_text(source: str) -> None:
    attempt(source, list(VARIABLES), VARIABLES)


OPERATIONS = [
    "x + y", "x - y", "x * y", "x / y", "x % y", "-x", "!x", "x < y", "x == y", "x in y", "x[y]", "x.a", "has(x.a)", "x && y", "x ? y : x",
    "size(x)", "int(x)", "uint(x)", "double(x)", "string(x)", "bool(x)", "bytes(x)", "timestamp(x)", "duration(x)", "type(x)", "{x: y}",
    "x.exists(v, v == y)", "x.map(v, v)", "x.filter(v, v)", "x.sortBy(v, v)", "x.sort()", "x.distinct()", "x.indexOf(y)", "x.slice(y, 2)", "x.flatten()",
    "x.sum()", "x.join(y)", "x.values()", "x.keys()", "x.by('a', y)", "x.get(y, 1)", "x.contains(y)", "x.matches(y)", "x.split(y)",
    "x.charAt(y)", "x.indexOf(y)", "x.indexOf('', y)", "x.lastIndexOf('', y)", "x.replace(y, '', 2)", "x.substring(y)", "x.trim()", "x.format(y)",
    "x.format([y])", "strings.quote(x)", "parse_json(x)", "base64.encode(x)", "base64.decode(x)", "hash.sha1(x)", "math.greatest(x, y)", "math.least(x)", "math.round(x)", "math.ceil(x)", "math.abs(x)",
    "timestamp(x).getHours(y)", "timestamp(x) + duration(y)", "duration(x).getMilliseconds()", "'%s %.3f'.format([x, y])", "'a'.split(x, y)",
]  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(st.sampled_from(OPERATIONS), JSON, JSON)
def test_any_values(source: str, x: Any, y: Any) -> None:
    attempt(source, ["x", "y"], {"x": x, "y": y})


@pytest.mark.parametrize(
    "source",
    [
        "(" * 5000 + "1" + ")" * 5000,
        "[" * 5000 + "]" * 5000,
        "-" * 5000 + "x",
        "!" * 5000 + "true",
        "x" + ".a" * 5000,
        "x" + "[0]" * 5000,
        "1" + "+1" * 5000,
        "true ? " * 1000 + "1" + " : 1" * 1000,
        "true ? 1 : " * 1000 + "1",
        "size(" * 1000 + "x" + ")" * 1000,
        "x" + ".map(a, a)" * 1000,
        "x" + ".reverse()" * 1000,
        "{'a':" * 1000 + "1" + "}" * 1000,
        "'" + "\\n" * 9000,
        '"""' + "\\" * 9000,
        "'" + "a" * 30000 + "'",
        "&&".join(["true"] * 3000),
        "[" + ",".join("1" * 6000) + "]",
        "/" * 19000,
        "0" * 19000,
    ],
    ids=lambda source: source[:12],
)
def test_long_and_deep_text_ends_soon(source: str) -> None:
    started = time.process_time()
    attempt(source, ["x"], {"x": [1]})
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "unit",
    [
        "x + {}",
        "[{}]",
        "-({})",
        "size([{}])",
        "[0].map(a, {})",
        "(true ? {} : 0)",
        "{{'a': {}}}.a",
        "string({}).size()",
    ],
)
def test_what_is_as_deep_as_allowed_runs(unit: str) -> None:
    source = "1"
    deep = 1
    while True:
        grown = unit.format(source)
        try:
            compile_expression(grown, {"x": DYN})
        except CelProblem as problem:
            too_deep = "nested more than" in problem.message
            break
        source, deep = grown, deep + 1
    assert too_deep
    assert deep >= MAX_DEPTH // 3
    attempt(source, ["x"], {"x": 1})


def test_results_do_not_grow_without_bound() -> None:
    doubling = "[x]" + ".map(a, a + a)" * 60 + "[0].size()"
    with pytest.raises(CelFault, match="more than"):
        compile_expression(doubling, {"x": DYN}).evaluate({"x": "ab"})
