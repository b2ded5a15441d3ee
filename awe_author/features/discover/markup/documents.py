"""What server-rendered pages show: repeated rows with links that name something. Decides nothing.

A row is one of several alike siblings (table rows, list items, cards). Its key is the part of a link that differs from
row to row while the rest of the address stays the same: `/issues/14`, `/wiki/Apollo`, `?task=show&uid=3`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.names import looks_like_id, snake
from awe_author.features.discover.markup.addresses import WORDS, Address, addresses, joined
from awe_author.features.discover.markup.badged import beside_number
from awe_author.features.discover.markup.cell_texts import (
    bare_class,
    beside_link,
    cell_text,
    class_prefix,
    coloured_in,
    explained_in,
    heads_of,
    lines_of,
    only_link,
    only_looks,
    pictured_in,
    shown_text,
    unseen_in,
)
from awe_author.features.discover.markup.row_selectors import group_heads, row_selector, stable_classes
from awe_author.features.discover.markup.selectors import mark_of, selector_of
from awe_author.features.discover.markup.wording import slugged
from awe_author.features.loading.indexed import document_of

ROWS = ("tr", "li", "article", "dt", "div", "section", "tbody")
HITS = ("p",)
"""Elements that may be rows where it is known what they link to, such as what was found."""
MOST_ROWS = 2000
HINT = "hint"
"""Field of rows whose link to the entity tells a pointer something else than it says."""
WORDS_OF_A_HINT = 2
"""Blanks that it has, at least."""
LEAST_NAME = 2
"""Characters of what a link calls an entity."""
BOLD = ["strong", "b", "h2", "h3", "h4"]
"""Elements in which the link to an entity names it, beside links that do something."""
SLUG = "slug"
"""Field of rows whose links have words behind the key that no text of some row says."""
GROUP = "group"
"""Field of rows that stand below the head of a group: what it says."""
ASKS = re.compile(r"(data-)?hx-(get|post|put|patch|delete)|formaction|action|data-(href|url|action|path)")
"""Attributes beside `href` whose value an element asks for."""


@dataclass(slots=True)
class Row:
    """One row: its key, what it shows by field, and where in the row."""

    key: str
    values: dict[str, str]
    selectors: dict[str, str]
    tag: Tag | None = None
    companion: Tag | None = None
    apart: list[Tag] = field(default_factory=list)
    """Elements of it that say fields of their own."""


@dataclass(slots=True)
class Rows:
    """The rows of one list of one page."""

    template: str
    container: str
    """CSS selector of what holds the rows."""
    row: str
    """CSS selector of a row in it."""
    rows: list[Row]
    link: str = ""
    """CSS selector of the link in a row."""
    parent: Tag | None = None
    companion: str = ""
    """CSS selector of what stands behind each row and belongs to it: the `dd` of a `dt`."""
    heads: str = ""
    """CSS selector of the rows that are heads of groups, where each row is in one: `critical`, and below it what is."""
    asked: dict[str, str] = field(default_factory=dict)
    """Field -> what the address of the page says of all rows (`pages.told_by_address`)."""
    fixed: dict[str, str] = field(default_factory=dict)
    """Field -> what all rows say of it, as what holds them is called (`pages.boards`)."""
    entered: str = ""
    """Do those that come into it from another one come to its `end`, or to its `front`?"""
    count: tuple[str, str, str] = ("", "", "")
    """CSS selector of an element that says how many there are, and what stands before and behind the number."""
    scripted: bool = False
    """Do scripts of the page make the rows, of answers that come as calls?"""
    drawn: tuple[str, str] = ("", "")
    """The attribute in which rows say their keys, for scripts, and what stands before these (`pages.keyed_rows`)."""
    called: str = ""
    """The function whose calls are the rows, where no page has them (`pages.called_rows`)."""
    around: tuple[str, str] = ("", "")
    """What such calls say before and behind the keys."""
    labels: tuple[str, str, str] = ("", "", "")
    """The field that rows show as labels, what stands between its words, and the mark of what holds the labels
    (`pages.labelled_rows`)."""
    codes: dict[str, str] = field(default_factory=dict)
    """Field of rows that is a code -> the template of the pages that it names (`pages.row_codes`)."""
    parting: list[Parting] = field(default_factory=list)
    """What takes columns of its rows apart; done with rows of the same list that are found later."""


Parting = Callable[[Rows, Row, str], None]
"""Takes a column of a row apart: (list, row, address of its page)."""


def parse(html: str) -> BeautifulSoup:
    """The document."""
    return document_of(html)


def _is_record(tag: Tag) -> bool:
    """Has a part of a table an attribute that says a number, as records of several rows have (`data-id="7"`)?"""
    return any(name.startswith("data-") and str(value).isdigit() for name, value in tag.attrs.items())


def rows_of(document: BeautifulSoup, url: str, single: str = "") -> list[Rows]:
    """All lists of a page, those with most rows first. `single`: a row of this template may be the only one."""
    found: list[Rows] = []
    records = set[int]()
    """id() of rows that are parts of a table themselves: their own rows are no list."""
    for parent in document.find_all(True):
        if id(parent) in records:
            continue
        groups: dict[str, list[Tag]] = {}
        for child in parent.find_all([*ROWS, *(HITS if single else ())], recursive=False):
            groups.setdefault(child.name if child.name in ("tr", "li", "dt") else mark_of(child), []).append(child)
        for alike in groups.values():
            several = len(alike) > 1 or (alike[0].name == "tr" and parent.name == "tbody")
            only = bool(single) and not several and (alike[0].name != "tbody" or _is_record(alike[0]))
            listed = _rows(document, parent, alike[:MOST_ROWS], url, single) if several or only else None
            if listed is not None and (several or listed.template == single):
                found.append(listed)
                records |= {id(one.tag) for one in listed.rows if one.tag is not None and one.tag.name == "tbody"}
    return sorted(found, key=lambda one: -len(one.rows))


def _rows(document: BeautifulSoup, parent: Tag, alike: list[Tag], url: str, single: str = "") -> Rows | None:
    body = [row for row in alike if row.name != "tr" or row.find("td", recursive=False)] or alike
    found = _listed(document, parent, body, [list(_linked(row, url)) for row in body], single, url)
    found = found or _listed(document, parent, body, [list(_asking(row, url)) for row in body], single, url)
    if found is not None:
        own = [one.tag for one in found.rows if one.tag is not None]
        found.row = row_selector(alike, own)
        found.heads, groups = group_heads(parent, own)
        for one in found.rows if found.heads else ():
            one.values.setdefault(GROUP, groups[id(one.tag)])
    return found


def _linked(row: Tag, url: str) -> Iterator[tuple[Tag, list[Address]]]:
    for link in row.find_all("a", href=True):
        yield link, list(addresses(joined(url, str(link.get("href"))), url))


def _asking(row: Tag, url: str) -> Iterator[tuple[Tag, list[Address]]]:
    """Elements that ask for something by themselves: forms, and what scripts read (`hx-delete`, `data-url`)."""
    for one in [row, *row.find_all(True)]:
        for name, value in one.attrs.items():
            if ASKS.fullmatch(name) and isinstance(value, str) and value:
                yield one, list(addresses(joined(url, value), url))


def _listed(
    document: BeautifulSoup,
    parent: Tag,
    alike: list[Tag],
    links: Sequence[Sequence[tuple[Tag, list[Address]]]],
    single: str,
    url: str,
) -> Rows | None:
    every = _linked_to(links)
    linked = sum(1 for one in links if one)
    fit = [
        template
        for template, one in every.items()
        if (len(one.keys) > 1 or (len(alike) == 1 and (looks_like_id(one.keys[0]) or template == single)))
        and len(one.keys) >= 0.8 * linked
        and len(set(one.keys)) == len(one.keys)
        and one.most <= max(2, len(alike))
        and (WORDS not in template or (len(one.words) == len(one.keys) and _in_words(links, template)))
    ]
    if not fit or linked < 0.5 * len(alike):
        return None
    told = {
        one: (
            _own_keys(alike, links, one), len(every[one].keys), WORDS not in one,
            all(map(looks_like_id, every[one].keys)), "?" not in one, _named(links, one), _linked_most(links, one),
            -len(one),
        ) for one in fit
    }  # fmt: skip
    template = single if single in fit else max(told, key=lambda one: told[one])
    if not all(map(looks_like_id, every[template].keys)) and alike[0].name != "tr" and _is_menu(parent):
        return None
    rows: list[Row] = []
    selector, words = "", dict[str, str]()
    for tag, row_links in zip(alike, links, strict=True):
        named = next(((link, one) for link, ones in row_links for one in ones if one.template == template), None)
        if named is not None:
            rows.append(row_of(tag, named[1].key, parent, url))
            selector = selector or _inside(tag, named[0])
            words[named[1].key] = named[1].words
    own = {row.key: words[row.key] for row in rows}
    if any(said and said not in map(slugged, row.values.values()) for row in rows if (said := own[row.key])):
        for row in rows:
            row.values[SLUG] = own[row.key]
    return Rows(template, selector_of(document, parent), "", rows, selector, parent, _companions(rows))


@dataclass(slots=True)
class _LinkedTo:
    """What rows link to by addresses of one template."""

    keys: list[str] = field(default_factory=list)
    """Of each row that has such a link the last."""
    words: set[str] = field(default_factory=set)
    most: int = 0
    """How many things a row links to: what links to more than there are rows is no row, but holds some."""


def _linked_to(links: Sequence[Sequence[tuple[Tag, list[Address]]]]) -> dict[str, _LinkedTo]:
    """Template -> what the rows with these links link to."""
    found: dict[str, _LinkedTo] = {}
    for addresses_of_row in ([one for _, ones in row_links for one in ones] for row_links in links):
        for template, last in {one.template: one for one in addresses_of_row}.items():
            mine = found.setdefault(template, _LinkedTo())
            mine.keys.append(last.key)
            mine.words.add(last.words)
            mine.most = max(mine.most, len({one.key for one in addresses_of_row if one.template == template}))
    return found


def _in_words(links: Sequence[Sequence[tuple[Tag, list[Address]]]], template: str) -> bool:
    """Are there words behind the keys in links of this template, and not what is done: several with `-` between them,
    or what the link says (`/lists/1/berths/` of "Berths")?"""
    told = [(link, one.words) for row in links for link, ones in row for one in ones if one.template == template]
    return any("-" in said or said == slugged(shown_text(link)) for link, said in told)


def _own_keys(alike: Sequence[Tag], links: Sequence[Sequence[tuple[Tag, list[Address]]]], template: str) -> bool:
    """Do rows say themselves that they are about the keys in links of this template: by their ids (`comment-6`), or by
    the values of boxes to tick? What else they link to is what they belong to."""
    said = set[str]()
    for tag, row_links in zip(alike, links, strict=True):
        keys = [one.key for _, ones in row_links for one in ones if one.template == template]
        ids = re.findall(r"(?<!\d)\d+\Z", str(tag.get("id") or ""))
        ids += [str(box.get("value") or "") for box in tag.find_all("input", type="checkbox")]
        if keys and keys[0] not in ids:
            return False
        said |= {*keys[:1]}
    return len(said) > 1


def _linked_most(links: Sequence[Sequence[tuple[Tag, list[Address]]]], template: str) -> int:
    """How many links of rows, of whatever form, have the keys of this template: what a row is about is opened, edited
    and deleted there, what it belongs to is opened."""
    found = 0
    for row in links:
        keys = {one.key for _, ones in row for one in ones if one.template == template}
        found += sum(looks_like_id(one.key) and one.key in keys for _, ones in row for one in ones)
    return found


def _named(links: Sequence[Sequence[tuple[Tag, list[Address]]]], template: str) -> bool:
    """Do the links of a template say something else in each row: names rather than "edit"?"""
    said = [[shown_text(link) for link, ones in row for one in ones if one.template == template][:1] for row in links]
    return len({*map(str, said)} - {"[]"}) == len([one for one in said if one]) > 1 and [""] not in said


def _companions(rows: Sequence[Row]) -> str:
    """Give each row what stands right behind it, when that is one element of another kind each time."""
    if any(row.tag is None or row.tag.name != "dt" for row in rows):
        return ""
    behind = [row.tag.find_next_sibling() if row.tag is not None else None for row in rows]
    if not all(isinstance(one, Tag) and one.name == "dd" for one in behind):
        return ""
    for row, one in zip(rows, behind, strict=True):
        row.companion = one if isinstance(one, Tag) else None
    return "dd"


def _is_menu(parent: Tag) -> bool:
    said = " ".join(
        [*(parent.get("class") or []), str(parent.get("id") or ""), parent.parent.name if parent.parent else ""]
    )
    return bool(re.search(r"menu|nav|tab|breadcrumb|pagin|toolbar|footer|portlet|side", said, re.IGNORECASE)) or any(
        one.name in ("nav", "footer", "header") for one in [parent, *parent.parents]
    )


def row_of(tag: Tag, key: str, parent: Tag, url: str) -> Row:
    """A row of a list, with what it says."""
    row = Row(key, {}, {}, tag)
    if lines := lines_of(tag):
        unseen = dict(unseen_in(tag))
        for place, (line, heads) in enumerate(zip(lines, heads_of(parent, len(lines)), strict=True)):
            above = "" if line is tag else f"tr:nth-of-type({place + 1}) > "
            _cells(row, line, heads, above, unseen, url)
        row.values = {**unseen, **row.values}
        _hint(row, tag, url)
        return row
    for part in tag.find_all(True):
        classes = stable_classes(part)
        name = _of_class(classes[0]) if classes else _of_link(part, row) if part.name == "a" else ""
        inner = [] if part.string else part.find_all(True)
        plain = part.string or (part.get_text() if not any(one.get_text().strip() for one in inner) else "")
        named = "" if plain.strip() else beside_number(part)
        if name and name not in row.values and (plain.strip() or named):
            row.values[name] = " ".join(named.split()) or shown_text(part)
            row.selectors[name] = f".{classes[0]}" if classes else "a"
    return row


def _hint(row: Row, tag: Tag, url: str) -> None:
    """What a pointer on the link to the entity is told, where that is something else than the link says."""
    for link in tag.find_all("a", href=True, title=True):
        own = any(one.key == row.key for one in addresses(joined(url, str(link["href"])), url))
        said, shown = " ".join(str(link["title"]).split()), shown_text(link)
        if own and said != shown and said.count(" ") >= WORDS_OF_A_HINT and HINT not in row.values:
            row.values[HINT] = said


def _cells(row: Row, line: Tag, heads: list[str], above: str, unseen: dict[str, str], url: str) -> None:
    """What the cells of one row of a table say. `above`: what selects that row in its record."""
    cells = line.find_all(["td", "th"], recursive=False)
    shared = Counter(name for cell in cells for name in stable_classes(cell)[:1])
    prefix = class_prefix([name for name, count in shared.items() if count == 1])
    for place, cell in enumerate(cells):
        headed = place < len(heads) and bool(heads[place])
        classes = [name for name in stable_classes(cell)[:1] if shared[name] == 1 and not (headed and only_looks(name))]
        own = (snake(classes[0]).removeprefix(prefix) if prefix else bare_class(snake(classes[0]))) if classes else ""
        name = own or (snake(heads[place]) if headed else "")
        if name == "id" and shown_text(cell) != row.key:
            name = "number"  # the app's own; the key is what links name
        said = "" if cell.find("select") else _named_in(cell, row.key, url)
        said = said or cell_text(cell) or ("" if cell.find("select") else pictured_in(cell) or coloured_in(cell))
        if name and name not in row.values and said:
            row.values[name] = unseen[name] if name in unseen and cell.find("a") and unseen[name] in said else said
            own = f"td.{classes[0]}" if classes and cell.name == "td" else f"{cell.name}:nth-child({place + 1})"
            row.selectors[name] = above + own + only_link(cell)
    for label, said in map(explained_in, cells):
        if said:
            row.values.setdefault(snake(label), said)


def _of_class(name: str) -> str:
    """What a class says: of `topic__title` the part behind the block's name."""
    return snake(name.rpartition("__")[2]) or snake(name)


def _of_link(link: Tag, row: Row) -> str:
    """The name of what a link without a class says: the row's title, or of further links what holds them."""
    holder = link.parent
    further = bool(row.values) and holder is not None and holder is not row.tag and stable_classes(holder)
    return _of_class(stable_classes(holder)[0]) if further and holder is not None else "title"


def _named_in(cell: Tag, key: str, url: str) -> str:
    """What the link to the entity says, in a cell that has other links and more text than these (actions, notes that
    are not shown), or beside it only the key in an element of its own. "" elsewhere."""
    links = [(one, [address.key for address in addresses(joined(url, str(one["href"])), url)])
             for one in cell.find_all("a", href=True)]  # fmt: skip
    own = [shown_text(one) for one, keys in links if key in keys and (one.find(BOLD) or one.find_parent(BOLD))]
    if len(links) > 1:
        return own[0] if own and len(own[0]) >= LEAST_NAME else ""
    lone = links[0][0] if links and key in links[0][1] else None
    named = lone is not None and shown_text(cell) != shown_text(lone) and beside_link(cell, lone, key) == []
    return shown_text(lone) if lone is not None and named else ""


def _inside(row: Tag, link: Tag) -> str:
    cell = link.find_parent(["td", "th"])
    if row.name == "tr" and cell is not None:
        classes = stable_classes(cell)
        return (f"td.{classes[0]}" if classes else cell.name) + " a"
    classes = stable_classes(link)
    return "a" + (f".{classes[0]}" if classes else "")
