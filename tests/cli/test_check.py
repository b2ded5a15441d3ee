"""`awe-author check model`: what it prints, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from awe_author.cli.main import main
from tests.state.loading.models import CRM, MAIL, WAREHOUSE, edited

REDUCERS = """
import time
from awe_author.state.types import ReducerResult

def merge_leads(state, params, context):
    return ReducerResult((), PURE)
"""
LEADS = {"leads": {"l1": {"id": "l1", "last_name": "Doe", "score": 1}}, "users": {"u1": {"id": "u1"}}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for app, model in (("crm", CRM), ("mail", MAIL), ("warehouse", WAREHOUSE)):
        write(tmp_path, app, model)
    (tmp_path / "crm/seed.json").write_text(json.dumps(LEADS))
    (tmp_path / "crm/reducers.py").write_text(REDUCERS.replace("PURE", "1"))
    return tmp_path


def write(folder: Path, app: str, model: Any) -> None:
    (folder / app).mkdir(exist_ok=True)
    model = edited(model, {"/x-actions/remind/params/properties/id/x-ref": "/leads"} if app == "crm" else {})
    (folder / app / "model.json").write_text(json.dumps(model, indent=2))


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["check", "model", *map(str, arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_model_without_mistakes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, folder / "mail", "--tries", 5)
    assert code == 0
    assert "pure, and schema and references kept" in out


def test_the_json_of_a_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, folder / "mail", folder / "warehouse", "--tries", 5, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["ok"] is True
    assert document["apps"] == [
        {"app": "mail", "collections": 1, "actions": 1},
        {"app": "warehouse", "collections": 2, "actions": 0},
    ]
    assert document["run"] == {
        "steps": 5,
        "findings": [],
        "actions": [{"app": "mail", "action": "send_message", "tried": 5, "accepted": 5, "refusals": {}}],
        "never_accepted": [],
    }


def test_problems_have_file_line_place_and_hint(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, "crm", edited(CRM, {"/titel": "x", "/x-actions/create_lead/require/0/field": "emial"}))
    code, out, _ = run(capsys, folder / "crm", "--json")
    lines = (folder / "crm/model.json").read_text().splitlines()
    assert code == 1
    assert json.loads(out) == {
        "ok": False,
        "problems": [
            {
                "file": str(folder / "crm/model.json"),
                "line": 1 + next(at for at, line in enumerate(lines) if '"titel"' in line),
                "pointer": "/titel",
                "message": 'there is no keyword "titel"',
                "hint": 'Did you mean "title"?',
            },
            {
                "file": str(folder / "crm/model.json"),
                "line": 1 + next(at for at, line in enumerate(lines) if '"field": "emial"' in line),
                "pointer": "/x-actions/create_lead/require/0/field",
                "message": 'there is no param or field "emial"',
                "hint": 'Did you mean "email"?',
            },
        ],
    }


def test_problems_in_a_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, "mail", {**MAIL, "titel": "x"})
    code, out, err = run(capsys, folder / "mail")
    assert code == 1
    assert "1 problem." in out
    assert "Did you mean" in out
    assert "Traceback" not in out + err


def test_a_reducer_that_looks_at_the_clock(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "crm/reducers.py").write_text(REDUCERS.replace("PURE", "int(time.time()) * 0"))
    code, out, _ = run(capsys, folder / "crm", "--tries", 3, "--json")
    findings = [one for one in json.loads(out)["run"]["findings"] if one["action"] == "merge_leads"]
    assert code == 1
    assert [(one["app"], one["message"]) for one in findings] == [
        ("crm", "it asks the clock: time.time(), line 6 of the reducer's file")
    ]
    assert findings[0]["pointer"] == "/x-actions/merge_leads/reducer"


def test_a_seed_that_does_not_fit(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "crm/seed.json").write_text('{\n "leads": {\n  "l1": {"id": 3}}}')
    code, out, _ = run(capsys, folder / "crm", "--json")
    problems = json.loads(out)["problems"]
    assert code == 1
    assert {(one["file"], one["line"]) for one in problems} == {(str(folder / "crm/seed.json"), 3)}


def test_nothing_is_run_when_not_asked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, folder / "crm", "--tries", 0, "--json")
    assert code == 0
    assert "run" not in json.loads(out)


def test_a_world(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = folder / "world.yaml"
    world.write_text("world: w\napps: {mail: {model: mail}}\nwarehouse: {model: warehouse}\n")
    code, out, _ = run(capsys, world, "--tries", 2, "--json")
    assert code == 0
    assert [one["app"] for one in json.loads(out)["apps"]] == ["warehouse", "mail"]


def test_the_timers_of_a_world_are_there_in_both_processes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = folder / "world.yaml"
    timer = {"at": "2025-03-04T09:00:00Z", "app": "mail", "action": "send_message", "params": {"to": []}}
    text = {"world": "w", "apps": {"mail": {"model": "mail"}}, "timers": {"mail:one": timer}}
    world.write_text(json.dumps(text))
    code, out, _ = run(capsys, world, "--tries", 2, "--json")
    assert json.loads(out)["run"]["findings"] == []
    assert code == 0


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("none.json", None, "there is no such file"),
        ("model.json", "{", "not valid JSON"),
        ("world.yaml", "world: [", "a [ or { is not closed"),
    ],
)
def test_files_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str | None, said: str
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    code, out, err = run(capsys, tmp_path / name, "--json")
    error = json.loads(out)["error"]
    assert code == 2
    assert said in error["what"]
    assert error["where"].startswith(str(tmp_path / name))
    assert said in err


def test_wrong_options(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, folder / "crm", "--tries", -1)[0] == 2
    assert run(capsys)[0] == 2
    (folder / "world.yaml").write_text("world: w\napps: {mail: {model: mail}}\n")
    assert run(capsys, folder / "world.yaml", folder / "crm")[0] == 2
