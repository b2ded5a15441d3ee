"""Lists of what leads elsewhere (`led_texts`): `Welcome -> Tea` for each text that is nothing but where it leads.

Each row of such a list links to the one and then to the other, in all looks, and it had those at the time and no
others. Where there were none, the page looked as it did then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote, urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import as_word, framed
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.rows import alone, attributes_in, inside
from awe_author.features.discover.markup.wording import SPACED, own_text, squeezed
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.led_texts import LEADS, Leads
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

SURE = 0.6
ROWS = ("li", "tr")
Row = tuple[Tag, str, str]
"""(row, key of what leads, key of where it leads)."""


def led_lists(one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen) -> list[Feature]:
    """The features of such lists."""
    made, found, paths = one.leads, list[Feature](), set[str]()
    for page in shown if made is not None else ():
        path = urlsplit(page.page.url).path
        if made is None or path in paths or urlsplit(page.page.url).query or page.load is None:
            continue
        for top in page.document.find_all(["ul", "ol", "tbody"]):
            tags = top.find_all(ROWS, recursive=False)
            rows = [row for tag in tags for row in _row(tag, one, part, page, seen, made)]
            leading = _leading(one, part, page, seen, made)
            if rows and leading and len(rows) == len(tags):
                if {(key, to) for _, key, to in rows} == leading and (selector := alone(page.document, top, "")):
                    paths.add(path)
                    found += _features(one, part, page, selector, rows[0], shown, seen)
                break
    return found


def _leading(one: PageKind, part: Entities, page: Shown, seen: Seen, made: Leads) -> set[tuple[str, str]]:
    """(key of what leads, key of where) of all that do so when a page was looked at."""
    found = set[tuple[str, str]]()
    for key in {*part.seed, *part.made}:
        entity = entity_at(one, part, key, page.page.seq, seen) or {}
        told = LEADS.fullmatch(str(entity.get(made.name) or "").strip())
        if told is not None and told[1] == made.sign:
            found.add((key, told[2].strip().replace(" ", "_")))
    return found


def _row(tag: Tag, one: PageKind, part: Entities, page: Shown, seen: Seen, made: Leads) -> Iterator[Row]:
    """A row with the links of one that leads and of where it does."""
    links = tag.find_all("a", href=True)
    known = dict(_leading(one, part, page, seen, made))
    keys = [
        next((key for key in {*known, *known.values()} if key in re.split(r"[/?&=#]", unquote(str(link["href"])))), "")
        for link in links
    ]
    if len(keys) == 2 and known.get(keys[0]) == keys[1]:
        yield tag, keys[0], keys[1]


def _features(
    one: PageKind, part: Entities, page: Shown, selector: str, row: Row, shown: Sequence[Shown], seen: Seen
) -> Iterator[Feature]:
    made = one.leads
    assert made is not None
    own = own_text("item", made.name)
    fit = f"state.{part.kind.name}.values().filter(item, {made.test(own)})"
    tag, key, to = row
    mine = [other for other in shown if urlsplit(other.page.url).path == urlsplit(page.page.url).path and other.load]
    having = [other for other in mine if other.document.select_one(selector) is not None]
    without = [other for other in mine if other not in having and not _leading(one, part, other, seen, made)]
    listed: JsonObject = {
        "each": f"{fit}.sortBy(item, item.id)",
        "into": selector,
        "row": tag.name,
        "key": "item.id",
        "set": _cells(tag, key, to, made.target(own)),
    }
    for pages, sign, show in ((having, ">", [listed]), (without, "==", list[Json]())):
        loads = list(dict.fromkeys(other.load.seq for other in pages if other.load is not None))
        test: JsonObject = {"where": f"{fit}.size() {sign} 0"} if without else {}
        document: JsonObject = {
            "id": f"{part.kind.name}.leading.page",
            "title": f"The list of {part.kind.name} that lead elsewhere",
            "on": {"page": page.page.url.partition("#")[0], **test, "like": [*loads]},
            **({"show": [*show]} if show else {}),
        }
        if loads:
            told = [f"seen: page {page.page.url}, before seq {page.page.seq}", f"sure: {SURE:.2f}"]
            yield Feature(document, told, SURE)


def _cells(row: Tag, key: str, to: str, target: str) -> JsonObject:
    """What is set in a row."""
    found: dict[str, JsonObject] = {}
    for name, own in ((key, "item.id"), (to, target)):
        spaced = own_text("item", SPACED) if own == "item.id" else f"{own}.replace('_', ' ')"
        pattern = as_word(name)
        for link in row.find_all("a", href=True):
            selector = inside(row, link)
            if selector is not None and squeezed(link.get_text()) == name.replace("_", " "):
                found.setdefault(selector, {})["text"] = spaced
        for tag, attribute, value in attributes_in(row):
            selector, said = inside(row, tag), pattern.search(value)
            if attribute in ("href", "title") and selector is not None and said is not None:
                use = own if attribute == "href" else spaced
                made = framed(value[: said.start()], use, value[said.end() :])
                found.setdefault(selector, {}).setdefault(attribute, made)
    return {**found}
