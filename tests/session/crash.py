"""The crash test: processes under load are killed (SIGKILL) at random moments; what they acknowledged is there.

    python -m tests.session.crash --rounds 200

Each round forks one process (in every fifth round two, on the same file and in part on the same session), which acts in
four sessions from four threads and acknowledges every event on a pipe once the call returned. After a random time it is
killed. Then the store is opened anew: every acknowledged event has to be there as it was, chains whole, heads where
they were or one step further. Every 20 rounds all timelines are exported, run again from the start, and a new file is
begun, often killed while it is made.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from awe_author.session.errors import SessionExists
from awe_author.session.export import export_timeline, import_timeline
from awe_author.session.session import Session
from awe_author.session.sqlite import SqliteStore
from tests.session.worlds import crm, service

THREADS = 4
SHARED = "shared"
"""The session of every process's first thread: two processes take turns in it. It only goes forward."""

ROUNDS_A_FILE = 20


@dataclass
class Tally:
    """What a run found."""

    rounds: int = 0
    acknowledged: int = 0
    unacknowledged: int = 0
    """Events that were durable when the process died before it could say so."""

    problems: list[str] = field(default_factory=list)


def load(path: Path, name: str, seed: int, pipe: int) -> None:
    """The life of a process: act for ever, say what was done."""
    sessions = service(SqliteStore(path))

    def say(*words: object) -> None:
        os.write(pipe, (" ".join(map(str, words)) + "\n").encode())

    def work(number: int) -> None:
        rng = random.Random(f"{seed}:{number}")
        id = SHARED if number == 0 else f"{name}-{number}"
        try:
            session = sessions.open(session_id=id)
        except SessionExists:
            session = sessions.get(id)
        say("here", id, session.head)
        while True:
            if id != SHARED and rng.random() < 0.03:
                target = rng.randrange(session.head + 1)
                say("moving", id, target)
                session.rewind(target)
                say("moved", id, target)
            elif rng.random() < 0.02:
                session.snapshot("last")
                say("named", id, session.head)
            else:
                act(session, rng, say)

    for number in range(THREADS):
        threading.Thread(target=work, args=(number,)).start()
    threading.Event().wait()


def act(session: Session, rng: random.Random, say: object) -> None:
    """One random action."""
    assert callable(say)
    action = crm("add", owner="bo") if rng.random() < 0.3 else crm("score", id=f"lead-{rng.randrange(2)}")
    event = session.act(action)
    say("did", session.id, event.node, event.state_hash)


def start(path: Path, name: str, seed: int) -> tuple[int, int]:
    """Fork a process under load; its id, and the pipe that it speaks on."""
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.close(reader)
            load(path, name, seed, writer)
        finally:
            os._exit(1)
    os.close(writer)
    return pid, reader


def crash(path: Path, names: list[str], seed: int, after: float) -> list[list[str]]:
    """Processes at once on one file, all killed after so many seconds; what they said."""
    started = [start(path, name, seed) for name in names]
    said: list[list[bytes]] = [[] for _ in started]

    def listen(reader: int, heard: list[bytes]) -> None:
        with os.fdopen(reader, "rb") as stream:
            heard.extend(stream)

    listeners = [
        threading.Thread(target=listen, args=(reader, heard)) for (_, reader), heard in zip(started, said, strict=True)
    ]
    for listener in listeners:
        listener.start()
    time.sleep(after)
    for pid, _ in started:
        os.kill(pid, signal.SIGKILL)
    for pid, _ in started:
        os.waitpid(pid, 0)
    for listener in listeners:
        listener.join()
    return [line.decode().split() for heard in said for line in heard if line.endswith(b"\n")]


def check(path: Path, said: list[list[str]], tally: Tally) -> None:
    """Compare what is in the store with what was acknowledged."""
    store = SqliteStore(path)
    sessions = service(store)
    tally.problems += [str(damage) for damage in sessions.verify()]
    may: dict[str, set[int]] = {}
    named: dict[str, int] = {}
    forward: set[int] = set()
    for verb, id, node, *rest in said:
        if verb == "did":
            tally.acknowledged += 1
            session = sessions.get(id)
            if not session.timeline.has(int(node)):
                tally.problems.append(f"{id}: event {node} was acknowledged and is gone")
            elif session.event(int(node)).state_hash != rest[0]:
                tally.problems.append(f"{id}: event {node} is another one")
        if id == SHARED:
            forward.add(int(node))
        if verb == "named":
            named[id] = int(node)
        elif verb == "moving":
            may[id].add(int(node))
        else:
            may[id] = {int(node)}
    for id, nodes in may.items():
        session = sessions.get(id)
        head = session.event()
        if id == SHARED and (off := forward - {event.node for event in session.events()}):
            tally.problems.append(f"{id}: events {sorted(off)} are not on the path to the head")
        if id == SHARED:
            continue
        if head.node not in nodes and head.parent not in nodes:
            tally.problems.append(f"{id}: the head is {head.node}, and {sorted(nodes)} was said")
        tally.unacknowledged += head.node not in nodes
        if session.state().hash != head.state_hash:
            tally.problems.append(f"{id}: the state at the head is another one")
        if id in named and "last" not in session.snapshots():
            tally.problems.append(f"{id}: the snapshot is gone")
    store.close()


def run_again(path: Path, tally: Tally) -> None:
    """Export every timeline and do all its events again."""
    store = SqliteStore(path)
    sessions = service(store)
    for record in sessions.list():
        stream = io.BytesIO()
        export_timeline(sessions, record.id, stream)
        stream.seek(0)
        try:
            import_timeline(service(), stream)
        except Exception as error:
            tally.problems.append(f"{record.id} does not replay: {error}")
    store.close()


def crash_rounds(rounds: int, folder: Path, seed: int, longest: float) -> Tally:
    """The whole test."""
    rng, tally = random.Random(seed), Tally()
    for number in range(rounds):
        path = folder / f"run-{number // ROUNDS_A_FILE}.db"
        new = number % ROUNDS_A_FILE == 0
        after = rng.uniform(0, 0.05 if new else longest)  # a new file: also while it is being made
        names = ["a", "b"] if number % 5 == 4 else ["a"]
        said = crash(path, names, rng.randrange(2**32), after)
        tally.rounds += 1
        check(path, said, tally)
        if number % ROUNDS_A_FILE == ROUNDS_A_FILE - 1 or number == rounds - 1:
            run_again(path, tally)
    return tally


def main() -> None:
    """Command line; exit code 1 when anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--longest", type=float, default=0.4, help="seconds that a process lives at most")
    options = parser.parse_args()
    seed = random.SystemRandom().randrange(2**32) if options.seed is None else options.seed
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="awe-crash-") as folder:
        tally = crash_rounds(options.rounds, Path(folder), seed, options.longest)
    report = {
        "rounds": tally.rounds,
        "acknowledged": tally.acknowledged,
        "durable but not yet acknowledged": tally.unacknowledged,
        "problems": tally.problems,
        "seed": seed,
        "seconds": round(time.monotonic() - started, 1),
    }
    print(json.dumps(report))
    sys.exit(bool(tally.problems))


if __name__ == "__main__":
    main()
