"""Pages by cursors and tokens, keys that are numbers in other words, what writes say of keys, names in requests."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from awe_author.features.discover.common.numbered import numbered
from tests.features.discover.mock import Mock

TITLES = ("Old Ports", "Glass", "Ferns", "Salt Road", "Kites")


def coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


class Relay:
    """A GraphQL server with connections."""

    LIST = "query Books($first: Int!, $after: String) { books(first: $first, after: $after) { totalCount edges { cursor"
    LIST += " node { id title rank __typename } } pageInfo { hasNextPage endCursor } } }"

    def __init__(self) -> None:
        self.titles, self.log = dict(enumerate(TITLES, 1)), list[tuple[Any, ...]]()

    def say(self, name: str, text: str, answer: Any, **variables: Any) -> tuple[str, str, Any]:
        body = {"operationName": name, "query": text, "variables": variables}
        self.log.append(("POST", "/graphql", body, 200, {"data": answer}))
        return "POST", "/graphql", body

    def node(self, number: int) -> Any:
        return {"id": coded(f"Book:{number}"), "title": self.titles[number], "rank": number, "__typename": "Book"}

    def list(self, after: int = 0) -> Any:
        """The books behind one."""
        cursors = {number: coded("after " + coded(f"Book:{number}")) for number in self.titles}
        rest = [number for number in self.titles if number > after]
        edges = [{"cursor": cursors[number], "node": self.node(number)} for number in rest[:3]]
        info = {"hasNextPage": len(rest) > 3, "endCursor": edges[-1]["cursor"] if edges else None}
        answer = {"books": {"totalCount": len(self.titles), "edges": edges, "pageInfo": info}}
        return self.say("Books", self.LIST, answer, first=3, **({"after": cursors[after]} if after else {}))

    def create(self, title: str) -> Any:
        self.titles[max(self.titles) + 1] = title
        text = "mutation Add($input: BookInput!) { addBook(input: $input) { book { id title rank __typename } } }"
        return self.say("Add", text, {"addBook": {"book": self.node(max(self.titles))}}, input={"title": title})

    def delete(self, number: int) -> Any:
        del self.titles[number]
        text, key = "mutation Drop($id: ID!) { deleteBook(id: $id) { deletedId } }", coded(f"Book:{number}")
        return self.say("Drop", text, {"deleteBook": {"deletedId": key}}, id=key)


async def test_connections_go_on_behind_their_cursors() -> None:
    tour, live = Relay(), Relay()
    for after in (0, 3):
        tour.list(after)
    tour.create("Milk Run")
    tour.list(3)
    tour.delete(2)
    tour.list()
    mock = Mock(*tour.log)
    asked = [live.create("Paper Boats"), live.list(4), live.create("Amber"), live.delete(3), live.list(),
        live.list(2), live.list(5), live.delete(6), live.list(4)]  # fmt: skip
    for (method, path, sent), expected in zip(asked, live.log, strict=True):
        assert await mock.ask(method, path, sent) == expected[3:], sent


@pytest.mark.parametrize("form", ["t{}", "{}", "page-{}-end"])
async def test_tokens_say_how_many_came_before(form: str) -> None:
    boats = [{"boat_id": str(number), "name": f"boat {number}"} for number in range(1, 8)]

    def page(begin: int, rows: list[dict[str, str]], token: bool = True) -> tuple[Any, ...]:
        sent = {"max_results": 2, "order_by": ["boat_id ASC"], **({"page_token": form.format(begin)} if begin else {})}
        more = {"next_page_token": form.format(begin + 2) if begin + 2 < len(rows) else None}
        return "POST", "/api/boats/search", sent, 200, {"boats": rows[begin : begin + 2], **more}

    renamed = [*boats[:2], {"boat_id": "3", "name": "Heron"}, *boats[3:]]
    mock = Mock(
        page(0, boats), page(2, boats),
        ("POST", "/api/boats/update", {"boat_id": "3", "new_name": "Heron"}, 200, {}),
        page(2, renamed), page(4, renamed), page(6, renamed),
    )  # fmt: skip
    assert (await mock.ask("POST", "/api/boats/update", {"boat_id": "5", "new_name": "Gull"}))[0] == 200
    now = [*boats[:4], {"boat_id": "5", "name": "Gull"}, *boats[5:]]
    for begin in (4, 0, 6, 2):
        method, path, sent, *expected = page(begin, now)
        assert await mock.ask(method, path, sent) == tuple(expected), begin


@pytest.mark.parametrize(
    ("keys", "made", "following"),
    [
        (["TASK-7", "TASK-9", "TASK-10"], ["TASK-10"], "'TASK-' + string(n)"),
        (["bk_0007", "bk_0008"], ["bk_0008"], "'bk_' + (string(n).size() < 4 ? '0000'.substring(string(n).size())"),
        ([coded("Book:1"), coded("Book:2")], [coded("Book:2")], "base64.encode(bytes('Book:' + string(n)))"),
    ],
)
def test_keys_that_are_numbers_in_other_words(keys: list[str], made: list[str], following: str) -> None:
    how = numbered(keys, made)
    assert how is not None
    assert how.text("n").startswith(following)


@pytest.mark.parametrize(
    ("keys", "made"),
    [
        (["a", "b"], ["b"]),
        (["tea-1", "cup-2"], ["cup-2"]),
        (["TASK-7", "TASK-5"], ["TASK-5"]),
        (["TASK-7"], ["TASK-7"]),
        (["TASK-7", "TASK-8"], []),
        ([1, 2], [2]),
    ],
)
def test_other_keys_are_no_such_numbers(keys: list[Any], made: list[Any]) -> None:
    assert numbered(keys, made) is None


async def test_addresses_that_only_look_like_an_entitys_are_left_alone() -> None:
    boats = [{"id": number, "name": f"boat {number}"} for number in (1, 2)]
    mock = Mock(
        ("GET", "/api/boats", None, 200, boats),
        ("GET", "/api/boats/options", None, 200, {"colours": ["red"]}),
        ("GET", "/api/boats/count", None, 200, {"count": 2}),
        ("GET", "/api/boats/1", None, 200, boats[0]),
        ("DELETE", "/api/boats/1", None, 200, {"deleted": True, "id": 1}),
        ("GET", "/api/boats", None, 200, boats[1:]),
    )
    assert await mock.ask("DELETE", "/api/boats/2") == (200, {"deleted": True, "id": 2})
    assert await mock.ask("GET", "/api/boats/options") == (200, {"colours": ["red"]})
    assert await mock.ask("GET", "/api/boats/count") == (200, {"count": 1})
    assert await mock.ask("GET", "/api/boats/1") == (200, boats[0])


async def test_keys_in_parameters_with_an_operator() -> None:
    boats = [{"id": number, "name": f"boat {number}"} for number in (1, 2, 3)]
    mock = Mock(
        ("GET", "/rest/boats?order=id.asc", None, 200, boats),
        ("PATCH", "/rest/boats?id=eq.2", {"name": "Heron"}, 200, [{**boats[1], "name": "Heron"}]),
        ("GET", "/rest/boats?id=eq.2", None, 200, [{**boats[1], "name": "Heron"}]),
        ("DELETE", "/rest/boats?id=eq.1", None, 204, None),
        ("GET", "/rest/boats?order=id.asc", None, 200, [{**boats[1], "name": "Heron"}, boats[2]]),
    )
    assert await mock.ask("PATCH", "/rest/boats?id=eq.3", {"name": "Gull"}) == (200, [{"id": 3, "name": "Gull"}])
    assert await mock.ask("GET", "/rest/boats?id=eq.3") == (200, [{"id": 3, "name": "Gull"}])
    assert (await mock.ask("DELETE", "/rest/boats?id=eq.2"))[0] == 204
    assert await mock.ask("GET", "/rest/boats?order=id.asc") == (200, [boats[0], {"id": 3, "name": "Gull"}])
    assert await mock.ask("GET", "/rest/boats?id=eq.2") == (200, [])


class Places(Relay):
    """Its cursors say how many come before; `size`: of a page."""

    def __init__(self, form: str, size: int) -> None:
        super().__init__()
        self.form, self.size = form, size

    def cursor(self, place: int) -> str:
        made = self.form.format(place + (0 if "connection" in self.form else 1))
        return coded(made) if "connection" in self.form else made

    def list(self, after: int = 0) -> Any:
        """The books behind so many."""
        edges = [{"cursor": self.cursor(n), "node": self.node(key)} for n, key in enumerate(self.titles)]
        shown = edges[after : after + self.size]
        ends = {"startCursor": shown[0]["cursor"], "endCursor": shown[-1]["cursor"]} if shown else {}
        info = {"hasNextPage": len(edges) > after + self.size, **ends}
        answer = {"books": {"totalCount": len(edges), "edges": shown, "pageInfo": info}}
        more = {"after": self.cursor(after - 1)} if after else {}
        return self.say("Books", self.LIST, answer, first=self.size, **more)


@pytest.mark.parametrize("form", ["arrayconnection:{}", "row {}."])
@pytest.mark.parametrize("size", [100, 3])
async def test_cursors_that_say_a_place_are_those_of_what_is_shown_now(form: str, size: int) -> None:
    tour, live = Places(form, size), Places(form, size)
    pages = (0, 3) if size < 100 else (0,)
    for after in pages:
        tour.list(after)
    tour.create("Milk Run")
    for after in pages:
        tour.list(after)
    mock = Mock(*tour.log)
    asked = [live.create("Paper Boats"), live.list(), live.create("Amber"), live.create("Moss"), live.list()]
    asked += [live.list(3), live.list(6)] if size < 100 else []
    for (method, path, sent), expected in zip(asked, live.log, strict=True):
        assert await mock.ask(method, path, sent) == expected[3:], sent
