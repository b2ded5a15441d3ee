"""Runs `awe-author serve` as a program of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Served:
    """A server that is running, or was."""

    def __init__(self, process: subprocess.Popen[str], ready: dict[str, Any], log: Path) -> None:
        self.process, self.ready, self.log = process, ready, log

    def stop(self, kind: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to stop and wait until it has. It has to end well and without a traceback."""
        self.process.send_signal(kind)
        assert self.process.wait(30) == 0, self.log.read_text()
        said = self.log.read_text()
        assert "Traceback" not in said, said
        assert "failed" not in said, said


def start(home: Path, *arguments: str | Path) -> tuple[subprocess.Popen[str], Path]:
    """The program with these arguments; stderr goes to a file."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "XDG_CACHE_HOME": str(home), "XDG_DATA_HOME": str(home)}
    log = home / "stderr.txt"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "awe_author", "serve", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=environment | {"PYTHONPATH": str(ROOT)},
            cwd=home,
        )
    return process, log


@contextmanager
def served(home: Path, *arguments: str | Path) -> Iterator[Served]:
    """The running program and its ready line. It is stopped at the end, when it was not before."""
    process, log = start(home, *arguments)
    assert process.stdout is not None
    with process.stdout:
        line = process.stdout.readline()
        assert line, log.read_text()
        server = Served(process, json.loads(line), log)
        try:
            yield server
            if process.poll() is None:
                server.stop()
            assert process.stdout.read() == ""
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
