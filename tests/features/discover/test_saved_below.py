"""An address book of boats: lists with the names of the columns in the first row, in the order of their keys beside
these in another one, asked for by posts; keys that are given out ahead; what is saved, and read, at words behind
the key."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.exchanges.given_out import another
from awe_author.features.discover.exchanges.wire_forms import undone
from awe_author.features.discover.exchanges.wire_headed import headed_forms
from awe_author.features.discover.exchanges.wire_led import led_forms
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms import forms_of
from awe_author.features.forms.model import Sent
from tests.features.discover.exchanges import found
from tests.features.discover.mock import Mock

Row = dict[str, Any]
DOCK = "/book/ada/boats/dock"
NAMES = ["name", "id", "metres", "owner"]
MADE = "7A31-6B099F80-1-7009810.boat"


def boat(number: int, name: str, metres: int, owner: str) -> Row:
    return {"name": name, "id": f"B0A7-{number:04d}-1.boat", "metres": metres, "owner": owner}


PETREL, GULL, ASHA, TERN = (
    boat(1, "Petrel", 9, "Ben"), boat(2, "Gull", 12, "Ada"), boat(3, "Asha", 7, "Cleo"), boat(4, "Tern", 15, "Dan"),
)  # fmt: skip
START = [ASHA, TERN, GULL, PETREL]
NEW = {"name": "Heron", "id": MADE, "metres": 11, "owner": "Eve"}


def shown(*boats: Row) -> Row:
    ids = [one["id"] for one in sorted(boats, key=lambda one: str(one["name"]))]
    rows = [[one[name] for name in NAMES] for one in sorted(boats, key=lambda one: str(one["id"]))]
    return {"ids": ids, "rows": [[*NAMES], *rows] if rows else []}


def asked(word: str = "") -> Row:
    return {"value": word, "sort": "name"}


def dialogue() -> list[tuple[Any, ...]]:
    longer = {**TERN, "metres": 13}
    return [
        ("POST", f"{DOCK}/view", asked(), 200, shown(*START)),
        ("POST", f"{DOCK}/view", asked(), 200, shown(*START)),
        ("GET", f"{DOCK}/{ASHA['id']}/view", None, 200, ASHA),
        ("GET", f"{DOCK}/newguid", None, 200, {"id": MADE, "dock": "dock"}),
        ("POST", f"{DOCK}/{MADE}/saveAsBoat", {**NEW, "isNew": True}, 200, {"id": MADE}),
        ("POST", f"{DOCK}/view", asked(), 200, shown(*START, NEW)),
        ("GET", f"{DOCK}/{MADE}/view", None, 200, NEW),
        ("GET", f"{DOCK}/{TERN['id']}/view", None, 200, TERN),
        ("POST", f"{DOCK}/{TERN['id']}/saveAsBoat", longer, 200, {"id": TERN["id"]}),
        ("POST", f"{DOCK}/view", asked(), 200, shown(ASHA, longer, GULL, PETREL, NEW)),
        ("POST", f"{DOCK}/view", asked("dan"), 200, shown(longer)),
        ("POST", f"{DOCK}/batchDelete", {"uids": [GULL["id"]]}, 204, None),
        ("POST", f"{DOCK}/view", asked(), 200, shown(ASHA, longer, PETREL, NEW)),
    ]


def message(path: str, answer: Any) -> Message:
    return Message(Sent("POST", f"https://app.test{path}", (), {}), answer, 200)


def test_the_operations_are_told() -> None:
    told = found(Mock(*dialogue()).draft)
    assert {(role) for _, role in told} >= {"list", "read", "create", "update", "delete"}
    assert len({kind for kind, _ in told}) == 1


async def test_boats_are_made_under_keys_that_are_given_out() -> None:
    app = Mock(*dialogue())
    status, given = await app.ask("GET", f"{DOCK}/newguid")
    assert status == 200
    assert given["dock"] == "dock"
    assert given["id"] != MADE
    assert len(given["id"]) == len(MADE)
    new = {"name": "Crane", "id": given["id"], "metres": 5, "owner": "Finn"}
    saved = await app.ask("POST", f"{DOCK}/{given['id']}/saveAsBoat", {**new, "isNew": True})
    assert saved == (200, {"id": given["id"]})
    assert await app.ask("POST", f"{DOCK}/view", asked()) == (200, shown(*START, new))
    status, opened = await app.ask("GET", f"{DOCK}/{given['id']}/view")
    assert status == 200
    assert {name: opened[name] for name in NAMES} == new


async def test_boats_are_changed_and_deleted() -> None:
    app = Mock(*dialogue())
    other = {**PETREL, "owner": "Gita"}
    assert await app.ask("POST", f"{DOCK}/{PETREL['id']}/saveAsBoat", other) == (200, {"id": PETREL["id"]})
    assert await app.ask("GET", f"{DOCK}/{PETREL['id']}/view") == (200, other)
    assert await app.ask("POST", f"{DOCK}/view", asked()) == (200, shown(ASHA, TERN, GULL, other))
    assert (await app.ask("POST", f"{DOCK}/batchDelete", {"uids": [ASHA["id"]]}))[0] == 204
    assert await app.ask("POST", f"{DOCK}/view", asked()) == (200, shown(TERN, GULL, other))


async def test_what_is_said_as_a_value_is_searched_where_others_lack_it() -> None:
    app = Mock(*dialogue())
    assert await app.ask("POST", f"{DOCK}/view", asked("cle")) == (200, shown(ASHA))
    assert await app.ask("POST", f"{DOCK}/view", asked()) == (200, shown(*START))


def test_cells_that_users_fill_are_no_such_table() -> None:
    hours = {"values": [["id", "hours"], ["Ada", "3"], ["Ben", "5"]]}
    assert not [*headed_forms([message("/sheets/7/values", hours)])]


def test_rows_are_read_and_written_again() -> None:
    messages = [message("/dock/view", shown(*START)), message(f"/dock/{ASHA['id']}", ASHA)]
    headed = [*headed_forms(messages)]
    assert [one.document() for one in headed] == [
        {"on": "POST https://app.test/dock/view", "headed": ["rows"], "names": NAMES}
    ]
    assert undone(headed[0], messages)
    told = headed[0].told(messages[0].sent, shown(*START))
    plain = [Message(messages[0].sent, told, 200)]
    led = [*led_forms(plain)]
    assert [(one.keys, one.place, one.key) for one in led] == [(("ids",), ("rows",), "id")]
    assert undone(led[0], plain)
    forms = forms_of([headed[0].document(), led[0].document()])
    assert [one.document() for one in forms.all] == [headed[0].document(), led[0].document()]


@pytest.mark.parametrize(
    ("key", "told"),
    [
        (MADE, "'7A31-' + '%X'.format([int(now)]) + '-1-7009810.boat'"),
        ("f0e1d2c3b4a5", "'f0e1' + '%x'.format([int(now)])"),
        ("id-abc123", "'id-' + '%x'.format([int(now)]).substring(2)"),
    ],
)
def test_other_keys_are_like_the_one_that_was_given_out(key: str, told: str) -> None:
    assert another(key) == told


async def test_posts_that_are_answered_otherwise_each_time_do_not_only_ask() -> None:
    one, two = {"id": 1, "name": "Tea"}, {"id": 2, "name": "Oak"}
    app = Mock(
        ("GET", "/api/lines", None, 200, [one, two]),
        ("POST", "/api/lines/more", {"name": "Tea"}, 200, {"lines": [one, two, {"id": 3, "name": "Tea"}]}),
        ("GET", "/api/lines", None, 200, [one, two, {"id": 3, "name": "Tea"}]),
    )
    assert ("lines", "create") in found(app.draft)
