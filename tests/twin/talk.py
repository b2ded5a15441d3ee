"""Makes exchanges for the tests, as a tap would have kept them."""

from __future__ import annotations

from typing import Any

import orjson

from awe_author.door.messages import Responder
from awe_author.twin.comparison import Comparison
from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import Likeness
from awe_author.twin.moments import Window
from awe_author.twin.sides import Heard
from awe_author.twin.tap import Tap

LIVE = 1_794_997_600.0
"""2026-11-18 10:26:40 UTC: when the live runs of these tests happen."""
MOCK = 1_767_600_000.0
"""2026-01-05 08:00:00 UTC: when the mocks of these tests live."""


def likeness(**more: Any) -> Likeness:
    return Likeness(Window(LIVE, LIVE + 60), Window(MOCK, MOCK + 60), **more)


def quiet(*live: Responder[Any]) -> Comparison:
    """A run that begins now, in which nothing was asked yet. `live`: what answers when the live app is asked again."""
    return Comparison.of(Heard(name="live", tap=Tap([*live])), Heard(name="mock", tap=Tap([])))


def asked(
    method: str,
    url: str,
    reply: Any = None,
    *,
    status: int = 200,
    step: int = 0,
    body: Any = None,
    headers: dict[str, str] | None = None,
    purpose: str = "empty",
    source: str = "",
    mime: str = "application/json",
    location: str = "",
) -> Exchange:
    """An exchange with https://app.test; `reply` and `body` that are no bytes are sent as JSON."""
    sent = {"sec-fetch-dest": purpose, "content-type": "application/json", **(headers or {})}
    exchange = Exchange(0, step, method, f"https://app.test{url}", list(sent.items()), encoded(body))
    exchange.status, exchange.complete, exchange.source = status, True, source
    exchange.reply = encoded(reply)
    exchange.reply_headers = [("content-type", mime)] + ([("location", location)] if location else [])
    return exchange


def encoded(value: Any) -> bytes:
    if value is None:
        return b""
    return value if isinstance(value, bytes) else value.encode() if isinstance(value, str) else orjson.dumps(value)
