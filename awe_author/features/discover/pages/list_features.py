"""Lists of server-rendered pages: their rows, what their heads and texts tell, in each situation they were seen in.

A page that was asked for something that is not there looks otherwise, often without the list: it is served when nothing
fits what its address asks for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import says_what
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.situations import told_apart, where_of
from awe_author.features.discover.markup.wording import KEY
from awe_author.features.discover.pages.asked_for import asked_texts
from awe_author.features.discover.pages.boards import moved_order, whole_board
from awe_author.features.discover.pages.box_marks import ticked, ticked_sizes
from awe_author.features.discover.pages.boxed_rows import order_of_links
from awe_author.features.discover.pages.cells import cells_of, told_rows
from awe_author.features.discover.pages.choice_counts import choice_counts
from awe_author.features.discover.pages.companion_rows import companion_rows, of_part
from awe_author.features.discover.pages.echoed import echoed
from awe_author.features.discover.pages.empty_lists import among_others, never_empty, said_of_nothing
from awe_author.features.discover.pages.grouped_lists import group_looks, group_rows, grouped, in_groups
from awe_author.features.discover.pages.handed_on import beside_handed_on
from awe_author.features.discover.pages.head_signs import head_signs
from awe_author.features.discover.pages.keyed_rows import BOX as BY_BOX
from awe_author.features.discover.pages.keyed_rows import drawn_rows
from awe_author.features.discover.pages.list_addresses import address_of, of_any, own_address
from awe_author.features.discover.pages.list_forms import agree_on_rows, elsewhere, list_forms, only_where
from awe_author.features.discover.pages.named_orders import named_orders
from awe_author.features.discover.pages.page_lists import (
    Look,
    base_of,
    cut,
    looks_at,
    narrowing_of,
    outside,
)
from awe_author.features.discover.pages.page_texts import ABOUT, notice_texts
from awe_author.features.discover.pages.paged import variants
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind, Shown, place_of
from awe_author.features.discover.pages.put_first import put_first
from awe_author.features.discover.pages.renamed import MOVED
from awe_author.features.discover.pages.row_kinds import row_kinds, samples_of
from awe_author.features.discover.pages.row_numbers import row_numbers
from awe_author.features.discover.pages.short_lists import moment_by, short_list
from awe_author.features.discover.pages.sorting import (
    directions_of,
    falling_param,
    head_marks,
    heads_of,
    order_name,
    sorted_by,
    sorted_head,
)
from awe_author.features.discover.pages.told_by_address import address_tests
from awe_author.features.discover.pages.usual_orders import (
    asked_orders,
    choices_of,
    grouped_values,
    ranked_fields,
    remembers,
    ties_rise,
    usual_looks,
    usual_order,
)
from awe_author.features.discover.pages.word_asked import place_of_text, size_texts
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl

FIT = re.compile(r"\bfit\b(?=\.)")
"""What a list's own expression calls those that it shows."""
MOST_HIDDEN = 6
"""Elements of one list's page that are there only when not all is asked for."""


def _seen(page: Page) -> list[str]:
    return [f"seen: page {page.name or page.url}, before seq {page.seq}", "sure: 0.70"]


def list_features(
    one: PageKind,
    part: Entities,
    found_at: tuple[Page, Rows],
    shown: Sequence[Shown],
    seen: Seen,
    acts: Mapping[int, str],
) -> list[Feature]:
    """One list, once for each situation in which its page was seen. `acts`: number of a post -> its action."""
    place = place_of(*found_at)
    alike = [
        (other.page, listed, other) for other in shown for listed in other.lists
        if listed.template == one.template and place_of(other.page, listed) == place
    ]  # fmt: skip
    if any(len(other.document.select(rows.container, limit=2)) != 1 or among_others(rows) for _, rows, other in alike):
        return []
    agree_on_rows(alike)
    found, aside = [], elsewhere(alike, shown)
    for test, mine in list_forms(alike):
        cells = cells_of(one, part, [(where, listed) for where, listed, _ in mine], seen, lambda row: row.tag)
        made = Listed(one, part, mine, shown, seen, acts, alike).features(cells) if cells else []
        only_where(made, test, mine)
        only_where([feature for feature in made if "like" in str(feature.document["on"])], aside, mine)
        found += made
    drawn_rows(found, alike)
    return found


class Listed:
    """One form of a list, all looks at it, and what it shows. `every`: the looks at all of its forms."""

    def __init__(
        self,
        one: PageKind,
        part: Entities,
        alike: Sequence[tuple[Page, Rows, Shown]],
        shown: Sequence[Shown],
        seen: Seen,
        acts: Mapping[int, str],
        every: Sequence[tuple[Page, Rows, Shown]],
    ) -> None:
        self.one, self.part, self.alike, self.shown, self.seen, self.acts = one, part, alike, shown, seen, acts
        self.looks = looks = looks_at(one, part, alike, seen)
        self.page, self.rows, _ = min(alike, key=lambda one: _searches(one[0].url))
        self.address = self._address(every)
        self.tests = address_tests(self.rows, one.usual)
        self.every = looks_at(one, part, every, seen) if len(every) > len(alike) else looks
        self._restrict()
        self.narrowing = narrowing_of(one, part, whole_board(self.every) if self.rows.fixed else self.every)
        self.narrowing.fixed |= self.rows.fixed
        self._narrow()
        self.fit = base_of(part, self.page, self.rows, looks, self.narrowing)
        self.let: JsonObject = {"fit": self.fit} if self.narrowing.conditions() else {}
        self.base = "fit" if self.let else self.fit
        order = order_name((look.page.url, look.rows) for look in self.every)
        first = usual_looks(looks, order)
        self.held = never_empty([listed for _, listed, _ in alike])
        self.heads = heads_of(first[-1].rows, first[-1].page.url)
        self.each = moved_order(self.rows, self._in_order(first[:1] if self.rows.entered else first))
        if self.rows.drawn[0] == BY_BOX and not self.let:
            self.each = order_of_links(one, first[0].keys) or self.each
        if self.narrowing.pager is None and (not self.let or "page." not in self.fit):
            one.orders[place_of(self.page, self.rows)] = FIT.sub(lambda _: self.fit, self.each)
        self.groups = ""
        if in_groups(one, looks) and self.narrowing.pager is None:
            self.groups = grouped(one, first, self.base, self._order_in_groups(first))
        if self.narrowing.pager is not None:
            self.let |= {"listed": self.each, **cut(self.narrowing.pager)}
            self.each = "shown"
        elif not self.groups and (recent := short_list(part, self.every, self.narrowing, one.moment)):
            self.each = recent
        self.numbers = {} if self.groups else row_numbers(looks, self.narrowing.pager)
        if self.numbers:
            self.let |= {} if self.each == "shown" else {"shown": self.each}
            self.let["places"] = "shown.map(one, one.id)"
            self.each = "shown"

    def _address(self, every: Sequence[tuple[Page, Rows, Shown]]) -> str:
        """The pattern of the addresses at which the list is."""
        whole = min(every, key=lambda one: _searches(one[0].url))[0].url
        own = own_address(whole, self.one.template, {*self.part.seed, *self.part.made})
        own = of_any(own, self.one.template, {where.url for where, _, _ in every})
        return address_of(own, self.one.template)

    def _restrict(self) -> None:
        """Takes from the looks what the list can never have."""

    def _narrow(self) -> None:
        """Adds what narrows the list beside its address."""

    def _is_at(self, page: Shown) -> bool:
        """Is a page at the address of the list?"""
        address, parts = urlsplit(self.page.url), urlsplit(page.page.url)
        return (parts.netloc, parts.path) == (address.netloc, address.path)

    def _in_order(self, first: Sequence[Look]) -> str:
        """The list in the order that its address asks for. `first`: the sights of it in its usual order."""
        choices, pages = choices_of(self.one), [(look.page.url, look.rows) for look in self.every]
        falling = falling_param(pages)
        asked = asked_orders(self.looks, self.heads, falling)
        ranks = ranked_fields(asked, {**grouped_values(asked), **choices})
        hint, moment = sorted_head(self.heads), moment_by(self.one.moment)
        usual = put_first(
            self.one.sets.fields(), first, lambda looks: usual_order(self.base, looks, hint, choices, moment)
        )
        if not self.heads:
            return named_orders(self.part, self.every, first, self.base, usual)
        known = {head.field: [str(value) for value in self.part.values(head.field)] for head in self.heads}
        return sorted_by(
            self.base,
            usual,
            self.heads,
            known,
            falling,
            ranks,
            directions_of(pages),
            numbered=ties_rise(self.every, asked),
            remembered=remembers(self.every, self.heads[0].param),
        )

    def _order_in_groups(self, first: Sequence[Look]) -> Callable[[str], str]:
        looks, choices = group_looks(first), choices_of(self.one)
        return lambda base: usual_order(base, looks, sorted_head(self.heads), choices)

    def features(self, cells: JsonObject) -> list[Feature]:
        """The features; `cells`: what is set in a row."""
        show, asked = self._rows(cells), [*self._beside(), *echoed([other for _, _, other in self.alike])]
        document: JsonObject = {
            "id": f"{self.part.kind.name}.list.page",
            "title": f"The list of {self.part.kind.name.replace('_', ' ')} on {urlsplit(self.page.url).path}",
            "on": {"page": self.address, **({"where": " && ".join(self.tests)} if self.tests else {})},
            **({"let": self.let} if self.let else {}),
            "show": [*show, *asked],
        }
        looks = told_apart([(other.document, other.load, False) for _, _, other in self.alike], self.acts)
        none = self._empty(document, asked)
        if len(looks) == 1 and not none:
            after = looks[0].situation.after
            told = self._notices([(other, [listed]) for _, listed, other in self.alike]) if after else []
            told = [{**one, "when": f"view.get('after', '') == {text(after)}"} for one in told if isinstance(one, dict)]
            return [Feature(self._with(document, told), _seen(self.page), 0.7)]
        found = []
        for look in looks:
            mine = [self.alike[place] for place in look.places]
            tests = [*self.tests, *(where_of(looks, look, "") if len(looks) > 1 else [])]
            tests += [
                f"!({test})"
                for after, test, _ in none
                if not look.situation.after or after in ("", look.situation.after)
            ]
            told = self._notices([(other, [listed]) for _, listed, other in mine]) if look.situation.after else []
            size = f"{self.fit}.size()"
            for one in variants(look, looks, self.looks, self.narrowing.pager if len(looks) > 1 else None, size):
                where = " && ".join([*tests, *([one.test] if one.test else [])])
                on: JsonObject = {"page": self.address, "where": where}
                apart = none and (self.held != self.rows.container or bool(self.narrowing.search))
                if one.numbers and (len(looks) > 1 or apart):
                    on["like"] = [*one.numbers]
                more = [*one.shows, *told]
                found.append(Feature(self._with({**document, "on": on}, more), _seen(mine[0][0]), 0.7))
        return [*found, *(feature for _, _, feature in none)]

    def _with(self, document: JsonObject, told: Sequence[Json]) -> JsonObject:
        """With the notices that its page has."""
        show = document["show"]
        assert isinstance(show, list)
        asked = {place_of_text(each) for each in show if isinstance(each, dict) and "when" in each}
        told = [each for each in told if place_of_text(each) not in asked]
        return {**document, "let": {**self.let, **ABOUT}, "show": [*show, *told]} if told else document

    def _notices(self, mine: Sequence[tuple[Shown, Sequence[Rows]]]) -> list[Json]:
        others = [other for _, _, other in self.alike if other not in [shown for shown, _ in mine]]
        return notice_texts(self.one, self.part, mine, others, self.seen)

    def _rows(self, cells: JsonObject) -> list[Json]:
        rows, cells = self.rows, {**cells, **self.numbers}
        if rows.companion and (beside := companion_rows(rows, cells, self.one, self.part, self.alike, self.seen)):
            both = f"{self.each}.map(item, [{{'of': item, 'part': 0}}, {{'of': item, 'part': 1}}]).flatten()"
            return [{"each": both, **beside}]
        seen = [(page, listed) for page, listed, _ in self.alike]
        told = told_rows(self.one, self.part, seen, self.seen, lambda row: row.tag)
        fields = [MOVED] if self.one.renamed else []
        fields += [name for name in self.part.fields() if name not in (KEY, LISTED_ON)]
        kinds = row_kinds(rows.row, cells, told, fields, self.part.made)
        if self.groups:
            parts = group_rows(self.looks, kinds, cells, of_part)
            samples = samples_of(parts["row"], [listed for _, listed, _ in self.alike])
            return [{"each": self.groups, **parts, **({"samples": samples} if samples else {})}]
        if isinstance(kinds, str) and not all(listed.rows for _, listed, _ in self.alike):
            kinds = {kinds: "true"}
        samples = samples_of(kinds, [listed for _, listed, _ in self.alike])
        return [
            {
                "each": self.each,
                "into": rows.container,
                "row": kinds,
                **({"samples": samples} if samples else {}),
                "key": "item.id",
                "set": cells,
            }
        ]

    def _beside(self) -> list[Json]:
        """What stands beside the list: what was asked for, signs of sorting, how many there are."""
        found: list[Json] = []
        parts = {one.param for one in self.narrowing.filters if one.part} | {self.narrowing.search}
        asked = {one.param for one in self.narrowing.filters} | parts
        asking = {
            name: look for look in reversed(self.looks) for name, value in look.asked.items()
            if searches(name) or (name in asked and value)
        }  # fmt: skip
        for look in {id(look): look for look in asking.values()}.values():
            others = [one for one in self._at_its_path() if not _searches(one.page.url) or self._has_list(one)]
            size = self._sizes()["matched"]
            found += asked_texts(look.page, look.rows, look.shown, asked, parts, others, self.shown, size)
            found += self._only_when_asked(look)
        found += beside_handed_on(self.looks)
        pages = [(page.url, listed, other.document) for page, listed, other in self.alike]
        found += [*head_marks(self.heads, pages), *head_signs(self.heads, pages)]
        sizes = self._sizes()
        select, before, behind = self.rows.count
        if select:
            found.append({"select": select, "set": {"text": framed(before, f"string({sizes['shown']})", behind)}})
        found += size_texts(self.every, self.narrowing, sizes | ticked_sizes(self.one, self.part), ticked(self.one))
        return [*found, *choice_counts(self.every, self.part, self.narrowing.filters)]

    def _sizes(self) -> dict[str, str]:
        """The expressions of how many there are (`page_texts.numbers_of`)."""
        shown, there = "shown" if "begin" in self.let else self.base, f"state.{self.part.kind.name}.size()"
        sizes = {"matched": f"{self.base}.size()", "shown": f"{shown}.size()", "all": there}
        return sizes | {"last": "(begin + shown.size())", "first": "(begin + 1)"}

    def _has_list(self, page: Shown) -> bool:
        """Has a page the list: is it none that says that nothing was found?"""
        return bool(page.document.select(self.rows.container, limit=1))

    def _at_its_path(self) -> list[Shown]:
        """All pages at the address of the list, whatever they were asked for."""
        address = urlsplit(self.page.url)
        parts = [(urlsplit(one.page.url), one) for one in self.shown]
        return [one for its, one in parts if (its.netloc, its.path) == (address.netloc, address.path)]

    def _only_when_asked(self, look: Look) -> list[Json]:
        """Elements that are there only when not all is asked for; a notice may have been seen on such a page."""
        params = [name for name in (self.narrowing.search, *(one.param for one in self.narrowing.filters)) if name]
        others = [one.shown.document for one in self.looks if not any(one.asked.get(name) for name in params)]
        free = outside(look.shown.document, [look.rows, *look.shown.lists])
        found: dict[str, Json] = {}
        for tag, _ in texts_in(look.shown.document.body or look.shown.document) if others else ():
            selector, above = "", tag if free(tag) else None
            while above is not None and len(found) < MOST_HIDDEN:
                made = alone(look.shown.document, above, "")
                if made is None or any(other.select(made, limit=1) for other in others):
                    break
                selector, above = made, above.parent
            if selector:
                everything = " && ".join(f"page.query.get({text(name)}, '') == ''" for name in params)
                found[selector] = {"select": selector, "set": {"hidden": everything}}
        return [*found.values()]

    def _empty(self, document: JsonObject, asked: Sequence[Json]) -> list[tuple[str, str, Feature]]:
        """(action that led there, its condition, feature) of pages on which the list was not there: nothing fits."""
        known = [other for _, _, other in self.alike]
        beside = said_of_nothing(asked, [size for name, size in self._sizes().items() if name != "all"])
        found: dict[str, tuple[str, str, Feature]] = {}
        for page in self.shown:
            parts = urlsplit(page.page.url)
            there = self._is_at(page) and page not in known
            there = there and _says(page.page.url) == _says(self.page.url)
            if not there or page.load is None or page.document.select(self.held, limit=1):
                continue
            said = dict(parse_qsl(parts.query))
            after = self.acts.get(page.load.led, "") if page.load.led is not None else ""
            narrowed = self.narrowing.search in said or any(one.param in said for one in self.narrowing.filters)
            if not (narrowed or self._has_none(page)) or after in found:
                continue
            test = f"{self.fit}.size() == 0" + (f" && view.get('after', '') == {text(after)}" if after else "")
            told = self._notices([(page, [])]) if after else []
            on: JsonObject = {"page": self.address, "where": " && ".join([*self.tests, test]), "like": [page.load.seq]}
            more = self._with({**document, "on": on, "show": [*beside]}, told)
            if not more["show"]:
                del more["show"]
            found[after] = (after, test, Feature(more, _seen(page.page), 0.6))
        return [*found.values()]

    def _has_none(self, page: Shown) -> bool:
        """Was there nothing at the time that could be in this list?"""
        none = replace(self.rows, rows=[])
        look = looks_at(self.one, self.part, [(page.page, none, page)], self.seen)[0]
        return not any(self._may_have(look, values) for values in look.there.values())

    def _may_have(self, look: Look, values: Mapping[str, str]) -> bool:
        """May the list have an entity at a look?"""
        return self.narrowing.are_listed(values)


def _says(url: str) -> dict[str, str]:
    """The parameters of an address that say which page it is."""
    return {
        name: value for name, value in parse_qsl(urlsplit(url).query) if says_what(name) and not looks_like_id(value)
    }


def _searches(url: str) -> bool:
    return any(searches(name) for name, _ in parse_qsl(urlsplit(url).query))
