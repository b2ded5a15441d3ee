"""Models that break their promises are found out, each with the action and the params; those that keep them are not."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from awe_author.project.apps import files_of, load_models
from awe_author.project.purity import Purity, examine

HEAD = """
import datetime, functools, os, random, time, uuid
from time import time as what_time
from awe_author.state.types import Effect, ReducerResult

CALLS = []

def done(*effects, result=None):
    return ReducerResult(tuple(effects), result)
"""
NOTE: dict[str, Any] = {
    "type": "object",
    "required": ["text"],
    "additionalProperties": False,
    "properties": {"text": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}},
}
MODEL: dict[str, Any] = {
    "type": "object",
    "properties": {"notes": {"type": "object", "additionalProperties": NOTE}},
    "x-actions": {},
}
TAGS = {
    "type": "object",
    "required": ["tags"],
    "properties": {"tags": {"type": "array", "minItems": 2, "items": {"enum": ["a", "b", "c", "d", "e", "f", "g"]}}},
}


def check(folder: Path, actions: dict[str, Any], code: str = "", tries: int = 8) -> Purity:
    app = folder / "notes"
    app.mkdir()
    (app / "model.json").write_text(json.dumps({**MODEL, "x-actions": actions}))
    (app / "seed.json").write_text(json.dumps({"notes": {"n1": {"text": "hello", "tags": ["x"]}}}))
    (app / "reducers.py").write_text(HEAD + code)
    return examine(load_models([files_of(app)]), ["notes"], tries=tries, seed=3)


def reducers(folder: Path, bodies: Mapping[str, str]) -> Purity:
    """A model with an action for each of these bodies of reducers; its params have `tags`."""
    code = "".join(
        f"def {name}(state, params, context):\n" + "".join(f"    {line}\n" for line in body.splitlines())
        for name, body in bodies.items()
    )
    return check(folder, {name: {"reducer": f"reducers:{name}", "params": TAGS} for name in bodies}, code)


def reducer(folder: Path, body: str) -> Purity:
    """A model with one action whose reducer has this body."""
    return reducers(folder, {"act": body})


def messages(found: Purity) -> str:
    return "; ".join(one.message for one in found.findings)


ASKING = [
    ("time.time()\nreturn done()", "it asks the clock: time.time()"),
    ("what_time()\nreturn done()", "it asks the clock: time.time()"),
    ("time.monotonic_ns()\nreturn done()", "it asks the clock: time.monotonic_ns()"),
    ("datetime.datetime.now()\nreturn done()", "it asks the clock: datetime.now()"),
    ("datetime.date.today()\nreturn done()", "it asks the clock: date.today()"),
    ("random.random()\nreturn done()", "it asks chance: random.random()"),
    ("random.choice([1, 2])\nreturn done()", "it asks chance: random.choice()"),
    ("random.shuffle([1, 2])\nreturn done()", "it asks chance: random.shuffle()"),
    ("uuid.uuid4()\nreturn done()", "it asks chance: urandom()"),
    ("os.urandom(4)\nreturn done()", "it asks chance: urandom()"),
    ("os.environ.get('HOME')\nreturn done()", "it asks the environment: os.environ"),
    ("open('/dev/null').close()\nreturn done()", "it asks a file: open()"),
    ("os.listdir('/')\nreturn done()", "it asks a folder: listdir()"),
    ("print('x')\nreturn done()", "it asks the terminal: print()"),
]


def test_reducers_that_ask_for_more_than_they_are_given(tmp_path: Path) -> None:
    found = reducers(tmp_path, {f"act{at}": body for at, (body, _) in enumerate(ASKING)})
    for at, (body, said) in enumerate(ASKING):
        told = [one.message for one in found.findings if one.action == f"act{at}"]
        assert told, body
        assert any(said in one for one in told), (body, told)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("time.time()\nreturn done()", "it asks the clock: time.time(), line 11"),
        ("return done(result=str(random.getrandbits(99)))", "the same input gave another output"),
        ("CALLS.append(1)\nreturn done(result=len(CALLS))", "the same input gave another output"),
        ("return done(result=sorted(set(params['tags']), key=hash))", "another process"),
        ("return done(result=list(set(params['tags'])))", "another process"),
        ("return done(result=time.strftime('%Z'))", "another process"),
        ("params['tags'].append('a')\nreturn done()", "changes what it is given"),
        ("params['more'] = 1\nreturn done()", "changes what it is given"),
        ("state['notes']['n1']['tags'].append('a')\nreturn done()", "changes what it is given"),
        ("state['notes']['n1']['text'] = 'b'\nreturn done()", "changes what it is given"),
        ("return 1 / 0", "ZeroDivisionError"),
    ],
)
def test_reducers_that_are_not_pure(tmp_path: Path, body: str, said: str) -> None:
    found = reducer(tmp_path, body)
    assert found.findings
    assert said in messages(found)
    assert {(one.app, one.action) for one in found.findings} == {("notes", "act")}


PURE = [
    "return done(result=sorted(set(params['tags'])))",
    "return done(result=context.rng().random())",
    "return done(result=[context.clock, context.sequence])",
    "return done(result=datetime.datetime.fromtimestamp(context.clock, datetime.timezone.utc).isoformat())",
    "return done(Effect('replace', '/notes/n1/tags', [*state['notes']['n1']['tags'], *params['tags']]))",
    "return done(result=str(uuid.UUID(int=context.rng().getrandbits(128))))",
    "rng = context.rng()\nreturn done(result=[rng.choice(params['tags']), rng.randint(1, 9)])",
]


def test_reducers_that_are_pure(tmp_path: Path) -> None:
    found = reducers(tmp_path, {f"act{at}": body for at, body in enumerate(PURE)})
    assert found.findings == ()
    assert found.never == {}


def test_what_happens_when_garbage_is_collected_is_not_the_reducer_s(tmp_path: Path) -> None:
    """A library may measure how long collecting takes, at any moment."""
    heard: list[float] = []

    def measure(phase: str, info: object) -> None:
        heard.append(time.perf_counter())

    before = gc.get_threshold()
    gc.callbacks.append(measure)
    gc.set_threshold(1, 1, 1)
    try:
        found = reducer(tmp_path, "return done(result=[[one] for one in range(50)])")
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(measure)
    assert heard
    assert found.findings == ()
    assert gc.isenabled()


def test_the_params_that_showed_it_are_told(tmp_path: Path) -> None:
    found = reducer(tmp_path, "assert 'g' not in params['tags'], 'no g'\nreturn done()")
    assert found.findings
    assert all("g" in one.params["tags"] for one in found.findings)  # type: ignore[operator]


def test_an_expression_that_fails_for_some_params(tmp_path: Path) -> None:
    params = {"type": "object", "properties": {"text": {"type": "string"}}}
    effect = {"op": "replace", "path": "/notes/n1/text", "value": "params.text"}
    found = check(tmp_path, {"write": {"params": params, "effects": [effect]}}, tries=20)
    (finding,) = found.findings
    assert finding.pointer == "/x-actions/write/effects/0/value"
    assert "text" in finding.message
    assert "text" not in finding.params


def test_actions_that_were_never_accepted(tmp_path: Path) -> None:
    actions = {"never": {"require": [{"that": "1 > 2", "message": "'Not today.'"}]}, "ping": {"result": 1}}
    found = check(tmp_path, actions)
    assert found.findings == ()
    assert found.never == {("notes", "never"): "Not today."}
    assert found.tallies["notes", "ping"].accepted == 8
    assert found.tallies["notes", "never"].refusals == {"Not today.": 8}


def test_ids_for_references_are_ids_that_are_there(tmp_path: Path) -> None:
    params = {"type": "object", "required": ["id"], "properties": {"id": {"type": "string", "x-ref": "/notes"}}}
    effect = {"op": "replace", "path": "/notes/{params.id}/text", "value": "'new'"}
    found = check(tmp_path, {"write": {"params": params, "effects": [effect]}}, tries=20)
    assert found.findings == ()
    assert found.tallies["notes", "write"].accepted >= 15
