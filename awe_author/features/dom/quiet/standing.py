"""Does a document show a plan already, or could it with other texts in some rows? Then the runtime need not look.

What the runtime compares in a browser (features/runtime: `same` of each binding, `40_rows.js`, `42_list.js`) is
compared here, with what a document that was read holds. A row that is missing, too many or in another place, a value
that is not surely the same and cannot be written (`writing`): then the answer is no. Bindings that go by what a browser
works out (style, html, most of hidden, value and checked) raise `Unread`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urljoin

from awe_author.features.dom.operations import ListOperation, Operation, SetOperation
from awe_author.features.dom.quiet.reading import Element, Text, Unread
from awe_author.features.dom.quiet.selecting import compiled, matches, select
from awe_author.features.dom.quiet.writing import MOST_ROWS, Edit, Place, edit_of
from awe_author.features.dom.values import Shown

Same: TypeAlias = Callable[[Shown], bool]
"""Does an element show a value?"""

_BLANK = re.compile(r"[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u200b]+")
"""As `folded` of the runtime has it: what JavaScript calls white space, and U+200B."""
_SPACE = re.compile(_BLANK.pattern.replace(r"\u200b", ""))
_UNSEEN = frozenset({"script", "style", "template", "noscript"})
_ADDRESSES = frozenset({"href", "src", "action", "formaction", "poster", "cite"})
_TELLING_ADDRESSES = frozenset({"href", "src", "action"})
_WORDS = re.compile(r"aria-|data-|(?:contenteditable|draggable|spellcheck|autocomplete|translate)$")
_PLAIN_ADDRESS = re.compile(r"[\w.~!$&'()*+,;=:@%/?#-]*", re.ASCII)
_BROWSERS = frozenset({"html", "style"})
"""Bindings that only a browser knows."""
_TYPED = frozenset({"", "text", "search", "password", "tel"})
"""Types of fields whose value is what their attribute says, if that is one line."""
_FIELDS = frozenset({"input", "select", "textarea"})
_BUTTONS = frozenset({"submit", "button", "reset", "image", "hidden"})
_NO_DISPLAY = re.compile(r"(?:.*;)?\s*display\s*:\s*none\s*(?:!important\s*)?;?", re.I | re.S)


def shape(operations: Sequence[Operation]) -> tuple[object, ...]:
    """All of operations but their values."""
    return tuple(
        (one.select, tuple(name for name, _ in one.values)) if isinstance(one, SetOperation) else one.frame()
        for one in operations
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of one list: of each its kind, and for each column what its elements show."""

    there: bool
    """Without a place for the list the page shows nothing of it, and nobody misses it."""

    kinds: list[int]
    columns: list[tuple[tuple[Same, ...], ...]]


class _About:
    """What is known of the document while it is looked at. `base`: its address, or "" where that says nothing."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.shared: set[int] = set()
        """Where texts begin that more than one value is read from: nothing else may be written there."""
        self._read: set[int] = set()

    def reads(self, texts: Iterable[str]) -> None:
        """A value is read from these texts."""
        for text in texts:
            if isinstance(text, Text):
                (self.shared if text.at in self._read else self._read).add(text.at)


class Standing:
    """What a document shows in the places that operations of one shape are about. Immutable."""

    def __init__(self, root: Element, operations: Sequence[Operation], url: str) -> None:
        """Raises Unread."""
        about = _About("" if any(one.name == "base" for one in root.descendants()) else url)
        self._parts: list[tuple[tuple[Same, ...], ...] | _Rows] = [
            _elements(root, one, about) if isinstance(one, SetOperation) else _rows(root, one, about)
            for one in operations
        ]
        self._shared = frozenset(about.shared)

    def edits(self, operations: Sequence[Operation]) -> list[Edit] | None:
        """What has to be written into the document for it to show these, which have the shape that it was made for:
        nothing where it shows them already; None where that is more than texts of rows, or cannot be told."""
        made: list[Edit] = []
        for part, operation in zip(self._parts, operations, strict=True):
            found = _edits(part, operation)
            if found is None:
                return None
            made += found
        return made if self._shared.isdisjoint(edit.start for edit in made) else None


def _edits(part: tuple[tuple[Same, ...], ...] | _Rows, operation: Operation) -> list[Edit] | None:
    if isinstance(operation, SetOperation):
        assert isinstance(part, tuple)
        same = all(_all_same(found, value) for found, (_, value) in zip(part, operation.values, strict=True))
        return [] if same else None
    assert isinstance(part, _Rows)
    if not part.there:
        return []
    if part.kinds != [kind for kind, _ in operation.records]:
        return None
    others: list[int] = []
    for at, (cells, record) in enumerate(zip(part.columns, operation.records, strict=True)):
        if not all(map(_row_same, cells, record[1])):
            others.append(at)
            if len(others) > MOST_ROWS:
                return None
    return _edits_of_rows(part, operation, others) if others else []


def _edits_of_rows(part: _Rows, operation: ListOperation, places: Sequence[int]) -> list[Edit] | None:
    """Of the rows at these places, which do not show their records."""
    values = {at: operation.records[at][1] for at in places}
    used = [column for column, (_, name) in enumerate(operation.columns) if _tells(name)]

    def tells_whose(at: int, column: int) -> bool:
        """Does the row show a value of its record that neither another row nor another record has?"""
        value = values[at][column]
        if value in ("", None) or not part.columns[at][column] or not _row_same(part.columns[at][column], value):
            return False
        others = (other for other in places if other != at)
        return not any(
            values[other][column] == value or _row_same(part.columns[other][column], value) for other in others
        )

    made: list[Edit] = []
    for at in places:
        if not any(tells_whose(at, column) for column in used):
            return None
        for cells, value in zip(part.columns[at], values[at], strict=True):
            edit = None if _row_same(cells, value) else _edit(cells, value)
            if edit is not None:
                made.append(edit)
            elif not _row_same(cells, value):
                return None
    return made


def _edit(cells: tuple[Same, ...], value: Shown) -> Edit | None:
    one = cells[0] if len(cells) == 1 else None
    place = one.place if isinstance(one, _Text) else None
    return edit_of(place, value) if place is not None and isinstance(value, str) else None


def _all_same(found: tuple[Same, ...], value: Shown) -> bool:
    return all(same(value) for same in found)


def _row_same(found: tuple[Same, ...], value: Shown) -> bool:
    """A row that has no element for a value can only show none."""
    return _all_same(found, value) if found else value in ("", None)


def _elements(root: Element, operation: SetOperation, about: _About) -> tuple[tuple[Same, ...], ...]:
    found = _in_document(root, operation.select)
    return tuple(tuple(_same(element, name, about) for element in found) for name, _ in operation.values)


def _rows(root: Element, operation: ListOperation, about: _About) -> _Rows:
    if not any(_tells(name) for _, name in operation.columns):
        raise Unread("rows that nothing tells apart")
    container = next(iter(_in_document(root, operation.into)), None)
    if container is None:
        return _Rows(False, [], [])
    rows = select(container, ", ".join(any_row for _, any_row in operation.rows))
    rows = [row for row in rows if row.parent is rows[0].parent]
    kinds = [next((at for at, (_, one) in enumerate(operation.rows) if matches(row, one, row)), 0) for row in rows]
    return _Rows(True, kinds, [tuple(_cell(row, *column, about) for column in operation.columns) for row in rows])


def _in_document(root: Element, selector: str) -> list[Element]:
    if selector in (":scope", ".") or compiled(selector)(root, root):
        raise Unread("the root element")
    return select(root, selector)


def _cell(row: Element, selector: str, name: str, about: _About) -> tuple[Same, ...]:
    return tuple(_told(element, name, about) for element in select(row, selector))


def _tells(name: str) -> bool:
    return re.match(r"(hidden|html|class|style)(\.|$)", name) is None


def _told(element: Element, name: str, about: _About) -> Same:
    """As `_same`, in a row: rows are told apart by text, so what is no text in an attribute is left to the browser."""
    same = _same(element, name, about)
    if not _tells(name) or name == "checked" or name == "text" or name.startswith("text."):
        return same
    if name in _ADDRESSES - _TELLING_ADDRESSES:
        raise Unread(f"the attribute {name} of rows")
    return lambda value: (value is None or isinstance(value, str)) and same(value)


def _same(element: Element, name: str, about: _About) -> Same:
    """The runtime's `same` of a binding. Raises Unread."""
    kind, _, rest = name.partition(".")
    if name in _BROWSERS or kind == "style":
        raise Unread(f"the binding {name}")
    if name == "text":
        return _same_text(element, about)
    if name == "hidden":
        return _same_hidden(element)
    if name == "checked":
        return _same_checked(element)
    if name == "value" and element.name in _FIELDS and element.attributes.get("type", "").lower() not in _BUTTONS:
        return _same_value(element)
    if kind == "text":
        about.reads(node for node in element.children if isinstance(node, str))
        return _Text(_folded(_run(element, int(rest))))
    if name == "class":
        own = sorted(element.attributes.get("class", "").split())
        return lambda value: sorted(str(value or "").split()) == own
    if kind == "class":
        has = rest in element.attributes.get("class", "").split()
        return lambda value: bool(value) == has
    return _same_attribute(element.attributes.get(name.lower()), name, about.base)


def _same_text(element: Element, about: _About) -> Same:
    have = _text(element)
    about.reads(text for text, _ in element.written_texts())
    above: Element | None = element
    while above is not None:
        if above.name in ("pre", "textarea"):
            return lambda value: value == have
        above = above.parent
    return _Text(_folded(have), _place(element))


@dataclass(frozen=True, slots=True)
class _Text:
    """Shows a text, whatever white space is in it."""

    folded: str
    place: Place | None = None
    """Where it is written, where that is one place."""

    def __call__(self, value: Shown) -> bool:
        return isinstance(value, str) and (value == self.folded or _folded(value) == self.folded)


def _folded(text: str) -> str:
    return _BLANK.sub(" ", text).strip(" ")


def _place(element: Element) -> Place | None:
    """Of the one text in an element that is no white space; None where it has another number of them, or text to which
    other rules apply."""
    found: Place | None = None
    for text, inside in element.written_texts():
        read = inside.text_of(text)
        if not isinstance(text, Text) or inside.name in _UNSEEN or inside.name == "pre" or inside.foreign:
            return None
        if _SPACE.fullmatch(read):
            continue
        if found is not None:
            return None
        found = Place(text.at, text.at + len(text), read)
    return found


def _text(element: Element) -> str:
    texts = list(element.texts())
    if len(texts) == 1 and texts[0][1] is element and len(element.children) == 1:
        return texts[0][0]
    return "".join(text for text, inside in texts if inside.name not in _UNSEEN and not _SPACE.fullmatch(text))


def _run(element: Element, number: int) -> str:
    found, at = "", 0
    for node in element.children:
        if isinstance(node, Element):
            at += 1
        elif at == number:
            found += element.text_of(node)
    return found


def _same_hidden(element: Element) -> Same:
    """Only that something is hidden can be said, where its own attributes say so: style sheets are not read."""
    style = element.attributes.get("style", "")
    if "hidden" not in element.attributes and not _NO_DISPLAY.fullmatch(style):
        raise Unread("what style sheets hide")
    return lambda value: value is True


def _same_checked(element: Element) -> Same:
    if element.name != "input" or element.attributes.get("type", "").lower() != "checkbox":
        raise Unread(f"what is chosen of <{element.name}>")
    checked = "checked" in element.attributes
    return lambda value: value is checked


def _same_value(element: Element) -> Same:
    if element.name == "textarea":
        have = _text(element)
    elif element.name == "input" and element.attributes.get("type", "").lower() in _TYPED:
        have = element.attributes.get("value", "")
    else:
        raise Unread(f"the value of <{element.name}>")
    if "\n" in have or "\r" in have:
        raise Unread("a value of several lines")
    return lambda value: have == (value or "")


def _same_attribute(have: str | None, name: str, base: str) -> Same:
    word = _WORDS.match(name) is not None

    def same(value: Shown) -> bool:
        if value is None or (value is False and not word):
            return have is None
        if value is True and not word:
            return have is not None
        wanted = ("true" if value else "false") if isinstance(value, bool) else value
        if have == wanted or have is None or name not in _ADDRESSES or not base:
            return have == wanted
        plain = _PLAIN_ADDRESS.fullmatch(have) and _PLAIN_ADDRESS.fullmatch(wanted)
        return bool(plain) and urljoin(base, have) == urljoin(base, wanted)

    return same
