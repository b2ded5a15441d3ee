"""Run Harbor CRM in a thread of this process, its data in a temporary folder that goes when it stops.

A thread rather than a task: the recorder's event loop and the app must not share one loop, else a busy recorder would
make the app look slow.
"""

from __future__ import annotations

import socket
import tempfile
import threading
from pathlib import Path
from types import TracebackType

import uvicorn

from awe_author.demo.app import create_app
from awe_author.errors import AweError


class DemoServer:
    """`with DemoServer() as app: app.url`. Starting twice after a stop gives freshly seeded data, entered before the
    moment `seeded` (default: now)."""

    def __init__(self, port: int = 0, seeded: float | None = None) -> None:
        self.port, self.seeded = port, seeded
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Listen and serve. Raises AweError when the port is taken or the app does not come up."""
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", self.port))
        except OSError as error:
            listener.close()
            raise AweError(
                f"port {self.port} of 127.0.0.1 cannot be used ({error.strerror})", hint="give another one with --port"
            ) from error
        listener.listen(128)
        self.port = listener.getsockname()[1]
        self._folder = tempfile.TemporaryDirectory(prefix="harbor-crm-")
        config = uvicorn.Config(
            create_app(Path(self._folder.name), self.seeded),
            log_level="error",
            lifespan="on",
            timeout_graceful_shutdown=1,
            ws="websockets-sansio",
        )
        self._server = uvicorn.Server(config)
        started = self._server
        self._thread = threading.Thread(target=lambda: started.run(sockets=[listener]), name="harbor-crm", daemon=True)
        self._thread.start()
        # The socket listens already, so a client that connects now waits in its queue until the app accepts.

    def stop(self) -> None:
        """End the app; its data is gone."""
        if self._server is not None:
            self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(timeout=10)
        if self._folder is not None:
            self._folder.cleanup()
        self._server = self._thread = self._folder = None

    def wait(self) -> None:
        """Block until the app ends."""
        while self._thread is not None and self._thread.is_alive():
            self._thread.join(timeout=1)

    def __enter__(self) -> DemoServer:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
