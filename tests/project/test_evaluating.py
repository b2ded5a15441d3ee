"""Tasks scored through the control API and the Python client."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from awe_author.client import ApiError, Client
from awe_author.project.evaluating import TaskEvaluator
from awe_author.session.control.server import serve_control
from awe_author.session.control.service import Control, WorldFacts
from tests.evaluation.floor import WORLD, world
from tests.evaluation.qa.planted import ASKED, GOOD

TOKEN = "t" * 32
TASK: dict[str, Any] = GOOD | {"world": "sdr"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    (tmp_path / "asked.yaml").write_text(yaml.safe_dump(ASKED | {"world": "sdr"}))
    opened = world()
    facts = WorldFacts(name="sdr", apps=("crm",), clock="", step=1, seed=7, type=opened.known.state)
    evaluator = TaskEvaluator(opened, [tmp_path / "asked.yaml"])
    ready: list[str] = []
    started, stop = threading.Event(), threading.Event()

    async def serve() -> None:
        async with serve_control(Control(opened.sessions(), facts, None, evaluator), TOKEN) as address:
            ready.append(address)
            started.set()
            await asyncio.to_thread(stop.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert started.wait(30)
    with Client.from_ready({"control": ready[0], "token": TOKEN}) as made:
        yield made
    stop.set()
    thread.join(20)


def test_a_task_is_scored(client: Client) -> None:
    one = client.open_session(id="one")["id"]
    assert client.evaluate(one, task=TASK)["outcome"] == "fail"
    for act in GOOD["oracle"]["act"]:
        client.act(one, act["app"], act["action"], act["params"])
    verdict = client.evaluate(one, task=TASK)
    assert (verdict["outcome"], verdict["score"], verdict["node"]) == ("pass", 1.0, 2)
    assert [(found["id"], found["event"]) for found in verdict["checkpoints"]] == [("working", 1), ("task", 2)]
    assert client.evaluate(one, task=TASK, at=1)["score"] == 0.5


def test_facts_come_from_the_driver(client: Client) -> None:
    one = client.open_session(id="two")["id"]
    assert client.evaluate(one, task="asked", facts={"answer": "80,500", "answered": True})["outcome"] == "pass"
    assert client.evaluate(one, task="asked")["outcome"] == "fail"
    assert client.evaluate(one, task="asked", facts={"faults": ["no browser"]})["outcome"] == "invalid"


@pytest.mark.parametrize(
    ("task", "facts", "said"),
    [
        ("askd", {}, "asked"),
        (TASK | {"checkpoints": [{"id": "a", "state": "state.crm.leadz.size() > 0"}]}, {}, "leads"),
        (TASK | {"checkpoints": [{"id": "a", "python": "os:abort"}]}, {}, "os:abort"),
        ("asked", {"anwser": 1}, "anwser"),
        ("asked", {"pages": [1]}, "facts"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(client: Client, task: Any, facts: Any, said: str) -> None:
    one = client.open_session()["id"]
    with pytest.raises(ApiError) as caught:
        client.evaluate(one, task=task, facts=facts)
    assert said in str(caught.value)


def test_the_tasks_of_the_repository_are_served(tmp_path: Path) -> None:
    assert TaskEvaluator(world(), sorted(WORLD.parent.glob("sdr-*.yaml")))
