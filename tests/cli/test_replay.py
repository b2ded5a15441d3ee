"""The command `replay` as a program: one line when ready, a clean stop, errors that say what to do."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.replay import har


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "XDG_CACHE_HOME": str(home), "XDG_DATA_HOME": str(home)}
    command = [sys.executable, "-m", "awe_author", "replay", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, env=environment, cwd=Path(__file__).parents[2]
    )


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_ready_serve_stop(tmp_path: Path, stop: signal.Signals) -> None:
    file = har.write(tmp_path / "app.har", har.exchange("http://app.test/", "hello", "text/plain"))
    with start(tmp_path, str(file), "--log", str(tmp_path / "log.jsonl")) as running:
        assert running.stdout is not None
        ready = json.loads(running.stdout.readline())
        try:
            assert ready["event"] == "ready"
            assert {"proxy", "control", "token", "ca", "spki"} <= ready.keys()
            assert Path(ready["ca"]).exists()
            assert httpx.get("http://app.test/", proxy=ready["proxy"], trust_env=False).text == "hello"
        finally:
            running.send_signal(stop)
        rest, remarks = running.communicate(timeout=20)
        assert running.returncode == 0
        assert rest == ""
        assert "app.har" in remarks


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with start(tmp_path, str(tmp_path / "none.wacz")) as running:
        printed, remarks = running.communicate(timeout=20)
    assert running.returncode == 2
    assert printed == ""
    assert "none.wacz" in remarks
    assert "Traceback" not in remarks


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    file = har.write(tmp_path / "app.har", har.exchange("http://app.test/", "hello", "text/plain"))
    with start(tmp_path, str(file), "--log", str(tmp_path / "no" / "log.jsonl")) as running:
        _, remarks = running.communicate(timeout=20)
    assert running.returncode == 2
    assert "log.jsonl" in remarks
