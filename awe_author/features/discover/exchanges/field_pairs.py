"""Conditions that are nothing but what a field is called and a list of values (`{"column_id": "town", "column_values":
["Oslo"]}`), and how conditions test what is in a list of an entity."""

from __future__ import annotations

import re
from typing import Any

from awe_author.features.discover.common.names import snake

COLUMN = re.compile(r"(field|column|property|attribute)(_(id|name|key))?\Z")
VALUES = re.compile(r"(\w+_)?values\Z")
_NAME = "(type(e) == map ? string(dyn(e).get('id', '')) : string(e))"
_AMONG = f"dyn(o).exists(e, type(x) == list ? dyn(x).exists(w, string(w) == {_NAME}) : {_NAME} == t)"
HELD = {
    "eq": _AMONG, "among": _AMONG, "not": f"!{_AMONG}", "null": "size(dyn(o)) == 0", "set": "size(dyn(o)) > 0",
    "has": f"dyn(o).exists(e, {_NAME}.lowerAscii().contains(t.lowerAscii().replace('%', '')))",
}  # fmt: skip
"""Comparison -> the expression of whether one of what is in a list `o` fits what is asked for, `x` (as text `t`)."""


def are_pairs(value: Any) -> bool:
    """Are these such records, some of them? They are conditions, whatever their parameter is called."""
    return isinstance(value, list) and bool(value) and all(map(_is_pair, value))


def _is_pair(value: Any) -> bool:
    if not isinstance(value, dict) or len(value) != 2:
        return False
    told = [(snake(name), said) for name, said in value.items()]
    field = any(COLUMN.match(name) and isinstance(said, str) for name, said in told)
    return field and any(VALUES.match(name) and isinstance(said, list) for name, said in told)
