"""Verdicts: after, frame, what raises, and rewards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awe_author.evaluation.evidence import Evidence, Facts, Step
from awe_author.evaluation.rewards import binary, dense, partial, potentials
from awe_author.evaluation.verdict import Verdict
from tests.evaluation.floor import START, TASK, episode, scorer, world

LEAD = "lead-amos-tillman"
WORKING = {"id": "working", "weight": 2, "state": f"state.crm.leads['{LEAD}'].status == 'working'"}
CALL = {"id": "call", "state": "state.crm.tasks.values().exists(t, t.subject == 'Call Amos')"}
BACK = ("crm", "set_lead_status", {"id": LEAD, "status": "nurturing"})
AGAIN = ("crm", "set_lead_status", {"id": LEAD, "status": "working"})
TOUCHED = [f"/crm/leads/{LEAD}", "/timers"]


def test_weights() -> None:
    made = scorer(WORKING, CALL)
    assert made.verdict(episode(START, TASK)).outcome == "pass"
    half = made.verdict(episode(START))
    assert (half.outcome, half.score, half.resolved) == ("fail", 2 / 3, False)


def test_a_checkpoint_waits_for_those_before_it() -> None:
    made = scorer({"id": "last", "after": ["call"], "state": "true"}, WORKING, CALL | {"after": ["working"]})
    verdict = made.verdict(episode(TASK))
    assert [one.passed for one in verdict.checkpoints] == [False, False, False]
    assert verdict.score == 0
    assert verdict.checkpoints[2].why == "comes after working, which did not pass"
    assert made.verdict(episode(TASK, START)).outcome == "pass"


@pytest.mark.parametrize(
    ("frame", "paths"),
    [
        ({"may_change": TOUCHED, "may_add": ["/crm/tasks/*"]}, []),
        ({"may_change": TOUCHED, "may_add": [{"path": "/crm/tasks/*", "at_most": 1}]}, ["/crm/tasks/task-0000003-1"]),
        ({"may_change": ["/crm/leads/*/status", "/crm/tasks/*", "/timers"]}, [f"/crm/leads/{LEAD}/modified"]),
        ({"may_change": ["/timers"], "may_add": ["/crm/leads/*", "/crm/tasks/*"]}, [f"/crm/leads/{LEAD}/modified", f"/crm/leads/{LEAD}/status"]),
        ({"may_change": ["/crm"]}, ["/timers/crm:task-due:task-0000002-1", "/timers/crm:task-due:task-0000003-1"]),
        ({"may_change": ["/*/leads/*", "/crm/tasks", "/timers"]}, []),
    ],
)  # fmt: skip
def test_the_frame(frame: dict[str, Any], paths: list[str]) -> None:
    made = scorer(WORKING, frame=frame)
    verdict = made.verdict(episode(START, TASK, TASK))
    assert [one.path for one in verdict.frame] == paths
    assert verdict.outcome == ("fail" if paths else "pass")
    assert all(one.event in (1, 2, 3) for one in verdict.frame)


def test_what_was_changed_and_changed_back_is_no_harm() -> None:
    made = scorer(WORKING, frame={"may_change": TOUCHED})
    there = ("mail", "mark", {"ids": ["message-08-1"], "read": True})
    back = ("mail", "mark", {"ids": ["message-08-1"], "read": False})
    assert made.verdict(episode(START, there, back)).outcome == "pass"
    assert made.verdict(episode(START, there)).outcome == "fail"


def test_what_the_world_does_by_itself_is_not_the_agents() -> None:
    from awe_author.evaluation.evidence import History
    from awe_author.state.types import Action

    session = world().sessions().open()
    session.advance(by="P1D")
    session.act(Action(*START))
    by_itself = Evidence(History.of(session))
    assert len(by_itself.events) > 2
    made = scorer(WORKING, frame={"may_change": TOUCHED})
    assert made.verdict(by_itself).outcome == "pass"
    overdue = next(
        one
        for one in session.state().view("crm")["tasks"].values()
        if one["overdue"] and one["status"] == "open" and one["due"] == "2025-03-03"
    )
    session.act(Action("crm", "complete_task", {"id": overdue["id"]}))
    assert made.verdict(Evidence(History.of(session))).outcome == "fail"


def test_faults_of_ours_say_nothing_about_the_agent() -> None:
    verdict = scorer(WORKING).verdict(Evidence(episode(START).history, Facts(faults=("the door fell shut",))))
    assert (verdict.outcome, verdict.score, verdict.resolved) == ("invalid", 0.0, False)
    assert binary(verdict) == partial(verdict) == 0


def test_an_evaluator_that_raises_never_passes() -> None:
    def raises(evidence: Evidence) -> bool:
        raise SystemError("boom")

    env = replace(world().known, function=lambda name: raises)
    verdict = scorer(WORKING, {"id": "x", "python": "a:b"}, env=env).verdict(episode(START))
    assert verdict.outcome == "fail"
    assert verdict.checkpoints[1].error == "SystemError: boom"


def test_equal_evidence_gives_an_equal_verdict() -> None:
    made = scorer(WORKING, CALL)
    one, other = made.verdict(episode(START, TASK)), made.verdict(episode(START, TASK))
    assert one == other
    assert Verdict.from_json(one.to_json()) == one


# ---- rewards ---------------------------------------------------------------------------------------------------------


def test_rewards_from_the_same_checkpoints() -> None:
    made = scorer(WORKING, CALL, {"id": "said", "answer": "done"})
    evidence = Evidence(episode(START, TASK).history, Facts(answer="Done", answered=True))
    assert potentials(made, evidence) == (0.0, 0.5, 0.75, 1.0)
    assert dense(made, evidence) == (0.5, 0.25, 0.25)
    assert binary(made.verdict(evidence)) == partial(made.verdict(evidence)) == 1


def test_a_broken_frame_has_no_potential() -> None:
    made = scorer(WORKING, CALL, frame={"may_change": TOUCHED})
    evidence = episode(START, TASK)
    assert potentials(made, evidence) == (0.0, 2 / 3, 0.0, 0.0)
    assert partial(made.verdict(evidence)) == 0


def test_rewards_by_step() -> None:
    made = scorer(WORKING, CALL)
    history = episode(START, TASK).history
    steps = tuple(
        Step(number=n, action={"kind": "click"}, node=node) for n, node in ((1, None), (2, 1), (3, 1), (4, 2))
    )
    assert dense(made, Evidence(history, Facts(trajectory=steps)), per="step") == pytest.approx((0, 2 / 3, 0, 1 / 3))
    with pytest.raises(ValueError, match="trajectory"):
        dense(made, Evidence(history), per="step")
    with pytest.raises(ValueError, match="gamma"):
        dense(made, Evidence(history), gamma=1.5)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from([BACK, AGAIN, TASK]), max_size=8))
def test_doing_and_undoing_earns_nothing(acts: list[Any]) -> None:
    made = scorer(WORKING, CALL)
    done: list[Any] = [START]
    now = "working"
    for one in acts:
        if one is not TASK:
            if one[2]["status"] == now:
                continue
            now = one[2]["status"]
        done.append(one)
    evidence = episode(*done)
    phi = potentials(made, evidence)
    assert sum(dense(made, evidence)) == pytest.approx(phi[-1] - phi[0])
    discounted = dense(made, evidence, gamma=0.9)
    assert sum(0.9**n * one for n, one in enumerate(discounted)) == pytest.approx(
        0.9 ** len(discounted) * phi[-1] - phi[0]
    )
