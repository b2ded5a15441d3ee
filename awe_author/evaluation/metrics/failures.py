"""Why checkpoints fail: the modes that SaaS-Bench tells apart (section 4.3, figure 7), from what a result says was
found.

entity_missing   nothing is there: no such record, file, message, page or answer
wrong_status     it is there, in another status, stage or state
partly_wrong     a part of several values is right
value_mismatch   something else is there
too_many         more than was wanted
blocked          it holds, but a checkpoint that it comes after does not
collateral       the checkpoints pass; something changed that may not (the frame), counted once an episode
evaluator_error  the evaluator raised
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from awe_author.evaluation.episodes.model import Episode
from awe_author.evaluation.verdict import CheckpointResult
from awe_author.json_types import Json, JsonObject

MODES = (
    "entity_missing", "value_mismatch", "wrong_status", "partly_wrong", "too_many", "blocked", "collateral",
    "evaluator_error",
)  # fmt: skip

_STATUS = re.compile(
    r"status|stage|state\b(?!\.)|phase|archived|closed|active|approved|published|completed|done|trash", re.I
)
_NOTHING = re.compile(
    r"\b(?:gave no answer|there are 0|no (?:such )?(?:page|file|download|mail|message|record|entity|event)|not found|"
    r"never (?:sent|happened|done)|nothing was|has no key|no such key|undefined|null)\b",
    re.I,
)
_EXISTS = re.compile(r"\.exists\(|\bin state\b|\bhas\(|size\(")
_BLOCKED = re.compile(r"\bcomes after .* did not pass")


def mode_of(result: CheckpointResult) -> str:
    """The mode of a checkpoint that did not pass."""
    if result.error:
        return "evaluator_error"
    if _BLOCKED.search(result.why):
        return "blocked"
    if _is_nothing(result):
        return "entity_missing"
    if _too_many(result):
        return "too_many"
    if _STATUS.search(_about(result)):
        return "wrong_status"
    return "partly_wrong" if 0 < result.score < 1 or _partly(result.expected, result.found) else "value_mismatch"


def _is_nothing(result: CheckpointResult) -> bool:
    found = result.found
    if found is None or found in ("", [], {}) or (found == 0 and not isinstance(found, bool) and _counts(result)):
        return True
    if _NOTHING.search(result.why) or (isinstance(found, str) and _NOTHING.search(found)):
        return True
    return found is False and isinstance(result.expected, str) and bool(_EXISTS.search(result.expected))


def _counts(result: CheckpointResult) -> bool:
    """Does the checkpoint look for a number of things?"""
    return result.kind in ("records", "event", "message", "file")


def _too_many(result: CheckpointResult) -> bool:
    found, wanted = result.found, result.expected
    if isinstance(wanted, Mapping):
        wanted = wanted.get("count", 1)
    if not _counts(result) or isinstance(found, bool) or not isinstance(found, int):
        return False
    limit = wanted.get("at_most") if isinstance(wanted, Mapping) else wanted
    return isinstance(limit, int) and not isinstance(limit, bool) and found > limit


def _about(result: CheckpointResult) -> str:
    """What the checkpoint is about, in words: its id, and the field that the explanation names."""
    expected = result.expected if isinstance(result.expected, str) else ""
    left = re.split(r"==|!=|<=|>=| in ", expected)[0]
    return f"{result.id} {left.rpartition('.')[2]} {result.why.partition(' is ')[0][:80]}"


def _partly(expected: Json, found: Json) -> bool:
    """Do some of several parts agree?"""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        agree = [expected[key] == found.get(key) for key in expected]
        return any(agree) and not all(agree)
    if isinstance(expected, list) and isinstance(found, list):
        return any(one in found for one in expected) and expected != found
    return False


def failures(episodes: Sequence[Episode]) -> JsonObject:
    """Over the valid episodes: how often each mode, and which checkpoints of which tasks fail most."""
    modes: Counter[str] = Counter()
    worst: Counter[tuple[str, str]] = Counter()
    for episode in (one for one in episodes if one.valid):
        for result in episode.verdict.checkpoints:
            if not result.passed:
                modes[mode_of(result)] += 1
                worst[episode.task, result.id] += 1
        if episode.verdict.frame and episode.verdict.resolved:
            modes["collateral"] += 1
    total = sum(modes.values())
    return {
        "failed": total,
        "modes": {mode: {"count": modes[mode], "share": modes[mode] / total if total else None} for mode in MODES},
        "most": [{"task": task, "checkpoint": id, "failed": count} for (task, id), count in sorted(
            worst.items(), key=lambda pair: (-pair[1], pair[0]))[:20]],
    }  # fmt: skip
