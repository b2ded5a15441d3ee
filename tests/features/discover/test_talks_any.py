"""Any conversation: a draft is made of it without an error, and its features and model are accepted as they are."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from awe_author.features.discover import Recorded, discover, features_text
from awe_author.features.loading import load_features
from awe_author.features.talks import talks_of
from awe_author.state.loading import load_model
from awe_author.state.world import World
from tests.replay.listed import ListedArchive

WORDS = ["tea", "#lamp", "/join #x", "/topic a b", "", "o'clock", 'ü "quoted"', "line\nbreak", "2023-11-14T22:13:20Z"]
NAMES = [
    "id",
    "name",
    "title",
    "room",
    "rooms",
    "key",
    "text",
    "args",
    "state",
    "in",
    "for",
    "index",
    "a-b",
    "items",
    "of it",
]


def value(rng: random.Random, depth: int = 0) -> Any:
    """Some JSON."""
    kind = rng.randrange(9 if depth < 4 else 5)
    if kind < 2:
        return rng.randrange(6)
    if kind < 4:
        return rng.choice(WORDS)
    if kind == 4:
        return rng.choice([None, True, False, 1.5, 1700000000000, 10**20, -1])
    if kind == 5:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    if kind == 6:
        shape = rng.sample(NAMES, rng.randrange(2, 6))
        return [
            {"id": place + 1, **{name: value(rng, depth + 2) for name in shape}} for place in range(rng.randrange(1, 4))
        ]
    return {name: value(rng, depth + 1) for name in rng.sample(NAMES, rng.randrange(1, 6))}


def messages(rng: random.Random, frame: str) -> list[tuple[float, str, str]]:
    """A conversation in which things are asked for, made and told of, in some way or other."""
    said: list[tuple[float, str, str]] = []
    events = ["add", "added", "list", "move", "room:told", "drop", "type"]
    for number in range(rng.randrange(4, 40)):
        one: Any = value(rng)
        if rng.random() < 0.5:
            text = rng.choice(WORDS)
            one = {
                "id": rng.randrange(4),
                "text": text,
                "room": rng.randrange(3),
                "item": {"id": number, "text": text, "n": 1},
            }
        name = rng.choice(events)
        if frame == "socket.io":
            text = f"42{rng.choice(['', '', '7'])}" + json.dumps([name, one])
        elif frame == "jsonrpc":
            rpc = {"jsonrpc": "2.0", "id": number // 2}
            text = json.dumps({**rpc, "result": one} if number % 2 else {**rpc, "method": name, "params": one})
        elif frame == "array":
            text = json.dumps([{"topic": name, "data": one}])
        else:
            text = json.dumps({"type": name, **(one if isinstance(one, dict) else {"data": one})})
        said.append(
            (0.1 * number, rng.choice(["in", "out"]) if frame != "jsonrpc" else "in" if number % 2 else "out", text)
        )
    return said


@pytest.mark.parametrize("frame", ["json", "socket.io", "jsonrpc", "array"])
@pytest.mark.parametrize("seed", range(12))
def test_any_conversation_gives_a_draft_that_is_accepted(frame: str, seed: int) -> None:
    rng = random.Random(f"{frame} {seed}")
    archive = ListedArchive()
    url = "wss://app.test/socket.io/?EIO=4&transport=websocket" if frame == "socket.io" else "wss://app.test/ws"
    for _ in range(rng.randrange(1, 4)):
        archive.record_socket(url, *messages(rng, frame))
    draft = discover(Recorded([], talks=talks_of(archive)), "app")
    model = load_model(draft.model, app="app")
    World([model]).initial({"app": draft.seed})
    text = features_text(draft)
    assert len(load_features(text, "features.yaml", {"app": model}).features) == len(draft.features)
