"""Expressions over the real thing: persistent collections with indexes, not copied, not searched."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.state.cel import DYN, CelFault, compile_expression
from awe_author.state.collection import Collection

LEADS = Collection(
    {
        f"lead-{n}": {"id": f"lead-{n}", "owner": f"u{n % 3}", "tags": ["hot"] if n % 2 else [], "n": n}
        for n in range(9)
    },
    indexes=["owner", "tags", "n"],
)


class Counted(Collection):
    """A collection that counts how often all its members are asked for."""

    __slots__ = ("asked",)

    def values(self) -> Any:
        self.asked = getattr(self, "asked", 0) + 1
        return super().values()


def run(source: str, leads: Any = LEADS) -> Any:
    return compile_expression(source, {"state": DYN, "now": DYN}).evaluate({"state": {"leads": leads}, "now": object()})


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("state.leads['lead-4'].n", 4),
        ("'lead-4' in state.leads && !('lead-9' in state.leads)", True),
        ("has(state.leads.zzz)", False),
        ("state.leads.by('owner', 'u1').map(l, l.id)", ["lead-1", "lead-4", "lead-7"]),
        ("state.leads.by('tags', 'hot').size()", 4),
        ("state.leads.by('n', 3.0).map(l, l.n)", [3]),
        ("state.leads.by('n', '3')", []),
        ("state.leads.by('n', b'3')", []),
        ("state.leads.by('n', duration('3s'))", []),
        ("state.leads.by('owner', null)", []),
        ("state.leads.get('lead-9', null)", None),
        ("size(state.leads)", 9),
        ("state.leads.keys().slice(0, 2)", ["lead-0", "lead-1"]),
        ("state.leads.exists_one(id, id == 'lead-3')", True),
        ("state.leads.values().filter(l, l.n > 6).map(l, l.id)", ["lead-7", "lead-8"]),
        ("state.leads == state.leads && state.leads != {}", True),
        ("type(state.leads) == map", True),
    ],
)
def test_gives(source: str, value: Any) -> None:
    assert run(source) == value


def test_an_index_is_asked_not_the_members() -> None:
    counted = Counted(LEADS.items(), indexes=["owner"])
    assert run("state.leads.by('owner', 'u2').size() + state.leads['lead-1'].n", counted) == 4
    assert not hasattr(counted, "asked")


def test_a_field_without_index_is_a_fault() -> None:
    with pytest.raises(CelFault, match="no index on 'id'"):
        run("state.leads.by('id', 'lead-1')")


def test_the_collections_own_lists_stay_as_they_are() -> None:
    before = list(LEADS.values())
    for source in ("values().sortBy(l, -l.n)", "values().reverse()", "values() + [1]", "values().distinct()"):
        run("state.leads." + source)
    assert list(LEADS.values()) == before
