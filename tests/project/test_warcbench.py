"""WARC-Bench's own tasks, imported and scored here: doing nothing scores 0, a user's steps score 1.

By default one task of each archive; AWE_WARCBENCH=all takes every task that ../shared/warcbench has an oracle for.
"""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from awe_author.project.driving import ride
from awe_author.project.importing import Options, bring
from awe_author.project.tasks import TaskReader
from tests.project.oracles import Hand

SHARED = Path(__file__).resolve().parents[3] / "shared" / "warcbench"
pytestmark = [
    pytest.mark.shared,
    pytest.mark.browser,
    pytest.mark.timeout(300),
    pytest.mark.skipif(not SHARED.is_dir(), reason="needs the test input in ../shared"),
]


def oracles() -> list[dict[str, Any]]:
    """The oracles to run."""
    if not SHARED.is_dir():
        return []
    known: list[dict[str, Any]] = json.loads((SHARED / "oracles.json").read_text())
    if os.environ.get("AWE_WARCBENCH") == "all":
        return known
    first: dict[str, dict[str, Any]] = {}
    for one in known:
        first.setdefault(one["archive"], one)
    return [*first.values(), *(one for one in known if one["eval"]["eval_type"] != "js_matcher")]


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every task of the benchmark, imported."""
    out = tmp_path_factory.mktemp("warc-bench")
    bring("warc-bench", [SHARED / "tasks.json"], out, Options(archives=SHARED / "archives"))
    return out


@pytest.mark.parametrize("oracle", oracles(), ids=lambda one: one["uid"])
async def test_nothing_scores_0_and_the_oracle_1(tasks: Path, oracle: dict[str, Any]) -> None:
    file = TaskReader().read(tasks / f"{oracle['uid'].replace(':', '.')}.yaml")
    async with ride(file, timezone=oracle.get("timezone")) as at:
        await asyncio.sleep(oracle.get("settle", 1500) / 1000)
        if oracle.get("ready"):
            await at.stage.locate(oracle["ready"]).wait_for(state="visible", timeout=20000)
        untouched = file.scorer.verdict(await at.evidence())
        assert (untouched.outcome, untouched.score) == ("fail", 0.0), untouched.to_json()
        hand = Hand(at)
        for told in oracle["actions"]:
            await hand.do(told)
        if "answer_from" in oracle:
            at.say(await hand.read(oracle["answer_from"]))
        verdict = file.scorer.verdict(await at.evidence())
        for _ in range(20):
            if verdict.outcome == "pass":
                break
            await asyncio.sleep(0.5)
            verdict = file.scorer.verdict(await at.evidence())
        assert (verdict.outcome, verdict.score) == ("pass", 1.0), verdict.to_json()
        assert len(at.steps) >= len(oracle["actions"])
