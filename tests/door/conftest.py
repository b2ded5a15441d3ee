"""A door on a free port with an authority of its own, answered by whatever the test says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from awe_author.door import CertificateAuthority, Door, Limits
from awe_author.door.messages import Answer, DoorEvent, Request, Response
from tests.door.clients import OpenDoor

Handler = Callable[[Request], Awaitable[Answer | None]]


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> CertificateAuthority:
    return CertificateAuthority.load(tmp_path_factory.mktemp("ca"))


@pytest.fixture
async def open_door(authority: CertificateAuthority) -> AsyncIterator[Callable[..., Awaitable[OpenDoor]]]:
    doors: list[Door] = []

    async def open_one(handler: Handler, limits: Limits | None = None) -> OpenDoor:
        events: list[DoorEvent] = []

        async def responder(request: Request, session: None) -> Answer | None:
            return await handler(request)

        door = await Door.open([responder], None, authority, observe=events.append, limits=limits)
        doors.append(door)
        return OpenDoor(door, Path(authority.ca_path), events)

    yield open_one
    for door in doors:
        await door.close()


async def echo(request: Request) -> Answer:
    """Says back what it was asked."""
    body = await request.body.read()
    text = f"{request.method} {request.url} {request.http_version} {len(body)}"
    return Response(200, [("Content-Type", "text/plain"), ("X-Answer", "yes")], text.encode())
