"""Which texts a search looks into, beside those in which the recorded ones found their words: all that the list shows
and that no recorded search tells to be left out, as it did not show what has the word there. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.common.keys import moment_of
from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.entities.entities import Entities

Absent = tuple[str, dict[str, Any]]
"""(what was searched for, an entity that was there and was not shown)."""
FEW = 5
"""Different texts of which some entities may have the same."""
FEWEST = 3
"""Entities that tell whether a field has texts of its own."""


def searched_texts(part: Entities, shown: Iterable[str], absent: Sequence[Absent]) -> list[str]:
    """The fields. `shown`: those that the list shows."""
    return [
        name for name in shown
        if name != part.kind.key and part.forms.get(name) == "plain" and _are_texts(part.values(name))
        and not any(_has(words, value.get(name)) for words, value in absent)
    ] if absent else []  # fmt: skip


def begun_texts(part: Entities, shown: Iterable[str], found: Sequence[Absent], absent: Sequence[Absent]) -> list[str]:
    """Fields of such texts that have what was searched for in what was not shown, but never begin with it: these are
    searched from their beginning. `shown`: fields that the list shows; `found`: (words, an entity that was shown)."""

    def begins(words: str, value: dict[str, Any], name: str) -> bool:
        return str(value.get(name) or "").lower().startswith(words.lower())

    return [
        name for name in shown
        if name != part.kind.key and part.forms.get(name) == "plain" and _are_texts(part.values(name))
        and any(_has(words, value.get(name)) for words, value in absent)
        and not any(begins(words, value, name) for words, value in absent)
        and all(begins(words, value, name) for words, value in found if _has(words, value.get(name)))
    ]  # fmt: skip


def without_absent(names: Sequence[str], found: Sequence[Absent], absent: Sequence[Absent]) -> list[str]:
    """The fields in which searches found their words, without those that had the words in something that was not shown,
    where the others explain all that was. `found`: (words, an entity that was shown)."""
    kept = [name for name in names if not any(_has(words, value_at(value, name)) for words, value in absent)]
    told = all(any(_has(words, value_at(value, name)) for name in kept) for words, value in found if words)
    return kept if told and kept else [*names]


def _are_texts(values: Sequence[Any]) -> bool:
    """Are they texts that people write, mostly others in each entity: no choices, moments, keys or addresses?"""
    texts = [value for value in values if isinstance(value, str) and value]
    if len(texts) < FEWEST or any(not isinstance(value, str | None) for value in values):
        return False
    plain = (re.search(r"[^\W\d_]{2}", one) and not re.match(r"https?:|/", one) for one in texts)
    odd = any(moment_of(one) is not None or looks_like_id(one) for one in texts)
    different = len({*texts})
    return all(plain) and not odd and (3 * different >= 2 * len(texts) or 2 * different >= max(len(texts), 2 * FEW))


def _has(words: str, value: Any) -> bool:
    own = str(value or "").lower()
    return bool(words) and all(word in own for word in words.lower().replace('"', " ").split())
