"""WARC-Bench's `benchmark*.json`: tasks on archived pages with four matchers (arXiv and code: sanjari-orb/warc-bench).

`js_matcher`      the script's value is true in JavaScript's sense      page
`url_matcher`     the address in front is this one, exactly             url
`string_matcher`  the answer is this text, but for blanks around it     answer, regex
`json_matcher`    the answer is JSON: an object with these values as    answer, json or set
                  texts, or a list with these items in any order

Task ids repeat in its files (`online.0` stands in four): they get the file's name in front. Scripts that expect a
time zone (`GMT-0700`) were written on machines in Los Angeles; the zone goes to the label `timezone`, for whoever
drives the browser.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any

import re2

from awe_author.evaluation.importers.drafts import Imported, id_of, without_repeats
from awe_author.evaluation.importers.notes import Notes
from awe_author.evaluation.importers.scripts import truthy
from awe_author.json_types import Json, JsonObject

ZONE = "America/Los_Angeles"
"""Where the benchmark's scripts were written."""

VIEWPORT = "1280x720"
_UTC = re.compile(r"GMT\+0000|Coordinated Universal Time|\bUTC\b")


def import_warc_bench(entries: Sequence[Mapping[str, Any]], *, stem: str, archives: str) -> Imported:
    """The tasks of one file. `stem`: the file's name without `.json`; `archives`: folder of the WACZ files, beside
    the tasks.

    Entries may be as upstream has them (`env`), or flat with a `uid` (`archive`, `start_url`, `timestamp`).
    """
    notes = Notes()
    made: list[JsonObject] = []
    worlds: dict[str, JsonObject] = {}
    for entry in entries:
        notes.task = name = id_of(str(entry.get("uid") or f"{stem}.{entry['task_id']}").replace(":", "."))
        archive, start, moment = _environment(entry)
        checkpoint = _checkpoint(entry["eval"], notes)
        if checkpoint is None:
            continue
        app = re.sub(r"[^a-z0-9_-]+", "-", archive.casefold()).strip("-_") or "site"
        world = f"worlds/{app}.yaml"
        worlds[world] = {"world": app, "apps": {app: {"recording": f"../{archives}/{archive}.wacz"}}}
        made.append(_task(name, entry, checkpoint, world, start, moment))
    return Imported(without_repeats(made, notes), worlds, tuple(notes.found))


def _environment(entry: Mapping[str, Any]) -> tuple[str, str, str]:
    """Name of the archive, start URL, moment of the page's clock (RFC 3339, or empty)."""
    env = entry.get("env") or {}
    archive = str(entry.get("archive") or PurePosixPath(str(env.get("data_path", "site"))).stem)
    stamp = entry.get("timestamp", env.get("timestamp"))
    seconds = stamp.get("seconds") if isinstance(stamp, Mapping) else stamp
    moment = datetime.fromtimestamp(float(seconds), UTC).isoformat().replace("+00:00", "Z") if seconds else ""
    return archive, str(entry.get("start_url") or env.get("start_url", "")), moment


def _task(
    name: str, entry: Mapping[str, Any], checkpoint: JsonObject, world: str, start: str, moment: str
) -> JsonObject:
    kinds = [kind.strip() for kind in str(entry.get("task_types") or "").split(",") if kind.strip()]
    script = str(entry["eval"]["evaluate_scripts"][0]["script"])
    labels: JsonObject = {
        "benchmark": "warc-bench",
        "timezone": "UTC" if _UTC.search(script) else ZONE,
        "viewport": VIEWPORT,
    }
    labels |= {"type": [*kinds]} if kinds else {}
    labels |= {"moment": moment} if moment else {}
    task: JsonObject = {
        "id": name, "title": str(entry["goal"])[:80], "instruction": str(entry["goal"]), "world": world,
        "start": start, "labels": labels, "checkpoints": [checkpoint], "frame": {"may_change": []},
    }  # fmt: skip
    return task | {"answer": {"form": "text"}} if "answer" in checkpoint else task


def _checkpoint(evaluation: Mapping[str, Any], notes: Notes) -> JsonObject | None:
    scripts = evaluation.get("evaluate_scripts") or []
    if len(scripts) != 1:
        notes.doubt(f"has {len(scripts)} scripts", "the benchmark only ever asks the first")
        if not scripts:
            return None
    script, kind = str(scripts[0]["script"]), evaluation.get("eval_type")
    if kind == "js_matcher":
        return {"id": "done", "page": {"script": truthy(script)}}
    if kind == "url_matcher":
        return {"id": "there", "url": {"match": re2.escape(script), "how": "regex"}}
    if kind == "string_matcher":
        return {"id": "said", "answer": {"regex": f"(?s){re2.escape(script.strip())}"}}
    if kind == "json_matcher":
        return _json(script, notes)
    notes.lost(f"matcher {kind}", "known are js_matcher, url_matcher, string_matcher, json_matcher")
    return None


def _json(script: str, notes: Notes) -> JsonObject | None:
    try:
        wanted: Json = json.loads(script)
    except ValueError as error:
        notes.lost("json_matcher", f"what it wants is no JSON: {error}")
        return None
    if isinstance(wanted, list):
        notes.changed("items of the list", "compared but for case and white space; numbers by value")
        return {"id": "said", "answer": {"set": wanted}}
    if isinstance(wanted, dict):
        notes.changed("values of the object", "texts are compared but for case; a number is not the text of its digits")
        return {"id": "said", "answer": {"json": wanted, "normalise": True}}
    return {"id": "said", "answer": {"json": wanted}}
