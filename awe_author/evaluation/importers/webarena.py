"""WebArena's tasks: `string_match`, `url_match`, `program_html` (Zhou et al. 2023, evaluation_harness/evaluators.py).

All of a task's evaluators have to hold; each requirement becomes a checkpoint of its own. What a model would judge
(`fuzzy_match`) is asked of a judge, apart, and counts only where the answer is the reference, but for case and
blanks. What calls helper functions of the benchmark (`func:`) can't be carried over; such a task is left out, with a
note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

import re2

from awe_author.evaluation.importers.drafts import Imported, id_of, without_repeats
from awe_author.evaluation.importers.notes import Notes
from awe_author.evaluation.importers.scripts import contains, equals, text_of, word
from awe_author.json_types import JsonObject

_PLACE = re.compile(r"__([A-Z_]+?)__")
_OR = re.compile(r" \|OR\| ")


class Lost(Exception):
    """A requirement that can't be carried over."""


def site_urls(text: str, sites: Mapping[str, str]) -> str:
    """`__GITLAB__/x` as `https://gitlab.webarena.test/x`, or as `sites` says."""

    def put(match: re.Match[str]) -> str:
        name = match[1].casefold()
        return sites.get(name, f"https://{name.replace('_', '-')}.webarena.test").rstrip("/")

    return _PLACE.sub(put, text)


def import_webarena(
    entries: Sequence[Mapping[str, Any]], *, sites: Mapping[str, str], prefix: str = "webarena"
) -> Imported:
    """The tasks of a configuration file. `sites`: name ("gitlab") -> its address."""
    notes = Notes()
    made = [task for entry in entries if (task := task_of(entry, notes, sites, prefix))]
    return Imported(without_repeats(made, notes), {}, tuple(notes.found))


def task_of(entry: Mapping[str, Any], notes: Notes, sites: Mapping[str, str], prefix: str) -> JsonObject | None:
    """One task; None, with a note, when a requirement of it can't be carried over."""
    notes.task = name = id_of(f"{prefix}.{entry['task_id']}")
    try:
        checkpoints = list(_checkpoints(entry, sites, notes))
    except Lost as lost:
        notes.lost("the task", str(lost))
        return None
    if not any("judge" not in one for one in checkpoints):
        notes.lost("the task", "nothing in it can be decided without a model")
        return None
    names = [str(site) for site in entry.get("sites", ())]
    start = site_urls(str(entry.get("start_url", "")), sites).split(" |AND| ")[0]
    labels: JsonObject = {"benchmark": prefix, "site": [*names]}
    if entry.get("intent_template_id") is not None:
        labels["template"] = str(entry["intent_template_id"])
    task: JsonObject = {
        "id": name, "instruction": str(entry["intent"]), "world": world_of(names), "start": start,
        "labels": labels, "checkpoints": [*checkpoints], "frame": {"may_change": []},
    }  # fmt: skip
    return task | {"answer": {"form": "text"}} if any("answer" in one for one in checkpoints) else task


def world_of(sites: Sequence[str]) -> str:
    """Path of the world of these sites; it is to be written when their mocks are there."""
    return f"worlds/{'-'.join(sorted(sites)) or 'site'}.yaml"


def _checkpoints(entry: Mapping[str, Any], sites: Mapping[str, str], notes: Notes) -> Iterator[JsonObject]:
    evaluation = entry["eval"]
    for kind in evaluation["eval_types"]:
        if kind == "string_match":
            yield from _strings(entry, notes)
        elif kind == "url_match":
            yield {"id": "url", "url": _url(site_urls(str(evaluation["reference_url"]), sites), evaluation)}
        elif kind == "program_html":
            for number, target in enumerate(evaluation["program_html"], 1):
                yield from _html(number, target, sites)
        else:
            raise Lost(f"there is no evaluator {kind}")


def _strings(entry: Mapping[str, Any], notes: Notes) -> Iterator[JsonObject]:
    evaluation = entry["eval"]
    for how, wanted in (evaluation.get("reference_answers") or {}).items():
        if how == "exact_match":
            yield {"id": "answer", "answer": {"regex": equals(str(wanted))}}
        elif how == "must_include":
            alone = len(wanted) == 1 and len(str(wanted[0]).strip()) == 1
            for number, part in enumerate(wanted, 1):
                yield {"id": f"says-{number}", "answer": {"regex": (word if alone else contains)(str(part))}}
        elif how == "fuzzy_match":
            yield from _fuzzy(entry, wanted, notes)
        else:
            raise Lost(f"there is no way {how} to compare answers")


def _fuzzy(entry: Mapping[str, Any], wanted: Any, notes: Notes) -> Iterator[JsonObject]:
    references = [str(wanted)] if isinstance(wanted, str) else [str(one) for one in wanted]
    notes.changed("fuzzy_match", "a judge is asked, apart; what counts is an answer equal but for case and blanks")
    counted: JsonObject = {"regex": equals(references[0])} if len(references) == 1 else {"set": [*references]}
    yield {"id": "answer", "answer": counted}
    about = "; ".join(references) if wanted != "N/A" else str(entry["eval"].get("string_note") or "it can't be done")
    question = f'To "{entry["intent"]}" the right answer is: {about}. Does the given answer mean the same?'
    yield {"id": "judged", "judge": {"question": question, "of": "answer"}}


def _url(reference: str, evaluation: Mapping[str, Any]) -> JsonObject:
    """GOLD in PRED: host and path of one reference are a part of the address; each parameter has one of its values."""
    if evaluation.get("url_note", "GOLD in PRED") != "GOLD in PRED":
        raise Lost(f"there is no rule {evaluation['url_note']!r} for addresses")
    patterns, query = [], dict[str, list[str]]()
    for one in _OR.split(reference):
        parts = urlsplit(one.rstrip("/"))
        patterns.append(r"\w+://[^?#]*" + re2.escape(parts.netloc + parts.path.rstrip("/")) + r".*")
        for key, values in parse_qs(parts.query).items():
            query.setdefault(key, []).extend(values)
    url: JsonObject = {"match": [*patterns], "how": "regex"}
    return url | ({"query": {key: [*values] for key, values in query.items()}} if query else {})


def _html(number: int, target: Mapping[str, Any], sites: Mapping[str, str]) -> Iterator[JsonObject]:
    page, locator = str(target["url"]), str(target.get("locator") or "")
    if page.startswith("func:") or locator.startswith("func:"):
        raise Lost("it calls a helper function of the benchmark (func:)")
    script: JsonObject = {"script": text_of(locator, target.get("prep_actions"))}
    if page != "last":
        script["url"] = site_urls(page, sites)
    wanted = target["required_contents"]
    if "exact_match" in wanted:
        yield {"id": f"page-{number}", "page": script | {"regex": equals(str(wanted["exact_match"]))}}
        return
    if "must_include" not in wanted:
        raise Lost(f"there is no way {', '.join(wanted)} to compare pages")
    for place, part in enumerate(wanted["must_include"], 1):
        parts = [contains(one) for one in _OR.split(str(part))]
        match: JsonObject = {"regex": parts[0]} if len(parts) == 1 else {"any": [{"regex": one} for one in parts]}
        yield {"id": f"page-{number}-{place}", "page": script | match}
