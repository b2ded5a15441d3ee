"""What is said of each mistake: where it is and what to do."""

from __future__ import annotations

import pytest

from awe_author.state.cel import CelFault, CelProblem, compile_expression
from tests.state.cel.test_compile import BINDINGS, NAMES

PROBLEMS = [
    ("stat.leads", 0, "unknown name 'stat'", "Did you mean state?"),
    ("state.leds", 6, "there is no field 'leds'", "Did you mean leads?"),
    ("state.leads['a'].statsu", 17, "there is no field 'statsu'", "Did you mean status?"),
    ("state.leads['a']['idd']", 17, "there is no field 'idd'", "Did you mean id?"),
    ("state.leads['a'].status == 'nwe'", 27, "the schema does not allow 'nwe' here", "Did you mean 'new'?"),
    ("state.leads.by('status', 'new')", 15, "the collection has no index on 'status'", "x-index"),
    ("state.leads.by(params.id, 'new')", 22, "must be literal text", "by('email', value)"),
    ("params.n + 'x'", 11, "'+' is not defined for an integer and a string", "string(x)"),
    ("params.n == '3'", 12, "an integer never equals a string", "int(x)"),
    (
        "timestamp('2025-03-03T09:00:00Z') + 3600",
        36,
        "'+' is not defined for a timestamp and an integer",
        "duration('24h')",
    ),
    ("timestamp('2025-03-03T09:00:00Z') > '2025'", 36, "a timestamp and a string", "timestamp(x)"),
    ("'a' in 'abc'", 7, "not into a string", "text.contains(part)"),
    ("params.id && true", 7, "'&&' asks for a boolean, this is a string", "compare"),
    ("params.id ? 1 : 2", 7, "'?' asks for a boolean", "compare"),
    ("!params.id", 8, "'!' asks for a boolean", "x == ''"),
    (
        "state.leads.exists(l, l.status == 'new')",
        24,
        "a string has no fields",
        "A map gives its keys: go through x.values()",
    ),
    ("state.leads.values().status", 21, "a list<object> has no fields", "x.map(e, e.name)"),
    ("state.leads.values().map(l, l.scor)", 30, "there is no field 'scor'", "Did you mean score?"),
    ("params.id.lenght()", 10, "unknown function lenght()", ""),
    ("params.id.contain('x')", 10, "unknown function contain()", "Did you mean contains?"),
    ("contains(params.id, 'x')", 0, "unknown function contains()", "Write x.contains()"),
    ("map(params.id)", 0, "unknown function map()", "list.map(x, ...)"),
    ("params.id.size", 10, "a string has no fields", "It is a function: .size()"),
    ("size", 0, "unknown name 'size'", "size(...)"),
    ("size(1, 2)", 0, "size() cannot have 2 arguments", "size(string) -> int"),
    ("size(params.n)", 0, "size() is not defined for (integer)", "size(list) -> int"),
    ("params.id.matches('(')", 18, "no regular expression", "RE2"),
    ("new_id()", 0, "new_id() takes 1 argument", "new_id('lead')"),
    ("params.n % 1.5", 11, "'%' is for integers", "int(x)"),
    ("{'a': 1, 'a': 2}", 9, "twice", "Remove"),
    ("[1, 2]['0']", 7, "a list is indexed by an integer", "x[0]"),
    ("params.id[0]", 10, "a string has no members", "charAt"),
    ("params.id and true", 10, "'and' does not belong here", "&&"),
    ("not params.id", 4, "'params' does not belong here", "operator"),
    ("params.id = 'a'", 10, "'=' does not belong", "=="),
    ("params.n > ", 11, "ends too early", "follow"),
    ("", 0, "ends too early", "Write an expression"),
    ("'abc", 0, "not closed", "Close it"),
    ("'a\\qb'", 2, "not an escape sequence", "raw string"),
    ("params.?id", 7, "'?' does not belong", "has(a.b)"),
    ("Lead{name: 1}", 0, "makes no sense", "{'name': value}"),
    ("has(params)", 0, "has() asks for one field", "has(a.b)"),
    ("[1].map(a.b, 1)", 10, "must be a plain name", "map(x, ...)"),
    ("for", 0, "reserved word", "a.for"),
    ("99999999999999999999", 0, "more than an int can hold", "double"),
    ("state.leads.sortBy(l, l)", 12, "a map has no order", "x.values().sortBy"),
]


@pytest.mark.parametrize(("source", "position", "message", "hint"), PROBLEMS, ids=lambda value: str(value)[:40])
def test_says_where_and_what_to_do(source: str, position: int, message: str, hint: str) -> None:
    with pytest.raises(CelProblem) as caught:
        compile_expression(source, NAMES)
    problem = caught.value
    assert message in problem.message
    assert hint in problem.hint
    assert problem.position == position
    assert str(problem).startswith(f"column {position + 1}: ")


def test_says_the_line_of_a_long_expression() -> None:
    with pytest.raises(CelProblem) as caught:
        compile_expression("params.n > 3 &&\n  params.m > 4", NAMES)
    assert (caught.value.line, caught.value.column) == (2, 10)
    assert str(caught.value).startswith("line 2, column 10: ")


def test_every_problem_of_deep_nesting_names_the_limit() -> None:
    with pytest.raises(CelProblem, match="nested more than 128 levels") as caught:
        compile_expression("params.n" + " + params.n" * 200, NAMES)
    assert "let" in caught.value.hint


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("state.leads['zzz'].id", "no such key: 'zzz'"),
        ("state.leads['a'].owner", "no such key: 'owner'"),
        ("state.leads['a'].tags[5]", "index 5 is outside of a list of 2"),
        ("9223372036854775807 + params.n", "integer overflow"),
        ("params.n / 0", "division by zero"),
        ("int(params.id)", "'b' is no integer"),
        ("int('99999999999999999999')", "'99999999999999999999' is no integer of 64 bits"),
        ("timestamp(params.id)", "no timestamp such as 2025-03-03T09:00:00Z"),
        ("duration(params.id)", "no duration such as 24h"),
        ("now.getHours(params.id)", "no time zone such as Europe/Berlin"),
        ("[1, params.id].sort()", "no order among values of type int and string"),
        ("dyn(params).id + 1", "string + int is not defined"),
    ],
)
def test_says_what_failed(source: str, message: str) -> None:
    program = compile_expression(source, NAMES)
    with pytest.raises(CelFault) as caught:
        program.evaluate(BINDINGS)
    assert message in caught.value.message
