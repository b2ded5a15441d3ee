"""Documents and data at one address; writes that lead to a page; what is deleted and still there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.features.discover.exchanges import Html, found
from tests.features.discover.mock import Mock

Row = dict[str, Any]
BOATS = [{"id": number, "name": name, "berth": berth, "deleted_at": None}
         for number, name, berth in ((1, "Ada", "N1"), (2, "Bee", "N2"), (3, "Cod", "S1"))]  # fmt: skip
NEW = {"id": 4, "name": "Zander", "berth": "South quay", "deleted_at": None}
OWN = ("X-Framework", "true"), ("Accept", "text/html")
BY_ACCEPT = (("Accept", "application/json"),)


def page(path: str, **props: Any) -> Row:
    return {"component": "Boats", "props": props, "url": path}


def document(path: str, **props: Any) -> Html:
    held = json.dumps(page(path, **props)).replace('"', "&quot;")
    return Html(f'<html><body><div id="app" data-page="{held}"></div></body></html>')


def harbour(*data: tuple[str, str], many: int = 3) -> Mock:
    """`data`: the headers of requests for data; `many`: how many a portion of the list has."""
    shown = [BOATS[start : start + many] for start in range(0, 3, many)]
    refused, sent = {"name": "", "berth": "South quay"}, {"name": "Zander", "berth": "South quay"}
    return Mock(
        ("GET", "/boats", None, 200, document("/boats", boats=shown[0]), [("Accept", "text/html")]),
        ("GET", "/boats", None, 200, page("/boats", boats=shown[0]), data),
        *(("GET", f"/boats?page={number}", None, 200, page(f"/boats?page={number}", boats=rows), data)
          for number, rows in enumerate(shown, 1)),
        ("GET", "/boats/1", None, 200, page("/boats/1", boat=BOATS[0]), data),
        ("GET", "/boats/2", None, 200, page("/boats/2", boat=BOATS[1]), data),
        ("POST", "/boats", refused, 303, None, data),
        ("GET", "/boats?page=1", None, 200, page("/boats?page=1", boats=shown[0]), data),
        ("POST", "/boats", sent, 303, None, data),
        ("GET", "/boats?page=1", None, 200, page("/boats?page=1", boats=shown[0]), data),
        ("GET", "/boats/4", None, 200, page("/boats/4", boat=NEW), data),
        ("DELETE", "/boats/3", None, 303, None, data),
        ("GET", "/boats/3", None, 200, page("/boats/3", boat=BOATS[2] | {"deleted_at": "2025-03-03T09:00:00Z"}), data),
    )  # fmt: skip


@pytest.mark.parametrize("data", [OWN, BY_ACCEPT])
async def test_each_representation_is_made_for_who_asks_for_it(data: tuple[tuple[str, str], ...]) -> None:
    app = harbour(*data)
    await app.ask("POST", "/boats", {"name": "Dune", "berth": "East"}, *data)
    shown = (await app.document("/boats"))["div#app@data-page"]["props"]["boats"]
    status, told = await app.ask("GET", "/boats", None, *data)
    assert (status, told["component"]) == (200, "Boats")
    assert [one["name"] for one in told["props"]["boats"]] == [one["name"] for one in shown]
    assert "Dune" in [one["name"] for one in shown]


async def test_what_later_answers_show_was_made_by_what_sent_it_last() -> None:
    app = harbour(*OWN, many=2)
    made = [one for one in app.draft.operations if one.role == "create"]
    assert [(one.made, [call.body["name"] for call in one.calls]) for one in made] == [(["4"], ["Zander"])]
    await app.ask("POST", "/boats", {"name": "Dune", "berth": "East"}, *OWN)
    assert (await app.ask("GET", "/boats/4", None, *OWN))[1]["props"]["boat"] == {
        "id": 4, "name": "Dune", "berth": "East", "deleted_at": None,
    }  # fmt: skip


async def test_what_says_that_it_was_deleted_is_still_there() -> None:
    app = harbour(*OWN)
    assert ("boats", "delete") in found(app.draft)
    await app.ask("DELETE", "/boats/2", None, *OWN)
    status, told = await app.ask("GET", "/boats/2", None, *OWN)
    assert status == 200
    assert told["props"]["boat"]["deleted_at"]
    assert (await app.ask("GET", "/boats/1", None, *OWN))[1]["props"]["boat"]["deleted_at"] is None


async def test_answers_say_the_address_they_were_asked_at() -> None:
    app = harbour(*OWN)
    assert (await app.ask("GET", "/boats/3", None, *OWN))[1]["url"] == "/boats/3"
    assert (await app.ask("GET", "/boats?page=1&berth=N1", None, *OWN))[1]["url"] == "/boats?page=1&berth=N1"


async def test_later_portions_of_a_list_without_an_order_come_later() -> None:
    boats = [{"id": number, "name": name} for number, name in ((7, "Ada"), (3, "Bee"), (9, "Cod"), (1, "Dab"))]
    app = Mock(
        ("GET", "/boats?page=1", None, 200, boats[:2]),
        ("GET", "/boats?page=2", None, 200, boats[2:]),
        ("POST", "/boats", {"name": "Eel"}, 201, {"id": 10, "name": "Eel"}),
    )
    assert app.draft.seed["order"] == {"boats": ["7", "3", "9", "1"]}
