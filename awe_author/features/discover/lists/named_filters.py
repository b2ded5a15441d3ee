"""Filters of which one member says the field and another the value: `{"col": "name", "value": "tea"}`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.comparing import compares, value_at
from awe_author.features.discover.common.names import words
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param

NAMING = words("col column field key property property_name attribute attr name by on prop")
WANTED = words("value val values text query q term search contains like keyword")
STYLES = ("eq", "has", "starts")
UNTOLD = ("unknown", "search", "contains", "filter")
"""Roles that the value may have been taken for."""


def pair_filters(params: Sequence[Param], answers: Sequence[tuple[Call, Sequence[dict[str, Any]]]]) -> None:
    """Give the role `named` to values beside the name of a field, when all that was shown fits."""
    fields = {name for _, items in answers for item in items for name in item}
    for param in params:
        if param.part not in ("body", "json") or param.role not in UNTOLD or param.way[-1].lower() not in WANTED:
            continue
        namer = next((one for one in params if _names(one, param, fields)), None)
        shown = [(param.said(call), namer.said(call), items) for call, items in answers] if namer else []
        told = [(said, value_at(item, name)) for said, name, items in shown if said and name for item in items]
        how = next((one for one in STYLES if told and all(compares(one, own, said) for said, own in told)), "")
        if namer is not None and how:
            param.role, param.how, param.namer, param.sure = "named", how, namer, 0.8
            namer.role, namer.sure = "names", 0.8


def _names(one: Param, value: Param, fields: set[str]) -> bool:
    """Does a parameter that stands beside a value name fields?"""
    beside = one is not value and one.part == value.part and one.way[:-1] == value.way[:-1]
    return beside and one.way[-1].lower() in NAMING and bool(one.values) and all(name in fields for name in one.values)


def fits_named(param: Param, call: Call, entity: dict[str, Any]) -> bool:
    """Does an entity fit such a filter of a request?"""
    said, name = param.said(call), param.namer.said(call) if param.namer is not None else None
    return said is None or name is None or compares(param.how, value_at(entity, name), said)


def named_text(param: Param, item: str, value: str, name: str) -> str:
    """The condition. `value`, `name`: expressions of what is asked for, and of the field."""
    own = f"{item}.get(string({name}), null)"
    text = f"({own} == null ? '' : string(dyn({own})))"
    if param.how == "eq":
        return f"{text} == {value}"
    verb = "contains" if param.how == "has" else "startsWith"
    return f"{text}.lowerAscii().{verb}({value}.lowerAscii())"
