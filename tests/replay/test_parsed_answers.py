"""Recorded HTML that replies show something in is searched as it was parsed once, and stays as it was recorded."""

from __future__ import annotations

import pytest

from awe_author.features.api import examples
from awe_author.features.dom import rendering
from tests.replay.listed import FETCH, ListedArchive, body_of
from tests.replay.test_enriched import A, App

SHOWN = """
  - id: row
    "on": {request: "GET https://app.test/rows/*"}
    reply:
      like: recorded
      show:
        - {select: td, set: {text: "segments[0]"}}
        - {select: b, set: {text: "query.get('b', '')"}}
"""


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is parsed."""
    read: list[str] = []
    real = rendering.parsed_answer
    monkeypatch.setattr(rendering, "parsed_answer", lambda html: read.append(html) or real(html))
    return read


def app() -> App:
    archive = ListedArchive()
    kind = [("Content-Type", "text/html; charset=utf-8")]
    archive.record("GET", A + "/rows/1", b"<tr id=one><td>1</td></tr>", kind)
    archive.record("GET", A + "/rows/2", b"<tr id=two><td>2</td><td><b>2</b></td></tr>", kind)
    page = b'<html><head><meta charset="utf-8"></head><body><table><tr><td>3</td></tr></table><b>3</b></body></html>'
    archive.record("GET", A + "/rows/3", page, kind)
    return App(SHOWN, archive)


async def ask(mock: App, path: str) -> bytes:
    return await body_of(await mock.ask("GET", path, headers=FETCH))


async def test_recorded_answers_are_parsed_once_for_the_search_and_once_for_each_answer(parsed: list[str]) -> None:
    mock = app()
    asked = (("1", "x"), ("7", "y"), ("1", ""), ("2", "z"), ("8", "u"))
    for key, said in asked:
        assert f"<td>{key}</td>".encode() in await ask(mock, f"/rows/{key}?b={said}")
    assert len(parsed) == len(set(parsed)) + len(asked)


async def test_what_was_shown_before_is_not_there_the_next_time() -> None:
    mock = app()
    first = await ask(mock, "/rows/3?b=one")
    assert b"<b>one</b>" in first
    assert await ask(mock, "/rows/3?b=two") == first.replace(b"one", b"two")
    assert await ask(mock, "/rows/3?b=one") == first


async def test_answers_that_are_too_long_to_be_kept_are_parsed_again(
    parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examples, "KEPT_PARSED", 10)
    mock = app()
    for said in ("one", "two"):
        assert f"<b>{said}</b>".encode() in await ask(mock, f"/rows/3?b={said}")
    assert len(parsed) == 4
