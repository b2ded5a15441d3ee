"""REAL's tasks (agi-inc/agisdk, v1): JMESPath over what an episode changed, and questions to a model.

Its diffs are objects by number (`bookingDetailsDiff.added."0".time`) or by id (`profilesDiff.updated."1"`); ours are
lists, so queries are rewritten: `XDiff` is `differences.X`, `added."0"` is `added[0]`, `updated."1"` the one with
that id, `.*.` is `[*].`, `keys` and `values` of such an object are the list. Reward is all or nothing, as a pass is
here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError

from awe_author.evaluation.importers.drafts import Imported, id_of, without_repeats
from awe_author.evaluation.importers.notes import Notes
from awe_author.json_types import JsonObject

JUDGED = 0.8
"""A model's grade has to be above this."""

_KINDS = r"(?:added|updated|deleted)"
_DIFF = re.compile(r"\b(\w+)Diff\.(?=" + _KINDS + r"\b)")
_UPDATED = re.compile(r"(\bupdated)\.\"([^\"]+)\"((?:\.\w+|\.\"[^\"]+\"|\[\d+\])*)")
_NUMBERED = re.compile(r"(\b(?:added|deleted))\.\"(\d+)\"")
_PROJECTED = re.compile(r"(\b" + _KINDS + r")\.\*")
_ENTRIES = re.compile(r"\b(?:keys|values)\(([\w.]+\." + _KINDS + r")\)")


def rewritten(query: str) -> str:
    """The query over our diff."""
    query = _DIFF.sub(r"differences.\1.", query)
    query = _ENTRIES.sub(r"\1", query)
    query = _UPDATED.sub(r"(\1[?to_string(id)=='\2'] | [0]\3)", query)
    query = _inward(query)
    query = _NUMBERED.sub(r"\1[\2]", query)
    return _PROJECTED.sub(r"\1[*]", query)


def _inward(query: str) -> str:
    """`differences.x.(updated[...] | [0].y)`: the path in front belongs inside the brackets."""
    return re.sub(r"([\w.]+\.)\((updated\[)", r"(\1\2", query)


def import_real(entries: Sequence[Mapping[str, Any]]) -> Imported:
    """One task for each file. Their worlds are to be written when mocks of the sites are there."""
    notes = Notes()
    made = [task for entry in entries if (task := _task(entry, notes))]
    return Imported(without_repeats(made, notes), {}, tuple(notes.found))


def _task(entry: Mapping[str, Any], notes: Notes) -> JsonObject | None:
    notes.task = name = id_of(str(entry["id"]))
    site = entry.get("website") or {}
    checkpoints: list[JsonObject] = []
    for number, evaluation in enumerate(entry["evals"], 1):
        checkpoint = _checkpoint(number, evaluation, notes)
        if checkpoint is None:
            return None
        checkpoints.append(checkpoint)
    if all("judge" in one for one in checkpoints):
        notes.lost("the task", "nothing in it can be decided without a model")
        return None
    labels = {
        "benchmark": "real", "site": str(site.get("id", "")), "difficulty": str(entry.get("difficulty", "")),
        "type": str(entry.get("challengeType", "")), "possible": "yes" if entry.get("possible", True) else "no",
    }  # fmt: skip
    return {
        "id": name, "instruction": str(entry["goal"]), "world": f"worlds/{id_of(str(site.get('id', 'site')))}.yaml",
        "start": str(site.get("url", "")), "labels": {key: value for key, value in labels.items() if value},
        "checkpoints": [*checkpoints], "frame": {"may_change": ["/*/*"]},
    }  # fmt: skip


def _checkpoint(number: int, evaluation: Mapping[str, Any], notes: Notes) -> JsonObject | None:
    title = {"title": str(evaluation["description"])} if evaluation.get("description") else {}
    if evaluation["type"] == "llm_boolean":
        notes.changed("llm_boolean", "a judge is asked, apart: it decides nothing")
        return {"id": f"judged-{number}", **title, "judge": {"question": str(evaluation["rubric"]), "at_least": JUDGED}}
    if evaluation["type"] != "jmespath":
        notes.lost("the task", f"there is no evaluator {evaluation['type']}")
        return None
    query = rewritten(str(evaluation["query"]))
    try:
        jmespath.compile(query)
    except JMESPathError as error:
        notes.lost("the task", f"its query is no JMESPath: {str(error).splitlines()[0]}")
        return None
    return {"id": f"diff-{number}", **title, "diff": {"query": query, "equals": evaluation["expected_value"]}}
