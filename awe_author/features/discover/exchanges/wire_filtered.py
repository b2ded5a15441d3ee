"""Filters and orders that say what each part of them is (`features.forms.filtered`): told by bodies of requests whose
parameter is called a filter, when all that were recorded can be read so and none of them otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.conditions import NAMED, conditions_form, how_of
from awe_author.features.discover.exchanges.order_forms import SORTS, order_form
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.filtered import DEEPEST, Filtered, Place, joined_of, plain_order, sole_text
from awe_author.features.forms.model import Form

FIELDS = ("field", "property", "column", "attribute", "path", "name", "key")
OPERATORS = ("op", "operator", "comparison", "condition", "comparator")
VALUES = ("value", "val", "values", "operand")


def filtered_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """One for each address, method and way to say a condition."""
    groups: dict[str, list[Message]] = {}
    for one in messages:
        if isinstance(one.sent.body, dict) and not one.sent.is_form and not _is_graphql(one.sent.body):
            groups.setdefault(f"{one.sent.method} {one.path}", []).append(one)
    for on, mine in groups.items():
        orders = tuple(dict.fromkeys(place for one in mine for place in _orders(one.sent.body)))
        found: dict[Place, list[Any]] = {}
        for one in mine:
            for place, value in _filters(one.sent.body):
                found.setdefault(place, []).append(value)
        forms = {place: form for place, values in found.items() if (form := _form_of(on, place, values)) is not None}
        ways = [*dict.fromkeys(forms.values())]
        if len(ways) == 1:
            yield Filtered(on, tuple(forms), ways[0].field, ways[0].operator, ways[0].value, orders)
        elif not ways and orders:
            yield Filtered(on, (), orders=orders)


def _is_graphql(body: dict[str, Any]) -> bool:
    """Those filters are trees already, or literal."""
    return isinstance(body.get("query"), str)


def _filters(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """(place, value) of each parameter that is called a filter, and is an object."""
    for name, one in value.items() if isinstance(value, dict) and len(place) < DEEPEST else ():
        if isinstance(one, dict) and one and NAMED.search(snake(name)):
            yield (*place, name), one
        else:
            yield from _filters(one, (*place, name))


def _orders(value: Any, place: Place = ()) -> Iterator[Place]:
    """Where an order stands that can be read only when its fields are texts."""
    for name, one in value.items() if isinstance(value, dict) and len(place) < DEEPEST else ():
        if isinstance(one, list) and SORTS.search(snake(name)) and order_form(name, one) is None:
            if order_form(name, plain_order(one)) is not None:
                yield (*place, name)
        else:
            yield from _orders(one, (*place, name))


def _form_of(on: str, place: Place, values: Sequence[Any]) -> Filtered | None:
    """How all of these are written; None when some cannot be read, or all can as they are."""
    if all(conditions_form(place[-1], one) is not None for one in values):
        return None
    conditions = [leaf for one in values for leaf in _leaves(one)]
    shared = [name for name in conditions[0] if all(name in one for one in conditions)] if conditions else []
    for field in (name for name in FIELDS if name in shared):
        operator = next((name for name in OPERATORS if name in shared), "")
        value = next((name for name in VALUES if any(name in one for one in conditions)), "") if operator else ""
        form = Filtered(on, ((),), field, operator, value)
        trees = [form.tree(one) for one in values]
        if all(one is not None and all(map(_is_known, _compared(one))) for one in trees):
            return form
    return None


def _leaves(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """The objects that may be conditions: those in which no object joins others, and that have more than one member."""
    if not isinstance(value, dict) or depth > DEEPEST:
        return
    joined = joined_of(value)
    if joined is not None:
        for one in joined[1]:
            yield from _leaves(one, depth + 1)
    elif len(value) == 1:
        yield from _leaves(next(iter(value.values())), depth + 1)
    elif any(name in value and sole_text(value[name]) is not None for name in FIELDS):
        yield value


def _compared(tree: dict[str, Any]) -> Iterator[str]:
    """The words by which a tree compares."""
    for name, inner in tree.items():
        if isinstance(inner, list):
            for one in inner:
                yield from _compared(one)
        elif isinstance(inner, dict):
            yield from map(str, inner)
        else:
            yield name


def _is_known(word: str) -> bool:
    return how_of(word) is not None
