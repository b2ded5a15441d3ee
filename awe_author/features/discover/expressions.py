"""Expressions of the features: which entities a list shows, in which order, how many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from awe_author.features.discover.entities import Entities
from awe_author.features.discover.keys import member, own_key, text
from awe_author.features.discover.names import safe, singular
from awe_author.features.discover.queries import ORDERED_BY, Listing, Param


@dataclass(slots=True)
class Selection:
    """`let` names for a list, and the name of each step."""

    let: dict[str, str] = field(default_factory=dict)
    matched: str = ""
    """All that fit, in any order."""
    shown: str = ""
    """What is on the page asked for."""
    filtered: list[str] = field(default_factory=list)
    """Tests of "is nothing left out": expressions that hold when a search or filter is given."""


def selection_of(part: Entities, listing: Listing) -> Selection:
    """The entities of a list by its parameters."""
    name = part.kind.name
    item = safe(singular(name))
    made = Selection()
    conditions: list[str] = []
    for param in listing.params:
        condition = _condition(part, listing, param, item)
        if condition:
            conditions.append(f"(!({_there(param)}) || {condition})")
            made.filtered.append(_there(param))
    if listing.parent:
        number, of = listing.parent
        conditions.append(f"string({_own(part, of, item)}) == segments[{number}]")
    base = f"state.{name}.values()"
    made.let["matched"] = f"{base}.filter({item}, {' && '.join(conditions)})" if conditions else base
    made.matched = "matched"
    made.shown = _paged(made, listing, _sorted(made, part, listing, item))
    return made


def value_of(param: Param, default: str | None = None) -> str:
    """The parameter's value; with a default for when it is not there."""
    of = "query" if param.part == "query" else "body.variables"
    return (
        member(of, param.name, sure=False, other=text(default)) if default is not None else f"{of}[{text(param.name)}]"
    )


def _there(param: Param) -> str:
    of = "query" if param.part == "query" else "body.variables"
    return (
        f"{text(param.name)} in {of} && {of}[{text(param.name)}] != ''"
        if param.role == "search"
        else f"{text(param.name)} in {of}"
    )


def _own(part: Entities, name: str, item: str) -> str:
    return member(item, name, sure=name in part.always(), other="''")


def _condition(part: Entities, listing: Listing, param: Param, item: str) -> str:
    if param.role == "search":
        fields = [name for name in listing.searched if name in part.fields() and part.forms.get(name) == "plain"][:8]
        word = f"{value_of(param)}.lowerAscii()"
        tests = [f"string({_text_of(part, name, item)}).lowerAscii().contains({word})" for name in fields]
        return f"({' || '.join(tests)})" if tests else ""
    if param.role in ("filter", "contains") and part.forms.get(param.of) == "plain":
        own = f"string({_text_of(part, param.of, item)})"
        return f"{own} == {value_of(param)}" if param.role == "filter" else f"{value_of(param)}.contains({own})"
    if param.role == "filter" and part.forms.get(param.of) == "object":
        return f"string({item}.{param.of}.id) == {value_of(param)}"
    return ""


def _text_of(part: Entities, name: str, item: str) -> str:
    """The field, '' when it is not there or null."""
    if name in part.always():
        return member(item, name)
    own = member(item, name, sure=False)
    return f"({own} == null ? '' : {own})"


def _sorted(made: Selection, part: Entities, listing: Listing, item: str) -> str:
    param = listing.by_role("sort")
    key, descending = listing.order or (part.kind.key, False)
    if param is None:
        made.let["ordered"] = _in_order("matched", part, key, item) + (".reverse()" if descending else "")
        return "ordered"
    styles = [match for value in param.values if (match := ORDERED_BY.match(value))]
    first = param.values[0] if param.values and len(styles) == len(param.values) else key
    direction = listing.by_role("direction")
    made.let["sort"] = value_of(param, first if first else key)
    if any(match["dir"] and " " in value for match, value in zip(styles, param.values, strict=False)):
        made.let["field"] = "sort.split(',')[0].split(' ')[0]"
        made.let["descending"] = "sort.split(',')[0].lowerAscii().endsWith(' desc')"
    elif any(match["dir"] for match in styles):
        made.let["field"] = "sort.split(',')[0].split(':')[0]"
        made.let["descending"] = "sort.split(',')[0].lowerAscii().endsWith(':desc')"
    else:
        made.let["field"] = "sort.startsWith('-') ? sort.substring(1).split(',')[0] : sort.split(',')[0]"
        down = f"{value_of(direction, 'asc')}.lowerAscii().startsWith('desc')" if direction else "sort.startsWith('-')"
        made.let["descending"] = down
    have = f"{item}.get(field, null)"
    whole = f"field == 'id' ? matched.sortBy({item}, int({item}.id)) : " if part.number else ""
    made.let["ascending"] = whole + (
        f"matched.filter({item}, {have} == null) + matched.filter({item}, {have} != null).sortBy({item}, {item}[field])"
    )
    made.let["ordered"] = "descending ? ascending.reverse() : ascending"
    return "ordered"


def _in_order(of: str, part: Entities, name: str, item: str) -> str:
    if name in part.always():
        own = own_key(item, name, number=part.number and name == part.kind.key)
        return f"{of}.sortBy({item}, {own})"
    have = member(item, name, sure=False)
    without, with_it = f"{of}.filter({item}, {have} == null)", f"{of}.filter({item}, {have} != null)"
    return f"({without} + {with_it}.sortBy({item}, {member(item, name)}))"


def _paged(made: Selection, listing: Listing, ordered: str) -> str:
    limit, page, offset = listing.by_role("limit"), listing.by_role("page"), listing.by_role("offset")
    if limit is None:
        return ordered
    usual = limit.values[0] if limit.values else "-1"
    made.let["limit"] = f"int({value_of(limit, usual)})"
    begin = "0"
    if page is not None:
        begin = f"(int({value_of(page, '1')}) - 1) * limit"
    elif offset is not None:
        begin = f"int({value_of(offset, '0')})"
    made.let["begin"] = f"limit < 0 ? 0 : math.least([{begin}, {ordered}.size()])"
    made.let["end"] = f"limit < 0 ? {ordered}.size() : math.least([begin + limit, {ordered}.size()])"
    made.let["shown"] = f"{ordered}.slice(begin, end)"
    return "shown"


def total_of(part: Entities, selection: Selection) -> str:
    """How many there are in all, those included that the recording does not show."""
    if not part.unseen:
        return f"{selection.matched}.size()"
    more = f"state.unseen.{part.kind.name}"
    tests: Sequence[str] = selection.filtered
    return (
        f"{selection.matched}.size() + ({' || '.join(tests)} ? 0 : {more})"
        if tests
        else f"{selection.matched}.size() + {more}"
    )
