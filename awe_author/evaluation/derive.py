"""Ground truth: a task's checkpoints and frame derived from what an oracle, or a person, did to the state.

What must be: every record that came, with its fields; every field that changed; every record that went; the answer.
What may vary: whatever differs between two runs at other moments and seeds (dates of creation, random numbers), and ids
that the episode made. What must not change: everything else, which is the frame.

It always passes on what it was derived from, and never on the untouched world; `check` proves the rest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from awe_author.errors import InputError
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.model import Allowed, Checkpoint, Frame
from awe_author.json_types import Json, JsonObject
from awe_author.session.events import Event
from awe_author.session.moments import parse_moment, seconds
from awe_author.state.canonical import fresh, same
from awe_author.state.model import LINK, WAREHOUSE
from awe_author.state.pointer import MISSING, escaped, parse, path_of, pointer
from awe_author.state.shape import TIMERS, Shape
from awe_author.state.world_state import WorldState

NAMING = ("email", "subject", "name", "title", "address", "label", "text", "body")
"""Fields by which people call a record, the best first."""

GENERATED = re.compile(r".+-\d{7}-\d+")
"""An id from `new_id`: what another run may call otherwise."""

LONG_ID = 8
"""Characters from which on an id of an app (a UUID, an ObjectId) is taken for one wherever it stands; counters, which
are shorter, come out the same in every run."""


@dataclass(frozen=True, slots=True)
class Derived:
    """What a run says about its task."""

    checkpoints: tuple[Checkpoint, ...]
    frame: Frame
    varies: tuple[str, ...]
    """Places that may vary."""

    explained: tuple[JsonObject, ...] = ()
    """Places that no checkpoint looks at, with the reason, as a task says them."""


def derive(run: Evidence, other: Evidence) -> Derived:
    """`run` is the ground truth, `other` the same done at another moment with another seed. Raises InputError."""
    acting = tuple(dict.fromkeys(event.app for event in run.events if event.app))
    made = _Deriving(run.initial, run.final, other.final, acting)
    checkpoints = [*made.checkpoints(), *_answer(run)]
    if not checkpoints:
        raise InputError("nothing changed and nothing was answered, so that there is nothing to check")
    named = tuple(_unique(checkpoints))
    return Derived(named, made.frame(), tuple(sorted(made.varies)), tuple(made.explained))


@dataclass
class _Deriving:
    initial: WorldState
    final: WorldState
    other: WorldState
    acting: tuple[str, ...]
    """Apps in the order in which something was done in them."""

    varies: set[str] = field(default_factory=set)
    explained: list[JsonObject] = field(default_factory=list)
    covered: set[tuple[str, str]] = field(default_factory=set)
    """Entities of the warehouse, by kind and id, that a checkpoint looks at through some app."""

    @property
    def shape(self) -> Shape:
        return self.final.shape

    @cached_property
    def _kept(self) -> set[tuple[str, str]]:
        """Entities of which the own part of some app changed: that app's checkpoint looks at them."""
        found: set[tuple[str, str]] = set()
        for key, shape in self.shape.collections.items():
            if shape.adapter is None:
                continue
            before, after = self.initial.collection(key), self.final.collection(key)
            for id in after.keys_differing(before):
                record = after.get(id) or before.get(id)
                if record is not None:
                    found.add((shape.adapter.entities, str(record[LINK])))
        return found

    # ---- the frame

    def frame(self) -> Frame:
        """Every place that changed, as narrow as it can be said."""
        change: list[Allowed] = []
        remove: list[Allowed] = []
        added: dict[str, int] = {}
        for one in self.initial.differences(self.final):
            segments = parse(one.path)
            if one.path.startswith(TIMERS):
                change.append(Allowed(path=TIMERS))
            elif len(segments) == 3 and one.op == "add":
                added[f"{pointer(*segments[:2])}/*"] = added.get(f"{pointer(*segments[:2])}/*", 0) + 1
            elif len(segments) == 3 and one.op == "remove" and pointer(*segments[:2]) in self.shape.collections:
                remove.append(Allowed(path=one.path))
            else:
                change.append(Allowed(path=one.path))
        add = [Allowed(path=path, at_most=number) for path, number in sorted(added.items())]
        return Frame(may_change=tuple(dict.fromkeys(change)), may_add=tuple(add), may_remove=tuple(remove))

    # ---- the checkpoints

    def checkpoints(self) -> Iterator[Checkpoint]:
        """By app and collection; the warehouse's entities as far as no app shows them."""
        order = {app: place for place, app in enumerate(self.acting)}
        for app in sorted(self.shape.roots, key=lambda name: (name == WAREHOUSE, order.get(name, len(order)), name)):
            for name in self.shape.roots[app]:
                key = pointer(app, name)
                if key in self.shape.plain:
                    yield from self._plain(app, name)
                elif app != WAREHOUSE or not self._shown(key):
                    yield from self._collection(app, name)

    def _shown(self, key: str) -> bool:
        """Do apps show the entities of this kind, so that their own checkpoints look at them?"""
        return bool(self.shape.sharing.get(key))

    def _plain(self, app: str, name: str) -> Iterator[Checkpoint]:
        before, after, again = (state.view(app).get(name) for state in (self.initial, self.final, self.other))
        if same(fresh(before), fresh(after)):
            return
        if not same(fresh(after), fresh(again)):
            self.varies.add(pointer(app, name))
            return
        spec = {"value": f"state.{app}.{name}", "equals": fresh(after)}
        yield Checkpoint(id=f"{name}-set", kind="state", spec=spec, title=f"{app}: {name} is set")

    def _collection(self, app: str, name: str) -> Iterator[Checkpoint]:
        before, after = self.initial.view(app)[name], self.final.view(app)[name]
        if before is after:
            return
        again = self.other.view(app)[name]
        ids = sorted({*before.keys(), *after.keys()})
        came = {id: fresh(after[id]) for id in ids if id in after and id not in before}
        for id in ids:
            if self._looked_at_elsewhere(pointer(app, name), id):
                continue
            if id in came:
                yield self._came(app, name, id, came, again.get(id))
            elif id not in after:
                spec = f"!({json.dumps(id)} in state.{app}.{name})"
                yield Checkpoint(id=f"{_word(id)}-gone", kind="state", spec=spec, title=f"{app}: {id} is gone")
            else:
                yield from self._changed(app, name, id, fresh(before[id]), fresh(after[id]), fresh(again.get(id)))

    def _looked_at_elsewhere(self, key: str, id: str) -> bool:
        """Is this the shared part of a record whose own part did not change, seen through another app already?"""
        adapter = self.shape.collections[key].adapter
        if adapter is None:
            return False
        before, after = self.initial.collection(key).get(id), self.final.collection(key).get(id)
        record = after or before
        entity = (adapter.entities, id if record is None else str(record[LINK]))
        seen = entity in self.covered or entity in self._kept
        self.covered.add(entity)
        return seen and before == after

    def _came(self, app: str, name: str, id: str, came: Mapping[str, Any], again: Any) -> Checkpoint:
        record: dict[str, Any] = came[id]
        fields: dict[str, Json] = {}
        related: dict[str, Json] = {}
        for one, value in sorted(record.items()):
            place = f"{pointer(app, name)}/*/{escaped(one)}"
            if one in ("id", LINK):
                continue
            if again is None or not same(value, fresh(again.get(one))):
                self.varies.add(place)
            elif not self._relates(app, name, one, value, related, place):
                fields[one] = _wanted(value)
        where = _picks(record, [one for other, one in came.items() if other != id], fields)
        spec: dict[str, Json] = {"in": f"{app}.{name}", "new": True, "where": where, "fields": fields}
        if related:
            spec["related"] = related
        if not where:
            del spec["where"]
            spec["count"] = len(came)
        return Checkpoint(id=f"new-{_word(name)}", kind="records", spec=spec, title=f"{app}: a record of {name} came")

    def _changed(self, app: str, name: str, id: str, before: Any, after: Any, again: Any) -> Iterator[Checkpoint]:
        fields: dict[str, Json] = {}
        related: dict[str, Json] = {}
        begun = self._own_part_began(pointer(app, name), id)
        for one in sorted({*before, *after}):
            old, new = before.get(one, MISSING), after.get(one, MISSING)
            if new is MISSING or (one not in begun and old is not MISSING and same(old, new)):
                continue
            place = f"{pointer(app, name)}/{escaped(id)}/{escaped(one)}"
            if not isinstance(again, dict) or not same(new, again.get(one)):
                self.varies.add(place)
            elif not self._relates(app, name, one, new, related, place):
                fields[one] = _wanted(new)
        if fields or related:
            spec: dict[str, Json] = {"in": f"{app}.{name}", "where": {"id": id}, "fields": fields}
            if related:
                spec["related"] = related
            if after.get("id") != id:
                spec["where"] = f"item == state.{app}.{name}[{json.dumps(id)}]"
            changed = [*fields, *related]
            named, what = f"{_word(id)}-{_word(changed[0])}", ", ".join(changed)
            yield Checkpoint(id=named, kind="records", spec=spec, title=f"{app}: {what} of {id}")

    def _own_part_began(self, key: str, id: str) -> set[str]:
        """Fields of the app's own part of a shared record, when the episode began to keep one."""
        if self.shape.collections[key].adapter is None or id in self.initial.collection(key):
            return set()
        return set(self.final.collection(key).get(id) or ()) - {"id", LINK}

    def _relates(self, app: str, name: str, one: str, value: Any, related: dict[str, Json], place: str) -> bool:
        """Whether the field holds ids that the episode made: then what they refer to is looked at, if it has a name."""
        if not _made_here(value, self.initial):
            return False
        target = self._target(app, name, one)
        made = [id for id in (value if isinstance(value, list) else [value]) if _made_here(id, self.initial)]
        wanted = self._name_of(target, made[0]) if len(made) == 1 and isinstance(made[0], str) else None
        if target and wanted:
            related[one] = {"in": ".".join(parse(target)), "fields": wanted}
        else:
            self._unlooked(place)
        return True

    def _unlooked(self, place: str) -> None:
        why = "it holds an id that the episode made, which another way to the same end calls otherwise"
        self.explained.append({"path": place, "why": why})

    def _target(self, app: str, name: str, one: str) -> str:
        shape = self.shape.collections[pointer(app, name)]
        return next((ref.target for ref in shape.references if path_of(ref.field)[:1] == (one,)), "")

    def _name_of(self, target: str, id: str) -> dict[str, Json] | None:
        """How to recognise an entity that came in the episode."""
        if not target:
            return None
        app, name = parse(target)
        record = self.final.view(app)[name].get(id)
        if record is None:
            return None
        named = {one: _wanted(fresh(record[one])) for one in NAMING if record.get(one)}
        return dict(list(named.items())[:2]) or None


def _wanted(value: Any) -> Json:
    """A matcher for a value: texts as people type them, but for case and white space; lists and objects as they are."""
    return {"equals": value} if isinstance(value, list | dict) else value


def _made_here(value: Any, initial: WorldState) -> bool:
    """Is it, or does it hold, an id that the episode made?"""
    if isinstance(value, str):
        return GENERATED.fullmatch(value) is not None and value not in _old_ids(initial)
    if isinstance(value, list):
        return any(_made_here(one, initial) for one in value)
    return isinstance(value, dict) and any(_made_here(one, initial) for one in value.values())


def _old_ids(state: WorldState) -> set[str]:
    return {id for key in state.shape.collections for id in state.collection(key).keys()}  # noqa: SIM118


def _picks(record: Mapping[str, Any], others: Sequence[Any], fields: Mapping[str, Json]) -> dict[str, Json]:
    """A field that picks this record among those that came, by preference one that people call it by."""
    for one in (*[name for name in NAMING if name in fields], *sorted(fields)):
        value = record[one]
        if value not in ("", None, [], {}) and not any(same(value, other.get(one, MISSING)) for other in others):
            return {one: fields[one]}
    return {}


def _answer(run: Evidence) -> Iterator[Checkpoint]:
    if not run.facts.answered:
        return
    answer = run.facts.answer
    spec: Json
    if isinstance(answer, bool) or answer is None or isinstance(answer, dict):
        spec = {"json": answer}
    elif isinstance(answer, int | float):
        spec = {"number": answer}
    else:
        spec = {"set": answer} if isinstance(answer, list) else {"text": answer}
    yield Checkpoint(id="answer", kind="answer", spec=spec, title="The answer")


def _unique(checkpoints: Sequence[Checkpoint]) -> Iterator[Checkpoint]:
    seen: dict[str, int] = {}
    for one in checkpoints:
        seen[one.id] = seen.get(one.id, 0) + 1
        id = one.id if seen[one.id] == 1 else f"{one.id}-{seen[one.id]}"
        yield Checkpoint(id=id, kind=one.kind, spec=one.spec, title=one.title)


def _word(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "x"


# ---- an oracle from what was done ------------------------------------------------------------------------------------


def acts_of(events: Sequence[Event]) -> list[JsonObject]:
    """The acts that do again what these events did: actions, and moves of the clock; what timers did comes by itself.

    A parameter that holds an id which an earlier action made is written as an expression over that one's result.
    """
    acts: list[JsonObject] = []
    known: dict[str, tuple[int, str]] = {}
    for event in events:
        if event.kind == "clock":
            acts.append({"advance": _advanced(events, event)})
        elif event.kind == "action" and (event.cause or {}).get("type") != "timer":
            acts.append(_act(event, known, acts))
            made = _made_by(event)
            for path, value in _inside("", event.result):
                if isinstance(value, str) and (value in made or GENERATED.fullmatch(value)):
                    known.setdefault(value, (len(acts) - 1, path))
    return acts


def _made_by(event: Event) -> frozenset[str]:
    """Ids of the entities that an event added, as far as no other value is likely to be the same text."""
    added = [parse(change.path) for change in event.patch if change.op == "add"]
    return frozenset(one[2] for one in added if len(one) == 3 and len(one[2]) >= LONG_ID)


def _act(event: Event, known: Mapping[str, tuple[int, str]], acts: list[JsonObject]) -> JsonObject:
    params: dict[str, Json] = {}
    computed: dict[str, Json] = {}
    for name, value in event.params.items():
        made = {one for _, one in _inside("", value) if isinstance(one, str) and one in known}
        if not made:
            params[name] = value
            continue
        for one in made:
            place = known[one][0]
            acts[place]["as"] = f"act_{place}"
        computed[name] = _computed(value, known)
    act: JsonObject = {"app": event.app, "action": event.action}
    return act | ({"params": params} if params else {}) | ({"with": computed} if computed else {})


def _computed(value: Json, known: Mapping[str, tuple[int, str]]) -> Json:
    if isinstance(value, str):
        place = known.get(value)
        return f"act_{place[0]}{place[1]}" if place else json.dumps(value)
    if isinstance(value, list):
        return [_computed(one, known) for one in value]
    return {name: _computed(one, known) for name, one in value.items()} if isinstance(value, dict) else value


def _inside(path: str, value: Json) -> Iterator[tuple[str, Json]]:
    """Every value inside a result, with the expression that leads there."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _inside(f"{path}[{json.dumps(name)}]", one)
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from _inside(f"{path}[{place}]", one)
    else:
        yield path, value


def _advanced(events: Sequence[Event], event: Event) -> float:
    """Seconds by which the clock was moved, counted from the last event that somebody did."""
    before = [one for one in events if one.sequence < event.sequence and (one.cause or {}).get("type") != "timer"]
    start = parse_moment(before[-1].clock) if before else parse_moment(event.clock)
    return seconds(parse_moment(event.clock) - start)
