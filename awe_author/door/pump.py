"""Moves a streamed response body from a responder to a connection, and makes sure that it is closed."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Any

from awe_author.door.messages import Response
from awe_author.door.service import Service


class BodyFailed(Exception):
    """The responder's body raised, or was not as long as it said; already reported."""


async def pump(service: Service[Any], url: str, response: Response, put: Callable[[bytes], Awaitable[None]]) -> None:
    """Hand every chunk of the body to `put`, which returns when there is room for more. Raises BodyFailed."""
    body = response.body
    assert not isinstance(body, bytes)
    left = response.length
    iterator = aiter(body)
    try:
        while True:
            try:
                chunk = await anext(iterator)
            except StopAsyncIteration:
                break
            except Exception as error:
                service.failed(url, error)
                raise BodyFailed from error
            if left is not None:
                left -= len(chunk)
                if left < 0:
                    break
            if chunk:
                await put(bytes(chunk))
    finally:
        await _close(iterator, body)
    if left:
        service.failed(url, ValueError(f"body differs from its length of {response.length} by {-left} bytes"))
        raise BodyFailed


async def drop(response: Response) -> None:
    """Close a body that nobody will iterate."""
    if not isinstance(response.body, bytes):
        await _close(response.body)


async def _close(*streams: AsyncIterable[bytes]) -> None:
    closed: list[int] = []
    for stream in streams:
        aclose = getattr(stream, "aclose", None)
        if aclose is not None and id(stream) not in closed:
            closed.append(id(stream))
            with contextlib.suppress(Exception):
                await aclose()
