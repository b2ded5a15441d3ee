"""A stage in front of a few pages, served by a door: for tests of what happens in a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import async_playwright

from awe_author.browser.activity import Traffic
from awe_author.browser.launch import launch
from awe_author.browser.steps import Stage
from awe_author.door import CertificateAuthority, Door
from awe_author.door.messages import Answer, Request, Response

APP = "https://app.test"


@asynccontextmanager
async def stage_of(
    folder: Path, pages: Mapping[str, str | bytes], **options: Any
) -> AsyncIterator[tuple[Stage, Traffic]]:
    """A stage whose app serves `pages` (path -> HTML, or bytes of a text file); the traffic counts what is asked."""
    traffic = Traffic()

    async def respond(request: Request, _session: None) -> Answer:
        token = traffic.began(request.url)
        path = request.url.removeprefix(APP).partition("?")[0]
        found = pages.get(path)
        traffic.ended(token)
        if found is None:
            return Response(404, [("Content-Type", "text/html")], b"<!doctype html><title>none</title>")
        if isinstance(found, bytes):
            return Response(200, [("Content-Type", "text/plain")], found)
        return Response(200, [("Content-Type", "text/html; charset=utf-8")], found.encode())

    authority = CertificateAuthority.load(folder / "ca")
    door = await Door.open([respond], None, authority)
    try:
        async with (
            async_playwright() as playwright,
            launch(
                playwright, door.url, authority.spki, lock_down=True, viewport={"width": 640, "height": 480}
            ) as context,
        ):
            yield await Stage.open(context, APP, timeout=5, **options), traffic
    finally:
        await door.close()
