"""What batches of calls and filters tell: a part that only asks, what is not there, what a filter showed."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]


def call(number: int, method: str, **params: Any) -> Row:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def told(number: int, result: Any) -> Row:
    return {"jsonrpc": "2.0", "id": number, "result": result}


def boat(number: int, name: str) -> Row:
    return {"id": f"b-{number}0000000", "name": name, "berth": f"B{number}"}


async def test_a_part_that_only_asks_is_answered_whatever_the_address_counts_and_nobody_as_recorded() -> None:
    start, info = [boat(1, "Ada"), boat(2, "Ben"), boat(3, "Cor")], {"label": "Boat", "fields": ["name"]}
    gone = {"code": -7, "message": "There is no such boat.", "data": {"status": 404}}
    three = start[2]["id"]
    mock = Mock(
        ("POST", "/rpc?r=1", [call(1, "getInfo", kind="Boat"), call(2, "getBoats", most=9)], 200,
         [told(1, info), told(2, start)]),
        ("POST", "/rpc?r=2", [call(3, "getBoat", id=three)], 200, [told(3, start[2])]),
        ("POST", "/rpc?r=3", [call(4, "deleteBoat", id=three)], 200, [told(4, None)]),
        ("POST", "/rpc?r=4", [call(5, "getBoat", id=three)], 200, [{"jsonrpc": "2.0", "id": 5, "error": gone}]),
        ("POST", "/rpc?r=5", [call(6, "getBoats", most=9)], 200, [told(6, start[:2])]),
    )  # fmt: skip
    asked = [call(7, "getInfo", kind="Boat"), call(8, "getBoats", most=9)]
    assert await mock.ask("POST", "/rpc?r=70", asked) == (200, [told(7, info), told(8, start)])
    one = start[0]["id"]
    await mock.ask("POST", "/rpc?r=71", [call(9, "deleteBoat", id=one)])
    refused = [{"jsonrpc": "2.0", "id": 10, "error": gone}]
    assert await mock.ask("POST", "/rpc?r=72", [call(10, "getBoat", id=one)]) == (200, refused)


async def test_what_a_filter_showed_has_what_was_filtered_by() -> None:
    def mail(number: int, *labels: str) -> Row:
        return {"id": f"195a01f3b2c4d5e{number}", "labels": [*labels]}

    first, second, third = mail(1, "IN", "NEW"), mail(2, "IN"), mail(3, "NEW")

    def listed(*mails: Row) -> Row:
        return {"mails": [{"id": one["id"]} for one in mails]}

    mock = Mock(
        ("GET", "/mails/" + first["id"], None, 200, first),
        ("GET", "/mails/" + second["id"], None, 200, second),
        ("GET", "/mails?labels=IN", None, 200, listed(first, second)),
        ("GET", "/mails?labels=NEW", None, 200, listed(first, third)),
        (
            "POST",
            f"/mails/{second['id']}/modify",
            {"addLabels": ["NEW"], "removeLabels": []},
            200,
            mail(2, "IN", "NEW"),
        ),
    )
    assert await mock.ask("GET", "/mails?labels=NEW") == (200, listed(first, third))
    await mock.ask("POST", f"/mails/{first['id']}/modify", {"addLabels": [], "removeLabels": ["NEW"]})
    assert await mock.ask("GET", "/mails?labels=NEW") == (200, listed(third))


async def test_a_count_in_a_record_at_an_address_with_an_ending() -> None:
    tickets = [{"id": number, "title": f"T{number}", "url": f"/tickets/{number}.json"} for number in (41, 42, 43)]

    def counted(value: int) -> Row:
        return {"count": {"value": value, "refreshed": "2025-03-03T09:00:00Z"}}

    mock = Mock(
        ("GET", "/v2/tickets.json", None, 200, {"tickets": tickets}),
        ("GET", "/v2/tickets/count.json", None, 200, counted(3)),
        ("GET", "/v2/tickets/42.json", None, 200, {"ticket": tickets[1]}),
        ("DELETE", "/v2/tickets/42.json", None, 204, None),
        ("GET", "/v2/tickets.json", None, 200, {"tickets": [tickets[0], tickets[2]]}),
        ("GET", "/v2/tickets/count.json", None, 200, counted(2)),
    )
    assert (await mock.ask("GET", "/v2/tickets/count.json"))[1]["count"]["value"] == 3
    await mock.ask("DELETE", "/v2/tickets/41.json")
    assert (await mock.ask("GET", "/v2/tickets/count.json"))[1]["count"]["value"] == 2
