"""Fields of entities as JSON in documents tells them, for pages that show the same ones: which there are, and which of
them are numbers, that pages and forms have as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from awe_author.features.discover.exchanges.kinds import Kind

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})\Z")


def plain_fields(kind: Kind | None) -> set[str]:
    """Names of the fields that a page may show as they are."""
    return {name for name, values in _values(kind).items() if all(isinstance(one, str | int) for one in values)}


def number_fields(kind: Kind | None) -> set[str]:
    """Names of those that are numbers; the key among them."""
    return {name for name, values in _values(kind).items() if all(isinstance(one, int) for one in values)}


def _values(kind: Kind | None) -> dict[str, list[Any]]:
    """Field -> its values; without those that are yes or no somewhere, or never anything."""
    found: dict[str, list[Any]] = {}
    for one in kind.sightings() if kind is not None else ():
        for name, value in one.value.items():
            if value is not None:
                found.setdefault(name, []).append(value)
    return {name: values for name, values in found.items() if not any(isinstance(one, bool) for one in values)}


def as_numbers(values: Mapping[str, Any], numbers: Iterable[str]) -> dict[str, Any]:
    """The same, with these fields as numbers where they are written as such."""
    asked = {*numbers}
    return {
        name: int(value) if name in asked and isinstance(value, str) and _NUMBER.match(value) else value
        for name, value in values.items()
    }


def number_text(own: str) -> str:
    """The expression of a text that may be a number, as what it is."""
    return f"({own}.matches('^-?(0|[1-9][0-9]{{0,14}})$') ? dyn(int({own})) : dyn({own}))"
