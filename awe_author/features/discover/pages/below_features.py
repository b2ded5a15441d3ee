"""What the pages about one kind list of another (`lists_below`), in each situation in which they were seen.

They are lists as any (`list_features`): of all that was there only what belongs to the entity of the page counts. A
page of such an address without the list is the one that says that there is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from awe_author.features.discover.common.keys import framed
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import WORDS, in_words
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.wording import KEY, own_text, squeezed
from awe_author.features.discover.pages.cells import cells_of
from awe_author.features.discover.pages.list_features import Listed
from awe_author.features.discover.pages.lists_below import Below
from awe_author.features.discover.pages.page_lists import Look
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in
from awe_author.features.discover.pages.told_alike import Condition
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json

LOOKS = 3
"""Looks of which texts are tried."""


def below_features(
    one: PageKind,
    part: Entities,
    found: Sequence[Below],
    shown: Sequence[Shown],
    seen: Seen,
    actions: Mapping[int, str],
) -> list[Feature]:
    """What these pages list. `actions`: id() of an operation -> its action."""
    made: list[Feature] = []
    for below in found:
        operations = [*below.above.operations, *one.operations]
        acts = {call.seq: actions[id(each)] for each in operations for call in each.calls}
        cells = cells_of(one, part, [(look.page, look.rows) for look in below.looks], seen, lambda row: row.tag)
        features = _BelowOf(one, part, below, shown, seen, acts).features(cells) if cells else []
        like = dict.fromkeys(look.shown.load.seq for look in below.looks if look.shown.load is not None)
        for feature in features:
            on = feature.document["on"]
            if isinstance(on, dict) and like:
                on.setdefault("like", [*like])
            feature.document["id"] = f"{part.kind.name}.below.page"
            feature.document["title"] = f"The {part.kind.name.replace('_', ' ')} of one of {below.of.replace('_', ' ')}"
        made += features
    return made


class _BelowOf(Listed):
    """The looks at such a list on the pages of all entities."""

    def __init__(
        self,
        one: PageKind,
        part: Entities,
        below: Below,
        shown: Sequence[Shown],
        seen: Seen,
        acts: Mapping[int, str],
    ) -> None:
        self.below = below
        self.wanted = dict(zip((id(look.page) for look in below.looks), below.said, strict=True))
        alike = [(look.page, look.rows, look.shown) for look in below.looks]
        super().__init__(one, part, alike, shown, seen, acts, alike)
        self.tests = [*self.tests, f"segments[0] in state.{below.of}", *in_words(below.template)]

    def _address(self, every: Sequence[tuple[Page, Rows, Shown]]) -> str:
        return self.one.origin + self.below.template.replace(WORDS, "*")

    def _narrow(self) -> None:
        below, about = self.below, f"state.{self.below.of}[segments[0]]"
        called = own_text(about, below.called) if below.called != KEY else "segments[0]"
        self.narrowing.filters.append(Condition(f"{own_text('item', below.field)} == {called}"))

    def _restrict(self) -> None:
        for looks in (self.looks, self.every):
            for place, look in enumerate(looks):
                said = self.wanted[id(look.page)]
                mine = {key: values for key, values in look.there.items() if values.get(self.below.field) == said}
                looks[place] = replace(look, there=mine)

    def _beside(self) -> list[Json]:
        return [*super()._beside(), *self._named_counts()]

    def _notices(self, mine: Sequence[tuple[Shown, Sequence[Rows]]]) -> list[Json]:
        told = {str(one["select"]) for one in self._named_counts() if isinstance(one, dict)}
        return [one for one in super()._notices(mine) if isinstance(one, dict) and one.get("select") not in told]

    def _named_counts(self) -> list[Json]:
        """Texts with the name of what the page is about and how many it has: `Tasks in "Berths (4)"`."""
        found: dict[str, Json] = {}
        for look in self.every[:LOOKS]:
            document, name, count = look.shown.document, self.wanted[id(look.page)], str(len(look.keys))
            for tag, said in texts_in(document.body or document):
                selector = alone(document, tag, "") if name in said and tag.find(True) is None else None
                before, _, rest = squeezed(said).partition(name)
                between, number, behind = rest.partition(count)
                if (
                    selector is None
                    or selector in found
                    or not number
                    or not self._says(selector, before, between, behind)
                ):
                    continue
                about = f"state.{self.below.of}[segments[0]]"
                called = own_text(about, self.below.called) if self.below.called != KEY else "segments[0]"
                value = f"{framed(before, called, between)} + {framed('', f'string({self.base}.size())', behind)}"
                found[selector] = {"select": selector, "set": {"text": value}}
        return [*found.values()]

    def _says(self, selector: str, before: str, between: str, behind: str) -> bool:
        """Do all looks that have the element say so, with their names and numbers, of which there are several? A lone
        look has more than one."""
        told = set[str]()
        for look in self.every:
            tag = look.shown.document.select_one(selector)
            name, count = self.wanted[id(look.page)], str(len(look.keys))
            if tag is not None and squeezed(tag.get_text()) != f"{before}{name}{between}{count}{behind}":
                return False
            told |= {count} if tag is not None else set()
        return len(told) > 1 or (len(self.every) == 1 and told != {"1"})

    def _is_at(self, page: Shown) -> bool:
        return key_in(page.page.url.partition("#")[0].partition("?")[0], self.below.template) is not None

    def _may_have(self, look: Look, values: Mapping[str, str]) -> bool:
        key = key_in(look.page.url.partition("#")[0].partition("?")[0], self.below.template) or ""
        said = self.below.names.get(key, key)
        return self.narrowing.are_listed(values) and values.get(self.below.field) == said
