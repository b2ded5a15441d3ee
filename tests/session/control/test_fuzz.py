"""Requests by the description, and by chance: every one gets a described answer, none is a bug, and no traceback is
logged. The client checks status, media type, schema and code of each answer."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from awe_author.cli.serve import prepared
from awe_author.project.served import world_of
from awe_author.session.sqlite import SqliteStore
from tests.cli.boards import MODEL, write_world
from tests.session.control.serving import DESCRIPTION, FACTS, operation_of, served
from tests.session.worlds import service

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NAMES = st.sampled_from(["one", "two", "gone", "%00", "a b", "x" * 300]) | st.text(min_size=1, max_size=10)
EXPRESSIONS = st.sampled_from(
    [
        "1 + 1",
        "state.crm",
        "1 / 0",
        "'" + "a" * 500,
        "(" * 300,
        "events",
        "[" * 300 + "]" * 300,
        "state.crm.leads.by('x', 1)",
    ]
) | st.text(max_size=30)
QUERIES = st.sampled_from(["0", "1", "5", "crm", "/crm/leads", "view", "stored"])
ACTIONS = st.sampled_from(["add", "score", "delete", "currency", "remind", "broken", *MODEL["x-actions"]])
PARAMS = st.sampled_from([{"id": "lead-0"}, {"id": "seed-0", "column": "done"}, {"title": "x"}])
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "id": NAMES,
    "to": st.integers(-2, 9) | st.text(max_size=5) | st.just("2025-03-03T12:00:00Z"),
    "at": st.integers(-2, 9) | st.text(max_size=5),
    "by": st.floats(-10, 1e12) | st.sampled_from(["PT1S", "P1D", "P99999999999D", "1e9", "-PT1S"]),
    "seed": st.integers(-5, 2**70),
    "label": st.text(max_size=20),
    "labels": st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=3),
    "app": st.sampled_from(["crm", "board", "hr"]) | st.text(max_size=5),
    "action": ACTIONS | st.text(max_size=5),
    "params": st.dictionaries(st.text(max_size=5), JSON, max_size=3) | PARAMS,
    "cause": st.dictionaries(st.text(max_size=5), JSON, max_size=3),
    "feature": st.text(max_size=9),
    "expected_node": st.integers(-1, 2**60),
    "expressions": st.dictionaries(st.text(max_size=5), EXPRESSIONS, max_size=3),
    "task": st.text(max_size=5) | st.dictionaries(st.text(max_size=5), JSON, max_size=3),
    "facts": st.dictionaries(st.text(max_size=5), JSON, max_size=3),
}
OPERATIONS = [
    (method, path)
    for path, item in DESCRIPTION["paths"].items()
    for method in item
    if method != "parameters" and not path.endswith("/stream")
]


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, str, dict[str, str], bytes | None, str]:
    """Method, path, query, body, content type: half likely, half of any kind."""
    method, template = draw(st.sampled_from(OPERATIONS))
    path = template.replace("{id}", quote(draw(NAMES), safe=""))
    operation = operation_of(method, template) or {}
    query = {}
    for one in operation.get("parameters", []):
        if one["in"] == "query" and draw(st.booleans()):
            query[one["name"]] = draw(
                st.sampled_from(["0", "1", "5", "crm", "/crm/leads", "view", "stored"]) | st.text(max_size=8)
            )
    body: bytes | None = None
    kind = "application/json"
    content = operation.get("requestBody", {}).get("content", {})
    if content:
        kind = next(iter(content)) if draw(st.integers(0, 9)) else draw(st.sampled_from(["text/plain", "", "a/b"]))
        reference = next(iter(content.values())).get("schema", {}).get("$ref", "")
        properties = DESCRIPTION["components"]["schemas"].get(reference.rpartition("/")[2], {}).get("properties", {})
        likely = st.fixed_dictionaries({}, optional={name: LIKELY[name] for name in properties})
        wanted = draw(likely if draw(st.integers(0, 4)) else JSON)
        body = json.dumps(wanted).encode() if draw(st.integers(0, 9)) else draw(st.binary(max_size=40))
    return method.upper(), path, query, body, kind


@contextmanager
def quiet() -> Iterator[list[logging.LogRecord]]:
    """Keeps what the API logs: it logs nothing but bugs."""
    records: list[logging.LogRecord] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = records.append  # type: ignore[method-assign]
    loggers = [logging.getLogger(name) for name in ("awe_author", "uvicorn.error", "asyncio")]
    for logger in loggers:
        logger.addHandler(handler)
    yield records
    for logger in loggers:
        logger.removeHandler(handler)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("world", ["small", "boards"])
def test_no_request_makes_a_bug(world: str, tmp_path: Path) -> None:
    """The small world has a broken model; that of the boards is compiled and runs in a SQLite store."""
    store = SqliteStore(tmp_path / "run.db")
    if world == "small":
        sessions, facts = service(store), FACTS
    else:
        sessions, facts = prepared(world_of([write_world(tmp_path / "content")]), store)
    with asyncio.Runner() as runner, quiet() as logged:
        serving = served(sessions, facts=facts)
        api, _ = runner.run(serving.__aenter__())
        runner.run(api.post("/sessions", json={"id": "one"}))
        statuses: dict[int, int] = {}

        @settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
        @given(requests())
        def ask(request: tuple[str, str, dict[str, str], bytes | None, str]) -> None:
            method, path, query, body, kind = request
            if method == "DELETE" and path == "/sessions/one":
                return
            headers = {"Content-Type": kind} if body is not None else {}
            answer = runner.run(api.request(method, path, params=query, content=body, headers=headers))
            statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
            if answer.status_code >= 500:
                assert answer.json()["code"] == "model-fault", answer.text

        try:
            ask()
        finally:
            runner.run(serving.__aexit__(None, None, None))
    assert logged == []
    store.close()
    assert {200, 201, 400, 404, 422} <= statuses.keys()
