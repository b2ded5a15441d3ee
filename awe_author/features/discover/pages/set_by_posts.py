"""What posts set that send nothing but which entity is meant: `POST /tickets/7/close`, "Mark as completed".

Told by the rows that show the entity before and after: a column of few values says something else then. Where no
column does, a class that only some rows have (`line-through`, `archived`) becomes one, which says `yes` or `no`. When
the form is still there afterwards, the next post takes it back.

A button of a form that sends something as well (`action=close` beside a remark) does so when the column says its word
afterwards: `Closed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.wording import own_text
from awe_author.features.discover.pages.posts import starred
from awe_author.features.discover.pages.row_looks import marks_of

if TYPE_CHECKING:
    from awe_author.features.discover.pages.pages import Shown

MOST_VALUES = 6
"""Values of a column that such posts set."""
LEAST = 4
"""Letters of a button's word."""
ON, OFF = "yes", "no"
Lists = Sequence[tuple[Page, Rows]]
Written = tuple[Call, str, str]
"""(post, role, key)."""


@dataclass(frozen=True, slots=True)
class Set:
    """What the posts to one address set."""

    field: str
    value: str
    was: str
    back: bool
    """Does the next one take it back?"""

    def text(self, item: str) -> str:
        """The expression of what is set. `item`: that of the entity."""
        if not self.back:
            return text(self.value)
        return f"({own_text(item, self.field)} == {text(self.value)} ? {text(self.was)} : {text(self.value)})"


@dataclass(slots=True)
class SetBy:
    """Those of one kind."""

    of: dict[str, Set] = field(default_factory=dict)
    """Address with `*` for the key -> what posts to it set."""
    sent: dict[int, dict[str, str]] = field(default_factory=dict)
    """Number of a post -> what it set."""
    pressed: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    """Address with `*` for the key -> name of a button -> field -> what it sets (`pressed_buttons`)."""
    by_button: set[int] = field(default_factory=set)
    """Numbers of the posts of such buttons."""

    def fields(self) -> set[str]:
        """Those that are set."""
        return {one.field for one in self.of.values()}


def set_by_posts(
    template: str, lists: Lists, roles: Sequence[Written], sending: set[int], known: set[str], shown: Sequence[Shown]
) -> SetBy:
    """What posts set. `sending`: numbers of those that send values of fields; `known`: columns that are something else,
    such as moments. Rows get the columns that classes become."""
    made = SetBy()
    plain: dict[str, list[tuple[Call, str]]] = {}
    for call, role, key in roles:
        if role == "update" and (call.seq not in sending or call.operation):
            plain.setdefault(address_of(call, key, template), []).append((call, key))
    for address, posts in plain.items():
        seqs = {call.seq for call, _ in posts}
        others = [(call.seq, key) for call, role, key in roles if role != "create" and call.seq not in seqs]
        pairs = [pair for call, key in posts if (pair := rows_around(lists, call.seq, key, posts, others)) is not None]
        changed = _column(lists, [pair for pair in pairs if not pair[3]], known)
        says = bool(seqs & sending)
        changed = changed or (None if says else _class_column(lists, [*pairs]))
        if changed is None or (says and not _is_said(posts[0][0].operation, changed[2])):
            continue
        name, was, value = changed
        back = not says and any(_still_there(call, shown) for call, _ in posts) and _two(lists, name)
        made.of[address] = Set(name, value, was, back)
        state: dict[str, bool] = {}
        for call, key in posts:
            state[key] = not state.get(key, False) or not back
            made.sent[call.seq] = {name: value if state[key] else was}
    return made


def _is_said(operation: str, value: str) -> bool:
    """Does a button say what a column says then: `action=close` and `Closed`?"""
    word = operation.rpartition("=")[2].lower()
    return len(word) >= LEAST and word[: max(LEAST, len(word) - 1)] in value.lower()


def address_of(call: Call, key: str, template: str) -> str:
    """The address of a post with `*` for its entity, and how it is done."""
    return f"{call.verb} {starred(call.path, key, template)} {call.operation}"


def rows_around(
    lists: Lists, seq: int, key: str, posts: Sequence[tuple[Call, str]], others: Sequence[tuple[int, str]]
) -> tuple[Row, Row, str, bool] | None:
    """(row before, row after, container, was the entity written otherwise between?) of one list, the nearest ones."""
    rows = [(page.seq, rows.container, row) for page, rows in lists for row in rows.rows if row.key == key]
    again = min((call.seq for call, of in posts if of == key and call.seq > seq), default=1 << 62)
    before = [one for one in rows if one[0] <= seq]
    after = [one for one in rows if seq < one[0] <= again]
    for at, container, row in after:
        same = [one for one in before if one[1] == container]
        if same:
            was = max(same, key=lambda one: one[0])
            return was[2], row, container, any(was[0] <= other <= at for other, of in others if of == key)
    return None


def _column(lists: Lists, pairs: Sequence[tuple[Row, Row, str, bool]], known: set[str]) -> tuple[str, str, str] | None:
    """(column, what it was, what it became) where that is the same for all pairs of rows."""
    names = [name for name in (pairs[0][1].values if pairs else ()) if name not in known]
    for name in names:
        became = {(before.values.get(name, ""), after.values.get(name, "")) for before, after, *_ in pairs}
        values = [row.values[name] for _, rows in lists for row in rows.rows if name in row.values]
        few = len(set(values)) <= MOST_VALUES and 2 * len(set(values)) <= len(values)
        if few and len({value for _, value in became}) == 1 and all(was != value for was, value in became):
            was, value = next(iter(became))
            return name, was, value
    return None


def _class_column(lists: Lists, pairs: Sequence[tuple[Row, Row, str, bool]]) -> tuple[str, str, str] | None:
    """The same of a class, which becomes a column of all rows of these lists."""
    if not pairs:
        return None
    marks = [(marks_of(before.tag), marks_of(after.tag)) for before, after, *_ in pairs if before.tag and after.tag]
    on = set.intersection(*(after - before for before, after in marks)) if marks else set()
    off = set.intersection(*(before - after for before, after in marks)) if marks else set()
    classes = sorted(mark for mark in on | off if "." in mark)
    if not classes:
        return None
    mark = min(classes, key=lambda one: (one not in on, one))
    name = snake(mark.rpartition(".")[2])
    containers = {container for *_, container, _ in pairs}
    for row in (row for _, rows in lists if rows.container in containers for row in rows.rows):
        row.values[name] = ON if row.tag is not None and mark in marks_of(row.tag) else OFF
    return (name, OFF, ON) if mark in on else (name, ON, OFF)


def _two(lists: Lists, name: str) -> bool:
    having = [rows for _, rows in lists if any(name in row.values for row in rows.rows)]
    return len({row.values.get(name, "") for rows in having for row in rows.rows}) == 2


def _still_there(call: Call, shown: Sequence[Shown]) -> bool:
    """Has the next page that a post leads to a form, or a link, that does the same?"""
    later = next((one for one in shown if one.page.seq > call.seq), None)
    return later is not None and any(path == call.path for path in _paths(later))


def _paths(one: Shown) -> Iterator[str]:
    yield from (urlsplit(form.action).path for form in one.forms)
    yield from (
        urlsplit(joined(one.page.url, str(link["href"]))).path for link in one.document.find_all("a", href=True)
    )
