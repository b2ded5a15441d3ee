"""A world of one small app on disk, and a Python model of what it should do: what a server says is checked by it."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

MODEL = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Board",
    "type": "object",
    "properties": {
        "cards": {"type": "object", "additionalProperties": {"$ref": "#/$defs/card"}},
        "settings": {"type": "object", "properties": {"name": {"type": "string"}}},
    },
    "$defs": {
        "card": {
            "type": "object",
            "required": ["id", "title", "column"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string"},
                "title": {"type": "string", "minLength": 1},
                "column": {"enum": ["todo", "doing", "done"]},
            },
        }
    },
    "x-actions": {
        "add_card": {
            "params": {
                "type": "object",
                "required": ["title"],
                "additionalProperties": False,
                "properties": {"title": {"type": "string", "minLength": 1}},
            },
            "let": {"id": "new_id('card')"},
            "effects": [
                {
                    "op": "add",
                    "path": "/cards/{id}",
                    "value": {"id": "id", "title": "params.title", "column": "'todo'"},
                }
            ],
            "result": {"id": "id"},
        },
        "move_card": {
            "params": {
                "type": "object",
                "required": ["id", "column"],
                "additionalProperties": False,
                "properties": {"id": {"type": "string"}, "column": {"type": "string"}},
            },
            "require": [
                {"that": "params.id in state.cards", "message": "'There is no card ' + params.id + '.'", "field": "id"},
                {
                    "that": "state.cards[params.id].column != params.column",
                    "message": "'It is there already.'",
                    "field": "column",
                },
            ],
            "effects": [{"op": "replace", "path": "/cards/{params.id}/column", "value": "params.column"}],
        },
        "remove_card": {
            "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
            "effects": [{"op": "remove", "path": "/cards/{params.id}"}],
        },
        "rename": {
            "params": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
            "effects": [{"op": "replace", "path": "/settings/name", "value": "params.name"}],
        },
    },
}
SEED = {
    "cards": {f"seed-{n}": {"id": f"seed-{n}", "title": f"Card {n}", "column": "todo"} for n in range(3)},
    "settings": {"name": "Board"},
}


def write_world(folder: Path, recording: str | None = None) -> Path:
    """A world.yaml in `folder`, with the files that it names."""
    app = folder / "board"
    app.mkdir(parents=True)
    (app / "model.json").write_text(json.dumps(MODEL))
    (app / "seed.json").write_text(json.dumps(SEED))
    line = f", recording: {recording}" if recording else ""
    text = f"world: boards\napps:\n  board: {{model: board/model.json, seed: board/seed.json{line}}}\n"
    file = folder / "world.yaml"
    file.write_text(text + 'clock: {start: "2025-03-03T09:00:00Z", step: PT1S}\nseed: 7\n')
    return file


class BoardModel:
    """What a session of the world should be: a second, plain implementation of the model above."""

    def __init__(self, nodes: dict[int, dict[str, Any]] | None = None) -> None:
        self.state: dict[str, Any] = copy.deepcopy(SEED)
        self.nodes = {0: copy.deepcopy(SEED)} if nodes is None else nodes
        """Every node of the timeline -> its state; branches share it."""
        self.head = 0
        self.labels: dict[str, int] = {}

    def act(self, action: str, params: dict[str, Any], event: dict[str, Any]) -> None:
        """The server did it, and answered with `event`."""
        cards = self.state["cards"]
        if action == "add_card":
            id = event["result"]["id"]
            assert id not in cards
            cards[id] = {"id": id, "title": params["title"], "column": "todo"}
        elif action == "move_card":
            cards[params["id"]]["column"] = params["column"]
        elif action == "remove_card":
            del cards[params["id"]]
        else:
            self.state["settings"]["name"] = params["name"]
        self.went_on(event)

    def went_on(self, event: dict[str, Any]) -> None:
        """The session is at this event now."""
        assert event["parent"] == self.head
        assert event["node"] not in self.nodes
        self.head = event["node"]
        self.nodes[self.head] = copy.deepcopy(self.state)

    def refusal(self, action: str, params: dict[str, Any]) -> str | None:
        """Code with which the server should refuse it; None when it should do it."""
        card = self.state["cards"].get(params.get("id", ""))
        if action == "move_card":
            if card is None or card["column"] == params["column"]:
                return "guard"
            return None if params["column"] in ("todo", "doing", "done") else "schema"
        if action == "remove_card":
            return None if card else "not-found"
        if action == "add_card":
            return None if params["title"] else "params"
        return None

    def go(self, node: int) -> None:
        """The session was put on `node`."""
        self.head = node
        self.state = copy.deepcopy(self.nodes[node])

    def branch(self, node: int) -> BoardModel:
        """What a branch at `node` should be."""
        other = BoardModel(self.nodes)
        other.labels = dict(self.labels)
        other.go(node)
        return other
