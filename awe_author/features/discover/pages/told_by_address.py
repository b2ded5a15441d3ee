"""Fields that the address of a list says of all its rows: `/items?type=page` lists pages, `/items` lists posts.

Forms send the same in a field that users do not see. A parameter counts when a field of its name was sent with several
values, always the same of one entity, and no list contradicts it. Lists with another value are lists of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call, says_what
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.lists.roles import LIMIT, OFFSET, PAGE, searches
from awe_author.features.discover.markup.documents import Rows
from awe_author.queries import parse_qsl

LONGEST = 40
"""Characters of such a value."""
Said = Iterable[tuple[str, Mapping[str, object]]]
"""(key of an entity, what a form sent or had in it)."""


def told_by_address(lists: Sequence[tuple[Page, Rows]], said: Said) -> dict[str, str]:
    """Parameter -> its value where an address does not say it. The rows of all lists get the field."""
    known: dict[str, dict[str, set[str]]] = {}
    for key, fields in said:
        for name, value in fields.items():
            if isinstance(value, str):
                known.setdefault(name, {}).setdefault(key, set()).add(value)
    asked = [(dict(parse_qsl(urlsplit(page.url).query)), rows) for page, rows in lists]
    found: dict[str, str] = {}
    for name in dict.fromkeys(name for params, _ in asked for name in params):
        plain = not says_what(name) and not searches(name) and snake(name) not in PAGE | OFFSET | LIMIT
        usual = _usual(name, known.get(name, {}), asked) if plain else None
        if usual is not None:
            found[name] = usual
            for params, rows in asked:
                value = params.get(name, usual)
                rows.asked = {**rows.asked, name: value}
                for row in rows.rows:
                    row.values[name] = value
    return found


def _usual(name: str, known: Mapping[str, set[str]], asked: Sequence[tuple[Mapping[str, str], Rows]]) -> str | None:
    """What all are where no address says it; None when the parameter tells no such field."""
    sure = {key: next(iter(values)) for key, values in known.items() if len(values) == 1}
    values = set(sure.values())
    if len(sure) < len(known) or len(values) < 2 or any(not 0 < len(value) <= LONGEST for value in values):
        return None
    usual: set[str] = set()
    for params, rows in asked:
        shown = {sure[row.key] for row in rows.rows if row.key in sure}
        if name not in params:
            usual |= shown
        elif params[name] not in values or shown - {params[name]}:
            return None
    return usual.pop() if len(usual) == 1 else None


def of_forms(writes: Sequence[tuple[Call, str]], filled: Said) -> list[tuple[str, Mapping[str, object]]]:
    """What forms say of entities: what was sent, and what their pages have in them."""
    return [*((key, call.body) for call, key in writes if isinstance(call.body, dict)), *filled]


def address_tests(rows: Rows, usual: Mapping[str, str]) -> list[str]:
    """The conditions that a page's address asks for this list."""
    found = []
    for name, value in rows.asked.items():
        own = f"page.query.get({text(name)}, '')"
        found.append(f"{own} in ['', {text(value)}]" if value == usual.get(name) else f"{own} == {text(value)}")
    return found
