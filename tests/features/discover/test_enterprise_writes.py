"""What writes of enterprise APIs do: names taken apart, marks that other fields say, lists that are empty in all."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]


async def test_a_name_that_is_put_together_is_taken_apart_where_only_it_was_shown() -> None:
    def brief(number: int, name: str) -> Row:
        return {"id": number, "name": name}

    made = {"id": 3, "name": "Kara Boyd", "firstName": "Kara", "lastName": "Boyd"}
    other = {"id": 4, "name": "Tom Quill", "firstName": "Tom", "lastName": "Quill"}
    third = {"id": 5, "name": "Ida Moss", "firstName": "Ida", "lastName": "Moss"}
    mock = Mock(
        ("GET", "/people", None, 200, {"people": [brief(1, "Ada Vance"), brief(2, "Ben Okafor")]}),
        ("POST", "/people", {"firstName": "Kara", "lastName": "Boyd"}, 201, made),
        ("POST", "/people", {"firstName": "Tom", "lastName": "Quill"}, 201, other),
        ("POST", "/people", {"firstName": "Ida", "lastName": "Moss"}, 201, third),
        ("PATCH", "/people/5", {"lastName": "Mosse"}, 200, third | {"name": "Ida Mosse", "lastName": "Mosse"}),
    )
    assert await mock.ask("PATCH", "/people/1", {"firstName": "Adele"}) == (
        200, {"id": 1, "name": "Adele Vance", "firstName": "Adele", "lastName": "Vance"},
    )  # fmt: skip


def contact(number: int, mark: str, **more: Any) -> Row:
    return {"@etag": f'W/"{mark}"', "id": number, "name": f"N{number}", "tags": [], "mark": mark, **more}


async def test_a_mark_and_what_says_it_are_renewed_together_and_lists_that_were_empty_in_all_are_shown() -> None:
    start = [
        contact(number, mark)
        for number, mark in ((1, "EQx7Kp2mQ9vLz3T"), (2, "EQw1Zs8dYb4NcRt"), (3, "EQp5Hg0fXj6VkMu"))
    ]
    changed = contact(1, "EQr9Lq3nDt7WsBe", name="M1")
    mock = Mock(
        ("GET", "/contacts", None, 200, {"contacts": start}),
        ("PATCH", "/contacts/1", {"name": "M1"}, 200, changed),
        ("GET", "/contacts", None, 200, {"contacts": [changed, *start[1:]]}),
    )
    status, answer = await mock.ask("PATCH", "/contacts/2", {"tags": ["red"]})
    assert (status, answer["tags"], answer["@etag"]) == (200, ["red"], f'W/"{answer["mark"]}"')
    assert answer["mark"] != start[1]["mark"]
    assert (await mock.ask("GET", "/contacts"))[1]["contacts"][1] == answer


async def test_what_a_write_about_several_sent_is_known_of_them_afterwards() -> None:
    def mail(key: str, *labels: str) -> Row:
        return {"id": f"195a01f3b2c4d5{key}", "labels": [*labels]}

    one, two, three = mail("e1", "IN"), mail("e2", "IN"), mail("e3", "IN")
    sent = {"ids": [one["id"], two["id"]], "addLabels": ["TRIP"], "removeLabels": []}
    mock = Mock(
        ("GET", "/mails/" + one["id"], None, 200, one),
        ("GET", "/mails/" + two["id"], None, 200, two),
        ("GET", "/mails/" + three["id"], None, 200, three),
        ("GET", "/mails?labels=IN", None, 200, {"mails": [{"id": each["id"]} for each in (one, two, three)]}),
        ("POST", "/mails/batchModify", sent, 204, None),
        ("GET", "/mails?labels=TRIP", None, 200, {"mails": [{"id": each["id"]} for each in (one, two)]}),
    )
    again = {"ids": [three["id"]], "addLabels": ["WORK"], "removeLabels": ["IN"]}
    assert (await mock.ask("POST", "/mails/batchModify", again))[0] == 204
    assert await mock.ask("GET", "/mails?labels=WORK") == (200, {"mails": [{"id": three["id"]}]})
    assert [one["id"][-1] for one in (await mock.ask("GET", "/mails?labels=IN"))[1]["mails"]] == ["1", "2"]
