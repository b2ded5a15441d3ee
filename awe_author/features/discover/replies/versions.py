"""The other version of an entity, beside it: `"versions": [{"id": 24, "paperId": "iq5", "published": ...}]` in answers
about the one with that key and the `id` 23.

Such a list holds nothing, or one record under the entity's own key and another `id`. Which version an entity had at the
start is what its first look said, if nothing had made one by then; of those that were never opened it is told by a word
that always goes with it (`status`), and made as those that were seen are made of their entities. An act that is
answered with the other version makes it anew, under the next number; its answer has the entity itself beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from awe_author.features.discover.common.keys import literal_text, map_text, member, moment_of, own_key
from awe_author.features.discover.common.names import safe, singular, unused
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.plain_values import add_counter
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

HELD = "other_version"
"""The member of an entity with the list of its other version."""
LEAST = 2
"""Looks at another version that tell of such a list."""
NEAR = 5.0
"""Seconds between two moments of one change."""
DEEPEST = 4
Look = tuple[int, str, "dict[str, Any] | None"]
"""(number of the call, key of the entity, the other version)."""


@dataclass(slots=True)
class Versions:
    """The other versions of one kind."""

    part: Entities
    way: Pattern
    """Where the list stands in answers."""
    shows: list[Operation] = field(default_factory=list)
    """Operations that answer with the entity itself."""
    acts: list[Operation] = field(default_factory=list)
    """Those that answer with the other version."""
    looks: list[Look] = field(default_factory=list)
    made: list[tuple[Call, str, dict[str, Any]]] = field(default_factory=list)
    """(act, key, the other version as its answer has it)."""
    held: str = HELD
    """The name under which entities keep it."""


def versions_of(parts: Sequence[Entities], operations: Sequence[Operation], seen: Seen) -> list[Versions]:
    """The kinds that have such lists."""
    found: list[Versions] = []
    for part in parts:
        mine = [one for one in operations if one.kind is part.kind and _tells_one(one)]
        ways = dict.fromkeys(way for one in mine for way in _ways(one)) if part.kind.own_id else {}
        made = [Versions(part, way, held=unused((HELD,), part.fields())) for way in ways]
        told = next((one for one in made if _fill(one, mine, seen)), None)
        found += [told] if told is not None else []
    return found


def _tells_one(one: Operation) -> bool:
    return one.pattern is not None and "*" not in one.pattern and one.guessed is None and one.role != "delete"


def _ways(one: Operation) -> list[Pattern]:
    """Where all answers have a list, outside of the entity."""
    answers = [call.answer for call in one.calls]
    inside = one.pattern or ()
    ways = [way for way in _lists(answers[0]) if way[: len(inside)] != inside] if inside else []
    return [way for way in ways if all(isinstance(at(answer, way), list) for answer in answers)]


def _lists(value: Any, way: Pattern = ()) -> Iterator[Pattern]:
    for name, inner in value.items() if isinstance(value, dict) and len(way) < DEEPEST else ():
        if isinstance(inner, list):
            yield (*way, name)
        yield from _lists(inner, (*way, name))


def _fill(found: Versions, operations: Sequence[Operation], seen: Seen) -> bool:
    """Sort out what shows the list at this place; False where it holds anything else."""
    part, acts = found.part, list[tuple[Operation, list[str], list[Any]]]()
    for one in operations:
        there = found.way in _ways(one)
        pairs = [
            (at(call.answer, one.pattern or ()), at(call.answer, found.way) if there else []) for call in one.calls
        ]
        if not (there or one.role == "act"):
            continue
        if not all(_beside(entity, listed, part) for entity, listed in pairs):
            return False
        keys = [str(entity[part.kind.key_name]) for entity, _ in pairs]
        own = [_own_number(part, key) == entity.get("id") for key, (entity, _) in zip(keys, pairs, strict=True)]
        if all(own) and there:
            found.shows.append(one)
            found.looks += [(call.seq, key, (listed or [None])[0])
                            for key, call, (_, listed) in zip(keys, one.calls, pairs, strict=True)]  # fmt: skip
        elif not any(own) and one.role == "act":
            acts.append((one, keys, [entity for entity, _ in pairs]))
        elif there:
            return False
    found.looks.sort(key=lambda look: look[0])
    for one, keys, shown in acts:
        made = [*zip(one.calls, keys, shown, strict=True)]
        if all(_stays(found, *each) for each in made) and any(_stays(found, *each) is True for each in made):
            found.acts.append(one)
            found.made += made
    return sum(look is not None for _, _, look in found.looks) >= LEAST


def _stays(found: Versions, call: Call, key: str, shown: dict[str, Any]) -> bool | str:
    """Is what an act was answered with the other version at the next look? A text where nothing looked again."""
    later = [version for seq, own, version in found.looks if own == key and seq > call.seq]
    return later[0] is not None and later[0].get("id") == shown.get("id") if later else "not seen again"


def _beside(entity: Any, listed: Sequence[Any], part: Entities) -> bool:
    """Does a list hold at most one record, under the entity's key and another number?"""
    name = part.kind.key_name
    if not isinstance(entity, dict) or name not in entity or len(listed) > 1:
        return False
    return all(
        isinstance(one, dict) and one.get(name) == entity[name] and one.get("id") not in (None, entity.get("id"))
        for one in listed
    )


def _own_number(part: Entities, key: str) -> Any:
    return (part.seed.get(key) or part.made.get(key) or {}).get(part.kind.own_id)


# ---- the start -------------------------------------------------------------------------------------------------------


def _starts(found: Versions) -> dict[str, dict[str, Any] | None]:
    """Key -> the version of the start, of entities that were opened before anything was done to them that makes one."""
    begun: dict[str, int] = {}
    for call, key, _ in found.made:
        begun.setdefault(key, call.seq)
    starts: dict[str, dict[str, Any] | None] = {}
    for seq, key, version in found.looks:
        if key in found.part.seed and seq < begun.get(key, 1 << 62):
            starts.setdefault(key, version)
    return starts


def _told_by(found: Versions, seen: Seen) -> tuple[str, Mapping[str, bool]] | None:
    """(field, its value -> is there another version?), of a word that went with it at all looks."""
    part = found.part
    for name in part.fields():
        if part.forms.get(name) != "plain" or name in (part.kind.key, part.kind.own_id):
            continue
        told: dict[str, set[bool]] = {}
        for seq, key, version in found.looks:
            value = seen.around(part.kind, key, seq).get(name)
            told.setdefault(value if isinstance(value, str) else "", set()).add(version is not None)
        there = {*part.values(name)}
        if "" not in told and all(len(one) == 1 for one in told.values()) and {*told} >= there and len(there) > 1:
            return name, {value: one == {True} for value, one in told.items()}
    return None


def _made_of(name: str, starts: Mapping[str, dict[str, Any] | None], part: Entities) -> tuple[str, Any]:
    """How a member of the other version comes about: ("field", which), ("plus", how many more than the entity's own
    number) or ("same", what it always is)."""
    pairs = [(version[name], part.seed[key]) for key, version in starts.items() if version and name in version]
    if name == part.kind.key_name:
        return "field", part.kind.key
    if name == "id":
        apart = {one - own for one, entity in pairs if is_integer(own := entity.get(part.kind.own_id))
                 and is_integer(one)}  # fmt: skip
        return ("plus", apart.pop()) if len(apart) == 1 and len(pairs) >= LEAST else ("same", None)
    if all(name in entity and value == entity[name] for value, entity in pairs):
        return "field", name
    moments = [(moment_of(value), entity) for value, entity in pairs]
    for other in part.fields() if all(moment is not None for moment, _ in moments) else ():
        near = ((moment, moment_of(entity.get(other))) for moment, entity in moments)
        if all(moment is not None and own is not None and abs(moment - own) < NEAR for moment, own in near):
            return "field", other
    return "same", pairs[0][0]


def _add_starts(found: Versions, seen: Seen) -> None:
    """Give the entities of the start their other versions."""
    part, starts = found.part, _starts(found)
    known = [one for one in starts.values() if one is not None]
    names = dict.fromkeys(name for one in known for name in one)
    ways = {name: _made_of(name, starts, part) for name in names}
    told = _told_by(found, seen)
    for key, entity in part.seed.items():
        if key in starts:
            entity[found.held] = [starts[key]] if starts[key] is not None else []
        elif told is not None and told[1].get(str(entity.get(told[0])), False):
            made: JsonObject = {}
            for name, (how, what) in ways.items():
                own = entity.get(what) if how == "field" else entity.get(part.kind.own_id)
                more = how == "plus" and is_integer(own)
                made[name] = what if how == "same" else own + what if more else own
            entity[found.held] = [made]
        else:
            entity[found.held] = []


# ---- what is done ----------------------------------------------------------------------------------------------------


def add_versions(
    found: Sequence[Versions], document: JsonObject, seed: JsonObject, names: Mapping[int, str],
    features: Sequence[Feature], seen: Seen,
) -> None:  # fmt: skip
    """Complete model, seed and features. `names`: id() of an operation -> its action."""
    for one in found:
        _add_starts(one, seen)
        _add_actions(one, document, seed, names, features)
        for feature in features:
            if feature.operation is not None:
                _show(one, feature, feature.operation)


def _add_actions(
    found: Versions, document: JsonObject, seed: JsonObject, names: Mapping[int, str], features: Sequence[Feature]
) -> None:
    """Acts make another version; where new entities get their numbers from the same counter, so do these."""
    part, actions = found.part, document["x-actions"]
    new = [entity["id"] for _, _, entity in found.made if is_integer(entity.get("id"))]
    if not new or len(new) < len(found.made) or not isinstance(actions, dict):
        found.acts = []  # nothing tells what the next one is called
        return
    path, counter = f"/{part.kind.name}/{{params.id}}", f"{part.kind.name}_{found.held}"
    numbers = [number for one in part.seed.values() for number in _numbers(one, part, found.held)]
    created = [part.made[key].get(part.kind.own_id) for key in part.made]
    both = sorted([*new, *(one for one in created if is_integer(one))])
    counted = both[0] > max(numbers, default=0) and all(later == one + 1 for one, later in pairwise(both))
    shared = counted and len(new) < len(both)
    add_counter(document, seed, counter, both[0] if counted else max([*numbers, *both]) + 1)
    number = f"state.next_ids.{counter}"
    counts: JsonObject = {"op": "replace", "path": f"/next_ids/{counter}", "value": f"{number} + 1"}
    for name in dict.fromkeys(names[id(one)] for one in found.acts if id(one) in names):
        effects = _effects(actions, name)
        made = map_text(_members(found, effects, number))
        effects += [{"op": "merge", "path": path, "value": {found.held: f"[{made}]"}}, counts]
    creates = [one.operation for one in features if one.operation is not None and one.operation.role == "create"
               and one.operation.kind is part.kind]  # fmt: skip
    for name in dict.fromkeys(names[id(one)] for one in creates if shared and id(one) in names):
        own: JsonObject = {
            "op": "merge",
            "path": f"/{part.kind.name}/{{string(id)}}",
            "value": {part.kind.own_id: number},
        }
        _effects(actions, name).extend([own, counts])


def _effects(actions: JsonObject, name: str) -> list[Json]:
    """The effects of an action, to be added to."""
    action = actions[name]
    assert isinstance(action, dict)
    effects = action["effects"]
    assert isinstance(effects, list)
    return effects


def _numbers(entity: JsonObject, part: Entities, held: str) -> Iterator[int]:
    """The entity's own number, and that of its other version."""
    versions = entity.get(held)
    for one in (
        entity.get(part.kind.own_id),
        *((each.get("id") for each in versions if isinstance(each, dict)) if isinstance(versions, list) else ()),
    ):
        if is_integer(one):
            yield one


def _members(found: Versions, effects: Sequence[Json], number: str) -> dict[str, str]:
    """Member of the other version that an act makes -> its expression."""
    part, made = found.part, dict[str, str]()
    own = f"state.{part.kind.name}[params.id]"
    becomes = {name: value for effect in effects if isinstance(effect, dict) and "if" not in effect
               and isinstance(to := effect.get("value"), dict) for name, value in to.items()}  # fmt: skip
    known = [look for _, _, look in found.looks if look is not None]
    for name in dict.fromkeys(name for look in known for name in look):
        values = [look[name] for look in known if name in look]
        told = [(call.now(entity.get(name)), entity.get(name)) for call, _, entity in found.made]
        if name == part.kind.key_name:
            made[name] = own_key(own, part.kind.key, number=part.number)
        elif name == "id":
            made[name] = number
        elif all(value == values[0] for value in values):
            made[name] = literal_text(values[0])
        elif isinstance(value := becomes.get(name), str):
            made[name] = value
        elif all(now is not None for now, _ in told):
            made[name] = str(told[0][0])
        else:
            made[name] = member(own, name, sure=False)
    return made


# ---- what is shown ---------------------------------------------------------------------------------------------------


def _show(found: Versions, feature: Feature, one: Operation) -> None:
    """The other version in the reply of a feature."""
    item = safe(singular(found.part.kind.name))
    reply, held = feature.document["reply"], member(item, found.held, sure=False, other="[]")
    if not isinstance(reply, dict) or "json" not in reply or "let" not in feature.document:
        return
    if one in found.shows:
        names = dict.fromkeys(name for _, _, look in found.looks for name in look or ())
        told: Json = {name: member("dyn(version)", name, sure=False) for name in names}
        made = nest((*found.way, "*"), told, held, "version")
    elif one in found.acts:
        own: Json = {name: _own_text(name, found, item) for name in _shown_names(found, one)}
        made = nest(one.pattern or (), {"id": f"{held}[0].id"}, "", "")
        made = joined(made, nest((*found.way, "*"), own, f"[{item}]", item)) if own else made
    else:
        return
    reply["json"] = joined(reply["json"], made)
    feature.seen.append(f"{found.way[-1]}: the other version of the entity, by its key and another number")


def _shown_names(found: Versions, one: Operation) -> list[str]:
    """The members of the entity itself, as an act shows it beside the other version."""
    return list(dict.fromkeys(name for call in one.calls for each in at(call.answer, found.way) or () for name in each))


def _own_text(name: str, found: Versions, item: str) -> str:
    """A member of the entity itself: its field, when the act's answers do not say something else."""
    part = found.part
    if name == part.kind.key_name:
        return own_key(item, part.kind.key, number=part.number)
    if name == "id":
        return member(item, part.kind.own_id, sure=False)
    told = [
        each[name] for one in found.acts for call in one.calls for each in at(call.answer, found.way) if name in each
    ]
    plain = not any(isinstance(value, dict | list | None) for value in told)
    return member(item, name, sure=False) if plain and name in part.forms else literal_text(told[0])
