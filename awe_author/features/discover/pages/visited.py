"""What was opened last: a trail of pages (`Trace: start, booking, expenses`), "recently viewed" in a menu.

An element with links to entities alone, on pages of several addresses, that names at every look those that had been
opened by then, each once, the last one at its end or at its front. It is made anew of what the session opened: all
that stands around and between the links has to be alike at all looks, save beside the last one opened, which may be
marked. Where each link stands in an element of its own (`<li id="seen-7"><a href="/desk?id=7">`), these are made anew,
without the mark of the one whose page it is (`class="active"`).

What was opened are the pages at the address of the kind's links; where these do not explain the element, all pages
whose address names an entity as these links do (`/Desk/Edit?id=7` beside `/Desk/Show?id=7`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote, unquote, urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.pages.about import last_word
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.key_markup import markup_of_keys
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.dom.rendering import is_whole
from awe_author.json_types import JsonObject
from awe_author.queries import parse_qsl

LEAST_LOOKS = 5
LEAST_ORDERS = 3
"""Different ones that were seen."""
LEAST_LINKS = 3
"""On the page that is looked at for such an element."""
_MARKED = re.compile(r' class="(?:active|current|here|selected)"')
"""Of the item whose page is open."""
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
    nothing: str | None
    """The HTML in it where nothing was opened yet; None where that was never seen."""


@dataclass(slots=True)
class _Look:
    document: BeautifulSoup
    url: str
    opened: list[str]
    """Keys of what had been opened, the last one last."""
    then: dict[str, Mapping[str, object]]
    """What these said then."""
    body: bytes
    """The document as it was served, before scripts folded menus up."""


Links = list[tuple[str, Tag]]
"""(key, link)."""


@dataclass(slots=True)
class _Held:
    """The element of a document."""

    look: _Look
    tag: Tag
    links: Links
    """Or the elements that have one link each."""
    items: bool
    """Are these such elements?"""

    def html(self, tag: Tag) -> str:
        return _MARKED.sub("", str(tag)) if self.items else str(tag)


def add_visited(
    features: Sequence[Feature],
    one: PageKind,
    part: Entities,
    shown: Sequence[Shown],
    calls: Sequence[Call],
    seen: Seen,
) -> None:
    """Put such an element on all pages that features show, and leave nothing else about it to them."""
    found = None
    for wide in (False, True):
        found = found or _visited(one, part, _looks(one, part, shown, calls, seen, wide=wide), wide=wide)
    if found is None:
        return
    for feature in features:
        on = feature.document.get("on")
        page = on.get("page") if isinstance(on, dict) and "event" not in on else None
        show = feature.document.get("show")
        if isinstance(page, str) and page.startswith(f"{one.origin}/") and isinstance(show, list):
            kept = [each for each in show if not is_inside(each, found.holds[-4:])]
            html, some = found.shown, f"size({OPENED}) > 0"
            made: JsonObject = {"select": found.selector, "when": some, "set": {"html": html}}
            if found.nothing is not None:
                made = {"select": found.selector, "set": {"html": f"({some} ? {html} : {text(found.nothing)})"}}
            let = feature.document.get("let")
            feature.document["show"] = [*kept, made]
            feature.document["let"] = {**(let if isinstance(let, dict) else {}), OPENED: found.opened}


def _looks(
    one: PageKind, part: Entities, shown: Sequence[Shown], calls: Sequence[Call], seen: Seen, *, wide: bool
) -> list[_Look]:
    opens: list[tuple[int, str]] = []
    for call in calls:
        if call.method == "GET" and call.status == 200 and call.html and call.origin == one.origin:
            key = key_named(_address(call), one.template) if wide else key_in(_address(call), one.template)
            whole = is_whole(call.html) or not wide
            if key is not None and whole and entity_at(one, part, key, call.seq, seen) is not None:
                opens.append((call.seq, key))
    looks: dict[int, _Look] = {}
    for page in shown:
        if page.load is not None and page.load.seq not in looks:
            opened: dict[str, None] = {}
            for seq, key in opens:
                if seq <= page.load.seq:
                    opened.pop(key, None)
                    opened[key] = None
            then = {key: entity_at(one, part, key, page.load.seq, seen) or {} for key in opened}
            looks[page.load.seq] = _Look(page.document, page.page.url, [*opened], then, page.load.body)
    return [looks[seq] for seq in sorted(looks)]


def key_named(url: str, template: str) -> str | None:
    """The key in an address of any page that names an entity as the template does, by its parameter, or at its place:
    `/Desk/Edit?id=7&sure=1` for `/Desk/Show?id=*`, `/desks/7/edit` for `/desks/*`."""
    path, _, query = template.partition("?")
    if star := next((name for name, value in parse_qsl(query) if value == "*"), ""):
        return dict(parse_qsl(urlsplit(url).query)).get(star)
    begin = path.partition("*")[0]
    rest = urlsplit(url).path.removeprefix(begin)
    return unquote(rest.partition("/")[0]) or None if urlsplit(url).path.startswith(begin) else None


def _address(call: Call) -> str:
    asked = "&".join(f"{quote(name)}={quote(value)}" for name, value in call.query)
    return f"{call.origin}{call.path}{'?' if asked else ''}{asked}"


def _visited(one: PageKind, part: Entities, looks: Sequence[_Look], *, wide: bool) -> Visited | None:
    for model in sorted(looks, key=lambda look: -len(look.opened))[:2]:
        if len(model.opened) < LEAST_LINKS:
            break
        for tag, newest_first in _candidates(one, model):
            found = _made(one, part, looks, model, tag, newest_first=newest_first, wide=wide)
            if found is not None:
                return found
    return None


def _made(
    one: PageKind, part: Entities, looks: Sequence[_Look], model: _Look, tag: Tag, *, newest_first: bool, wide: bool
) -> Visited | None:
    """What is told of a candidate; of one around it where documents before anything was opened have only that."""
    for items in (False, True):
        for place in (tag, tag.parent) if items and tag.parent is not None else (tag,):
            selector = alone(model.document, place, "")
            held = _held(one, looks, selector, newest_first=newest_first, items=items) if selector else None
            if selector is None or held is None or (place is tag and items and _begins_elsewhere(looks, selector)):
                continue
            holds = [(each.look.document, each.tag) for each in held if each.links]
            held = _held(one, _served(looks), selector, newest_first=newest_first, items=items) or held
            shown = _html(part, [each for each in held if each.links])
            if shown is not None:
                keys = _keys(one, part, _most(held), newest_first=newest_first, wide=wide)
                empty = {each.tag.decode_contents() for each in held if not each.links}
                return Visited(selector, shown, keys, holds, empty.pop() if len(empty) == 1 else None)
    return None


def _served(looks: Sequence[_Look]) -> list[_Look]:
    """The same with the documents as they were served."""
    return [replace(look, document=parse(look.body.decode(errors="replace"))) if look.body else look for look in looks]


def _begins_elsewhere(looks: Sequence[_Look], selector: str) -> bool:
    """Lack documents the element while nothing was opened, which have it later?"""
    return any(look.document.select_one(selector) is None for look in looks if not look.opened)


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
    every = [link for link in tag.find_all("a", href=True) if link["href"] != "#"]
    links = [(key_in(joined(url, str(link["href"])), one.template), link) for link in every]
    return [(key, link) for key, link in links if key is not None] if all(key for key, _ in links) else []


def _expected(look: _Look, most: int, *, newest_first: bool) -> list[str]:
    last = look.opened[-most:] if most else []
    return last[::-1] if newest_first else last


def _held(
    one: PageKind, looks: Sequence[_Look], selector: str, *, newest_first: bool, items: bool
) -> list[_Held] | None:
    """The element in all documents that have it; None when one of them names other entities, or too few were seen."""
    found = [(look, tag) for look in looks if (tag := look.document.select_one(selector)) is not None]
    held = [_Held(look, tag, _links(one, look.url, tag), items) for look, tag in found]
    most = max((len(each.links) for each in held), default=0)
    for each in held:
        if [key for key, _ in each.links] != _expected(each.look, most, newest_first=newest_first):
            return None
    some = [each for each in held if each.links]
    orders = {tuple(key for key, _ in each.links) for each in some}
    if len(some) < LEAST_LOOKS or len(orders) < LEAST_ORDERS:
        return None
    depth = _depth(max(some, key=lambda each: len(each.links))) if items else 0
    for each in some if items else ():
        each.links = [(key, [link, *link.parents][depth]) for key, link in each.links]
    return held if depth or not items else None


def _depth(held: _Held) -> int:
    """How far above its link the element is that has no other link."""
    link = held.links[0][1]
    above = [len(_linked(parent)) > 1 for parent in link.parents]
    return above.index(True) if True in above else 0


def _linked(tag: Tag) -> list[Tag]:
    return tag.find_all("a", href=True)


def _most(held: Sequence[_Held]) -> int:
    """How many it shows at most, where more had been opened; 0 when it showed all."""
    return max((len(each.links) for each in held if len(each.links) < len(each.look.opened)), default=0)


def _keys(one: PageKind, part: Entities, most: int, *, newest_first: bool, wide: bool) -> str:
    """The keys of what was opened, in the order in which they are shown."""
    begins = f"{part.kind.name}.{last_word(one.template)}.page"
    query = one.template.partition("?")[2]
    same = (
        f"size(o.url.split('&')) == {len(query.split('&'))}"
        if query
        else "!o.url.contains('?') && !o.key.contains('/')"
    )
    shows = f"{same} && o.by.exists(f, f.startsWith({text(begins)}))"
    if wide:  # any page about one of them, that is there
        none = f"{text(part.kind.name + '.list.')}) && !f.contains('.missing.')"
        shows = f"o.by.exists(f, f.startsWith({text(part.kind.name + '.')}) && !f.startsWith({none})"
    every = f"view.get('opened', []).filter(o, {shows})"
    last = f"{every}.map(o, string(o.key)).reverse().distinct()"
    last = f"[{last}].map(all, size(all) > {most} ? all.slice(0, {most}) : all)[0]" if most else last
    return last + ("" if newest_first else ".reverse()")


def _html(part: Entities, held: Sequence[_Held]) -> str | None:
    """The expression of the HTML of the element; None when the looks are not made alike."""
    told = [(each.html(tag), key, values) for each in held for key, tag in each.links
            if (values := each.look.then.get(key))]  # fmt: skip
    link = markup_of_keys(part, [(html, key) for html, key, _ in told], [values for _, _, values in told])
    said: dict[str, str] = {}
    for each in held:
        pieces = _pieces(each.tag, [one for _, one in each.links])
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


def is_inside(each: object, holds: Sequence[tuple[BeautifulSoup, Tag]]) -> bool:
    """Is something told of an element by another rule? `holds`: of documents the element."""
    if not isinstance(each, dict):
        return False
    selector = each.get("select") or each.get("into")
    return isinstance(selector, str) and any(
        any(inside is tag or tag in inside.parents for inside in document.select(selector)) for document, tag in holds
    )


def leave_alone(features: list[Feature], holds: Sequence[tuple[BeautifulSoup, Tag]]) -> None:
    """Leave nothing about an element to features; none that has nothing left to show."""
    for feature in [*features]:
        document = feature.document
        show, on = document.get("show"), document.get("on")
        if not isinstance(show, list) or not any(is_inside(each, holds) for each in show):
            continue
        document["show"] = [each for each in show if not is_inside(each, holds)]
        if not document["show"]:
            del document["show"]
            if not isinstance(on, dict) or "like" not in on:
                features.remove(feature)
