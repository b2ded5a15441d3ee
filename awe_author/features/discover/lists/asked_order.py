"""Expressions of the order in which a list is shown: that which a request asks for, else the list's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from awe_author.features.discover.common.keys import member, moment_of, own_key, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.common.numbered import number_text
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.order_forms import DOWN, TURNED_UP
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.lists.asked_values import value_of
from awe_author.features.discover.lists.ordering import ENDING, TIMES, WORDED, Order, asked, field_of, sorted_text
from awe_author.features.discover.lists.queries import Listing
from awe_author.features.discover.lists.word_orders import ordered_text

SIGNED = "sort.startsWith('-')"
LONGEST = 6_000
"""Characters of the expression of a field that may come from another kind."""


def order_lets(let: dict[str, str], part: Entities, listing: Listing, item: str) -> str:
    """Put `matched` in order; the name of the ordered list in `let`."""
    param = listing.by_role("sort")
    of = "matched"
    if part.ordered and param is None and listing.worded is None:
        return of
    coded = number_text([*part.seed, *part.made], member(item, part.kind.key))
    if part.counted or coded:
        let["numbered"] = f"matched.sortBy({item}, {coded or f'int({member(item, part.kind.key)})'})"
        of = "numbered"
    elif own := _numbered(part):
        let["numbered"] = f"matched.sortBy({item}, {member(item, own)})"
        of = "numbered"
    let["ordered"] = _in_order(of, part, listing.order or Order(part.kind.key), item)
    if param is None and listing.worded is not None:
        by, orders = listing.worded
        let["worded"] = ordered_text(of, part, item, orders, f"string({value_of(by, '')})", "ordered")
        return "worded"
    if param is None:
        return "ordered"
    first = param.values[0] if param.values else part.kind.key
    let["sort"] = _sort_text(param, "")
    told = [order[0] for value in param.values if (order := asked(value)) is not None]
    head = record_of(part, told)
    field, descending = _way(param, listing.by_role("direction"), first)
    descending = f"!{descending}" if listing.turned and descending == SIGNED else descending
    known = known_field(part, told, field, head)
    if listing.instead:
        others = ", ".join(f"{text(name)}: {text(other)}" for name, other in sorted(listing.instead.items()))
        let["asked_by"], known = known, f"{{{others}}}.get(asked_by, asked_by)"
    let["field"], let["descending"] = known, descending
    _sort(let, of, part, listing, item, head)
    if listing.order is None and first:
        let["sort"] = _sort_text(param, first)
        return "sorted"
    vain = f" || field in [{', '.join(map(text, listing.vain))}]" if listing.vain else ""
    let["listed"] = f"sort == ''{vain} ? ordered : sorted"
    return "listed"


def _numbered(part: Entities) -> str:
    """The app's own number beside keys that are random: where nothing else does, it puts equals in order; else ""."""
    numbers, every = part.values(part.kind.own_id), len(part.seed) + len(part.made)
    random = opaque([*part.seed, *part.made])
    return part.kind.own_id if random and len(numbers) == every and all(map(is_integer, numbers)) else ""


def _way(param: Param, direction: Param | None, first: str) -> tuple[str, str]:
    """(the field that `sort` names, does it ask for the highest first?), in the style in which requests say it."""
    first_named = "sort.split(',')[0]"
    if any(re.search(r"[ ](asc|desc)", value, re.IGNORECASE) for value in param.values):
        return f"{first_named}.split(' ')[0]", f"{first_named}.lowerAscii().endsWith(' desc')"
    if any(":" in value for value in param.values):
        return f"{first_named}.split(':')[0]", f"{first_named}.lowerAscii().endsWith(':desc')"
    if param.values and all(ENDING.match(value) for value in param.values):
        sign = text(next(one for one in (",", "|", ".") if one in first))
        field = f"sort.contains({sign}) ? sort.substring(0, sort.lastIndexOf({sign})) : sort"
        return field, f"sort.lowerAscii().endsWith({sign} + 'desc')"
    if param.values and all(WORDED.match(value) for value in param.values):
        bare = "sort.replace('_DESC', '').replace('_ASC', '').replace('_desc', '').replace('_asc', '')"
        upper = all(value.isupper() for value in param.values)
        return bare + (".lowerAscii()" if upper else ""), "sort.lowerAscii().endsWith('_desc')"
    turned = ", ".join(map(text, TURNED_UP if direction and direction.up else DOWN))
    down = f"string({value_of(direction, 'asc')}).lowerAscii() in [{turned}]" if direction else SIGNED
    return f"sort.startsWith('-') ? sort.substring(1).split(',')[0] : {first_named}", down


def _sort(let: dict[str, str], of: str, part: Entities, listing: Listing, item: str, head: str) -> None:
    """By `field`, `descending`: equal ones as the list has them, those without a value where they were seen to stand,
    else as the lowest; what has no moment yet then comes last either way, as apps put it."""
    ties = [value for value, order in listing.orders.items() if order.ties_down]
    other = [value for value, order in listing.orders.items() if not order.ties_down]
    told = "true" if ties and not other else f"sort in [{', '.join(map(text, ties))}]" if ties else "false"
    param = listing.by_role("sort")
    named = [order[0] for value in (param.values if param else ()) if (order := asked(value)) is not None]
    if not listing.orders and named and all(TIMES.search(snake(name)) for name in named):
        told = "descending"  # of those of one moment the latest comes first, too
    let["base"] = f"({told}) != descending ? {of}.reverse() : {of}"
    if listing.stable:
        let["base"] = "descending ? ordered.reverse() : ordered"
    of_item = f"dyn({member(item, head, sure=False, other='{}')})" if head else item
    own = f"{of_item}[field]" if head else joined_field(part, item, "field", f"{of_item}[field]")
    if any(order.folded for order in listing.orders.values()):
        own = f"(type({own}) == string ? dyn(string({own}).lowerAscii()) : {own})"
    if part.counted:
        key = part.kind.key
        own = f"(field == {text(key)} ? dyn(int({member(item, key)})) : {own})"
    if counts := _numbers(part, head):
        own = f"(field in [{', '.join(map(text, counts))}] ? dyn(double({own})) : dyn({own}))"
    have = f"{of_item}.get(field, null)"
    have = have if head else joined_field(part, item, "field", have)
    if records := [name for name in part.fields() if part.forms.get(name) in ("object", "list")] if not head else []:
        have = f"(field in [{', '.join(map(text, records))}] ? null : dyn({have}))"
    let["known"] = f"base.filter({item}, {have} != null).sortBy({item}, {own})"
    let["nulls"] = f"base.filter({item}, {have} == null)"
    last, down_last = _empty_last(listing.orders.values())
    up = "known + nulls" if last else "nulls + known"
    moments = [] if last or any(order.empty for order in listing.orders.values()) else _moments(part, head)
    if moments:
        up = f"field in [{', '.join(map(text, moments))}] ? known + nulls : nulls + known"
    down = "known.reverse() + nulls.reverse()" if down_last else "nulls.reverse() + known.reverse()"
    let["sorted"] = f"descending ? {down} : {up}"


def _moments(part: Entities, head: str) -> list[str]:
    """The fields, or the members of a record, that say a moment and that some entities have none in."""
    shown = [one.value if not head else one.value.get(head) for one in part.kind.sightings()]
    names = _all_fields(part, head) if head else [*part.fields(), *part.joins]
    found = []
    for name in dict.fromkeys(names):
        values = [one[name] for one in shown if isinstance(one, dict) and name in one]
        said = [value for value in values if value is not None]
        if said and len(said) < len(values) and all(moment_of(value) is not None for value in said):
            found.append(name)
    return found


def _empty_last(orders: Iterable[Order]) -> tuple[bool, bool]:
    """(upwards, downwards): do those without a value come last? As they were seen to; in the other direction they are
    the lowest, or the greatest, as well."""
    told = {one.down: one.empty for one in orders if one.empty}
    high = [told.get(down) or told.get(not down) or "low" for down in (False, True)]
    return high[0] == "high", high[1] != "high"


def joined_field(part: Entities, item: str, name: str, own: str) -> str:
    """The expression of the field with a name, also of those that come from another kind. `name`: its expression;
    `own`: that of what the entity itself has there."""
    plain = {one: join for one, join in part.joins.items() if part.forms.get(one) == "plain"}
    if not plain:
        return own
    tests = (
        f"{name} == {text(one)} ? dyn({join.text(item, part.kind.key, ())}) : " for one, join in sorted(plain.items())
    )
    made = f"({''.join(tests)}dyn({own}))"
    return made if len(made) < LONGEST else own


def _sort_text(param: Param, default: str) -> str:
    """What a request sorts by, the first of several."""
    if param.part == "kept" and param.form is None:
        return _kept_text(param, default)
    if not param.listed:
        return value_of(param, default)
    own = value_of(param)
    return f"(type({own}) == list ? {own}.map(s, string(s)) + [{text(default)}] : [{text(default)}])[0]"


def _kept_text(param: Param, default: str) -> str:
    """The order that a record keeps, the first of several, without the word for what its field is of."""
    own = value_of(param)
    first = f"(type({own}) == list ? dyn({own}).map(s, string(s)) : {own} == null ? [] : [string({own})])"
    bare = "(s.startsWith('-') ? '-' : '') + s.substring(s.lastIndexOf(':') + 1)"
    return f"({first}.map(s, s.contains(':') ? {bare} : s) + [{text(default)}])[0]"


def _numbers(part: Entities, head: str) -> list[str]:
    """The fields, or the members of a record, that are numbers written as texts: they are sorted as numbers."""
    found = []
    for name in _all_fields(part, head) if head else part.fields():
        owners = part.values(head) if head else [{name: value} for value in part.values(name)]
        values = [one[name] for one in owners if isinstance(one, dict) and one.get(name) is not None]
        digits = [one for one in values if isinstance(one, str) and re.fullmatch(r"-?[0-9]{1,15}([.][0-9]{1,9})?", one)]
        if len(values) > 1 and len(digits) == len(values) and name != part.kind.key and len({*map(len, digits)}) > 1:
            found.append(name)
    return found


def record_of(part: Entities, told: Sequence[str]) -> str:
    """The record in entities whose members these names are; "" when they are fields of their own."""
    heads = {field_of(name, _all_fields(part), part.kind.own_id).rpartition(".")[0] for name in told}
    return next(iter(heads), "") if len(heads) == 1 else ""


def _all_fields(part: Entities, head: str = "") -> list[str]:
    """Fields, and the plain members of records in them as `record.member`; of one record (`head`) only its members."""
    records = [(name, value) for name in part.fields() for value in part.values(name)[:50] if isinstance(value, dict)]
    inner = [(name, one) for name, value in records for one, own in value.items() if not isinstance(own, dict | list)]
    if head:
        return list(dict.fromkeys(one for name, one in inner if name == head))
    return [*part.fields(), *dict.fromkeys(f"{name}.{one}" for name, one in inner)]


def known_field(part: Entities, told: Sequence[str], said: str, head: str) -> str:
    """The field for what requests call it: itself, unless they write it in another style. `told`: names that were
    recorded; `said`: the expression of the name; `head`: the record whose member it is."""
    fields = _all_fields(part, head) if head else part.fields()
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
        own = number_text([*part.seed, *part.made], own) or own
        return f"{of}.sortBy({item}, {own})" + (".reverse()" if order.down else "")
    head, dot, rest = name.partition(".")
    if dot and name not in part.fields():
        record = member(item, head, sure=False)
        nullable = f"(type({record}) == map ? dyn({record}).get({text(rest)}, null) : null)"
        own = f"dyn({nullable})"
    else:
        own = member(item, name)
        nullable = "" if name in part.certain() else member(item, name, sure=False)
    own = f"string({own}).lowerAscii()" if order.folded else own
    return sorted_text(of, item, own, order, nullable=nullable)
