"""Lists below an entity of what does not say that it belongs there: `GET /lists/31/members`, `GET /tickets/7/comments`.

Who belongs where is kept beside the entities then (`contacts_of_lists`: key -> keys). Believed when such a list was
asked for two of what is above it, nothing in the address or in the entities explains what each showed, and it was not
the same.

What is made below it belongs there. Writes below the same address that name entities put them there, or take them away,
by what the next look shows: `POST /lists/31/members {"contact_ids": [4]}`, `DELETE /lists/31/members/2`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any

from awe_author.features.discover.common.keys import member
from awe_author.features.discover.common.names import is_star, plural, snake, unused
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import Where, at, leaves
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.lists.parent_fields import held_by_parent
from awe_author.features.discover.lists.queries import Listing, listing_of, shown_by

PLAIN = ("page", "limit", "offset", "sort", "direction", "shape", "volatile", "end")
"""Roles of parameters beside which a list has all that belongs there, or a page of it."""
Look = tuple[int, str, frozenset[str], bool]
"""(seq, key above, keys shown, are these all?)."""


@dataclass(slots=True)
class MemberWrite:
    """Requests of one endpoint that put entities into such a list, or take them away."""

    endpoint: Endpoint
    calls: list[Call]
    how: str
    """"add", "remove", or "set" for all that there are."""
    where: Where
    """Where the request names them: a `*` of the path, or a place in the body."""
    many: bool
    """Is a list there?"""
    named: list[list[str]] = field(default_factory=list)
    """The keys that each call names."""


@dataclass(slots=True)
class Membership:
    """Who belongs where, by one list."""

    listed: Operation
    number: int
    """Of the `*` in the path that says where."""
    name: str
    """The collection of the model."""
    start: dict[str, list[str]]
    """Key above -> keys, at the start."""
    alone: bool
    """Does everything belong to one at a time?"""
    writes: list[MemberWrite] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    def count(self, key: str, seq: int) -> int | None:
        """How many belonged somewhere at a moment; None when that is not known."""
        mine = [look for look in self.looks if look[1] == key and look[3]]
        changes = [call.seq for write in self.writes for call in write.calls if key in call.segments]
        near = sorted(mine, key=lambda look: abs(look[0] - seq))
        free = (look for look in near if not any(min(look[0], seq) <= one <= max(look[0], seq) for one in changes))
        return next((len(look[2]) for look in free), None)

    def takes(self, made: Operation) -> bool:
        """Does what a create makes belong there: it is posted to the address of the list, or below the same entity to
        an address that goes on from there, and the next look shows it?"""
        own, path = (one.endpoint.path.strip("/").split("/") for one in (self.listed, made))
        place = _place(self.listed)
        if made.role != "create" or place is None or made.guessed or path == own:
            return made.role == "create" and path == own
        if path[: place + 1] != own[: place + 1] or len(path) <= place + 1 or any(map(is_star, path[place + 1 :])):
            return False
        told = []
        for call, key in zip(made.calls, made.made, strict=False):
            mine = (look for look in self.looks if look[1] == call.segments[place] and look[3] and look[0] > call.seq)
            told += [key in look[2] for look in [next(mine, None)] if look is not None]
        return bool(told) and all(told)

    def text(self, item: str) -> str:
        """The condition that an item's key (an expression) belongs where the address says."""
        key = f"segments[{self.number}]"
        return f"{key} in state.{self.name} && {item} in state.{self.name}[{key}].listed"


def memberships_of(
    operations: Sequence[Operation], calls: Sequence[Call], seen: Seen, known: frozenset[str]
) -> list[Membership]:
    """The memberships; each is noted in its list operation. `calls`: all of the recording."""
    found: list[Membership] = []
    taken = {*seen.values}
    for one in operations:
        place = _place(one)
        if one.role != "list" or place is None or one.kind.source != "json":
            continue
        written = any(other.writes and other.kind is one.kind for other in operations)
        listing = listing_of(one, one.calls, partial(_known, one.kind, seen))
        looks = [*_looks(one, listing, place)]
        made = {key for other in operations if other.role == "create" and other.kind is one.kind for key in other.made}
        if not _differ(looks, made) or listing.parent or held_by_parent(one, operations, seen, "x"):
            continue
        writes = [*_writes(one, place, looks, calls, seen, known)]
        if written or writes:
            name = unused(_names(one, place), taken)
            taken.add(name)
            number = sum(map(is_star, _parts(one)[:place]))
            one.members = Membership(one, number, name, _start(looks, made), _alone(looks, writes), writes, looks)
            found.append(one.members)
    return found


def _known(kind: Kind, seen: Seen, call: Call, item: dict[str, Any]) -> dict[str, Any]:
    return {**seen.around(kind, str(item[kind.key]), call.seq), **item}


def member_calls(found: Sequence[Membership]) -> set[int]:
    """The numbers of the calls that say who belongs where."""
    return {call.seq for one in found for write in one.writes for call in write.calls}


def leave_member_writes(operations: list[Operation], found: Sequence[Membership]) -> list[Operation]:
    """The operations without the calls that only say who belongs where."""
    apart = member_calls(found)
    kept: list[Operation] = []
    for one in operations:
        there = [place for place, call in enumerate(one.calls) if call.seq not in apart]
        if one.role not in ("list", "read", "count", "create") and len(there) < len(one.calls):
            if len(one.made) == len(one.calls):
                one.made = [one.made[place] for place in there]
            one.calls = [one.calls[place] for place in there]
        if one.calls:
            kept.append(one)
    return kept


@dataclass(frozen=True, slots=True)
class MemberCount:
    """A field that says how many belong to its entity."""

    of: Membership

    def text(self, item: str, key: str, _: Sequence[object]) -> str:
        """The expression for `item`, whose key's name is `key`."""
        own, name = f"string({member(item, key)})", self.of.name
        there = f"state.{name}[{own}].listed.filter(k, k in state.{self.of.listed.kind.name})"
        return f"({own} in state.{name} ? {there}.size() : 0)"


def count_members(found: Sequence[Membership], parts: Sequence[Entities]) -> None:
    """Note the fields that say how many belong somewhere: at all looks at what is above, two different numbers at
    least."""
    for one in found:
        for part in parts:
            if part.kind is one.listed.kind or not one.start.keys() <= part.kind.keys():
                continue
            for name in [name for name in part.fields() if name not in part.written and name != part.kind.key]:
                told = [(each.value[name], one.count(str(each.value[part.kind.key]), each.call.seq))
                        for each in part.kind.sightings() if name in each.value]  # fmt: skip
                known = [(said, count) for said, count in told if count is not None]
                if len({count for _, count in known}) > 1 and all(
                    said == count and type(said) is int for said, count in known
                ):
                    part.joins[name] = MemberCount(one)


def _parts(one: Operation) -> list[str]:
    return one.endpoint.path.strip("/").split("/")


def _place(one: Operation) -> int | None:
    """Which part of the path says above what the list is; None where the last key stands elsewhere."""
    parts = _parts(one)
    return len(parts) - 2 if len(parts) > 1 and is_star(parts[-2]) and not is_star(parts[-1]) else None


def _names(one: Operation, place: int) -> tuple[str, str]:
    """What the collection may be called: by what has them, then by the end of the address, too."""
    parts = _parts(one)
    name = f"{one.kind.name}_of_{plural(snake(parts[place - 1])) if place else 'parents'}"
    return name, f"{name}_{snake(parts[-1])}"


def _looks(one: Operation, listing: Listing, place: int) -> Iterator[Look]:
    limit = listing.by_role("limit")
    for call in one.calls:
        said = [param for param in listing.params if param.said(call) not in (None, "")]
        narrowing = [
            param
            for param in said
            if param.role not in PLAIN and any(param.said(o) != param.said(call) for o in one.calls)
        ]
        keys = frozenset(str(item[one.kind.key]) for item in shown_by(one, call))
        most = limit.said(call) if limit is not None else None
        full = most is not None and most.isdecimal() and len(keys) >= int(most) > 0
        later = any(param.role in ("page", "offset", "cursor") and param.said(call) not in ("0", "1") for param in said)
        if not narrowing and len(call.segments) > place:
            yield call.seq, call.segments[place], keys, not (full or later)


def _start(looks: Sequence[Look], made: Set[str]) -> dict[str, list[str]]:
    """What each of them showed before anything was changed there: at its first look, and on the pages that follow."""
    found: dict[str, list[str]] = {}
    for key, mine in groupby(sorted(looks, key=lambda look: (look[1], look[0])), key=lambda look: look[1]):
        keys: list[str] = []
        for _, _, shown, whole in mine:
            keys += [one for one in sorted(shown) if one not in keys and one not in made]
            if whole:
                break
        found[key] = keys
    return found


def _differ(looks: Sequence[Look], made: Set[str]) -> bool:
    """Did whole lists of two show others, of what was there from the start?"""
    first: dict[str, frozenset[str]] = {}
    for _, key, shown, whole in looks:
        if whole:
            first.setdefault(key, shown.difference(made))
    return len(set(first.values())) > 1


def _alone(looks: Sequence[Look], writes: Sequence[MemberWrite]) -> bool:
    """Did all that was put somewhere leave where it was, as the next look there shows, once at least?"""
    added = [
        (call.seq, one, call.segments) for write in writes if write.how == "add"
        for call, named in zip(write.calls, write.named, strict=True) for one in named
    ]  # fmt: skip
    left: list[bool] = []
    for seq, one, path in added:
        for key in {look[1] for look in looks if look[1] not in path}:
            mine = [look for look in looks if look[1] == key and look[3]]
            before = next((look[2] for look in reversed(mine) if look[0] < seq), frozenset[str]())
            after = next((look[2] for look in mine if look[0] > seq), None)
            left += [one not in after] if one in before and after is not None else []
    return bool(left) and all(left)


def _writes(
    one: Operation, place: int, looks: Sequence[Look], calls: Sequence[Call], seen: Seen, known: frozenset[str]
) -> Iterator[MemberWrite]:
    """The writes below what the list is below, by endpoint."""
    keys = {*seen.values[one.kind.name]}
    above = {look[1] for look in looks}
    parts = _parts(one)
    found: dict[Endpoint, list[tuple[Call, str, Where, bool, list[str]]]] = {}
    for call in calls:
        path = call.segments
        if not call.mutation or call.status >= 300 or len(path) <= place + 1 or path[place] not in above:
            continue
        endpoint = endpoint_of(call, known)
        if endpoint.path.strip("/").split("/")[: place + 1] != parts[: place + 1]:
            continue
        for where, many, named in _named(call, endpoint, place, keys):
            how = _how(call, path[place], named, looks)
            if how:
                found.setdefault(endpoint, []).append((call, how, where, many, named))
                break
    for endpoint, told in found.items():
        every = [call for call in calls if endpoint_of(call, known) == endpoint and call.status < 300]
        if len({(how, where, many) for _, how, where, many, _ in told}) == 1 and len(every) == len(told):
            _, how, where, many, _ = told[0]
            yield MemberWrite(endpoint, every, how, where, many, [named for *_, named in told])


def _named(call: Call, endpoint: Endpoint, place: int, keys: set[str]) -> Iterator[tuple[Where, bool, list[str]]]:
    """(where, is a list there, keys) of what a call may name: the last part of its address, or keys in its body."""
    shapes = endpoint.path.strip("/").split("/")
    if is_star(shapes[-1]) and len(shapes) > place + 1 and call.segments[-1] in keys:
        yield Where("segments", (sum(map(is_star, shapes)) - 1,)), False, [call.segments[-1]]
        return
    lists: dict[tuple[str | int, ...], None] = {}
    for way, value in leaves(call.body):
        if isinstance(value, bool) or str(value) not in keys:
            continue
        if way and isinstance(way[-1], int):
            lists.setdefault(way[:-1])
        elif all(isinstance(step, str) for step in way):
            yield Where("body", way), False, [str(value)]
    for way in lists:
        inner = at(call.body, way)
        if isinstance(inner, list) and all(str(each) in keys for each in inner):
            yield Where("body", way), True, [str(each) for each in inner]


def _how(call: Call, above: str, named: Sequence[str], looks: Sequence[Look]) -> str:
    """What the looks before and after say of a write; "" when they say nothing, or something else."""
    mine = [look for look in looks if look[1] == above and look[3]]
    before = next((look[2] for look in reversed(mine) if look[0] < call.seq), frozenset[str]())
    after = next((look[2] for look in mine if look[0] > call.seq), None)
    wanted = frozenset(named)
    if after is None or not wanted:
        return ""
    if call.verb == "PUT" and after == wanted and not before <= after:
        return "set"
    if wanted <= after and not wanted <= before and call.verb != "DELETE":
        return "add"
    return "remove" if wanted & before and not wanted & after else ""
