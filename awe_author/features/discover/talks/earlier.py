"""What a new thing brings along of its own past: a talk that is opened again comes with what was said in it before.

It belongs to that one thing, and other new things come without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.keys import moment_of
from awe_author.features.discover.talks.things import Thing
from awe_author.features.turns import Said, scalars

LONG = 60.0
"""Seconds before its parent came from which something is of the past."""


def of_past(kind: Thing) -> set[str]:
    """The keys of those that came with a new parent and are older than it: they say a moment, and none of now."""
    return {key for key in kind.came if _older(kind.first[key].value, kind.first[key].said)}


def only_past(kinds: Sequence[Thing], past: dict[str, set[str]], said: Said) -> bool:
    """Does a message show nothing but such things?"""
    shown = [(kind, one.key) for kind in kinds for spot in kind.spots for one in spot.sights if one.said is said]
    return bool(shown) and all(not kind.weak and key in past[kind.name] for kind, key in shown)


def _older(value: dict[str, Any], said: Said) -> bool:
    moments = [when for _, inner in scalars(value) if (when := moment_of(inner)) is not None]
    return bool(moments) and max(moments) < said.time - LONG
