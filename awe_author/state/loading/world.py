"""What lies between the apps of a world: emits must name an app and an action that are there, with params that fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from awe_author.state.loading.actions import check_params
from awe_author.state.loading.fits import Fitting
from awe_author.state.loading.problems import Problems, nearest, under
from awe_author.state.model import ActionSpec, EmitSpec, Model
from awe_author.state.types import Problem

Place = tuple[str, str]
"""App and action."""


def check_world(models: Mapping[str, Model]) -> list[Problem]:
    """Every mistake between these models (all apps of the world, and the warehouse when there is one)."""
    found: list[Problem] = []
    for model in models.values():
        problems = Problems(model.file)
        for action in model.actions.values():
            for emit in action.emit:
                _emit(emit, model, models, problems)
        found += problems.found
    for app, action_name, path in _circles(models):
        model = models[app]
        round_trip = " -> ".join(f"{one}.{name}" for one, name in path)
        found.append(
            Problem(
                model.file,
                under(model.actions[action_name].pointer, "emit"),
                f"this never ends: {round_trip}",
                "Put a condition (`if`) on one of the emits.",
            )
        )
    return found


def _emit(emit: EmitSpec, model: Model, models: Mapping[str, Model], problems: Problems) -> None:
    target = models.get(emit.app)
    if target is None and emit.optional:
        return
    if target is None:
        problems.add(
            under(emit.pointer, "app"), f'there is no app "{emit.app}" in the world', nearest(emit.app, models)
        )
        return
    if emit.action not in target.actions:
        hint = nearest(emit.action, target.actions)
        problems.add(under(emit.pointer, "action"), f'"{emit.app}" has no action "{emit.action}"', hint)
        return
    actions: Any = target.document["x-actions"]
    check_params(emit.params, actions[emit.action], Fitting(target.document, problems))


def _circles(models: Mapping[str, Model]) -> Iterator[tuple[str, str, list[Place]]]:
    """Actions that come back to themselves by emits without a condition; each circle once."""
    reported: set[Place] = set()
    for app, model in models.items():
        for name in model.actions:
            path = _back((app, name), models)
            if path and not reported & set(path):
                reported |= set(path)
                yield app, name, path


def _back(start: Place, models: Mapping[str, Model]) -> list[Place] | None:
    """The way from `start` to itself."""
    waiting = [[start]]
    seen: set[Place] = set()
    while waiting:
        path = waiting.pop()
        for following in _surely(path[-1], models):
            if following == start:
                return [*path, start]
            if following not in seen:
                seen.add(following)
                waiting.append([*path, following])
    return None


def _surely(place: Place, models: Mapping[str, Model]) -> Iterator[Place]:
    model = models.get(place[0])
    action: ActionSpec | None = model.actions.get(place[1]) if model else None
    for emit in action.emit if action else ():
        if emit.when is None and emit.each is None:
            yield emit.app, emit.action
