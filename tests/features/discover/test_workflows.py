"""Entities that are sent whole, with keys of others and the mark that was read: workflows with tags and revisions."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.common.computed import rules_of
from tests.features.discover.exchanges import draft_of, feature, found
from tests.features.discover.mock import Mock

Row = dict[str, Any]
KEYS = ["hzdmIjJgulksIFT5", "KaawdcliNr0ZmF8d", "L1Qpvg94GGG5BxZG", "3H9i8T3foVF6rpiH", "XNKWywY0QjcYSewA"]
MADE_AT = "2025-02-01T10:0{}:00Z"
TAGS = [
    {"id": "qP3S7cglok3Q4BTY", "name": "nightly", "made": "2025-01-05T08:00:00Z"},
    {"id": "xPzr1RMjdTlTbXP2", "name": "billing", "made": "2025-01-04T08:00:00Z"},
    {"id": "dHFn0MsKmw7Xma28", "name": "people", "made": "2025-01-06T08:00:00Z"},
]
REVISIONS = [f"{number}f9f45b5-3e06-41dc-90d9-d6ec9ec1a3b{number}" for number in range(1, 9)]


def flow(number: int, **more: Any) -> Row:
    made = {
        "id": KEYS[number], "title": f"Flow {5 - number}", "createdAt": MADE_AT.format(number), "archived": False,
        "on": False, "revision": REVISIONS[number], "live": None, "steps": ["one"], "tags": [TAGS[0]],
        "told": "start", "by": "nobody", "shift": "none",
    }  # fmt: skip
    return {**made, **more}


def short(one: Row) -> Row:
    return {**one, "tags": [{"id": tag["id"], "name": tag["name"]} for tag in one["tags"]]}


ALL = [flow(0, tags=[]), flow(1), flow(2), flow(3, live=REVISIONS[3], on=True), flow(4, live=REVISIONS[4], on=True)]
TAGGED = {**ALL[0], "tags": [TAGS[0], TAGS[1]]}
RENAMED = {**TAGGED, "told": "named", "by": "ada", "shift": "early", "title": "Mails", "revision": REVISIONS[6]}
LONGER = {**RENAMED, "told": "grown", "by": "bo", "shift": "noon", "steps": ["one", "two"], "revision": REVISIONS[7]}
PUT_AWAY = {**LONGER, "archived": True, "revision": REVISIONS[5], "told": "away", "by": "dan", "shift": "late"}


def sent(one: Row, before: Row) -> Row:
    mine = {name: one[name] for name in ("title", "steps", "on")}
    return {**mine, "tags": [tag["id"] for tag in one["tags"]], "revision": before["revision"]}


def by_title(*rows: Row) -> tuple[Any, ...]:
    rows_ = sorted(map(short, rows), key=lambda one: str(one["title"]))
    return ("GET", "/api/flows?sort=title", None, 200, {"data": rows_})


OPENED = [("GET", f"/api/flows/{one['id']}", None, 200, {"data": one}) for one in ALL[:3]]
AT = f"/api/flows/{KEYS[0]}"
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/api/tags", None, 200, {"data": TAGS}),
    by_title(*ALL),
    *OPENED,
    ("PATCH", AT, sent(TAGGED, ALL[0]), 200, {"data": TAGGED}),
    ("GET", AT, None, 200, {"data": TAGGED}),
    ("PATCH", AT, sent(RENAMED, TAGGED), 200, {"data": RENAMED}),
    ("PATCH", AT, sent(LONGER, RENAMED), 200, {"data": LONGER}),
    by_title(LONGER, *ALL[1:]),
    ("POST", f"{AT}/archive", None, 200, {"data": PUT_AWAY}),
    by_title(*ALL[1:]),
]


def test_keys_in_a_field_of_what_the_address_names_change_that() -> None:
    roles = found(draft_of(*DIALOGUE))
    assert ("flows", "update") in roles
    assert ("tags", "update") not in roles


def test_what_is_answered_below_an_entity_with_its_key_is_that_entity_whatever_changed() -> None:
    roles = found(draft_of(*DIALOGUE))
    assert not [kind for kind, _ in roles if kind.startswith("archive")]


async def test_lists_go_on_showing_few_members_of_records_that_requests_name() -> None:
    mock = Mock(*DIALOGUE)
    there = {"title": "Flow 4", "tags": [TAGS[2]["id"]], "steps": ["one"], "on": False, "revision": REVISIONS[1]}
    answer = (await mock.ask("PATCH", f"/api/flows/{KEYS[1]}", there))[1]["data"]
    assert answer["tags"] == [TAGS[2]]
    listed = (await mock.ask("GET", "/api/flows?sort=title"))[1]["data"]
    mine = next(one for one in listed if one["id"] == KEYS[1])
    assert mine["tags"] == [{"id": TAGS[2]["id"], "name": "people"}]


async def test_a_revision_is_new_after_what_made_one_and_stays_after_what_did_not() -> None:
    mock = Mock(*DIALOGUE)
    at, there = f"/api/flows/{KEYS[1]}", sent({**ALL[1], "tags": [TAGS[2]]}, ALL[1])
    assert (await mock.ask("PATCH", at, there))[1]["data"]["revision"] == REVISIONS[1]
    renamed = (await mock.ask("PATCH", at, {**there, "title": "Other"}))[1]["data"]
    assert renamed["revision"] not in REVISIONS
    again = (await mock.ask("PATCH", at, {**there, "title": "Other"}))[1]["data"]
    assert again["revision"] == renamed["revision"]


def test_a_text_that_two_do_not_have_is_not_worked_out() -> None:
    rows = [{"id": one["id"], "revision": one["revision"], "live": one["live"]} for one in ALL]
    assert "live" not in rules_of(rows, {"revision"}, "id")
    assert "live" in rules_of([one for one in rows if one["live"]], {"revision"}, "id")


def oldest(first: Row, times: int) -> str:
    """The order of a list of which only the first was ever shown."""
    look = ("GET", "/api/flows?with_folders=true&skip=0&take=1", None, 200, {"data": [short(first)]})
    draft = draft_of(by_title(*ALL), *[look] * times, *DIALOGUE[2:])
    return str(feature(draft, "flows.list.api")["let"].get("ordered", ""))


def test_the_oldest_that_comes_first_each_time_tells_the_order() -> None:
    assert "createdAt" in oldest(ALL[0], 4)
    assert "createdAt" not in oldest(ALL[0], 3)
    assert "createdAt" not in oldest(ALL[2], 4)


ACCOUNTS = [
    {"id": "a1", "name": "Shop", "data": {"user": "ada", "mask": "***"}},
    {"id": "a2", "name": "Mail", "data": {"token": "t", "kind": "key"}},
]
NEW = {"id": "a3", "name": "Post", "data": {"token": "p", "kind": "key"}}


async def test_records_of_several_sorts_are_what_was_sent() -> None:
    mock = Mock(
        ("GET", "/api/accounts", None, 200, {"data": ACCOUNTS}),
        ("POST", "/api/accounts", {"name": "Post", "data": NEW["data"]}, 201, NEW),
        ("GET", "/api/accounts", None, 200, {"data": [*ACCOUNTS, NEW]}),
    )
    _, made = await mock.ask("POST", "/api/accounts", {"name": "Depot", "data": {"user": "bo", "mask": "***"}})
    assert made["data"] == {"user": "bo", "mask": "***"}
