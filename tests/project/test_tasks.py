"""The tasks of the repository: all admitted, repeatable in any process; tasks recorded from runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from awe_author.cli.check_tasks import task_files
from awe_author.errors import AweError, InputError
from awe_author.evaluation.derive import acts_of
from awe_author.evaluation.problems import TaskProblems
from awe_author.evaluation.qa.report import mutation_score
from awe_author.project.admission import check
from awe_author.project.recording_task import from_timeline, record_task, written
from awe_author.project.tasks import TaskReader, read_all
from awe_author.session.export import save_export
from awe_author.state.types import Action
from tests.evaluation.floor import WORLD, world

SDR = WORLD.parent
ROOT = SDR.parent.parent
IN_OTHER_PROCESS = """
import json, sys
from pathlib import Path
from awe_author.cli.check_tasks import task_files
from awe_author.project.admission import digest
from awe_author.project.tasks import TaskReader
reader = TaskReader()
print(json.dumps({file.task.id: digest(file) for file in map(reader.read, task_files(map(Path, sys.argv[1:])))}))
"""


def test_every_task_is_admitted_and_wrong_states_are_noticed() -> None:
    suite = check(task_files([SDR]), again=False)
    assert suite.problems == ()
    assert [(one.task, why.rule, why.what) for one in suite.admissions for why in one.refusals] == []
    assert len(suite.admissions) >= 12
    score = mutation_score(suite.admissions)
    assert score is not None
    assert score >= 0.95
    assert [one for task in suite.admissions for one in task.survivors if not one.why] == []


def test_tasks_are_graded_and_four_go_across_apps() -> None:
    files, _ = read_all(task_files([SDR]), TaskReader())
    levels = [str(file.task.labels["difficulty"]) for file in files]
    assert {level: levels.count(level) >= 3 for level in ("easy", "medium", "hard")} == dict.fromkeys(
        ("easy", "medium", "hard"), True
    )
    acting = [{act["app"] for act in file.oracle.acts if "app" in act} for file in files if file.oracle]
    assert sum(len(apps) > 1 for apps in acting) >= 4


def test_two_processes_that_have_nothing_in_common_agree_byte_for_byte(tmp_path: Path) -> None:
    """As near to two machines as two processes come: home, folder, hash seed, time zone, locale, optimisation."""
    here = {"PYTHONHASHSEED": "1", "TZ": "Pacific/Chatham", "LC_ALL": "C.UTF-8"}
    there = {"PYTHONHASHSEED": "12345", "TZ": "America/St_Johns", "LC_ALL": "POSIX", "PYTHONOPTIMIZE": "2"}
    outputs = []
    for changes, folder in ((here, ROOT), (there, tmp_path)):
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(ROOT), **changes}
        command = [sys.executable, "-c", IN_OTHER_PROCESS, str(SDR), str(SDR.parent / "publishing")]
        done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, check=True, text=True)
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    digests = json.loads(outputs[0])
    assert len(digests) >= 26
    assert all(len(one) == 64 for one in digests.values())


MOVE = {"app": "mail", "action": "reschedule_event", "params": {
    "id": "event-harrow-call", "start": "2025-03-04T15:30:00Z", "end": "2025-03-04T16:00:00Z"}}  # fmt: skip
INVITE = {"app": "mail", "action": "invite", "params": {
    "id": "event-harrow-call", "attendees": ["farah.siddiqui@harrowpike.example"]}}  # fmt: skip
OTHER_WAYS: list[tuple[str, list[dict[str, Any]], str]] = [
    ("sdr-07-calendar", [INVITE, MOVE], "pass"),
    ("sdr-07-calendar", [INVITE], "fail"),
    ("sdr-02-task", [{"app": "crm", "action": "create_task", "params": {
        "subject": "ask who signs", "kind": "call", "priority": "high", "lead": "lead-georgia-papadakis",
        "due": "2025-03-07", "description": "She was in Athens last week."}}], "pass"),
    ("sdr-05-reply", [
        {"app": "mail", "action": "reply", "params": {
            "message": "message-08-1", "body": "Yes, 1000 forecasts per hour."}},
        {"app": "mail", "action": "mark", "params": {"ids": ["message-08-1"], "read": True}}], "pass"),
    ("sdr-13-convert", [
        {"app": "mail", "action": "send_message", "params": {
            "to": ["brent.salisbury@summitcold.example"], "subject": "Naomi is on board",
            "body": "Shall we plan a pilot?"}},
        {"app": "crm", "action": "convert_lead", "params": {
            "id": "lead-naomi-tsosie", "opportunity_name": "Summit Cold Chain - Planner seats", "amount": 18000,
            "close_date": "2025-05-30"}}], "pass"),
    ("sdr-14-campaign", [
        {"app": "mail", "action": "create_event", "as": "event", "params": {
            "title": "Plant tour briefing", "start": "2025-03-31T14:00:00Z", "end": "2025-03-31T15:00:00Z",
            "location": "Hall 2"}},
        {"app": "mail", "action": "invite", "params": {"attendees": ["ruth.anders@brightwell.example"]},
         "with": {"id": "event.id"}},
        {"app": "engagement", "action": "create_list", "params": {"name": "Plant tour"}, "as": "made"},
        {"app": "engagement", "action": "add_to_list", "params": {"prospects": ["person-celine-moser"]},
         "with": {"list": "made.id"}},
        {"app": "engagement", "action": "add_to_list", "params": {"prospects": ["person-keisha-monroe"]},
         "with": {"list": "made.id"}},
        {"app": "crm", "action": "update_campaign", "params": {
            "id": "campaign-plant-tour", "budget": 9500, "status": "active"}},
        {"app": "crm", "action": "add_campaign_members", "params": {
            "campaign": "campaign-plant-tour", "leads": ["lead-celine-moser", "lead-keisha-monroe"]}}], "pass"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "acts", "outcome"), OTHER_WAYS, ids=[f"{id}, {end}" for id, _, end in OTHER_WAYS])
def test_other_ways_to_the_same_end_pass_and_half_of_them_do_not(
    id: str, acts: list[dict[str, Any]], outcome: str
) -> None:
    file = TaskReader().read(SDR / f"{id}.yaml")
    assert file.oracle is not None
    verdict = file.scorer.verdict(replace(file, oracle=replace(file.oracle, acts=tuple(acts))).oracle_evidence())
    failed = [(one.id, one.why or one.error) for one in verdict.checkpoints if not one.passed]
    assert verdict.outcome == outcome, (failed, verdict.frame)


# ---- files -----------------------------------------------------------------------------------------------------------


def test_problems_of_all_files_are_told(tmp_path: Path) -> None:
    good = "id: t\ninstruction: x\nworld: {}\ncheckpoints: [{{id: a, state: 'true'}}]\nframe: {{may_change: []}}\n"
    (tmp_path / "a.yaml").write_text(good.format(WORLD))
    (tmp_path / "b.yaml").write_text(good.format(WORLD))
    (tmp_path / "c.yaml").write_text(good.format("nowhere"))
    (tmp_path / "d.yaml").write_text(good.format(WORLD) + "oracle: missing.yaml\n")
    (tmp_path / "e.yaml").write_text(
        good.format(WORLD).replace("id: t", "id: e")
        + "oracle: {act: [{app: crm, action: fly}, {advance: x, app: crm}]}\n"
    )
    (tmp_path / "f.yaml").write_text("id: [")
    files, found = read_all(sorted(tmp_path.glob("*.yaml")), TaskReader())
    assert [file.path.name for file in files] == ["a.yaml", "b.yaml"]
    told = {(Path(one.file).name, one.path) for one in found}
    assert told >= {
        ("b.yaml", "id"),
        ("c.yaml", "world"),
        ("d.yaml", "oracle"),
        ("e.yaml", "oracle.act.0.action"),
        ("e.yaml", "oracle.act.1"),
        ("f.yaml", ""),
    }


# ---- recorded tasks --------------------------------------------------------------------------------------------------

CREATE = {
    "app": "crm",
    "action": "create_lead",
    "params": {"last_name": "Okafor", "company": "Okafor & Daughters"},
    "as": "made",
}
NOTE = {"app": "crm", "action": "create_note", "params": {"text": "Call her."}, "with": {"lead": "made.id"}}


def test_a_recorded_task_is_admitted(tmp_path: Path) -> None:
    said = 'Create a lead for Okafor of "Okafor & Daughters" and note: "Call her."'
    task = record_task(world(), {"act": [CREATE, NOTE]}, id="okafor", instruction=said)
    form = yaml.safe_load(written(task)) | {"world": str(WORLD)}
    path = tmp_path / "okafor.yaml"
    path.write_text(yaml.safe_dump(form))
    suite = check([path], again=False)
    assert [(why.rule, why.what) for one in suite.admissions for why in one.refusals] == []
    note = next(one for one in task.checkpoints if one.id == "new-notes")
    spec: Any = note.spec
    assert spec["related"]["lead"]["in"] == "crm.leads"
    assert "created" not in spec["fields"]


def test_a_person_s_run_becomes_an_oracle(tmp_path: Path) -> None:
    sessions = world().sessions()
    session = sessions.open(session_id="person")
    made: Any = session.act(Action("crm", "create_lead", CREATE["params"])).result  # type: ignore[arg-type]
    session.advance(by="PT2H")
    session.act(Action("crm", "create_note", {"text": "Call her.", "lead": made["id"]}))
    save_export(sessions, session.id, tmp_path / "run.timeline.zst")
    oracle: Any = from_timeline(world(), tmp_path / "run.timeline.zst")
    assert [one.get("action", "advance") for one in oracle["act"]] == ["create_lead", "advance", "create_note"]
    assert oracle["act"][1] == {"advance": 7200.0}
    assert oracle["act"][2]["with"] == {"lead": 'act_0["id"]'}
    task = record_task(world(), oracle, id="t", instruction="x")
    assert {"new-leads", "new-notes"} <= {one.id for one in task.checkpoints}
    assert acts_of(session.events(after=0)) == oracle["act"]
    with pytest.raises(InputError, match="no session"):
        from_timeline(world(), tmp_path / "run.timeline.zst", session="other")


def test_what_proves_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="nothing changed"):
        record_task(world(), {"act": []}, id="t", instruction="x")
    with pytest.raises(AweError, match="Working"):
        record_task(world(), {"act": [{"app": "crm", "action": "set_lead_status", "params": {"id": "lead-amos-tillman", "status": "qualified"}}]}, id="t", instruction="x")  # fmt: skip  # noqa: E501
    with pytest.raises(TaskProblems, match="no action"):
        record_task(world(), {"act": [{"app": "crm", "action": "creat_lead"}]}, id="t", instruction="x")


def test_changes_removals_and_answers_are_derived() -> None:
    acts: Any = [
        {"app": "crm", "action": "delete_note", "params": {"id": "note-02"}},
        {"app": "mail", "action": "mark", "params": {"ids": ["message-08-1"], "read": True}},
        {"app": "mail", "action": "set_signature", "params": {"signature": "D."}},
    ]
    task = record_task(world(), {"act": acts, "answer": {"a": 1}}, id="t", instruction="x")
    specs = {one.id: one.spec for one in task.checkpoints}
    assert specs["note-02-gone"] == '!("note-02" in state.crm.notes)'
    assert specs["answer"] == {"json": {"a": 1}}
    assert [one.path for one in task.frame.may_remove] == ["/crm/notes/note-02"]
    assert {one.path for one in task.frame.may_change} == {
        "/mail/messages/message-08-1/read",
        "/mail/account/signature",
    }
    assert task.answer.form == "json"
