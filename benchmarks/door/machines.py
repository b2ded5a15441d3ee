"""Protocol machines without sockets: microseconds of CPU for each request, ours beside the libraries.

python -m benchmarks.door.machines          # needs h11, httptools, h2, and jh2 for its line
"""

from __future__ import annotations

import asyncio
import importlib
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import h11
import httptools

from awe_author.door import CertificateAuthority, Limits
from awe_author.door import frames as f
from awe_author.door.http2 import Http2
from awe_author.door.messages import Answer, Request, Response
from awe_author.door.parse1 import RequestParser
from awe_author.door.service import Service
from awe_author.door.target import Origin
from benchmarks.door.rates import BROWSER_FIELDS
from benchmarks.door.serve import FIELDS, SCRIPT

ROUNDS = 3000
TOGETHER = 50


def each(work: Callable[[], int]) -> float:
    """Microseconds of CPU for each request; `work` says how many it did."""
    start = time.process_time()
    done = work()
    return (time.process_time() - start) * 1e6 / done


# -- HTTP/1.1 request heads --------------------------------------------------------------------------------------------

HEAD = (
    b"GET /s/1.js HTTP/1.1\r\nHost: bench.test\r\n" + b"".join(b"%b: %b\r\n" % one for one in BROWSER_FIELDS) + b"\r\n"
)


def ours1() -> int:
    parser = RequestParser(Limits())
    for _ in range(ROUNDS):
        parser.feed(HEAD)
        parser.next()
    return ROUNDS


def by_httptools() -> int:
    class Sink:
        def __init__(self) -> None:
            self.fields: list[tuple[str, str]] = []

        def on_message_begin(self) -> None:
            self.fields = []

        def on_url(self, url: bytes) -> None:
            self.url = url.decode("latin-1")

        def on_header(self, name: bytes, value: bytes) -> None:
            self.fields.append((name.decode("latin-1"), value.decode("latin-1")))

        def on_headers_complete(self) -> None:
            pass

    parser = httptools.HttpRequestParser(Sink())
    for _ in range(ROUNDS):
        parser.feed_data(HEAD)
        parser.get_method(), parser.should_keep_alive(), parser.get_http_version()
    return ROUNDS


def by_h11() -> int:
    for _ in range(ROUNDS):
        connection = h11.Connection(h11.SERVER)
        connection.receive_data(HEAD)
        connection.next_event()
    return ROUNDS


# -- HTTP/2: a request in, a response of 2 KB out ----------------------------------------------------------------------


def batches(client: ModuleType, count: int) -> list[bytes]:
    """What a browser sends: the preface, then `count` times `TOGETHER` requests."""
    connection = client.H2Connection()
    connection.initiate_connection()
    connection.update_settings({4: 6 << 20})
    connection.increment_flow_control_window(1 << 30)
    out = [connection.data_to_send()]
    fields = [(name.decode(), value.decode()) for name, value in BROWSER_FIELDS]
    head = [(":method", "GET"), (":authority", "bench.test"), (":scheme", "https")]
    for number in range(count * TOGETHER):
        connection.outbound_flow_control_window = 1 << 30
        block = connection.encoder.encode([*head, (":path", f"/s/{number % 300}.js"), *fields])
        out.append(f.headers_frames(2 * number + 1, block, True))
    return [out[0], *(b"".join(out[at : at + TOGETHER]) for at in range(1, len(out), TOGETHER))]


def by_library(connection: Any, event: type, sent: list[bytes]) -> int:
    fields = [(name.lower(), value) for name, value in FIELDS]
    connection.initiate_connection()
    done = 0
    for data in sent:
        for one in connection.receive_data(data):
            if isinstance(one, event):
                stream: int = one.stream_id  # type: ignore[attr-defined]
                connection.send_headers(stream, [(":status", "200"), *fields, ("content-length", str(len(SCRIPT)))])
                connection.send_data(stream, SCRIPT, end_stream=True)
                done += 1
        connection.data_to_send()
    return done


class Sink:
    """A wire that swallows."""

    congested = False
    gone = False
    deadline: float | None = None

    def write(self, data: bytes) -> None:
        pass


def ours2(sent: list[bytes]) -> int:
    response = Response(200, FIELDS, SCRIPT)
    done = 0

    async def responder(request: Request, session: None) -> Answer:
        nonlocal done
        done += 1
        return response

    async def run() -> None:
        authority = CertificateAuthority.load(Path(tempfile.mkdtemp()))
        service = Service([responder], None, authority, Limits(), None)
        connection = Http2(service, Sink(), 1, Origin("https", "bench.test", 443))  # type: ignore[arg-type]
        for data in sent:
            connection.data_received(data)
            for _ in range(3):
                await asyncio.sleep(0)

    asyncio.run(run())
    return done


def main() -> None:
    print("HTTP/1.1 request head, 12 fields: microseconds of CPU")
    for name, work in (("parse1 (ours)", ours1), ("httptools", by_httptools), ("h11", by_h11)):
        print(f"  {name:16}{each(work):8.1f}", flush=True)
    print("HTTP/2 request and 2 KB response, headers and frames (ours: with its task and its responder)")
    sent = batches(importlib.import_module("h2.connection"), 20)
    print(f"  {'http2 (ours)':16}{each(lambda: ours2(sent)):8.1f}", flush=True)
    for library in ("jh2", "h2"):
        try:
            module, events = (
                importlib.import_module(f"{library}.connection"),
                importlib.import_module(f"{library}.events"),
            )
            config = importlib.import_module(f"{library}.config").H2Configuration(client_side=False)
        except ImportError:
            print(f"  {library:16} not installed")
            continue
        connection = module.H2Connection(config)
        print(f"  {library:16}{each(lambda: by_library(connection, events.RequestReceived, sent)):8.1f}", flush=True)  # noqa: B023


if __name__ == "__main__":
    main()
