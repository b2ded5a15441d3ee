"""What was opened last: a trail of pages (`Trace: start, booking, expenses`), "recently viewed" in a menu.

An element with links to entities alone, on pages of several addresses, that names at every look those that had been
opened by then, each once, the last one at its end or at its front. It is made anew of what the session opened: all
that stands around and between the links has to be alike at all looks, save beside the last one opened, which may be
marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.pages.about import last_word
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.key_markup import markup_of_keys
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

LEAST_LOOKS = 5
LEAST_ORDERS = 3
"""Different ones that were seen."""
LEAST_LINKS = 3
"""On the page that is looked at for such an element."""
OPENED = "opened"
"""What features call what was opened."""


@dataclass(slots=True)
class Visited:
    """One such element."""

    selector: str
    shown: str
    """The expression of the HTML in it, of `opened`."""
    opened: str
    """The expression of the keys of what was opened, in the order in which they are shown."""
    holds: list[tuple[BeautifulSoup, Tag]]
    """Of each document the element."""


@dataclass(slots=True)
class _Look:
    document: BeautifulSoup
    url: str
    opened: list[str]
    """Keys of what had been opened, the last one last."""


Links = list[tuple[str, Tag]]
"""(key, link)."""


def add_visited(
    features: Sequence[Feature],
    one: PageKind,
    part: Entities,
    shown: Sequence[Shown],
    calls: Sequence[Call],
    seen: Seen,
) -> None:
    """Put such an element on all pages that features show, and leave nothing else about it to them."""
    looks = _looks(one, part, shown, calls, seen)
    found = _visited(one, part, looks)
    if found is None:
        return
    for feature in features:
        on = feature.document.get("on")
        page = on.get("page") if isinstance(on, dict) and "event" not in on else None
        show = feature.document.get("show")
        if isinstance(page, str) and page.startswith(f"{one.origin}/") and isinstance(show, list):
            kept = [each for each in show if not _is_inside(each, found)]
            made: JsonObject = {"select": found.selector, "when": f"size({OPENED}) > 0", "set": {"html": found.shown}}
            let = feature.document.get("let")
            feature.document["show"] = [*kept, made]
            feature.document["let"] = {**(let if isinstance(let, dict) else {}), OPENED: found.opened}


def _looks(one: PageKind, part: Entities, shown: Sequence[Shown], calls: Sequence[Call], seen: Seen) -> list[_Look]:
    opens: list[tuple[int, str]] = []
    for call in calls:
        if call.method == "GET" and call.status == 200 and call.html and call.origin == one.origin:
            key = key_in(_address(call), one.template)
            if key is not None and entity_at(one, part, key, call.seq, seen) is not None:
                opens.append((call.seq, key))
    looks: dict[int, _Look] = {}
    for page in shown:
        if page.load is not None and page.load.seq not in looks:
            opened: dict[str, None] = {}
            for seq, key in opens:
                if seq <= page.load.seq:
                    opened.pop(key, None)
                    opened[key] = None
            looks[page.load.seq] = _Look(page.document, page.page.url, [*opened])
    return [looks[seq] for seq in sorted(looks)]


def _address(call: Call) -> str:
    asked = "&".join(f"{quote(name)}={quote(value)}" for name, value in call.query)
    return f"{call.origin}{call.path}{'?' if asked else ''}{asked}"


def _visited(one: PageKind, part: Entities, looks: Sequence[_Look]) -> Visited | None:
    for model in sorted(looks, key=lambda look: -len(look.opened))[:2]:
        if len(model.opened) < LEAST_LINKS:
            break
        for tag, newest_first in _candidates(one, model):
            selector = alone(model.document, tag, "")
            held = _held(one, looks, selector, newest_first=newest_first) if selector else None
            shown = _html(part, held) if held else None
            if selector and held and shown is not None:
                keys = _keys(one, part, _most(held), newest_first=newest_first)
                return Visited(selector, shown, keys, [(look.document, tag) for look, tag, _ in held])
    return None


def _candidates(one: PageKind, look: _Look) -> Iterator[tuple[Tag, bool]]:
    """(element, does it name the last one first?): the innermost first."""
    found: list[tuple[int, Tag, bool]] = []
    for tag in (look.document.body or look.document).find_all(True):
        every = tag.find_all("a", href=True)
        if len(every) >= LEAST_LINKS and (links := _links(one, look.url, tag)):
            keys = [key for key, _ in links]
            for newest_first in (False, True):
                if keys == _expected(look, len(keys), newest_first=newest_first):
                    found.append((len(tag.find_all(True)), tag, newest_first))
    for _, tag, newest_first in sorted(found, key=lambda each: each[0]):
        yield tag, newest_first


def _links(one: PageKind, url: str, tag: Tag) -> Links:
    """The links in an element, when all are to entities."""
    links = [(key_in(joined(url, str(link["href"])), one.template), link) for link in tag.find_all("a", href=True)]
    return [(key, link) for key, link in links if key is not None] if all(key for key, _ in links) else []


def _expected(look: _Look, most: int, *, newest_first: bool) -> list[str]:
    last = look.opened[-most:] if most else []
    return last[::-1] if newest_first else last


def _held(
    one: PageKind, looks: Sequence[_Look], selector: str, *, newest_first: bool
) -> list[tuple[_Look, Tag, Links]] | None:
    """The element in all documents that have it; None when one of them names other entities, or too few were seen."""
    found = [(look, tag) for look in looks if (tag := look.document.select_one(selector)) is not None]
    held = [(look, tag, _links(one, look.url, tag)) for look, tag in found]
    most = max((len(links) for _, _, links in held), default=0)
    for look, _, links in held:
        if [key for key, _ in links] != _expected(look, most, newest_first=newest_first):
            return None
    held = [each for each in held if each[2]]
    orders = {tuple(key for key, _ in links) for _, _, links in held}
    return held if len(held) >= LEAST_LOOKS and len(orders) >= LEAST_ORDERS else None


def _most(held: Sequence[tuple[_Look, Tag, Links]]) -> int:
    """How many it shows at most, where more had been opened; 0 when it showed all."""
    return max((len(links) for look, _, links in held if len(links) < len(look.opened)), default=0)


def _keys(one: PageKind, part: Entities, most: int, *, newest_first: bool) -> str:
    """The keys of what was opened, in the order in which they are shown."""
    begins = f"{part.kind.name}.{last_word(one.template)}.page"
    query = one.template.partition("?")[2]
    same = (
        f"size(o.url.split('&')) == {len(query.split('&'))}"
        if query
        else "!o.url.contains('?') && !o.key.contains('/')"
    )
    every = f"view.get('opened', []).filter(o, {same} && o.by.exists(f, f.startsWith({text(begins)})))"
    last = f"{every}.map(o, string(o.key)).reverse().distinct()"
    last = f"[{last}].map(all, size(all) > {most} ? all.slice(0, {most}) : all)[0]" if most else last
    return last + ("" if newest_first else ".reverse()")


def _html(part: Entities, held: Sequence[tuple[_Look, Tag, Links]]) -> str | None:
    """The expression of the HTML of the element; None when the looks are not made alike."""
    link = markup_of_keys(part, [(str(tag), key) for _, _, links in held for key, tag in links])
    said: dict[str, str] = {}
    for _, tag, links in held:
        pieces = _pieces(tag, [one for _, one in links])
        for place, piece in _placed(pieces):
            if said.setdefault(place, piece) != piece:
                return None
    if link is None or "first" not in said:
        return None
    middle = said.get("middle", said.get("ahead", ""))
    ahead, first = said.get("ahead", middle), said["first"]
    only = said.get("only", first)
    head = text(first) if only == first else f"(size({OPENED}) == 1 ? {text(only)} : {text(first)})"
    between = f"(k == {OPENED}[0] ? '' : k == {OPENED}[size({OPENED}) - 1] ? {text(ahead)} : {text(middle)})"
    if ahead == middle:
        between = f"(k == {OPENED}[0] ? '' : {text(middle)})"
    return f"{head} + {OPENED}.map(k, {between} + {link}).join('') + {text(said['end'])}"


def _pieces(tag: Tag, links: Sequence[Tag]) -> list[str]:
    """What stands before, between and behind the links."""
    left, pieces = tag.decode_contents(), []
    for link in links:
        before, _, left = left.partition(str(link))
        pieces.append(before)
    return [*pieces, left]


def _placed(pieces: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each piece with its place: before the first link (`only` where there is one), before the last, between others, at
    the end."""
    yield ("only" if len(pieces) == 2 else "first"), pieces[0]
    for piece in pieces[1:-2]:
        yield "middle", piece
    if len(pieces) > 2:
        yield "ahead", pieces[-2]
    yield "end", pieces[-1]


def _is_inside(each: object, found: Visited) -> bool:
    """Is something told of the element by another rule?"""
    if not isinstance(each, dict):
        return False
    selector = each.get("select") or each.get("into")
    return isinstance(selector, str) and any(
        any(inside is tag or tag in inside.parents for inside in document.select(selector))
        for document, tag in found.holds[-4:]
    )
