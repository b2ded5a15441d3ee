"""Records that requests name by a member that no one calls a key, fields that say what such a record says, filters of
which one word leaves nothing out, where the next page begins, what a word sets, words for the kind, and one search."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
PEOPLE = {7: {"name": "Ada Vance", "value": 7}, 8: {"name": "Ben Okafor", "value": 8}, 9: {"name": "Cy", "value": 9}}


def deal(number: int, title: str, who: int | None, status: str, won: str | None = None) -> Row:
    return {"id": number, "title": title, "person": PEOPLE.get(who or 0), "status": status, "won_time": won,
            "person_name": PEOPLE[who]["name"] if who else None}  # fmt: skip


DEALS = [deal(1, "Ash", 7, "open"), deal(2, "Bay", 8, "won"), deal(3, "Elm", None, "open"), deal(4, "Fir", 9, "lost"),
         deal(5, "Oak", 7, "open")]  # fmt: skip


def page(rows: list[Row], start: int, limit: int, *, more: bool) -> Row:
    said: Row = {"start": start, "limit": limit, "more": more}
    return {"data": rows, "pages": {**said, "next_start": start + limit} if more else said}


def mock() -> Mock:
    made = deal(6, "Yew", 8, "open")
    found = {"score": 0.5, "item": {"id": 3, "type": "deal", "title": "Elm"}}
    everything, free = "/deals?start=0&limit=50&status=all_not_deleted", "/deals?status=all_not_deleted"
    return Mock(
        ("GET", everything, None, 200, page(DEALS, 0, 50, more=False)),
        ("GET", f"{free}&start=0&limit=2", None, 200, page(DEALS[:2], 0, 2, more=True)),
        ("GET", f"{free}&start=2&limit=2", None, 200, page(DEALS[2:4], 2, 2, more=True)),
        ("GET", "/deals?start=0&limit=50&status=open", None, 200, page(DEALS[::2], 0, 50, more=False)),
        ("GET", "/deals/search?term=elm", None, 200, {"items": [found]}),
        ("POST", "/deals", {"title": "Yew", "person": 8, "status": "open"}, 201, {"data": made}),
        ("GET", "/deals/6", None, 200, {"data": made}),
        ("PUT", "/deals/6", {"title": "Yew tree"}, 200, {"data": {**made, "title": "Yew tree"}}),
        ("PUT", "/deals/2", {"status": "won"}, 200, {"data": {**DEALS[1], "won_time": "2025-03-03T09:00:00Z"}}),
        ("GET", everything, None, 200, page([DEALS[0], {**DEALS[1], "won_time": "2025-03-03T09:00:00Z"}, *DEALS[2:],
                                             {**made, "title": "Yew tree"}], 0, 50, more=False)),
    )  # fmt: skip


async def test_a_record_is_named_by_what_it_says_and_other_fields_follow_it() -> None:
    app = mock()
    _, said = await app.ask("POST", "/deals", {"title": "Box", "person": 9, "status": "open"})
    assert said == {"data": deal(6, "Box", 9, "open")}
    _, said = await app.ask("PUT", "/deals/3", {"person": 7})
    assert said == {"data": deal(3, "Elm", 7, "open")}
    _, said = await app.ask("PUT", "/deals/3", {"person": None})
    assert said == {"data": deal(3, "Elm", None, "open")}
    _, said = await app.ask("POST", "/deals", {"title": "Reed", "status": "open"})
    assert said == {"data": deal(7, "Reed", None, "open")}


async def test_a_filter_has_a_word_for_all_and_takes_the_others_as_values() -> None:
    app = mock()
    await app.ask("PUT", "/deals/1", {"status": "lost"})
    for word, keys in (("lost", [1, 4]), ("open", [3, 5]), ("all_not_deleted", [1, 2, 3, 4, 5]), ("none", [])):
        _, said = await app.ask("GET", f"/deals?start=0&limit=50&status={word}")
        assert [one["id"] for one in said["data"]] == keys


async def test_where_the_next_page_begins_is_said_while_there_is_one() -> None:
    for start, limit, more in ((0, 3, True), (3, 1, True), (3, 2, False)):
        _, said = await mock().ask("GET", f"/deals?status=all_not_deleted&start={start}&limit={limit}")
        assert said == page(DEALS[start : start + limit], start, limit, more=more)


async def test_a_word_that_is_sent_sets_a_moment_whatever_was_there() -> None:
    app = mock()
    _, said = await app.ask("PUT", "/deals/5", {"status": "lost"})
    assert said["data"]["won_time"] is None
    _, said = await app.ask("PUT", "/deals/2", {"status": "won"})
    assert said["data"]["won_time"] is not None


async def test_one_search_proves_no_rule_and_a_word_for_the_kind_is_said_of_all() -> None:
    app = mock()
    _, said = await app.ask("GET", "/deals/search?term=oak")
    assert said == {"items": [{"score": 0.5, "item": {"id": 5, "type": "deal", "title": "Oak"}}]}


@pytest.mark.parametrize("wrapped", [False, True])
async def test_records_of_another_kind_are_as_its_entities_are_by_then(*, wrapped: bool) -> None:
    def sent(key: int) -> Any:
        return {"connect": {"id": key}} if wrapped else key

    def person(number: int, name: str, firm: Row | None) -> Row:
        return {"id": number, "name": name, "firm": firm}

    firms = [{"id": number, "name": name} for number, name in ((1, "Acme"), (2, "Bolt"), (3, "Core"))]
    app = Mock(
        ("GET", "/firms", None, 200, firms),
        (
            "GET",
            "/people",
            None,
            200,
            [person(11, "Ada", firms[0]), person(12, "Ben", firms[1]), person(13, "Cy", None)],
        ),
        ("POST", "/people", {"name": "Dee", "firm": sent(2)}, 201, person(14, "Dee", firms[1])),
        ("PATCH", "/people/11", {"firm": sent(3)}, 200, person(11, "Ada", firms[2])),
        ("POST", "/firms", {"name": "Dune"}, 201, {"id": 4, "name": "Dune"}),
        ("PATCH", "/firms/4", {"name": "Dunes"}, 200, {"id": 4, "name": "Dunes"}),
    )
    await app.ask("POST", "/firms", {"name": "Edge"})
    edge = {"id": 4, "name": "Edge"}
    assert (await app.ask("POST", "/people", {"name": "Eve", "firm": sent(4)}))[1] == person(14, "Eve", edge)
    await app.ask("PATCH", "/firms/2", {"name": "Bolts"})
    assert (await app.ask("PATCH", "/people/13", {"firm": sent(2)}))[1] == person(13, "Cy", {"id": 2, "name": "Bolts"})


async def test_records_and_lists_of_another_kind_follow_it_where_records_name_it() -> None:
    def firm(number: int, name: str, *people: tuple[int, str]) -> Row:
        return {"id": number, "name": name, "people": [{"id": key, "name": said} for key, said in people]}

    def person(number: int, name: str, firm: int, called: str) -> Row:
        return {"id": number, "name": name, "firm": {"id": firm, "name": called}}

    names = [(1, "Acme"), (2, "Bolt"), (3, "Core")]
    people = [person(11, "Ada", 1, "Acme"), person(12, "Ben", 2, "Bolt"), person(13, "Cy", 1, "Acme"),
              person(15, "Di", 3, "Core")]  # fmt: skip
    app = Mock(
        ("GET", "/firms", None, 200, [{"id": number, "name": name} for number, name in names]),
        ("GET", "/people", None, 200, people),
        ("GET", "/firms/1", None, 200, firm(1, "Acme", (11, "Ada"), (13, "Cy"))),
        ("GET", "/firms/2", None, 200, firm(2, "Bolt", (12, "Ben"))),
        ("POST", "/people", {"name": "Dee", "firm": 2}, 201, person(16, "Dee", 2, "Bolt")),
        ("GET", "/firms/2", None, 200, firm(2, "Bolt", (12, "Ben"), (16, "Dee"))),
        ("POST", "/firms", {"name": "Dune"}, 201, {"id": 4, "name": "Dune"}),
        ("PATCH", "/firms/4", {"name": "Dunes"}, 200, {"id": 4, "name": "Dunes"}),
    )
    assert await app.ask("GET", "/firms/3") == (200, firm(3, "Core", (15, "Di")))
    await app.ask("PATCH", "/firms/3", {"name": "Cores"})
    assert (await app.ask("GET", "/people"))[1][3] == person(15, "Di", 3, "Cores")
    await app.ask("PATCH", "/people/11", {"firm": 3})
    assert await app.ask("GET", "/firms/3") == (200, firm(3, "Cores", (11, "Ada"), (15, "Di")))
    assert await app.ask("GET", "/firms/1") == (200, firm(1, "Acme", (13, "Cy")))


async def test_one_list_of_what_names_an_entity_in_a_record_tells_it_where_keys_are_long() -> None:
    def key(number: int) -> str:
        return f"cmwt4vfy{number}0005bd7d4z90bz5v"

    def person(number: int, name: str, firm: int, called: str) -> Row:
        return {"id": key(number), "name": name, "firm": {"id": key(firm), "name": called}}

    firms = [{"id": key(number), "name": name} for number, name in ((1, "Acme"), (2, "Bolt"), (3, "Core"))]
    people = [person(4, "Ada", 1, "Acme"), person(5, "Ben", 2, "Bolt"), person(6, "Cy", 2, "Bolt")]
    app = Mock(
        ("GET", "/firms", None, 200, firms),
        ("GET", "/people", None, 200, people),
        ("GET", f"/firms/{key(1)}", None, 200, {**firms[0], "people": [{"id": key(4), "name": "Ada"}]}),
        ("PATCH", f"/people/{key(5)}", {"name": "Benno"}, 200, {**people[1], "name": "Benno"}),
        ("PATCH", f"/firms/{key(3)}", {"name": "Cores"}, 200, {"id": key(3), "name": "Cores"}),
    )
    _, said = await app.ask("GET", f"/firms/{key(2)}")
    assert said == {**firms[1], "people": [{"id": key(5), "name": "Ben"}, {"id": key(6), "name": "Cy"}]}
    assert (await app.ask("GET", f"/firms/{key(3)}"))[1]["people"] == []
