"""Scoring: one episode with 20 checkpoints over the state, on a world of 10 000 entities.

`python -m benchmarks --only evaluation` runs it; it needs no peer. The checkpoints are of the kinds that tasks use: by
id, by an indexed field, a scan of a collection, a record with its relation, a value with tolerance. Compiling is done
once for a task and timed apart; a verdict is timed with and without the search for the event at which each result
turned. Times are CPU times of the process, which hardly depend on what else the machine does.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from awe_author.evaluation.checkpoints import Environment
from awe_author.evaluation.evidence import Evidence, History
from awe_author.evaluation.loading import load_task
from awe_author.evaluation.scoring import Scorer
from awe_author.json_types import Json, JsonObject
from awe_author.located import Located
from awe_author.session import MemoryStore, Sessions
from awe_author.session.moments import ClockRule
from awe_author.state.loading import load_model, world_type
from awe_author.state.types import Action
from awe_author.state.world import World
from benchmarks.tables import Grid, spread

Say = Callable[[str], None]
COLLECTIONS = ("leads", "accounts", "contacts", "tasks", "notes", "deals", "campaigns", "users")
ENTITIES, EVENTS, CHECKPOINTS = 10_000, 40, 20
WARM, ROUNDS = 3, 31
AIM_MS = 10.0


@dataclass(slots=True)
class Scoring:
    """What came of it; milliseconds."""

    entities: int
    events: int
    compile_ms: float
    verdict_ms: list[float] = field(default_factory=list)
    """A whole verdict, with the event of each result."""

    plain_ms: list[float] = field(default_factory=list)
    """The same without those events: what mutants cost."""

    scans_ms: list[float] = field(default_factory=list)
    """A verdict of 20 checkpoints each of which goes through a whole collection."""


def measure(say: Say, *, quick: bool = False) -> Scoring:
    """Builds the world and an episode of 40 actions, then times verdicts."""
    world = World([load_model(_model(), app="crm", file="bench")])
    initial = world.initial({"crm": _seed()})
    sessions = Sessions(world, MemoryStore(), initial=initial, clock=ClockRule.of("2025-03-03T09:00:00Z"))
    session = sessions.open(session_id="bench")
    for n in range(EVENTS):
        session.act(Action("crm", "set", {"id": f"leads-{n:05}", "status": "done"}))
    env = Environment(state=world_type(dict(world.models)), shape=world.shape, actions={"crm": frozenset({"set"})})
    begun = time.perf_counter()
    scorer = load_task(Located(_task(_mixed()), "bench"), env)
    made = Scoring(ENTITIES, EVENTS, (time.perf_counter() - begun) * 1000)
    scans = load_task(Located(_task(_scans()), "bench"), env)
    assert scorer.verdict(Evidence(History.of(session))).outcome == "pass"
    for turn in range((5 if quick else ROUNDS) + WARM):
        figures = _round(scorer, scans, lambda: Evidence(History.of(session)))
        if turn >= WARM:
            for name, value in figures.items():
                getattr(made, name).append(value)
    say(f"verdict {median(made.verdict_ms):.2f} ms, without turns {median(made.plain_ms):.2f} ms")
    return made


def _round(scorer: Scorer, scans: Scorer, evidence: Callable[[], Evidence]) -> dict[str, float]:
    gc.collect()
    return {
        "verdict_ms": _timed(lambda: scorer.verdict(evidence())),
        "plain_ms": _timed(lambda: scorer.verdict(evidence(), history=False)),
        "scans_ms": _timed(lambda: scans.verdict(evidence(), history=False)),
    }


def _timed(function: Callable[[], object]) -> float:
    begun = time.process_time()
    function()
    return (time.process_time() - begun) * 1000


def grids(made: Scoring) -> list[Grid]:
    """The table."""
    rows = [
        [f"{CHECKPOINTS} checkpoints of all kinds, with the event of each", spread(made.verdict_ms)],
        ["the same, without events", spread(made.plain_ms)],
        [f"{CHECKPOINTS} checkpoints that each go through a collection, without events", spread(made.scans_ms)],
    ]
    note = (
        f"One verdict on an episode of {made.events} events; {made.entities:,} entities in {len(COLLECTIONS)} "
        f"collections. CPU ms of the process: medians of rounds (least to most). The aim is {AIM_MS:g} ms. Compiling "
        f"the task, once: {made.compile_ms:.0f} ms."
    )
    return [Grid("Scoring", note, ["what", "CPU ms"], rows)]


# ---- the world and the task ------------------------------------------------------------------------------------------


def _model() -> JsonObject:
    fields: JsonObject = {
        "id": {"type": "string"},
        "email": {"type": "string"},
        "status": {"enum": ["new", "working", "done"]},
        "amount": {"type": "number"},
        "owner": {"type": "string", "x-ref": "/users"},
    }
    record: JsonObject = {"type": "object", "required": ["id"], "additionalProperties": False, "properties": fields}
    plain: JsonObject = {**record, "properties": {name: one for name, one in fields.items() if name != "owner"}}
    collections: JsonObject = {
        name: {"type": "object", "x-index": ["email"], "additionalProperties": plain if name == "users" else record}
        for name in COLLECTIONS
    }
    params: JsonObject = {"id": {"type": "string", "x-ref": "/leads"}, "status": {"type": "string"}}
    effects: Json = [{"op": "replace", "path": "/leads/{params.id}/status", "value": "params.status"}]
    action: JsonObject = {"params": {"type": "object", "required": ["id", "status"], "properties": params}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": collections,
        "x-actions": {"set": {**action, "effects": effects}},
    }


def _seed() -> JsonObject:
    each = ENTITIES // len(COLLECTIONS)
    return {name: {f"{name}-{n:05}": _record(name, n) for n in range(each)} for name in COLLECTIONS}


def _record(name: str, n: int) -> JsonObject:
    record: JsonObject = {"id": f"{name}-{n:05}", "email": f"{name}{n}@a.example", "status": "new", "amount": n * 10}
    return record if name == "users" else {**record, "owner": f"users-{n % 100:05}"}


def _task(checkpoints: list[Any]) -> JsonObject:
    return {
        "id": "bench",
        "instruction": "x",
        "world": "bench",
        "checkpoints": [{"id": f"c{n}"} | one for n, one in enumerate(checkpoints)],
        "frame": {"may_change": ["/crm/leads/*/status"]},
    }


def _mixed() -> list[Any]:
    """Twenty: eight by id, four by an index, three values, three records with a relation, two scans."""
    by_id = [{"state": f"state.crm.leads['leads-{n:05}'].status == 'done'"} for n in range(8)]
    by_index = [
        {"state": f"state.crm.leads.by('email', 'leads{n}@a.example').exists(l, l.status == 'done')"} for n in range(4)
    ]
    values = [{"state": {"value": f"state.crm.deals['deals-{n:05}'].amount", "number": n * 10}} for n in range(3)]
    records = [
        {
            "records": {
                "in": "crm.leads",
                "where": {"id": f"leads-{n:05}"},
                "fields": {"status": "done"},
                "related": {"owner": {"in": "crm.users", "fields": {"email": f"users{n}@a.example"}}},
            }
        }
        for n in range(3)
    ]
    scans = [
        {"state": "state.crm.leads.values().filter(l, l.status == 'done').size() == 40"},
        {"state": "state.crm.tasks.values().all(t, t.status == 'new')"},
    ]
    return [*by_id, *by_index, *values, *records, *scans]


def _scans() -> list[Any]:
    names = [COLLECTIONS[n % len(COLLECTIONS)] for n in range(CHECKPOINTS)]
    return [{"state": f"state.crm.{name}.values().filter(t, t.amount < 0).size() == 0"} for name in names]
