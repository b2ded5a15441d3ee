"""Rows without links that say in an attribute which entity they are: `<tr id="row7">`, `<li data-id="7">`.

Scripts open them. Which kind it is, the page of a form tells that was opened from the list (in a frame of its page, or
for two rows), names the key of a row in its address, and has a long text of that row, and of no other, in its fields.
A parameter that says the same in all addresses names none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import framed
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import addresses
from awe_author.features.discover.markup.documents import Rows, row_of
from awe_author.features.discover.markup.row_selectors import row_selector
from awe_author.features.discover.markup.selectors import selector_of
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.posts import parameter_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.queries import parse_qsl

LONG = 5
"""Characters of a text that is hardly in a row by chance."""
SEVERAL = 2
MOST_ROWS = 2000
_OWN_ID = re.compile(r"([A-Za-z][A-Za-z_-]*)(\d{1,12})\Z")
_KEYS = ("data-id", "data-key", "data-uid", "data-row-id", "data-rowid")
BOX = "box"
"""In place of the name of an attribute, where a box to tick has the key (`pages.boxed_rows`)."""
_HOLDERS = ("tbody", "ul", "ol")


@dataclass(slots=True)
class _List:
    """One look at such rows."""

    shown: Shown
    parent: Tag
    rows: dict[str, Tag] = field(default_factory=dict)
    named: tuple[str, str] = ("", "")
    """The attribute that says their keys, and what stands before these in it."""

    @property
    def texts(self) -> dict[str, str]:
        """Key -> what the row says."""
        return {key: squeezed(tag.get_text(" ")) for key, tag in self.rows.items()}


def add_keyed_rows(shown: Sequence[Shown]) -> None:
    """Give pages their lists of rows that no links tell."""
    lists = [one for page in shown for one in _lists(page)]
    places: dict[tuple[str, str], list[_List]] = {}
    for one in lists:
        place = one.shown.page.url.partition("#")[0], selector_of(one.shown.document, one.parent)
        places.setdefault(place, []).append(one)
    asked = {(name, value) for one in shown for name, value in parse_qsl(urlsplit(one.page.url).query)}
    forms = [(page, key, template, said) for page in shown for template, key, said in _forms(page)
             if "=*" not in template or sum(name == parameter_of(template) for name, _ in asked) > 1]  # fmt: skip
    for (_, container), looks in places.items():
        template = _template(looks, forms)
        rowless = _without_rows(looks, shown, container) if template else []
        for one in [*looks, *rowless] if template else ():
            rows = [row_of(tag, key, one.parent, one.shown.page.url) for key, tag in one.rows.items()]
            made = Rows(template, container, "", rows, parent=one.parent, drawn=looks[0].named)
            tags = [*one.rows.values()]
            made.row = row_selector(tags, tags) if tags else row_selector([*looks[0].rows.values()], [])
            one.shown.lists.append(made)


def _lists(page: Shown) -> Iterator[_List]:
    """Elements all of whose parts say keys, each another one, and none of which links to anything."""
    known = {id(rows.parent) for rows in page.lists}
    for parent in page.document.find_all(_HOLDERS):
        rows = list(parent.find_all(["tr", "li"], recursive=False))[:MOST_ROWS]
        keys = [_key(one) for one in rows]
        named = {(name, before) for name, before, _ in keys}
        links = any(str(tag["href"])[:1] not in ("#", "") for one in rows for tag in one.find_all("a", href=True))
        if rows and not links and id(parent) not in known and len(named) == 1 and ("", "") not in named:
            found = dict(zip((key for _, _, key in keys), rows, strict=True))
            if len(found) == len(rows):
                yield _List(page, parent, found, named.pop())


def _without_rows(looks: Sequence[_List], shown: Sequence[Shown], container: str) -> list[_List]:
    """Looks at the same address when there were no rows."""
    urls = {one.shown.page.url.partition("#")[0] for one in looks}
    pages = [one for one in shown if one.page.url.partition("#")[0] in urls]
    found = [(one, there) for one in pages for there in one.document.select(container, limit=1)]
    return [_List(one, there) for one, there in found if not there.find(True)]


def _key(row: Tag) -> tuple[str, str, str]:
    """(attribute, what stands before the key in it, key); all empty without one."""
    for name in _KEYS:
        if row.get(name):
            return name, "", str(row[name])
    found = _OWN_ID.match(str(row.get("id") or ""))
    return ("id", found[1], found[2]) if found is not None else ("", "", "")


def _forms(page: Shown) -> Iterator[tuple[str, str, set[str]]]:
    """(template, key, long texts in fields) of each way to read the address of a page with a form."""
    said = {
        squeezed(value) for form in page.forms for name, value in form.fields.items()
        if form.method == "POST" and name not in form.hidden and len(value.strip()) >= LONG
    }  # fmt: skip
    url = page.page.url.partition("#")[0]
    for address in addresses(url, url) if said and page.load is not None else ():
        yield address.template, address.key, said


def _template(looks: Sequence[_List], forms: Sequence[tuple[Shown, str, str, set[str]]]) -> str:
    """The address of forms that are about these rows; "" where none are."""
    told: dict[str, set[str]] = {}
    inside = set[str]()
    tried: dict[tuple[str, int], bool] = {}
    for page, key, template, said in forms:
        mine = [one for one in looks if key in one.rows]
        look = min(mine, key=lambda one: _far(one.shown.page.seq, page.page.seq), default=None)
        if look is None or page.load is None:
            continue
        others = [text for other, text in look.texts.items() if other != key]
        fits = any(value in look.texts[key] and not any(value in text for text in others) for value in said)
        beside = page.page.framed and look.shown.page.seq == page.page.seq
        load = template, page.load.seq
        tried[load] = tried.get(load, not beside) or fits  # a later look at it may have what a user typed
        if fits:
            told.setdefault(template, set()).add(key)
            inside |= {template} if beside else set()
    wrong = {template for (template, _), right in tried.items() if not right}
    fit = [one for one, keys in told.items() if one not in wrong and (len(keys) >= SEVERAL or one in inside)]
    return max(fit, key=lambda one: (len(told[one]), -len(one)), default="")


def _far(seq: int, from_seq: int) -> tuple[bool, int]:
    """How far a look is from another one: later ones come first."""
    return seq < from_seq, abs(seq - from_seq)


def drawn_rows(features: Sequence[Feature], looks: Sequence[tuple[Page, Rows, Shown]]) -> None:
    """Have rows say their keys for scripts as the recorded ones did; where these draw new rows into the page that is
    open, it shows the state as it is served only."""
    name, before = looks[0][1].drawn if looks else ("", "")
    seen: dict[int, set[tuple[str, ...]]] = {}
    for _, rows, page in looks:
        if page.load is not None:
            said = tuple(f"{row.key} {row.values}" for row in rows.rows)
            seen.setdefault(page.load.seq, set()).add(said)
    draws = any(len(every) > 1 for every in seen.values())
    for feature in features if name and draws else ():
        on = feature.document["on"]
        assert isinstance(on, dict)
        on["once"] = True
    for feature in features if name not in ("", BOX) else ():
        show = feature.document.get("show", [])
        for one in show if isinstance(show, list) else ():
            cells = one.get("set") if isinstance(one, dict) and "each" in one else None
            if isinstance(cells, dict):
                own = cells.setdefault(":scope", {})
                assert isinstance(own, dict)
                own.setdefault(name, framed(before, "item.id", ""))
