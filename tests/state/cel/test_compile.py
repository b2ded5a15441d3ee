"""What a model's author writes: an expression over typed names, compiled once, evaluated over native values."""

from __future__ import annotations

from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import pytest

from awe_author.state.cel import (
    FUNCTIONS_KEY,
    CelFault,
    CelProblem,
    compile_expression,
    mismatch,
    object_of,
    to_json,
    type_of_schema,
)

LEAD: Any = {
    "type": "object",
    "required": ["id"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string"},
        "email": {"type": "string"},
        "status": {"enum": ["new", "working", "lost"]},
        "score": {"type": "integer"},
        "rate": {"type": "number"},
        "owner": {"type": ["string", "null"]},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}
LEADS: Any = {"type": "object", "x-index": ["email"], "additionalProperties": {"$ref": "#/$defs/lead"}}
PARAMS: Any = {"type": "object", "properties": {"id": {"type": "string"}, "n": {"type": "integer"}}}
NAMES = {
    "state": object_of({"leads": type_of_schema(LEADS, lambda ref: {"#/$defs/lead": LEAD}[ref])}),
    "params": type_of_schema(PARAMS),
    "now": type_of_schema(True),
}
STATE = {
    "leads": {
        "b": {"id": "b", "email": "b@x.example", "status": "new", "score": 5, "rate": 5, "owner": None, "tags": []},
        "a": {"id": "a", "email": "a@x.example", "status": "lost", "score": 3, "rate": 0.5, "tags": ["hot", "old"]},
    }
}
BINDINGS = {"state": STATE, "params": {"id": "b", "n": 4}, "now": datetime(2025, 3, 3, 9, tzinfo=UTC)}


class Events:
    """Context functions that count."""

    def __init__(self) -> None:
        self.count = 0

    def new_id(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}-{self.count}"

    def random(self) -> float:
        return 0.25

    def uuid(self) -> str:
        return "0"


def run(source: str, **more: Any) -> Any:
    return compile_expression(source, NAMES).evaluate({**BINDINGS, **more})


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("state.leads[params.id].status == 'new' && params.n > 3", True),
        ("state.leads.values().map(l, l.id)", ["a", "b"]),
        ("state.leads.map(id, id)", ["a", "b"]),
        ("state.leads.by('email', 'a@x.example')[0].id", "a"),
        ("state.leads.get('zzz', {'id': 'none'}).id", "none"),
        ("state.leads.values().filter(l, l.score > 3).size()", 1),
        ("state.leads.values().map(l, l.score).sum()", 8),
        ("state.leads.values().sortBy(l, l.score).map(l, l.id)", ["a", "b"]),
        ("has(state.leads.a.owner)", False),
        ("has(state.leads['b'].owner) && state.leads.b.owner == null", True),
        ("state.leads['b'].rate / 2", 2.5),
        ("state.leads['b'].score / 2", 2),
        ("string(now + duration('24h'))", "2025-03-04T09:00:00Z"),
        ("['x', 'y'].map(p, new_id(p))", ["x-1", "y-2"]),
        ("state.leads.a.tags.exists(t, t == 'hot') ? random() : 0.0", 0.25),
    ],
)
def test_gives(source: str, value: Any) -> None:
    assert run(source, **{FUNCTIONS_KEY: Events()}) == value


def test_reads_lazy_mappings_as_they_are() -> None:
    assert run("state.leads[params.id].id", state=MappingProxyType({"leads": MappingProxyType(STATE["leads"])})) == "b"


@pytest.mark.parametrize(
    ("source", "type_"),
    [
        ("state.leads[params.id].score", "integer"),
        ("state.leads[params.id].rate * 2", "number"),
        ("state.leads[params.id].owner", "string or null"),
        ("state.leads.values()", "list<object>"),
        ("state.leads.by('email', 'x').map(l, l.status)", "list<string>"),
        ("params.n > 3 ? 'a' : 'b'", "string"),
        ("{'a': 1}.a", "integer"),
        ("[1, 2.0][0]", "value of unknown type"),
        ("now", "value of unknown type"),
        ("timestamp('2025-01-01T00:00:00Z') - timestamp('2024-01-01T00:00:00Z')", "duration"),
        ("string(1)", "string"),
        ("math.greatest(1, params.n)", "integer"),
    ],
)
def test_knows_the_type(source: str, type_: str) -> None:
    assert str(compile_expression(source, NAMES).type) == type_


@pytest.mark.parametrize(
    ("source", "schema", "message"),
    [
        ("string(params.n)", {"type": "integer"}, "this gives a string, the schema wants an integer"),
        ("params.n", {"type": "number"}, None),
        ("params.n * 1.5", {"type": "integer"}, "this gives a number, the schema wants an integer"),
        ("'nwe'", {"enum": ["new", "old"]}, "this gives 'nwe', which the schema does not allow"),
        ("'new'", {"enum": ["new", "old"]}, None),
        ("null", {"type": "string"}, "this gives null, the schema wants a string"),
        ("null", {"type": ["string", "null"]}, None),
        ("timestamp('2025-01-01T00:00:00Z')", {"type": "string", "format": "date-time"}, None),
        (
            "[1]",
            {"type": "array", "items": {"type": "string"}},
            "an item of this gives an integer, the schema wants a string",
        ),
        ("{'id': 1}", LEAD, "field 'id' of this gives an integer, the schema wants a string"),
        ("{'id': 'x', 'mail': 'y'}", LEAD, "this has a field 'mail', which the schema does not know"),
        ("{'score': 1}", LEAD, "this lacks the field 'id', which the schema requires"),
        ("{'id': 'x'}", LEAD, None),
        ("state.leads['a']", LEAD, None),
    ],
)
def test_tells_what_can_never_satisfy_a_schema(source: str, schema: Any, message: str | None) -> None:
    found = mismatch(compile_expression(source, NAMES).type, type_of_schema(schema))
    assert (found and found[0]) == message


def test_only_what_an_expression_names_is_read() -> None:
    program = compile_expression("params.n + 1", NAMES)
    assert program.names == {"params"}
    assert program.evaluate({"params": {"n": 1}}) == 2


def test_an_unbound_name_is_a_fault() -> None:
    with pytest.raises(CelFault, match="nothing is bound to the name 'params'"):
        compile_expression("params.n", NAMES).evaluate({})


def test_context_functions_can_be_forbidden() -> None:
    with pytest.raises(CelProblem, match="works only in an action"):
        compile_expression("new_id('x')", NAMES, context=False)


def test_json_is_a_copy() -> None:
    given = {"a": [1]}
    made = to_json(given)
    assert made == given
    assert made is not given


@pytest.mark.parametrize(
    ("source", "json"),
    [
        ("now", "2025-03-03T09:00:00Z"),
        ("duration('1h')", "3600s"),
        ("duration('-1500ms')", "-1.5s"),
        ("b'abc'", "YWJj"),
        ("{1: 'a', true: 'b', 'x': 3u}", {"1": "a", "true": "b", "x": 3}),
        ("[null, 1.5, [true]]", [None, 1.5, [True]]),
    ],
)
def test_json_of_every_type(source: str, json: Any) -> None:
    assert to_json(run(source)) == json


@pytest.mark.parametrize("source", ["double('NaN')", "[1.0 / 0.0]", "type(1)"])
def test_what_json_cannot_hold_is_a_fault(source: str) -> None:
    with pytest.raises(CelFault, match="cannot be put into JSON"):
        to_json(run(source))


@pytest.mark.parametrize(
    "source",
    [
        "x.many.map(k, x.many.values().size())",
        "x.many.keys().all(k, k in x.many.keys())",
        "x.many.keys().map(k, (x.many.keys() + x.many.keys()).size())",
        "x.many.map(k, x.many.keys().join('')).size()",
    ],
)
def test_work_hidden_in_functions_counts(source: str) -> None:
    program = compile_expression(source, {"x": type_of_schema(True)})
    with pytest.raises(CelFault, match="1000000 steps"):
        program.evaluate({"x": {"many": {f"{n:06}": n for n in range(20_000)}}})


def test_steps_are_limited() -> None:
    many = {"all": list(range(1100))}
    program = compile_expression("x.all.exists(a, x.all.exists(b, b < 0)) || true", {"x": type_of_schema(True)})
    with pytest.raises(CelFault, match="1000000 steps"):
        program.evaluate({"x": many})
