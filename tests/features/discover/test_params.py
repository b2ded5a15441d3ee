"""Parameters in GraphQL texts and variables, JSON bodies and JSON-RPC params; lists that leave something out."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.exchanges.graphql_text import Variable, fields_to
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.state.cel import DYN, compile_expression
from tests.features.discover.exchanges import draft_of, feature
from tests.features.discover.test_draft import check

JOBS: list[dict[str, Any]] = [
    {"id": f"{number:012x}", "__typename": "Job", "queue": queue, "madeAt": made, "stage": stage}
    for number, queue, made, stage in [
        (0xA1, "mail", 10.5, "DONE"),
        (0xA2, "mail", 30.5, "DONE"),
        (0xA3, "thumbs", 20.5, "DONE"),
        (0xA4, "mail", 40.5, "WAITING"),
    ]
]
FEED = "query Feed($max: Int) { feed: jobs(first: $max) { nodes { id queue madeAt stage __typename } } }"
LATEST = """query Latest($where: JobFilter) { jobs(filter: $where, limit: 1) { ... on Jobs { nodes { ...Short } } } }
fragment Short on Job { id stage __typename }"""
MAKE = "mutation Make($input: JobInput!) { makeJob(input: $input) { job { id queue madeAt stage __typename } } }"


def asked(text: str, answer: Any, **variables: Any) -> tuple[Any, ...]:
    name = text.split("(")[0].split()[1]
    sent = {"operationName": name, "query": text, "variables": variables}
    return "POST", "/graphql", sent, 200, {"data": answer}


def short(*jobs: dict[str, Any]) -> dict[str, Any]:
    return {"jobs": {"nodes": [{name: one[name] for name in ("id", "stage", "__typename")} for one in jobs]}}


def feed(*jobs: dict[str, Any]) -> dict[str, Any]:
    return {"feed": {"nodes": [*jobs]}}


FILTER = {"queue": "mail", "labels": [{"key": "repo", "value": "main"}]}
DIALOGUE = (
    asked(FEED, feed(JOBS[1], JOBS[2], JOBS[0]), max=30),
    asked(LATEST, short(), where=FILTER),
    asked(MAKE, {"makeJob": {"job": JOBS[3]}}, input={"queue": "mail"}),
    asked(LATEST, short(JOBS[3]), where=FILTER),
    asked(FEED, feed(JOBS[3], JOBS[1], JOBS[2], JOBS[0]), max=30),
)


def shown(document: dict[str, Any], state: Any, body: Any, name: str = "shown", **more: Any) -> Any:
    """What the list of a feature shows of a state."""
    values: dict[str, Any] = {"state": state, "body": body, "query": {}, **more}
    for let, source in document["let"].items():
        values[let] = compile_expression(source, dict.fromkeys(values, DYN)).evaluate(values)
    return [one["id"] for one in values[name]]


def test_variables_are_read_as_deep_as_they_are() -> None:
    draft = draft_of(*DIALOGUE)
    check(draft)
    latest = next(
        one.document for one in draft.features if one.document["on"].get("where", "").endswith("== 'Latest'")
    )  # fmt: skip
    jobs = {one["id"]: one for one in JOBS}
    new = {**JOBS[3], "id": "0000000000a9", "madeAt": 50.5}
    other = {**new, "id": "0000000000aa", "queue": "thumbs", "madeAt": 60.5}
    state = {"jobs": {**jobs, new["id"]: new, other["id"]: other}}
    body = {"operationName": "Latest", "variables": {"where": FILTER}}
    assert shown(latest, state, body) == [new["id"]], "newest first as in the other list, one as in the text"
    thumbs = {"operationName": "Latest", "variables": {"where": {"queue": "thumbs"}}}
    assert shown(latest, state, thumbs) == [other["id"]]
    assert shown(latest, {"jobs": jobs}, {"variables": None}) == [JOBS[3]["id"]]


def test_what_a_list_never_showed_stays_out_of_it() -> None:
    draft = draft_of(*DIALOGUE)
    latest = next(one.document for one in draft.features if "'Latest'" in one.document["on"].get("where", ""))
    state = {"jobs": {one["id"]: one for one in JOBS[:3]}}
    assert shown(latest, state, {"variables": {"where": FILTER}}) == []


def test_a_list_that_says_no_order_is_in_that_of_the_others() -> None:
    draft = draft_of(*DIALOGUE)
    feed_list = next(one.document for one in draft.features if "'Feed'" in one.document["on"].get("where", ""))
    state = {"jobs": {one["id"]: one for one in JOBS}}
    newest = [JOBS[number]["id"] for number in (3, 1, 2, 0)]
    assert shown(feed_list, state, {"variables": {"max": 30}}) == newest
    assert shown(feed_list, state, {"variables": {"max": 2}}) == newest[:2]


BOOKS = [{"id": number, "title": f"b{number}", "shelf": shelf} for number, shelf in enumerate(["x", "y", "x", "y"], 1)]


def found(draft: Any) -> Feature:
    return next(one for one in draft.features if one.listing is not None)


def test_a_json_body_asks_as_a_query_does() -> None:
    draft = draft_of(
        ("POST", "/books/search", {"where": {"shelf": "x"}, "size": 10}, 200, {"hits": [BOOKS[0], BOOKS[2]]}),
        ("POST", "/books/search", {"where": {"shelf": ["x", "y"]}, "size": 2}, 200, {"hits": BOOKS[:2]}),
        ("DELETE", "/books/2", None, 204, None),
    )
    check(draft)
    roles = {one.name: (one.role, one.of) for one in found(draft).listing.params}  # type: ignore[union-attr]
    assert roles == {"where.shelf": ("filter", "shelf"), "size": ("limit", "")}
    document = found(draft).document
    state = {"books": {str(one["id"]): {**one, "id": str(one["id"])} for one in BOOKS}}
    assert shown(document, state, {"where": {"shelf": ["y"]}, "size": 1}) == ["2"]
    assert shown(document, state, {"where": {"shelf": ["x", "y"]}, "size": 9}) == ["1", "2", "3", "4"]


def test_json_rpc_params_are_those_of_the_call() -> None:
    def call(method: str, **params: Any) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}

    draft = draft_of(
        ("POST", "/rpc", call("books.list", shelf="x"), 200, {"id": 1, "result": [BOOKS[0], BOOKS[2]]}),
        ("POST", "/rpc", call("books.list"), 200, {"id": 1, "result": BOOKS}),
        ("POST", "/rpc", call("books.delete", id=4), 200, {"id": 1, "result": True}),
    )
    check(draft)
    document = found(draft).document
    assert "sent_shelf" in document["let"]["matched"]
    assert "variables" not in str(document)


def test_aliases_arguments_and_fragments_of_a_graphql_text() -> None:
    text = """
      query A($f: F = {a: 1}) @live { # remark
        recent: tickets(first: 5, filter: {state: $f, q: "a } b"}) @include(if: $x) { ...P ... on T { nodes { id } } }
      }
      fragment P on T { edges(order: [DESC, "x"]) { node { id } } }
    """
    (ticket, nodes) = fields_to(text, "A", ("data", "recent", "nodes", "*"))
    assert (ticket.name, nodes.name) == ("tickets", "nodes")
    assert ticket.arguments == {"first": 5, "filter": {"state": Variable("f"), "q": "a } b"}}
    assert list(ticket.variables()) == [(("filter", "state"), "f")]
    (_, edges, node) = fields_to(text, "A", ("data", "recent", "edges", "*", "node"))
    assert (edges.arguments, node.key) == ({"order": ["DESC", "x"]}, "node")


def test_texts_that_are_no_graphql_tell_nothing() -> None:
    for text in ("{", "query A {", "{ a(", "} {", "query { a { ...B } } fragment B on C { ...B }", "", "stored:1"):
        assert fields_to(text, "", ("data", "b")) == []


TABS = """query Tabs($open: JobFilter, $mine: JobFilter) {
  waiting: jobCount(filter: $open) { total } done: jobCount(filter: $mine) { total } seats { total }
}"""


def tabs(waiting: int, done: int) -> tuple[Any, ...]:
    answer = {"waiting": {"total": waiting}, "done": {"total": done}, "seats": {"total": 99}}
    return asked(TABS, answer, open={"stages": ["WAITING"]}, mine={"stages": ["DONE"], "queue": "mail"})


def counted(draft: Any, *jobs: dict[str, Any]) -> dict[str, Any]:
    """The numbers that the feature tells of some jobs."""
    document = feature(draft, "jobs.count.api")
    variables = {"open": {"stages": ["WAITING"]}, "mine": {"stages": ["DONE"], "queue": "thumbs"}}
    values: dict[str, Any] = {"state": {"jobs": {one["id"]: one for one in jobs}}, "body": {"variables": variables}}
    for name, source in document["let"].items():
        values[name] = compile_expression(source, dict.fromkeys(values, DYN)).evaluate(values)
    data = document["reply"]["json"]["data"]
    assert "seats" not in data
    return {
        name: compile_expression(one["total"], dict.fromkeys(values, DYN)).evaluate(values)
        for name, one in data.items()
    }


def test_numbers_that_agree_with_what_was_there_are_counted() -> None:
    draft = draft_of(DIALOGUE[0], tabs(0, 2), *DIALOGUE[1:], tabs(1, 2))
    check(draft)
    assert counted(draft, *JOBS) == {"waiting": 1, "done": 1}
    assert counted(draft) == {"waiting": 0, "done": 0}


def test_numbers_that_do_not_agree_are_left_to_the_recording() -> None:
    draft = draft_of(DIALOGUE[0], tabs(0, 3), *DIALOGUE[1:], tabs(1, 3))
    check(draft)
    assert set(feature(draft, "jobs.count.api")["reply"]["json"]["data"]) == {"waiting"}
    none = draft_of(DIALOGUE[0], tabs(5, 3), *DIALOGUE[1:])
    assert not [one for one in none.features if one.document["id"].endswith(".count.api")]


def tickets(query: str, change: str, **envelope: Any) -> Any:
    """A list, a change and another query, without the operation's name beside the text."""
    one = {"id": "t-1", "title": "a", "__typename": "Ticket"}

    def sent(text: str, answer: Any, **variables: Any) -> tuple[Any, ...]:
        return "POST", "/graphql", {"query": text, "variables": variables, **envelope}, 200, {"data": answer}

    return draft_of(
        sent(query, {"tickets": [one, {**one, "id": "t-2"}]}, first=10),
        sent("{ viewer { name } }", {"viewer": {"name": "Ann"}}),
        sent(change, {"updateTicket": {"ticket": {**one, "title": "b"}}}, id="t-1", title="b"),
        sent(query, {"tickets": [{**one, "title": "b"}, {**one, "id": "t-2"}]}, first=10),
    )


def asks(draft: Any, name: str, text: str) -> bool:
    where = feature(draft, name)["on"]["where"].split(" && !")[0]
    body = {"query": text, "variables": {}}
    return bool(compile_expression(where, {"body": DYN}).evaluate({"body": body}))


NAMED = (
    "query All($first: Int) { tickets(first: $first) { id title __typename } }",
    "mutation Change($id: ID!, $title: String) {"
    " updateTicket(id: $id, title: $title) { ticket { id title __typename } } }",
)


def test_operations_are_known_by_the_name_in_their_text() -> None:
    draft = tickets(*NAMED)
    check(draft)
    assert asks(draft, "tickets.list.api", NAMED[0])
    assert not asks(draft, "tickets.list.api", NAMED[0].replace("All", "Allowed"))
    assert not asks(draft, "tickets.list.api", NAMED[1])
    assert asks(draft, "tickets.update.api", NAMED[1])


def test_operations_without_a_name_are_known_by_their_fields() -> None:
    bare = [text.replace(" All", "").replace(" Change", "") for text in NAMED]
    draft = tickets(*bare)
    check(draft)
    assert asks(draft, "tickets.list.api", bare[0])
    assert asks(draft, "tickets.list.api", "query ($first: Int)\n{\n  mine: tickets { id }\n}")
    assert not asks(draft, "tickets.list.api", "{ viewer { tickets { id } } }")
    assert not asks(draft, "tickets.list.api", bare[1])
    assert asks(draft, "tickets.update.api", bare[1])
