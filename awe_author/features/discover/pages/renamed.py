"""Posts that give an entity another name, and with it another key: `POST /move` with `old=Green tea&new=Black tea`.

A form that says so (`move`, `rename`) names one that was there, and what is in another field is the key of one that is
listed afterwards only: as it is, or with signs in place of blanks. The entity has the new key then. Where the old one
is listed still, it leads to the new one from there on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bs4 import Tag

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows, parse
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.wording import SURE, in_quotes, squeezed, wordings
from awe_author.features.dom.rendering import runs_of
from awe_author.json_types import Json, JsonObject

MOVED = "moved_to"
"""Field of an entity whose key is no more than a way to another one: the key of that."""
_MOVES = re.compile(r"(?<![a-z])(move|rename)")
_MIXED = ("p", "li", "h1", "h2", "h3", "td", "div", "span", "strong", "b", "em")
MOST = 40
"""Surfaces of one answer."""
LEAST = 3
"""Characters of a name that is looked for."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """One such post."""

    call: Call
    old: str
    new: str
    old_field: str
    new_field: str
    stays: bool
    """Is the old key listed afterwards?"""

    def key(self, name: str, key: str) -> str:
        """The expression of the key that a field of the post says."""
        own = f"body.get({text(name)}, '')"
        return own if _said(self.call)[name] == key else f"{own}.replace(' ', '_')"

    @property
    def old_key(self) -> str:
        """The expression of the key that it had."""
        return self.key(self.old_field, self.old)

    @property
    def new_key(self) -> str:
        """The expression of the key that it gets."""
        return self.key(self.new_field, self.new)


def _said(call: Call) -> dict[str, str]:
    body = call.body if isinstance(call.body, dict) else {}
    return {name: value for name, value in body.items() if isinstance(value, str) and len(value) >= LEAST}


def _keyed(value: str) -> tuple[str, str]:
    return value, value.strip().replace(" ", "_")


def renamed_in(roles: Sequence[tuple[Call, str, str]], lists: Sequence[tuple[Page, Rows]]) -> dict[int, Renamed]:
    """Number of a post -> what it renames."""
    found: dict[int, Renamed] = {}
    for call, role, key in roles:
        words = snake(" ".join([call.path, call.operation, *(value for _, value in call.query), *_said(call)]))
        if role != "create" or not _MOVES.search(words) or key.isdigit():
            continue
        there = {row.key for page, rows in lists if page.seq <= call.seq for row in rows.rows}
        there |= {made for other, does, made in roles if does == "create" and other.seq < call.seq}
        later = {row.key for page, rows in lists if page.seq > call.seq for row in rows.rows}
        said = _said(call)
        new = next((name for name, value in said.items() if key in _keyed(value)), "")
        old = next(((name, one) for name, value in said.items() for one in _keyed(value) if one in there), None)
        if new and old is not None and old[1] != key and old[0] != new:
            found[call.seq] = Renamed(call, old[1], key, old[0], new, old[1] in later)
    return found


# ---- the page that it is answered with ------------------------------------------------------------


def answer_shows(of: Renamed, known: Sequence[str], kind: str) -> list[Json]:
    """What the page in the answer says of the two names, and the addresses that have their keys. `known`: keys of the
    kind; what is said of one that has the old key in its own (`Talk:Green_tea`) is there where there is such a one."""
    if of.call.location or not of.call.html:
        return []
    document = parse(of.call.html)
    found: dict[str, JsonObject] = {}
    for tag in document.find_all(["title", "a", *_MIXED]):
        settings = _texts(tag, of) | _addresses(tag, of)
        settings |= _only_there(tag, of, known, kind) if tag.name == "li" else {}
        selector = alone(document, tag, of.old) if settings and len(found) < MOST else None
        if selector is not None:
            found.setdefault(selector, settings)
    return [{"select": selector, "set": settings} for selector, settings in found.items()]


def _texts(tag: Tag, of: Renamed) -> JsonObject:
    """What an element's own text says of the names: they are all of it, in quotation marks, or long."""
    said = _said(of.call)
    values = {name: said[name] for name in (of.new_field, of.old_field)}
    if not tag.find(True):
        made = _worded(tag.get_text(), values, whole=tag.name == "a")
        return {"text": made} if made else {}
    runs = {str(place): _worded("".join(run), values) for place, run in enumerate(runs_of(tag))}
    there: JsonObject = {place: made for place, made in runs.items() if made}
    return {"text": there} if there else {}


def _worded(shown: str, values: Mapping[str, str], *, whole: bool = False) -> str:
    sure = [
        name for name, value in values.items()
        if len(value) >= SURE or squeezed(shown) == value or whole or in_quotes(value, shown)
    ]  # fmt: skip
    ways = wordings(shown, values, sure)
    return ways[0].text(lambda name: f"body.get({text(name)}, '')") if ways else ""


def _addresses(tag: Tag, of: Renamed) -> JsonObject:
    """The address of a link that has one of the keys in it."""
    link = str(tag.get("href") or "") if tag.name == "a" else ""
    for key, own in ((of.new, of.new_key), (of.old, of.old_key)):
        parts = re.split(rf"(?<![\w-]){re.escape(key)}(?![\w-])", link)
        if len(parts) == 2:
            return {"href": framed(parts[0], own, parts[1])}
    return {}


def _only_there(tag: Tag, of: Renamed, known: Sequence[str], kind: str) -> JsonObject:
    """Whether there is the other one that an element is about, whose key has the old one in it."""
    links = [str(link.get("href")) for link in tag.find_all("a", href=True)]
    others = [key for key in known if key != of.old and of.old in key and any(key in link for link in links)]
    if len(others) != 1:
        return {}
    before, _, behind = others[0].partition(of.old)
    return {"hidden": f"!({framed(before, of.old_key, behind)} in state.{kind})"}
