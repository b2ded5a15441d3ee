"""docs/guide/tasks.md: its task is admitted, its program prints what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from awe_author.project.admission import check

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "guide" / "tasks.md").read_text()
YAML, PROGRAM, PRINTED = (
    re.findall(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL)[0] for kind in ("yaml", "python", "text")
)


def test_the_worked_example(tmp_path: Path) -> None:
    (tmp_path / "tasks").mkdir()
    for name in ("state_models", "tasks/sdr"):
        (tmp_path / name).mkdir(parents=True, exist_ok=True)
    (tmp_path / "state_models").rmdir()
    (tmp_path / "state_models").symlink_to(ROOT / "state_models")
    for name in ("world.yaml", "timers.json"):
        (tmp_path / "tasks" / "sdr" / name).write_bytes((ROOT / "tasks" / "sdr" / name).read_bytes())
    (tmp_path / "tasks" / "sdr" / "amos.yaml").write_text(YAML)
    suite = check([tmp_path / "tasks" / "sdr" / "amos.yaml"], again=False)
    assert [(why.rule, why.what) for one in suite.admissions for why in one.refusals] == []
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True
    )
    assert done.stdout == PRINTED
