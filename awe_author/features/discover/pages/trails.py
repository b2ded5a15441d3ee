"""Trails: rows on the pages of an entity to which writes about it add. Comments, messages, journals, histories.

They are found by comparing two looks at the same entity between which there was one write: where the second has some
rows more at the front or at the end of an element, and all else in it is as it was, that element holds a trail. What
was added there tells how the next write adds to it (`trail_words`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from bs4 import Tag

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.situations import PASSING
from awe_author.features.discover.markup.spans import ageless
from awe_author.features.discover.markup.wording import SHORTEST, SURE, squeezed
from awe_author.features.discover.pages.about_pages import About, abouts_of, entity_at
from awe_author.features.discover.pages.filled import first_looks
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind, Shown

UNSEEN = ("script", "style", "select", "option", "textarea", "template", "svg", "input")
ROWS = ("tr", "li", "article", "dt")
MOST_UNITS = 500
"""Records of one trail that are compared."""
MOST_PARTS = 4
"""Elements that make up one record."""
MOST = 6
"""Trails of one kind."""
LONGEST_NOTHING = 60
"""Characters of what says that there is nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Visit:
    """The first look at a document about an entity."""

    shown: Shown
    key: str
    values: Mapping[str, str] = field(default_factory=dict)
    """What a page would show of the entity."""

    @property
    def seq(self) -> int:
        """Exchanges with a smaller number came before."""
        return self.shown.page.seq


@dataclass(frozen=True, slots=True)
class Written:
    """A write about an entity."""

    role: str
    key: str
    call: Call
    sent: Mapping[str, Any]
    before: Mapping[str, Any]
    """What was known of the entity."""
    by: str = ""
    """To which address its form goes, `*` for the key: `/remarks/`, `/jobs/*/edit`."""


Unit = tuple[Tag, ...]
"""The elements of one record: most often one."""


@dataclass(slots=True)
class Trail:
    """The rows of one kind on all looks."""

    name: str
    """The field of the entity that holds its records."""
    container: str
    """CSS selector."""
    marks: tuple[str, ...]
    having: str = ""
    """A class of something in each record, which others like it beside them have not: cards among other cards."""
    front: bool = False
    """Do new ones come first?"""
    looks: list[tuple[Visit, list[Unit]]] = field(default_factory=list)
    """Of each look its records, the oldest first."""
    added: list[tuple[Written, Unit]] = field(default_factory=list)
    silent: list[Written] = field(default_factory=list)
    """Writes that added none."""

    @property
    def lone(self) -> Written | None:
        """The write that made the only record that was ever seen; None where there were others."""
        records = {(visit.key, place) for visit, units in self.looks for place, _ in enumerate(units)}
        return self.added[0][0] if len(records) == 1 and len(self.added) == 1 else None


def trails_of(one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen) -> list[Trail]:
    """The trails on the pages of a kind."""
    writes = list(_writes(one, part, seen))
    for about in abouts_of(one, part, shown, seen) if writes else ():
        visits = visits_of(about)
        pairs = list(_pairs(visits, writes))
        found: dict[str, Trail] = {}
        for before, write, after in pairs:
            for container, block in _rows_in(_inserted_in(before, after), write):
                selector = alone(after.shown.document, container, after.key)
                if selector is not None and selector not in found and _stays(block, after, visits):
                    found[selector] = Trail(
                        _name(container), selector, tuple(map(mark, block)), _apart(container, block)
                    )
        trails = [made for made in found.values() if _read(made, visits, pairs, writes)][:MOST]
        _name_apart(trails, {*part.fields(), "id"})
        if trails:
            return trails
    return []


def visits_of(about: About) -> list[Visit]:
    """The first looks at the documents of an address, in order; none where the entity was not there."""
    first = [id(page) for page in first_looks(about.pages)]
    found = [Visit(page, key, values) for page, key, values in about.pages if about.there and id(page) in first]
    return sorted(found, key=lambda visit: visit.seq)


def _writes(one: PageKind, part: Entities, seen: Seen) -> Iterator[Written]:
    for operation in one.operations:
        for call, key in zip(operation.calls, operation.made, strict=False):
            if operation.role in ("create", "update") and not operation.several and isinstance(call.body, dict):
                before = entity_at(one, part, key, call.seq, seen) if operation.role == "update" else None
                yield Written(operation.role, key, call, call.body, before or {}, operation.endpoint.path)


def _pairs(visits: Sequence[Visit], writes: Sequence[Written]) -> Iterator[tuple[Visit | None, Written, Visit]]:
    """Two looks at an entity with one write between them; of a new one (None, its create, the first look)."""
    last: dict[str, Visit] = {}
    for visit in visits:
        before = last.get(visit.key)
        mine = [
            one for one in writes
            if one.key == visit.key and one.call.seq < visit.seq and (before is None or one.call.seq >= before.seq)
        ]  # fmt: skip
        if len(mine) == 1 and (before is None) == (mine[0].role == "create"):
            yield before, mine[0], visit
        last[visit.key] = visit


# ---- where -----------------------------------------------------------------------------------


def said(tag: Tag) -> str:
    """What an element shows, without what differs from look to look."""
    return squeezed(" ".join(ageless(squeezed(one)) for one in tag.find_all(string=True)))


def mark(tag: Tag) -> str:
    """What an element is, whatever it shows: of a row also which cells it has."""
    if tag.name == "tr":
        cells = {
            ".".join([cell.name, *stable_classes(cell)[:1]]) for cell in tag.find_all(["td", "th"], recursive=False)
        }
        return f"tr {' '.join(sorted(cells))}"
    return ".".join([tag.name, *stable_classes(tag)[:1]])


def _inserted_in(before: Visit | None, after: Visit) -> list[tuple[Tag, list[Tag]]]:
    top = after.shown.document.body
    base = before.shown.document.body if before is not None else None
    return [] if top is None or base is None else list(_inserted(base, top))


def _inserted(one: Tag, other: Tag) -> Iterator[tuple[Tag, list[Tag]]]:
    """(element, its new children) of `other`, where these are all that is new in it."""
    mine, theirs = _children(one), _children(other)
    was, now = list(map(said, mine)), list(map(said, theirs))
    if was == now:
        return
    more = len(now) - len(was)
    start = next((place for place in range(len(was)) if was[place] != now[place]), len(was)) if more > 0 else 0
    if more > 0 and was[start:] == now[start + more :] and all(now[start : start + more]):
        if more <= MOST_PARTS:
            yield other, theirs[start : start + more]
        return
    if len(mine) == 1 and _empty_words(mine[0]) and not {*map(mark, theirs)} & {*map(mark, mine)}:
        yield from [(other, theirs)] if 0 < len(theirs) <= MOST_PARTS else []
        return
    pairs = [*zip(range(len(was)), range(len(now)), strict=False)] if more == 0 else []
    if more:
        blocks = SequenceMatcher(None, [*map(mark, mine)], [*map(mark, theirs)], autojunk=False).get_matching_blocks()
        pairs = [(first + at, second + at) for first, second, size in blocks for at in range(size)]
    for first, second in pairs:
        if was[first] != now[second]:
            yield from _inserted(mine[first], theirs[second])


def _empty_words(tag: Tag) -> bool:
    """May an element say that there is nothing here: `No data to display`?"""
    shown = said(tag)
    return tag.find(True) is None and bool(shown) and len(shown) <= LONGEST_NOTHING and not re.search(r"\d", shown)


def _rows_in(found: Sequence[tuple[Tag, list[Tag]]], write: Written) -> Iterator[tuple[Tag, list[Tag]]]:
    """Those that may be records: what is a row by its name, or has a class and a number in its id, or a class and
    others like it beside it. Of whole sections that are new, the rows in them, first one that says what was sent."""
    for container, block in found:
        if all(one.name in ROWS or _numbered(one) or _has_others(container, one) for one in block):
            yield container, block
            continue
        rows = [one for top in block for one in top.find_all(True) if one.name in ROWS or _numbered(one)]
        telling = [one for one in rows if says_sent(one, write)] or (rows[:1] if len(block) == 1 else [])
        for row in telling[:1]:
            if row.parent is not None and len({*map(mark, _children(row.parent))}) == 1:
                yield row.parent, [row]


def says_sent(tag: Tag, write: Written) -> bool:
    """Does an element say something that a write sent, and that was not so before?"""
    shown = said(tag)
    new = (squeezed(str(value)) for name, value in write.sent.items() if write.before.get(name) != value)
    return any(len(value) >= SHORTEST and value in shown for value in new)


def _numbered(tag: Tag) -> bool:
    return bool(stable_classes(tag)) and re.search(r"\d", str(tag.get("id") or "")) is not None


def _has_others(container: Tag, tag: Tag) -> bool:
    same = [one for one in _children(container) if mark(one) == mark(tag)]
    return bool(stable_classes(tag)) and len(same) > 1


def _apart(container: Tag, block: Sequence[Tag]) -> str:
    """What tells a record that stands between others like it: a class of something in it that those have which are as
    it is, which are all in one row, and no other has; "" where it is the first or the last of them, or nothing does."""
    alike = [one for one in _children(container) if mark(one) == mark(block[0])]
    if len(block) > 1 or block[0] in (alike[0], alike[-1]):
        return ""
    own = _classes_in(block[0])
    same = [place for place, one in enumerate(alike) if _classes_in(one) == own]
    if same[-1] - same[0] >= len(same) or block[0] not in (alike[same[0]], alike[same[-1]]):
        return ""
    others = set().union(*(_classes_in(one) for place, one in enumerate(alike) if place not in same))
    return min(own - others, default="")


def _classes_in(tag: Tag) -> set[str]:
    return {name for one in tag.find_all(True) for name in stable_classes(one)}


def _children(tag: Tag) -> list[Tag]:
    return [one for one in tag.find_all(True, recursive=False) if one.name not in UNSEEN]


def _stays(block: Sequence[Tag], after: Visit, visits: Sequence[Visit]) -> bool:
    """Is what was added still there at the next look at this entity, and on no page of another? Else it is a notice, or
    says what was done last."""
    shown = said(block[-1])
    later = [one for one in visits if one.seq > after.seq]
    own = next((one for one in later if one.key == after.key), None)
    if own is None and any(PASSING.search(mark(tag)) for tag in block):
        return False
    if own is not None and not _shows(own, shown):
        return False
    return not any(_shows(one, shown) for one in later if one.key != after.key) or len(shown) < 12


def _shows(visit: Visit, shown: str) -> bool:
    body = visit.shown.document.body
    return body is not None and shown in said(body)


def _name(container: Tag) -> str:
    for one in [container, *list(container.parents)[:3]]:
        for name in [*stable_classes(one)[:1], str(one.get("id") or "")]:
            if (made := snake(name)) and not re.search(r"\d", made):
                return made
    return "records"


def _name_apart(trails: Sequence[Trail], taken: set[str]) -> None:
    for trail in trails:
        while trail.name in taken | {LISTED_ON}:
            trail.name += "_shown"
        taken.add(trail.name)


# ---- what is in it ----------------------------------------------------------------------------


def _read(
    trail: Trail,
    visits: Sequence[Visit],
    pairs: Sequence[tuple[Visit | None, Written, Visit]],
    writes: Sequence[Written],
) -> bool:
    """Take the records of all looks; whether they are a trail."""
    units: dict[Visit, list[Unit]] = {}
    for visit in visits:
        tops = visit.shown.document.select(trail.container, limit=2)
        if len(tops) > 1:
            return False
        units[visit] = _units(_children(tops[0]), trail) if tops else []
    sides = set[bool]()
    for before, _, after in pairs:
        was, now = [_text(unit) for unit in units[before]] if before else [], [_text(unit) for unit in units[after]]
        if was and len(now) == len(was) + 1:
            sides |= {now[1:] == was} if (now[1:] == was) != (now[:-1] == was) else set()
    trail.front = sides == {True}
    trail.looks = [(visit, found[::-1] if trail.front else found) for visit, found in units.items()]
    mine = dict(trail.looks)
    for before, write, after in pairs:
        more = len(mine[after]) - (len(mine[before]) if before is not None else 0)
        if more == 1:
            trail.added.append((write, mine[after][-1]))
        elif not more:
            trail.silent.append(write)
    every = sum(len(found) for found in mine.values())
    alike = bool(trail.added) and all(one.name in ROWS for one in trail.added[-1][1])
    return (
        len(sides) < 2
        and bool(trail.added)
        and (len({_text(one) for found in mine.values() for one in found}) > 1 or alike or _tells(trail))
        and every <= MOST_UNITS
    )


def _tells(trail: Trail) -> bool:
    """Does the only record say a long text that was sent, or several?"""
    write = trail.lone
    if write is None:
        return False
    shown = _text(trail.added[0][1])
    new = {squeezed(str(value)) for name, value in write.sent.items() if write.before.get(name) != value}
    told = [value for value in new if len(value) >= SHORTEST and value in shown]
    return len(told) > 1 or any(len(value) >= SURE for value in told)


def _units(children: Sequence[Tag], trail: Trail) -> list[Unit]:
    found: list[Unit] = []
    marks = trail.marks
    if trail.having:
        children = [one for one in children if trail.having in _classes_in(one)]
    at = 0
    while at + len(marks) <= len(children):
        unit = tuple(children[at : at + len(marks)])
        if tuple(map(mark, unit)) == marks and all(map(said, unit)):
            found.append(unit)
            at += len(marks)
        else:
            at += 1
    return found


def _text(unit: Unit) -> str:
    return " ".join(map(said, unit))
