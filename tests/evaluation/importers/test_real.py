"""Imported REAL tasks decide as its JMESPath over a state diff does, on the same changes."""

from __future__ import annotations

import json
from typing import Any

import jmespath
import pytest

from awe_author.evaluation.checkpoints import Environment
from awe_author.evaluation.evidence import Evidence, Facts, History
from awe_author.evaluation.importers.real import import_real, rewritten
from awe_author.evaluation.loading import read_task
from awe_author.evaluation.problems import Report
from awe_author.evaluation.scoring import compile_task
from awe_author.located import parse_located
from awe_author.project.importing import as_yaml
from awe_author.state.loading import load_model
from awe_author.state.world import World
from tests.evaluation.importers.scored import SHARED

COLLECTIONS = ("bookingDetails", "events", "profiles", "emails")
MODEL: dict[str, Any] = {
    "type": "object",
    "properties": {name: {"type": "object", "additionalProperties": {"$ref": "#/$defs/any"}} for name in COLLECTIONS},
    "$defs": {"any": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}},
}
WORLD = World([load_model(MODEL, app="site")])
BEFORE: dict[str, Any] = {
    "bookingDetails": {}, "events": {"e1": {"id": "e1", "title": "Old"}}, "emails": {},
    "profiles": {"1": {"id": "1", "connectionGrade": "2nd"}, "2": {"id": "2", "connectionGrade": "2nd"}},
}  # fmt: skip
AFTER: dict[str, Any] = {
    "bookingDetails": {"b1": {"id": "b1", "time": "7:00 PM", "restaurant": {"name": "Royal"}, "cart": [{"q": 3}]}},
    "events": {"e2": {"id": "e2", "title": "Team Meeting"}}, "emails": {},
    "profiles": {"1": {"id": "1", "connectionGrade": "1st"}, "2": {"id": "2", "connectionGrade": "2nd"}},
}  # fmt: skip


def theirs(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What REAL's /finish gives: `XDiff` and `differences.X`, entities by number (added, deleted) or id (updated)."""
    diffs: dict[str, Any] = {}
    for name in COLLECTIONS:
        old, new = before[name], after[name]
        added = {str(n): new[id] for n, id in enumerate(sorted(new.keys() - old.keys()))}
        deleted = {str(n): old[id] for n, id in enumerate(sorted(old.keys() - new.keys()))}
        updated = {id: new[id] for id in sorted(old.keys() & new.keys()) if old[id] != new[id]}
        diffs[name] = {"added": added, "updated": updated, "deleted": deleted}
    return {"differences": diffs, **{f"{name}Diff": one for name, one in diffs.items()}}


def ours(query: str, expected: Any, after: dict[str, Any]) -> str:
    entry = {
        "id": "site-1", "goal": "Do it.", "website": {"id": "site", "url": "https://site.test"},
        "evals": [{"type": "jmespath", "query": query, "expected_value": expected}],
    }  # fmt: skip
    (task,) = import_real([entry]).tasks
    report = Report(parse_located(as_yaml(task), "task.yaml"))
    read = read_task(report.located, report)
    assert read is not None
    scorer = compile_task(read, Environment(shape=WORLD.shape), report)
    report.done()
    assert scorer is not None
    initial, final = WORLD.initial({"site": BEFORE}), WORLD.initial({"site": after})
    evidence = Evidence(_history(initial, final), Facts(trajectory=()))
    return scorer.verdict(evidence, history=False).outcome


def _history(initial: Any, final: Any) -> History:
    """A history that begins at one state and ends at another, without events between."""
    history = History(initial, ())
    history._states = {0: final}
    history.initial = initial
    return history


QUERIES: list[tuple[str, Any]] = [
    ('bookingDetailsDiff.added."0".time', "7:00 PM"), ('bookingDetailsDiff.added."0" != null', True),
    ('bookingDetailsDiff.added."0".restaurant.name', "Royal"), ('bookingDetailsDiff.added."0".cart[0].q', 3),
    ('differences.bookingDetails.added."0".cart[0].q', 4), ("(eventsDiff.added.*.title)[0]", "Team Meeting"),
    ("(eventsDiff.deleted.*.title)[0]", "Old"), ("(eventsDiff.deleted.*.title)[0]", "Other"),
    ('profilesDiff.updated."1".connectionGrade', "1st"), ('profilesDiff.updated."2".connectionGrade', "1st"),
    ("values(profilesDiff.updated)[0].connectionGrade", "1st"), ("length(keys(profilesDiff.updated)) > `0`", True),
    ("contains(bookingDetailsDiff.added.\"0\".time, '7')", True), ("contains(bookingDetailsDiff.added.\"0\".time, '9')", True),
]  # fmt: skip


@pytest.mark.parametrize(("query", "expected"), QUERIES)
@pytest.mark.parametrize("after", [AFTER, BEFORE], ids=["done", "nothing done"])
def test_both_rules_agree(query: str, expected: Any, after: dict[str, Any]) -> None:
    try:
        original = jmespath.search(query, theirs(BEFORE, after)) == expected
    except jmespath.exceptions.JMESPathError:
        original = False
    assert ours(query, expected, after) == ("pass" if original else "fail"), rewritten(query)


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the test input in ../shared")
def test_every_task_of_the_benchmark() -> None:
    entries = [json.loads(file.read_text()) for file in sorted((SHARED / "formats" / "real" / "v1").glob("*.json"))]
    imported = import_real(entries)
    lost = [note for note in imported.notes if note.kind == "lost"]
    assert len(imported.tasks) + len(lost) == len(entries)
    assert {note.why for note in lost} == {"nothing in it can be decided without a model"}
