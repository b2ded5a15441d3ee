"""Parameters that let through what has a word, or several, in a field that rows show as labels: `?tags=tea+green`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.row_labels import words_of, words_text
from awe_author.features.discover.markup.wording import own_text

if TYPE_CHECKING:
    from awe_author.features.discover.pages.page_lists import Look

Values = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class WordFilter:
    """One such parameter."""

    param: str
    field: str
    sign: str
    """What stands between the words of the field, and of the parameter."""
    part = False

    def fits(self, asked: Mapping[str, str], values: Values) -> bool:
        """Does it let a row through?"""
        there = words_of(values.get(self.field, ""), self.sign)
        return all(word in there for word in words_of(asked.get(self.param, ""), self.sign))

    def text(self) -> str:
        """The condition about `item`."""
        said = words_text(f"page.query.get({text(self.param)}, '')", self.sign)
        return f"{said}.all(one, one in {words_text(own_text('item', self.field), self.sign)})"


def word_filters(looks: Sequence[Look]) -> list[WordFilter]:
    """The parameters of looks that let through just what has their words, and leave out something."""
    field, sign, _ = next((look.rows.labels for look in looks if look.rows.labels[0]), ("", "", ""))
    found = []
    for name in dict.fromkeys(name for look in looks for name in look.asked) if field else ():
        made = WordFilter(name, field, sign)
        asking = [look for look in looks if words_of(look.asked.get(name, ""), sign)]
        shown = [(look.asked, look.there.get(key, {})) for look in asking for key in look.keys]
        left = [(look.asked, values) for look in asking for key, values in look.there.items() if key not in look.keys]
        if shown and left and all(made.fits(*one) for one in shown) and not any(made.fits(*one) for one in left):
            found.append(made)
    return found
