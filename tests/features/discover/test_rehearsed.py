"""Things that words name in addresses, posts that ask first whether a name will do, and changes as lists of operations
(JSON Patch)."""

from __future__ import annotations

from typing import Any

from awe_author.features.forms.patched import merged
from tests.features.discover.exchanges import draft_of, found
from tests.features.discover.mock import Mock

Row = dict[str, Any]
FLAGS = "/api/flags"
START = [
    {"name": "gift-cards", "told": "Cards in the basket", "on": False, "values": []},
    {"name": "stop-mails", "told": "No mails at all", "on": True, "values": []},
    {"name": "old-orders", "told": "For auditors", "on": False, "values": []},
]
PHONE, DESK = {"value": "phone", "told": ""}, {"value": "desk", "told": ""}
NEW = {"name": "one-page", "told": "Checkout on one page", "on": False, "values": [PHONE, DESK]}


def listed(*rows: Row) -> Row:
    return {"flags": sorted(rows, key=lambda row: str(row["name"])), "total": len(rows)}


def dialogue() -> list[tuple[Any, ...]]:
    changed = {**NEW, "told": "The whole checkout"}
    return [
        ("GET", FLAGS, None, 200, listed(*START)),
        ("GET", f"{FLAGS}/gift-cards", None, 200, START[0]),
        ("GET", f"{FLAGS}/gift-cards/links", None, 200, {"links": []}),
        ("POST", f"{FLAGS}/validate", {"name": "one-page"}, 200, {"valid": True, "flag": {"name": "one-page"}}),
        ("POST", f"{FLAGS}/validate", {"name": "one-page"}, 200, {"valid": True, "flag": {"name": "one-page"}}),
        ("POST", FLAGS, NEW, 201, NEW),
        ("GET", FLAGS, None, 200, listed(*START, NEW)),
        ("GET", f"{FLAGS}/one-page", None, 200, NEW),
        ("GET", f"{FLAGS}/one-page/links", None, 200, {"links": []}),
        ("PATCH", f"{FLAGS}/one-page", [{"op": "replace", "path": "/told", "value": changed["told"]}], 200, changed),
        ("GET", f"{FLAGS}/one-page", None, 200, changed),
        ("DELETE", f"{FLAGS}/stop-mails", None, 204, None),
        ("GET", FLAGS, None, 200, listed(START[0], START[2], changed)),
    ]


def test_names_are_keys_though_addresses_go_on_below_them() -> None:
    draft = draft_of(*dialogue())
    assert found(draft) == {("flags", one) for one in ("list", "read", "create", "update", "delete")}
    paths = {one.endpoint.path for one in draft.operations}
    assert paths == {FLAGS, f"{FLAGS}/*"}
    assert list(draft.forms) == [{"on": "PATCH https://app.test/api/flags/*", "patched": True}]


def test_a_post_that_asks_first_makes_nothing() -> None:
    made = [one for one in draft_of(*dialogue()).operations if one.role == "create"]
    assert [(call.path, call.seq) for one in made for call in one.calls] == [(FLAGS, 6)]


async def test_other_names_and_changes() -> None:
    app = Mock(*dialogue())
    asked = await app.ask("POST", f"{FLAGS}/validate", {"name": "dark-mode"})
    assert asked == (200, {"valid": True, "flag": {"name": "dark-mode"}})
    assert (await app.ask("GET", FLAGS))[1]["total"] == 3
    sent = {"name": "dark-mode", "told": "Less light", "on": False, "values": []}
    assert await app.ask("POST", FLAGS, sent) == (201, sent)
    status, answer = await app.ask("PATCH", f"{FLAGS}/old-orders", [{"op": "add", "path": "/told", "value": "Old"}])
    assert (status, answer["name"], answer["told"]) == (200, "old-orders", "Old")
    assert (await app.ask("GET", f"{FLAGS}/dark-mode"))[1] == sent
    await app.ask("DELETE", f"{FLAGS}/gift-cards")
    names = [one["name"] for one in (await app.ask("GET", FLAGS))[1]["flags"]]
    assert names == ["dark-mode", "old-orders", "stop-mails"]


def test_operations_as_the_object_that_says_the_same() -> None:
    ops = [
        {"op": "test", "path": "/version", "value": 3},
        {"op": "add", "path": "/owner/name", "value": "Ann"},
        {"op": "remove", "path": "/a~1b"},
    ]
    assert merged(ops) == {"owner": {"name": "Ann"}, "a/b": None}
    for other in (
        {"op": "move", "from": "/a", "path": "/b"},
        {"op": "add", "path": "/tags/-", "value": 1},
        {"op": "add"},
    ):
        assert merged([*ops, other]) is None
    assert merged([]) is None
    assert merged([{"id": 3}]) is None


def test_what_checks_something_off_is_no_question() -> None:
    tasks = [{"id": 1, "title": "Call Ben", "done": False}, {"id": 2, "title": "Write", "done": False}]
    done = {**tasks[0], "done": True}
    draft = draft_of(
        ("GET", "/api/tasks", None, 200, tasks),
        ("POST", "/api/tasks/check", {"id": 1}, 200, done),
        ("GET", "/api/tasks", None, 200, [done, tasks[1]]),
        ("PUT", "/api/tasks/1", {**done, "title": "Call Ann"}, 200, {**done, "title": "Call Ann"}),
    )
    assert ("POST", 2) in {(call.verb, call.seq) for one in draft.operations for call in one.calls}


async def test_members_of_rows_that_lists_do_not_tell() -> None:
    def place(name: str, *plans: str) -> Row:
        return {"name": name, "plans": [*plans], "open": bool(plans)}

    def short(one: Row) -> Row:
        return {**one, "places": [{"name": place["name"]} for place in one["places"]]}

    rows = [{"id": key, "title": title, "places": [place("north"), place("south", *plans)]}
            for key, title, plans in ((1, "Tea", ()), (2, "Salt", ("a",)), (3, "Rice", ()))]  # fmt: skip
    app = Mock(
        ("GET", "/api/stands", None, 200, [short(one) for one in rows]),
        ("GET", "/api/stands/2", None, 200, rows[1]),
        ("PATCH", "/api/stands/2", {"title": "Sea salt"}, 200, {**rows[1], "title": "Sea salt"}),
        ("GET", "/api/stands/2", None, 200, {**rows[1], "title": "Sea salt"}),
        ("GET", "/api/stands", None, 200, [short(rows[0]), {**short(rows[1]), "title": "Sea salt"}, short(rows[2])]),
    )
    assert (await app.ask("GET", "/api/stands/3"))[1]["places"] == [place("north"), place("south")]
