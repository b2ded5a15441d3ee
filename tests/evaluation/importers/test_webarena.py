"""Imported WebArena tasks decide as its three evaluators do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awe_author.evaluation.importers.notes import Notes
from awe_author.evaluation.importers.st_webagentbench import import_st_webagentbench
from awe_author.evaluation.importers.webarena import import_webarena, task_of
from tests.evaluation.importers.scored import SHARED, outcome, scorer


def task(*kinds: str, **evaluation: Any) -> dict[str, Any]:
    entry = {
        "task_id": 7, "sites": ["gitlab"], "intent": "Do it.", "start_url": "__GITLAB__/a", "intent_template_id": 3,
        "eval": {"eval_types": list(kinds), "reference_answers": None, "reference_url": "", "program_html": [], **evaluation},
    }  # fmt: skip
    made = task_of(entry, Notes(), {"gitlab": "https://git.test"}, "webarena")
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("answers", "said", "wanted"),
    [({"exact_match": "Blue Sky"}, "blue sky", "pass"), ({"exact_match": "Blue Sky"}, "'Blue Sky'", "pass"),
     ({"exact_match": "Blue Sky"}, "blue sky!", "fail"), ({"must_include": ["a b", "c"]}, "x C, A B y", "pass"),
     ({"must_include": ["a b", "c"]}, "a b", "fail"), ({"must_include": ["14 days"]}, "about 14 DAYS.", "pass"),
     ({"must_include": ["0"]}, "10", "fail"), ({"must_include": ["0"]}, "0 found", "pass"),
     ({"must_include": ["20"]}, "it is 120", "pass"), ({"fuzzy_match": "N/A"}, "n/a", "pass"),
     ({"fuzzy_match": ["two days"]}, "Two days", "pass"), ({"fuzzy_match": ["two days"]}, "no", "fail")],
)  # fmt: skip
def test_string_match(answers: dict[str, Any], said: str, wanted: str) -> None:
    assert outcome(task("string_match", reference_answers=answers), answer=said) == wanted


@pytest.mark.parametrize(
    ("reference", "url", "wanted"),
    [("__GITLAB__/x", "https://git.test/x/", "pass"), ("__GITLAB__/x", "https://git.test/x/y", "pass"),
     ("__GITLAB__/x", "https://other.test/x", "fail"), ("__GITLAB__/x?s=a", "https://git.test/x?p=1&s=a", "pass"),
     ("__GITLAB__/x?s=a", "https://git.test/x?s=ab", "fail"), ("__GITLAB__/x |OR| __GITLAB__/y", "https://git.test/y", "pass"),
     ("__GITLAB__/x?s=a |OR| __GITLAB__/x?s=b", "https://git.test/x?s=b", "pass")],
)  # fmt: skip
def test_url_match(reference: str, url: str, wanted: str) -> None:
    assert outcome(task("url_match", reference_url=reference), url=url) == wanted


@pytest.mark.parametrize(
    ("contents", "value", "wanted"),
    [({"exact_match": "20"}, "20", "pass"), ({"exact_match": "20"}, "120", "fail"), ({"exact_match": ""}, "", "pass"),
     ({"must_include": ["a", "b |OR| c"]}, "C and A", "pass"), ({"must_include": ["a", "b |OR| c"]}, "a", "fail"),
     ({"must_include": ["a"]}, "", "fail")],
)  # fmt: skip
def test_program_html(contents: dict[str, Any], value: str, wanted: str) -> None:
    target = {"url": "last", "locator": "document.title", "required_contents": contents}
    assert outcome(task("program_html", program_html=[target]), value=value) == wanted


def test_a_script_that_raises_gives_an_empty_text_and_prepares_the_page() -> None:
    target = {
        "url": "__GITLAB__/p",
        "locator": "x.y",
        "prep_actions": ["z.click()"],
        "required_contents": {"exact_match": ""},
    }
    (checkpoint,) = task("program_html", program_html=[target])["checkpoints"]
    assert checkpoint["page"]["url"] == "https://git.test/p"
    assert (
        checkpoint["page"]["script"]
        == "(() => { try { z.click() } catch {} try { return String(x.y) } catch { return '' } })()"
    )


def test_all_evaluators_have_to_hold() -> None:
    both = task("string_match", "url_match", reference_answers={"exact_match": "a"}, reference_url="__GITLAB__/x")
    assert outcome(both, answer="a", url="https://git.test/x") == "pass"
    assert outcome(both, answer="a", url="https://git.test/y") == "fail"
    assert outcome(both, answer="b", url="https://git.test/x") == "fail"


def test_what_needs_the_benchmarks_own_code_is_left_out_with_a_note() -> None:
    target = {"url": "func:f('__last_url__')", "locator": "", "required_contents": {"must_include": ["a"]}}
    entry = {"task_id": 1, "intent": "x", "eval": {"eval_types": ["program_html"], "program_html": [target]}}
    imported = import_webarena([entry], sites={})
    assert imported.tasks == ()
    assert [(note.kind, note.task) for note in imported.notes] == [("lost", "webarena.1")]


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the test input in ../shared")
@pytest.mark.parametrize("name", ["webarena", "st-webagentbench"])
def test_every_task_of_the_benchmarks(name: str) -> None:
    entries = json.loads((SHARED / "formats" / name / "tasks.json").read_text())
    read = import_webarena if name == "webarena" else import_st_webagentbench
    imported = read(entries, sites={})  # type: ignore[operator]
    lost = [note.task for note in imported.notes if note.kind == "lost"]
    assert len(imported.tasks) + len(lost) == len(entries)
    original = {("st" if name != "webarena" else "webarena") + f".{entry['task_id']}": entry for entry in entries}
    for made in imported.tasks:
        entry = original[str(made["id"])]
        assert len(scorer(made).task.policies) == len(entry.get("policies", ()))
        assert outcome(made, answer="-", value="") == "fail" or entry["eval"]["eval_types"] == ["program_html"]
        answers = entry["eval"].get("reference_answers") or {}
        if entry["eval"]["eval_types"] == ["string_match"] and "fuzzy_match" not in answers:
            said = answers.get("exact_match") or " , ".join(answers["must_include"])
            assert outcome(made, answer=said) == "pass", made
