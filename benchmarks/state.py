"""State, sessions and history: durable actions a second by size, moving about in time against copies, idle sessions.

`python -m benchmarks --only state` runs all of it; it needs no peer. What peers do to reset or branch a state is to
copy it, so the same state is deep-copied and sent through JSON in the same run, on the same machine.
"""

from __future__ import annotations

import copy
import gc
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import orjson

from awe_author.session import MemoryStore, Session, Sessions
from awe_author.session.sqlite import SqliteStore
from awe_author.session.store import Store
from awe_author.state.world import World
from awe_author.state.world_state import WorldState
from benchmarks.state_world import CLOCK, Work, build_state, build_world

Say = Callable[[str], None]
SQLITE, MEMORY = "SQLite, durable", "memory"
SIZES = (100, 10_000, 1_000_000)
LENGTHS = (10, 1_000, 20_000)
"""Events of the history in which the moves are timed."""


@dataclass(slots=True)
class ActionRate:
    """Actions on one store at one size, a value for each round."""

    per_second: list[float] = field(default_factory=list)
    cpu_us: list[float] = field(default_factory=list)
    """CPU time of the process for each action, microseconds: hardly depends on what else the machine does."""

    median_us: list[float] = field(default_factory=list)
    """Wall time of the median action, microseconds: what the machine does beside does not fall on it."""

    slowest_us: list[float] = field(default_factory=list)
    """99 of 100 actions are faster."""

    by_action_us: dict[str, list[float]] = field(default_factory=dict)
    """The median action of each name."""


@dataclass(slots=True)
class Moves:
    """Moves in a history of so many events over so many entities."""

    entities: int
    events: int
    us: dict[str, list[float]]
    """Move -> wall time of each, microseconds."""


@dataclass(slots=True)
class Results:
    """Everything that was measured."""

    rates: dict[str, dict[int, ActionRate]] = field(default_factory=dict)
    """Store -> entities -> rate."""

    moves: list[Moves] = field(default_factory=list)

    copies: dict[int, dict[str, list[float]]] = field(default_factory=dict)
    """Entities -> way to copy -> microseconds."""

    idle: list[dict[str, Any]] = field(default_factory=list)


def measure(
    *, rounds: int, chunk: int, sizes: tuple[int, ...], lengths: tuple[int, ...], idle: int, say: Say
) -> Results:
    """`chunk`: actions in each round at each size."""
    made = Results()
    world = build_world()
    states: dict[int, WorldState] = {}
    for size in sizes:
        say(f"making a state of {size:,} entities")
        states[size] = build_state(world, size)
    gc.collect()
    gc.freeze()  # the states live to the end: the collector need not walk a million entities again and again
    with tempfile.TemporaryDirectory(prefix="awe-bench-", dir=Path(__file__).parent) as folder:
        _rates(world, states, Path(folder), made, rounds, chunk, say)
        _moves(world, states, Path(folder), made, lengths, say)
    for size, state in states.items():
        say(f"copying a state of {size:,} entities, as peers do")
        made.copies[size] = _copies(state, times=1 if size > 100_000 else 5)
    gc.unfreeze()
    states.clear()
    if idle:
        for entities in (1_000, 100_000):
            say(f"opening {idle:,} sessions of a world of {entities:,} entities")
            made.idle.append(_idle(idle, entities))
    return made


def _service(world: World, store: Store, state: WorldState) -> Sessions:
    return Sessions(world, store, initial=state, clock=CLOCK, seed=7, name="bench")


def _rates(
    world: World, states: dict[int, WorldState], folder: Path, made: Results, rounds: int, chunk: int, say: Say
) -> None:
    """The sizes take turns in every round, so that what else the machine does falls on all of them."""
    running: list[tuple[ActionRate, Session, Work]] = []
    for name in (SQLITE, MEMORY):
        for size, state in states.items():
            store: Store = SqliteStore(folder / f"rate-{size}.db") if name == SQLITE else MemoryStore()
            say(f"a session of {size:,} entities, {name}")
            session = _service(world, store, state).open()
            rate = made.rates.setdefault(name, {}).setdefault(size, ActionRate())
            running.append((rate, session, Work(size, seed=1)))
    for number in range(rounds + 1):
        say(f"{chunk} actions on each: " + (f"round {number} of {rounds}" if number else "warming up"))
        for rate, session, work in running:
            _one_round(rate, session, work, chunk, keep=number > 0)


def _one_round(rate: ActionRate, session: Session, work: Work, count: int, *, keep: bool) -> None:
    times: list[tuple[str, float]] = []
    cpu = time.process_time()
    for _ in range(count):
        action = work.next()
        before = time.perf_counter()
        event = session.act(action)
        times.append((action.name, time.perf_counter() - before))
        work.learn(event)
    cpu = time.process_time() - cpu
    if keep:
        rate.per_second.append(count / sum(one for _, one in times))
        rate.cpu_us.append(cpu / count * 1e6)
        alone = [one * 1e6 for _, one in times]
        rate.median_us.append(median(alone))
        rate.slowest_us.append(quantiles(alone, n=100)[98])
        for name in {name for name, _ in times}:
            rate.by_action_us.setdefault(name, []).append(median(one * 1e6 for other, one in times if other == name))


def _moves(
    world: World, states: dict[int, WorldState], folder: Path, made: Results, lengths: tuple[int, ...], say: Say
) -> None:
    """Each size with a history of 1000 events, and 10 000 entities with histories of each length."""
    middle = sorted(states)[len(states) // 2]
    for size, length in sorted({(size, 1_000) for size in states} | {(middle, length) for length in lengths}):
        say(f"moving in a history of {length:,} events over {size:,} entities")
        store = SqliteStore(folder / f"moves-{size}-{length}.db")
        session = _service(world, store, states[size]).open()
        work = Work(size, seed=2)
        for _ in range(length):
            work.learn(session.act(work.next()))
        made.moves.append(Moves(size, length, _time_moves(session, length, work)))


def _time_moves(session: Session, length: int, work: Work) -> dict[str, list[float]]:
    """Microseconds of every move, durable when it returns, 200 times each, at nodes all over the history."""
    nodes = [number * length // 200 for number in range(200)]
    found: dict[str, list[float]] = {}

    def take(name: str, move: Callable[[], object]) -> None:
        before = time.perf_counter()
        move()
        found.setdefault(name, []).append(round((time.perf_counter() - before) * 1e6, 1))

    for number, node in enumerate(nodes):
        take("snapshot", lambda number=number: session.snapshot(f"label-{number % 10}"))
        take("branch", lambda node=node: session.branch(node))
        take("rewind", lambda node=node: session.rewind(node))
        take("state after rewind", session.state)
        take("reset", session.reset)
        take("state after reset", session.state)
    for _ in nodes:
        action = work.create()
        take("reset and act", lambda action=action: (session.reset(), session.act(action)))
    return found


def _copies(state: WorldState, times: int) -> dict[str, list[float]]:
    document = state.document()
    ways: dict[str, Callable[[], object]] = {
        "deep copy": lambda: copy.deepcopy(document),
        "JSON round trip": lambda: json.loads(json.dumps(document)),
        "JSON round trip (orjson)": lambda: orjson.loads(orjson.dumps(document)),
    }
    found: dict[str, list[float]] = {}
    for name, way in ways.items():
        for _ in range(times):
            before = time.perf_counter()
            kept = way()
            found.setdefault(name, []).append((time.perf_counter() - before) * 1e6)
            del kept
    return found


def _idle(sessions: int, entities: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.state_memory", str(sessions), str(entities)]
    done = subprocess.run(command, cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
