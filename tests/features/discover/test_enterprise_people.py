"""What APIs of networks do: orders in words, what is not shown any more, keys in wrappers, names in parameters."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
NAMES = {"a1": ("Ada", "Vance", 4), "b2": ("Ben", "Ruiz", 9), "c3": ("Cy", "Okafor", 1), "d4": ("Dot", "Marsh", 7)}


def person(key: str) -> Row:
    first, last, _ = NAMES[key]
    return {"entityUrn": urn(key), "first": first, "last": last, "slug": f"{first}-{last}-31".lower()}


def urn(key: str, kind: str = "person") -> str:
    return f"urn:{kind}:{key}9f4e2d8c7b6a5"


def link(key: str) -> Row:
    return {"entityUrn": urn(key, "link"), "person": person(key), "made": 1739000000000 + NAMES[key][2] * 90000000}


def links(*keys: str) -> Row:
    return {"links": [link(key) for key in keys], "total": len(keys)}


def asked(order: str, start: int = 0, count: int = 40) -> str:
    return f"/links?sortType={order}&start={start}&count={count}"


async def test_orders_in_words_and_what_is_not_shown_any_more() -> None:
    mock = Mock(
        ("GET", asked("RECENTLY_ADDED"), None, 200, links("b2", "d4", "a1", "c3")),
        ("GET", asked("FIRST_LAST"), None, 200, links("a1", "b2", "c3", "d4")),
        ("GET", asked("LAST_FIRST"), None, 200, links("d4", "c3", "b2", "a1")),
        ("POST", f"/links/{urn('a1', 'link')}?action=disconnect", {}, 204, None),
        ("GET", asked("RECENTLY_ADDED"), None, 200, links("b2", "d4", "c3")),
    )
    assert await mock.ask("GET", asked("LAST_FIRST", 1, 2)) == (200, links("c3", "b2") | {"total": 4})
    assert (await mock.ask("POST", f"/links/{urn('d4', 'link')}?action=disconnect", {}))[0] == 204
    assert await mock.ask("GET", asked("FIRST_LAST")) == (200, links("a1", "b2", "c3"))
    assert await mock.ask("GET", asked("RECENTLY_ADDED")) == (200, links("b2", "a1", "c3"))


def invite(number: int, key: str, words: str) -> Row:
    return {"entityUrn": f"urn:invite:{number}", "person": person(key), "message": words, "state": "PENDING",
            "sent": "2025-03-03T09:00:00Z"}  # fmt: skip


async def test_a_record_in_a_wrapper_a_key_under_another_name_and_steps() -> None:
    def sent(key: str, words: str) -> Row:
        return {"to": words, "person": {"union": {"member": urn(key)}}, "customMessage": words}

    def told(number: int) -> Row:
        return {"value": {"inviteUrn": f"urn:invite:{number}"}}

    def listed(*rows: Row) -> Row:
        return {"invites": [*rows]}

    first, second = invite(5211, "c3", "We met in Oslo"), invite(9422, "d4", "Hello there")
    mock = Mock(
        ("GET", "/invites", None, 200, listed()),
        ("POST", "/relationships?action=create", sent("c3", "We met in Oslo"), 200, told(5211)),
        ("GET", "/invites", None, 200, listed(first)),
        ("POST", "/relationships?action=create", sent("d4", "Hello there"), 200, told(9422)),
        ("GET", "/invites", None, 200, listed(first, second)),
    )
    assert await mock.ask("POST", "/relationships?action=create", sent("d4", "Thank you")) == (200, told(5211))
    assert await mock.ask("POST", "/relationships?action=create", sent("c3", "And you")) == (200, told(9422))
    shown = (await mock.ask("GET", "/invites"))[1]["invites"]
    assert [(one["person"], one["message"]) for one in shown] == [
        (person("d4"), "Thank you"),
        (person("c3"), "And you"),
    ]


async def test_answers_to_creates_that_leave_out_what_is_empty() -> None:
    def whole(key: int, **fields: str) -> Row:
        return {"id": str(key), "first": None, "last": None, "firm": None, "mail": None, **fields}

    def brief(key: int, **fields: str) -> Row:
        return {"id": str(key), **fields}

    start = [whole(151, first="Ada", last="Vance", firm="Mill"), whole(152, first="Ben", mail="b@x.example")]
    cy = {"first": "Cy", "last": "Ott", "mail": "c@x.example"}
    mock = Mock(
        ("GET", "/people?fields=all", None, 200, {"results": start}),
        ("POST", "/people", {"first": "Cy", "last": "Ott", "mail": "c@x.example"}, 201,
         brief(153, **cy)),
        ("GET", "/people/153?fields=all", None, 200, whole(153, **cy)),
        ("PATCH", "/people/153", {"firm": "Quarry"}, 200, brief(153, **cy, firm="Quarry")),
        ("GET", "/people/153?fields=all", None, 200, whole(153, **cy, firm="Quarry")),
    )  # fmt: skip
    assert await mock.ask("POST", "/people", {"first": "Dot", "firm": "Pine"}) == (
        201,
        brief(153, first="Dot", firm="Pine"),
    )
    assert await mock.ask("GET", "/people/153?fields=all") == (200, whole(153, first="Dot", firm="Pine"))


async def test_a_name_in_a_parameter_and_a_list_of_nobody() -> None:
    def found(*keys: str) -> Row:
        return {"elements": [person(key) for key in keys]}

    mock = Mock(
        ("GET", asked("RECENTLY_ADDED"), None, 200, links("b2", "d4", "a1", "c3")),
        ("GET", "/people?memberIdentity=ada-vance-31", None, 200, found("a1")),
        ("GET", "/people?memberIdentity=ben-ruiz-31", None, 200, found("b2")),
        ("GET", "/people?memberIdentity=cy-okafor-31", None, 200, found("c3")),
        ("GET", "/people?memberIdentity=dot-marsh-31", None, 200, found("d4")),
        ("PATCH", f"/people/{urn('a1')}", {"last": "Vance"}, 200, person("a1")),
    )
    changed = person("b2") | {"last": "Ruiz-Ott"}
    assert await mock.ask("PATCH", f"/people/{urn('b2')}", {"last": "Ruiz-Ott"}) == (200, changed)
    assert await mock.ask("GET", "/people?memberIdentity=ben-ruiz-31") == (200, {"elements": [changed]})
    assert await mock.ask("GET", "/people?memberIdentity=nobody-99") == (200, found())
