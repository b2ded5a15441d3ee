"""What a model keeps beside its entities: one document of values by name, as a form, a script or a request stored them.

Several rules find such documents, each told from something else; they are put into model and seed here.
"""

from __future__ import annotations

from collections.abc import Mapping

from awe_author.features.discover.common.names import unused
from awe_author.json_types import Json, JsonObject


def free_name(name: str, taken: set[str]) -> str:
    """The name, with a number behind it where it is taken; it is taken then."""
    free = unused([name], taken)
    taken.add(free)
    return free


def add_beside(
    model: JsonObject, seed: JsonObject, name: str, schema: JsonObject, first: Mapping[str, Json],
    actions: Mapping[str, JsonObject],
) -> None:  # fmt: skip
    """Put such a document into a model, with what it is at first and the actions that change it."""
    properties, all_actions, required = model["properties"], model["x-actions"], model["required"]
    assert isinstance(properties, dict)
    assert isinstance(all_actions, dict)
    assert isinstance(required, list)
    properties.pop("empty", None)
    properties[name] = schema
    required.append(name)
    all_actions |= actions
    seed[name] = dict[str, Json](first)
