"""How many there are of each value of a field that the request names:

    GET /tickets/count?group_by=state    {"groups": [{"count": 13, "name": "open", "state": "open"}, ...], "total": 18}

Believed of a field when all recorded groups agree with what was there by then, where that were as many (what went
together with something else is not known to be gone); groups come in the order in which they
were seen, new ones at the end, and those in which nothing is are not told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import member, scalar, text
from awe_author.features.discover.common.names import safe, singular
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.grouped import Groups, groups_of, said
from awe_author.features.discover.exchanges.nesting import nest
from awe_author.features.discover.lists.listings import there_at
from awe_author.features.discover.lists.queries import Listing, of_parent
from awe_author.json_types import Json


def grouped_json(one: Operation, part: Entities, listing: Listing, matched: str, seen: Seen) -> Json:
    """The template of the groups; None where no field is told. `matched`: what is counted."""
    found = [(call, groups) for call in one.calls if (groups := groups_of(call)) is not None]
    told: dict[str, list[Groups]] = {}
    for field in dict.fromkeys(groups.field for _, groups in found):
        mine = [(call, groups) for call, groups in found if groups.field == field]
        looks = [_holds(one, listing, call, groups, seen) for call, groups in mine]
        if True in looks and False not in looks:
            told[field] = [groups for _, groups in mine]
    if not told or len({(groups.param, groups.within) for _, groups in found}) != 1:
        return None
    first = found[0][1]
    asked = f"{text(first.param)} in query ? query[{text(first.param)}] : ''"
    made = "[]"
    for field, known in told.items():
        made = f"({asked}) == {text(field)} ? {_rows(field, known, part, matched)} : {made}"
    return nest((first.within, "*"), "group", f"({made})", "group")


def _holds(one: Operation, listing: Listing, call: Call, groups: Groups, seen: Seen) -> bool | None:
    """Are the groups what was there by then? None where another number was there."""
    there = [seen.around(one.kind, key, call.seq) for key, _ in there_at(one, call, seen)]
    there = [value for value in there if of_parent(one, listing, call, value)]
    if len(there) != groups.counted().total():
        return None
    if not all(groups.field in value for value in there):
        return False
    return Counter(said(value[groups.field]) for value in there) == groups.counted()


def _rows(field: str, groups: Sequence[Groups], part: Entities, matched: str) -> str:
    """The expression of the groups by one field."""
    first = groups[0]
    known = {said(one[field]): one for one in _in_order(groups)}
    item = f"{safe(singular(part.kind.name))}_"
    own = member(item, field, sure=False)
    values = f"{matched}.map({item}, {own} == null ? '' : string({own}).lowerAscii())"
    names = [name for name in first.records[0] if name != first.number]
    number = f"{text(first.number)}: dyn(v.filter(w, w == g).size())"
    rows = [
        f"{{'said': {text(key)}, {', '.join(f'{text(name)}: dyn({scalar(record[name])})' for name in names)}}}"
        for key, record in known.items()
    ]
    seen = f"[{', '.join(rows)}]"
    shown = ", ".join([number, *(f"{text(name)}: dyn(r[{text(name)}])" for name in names)])
    more = ", ".join([number, *(f"{text(name)}: dyn(g)" for name in names)])
    old = f"{seen}.filter(r, r.said in v).map(r, [string(r.said)].map(g, {{{shown}}})[0])"
    new = f"v.distinct().filter(g, !(g in [{', '.join(map(text, known))}])).map(g, {{{more}}})"
    return f"[{values}].map(v, {old} + {new})[0]"


def _in_order(groups: Iterable[Groups]) -> Iterator[Mapping[str, Any]]:
    """The groups that were seen, those of the longest answer first."""
    for one in sorted(groups, key=lambda each: -len(each.records)):
        yield from one.records
