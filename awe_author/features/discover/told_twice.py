"""Entities of which pages tell twice: in JSON within documents, or fetched by scripts, and in the rows that they show.

Both are one kind when they have several keys in common and say the same, at the same moment, in what both tell of. A
column that always says a field of the JSON in another way (a date in words) is a field of its own. The kind of the rows
stays, since the posts of forms are about it, and gets what the JSON tells beyond it.

Where scripts fetch the JSON and make the rows of it, every look at the list has the keys of the last answer, in its
order, and the document has none of them. Scripts may sort the rows as well, and show some of them only: rows in another
order are believed when each has a text of its own that the answer says of it. What the columns say is worded by the
scripts then: the fields of the answer stand for it. The key may be called otherwise in JSON (`pk`): in the state it is
`id`, as it is for all that pages show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.from_calls import FromCalls
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.wording import KEY, squeezed
from awe_author.features.discover.pages.pages import PageKind, Shown

FORMS = ("form", "multipart")
SEVERAL = 2
"""Records that both tell of, at least."""
LONG = 5
"""Characters of a value that is hardly the same by chance."""
SHOWN = "_shown"
"""Ends the name of a column that says a field of the JSON in another way."""


def told_twice(found: FromCalls, shown: Sequence[Shown]) -> dict[str, Kind]:
    """Template of rows -> the kind of JSON in documents that tells of the same. The columns of these get the names of
    the fields that they show."""
    written = {
        id(one.kind) for one in found.operations
        if one.writes and not all(call.kind in FORMS and call.answer is None for call in one.calls)
    }  # fmt: skip
    kinds = [kind for kind in found.kept if kind.key == KEY or _may_be_called(kind)]
    embedded = [kind for kind in kinds if all(group.embedded for group in kind.groups)]
    fetched = [kind for kind in kinds if id(kind) not in written and not any(group.embedded for group in kind.groups)]
    looks: dict[str, list[_Look]] = {}
    for one in shown if kinds else ():
        for rows in one.lists:
            looks.setdefault(rows.template, []).append(_Look(one, rows))
    documents = {call.seq: call for call in found.calls if call.html and not call.mutation}
    writes = [call for call in found.calls if call.mutation]
    made: dict[str, Kind] = {}
    for template, every in looks.items():
        mine = [(one.seq, one.rows) for one in every]
        for kind in embedded:
            names = _columns(kind, mine, writes) if kind.key == KEY else None
            if names is not None:
                _rename(mine, names)
                made[template] = kind
                break
        apart = [one.is_served(documents) for one in every] if template not in made and fetched else []
        served, scripted = ([(one.seq, one.rows) for one, is_so in zip(every, apart, strict=False) if is_so is which]
                            for which in (True, False))  # fmt: skip
        for kind in fetched if scripted else ():
            if _made_of(kind, scripted) and _says_the_same(kind, served):
                _rename(served, _fields_shown(kind, served, writes))
                _say_fields(kind, scripted)
                _call_key(kind)
                made[template] = kind
                break
    return made


@dataclass(slots=True)
class _Look:
    """One look at a list."""

    page: Shown
    rows: Rows

    @property
    def seq(self) -> int:
        """The last call before it."""
        return self.page.page.seq - 1

    def is_served(self, documents: Mapping[int, Call]) -> bool:
        """Had the document, as it came, links to its rows? Where it is not known which one it was, had any?"""
        load = self.page.load
        own = documents.get(load.seq) if load is not None else None
        htmls = [own.html] if own is not None else [call.html for call in documents.values()]
        links = [f'"{self.rows.template.replace("*", row.key, 1)}"' for row in self.rows.rows]
        return any(sum(link in html for link in links) >= min(SEVERAL, len(links)) for html in htmls)


def _may_be_called(kind: Kind) -> bool:
    """May the key of a kind be called `id`, as nothing else in its records is?"""
    return not any(KEY in group.fields() or group.wrapper is not None or group.lent for group in kind.groups)


def _call_key(kind: Kind) -> None:
    """The key of a kind as pages call it; what answers call it is kept."""
    if kind.key != KEY:
        for group in kind.groups:
            group.key, group.key_name = KEY, kind.key
            group.sightings = [
                replace(one, value={KEY if name == kind.key else name: inner for name, inner in one.value.items()})
                for one in group.sightings
            ]
        kind.key = KEY


def _made_of(kind: Kind, lists: Sequence[tuple[int, Rows]]) -> bool:
    """Have the rows of every look the keys of the last answer before it, in its order? In another, or some of them
    only, when the rows say texts of their own that the answer has."""
    answers = _answers(kind)
    if max(map(len, answers.values()), default=0) < SEVERAL:
        return False
    looks = [(_last(answers, seq), rows.rows) for seq, rows in lists]
    if all([row.key for row in rows] == [*items] for items, rows in looks):
        return True
    told = set[str]()
    for items, rows in looks:
        if not all(row.key in items for row in rows):
            return False
        texts = Counter(value for one in items.values() for value in _long_texts(one))
        for row in rows:
            own = {value for value in _long_texts(items[row.key]) if texts[value] == 1}
            if own and not any(text in said for text in own for said in row.values.values()):
                return False
            told |= {row.key} if own else set()
    return len(told) > SEVERAL


def _long_texts(record: Mapping[str, Any]) -> set[str]:
    return {squeezed(value) for value in record.values() if isinstance(value, str) and len(value) >= LONG}


def _answers(kind: Kind) -> dict[int, dict[str, dict[str, Any]]]:
    """Number of a call -> key -> what its answer says of it, in its order."""
    answers: dict[int, dict[str, dict[str, Any]]] = {}
    for one in kind.sightings():
        answers.setdefault(one.call.seq, {})[str(one.value[kind.key])] = one.value
    return answers


def _last(answers: Mapping[int, dict[str, dict[str, Any]]], seq: int) -> dict[str, dict[str, Any]]:
    """The last answer before a look."""
    return answers[max((at for at in answers if at <= seq), default=min(answers))]


def _says_the_same(kind: Kind, served: Sequence[tuple[int, Rows]]) -> bool:
    """Are the rows that come with documents about the same entities: all of a look by their keys, each with a text of
    its record?"""
    known: dict[str, set[str]] = {}
    for one in kind.sightings():
        known.setdefault(str(one.value[kind.key]), set()).update(_long_texts(one.value))
    return all(
        any(text in said for text in known.get(row.key, ()) for said in row.values.values())
        for _, rows in served for row in rows.rows
    )  # fmt: skip


def _fields_shown(kind: Kind, served: Sequence[tuple[int, Rows]], writes: Sequence[Call]) -> dict[str, str]:
    """Column of rows that come with documents -> the field that says the same of each; a column that is called like a
    field, and says something else, is called otherwise."""
    told: dict[str, Counter[str]] = {}
    rows = Counter[str]()
    for value, row in _moments(kind, served, [call.seq for call in writes]):
        for column, said in row.values.items():
            rows[column] += 1
            told.setdefault(column, Counter()).update(
                name for name, inner in value.items() if isinstance(inner, str) and squeezed(inner) == said
            )
    fields = {name for group in kind.groups for name in group.fields()}
    found = {column: next((name for name, count in one.items() if count == rows[column]), "")
             for column, one in told.items()}  # fmt: skip
    return {column: name or column + SHOWN for column, name in found.items() if name or column in fields}


def _say_fields(kind: Kind, lists: Sequence[tuple[int, Rows]]) -> None:
    """The plain fields of the answer in place of what the columns say, which are left to scripts."""
    answers = _answers(kind)
    for seq, rows in lists:
        items, rows.scripted = _last(answers, seq), True
        for row in rows.rows:
            row.values = {
                name: squeezed(str(value)) for name, value in items[row.key].items()
                if name != kind.key and isinstance(value, str | int) and not isinstance(value, bool) and value != ""
            }  # fmt: skip
            row.selectors = {}


def _columns(kind: Kind, lists: Sequence[tuple[int, Rows]], writes: Sequence[Call]) -> dict[str, str] | None:
    """Column -> what it is called from now on; None when they are not the same entities."""
    same, other = Counter[str](), Counter[str]()
    keys = set[str]()
    long = False
    for value, row in _moments(kind, lists, [call.seq for call in writes]):
        for name, inner in value.items():
            said = row.values.get(snake(name))
            if name == kind.key or said is None or not isinstance(inner, str | int) or inner == "":
                continue
            equal = squeezed(str(inner)) == said
            (same if equal else other)[name] += 1
            long = long or (equal and len(said) >= LONG)
            if equal:
                keys.add(row.key)
    sent = {snake(name) for call in writes if isinstance(call.body, dict) for name in call.body}
    typed = any(name.endswith(snake(one)) for name in sent for one in other)
    if len(keys) < SEVERAL or not long or same.keys() & other.keys() or len(other) > len(same) or typed:
        return None
    return {snake(name): snake(name) + SHOWN for name in other} | {snake(name): name for name in same}


def _moments(
    kind: Kind, lists: Sequence[tuple[int, Rows]], writes: Sequence[int]
) -> Iterator[tuple[dict[str, Any], Row]]:
    """What the JSON said of an entity, with the row that was seen nearest to it; nothing was written in between."""
    rows: dict[str, list[tuple[int, Row]]] = {}
    for seq, found in lists:
        for row in found.rows:
            rows.setdefault(row.key, []).append((seq, row))
    for one in kind.sightings():
        near = min(rows.get(str(one.value[kind.key]), ()), key=lambda pair: abs(pair[0] - one.call.seq), default=None)
        if near is not None:
            first, last = sorted((near[0], one.call.seq))
            if not any(first < seq <= last for seq in writes):
                yield one.value, near[1]


def _rename(lists: Iterable[tuple[int, Rows]], names: Mapping[str, str]) -> None:
    for row in (row for _, rows in lists for row in rows.rows):
        row.values = {names.get(name, name): said for name, said in row.values.items() if names.get(name, name)}
        row.selectors = {names.get(name, name): one for name, one in row.selectors.items() if names.get(name, name)}


def posts_of(found: FromCalls, kinds: Iterable[Kind]) -> list[Call]:
    """The posts of forms that were taken for writes to these kinds."""
    mine = {id(kind) for kind in kinds}
    seqs = {call.seq for one in found.operations if one.writes and id(one.kind) in mine for call in one.calls}
    return [call for call in found.calls if call.seq in seqs and call.kind in FORMS and call.answer is None]


def told_once(found: FromCalls, kinds: Sequence[PageKind]) -> FromCalls:
    """What calls tell beside these kinds of pages: JSON in documents about their entities is read as theirs, and what
    their forms do is done once."""
    homes = {id(one.told): one.kind for one in kinds if one.told is not None}
    done = {call.seq for one in kinds for operation in one.operations for call in operation.calls}
    operations = []
    for one in found.operations:
        left = [place for place, call in enumerate(one.calls) if not (one.writes and call.seq in done)]
        if left:
            made = [one.made[place] for place in left] if len(one.made) == len(one.calls) else one.made
            kind = homes.get(id(one.kind), one.kind)
            operations.append(replace(one, kind=kind, calls=[one.calls[place] for place in left], made=made))
    return replace(
        found,
        kinds=[kind for kind in found.kinds if id(kind) not in homes],
        kept=[kind for kind in found.kept if id(kind) not in homes],
        operations=operations,
        members=[one for one in found.members if one.listed in operations],
    )
