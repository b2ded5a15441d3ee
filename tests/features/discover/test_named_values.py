"""Settings told as names and values, which requests change some of, and what shows them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.exchanges import Html, draft_of
from tests.features.discover.mock import Mock
from tests.replay.listed import NAVIGATION, body_of

START = {"title": "Acme Journal", "motto": "Thoughts and stories", "colour": "#123", "private": False, "logo": None}
KEPT = ("title", "motto")


def told(values: dict[str, Any], *names: str) -> dict[str, Any]:
    return {"settings": [{"key": name, "value": values[name]} for name in names or values], "meta": {"all": not names}}


def sent(**values: Any) -> dict[str, Any]:
    return {"settings": [{"key": name, "value": value} for name, value in values.items()]}


def page(values: dict[str, Any]) -> Html:
    return Html(f"<html><head><title>{values['title']}</title></head><body><p>{values['motto']}</p></body></html>")


def dialogue(changed: dict[str, Any]) -> list[tuple[Any, ...]]:
    after = {**START, **changed}
    return [
        ("GET", "/api/settings", None, 200, told(START)),
        ("GET", "/api/settings?group=text", None, 200, told(START, *KEPT)),
        ("GET", "/api/site", None, 200, {"site": {"motto": START["motto"], "title": START["title"], "version": "5"}}),
        ("GET", "/", None, 200, page(START)),
        ("PUT", "/api/settings", sent(**changed), 200, told(after)),
        ("GET", "/api/settings", None, 200, told(after)),
        ("GET", "/api/site", None, 200, {"site": {"motto": after["motto"], "title": after["title"], "version": "5"}}),
        ("GET", "/", None, 200, page(after)),
    ]


CHANGED = {"motto": "Letters from the workshop"}


@pytest.fixture
def mock() -> Mock:
    return Mock(*dialogue(CHANGED))


async def test_some_of_the_settings_are_written_and_all_are_read(mock: Mock) -> None:
    new = {"motto": "News of the harbour", "private": True}
    assert await mock.ask("GET", "/api/settings") == (200, told(START))
    assert await mock.ask("PUT", "/api/settings", sent(**new)) == (200, told({**START, **new}))
    assert await mock.ask("GET", "/api/settings") == (200, told({**START, **new}))
    assert await mock.ask("PUT", "/api/settings", sent(logo="/a.png", motto=None)) == (
        200,
        told({**START, **new, "logo": "/a.png", "motto": None}),
    )


async def test_reads_that_asked_for_fewer_get_fewer(mock: Mock) -> None:
    await mock.ask("PUT", "/api/settings", sent(title="Harbour"))
    shown = await mock.ask("GET", "/api/settings?group=text")
    assert shown == (200, told({**START, "title": "Harbour"}, *KEPT))


async def test_what_other_answers_show_of_them_follows(mock: Mock) -> None:
    await mock.ask("PUT", "/api/settings", sent(title="Harbour", motto="News"))
    assert await mock.ask("GET", "/api/site") == (200, {"site": {"motto": "News", "title": "Harbour", "version": "5"}})


async def home(mock: Mock) -> str:
    return (await body_of(await mock.replay.ask("GET", "https://app.test/", b"", NAVIGATION))).decode()


async def test_pages_have_the_texts_of_settings(mock: Mock) -> None:
    assert "<p>Thoughts and stories</p>" in await home(mock)
    await mock.ask("PUT", "/api/settings", sent(title="The <Harbour>", motto="News of it"))
    assert "<p>News of it</p>" in await home(mock)
    assert "<title>The &lt;Harbour&gt;</title>" in await home(mock)


def test_settings_are_no_entities() -> None:
    draft = draft_of(*dialogue(CHANGED))
    assert "settings" not in {one.kind.name for one in draft.parts}
    assert draft.seed["settings"] == START
    assert not draft.left_writes


def test_what_lists_do_not_follow_is_no_setting() -> None:
    said = dialogue(CHANGED)
    said[5] = ("GET", "/api/settings", None, 200, told({**START, "motto": "Something else"}))
    assert not any(one.document["id"] == "settings.store.api" for one in draft_of(*said).features)


def test_what_was_sent_as_it_was_proves_nothing() -> None:
    said = dialogue({"motto": START["motto"]})
    assert not any(one.document["id"] == "settings.store.api" for one in draft_of(*said).features)
