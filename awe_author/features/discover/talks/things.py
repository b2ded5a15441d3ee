"""The things that messages are about: channels, messages, members of a chat; their keys, parents, and first sightings.

Objects of a message that have a key (`id`, `uuid`...) are things; so are objects of a list that a name tells apart
within one parent (`nick`). Places that show the same fields show one kind. The parent of a thing is the one that it
stands in, else the one that its message names. A thing was made while recording when it first came by itself, not in a
list and not because the page asked for it by its key; things that first came with such a parent were made with it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.names import ENVELOPE, plural, snake
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.exchanges.sightings import ENOUGH, KEY_NAMES
from awe_author.features.discover.talks.parents import find_parents, keylike
from awe_author.features.turns import Line, Pattern, Said, at, params_of, walk

NAMING = ("nick", "name", "login", "username", "user", "handle", "email", "title", "code", "symbol")
"""Fields that may tell apart the things of one parent."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """One object in one message."""

    said: Said
    place: Pattern
    value: dict[str, Any]
    key: str


@dataclass(slots=True, eq=False)
class Spot:
    """One place of the messages of one name at which objects stand."""

    name: str
    pattern: Pattern
    key: str
    sights: list[Sight] = field(default_factory=list)
    weak: bool = False
    """The key only tells the things of one parent apart."""
    parent_at: Pattern | None = None
    """Where the message names the parent; None when the things stand in it, or have none."""
    within: Spot | None = None
    """The spot of the parent that the things stand in."""

    @property
    def listed(self) -> bool:
        """Do the things stand in a list?"""
        return self.pattern[-1:] == ("*",)

    def fields(self) -> set[str]:
        """Names of the fields that are shown there."""
        return {name for one in self.sights for name in one.value}


@dataclass(slots=True, eq=False)
class Thing:
    """One kind of things."""

    name: str
    """Plural."""
    key: str
    spots: list[Spot]
    weak: bool = False
    parent: Thing | None = None
    field_of_parent: str = ""
    owners: dict[str, str] = field(default_factory=dict)
    """Key -> key of the parent."""
    first: dict[str, Sight] = field(default_factory=dict)
    made: dict[str, Said] = field(default_factory=dict)
    """Key -> the message with which it came, of those that were made while recording."""
    came: set[str] = field(default_factory=set)
    """Of them those that only came with their parent."""
    gone: dict[str, int] = field(default_factory=dict)
    """Key -> when it was told to be gone."""
    ranks: dict[str, int] = field(default_factory=dict)
    """Key -> its place among the others of its parent, where new ones are put between them."""
    inner: dict[str, Thing] = field(default_factory=dict)
    """Field -> kind of the children in it."""
    counts: dict[str, Thing] = field(default_factory=dict)
    """Field -> kind of the children that it counts."""
    placed: bool = False
    """Have they an order of their own, told by a field `position`?"""
    beside: dict[str, Any] = field(default_factory=dict)
    """Members that are kept at a thing for its new children: name -> (kind, place in the child, key -> value)."""
    copies: list[Spot] = field(default_factory=list)
    """Places that show them under other keys: found texts."""

    @property
    def number(self) -> bool:
        """Are the keys numbers?"""
        return all(isinstance(one.value[self.key], int) for one in self.first.values())

    def sights(self) -> list[Sight]:
        """All of it, in recorded order."""
        return sorted((one for spot in self.spots for one in spot.sights), key=lambda one: one.said.at)

    def there(self, at: int, owner: str | None = None) -> list[str]:
        """Keys that were there when `at` was said, in the order in which they came; of one parent."""
        keys = [key for key in self.first if (key not in self.made or self.made[key].at <= at)
                and at <= self.gone.get(key, at)]  # fmt: skip
        return [key for key in keys if owner is None or self.owners.get(key) == owner]


def things_of(line: Line) -> list[Thing]:
    """The kinds of one line."""
    spots = _spots(line.said())
    kinds: list[Thing] = []
    for spot in sorted(spots, key=lambda one: (one.weak, not one.listed, -len(one.sights))):
        home = next((one for one in kinds if any(_same(spot, other) for other in one.spots)), None)
        if home is None:
            kinds.append(Thing("", spot.key, [spot], spot.weak))
        else:
            home.spots.append(spot)
    for kind in kinds:
        kind.name = _name(kind)
    kinds = [kind for kind in kinds if not (kind.weak and len(kind.spots[0].sights) < 2)]
    _drop_copies(kinds)
    find_parents(kinds)
    kinds = [kind for kind in kinds if not kind.weak or kind.parent is not None]
    for kind in sorted(kinds, key=_depth):
        _first(kind, line)
    for kind in kinds:
        _counted(kind)
    _distinct(kinds)
    found = kept(kinds, line)
    for kind in found:
        kind.inner = {name: child for name, child in kind.inner.items() if child in found}
        kind.counts = {name: child for name, child in kind.counts.items() if child in found}
    return found


def kept(kinds: Sequence[Thing], line: Line) -> list[Thing]:
    """Kinds of which the page made something, with their parents and children; parents first."""
    told = {id(kind) for kind in kinds if any(key not in kind.came for key in kind.made) and _made_by_page(kind, line)}
    for _ in kinds:
        told |= {id(kind.parent) for kind in kinds if id(kind) in told and kind.parent is not None}
    told |= {id(kind) for kind in kinds if kind.parent is not None and id(kind.parent) in told
             and (not kind.weak or kind.made)}  # fmt: skip
    return sorted((kind for kind in kinds if id(kind) in told), key=_depth)


def _made_by_page(kind: Thing, line: Line) -> bool:
    """Does something that was made say what the page had said?"""
    made = {id(said): kind.first[key].value for key, said in kind.made.items()}
    for turn in line.turns:
        asked = params_of(turn.asked.value) if turn.asked is not None else ()
        sent = {str(value) for _, value in asked if value not in TRIVIAL}
        if any(id(one) in made and shares(sent, made[id(one)]) for one in turn.answers):
            return True
    return False


TRIVIAL = (None, True, False, 0, 1, -1, "")


def shares(sent: set[str], value: dict[str, Any]) -> bool:
    """Is a text of the object, or a key that it names, among what was sent, or a word of it?"""
    told = [str(inner) for inner in value.values() if inner not in TRIVIAL and not isinstance(inner, dict | list)]
    return any(one in sent or (len(one) > 2 and any(one in text for text in sent)) for one in told)


def _depth(kind: Thing) -> int:
    return 0 if kind.parent is None else 1 + _depth(kind.parent)


# ---- where objects stand ----


def _spots(said: Sequence[Said]) -> list[Spot]:
    found: dict[tuple[str, Pattern], list[tuple[Said, Pattern, dict[str, Any]]]] = defaultdict(list)
    for one in said:
        for pattern, place, value in walk(one.value):
            if pattern and value:
                found[one.name, pattern].append((one, place, value))
    spots = []
    for (name, pattern), seen in found.items():
        key, weak = _key(pattern, seen)
        if key:
            spot = Spot(name, pattern, key, weak=weak)
            spot.sights = [Sight(one, place, value, str(value[key])) for one, place, value in seen]
            spots.append(spot)
    return spots


def _key(pattern: Pattern, seen: Sequence[tuple[Said, Pattern, dict[str, Any]]]) -> tuple[str, bool]:
    """(field that tells the objects apart, only within one parent?)"""
    values = [value for _, _, value in seen]
    plain = {name for one in values for name, inner in one.items() if not isinstance(inner, dict | list)}
    if len(plain) < 2:
        return "", False
    best, score = "", 0
    for name in values[0]:
        rank = KEY_NAMES.get(name.lower(), 0)
        if rank >= ENOUGH and rank > score and all(keylike(one.get(name)) for one in values) and _unique(seen, name):
            best, score = name, rank
    if best or pattern[-1] != "*":
        return best, False
    lists = Counter((one.at, place[:-1]) for one, place, _ in seen)
    if max(lists.values()) < 2:
        return "", False
    for name in NAMING:
        if all(isinstance(one.get(name), str) and one[name] for one in values) and _unique(seen, name):
            return name, True
    return "", False


def _unique(seen: Sequence[tuple[Said, Pattern, dict[str, Any]]], name: str) -> bool:
    marks = Counter((one.at, place[:-1], str(value[name])) for one, place, value in seen if place[-1:] != ())
    return all(count == 1 for count in marks.values())


def _same(one: Spot, other: Spot) -> bool:
    if one.key != other.key or one.weak != other.weak:
        return False
    mine, others = one.fields() - {one.key}, other.fields() - {other.key}
    shared = len(mine & others) / max(1, min(len(mine), len(others)))
    if mine == others and len(mine) > 1:
        return True
    if _held(one.pattern) == _held(other.pattern) != "" and shared >= 0.4:
        return True
    return shared >= 0.7 and len(mine & others) >= 3


def _held(pattern: Pattern) -> str:
    named = [part for part in pattern if isinstance(part, str) and part not in ("*", "args") and part not in ENVELOPE]
    return plural(snake(named[-1])) if named else ""


def _name(kind: Thing) -> str:
    names: Counter[str] = Counter()
    for spot in kind.spots:
        held = _held(spot.pattern) or plural(snake(spot.name)) or "things"
        names[held] += (3 if spot.listed else 1) * len({one.said.at for one in spot.sights})
    return names.most_common(1)[0][0]


def _distinct(kinds: Sequence[Thing]) -> None:
    taken: Counter[str] = Counter()
    for kind in kinds:
        taken[kind.name] += 1
        if taken[kind.name] > 1:
            kind.name += f"_{taken[kind.name]}"


def _drop_copies(kinds: Sequence[Thing]) -> None:
    """Lists whose "keys" only number them show things under another number: found texts are no new things."""
    for kind in kinds:
        for spot in [one for one in kind.spots if one.listed and len(kind.spots) > 1]:
            numbered = all(one.value[spot.key] in (one.place[-1], int(one.place[-1]) + 1) for one in spot.sights
                           if isinstance(one.place[-1], int))  # fmt: skip
            others = [one for other in kind.spots if other is not spot for one in other.sights]
            if numbered and all(_shown_as_another(one, others, spot.key) for one in spot.sights):
                kind.spots.remove(spot)
                kind.copies.append(spot)


def _shown_as_another(one: Sight, others: Sequence[Sight], key: str) -> bool:
    """Is there a thing of another key with all that this one says?"""

    def same(other: Sight) -> bool:
        shared = [name for name in one.value if name in other.value and name != key]
        return len(shared) >= 3 and all(one.value[name] == other.value[name] for name in shared)

    return any(other.key != one.key and same(other) for other in others)


def owner_of(kind: Thing, spot: Spot, sight: Sight) -> str | None:
    """The key of a sighting's parent."""
    if not kind.weak:
        return kind.owners.get(sight.key)
    if spot.parent_at is not None:
        return str(at(sight.said.value, spot.parent_at))
    if spot.within is not None:
        size = len(spot.within.pattern)
        return next((one.key for one in spot.within.sights
                     if one.said is sight.said and one.place == sight.place[:size]), None)  # fmt: skip
    return None


def full_key(kind: Thing, spot: Spot, sight: Sight) -> str:
    """The key of a sighting among all things of its kind."""
    return f"{owner_of(kind, spot, sight)}:{sight.key}" if kind.weak else sight.key


# ---- the beginning ----


def _first(kind: Thing, line: Line) -> None:
    asked = {id(one): turn.asked for turn in line.turns for one in turn.answers}
    sights = sorted(((one, spot) for spot in kind.spots for one in spot.sights), key=lambda pair: pair[0].said.at)
    for sight, spot in sights:
        key = full_key(kind, spot, sight)
        if key in kind.first:
            continue
        kind.first[key] = sight
        owner = kind.owners.get(key)
        if kind.parent is not None and owner in kind.parent.made:
            kind.made[key] = sight.said
            if spot.listed:
                kind.came.add(key)
        elif not spot.listed and "*" not in spot.pattern and not _wanted(asked.get(id(sight.said)), sight.key):
            kind.made[key] = sight.said


def _wanted(asked: Said | None, key: str) -> bool:
    """Did the page ask for it by its key?"""
    return asked is not None and any(str(value) == key for _, value in params_of(asked.value))


def _counted(kind: Thing) -> None:
    """Fields of a parent that hold its children, or say how many there are."""
    parent = kind.parent
    if parent is None:
        return
    for spot in kind.spots:
        if spot.within is not None and spot.listed:
            name = spot.pattern[-2]
            if isinstance(name, str) and len(spot.pattern) == len(spot.within.pattern) + 2:
                parent.inner[name] = kind
    seen = parent.sights()
    for name in {part for one in seen for part in one.value}:
        values = [(one.value[name], len(kind.there(one.said.at, one.key))) for one in seen if name in one.value]
        numbers = [(value, there) for value, there in values if is_integer(value)]
        right = sum(value == there for value, there in numbers)
        if len(numbers) == len(values) and len({value for value, _ in numbers}) > 1 and right >= 0.8 * len(numbers):
            parent.counts[name] = kind
