"""Posts that scripts make again and again, to hear the time and what is new."""

from __future__ import annotations

import json
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlencode

import pytest

from awe_author.features.discover import Draft, Recorded, discover
from awe_author.features.discover.exchanges.calls import Raw
from tests.features.discover.exchanges import DATE, ORIGIN
from tests.features.discover.site import FORM

NOW = int(parsedate_to_datetime(DATE).timestamp())


def beat(seq: int, page: str, answer: dict[str, Any], **sent: str) -> Raw:
    body = urlencode({"action": "beat", "screen": page, **sent}).encode()
    headers = [("Content-Type", "application/json"), ("Date", DATE)]
    return Raw(
        seq, "POST", f"{ORIGIN}/tick", [FORM], body, 200, headers, json.dumps(answer).encode(), seq, ORIGIN + page
    )


def drafted(*beats: Raw) -> Draft:
    return discover(Recorded([*beats], []), "demo")


def told(draft: Draft) -> list[tuple[str, Any]]:
    """(condition, what is said anew) of the features."""
    documents: list[Any] = [one.document for one in draft.features]
    return [(str(one["on"].get("where", "")), one["reply"].get("json")) for one in documents]


def test_told_by_what_is_sent_along() -> None:
    draft = drafted(
        beat(1, "/tickets", {"time": NOW}),
        beat(2, "/tickets/3", {"time": NOW, "lock": f"{NOW}:1"}, lock="3"),
        beat(3, "/people", {"time": NOW}),
        beat(4, "/tickets/4", {"time": NOW, "lock": f"{NOW}:1"}, lock="4"),
    )
    assert told(draft) == [
        ("body.get('action', '') == 'beat' && !('lock' in body)", {"time": "int(now)"}),
        ("body.get('action', '') == 'beat' && 'lock' in body", {"time": "int(now)", "lock": "string(int(now)) + ':1'"}),
    ]


@pytest.mark.parametrize("spoilt", ["other words", "one page", "no time", "not told"])
def test_what_is_none(spoilt: str) -> None:
    pages = ["/tickets", "/people", "/boats", "/crews"]
    answers: list[dict[str, Any]] = [{"time": NOW} for _ in pages]
    if spoilt == "other words":
        for answer, news in zip(answers, ["none", "mail", "none", "call"], strict=True):
            answer["news"] = news
    if spoilt == "no time":
        answers = [{"ok": True} for _ in pages]
    if spoilt == "not told":
        answers[1]["lock"] = answers[2]["lock"] = "mine"
    pages = ["/tickets"] * 4 if spoilt == "one page" else pages
    draft = drafted(*(beat(at, page, answer) for at, (page, answer) in enumerate(zip(pages, answers, strict=True), 1)))
    assert all("int(now)" not in str(said) for _, said in told(draft))
