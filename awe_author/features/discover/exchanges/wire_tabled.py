"""Lists told as tables, the names of the columns beside rows of values (`features.forms.tabled`), forms whose fields
are JSON (`features.forms.texts`), and fields that are named with what they are of (`features.forms.plain_names`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.model import Form
from awe_author.features.forms.plain_names import QUOTED, PlainNames, is_owned
from awe_author.features.forms.tabled import NOTHING, Tabled, at, rows_in
from awe_author.features.forms.texts import Texts, value_of

LEAST = 2
"""Rows of a table."""
DEEPEST = 4
_ALONE = re.compile(rf"(?:{QUOTED.pattern})(?: (?:asc|desc))?\Z", re.IGNORECASE)
"""Such a name that is all of a text, but for a direction."""
COLUMNS = re.compile(r"(^|_)(columns?|fields?|keys|headers?|names|cols)(_names)?\Z")
ROWS = re.compile(r"(^|_)(rows?|values|data|records|items|result)\Z")


def text_forms(messages: Sequence[Message]) -> Iterable[Texts]:
    """One for each address: of forms of several fields, some of which are lists or objects."""
    for path in dict.fromkeys(one.path for one in messages if one.sent.is_form):
        mine = [one for one in messages if one.path == path and one.sent.is_form and isinstance(one.sent.body, dict)]
        if any(_has_json(one.sent.body) for one in mine if one.answer is not None):
            yield Texts(f"{mine[0].sent.method} {path}")


def name_forms(messages: Sequence[Message]) -> Iterable[PlainNames]:
    """One for each address: of texts that name fields as SQL does, or conditions that begin with their collection."""
    for on in dict.fromkeys(f"{one.sent.method} {one.path}" for one in messages):
        mine = [one for one in messages if f"{one.sent.method} {one.path}" == on and one.status < 400]
        if any(_quotes(one.sent.body) for one in mine if one.answer is not None and not one.sent.is_form):
            yield PlainNames(on)


def _quotes(value: Any, depth: int = DEEPEST) -> bool:
    """Is there such a name, or condition, in what a request says?"""
    if isinstance(value, str):
        return _ALONE.match(value) is not None
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return is_owned(value) or (depth > 0 and any(_quotes(one, depth - 1) for one in inner))


def _has_json(body: Any) -> bool:
    """Is a field the text of something that is not empty, and is there another field?"""
    told = [value_of(value) for value in body.values()]
    return len(body) > 1 and any(isinstance(one, dict | list) and one for one in told)


def tabled_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """One for each address and place."""
    for on in dict.fromkeys(f"{one.sent.method} {one.path}" for one in messages if isinstance(one.answer, dict)):
        answers = [one.answer for one in messages if f"{one.sent.method} {one.path}" == on and one.status < 400]
        tables = (found for answer in answers for found in _tables(answer))
        for place, columns, rows in dict.fromkeys(tables):
            told = [at(answer, place) for answer in answers]
            others = [table for table in told if rows_in(table, columns, rows) is None]
            if not others or (others[0] in ([], {}, None) and all(one == others[0] for one in others)):
                yield Tabled(on, place, columns, rows, others[0] if others else NOTHING)


def _tables(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """(place, member with the names, member with the rows) of each table of several columns and rows."""
    for columns, names in value.items() if isinstance(value, dict) and len(place) < DEEPEST else ():
        if isinstance(names, dict):
            yield from _tables(names, (*place, columns))
        elif isinstance(names, list) and COLUMNS.search(snake(columns)):
            for rows in value:
                found = rows_in(value, columns, rows) if rows != columns and ROWS.search(snake(rows)) else None
                if found is not None and len(found) >= LEAST and len(names) >= LEAST:
                    yield place, columns, rows
