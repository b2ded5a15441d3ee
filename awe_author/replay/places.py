"""Paths of addresses, and how near two of them are to each other. Pure."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from awe_author.archive.model import Entry

Place = tuple[str, ...]
"""The segments of a path."""


class KnownPaths(NamedTuple):
    """What a recording says of the paths of one origin."""

    documents: dict[Place, list[Entry]]
    """What tabs showed of each path, in recorded order."""
    made: dict[Place, Entry]
    """Paths of pages that scripts made -> the document within which they did."""
    other: frozenset[Place]
    """Paths of everything else."""


class Nearness(NamedTuple):
    """How much a path is like another: the greater, the nearer."""

    beginning: int
    """Segments from the left that are the same."""
    as_long: bool
    alike: int
    """Segments that are the same, wherever they stand."""


def place_of(url: str) -> Place:
    """The segments of the path of an address, percent-decoded."""
    return tuple(unquote(one) for one in urlsplit(url).path.strip("/").split("/"))


def nearness(one: Place, other: Place) -> Nearness:
    """How near two paths are to each other."""
    same = [a == b for a, b in zip(one, other, strict=False)]
    beginning = next((number for number, alike in enumerate(same) if not alike), len(same))
    return Nearness(beginning, len(one) == len(other), sum(same))
