"""One recording gives one draft, to the byte, in every process: the hash over a mock tells whether anything changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DRAFTED = """
import json, sys
from pathlib import Path
from awe_author.archive import open_archive
from awe_author.features.discover import discover, features_text, read_recording, report_of
from benchmarks.twin.elsewhere.apis.measuring import record, spoken

record(spoken(sys.argv[1], "tour"), Path(sys.argv[2]))
with open_archive([Path(sys.argv[2])]) as archive:
    draft = discover(read_recording(archive), "demo")
print(features_text(draft), json.dumps([report_of(draft), draft.model, draft.seed]))
"""


@pytest.mark.parametrize("style", ["dynamics", "jira"])
def test_a_draft_does_not_depend_on_the_process(style: str, tmp_path: Path) -> None:
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", DRAFTED, style, str(tmp_path / f"{seed}.wacz")],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    first, second = (run.communicate(timeout=300)[0] for run in runs)
    assert first == second
    assert len(first) > 10_000
