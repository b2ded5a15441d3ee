"""Where pages about an entity tell of it: texts, runs of text between elements, addresses and other attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import framed
from awe_author.features.discover.markup.addresses import WORDS as BEHIND_KEYS
from awe_author.features.discover.markup.addresses import addresses, below_words, word_of
from awe_author.features.discover.markup.details import details_in
from awe_author.features.discover.markup.documents import ASKS, SLUG
from awe_author.features.discover.markup.rows import alone, attributes_in, placed
from awe_author.features.discover.markup.situations import PASSING
from awe_author.features.discover.markup.wording import (
    KEY,
    SHORTEST,
    SPACED,
    SURE,
    WRITE,
    Part,
    Wording,
    agreed,
    but_numbers,
    quoted_in,
    squeezed,
    wordings,
)
from awe_author.features.discover.pages.about_looks import (
    candidates,
    holds_all,
    looks_at,
    remember_odd,
    told_by_others,
)
from awe_author.features.discover.pages.about_pages import About, AboutPage
from awe_author.features.discover.pages.attributes_around import Attribute, attribute_of
from awe_author.features.discover.pages.filled import Own, first_looks
from awe_author.features.discover.pages.keyed_parts import keyed_part
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.parted_texts import parted_text, typed_text
from awe_author.features.discover.pages.row_marks import Marks, marked
from awe_author.json_types import JsonObject

SHORT = 3
"""Characters of a run of text that may be told, where pages of several entities were recorded."""
_CODED = re.compile(r"(?=\w*\d)(?=\w*[A-Za-z])\w{4,}")
"""A key of letters and digits, which are no word and no number."""
_DIGIT = re.compile(r"\d")
LABEL = 200
"""Characters of a label, at most."""
MOST = 60
"""Surfaces of one page, at most."""
MOST_PART = 0.5
"""Of all looks, those that word a text so, where several entities do that in other situations."""
TITLES = ("title", "h1", "h2", "h3", "h4", "legend", "caption", "td")
"""Elements in which a number that tells entities apart is no chance."""
CALLED = ("title", "h1", "h2")
"""Elements that say what a page is called: an entity's name in them is no chance."""
LEAST_PAGES = 3
"""Entities whose pages say the same in one place, which is about none of them then."""
LEAST_NAME = 4
"""Characters of such a name."""
OWN_QUERY = " + (page.url.contains('?') ? '?' + page.url.split('?')[1] : '')"
"""Ends the address of a link that hands on what its page was asked for."""
ADDRESSES = ("href", "action", "value")
NAMING = ("id", "for", "name", "target", "hx-target")
"""Attributes of parts of pages that may name the entity."""
WRITES_TO = ("mailto:", "tel:")
"""Begins addresses that say how to reach somebody."""
WORDS = ("value", "title", "alt", "aria-label", "placeholder")
"""Attributes that may say something of an entity beside its key."""


@dataclass(slots=True)
class Places:
    """The places that were found; each page that serves as a model may add some."""

    about: About
    names: Sequence[str]
    """Fields that pages may show."""
    sent: Sequence[str]
    """Those of them that forms send."""
    own: Own
    """Field -> its expression."""
    held: frozenset[int] = frozenset()
    """id() of elements that are records of the entity: they are shown as such."""
    found: dict[str, JsonObject] = field(default_factory=dict)
    """Selector -> what is set there."""
    around: frozenset[Attribute] = frozenset()
    """Attributes that pages about other things have as well."""
    labels: dict[int, str] = field(default_factory=dict)
    """id() of an element with a label -> the field that this names."""
    pending: list[tuple[Tag, str, str, list[Wording]]] = field(default_factory=list)
    """(element, selector, place, ways to word it) of texts with numbers of their own that nothing words yet."""
    unknown: set[str] = field(default_factory=set)
    """Fields that are left empty where they are not known: what a recorded page says there is another entity's."""

    def texts(self, model: AboutPage) -> None:
        """Elements that say something of the entity."""
        page, key, values = model
        long = self._long(values)
        others = [other.document for other, _, _ in self.about.pages if other is not page]
        several = len({other for _, other, _ in [*self.about.pages, *self.about.others]}) > 1
        for tag, place, shown in candidates(page.document, SHORT if several else SURE):
            if self._in_record(tag, place) or (tag.name == "label" and tag.find_parent("form") is not None):
                continue
            if tag.find(True) and not (long or several or (place != "text" and quoted_in(shown, values))):
                continue
            every = several if place != "text" else not tag.find(True)
            named = [*self._called(tag, values), *quoted_in(shown, values)]
            some = [*long, *(name for name in dict.fromkeys(named) if name not in long)]
            tries = wordings(shown, values, self.names if every else some, self.sent, self._word)
            if place == "text" and tag.find(True):
                tries = [one for one in tries if len(one.parts) == 1 and not holds_all(tag, shown)]
            if not tries or len(self.found) > MOST or (place == "text" and self._of_all(tag, page, shown)):
                continue
            selector = alone(page.document, tag, key, others)
            there = self.found.get(selector, {}).get("text") if selector is not None else None
            if selector is None or isinstance(there, str) or (there is not None and place == "text"):
                continue
            wording = self._agreed(tries, tag, selector, place)
            looks = looks_at([*self.about.pages, *self.about.others], selector, place)
            if parted := parted_text(wording or tries[0], looks, self.names, self.own):
                self._set_text(selector, place, parted[1])
                self.unknown.add(parted[0])
            elif wording is not None:
                self._settle(tag, selector, place, wording)
            elif any(_DIGIT.search(part.literal) for one in tries for part in one.parts):
                self.pending.append((tag, selector, place, tries))

    def _settle(self, tag: Tag, selector: str, place: str, wording: Wording) -> None:
        remember_odd(self.about, selector, wording, place)
        written = wording.written(tag.get_text()) if tag.name == "title" else wording
        made = written.text(self.own)
        lone = self._empty_without(wording, selector, place)
        self._set_text(selector, place, f"({self.own(lone)} == '' ? '' : {made})" if lone else made)

    def told_elsewhere(self, model: AboutPage) -> None:
        """Texts that pages of several entities in other situations word the same way, where those of this one, of few
        entities, are texts of that kind."""
        page, key, values = model
        mine = [one.document for one, _, _ in self.about.pages]
        for tag, place, shown in candidates(page.document, SHORT):
            if tag.find(True) if place == "text" else self._in_record(tag, place):
                continue
            tries = [one for one in wordings(shown, values, self.names, self.sent, self._word) if len(one.parts) > 1]
            selector = alone(page.document, tag, key, mine) if tries else None
            if selector is None or not self._free(selector, place) or len(self.found) > MOST:
                continue
            every = looks_at([*self.about.pages, *self.about.others], selector, place)
            wording = agreed(tries, every, share=MOST_PART, sent=self.sent, about=_around(tag))
            if wording is not None and told_by_others(wording, self.about, selector, place):
                self._settle(tag, selector, place, wording)

    def loosely(self) -> None:
        """What is left: texts in which other numbers stand, as in addresses of versions."""
        for tag, selector, place, tries in self.pending:
            every = looks_at([*self.about.pages, *self.about.others], selector, place)
            wording = but_numbers(tries, every) if self._free(selector, place) else None
            if wording is not None:
                self._settle(tag, selector, place, wording)

    def _empty_without(self, wording: Wording, selector: str, place: str) -> str:
        """The one field of a wording with more in it (`6:00 h`), where pages say nothing at all without it; else ""."""
        fields = wording.fields()
        name = next(iter(fields)) if len(fields) == 1 < len(wording.parts) else KEY
        looks = looks_at([*self.about.pages, *self.about.others], selector, place) if name not in (KEY, WRITE) else []
        without = [squeezed(shown) for shown, values in looks if not values.get(name)]
        return name if without and not any(without) else ""

    def marks(self, model: AboutPage, known: Marks) -> None:
        """Badges that rows of lists have, too."""
        page, key, values = model
        others = [other.document for other, _, _ in self.about.pages if other is not page]
        for tag, place, name in marked(page.document, known):
            fits = name in self.names and squeezed(values.get(name, "")) == squeezed(tag.get_text())
            selector = alone(page.document, tag, key, others) if fits and not self._in_record(tag, place) else None
            if selector is not None and self._free(selector, place):
                self._set_text(selector, place, self.own(name))

    def said_elsewhere(self, model: AboutPage) -> None:
        """Where a page of another situation says a field, and those of this one say nothing of entities without it, or
        something of entities of which it was not known."""
        page, key, values = model
        mine = [one.document for one, _, _ in self.about.pages]
        for tag, place, shown in candidates(page.document, SHORT):
            if self._in_record(tag, place) or len(self.found) > MOST or (place == "text" and holds_all(tag, shown)):
                continue
            named = [name for name in self.sent if squeezed(values.get(name, "")) == squeezed(shown) != ""]
            selector = alone(page.document, tag, key, mine) if len(named) == 1 else None
            if selector is None or not self._free(selector, place):
                continue
            said = looks_at(self.about.pages, selector, place)
            if len(said) == len(mine) and all(not squeezed(text) + of.get(named[0], "") for text, of in said):
                self._set_text(selector, place, self.own(named[0]))
            elif len(said) == len(mine) and self._told_by_others(named[0], selector, place):
                self._set_text(selector, place, self.own(named[0]))
                self.unknown.add(named[0])
                unknown = {about for _, about, of in self.about.pages if not of.get(named[0])}
                self.about.odd.setdefault(selector, set()).update(unknown)

    def _told_by_others(self, name: str, selector: str, place: str) -> bool:
        """Say all pages of which the field is known the field there, and two different ones?"""
        every = looks_at([*self.about.pages, *self.about.others], selector, place)
        known = [(squeezed(shown), squeezed(of[name])) for shown, of in every if of.get(name)]
        return all(shown == value for shown, value in known) and len(set(known)) > 1

    def _of_all(self, tag: Tag, page: Shown, shown: str) -> bool:
        """Do the pages of several entities all say the same in this place? It names another one then."""
        if len({key for _, key, _ in self.about.pages}) < LEAST_PAGES or tag.name == "title":
            return False
        selector = placed(page.document, tag, "")
        there = [other.document.select_one(selector) for other, _, _ in self.about.pages] if selector else []
        return bool(there) and all(one is not None and squeezed(one.get_text()) == squeezed(shown) for one in there)

    def _free(self, selector: str, place: str) -> bool:
        """Is nothing set there yet?"""
        there = self.found.get(selector, {}).get("text")
        return there is None or (isinstance(there, dict) and place != "text" and place[5:] not in there)

    def _in_record(self, tag: Tag, place: str) -> bool:
        """Is an element in a record, or does its whole text have one in it?"""
        around = [tag, *tag.parents, *(tag.find_all(True) if place == "text" else ())]
        return bool(self.held) and any(id(one) in self.held for one in around)

    @property
    def _word(self) -> str:
        return word_of(self.about.template)

    def _long(self, values: Mapping[str, str]) -> list[str]:
        """Fields whose values are hardly there by chance, and a key such as `AB7K3`."""
        coded = _CODED.fullmatch(values.get(KEY, "")) is not None
        return [name for name in self.names if len(values.get(name, "")) >= SURE or (name == KEY and coded)]

    def _called(self, tag: Tag, values: Mapping[str, str]) -> list[str]:
        """Fields that name the entity, in what a page is called and in notices of what was done."""
        short = tag.name in CALLED or any(map(_notifies, [tag, *[*tag.parents][:2]]))
        return [name for name in self.about.called if short and len(values.get(name, "")) >= LEAST_NAME]

    def _agreed(self, tries: Sequence[Wording], tag: Tag, selector: str, place: str) -> Wording | None:
        """The wording that pages of this situation agree on, else those of all."""
        pages, near = self.about.pages, _around(tag)
        telling = [*self.about.naming, *(self.about.telling if tag.name in TITLES else ()), *self._labelled(tag)]
        telling += [name for _, _, values in pages[:1] for name in self._called(tag, values)]
        wording = agreed(tries, looks_at(pages, selector, place), sent=self.sent, about=near, telling=telling)
        if wording is None and self.about.others:
            every = looks_at([*pages, *self.about.others], selector, place)
            wording = agreed(tries, every, sent=self.sent, about=near)
        return wording or typed_text(tries, looks_at(pages, selector, place), self.sent)

    def _labelled(self, tag: Tag) -> list[str]:
        """The column of lists that stands before an element as its label: `<dt>Status</dt><dd><b>Open</b></dd>`."""
        if not self.labels:
            told = [one for page, _, _ in self.about.pages for one in details_in(page.document)]
            self.labels = {0: "", **{id(there): name for name, _, there in told}}
        shown = squeezed(tag.get_text())
        same = [one for one in [tag, *list(tag.parents)[:2]] if squeezed(one.get_text()) == shown]
        return [name for one in same if (name := self.labels.get(id(one), "")) in self.names]

    def _set_text(self, selector: str, place: str, said: str) -> None:
        settings = self.found.setdefault(selector, {})
        if place == "text":
            settings["text"] = said
        else:
            runs = settings.setdefault("text", {})
            assert isinstance(runs, dict)
            runs[place.removeprefix("text.")] = said

    def attributes(self, model: AboutPage) -> None:
        """Addresses and other attributes that say something of the entity."""
        page, key, values = model
        first = first_looks(self.about.pages)
        others = [other.document for other, _, _ in self.about.pages if other is not page]
        typed = ((tag, "value", tag.get_text()) for tag in page.document.find_all("textarea"))
        for tag, name, value in chain(attributes_in(page.document), typed):
            if (name == "value" and tag.get("type") == "submit") or self._in_record(tag, name):
                continue
            if attribute_of(tag, name, value) in self.around:
                continue
            if len(self.found) > MOST:
                break
            asked = urlsplit(page.page.url).query
            kept = name == "href" and bool(asked) and value.endswith(f"?{asked}") and key not in asked  # else its own
            value = value.removesuffix(f"?{asked}") if kept else value
            if name.startswith("data-") and ASKS.fullmatch(name) is None and f"/{key}" in value:
                self._asked_by_scripts(page, key, tag, name, value, others)
                continue
            tries = self._tries(tag, name, value, values, early=page in first)
            selector = alone(page.document, tag, key, others) if tries else None
            if selector is not None and name not in self.found.get(selector, {}):
                at = [one for one in self.about.pages if one[0] in first] if name == "value" else [*self.about.pages]
                at += self.about.others if self._of_short(key) else []
                said = [(one.partition("?")[0] if kept else one, of) for one, of in looks_at(at, selector, name)]
                wording = agreed(tries, said, sent=[*self._long(values), KEY, SLUG], telling=self.about.telling)
                several = tag.name != "option" or len({of[KEY] for _, of in said}) > 1  # another kind's, by chance
                if wording is not None and several:
                    made = self._in_words(wording.text(self.own), page, values) if name in ADDRESSES else None
                    made = made or wording.text(self.own)
                    self.found.setdefault(selector, {})[name] = made + (OWN_QUERY if kept else "")

    def _in_words(self, made: str, page: Shown, values: Mapping[str, str]) -> str:
        """The expression of an address with the words that the page has behind its key, as those of any entity."""
        url = page.page.url.partition("#")[0].partition("?")[0]
        own = [one.words for one in [*addresses(url, url), *below_words(url, self.about.template)] if one.words]
        words = own[0] if BEHIND_KEYS in self.about.template and own else ""
        name = SLUG if words and values.get(SLUG) == words else ""
        return made.replace(f"/{words}", f"/' + {self.own(name)} + '", 1) if name else made

    def _of_short(self, key: str) -> bool:
        """Are all pages about one entity with a short number, which stands in other fields by chance?"""
        return key.isdigit() and len(key) < SHORTEST and len({about for _, about, _ in self.about.pages}) == 1

    def _asked_by_scripts(
        self, page: Shown, key: str, tag: Tag, name: str, value: str, others: Sequence[BeautifulSoup]
    ) -> None:
        """An address that scripts read, in which one part is the entity's key; numbers in it that differ from look to
        look (of the visit, of a version) stay as they were recorded."""
        selector = alone(page.document, tag, key, others)
        pairs = [
            (said, about) for one, about, _ in self.about.pages
            if selector is not None and (said := one.document.select_one(selector)) is not None and said.get(name)
        ]  # fmt: skip
        place = keyed_part([(str(said[name]), about) for said, about in pairs])
        if selector is not None and place is not None:
            parts = value.split("/")
            before, after = "/".join([*parts[:place], ""]), "/".join(["", *parts[place + 1 :]])
            self.found.setdefault(selector, {}).setdefault(name, framed(before, self.own(KEY), after))

    def _tries(self, tag: Tag, name: str, value: str, values: Mapping[str, str], *, early: bool) -> list[Wording]:
        """Ways to make an attribute of the key and, on the first look at a page (`early`), of other fields."""
        keyed = name in ADDRESSES or ASKS.fullmatch(name) or (self.about.piece and name in NAMING)
        read = tag.name == "input" and tag.get("type") in (None, "text") and name == "value"
        names = [*([SPACED] if read else []), KEY, *(one for one in self.names if one == WRITE)]
        tries = [one for one in wordings(value, values, names, word=self._word) if one.fields() & {KEY, SPACED}]
        if BEHIND_KEYS in self.about.template and f"/{values.get(KEY)}/{values.get(SLUG)}/" in f"{value}/":
            tries = [*_with_words(value, values), *tries]
        tries = tries if keyed else []
        if WRITE in names and tag.get("type") == "hidden" and name == "value":
            tries += [one for one in wordings(value, values, [WRITE]) if len(one.parts) == 1]
        if (name in WORDS and early and tag.name != "option") or value.startswith(WRITES_TO):
            tries += [one for one in wordings(value, values, self._long(values)) if one not in tries]
            told = wordings(value, values, self.about.telling) if name == "value" and tag.name == "input" else []
            tries += [one for one in told if len(one.parts) == 1]
        return tries


def _with_words(value: str, values: Mapping[str, str]) -> list[Wording]:
    """An address of the entity with the words that it has behind its key."""
    before, _, behind = value.partition(f"/{values[KEY]}/{values[SLUG]}")
    return [Wording((Part(f"{before}/"), Part("", KEY), Part("/"), Part("", SLUG), Part(behind)))]


def _notifies(tag: Tag) -> bool:
    """Is an element called as a notice?"""
    return PASSING.search(" ".join([str(tag.get("id") or ""), *(tag.get("class") or [])])) is not None


def _around(tag: Tag) -> str:
    """Ids, classes and labels of an element and what holds it. Its label stands before it, or before what holds
    nothing else."""
    near = [tag, *list(tag.parents)[:2]]
    said = [" ".join([str(one.get("id") or ""), *(one.get("class") or [])]) for one in near]
    shown, label = squeezed(tag.get_text()), tag.find_previous_sibling()
    for one in list(tag.parents)[:3]:
        if label is not None or squeezed(one.get_text()) != shown:
            break
        label = one.find_previous_sibling()
    words = label.get_text() if isinstance(label, Tag) else ""
    return squeezed(" ".join([*said, words if len(words) <= LABEL else ""])).lower().replace("_", "-")
