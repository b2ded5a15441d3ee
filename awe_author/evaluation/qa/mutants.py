"""Final states that are wrong in one place. A task whose checkpoints and frame do not notice is not admitted.

    field      a value that the oracle changed, or gave a new record, is another one; or is as it was before
    link       a reference names another record
    order      a list is reversed
    record     a new record is missing; one that was removed is still there
    extra      a new record is there twice; a collection has one record more
    deletion   a record that has nothing to do with the task is gone
    unrelated  a field of such a record is another one

Places that differ between two runs of the oracle at other moments (`volatile`) cannot be demanded and are left out, as
are timers, ids and links between an app's record and its warehouse entity, which follow from the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias, cast

from awe_author.evaluation.checkpoints import Environment
from awe_author.evaluation.frame import covers
from awe_author.json_types import Json, JsonObject
from awe_author.state.cel import DYN, CelType
from awe_author.state.collection import Collection
from awe_author.state.model import LINK, WAREHOUSE
from awe_author.state.pointer import MISSING, escaped, parse, path_of, pointer
from awe_author.state.shape import TIMERS, Shape
from awe_author.state.types import Change
from awe_author.state.world_state import WorldState

MutantKind: TypeAlias = Literal["field", "link", "order", "record", "extra", "deletion", "unrelated"]
COLLATERAL: frozenset[str] = frozenset({"deletion", "unrelated", "extra"})
_ABSENT = object()
MOST_FIELDS = 40
"""Places of one record that are mutated."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A final state that is wrong in one place."""

    kind: MutantKind
    path: str
    what: str
    state: WorldState


def mutants(initial: WorldState, final: WorldState, env: Environment, volatile: Iterable[str] = ()) -> Iterator[Mutant]:
    """All mutants of `final`, which `initial` led to, in a fixed order."""
    making = _Making(initial, final, env, tuple(volatile))
    changes = [one for one in initial.differences(final) if not one.path.startswith(TIMERS)]
    for change in changes:
        yield from making.of(change)
    touched = {"/".join(change.path.split("/")[:4]) for change in changes}
    yield from making.lost(sorted(touched))
    for key in sorted(final.shape.collections):
        if key != TIMERS:
            yield from making.collateral(key, initial, touched)


class _Making:
    def __init__(self, initial: WorldState, final: WorldState, env: Environment, volatile: tuple[str, ...]) -> None:
        self._initial, self._final, self._env, self._volatile = initial, final, env, volatile
        self._shape: Shape = final.shape

    def of(self, change: Change) -> Iterator[Mutant]:
        """Mutants of one change that the oracle made."""
        if self._moves(change.path):
            return
        whole = len(parse(change.path)) == 3
        if change.op == "remove":
            yield self._put(change, "record" if whole else "field", change.old, "is still there")
            return
        if whole and change.op == "add":
            yield self._without("record", change.path, "is missing")
            yield self._twin("extra", change.path, cast(JsonObject, change.value), "is there twice")
        elif change.op == "replace":
            yield self._put(change, "field", change.old, f"is still {_short(change.old)}")
        else:
            yield self._without("field", change.path, "is missing")
        for place, (path, value) in enumerate(_leaves(change.path, change.value)):
            if place < MOST_FIELDS:
                yield from self._other(path, value)

    def lost(self, touched: list[str]) -> Iterator[Mutant]:
        """Records that the oracle changed are gone."""
        for path in touched:
            segments = parse(path)
            there = pointer(*segments[:2]) in self._shape.collections and len(segments) == 3
            if (
                there
                and self._initial.get(path, _ABSENT) is not _ABSENT
                and self._final.get(path, _ABSENT) is not _ABSENT
            ):
                yield self._without("record", path, "is gone")

    def _other(self, path: str, value: Json) -> Iterator[Mutant]:
        """Another value at a leaf."""
        if self._moves(path) or parse(path)[-1] in ("id", LINK):
            return
        target = self._target(path)
        kind: MutantKind = "link" if target else "field"
        made = _reference(value, self._ids(target)) if target else other_value(value, self._type(path))
        if made is not MISSING:
            yield self._put(Change("replace", path, value, made), kind, made, f"is {_short(made)}")
        if isinstance(value, list) and len(value) > 1 and value != value[::-1]:
            yield self._put(Change("replace", path, value), "order", value[::-1], "is in the other order")

    def collateral(self, key: str, initial: WorldState, touched: set[str]) -> Iterator[Mutant]:
        """Harm to records that the oracle did not touch: the first and the last of the collection."""
        records: Any = self._final.part(key)
        ids = [id for id in records.keys() if f"{key}/{escaped(id)}" not in touched]  # noqa: SIM118
        for id in dict.fromkeys([*ids[:1], *ids[-1:]]):
            path = f"{key}/{escaped(id)}"
            yield self._without("deletion", path, "is gone")
            leaf = next(((p, v) for p, v in _leaves(path, records[id]) if self._harmed(p, v)), None)
            if leaf is not None:
                made = other_value(leaf[1], self._type(leaf[0]))
                change = Change("replace", leaf[0], leaf[1], made)
                yield self._put(change, "unrelated", made, f"is {_short(made)}")
        if ids:
            path = f"{key}/{escaped(ids[0])}"
            yield self._twin("extra", path, records[ids[0]], "was copied")

    def _harmed(self, path: str, value: Json) -> bool:
        if self._target(path) or parse(path)[-1] in ("id", LINK) or self._moves(path):
            return False
        return other_value(value, self._type(path)) is not MISSING

    # ---- states

    def _put(self, change: Change, kind: MutantKind, value: Json, what: str) -> Mutant:
        now = self._final.get(change.path, _ABSENT)
        made = Change("add", change.path, None, value) if now is _ABSENT else Change("replace", change.path, now, value)
        return Mutant(kind, change.path, what, self._final.patched([made]))

    def _without(self, kind: MutantKind, path: str, what: str) -> Mutant:
        gone = [path, *self._linked(path)]
        changes = [Change("remove", one, self._final.get(one)) for one in gone]
        return Mutant(kind, path, what, self._final.patched(changes))

    def _linked(self, path: str) -> Iterator[str]:
        """Records of apps that are an entity of the warehouse and more: they go with it, in no world they are alone."""
        segments = parse(path)
        if segments[0] == WAREHOUSE and len(segments) == 3:
            for key, _ in self._shape.sharing.get(pointer(*segments[:2]), ()):
                for id in self._final.collection(key).ids_by(LINK, segments[2]):
                    yield f"{key}/{escaped(id)}"

    def _twin(self, kind: MutantKind, path: str, record: JsonObject, what: str) -> Mutant:
        segments = parse(path)
        id = f"{segments[-1]}-twin"
        twin = {**record, "id": id} if "id" in record else dict(record)
        made = Change("add", pointer(*segments[:-1], id), None, twin)
        return Mutant(kind, path, what, self._final.patched([made]))

    # ---- what is known of a place

    def _moves(self, path: str) -> bool:
        return any(covers(one, path) for one in self._volatile)

    def _type(self, path: str) -> CelType:
        segments = parse(path)
        kind = self._env.warehouse if segments[0] == WAREHOUSE else self._env.state.fields.get(segments[0], DYN)
        for one in segments[1:]:
            kind = kind.fields.get(one) or kind.element or DYN
        return kind

    def _target(self, path: str) -> str:
        """The collection that the field at `path` refers to; empty when it is no reference."""
        segments = parse(path)
        shape = self._shape.collections.get(pointer(*segments[:2]))
        if shape is None or len(segments) < 4:
            return ""
        for one in shape.references:
            if path_of(one.field)[: len(segments) - 3] == segments[3:]:
                return one.target
        return ""

    def _ids(self, target: str) -> list[str]:
        part = self._final.part(target)
        return list(part.keys()) if isinstance(part, Collection) else []


def _leaves(path: str, value: Json) -> Iterator[tuple[str, Json]]:
    """Places of values inside `value`: members of objects, lists as a whole."""
    if isinstance(value, dict) and value:
        for name in sorted(value):
            yield from _leaves(f"{path}/{escaped(name)}", value[name])
    else:
        yield path, value


def _reference(value: Json, ids: list[str]) -> Any:
    """Another reference, or list of references."""
    if isinstance(value, list):
        others = [id for id in ids if id not in value]
        return [*value[:-1], others[0]] if value and others else others[:1] or MISSING
    return next((id for id in ids if id != value), MISSING)


def other_value(value: Json, kind: CelType = DYN) -> Any:
    """A value of the same kind that is not `value`; `MISSING` when there is none."""
    if kind.values:
        return next((one for one in kind.values if one != value), MISSING)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return _other_text(value)
    if isinstance(value, list):
        return value[:-1] if value else ["x"]
    if isinstance(value, dict):
        return {"x": "x"}
    return {"int": 1, "double": 1.5, "bool": True}.get(kind.kind, "x")


def _other_text(value: str) -> str:
    """A day or moment a day later, else a longer text."""
    try:
        later = datetime.fromisoformat(value) + timedelta(days=1)
    except (ValueError, OverflowError):
        return f"{value} x" if value else "x"
    if len(value) == 10:
        return later.date().isoformat()
    return later.isoformat().replace("+00:00", "Z") if value.endswith("Z") else later.isoformat()


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
