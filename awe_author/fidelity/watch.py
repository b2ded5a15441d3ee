"""Stands between the door and the replay chain while verifying, and tells settling what is under way.

The replayer has no need to know how many of its answers are still on their way; a verifier has, as it takes pictures
of pages at rest. So the chain is wrapped, not changed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from awe_author.browser.activity import Traffic
from awe_author.browser.turns import Turns
from awe_author.door.messages import Answer, Request, Responder, Response, Upgrade, WebSocket, header
from awe_author.door.passing import PassingSocket
from awe_author.replay.playback import playing
from awe_author.replay.session import ReplaySession


def watched(chain: Sequence[Responder[ReplaySession]], traffic: Traffic, turns: Turns) -> Responder[ReplaySession]:
    """One responder that does as `chain`, reports each exchange to `traffic`, and lets answers wait their turn."""

    async def respond(request: Request, session: ReplaySession) -> Answer | None:
        token, place = traffic.began(request.url), turns.place()
        answer: Answer | None = None
        streaming = False
        try:
            for responder in chain:
                answer = await responder(request, session)
                if answer is not None:
                    break
            if isinstance(answer, Response) and not request.url.endswith(session.report_path):
                await turns.turn(request, place, answer.mark)
            if isinstance(answer, Response) and not isinstance(answer.body, bytes):
                streaming = True
                answer.body = _Counted(answer.body, answer, traffic, token)
            elif isinstance(answer, Upgrade):
                handler = answer.handler
                answer.handler = lambda socket: handler(_Listened(socket, traffic, turns))
            return answer
        finally:
            if not streaming:
                traffic.ended(token)

    return respond


class _Counted:
    """A streamed body that tells when it ends, or that it is an event stream."""

    def __init__(self, body: object, response: Response, traffic: Traffic, token: int) -> None:
        self._body, self._traffic, self._token = body, traffic, token
        self._events = (header(response.headers, "content-type") or "").startswith("text/event-stream")
        if self._events:
            traffic.streams(token)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._body:  # type: ignore[attr-defined]
                if self._events:
                    self._traffic.message()
                yield chunk
        finally:
            self._traffic.ended(self._token)

    async def aclose(self) -> None:
        self._traffic.ended(self._token)
        close = getattr(self._body, "aclose", None)
        if close is not None:
            await close()


class _Listened(PassingSocket):
    """A WebSocket whose messages are noticed."""

    def __init__(self, socket: WebSocket, traffic: Traffic, turns: Turns) -> None:
        super().__init__(socket)
        self._traffic, self._turns = traffic, turns

    async def receive(self) -> str | bytes | None:
        message = await self._socket.receive()
        if message is not None:
            self._traffic.message()
        return message

    async def send(self, message: str | bytes) -> None:
        await self._turns.message(playing.get())
        self._traffic.message()
        await self._socket.send(message)
