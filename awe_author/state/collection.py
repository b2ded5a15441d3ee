"""A persistent map from ids to entities: every change gives a new one that shares nearly all with the old.

Mechanism: a hash array mapped trie (`rpds.HashTrieMap`), so that a change costs the same at a hundred entities and at a
million, apart from cache misses. Beside it the collection carries
- a content hash that does not depend on the order of changes: the sum, modulo 2**256, of every member's SHA-256;
  a change subtracts one term and adds another;
- secondary indexes: for each indexed field a trie from value to the ids that have it;
- its members in the order of their ids (by code point, the same on every machine), sorted when first asked for.
  A changed copy takes over the sorted list of its ancestor and corrects the few places that differ.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from rpds import HashTrieMap, HashTrieSet

from awe_author.json_types import Json, JsonObject
from awe_author.state.canonical import MODULUS_MASK, canonical, member_digest
from awe_author.state.pointer import MISSING, items_at, path_of

_CORRECTIONS = 64
"""With more changes than this since its ancestor was sorted, a collection is sorted anew."""


_Index: TypeAlias = "HashTrieMap[str, Any]"
"""From a value to the id that has it, or to the `HashTrieSet` of ids when they are several."""


class _Sorted(NamedTuple):
    keys: list[str]
    values: list[JsonObject]


class Collection(Mapping[str, JsonObject]):
    """Entities by id. Immutable; entities in it must never be changed in place."""

    __slots__ = ("_ancestor", "_indexes", "_line", "_map", "_sorted", "_sum")

    _map: HashTrieMap[str, JsonObject]
    _sum: int
    _indexes: dict[str, _Index]
    _sorted: _Sorted | None
    _ancestor: tuple[_Sorted, tuple[str, ...]] | None
    """An ancestor's members in order, and the ids changed since; one value, as threads share collections."""

    _line: tuple[str, bytes] | None

    def __init__(
        self, entities: Mapping[str, JsonObject] | Iterable[tuple[str, JsonObject]] = (), indexes: Iterable[str] = ()
    ) -> None:
        """`indexes`: names of fields, or pointers with `*` for list items (`/attendees/*/person`)."""
        entities = dict(entities)
        self._map = HashTrieMap(entities)
        self._sum = sum(member_digest(key, entity) for key, entity in entities.items()) & MODULUS_MASK
        self._indexes = {name: _build_index(name, entities) for name in indexes}
        self._sorted = self._ancestor = self._line = None

    def __getitem__(self, key: str) -> JsonObject:
        return self._map[key]

    def get(self, key: str, default: Any = None) -> Any:
        """The entity with this id, or `default`."""
        return self._map.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self._map

    def __len__(self) -> int:
        return len(self._map)

    def __iter__(self) -> Iterator[str]:
        return iter(self._order().keys)

    def keys(self) -> Sequence[str]:  # type: ignore[override]
        """The ids, in order. A list that is shared: not to be changed."""
        return self._order().keys

    def values(self) -> Sequence[JsonObject]:  # type: ignore[override]
        """The entities, in the order of their ids. A list that is shared: not to be changed."""
        return self._order().values

    def items(self) -> Iterator[tuple[str, JsonObject]]:  # type: ignore[override]
        """Ids and entities, in the order of the ids."""
        return zip(*self._order(), strict=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Collection):
            return NotImplemented
        return self._sum == other._sum and len(self) == len(other)

    def __hash__(self) -> int:
        return hash(self._sum)

    def __repr__(self) -> str:
        return f"Collection({len(self)} entities, {self.digest.hex()[:12]})"

    @property
    def digest(self) -> bytes:
        """The content hash, 32 bytes: equal for equal contents, whatever the order they came in."""
        return self._sum.to_bytes(32, "big")

    def line(self, key: str) -> bytes:
        """What this collection, kept under `key`, adds to the hash of its state."""
        if self._line is None or self._line[0] != key:
            self._line = key, b"%s\0c%d\0%s\n" % (key.encode(), len(self._map), self.digest)
        return self._line[1]

    @property
    def indexes(self) -> Sequence[str]:
        """The names of the fields that `by` knows."""
        return tuple(self._indexes)

    def by(self, field: str, value: Json) -> list[JsonObject]:
        """The entities whose `field` is `value`, or is a list that contains it; in the order of their ids."""
        return [self._map[key] for key in self.ids_by(field, value)]

    def ids_by(self, field: str, value: Json) -> list[str]:
        """The ids of those entities, in order. Raises `KeyError` for a field without an index."""
        found = self._indexes[field].get(index_key(value))
        if found is None:
            return []
        return [found] if isinstance(found, str) else sorted(found)

    def has_by(self, field: str, value: Json) -> bool:
        """Whether any entity has this value; does not depend on how many."""
        return index_key(value) in self._indexes[field]

    def distinct(self, field: str) -> int:
        """How many different values of an indexed field there are."""
        return len(self._indexes[field])

    def updated(self, changes: Mapping[str, JsonObject | None]) -> Collection:
        """A collection with these entities put in (or taken out, for `None`)."""
        trie, total, indexes, count = self._map, self._sum, self._indexes, 0
        for key, entity in changes.items():
            old = trie.get(key)
            if old is entity:
                continue
            count += 1
            if old is not None:
                total -= member_digest(key, old)
            if entity is None:
                trie = trie.remove(key)
            else:
                total += member_digest(key, entity)
                trie = trie.insert(key, entity)
            if indexes:
                indexes = _reindexed(indexes, key, old, entity)
        return self._successor(trie, total & MODULUS_MASK, indexes, tuple(changes)) if count else self

    def keys_differing(self, other: Collection) -> list[str]:
        """The ids whose entities are not the same object in both, in no order. One pass over both."""
        found = [key for key, entity in self._map.items() if other._map.get(key) is not entity]
        return found + [key for key in other._map if key not in self._map]

    def _successor(
        self,
        trie: HashTrieMap[str, JsonObject],
        total: int,
        indexes: dict[str, _Index],
        changed: tuple[str, ...],
    ) -> Collection:
        new = object.__new__(Collection)
        new._map, new._sum, new._indexes = trie, total, indexes
        new._sorted = new._line = None
        known = self._ancestor if self._sorted is None else (self._sorted, ())
        keep = known is not None and len(known[1]) + len(changed) <= _CORRECTIONS
        new._ancestor = (known[0], known[1] + changed) if known is not None and keep else None
        return new

    def _order(self) -> _Sorted:
        order = self._sorted
        if order is None:
            known = self._ancestor
            order = self._sort_anew() if known is None else self._corrected(*known)
            self._sorted, self._ancestor = order, None
        return order

    def _sort_anew(self) -> _Sorted:
        members = sorted(self._map.items(), key=itemgetter(0))
        return _Sorted([key for key, _ in members], [entity for _, entity in members])

    def _corrected(self, ancestor: _Sorted, changed: tuple[str, ...]) -> _Sorted:
        keys, values = list(ancestor.keys), list(ancestor.values)
        for key in set(changed):
            place = bisect_left(keys, key)
            was = place < len(keys) and keys[place] == key
            entity = self._map.get(key)
            if entity is None:
                if was:
                    del keys[place], values[place]
            elif was:
                values[place] = entity
            else:
                keys.insert(place, key)
                values.insert(place, entity)
        return _Sorted(keys, values)


def index_key(value: Json) -> str:
    """`value` as a key of an index: 1 and 1.0 are the same number, but neither of them is `true`.

    A string stands for itself; everything else is spelt after a NUL. The trie takes keys of one type only.
    """
    if isinstance(value, str):
        return "\0s" + value if value.startswith("\0") else value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "\0" + canonical(value).decode()


def _keys_of(name: str, entity: JsonObject | None) -> set[str]:
    if entity is None:
        return set()
    if name[:1] == "/":
        return {index_key(value) for value in items_at(entity, path_of(name))}
    value = entity.get(name, MISSING)
    if isinstance(value, list):
        return {index_key(item) for item in value}
    return set() if value is MISSING else {index_key(value)}


def _build_index(name: str, entities: Mapping[str, JsonObject]) -> _Index:
    found: dict[str, list[str]] = {}
    for key, entity in entities.items():
        for value in _keys_of(name, entity):
            found.setdefault(value, []).append(key)
    return HashTrieMap({value: ids[0] if len(ids) == 1 else HashTrieSet(ids) for value, ids in found.items()})


def _reindexed(
    indexes: dict[str, _Index], key: str, old: JsonObject | None, new: JsonObject | None
) -> dict[str, _Index]:
    result = indexes
    for name, index in indexes.items():
        if old is not None and new is not None and name in old and name in new and old[name] is new[name]:
            continue
        before, after = _keys_of(name, old), _keys_of(name, new)
        if before == after:
            continue
        for value in before - after:
            index = _without(index, value, key)
        for value in after - before:
            index = _with(index, value, key)
        if result is indexes:
            result = dict(indexes)
        result[name] = index
    return result


def _with(index: _Index, value: str, key: str) -> _Index:
    ids = index.get(value)
    if ids is None:
        return index.insert(value, key)
    return index.insert(value, HashTrieSet([ids, key]) if isinstance(ids, str) else ids.insert(key))


def _without(index: _Index, value: str, key: str) -> _Index:
    ids = index.get(value)
    if isinstance(ids, str):
        return index.remove(value)
    rest = index[value].remove(key)
    return index.insert(value, rest if len(rest) > 1 else next(iter(rest)))
