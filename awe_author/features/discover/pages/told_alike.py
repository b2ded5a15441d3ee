"""Lists at an address of their own of all that has one value in a column: "My tasks" of those that Mara has to do.

Believed where its address asks for nothing, it shows just those of all that was there, at all looks: three at least,
and three others are left out. Fields of few values count, columns before what forms send.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.wording import KEY
from awe_author.features.discover.pages.pages import LISTED_ON

if TYPE_CHECKING:
    from awe_author.features.discover.pages.page_lists import Look

LEAST = 3
"""Rows that are shown, and that are not."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One that no address asks for; looks have nothing else (`below_features`)."""

    test: str
    param: str = ""
    part: bool = False

    def text(self) -> str:
        """The condition about `item`."""
        return self.test

    def fits(self, asked: Mapping[str, str], values: Mapping[str, str]) -> bool:
        """All that looks have fits."""
        return True


def told_alike(
    part: Entities, looks: Sequence[Look], fixed: Mapping[str, str], sent: Collection[str], usual: Mapping[str, str]
) -> dict[str, str]:
    """Field -> the value that all have that are listed, and nothing else has; empty where nothing tells. `fixed`: what
    all of them have anyway; `usual`: field -> what lists show of what is put away, or not."""
    if any(urlsplit(look.page.url).query for look in looks) or not all(look.whole for look in looks):
        return {}
    rows = [
        {key: values for key, values in look.there.items() if all(values.get(of) == said for of, said in fixed.items())}
        for look in looks
    ]
    if min(len(look.keys) for look in looks) < LEAST or min(map(len, rows)) < 2 * LEAST:
        return {}
    fields = [of for of in part.fields() if of not in (KEY, LISTED_ON, *fixed)]
    for of in sorted(fields, key=lambda of: of in sent):
        values = {look.there[key].get(of, "") for look in looks for key in look.keys if key in look.there}
        value = values.pop() if len(values) == 1 else ""
        if value and all(
            {*look.keys} == {key for key, told in mine.items() if told.get(of) == value}
            and len(mine) - len(look.keys) >= LEAST
            for look, mine in zip(looks, rows, strict=True)
        ):
            every = [look.there[key] for look in looks for key in look.keys]
            away = {name: said for name, said in usual.items() if all(told.get(name) == said for told in every)}
            return {**away, of: value}
    return {}
