"""Links to others of its kind in what one entity says: a page of a wiki that names other pages.

They stand on the page of that entity and are none of the lists of the kind, when pages of others at the same address
have no such list, or one with other rows at the first look. Nor is a menu that stands on all of them one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.pages.pages import PageKind, Shown, place_of
from awe_author.features.discover.pages.posts import key_in, without_acts


def is_of_one(one: PageKind, listed: tuple[Page, Rows], shown: Sequence[Shown], known: Collection[str]) -> bool:
    """Does a list belong to what the entity on whose page it stands says? `known`: keys of entities; an address may
    look like one of theirs (`/notes/all`)."""
    page, rows = listed
    if key_in(without_acts(page.url), one.template) not in known:
        return False
    looks: dict[str | None, list[tuple[str, ...]]] = {}
    for other in shown:
        key = key_in(without_acts(other.page.url), one.template)
        if key in known:
            mine = [each for each in other.lists if place_of(other.page, each) == place_of(page, rows)]
            looks.setdefault(key, []).append(tuple(row.key for each in mine for row in each.rows))
    if _menu(one, looks):
        return True
    having = [key for key, every in looks.items() if any(every)]
    return len(looks) > 1 and (len(having) < len(looks) or len({every[0] for every in looks.values()}) > 1)


def _menu(one: PageKind, looks: Mapping[str | None, Sequence[tuple[str, ...]]]) -> bool:
    """Are they the same links on pages of several entities, none of them to one that was opened or written?"""
    told = {each for every in looks.values() for each in every if each}
    written = {key for operation in one.operations if operation.writes for key in operation.made}
    return len(looks) > 1 and len(told) == 1 and not written.union(looks).intersection(*told) and bool(written)
