"""Pages about one entity: its own, its edit form, its history, the question before it is deleted.

All addresses that name a known entity are looked at, by the part that names it. What a page shows of the entity is
told from all recorded pages of an address: texts, addresses, and what is in the fields of forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.calls import OPERATION_PARAMS
from awe_author.features.discover.documents import ASKS, addresses
from awe_author.features.discover.entities import Entities
from awe_author.features.discover.filled import Own, fill, first_looks
from awe_author.features.discover.formats import named, shown_values
from awe_author.features.discover.keys import text
from awe_author.features.discover.names import looks_like_id, singular, snake
from awe_author.features.discover.pages import LISTED_ON, PageKind, Shown
from awe_author.features.discover.rows import alone, attributes_in, texts_in
from awe_author.features.discover.seen import Seen
from awe_author.features.discover.situations import told_apart, where_of
from awe_author.features.discover.surfaces import Feature
from awe_author.features.discover.wording import (
    BEFORE,
    KEY,
    SPACED,
    Wording,
    agreed,
    own_text,
    squeezed,
    values_of,
    wordings,
)
from awe_author.features.dom.rendering import runs_of
from awe_author.json_types import Json, JsonObject

MOST_CHECKED = 60
"""Entities that a wording is checked on."""
SHORT = 3
"""Characters of a run of text that may be told, where pages of several entities were recorded."""
MODELS = 4
"""Pages of an address that are searched for texts."""
MOST = 60
"""Surfaces of one page, at most."""
TITLES = ("title", "h1", "h2", "h3", "h4", "legend", "caption", "td")
"""Elements in which a number that tells entities apart is no chance."""
OWN_QUERY = " + (page.url.contains('?') ? '?' + page.url.split('?')[1] : '')"
"""Ends the address of a link that hands on what its page was asked for."""
ADDRESSES = ("href", "action", "value")
NAMING = ("id", "for", "name", "target", "hx-target")
"""Attributes of parts of pages that may name the entity."""
WORDS = ("value", "title", "alt", "aria-label", "placeholder")
"""Attributes that may say something of an entity beside its key."""


@dataclass(slots=True)
class About:
    """The recorded pages of one address, with the entity each is about."""

    template: str
    there: bool
    """Was the entity there?"""
    pages: list[tuple[Shown, str, dict[str, str]]] = field(default_factory=list)
    """(page, key, what a page would show of the entity)."""
    others: list[tuple[Shown, str, dict[str, str]]] = field(default_factory=list)
    """Pages of the same address in other situations."""
    tests: list[str] = field(default_factory=list)
    """Conditions of the situation."""
    like: list[int] = field(default_factory=list)
    """Numbers of the documents."""
    telling: list[str] = field(default_factory=list)
    """Fields that tell entities apart."""
    piece: bool = False
    """Are they parts of pages, which scripts put into one?"""
    odd: dict[str, set[str]] = field(default_factory=dict)
    """Selector -> entities of which recorded pages show something else there."""


def about_features(
    one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen, acts: Mapping[int, str]
) -> list[Feature]:
    """The features of all addresses about one kind. `acts`: number of a post -> its action."""
    found = []
    for about in _abouts(one, part, shown, seen):
        for situation in _situations(one, part, about, acts):
            made = about_feature(one, part, situation)
            if made is not None:
                found.append(made)
    return found


def _situations(one: PageKind, part: Entities, about: About, acts: Mapping[int, str]) -> list[About]:
    pages = [(page.document, page.load, changed_at(one, key, page.page.seq) > 0) for page, key, _ in about.pages]
    looks = told_apart(pages, acts)
    found = []
    for look in looks:
        mine = [about.pages[place] for place in look.places]
        others = [page for place, page in enumerate(about.pages) if place not in look.places]
        tests = where_of(looks, look, f"state.{part.kind.name}[segments[0]]")
        mine.sort(key=lambda page: page[1] not in part.made)
        like = list(dict.fromkeys(page.load.seq for page, _, _ in mine if page.load is not None))
        found.append(About(about.template, about.there, mine, others, tests, like if look.numbers else []))
        found[-1].telling = [name for name in part.fields() if part.tells_apart(name)]
    return found


def changed_at(one: PageKind, key: str, seq: int) -> int:
    """The number of the last post that changed an entity before; 0 when none did."""
    return max(
        (call.seq for operation in one.operations if operation.role == "update"
         for call, about in zip(operation.calls, operation.made, strict=False) if about == key and call.seq < seq),
        default=0,
    )  # fmt: skip


def _abouts(one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen) -> list[About]:
    known = {*part.seed, *part.made}
    found: dict[tuple[str, bool], About] = {}
    for page in shown:
        for address in addresses(page.page.url.partition("#")[0], page.page.url):
            if address.key not in known or not _names(address.template, one.template, address.key):
                continue
            entity = entity_at(one, part, address.key, page.page.seq, seen)
            there = entity is not None
            about = found.setdefault((address.template, there), About(address.template, there))
            values = values_of({**(entity or {}), KEY: address.key})
            changed = changed_at(one, address.key, page.page.seq) if there else 0
            before = values_of(entity_at(one, part, address.key, changed, seen) or {}) if changed else {}
            for name in one.sent.values():
                if name in before and before[name] != values.get(name):
                    values[BEFORE + name] = before[name]
            about.pages.append((page, address.key, values))
            break
    return list(found.values())


def _names(template: str, own: str, key: str) -> bool:
    """May this address be about the entity? Its path begins as the kind's own, or the key cannot be mistaken."""
    if template == own or not (key.isdigit() or len(key) < 4):
        return True
    before, _, query = own.partition("?")
    if "*" in before and "*" in template.partition("?")[0]:
        return template.startswith(before.partition("*")[0])
    if "*" in before:
        return False
    mine, theirs = dict(parse_qsl(query)), dict(parse_qsl(template.partition("?")[2]))
    name, other = (snake(next((name for name, value in one.items() if value == "*"), "")) for one in (mine, theirs))
    same = bool(name and other) and (name.endswith(other) or other.endswith(name))
    shared = (mine.keys() & theirs.keys()) - set(OPERATION_PARAMS)
    return same and all(mine[one] == theirs[one] for one in shared)


def entity_at(one: PageKind, part: Entities, key: str, seq: int, seen: Seen) -> Mapping[str, object] | None:
    """What was known of an entity when a page was shown; None when it was not there."""
    made = next((call.seq for operation in one.operations if operation.role == "create"
                 for call, new in zip(operation.calls, operation.made, strict=False) if new == key), 0)  # fmt: skip
    gone = seen.gone.get((part.kind.name, key), 1 << 62)
    if not made < seq <= gone:
        return None
    state: dict[str, object] = dict(part.seed.get(key) or {})
    for operation in one.operations:
        for call, about in zip(operation.calls, operation.made, strict=False):
            if about == key and call.seq < seq and isinstance(call.body, dict):
                state |= call.body
    state = {**(seen.before(part.kind, key, seq) or {}), **state, KEY: key}
    return {**state, **shown_values(state, one.formats)}


def fields_of(one: PageKind, part: Entities) -> list[str]:
    """Fields that wordings are made of: those that forms send, then columns, shorter ones first where they tell it."""
    sent = [name for name in dict.fromkeys(one.sent.values()) if name in part.fields()]
    others = [name for name in part.fields() if name not in sent and name not in (KEY, LISTED_ON) and usual(part, name)]
    told = [values_of(entity) for entity in [*part.made.values(), *part.seed.values()]][:MOST_CHECKED]
    found = [*sent, *(named(name, how) for name, how in one.formats.items()), KEY, SPACED]
    for name in others:
        mine = [(values[name], {**values, name: ""}) for values in told if values.get(name)]
        made = [way for shown, values in mine[:3] for way in wordings(shown, values, found)]
        if len(mine) > 1 and agreed([way for way in made if way.fields() - {name}], mine) is None:
            found.append(name)
    return found


def usual(part: Entities, name: str) -> bool:
    """Do most entities have the field, or do forms send it?"""
    return name in part.written or 2 * len(part.values(name)) > len(part.seed) + len(part.made)


def about_feature(one: PageKind, part: Entities, about: About) -> Feature | None:
    """The feature of the pages of one address in one situation; None when they show nothing of the entity."""
    item = f"state.{part.kind.name}[segments[0]]"

    def own(name: str) -> str:
        if about.there:
            return own_text(item, name)
        return "segments[0].replace('_', ' ').replace('+', ' ')" if name == SPACED else "segments[0]"

    names = fields_of(one, part) if about.there else [KEY, SPACED]
    names += [BEFORE + name for name in dict.fromkeys(one.sent.values())] if about.there else []
    made: dict[str, JsonObject] = {}
    for page, key, values in sorted(about.pages, key=lambda one: one[1] in part.made, reverse=True)[:MODELS]:
        _texts(made, about, page, key, values, names, list(one.sent.values()), own)
        _links(made, about, page, key, values, names, own)
    fields = fill(made, one, about.pages, own) if about.there else set()
    if not made:
        return None
    there = f"segments[0] in state.{part.kind.name}"
    what = {True: "", False: ".missing"}[about.there]
    noun = singular(part.kind.name).replace("_", " ")
    title = f"A page about one {noun}" if about.there else f"A page about a {noun} that is not there"
    show: list[Json] = []
    for selector, settings in [*made.items()][:MOST]:
        needed = [name for name in names if name in part.fields() and f".get({text(name)}, " in str(settings)]
        needed = [name for name in needed if name not in part.always() and selector not in fields]
        tests = [f"{text(name)} in {item}" for name in needed]
        if odd := sorted(about.odd.get(selector, ())):
            tests.append(f"!(segments[0] in [{', '.join(map(text, odd))}])")
        told: JsonObject = {"when": " && ".join(tests)} if tests else {}
        show.append({"select": selector, **told, "set": settings})
    document: JsonObject = {
        "id": f"{part.kind.name}.{_last(about.template)}{what}.page",
        "title": title,
        "on": {
            "page": one.origin + _pattern(about.template),
            "where": " && ".join([there if about.there else f"!({there})", *about.tests]),
            **({"like": [*about.like]} if about.like else {}),
        },
        "show": show,
    }
    seen = [
        f"seen: page {page.page.name or page.page.url}, before seq {page.page.seq}" for page, _, _ in about.pages[:3]
    ]
    return Feature(document, [*seen, "sure: 0.65"], 0.65)


def _pattern(template: str) -> str:
    """The address pattern: the key is `*`, other values stay unless they are numbers."""
    path, _, query = template.partition("?")
    pairs = [
        f"{quote(name)}={'*' if value == '*' else quote(value, safe=':/')}"
        for name, value in parse_qsl(query)
        if value == "*" or not looks_like_id(value)
    ]
    return quote(path, safe="/*:%+@~,()'!$&;=-._") + (f"?{'&'.join(pairs)}" if pairs and "=*" in query else "")


def _last(template: str) -> str:
    path, _, query = template.partition("?")
    said = [value for _, value in parse_qsl(query) if value != "*" and not looks_like_id(value)]
    tail = path.rpartition("*")[2].strip("/") if "*" in path else ""
    return snake(tail) or (snake(said[0]) if said and "=*" in query else "") or "open"


def _texts(
    made: dict[str, JsonObject],
    about: About,
    page: Shown,
    key: str,
    values: Mapping[str, str],
    names: Sequence[str],
    sent: Sequence[str],
    own: Own,
) -> None:
    document = page.document
    whole = [name for name in names if len(values.get(name, "")) >= 8]
    others = [other.document for other, _, _ in about.pages if other is not page]
    several = len({other for _, other, _ in [*about.pages, *about.others]}) > 1
    for tag, place, shown in _candidates(document, bool(whole) or several, SHORT if several else 8):
        run = place != "text" and several
        tries = wordings(shown, values, names if run or (place == "text" and not tag.find(True)) else whole, sent)
        if place == "text" and tag.find(True):
            inner = [squeezed(one.get_text()) for one in tag.find_all(True)]
            tries = [one for one in tries if len(one.parts) == 1 and squeezed(shown) not in inner]
        if not tries or len(made) > MOST:
            continue
        selector = alone(document, tag, key, others)
        there = made.get(selector, {}).get("text") if selector is not None else None
        if selector is None or isinstance(there, str) or (there is not None and place == "text"):
            continue
        near = _around(tag)
        telling = about.telling if tag.name in TITLES else ()
        wording = agreed(tries, _at(about.pages, selector, place), sent=sent, about=near, telling=telling)
        if wording is None and about.others:
            wording = agreed(tries, _at([*about.pages, *about.others], selector, place), sent=sent, about=near)
        if wording is None:
            continue
        _except(about, selector, wording, place)
        settings = made.setdefault(selector, {})
        if place == "text":
            settings["text"] = wording.text(own)
        else:
            runs = settings.setdefault("text", {})
            assert isinstance(runs, dict)
            runs[place.removeprefix("text.")] = wording.text(own)


def _candidates(document: BeautifulSoup, mixed: bool, shortest: int) -> list[tuple[Tag, str, str]]:
    """(element, place, text): elements with nothing but text, whole texts of others, and runs of text of these."""
    found = [(tag, "text", shown) for tag, shown in texts_in(document)]
    plain = {id(tag) for tag, _, _ in found}
    for tag in document.find_all(["p", "div", "td", "h1", "h2", "h3", "li", "span", "a", "b", "strong", "dd", "dt"]):
        if not mixed or id(tag) in plain or not tag.find(True):
            continue
        shown = squeezed(tag.get_text()) if len(tag.find_all(True)) < 12 else ""
        if len(shown) >= 8:
            found.append((tag, "text", shown))
        runs = [squeezed("".join(run)) for run in runs_of(tag)]
        found += [(tag, f"text.{number}", run) for number, run in enumerate(runs) if len(run) >= shortest]
    return found


def _except(about: About, selector: str, wording: Wording, place: str) -> None:
    """Remember the entities of which recorded pages show something else there."""
    for page, key, values in [*about.pages, *about.others]:
        told = all(values.get(name) for name in wording.fields())
        if told and any(
            wording.of(values) != squeezed(shown) for shown, _ in _at([(page, key, values)], selector, place)
        ):
            about.odd.setdefault(selector, set()).add(key)


def _around(tag: Tag) -> str:
    """Ids, classes and labels of an element and what holds it."""
    near = [tag, *list(tag.parents)[:2]]
    said = [str(one.get("id") or "") + " " + " ".join(one.get("class") or []) for one in near]
    label = tag.find_previous_sibling()
    return squeezed(" ".join([*said, label.get_text() if isinstance(label, Tag) else ""])).lower().replace("_", "-")


def _at(
    pages: Sequence[tuple[Shown, str, dict[str, str]]], selector: str, place: str
) -> list[tuple[str, Mapping[str, str]]]:
    """What recorded pages show there (text, a run of text, an attribute), with the entity that each is about."""
    found: list[tuple[str, Mapping[str, str]]] = []
    for page, _, values in pages:
        tag = page.document.select_one(selector)
        if tag is None:
            continue
        if place.startswith("text."):
            runs = runs_of(tag)
            number = int(place[5:])
            found.append(("".join(runs[number]) if number < len(runs) else "", values))
        else:
            found.append((tag.get_text() if place == "text" else str(tag.get(place) or ""), values))
    return found


def _links(
    made: dict[str, JsonObject],
    about: About,
    page: Shown,
    key: str,
    values: Mapping[str, str],
    names: Sequence[str],
    own: Own,
) -> None:
    whole = [name for name in names if len(values.get(name, "")) >= 8]
    first = first_looks(about.pages)
    for tag, name, value in attributes_in(page.document):
        if name == "value" and tag.get("type") == "submit":
            continue
        if len(made) > MOST:
            break
        asked = urlsplit(page.page.url).query
        kept = name == "href" and bool(asked) and value.endswith(f"?{asked}")
        value = value.removesuffix(f"?{asked}") if kept else value
        keyed = name in ADDRESSES or ASKS.fullmatch(name) or (about.piece and name in NAMING)
        tries = [one for one in wordings(value, values, [KEY]) if KEY in one.fields()] if keyed else []
        if name in WORDS and page in first:
            tries += [one for one in wordings(value, values, whole) if one not in tries]
            told = wordings(value, values, about.telling) if name == "value" and tag.name == "input" else []
            tries += [one for one in told if len(one.parts) == 1]
        others = [other.document for other, _, _ in about.pages if other is not page]
        selector = alone(page.document, tag, key, others) if tries else None
        if selector is not None and name not in made.get(selector, {}):
            at = [one for one in about.pages if one[0] in first] if name == "value" else about.pages
            said = [(one.partition("?")[0] if kept else one, of) for one, of in _at(at, selector, name)]
            wording = agreed(tries, said, sent=[*whole, KEY], telling=about.telling)
            if wording is not None:
                made.setdefault(selector, {})[name] = wording.text(own) + (OWN_QUERY if kept else "")
