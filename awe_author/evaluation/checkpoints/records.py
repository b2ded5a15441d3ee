"""`records`: records of one collection, how many there are, what their fields hold, what they refer to.

    records: {in: crm.leads, where: {email: a@b.example}, fields: {status: working, score: {number: 5, tolerance: 1}}}
    records: {in: crm.tasks, where: "item.lead == 'lead-7'", new: true, count: {at_least: 1}}
    records: {in: crm.contacts, where: {name: Ada}, related: {account: {in: crm.accounts, fields: {name: Arcturus}}}}

`where` picks the records (all, when it is left out), `new: true` only those that were not there at the start, `count`
(default 1) says how many there have to be, and each has to have these `fields` and relations (of a list of references,
one has to fit). Values are matchers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from awe_author.evaluation.checkpoints.base import Check, Environment, Finding, short
from awe_author.evaluation.checkpoints.event import bounds, counted
from awe_author.evaluation.checkpoints.matching import Match, compile_match
from awe_author.evaluation.checkpoints.reading import keys_of, parts_read
from awe_author.evaluation.checkpoints.state import bindings, compile_cel
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.problems import Spot
from awe_author.json_types import Json
from awe_author.located import nearest
from awe_author.state.cel import DYN, CelType, to_json
from awe_author.state.model import WAREHOUSE
from awe_author.state.shape import Shape

KEYS = ("in", "where", "new", "count", "fields", "related")
Pick: TypeAlias = Callable[[Mapping[str, Any]], bool]
Picks: TypeAlias = Callable[[Evidence, int], Pick]
"""Evidence and place -> is this the record?"""


@dataclass(frozen=True, slots=True)
class Related:
    """An entity that a field refers to."""

    app: str
    collection: str
    fields: Mapping[str, Match]
    related: Mapping[str, Related]


def compile_records(spec: Any, env: Environment, spot: Spot) -> Check | None:
    """See above."""
    if env.shape is None:
        spot.problem("the world of this task has no state model", "Use page, url or answer.")
        return None
    if not _keys(spec, KEYS, spot):
        return None
    place = collection_of(spec.get("in"), env, spot.at("in"))
    limits = bounds(spec.get("count", 1), spot.at("count"))
    if place is None or limits is None:
        return None
    element = element_of(env, *place)
    picks = compile_where(spec.get("where"), element, env, spot.at("where"))
    fields = compile_fields(spec.get("fields") or {}, element, spot.at("fields"))
    related = _compile_related(spec.get("related") or {}, env, spot.at("related"))
    if picks is None or fields is None or related is None:
        return None
    fresh = spec.get("new", False) is True
    only = _only(spec.get("where"), element)

    def at(evidence: Evidence, n: int) -> Finding:
        pick = picks(evidence, n)
        before = _keys_at_start(evidence, place) if fresh else ()
        found = [one for id, one in entities(evidence, place, n, only) if id not in before and pick(one)]
        if not counted(len(found), limits):
            return Finding(False, spec, len(found), f"there are {len(found)} such records")
        for one in found:
            why = _differs(one, fields, related, evidence, n)
            if why:
                return Finding(False, spec, short(to_json(one)), why)
        return Finding(True, spec, len(found))

    return Check(at, _reads(place, spec, only, related, env.shape))


def entities(evidence: Evidence, place: tuple[str, str], n: int, only: str | None = None) -> list[tuple[str, Any]]:
    """Id and entity of all records of a collection, or of the one with an id, sorted by id."""
    there = evidence.history.state(n).view(place[0]).get(place[1], {})
    if only is not None:
        return [(only, there[only])] if only in there else []
    return list(there.items())


def _only(where: Any, element: CelType) -> str | None:
    """The id of the one record that `where` can mean: `{id: lead-7}`, of entities that have their id as a field."""
    id = where.get("id") if isinstance(where, dict) else None
    return id if isinstance(id, str) and "id" in element.fields else None


def _keys_at_start(evidence: Evidence, place: tuple[str, str]) -> Any:
    return evidence.initial.view(place[0]).get(place[1], {})


def _keys(spec: Any, known: tuple[str, ...], spot: Spot) -> bool:
    if not isinstance(spec, dict):
        spot.problem("this wants " + ", ".join(known))
        return False
    for name in spec:
        if name not in known:
            spot.at(name).problem(f'there is no key "{name}"', nearest(name, known))
            return False
    return True


def collection_of(given: Any, env: Environment, spot: Spot) -> tuple[str, str] | None:
    """`crm.leads` -> app and collection; None when there is no such one."""
    known = [
        ".".join(key.split("/")[1:]) for key in (env.shape.collections if env.shape else ()) if key.count("/") == 2
    ]
    if given not in known:
        spot.problem(f"there is no collection {given}", nearest(str(given), known))
        return None
    app, _, name = str(given).partition(".")
    return app, name


def element_of(env: Environment, app: str, collection: str) -> CelType:
    """What is known of the entities of a collection."""
    view = env.warehouse if app == WAREHOUSE else env.state.fields.get(app, DYN)
    return view.fields.get(collection, DYN).element or DYN


def compile_where(given: Any, element: CelType, env: Environment, spot: Spot) -> Picks | None:
    """Which records: nothing (all), fields, or CEL over `item`; None when it is wrong."""
    if given is None:
        return lambda evidence, n: lambda item: True
    if isinstance(given, dict):
        fields = compile_fields(given, element, spot)
        if fields is None:
            return None
        return lambda evidence, n: lambda item: all(match(_field(item, name)) for name, match in fields.items())
    program = compile_cel(given, env, spot, more={"item": element})
    if program is None:
        return None

    def picks(evidence: Evidence, n: int) -> Pick:
        bound = bindings(evidence, n)

        def pick(item: Mapping[str, Any]) -> bool:
            bound["item"] = item
            return program.evaluate(bound) is True

        return pick

    return picks


def compile_fields(given: Any, element: CelType, spot: Spot) -> dict[str, Match] | None:
    """Field -> matcher; None when something is wrong."""
    if not isinstance(given, dict):
        spot.problem("this wants fields and what they hold", "For example {status: working}.")
        return None
    found: dict[str, Match] = {}
    sound = True
    for name, wanted in given.items():
        known = element.fields
        first = name.partition(".")[0]
        if known and first not in known and not element.open:
            spot.at(name).problem(f"these records have no field {first}", nearest(first, known))
            sound = False
            continue
        match = compile_match(wanted, spot.at(name))
        if match is None:
            sound = False
        else:
            found[name] = match
    return found if sound else None


def _compile_related(given: Any, env: Environment, spot: Spot) -> dict[str, Related] | None:
    if not isinstance(given, dict):
        spot.problem("related: wants fields and what they refer to", "{account: {in: crm.accounts, fields: {...}}}")
        return None
    found: dict[str, Related] = {}
    for name, spec in given.items():
        here = spot.at(name)
        if not _keys(spec, ("in", "fields", "related"), here):
            return None
        place = collection_of(spec.get("in"), env, here.at("in"))
        if place is None:
            return None
        fields = compile_fields(spec.get("fields") or {}, element_of(env, *place), here.at("fields"))
        inner = _compile_related(spec.get("related") or {}, env, here.at("related"))
        if fields is None or inner is None:
            return None
        found[name] = Related(*place, fields, inner)
    return found


def _field(item: Any, name: str) -> Json:
    """The value of a field, `a.b` of a field inside one; None when it is not there."""
    for part in name.split("."):
        if not isinstance(item, Mapping) or part not in item:
            return None
        item = item[part]
    return to_json(item)


def _differs(item: Any, fields: Mapping[str, Match], related: Mapping[str, Related], evidence: Evidence, n: int) -> str:
    """Why an entity is not as it should be; empty when it is."""
    for name, match in fields.items():
        if not match(_field(item, name)):
            return f"{name} is {short(_field(item, name), 200)!r}"
    for name, wanted in related.items():
        id = _field(item, name)
        there = evidence.history.state(n).view(wanted.app).get(wanted.collection, {})
        ids = [one for one in (id if isinstance(id, list) else [id]) if isinstance(one, str) and one in there]
        if not ids:
            return f"{name} refers to {id!r}, which is not among {wanted.app}.{wanted.collection}"
        whys = [_differs(there[one], wanted.fields, wanted.related, evidence, n) for one in ids]
        if "" not in whys:
            return f"of what {name} refers to, {whys[-1]}"
    return ""


def _reads(
    place: tuple[str, str], spec: Any, only: str | None, related: Mapping[str, Related], shape: Shape
) -> frozenset[str]:
    found = keys_of(*place, shape, only)
    if isinstance(spec.get("where"), str):
        found |= parts_read(spec["where"], shape)
    waiting = list(related.values())
    while waiting:
        one = waiting.pop()
        found |= keys_of(one.app, one.collection, shape)
        waiting += one.related.values()
    return found
