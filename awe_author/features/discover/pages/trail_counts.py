"""Columns of lists that say how many records an entity has: the remarks about a ticket, the answers below a question.

Believed when each look at a list says of each entity as many as its page showed that was looked at nearest, with no
write about it between, and two numbers were seen. What adds a record counts there, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.trails import Trail
from awe_author.json_types import JsonObject


def counting(one: PageKind, trail: Trail, shown: Sequence[Shown]) -> list[str]:
    """The columns that count the records of a trail."""
    told: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, said, number in _pairs(one, trail, shown):
        told[name].append((said, number))
    sent = {*one.sent.values()}
    return [
        name for name, pairs in told.items()
        if name not in sent and len({said for said, _ in pairs}) > 1 and all(said == str(size) for said, size in pairs)
    ]  # fmt: skip


def _pairs(one: PageKind, trail: Trail, shown: Sequence[Shown]) -> Iterator[tuple[str, str, int]]:
    """(column, what a row says, how many records the page of its entity had)."""
    writes = [(call.seq, key) for operation in one.operations
              for call, key in zip(operation.calls, operation.made, strict=False)]  # fmt: skip
    for page in shown:
        for row in (row for rows in page.lists if rows.template == one.template for row in rows.rows):
            at = page.page.seq
            mine = [(visit.seq, len(units)) for visit, units in trail.looks if visit.key == row.key]
            near = min(mine, key=lambda look: abs(look[0] - at), default=None)
            if near is None or any(min(near[0], at) <= seq < max(near[0], at) for seq, key in writes if key == row.key):
                continue
            yield from ((name, said, near[1]) for name, said in row.values.items() if said.isdigit())


def counts(names: Sequence[str], kind: str, there: str, test: str, *, new: bool) -> list[JsonObject]:
    """The effects of adding a record on these columns. `there`: the expression of the records that there are after it;
    `test`: whether one is added."""
    if new:
        value: JsonObject = dict.fromkeys(names, f"string({there}.size())")
        return [{"op": "merge", "path": f"/{kind}/{{string(id)}}", "value": value}] if names else []
    found: list[JsonObject] = []
    for name in names:
        own = f"string(dyn(state.{kind}[params.id]).get({text(name)}, ''))"
        number = f"{own}.matches('^[0-9]+$')" + (f" && ({test})" if test else "")
        effect: JsonObject = {"op": "merge", "path": f"/{kind}/{{params.id}}"}
        found.append({**effect, "value": {name: f"string(int({own}) + 1)"}, "if": number})
    return found
