"""Filters of several fields of which one is enough: `{"filter": {"name": ..., "email": ...}, "filterOperator": "OR"}`.

A parameter that is called so and only ever says `and` or `or` joins the filters beside and below it. What it joins by
`or` is told together: each entity shown fits one of them, and a filter that no field explains is fitted by none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from awe_author.features.discover.common.comparing import compares, value_at
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.condition_records import EITHER
from awe_author.features.discover.exchanges.params import Param, Said, params_of
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.lists.asked_values import is_said, value_of
from awe_author.features.discover.lists.roles import joins

Told = Sequence[tuple[Call, list[dict[str, Any]]]]
"""Calls and what they showed."""


def below(joiner: Param, way: Sequence[str]) -> bool:
    """Is a parameter at this place joined by it: beside it, or below what stands beside it?"""
    around = joiner.way[:-1]
    return tuple(way[: len(around)]) == around and tuple(way) != joiner.way and len(way) > len(around) + 1


def without_joined(call: Call, pattern: Pattern | None, items: list[dict[str, Any]]) -> Callable[[Said], list[Any]]:
    """What a parameter of a request is checked on: nothing where one of several is enough."""
    every = list(params_of(call, pattern))
    either = [Param(one.name, one.part, "joiner", way=one.way) for one in every
              if joins(one) and one.value.lower() in EITHER]  # fmt: skip
    return lambda said: [] if any(below(one, said.way) for one in either) else items


def settle_joined(params: Sequence[Param], told: Told) -> None:
    """Filters that are joined by `or` are none when something was shown that fits none of those that were said."""
    for joiner in (one for one in params if one.role == "joiner"):
        mine = [one for one in params if one.role == "filter" and below(joiner, one.way)]
        for call, items in told:
            if (joiner.said(call) or "").lower() not in EITHER:
                continue
            said = [one for one in mine if one.said(call) is not None]
            if said and not all(any(_fits(one, call, item) for one in said) for item in items):
                for one in said:
                    one.role = "unknown"


def _fits(param: Param, call: Call, item: dict[str, Any]) -> bool:
    return compares(param.how, value_at(item, param.of), param.said(call) or "")


def joined_text(params: Sequence[Param], conditions: Iterable[tuple[Param, str]]) -> list[str]:
    """The conditions of a list: all of them, or where a request says so one of those that are joined."""
    waiting = list(conditions)
    made: list[str] = []
    for joiner in (one for one in params if one.role == "joiner"):
        mine = [pair for pair in waiting if below(joiner, pair[0].way)]
        if len(mine) < 2:
            continue
        waiting = [pair for pair in waiting if pair not in mine]
        either = f"string({value_of(joiner, 'and')}).lowerAscii() in ['or', 'any']"
        every = " && ".join(f"(!({is_said(one)}) || {condition})" for one, condition in mine)
        some = " || ".join(f"({is_said(one)} && {condition})" for one, condition in mine)
        none = " && ".join(f"!({is_said(one)})" for one, _ in mine)
        made.append(f"({either} ? ({some} || ({none})) : ({every}))")
    return [*(f"(!({is_said(one)}) || {condition})" for one, condition in waiting), *made]
