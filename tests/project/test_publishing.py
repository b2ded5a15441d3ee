"""The tasks over the two mocks of the repository: admitted, and fair to what their pages really send."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from awe_author.cli.check_tasks import task_files
from awe_author.evaluation.evidence import Evidence, History
from awe_author.evaluation.qa.report import mutation_score
from awe_author.project.admission import check
from awe_author.project.tasks import TaskFile, TaskReader, read_all
from awe_author.state.types import Action

PUBLISHING = Path(__file__).parents[2] / "tasks" / "publishing"
ROBOTS_7 = "6b0235e586f5461ebed23508"


def read(name: str) -> TaskFile:
    return TaskReader().read(PUBLISHING / f"{name}.yaml")


def test_wrong_states_are_noticed_and_nothing_but_a_browser_is_missing() -> None:
    suite = check(task_files([PUBLISHING]), again=False, browser=False)
    assert suite.problems == ()
    assert [(one.task, [why.rule for why in one.refusals]) for one in suite.admissions] == [
        (one.task, ["not-tried"]) for one in suite.admissions
    ]
    assert len(suite.admissions) >= 11
    assert (mutation_score(suite.admissions) or 0) >= 0.95
    assert [one for task in suite.admissions for one in task.survivors if not one.why] == []


@pytest.mark.browser
@pytest.mark.timeout(900)
def test_all_tasks_are_admitted_by_steps_that_a_user_does_in_chromium() -> None:
    suite = check(task_files([PUBLISHING]), again=False)
    assert [(one.task, why.rule, why.what) for one in suite.admissions for why in one.refusals] == []
    assert suite.admitted


def test_tasks_are_graded_and_begin_where_the_apps_were_recorded() -> None:
    files, problems = read_all(task_files([PUBLISHING]), TaskReader())
    assert not problems
    assert {str(file.task.labels["difficulty"]) for file in files} == {"easy", "medium", "hard"}
    hosts = ("https://blog.acme.test/", "https://label.acme.test/")
    assert [file.task.id for file in files if not file.task.start.startswith(hosts)] == []
    acting = [{act["app"] for act in file.oracle.acts if "app" in act} for file in files if file.oracle]
    assert sum(len(apps) > 1 for apps in acting) >= 2


@pytest.mark.parametrize(
    ("more", "outcome"), [({}, "pass"), ({"meta_title": "Robots"}, "fail"), ({"tags": []}, "fail")]
)
def test_a_post_that_the_page_saves_as_a_whole_is_judged_by_what_differs(more: dict[str, Any], outcome: str) -> None:
    """The admin sends all of a post; what is null there goes, which is no harm, and another value is."""
    file = read("pub-02-feature")
    session = file.world.session(file.task)
    post = History.of(session).final.get(f"/ghost/posts/{ROBOTS_7}")
    assert isinstance(post, dict)
    kept = ("title", "slug", "status", "lexical", "tags", "authors", "tiers", "meta_title", "feature_image", "excerpt")
    changes = {**{name: post[name] for name in kept}, "featured": True, **more}
    session.act(Action("ghost", "update_post", {"id": ROBOTS_7, "changes": changes}))
    assert file.scorer.verdict(Evidence(History.of(session))).outcome == outcome
