"""`diff`: JMESPath over what differs between the state at the start and at the end (as REAL's evaluators have it).

    diff: {query: "crm.leads.updated[0].status", equals: working}

The document is `{app: {collection: {added: [...], updated: [...], deleted: [...]}}}` with whole entities as they are
now (`deleted`: as they were; `changes` has `{id, field, before, after}`), sorted by id; only collections that changed
are there. `differences` is the same by name of the collection alone, all apps together. Plain values are under
`values`: `{app: {values: {name: {before, after}}}}`. Without equals or another matcher the query has to give true.
"""

from __future__ import annotations

from typing import Any, cast

import jmespath
from jmespath.exceptions import JMESPathError

from awe_author.evaluation.checkpoints.base import EVERY, Check, Environment, Finding, short
from awe_author.evaluation.checkpoints.matching import compile_match
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.problems import Spot
from awe_author.json_types import Json, JsonObject
from awe_author.state.canonical import fresh, same
from awe_author.state.model import WAREHOUSE
from awe_author.state.world_state import WorldState


def compile_diff(spec: Any, env: Environment, spot: Spot) -> Check | None:
    """See above."""
    given = {"query": spec} if isinstance(spec, str) else spec
    if not isinstance(given, dict) or not isinstance(given.get("query"), str):
        spot.problem("diff: wants a query (JMESPath) and what it has to give", "{query: '...', equals: ...}")
        return None
    if env.shape is None:
        spot.problem("the world of this task has no state model", "Use page, url or answer.")
        return None
    try:
        query = jmespath.compile(given["query"])
    except JMESPathError as error:
        spot.at("query").problem(f"not JMESPath: {str(error).splitlines()[0]}", "See https://jmespath.org.")
        return None
    wanted = {name: one for name, one in given.items() if name != "query"} or {"equals": True}
    match = compile_match(cast(Json, wanted), spot)
    if match is None:
        return None

    def at(evidence: Evidence, place: int) -> Finding:
        found = query.search(document(evidence.initial, evidence.history.state(place)))
        passed = match(found)
        return Finding(passed, wanted, short(found), "" if passed else f"the query gives {short(found, 200)!r}")

    return Check(at, EVERY)


def document(before: WorldState, after: WorldState) -> JsonObject:
    """What differs, in the form above."""
    found: dict[str, Any] = {}
    together: dict[str, Any] = {}
    for app in (*sorted(name for name in before.shape.roots if name != WAREHOUSE), WAREHOUSE):
        if app not in before.shape.roots:
            continue
        old, new = before.view(app), after.view(app)
        for name in before.shape.roots[app]:
            if f"/{app}/{name}" in before.shape.plain:
                _plain(found, app, name, old.get(name), new.get(name))
                continue
            changed = _collection(old.get(name), new.get(name))
            if changed:
                found.setdefault(app, {})[name] = changed
                target = together.setdefault(name, {})
                for kind, entities in changed.items():
                    target.setdefault(kind, []).extend(entities)
    return found | {"differences": together}


def _plain(found: dict[str, Any], app: str, name: str, old: Json, new: Json) -> None:
    if not same(old, new):
        found.setdefault(app, {}).setdefault("values", {})[name] = {"before": fresh(old), "after": fresh(new)}


def _collection(old: Any, new: Any) -> dict[str, list[Any]]:
    if old is new:
        return {}
    kinds: dict[str, list[Any]] = {"added": [], "updated": [], "deleted": [], "changes": []}
    for id in sorted({*old.keys(), *new.keys()}):
        before, after = old.get(id), new.get(id)
        if before is after or same(before, after):
            continue
        if before is None:
            kinds["added"].append(fresh(after))
        elif after is None:
            kinds["deleted"].append(fresh(before))
        else:
            kinds["updated"].append(fresh(after))
            for field in sorted({*before, *after}):
                one, other = before.get(field), after.get(field)
                if not same(one, other):
                    change = {"id": id, "field": field, "before": fresh(one), "after": fresh(other)}
                    kinds["changes"].append(change)
    return {kind: entities for kind, entities in kinds.items() if entities}
