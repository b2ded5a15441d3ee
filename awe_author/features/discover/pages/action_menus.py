"""Lists of what can be done with one entity: tabs and menus (`/node/3/edit`, `/node/3/delete`), not entities."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import urlsplit

from awe_author.features.discover.common.names import SCRIPT, looks_like_id
from awe_author.features.discover.pages.pages import Shown
from awe_author.queries import parse_qsl


def action_menus(templates: Mapping[str, Collection[str]]) -> set[str]:
    """Those of the lists (template -> keys) whose keys are words right behind the key of a row of another list, where
    rows of that list have some of the same words behind theirs: `/node/3/*` and `/node/7/*` with `edit`, below
    `/node/*`."""
    found: dict[str, dict[str, set[str]]] = {}
    for template, keys in templates.items():
        start, _, key = template.removesuffix("/*").rpartition("/")
        there = key in templates.get(f"{start}/*", ())
        if template.endswith("/*") and there and looks_like_id(key) and not any(map(looks_like_id, keys)):
            found.setdefault(start, {})[template] = {*keys}
    return {
        template
        for menus in found.values()
        for template, words in menus.items()
        if any(words & other for name, other in menus.items() if name != template)
    }


def programs(template: str, keys: Collection[str], shown: Sequence[Shown]) -> bool:
    """Are the keys of a list programs, one of which was asked about entities (`Display.html?id=7`)?"""
    paths = {template.replace("*", key) for key in keys if SCRIPT.search(key)}
    asked = (urlsplit(one.page.url) for one in shown) if paths else ()
    return any(one.path in paths and any(looks_like_id(said) for _, said in parse_qsl(one.query)) for one in asked)
