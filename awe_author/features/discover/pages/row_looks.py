"""What rows look like: their classes, and elements with theirs."""

from __future__ import annotations

import re

from bs4 import Tag

_CLASS = re.compile(r"[A-Za-z][\w-]*")
PASSING = re.compile(r"(^|[-_])(odd|even|selected|active|hover|focus|first|last|open|current)($|[-_])")
"""Classes of where a row stands, and of what is being done with it."""


def marks_of(tag: Tag) -> set[str]:
    """What a row is and has, as selectors: its classes, and elements with theirs."""
    own = {f".{name}" for name in tag.get_attribute_list("class") if name and _usable(name)}
    within = {
        ".".join([one.name, *([name] if name else [])])
        for one in tag.find_all(True)
        for name in ["", *one.get_attribute_list("class")] if not name or _usable(name)
    }  # fmt: skip
    return own | within


def _usable(name: str) -> bool:
    return bool(_CLASS.fullmatch(name)) and not PASSING.search(name)
