"""Expressions of the features: which entities a list shows, in which order, how many."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from awe_author.features.discover.common.comparing import ON_LISTS, list_text
from awe_author.features.discover.common.keys import member, scalar, text
from awe_author.features.discover.common.names import is_plain, safe, singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.conditions import Conditions, conditions_text, groups_said
from awe_author.features.discover.exchanges.filters import clause_condition, clause_lets
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.sentences import Piece, sentence_known, sentence_text
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.exchanges.worded import Worded
from awe_author.features.discover.lists.asked_order import known_field, order_lets, record_of
from awe_author.features.discover.lists.asked_values import INSIDE, is_said, lets_of, value_of
from awe_author.features.discover.lists.beyond import Beyond
from awe_author.features.discover.lists.cursors import Cursor, begin_text
from awe_author.features.discover.lists.deep_filters import EACH, deep_text
from awe_author.features.discover.lists.either import joined_text
from awe_author.features.discover.lists.envelopes import beside_text
from awe_author.features.discover.lists.named_filters import named_text
from awe_author.features.discover.lists.queries import Listing
from awe_author.features.discover.lists.roles import members_of


@dataclass(slots=True)
class Selection:
    """`let` names for a list, and the name of each step."""

    let: dict[str, str] = field(default_factory=dict)
    matched: str = ""
    """All that fit, in any order."""
    shown: str = ""
    """What is on the page asked for."""
    every: str = ""
    """The expression of all that the list has when nothing is asked for."""
    filtered: list[str] = field(default_factory=list)
    """Tests of "is nothing left out": expressions that hold when a search or filter is given."""
    beyond: str = ""
    """The expression of how many more there are than are known; "" where that only goes by the kind."""


def selection_of(part: Entities, listing: Listing) -> Selection:
    """The entities of a list by its parameters."""
    name = part.kind.name
    item = safe(singular(name))
    made = Selection(dict(listing.lets))
    found: list[tuple[Param, str]] = []
    always: list[str] = []
    for param in listing.params:
        made.let |= lets_of(param)
        condition = _condition(part, listing, param, item, made)
        if condition:
            found.append((param, condition))
            made.filtered.append(is_said(param))
    conditions = joined_text(listing.params, found)
    if listing.parent:
        number, of = listing.parent
        own = _text_of(part, of, item) if "." in of else _own(part, of, item)
        always.append(f"string({own}) == segments[{number}]")
    if listing.fixed:
        of, values = listing.fixed
        told = ", ".join(str(value).lower() if isinstance(value, bool) else text(value) for value in values)
        always.append(f"{member(item, of, sure=of in part.certain())} in [{told}]")
    if listing.hidden:
        always.append(f"!({member(item, part.kind.key)} in [{', '.join(map(text, listing.hidden))}])")
    always += listing.also
    made.filtered += [*listing.viewed, *(["true"] if listing.apart else [])]
    if listing.beyond is not None:
        made.beyond = _beyond(part, listing.beyond, [param for param, _ in found])
    base = f"state.{name}.values()"
    if part.ordered:
        base = f"state.order.{name}.filter(k, k in state.{name}).map(k, state.{name}[k])"
    made.every = f"{base}.filter({item}, {' && '.join(always)})" if always else base
    conditions += always
    made.let["matched"] = f"{base}.filter({item}, {' && '.join(conditions)})" if conditions else base
    made.matched = "matched"
    made.shown = _paged(made, part, listing, order_lets(made.let, part, listing, item))
    return made


def _own(part: Entities, name: str, item: str) -> str:
    return member(item, name, sure=name in part.certain(), other="''")


def _condition(part: Entities, listing: Listing, param: Param, item: str, made: Selection) -> str:
    value = value_of(param) if param.part == "query" else f"string({value_of(param)})"
    if param.role == "search":
        fields = [name for name in listing.searched if _is_plain(part, name)][:8]
        tests = [f"string({_text_of(part, name, item)}).lowerAscii().contains(word)" for name in fields]
        begun = [name for name in listing.begun if _is_plain(part, name)][:8]
        tests += [f"string({_text_of(part, name, item)}).lowerAscii().startsWith(word)" for name in begun]
        bare = f"{value}.replace('\"', '')" if any('"' in one for one in param.values) else value
        return f"{bare}.lowerAscii().split(' ').all(word, {' || '.join(tests)})" if tests else ""
    if param.role == "named" and param.namer is not None:
        return f"(!({is_said(param.namer)}) || {named_text(param, item, value, value_of(param.namer))})"
    if param.role == "clauses" and param.style is not None:
        name = safe(snake(param.name) or "filter")
        made.let |= clause_lets(name, value, is_said(param), param.style)
        plain = [one for one in part.fields() if part.forms.get(one) == "plain"]
        lists = [one for one in part.fields() if part.forms.get(one) == "list"]
        return clause_condition(name, item, plain, param.style, lists)
    if param.role == "conditions" and isinstance(param.form, Conditions):
        return conditions_text(param.form, value_of(param), lambda said: field_text(part, param, item, said))
    if param.role == "worded" and isinstance(param.form, Worded):
        return param.form.test(value, item)
    if param.role == "sentence" and param.sentence is not None:
        return _of_sentence(part, param, item, value)
    if param.role == "contains" and part.forms.get(param.of) == "plain":
        return f"{value}.contains(string({_text_of(part, param.of, item)}))"
    if param.role == "filter" and param.how in ("null", "set"):
        sign = "==" if param.how == "null" else "!="
        none = f"({member(item, param.of, sure=False)} == null)"
        return f"{none} {sign} !({value} in ['false', '0'])"
    if param.role == "filter" and EACH in param.of:
        head, _, rest = param.of.partition(EACH)
        join = part.joins.get(head)
        own = f"({join.text(item, part.kind.key, ())})" if join is not None else member(item, head, sure=False)
        return deep_text(own, rest, value)
    if param.role == "filter" and _is_plain(part, param.of):
        return _compared(param, f"string({_text_of(part, param.of, item)})", _number(part, param.of))
    if param.role == "filter" and part.forms.get(param.of) == "list" and param.how in ON_LISTS:
        own = member(item, param.of, sure=False)
        return list_text(param.how, f"({own} == null ? [] : {own})", _wanted(param))
    if param.role == "filter" and part.forms.get(param.of) == "object" and param.how == "eq":
        return f"string({member(item, param.of, sure=False, other='{}')}.get('id', '')) == {value}"
    return ""


def field_text(part: Entities, param: Param, item: str, said: str) -> str:
    """The expression of the field that a condition is about. `said`: that of what the condition calls it."""
    assert isinstance(param.form, Conditions)
    values = [groups_said(param.form, json.loads(value)) or () for value in param.values]
    told = list(dict.fromkeys(one[0] for groups in values for group in groups for one in group))
    if any(":" in name for name in told):
        told = [name.rpartition(":")[2] for name in told]
        said = f"string({said}).substring(string({said}).lastIndexOf(':') + 1)"
    head = record_of(part, told)
    records = any("." in name for name in told) or (param.form.tree and "object" in part.forms.values())
    if records and (any("." not in name for name in told) or {*told} <= {*members_of(part.seed.values())}):
        of, first, last = f"dyn({item})", f"{said}.split('.')[0]", f"{said}.substring({said}.lastIndexOf('.') + 1)"
        inner = f"(type({of}.get({first}, null)) == map ? dyn({of}[{first}]).get({last}, null) : null)"
        return f"({said}.contains('.') ? {inner} : {of}.get({known_field(part, told, said, '')}, null))"
    of = f"dyn({member(item, head, sure=False, other='{}')})" if head else f"dyn({item})"
    return f"{of}.get({known_field(part, told, said, head)}, null)"


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
        value = value_of(param) if param.part == "query" else f"string({value_of(param)})"
        if param.role == "worded" and isinstance(param.form, Worded):
            known = param.form.known(value)
        elif param.role == "sentence" and param.sentence is not None:
            known = sentence_known(param.sentence, value, _told(part, param))
        else:
            continue
        one = f"!({is_said(param)}) || {known}"
        lets = lets_of(param)
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
    if name in part.certain():
        return member(item, name)
    own = member(item, name, sure=False)
    return f"({own} == null ? '' : {own})"


def _paged(made: Selection, part: Entities, listing: Listing, ordered: str) -> str:
    limit, page, offset = listing.by_role("limit"), listing.by_role("page"), listing.by_role("offset")
    last = listing.by_role("end")
    if limit is None and last is not None:
        begin = _begin(offset) if offset else "0"
        made.let["limit"] = f"({is_said(last)}) ? int({value_of(last)}) + {last.base} - {begin} : -1"
    elif limit is None and page is not None and (listing.unasked or 0) > 0:
        made.let["limit"] = str(listing.unasked)
    elif limit is None and listing.cut is not None:
        made.let["limit"] = str(listing.cut)
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
        begin = _begin(offset)
    elif listing.cursor is not None:
        keys = f"{ordered}.map(k, string({member('k', part.kind.key)}))"
        after = listing.cursor.param
        begin = begin_text(listing.cursor, f"string({value_of(after)})", f"({is_said(after)})", keys)
    made.let["begin"] = f"limit < 0 ? 0 : math.least([{begin}, {ordered}.size()])"
    made.let["end"] = f"limit < 0 ? {ordered}.size() : math.least([begin + limit, {ordered}.size()])"
    made.let["shown"] = f"{ordered}.slice(begin, end)"
    if listing.cursor is not None and listing.cursor.ahead:
        own = member(f"{ordered}[end]", part.kind.key)
        made.let["following"] = f"end < {ordered}.size() ? string({own}) : ''"
    return "shown"


def _begin(offset: Param) -> str:
    """How many come before the first that is asked for."""
    return f"int({value_of(offset, str(offset.base))})" + (f" - {offset.base}" if offset.base else "")


def beside_lets(made: Selection, part: Entities, listing: Listing) -> dict[Pattern, str]:
    """Values beside the list by place; adds the `let` names that they need."""
    found: dict[Pattern, str] = {}
    made.let["total"] = total_of(part, made)
    if any(one.role == "all" for one in listing.beside):
        made.let["every"] = f"{made.every}.size()" + (f" + state.unseen.{part.kind.name}" if part.unseen else "")
    param = listing.by_role("page")
    paged = "limit" in made.let
    counted = "(limit > 0 ? begin / limit : 0) + 1" if paged else "1"
    page = f"int({value_of(param, str(param.base))})" if param else counted
    base = param.base if param else 1
    for one in listing.beside:
        if paged or one.role not in ("limit", "offset", "from", "to"):
            found[one.place] = beside_text(one, "total", made.shown, page=page, paged=paged, base=base)
    for way, (repeated, default) in listing.repeated.items():
        said = value_of(repeated, default)
        if default is None:
            said = f"({is_said(repeated)}) ? dyn({value_of(repeated)}) : null"
        listed = way[-1] == "*"
        if listed:
            whole = value_of(repeated) if repeated.listed else f"[{value_of(repeated)}]"
            said = f"({is_said(repeated)}) ? dyn({whole}) : dyn([{scalar(default)}])"
        found[way[:-1] if listed else way] = said
    found |= {way: number_said(*one) for way, one in listing.numbers.items()}
    if listing.cursor is not None and paged:
        held = listing.cursor.held
        free = [way for way in listing.cursor.places if way[:-1] not in held]
        found |= {way: _leading_on(listing.cursor, part) for way in free}
        found |= {way: _leading_record(listing, part, way) for way in held}
    return found


def number_said(param: Param, default: int | None = None) -> str:
    """The number that a parameter of the address says; its text where it is none. `default`: where it says nothing."""
    own = value_of(param, "")
    other = f"dyn({own})" if default is None else f"dyn({default})"
    return f"{own}.matches('^-?[0-9]{{1,15}}$') ? dyn(int({own})) : {other}"


def _leading_record(listing: Listing, part: Entities, place: Pattern) -> str:
    """The record with the cursor of the next page, in whose other texts cursor and limit stand again."""
    one, size = listing.cursor, listing.by_role("limit")
    assert one is not None
    call, record = one.held[place]
    name = next(way[-1] for way in one.ends if way[:-1] == place)
    holes = {str(record[name]): _next_text(one, part)}
    if size is not None and size.said(call):
        holes[f"{size.name}={size.said(call)}&"] = f"{text(size.name + '=')} + string(limit) + '&'"
    made = {
        member_: _filled(value, holes) if isinstance(value, str) else scalar(value) for member_, value in record.items()
    }
    return (
        f"{_goes_on(one)} ? dyn({{{', '.join(f'{text(name)}: dyn({value})' for name, value in made.items())}}}) : null"
    )


def _filled(value: str, holes: Mapping[str, str]) -> str:
    """The expression of a text in which some pieces are expressions."""
    pieces = re.split("(" + "|".join(map(re.escape, holes)) + ")", value)
    return " + ".join(holes.get(piece) or text(piece) for piece in pieces if piece) or "''"


def _leading_on(one: Cursor, part: Entities) -> str:
    """The cursor of the next page."""
    return f"{_goes_on(one)} ? dyn({_next_text(one, part)}) : null"


def _goes_on(one: Cursor) -> str:
    if one.ahead:
        return "following != ''"
    return f"shown.size() > 0{'' if one.always else ' && end < total'}"


def _next_text(one: Cursor, part: Entities) -> str:
    if one.ahead:
        return one.text("following")
    last = f"shown[shown.size() - 1]{'.' + part.kind.key if is_plain(part.kind.key) else f'[{text(part.kind.key)}]'}"
    value = f"string({last})" if one.keyed else f"string(end - {one.last})"
    return one.text(value)


def _beyond(part: Entities, told: Beyond, narrowing: Sequence[Param]) -> str:
    """How many more there are than are known. `narrowing`: the parameters that leave something out."""
    others = " || ".join(is_said(one) for one in narrowing if one is not told.param)
    made = told.text()
    if told.param is not None:
        whole = f"state.unseen.{part.kind.name}" if part.unseen else "0"
        made = f"(({is_said(told.param)}) ? {made} : {whole})"
    return f"(({others}) ? 0 : {made})" if others else made


def total_of(part: Entities, selection: Selection) -> str:
    """How many there are in all, those included that the recording does not show."""
    if selection.beyond:
        return f"{selection.matched}.size() + {selection.beyond}"
    if not part.unseen:
        return f"{selection.matched}.size()"
    more = f"state.unseen.{part.kind.name}"
    tests: Sequence[str] = selection.filtered
    return (
        f"{selection.matched}.size() + ({' || '.join(tests)} ? 0 : {more})"
        if tests
        else f"{selection.matched}.size() + {more}"
    )
