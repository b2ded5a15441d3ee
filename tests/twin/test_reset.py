"""The command that puts the live app back is waited for, not what it started; broken off, all of it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from awe_author.browser.step_language import parse_steps
from awe_author.errors import InputError
from awe_author.twin import reset
from awe_author.twin.drive import Plan, twin
from awe_author.twin.reset import put_back

WRONG = ("", "'", "/no/such/program", "no-such-program-of-this-test --now")


async def test_the_command_puts_the_app_back_or_says_why_not() -> None:
    await put_back(f"{sys.executable} -c pass")
    with pytest.raises(InputError, match="ended with 3: no database"):
        await put_back(f"{sys.executable} -c 'import sys; print(\"no database\"); sys.exit(3)'")
    for command in WRONG:
        with pytest.raises(InputError, match="cannot be run"):
            await put_back(command)


@pytest.mark.parametrize("command", WRONG)
async def test_a_wrong_command_is_told_before_anything_runs(command: str) -> None:
    nothing: Any = None
    with pytest.raises(InputError, match="cannot be run"):
        await twin(Plan(nothing, "http://app.test", parse_steps("[{goto: /}]"), baseline=command), nothing)


def _state(process: int) -> str:
    """One letter, as the system tells it; Z: it ended, and nobody took notice."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


async def test_a_server_that_the_command_started_goes_on(tmp_path: Path) -> None:
    script, told = tmp_path / "reset.sh", tmp_path / "pid"
    script.write_text(f"sleep 60 &\necho $! > {told}\necho started\n")
    await put_back(f"sh {script}")
    server = int(told.read_text())
    assert _state(server) != "Z", "it had ended"
    os.kill(server, signal.SIGKILL)


async def _writes(fifo: Path) -> tuple[asyncio.Task[None], Any]:
    """A command whose child holds a pipe open, and the end of that pipe once it does."""
    os.mkfifo(fifo)
    script = fifo.with_name("reset.sh")
    script.write_text(f"(echo on; exec sleep 60) > {fifo} &\nwait\n")
    running = asyncio.create_task(put_back(f"sh {script}"))
    pipe = await asyncio.to_thread(fifo.open, "rb")
    assert await asyncio.to_thread(pipe.readline) == b"on\n"
    return running, pipe


async def test_a_command_that_is_broken_off_ends_with_what_it_started(tmp_path: Path) -> None:
    running, pipe = await _writes(tmp_path / "pipe")
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    async with asyncio.timeout(30):
        assert await asyncio.to_thread(pipe.read) == b""
    pipe.close()


async def test_a_command_that_takes_too_long_ends_with_what_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reset, "PATIENCE", 5.0)
    running, pipe = await _writes(tmp_path / "pipe")
    with pytest.raises(InputError, match="still ran after 5 s"):
        await running
    async with asyncio.timeout(30):
        assert await asyncio.to_thread(pipe.read) == b""
    pipe.close()
