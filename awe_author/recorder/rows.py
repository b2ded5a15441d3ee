"""Which more pages to open after the steps: of other rows of the lists of which the steps opened one.

What a mock shows of a record that no page of the recording was about is guessed. A user who opens a ticket could have
opened any other of its list; these pages are got as well, by their links. Only links that stand in the rows of a list
are followed, where one of the same form was opened as a document that the server rendered, and none that says that it
does something. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from urllib.parse import urldefrag

from awe_author.features.discover.entities.targets import DELETES
from awe_author.features.discover.markup.addresses import addresses, joined
from awe_author.features.discover.markup.documents import Row, parse, rows_of

EACH = 30
"""Rows of one list."""
LEAST = 2
"""Rows that make a list."""
RENDERED = 0.6
"""Share of the words that a page shows which its document has to have."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_DOES = re.compile(
    r"(^|[^a-z])(log.?out|sign.?out|log.?off|accept|reject|approve|decline|archive|restore|revert|undo|cancel|confirm|"
    r"close|reopen|resolve|publish|unpublish|enable|disable|activate|deactivate|start|stop|run|restart|pin|star|unstar|vote|"
    r"like|watch|unwatch|follow|unfollow|subscribe|unsubscribe|mark|toggle|lock|unlock|move|merge|send|resend|reset|pay|"
    r"impersonate|sudo|switch|download|export|print|new|add|create|copy|clone|duplicate|rss|atom|csv|pdf|xml|json|ics)([^a-z]|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Look:
    """A page as it was at one moment."""

    url: str
    html: str
    """As rendered."""


def is_rendered(document: str, text: str) -> bool:
    """Did the server render a page: has its document the words that the page shows?"""
    shown = {word.lower() for word in _WORD.findall(text)}
    return bool(shown) and len(shown & {word.lower() for word in _WORD.findall(document)}) >= RENDERED * len(shown)


def more_rows(looks: Sequence[Look], opened: Iterable[str], most: int) -> list[tuple[str, list[str]]]:
    """(address of a page with a list, addresses of its rows to open) of each list, `most` rows in all, as many of each
    as it has. `looks`: pages as the steps saw them; `opened`: addresses of documents that were opened by then and that
    the server rendered."""
    known = {urldefrag(url)[0] for url in opened}
    templates = {one.template for url in known for one in addresses(url, url)}
    found: dict[str, dict[str, list[str]]] = {}
    for look in {look.url: look for look in looks}.values():  # what was there before may be gone
        for rows in rows_of(parse(look.html), look.url):
            if rows.template not in templates or len(rows.rows) < LEAST:
                continue
            for url in (_link(row, rows.template, look.url) for row in rows.rows):
                if url and url not in known and not does_something(url):
                    pages = found.setdefault(rows.template, {}).setdefault(url, [])
                    pages += {urldefrag(look.url)[0]} & known
    pairs = ([(template, url) for url in [*urls][:EACH]] for template, urls in found.items())
    taken = [one for one in chain.from_iterable(zip_longest(*pairs)) if one is not None][:most]
    lists = []
    for template, pages_of in found.items():
        urls = [url for of, url in taken if of == template]
        held = Counter(page for url in urls for page in {*pages_of[url]})
        lists.append((max(sorted(held), key=lambda page: held[page], default=""), urls))
    return lists


def _link(row: Row, template: str, page: str) -> str:
    """The address of a row's own page; "" where it has none."""
    links = row.tag.find_all("a", href=True) if row.tag is not None else []
    links = [row.tag] if row.tag is not None and row.tag.name == "a" else links
    to = (urldefrag(joined(page, str(link["href"])))[0] for link in links)
    return next((url for url in to if any(one.template == template for one in addresses(url, page))), "")


def beside(url: str, look: Look, opened: Iterable[str]) -> list[str]:
    """The pages about the same thing as `url` to which its page links, where the steps opened such a page of something
    else: its form at `/people/8/edit`, after `/people/7` and `/people/7/edit`."""
    known = [urldefrag(one)[0] for one in opened]
    mine = _forms(url)
    others = {form for other in known for form in _forms(other)}
    links = dict.fromkeys(
        urldefrag(joined(look.url, str(link["href"])))[0] for link in parse(look.html).find_all("a", href=True)
    )
    found = []
    for link in links:
        about = [form for form, key in _forms(link) if any(key == own for _, own in mine)]
        keys = {key for form, key in others if form in about}
        if (
            link not in known
            and link != url
            and not does_something(link)
            and any((form, key) in others for form, _ in mine for key in keys)
        ):
            found.append(link)
    return found


def _forms(url: str) -> list[tuple[str, str]]:
    """(address with `*` in place of a key, all else as it is, the key), for each part that may be one."""
    query = url.partition("?")[2]
    told = [one for one in addresses(url, url) if not one.words]
    return [(one.template if "?" in one.template or not query else f"{one.template}?{query}", one.key) for one in told]


def does_something(url: str) -> bool:
    """Does an address say that it does something?"""
    said = url.partition("://")[2].partition("/")[2]
    return _DOES.search(said) is not None or DELETES.search(said) is not None
