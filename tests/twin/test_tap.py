"""A tap keeps what passes and changes nothing."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from typing import Any

from awe_author.door.messages import Abort, Answer, Request, Response
from awe_author.twin.exchanges import Exchange
from awe_author.twin.pairing import Pair
from awe_author.twin.tap import Tap, plain, read
from tests.twin.talk import asked


class Body:
    def __init__(self, data: bytes = b"") -> None:
        self._data = data

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._data

    async def read(self) -> bytes:
        return self._data


async def pieces() -> AsyncIterator[bytes]:
    for piece in (b'{"a"', b": 1}"):
        yield piece


async def answering(request: Request, session: Any) -> Answer | None:
    if request.url.endswith("/zip"):
        return Response(
            200, [("Content-Encoding", "gzip"), ("Content-Type", "application/json")], gzip.compress(b"[1]")
        )
    if request.url.endswith("/stream"):
        return Response(200, [("Content-Type", "application/json")], pieces())
    if request.url.endswith("/same"):
        return Response(304 if request.header("if-none-match") else 200, [("Content-Type", "text/plain")], b"text")
    if request.url.endswith("/slow"):
        await asyncio.Event().wait()
    return Abort("closed") if request.url.endswith("/gone") else None


def ask(path: str, body: bytes = b"", **headers: str) -> Request:
    sent = [(name.replace("_", "-"), value) for name, value in headers.items()]
    return Request("POST" if body else "GET", f"https://app.test{path}", sent, Body(body))


async def test_replies_are_kept_decoded() -> None:
    tap = Tap([answering])
    answer = await tap(ask("/zip", b"{}"), None)
    assert isinstance(answer, Response)
    assert gzip.decompress(await read(answer)) == b"[1]"
    (kept,) = tap.exchanges
    assert (kept.body, kept.content, kept.complete) == (b"{}", ("json", [1]), True)


async def test_a_stream_is_kept_when_it_has_been_read() -> None:
    tap = Tap([answering])
    answer = await tap(ask("/stream"), None)
    assert isinstance(answer, Response)
    assert not tap.exchanges[0].complete
    assert await read(answer) == b'{"a": 1}'
    assert tap.exchanges[0].content == ("json", {"a": 1})


async def test_what_the_page_broke_off_is_no_whole_answer() -> None:
    tap = Tap([answering])
    begun, unread = await tap(ask("/stream"), None), await tap(ask("/stream"), None)
    assert isinstance(begun, Response)
    assert isinstance(unread, Response)
    head = await tap(Request("HEAD", "https://app.test/stream", [], Body(b"")), None)
    assert isinstance(head, Response)
    iterator = aiter(begun.body)  # type: ignore[arg-type]
    await anext(iterator)
    await iterator.aclose()  # type: ignore[attr-defined]
    for answer in (begun, unread, head):
        await answer.body.aclose()  # type: ignore[union-attr]
    waiting = asyncio.create_task(tap(ask("/slow"), None))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    whole = await tap(ask("/stream"), None)
    assert isinstance(whole, Response)
    await read(whole)
    await whole.body.aclose()  # type: ignore[union-attr]
    assert [one.broken for one in tap.exchanges] == [True, True, False, True, False]
    assert [Pair(one, None).broken_off for one in tap.exchanges] == [True, True, False, True, False]
    write = Exchange(9, 0, "DELETE", "https://app.test/stream", [], broken=True)
    assert not Pair(write, None).broken_off


async def test_304_stands_for_the_answer_before_it() -> None:
    tap = Tap([answering])
    await tap(ask("/same"), None)
    await tap(ask("/same", if_none_match='"1"'), None)
    assert [(one.status, one.reply) for one in tap.exchanges] == [(200, b"text"), (304, b"text")]


async def test_what_has_no_answer() -> None:
    tap = Tap([answering])
    assert isinstance(await tap(ask("/gone"), None), Abort)
    assert await tap(ask("/nothing"), None) is None
    assert [(one.status, one.error, one.complete) for one in tap.exchanges] == [
        (0, "closed", True), (0, "no answer", True),
    ]  # fmt: skip


async def test_our_own_requests_and_second_questions_are_not_the_pages() -> None:
    tap = Tap([answering], ours=lambda request: request.url.endswith("/secret"))
    await tap(ask("/secret"), None)
    assert tap.exchanges == []
    await tap(ask("/same", if_none_match='"1"'), None)
    (kept,) = tap.exchanges
    kept.headers = plain(kept.headers)
    again = await tap.again(kept, None)
    assert again is not None
    assert (again.status, again.reply) == (200, b"text")
    assert len(tap.exchanges) == 1


async def test_second_questions_are_marked_as_ours() -> None:
    seen: list[bool] = []

    async def responder(request: Request, session: Any) -> Answer | None:
        seen.append(request.apart)
        return await answering(request, session)

    tap = Tap([responder])
    await tap(ask("/same"), None)
    await tap.again(tap.exchanges[0], None)
    assert seen == [False, True]


def test_a_reply_that_was_looked_at_too_early_is_read_when_it_has_come() -> None:
    exchange = asked("GET", "/x", {"n": 1})
    whole, exchange.reply, exchange.complete = exchange.reply, b"", False
    assert exchange.content == ("empty", None)
    exchange.reply, exchange.complete = whole, True
    assert exchange.content == ("json", {"n": 1})
