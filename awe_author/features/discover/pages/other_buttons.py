"""Buttons of a form that no recorded post pressed: `Preview` beside `Create ticket`, also pressed by scripts while
users type. A post that names one of them saves nothing, and is left to those features that know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake, words
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.pages.pages import Shown
from awe_author.json_types import Json

MOST = 6
TRIES = words("preview cancel diff compare validate check test try abort back discard")
"""Words of buttons by which nothing is kept."""


def only_pressed(on: Json, operation: Operation, bodies: Mapping[int, Any], shown: Sequence[Shown]) -> None:
    """Adds to the trigger of a form that none of the others is named, where all recorded posts name one. `bodies`:
    number of a post -> all that it sent."""
    told = [bodies.get(call.seq, call.body) for call in operation.calls]
    sent = [set(body) for body in told if isinstance(body, dict)]
    always, ever = set.intersection(*sent) if sent else set(), {name for body in sent for name in body}
    others: dict[str, None] = {}
    for call in operation.calls:
        for form in _forms(call.origin + call.path, shown):
            if form.keys() & always:
                others |= {
                    name: None for name, label in sorted(form.items()) if name not in ever and _tries(name, label)
                }
    if others and isinstance(on, dict):
        tests = [f"!({text(name)} in body)" for name in [*others][:MOST]]
        on["where"] = " && ".join([*([str(on["where"])] if "where" in on else []), *tests])


def _tries(name: str, label: str) -> bool:
    """Does a button say that nothing is kept?"""
    return bool(TRIES & {*snake(name).split("_"), *snake(label).split("_")})


def _forms(address: str, shown: Sequence[Shown]) -> list[dict[str, str]]:
    """The buttons of each form that is sent to an address, by their names."""
    forms = (form for one in shown for form in one.forms)
    return [form.buttons for form in forms if form.buttons and form.action.partition("?")[0] == address]
