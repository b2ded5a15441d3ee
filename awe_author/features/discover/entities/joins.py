"""Records of other kinds inside entities: a ticket's `customer`, which follows its `customer_id`, and a customer's
`tickets`, which are those whose `customer_id` is the customer's key.

Neither is kept with the entity: a write to the one side shows on the other. A rule must hold for every look at the
field, each compared with what was known of the other kind at that time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.common.keys import literal_text, map_text, member, own_key, text
from awe_author.features.discover.common.names import IDS, plural, safe, singular, snake
from awe_author.features.discover.entities.entities import Entities, ToldText, record_key
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen

DEEPEST = 4
ENOUGH = 2
"""Different entities that must have spoken for a rule."""
LONG = 12
"""Characters of a key that stands nowhere by chance."""
Shape = str | int | float | bool | None | dict[str, Any] | list[Any]


@dataclass(frozen=True, slots=True)
class Of:
    """A place of a record that shows a field of its entity."""

    field: str


@dataclass(slots=True)
class Join:
    """How the records in one field come from another kind."""

    other: Entities
    by: str
    """The field that names: of the entity itself, or when `listed` of those in the list."""
    shape: Any
    """What each record shows: `Of` where it is a field of the other entity, else what is always there."""
    listed: bool = False
    down: bool = False
    """Listed: those with the greatest key come first."""

    def text(self, item: str, key: str, values: Sequence[Any]) -> str:
        """The expression for the field of `item`, whose key's name is `key`. `values`: what one endpoint shows there,
        which may be less than others show."""
        name = self.other.kind.name
        one = safe(singular(name)) + "_"
        shown = shown_text(_narrowed(self.shape, values), one, self.other)
        if not self.listed:
            own = member(item, self.by, sure=False)
            found = f"state.{name}.values().filter({one}, string({member(one, self.other.kind.key)}) == string({own}))"
            return f"({own} == null ? dyn(null) : ({found}.map({one}, dyn({shown})) + [dyn(null)])[0])"
        named = f"string({by_text(one, self.by)}) == string({member(item, key)})"
        order = own_key(one, self.other.kind.key, number=self.other.counted)
        turned = ".reverse()" if self.down else ""
        return f"state.{name}.values().filter({one}, {named}).sortBy({one}, {order}){turned}.map({one}, {shown})"


@dataclass(frozen=True, slots=True)
class Shown:
    """How a record that the entity keeps, as a write named it, shows an entity of another kind as it is by then."""

    field: str
    key: str
    """The member that names."""
    other: Entities
    shape: Any

    def text(self, item: str, _: str, values: Sequence[Any]) -> str:
        """The expression for the field of `item`; what is kept where there is no such entity (any more)."""
        own, there = member(item, self.field, sure=False), f"state.{self.other.kind.name}"
        named = f"string(dyn({own}).get({text(self.key)}, ''))"
        shown = shown_text(_narrowed(self.shape, values), f"{there}[{named}]", self.other)
        return f"(type({own}) == map && {named} in {there} ? dyn({shown}) : dyn({own}))"


@dataclass(frozen=True, slots=True)
class ShownEach:
    """How the records of a list that the entity keeps show entities of another kind as they are by then."""

    field: str
    key: str
    other: Entities
    shape: Any

    def text(self, item: str, _: str, values: Sequence[Any]) -> str:
        """The expression for the field of `item`; a record is as it is kept where there is no such entity."""
        own, there, one = member(item, self.field, sure=False), f"state.{self.other.kind.name}", f"{self.field}_each"
        named = f"string(dyn({one}).get({text(self.key)}, ''))"
        shown = shown_text(_narrowed(self.shape, values), f"{there}[{named}]", self.other)
        each = f"type({one}) == map && {named} in {there} ? dyn({shown}) : dyn({one})"
        return f"(type({own}) == list ? dyn(dyn({own}).map({one}, {each})) : dyn({own}))"


def by_text(one: str, by: str) -> str:
    """The expression of the field that names, or with a dot of a member of the record in it; '' where it is null."""
    head, dot, rest = by.partition(".")
    own = member(one, head, sure=False)
    if not dot:
        return f"({own} == null ? dyn('') : dyn({own}))"
    inner = f"dyn({own}).get({text(rest)}, null)"
    return f"(type({own}) == map && {inner} != null ? dyn({inner}) : dyn(''))"


def joins_of(parts: Sequence[Entities], times: Times) -> dict[str, dict[str, Join | Shown | ShownEach]]:
    """Kind -> field -> rule."""
    found: dict[str, dict[str, Join | Shown | ShownEach]] = {}
    for part in parts:
        for name in part.fields():
            form = part.forms.get(name)
            sent = name in part.written and name not in part.children
            if part.kind.source == "page" or form not in ("object", "list") or (sent and form == "object"):
                continue
            looks = [one for one in looks_of(part, name) if one[2] is not None]
            empty = [one for one in looks_of(part, name) if one[2] is None]
            for other in sorted(parts, key=lambda one: unlike(one, part, name)):
                if other.kind.source == "page":
                    continue
                join: Join | Shown | ShownEach | None
                if form == "list":
                    join = None if sent else _listed(part, other, looks, times)
                    join = join or _shown_each(name, other, looks, times)
                else:
                    join = single(part, other, looks, times, empty) or _shown(name, other, looks, times)
                if join is not None:
                    found.setdefault(part.kind.name, {})[name] = join
                    break
    return found


def unlike(other: Entities, part: Entities, name: str) -> tuple[bool, bool, bool]:
    """How little speaks for a kind: it was seen right there, the field is called like it, it is not the same kind."""
    there = any(name in group.pattern for group in other.kind.groups)
    return (not there, plural(snake(name)) != other.kind.name, other is part)


Look = tuple[int, str, Any, dict[str, Any]]
"""(seq, key of the entity, what the field showed, the whole sighting)."""


class Times:
    """What was there, and what it was like, at each moment."""

    def __init__(self, operations: Iterable[Operation], seen: Seen) -> None:
        self.seen = seen
        self.made: dict[tuple[str, str], int] = {}
        self.gone: dict[tuple[str, str], int] = {}
        for one in operations:
            if one.role not in ("create", "delete") or one.guessed:
                continue  # what is guessed was never done
            for kind, key, seq in one.brought:
                self.made.setdefault((kind, key), seq)
            into = self.made if one.role == "create" else self.gone
            for call, key in zip(one.calls, one.made, strict=False):
                into.setdefault((one.kind.name, key), call.seq)
        for mark, seq in seen.went.items():
            self.gone.setdefault(mark, seq)

    def there(self, part: Entities, key: str, seq: int) -> bool:
        """Was there an entity of this key?"""
        mark = (part.kind.name, key)
        return self.made.get(mark, -1) <= seq < self.gone.get(mark, 1 << 62)

    def value(self, part: Entities, key: str, seq: int) -> dict[str, Any]:
        """What it was like."""
        return self.seen.around(part.kind, key, seq)


def looks_of(part: Entities, name: str) -> list[Look]:
    """All looks at a field."""
    return [
        (one.call.seq, str(one.value[part.kind.key]), one.value[name], one.value)
        for one in part.kind.sightings()
        if name in one.value
    ]


def single(
    part: Entities, other: Entities, looks: Sequence[Look], times: Times, empty: Sequence[Look] = ()
) -> Join | None:
    """A record that follows a plain field of the entity, which names nothing where there is none (`empty`)."""
    known = {*other.seed, *other.made}
    keys = [str(record_key(value)) for _, _, value, _ in looks if isinstance(value, dict)]
    if len(keys) != len(looks) or len(set(keys)) < ENOUGH or not known.issuperset(keys):
        return None
    wholes = [value | times.value(part, key, seq) | value for seq, key, _, value in looks]
    plain = [name for name in part.fields() if part.forms.get(name) == "plain" and name != part.kind.key]
    for by in plain:
        if any(str((one[3] | times.value(part, one[1], one[0]) | one[3]).get(by)) in known for one in empty):
            continue
        if all(str(whole.get(by)) == key for whole, key in zip(wholes, keys, strict=True)):
            pairs = [
                (value, times.value(other, key, seq))
                for (seq, _, value, _), key in zip(looks, keys, strict=True)
            ]  # fmt: skip
            shape = shape_of(pairs, other)
            return Join(other, by, shape) if shape is not None else None
    return None


def shows(records: Sequence[tuple[str, dict[str, Any], Mapping[str, Any]]], key: str, other: Entities) -> Any:
    """What records show of entities of another kind, two at least, beside the key by which they name them; None where
    that is nothing, or something else. `records`: (key, record, entity as it was by then)."""
    if len({named for named, _, _ in records}) < ENOUGH:
        return None
    shape = shape_of([(record, entity) for _, record, entity in records], other)
    if not isinstance(shape, dict) or shape.get(key) != Of(other.kind.key):
        return None
    for name, one in shape.items():
        said = [record[name] for _, record, _ in records if name in record]
        if isinstance(one, Of) and name != key and all(value == said[0] for value in said):
            shape[name] = one if all(one.field in entity for entity in other.seed.values()) else [said[0]]
    return shape if any(isinstance(one, Of) for name, one in shape.items() if name != key) else None


def _shown(name: str, other: Entities, looks: Sequence[Look], times: Times) -> Shown | None:
    """A record that names the entity itself."""
    records = [(str(record_key(value)), value, seq) for seq, _, value, _ in looks if isinstance(value, dict)]
    if len(records) != len(looks) or not {*other.seed, *other.made} >= {named for named, _, _ in records}:
        return None
    key = next((one for one in IDS if all(str(value.get(one)) == named for named, value, _ in records)), "")
    told = [(named, value, times.value(other, named, seq)) for named, value, seq in records]
    shape = shows(told, key, other) if key else None
    return Shown(name, key, other, shape) if shape is not None else None


def _shown_each(name: str, other: Entities, looks: Sequence[Look], times: Times) -> ShownEach | None:
    """A list of records that name the entities themselves, where one of these became another and was shown so: a tag
    that has another name by then, of all that have it."""
    records = [
        (str(record_key(one)), one, seq) for seq, _, value, _ in looks if isinstance(value, list) for one in value
    ]
    if not records or not all(isinstance(one, dict) for _, one, _ in records):
        return None
    if not {*other.seed, *other.made} >= {named for named, _, _ in records}:
        return None
    key = next((member for member in IDS if all(str(one.get(member)) == named for named, one, _ in records)), "")
    told = [(named, one, times.value(other, named, seq)) for named, one, seq in records]
    shape = shows(told, key, other) if key else None
    changed = isinstance(shape, dict) and any(
        len({str(one.get(member)) for of, one, _ in told if of == named}) > 1
        for member, told_by in shape.items() if isinstance(told_by, Of) for named in {of for of, _, _ in told}
    )  # fmt: skip
    return ShownEach(name, key, other, shape) if changed else None


def _listed(part: Entities, other: Entities, looks: Sequence[Look], times: Times) -> Join | None:
    """All entities of the other kind that name this one."""
    known = {*other.seed, *other.made}
    lists = [[_key(one) for one in value] for _, _, value, _ in looks if isinstance(value, list)]
    if len(lists) != len(looks) or not known.issuperset(key for keys in lists for key in keys):
        return None
    different = {tuple(keys) for keys in lists if keys}
    if not different:
        return None
    told = max(map(len, different)) >= ENOUGH or all(len(own) >= LONG for _, own, _, _ in looks)
    plain = [name for name in other.fields() if other.forms.get(name) == "plain" and name != other.kind.key]
    held = [f"{name}.{inner}" for name in other.fields() if other.forms.get(name) == "object" for inner in IDS]
    for by in [*plain, *held]:
        if len(different) < ENOUGH and not (told and by in held):
            continue  # one list of one could be so by chance, where keys are short or anything may be the same
        if all(
            set(keys) == _naming(other, by, own, seq, times)
            for (seq, own, _, _), keys in zip(looks, lists, strict=True)
        ):
            pairs = [
                (one, times.value(other, _key(one), seq)) for seq, _, value, _ in looks for one in value
            ]  # fmt: skip
            shape = shape_of(pairs, other)
            ways = [down for down in (False, True) if all(keys == _in_order(keys, other, down) for keys in lists)]
            return Join(other, by, shape, listed=True, down=ways == [True]) if shape is not None and ways else None
    return None


def _naming(other: Entities, by: str, own: str, seq: int, times: Times) -> set[str]:
    return {
        key for key in (*other.seed, *other.made)
        if times.there(other, key, seq) and str(value_at(times.value(other, key, seq), by)) == own
    }  # fmt: skip


def _in_order(keys: Sequence[str], other: Entities, down: bool) -> list[str]:
    return sorted(keys, key=(lambda key: (int(key), "")) if other.counted else (lambda key: (0, key)), reverse=down)


def _key(one: Any) -> str:
    key = record_key(one) if isinstance(one, dict) else one
    return "" if key is None or isinstance(key, dict | list | bool) else str(key)


def shape_of(pairs: Sequence[tuple[Any, Mapping[str, Any]]], other: Entities, depth: int = 0) -> Any:
    """What records show of their entities, by (record, entity); None when some of it is neither one of their fields nor
    always the same."""
    values = [value for value, _ in pairs]
    if values and all(isinstance(value, dict) for value in values) and depth < DEEPEST:
        made: dict[str, Any] = {}
        for name in dict.fromkeys(name for value in values for name in value):
            inner = [(value[name], entity) for value, entity in pairs if name in value]
            shape = _field(name, inner, other) or shape_of(inner, other, depth + 1)
            if shape is None:
                return None
            made[name] = shape
        return made
    field = _field("", pairs, other)
    if field is not None:
        return field
    same = all(value == values[0] for value in values)
    return [values[0]] if same else None


def _field(name: str, pairs: Sequence[tuple[Any, Mapping[str, Any]]], other: Entities) -> Of | None:
    """The field that a place shows, its namesake first; of lists and records only that."""
    if any(isinstance(value, dict | list) for value, _ in pairs):
        alike = other.forms.get(name) == ("list" if isinstance(pairs[0][0], list) else "object")
        return Of(name) if alike and all(name in one and value == one[name] for value, one in pairs) else None
    plain = [one for one in other.fields() if other.forms.get(one) == "plain" or one == other.kind.key]
    for one in sorted(plain, key=lambda one: (one != name, one != other.kind.key)):
        fits = all(one in entity and value == entity[one] for value, entity in pairs)
        if fits and (one == name or len({str(value) for value, _ in pairs}) > 1):
            return Of(one)
    return None


def _narrowed(shape: Any, values: Sequence[Any]) -> Any:
    """Without members that none of the values has."""
    some = [one for value in values for one in (value if isinstance(value, list) else [value])]
    told = [one for one in some if isinstance(one, dict)]
    if not isinstance(shape, dict) or not told:
        return shape
    names = dict.fromkeys(name for one in told for name in one if name in shape)
    return {name: _narrowed(shape[name], [one[name] for one in told if name in one]) for name in names}


def shown_text(shape: Any, one: str, other: Entities) -> str:
    """The expression of a record of entity `one`."""
    if isinstance(shape, Of):
        if shape.field == other.kind.key:
            return own_key(one, shape.field, number=other.number)
        if isinstance(told := other.joins.get(shape.field), ToldText):
            return f"({told.text(one, other.kind.key, ())})"
        return member(one, shape.field, sure=shape.field in other.certain())
    if isinstance(shape, dict):
        return map_text({name: shown_text(inner, one, other) for name, inner in shape.items()})
    return literal_text(shape[0])
