"""In which order a list on a page is when nobody asks for another: by a field, by the key, or as the choices of a form
are (`blocker`, `critical`, `major`): what users choose from is ordered by its meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from awe_author.features.discover.common.keys import own_key, text
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.lists.ordering import Order, order_of
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.page_lists import Look
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.several_orders import by_several
from awe_author.features.discover.pages.short_lists import By
from awe_author.features.discover.pages.sorted_ends import sorted_end
from awe_author.features.discover.pages.sorting import Head, column_of, falls, order_param
from awe_author.features.discover.pages.two_orders import by_two

Choices = Mapping[str, Sequence[str]]
"""Field -> what may be chosen for it, in the order of the form."""
AskedLook = tuple[Look, str, bool]
LEAST = 3
"""Choices that have an order of their own."""
MOST = 60
MOST_GROUPS = 8
"""Values of a field whose order is told by the groups of sorted lists."""
MOST_KEPT = 400
"""Rows whose recorded order is kept."""


def choices_of(one: PageKind) -> dict[str, list[str]]:
    """The fields that users choose from a list."""
    found: dict[str, list[str]] = {}
    for name, of in one.sent.items():
        labels = list(dict.fromkeys(label for label in one.labels.get(name, {}).values() if label))
        if LEAST <= len(labels) <= MOST and name not in one.checks:
            found.setdefault(of, labels)
    return found


def usual_order(
    base: str,
    looks: Sequence[Look],
    hint: tuple[str, bool] | None,
    choices: Choices | None = None,
    moment: By | None = None,
) -> str:
    """The list in the order in which it was seen when nobody asked for another. `hint`: field by which a head says
    that it is sorted, and whether down; `moment`: one that is in several fields."""
    keys = {key for look in looks for key in look.keys}
    number = all(key.isdigit() for key in keys)
    values = _values(looks, number=number)
    rows = f"{base}.sortBy(item, int(item.{KEY}))" if number else base
    told = order_of(values, KEY, hint[0], hint[1]) if hint is not None else None
    if told is None and (ranked := _ranked(values, hint, choices or {})) is not None:
        return _by(rows, ranked, rank_text(own_text("item", ranked.field), (choices or {})[ranked.field]))
    by_key = None if opaque(keys) else order_of(values, KEY, KEY)
    order = told or by_key or order_of(values, KEY)
    if told is None and by_key is None and (order is None or not _telling(values, order)):
        ranked = next((one for field in choices or {} if (one := _ranked(values, (field, None), choices or {}))), None)
        if ranked is not None:
            return _by(rows, ranked, rank_text(own_text("item", ranked.field), (choices or {})[ranked.field]))
    rising = order is not None and order.field == KEY and not order.down
    if not rising and hint is None and moment is not None and (timed := _by_moment(base, looks, moment)):
        return timed  # though it goes with the key, or with the text of a column
    if order is None and hint is None:
        kept = _as_recorded(base, looks) or _as_first_seen(base, looks)
        if kept is not None:
            return kept
    first = order.field if order is not None and order.field != KEY else ""
    if (order is None or (opaque(keys) and not order.down)) and (two := by_two(base, looks, first)):
        return two
    if order is None and hint is None and (several := _by_several(base, looks, choices or {})):
        return several
    if order is None and hint is None and (kept := sorted_end(base, looks) or _in_the_beginning(base, looks)):
        return kept
    order = order or Order(KEY)
    if order.field == KEY:
        own = own_key("item", KEY, number=number)
        return f"{base}.sortBy(item, {own})" + (".reverse()" if order.down else "")
    return _by(rows, order, own_text("item", order.field) + (".lowerAscii()" if order.folded else ""))


def _by_several(base: str, looks: Sequence[Look], choices: Choices) -> str:
    ranked = {name: rank_text(own_text("item", name), labels) for name, labels in choices.items()}
    return by_several(base, looks, ranked, choices)


def _by_moment(base: str, looks: Sequence[Look], moment: By) -> str:
    """The list by a moment that is in several fields; "" where it is not in that order."""
    number = all(key.isdigit() for look in looks for key in look.keys)
    rows = [
        [{KEY: int(key) if number else key, "moment": moment[0](look.there.get(key, {}))} for key in look.keys]
        for look in looks
    ]
    order = order_of(rows, KEY, "moment")
    told = (
        order is not None and _telling(rows, order) and all(str(row["moment"]).strip() for one in rows for row in one)
    )
    return _by(base, order, moment[1]) if order is not None and told else ""


def _as_recorded(base: str, looks: Sequence[Look]) -> str | None:
    """The order in which the recorded ones were always seen, what is new before or behind them, as the recording's new
    ones were; None where it changed, or nothing was new."""
    known: list[str] = []
    front: set[bool] = set()
    for look in looks:
        fresh = [key for key in look.keys if key not in known]
        old = [key for key in look.keys if key in known]
        if old != [key for key in known if key in old]:
            return None
        if known and fresh:
            ends = {look.keys[: len(fresh)] == fresh, look.keys[-len(fresh) :] != fresh}
            if len(ends) > 1:
                return None
            front |= ends
        known = [*fresh, *known] if front == {True} else [*known, *fresh]
    if len(front) != 1 or len(known) > MOST_KEPT or not all(key.isdigit() for key in known):
        return None
    return _placed(base, known, first=True in front)


def _placed(base: str, known: Sequence[str], *, first: bool) -> str:
    """The list in the order of these, what is new before them (`first`, the newest first) or behind them."""
    places = ", ".join(f"{text(key)}: {place}" for place, key in enumerate(known))
    new = "0 - int(item.id)" if first else f"{len(known)} + int(item.id)"
    return f"{base}.sortBy(item, {{{places}}}.get(item.id, {new}))"


def _as_first_seen(base: str, looks: Sequence[Look]) -> str | None:
    """The order in which they were seen first, where some moved later for reasons of the app's own (the last answer,
    say); what was new came first, each time. None where it did not."""
    known = looks[0].keys if looks else []
    seen, new = {*known}, False
    for look in looks[1:]:
        fresh = [key for key in look.keys if key not in seen]
        if fresh != look.keys[: len(fresh)]:
            return None
        new = new or bool(fresh)
        seen |= {*fresh}
    plain = new and 1 < len(known) <= MOST_KEPT and all(key.isdigit() for key in seen)
    return _placed(base, known, first=True) if plain else None


def _in_the_beginning(base: str, looks: Sequence[Look]) -> str:
    """The order in which they were seen first, where nothing else tells one: so it stays right as long as nothing is
    done. What is new goes to the half in which the recording's new ones were seen. "" where keys are no numbers."""
    known = [*looks[0].keys] if looks else []
    if not 2 < len(known) <= MOST_KEPT or not all(key.isdigit() for look in looks for key in look.keys):
        return ""
    seen, first = {*known}, 0
    for look in looks[1:]:
        fresh = [key for key in look.keys if key not in seen]
        first += sum(1 if 2 * look.keys.index(key) < len(look.keys) else -1 for key in fresh)
        seen |= {*fresh}
    return _placed(base, known, first=first > 0)


def _values(looks: Sequence[Look], *, number: bool) -> list[list[dict[str, Any]]]:
    return [[{**row.values, KEY: int(row.key) if number else row.key} for row in look.rows.rows] for look in looks]


def _by(base: str, order: Order, own: str) -> str:
    before = ".reverse()" if order.ties_down != order.down else ""
    return f"{base}{before}.sortBy(item, {own})" + (".reverse()" if order.down else "")


def _telling(values: Sequence[Sequence[Mapping[str, Any]]], order: Order) -> bool:
    """Has the field another value in each row of some list? An order by it is no chance then."""
    return any(len(items) > 2 and len({str(item.get(order.field)) for item in items}) == len(items) for items in values)


def _ranked(
    values: Sequence[Sequence[Mapping[str, Any]]], hint: tuple[str, bool | None] | None, choices: Choices
) -> Order | None:
    """The order by the places of a field's values among its choices."""
    places = {label: place for place, label in enumerate(choices.get(hint[0], ()))} if hint is not None else {}
    if hint is None or not all(str(item.get(hint[0], "")) in places for items in values for item in items):
        return None
    ranks = [[{KEY: item[KEY], hint[0]: places[str(item[hint[0]])]} for item in items] for items in values]
    varied = max((len({item[hint[0]] for item in items}) for items in ranks), default=0)
    enough = varied > 1 if hint[1] is not None else varied >= LEAST  # few values are in any order
    return order_of(ranks, KEY, hint[0], hint[1]) if enough else None


def rank_text(own: str, labels: Sequence[str]) -> str:
    """The expression of the place of a value among its choices; others come behind them."""
    pairs = ", ".join(f"{text(label)}: {place}" for place, label in enumerate(labels))
    return f"{{{pairs}}}.get({own}, {len(labels)})"


def ranked_fields(looks: Sequence[AskedLook], choices: Choices) -> dict[str, str]:
    """Field -> the expression to sort by, of fields whose order is that of their choices and not that of their texts.
    `looks`: sights of a list with the field that its address asks to sort by, and whether down."""
    found: dict[str, str] = {}
    for field in choices:
        for down in (False, True):
            mine = _values([look for look, of, one in looks if (of, one) == (field, down)], number=False)
            plain = order_of(mine, KEY, field, down) is not None
            if mine and not plain and _ranked(mine, (field, down), choices) is not None:
                found[field] = rank_text(own_text("item", field), choices[field])
    return found


def grouped_values(looks: Sequence[AskedLook]) -> dict[str, list[str]]:
    """Field -> its values as sorted lists had them, of fields with few: each in one group, in one order at all sights
    (`Enabled` before `Disabled`: the app sorts by what it keeps for them)."""
    found: dict[str, list[str]] = {}
    for field in dict.fromkeys(of for _, of, _ in looks):
        every = [[row.values.get(field, "") for row in (look.rows.rows[::-1] if down else look.rows.rows)]
                 for look, of, down in looks if of == field]  # fmt: skip
        groups = [[value for value, _ in groupby(said)] for said in every]
        order = max(groups, key=len)
        apart = all(len({*one}) == len(one) and [value for value in order if value in one] == one for one in groups)
        repeated = max(map(len, every)) >= LEAST + len(order)
        if apart and repeated and 1 < len(order) <= MOST_GROUPS and all(order):
            found[field] = order
    return found


def usual_looks(looks: Sequence[Look], order: str) -> Sequence[Look]:
    """The sights of a list in its usual order: those whose address asks for no other. Some apps remember what was asked
    for: then those before it was. `order`: the parameter by which heads sort, where its name does not say so."""
    plain = [look for look in looks if order_param(look.page.url, order) is None]
    asked = min((look.page.seq for look in looks if order_param(look.page.url, order) is not None), default=1 << 62)
    before, after = ([look for look in plain if (look.page.seq < asked) is so] for so in (True, False))
    if before and any(_differ(before[-1].keys, look.keys) for look in after):
        return before
    return plain or [look for look in looks if look.page.url == looks[0].page.url]


def remembers(looks: Sequence[Look], order: str) -> bool:
    """Does the app go on sorting a list by what it was asked for, where its address asks for nothing? At the look that
    follows one it is in that order, which it was not before, and at none in the first order again."""
    ordered = sorted(looks, key=lambda look: look.page.seq)
    asking = [order_param(look.page.url, order) is not None for look in ordered]
    if True not in asking or asking[0]:
        return False
    first = asking.index(True)
    before, kept = ordered[first - 1], False
    for place in range(first + 1, len(ordered)):
        last = max(at for at in range(place) if asking[at])
        changed = _differ(before.keys, ordered[last].keys)
        if asking[place] or not changed:
            continue
        if not _differ(before.keys, ordered[place].keys):
            return False
        kept = kept or (last == place - 1 and not _differ(ordered[last].keys, ordered[place].keys))
    return kept


def _differ(keys: Sequence[str], others: Sequence[str]) -> bool:
    """Are those that are in both in another order?"""
    both = {*keys} & {*others}
    return [key for key in keys if key in both] != [key for key in others if key in both]


def asked_orders(looks: Sequence[Look], heads: Sequence[Head], falling: tuple[str, str] | None) -> list[AskedLook]:
    """The sights of a list whose address asks for an order that a head of it gives: (sight, field, whether down).
    `falling`: see `falling_param`."""
    found = []
    for look in looks:
        said = order_param(look.page.url, heads[0].param if heads else "")
        named = column_of(said[1]) if said is not None else ""
        of = next((head.field for head in heads if said and head.value == named), "")
        if of:
            down = falls(said[1] if said else "") if falling is None else look.asked.get(falling[0]) == falling[1]
            found.append((look, of, down))
    return found


def ties_rise(looks: Sequence[Look], asked: Sequence[AskedLook]) -> bool | None:
    """Do equal ones of a list that is sorted by a column come by their number, the lowest first? As most that were seen
    do; None where keys are no numbers."""
    if not all(key.isdigit() for look in looks for key in look.keys):
        return None
    ways = [
        int(one.key) < int(other.key)
        for look, field, _ in asked for one, other in pairwise(look.rows.rows)
        if one.values.get(field) == other.values.get(field) is not None
    ]  # fmt: skip
    return 2 * sum(ways) >= len(ways)
