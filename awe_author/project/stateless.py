"""Apps that have a recording and no state model: they get one without state, so that a world can have them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from awe_author.json_types import JsonObject
from awe_author.project.apps import Loaded
from awe_author.state.loading import load_model

STATELESS: JsonObject = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {"note": {"type": "string"}},
}
"""The state model of an app that has none: one value, which is not there, and no action."""


def with_stateless(loaded: Loaded, recordings: Mapping[str, Path]) -> Loaded:
    """The models, and one without state for each app that only has a recording."""
    models = dict(loaded.models)
    for name, path in recordings.items():
        if name not in models:
            models[name] = load_model(STATELESS, app=name, file=str(path))
    return replace(loaded, models=models)
