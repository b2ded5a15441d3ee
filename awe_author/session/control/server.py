"""Serves the control API on a loopback port until its block ends, then stops without losing what was begun."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import uvicorn

from awe_author.errors import InputError
from awe_author.session.control.app import control_app
from awe_author.session.control.service import Control

HOST = "127.0.0.1"
_FAREWELL = 0.25
"""Seconds in which clients that are connected are still told that the server stops."""
_GRACE = 10
"""Seconds that answers which are being sent have when the server stops."""


class QuietServer(uvicorn.Server):
    """uvicorn without its signal handlers: signals belong to the command that runs the server."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listen(port: int, flag: str) -> socket.socket:
    """A socket that listens on loopback; port 0: any free one. Raises InputError that names `flag`."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setblocking(False)
    try:
        listener.bind((HOST, port))
        listener.listen(512)
    except OSError as error:
        listener.close()
        raise InputError(
            f"cannot listen on {HOST}:{port}: {error.strerror or error}",
            where=flag,
            hint="choose another port, or 0 for any free one",
        ) from error
    return listener


@asynccontextmanager
async def serve_control(control: Control, token: str, *, port: int = 0, flag: str = "--port") -> AsyncIterator[str]:
    """Serve `control`; gives the address. On leaving, no request is taken any more, and those begun are finished."""
    listener = listen(port, flag)
    bound = listener.getsockname()[1]
    hosts = [f"{name}:{bound}" for name in (HOST, "localhost")] + ([HOST, "localhost"] if bound == 80 else [])
    config = uvicorn.Config(
        control_app(control, token=token, hosts=hosts),
        http="h11",
        ws="none",
        loop="none",
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
    )
    server = QuietServer(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield f"http://{HOST}:{bound}"
    finally:
        control.stop()
        if server.server_state.connections:
            await asyncio.sleep(_FAREWELL)
        server.should_exit = True
        await serving
        await control.finish()
        listener.close()
