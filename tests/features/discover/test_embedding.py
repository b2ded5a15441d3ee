"""JSON in documents: the entities that it shows, with an API beside it or without, and what of it is no entity."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.features.discover.exchanges import Html, draft_of, found
from tests.features.discover.mock import Mock

BOATS = [
    {"id": 1, "name": "Ada", "berth": "N1", "crew": 4},
    {"id": 2, "name": "Bee", "berth": "N2", "crew": 2},
    {"id": 3, "name": "Cod", "berth": "S1", "crew": 6},
]
DUNE = {"id": 4, "name": "Dune", "berth": "S2", "crew": 3}
SHOPS = [{"id": 71, "label": "Ropes"}, {"id": 72, "label": "Sails"}]


def next_page(boats: list[Any], **more: Any) -> Html:
    data = {"props": {"pageProps": {"boats": boats, "total": len(boats), **more}}, "page": "/", "buildId": "k3"}
    return Html(
        f'<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{json.dumps(data)}</script>'
    )


def assigned(boats: list[Any]) -> Html:
    state = {"config": {"theme": "dark"}, "fleet": {"boats": {"items": boats}}, "user": {"userId": 5, "name": "ann"}}
    return Html(f"<script>window.__INITIAL_STATE__ = {json.dumps(state)};</script>")


def attribute(boats: list[Any]) -> Html:
    data = json.dumps({"component": "Boats", "props": {"boats": boats}, "url": "/"}).replace('"', "&quot;")
    return Html(f'<div id="app" data-page="{data}"></div>')


PLACES = {
    "script": (next_page, lambda shown: shown["script#__NEXT_DATA__"]["props"]["pageProps"]["boats"]),
    "assignment": (assigned, lambda shown: shown["window.__INITIAL_STATE__"]["fleet"]["boats"]["items"]),
    "attribute": (attribute, lambda shown: shown["div#app@data-page"]["props"]["boats"]),
}


@pytest.mark.parametrize("place", PLACES)
async def test_entities_of_an_api_are_shown_in_the_document_as_they_are(place: str) -> None:
    page, boats_of = PLACES[place]
    mock = Mock(
        ("GET", "/", None, 200, page(BOATS)),
        ("POST", "/api/boats", {"name": "Dune", "berth": "S2", "crew": 3}, 201, DUNE),
        ("PATCH", "/api/boats/1", {"crew": 5}, 200, {**BOATS[0], "crew": 5}),
        ("DELETE", "/api/boats/3", None, 204, None),
        ("GET", "/", None, 200, page([{**BOATS[0], "crew": 5}, BOATS[1], DUNE])),
    )
    before = await mock.document("/")
    assert boats_of(before) == BOATS
    await mock.ask("POST", "/api/boats", {"name": "</script>", "berth": "S9", "crew": 1})
    await mock.ask("PATCH", "/api/boats/2", {"crew": 9})
    await mock.ask("DELETE", "/api/boats/1")
    after = await mock.document("/")
    new = {"id": 4, "name": "</script>", "berth": "S9", "crew": 1}
    assert boats_of(after) == [{**BOATS[1], "crew": 9}, BOATS[2], new]
    without = [json.loads(json.dumps(one)) for one in (before, after)]
    for one in without:
        boats_of(one).clear()
        one.get("script#__NEXT_DATA__", {"props": {"pageProps": {}}})["props"]["pageProps"].pop("total", None)
    assert without[0] == without[1]


async def test_a_document_alone_tells_of_entities_that_forms_change() -> None:
    """No API: forms are posted, and the next document shows what became of it."""
    renamed = [{**BOATS[0], "name": "Ava"}, *BOATS[1:]]
    made = [*renamed, DUNE]
    mock = Mock(
        ("GET", "/boats", None, 200, next_page(BOATS)),
        ("POST", "/boats/1", "name=Ava&berth=N1&crew=4", 303, None),
        ("GET", "/boats", None, 200, next_page(renamed)),
        ("POST", "/boats", "name=Dune&berth=S2&crew=3", 303, None),
        ("GET", "/boats", None, 200, next_page(made)),
        ("POST", "/boats/3/delete", "sure=1", 303, None),
        ("GET", "/boats", None, 200, next_page([one for one in made if one["id"] != 3])),
    )
    draft = mock.draft
    assert found(draft) >= {("boats", "list"), ("boats", "create"), ("boats", "update"), ("boats", "delete")}
    assert draft.seed["boats"] == {str(one["id"]): {**one, "id": str(one["id"])} for one in BOATS}
    assert await mock.submit("/boats", "name=Eel&berth=S3&crew=1") == 303
    assert await mock.submit("/boats/2", "name=Bea&berth=N9&crew=2") == 303
    assert await mock.submit("/boats/1/delete", "sure=1") == 303
    shown = (await mock.document("/boats"))["script#__NEXT_DATA__"]["props"]["pageProps"]
    bea, eel = {**BOATS[1], "name": "Bea", "berth": "N9"}, {"id": 4, "name": "Eel", "berth": "S3", "crew": 1}
    assert shown == {"boats": [bea, BOATS[2], eel], "total": 3}


async def test_two_kinds_in_one_document_are_one_feature() -> None:
    more = [*BOATS, DUNE]
    mock = Mock(
        ("GET", "/", None, 200, next_page(BOATS, shops=SHOPS)),
        ("POST", "/api/boats", {"name": "Dune", "berth": "S2", "crew": 3}, 201, DUNE),
        ("PATCH", "/api/shops/72", {"label": "Big sails"}, 200, {"id": 72, "label": "Big sails"}),
        ("GET", "/", None, 200, next_page(more, shops=[SHOPS[0], {"id": 72, "label": "Big sails"}])),
    )
    (one,) = [one for one in mock.draft.features if "embedded" in one.document["reply"]]
    assert one.document["let"]["matched_2"] == "state.shops.values()"
    await mock.ask("POST", "/api/boats", {"name": "Eel", "berth": "S3", "crew": 1})
    await mock.ask("PATCH", "/api/shops/71", {"label": "Knots"})
    shown = (await mock.document("/"))["script#__NEXT_DATA__"]["props"]["pageProps"]
    assert [one["name"] for one in shown["boats"]] == ["Ada", "Bee", "Cod", "Eel"]
    assert (shown["total"], [one["label"] for one in shown["shops"]]) == (4, ["Knots", "Sails"])


async def test_one_entity_in_the_document_at_its_address() -> None:
    def page(boat: Any) -> Html:
        return Html(f"<script>window.__STATE__ = JSON.parse({json.dumps(json.dumps({'boat': boat}))});</script>")

    mock = Mock(
        ("GET", "/api/boats", None, 200, BOATS),
        ("GET", "/boats/2", None, 200, page(BOATS[1])),
        ("GET", "/boats/3", None, 200, page(BOATS[2])),
        ("POST", "/api/boats", {"name": "Dune", "berth": "S2", "crew": 3}, 201, DUNE),
        ("GET", "/api/boats", None, 200, [*BOATS, DUNE]),
    )
    await mock.ask("POST", "/api/boats", {"name": "Eel", "berth": "S3", "crew": 1})
    assert await mock.document("/boats/3") == {"window.__STATE__": {"boat": BOATS[2]}}
    eel = {"id": 4, "name": "Eel", "berth": "S3", "crew": 1}
    assert await mock.document("/boats/4") == {"window.__STATE__": {"boat": eel}}


def test_what_a_page_is_configured_with_is_no_entity() -> None:
    settings = {"wgUserId": 1, "wgTitle": "Tea", "wgModules": [{"name": "a", "size": 1}, {"name": "b", "size": 2}]}
    draft = draft_of(
        ("GET", "/wiki/Tea", None, 200, Html(f"<script>RLCONF = {json.dumps(settings)};</script>")),
        ("POST", "/api.php", {"action": "options", "name": "skin"}, 200, {"options": "success"}),
        (
            "GET",
            "/wiki/Milk",
            None,
            200,
            Html(f"<script>RLCONF = {json.dumps({**settings, 'wgTitle': 'Milk'})};</script>"),
        ),
    )
    assert [one for one in draft.features if "embedded" in str(one.document)] == []
