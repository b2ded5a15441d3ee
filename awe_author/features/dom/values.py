"""Values of expressions as a page shows them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TypeAlias

from awe_author.state.cel import to_json

Shown: TypeAlias = "str | bool | None"
"""What the runtime gets: a text; whether; None: the attribute is not there."""

YES_OR_NO = ("checked", "hidden")
TEXTS = ("text", "html", "value")


def shown(binding: str, value: object) -> Shown:
    """The value of one binding (see `features.model.Settings`)."""
    if binding in YES_OR_NO or binding.startswith("class."):
        return bool(value)
    if binding in TEXTS or binding.startswith("text."):
        return text(value)
    if value is None or isinstance(value, bool):
        return value
    return text(value)


def text(value: object) -> str:
    """A value as text: whole numbers without a point, moments in RFC 3339, lists with commas, objects as JSON."""
    match value:
        case str():
            return value
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        case datetime():
            return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case Mapping():
            return json.dumps(to_json(value), ensure_ascii=False)
        case list() | tuple():
            return ", ".join(text(one) for one in value)
        case _:
            return str(value)
