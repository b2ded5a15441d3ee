"""Other words in expressions: names and paths are exchanged, what stands in quotes stays as it was recorded."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

_QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""


def replaced(value: Any, words: Mapping[str, str], kept: Collection[str] = ()) -> Any:
    """An expression, or JSON of such, with `words` (`page.query`, `segments[0]`) in place of others.

    A word counts where it begins a path and is whole: `query` is neither in `page.query` nor in `query_2`. Keys of
    objects stay, and with those in `kept` what is there.
    """
    if isinstance(value, dict):
        return {key: inner if key in kept else replaced(inner, words, kept) for key, inner in value.items()}
    if isinstance(value, list):
        return [replaced(inner, words, kept) for inner in value]
    if not isinstance(value, str) or not words:
        return value
    ways = "|".join(re.escape(word) + (r"(?!\w)" if re.match(r"\w", word[-1]) else "") for word in words)
    return re.sub(rf"{_QUOTED}|(?<![\w.])(?:{ways})", lambda found: words.get(found[0], found[0]), value)
