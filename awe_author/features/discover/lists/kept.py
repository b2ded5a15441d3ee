"""What a list is asked for by a record that keeps it (`entities.kept_views`): its conditions and its order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param

TOLD = ("conditions", "sort")


def settle_kept(params: Sequence[Param], told: Sequence[tuple[Call, Sequence[Any]]]) -> list[Param]:
    """The parameters without what records keep that is neither, or that nothing was shown for. Those that name such a
    record say no more than that. `told`: (call, what it was shown)."""
    kept = [one for one in params if one.part == "kept" and one.role in TOLD and _shown(one, told)]
    named = {one.way[0] for one in kept}
    for one in params:
        if one.part == "query" and one.name in named and one.role == "unknown":
            one.role = "kept view"
    others = [one for one in params if one.part != "kept"]
    asked = {one.role for one in others}
    return [*others, *(one for one in kept if one.role != "sort" or "sort" not in asked)]


def _shown(one: Param, told: Sequence[tuple[Call, Sequence[Any]]]) -> bool:
    return any(items for call, items in told if one.said(call) is not None)
