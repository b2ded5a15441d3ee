"""Pages about an entity that tell its fields under labels (`markup.details`): what they say of an entity that was
opened is known of it, beside what lists and forms tell."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from bs4 import Tag

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.dated_texts import NAMELESS
from awe_author.features.discover.markup.details import Detail, details_in
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.told_columns import Said, States, told_columns
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.posts import key_among
from awe_author.queries import parse_qsl

MOST_OTHERS = 20
"""Pages that are about no entity, which are looked at for what stands around."""
Told = Sequence[tuple[Page, Rows]]
Form = tuple[str, ...]


def details_of(
    template: str, shown: Sequence[Shown], lists: Told, roles: Sequence[tuple[Call, str, str]], keys: Collection[str]
) -> list[tuple[Page, Rows]]:
    """What the own pages of entities say, as lists of one row. `roles`: (post, role, key); `keys`: known ones.
    A label that lists have as a column counts when both never say different things; where lists have what it says as
    another column, it is that one."""
    columns: dict[str, list[tuple[int, Row]]] = {}
    for page, rows in lists:
        for row in rows.rows:
            for name in row.values:
                columns.setdefault(name, []).append((page.seq, row))
    found: list[tuple[Page, Rows]] = []
    around = _around(template, shown)
    about = [(one, key_among(one.page.url, template)) for one in shown]
    every = [(one, key, details_in(one.document)) for one, key in about if key is not None and key in keys]
    inner = _inner(template, every)
    every = [(one, key, told) for one, key, told in every if not inner & dict(_asked(template, one)).keys()]
    names = _names([(key, told) for _, key, told in every])
    for one, key, told in every:
        row = Row(key, {}, {}, one.document.body)
        for name, said, tag in told:
            selector = alone(one.document, tag, key) if _form(tag) not in names else None
            agreed = _agree(name, key, said, one.page.seq, columns.get(name, ()))
            if (name, said) not in around and selector is not None and agreed:
                row.values[name], row.selectors[name] = said, selector
        if row.values:
            found.append((one.page, Rows(template, "", "", [row])))
    _as_columns(found, {*columns}, lists, roles)
    return found


def _inner(template: str, every: Sequence[tuple[Shown, str, Sequence[Detail]]]) -> set[str]:
    """Parameters that name something within an entity (`box=In&mail=7`): with each of their keys pages of one entity
    say another thing under the same label."""
    told: dict[tuple[str, str, str], dict[str, set[str]]] = {}
    for one, key, details in every:
        for name, value in _asked(template, one):
            for label, said, _ in details:
                told.setdefault((name, key, label), {}).setdefault(value, set()).add(said)
    several = [
        (name, [next(iter(said)) for said in of.values()]) for (name, _, _), of in told.items()
        if len(of) > 1 and all(len(said) == 1 for said in of.values())
    ]  # fmt: skip
    return {name for name, said in several if len({*said}) == len(said)}


def _asked(template: str, one: Shown) -> list[tuple[str, str]]:
    """The parameters of a page with keys that the addresses of its kind do not have."""
    own = dict(parse_qsl(template.partition("?")[2]))
    asked = parse_qsl(urlsplit(one.page.url).query)
    return [(name, value) for name, value in asked if name not in own and looks_like_id(value)]


def without_nameless(found: Told, moments: Collection[str]) -> None:
    """Take away a moment that nothing names, unless writes are known to set it."""
    for row in (row for _, rows in found for row in rows.rows if NAMELESS not in moments):
        row.values.pop(NAMELESS, None)
        row.selectors.pop(NAMELESS, None)


def _around(template: str, shown: Sequence[Shown]) -> set[tuple[str, str]]:
    """What pages that are about no entity say under labels as well: it stands around what a page is about."""
    others = [one for one in shown if key_among(one.page.url, template) is None]
    return {(name, said) for one in others[:MOST_OTHERS] for name, said, _ in details_in(one.document)}


def _form(tag: Tag) -> Form:
    """What an element and what holds it are, by tags and classes."""
    around = [tag, *([tag.parent] if tag.parent is not None else [])]
    return tuple(f"{one.name}.{'.'.join(stable_classes(one)[:2])}" for one in around)


def _names(pages: Sequence[tuple[str, Sequence[Detail]]]) -> set[Form]:
    """Forms of elements whose labels are names rather than labels: `<b>Ada</b> <i>Monday</i>`, of which none is on the
    pages of all entities. `pages`: (key, details)."""
    labels: dict[Form, dict[str, set[str]]] = {}
    for key, told in pages:
        for name, _, tag in told:
            labels.setdefault(_form(tag), {}).setdefault(key, set()).add(name)
    return {form for form, of in labels.items() if len(of) > 1 and not set.intersection(*of.values())}


def _as_columns(found: Told, columns: set[str], lists: Told, roles: Sequence[tuple[Call, str, str]]) -> None:
    """Give what lists have as another column the name of that."""
    states = States((call.seq, key) for call, role, key in roles if role != "delete")
    every: dict[str, list[Said]] = {}
    for page, rows in found:
        for row in rows.rows:
            for name, value in row.values.items():
                every.setdefault(name, []).append((row.key, states.at(row.key, page.seq), value))
    listed = [(states.at(row.key, page.seq), row) for page, rows in lists for row in rows.rows]
    same = told_columns({name: name for name in every}, columns, every, listed)
    for row in (row for _, rows in found for row in rows.rows):
        row.values = {same.get(name, name): value for name, value in row.values.items()}
        row.selectors = {same.get(name, name): value for name, value in row.selectors.items()}


def _agree(name: str, key: str, said: str, seq: int, listed: Sequence[tuple[int, Row]]) -> bool:
    """Says the nearest row of the entity the same under this name?"""
    mine = [(abs(at - seq), row.values[name]) for at, row in listed if row.key == key]
    return not mine or min(mine)[1] == said
