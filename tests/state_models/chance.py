"""Random actions on the sales floor, made from the models' own schemas: mostly what could be done.

All chance comes from one number, so that what failed can be done again, and with fewer actions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from awe_author.state.types import Action
from awe_author.state.world import World
from awe_author.state.world_state import WorldState

Schema = Mapping[str, Any]

DAYS = ("2025-03-02", "2025-03-04", "2025-03-05", "2025-03-10", "2025-06-30")
MOMENTS = ("2025-03-03T08:00:00Z", "2025-03-04T10:00:00Z", "2025-03-04T10:30:00+00:00", "2025-03-05T18:00:00Z")
ADDRESSES = (
    "new@arcturus.example",
    "elsa.nyberg@tindra.example",
    "tyler.nash@solacehome.example",
    "ruth.anders@brightwell.example",
)
WORDS = ("Arcturus", "Vega", "Ferrum Works", "Price", "Timing", "Hot", "x")
ENDS = ("delete", "archive_", "erase", "merge", "deactivate", "opt_out", "pause", "stop", "trash")
"""Beginnings of the names of actions after which less can be done; they come less often."""

FRESH = 4
"""Of the ids of a collection, so many of the first are preferred: new ones sort first."""


class Chance:
    """Draws actions that fit the params schemas of a world's models."""

    def __init__(self, world: World, rng: random.Random) -> None:
        self.world, self.rng = world, rng
        self.places = [(app, name) for app, model in world.models.items() for name in model.actions]
        self.weights = [1 if name.startswith(ENDS) else 6 for _, name in self.places]

    def action(self, state: WorldState) -> Action:
        [(app, name)] = self.rng.choices(self.places, self.weights)
        return Action(app, name, self.params(state, app, name))

    def params(self, state: WorldState, app: str, name: str) -> dict[str, Any]:
        schema = self.schema(app, name)
        wanted = schema.get("required", [])
        least = schema.get("minProperties", 0)
        made: dict[str, Any] = {}
        for key, one in schema.get("properties", {}).items():
            if key in wanted or self.rng.random() < 0.4:
                made[key] = self.value(state, app, one)
        for key, one in schema.get("properties", {}).items():
            if len(made) < least and key not in made:
                made[key] = self.value(state, app, one)
        return made

    def schema(self, app: str, name: str) -> Schema:
        found: Schema = self.world.models[app].document["x-actions"][name]["params"]  # type: ignore[index,call-overload,assignment]
        return found

    def value(self, state: WorldState, app: str, schema: Schema) -> Any:
        """A value that fits the schema, and names something that is there."""
        if "$ref" in schema:
            document: Any = self.world.models[app].document
            return self.value(state, app, document["$defs"][schema["$ref"].removeprefix("#/$defs/")] | _beside(schema))
        if "x-ref" in schema:
            return self.reference(state, app, schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        if "anyOf" in schema:
            return self.value(state, app, self.rng.choice(schema["anyOf"]))
        return self.plain(state, app, schema)

    def plain(self, state: WorldState, app: str, schema: Schema) -> Any:
        kind = schema["type"]
        if kind == "boolean":
            return self.rng.random() < 0.5
        if kind in ("integer", "number"):
            return self.rng.choice([max(schema.get("minimum", 0), 0), 3, 40])
        if kind == "array":
            many = self.rng.randint(schema.get("minItems", 0), max(schema.get("minItems", 0), 2))
            items = [self.value(state, app, schema["items"]) for _ in range(many)]
            return [one for place, one in enumerate(items) if one not in items[:place]]
        if kind == "object":
            return {key: self.value(state, app, one) for key, one in schema["properties"].items()}
        if "pattern" in schema:
            return self.rng.choice(ADDRESSES)
        if "format" in schema:
            return self.rng.choice(DAYS if schema["format"] == "date" else MOMENTS)
        return self.rng.choice(WORDS)

    def reference(self, state: WorldState, app: str, schema: Schema) -> Any:
        to = schema["x-ref"] if isinstance(schema["x-ref"], str) else schema["x-ref"]["to"]
        where, _, collection = to.strip("/").rpartition("/")
        view: Any = state.view(where or app)
        ids = list(view[collection])
        if "null" in schema["type"] and (not ids or self.rng.random() < 0.5):
            return None
        if not ids:
            return "nothing-there"
        return self.rng.choice(ids[:FRESH] if self.rng.random() < 0.3 else ids)


def _beside(schema: Schema) -> dict[str, Any]:
    return {key: one for key, one in schema.items() if key != "$ref"}


def spoiled(chance: Chance, state: WorldState, app: str, name: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Params that cannot be right: what was done to them, they, and the param that is to blame."""
    schema = chance.schema(app, name)
    for key in schema.get("required", []):
        params = {one: chance.value(state, app, part) for one, part in schema["properties"].items() if one != key}
        yield "left out", params, key
    for key, one in schema.get("properties", {}).items():
        good = chance.params(state, app, name)
        yield "of no type", good | {key: {"no": "such"}}, key
        if "x-ref" in one:
            yield "nowhere", good | {key: "nobody-at-all"}, key
    yield "unknown", chance.params(state, app, name) | {"no_such_param": 1}, "no_such_param"
