"""What of a row of a list on a page is its entity's: texts and addresses that say the same of all rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bs4 import Tag

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.guards import token_in, with_token
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.badged import beside_number
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.discover.markup.rows import attributes_in, inside, texts_in
from awe_author.features.discover.markup.spans import ageless
from awe_author.features.discover.markup.wording import (
    KEY,
    SLUG,
    SURE,
    Wording,
    agreed,
    own_text,
    squeezed,
    values_of,
    wordings,
)
from awe_author.features.discover.pages.about_pages import MOST_CHECKED, changed_at, entity_at, fields_of
from awe_author.features.discover.pages.badge_cells import badge_cells
from awe_author.features.discover.pages.code_cells import code_cells
from awe_author.features.discover.pages.coded_keys import coded_key
from awe_author.features.discover.pages.filled import quoted
from awe_author.features.discover.pages.handed_on import row_handed_on
from awe_author.features.discover.pages.hit_texts import by_words, hit_texts, hits_in
from awe_author.features.discover.pages.label_cells import label_cells
from awe_author.features.discover.pages.odd_rows import MOST_ODD, but_odd, parts_of_values
from awe_author.features.discover.pages.page_lists import Values
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.row_fields import chosen_in, held_in, kept_in, settings_of, with_kept
from awe_author.features.dom.rendering import runs_of
from awe_author.json_types import Json, JsonObject

EMPHASIS = ("span", "b", "strong", "i", "em", "mark", "small", "u", "bdi")
MOST_UNLIKE = 8
"""Rows in which a selector has to select one element at most."""
MANY = 5
"""Entities whose rows were seen, of which one alone that has something is no rule."""
Told = tuple[Row, Tag, Values]
"""(row, its element, what its entity was like when the page was seen)."""


def cells_of(
    one: PageKind,
    part: Entities,
    alike: Sequence[tuple[Page, Rows]],
    seen: Seen,
    of: Callable[[Row], Tag | None],
) -> JsonObject:
    """Selector inside the row's element `of` -> what it shows of the entity."""
    told = told_rows(one, part, alike, seen, of)
    if not told:
        return {}
    whole = told
    new = {key for operation in one.operations if operation.role == "create" for key in operation.made}
    told = [one for one in told if one[0].key in new][-3:] + told[-MOST_CHECKED:]
    cells = _Cells(one, part, fields_of(one, part), alike, of, told, whole=whole, others=_unlike(told))
    for model in _models(told):
        cells.texts(model)
        cells.runs(model)
        cells.fields(model)
        cells.choices(model)
        cells.attributes(model)
    for model in [each for each in told if each[0].key not in part.made][:MOST_UNLIKE]:
        cells.blanks(model)
    hits = hits_in(
        alike,
        of,
        lambda row, page: _raw(entity_at(one, part, row.key, page.seq, seen) or {}),
        lambda row, page: row.key in part.made or changed_at(one, row.key, page.seq) > 0,
    )
    found = hit_texts(hits, [*one.sent.values()], cells.inside)
    made = {**found, **cells.found, **by_words(hits, found, cells.found)}
    made = badge_cells(label_cells(made, alike, of, cells.inside), one, whole, cells.inside)
    return code_cells(made, one, whole, cells.inside)


def _raw(entity: Mapping[str, object]) -> dict[str, str]:
    """The texts of an entity as they were typed."""
    return {name: value for name, value in entity.items() if isinstance(value, str)}


def told_rows(
    one: PageKind,
    part: Entities,
    alike: Sequence[tuple[Page, Rows]],
    seen: Seen,
    of: Callable[[Row], Tag | None],
) -> list[Told]:
    """All rows that were seen, with what their entities were like."""
    return [
        (
            row,
            tag,
            values_of(
                {
                    **(entity_at(one, part, row.key, page.seq, seen) or {}),
                    **{name: row.values[name] for name in (one.tallies | one.kept_up) & row.values.keys()},
                    KEY: row.key,
                }
            ),
        )
        for page, rows in alike
        for row in rows.rows
        if (tag := of(row)) is not None
    ]


def _models(told: Sequence[Told]) -> list[Told]:
    """Rows that say most; and those of others, since a cell of these may be empty."""
    most = [told[0], *sorted(told[1:], key=lambda one: -len(one[2]))[:2]]
    others = {one[0].key: one for one in told if one[0].key not in {row.key for row, _, _ in most}}
    return [*most, *[*others.values()][:4]]


def _unlike(told: Sequence[Told]) -> list[Tag]:
    """A row of each number of elements, since a cell may have several of what most have one of; and the rows that have
    most of some sort of element: two authors beside a book without a series are as many as one in a series."""
    most: dict[tuple[str, ...], tuple[int, Tag]] = {}
    for _, tag, _ in told:
        sorts = Counter((one.name, *stable_classes(one)[:1]) for one in tag.find_all("a"))
        for sort, number in sorts.items():
            if number > most.get(sort, (1, tag))[0]:
                most[sort] = number, tag
    usual = [*{len(tag.find_all(True)): tag for _, tag, _ in told}.values()][:MOST_UNLIKE]
    return [*usual, *[tag for _, tag in most.values()][:MOST_UNLIKE]]


@dataclass(slots=True)
class _Cells:
    """The cells that were found; each row that serves as a model may add some."""

    one: PageKind
    part: Entities
    names: Sequence[str]
    """Fields that rows may show."""
    alike: Sequence[tuple[Page, Rows]]
    of: Callable[[Row], Tag | None]
    told: Sequence[Told]
    found: JsonObject = field(default_factory=dict)
    there: dict[str, list[tuple[str, Tag, Values]]] = field(default_factory=dict)
    """Selector -> (key of the row, the element in it, the values of its entity): rows have most elements in common."""
    handed: dict[tuple[str, str], Json] = field(default_factory=dict)
    """(selector, attribute) -> what it hands on."""
    whole: Sequence[Told] = ()
    """All rows that were seen, of which `told` are some."""
    others: Sequence[Tag] = ()
    """Some of the rows, as selectors have to be unique in more than one."""
    selectors: dict[int, str | None] = field(default_factory=dict)
    """Identity of an element of a row -> its selector in that."""

    def texts(self, model: Told) -> None:
        """Elements that say something of the entity."""
        row, top, values = model
        sent = [*self.one.sent.values(), *sorted(self.one.kept_up)]
        headed = {id(tag): name for name, selector in row.selectors.items() for tag in top.select(selector, limit=1)}
        long = {name for name in self.names if len(values.get(name, "")) >= SURE}
        for tag, shown in [*texts_in(top), *_formatted(top)]:
            selector = self.inside(top, tag)
            if selector is None or selector in self.found:
                continue
            tries = wordings(shown, values, self.names, sent, self.one.word)
            if tag.find(True):
                tries = [way for way in tries if way.fields() & long]
            badged = any(beside_number(there) for _, there, _ in self._at(selector)) if tries else False
            at = [(beside_number(there) or there.get_text(), values) for _, there, values in self._at(selector)
                  if tries]  # fmt: skip
            wording = agreed(tries, at, sent=sent, about=f"{selector} {headed.get(id(tag), '')}")
            if wording is not None and not (wording.fields() == {KEY} and self._of_one(selector)):
                made = self._text(selector, wording, tries, at)
                self.found[selector] = {"text": {"0": made} if badged else made}

    def _text(self, selector: str, wording: Wording, tries: Sequence[Wording], at: Sequence[tuple[str, Values]]) -> str:
        """The expression; where only forms tell a field, and rows of entities that no form was seen of say something,
        what tells these then."""
        made = wording.text(lambda name: own_text("item", name))
        names = wording.fields()
        if parts := parts_of_values(wording, at):
            pairs = ", ".join(f"{text(value)}: {text(said)}" for value, said in parts.items())
            return f"{{{pairs}}}.get({made}, {made})"
        lacking = [(said, values) for said, values in at if said.strip() and not all(map(values.get, names))]
        others = [one for one in tries if not one.fields() & names]
        if lacking and not others and len(wording.parts) == 1:
            self._learn(next(iter(names)), selector)
        if not lacking or not others or not names <= {*self.one.sent.values()}:
            return self._odd(made, wording, selector)
        other = agreed(others, lacking, share=1.0)
        known = " && ".join(f"{text(name)} in item" for name in sorted(names))
        return f"({known} ? {made} : {other.text(lambda name: own_text('item', name))})" if other is not None else made

    def _odd(self, made: str, wording: Wording, selector: str, run: int | None = None) -> str:
        looks = ((row.key, there, values) for row, tag, values in self.whole if row.key in self.part.seed
                 for there in _in(tag, selector))  # fmt: skip
        return but_odd(made, wording, looks, run)

    def _learn(self, name: str, selector: str) -> None:
        """Rows say a field that only forms told, of entities that no form was seen of: as it was when they were first
        seen."""
        seen = set[str]()
        for _, rows in self.alike if name in self.one.sent.values() else ():
            for row in rows.rows:
                entity, tag = self.part.seed.get(row.key), self.of(row)
                said = [squeezed(there.get_text()) for there in (_in(tag, selector) if tag is not None else ())]
                if entity is not None and row.key not in seen and said and said[0]:
                    entity.setdefault(name, said[0])
                seen.add(row.key)

    def runs(self, model: Told) -> None:
        """Runs of text between elements that say more of the entity than a short word, or its key."""
        row, top, values = model
        for tag in top.find_all(True):
            selector = self.inside(top, tag) if tag.find(True) else None
            there = self.found.get(selector or "", {})
            if selector is None or (isinstance(there, dict) and isinstance(there.get("text"), str)):
                continue
            for number, run in enumerate(map("".join, runs_of(tag))):
                short = (
                    [KEY] if re.fullmatch(rf"\W*{re.escape(row.key)}\W*", run) and not self._of_one(selector) else []
                )
                names = self.names if len(run.strip()) >= SURE else short
                tries = wordings(run, values, names, self.one.sent.values()) if names else []
                if not tries:
                    continue
                at = [("".join(runs[number]), values) for _, there, values in self._at(selector)
                      if number < len(runs := runs_of(there))]  # fmt: skip
                wording = agreed(tries, at, sent=self.one.sent.values(), about=selector)
                settings = self.found.setdefault(selector, {}) if wording is not None else None
                if wording is not None and isinstance(settings, dict):
                    texts = settings.setdefault("text", {})
                    assert isinstance(texts, dict)
                    made = wording.text(lambda name: own_text("item", name))
                    texts.setdefault(str(number), self._odd(made, wording, selector, number))

    def fields(self, model: Told) -> None:
        """What is in text areas of the row and in fields of forms that change it in place, for scripts or for users."""
        _, top, values = model
        for tag in top.find_all(["textarea", "input"]):
            said = held_in(tag)
            selector = self._field(top, tag) if said.strip() else None
            if selector is None or "value" in settings_of(self.found.get(selector)):
                continue
            if tag.name == "input" and 2 * len(self._at(selector)) <= len(self.told):
                continue  # rows have fields of their own
            tries = [way for way in wordings(said, values, self.names) if len(way.parts) == 1]
            at = [(held_in(there), values) for _, there, values in self._at(selector)] if tries else []
            wording = agreed(tries, at, sent=self.one.sent.values(), about=selector)
            if wording is not None:
                made = wording.text(lambda name: own_text("item", name))
                self.found[selector] = {**settings_of(self.found.get(selector)), "value": made}

    def choices(self, model: Told) -> None:
        """Fields of choices in forms that change the row in place: what is chosen, and the choice that leaves the field
        as it is, and says so."""
        _, top, _ = model
        for tag in top.find_all("select"):
            name = str(tag.get("name") or "")
            of, selector = self.one.sent.get(name, ""), self._field(top, tag)
            if selector is None or not of or selector in self.found:
                continue
            chosen = [(chosen_in(there), values.get(of, "")) for _, there, values in self._at(selector)]
            words = self.one.keeps.get(name)
            if words is not None and all(said == ("", words[0] + value + words[1]) for said, value in chosen):
                option = f'{selector} > option[value=""]'
                self.found[option] = {"text": framed(words[0], own_text("item", of), words[1])}
            labels = {label: sent for sent, label in reversed(self.one.labels.get(name, {}).items())}
            if labels and all(said == (labels.get(value), value) for said, value in chosen):
                pairs = ", ".join(f"{text(label)}: {text(sent)}" for label, sent in labels.items())
                self.found[selector] = {"value": f"{{{pairs}}}.get({own_text('item', of)}, '')"}

    def blanks(self, model: Told) -> None:
        """Texts that only rows of what was there before have, always the same, and that nothing tells: what is new says
        nothing there."""
        _, top, _ = model
        held = [(tag, "value", held_in(tag)) for tag in top.find_all("input") if held_in(tag)]
        for tag, name, _ in [*((tag, "text", said) for tag, said in texts_in(top)), *held]:
            selector = self._field(top, tag) if name == "value" else self.inside(top, tag)
            if selector is None or selector in self.found:
                continue
            said: dict[str, list[str]] = {}
            for key, there, _ in self._at(selector):
                said.setdefault(key, []).append(squeezed(held_in(there) if name == "value" else there.get_text()))
            new = [shown for key in self.part.made for shown in said.pop(key, ())]
            old = {key: every[0] for key, every in said.items() if any(every)}
            same = all(len({ageless(shown) for shown in every}) == 1 for every in said.values())
            if new and not any(new) and same and len(old) <= MOST_ODD:
                pairs = ", ".join(f"{text(key)}: {text(shown)}" for key, shown in old.items())
                self.found[selector] = {name: f"{{{pairs}}}.get(item.id, '')"}

    def _field(self, top: Tag, tag: Tag) -> str | None:
        """The selector of a field in its row: by its name, as scripts put other elements around it."""
        name = str(tag.get("name") or "")
        own = f"{tag.name}[name={quoted(name)}]"
        named = bool(name) and tag.name != "textarea"
        alone = named and all(len(row.select(own, limit=2)) < 2 for row in [top, *self.others])
        usual = alone and 2 * len(self._at(own)) > len(self.told)
        return own if usual else self.inside(top, tag)

    def inside(self, top: Tag, tag: Tag) -> str | None:
        """The selector of an element in its row."""
        if id(tag) not in self.selectors:
            self.selectors[id(tag)] = inside(top, tag, self.others)
        return self.selectors[id(tag)]

    def _at(self, selector: str) -> list[tuple[str, Tag, Values]]:
        """Where the rows have such an element."""
        if selector not in self.there:
            self.there[selector] = [
                (row.key, there, values) for row, tag, values in self.told for there in _in(tag, selector)
            ]
        return self.there[selector]

    def _of_one(self, selector: str) -> bool:
        """Is the element in the row of one entity of many? That a number in it is its key may be chance."""
        keys = {key for key, _, _ in self._at(selector)}
        return len(keys) < 2 and len({row.key for row, _, _ in self.told}) >= MANY

    def attributes(self, model: Told) -> None:
        """Addresses and other attributes that hand on what the page was asked for, or name the entity."""
        _, top, _ = model
        for tag, name, value in attributes_in(top):
            selector = self.inside(top, tag)
            known = self.found.get(selector or "", {})
            if selector is None or (isinstance(known, dict) and name in known):
                continue
            handed = self._handed_on(selector, name) if "?" in value else None
            made = handed or self._keyed(selector, name, value, model)
            made = made or coded_key(model[0].key, value, self._named(selector, name))
            there = self.found.setdefault(selector, {}) if made is not None else None
            if isinstance(there, dict):
                there.setdefault(name, made)

    def _named(self, selector: str, name: str) -> list[tuple[str, str]]:
        """(key, what an attribute says) of all rows."""
        every = [(of[KEY], tag.get(name) or "") for _, tag, of in self._at(selector)]
        return [(key, said) for key, said in every if isinstance(said, str)]

    def _handed_on(self, selector: str, name: str) -> Json:
        if name in ("href", "action", "value") and (selector, name) not in self.handed:
            self.handed[selector, name] = row_handed_on(self.alike, selector, name, self.of)
        return self.handed.get((selector, name))

    def _keyed(self, selector: str, name: str, value: str, model: Told) -> str | None:
        """The expression of an attribute that has the entity's key in it."""
        key, values = model[0].key, model[2]
        token = token_in(value) if name in ("href", "action") else ""
        kept = kept_in([tag for _, tag, _ in self._at(selector)]) if name == "href" and not token else ""
        value = value.partition("?")[0] if kept else value
        slugs = [field for field in self.names if field.startswith(SLUG)]
        ways = [[KEY, *slugs], [KEY]] if slugs else [[KEY]]
        tries = [best for names in ways for best in wordings(value, values, names, word=self.one.word)]
        tries = [best for best in tries if KEY in best.fields()]
        stands = re.search(rf"(?<![\w-]){re.escape(self.one.word)}{re.escape(key)}(?![\w-])", value) is not None
        several = len({row.key for row, _, _ in self.told}) > 2
        if not tries or (len(key) < 2 and not stands and not several) or self._of_one(selector):
            return None
        at = [(with_token(str(tag.get(name) or ""), token), of) for _, tag, of in self._at(selector)]
        if len({said for said, _ in at}) == 1 < len({of[KEY] for _, of in at}):
            return None  # what all rows have names something else
        wording = agreed(tries, [(said.partition("?")[0], of) for said, of in at] if kept else at)
        if wording is None:
            return None
        made = wording.text(lambda name: own_text("item", name)) + with_kept(kept)
        odd = {} if kept else {of[KEY]: said for said, of in at if wording.of(of) != " ".join(said.split())}
        pairs = ", ".join(f"{text(one)}: {text(said)}" for one, said in odd.items())
        return f"{{{pairs}}}.get(item.id, {made})" if 0 < len(odd) <= MOST_ODD else made


def _in(row: Tag, selector: str) -> list[Tag]:
    return [row] if selector == ":scope" else list(row.select(selector, limit=1))


def _formatted(top: Tag) -> Iterator[tuple[Tag, str]]:
    """Elements whose text is broken up by nothing but emphasis: the words that a search found."""
    for tag in [top, *top.find_all(True)]:
        within = tag.find_all(True)
        plain = 0 < len(within) < 20 and all(one.name in EMPHASIS and not one.get("id") for one in within)
        if plain and tag.get_text(strip=True) and any(isinstance(one, str) and one.strip() for one in tag.children):
            yield tag, tag.get_text()
