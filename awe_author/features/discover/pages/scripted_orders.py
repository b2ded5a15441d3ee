"""In which order lists are that come as calls of scripts: by their keys, else by a text that explains every answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from awe_author.features.discover.markup.wording import KEY, own_text

Look = Sequence[Mapping[str, str]]
"""What is known of the entities of one answer, in its order."""


def order_of(each: str, looks: Iterable[Look], fields: Iterable[str], key: str) -> str:
    """The expression of the list `each` in its order. `fields`: of which orders may be; `key`: the expression of the
    key of an `item`."""
    several = [look for look in looks if len(look) > 1]
    for name in (KEY, *fields):
        own = key if name == KEY else f"{own_text('item', name)}.lowerAscii()"
        ranks = [[_rank(one.get(name, ""), number=name == KEY) for one in look] for look in several]
        if several and all(all(rank[1] for rank in look) or name == KEY for look in ranks):
            if all(look == sorted(look) for look in ranks):
                return f"{each}.sortBy(item, {own})"
            if all(look == sorted(look, reverse=True) for look in ranks):
                return f"{each}.sortBy(item, {own}).reverse()"
    falling = any([*map(_key, look)] == sorted(map(_key, look), reverse=True) for look in several)
    return f"{each}.sortBy(item, {key})" + (".reverse()" if falling else "")


def _key(one: Mapping[str, str]) -> tuple[int, str]:
    return _rank(one.get(KEY, ""), number=True)


def _rank(value: str, *, number: bool) -> tuple[int, str]:
    return (int(value), "") if number and value.isdecimal() else (0, value.lower())
