"""Numbers beside an entity that say how often it was written."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

TEAS = [{"id": number, "name": f"tea {number}", "stock": number * 3} for number in (1, 2, 3)]
NEW = {"id": 4, "name": "senchaa", "stock": None}


def versions(count: int) -> dict[str, Any]:
    return {"data": [{"count": {"id": count}}], "limit": 100}


def dialogue(first: int = 1, later: int = 2, old: int = 1) -> list[tuple[Any, ...]]:
    return [
        ("GET", "/teas", None, 200, {"data": TEAS}),
        ("GET", "/versions?item=2", None, 200, versions(old)),
        ("POST", "/teas", {"name": "senchaa"}, 200, {"data": NEW}),
        ("GET", "/versions?item=4", None, 200, versions(first)),
        ("PATCH", "/teas/4", {"name": "sencha"}, 200, {"data": {**NEW, "name": "sencha"}}),
        ("GET", "/versions?item=4", None, 200, versions(later)),
        ("GET", "/teas", None, 200, {"data": [*TEAS, {**NEW, "name": "sencha"}]}),
        ("DELETE", "/teas/4", None, 204, None),
        ("GET", "/teas", None, 200, {"data": TEAS}),
    ]


async def count(mock: Mock, key: int) -> Any:
    return (await mock.ask("GET", f"/versions?item={key}"))[1]["data"][0]["count"]["id"]


async def test_they_count_the_changes_of_new_entities_and_of_recorded_ones() -> None:
    mock = Mock(*dialogue())
    assert (await mock.ask("POST", "/teas", {"name": "genmaicha"}))[0] == 200
    assert await count(mock, 4) == 1
    for name in ("gyokuro", "bancha"):
        await mock.ask("PATCH", "/teas/4", {"name": name})
    assert await count(mock, 4) == 3
    assert await count(mock, 2) == 1
    await mock.ask("PATCH", "/teas/2", {"name": "assam"})
    assert await count(mock, 2) == 2
    await mock.ask("POST", "/teas", {"name": "hojicha"})
    assert await count(mock, 5) == 1
    assert mock.replay.session.log.of("feature_fault") == []


async def test_what_is_gone_has_no_count_left() -> None:
    mock = Mock(*dialogue())
    await mock.ask("POST", "/teas", {"name": "genmaicha"})
    await mock.ask("PATCH", "/teas/4", {"name": "gyokuro"})
    await mock.ask("DELETE", "/teas/4")
    assert mock.state["times_written"] == {"teas": {}}


async def test_recorded_ones_that_began_otherwise_are_left_to_the_recording() -> None:
    mock = Mock(*dialogue(old=7))
    await mock.ask("PATCH", "/teas/2", {"name": "assam"})
    assert await count(mock, 2) == 7
    await mock.ask("POST", "/teas", {"name": "genmaicha"})
    await mock.ask("PATCH", "/teas/4", {"name": "gyokuro"})
    assert await count(mock, 4) == 2


async def test_a_number_that_goes_otherwise_is_none() -> None:
    mock = Mock(*dialogue(first=1, later=5))
    assert "times_written" not in mock.state


def unchanged(path: str = "/revisions", first: int = 1) -> list[tuple[Any, ...]]:
    """What was made is asked about once, before anything was changed."""
    return [
        ("GET", "/teas", None, 200, {"data": TEAS}),
        ("GET", f"{path}?item=2", None, 200, versions(first)),
        ("POST", "/teas", {"name": "senchaa"}, 200, {"data": NEW}),
        ("GET", f"{path}?item=4", None, 200, versions(first)),
        ("PATCH", "/teas/4", {"name": "sencha"}, 200, {"data": {**NEW, "name": "sencha"}}),
        ("GET", "/teas", None, 200, {"data": [*TEAS, {**NEW, "name": "sencha"}]}),
    ]


async def test_a_one_at_an_address_of_histories_counts_though_none_was_asked_about_again() -> None:
    mock = Mock(*unchanged())
    await mock.ask("POST", "/teas", {"name": "genmaicha"})
    await mock.ask("PATCH", "/teas/4", {"name": "gyokuro"})
    assert (await mock.ask("GET", "/revisions?item=4"))[1]["data"][0]["count"]["id"] == 2
    await mock.ask("PATCH", "/teas/2", {"name": "assam"})
    assert (await mock.ask("GET", "/revisions?item=2"))[1]["data"][0]["count"]["id"] == 2


def test_it_does_not_elsewhere_nor_when_it_is_another_number() -> None:
    assert "times_written" not in Mock(*unchanged("/shelves")).state
    assert "times_written" not in Mock(*unchanged(first=3)).state
