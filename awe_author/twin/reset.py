"""Runs the command that puts the live app back to where the steps begin."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import shutil
import signal
import tempfile
from typing import IO

from awe_author.errors import InputError

PATIENCE = 600.0
"""Seconds that the command may take."""
_WHERE = "--baseline"
_TOLD = 400
"""Characters of the end of what the command said that an error repeats."""


def command_of(text: str) -> list[str]:
    """The program and its arguments. Raises InputError when there is no such program."""
    hint = "Give one program and its arguments, as in: --baseline 'docker compose restart app'"
    try:
        parts = shlex.split(text)
    except ValueError as error:
        raise InputError(f"cannot be run: {error}", where=_WHERE, hint=hint) from None
    if not parts:
        raise InputError("cannot be run: it is empty", where=_WHERE, hint=hint)
    if shutil.which(parts[0]) is None:
        raise InputError(f"cannot be run: there is no program {parts[0]!r}", where=_WHERE, hint=hint)
    return parts


async def put_back(command: str) -> None:
    """Run the command until it ends; what it started may go on. Raises InputError when it fails. When it takes too long
    or is broken off, it ends with all that it started."""
    parts = command_of(command)
    with tempfile.TemporaryFile() as said:
        try:
            process = await asyncio.create_subprocess_exec(
                *parts, stdin=asyncio.subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
            )
        except (ValueError, OSError) as error:
            raise InputError(f"cannot be run: {error}", where=_WHERE) from None
        try:
            async with asyncio.timeout(PATIENCE):
                await process.wait()
        except TimeoutError:
            raise InputError(f"still ran after {PATIENCE:.0f} s", where=_WHERE) from None
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        if process.returncode:
            hint = "It has to put the live app back to where the steps begin."
            raise InputError(f"ended with {process.returncode}: {_end(said)}", where=_WHERE, hint=hint)


def _end(said: IO[bytes]) -> str:
    size = said.seek(0, os.SEEK_END)
    said.seek(max(0, size - 4 * _TOLD))
    return said.read().decode("utf-8", "replace").strip()[-_TOLD:]
