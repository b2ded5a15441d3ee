"""One suite for every store: what the protocol promises, alone and under sessions, in one process and in two."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import pairwise

import pytest

from awe_author.session.errors import Conflict, SessionExists, UnknownSession
from awe_author.session.store import HeadMoved, Row, SessionRecord, Store
from tests.session.conftest import Reopen
from tests.session.worlds import crm, first_state, service


def row(node: int, parent: int) -> Row:
    return Row(node, parent, bytes([node % 256]) * 32, b'{"node":%d}' % node)


def following(parent: int) -> Callable[[int], Row]:
    return lambda node: row(node, parent)


@pytest.fixture
def one(store: Store) -> Store:
    """A store with a timeline `t` of one root, and a session `s` on it."""
    store.create("t", [row(0, -1)], [SessionRecord(id="s", timeline="t", head=0, labels={"task": "é"})])
    return store


def test_append_gives_the_next_node_and_moves_the_head(one: Store) -> None:
    assert one.append("s", 0, following(0)) == row(1, 0)
    assert one.append("s", 1, following(1)) == row(2, 1)
    assert one.session("s") == SessionRecord(id="s", timeline="t", head=2, labels={"task": "é"})
    assert list(one.rows("t")) == [row(0, -1), row(1, 0), row(2, 1)]
    assert list(one.rows("t", after=1)) == [row(2, 1)]
    assert one.row("t", 1) == row(1, 0)
    assert one.row("t", 9) is None
    assert one.row("nowhere", 0) is None


def test_a_head_that_moved_is_told_and_nothing_is_written(one: Store) -> None:
    one.append("s", 0, following(0))
    with pytest.raises(HeadMoved) as caught:
        one.append("s", 0, following(0))
    assert caught.value.head == 1
    assert len(list(one.rows("t"))) == 2


def test_when_the_row_cannot_be_made_nothing_is_written(one: Store) -> None:
    def fail(node: int) -> Row:
        raise ValueError(f"no row for {node}")

    with pytest.raises(ValueError, match="no row for 1"):
        one.append("s", 0, fail)
    assert one.append("s", 0, following(0)).node == 1


def test_timelines_are_whole_or_not_there(one: Store) -> None:
    def broken() -> object:
        yield row(0, -1)
        raise ValueError("torn")

    with pytest.raises(ValueError, match="torn"):
        one.create("u", broken(), [SessionRecord(id="x", timeline="u", head=0)])  # type: ignore[arg-type]
    with pytest.raises(SessionExists):
        one.create("v", [row(0, -1)], [SessionRecord(id="s", timeline="v", head=0)])
    with pytest.raises(SessionExists):
        one.create("t", [row(0, -1)], [])
    assert one.timelines() == ["t"]
    assert [record.id for record in one.sessions()] == ["s"]
    assert one.append("s", 0, following(0)).node == 1


def test_sessions_and_snapshots(one: Store) -> None:
    one.append("s", 0, following(0))
    one.set_snapshot("s", "a", 0)
    one.set_snapshot("s", "a", 1)
    one.add_session(SessionRecord(id="b", timeline="t", head=1), "s")
    one.set_snapshot("b", "c", 0)
    assert (one.snapshots("s"), one.snapshots("b")) == ({"a": 1}, {"a": 1, "c": 0})
    one.move("b", 0)
    assert [(record.id, record.head) for record in one.sessions("t")] == [("s", 1), ("b", 0)]
    assert one.append("b", 0, following(0)).node == 2, "nodes are counted for the timeline"
    one.close_session("b")
    with pytest.raises(UnknownSession):
        one.append("b", 2, following(2))
    closed = one.session("b")
    assert closed is not None
    assert closed.closed
    with pytest.raises(SessionExists):
        one.add_session(SessionRecord(id="b", timeline="t", head=1), "s")


def test_what_is_not_there(one: Store) -> None:
    assert one.session("nobody") is None
    assert one.sessions("nowhere") == []
    for call in (
        lambda: one.append("nobody", 0, following(0)),
        lambda: one.move("nobody", 0),
        lambda: one.close_session("nobody"),
        lambda: one.set_snapshot("nobody", "a", 0),
    ):
        with pytest.raises(UnknownSession):
            call()


def test_documents_are_made_once(one: Store) -> None:
    one.save_document("h", lambda: b"\0body")
    one.save_document("h", lambda: pytest.fail("it is there already"))
    assert (one.document("h"), one.document("i")) == (b"\0body", None)


def test_more_rows_than_are_read_at_once(store: Store) -> None:
    rows = [row(node, node - 1) for node in range(1234)]
    store.create("t", rows, [SessionRecord(id="s", timeline="t", head=1233)], [("s", "half", 600)])
    assert list(store.rows("t")) == rows
    assert store.snapshots("s") == {"half": 600}
    assert store.append("s", 1233, following(1233)).node == 1234


def test_threads_append_one_after_the_other(one: Store) -> None:
    one.add_session(SessionRecord(id="b", timeline="t", head=0), "s")

    def work(session: str) -> None:
        head = 0
        for _ in range(25):
            head = one.append(session, head, following(head)).node

    threads = [threading.Thread(target=work, args=(session,)) for session in ("s", "b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found.node for found in one.rows("t")] == list(range(51))


# ---- sessions on each store --------------------------------------------------------------


def test_a_session_is_found_again_in_a_new_process(reopen: Reopen) -> None:
    session = service(reopen()).open(session_id="one", seed=11, labels={"task": "x"})
    for lead in ("lead-0", "lead-1"):
        session.act(crm("score", id=lead))
    session.snapshot("scored")
    session.act(crm("delete", id="lead-1"))
    again = service(reopen()).get("one")
    assert (again.head, again.seed, again.labels) == (3, 11, {"task": "x"})
    assert again.state().hash == session.state().hash
    assert again.events() == session.events()
    assert again.rewind("scored") == 2
    assert again.act(crm("delete", id="lead-1")).state_hash == session.state(3).hash


def test_the_first_state_is_found_again_by_who_has_another(reopen: Reopen) -> None:
    session = service(reopen(), initial=first_state(5)).open(session_id="one")
    event = session.act(crm("delete", id="lead-4"))
    again = service(reopen(), initial=first_state(1)).get("one")
    assert again.state().hash == event.state_hash
    assert len(again.state(0).get("/crm/leads")) == 5


def test_long_histories_are_rebuilt_at_any_node(reopen: Reopen) -> None:
    session = service(reopen()).open(session_id="one")
    for _ in range(100):
        session.act(crm("score", id="lead-0"))
    again = service(reopen()).get("one")
    for node in (100, 7, 63, 64, 65, 0, 99):
        assert again.state(node).get("/crm/leads/lead-0/score") == node


def test_two_processes_on_one_session_take_turns(reopen: Reopen) -> None:
    """Each has its own store object and memory, as two processes have, and does not know of the other's events."""
    one = service(reopen()).open(session_id="one")
    other = service(reopen()).get("one")
    for _ in range(5):
        one.act(crm("score", id="lead-0"))
        other.act(crm("score", id="lead-0"))
    assert other.state().get("/crm/leads/lead-0/score") == 10
    assert (one.refresh(), one.state().hash) == (10, other.state().hash)
    assert [event.parent for event in one.events()] == list(range(-1, 10))
    one.act(crm("add", owner="bo"), expected_node=10)
    with pytest.raises(Conflict) as caught:
        other.act(crm("add", owner="bo"), expected_node=10)
    assert caught.value.head == 11
    other.rewind(5)
    assert one.act(crm("score", id="lead-0")).parent == 5


def test_two_processes_on_branches_of_one_timeline(reopen: Reopen) -> None:
    one = service(reopen()).open(session_id="one")
    one.act(crm("score", id="lead-0"))
    one.branch(session_id="two")
    other = service(reopen()).get("two")
    for _ in range(3):
        other.act(crm("score", id="lead-1"))
        one.act(crm("score", id="lead-0"))
    assert one.state().get("/crm/leads/lead-1/score") == 0
    assert other.state().get("/crm/leads/lead-0/score") == 1
    assert sorted(event.node for event in [*one.events(after=1), *other.events(after=1)]) == [2, 3, 4, 5, 6, 7]
    assert one.diff(one.head, other.refresh()).updated[1].path == "/crm/leads/lead-1"


def test_threads_in_two_services_lose_nothing(reopen: Reopen) -> None:
    sessions = [service(reopen()), service(reopen())]
    sessions[0].open(session_id="one")

    def work(number: int) -> None:
        mine = sessions[number % 2].get("one")
        for _ in range(15):
            mine.act(crm("score", id="lead-0"))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    final = service(reopen()).get("one")
    assert final.state().get("/crm/leads/lead-0/score") == 60
    assert all(after.parent == before.node for before, after in pairwise(final.events()))
