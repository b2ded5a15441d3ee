"""Who changed an entity last, as a name on its pages that each recorded write made another, always the same one.

    <p>Changed on 3 March by <b>iris</b></p>        after each of our own writes: by <b>mara</b>

Told by a place of an entity's own page where three entities at least have a name, two different ones, that stays as it
is at all looks without a write, and is the same one at all looks after one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.names import CHANGED_BY
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.pages import PageKind, Shown, page_call
from awe_author.features.discover.pages.posts import key_in

LEAST = 3
"""Entities whose pages have a name there."""
_NAME = re.compile(r"[^\W\d_][\w.' -]{1,40}")
Sighted = tuple[Call, dict[str, Any]]
"""(when, what was seen of an entity)."""


def changed_by(made: PageKind, shown: Sequence[Shown], roles: Sequence[tuple[Call, str, str]]) -> list[Sighted]:
    """Sightings of such a name."""
    writes: dict[str, list[int]] = {}
    for call, role, key in roles:
        if role in ("create", "update"):
            writes.setdefault(key, []).append(call.seq)
    gone = {key: call.seq for call, role, key in roles if role == "delete"}
    new = {key: call.seq for call, role, key in roles if role == "create"}
    pages = [(key, page) for page in shown for key in [key_in(page.page.url, made.template)]
             if key and new.get(key, -1) < page.page.seq <= gone.get(key, 1 << 62)]  # fmt: skip
    for selector in dict.fromkeys(one for _, page in pages[:LEAST] for one in _places(page)):
        told = [(key, page, squeezed(tags[0].get_text())) for key, page in pages
                if len(tags := page.document.select(selector)) == 1]  # fmt: skip
        if len(told) == len(pages) and _tells(told, writes):
            return [(page_call(page.page, made.origin), {"id": key, CHANGED_BY: said}) for key, page, said in told]
    return []


def _tells(told: Sequence[tuple[str, Shown, str]], writes: Mapping[str, Sequence[int]]) -> bool:
    """Do pages say a name that goes with writes alone?"""
    before: dict[str, set[str]] = {}
    after: dict[str, set[str]] = {}
    for key, page, said in told:
        written = any(seq < page.page.seq for seq in writes.get(key, ()))
        (after if written else before).setdefault(key, set()).add(said)
    own = {name for said in after.values() for name in said}
    stays = len(before) >= LEAST and all(len(said) == 1 for said in before.values())
    turned = any(before[key] != after[key] for key in before.keys() & after.keys())
    names, keys = {said for _, _, said in told}, {key for key, _, _ in told}
    return stays and turned and len(own) == 1 and all(map(_NAME.fullmatch, names)) and not names & keys


def _places(page: Shown) -> list[str]:
    """Selectors of what may be a name on a page."""
    told = [tag for tag, said in texts_in(page.document.body or page.document) if _NAME.fullmatch(squeezed(said))]
    return [selector for tag in told if (selector := alone(page.document, tag, "")) is not None]
