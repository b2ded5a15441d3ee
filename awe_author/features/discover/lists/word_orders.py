"""Lists that are sorted by a word that is no field: `sortType=RECENTLY_ADDED`, `sort=newest`.

The order of each recorded word is told by what was shown for it: by a field whose name is in the word, else by the
likeliest one. Words that were never recorded are answered in the list's own order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.order_forms import SORTS
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.lists.ordering import Order, likeliest, order_of, sorted_text
from awe_author.features.discover.lists.roles import members_of

MOST = 12
Answers = Sequence[tuple[Call, Sequence[dict[str, Any]]]]


def word_orders(params: Sequence[Param], answers: Answers, key: str) -> tuple[Param, dict[str, Order]] | None:
    """(parameter, word -> order); None when nothing tells one."""
    for param in params:
        words = not param.listed and not any(value.startswith(("[", "{")) for value in param.values)
        if param.role not in ("unknown", "filter", "shape") or not words or not SORTS.search(snake(param.name)):
            continue
        found: dict[str, Order] = {}
        for word in param.values[:MOST]:
            lists = [items for call, items in answers if param.said(call) == word and len(items) > 1]
            order = _order(word, lists, key)
            if order is not None:
                found[word] = order
        if found:
            param.role = "ordered"
            return param, found
    return None


def _order(word: str, lists: Sequence[Sequence[dict[str, Any]]], key: str) -> Order | None:
    shown = [item for items in lists for item in items]
    if len(shown) < 3:
        return None
    names = [name for name in [*shown[0], *members_of(shown)] if all(value_at(one, name) is not None for one in shown)]
    said = snake(word).replace("_", "")
    places = {name: said.find(snake(name.rpartition(".")[2]).replace("_", "")) for name in names}
    named = sorted((name for name in names if places[name] >= 0), key=lambda name: (places[name], name.count(".")))
    for name in [*named, *likeliest([name for name in names if name not in named], shown, key)]:
        if all(len({str(value_at(item, name)) for item in items}) > 1 for items in lists):
            order = order_of(lists, key, name)
            if order is not None:
                return order
    return None


def ordered_text(of: str, part: Entities, item: str, orders: dict[str, Order], said: str, usual: str) -> str:
    """The expression of the list `of` in the order of the word. `said`: that of the word; `usual`: of the list in its
    own order."""
    made = usual
    for word, order in orders.items():
        head, dot, rest = order.field.partition(".")
        own = member(item, head, sure=False)
        if dot:
            own = f"(type({own}) == map ? dyn({own}).get({text(rest)}, null) : null)"
        value = f"string({own}).lowerAscii()" if order.folded else f"dyn({own})"
        made = f"{said} == {text(word)} ? {sorted_text(of, item, value, order, nullable=own)} : {made}"
    return made
