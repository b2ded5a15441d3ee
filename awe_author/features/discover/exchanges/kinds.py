"""Kinds of entities: groups of sightings that show the same things from several endpoints.

Two groups are one kind when their names agree and their fields overlap, or when they show the same keys with the same
values. Objects that were only ever seen inside other entities stay parts of those.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, KeysView, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.names import (
    ENVELOPE,
    NOT_A_KIND,
    is_star,
    looks_like_id,
    path_words,
    plural,
    singular,
    snake,
    words,
)
from awe_author.features.discover.exchanges.calls import says_what
from awe_author.features.discover.exchanges.graphql_text import fields_to
from awe_author.features.discover.exchanges.sightings import Group, Pattern, Sighting
from awe_author.features.discover.exchanges.statements import SELECTS
from awe_author.features.forms.positional import UNNAMED

VERBS = words(
    "get list find search fetch query read count load show create add new update edit set delete remove all action"
    " actions web save write"
)
OF_PAGES = words("props pageprops initialprops initialstate preloadedstate initialdata pagedata bootstrap")
"""What servers call that which they hand to a page."""
_COUNT = re.compile(r"(0|[1-9]\d{0,17})\Z")
_FROM = re.compile(r"\sFROM\s+(\w+)", re.IGNORECASE)
_OF_METHOD = re.compile(r"(?:\w+\.)*(\w+)\.\w+\Z")
"""A method of JSON-RPC that says what it is about: `model.party.address.read`, `host.get`."""
MANY = 6
"""Fields that are hardly the same by chance."""
OWN = ("me", "self", "current", "whoami", "mine")


@dataclass(slots=True)
class Kind:
    """One kind of entity."""

    name: str
    """Plural, snake case: the collection of the model."""
    key: str
    groups: list[Group]
    sure: float
    source: str = "json"
    """"json", or "page" when it was read from documents."""
    reasons: list[str] = field(default_factory=list)
    """Why it is kept, or left out."""
    aside: dict[str, int] = field(default_factory=dict)
    """Key of what a post about another thing made -> its number."""

    @property
    def own_id(self) -> str:
        """What the app's `id` is called in the entities, when their key is another field; else ""."""
        return next((group.own_id for group in self.groups if group.own_id), "")

    @property
    def key_name(self) -> str:
        """What answers call the key; another name than `key` where pages tell of the same entities (`told_twice`)."""
        return next((group.key_name for group in self.groups if group.key_name), self.key)

    def sightings(self) -> list[Sighting]:
        """All of it, in recorded order."""
        return sorted((one for group in self.groups for one in group.sightings), key=lambda one: one.call.seq)

    def fields(self) -> KeysView[str]:
        """Names of the fields seen, in order of appearance."""
        return dict.fromkeys(name for group in self.groups for name in group.fields()).keys()

    def completed(self, lists: Iterable[Sequence[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
        """Lists of its entities, each entity with all that other answers tell of it, as it was told first."""
        known: dict[str, dict[str, Any]] = {}
        for one in self.sightings():
            told = known.setdefault(str(one.value[self.key]), {})
            told |= {name: value for name, value in one.value.items() if told.get(name) is None}
        return [[{**known.get(str(item.get(self.key)), {}), **item} for item in items] for items in lists]

    def keys(self) -> set[str]:
        """All identifiers seen."""
        return {key for group in self.groups for key in Group.keys(group)}

    def key_is_number(self) -> bool:
        """Are the identifiers numbers (in JSON)?"""
        return all(isinstance(one.value[self.key], int) for one in self.sightings())

    def key_counts(self) -> bool:
        """Are all identifiers digits, and ordered as numbers where lists tell: some list has "2" before "10", or none
        has "10" before "2" in an order of texts?"""
        if not all(_COUNT.match(key) for key in self.keys()):
            return False
        textual = False
        for keys in self._lists():
            ups, texts = sorted(keys, key=int), sorted(keys)
            if ups != texts and keys in (ups, ups[::-1]):
                return True
            textual = textual or (ups != texts and keys in (texts, texts[::-1]))
        return not textual

    def _lists(self) -> list[list[str]]:
        """The identifiers of each recorded list of more than two."""
        found: dict[tuple[int, int], list[str]] = {}
        for number, group in enumerate(self.groups):
            for one in group.sightings if group.pattern[-1:] == ("*",) and group.pattern.count("*") == 1 else ():
                found.setdefault((number, one.call.seq), []).append(str(one.value[self.key]))
        return [keys for keys in found.values() if len(keys) > 2]


_PLAIN = frozenset({"list", "get", "read", "create", "update", "delete"})
"""Verbs of operations that say nothing else."""


def kinds_of(groups: list[Group]) -> list[Kind]:
    """The kinds, those with most sightings first."""
    outer = [group for group in groups if not _inside(group, groups)]
    inner = [group for group in groups if _inside(group, groups)]
    sets: list[list[Group]] = []
    for group in sorted(outer, key=lambda one: (not one.listed, -len(one.sightings))):
        homes = [one for one in sets if any(same_kind(group, other) for other in one)]
        if not homes:
            sets.append([group])
            continue
        homes.sort(key=lambda one: all(name_of(other) != name_of(group) for other in one))
        homes[0].append(group)
        for more in [one for one in homes[1:] if all(map(_in_columns, one))]:
            homes[0].extend(more)
            sets.remove(more)
    for group in inner:
        homes = [one for one in sets if any(same_kind(group, other) for other in one[:6])]
        if homes:
            homes[0].append(group)
            _told_together(group, homes, sets)
        elif _stands_alone(group) and len(group.fields()) > 2:
            sets.append([group])
    _named_by_writes(sets)
    kinds = [_kind(one, inner) for one in sets if any(len(group.fields() - {"__typename"}) > 1 for group in one)]
    return _distinct(sorted(kinds, key=lambda kind: -len(kind.keys())))


def _told_together(group: Group, homes: Sequence[list[Group]], sets: list[list[Group]]) -> None:
    """Put together what a list within an answer shows as one kind: `boards { items { id } }` beside pages of the same
    items, and changes of single ones, of which no two show the same."""
    for more in homes[1:]:
        keys = {key for one in more for key in Group.keys(one)}
        if group.listed and more in sets and keys <= group.keys():
            homes[0].extend(more)
            sets.remove(more)


def _named_by_writes(sets: list[list[Group]]) -> None:
    """Put what answers to writes show with what they are called after: `archiveItem(id: 7) { id state }` and items, of
    which 7 is one. It may say nothing else than the change."""
    for own in [one for one in sets if all(group.sightings[0].call.mutation for group in one)]:
        keys = {key for group in own for key in Group.keys(group)}
        said = {word for group in own for word in snake(_holder(group.outer)).split("_")}
        homes = [one for one in sets if one is not own and not one[0].sightings[0].call.mutation]
        homes = [one for one in homes if {singular(name_of(group)) for group in one} & said]
        homes = [one for one in homes if keys <= {key for group in one for key in Group.keys(group)}]
        of_graphql = all(group.sightings[0].call.kind == "graphql" for group in own)
        if len(homes) == 1 and of_graphql and len({group.key for group in [*own, *homes[0]]}) == 1:
            homes[0].extend(own)
            sets.remove(own)


def _in_columns(group: Group) -> bool:
    """Is it seen in lists inside a list, whose name says no more than how they are shown: `cards` of `columns`?"""
    return group.pattern.count("*") > 1


def _kind(groups: list[Group], inner: list[Group]) -> Kind:
    names = Counter[str]()
    for group in [one for one in groups if one not in inner] or groups:
        weight = 4 if group.listed and len(group.pattern) <= 3 else 2 if len(group.pattern) <= 2 else 1
        weight = 1 if group.embedded else weight
        names[name_of(group)] += weight
    key = Counter(group.key for group in groups).most_common(1)[0][0]
    kept = [group for group in groups if all(key in one.value for one in group.sightings)]
    return Kind(names.most_common(1)[0][0], key, kept, max(group.sure for group in groups))


def _distinct(kinds: list[Kind]) -> list[Kind]:
    taken: Counter[str] = Counter()
    for kind in kinds:
        taken[kind.name] += 1
        if taken[kind.name] > 1:
            kind.name = f"{kind.name}_{taken[kind.name]}"
    return kinds


def name_of(group: Group) -> str:
    """What the objects of a group are called: their __typename, the member that holds them, or the path."""
    types = [one.value.get("__typename") for one in group.sightings[:50]]
    if types and isinstance(types[0], str) and all(name == types[0] for name in types):
        return plural(snake(types[0])) or "things"
    told = _FROM.search(group.endpoint.operation.partition(SELECTS)[2])
    if told:
        return plural(snake(told[1]))
    if group.endpoint.table and snake(group.endpoint.table):
        return plural(snake(group.endpoint.table))
    held = snake(_holder(group.outer[1:] if group.embedded else group.outer))
    parts = [part for part in path_words(group.endpoint.path) if part not in NOT_A_KIND and part not in OWN]
    parts = [part for part in parts if not VERBS.issuperset(part.split("_"))] or parts
    while len(parts) > 1 and parts[-1] in ("record", "records"):
        parts.pop()  # `/books/records/7`
    if len(parts) > 1 and parts[-1] == "filter" and parts[-2] != singular(parts[-2]):
        parts.pop()  # `/tickets/filter` lists tickets
    if not parts and group.endpoint.operation:
        parts = [part for part in snake(group.endpoint.operation).split("_") if part and part not in VERBS]
    if not held or plural(held) in ENVELOPE:
        asked = _asked(group)
        held, parts = ("", asked) if asked else (held, parts)
    parts = _done_to(group.endpoint.operation) or parts
    of_method = _OF_METHOD.match(group.endpoint.operation)
    if of_method:
        parts = [snake(of_method[1])]
    if held and not (parts and held not in parts and parts[-1].endswith(held)):
        return plural(held)
    return plural(parts[-1]) if parts else plural(held or "things")


def _done_to(operation: str) -> list[str]:
    """What an operation that a parameter names is about, by a plain verb before or behind it: `sort` of
    `operation=sortCreate`. One address may have those of many kinds."""
    name, sign, value = operation.partition("&")[0].partition("=")
    said = [part for part in snake(value).split("_") if part] if sign and says_what(name) else []
    if len(said) > 1 and said[-1] in _PLAIN:
        return ["_".join(said[:-1])]
    return ["_".join(said[1:])] if len(said) > 1 and said[0] in _PLAIN else []


def _asked(group: Group) -> list[str]:
    """The words of the GraphQL field whose answer is called `items` or the like: `items: contacts { id }`."""
    call = group.sightings[0].call
    names = [snake(one.name) for one in fields_to(call.text, call.operation, group.outer)] if call.text else []
    told = next((name for name in reversed(names) if name not in ENVELOPE and name not in OF_PAGES), "")
    said = [part for part in told.split("_") if part and part not in VERBS]
    return ["_".join(said)] if said else []


def _holder(pattern: Pattern) -> str:
    named = [part for part in pattern if part != "*"]
    while named and (named[-1].lower() in ENVELOPE or named[-1].lower() in OF_PAGES):
        named.pop()
    last = named[-1] if named else ""
    return "" if looks_like_id(last) else last


def _inside(group: Group, groups: Iterable[Group]) -> bool:
    """Is it a part of an entity of another group?"""
    return any(
        other.endpoint == group.endpoint and len(other.outer) < len(group.outer)
        and group.outer[: len(other.outer)] == other.outer
        for other in groups
    )  # fmt: skip


def _stands_alone(group: Group) -> bool:
    """May a part of others be a kind of its own? In GraphQL, when it has a type and comes in lists."""
    return group.listed and group.pattern[-1] == "*" and all("__typename" in one.value for one in group.sightings)


def same_kind(left: Group, right: Group) -> bool:
    """Do two groups show the same entities?"""
    tables = {left.endpoint.table, right.endpoint.table}
    if left.key != right.key or len(tables - {""}) == 2:
        return False
    mine, others = _named(left), _named(right)
    overlap = len(mine & others) / max(1, min(len(mine), len(others)))
    told = min(_telling(left), _telling(right), key=len)
    overlap = max(overlap, len(told & mine & others) / len(told)) if len(told) == 1 else overlap
    same, compared = agreement(left, right)
    if _types(left) == _types(right) != {""} and any(map(_unmistakable, left.keys() & right.keys())):
        return True
    beyond = mine & others - {left.key}
    strangers = not beyond and len(mine) > 1 < len(others) and left.keys().isdisjoint(right.keys())
    if left.endpoint.origin == right.endpoint.origin and name_of(left) == name_of(right) and not strangers:
        return overlap >= 0.4 and (compared < 4 or same >= 0.3 * compared)
    shared = left.keys() & right.keys()
    if not shared:
        return False
    sure = any(map(_unmistakable, shared))
    alike = 2 * same >= compared > 0 or (sure and len(mine & others) >= MANY)  # what was written may have changed most
    if overlap >= 0.8 and alike and (_below(left, right) or _below(right, left)):
        return True
    if not sure and _other_types(left, right):
        return False
    if sure:
        few = min(len(_telling(left)), len(_telling(right))) <= 2
        return (compared == 0 and few) or (same >= 0.6 * compared and compared > 0)
    least = 1 if _beside_list(left, right) or _beside_list(right, left) else 2
    return compared >= least * len(shared) and same >= 0.9 * compared and overlap >= 0.5


def _named(group: Group) -> set[str]:
    """Its fields, but for columns that are known by their number alone."""
    return {name for name in group.fields() if not UNNAMED.match(name)}


def _beside_list(left: Group, right: Group) -> bool:
    """Is the address of one a word below that of the list which is the other: `/deals/search` below `/deals`?"""
    above, _, word = right.endpoint.path.rstrip("/").rpartition("/")
    same = left.endpoint.origin == right.endpoint.origin and above == left.endpoint.path.rstrip("/")
    return same and bool(above) and left.listed and not is_star(word)


def _unmistakable(key: str) -> bool:
    return len(key) >= 12 and looks_like_id(key)


def _below(left: Group, right: Group) -> bool:
    """Is what one shows always the entity that its address names, below the address of single ones of the other, or
    below its name: `POST /talks/7/parts` answered with talk 7? A word behind the key of single ones (`/talks/7/view`)
    says how they are shown."""
    if not right.listed and _names_above(right, name_of(left)):
        return True
    own, path = left.endpoint.path.strip("/").split("/"), right.endpoint.path.strip("/").split("/")
    own = own[:-1] if not is_star(own[-1]) else own
    if (
        left.listed
        or right.listed
        or not own
        or not is_star(own[-1])
        or len(path) <= len(own)
        or path[: len(own)] != own
    ):
        return False
    asked = [(one.call.segments[len(own) - 1], str(one.value[right.key])) for one in right.sightings]
    return all(said == key for said, key in asked)


def _names_above(group: Group, name: str) -> bool:
    """Is what a group shows always the entity whose key stands behind this name in its address?"""
    pieces = group.endpoint.path.strip("/").split("/")
    stars = [place for place, part in enumerate(pieces[:-1]) if place and is_star(part)]
    named = [place for place in stars if plural(snake(pieces[place - 1])) == name]
    return any(all(one.call.segments[place] == str(one.value[group.key]) for one in group.sightings) for place in named)


def _other_types(left: Group, right: Group) -> bool:
    """Do all objects of both say their GraphQL types, and these differ?"""
    mine, others = _types(left), _types(right)
    return "" not in mine | others and mine.isdisjoint(others)


def _types(group: Group) -> set[str]:
    """The GraphQL types of its objects; "" where one says none."""
    return {str(one.value.get("__typename", "")) for one in group.sightings}


def _telling(group: Group) -> set[str]:
    """Fields that say something of an entity: not `success: true` and `errors: []`, whichever it is."""
    return {
        name for name in group.fields()
        if any(one.value.get(name) not in (None, True, False, [], {}, "") for one in group.sightings)
    }  # fmt: skip


def agreement(left: Group, right: Group) -> tuple[int, int]:
    """(equal, compared): plain fields besides the key of entities that both show. What is shown again is no more to go
    by than what is shown once: each value of a field of an entity counts once, and is equal where the other side showed
    it at any time."""
    mine, others = _values(left), _values(right)
    pairs = [(value, mine[place]) for place, values in others.items() if place in mine for value in values]
    turned = [(value, others[place]) for place, values in mine.items() if place in others for value in values]
    pairs = turned if len(turned) < len(pairs) else pairs  # of the side that showed less of what changed
    return sum(value in known for value, known in pairs), len(pairs)


def _values(group: Group) -> dict[tuple[str, str], set[str]]:
    """(Key, field) -> what its entities were shown with, of plain values."""
    found: dict[tuple[str, str], set[str]] = {}
    for one in group.sightings:
        for name, value in one.value.items():
            if name not in (group.key, "__typename") and _plain(value):
                found.setdefault((str(one.value.get(group.key)), name), set()).add(str(value))
    return found


def _plain(value: Any) -> bool:
    return isinstance(value, str | int | float | bool)
