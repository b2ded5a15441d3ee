"""Orders that requests say as documents, brought to one form, `created desc`: what is sorted by first, and which way.

[{"propertyName": "created", "direction": "DESCENDING"}]    HubSpot, Notion, tables of React
[["created", "DESC"]]                                       react-admin, Sequelize
[{"created": "desc"}], {"created": -1}                      Prisma, Mongo
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake

SORTS = re.compile(r"(^|_)(sorts?|orders?|sorted|ordered|sorting|ordering)(_|$)")
"""Names of parameters that say an order, in small letters: also longer ones, `sort_by_field`, `sort_model`."""
DOWN = ("desc", "descending", "-1", "true", "desc_nulls_first", "desc_nulls_last")
TURNED_UP = ("desc", "descending", "-1", "false", "0")
"""What a parameter that is called `ascending` says to turn an order round."""
UP = ("asc", "ascending", "1", "false", "asc_nulls_first", "asc_nulls_last")
"""Words of a direction."""
_DIRECTIONS = re.compile(r"(direction|dir|order|sort|desc|descending|type)\Z")
MOST = 8


@dataclass(frozen=True, slots=True)
class OrderForm:
    """Where in a document the order stands."""

    kind: str
    """records, pairs, or named: the field is the name of a member."""
    listed: bool = True
    field: str = ""
    direction: str = ""
    """Of records: the names of the members; "" when there is no direction."""


def order_form(name: str, value: Any) -> OrderForm | None:
    """How a parameter's value says an order; None when it does not."""
    listed = isinstance(value, list)
    first = value[0] if isinstance(value, list) and 0 < len(value) <= MOST else value
    if not SORTS.search(snake(name)):
        return None
    if listed and isinstance(first, list) and len(first) == 2 and all(isinstance(one, str) for one in first):
        return OrderForm("pairs") if first[1].lower() in DOWN + UP else None
    if not isinstance(first, dict) or not first:
        return None
    ways = {inner: str(one).lower() in DOWN + UP for inner, one in first.items()}
    if len(first) == 1 and all(ways.values()) and not _DIRECTIONS.search(snake(next(iter(first)))):
        return OrderForm("named", listed)
    directions = [inner for inner, is_way in ways.items() if is_way and _DIRECTIONS.search(snake(inner))]
    fields = [inner for inner, one in first.items() if isinstance(one, str) and inner not in directions]
    if not listed or len(fields) != 1 or len(directions) > 1:
        return None
    return OrderForm("records", True, fields[0], directions[0] if directions else "")


def order_said(form: OrderForm, value: Any) -> str | None:
    """The order in one form; None when the value has another one, or says none."""
    first = value[0] if form.listed and isinstance(value, list) and value else value
    way: Any = ""
    try:
        if form.kind == "pairs":
            field, way = first[0], first[1]
        elif form.kind == "named":
            field, way = next(iter(first.items()))
        else:
            field, way = first[form.field], first.get(form.direction, "")
    except (AttributeError, IndexError, KeyError, StopIteration, TypeError):
        return None
    return f"{field} {'desc' if str(way).lower() in DOWN else 'asc'}" if isinstance(field, str) else None


def order_text(form: OrderForm, own: str, default: str) -> str:
    """The expression of the order in one form. `own`: the name of the value; `default`: the text for when there is
    none."""
    first = f"dyn({own})[0]" if form.listed else f"dyn({own})"
    match form.kind:
        case "pairs":
            field, way = f"dyn({first})[0]", f"dyn({first})[1]"
        case "named":
            field, way = "k", f"dyn({first})[k]"
        case _:
            field = f"dyn({first}).get({text(form.field)}, '')"
            way = f"dyn({first}).get({text(form.direction)}, '')" if form.direction else "''"
    down = ", ".join(text(one) for one in DOWN)
    made = f"string({field}) + (string({way}).lowerAscii() in [{down}] ? ' desc' : ' asc')"
    made = f"dyn({first}).map(k, {made})[0]" if form.kind == "named" else made
    return f"({own} == null || size(dyn({own})) == 0 ? {text(default)} : {made})"
