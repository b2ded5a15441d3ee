"""Sessions on the memory store: order, branches, clock, timers, conflicts, many threads."""

from __future__ import annotations

import threading

import pytest

from awe_author.errors import InputError
from awe_author.session.errors import Conflict, RunawayTimers, SessionExists, UnknownNode, UnknownSession
from awe_author.session.session import Session
from awe_author.state.types import ModelFault, Rejected
from tests.session.worlds import crm, service


@pytest.fixture
def session() -> Session:
    return service().open(session_id="one")


def score_of(session: Session, lead: str = "lead-0") -> object:
    return session.state().get(f"/crm/leads/{lead}/score")


def test_an_action_moves_the_head_and_is_written_down(session: Session) -> None:
    event = session.act(crm("score", id="lead-0", by=3), feature="leads.score", cause={"type": "api"})
    assert (event.node, event.parent, event.sequence, event.kind) == (1, 0, 1, "action")
    assert (event.app, event.action, event.params) == ("crm", "score", {"id": "lead-0", "by": 3})
    assert (event.feature, event.cause, event.session) == ("leads.score", {"type": "api"}, "one")
    assert event.clock == "2025-03-03T09:00:01.000000Z"
    assert event.state_hash == session.state().hash != session.state(0).hash
    assert [(change.path, change.old, change.value) for change in event.patch] == [("/crm/leads/lead-0/score", 0, 3)]
    assert session.event() == event
    assert session.head == 1


@pytest.mark.parametrize("action", [crm("score", id="nobody"), crm("broken"), crm("fly")])
def test_what_is_refused_changes_nothing(session: Session, action: object) -> None:
    before = session.head, session.clock, session.state().hash
    with pytest.raises((Rejected, ModelFault)):
        session.act(action)  # type: ignore[arg-type]
    assert (session.head, session.clock, session.state().hash) == before
    assert len(session.events()) == 1


def test_rewind_and_the_same_actions_give_the_same_ids_and_hashes(session: Session) -> None:
    first = [session.act(crm("add", owner="bo")), session.act(crm("score", id="lead-1"))]
    session.rewind(0)
    second = [session.act(crm("add", owner="bo")), session.act(crm("score", id="lead-1"))]
    assert [event.state_hash for event in first] == [event.state_hash for event in second]
    assert first[0].result == second[0].result
    assert [event.node for event in second] == [3, 4]
    assert [event.node for event in session.events()] == [0, 3, 4]


def test_another_seed_gives_other_ids() -> None:
    sessions = service()
    one, other = sessions.open(seed=1), sessions.open(seed=2)
    assert one.act(crm("add", owner="bo")).result != other.act(crm("add", owner="bo")).result


def test_notes_do_not_shift_what_comes_after() -> None:
    sessions = service()
    quiet, noted = sessions.open(), sessions.open()
    noted.note({"miss": "GET /x"})
    assert quiet.act(crm("add", owner="bo")).state_hash == noted.act(crm("add", owner="bo")).state_hash


def test_branches_never_see_each_other(session: Session) -> None:
    session.act(crm("score", id="lead-0"))
    session.snapshot("here")
    other = session.branch()
    session.act(crm("score", id="lead-0", by=10))
    other.act(crm("delete", id="lead-0"))
    session.snapshot("here")
    assert score_of(session) == 11
    assert other.state().get("/crm/leads/lead-0", None) is None
    assert other.rewind("here") == 1
    assert score_of(other) == 1
    assert session.rewind("here") == 2
    assert session.common_ancestor(2, 3) == 1


def test_reset_goes_back_to_the_root_and_forgets_nothing(session: Session) -> None:
    session.act(crm("score", id="lead-0"))
    assert session.reset() == 0
    assert score_of(session) == 0
    assert session.state(1).get("/crm/leads/lead-0/score") == 1
    assert session.rewind(1) == 1


def test_nodes_and_labels_that_are_not_there(session: Session) -> None:
    for node in (7, -1, "nowhere"):
        with pytest.raises(UnknownNode):
            session.rewind(node)


def test_diff_names_entities_wherever_the_nodes_are(session: Session) -> None:
    added = session.act(crm("add", owner="bo"))
    session.act(crm("score", id="lead-1"))
    session.act(crm("currency", to="USD"))
    left = session.head
    session.rewind(added.node)
    session.act(crm("delete", id="lead-0"))
    right = session.head
    diff = session.diff(left, right)
    assert [change.path for change in diff.removed] == ["/crm/leads/lead-0"]
    assert [change.path for change in diff.updated] == ["/crm/leads/lead-1", "/crm/settings/currency"]
    assert diff.updated[0].before == {"id": "lead-1", "owner": "ann", "score": 1}
    assert not diff.added
    assert [change.path for change in session.diff(0).added] == [f"/crm/leads/{added.result['id']}"]  # type: ignore[index,call-overload]
    back = session.diff(right, left)
    assert ([one.path for one in back.added], back.removed) == (["/crm/leads/lead-0"], ())
    assert not session.diff(left, left)


def test_what_was_changed_and_changed_back_is_no_difference(session: Session) -> None:
    session.act(crm("score", id="lead-0", by=1))
    session.act(crm("score", id="lead-0", by=-1))
    assert not session.diff(0)


def test_events_of_a_path_and_of_a_part_of_it(session: Session) -> None:
    for _ in range(5):
        session.act(crm("score", id="lead-0"))
    assert [event.node for event in session.events(after=2)] == [3, 4, 5]
    assert [event.node for event in session.events(after=1, to=4)] == [2, 3, 4]
    assert [event.node for event in session.events(after=1, limit=2)] == [2, 3]
    session.rewind(2)
    session.act(crm("score", id="lead-0"))
    assert [event.node for event in session.events(after=5)] == [6], "from where the paths part"


def test_conflict_when_the_head_is_elsewhere(session: Session) -> None:
    session.act(crm("score", id="lead-0"), expected_node=0)
    with pytest.raises(Conflict) as caught:
        session.act(crm("score", id="lead-0"), expected_node=0)
    assert (caught.value.head, caught.value.expected) == (1, 0)
    assert score_of(session) == 1


def test_many_threads_act_in_some_order_and_lose_nothing(session: Session) -> None:
    def work() -> None:
        for _ in range(50):
            session.act(crm("score", id="lead-0"))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert score_of(session) == 400
    assert [event.node for event in session.events()] == list(range(401))


def test_of_many_who_expect_the_same_head_one_wins(session: Session) -> None:
    outcomes: list[str] = []

    def work() -> None:
        try:
            session.act(crm("score", id="lead-0"), expected_node=0)
            outcomes.append("won")
        except Conflict:
            outcomes.append("lost")

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["lost"] * 15 + ["won"]


def test_the_clock_goes_by_rule(session: Session) -> None:
    session.act(crm("score", id="lead-0"))
    events = session.advance(by="P1D")
    assert [event.kind for event in events] == ["clock"]
    assert session.clock == "2025-03-04T09:00:01.000000Z"
    session.advance(to="2025-03-05T00:00:00+00:00")
    assert session.clock == "2025-03-05T00:00:00.000000Z"
    session.rewind(1)
    assert session.clock == "2025-03-03T09:00:01.000000Z"
    with pytest.raises(InputError, match="does not go back"):
        session.advance(to="2025-01-01T00:00:00Z")
    with pytest.raises(InputError, match="either"):
        session.advance()


def remind(key: str, at: str, action: str, **params: object) -> object:
    return crm("remind", key=key, at=f"2025-03-03T{at}Z", action=action, params=params)  # type: ignore[arg-type]


def test_timers_fire_in_order_each_as_an_event(session: Session) -> None:
    for action in (
        remind("b", "12:00:00", "score", id="lead-0", by=5),
        remind("a/1", "12:00:00", "score", id="lead-1", by=1),
        remind("early", "11:00:00", "delete", id="lead-0"),
        remind("later", "23:00:00", "score", id="lead-1"),
    ):
        session.act(action)  # type: ignore[arg-type]
    events = session.advance(to="2025-03-03T13:00:00Z")
    assert [(event.kind, event.action) for event in events] == [
        ("action", "delete"), ("action", "score"), ("note", "score"), ("clock", ""),
    ]  # fmt: skip
    assert [event.clock[11:19] for event in events] == ["11:00:00", "12:00:00", "12:00:00", "13:00:00"]
    assert [event.cause for event in events[:3]] == [
        {"type": "timer", "key": key} for key in ("crm:early", "crm:a~11", "crm:b")
    ]
    assert events[2].result == {"code": "guard", "message": "there is no lead-0", "pointer": ""}
    assert list(session.state().get("/timers")) == ["crm:later"]


def test_timers_fire_before_the_action_whose_step_passes_them(session: Session) -> None:
    session.act(remind("soon", "09:00:02", "score", id="lead-0", by=5))  # type: ignore[arg-type]
    event = session.act(crm("score", id="lead-0"))
    assert [one.cause for one in session.events(after=1)] == [{"type": "timer", "key": "crm:soon"}, None]
    assert (event.node, event.clock, score_of(session)) == (3, "2025-03-03T09:00:02.000000Z", 6)


def test_a_timer_that_was_put_off_or_rewound_away_does_not_fire(session: Session) -> None:
    session.act(remind("t", "10:00:00", "score", id="lead-0"))  # type: ignore[arg-type]
    session.act(remind("t", "20:00:00", "score", id="lead-0"))  # type: ignore[arg-type]
    assert len(session.advance(to="2025-03-03T11:00:00Z")) == 1
    session.reset()
    assert len(session.advance(by="P2D")) == 1
    session.rewind(1)
    assert len(session.advance(by="P2D")) == 2


def test_a_fault_of_the_model_does_not_stop_the_clock(session: Session) -> None:
    session.act(remind("t", "10:00:00", "broken"))  # type: ignore[arg-type]
    events = session.advance(by=7200)
    assert events[0].result == {
        "code": "model-fault", "message": "no such key", "pointer": "/x-actions/broken/let/x",
    }  # fmt: skip


def test_timers_that_start_themselves_for_ever_are_stopped(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("awe_author.session.session.MOST_TIMERS", 20)
    again: dict[str, object] = {"key": "t", "at": "2025-03-03T10:00:00Z", "action": "score", "params": {"id": "lead-0"}}
    for _ in range(30):
        again = {"key": "t", "at": "2025-03-03T10:00:00Z", "action": "remind", "params": again}
    session.act(crm("remind", **again))  # type: ignore[arg-type]
    with pytest.raises(RunawayTimers):
        session.advance(by=7200)


def test_ids_are_taken_once(session: Session) -> None:
    sessions = service()
    sessions.open(session_id="mine")
    with pytest.raises(SessionExists):
        sessions.open(session_id="mine")
    sessions.close("mine")
    with pytest.raises(SessionExists):
        sessions.open(session_id="mine")


def test_a_closed_session_is_gone_and_its_branches_are_not() -> None:
    sessions = service()
    one = sessions.open(labels={"task": "sdr-1"})
    one.act(crm("score", id="lead-0"))
    other = one.branch()
    assert [record.id for record in sessions.list()] == [one.id, other.id]
    assert sessions.list()[0].labels == {"task": "sdr-1"}
    sessions.close(one.id)
    assert [record.id for record in sessions.list()] == [other.id]
    with pytest.raises(UnknownSession):
        sessions.get(one.id)
    with pytest.raises(UnknownSession):
        one.act(crm("score", id="lead-0"))
    other.act(crm("score", id="lead-0"))
    assert score_of(other) == 2


def test_listeners_hear_of_every_move(session: Session) -> None:
    heads: list[int] = []
    cancel = session.subscribe(lambda: heads.append(session.head))
    session.act(crm("score", id="lead-0"))
    session.advance(by=5)
    session.rewind(1)
    session.reset()
    cancel()
    session.act(crm("score", id="lead-0"))
    assert heads == [1, 2, 1, 0]


def test_a_value_that_json_cannot_carry_is_refused(session: Session) -> None:
    with pytest.raises(InputError, match="64 bits"):
        session.act(crm("score", id="lead-0", by=2**70))
    assert (session.head, score_of(session)) == (0, 0)


def test_a_listener_that_fails_does_not_undo_what_was_done(session: Session, caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise RuntimeError("listener")

    session.subscribe(fail)
    assert session.act(crm("score", id="lead-0")).node == 1
    assert "a listener of session one failed" in caplog.text
