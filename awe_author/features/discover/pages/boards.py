"""Boards: several lists of one kind side by side on a page, each with the entities of which a field says one thing:
cards in columns, tasks below "Today" and "Later".

A column is one of several alike elements with one list in each, also with an empty one. It is called by its heading, by
what its attributes have that those of the others do not, or by a field in it that users do not see. Believed when all
columns are called as different values of one field that posts send, and what was sent of an entity puts it into the
column that is called so, at each next look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bs4 import Tag

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows, rows_of
from awe_author.features.discover.markup.form_names import field_names
from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.selectors import mark_of, selector_of
from awe_author.features.discover.markup.wording import own_text, squeezed
from awe_author.features.discover.pages.pages import Shown

if TYPE_CHECKING:
    from awe_author.features.discover.pages.page_lists import Look

LONGEST = 60
"""Characters of what a column is called."""
SORTED = 2
"""Rows of a column that are hardly sorted by chance, and one more."""
MOST = 30
"""Columns of a board."""
HEADS = ["h1", "h2", "h3", "h4", "h5", "h6", "header", "legend", "summary"]
_COUNT = re.compile(r"\s*\(?\d+\)?\Z")
_ONE_NUMBER = re.compile(r"(\D*)(\d+)(\D*)")
Lists = list[tuple[Page, Rows]]
Role = tuple[Call, str, str]
Write = tuple[Call, str, str]
"""(post, key, what it sent)."""


@dataclass(slots=True)
class Column:
    """One column at one look."""

    top: Tag
    holder: Tag
    """What holds its rows."""
    rows: Rows


@dataclass(slots=True)
class Sight:
    """One look at a board."""

    shown: Shown
    columns: list[Column]

    def of(self, key: str) -> int | None:
        """The number of the column that an entity is in."""
        return next((at for at, one in enumerate(self.columns) if any(row.key == key for row in one.rows.rows)), None)


def with_columns(template: str, shown: Sequence[Shown], lists: Lists, roles: Sequence[Role]) -> Lists:
    """The lists of a kind with all columns of its boards, whose rows get the field; as they are without a board."""
    every, lists = lists, [*lists]
    for sights in _boards(template, shown, every):
        told = _told(sights, shown, roles)
        if told is None:
            continue
        name, values, entered = told
        field = field_names([name], set())[name]
        tops = {id(column.top) for sight in sights for column in sight.columns}
        wrong = {id(rows) for _, rows in lists if any(id(row.tag) in tops for row in rows.rows)}
        lists = [(page, rows) for page, rows in lists if id(rows) not in wrong]
        known = {id(rows) for _, rows in lists}
        counts = _counts(sights)
        _name_holders(sights)
        for sight in sights:
            sight.shown.lists = [rows for rows in sight.shown.lists if id(rows) not in wrong]
            for column, value, count in zip(sight.columns, values, counts, strict=True):
                rows = column.rows
                rows.fixed, rows.count, rows.entered = {field: value}, count, entered
                for row in rows.rows:
                    row.values[field] = value
                if id(rows) not in known:
                    lists.append((sight.shown.page, rows))
                    sight.shown.lists += [] if any(rows is one for one in sight.shown.lists) else [rows]
    return sorted(lists, key=lambda one: one[0].seq) if any(rows.fixed for _, rows in lists) else every


def since(name: str) -> str:
    """The field that says since when a field has its value."""
    return f"{name}_since"


def moved_order(rows: Rows, usual: str) -> str:
    """The list in its `usual` order, what came into it later at its end, or at its front."""
    for name in rows.fixed if rows.entered else ():
        own = own_text("item", since(name))
        return (
            f"{usual}.reverse().sortBy(item, {own}).reverse()"
            if rows.entered == "front"
            else f"{usual}.sortBy(item, {own})"
        )
    return usual


def whole_board(looks: Sequence[Look]) -> list[Look]:
    """Looks at all columns of a board as looks at one list, for looks at one of its columns."""
    found = []
    for look in looks:
        beside = [rows for rows in look.shown.lists if rows.template == look.rows.template
                  and rows.fixed.keys() == look.rows.fixed.keys()]  # fmt: skip
        every = replace(look.rows, rows=[row for rows in beside for row in rows.rows], fixed={})
        found.append(replace(look, rows=every))
    return found


# ---- where they are ------------------------------------------------------------------------


def _boards(template: str, shown: Sequence[Shown], lists: Lists) -> Iterator[list[Sight]]:
    """All looks at each board of a kind, by path and by what holds its columns."""
    found: dict[tuple[str, str, str, str], None] = {}
    pages = {id(one.page): one for one in shown}
    for page, rows in lists:
        top = _top(rows.parent) if rows.parent is not None else None
        if top is not None and top.parent is not None and rows.parent is not None:
            board = selector_of(pages[id(page)].document, top.parent)
            found[urlsplit(page.url).path, board, mark_of(top), "" if top is rows.parent else mark_of(rows.parent)] = (
                None
            )
    for path, board, top_mark, inner in found:
        looks = [_sight(template, one, board, top_mark, inner) for one in shown if urlsplit(one.page.url).path == path]
        sights = [one for one in looks if one is not None]
        if sights and len({len(one.columns) for one in sights}) == 1 and len(sights) == len(looks):
            row = next((column.rows for one in sights for column in one.columns if column.rows.rows), None)
            for column in (column for one in sights for column in one.columns if not column.rows.rows):
                column.rows.row, column.rows.link = (row.row, row.link) if row is not None else ("", "")
            yield sights


def _top(holder: Tag) -> Tag | None:
    """The column that a list is in: one of several alike elements with one such list in each."""
    for one in [holder, *holder.parents]:
        if one.name in ("body", "html", "[document]", "table", "tbody") or one.parent is None:
            return None
        alike = [other for other in one.parent.find_all(one.name, recursive=False) if mark_of(other) == mark_of(one)]
        if 1 < len(alike) <= MOST and all(other is one or one is holder or _inner(other, holder) for other in alike):
            return one
    return None


def _inner(top: Tag, holder: Tag) -> Tag | None:
    """The one element of a column that is as the one that holds rows in another."""
    found = [one for one in top.find_all(holder.name) if mark_of(one) == mark_of(holder)]
    return found[0] if len(found) == 1 else None


def _sight(template: str, one: Shown, board: str, top_mark: str, inner: str) -> Sight | None:
    """A look at a board; None where its page has none."""
    holders = one.document.select(board, limit=2)
    if len(holders) != 1:
        return None
    listed = {id(rows.parent): rows for rows in [*rows_of(one.document, one.page.url, template), *one.lists]
              if rows.template == template}  # fmt: skip
    columns = []
    for top in holders[0].find_all(True, recursive=False):
        if mark_of(top) != top_mark:
            continue
        inside = [top] if not inner else [tag for tag in top.find_all(True) if mark_of(tag) == inner]
        if len(inside) != 1:
            return None
        rows = listed.get(id(inside[0]))
        rows = rows or Rows(template, selector_of(one.document, inside[0]), "", [], "", inside[0])
        columns.append(Column(top, inside[0], rows))
    return Sight(one, columns) if len(columns) > 1 else None


def _name_holders(sights: Sequence[Sight]) -> None:
    """Give each column a selector of what holds its rows that is its own, where it has none."""
    documents = [one.shown.document for one in sights]
    for at, column in enumerate(sights[0].columns):
        made = column.rows.container
        if any(len(document.select(made, limit=2)) != 1 for document in documents):
            made = alone(documents[0], column.holder, "", documents[1:]) or made
        for one in sights:
            one.columns[at].rows.container = made


# ---- what they are called ------------------------------------------------------------------


def _told(sights: Sequence[Sight], shown: Sequence[Shown], roles: Sequence[Role]) -> tuple[str, list[str], str] | None:
    """(field of forms, what pages show for its value in each column, where those come that are moved into one)."""
    called = _called(sights[0])
    sent: dict[str, list[Write]] = {}
    for call, role, key in roles:
        for name, value in call.body.items() if isinstance(call.body, dict) and role != "delete" else ():
            if isinstance(value, str) and value:
                sent.setdefault(name, []).append((call, key, value))
    for name, writes in sent.items():
        labels: dict[str, str] = {value: value for _, _, value in writes}
        for form in (form for one in shown for form in one.forms):
            labels |= form.options.get(name, {})
        for source in called:
            values = [_value(said, labels) for said in source]
            if all(values) and len({*values}) == len(values) and _explains(values, writes, sights):
                return name, [labels.get(value, value) for value in values], _entered(writes, sights)
    return None


def _value(said: str, labels: Mapping[str, str]) -> str:
    """The value of a field that a column is called as; what it is called itself, when no form has such a one."""
    fits = [value for value, label in labels.items() if value and snake(said) in (snake(value), snake(label))]
    return fits[0] if len(fits) == 1 else said


def _explains(values: Sequence[str], writes: Sequence[Write], sights: Sequence[Sight]) -> bool:
    """Is what was sent of an entity the value of the column in which it is at the next look?"""
    told = [values[at] == value for (_, _, value), at, _ in _next(writes, sights)]
    return bool(told) and all(told)


def _next(writes: Sequence[Write], sights: Sequence[Sight]) -> Iterator[tuple[Write, int, list[str]]]:
    """(write, column in which its entity is at the next look, keys of that column)."""
    for write in writes:
        call, key, _ = write
        again = min((other.seq for other, of, _ in writes if of == key and other.seq > call.seq), default=1 << 62)
        later = [(one, at) for one in sights if call.seq < one.shown.page.seq <= again
                 and (at := one.of(key)) is not None]  # fmt: skip
        for one, at in later[:1]:
            yield write, at, [row.key for row in one.columns[at].rows.rows]


def _entered(writes: Sequence[Write], sights: Sequence[Sight]) -> str:
    """Where those come that are moved, when not all columns are in the order of their keys, or of a text: to the `end`,
    or to the `front`."""
    every = [[row.key for row in column.rows.rows] for one in sights for column in one.columns]
    if _by_text(sights) or all(keys == sorted(keys, key=lambda key: (len(key), key)) for keys in every):
        return ""
    ends = {(keys[-1] == key, keys[0] == key) for (_, key, _), _, keys in _next(writes, sights) if len(keys) > 1}
    return {(True, False): "end", (False, True): "front"}.get(next(iter(ends)), "") if len(ends) == 1 else ""


def _by_text(sights: Sequence[Sight]) -> bool:
    """Are all columns in the order of a text of their rows, at all looks? Three rows in one at least."""
    lists = [column.rows.rows for one in sights for column in one.columns if column.rows.rows]
    names = set.intersection(*({*row.values} for rows in lists for row in rows)) if lists else set()
    said = {name: [[row.values[name].casefold() for row in rows] for rows in lists] for name in names}
    enough = max(map(len, lists), default=0) > SORTED
    return enough and any(all(one == sorted(set(one)) for one in every) for every in said.values())


def _called(sight: Sight) -> list[list[str]]:
    """What all columns are called, by each thing that may say it: the heading, an attribute, what these have behind
    what is the same in all columns."""
    heads = [_heading(column) for column in sight.columns]
    found = [heads, _without_shared(heads)]
    every = [dict(_attributes(column)) for column in sight.columns]
    for name in sorted(set[str]().union(*every)):
        values = [one.get(name, "") for one in every]
        found += [values, _without_shared(values)]
    return [values for values in found if all(values) and len({*values}) == len(values)]


def _without_shared(values: Sequence[str]) -> list[str]:
    """What texts have behind what all of them begin with: `Yard` of "Group: Yard", beside "Group: Office"."""
    shared = 0
    while all(values) and len({value[: shared + 1] for value in values}) == 1 and shared < len(values[0]):
        shared += 1
    word = len(re.sub(r"[^\W_]+\Z", "", values[0][:shared]))  # no letters that words happen to begin with
    return [value[word:] for value in values]


def _heading(column: Column) -> str:
    """Its heading, or the one right before it, without how many it has."""
    head = next((tag for tag in column.top.find_all(HEADS) if column.holder not in tag.parents), None)
    if head is None:
        before = column.top.find_previous_sibling()
        head = before if isinstance(before, Tag) and before.name in HEADS else None
    said = squeezed(" ".join(head.stripped_strings)) if head is not None else ""
    return _COUNT.sub("", said) if len(said) <= LONGEST else ""


def _attributes(column: Column) -> Iterator[tuple[str, str]]:
    """Of what a column is, what holds its rows, and fields in it that users do not see: those that may call it."""
    for place, tag in enumerate(dict.fromkeys([column.top, column.holder])):
        for name, value in tag.attrs.items():
            if (name == "id" or name.startswith("data-")) and isinstance(value, str) and len(value) <= LONGEST:
                yield f"{place} {name}", value
        if special := [
            name for name in tag.get_attribute_list("class") if name and name not in stable_classes(tag)[:1]
        ]:
            yield f"{place} class", str(special[-1])
    for field in column.top.find_all("input", type="hidden"):
        inside = any(row.tag is not None and row.tag in field.parents for row in column.rows.rows)
        if field.get("name") and len(value := str(field.get("value") or "")) <= LONGEST and not inside:
            yield f"input {field.get('name')}", str(value)


# ---- how many they have --------------------------------------------------------------------


def _counts(sights: Sequence[Sight]) -> list[tuple[str, str, str]]:
    """(selector, text before, behind) of the number of rows of each column, empty ones where none is told: the number
    in the same place of all columns, at all looks."""
    none = [("", "", "")] * len(sights[0].columns)
    found = [_numbers(column) for sight in sights for column in sight.columns]
    for place in [*found[0]] if found else ():
        told = [one.get(place) for one in found]
        if all(told) and len({one[1] for one in told if one}) > 1 and all(
            one[1] == len(column.rows.rows)
            for one, column in zip(told, (column for sight in sights for column in sight.columns), strict=True) if one
        ):  # fmt: skip
            first = [_numbers(column)[place] for column in sights[0].columns]
            selectors = [alone(sights[0].shown.document, one[0], "") for one in first]
            if all(selectors):
                return [(selector or "", one[2], one[3]) for selector, one in zip(selectors, first, strict=True)]
    return none


def _numbers(column: Column) -> Mapping[str, tuple[Tag, int, str, str]]:
    """Place in a column -> (element, the number in its text, what is before it, and behind)."""
    found: dict[str, tuple[Tag, int, str, str]] = {}
    for tag, said in texts_in(column.top):
        parts = _ONE_NUMBER.fullmatch(squeezed(said))
        if parts is None or column.holder in tag.parents:
            continue
        steps = []
        for one in [tag, *tag.parents]:
            if one is column.top:
                break
            steps.append(f"{one.name}:{len(one.find_previous_siblings(one.name))}")
        found[" ".join(steps)] = tag, int(parts[2]), parts[1], parts[3]
    return found
