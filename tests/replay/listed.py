"""An archive in memory (a real `replay.session.Source`), requests to ask it with, and a clock that is set by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from awe_author.archive.model import (
    Damage,
    Entry,
    Headers,
    PageEntry,
    RecordedResponse,
    Recording,
    SocketMessage,
    StorageState,
)
from awe_author.door.messages import Answer, Request, Response
from awe_author.features.api.engine import Surfaces
from awe_author.features.live import Live
from awe_author.replay.chain import build_chain
from awe_author.replay.log import SessionLog
from awe_author.replay.session import ReplaySession
from tests.archive.listed import ListedIndex

THEN = 1_700_000_000.0
"""Recorded time of the first exchange; each further one is a second later."""
NAVIGATION = [("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Site", "none"), ("Accept", "text/html,*/*")]
FETCH = [("Sec-Fetch-Dest", "empty"), ("Accept", "*/*")]


class Bytes:
    """A request body that is all there."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    async def _all(self) -> AsyncIterator[bytes]:
        yield self.data

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._all()

    async def read(self) -> bytes:
        return self.data


class ListedArchive(ListedIndex):
    def __init__(self, recording: Recording | None = None) -> None:
        super().__init__()
        self.recording = recording
        self.storage: list[StorageState] = recording.storage if recording else []
        self.pages: list[PageEntry] = []
        self.damage = Damage()
        self.responses: dict[int, RecordedResponse] = {}
        self.said: dict[int, list[SocketMessage]] = {}
        self.times: dict[int, list[tuple[float, int]]] = {}
        self.asked: dict[int, Headers] = {}
        self.sent: dict[int, bytes] = {}
        self.facts: dict[str, bytes] = {}

    def record(
        self,
        method: str,
        url: str,
        answer: bytes = b"",
        headers: Headers | None = None,
        *,
        status: int = 200,
        mime: str = "text/html",
        body: bytes = b"",
        sent: Headers | None = None,
        step: int | None = None,
        vary: dict[str, str] | None = None,
        time: float | None = None,
        times: list[tuple[float, int]] | None = None,
        problem: str = "",
    ) -> Entry:
        """Add an exchange: `body` and `sent` of the request, `answer` and `headers` of the response."""
        moment = THEN + len(self.listed) if time is None else time
        kind = "websocket" if url.startswith("ws") else "http"
        entry = self.add(
            method, url, body, sent, status=status, mime=mime, step=step, vary=vary, time=moment, kind=kind
        )
        all_headers = [("Content-Type", mime)] if mime and headers is None else list(headers or [])
        self.responses[entry.seq] = RecordedResponse(status, "", all_headers, [answer], len(answer), problem)
        self.times[entry.seq] = times or []
        self.sent[entry.seq] = body
        self.asked[entry.seq] = sent or []
        return entry

    def record_socket(self, url: str, *messages: tuple[float, str, str]) -> Entry:
        """Add a WebSocket: (seconds, "out" or "in", text); each message takes a place in the recorded order."""
        entry = self.record("GET", url, status=101, mime="")
        self.said[entry.seq] = [
            SocketMessage(entry.seq + number + 1, at, direction == "out", text)
            for number, (at, direction, text) in enumerate(messages)
        ]
        return entry

    def response(self, entry: Entry) -> RecordedResponse:
        found = self.responses[entry.seq]
        return replace(found, headers=list(found.headers))

    def request_headers(self, entry: Entry) -> Headers:
        return self.asked.get(entry.seq, [])

    def request_body(self, entry: Entry) -> bytes:
        return self.sent.get(entry.seq, b"")

    def messages(self, entry: Entry) -> Sequence[SocketMessage]:
        return self.said.get(entry.seq, [])

    def chunk_times(self, entry: Entry) -> Sequence[tuple[float, int]]:
        return self.times[entry.seq]

    def resource(self, url: str) -> bytes | None:
        return self.facts.get(url)

    def by_seq(self, seq: int) -> Entry | None:
        return next((entry for entry in self.entries() if entry.seq == seq), None)


class Hand:
    """A monotonic clock that moves when told."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


class Replay:
    """A session over an archive, asked as a browser would."""

    def __init__(
        self,
        archive: ListedArchive,
        *,
        wall: float = THEN + 1000,
        restart: bool = True,
        live: Live | None = None,
        surfaces: Surfaces | None = None,
    ) -> None:
        self.hand = Hand()
        self.wall = wall
        log = SessionLog(wall=lambda: self.wall)
        self.session = ReplaySession(
            archive,
            log=log,
            monotonic=self.hand,
            wall=lambda: self.wall,
            restart_on_fresh_browser=restart,
            live=live,
            surfaces=surfaces,
        )
        self.chain = build_chain(self.session)

    async def answer(self, method: str, url: str, body: bytes = b"", headers: Headers | None = None) -> Answer | None:
        request = Request(method, url, list(FETCH if headers is None else headers), Bytes(body))
        for responder in self.chain:
            answer = await responder(request, self.session)
            if answer is not None:
                return answer
        return None

    async def ask(self, method: str, url: str, body: bytes = b"", headers: Headers | None = None) -> Response:
        answer = await self.answer(method, url, body, headers)
        assert isinstance(answer, Response), answer
        return answer

    async def get(self, url: str, *headers: tuple[str, str]) -> Response:
        return await self.ask("GET", url, headers=[*FETCH, *headers])

    async def open(self, url: str, *headers: tuple[str, str]) -> Response:
        """Navigate to `url`."""
        return await self.ask("GET", url, headers=[*NAVIGATION, *headers])


async def body_of(response: Response) -> bytes:
    if isinstance(response.body, bytes):
        return response.body
    return b"".join([chunk async for chunk in response.body])
