"""The event loop of commands that go on until they are stopped."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's loop where there is one: the door then takes less than two thirds of the time for a request."""
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def stop_asked() -> asyncio.Event:
    """An event of the running loop that SIGTERM and Ctrl-C set, where the system and the thread allow it."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(name, stop.set)
    return stop
