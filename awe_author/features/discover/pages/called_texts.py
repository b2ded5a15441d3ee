"""Where texts with calls of functions may stand in an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Way = tuple[str, ...]
DEEPEST = 3


def texts_of_calls(value: Any, way: Way = ()) -> Iterator[tuple[Way, str]]:
    """(way, text) of texts in objects that may have calls in them."""
    for name, inner in value.items() if isinstance(value, dict) and len(way) < DEEPEST else ():
        if isinstance(inner, str) and "(" in inner:
            yield (*way, str(name)), inner
        else:
            yield from texts_of_calls(inner, (*way, str(name)))
