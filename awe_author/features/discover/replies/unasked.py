"""Lists of kinds that nothing writes, asked for in a way that was never recorded: `?status=sent` beside
`?status=draft`, the next page, another order.

The recording answers what was asked of it, to the letter. Anything else is answered from what is known, where the
parameters are understood, by two queries at least that were recorded, all answers say the same of an entity, and none
is known to be missing. So is the recorded query that says the most, and showed the fewest: a feature has to hold for
something that was recorded. What asks for other members (`include=count`) is left to the recording, and so are lists
that are asked about an entity by a random key within a text (`named_within`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import is_star
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.lists.queries import Listing, shown_by

_TELL = ("search", "filter", "clauses", "conditions", "sentence", "sort", "page", "offset")
"""Roles of which one at least has to be understood."""
_TOKEN = re.compile(r"[\w-]{12,}")
"""Texts that are keys by no chance."""
MOST = 60
"""Different queries."""


def unasked_tests(
    one: Operation, part: Entities, listing: Listing, others: Iterable[Entities] = ()
) -> list[str] | None:
    """The conditions of a request that was never recorded and is understood; None where that cannot be told. `others`:
    all kinds."""
    calls = one.calls
    plain = all(call.method == "GET" and not call.kind and not call.html for call in calls)
    starred = any(map(is_star, one.endpoint.path.split("/")))
    if one.role != "list" or part.kind.source != "json" or part.unseen or not plain or starred or listing.lets:
        return None
    queries = [*{tuple(sorted(call.query)): dict(call.query) for call in calls}.values()]
    keys = {key for other in others for key in (*other.seed, *other.made)}
    if any(token in keys for query in queries for value in query.values() for token in _TOKEN.findall(value)):
        return None
    names = {name for query in queries for name in query}
    params = {param.name: param for param in listing.params if param.name in names}
    known = names == params.keys() and all(param.part == "query" for param in params.values())
    unknown = [param for param in params.values() if param.role in ("unknown", "cursor")]
    told = any(param.role in _TELL for param in params.values()) and not any(_varies(one, of.name) for of in unknown)
    shaping = [param.name for param in params.values() if param.role == "shape" and _varies(one, param.name)]
    shown = {call.seq: len(shown_by(one, call)) for call in calls}
    plainly = [call for call in calls if shown[call.seq] and not any(name in call.params for name in shaping)]
    if not known or not told or not 1 < len(queries) <= MOST or not plainly:
        return None
    if not all(_as_known(item, part) for call in plainly for item in shown_by(one, call)):
        return None
    kept = min(plainly, key=lambda call: (-len(call.query), shown[call.seq]))
    always = [f"{member('query', param.name, sure=False)} == {text(param.values[0])}" for param in unknown]
    called = ", ".join(map(text, sorted(names - {*shaping})))
    recorded = ", ".join(_map_text(query) for query in queries if query != dict(kept.query))
    return [*always, f"query.all(name, name in [{called}])", f"!(query in [{recorded}])"]


def _as_known(item: Mapping[str, Any], part: Entities) -> bool:
    """Does an answer show an entity as it is kept?"""
    kept: Mapping[str, Any] = part.seed.get(str(item[part.kind.key]), {})
    told = (name for name in item if name != part.kind.key and name not in part.joins)
    return all(name in kept and kept[name] == item[name] for name in told)


def _varies(one: Operation, name: str) -> bool:
    """Do requests say different things by a parameter, or some nothing?"""
    return len({call.params.get(name) for call in one.calls}) > 1


def _map_text(query: Mapping[str, str]) -> str:
    return f"{{{', '.join(f'{text(name)}: {text(value)}' for name, value in query.items())}}}"
