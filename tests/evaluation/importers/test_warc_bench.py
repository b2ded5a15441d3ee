"""Imported WARC-Bench tasks decide as its four matchers do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awe_author.evaluation.importers.warc_bench import import_warc_bench
from tests.evaluation.importers.scored import SHARED, outcome


def entry(kind: str, script: str, id: str = "online.0", **env: Any) -> dict[str, Any]:
    """A task as upstream's benchmark.json has it."""
    told = {"data_path": "environments/web_archives/x/site_one.wacz", "start_url": "https://x.test/", **env}
    return {
        "task_id": id, "env": told, "goal": "Do it.",
        "eval": {"eval_type": kind, "evaluate_scripts": [{"script": script}]},
    }  # fmt: skip


def task(kind: str, script: str) -> dict[str, Any]:
    imported = import_warc_bench([entry(kind, script)], stem="test", archives="archives")
    (made,) = imported.tasks
    return made


@pytest.mark.parametrize(
    ("said", "wanted"), [("2", "pass"), (" 2 \n", "pass"), (2, "pass"), ("22", "fail"), ("", "fail")]
)
def test_string_matcher(said: Any, wanted: str) -> None:
    assert outcome(task("string_matcher", " 2 "), answer=said) == wanted


def test_string_matcher_takes_nothing_for_a_pattern() -> None:
    assert outcome(task("string_matcher", "a.c (x)"), answer="a.c (x)") == "pass"
    assert outcome(task("string_matcher", "a.c (x)"), answer="abc (x)") == "fail"


@pytest.mark.parametrize(
    ("url", "wanted"),
    [("https://x.test/a?b=1", "pass"), ("https://x.test/a?b=1#c", "fail"), ("https://x.test/a", "fail"),
     ("https://x.test/a?b=12", "fail")],
)  # fmt: skip
def test_url_matcher_is_exact(url: str, wanted: str) -> None:
    assert outcome(task("url_matcher", "https://x.test/a?b=1"), url=url) == wanted


@pytest.mark.parametrize(
    ("goal", "said", "wanted"),
    [('{"a": "1", "b": 2}', '{"b": 2, "a": "1"}', "pass"), ('{"a": "1"}', '{"a": " 1 "}', "pass"),
     ('{"a": "1"}', '{"a": "2"}', "fail"), ('{"a": "1"}', '{"a": "1", "c": 1}', "fail"), ('{"a": "1"}', "", "fail"),
     ('["a", "b"]', '["b", "a"]', "pass"), ('["a", "b"]', '["a", "a"]', "fail"), ('["a"]', '{"a": 1}', "fail"),
     ("3", "3", "pass"), ("3", "4", "fail")],
)  # fmt: skip
def test_json_matcher(goal: str, said: str, wanted: str) -> None:
    assert outcome(task("json_matcher", goal), answer=said) == wanted


@pytest.mark.parametrize(("value", "wanted"), [(True, "pass"), (False, "fail"), (None, "fail")])
def test_js_matcher(value: Any, wanted: str) -> None:
    """The script's value as JavaScript sees it; None stands for a script that raised."""
    assert outcome(task("js_matcher", "document.title"), value=value) == wanted


@pytest.mark.parametrize(
    ("script", "wanted"),
    [("a == b;", "!!(a == b)"), ("() => a", "!!((() => a)())"), ("function () { return a }", "!!((function () { return a })())"),
     ("(a && b) || c", "!!((a && b) || c)")],
)  # fmt: skip
def test_scripts_become_expressions(script: str, wanted: str) -> None:
    assert task("js_matcher", script)["checkpoints"][0]["page"]["script"] == wanted


def test_ids_that_repeat_and_time_zones() -> None:
    los = entry(
        "js_matcher",
        "t == 'Thu Jun 06 2024 00:00:00 GMT-0700 (Pacific Daylight Time)'",
        timestamp={"seconds": 1741648127},
    )
    utc = entry("js_matcher", "t == '... GMT+0000 (Coordinated Universal Time)'")
    imported = import_warc_bench([los, los, utc], stem="dev", archives="../wacz")
    one, other = imported.tasks
    assert (one["id"], other["id"]) == ("dev.online.0", "dev.online.0.2")
    assert (one["labels"]["timezone"], other["labels"]["timezone"]) == ("America/Los_Angeles", "UTC")  # type: ignore[index,call-overload]
    assert one["labels"]["moment"] == "2025-03-10T23:08:47Z"  # type: ignore[index,call-overload]
    assert [(note.kind, note.task) for note in imported.notes] == [("changed", "dev.online.0")] * 2
    assert imported.worlds["worlds/site_one.yaml"]["apps"] == {"site_one": {"recording": "../../wacz/site_one.wacz"}}


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the test input in ../shared")
def test_every_task_of_the_benchmark() -> None:
    entries = json.loads((SHARED / "warcbench" / "tasks.json").read_text())
    imported = import_warc_bench(entries, stem="x", archives="archives")
    assert len(imported.tasks) == len(entries)
    assert not [note for note in imported.notes if note.kind == "lost"]
    zones = {one["id"]: one["labels"]["timezone"] for one in imported.tasks}  # type: ignore[index,call-overload]
    for oracle in json.loads((SHARED / "warcbench" / "oracles.json").read_text()):
        if oracle.get("timezone"):
            assert zones[oracle["uid"].replace(":", ".")] == oracle["timezone"]
