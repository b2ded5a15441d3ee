"""Orders and filters that were asked of one list of an API, and are understood of the others."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

CREWS = [
    {"id": f"cmwt4vg74000gbd7d02kizel{n}", "name": name, "size": size}
    for n, (name, size) in enumerate([("Tern", 4), ("Gull", 9), ("Auk", 2)])
]
PORTS = [
    {"id": f"cmwt4vfzh0006bd7d1w2ol26{n}", "name": name, "depth": depth}
    for n, (name, depth) in enumerate([("Oslo", 7), ("Cork", 3), ("Ulm", 5)])
]


HAS_UL = {"AND": [{"OR": [{"name": {"contains": "ul"}}]}]}


def graphql(kind: str, fields: str, **more: Any) -> tuple[str, str, Any]:
    head = "query ($where: Where, $take: Int!, $orderBy: [Order!])"
    text = f"{head} {{ items: {kind}(where: $where, take: $take, orderBy: $orderBy) {{ {fields} }} }}"
    return "POST", "/graphql", {"query": text, "variables": {"where": {}, "take": 10, **more}}


def changed(kind: str, one: dict[str, Any], **changes: Any) -> tuple[Any, ...]:
    text = f"mutation ($id: ID!, $data: Input!) {{ item: update{kind}(id: $id, data: $data) {{ id }} }}"
    sent = {"query": text, "variables": {"id": one["id"], "data": changes}}
    return "POST", "/graphql", sent, 200, {"data": {"item": {"id": one["id"]}}}


def by(name: str, entities: list[dict[str, Any]], down: bool = False) -> list[dict[str, Any]]:
    return sorted(entities, key=lambda one: one[name], reverse=down)


def recorded() -> list[tuple[Any, ...]]:
    fields = "id name size"
    return [
        (*graphql("crews", fields), 200, {"data": {"items": CREWS}}),
        (*graphql("crews", fields, orderBy=[{"name": "asc"}]), 200, {"data": {"items": by("name", CREWS)}}),
        (*graphql("crews", fields, orderBy=[{"size": "desc"}]), 200, {"data": {"items": by("size", CREWS, True)}}),
        (
            *graphql("crews", fields, where=HAS_UL),
            200,
            {"data": {"items": CREWS[1:2]}},
        ),
        (*graphql("ports", "id name depth"), 200, {"data": {"items": PORTS}}),
        changed("Crew", CREWS[0], size=4),
        changed("Port", PORTS[0], depth=7),
    ]


async def test_a_list_is_asked_as_another_was() -> None:
    mock = Mock(*recorded())
    sorted_down = await mock.ask(*graphql("ports", "id name depth", orderBy=[{"depth": "desc"}]))
    assert sorted_down == (200, {"data": {"items": by("depth", PORTS, True)}})
    found = await mock.ask(*graphql("ports", "id name depth", where=HAS_UL))
    assert found == (200, {"data": {"items": PORTS[2:]}})
    assert await mock.ask(*graphql("ports", "id name depth")) == (200, {"data": {"items": PORTS}})


async def test_a_list_at_another_address() -> None:
    path = "/api/items/ports"
    mock = Mock(
        ("GET", "/api/items/crews?limit=10", None, 200, {"data": CREWS}),
        ("GET", "/api/items/crews?limit=10&sort=name", None, 200, {"data": by("name", CREWS)}),
        ("GET", "/api/items/crews?limit=10&sort=-name", None, 200, {"data": by("name", CREWS, True)}),
        ("GET", f"{path}?limit=10", None, 200, {"data": PORTS}),
        ("PATCH", f"{path}/{PORTS[1]['id']}", {"depth": 4}, 200, {"data": {**PORTS[1], "depth": 4}}),
        ("PATCH", f"/api/items/crews/{CREWS[1]['id']}", {"size": 8}, 200, {"data": {**CREWS[1], "size": 8}}),
    )
    changed_port = [PORTS[0], {**PORTS[1], "depth": 4}, PORTS[2]]
    await mock.ask("PATCH", f"{path}/{PORTS[1]['id']}", {"depth": 4})
    assert await mock.ask("GET", f"{path}?limit=10&sort=-name") == (200, {"data": by("name", changed_port, True)})


async def test_the_key_in_a_list_of_one() -> None:
    def gone(key: str) -> tuple[str, str, Any]:
        text = "mutation ($where: [Which!]!) { results: deleteCrews(where: $where) { id } }"
        return "POST", "/graphql", {"query": text, "variables": {"where": [{"id": key}]}}

    mock = Mock(
        *recorded(),
        (*gone(CREWS[2]["id"]), 200, {"data": {"results": [{"id": CREWS[2]["id"]}]}}),
        (*graphql("crews", "id name size"), 200, {"data": {"items": CREWS[:2]}}),
    )
    assert await mock.ask(*gone(CREWS[1]["id"])) == (200, {"data": {"results": [{"id": CREWS[1]["id"]}]}})


async def test_how_many_there_are_beside_a_list_that_is_cut_short() -> None:
    crews = [{"id": n, "name": f"Crew {n}"} for n in range(1, 13)]

    def page(skip: int) -> tuple[Any, ...]:
        return "GET", f"/api/crews?limit=5&offset={skip}", None, 200, {"items": crews[skip : skip + 5], "count": 12}

    mock = Mock(page(0), page(5), ("POST", "/api/crews", {"name": "New"}, 201, {"id": 13, "name": "New"}))
    await mock.ask("POST", "/api/crews", {"name": "Newer"})
    _, listed = await mock.ask("GET", "/api/crews?limit=5&offset=0")
    assert listed["count"] == 13


async def test_a_list_is_searched_as_another_was() -> None:
    path = "/api/items/ports"
    mock = Mock(
        ("GET", "/api/items/crews?limit=10", None, 200, {"data": CREWS}),
        ("GET", f"/api/items/crews?limit=10&q={CREWS[1]['name'][:4]}", None, 200, {"data": CREWS[1:2]}),
        ("GET", f"{path}?limit=10", None, 200, {"data": PORTS}),
        ("PATCH", f"{path}/{PORTS[1]['id']}", {"depth": 4}, 200, {"data": {**PORTS[1], "depth": 4}}),
        ("PATCH", f"/api/items/crews/{CREWS[1]['id']}", {"size": 8}, 200, {"data": {**CREWS[1], "size": 8}}),
    )
    for port in (PORTS[0], PORTS[2]):
        assert await mock.ask("GET", f"{path}?limit=10&q={port['name'].lower()}") == (200, {"data": [port]})
