"""Any sequence of actions and moves, in any number of branches, against the plainest model: a copy for every node."""

from __future__ import annotations

import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from awe_author.session import MemoryStore
from awe_author.session.moments import format_moment, parse_moment
from awe_author.session.sqlite import SqliteStore
from awe_author.session.states import StateCache
from awe_author.state.types import Rejected
from tests.session.worlds import crm, service

LEADS = st.sampled_from(["lead-0", "lead-1", "nobody"])
PLACES = st.integers(0, 10**6)


class Tree(RuleBasedStateMachine):
    """Sessions beside dicts: `documents[node]` is what the state there has to be, `heads` where each session stands."""

    def __init__(self, durable: bool) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory() if durable else None
        self.memory = MemoryStore()

    @initialize()
    def open(self) -> None:
        self.sessions = self.anew()
        one = self.sessions.open(session_id="s0")
        self.documents: dict[int, Any] = {0: deepcopy(one.state().document())}
        self.parents: dict[int, int] = {0: -1}
        self.clocks = {0: one.clock}
        self.heads = {"s0": 0}
        self.labels: dict[str, dict[str, int]] = {"s0": {}}

    def anew(self) -> Any:
        store = SqliteStore(Path(self.folder.name) / "run.db") if self.folder else self.memory
        return service(store, cache=StateCache(size=3))

    def teardown(self) -> None:
        self.sessions.store.close()
        if self.folder:
            self.folder.cleanup()

    def pick(self, place: int) -> tuple[str, Any]:
        id = sorted(self.heads)[place % len(self.heads)]
        return id, self.sessions.get(id)

    def happened(self, id: str, event: Any, document: Any) -> None:
        assert event.parent == self.heads[id]
        assert event.node == len(self.documents)
        self.documents[event.node] = document
        self.parents[event.node] = event.parent
        self.clocks[event.node] = event.clock
        self.heads[id] = event.node

    @rule(place=PLACES, lead=LEADS, by=st.integers(-5, 5))
    def score(self, place: int, lead: str, by: int) -> None:
        id, session = self.pick(place)
        document = deepcopy(self.documents[self.heads[id]])
        if lead not in document["crm"]["leads"]:
            with pytest.raises(Rejected):
                session.act(crm("score", id=lead, by=by))
            return
        document["crm"]["leads"][lead]["score"] += by
        self.happened(id, session.act(crm("score", id=lead, by=by), expected_node=self.heads[id]), document)

    @rule(place=PLACES)
    def add(self, place: int) -> None:
        id, session = self.pick(place)
        event = session.act(crm("add", owner="bo"))
        document = deepcopy(self.documents[self.heads[id]])
        lead = event.patch[0].value
        document["crm"]["leads"][lead["id"]] = lead
        self.happened(id, event, document)

    @rule(place=PLACES, lead=LEADS)
    def delete(self, place: int, lead: str) -> None:
        id, session = self.pick(place)
        document = deepcopy(self.documents[self.heads[id]])
        if document["crm"]["leads"].pop(lead, None) is None:
            with pytest.raises(Rejected):
                session.act(crm("delete", id=lead))
            return
        self.happened(id, session.act(crm("delete", id=lead)), document)

    @rule(place=PLACES, seconds=st.integers(0, 10**5))
    def advance(self, place: int, seconds: int) -> None:
        id, session = self.pick(place)
        moment = parse_moment(self.clocks[self.heads[id]]) + seconds * 1_000_000
        events = session.advance(by=seconds)
        assert [event.clock for event in events] == [format_moment(moment)]
        self.happened(id, events[0], deepcopy(self.documents[self.heads[id]]))

    @rule(place=PLACES, to=PLACES)
    def rewind(self, place: int, to: int) -> None:
        id, session = self.pick(place)
        self.heads[id] = session.rewind(to % len(self.documents))

    @rule(place=PLACES)
    def reset(self, place: int) -> None:
        id, session = self.pick(place)
        self.heads[id] = session.reset()

    @precondition(lambda self: len(self.heads) < 5)
    @rule(place=PLACES, at=PLACES)
    def branch(self, place: int, at: int) -> None:
        id, session = self.pick(place)
        made = session.branch(at % len(self.documents), session_id=f"s{len(self.heads)}")
        self.heads[made.id] = at % len(self.documents)
        self.labels[made.id] = dict(self.labels[id])

    @rule(place=PLACES, label=st.sampled_from("ab"))
    def snapshot(self, place: int, label: str) -> None:
        id, session = self.pick(place)
        self.labels[id][label] = session.snapshot(label)
        assert self.labels[id][label] == self.heads[id]

    @rule(place=PLACES, one=PLACES, other=PLACES)
    def diff(self, place: int, one: int, other: int) -> None:
        _, session = self.pick(place)
        one, other = one % len(self.documents), other % len(self.documents)
        before, after = (self.documents[node]["crm"]["leads"] for node in (one, other))
        found = session.diff(one, other)
        both = [id for id in before.keys() & after.keys() if before[id] != after[id]]
        for changes, ids in (
            (found.added, after.keys() - before.keys()),
            (found.removed, before.keys() - after.keys()),
            (found.updated, both),
        ):
            assert [change.path for change in changes] == [f"/crm/leads/{id}" for id in sorted(ids)]

    @rule(node=PLACES)
    def look_back(self, node: int) -> None:
        node %= len(self.documents)
        assert self.sessions.get("s0").state(node).document() == self.documents[node]

    @rule()
    def begin_again(self) -> None:
        """As a new process does."""
        if self.folder:
            self.sessions.store.close()
        self.sessions = self.anew()

    @invariant()
    def every_session_is_where_it_should_be(self) -> None:
        for id, head in getattr(self, "heads", {}).items():
            session = self.sessions.get(id)
            assert (session.head, session.clock) == (head, self.clocks[head])
            assert session.state().document() == self.documents[head]
            assert session.snapshots() == self.labels[id]
            path, node = [], head
            while node >= 0:
                path.append(node)
                node = self.parents[node]
            assert [event.node for event in session.events()] == path[::-1]


@pytest.mark.parametrize("durable", [False, True], ids=["memory", "sqlite"])
def test_any_sequence_of_actions_and_moves(durable: bool) -> None:
    chosen = settings(max_examples=20, stateful_step_count=40, deadline=None, derandomize=True)
    run_state_machine_as_test(lambda: Tree(durable), settings=chosen)
