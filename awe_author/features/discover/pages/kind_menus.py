"""Menus of what an app has: rows that lead to lists (`/office/firm/`, `/office/person/`) rather than to entities."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from urllib.parse import urlsplit

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.pages.pages import Shown

HALF = 2
"""One in so many of the fields of two forms that both have is too many for forms of two kinds."""


def kind_menus(templates: Mapping[str, Collection[str]], shown: Sequence[Shown]) -> set[str]:
    """Those of the lists (template -> keys) whose keys are words of which two have rows below them that are told by
    numbers (`/office/firm/7/change/`, `/office/person/3/change/` of `/office/*/`), where forms below the one word have
    other fields than those below the other: these words are kinds, and forms of one kind are alike."""
    found = set[str]()
    for template, keys in templates.items():
        path, _, query = template.partition("?")
        if query or "*" not in path or any(map(looks_like_id, keys)):
            continue
        start = path.partition("*")[0]
        words = [word for word in keys if _has_rows(f"{start}{word}/", templates)]
        fields = [one for word in words if (one := _fields(f"{start}{word}/", shown))]
        if any(_unlike(one, other) for one, other in combinations(fields, 2)):
            found.add(template)
    return found


def _has_rows(start: str, templates: Mapping[str, Collection[str]]) -> bool:
    """Are there lists of what is opened right below an address, by keys that are no words?"""
    return any(one.startswith(f"{start}*") and any(map(looks_like_id, keys)) for one, keys in templates.items())


def _fields(start: str, shown: Sequence[Shown]) -> set[str]:
    """The names of all fields that users see in forms sent as posts, on pages below an address."""
    below = [one for one in shown if urlsplit(one.page.url).path.startswith(start)]
    forms = [form for one in below for form in one.forms if form.method.lower() == "post"]
    return {name for form in forms for name in form.fields if name not in form.hidden}


def _unlike(one: Collection[str], other: Collection[str]) -> bool:
    both = {*one} & {*other}
    return HALF * len(both) < min(len({*one}), len({*other}))
