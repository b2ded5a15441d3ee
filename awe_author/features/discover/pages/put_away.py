"""Posts that send nothing and take an entity from one list into another: archived, put into the bin, done, taken back.

Told by the looks around them: the list has all that it had but the entity, or all that it had and the entity. It
becomes a field, which says `yes` of what was taken out. Lists that never show what the first one shows at the time are
of those, when the entity is there afterwards. What goes for the list of one thing (`/lists/4/crane/`) goes for those of
others. A post to one address that took something out and something else in turns the field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from awe_author.features.discover.common.names import looks_like_id, snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.pages.set_by_posts import OFF, ON, Set, SetBy, address_of

Lists = Sequence[tuple[Page, Rows]]
Written = tuple[Call, str, str]
"""(post, role, key)."""
Place = tuple[str, str]
"""(path of a page, what holds a list; of lists side by side nothing)."""


@dataclass(frozen=True, slots=True)
class _Look:
    seq: int
    keys: frozenset[str]
    lists: tuple[Rows, ...]


def add_put_away(template: str, lists: Lists, roles: Sequence[Written], sending: set[int], sets: SetBy) -> str:
    """Add what such posts set to `sets`; the rows of the lists get the field, whose name is returned, "" without one.
    `sending`: posts that send values."""
    plain = [(call, key) for call, role, key in roles if role == "update" and call.seq not in sending
             and address_of(call, key, template) not in sets.of]  # fmt: skip
    places = _places(lists)
    for place, looks in places.items():
        effects = {call.seq: _effect(looks, call, key, roles) for call, key in plain}
        out = [(call, key) for call, key in plain if effects[call.seq] == ON]
        if not out:
            continue
        others = [other for at, other in places.items() if at != place and _are_away(other, looks, out, effects)]
        back = any(effect == OFF for effect in effects.values())
        addresses = {address_of(call, key, template): effects[call.seq] for call, key in reversed(plain)
                     if effects[call.seq]}  # fmt: skip
        turns = {address_of(call, key, template) for call, key in plain
                 if effects[call.seq] not in ("", addresses.get(address_of(call, key, template)))}  # fmt: skip
        if not (others or back):
            continue
        said = [part for part in out[0][0].path.split("/") if part and part != out[0][1]]
        name = snake(said[-1] if said else "") or "away"
        for address, value in addresses.items():
            sets.of[address] = Set(name, value, OFF if value == ON else ON, address in turns)
        sets.sent |= {call.seq: {name: effects[call.seq] or addresses[address_of(call, key, template)]}
                      for call, key in plain if address_of(call, key, template) in addresses}  # fmt: skip
        away = [at for at, other in places.items() if any(other is one for one in others)]
        for at, alike in places.items():
            if at == place or _like(at, place):
                _tell(name, OFF, alike)
            elif any(at == one or _like(at, one) for one in away):
                _tell(name, ON, alike)
        return name
    return ""


def _like(one: Place, other: Place) -> bool:
    """Are they the same list on pages about two things: `/lists/1/berths/` and `/lists/4/crane/`?"""
    first, second = one[0].strip("/").split("/"), other[0].strip("/").split("/")
    differ = [at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b]
    keys = [at for at in differ if looks_like_id(first[at]) and looks_like_id(second[at])]
    words = [at for at in differ if at not in keys]
    return len(first) == len(second) and one[1] == other[1] and len(keys) == 1 and words in ([], [keys[0] + 1])


def _tell(name: str, value: str, looks: Sequence[_Look]) -> None:
    for rows in (rows for look in looks for rows in look.lists):
        rows.fixed = {**rows.fixed, name: value}
        for row in rows.rows:
            row.values[name] = value


def _places(lists: Lists) -> dict[Place, list[_Look]]:
    """The lists that were seen as a whole, by place; lists side by side are one."""
    found: dict[Place, dict[int, list[Rows]]] = {}
    narrowed = dict[Place, list[Rows]]()
    for page, rows in lists:
        parts = urlsplit(page.url)
        place = (parts.path, "" if rows.fixed else rows.container)
        if parts.query:
            narrowed.setdefault(place, []).append(rows)
        else:
            found.setdefault(place, {}).setdefault(page.seq, []).append(rows)
    return {
        place: [
            _Look(seq, frozenset(row.key for rows in there for row in rows.rows), tuple(there))
            for seq, there in sorted(looks.items())
        ] + [_Look(0, frozenset(), (rows,)) for rows in narrowed.get(place, ())]
        for place, looks in found.items()
    }  # fmt: skip


def _effect(looks: Sequence[_Look], call: Call, key: str, roles: Sequence[Written]) -> str:
    """Whether a post took the entity out of a list (ON), or back into it (OFF); "" for neither, or when the looks have
    other posts between them."""
    before = [look for look in looks if 0 < look.seq <= call.seq]
    after = [look for look in looks if look.seq > call.seq]
    if not before or not after:
        return ""
    was, now = before[-1], after[0]
    between = [(other, of) for other, _, of in roles if was.seq <= other.seq < now.seq and other.seq != call.seq]
    if any(of != key for _, of in between) or any(other.seq > call.seq for other, _ in between):
        return ""
    if key in was.keys and was.keys - {key} == now.keys:
        return ON
    return OFF if key not in was.keys and was.keys | {key} == now.keys else ""


def _are_away(
    others: Sequence[_Look], looks: Sequence[_Look], out: Sequence[tuple[Call, str]], effects: Mapping[int, str]
) -> bool:
    """Does a list have what was taken out, and never what the first one has at the time?"""
    there = [look for look in others if look.seq]
    for look in there:
        near = [other for other in looks if 0 < other.seq <= look.seq][-1:]
        if any(look.keys & other.keys for other in near):
            return False
    return any(key in look.keys for call, key in out for look in _next(there, call))


def _next(looks: Sequence[_Look], call: Call) -> Iterator[_Look]:
    yield from [look for look in looks if look.seq > call.seq][:1]
