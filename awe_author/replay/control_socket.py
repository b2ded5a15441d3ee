"""The control API's socket: it listens at once, but its HTTP server is loaded only when somebody connects.

Loading that server is a fifth of the time that a replay takes to start, and most replays are never controlled. The
first connection waits in the socket's queue meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from awe_author.errors import InputError
from awe_author.replay.session import ReplaySession

if TYPE_CHECKING:
    import uvicorn

HOST = "127.0.0.1"


@asynccontextmanager
async def control_socket(session: ReplaySession, token: str, proxy: str, port: int) -> AsyncIterator[str]:
    """Serve the control API of `session`; gives its address. Raises InputError when the port is taken."""
    listener = _listen(port)
    server: uvicorn.Server | None = None

    async def serve() -> None:
        nonlocal server
        await _somebody(listener)
        server = await asyncio.to_thread(_load, session, token, proxy)
        await server.serve(sockets=[listener])

    task = asyncio.create_task(serve())
    try:
        yield f"http://{HOST}:{listener.getsockname()[1]}"
    finally:
        if server is None:
            task.cancel()
        else:
            server.should_exit = server.force_exit = True
        with contextlib.suppress(asyncio.CancelledError):
            await task
        listener.close()


def taken(port: int, flag: str, error: OSError) -> InputError:
    """What to say about a port that cannot be listened on."""
    return InputError(
        f"cannot listen on {HOST}:{port}: {error.strerror or error}",
        where=flag,
        hint="choose another port, or 0 for any free one",
    )


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setblocking(False)
    try:
        listener.bind((HOST, port))
        listener.listen(64)
    except OSError as error:
        listener.close()
        raise taken(port, "--control-port", error) from error
    return listener


async def _somebody(listener: socket.socket) -> None:
    """Returns when a connection waits to be accepted."""
    loop = asyncio.get_running_loop()
    came = asyncio.Event()
    loop.add_reader(listener, came.set)
    try:
        await came.wait()
    finally:
        loop.remove_reader(listener)


def _load(session: ReplaySession, token: str, proxy: str) -> uvicorn.Server:
    from awe_author.replay.control import control_server

    return control_server(session, token, proxy)
