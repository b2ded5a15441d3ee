"""Small exchanges to discover from: a dialogue of (method, path, request, status, answer)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from awe_author.features.discover import Draft, Recorded, discover
from awe_author.features.discover.exchanges.calls import Raw

ORIGIN = "https://app.test"


class Html(str):
    """An answer that is a document."""


DATE = "Mon, 03 Mar 2025 09:00:00 GMT"


def exchange(
    seq: int,
    method: str,
    path: str,
    sent: Any = None,
    status: int = 200,
    answer: Any = None,
    asked: Sequence[tuple[str, str]] = (),
    **more: Any,
) -> Raw:
    """A JSON exchange; a form when `sent` is text. `asked`: headers of the request beside the usual ones."""
    form = isinstance(sent, str)
    kind = "application/x-www-form-urlencoded" if form else "application/json"
    body = sent.encode() if form else b"" if sent is None else json.dumps(sent).encode()
    answered = b"" if answer is None else json.dumps(answer).encode()
    headers = [("Content-Type", more.pop("mime", "application/json")), ("Date", more.pop("date", DATE))]
    if isinstance(answer, Html):
        headers[0], answered = ("Content-Type", "text/html; charset=utf-8"), answer.encode()
    if "location" in more:
        headers.append(("Location", more.pop("location")))
    if "html" in more:
        headers[0], answered = ("Content-Type", "text/html"), more.pop("html").encode()
    return Raw(
        seq, method, ORIGIN + path, [("Content-Type", kind), *asked], body, status, headers, answered, seq, **more
    )


def form(**fields: str) -> str:
    return urlencode(fields)


def draft_of(*dialogue: tuple[Any, ...], app: str = "demo") -> Draft:
    """The draft of a dialogue."""
    return discover(Recorded([exchange(number, *one) for number, one in enumerate(dialogue, 1)]), app)


def found(draft: Draft) -> set[tuple[str, str]]:
    """(kind, role) of the operations."""
    return {(one.kind.name, one.verb or one.role) for one in draft.operations}


def feature(draft: Draft, name: str) -> dict[str, Any]:
    return next(one.document for one in draft.features if one.document["id"] == name)
