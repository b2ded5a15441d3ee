"""Ways in which apps write their addresses and operations: endings, actions in paths, GraphQL of several makers."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.common.names import path_words, stem
from awe_author.state.cel import DYN, compile_expression
from tests.features.discover.exchanges import draft_of, feature, found
from tests.features.discover.test_draft import check

ALL = {("list"), ("create"), ("update"), ("delete")}


def thing(number: int, title: str, **more: Any) -> dict[str, Any]:
    return {"id": number, "title": title, "done": False, **more}


def roles(draft: Any, kind: str) -> set[str]:
    return {role for name, role in found(draft) if name == kind}


def test_endings_of_addresses_are_no_part_of_keys() -> None:
    base = "/projects/9/tickets"
    draft = draft_of(
        ("GET", f"{base}.json?per_page=25", None, 200, {"tickets": [thing(1, "a"), thing(2, "b")]}),
        ("POST", f"{base}.json", {"ticket": {"title": "c"}}, 201, {"ticket": thing(3, "c")}),
        ("GET", f"{base}/3.json", None, 200, {"ticket": thing(3, "c")}),
        ("PUT", f"{base}/3.json", {"ticket": {"title": "d"}}, 200, {"ticket": thing(3, "d")}),
        ("DELETE", f"{base}/3.json", None, 204, None),
        ("GET", f"{base}.json?per_page=25", None, 200, {"tickets": [thing(1, "a"), thing(2, "b")]}),
    )
    check(draft)
    assert roles(draft, "tickets") == {*ALL, "read"}
    read = feature(draft, "tickets.read.api")
    assert read["on"]["request"].endswith("/projects/*/tickets/*.json")
    assert read["let"]["ticket"] == "state.tickets[segments[1]]"
    assert (stem("14.json"), stem("notes.json"), stem("v1.2")) == ("14", "notes.json", "v1.2")
    assert path_words("/api/todo.list/*.json") == ["api", "todo", "list"]


def test_actions_in_paths_on_what_the_body_names() -> None:
    def said(value: Any) -> Any:
        return {"result": {"data": {"json": value}}}

    draft = draft_of(
        ("GET", "/api/trpc/todo.list?input=%7B%7D", None, 200, said([thing(1, "a"), thing(2, "b")])),
        ("POST", "/api/trpc/todo.create", {"json": {"title": "c"}}, 200, said(thing(3, "c"))),
        ("POST", "/api/trpc/todo.update", {"json": {"id": 3, "done": True}}, 200, said(thing(3, "c", done=True))),
        ("GET", "/api/trpc/todo.list?input=%7B%7D", None, 200, said([thing(1, "a"), thing(2, "b"), thing(3, "c")])),
        ("POST", "/api/trpc/todo.delete", {"json": {"id": 3}}, 200, said(None)),
        ("GET", "/api/trpc/todo.list?input=%7B%7D", None, 200, said([thing(1, "a"), thing(2, "b")])),
    )
    check(draft)
    assert roles(draft, "todos") == ALL, "and nothing is guessed below an address that says what it does"


LIST = """query L($w: todo_filter, $n: Int) {
  todos(where: $w, limit: $n) { id title done __typename } todos_aggregate(where: $w) { aggregate { count } }
}"""


def test_graphql_says_what_is_done_by_its_fields() -> None:
    def asked(text: str, answer: Any, **variables: Any) -> tuple[Any, ...]:
        return "POST", "/graphql", {"query": text, "variables": variables}, 200, {"data": answer}

    def listed(*things: dict[str, Any]) -> dict[str, Any]:
        return {"todos": [*things], "todos_aggregate": {"aggregate": {"count": len(things)}}}

    first, second, new = (thing(n, f"t{n}", __typename="todos") for n in (1, 2, 3))
    draft = draft_of(
        asked(LIST, listed(first, second), w={}, n=10),
        asked("mutation I($o: o) { insert_todos_one(object: $o) { id } }", {"insert_todos_one": new}, o={"title": "t"}),
        asked(LIST, listed({**new, "done": True}), w={"done": {"_eq": True}}, n=10),
        asked("mutation D($id: Int) { delete_todos_by_pk(id: $id) { id } }", {"delete_todos_by_pk": {"id": 3}}, id=3),
        asked(LIST, listed(first, second), w={}, n=10),
    )  # fmt: skip
    check(draft)
    assert roles(draft, "todos") == {"list", "create", "delete"}
    listing = next(one.listing for one in draft.features if one.listing is not None)
    assert [(one.role, one.of) for one in listing.params if one.name == "w.done._eq"] == [("filter", "done")]


def article(number: int, title: str, state: str) -> dict[str, Any]:
    return {"id": str(number), "type": "articles", "attributes": {"title": title, "state": state, "note": None}}


def test_filters_and_searches_look_into_records() -> None:
    first, second, third = article(1, "Old Ports", "draft"), article(2, "Glass", "live"), article(3, "Ferns", "draft")
    draft = draft_of(
        ("GET", "/api/articles", None, 200, {"data": [first, second, third]}),
        ("GET", "/api/articles?filter[state]=draft", None, 200, {"data": [first, third]}),
        ("GET", "/api/articles?q=ports", None, 200, {"data": [first]}),
        ("PATCH", "/api/articles/2", {"data": {"id": "2", "attributes": {"title": "Glass"}}}, 200, {"data": second}),
    )
    check(draft)
    listing = feature(draft, "articles.list.api")

    def shown(state: list[dict[str, Any]], **query: str) -> list[str]:
        values: dict[str, Any] = {"state": {"articles": {one["id"]: one for one in state}}, "query": query}
        for name, source in listing["let"].items():
            values[name] = compile_expression(source, dict.fromkeys(values, DYN)).evaluate(values)
        return [one["id"] for one in values["matched"]]

    there = [first, second, article(4, "Salt Road", "live"), {"id": "5", "type": "articles", "attributes": None}]
    assert shown(there, **{"filter[state]": "live"}) == ["2", "4"]
    assert shown(there, q="road") == ["4"]
    assert shown(there) == ["1", "2", "4", "5"]
