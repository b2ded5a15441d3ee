"""How much memory idle sessions take: a process of its own opens them, acts a little in each, and looks at itself.

`python -m benchmarks.state_memory SESSIONS ENTITIES` prints one JSON object, memory in MB.
"""

from __future__ import annotations

import copy
import gc
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from awe_author.session import Sessions
from awe_author.session.sqlite import SqliteStore
from benchmarks.process import memory_mb
from benchmarks.state_world import CLOCK, Work, build_state, build_world

EVENTS = 10
"""Actions in each session before it is left alone."""

COPIES = 20


def measure(count: int, entities: int) -> dict[str, Any]:
    """Memory before and after, and what as many deep copies of the state would take (from 20 of them)."""
    world = build_world()
    state = build_state(world, entities)
    gc.collect()
    before = memory_mb(os.getpid())
    with tempfile.TemporaryDirectory(prefix="awe-bench-", dir=Path(__file__).parent) as folder:
        sessions = Sessions(world, SqliteStore(Path(folder) / "idle.db"), initial=state, clock=CLOCK, seed=7)
        started = time.perf_counter()
        opened = []
        for number in range(count):
            session = sessions.open(seed=number)
            work = Work(entities, seed=number)
            for _ in range(EVENTS):
                work.learn(session.act(work.next()))
            opened.append(session)
        seconds = time.perf_counter() - started
        gc.collect()
        after = memory_mb(os.getpid())
        assert len(sessions.list()) == count == len({session.id for session in opened})
    document = state.document()
    copies = [copy.deepcopy(document) for _ in range(COPIES)]
    copied = (memory_mb(os.getpid()) - after) / len(copies) * count
    return {
        "sessions": count,
        "entities": entities,
        "events in each": EVENTS,
        "before MB": before,
        "after MB": after,
        "KB a session": (after - before) * 1024 / count,
        "as deep copies MB": copied,
        "seconds to open and act": seconds,
    }


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]), int(sys.argv[2]))))
