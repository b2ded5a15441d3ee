"""Links to others of its kind in what one entity says: a page of a wiki that names other pages.

They stand on the page of that entity and are none of the lists of the kind, when pages of others at the same address
have no such list, or one with other rows at the first look. Nor is a menu that stands on all of them one, unless
recorded writes made or deleted some of its rows: all looks are the same then but for these, each of which is in it as
long as it was there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import without_acts
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.pages.pages import PageKind, Shown, place_of
from awe_author.features.discover.pages.posts import key_in

Look = tuple[int, tuple[str, ...]]
"""(number of the look, keys that a list had then)."""


def is_of_one(one: PageKind, listed: tuple[Page, Rows], shown: Sequence[Shown], known: Collection[str]) -> bool:
    """Does a list belong to what the entity on whose page it stands says? `known`: keys of entities; an address may
    look like one of theirs (`/notes/all`)."""
    page, rows = listed
    if key_in(without_acts(page.url), one.template) not in known:
        return False
    looks: dict[str | None, list[Look]] = {}
    for other in shown:
        key = key_in(without_acts(other.page.url), one.template)
        if key in known:
            mine = [each for each in other.lists if place_of(other.page, each) == place_of(page, rows)]
            keys = tuple(row.key for each in mine for row in each.rows)
            looks.setdefault(key, []).append((other.page.seq, keys))
    if _menu(one, {key: [keys for _, keys in every] for key, every in looks.items()}):
        return True
    if len(looks) > 1 and _of_all([look for every in looks.values() for look in every], _written(one)):
        return False
    having = [key for key, every in looks.items() if any(keys for _, keys in every)]
    return len(looks) > 1 and (len(having) < len(looks) or len({every[0][1] for every in looks.values()}) > 1)


def _menu(one: PageKind, looks: Mapping[str | None, Sequence[tuple[str, ...]]]) -> bool:
    """Are they the same links on pages of several entities, none of them to one that was opened or written?"""
    told = {each for every in looks.values() for each in every if each}
    written = {key for operation in one.operations if operation.writes for key in operation.made}
    return len(looks) > 1 and len(told) == 1 and not written.union(looks).intersection(*told) and bool(written)


def _written(one: PageKind) -> dict[str, tuple[int, int]]:
    """Key of what a recorded write made or deleted -> since when and until when it was there."""
    found: dict[str, tuple[int, int]] = {}
    for operation in one.operations:
        for call, key in zip(operation.calls, operation.made, strict=False):
            since, until = found.get(key, (0, 1 << 62))
            if operation.role == "create":
                found[key] = (call.seq, until)
            elif operation.role == "delete":
                found[key] = (since, call.seq)
    return found


def _of_all(looks: Sequence[Look], written: Mapping[str, tuple[int, int]]) -> bool:
    """Have all looks the same rows but for those that were written between them, and these while they were there?"""
    listed = {key for _, keys in looks for key in keys}
    rest = {tuple(key for key in keys if key not in written) for _, keys in looks}
    then = all(
        (key in keys) == (since < seq <= until)
        for key, (since, until) in written.items() if key in listed for seq, keys in looks
    )  # fmt: skip
    return len(rest) == 1 and rest != {()} and then and not listed.isdisjoint(written)


def has_in(other: Rows, rows: Rows) -> bool:
    """Are rows of another list parts of the page, in one of which the list itself stands?"""
    inside = {id(above) for row in rows.rows if row.tag is not None for above in row.tag.parents}
    return any(id(row.tag) in inside for row in other.rows)
