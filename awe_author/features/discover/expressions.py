"""Expressions of the features: which entities a list shows, in which order, how many."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from awe_author.features.discover.comparing import ON_LISTS, list_text
from awe_author.features.discover.cursors import Cursor, begin_text
from awe_author.features.discover.entities import Entities
from awe_author.features.discover.envelopes import beside_text
from awe_author.features.discover.filters import clause_condition, clause_lets
from awe_author.features.discover.keys import member, own_key, text
from awe_author.features.discover.names import is_plain, safe, singular, snake
from awe_author.features.discover.ordering import ENDING, WORDED, Order, asked, field_of, sorted_text
from awe_author.features.discover.params import Param, dug, let_name
from awe_author.features.discover.queries import ANY, Listing
from awe_author.features.discover.sentences import Piece, sentence_known, sentence_text
from awe_author.features.discover.sightings import Pattern

INSIDE = ("body", "json")
"""Where parameters are reached by names of their own."""
DOWN = "['desc', 'descending', '-1', 'true']"
"""What a parameter says that turns an order round."""


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
        made.let |= dug(param.way, json=param.part == "json") if param.part in INSIDE else {}
        condition = _condition(part, listing, param, item, made)
        if condition:
            conditions.append(f"(!({_there(param)}) || {condition})")
            made.filtered.append(_there(param))
    if listing.parent:
        number, of = listing.parent
        conditions.append(f"string({_own(part, of, item)}) == segments[{number}]")
    if listing.fixed:
        of, values = listing.fixed
        told = ", ".join(str(value).lower() if isinstance(value, bool) else text(value) for value in values)
        conditions.append(f"{member(item, of, sure=of in part.always())} in [{told}]")
    if listing.hidden:
        conditions.append(f"!({member(item, part.kind.key)} in [{', '.join(map(text, listing.hidden))}])")
    base = f"state.{name}.values()"
    if part.ordered:
        base = f"state.order.{name}.filter(k, k in state.{name}).map(k, state.{name}[k])"
    made.let["matched"] = f"{base}.filter({item}, {' && '.join(conditions)})" if conditions else base
    made.matched = "matched"
    made.shown = _paged(made, part, listing, _sorted(made, part, listing, item))
    return made


def value_of(param: Param, default: str | None = None) -> str:
    """The parameter's value; with a default for when it is not there."""
    if param.part == "text":
        return text(param.values[0])
    if param.part == "path":
        return f"segments[{param.way[0]}]"
    if param.part in INSIDE:
        own = _let(param)
        return own if default is None else f"({own} == null ? dyn({text(default)}) : dyn({own}))"
    if default is not None:
        return member("query", param.name, sure=False, other=text(default))
    return f"query[{text(param.name)}]"


def _let(param: Param) -> str:
    return let_name(("", *param.way) if param.part == "json" else param.way)


def _there(param: Param) -> str:
    if param.part in ("text", "path"):
        return "true"
    if param.part in INSIDE:
        own = _let(param)
        empty = " && size(dyn({})) > 0" if param.listed else " && dyn({}) != ''" if param.role == "search" else ""
        return f"{own} != null" + empty.format(own)
    there = f"{text(param.name)} in query"
    if param.role == "search":
        return f"{there} && query[{text(param.name)}] != ''"
    free = [text(value) for value in param.values if value.lower() in ANY] if param.role == "filter" else []
    return f"{there} && !(query[{text(param.name)}] in [{', '.join(free)}])" if free else there


def _own(part: Entities, name: str, item: str) -> str:
    return member(item, name, sure=name in part.always(), other="''")


def _condition(part: Entities, listing: Listing, param: Param, item: str, made: Selection) -> str:
    value = value_of(param) if param.part == "query" else f"string({value_of(param)})"
    if param.role == "search":
        fields = [name for name in listing.searched if _is_plain(part, name)][:8]
        tests = [f"string({_text_of(part, name, item)}).lowerAscii().contains(word)" for name in fields]
        return f"{value}.lowerAscii().split(' ').all(word, {' || '.join(tests)})" if tests else ""
    if param.role == "clauses" and param.style is not None:
        name = safe(snake(param.name) or "filter")
        made.let |= clause_lets(name, value, _there(param), param.style)
        plain = [one for one in part.fields() if part.forms.get(one) == "plain"]
        lists = [one for one in part.fields() if part.forms.get(one) == "list"]
        return clause_condition(name, item, plain, param.style, lists)
    if param.role == "sentence" and param.sentence is not None:
        return _of_sentence(part, param, item, value)
    if param.role == "contains" and part.forms.get(param.of) == "plain":
        return f"{value}.contains(string({_text_of(part, param.of, item)}))"
    if param.role == "filter" and param.how in ("null", "set"):
        sign = "==" if param.how == "null" else "!="
        none = f"({member(item, param.of, sure=False)} == null)"
        return f"{none} {sign} !({value} in ['false', '0'])"
    if param.role == "filter" and _is_plain(part, param.of):
        return _compared(param, f"string({_text_of(part, param.of, item)})", _number(part, param.of))
    if param.role == "filter" and part.forms.get(param.of) == "list" and param.how in ON_LISTS:
        own = member(item, param.of, sure=False)
        return list_text(param.how, f"({own} == null ? [] : {own})", _wanted(param))
    if param.role == "filter" and part.forms.get(param.of) == "object" and param.how == "eq":
        return f"string({member(item, param.of, sure=False, other='{}')}.get('id', '')) == {value}"
    return ""


def _of_sentence(part: Entities, param: Param, item: str, value: str) -> str:
    assert param.sentence is not None
    tests = {}
    for piece in _told(part, param):
        own = f"string({_text_of(part, piece.field, item)})"
        tests[piece] = compared_text(piece.how, own, "hole", number=_number(part, piece.field))
    return sentence_text(param.sentence, value, tests) if tests else ""


def _told(part: Entities, param: Param) -> list[Piece]:
    pieces = param.sentence.pieces if param.sentence is not None else ()
    return [piece for piece in pieces if piece.how and _is_plain(part, piece.field)]


def understood(part: Entities, listing: Listing) -> list[str]:
    """The conditions that a request asks for nothing that was never told: a filter that is another sentence is not
    answered as if there were none."""
    made = []
    for param in listing.params:
        if param.role != "sentence" or param.sentence is None:
            continue
        value = value_of(param) if param.part == "query" else f"string({value_of(param)})"
        one = f"!({_there(param)}) || {sentence_known(param.sentence, value, _told(part, param))}"
        lets = dug(param.way, json=param.part == "json") if param.part in INSIDE else {}
        for name, source in reversed(lets.items()):
            one = f"[{source}].all({name}, {one})"
        made.append(f"({one})")
    return made


def _wanted(param: Param) -> str:
    """The texts that a filter asks for, as a list."""
    if param.listed:
        own = value_of(param)
        return f"(type({own}) == list ? dyn({own}).map(w, string(w)) : [string({own})])"
    value = f"string({value_of(param)})"
    return f"{value}.split(',')" if param.how in ("among", "every") else f"[{value}]"


def _number(part: Entities, name: str) -> bool:
    values = [value for value in part.values(name) if value is not None]
    return bool(values) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _compared(param: Param, own: str, number: bool) -> str:
    wanted = value_of(param)
    if param.part in INSIDE:
        inside = f"dyn({wanted}).exists(w, string(w) == {own})"
        if param.listed:
            return f"!{inside}" if param.how == "not" else inside
        wanted = f"string({wanted})"
    return compared_text(param.how, own, wanted, number=number)


def compared_text(how: str, own: str, wanted: str, *, number: bool) -> str:
    """The test of one value. `own`, `wanted`: expressions of texts; `number`: are they numbers?"""
    match how:
        case "eq":
            return f"{own} == {wanted}"
        case "not":
            return f"{own} != {wanted}"
        case "among" | "every":
            return f"{own} in {wanted}.split(',')"
        case "has":
            return f"{own}.lowerAscii().contains({wanted}.lowerAscii().replace('%', ''))"
        case "starts":
            return f"{own}.lowerAscii().startsWith({wanted}.lowerAscii())"
    return f"double({own}) {how} double({wanted})" if number else f"{own} {how} {wanted}"


def _is_plain(part: Entities, name: str) -> bool:
    """Is it a plain field, or with a dot a member of a record?"""
    head, dot, _ = name.partition(".")
    return part.forms.get(name) == "plain" or bool(dot and part.forms.get(head) == "object")


def _text_of(part: Entities, name: str, item: str) -> str:
    """The field, '' when it is not there or null."""
    head, dot, rest = name.partition(".")
    if dot and name not in part.forms:
        of = member(item, head, sure=False, other="{}")
        inside = f"dyn({of}).get({text(rest)}, null)"
        return f"(type({of}) == map && {inside} != null ? dyn({inside}) : dyn(''))"
    if name in part.always():
        return member(item, name)
    own = member(item, name, sure=False)
    return f"({own} == null ? '' : {own})"


def _sorted(made: Selection, part: Entities, listing: Listing, item: str) -> str:
    param = listing.by_role("sort")
    of = "matched"
    if part.ordered and listing.by_role("sort") is None:
        return of
    if part.counted:
        made.let["numbered"] = f"matched.sortBy({item}, int({item}.id))"
        of = "numbered"
    free = listing.order or Order(part.kind.key)
    made.let["ordered"] = _in_order(of, part, free, item)
    if param is None:
        return "ordered"
    first = param.values[0] if param.values else part.kind.key
    made.let["sort"] = _sort_text(param, "")
    direction = listing.by_role("direction")
    if any(re.search(r"[ ](asc|desc)", value, re.IGNORECASE) for value in param.values):
        made.let["field"] = "sort.split(',')[0].split(' ')[0]"
        made.let["descending"] = "sort.split(',')[0].lowerAscii().endsWith(' desc')"
    elif any(":" in value for value in param.values):
        made.let["field"] = "sort.split(',')[0].split(':')[0]"
        made.let["descending"] = "sort.split(',')[0].lowerAscii().endsWith(':desc')"
    elif param.values and all(ENDING.match(value) for value in param.values):
        sign = text(next(one for one in (",", "|", ".") if one in first))
        made.let["field"] = f"sort.contains({sign}) ? sort.substring(0, sort.lastIndexOf({sign})) : sort"
        made.let["descending"] = f"sort.lowerAscii().endsWith({sign} + 'desc')"
    elif param.values and all(WORDED.match(value) for value in param.values):
        bare = "sort.replace('_DESC', '').replace('_ASC', '').replace('_desc', '').replace('_asc', '')"
        made.let["field"] = bare + (".lowerAscii()" if all(value.isupper() for value in param.values) else "")
        made.let["descending"] = "sort.lowerAscii().endsWith('_desc')"
    else:
        made.let["field"] = "sort.startsWith('-') ? sort.substring(1).split(',')[0] : sort.split(',')[0]"
        down = f"string({value_of(direction, 'asc')}).lowerAscii() in {DOWN}" if direction else "sort.startsWith('-')"
        made.let["descending"] = down
    head = _sorted_in(part, param)
    made.let["field"] = _known_field(part, param, made.let["field"], head)
    ties = [value for value, order in listing.orders.items() if order.ties_down]
    other = [value for value, order in listing.orders.items() if not order.ties_down]
    told = "true" if ties and not other else f"sort in [{', '.join(map(text, ties))}]" if ties else "false"
    made.let["base"] = f"({told}) != descending ? {of}.reverse() : {of}"
    folded = any(order.folded for order in listing.orders.values())
    of_item = f"dyn({member(item, head, sure=False, other='{}')})" if head else item
    own = f"{of_item}[field]"
    own = f"(type({own}) == string ? dyn(string({own}).lowerAscii()) : {own})" if folded else own
    if part.counted:
        own = f"(field == 'id' ? dyn(int({item}.id)) : {own})"
    have = f"{of_item}.get(field, null)"
    made.let["known"] = f"base.filter({item}, {have} != null).sortBy({item}, {own})"
    made.let["nulls"] = f"base.filter({item}, {have} == null)"
    made.let["sorted"] = "descending ? known.reverse() + nulls.reverse() : nulls + known"
    missing = "ordered" if listing.order is not None or not first else "sorted"
    if missing == "sorted":
        made.let["sort"] = _sort_text(param, first)
        return "sorted"
    made.let["listed"] = f"sort == '' ? {missing} : sorted"
    return "listed"


def _sort_text(param: Param, default: str) -> str:
    """What a request sorts by, the first of several."""
    if not param.listed:
        return value_of(param, default)
    own = value_of(param)
    return f"(type({own}) == list ? {own}.map(s, string(s)) + [{text(default)}] : [{text(default)}])[0]"


def _sorted_in(part: Entities, param: Param) -> str:
    """The record in entities by whose members a list is sorted; "" when it is by fields of their own."""
    told = [order[0] for value in param.values if (order := asked(value)) is not None]
    heads = {field_of(name, _all_fields(part), part.kind.own_id).rpartition(".")[0] for name in told}
    return next(iter(heads), "") if len(heads) == 1 else ""


def _all_fields(part: Entities, head: str = "") -> list[str]:
    """Fields, and the plain members of records in them as `record.member`; of one record (`head`) only its members."""
    records = [(name, value) for name in part.fields() for value in part.values(name)[:50] if isinstance(value, dict)]
    inner = [(name, one) for name, value in records for one, own in value.items() if not isinstance(own, dict | list)]
    if head:
        return list(dict.fromkeys(one for name, one in inner if name == head))
    return [*part.fields(), *dict.fromkeys(f"{name}.{one}" for name, one in inner)]


def _known_field(part: Entities, param: Param, said: str, head: str) -> str:
    """The field for what the request calls it: itself, unless orders are written in another style than fields."""
    fields = _all_fields(part, head) if head else part.fields()
    told = [name for value in param.values if (order := asked(value)) is not None for name in order[:1]]
    if all(name in fields for name in told):
        return said
    pairs = {snake(name): name for name in reversed(fields)} | {
        name: field_of(name, fields, part.kind.own_id) for name in told
    }
    pairs |= {name.upper(): field for name, field in pairs.items()}
    names = ", ".join(f"{text(name)}: {text(field)}" for name, field in sorted(pairs.items()) if name and field)
    return f"{{{names}}}.get({said}, {said})"


def _in_order(of: str, part: Entities, order: Order, item: str) -> str:
    name = order.field
    if name == part.kind.key and not order.folded:
        own = own_key(item, name, number=part.counted)
        return f"{of}.sortBy({item}, {own})" + (".reverse()" if order.down else "")
    own = member(item, name)
    own = f"string({own}).lowerAscii()" if order.folded else own
    nullable = "" if name in part.always() else member(item, name, sure=False)
    return sorted_text(of, item, own, order, nullable=nullable)


def _paged(made: Selection, part: Entities, listing: Listing, ordered: str) -> str:
    limit, page, offset = listing.by_role("limit"), listing.by_role("page"), listing.by_role("offset")
    last = listing.by_role("end")
    if limit is None and last is not None:
        begin = f"int({value_of(offset, '0')})" if offset else "0"
        made.let["limit"] = f"({_there(last)}) ? int({value_of(last)}) + {last.base} - {begin} : -1"
    elif limit is None and page is not None and (listing.unasked or 0) > 0:
        made.let["limit"] = str(listing.unasked)
    elif limit is None:
        return ordered
    else:
        usual = limit.values[0] if limit.values else "-1"
        usual = usual if listing.unasked is None else str(listing.unasked)
        made.let["limit"] = f"int({value_of(limit, usual)})"
    begin = "0"
    if page is not None:
        begin = f"(int({value_of(page, str(page.base))}) - {page.base}) * limit"
    elif offset is not None:
        begin = f"int({value_of(offset, '0')})"
    elif listing.cursor is not None:
        keys = f"{ordered}.map(k, string({member('k', part.kind.key)}))"
        after = listing.cursor.param
        begin = begin_text(listing.cursor, f"string({value_of(after)})", f"({_there(after)})", keys)
    made.let["begin"] = f"limit < 0 ? 0 : math.least([{begin}, {ordered}.size()])"
    made.let["end"] = f"limit < 0 ? {ordered}.size() : math.least([begin + limit, {ordered}.size()])"
    made.let["shown"] = f"{ordered}.slice(begin, end)"
    return "shown"


def beside_lets(made: Selection, part: Entities, listing: Listing) -> dict[Pattern, str]:
    """Values beside the list by place; adds the `let` names that they need."""
    found: dict[Pattern, str] = {}
    made.let["total"] = total_of(part, made)
    param = listing.by_role("page")
    paged = "limit" in made.let
    counted = "(limit > 0 ? begin / limit : 0) + 1" if paged else "1"
    page = f"int({value_of(param, str(param.base))})" if param else counted
    base = param.base if param else 1
    for one in listing.beside:
        if paged or one.role not in ("limit", "offset", "from", "to"):
            found[one.way] = beside_text(one, "total", made.shown, page=page, paged=paged, base=base)
    found |= {way: value_of(one, default) for way, (one, default) in listing.repeated.items()}
    if listing.cursor is not None and paged:
        found |= {way: _leading_on(listing.cursor, part) for way in listing.cursor.ends}
    return found


def _leading_on(one: Cursor, part: Entities) -> str:
    """The cursor of the next page."""
    last = f"shown[shown.size() - 1]{'.' + part.kind.key if is_plain(part.kind.key) else f'[{text(part.kind.key)}]'}"
    value = f"string({last})" if one.keyed else f"string(end - {one.last})"
    return f"shown.size() > 0{'' if one.always else ' && end < total'} ? dyn({one.text(value)}) : null"


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
