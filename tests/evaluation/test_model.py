"""Tasks, facts and verdicts as JSON and back."""

import json

from awe_author.evaluation.evidence import Download, Facts, Page, Step
from awe_author.evaluation.model import (
    Allowed,
    Answer,
    Budget,
    Checkpoint,
    Frame,
    Policy,
    Task,
)  # fmt: skip
from awe_author.evaluation.verdict import CheckpointResult, FrameChange, PolicyResult, Verdict

TASK = Task(
    id="sdr-017",
    instruction="Do it.",
    world="sdr",
    start="https://crm.acme.test/",
    title="One",
    labels={"stage": "prospecting", "activity": ["data-management"]},
    budget=Budget(steps=100, seconds=1800.0),
    checkpoints=(
        Checkpoint(id="exists", kind="state", spec="true", weight=2),
        Checkpoint(id="told", kind="answer", spec={"json": {"a": 1}}, after=("exists",), stage="end", title="Told"),
    ),
    frame=Frame(may_change=(Allowed(path="/crm/leads/*"),), may_add=(Allowed(path="/crm/tasks/*", at_most=1),)),
    policies=(Policy(use="ask_before", params={"action": "delete_lead"}, level="organization", id="p1", text="Ask."),),
    answer=Answer(form="json", schema={"type": "object"}, note="As JSON."),
    user={"answers": [{"when": "delete", "say": "no"}]},
    oracle={"act": []},
    seed=3,
    version="1.2",
    changelog=({"version": "1.2", "changes": "new"},),
)


def test_a_task_comes_back_from_its_json() -> None:
    form = json.loads(json.dumps(TASK.to_json()))
    assert Task.from_json(form) == TASK
    assert Task.from_json(form).to_json() == TASK.to_json()
    bare = Task(id="a", instruction="b", world="c")
    assert Task.from_json(bare.to_json()) == bare


def test_the_digest_is_of_what_decides() -> None:
    form = TASK.to_json()
    assert Task.from_json(form | {"title": "Two", "labels": {}, "changelog": []}).digest == TASK.digest
    assert Task.from_json(form | {"instruction": "Do that."}).digest != TASK.digest
    assert Task.from_json(form | {"frame": {"may_change": []}}).digest != TASK.digest


def test_facts_come_back_from_their_json() -> None:
    facts = Facts(
        answer={"a": [1]},
        answered=True,
        pages=(Page(url="https://a.test/", scripts={"1 + 1": 2}, failed={"x": "no x"}),),
        downloads=(Download(name="a.csv", data=b"a,b\n", media_type="text/csv", step=2),),
        trajectory=(Step(number=1, action={"kind": "click"}, element={"text": "Save"}, node=3),),
        faults=("the door fell shut",),
    )
    form = json.loads(json.dumps(facts.to_json()))
    assert Facts.from_json(form) == facts
    assert Facts.from_json({}) == Facts()
    assert Facts.from_json(json.loads(json.dumps(Facts().to_json()))) == Facts()


def test_a_verdict_comes_back_from_its_json() -> None:
    verdict = Verdict(
        task="sdr-017",
        outcome="fail",
        score=0.5,
        checkpoints=(
            CheckpointResult(id="exists", kind="state", weight=2, passed=True, score=1, event=4, turned="true"),
        ),
        judged=(CheckpointResult(id="nice", kind="judge", weight=1, passed=False, score=0, skipped=True),),
        policies=(PolicyResult(use="ask_before", status="violated", level="organization", steps=(3,), events=(4,)),),
        frame=(FrameChange(path="/crm/notes/n", op="remove", old={"text": "x"}, event=5, why="not allowed"),),
        faults=(),
        node=5,
    )
    form = json.loads(json.dumps(verdict.to_json()))
    assert Verdict.from_json(form) == verdict
    assert (form["resolved"], form["compliant"]) == (True, False)
