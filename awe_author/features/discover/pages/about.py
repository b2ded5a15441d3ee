"""Features of pages about one entity: its own, its edit form, its history, the question before it is deleted.

What a page shows of the entity is told from all recorded pages of an address (`about_pages`): texts, addresses
(`about_places`), and what is in the fields of forms.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import quote

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import looks_like_id, singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.addresses import WORDS, in_words, word_of
from awe_author.features.discover.markup.wording import BEFORE, KEY, PATHED, SPACED, WRITE, number_text, own_text
from awe_author.features.discover.pages.about_pages import About, abouts_of, by_kind, fields_of, situations_of
from awe_author.features.discover.pages.about_places import MOST, Places
from awe_author.features.discover.pages.attributes_around import attributes_around
from awe_author.features.discover.pages.by_records import by_records
from awe_author.features.discover.pages.change_lines import change_lines
from awe_author.features.discover.pages.chosen_texts import chosen_texts
from awe_author.features.discover.pages.copied_texts import copied_texts
from awe_author.features.discover.pages.echoed import echoed
from awe_author.features.discover.pages.field_parts import by_parts, field_parts
from awe_author.features.discover.pages.filled import fill
from awe_author.features.discover.pages.neighbours import neighbours
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.particular import particular_texts
from awe_author.features.discover.pages.row_marks import row_marks
from awe_author.features.discover.pages.told_lines import line_texts
from awe_author.features.discover.pages.trail_surfaces import Shows
from awe_author.features.discover.pages.writable_pages import by_forms
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl

MODELS = 4
"""Pages of an address that are searched for texts."""
MORE = 2
"""Of the others those whose entities most is known of."""


def about_features(
    one: PageKind,
    part: Entities,
    shown: Sequence[Shown],
    seen: Seen,
    acts: Mapping[int, str],
    shows: Sequence[Shows] = (),
) -> list[Feature]:
    """The features of all addresses about one kind. `acts`: number of a post -> its action; `shows`: its trails."""
    found = []
    kinds = (mine for every in abouts_of(one, part, shown, seen) for sort in by_kind(one, part, every)
             for mine in by_forms(one, part, sort))  # fmt: skip
    for about in (mine for kind in kinds for mine in by_parts(one, part, kind)):
        item = f"state.{part.kind.name}[segments[0]]"
        looks = (
            each for one_look in situations_of(one, part, about, acts) for each in by_records(one_look, shows, item)
        )
        for situation in looks:
            made = about_feature(one, part, situation, shows, shown)
            if made is not None:
                found.append(made)
    return found


def about_feature(
    one: PageKind, part: Entities, about: About, shows: Sequence[Shows] = (), shown: Sequence[Shown] = ()
) -> Feature | None:
    """The feature of the pages of one address in one situation; None when they show nothing of the entity."""
    item = f"state.{part.kind.name}[segments[0]]"
    recorded = next((values[WRITE] for _, _, values in about.pages if WRITE in values), "")

    def own(name: str) -> str:
        if about.there:
            return own_text(item, name) if name != WRITE else number_text(item, recorded)
        signs = {SPACED: ".replace('_', ' ').replace('+', ' ')", PATHED: ".replace(':', '/')"}
        return "segments[0]" + signs.get(name, "")

    names = fields_of(one, part) if about.there else [SPACED, KEY, PATHED]
    names += [BEFORE + name for name in dict.fromkeys(one.sent.values())] if about.there else []
    names = [name for name in names if name != WRITE] + ([WRITE] if about.there and one.counted is not None else [])
    every = [page for page, _, _ in [*about.pages, *about.others]]
    held = frozenset(tag for trail in shows for tag in trail.holds(every)) | one.listing
    lines, shown_so = line_texts(about, list(one.sent.values()), own) if about.there else ({}, frozenset())
    held |= shown_so
    places = Places(about, names, list(one.sent.values()), own, held, lines, attributes_around(about, shown))
    marks = row_marks([rows for _, rows in one.lists]) if about.there else {}
    first = sorted(about.pages, key=lambda look: look[1] in part.made, reverse=True)
    more = sorted(first[MODELS:], key=lambda look: _known(one, look[2]), reverse=True)[:MORE]
    for model in [*first[:MODELS], *more]:
        places.texts(model)
        places.attributes(model)
        places.marks(model, marks)
    for model in about.others[:MODELS] if about.there else ():
        places.said_elsewhere(model)
        places.told_elsewhere(model)
    places.loosely()
    for selector in copied_texts(places.found, about.pages, one.template):
        del places.found[selector]
    fields = fill(places.found, one, about.pages, own, about.others, shown) if about.there else set()
    places.found |= dict(chosen_texts(about, part, places.found, held, own)) if about.there else {}
    said, lists = change_lines(about, list(dict.fromkeys(one.sent.values())), own)
    documents = [page for page, _, _ in about.pages]
    for selector in [one for one in places.found if lists and _within(one, documents, lists)]:
        del places.found[selector]
    listed = [made for trail in shows if about.there for made in trail.surfaces(documents, item)]
    if not places.found and not listed:
        return None
    held |= {id(tag) for top in lists for tag in [top, *top.find_all(True)]}
    others = particular_texts(about, part, places.found, held) if about.there else ()
    show = [
        *_shows(places.found, about, part, names, fields, item, one.details | places.unknown),
        *others,
        *listed,
        *said,
    ]
    show += [{"select": selector, "set": {"hidden": test}} for selector, test in about.passing.items()]
    show += [*field_parts(one, part, about, held)] if about.there else []
    show += echoed(documents)
    seen = [
        f"seen: page {page.page.name or page.page.url}, before seq {page.page.seq}" for page, _, _ in about.pages[:3]
    ]
    let, near = neighbours(one, about, shown)
    document = {**_document(one, part, about, [*show, *near]), **({"let": let} if let else {})}
    return Feature(document, [*seen, "sure: 0.65"], 0.65)


def _within(selector: str, pages: Sequence[Shown], lists: Sequence[Tag]) -> bool:
    """Is something in one of these lists?"""
    tops = {id(top) for top in lists}
    return any(
        not tops.isdisjoint(map(id, [tag, *tag.parents]))
        for page in pages for tag in page.document.select(selector, limit=1)
    )  # fmt: skip


def _known(one: PageKind, values: Mapping[str, str]) -> int:
    """Of how many fields that forms send it is known what an entity has."""
    return sum(1 for name in {*one.sent.values()} if values.get(name))


def _shows(
    made: Mapping[str, JsonObject],
    about: About,
    part: Entities,
    names: Sequence[str],
    fields: set[str],
    item: str,
    details: Collection[str],
) -> list[Json]:
    """What is set where, when the entity has what it is made of. `fields`: selectors of fields of forms; `details`:
    what is left empty when it is not known."""
    show: list[Json] = []
    others = [selector for selector in made if selector not in fields]
    kept = {*others[: max(0, MOST - len(fields))], *fields}  # pages with many links have forms, too
    for selector, settings in made.items():
        if selector not in kept:
            continue
        said = " ".join(map(str, settings.values()))
        known = [name for name in names if name in part.fields() and name != WRITE]
        needed = [name for name in known if f".get({text(name)}, " in said]
        needed = [
            name for name in needed
            if name not in part.always() and ("html" in settings or (name not in details and selector not in fields))
        ]  # fmt: skip
        tests = [f"{text(name)} in {item}" for name in needed]
        if odd := sorted(key for key in about.odd.get(selector, ()) if key in part.seed):
            tests.append(f"!(segments[0] in [{', '.join(map(text, odd))}])")
        told: JsonObject = {"when": " && ".join(tests)} if tests else {}
        show.append({"select": selector, **told, "set": settings})
    return show


def _document(one: PageKind, part: Entities, about: About, show: list[Json]) -> JsonObject:
    there = f"segments[0] in state.{part.kind.name}"
    noun = singular(part.kind.name).replace("_", " ")
    return {
        "id": f"{part.kind.name}.{last_word(about.template)}{'' if about.there else '.missing'}.page",
        "title": f"A page about one {noun}" if about.there else f"A page about a {noun} that is not there",
        "on": {
            "page": one.origin + _pattern(about.template),
            "where": " && ".join(
                [there if about.there else _missing(about.template, there), *in_words(about.template), *about.tests]
            ),
            **({"like": [*about.like]} if about.like and about.template not in one.lists_on else {}),
        },
        "show": show,
    }


def _missing(template: str, there: str) -> str:
    """The condition of pages about what is not there; behind a word only a number names anything."""
    number = "segments[0].matches('^[0-9]+$')"
    return f"{number} && !({there})" if word_of(template) else f"!({there})"


def _pattern(template: str) -> str:
    """The address pattern: the key is `*`, other values stay unless they are numbers."""
    path, _, query = template.partition("?")
    pairs = [
        f"{quote(name)}={'*' if value == '*' else quote(value, safe=':/')}"
        for name, value in parse_qsl(query)
        if value == "*" or not looks_like_id(value)
    ]
    path = path.replace(WORDS, "*")
    return quote(path, safe="/*:%+@~,()'!$&;=-._") + (f"?{'&'.join(pairs)}" if pairs and "=*" in query else "")


def last_word(template: str) -> str:
    path, _, query = template.partition("?")
    said = [value for _, value in parse_qsl(query) if value != "*" and not looks_like_id(value)]
    tail = path.rpartition("*")[2].strip("/") if "*" in path else ""
    return snake(tail) or (snake(said[0]) if said and "=*" in query else "") or "open"
