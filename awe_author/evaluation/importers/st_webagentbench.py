"""ST-WebAgentBench's tasks: WebArena's evaluators, and policies (see `st_policies`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.evaluation.importers.drafts import Imported, without_repeats
from awe_author.evaluation.importers.notes import Notes
from awe_author.evaluation.importers.st_policies import Reading, policy_of
from awe_author.evaluation.importers.webarena import site_urls, task_of
from awe_author.json_types import JsonObject


def import_st_webagentbench(
    entries: Sequence[Mapping[str, Any]], *, sites: Mapping[str, str], reading: Reading = "code"
) -> Imported:
    """The tasks of `test.raw.json` with their policies. A task of which a policy can't be carried over is left out."""
    notes = Notes()
    made: list[JsonObject] = []
    for entry in entries:
        task = task_of(entry, notes, sites, "st")
        if task is None:
            continue
        policies = [policy_of(_placed(form, sites), notes, reading=reading) for form in entry.get("policies", ())]
        if None in policies:
            notes.lost("the task", "a policy of it can't be judged here")
            continue
        metadata = entry.get("task_metadata") or {}
        labels = task["labels"] if isinstance(task["labels"], dict) else {}
        tier = metadata.get("difficulty") or metadata.get("tier")
        task["labels"] = labels | {"benchmark": "st-webagentbench"} | ({"tier": str(tier)} if tier else {})
        made.append(task | {"policies": [one for one in policies if one], "user": {"consent": True}})
    return Imported(without_repeats(made, notes), {}, tuple(notes.found))


def _placed(form: Mapping[str, Any], sites: Mapping[str, str]) -> Mapping[str, Any]:
    """The policy with addresses of sites in place of `__GITLAB__`."""
    evaluation = dict(form.get("eval") or {})
    for key in ("url", "reference_url"):
        if isinstance(evaluation.get(key), str):
            evaluation[key] = site_urls(evaluation[key], sites)
    if evaluation.get("program_html"):
        evaluation["program_html"] = [
            {**target, "url": site_urls(str(target.get("url") or "last"), sites)}
            for target in evaluation["program_html"]
        ]
    return {**form, "eval": evaluation}
