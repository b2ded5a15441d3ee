"""`kill -9` at random moments under load loses nothing that was acknowledged (the long run: `make crash`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_killed_processes_lose_no_acknowledged_event() -> None:
    """In a process of its own: it forks, which pytest's own threads would not survive everywhere."""
    command = [sys.executable, "-m", "tests.session.crash", "--rounds", "25", "--longest", "0.2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert (report["rounds"], report["problems"]) == (25, [])
    assert report["acknowledged"] > 200, "the load has to be one"
