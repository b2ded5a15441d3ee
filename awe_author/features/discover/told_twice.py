"""Entities of which pages tell twice: in JSON within documents, or fetched by scripts, and in the rows that they show.

Both are one kind when they have several keys in common and say the same, at the same moment, in what both tell of. A
column that always says a field of the JSON in another way (a date in words) is a field of its own. The kind of the rows
stays, since the posts of forms are about it, and gets what the JSON tells beyond it.

Where scripts fetch the JSON and make the rows of it, every look at the list has the keys of the last answer, in its
order, and the document has none of them. What the columns say is worded by the scripts then: the fields of the answer
stand for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.from_calls import FromCalls
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.wording import squeezed
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
    kinds = [kind for kind in found.kept if kind.key == "id"]
    embedded = [kind for kind in kinds if all(group.embedded for group in kind.groups)]
    fetched = [kind for kind in kinds if id(kind) not in written and not any(group.embedded for group in kind.groups)]
    lists: dict[str, list[tuple[int, Rows]]] = {}
    for one in shown if kinds else ():
        for rows in one.lists:
            lists.setdefault(rows.template, []).append((one.page.seq - 1, rows))
    documents = {call.path: call.html for call in found.calls if call.html and not call.mutation}
    writes = [call for call in found.calls if call.mutation]
    made: dict[str, Kind] = {}
    for template, mine in lists.items():
        for kind in embedded:
            names = _columns(kind, mine, writes)
            if names is not None:
                _rename(mine, names)
                made[template] = kind
                break
        for kind in fetched if template not in made else ():
            if _made_of(kind, mine) and not any(_links(html, template, mine) for html in documents.values()):
                _say_fields(kind, mine)
                made[template] = kind
                break
    return made


def _made_of(kind: Kind, lists: Sequence[tuple[int, Rows]]) -> bool:
    """Have the rows of every look the keys of the last answer before it, in its order?"""
    answers: dict[int, list[str]] = {}
    for one in kind.sightings():
        answers.setdefault(one.call.seq, []).append(str(one.value[kind.key]))
    if max((len(keys) for keys in answers.values()), default=0) < SEVERAL:
        return False
    return all(
        [row.key for row in rows.rows] == answers[max((at for at in answers if at <= seq), default=min(answers))]
        for seq, rows in lists
    )


def _links(html: str, template: str, lists: Sequence[tuple[int, Rows]]) -> bool:
    """Has a document, as it came, links to several of these?"""
    keys = {row.key for _, rows in lists for row in rows.rows}
    return sum(f'"{template.replace("*", key, 1)}"' in html for key in keys) >= SEVERAL


def _say_fields(kind: Kind, lists: Sequence[tuple[int, Rows]]) -> None:
    """The plain fields of the answer in place of what the columns say."""
    answers: dict[int, dict[str, dict[str, Any]]] = {}
    for one in kind.sightings():
        answers.setdefault(one.call.seq, {})[str(one.value[kind.key])] = one.value
    for seq, rows in lists:
        items = answers[max((at for at in answers if at <= seq), default=min(answers))]
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
