"""Oracles of user steps are performed in a browser, and their tasks stand or fall with what came of it."""

from __future__ import annotations

import asyncio
import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from awe_author.evaluation.problems import TaskProblems
from awe_author.project.admission import Suite, check
from awe_author.project.driving import ride
from awe_author.project.oracle_steps import Saying
from awe_author.project.tasks import TaskReader
from tests.project.test_driving import write_archive

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
PAGE = b"""<!doctype html><title>Desk</title><body><button id=menu>Menu</button><input id=name aria-label="Name">
<a id=file download="list.csv" href="data:text/csv,a,b">File</a><p id=said></p>
<script>const field = document.querySelector('#name');
menu.onclick = () => { setTimeout(() => { said.textContent = 'open ' + field.value; }, 300); };</script>"""
START = "https://desk.test/"
TASK: dict[str, Any] = {
    "id": "menu", "instruction": 'Enter the name "Okafor" and open the menu.', "world": "world.yaml", "start": START,
    "frame": {"may_change": []},
    "checkpoints": [
        {"id": "open", "page": {"script": "document.querySelector('#said').textContent", "equals": "open Okafor"}},
    ],
    "oracle": {"steps": [
        {"fill": ["#name", "Okafor"]}, {"click": "#menu"}, {"wait": "text=open Okafor"}, {"page": "x"},
    ]},
}  # fmt: skip


def written(folder: Path, **changes: Any) -> Path:
    """The task with other parts, beside its world."""
    write_archive(folder / "desk.warc.gz", PAGE)
    (folder / "world.yaml").write_text("world: desk\napps: {desk: {recording: desk.warc.gz}}\n")
    path = folder / "menu.yaml"
    path.write_text(yaml.safe_dump(copy.deepcopy(TASK) | changes, sort_keys=False))
    return path


def steps(*told: Any) -> dict[str, Any]:
    """An oracle."""
    return {"steps": list(told)}


def reasons(suite: Suite) -> list[str]:
    """Why tasks are not admitted."""
    assert suite.problems == ()
    return [one.rule for admission in suite.admissions for one in admission.refusals]


def test_a_task_whose_steps_solve_it_is_admitted_and_only_when_they_were_performed(tmp_path: Path) -> None:
    path = written(tmp_path)
    suite = check([path])
    assert reasons(suite) == [], suite.admissions[0].refusals
    assert suite.admissions[0].acts == 4
    assert reasons(check([path], browser=False)) == ["not-tried"]


def test_both_kinds_of_an_oracle_have_to_solve_the_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("awe_author.project.admission.STEP_PATIENCE", 2.0)
    asked = {
        "instruction": "What is the button of the desk called?",
        "checkpoints": [{"id": "name", "answer": "Menu"}],
    }
    good = {"act": [], "steps": [{"wait": "#menu"}], "answer": "Menu"}
    path = written(tmp_path, oracle=good, **asked)
    assert reasons(check([path], browser=False)) == ["literal-missing", "not-tried"]  # only a browser can show it
    assert reasons(check([path], again=False)) == []
    path = written(tmp_path, oracle=good | {"steps": [{"click": "#menus"}]}, **asked)
    assert "oracle-fails" in reasons(check([path], again=False))


def test_a_step_that_cannot_be_done_says_where_and_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("awe_author.project.admission.STEP_PATIENCE", 2.0)
    path = written(tmp_path, oracle=steps({"fill": ["#name", "Okafor"]}, {"click": "#menus"}))
    (admission,) = check([path], again=False).admissions
    (refusal,) = admission.refusals
    line = path.read_text().splitlines().index("  - click: '#menus'") + 1
    assert refusal.rule == "oracle-fails"
    assert f"{path}:{line}: step 2 (click #menus): nothing on the page matched" in refusal.what
    assert f"the page {START} shows 'Menu" in refusal.what
    assert "#menus" in refusal.hint


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        ("prefix-passes", {"oracle": steps(*TASK["oracle"]["steps"], {"press": ["#name", "End"]})}),
        ("already-passing", {"checkpoints": [{"id": "there", "url": {"match": START, "how": "exact"}}]}),
        ("seeded-points", {"checkpoints": [*TASK["checkpoints"], {"id": "there", "url": {"match": START}}]}),
        ("oracle-fails", {"oracle": steps({"click": "#menu"})}),
        ("budget", {"budget": {"steps": 3}}),
    ],
    ids=["does too much", "nothing to do", "points for nothing", "no solution", "too long"],
)
def test_bad_tasks_are_refused_by_what_the_browser_showed(rule: str, changes: dict[str, Any], tmp_path: Path) -> None:
    found = reasons(check([written(tmp_path, **changes)], again=False))
    assert found[0] == rule
    assert set(found) <= {rule, "said-unchecked", "checkpoint-blind"}


def test_mistakes_in_steps_are_told_with_their_lines_before_any_browser_starts(tmp_path: Path) -> None:
    wrong = steps({"clik": "#menu"}, {"ask": ""}, {"click": "#menu"}, {"fill": ["#name", {"env": "SECRET"}]})
    path = written(tmp_path, oracle=wrong)
    with pytest.raises(TaskProblems) as found:
        TaskReader().read(path)
    lines = path.read_text().splitlines()
    assert [(one.path, lines[one.line - 1].strip()[:7]) for one in found.value.problems] == [
        ("oracle.steps.0", "- clik:"), ("oracle.steps.1", "- ask: "), ("oracle.steps.3", "- fill:")
    ]  # fmt: skip
    assert 'Did you mean "click"' in found.value.problems[0].hint
    assert len(check([path]).problems) == 3


def test_steps_speak_to_the_simulated_user_and_downloads_are_kept(tmp_path: Path) -> None:
    user = {"answers": [{"ask": "menu", "reply": "Go on.", "granted": True}]}
    told = steps({"ask": "May I open the menu?"}, {"tell": "Thank you."}, {"click": "#file"})
    file = TaskReader().read(written(tmp_path, oracle=told, user=user))
    assert [type(one) is Saying for one in file.steps] == [True, True, False]

    async def driven() -> Any:
        async with ride(file) as at:
            for one in file.steps:
                await at.perform(one)
            return await at.facts()

    facts = asyncio.run(driven())
    assert [one.action["kind"] for one in facts.trajectory] == ["ask_user", "tell_user", "click"]
    assert facts.trajectory[0].reply["text"] == "Go on."
    (kept,) = facts.downloads
    assert (kept.name, kept.data, kept.step) == ("list.csv", b"a,b", 3)
