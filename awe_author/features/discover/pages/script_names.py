"""What scripts in documents are told of the page: `{"page": "Green_tea", "title": "Green tea"}`, which they send on.

Told by the documents of two entities at their own address, in which one script has each one's key in quotation marks:
the documents of others, which were recorded of one of these, say theirs.
"""

from __future__ import annotations

from collections.abc import Sequence

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.wording import KEY, SPACED, own_text
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

ESCAPED = r""".replace('\\', '\\\\').replace('"', '\\"').replace('<', '\\u003c')"""
"""Ends the expression of a text that stands in quotation marks in a script."""
SURE = 0.6
LEAST = 2
"""Entities whose documents do so."""
LONGEST = 20_000
"""Characters of such a script."""
LETTERS = 4
"""Of a key, which stands in no script by chance."""
MOST = 12
"""Documents that are looked at."""


def script_names(one: PageKind, part: Entities, shown: Sequence[Shown]) -> list[Feature]:
    """The feature of such a script; none without one."""
    known = {*part.seed, *part.made}
    loads = {one.load.seq: one for one in reversed(shown) if one.load is not None}
    told: dict[int, list[tuple[str, str]]] = {}
    for page in loads.values():
        key = key_in(page.page.url.partition("#")[0], one.template) or ""
        if (
            sum(map(len, told.values())) >= MOST
            or key not in known
            or sum(map(str.isalpha, key)) < LETTERS
            or page.load is None
        ):
            continue
        for place, script in enumerate(_scripts(parse(page.load.body.decode("utf-8", "replace"))), 1):
            said = script.string or ""
            if f'"{key}"' in said and len(said) <= LONGEST:
                told.setdefault(place, []).append((key, said))
    places = [place for place, mine in told.items() if len({key for key, _ in mine}) >= LEAST]
    if not places:
        return []
    place = places[0]
    keys = sorted({key for key, _ in told[place]})
    key, said = max(told[place], key=lambda pair: "_" in pair[0])  # its name is another text than its key then
    there = f"segments[0] in state.{part.kind.name} && !(segments[0] in [{', '.join(map(text, keys))}])"
    document: JsonObject = {
        "id": f"{part.kind.name}.script.page",
        "title": f"What scripts are told of a page about one of the {part.kind.name.replace('_', ' ')}",
        "on": {"page": one.origin + one.template, "where": there, "once": True},
        "show": [{"select": f"head > script:nth-of-type({place})", "set": {"text": _worded(said, key, part)}}],
    }
    return [Feature(document, [f"seen: documents of {', '.join(keys[:4])}", f"sure: {SURE:.2f}"], SURE)]


def _scripts(document: BeautifulSoup) -> list[Tag]:
    return document.head.find_all("script", recursive=False) if document.head is not None else []


def _worded(said: str, key: str, part: Entities) -> str:
    """The expression of a script with another key, and another name, in it."""
    item, parts = f"state.{part.kind.name}[segments[0]]", [said]
    for name, field in ((key, KEY), (key.replace("_", " "), SPACED)):
        own = f"{own_text(item, field)}{ESCAPED}"
        quoted = text('"') + f" + {own} + " + text('"')
        made: list[str] = []
        for each in parts:
            pieces = each.split(f'"{name}"') if not each.startswith("\0") else [each]
            made += [one for piece in pieces for one in (piece, f"\0{quoted}")][:-1]
        parts = made
    return " + ".join(one[1:] if one.startswith("\0") else text(one) for one in parts if one)
