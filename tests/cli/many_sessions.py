"""Many sessions of one server at once, each checked against a model of its own; then the server is stopped in the
middle of the work, and what was acknowledged has to be in its store.

    python -m tests.cli.many_sessions 60        # seconds; prints figures
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from awe_author.cli.serve import prepared
from awe_author.project.served import world_of
from awe_author.session.sqlite import SqliteStore
from tests.cli.boards import BoardModel, write_world
from tests.cli.programs import Served, served
from tests.cli.wire import Answer, Wire

SESSIONS = 64
MOST_BRANCHES = 3


class Gone(Exception):
    """The server has stopped. `pending`: a request was on its way, so that what it asked for may have been done."""

    def __init__(self, pending: bool) -> None:
        super().__init__("the server has stopped")
        self.pending = pending


@dataclass
class Figures:
    """What came of a run."""

    requests: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    seconds: float = 0.0
    expected: dict[str, BoardModel] = field(default_factory=dict)
    """Session -> what it should be."""
    unsure: set[str] = field(default_factory=set)
    """Sessions with a request that was not answered."""


class Worker:
    """Works in one session and its branches, and knows what they should be."""

    def __init__(self, name: str, http: Wire, figures: Figures) -> None:
        self.name, self.http, self.figures = name, http, figures
        self.random = random.Random(name)
        self.sessions: dict[str, BoardModel] = {}
        self.keys = 0

    async def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """One request. Raises Gone when the server is."""
        begin = time.perf_counter()
        try:
            answer = await self.http.request(method, path, body, headers)
        except ConnectionRefusedError as error:
            raise Gone(False) from error
        except (OSError, EOFError) as error:
            raise Gone(True) from error
        self.figures.slowest = max(self.figures.slowest, time.perf_counter() - begin)
        self.figures.requests += 1
        if answer.status_code == 503:
            raise Gone(False)
        assert answer.status_code < 500, answer.text
        return answer

    async def work(self, until: float) -> None:
        """Open a session and work until that moment, or until the server is gone."""
        at = self.name
        try:
            answer = await self.ask("POST", "/sessions", {"id": self.name, "labels": {"worker": self.name}})
            assert answer.status_code == 201, answer.text
            self.sessions[self.name] = self.figures.expected[self.name] = BoardModel()
            while time.monotonic() < until:
                at = self.random.choice(list(self.sessions))
                kind = self.random.choices(list(KINDS), [weight for _, weight in KINDS.values()])[0]
                await KINDS[kind][0](self, at, self.sessions[at])
                self.figures.kinds[kind] += 1
            for at, model in self.sessions.items():
                await self.look(at, model)
        except Gone as gone:
            if gone.pending:
                self.figures.unsure.add(at)
        finally:
            self.http.close()

    async def act(self, id: str, model: BoardModel) -> None:
        """An action, now and then one that may not be done, now and then asked for twice."""
        action, params = self.some_action(model)
        body: dict[str, Any] = {"app": "board", "action": action, "params": params}
        if self.random.random() < 0.3:
            body["expected_node"] = model.head if self.random.random() < 0.7 else model.head + 1
        headers = {}
        if self.random.random() < 0.2:
            self.keys += 1
            headers = {"Idempotency-Key": f"{self.name}-{self.keys}"}
        answer = await self.ask("POST", f"/sessions/{id}/actions", body, headers=headers)
        refusal = "conflict" if body.get("expected_node", model.head) != model.head else model.refusal(action, params)
        if refusal is not None:
            assert answer.json()["code"] == refusal, (answer.text, refusal)
            return
        assert answer.status_code == 200, answer.text
        event = answer.json()
        assert event["session"] == id
        model.act(action, params, event)
        if headers and "expected_node" not in body:
            again = await self.ask("POST", f"/sessions/{id}/actions", body, headers=headers)
            assert again.json() == event

    def some_action(self, model: BoardModel) -> tuple[str, dict[str, Any]]:
        ids = [*model.state["cards"], "nobody"]
        pick = self.random.random()
        if pick < 0.4:
            return "add_card", {"title": self.random.choice(["", f"{self.name} {self.random.random()}"])}
        if pick < 0.75:
            column = self.random.choice(["todo", "doing", "done", "lost"])
            return "move_card", {"id": self.random.choice(ids), "column": column}
        if pick < 0.9:
            return "remove_card", {"id": self.random.choice(ids)}
        return "rename", {"name": f"{self.name}'s {self.random.random()}"}

    async def snapshot(self, id: str, model: BoardModel) -> None:
        label = f"label {self.random.randrange(5)}"
        answer = await self.ask("POST", f"/sessions/{id}/snapshot", {"label": label})
        assert answer.json() == {"label": label, "node": model.head}
        model.labels[label] = model.head

    async def rewind(self, id: str, model: BoardModel) -> None:
        to: int | str = self.random.choice([*list(model.nodes)[-50:], *model.labels])
        node = model.labels[to] if isinstance(to, str) else to
        answer = await self.ask("POST", f"/sessions/{id}/rewind", {"to": to})
        assert answer.json()["head"] == node, answer.text
        model.go(node)

    async def reset(self, id: str, model: BoardModel) -> None:
        assert (await self.ask("POST", f"/sessions/{id}/reset", {})).json()["head"] == 0
        model.go(0)

    async def branch(self, id: str, model: BoardModel) -> None:
        if len(self.sessions) > MOST_BRANCHES:
            gone = self.random.choice([one for one in self.sessions if one != self.name])
            assert (await self.ask("DELETE", f"/sessions/{gone}")).status_code == 204
            del self.sessions[gone], self.figures.expected[gone]
            return
        node = self.random.choice(list(model.nodes)[-20:])
        answer = await self.ask("POST", f"/sessions/{id}/branch", {"at": node})
        shown = answer.json()
        assert (shown["head"], shown["snapshots"], shown["timeline"]) == (node, model.labels, self.name), answer.text
        self.sessions[shown["id"]] = self.figures.expected[shown["id"]] = model.branch(node)

    async def advance(self, id: str, model: BoardModel) -> None:
        answer = await self.ask("POST", f"/sessions/{id}/advance", {"by": "PT1M"})
        (event,) = answer.json()["events"]
        model.went_on(event)

    async def look(self, id: str, model: BoardModel) -> None:
        """Is the session what it should be?"""
        found = (await self.ask("GET", f"/sessions/{id}/state")).json()
        assert (found["node"], found["value"]) == (model.head, {"board": model.state})

    async def look_back(self, id: str, model: BoardModel) -> None:
        node = self.random.choice(list(model.nodes))
        found = (await self.ask("GET", f"/sessions/{id}/state?node={node}&form=stored")).json()
        assert found["value"]["board"] == model.nodes[node]

    async def evaluate(self, id: str, model: BoardModel) -> None:
        asked = {"expressions": {"cards": "state.board.cards.size()", "name": "state.board.settings.name"}}
        results = (await self.ask("POST", f"/sessions/{id}/evaluate", asked)).json()["results"]
        state = model.state
        assert results == {"cards": {"value": len(state["cards"])}, "name": {"value": state["settings"]["name"]}}

    async def read_events(self, id: str, model: BoardModel) -> None:
        page = (await self.ask("GET", f"/sessions/{id}/events?limit=1000")).json()
        assert all(event["timeline"] == self.name for event in page["events"])
        if page["next"] is None:
            assert page["events"][-1]["node"] == model.head


KINDS: dict[str, tuple[Any, float]] = {
    "act": (Worker.act, 60),
    "snapshot": (Worker.snapshot, 4),
    "rewind": (Worker.rewind, 6),
    "reset": (Worker.reset, 2),
    "branch": (Worker.branch, 4),
    "advance": (Worker.advance, 4),
    "look": (Worker.look, 10),
    "look back": (Worker.look_back, 4),
    "evaluate": (Worker.evaluate, 4),
    "events": (Worker.read_events, 2),
}
"""What workers do, and how often."""


async def run(server: Served, seconds: float, *, prefix: str = "w", stop_after: float | None = None) -> Figures:
    """`SESSIONS` workers for some seconds. `stop_after`: the server is stopped then, in the middle of their work."""
    figures = Figures()
    begin = time.monotonic()
    control, token = server.ready["control"], server.ready["token"]
    async with asyncio.TaskGroup() as group:
        for number in range(SESSIONS):
            worker = Worker(f"{prefix}{number}", Wire(control, token), figures)
            group.create_task(worker.work(begin + seconds))
        if stop_after is not None:
            await asyncio.sleep(stop_after)
            await asyncio.to_thread(server.stop)
    figures.seconds = time.monotonic() - begin
    return figures


def compare(world: Path, file: Path, figures: Figures) -> int:
    """Open the store without the server: is everything that was acknowledged there? Returns the sessions compared."""
    store = SqliteStore(file)
    sessions, _ = prepared(world_of([world]), store)
    damage = sessions.verify()
    assert not damage, damage[:3]
    for id, model in figures.expected.items():
        session = sessions.get(id)
        if id not in figures.unsure:
            assert session.head == model.head, id
        for node in {*list(model.nodes)[:: max(1, len(model.nodes) // 20)], model.head}:
            assert session.state(node).document()["board"] == model.nodes[node], (id, node)
    store.close()
    return len(figures.expected)


def main(seconds: float) -> dict[str, Any]:
    """Load, stop in the middle of more load, compare; returns figures."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        world = write_world(home / "content")
        file = home / "run.db"
        with served(home, world, "--store", f"sqlite:{file}") as server:
            first = asyncio.run(run(server, seconds))
            second = asyncio.run(run(server, 60, prefix="x", stop_after=min(3.0, seconds)))
        compared = compare(world, file, first) + compare(world, file, second)
    return {
        "sessions at once": SESSIONS,
        "seconds": round(first.seconds, 1),
        "requests": first.requests,
        "requests a second": round(first.requests / first.seconds),
        "slowest ms": round(first.slowest * 1000),
        "did": dict(first.kinds),
        "requests before the stop": second.requests,
        "unanswered at the stop": len(second.unsure),
        "sessions compared with the store": compared,
    }


if __name__ == "__main__":
    print(json.dumps(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0), indent=2))
