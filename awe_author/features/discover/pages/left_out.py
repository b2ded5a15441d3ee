"""What a list leaves out whatever its address asks for: closed tickets, archived notes.

Believed of a field with states (words) when what the list left out has one of them, and nothing that it shows does, at
all looks; and when one that it had shown before is gone since it has that state.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import STATE
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.pages import LISTED_ON

if TYPE_CHECKING:
    from awe_author.features.discover.pages.page_lists import Look

MOST = 3
"""States that a list leaves out."""
Values = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What has one of these states is not listed."""

    field: str
    states: tuple[str, ...]
    param: str = ""
    part: bool = False

    def fits(self, asked: Mapping[str, str], values: Values) -> bool:
        """Is a row listed?"""
        return values.get(self.field, "") not in self.states

    def text(self) -> str:
        """The condition about `item`."""
        own = own_text("item", self.field)
        if len(self.states) == 1:
            return f"{own} != {text(self.states[0])}"
        return f"!({own} in [{', '.join(map(text, self.states))}])"


def left_out(
    part: Entities, looks: Sequence[Look], fits: Sequence[Collection[str]], sent: Collection[str]
) -> LeftOut | None:
    """What a list leaves out; None when nothing tells. `fits`: keys of what each look asked for; `sent`: fields that
    forms send, which explain less than those that an app sets."""
    gone = {key for look in looks for key in look.keys} - set(looks[-1].keys)
    fields = [of for of in part.fields() if of not in (KEY, LISTED_ON)]
    if not gone or not all(look.whole for look in looks):
        return None
    for of in sorted(fields, key=lambda of: of in sent):
        hidden = {look.there[key].get(of, "") for look, mine in zip(looks, fits, strict=True)
                  for key in mine if key not in look.keys}  # fmt: skip
        shown = {look.there.get(key, {}).get(of, "") for look in looks for key in look.keys}
        states = all(STATE.fullmatch(value) for value in hidden)
        if hidden and states and len(hidden) <= MOST and not hidden & shown and _became(looks, gone, of, hidden):
            return LeftOut(of, tuple(sorted(hidden)))
    return None


def _became(looks: Sequence[Look], gone: Collection[str], of: str, states: Collection[str]) -> bool:
    """Was one listed while it was in another state, and is it there still?"""
    return any(key in looks[-1].there and looks[-1].there[key].get(of, "") in states for key in gone)
