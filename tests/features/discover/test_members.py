"""A back office over GraphQL: several kinds count their keys from 1, one text is looked for in several fields, and
queries differ in what they show of records inside of others."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.exchanges import found
from tests.features.discover.mock import Mock

NAMES = ["Ada Reed", "Ben Oak", "Cleo Finch", "Dan Reed", "Eve Moss", "Finn Reed"]
MEMBER = "id name email __typename user { id active __typename }"
WHOLE = "id name email phone __typename user { id active login __typename }"
LIST = f"query MemberList($options: Options) {{ members(options: $options) {{ items {{ {MEMBER} }} total }} }}"
ONE = f"query MemberDetail($id: ID!) {{ member(id: $id) {{ {WHOLE} }} }}"
CHANGE = "mutation UpdateMember($input: Input!) { updateMember(input: $input) { id name __typename } }"
REMOVE = "mutation DeleteMembers($ids: [ID!]!) { deleteMembers(ids: $ids) { result } }"
ME = "query Me { me { id login __typename } }"
ENTER = "mutation AttemptSignIn($name: String) { signIn(name: $name) { id login __typename } }"


def member(number: int, *, whole: bool = False, **changed: Any) -> dict[str, Any]:
    first = NAMES[number - 1].split()[0].lower()
    user: dict[str, Any] = {"id": str(number + 1), "active": True}
    made: dict[str, Any] = {"id": str(number), "name": NAMES[number - 1], "email": f"{first}@app.test"}
    if whole:
        made["phone"], user["login"] = f"030 10{number}", f"{first}@app.test"
    return {**made, "__typename": "Member", "user": {**user, "__typename": "User"}, **changed}


def asked(text: str, **variables: Any) -> dict[str, Any]:
    return {"operationName": text.split("(")[0].split("{")[0].split()[1], "query": text, "variables": variables}


def options(skip: int = 0, joined: str = "AND", take: int = 2, **wanted: str) -> dict[str, Any]:
    told = {name: {"contains": value} for name, value in wanted.items()}
    return {"skip": skip, "take": take, "filter": told, "filterOperator": joined, "sort": {"name": "ASC"}}


def shown(*numbers: int, total: int = 6) -> dict[str, Any]:
    return {"members": {"items": [member(number) for number in numbers], "total": total}}


def said(text: str, answer: Any, **variables: Any) -> tuple[Any, ...]:
    return "POST", "/graphql?lang=en", asked(text, **variables), 200, {"data": answer}


ASH = {"id": "2", "name": "Ben Ash"}
OWN = {"id": "1", "login": "root", "__typename": "CurrentUser"}


def dialogue() -> list[tuple[Any, ...]]:
    return [
        said(ENTER, {"signIn": OWN}, name="root"),
        said(ME, {"me": OWN}),
        said(LIST, shown(1, 2), options=options()),
        said(LIST, shown(3, 4), options=options(2)),
        said(LIST, shown(1, total=1), options=options(joined="OR", name="Ada", email="ada", city="ada")),
        said(ONE, {"member": member(2, whole=True)}, id="2"),
        said(CHANGE, {"updateMember": {"id": "2", "name": "Ben Ash", "__typename": "Member"}}, input=ASH),
        said(ONE, {"member": member(2, whole=True, name="Ben Ash")}, id="2"),
        said(REMOVE, {"deleteMembers": {"result": "DELETED"}}, ids=["1"]),
        said(LIST, {"members": {"items": [member(2, name="Ben Ash"), member(3)], "total": 5}}, options=options()),
        said(ME, {"me": OWN}),
    ]  # fmt: skip


async def answer(mock: Mock, text: str, **variables: Any) -> Any:
    return (await mock.ask("POST", "/graphql?lang=en", asked(text, **variables)))[1]["data"]


def test_writes_are_about_what_they_are_called_after_and_answer_with() -> None:
    told = found(Mock(*dialogue()).draft)
    assert {("members", role) for role in ("list", "read", "update", "delete")} <= told
    assert {name for name, role in told if role not in ("list", "read")} == {"members"}


async def test_numbers_are_changed_and_deleted_of_their_own_kind() -> None:
    mock = Mock(*dialogue())
    await answer(mock, CHANGE, input={"id": "3", "name": "Cleo Gold"})
    await answer(mock, REMOVE, ids=["2"])
    listed = (await answer(mock, LIST, options=options()))["members"]
    assert [one["name"] for one in listed["items"]] == ["Ada Reed", "Cleo Gold"]


async def test_what_was_never_shown_of_an_entity_is_what_all_have_that_were() -> None:
    def opened(number: int) -> dict[str, Any]:
        first = NAMES[number - 1].split()[0].lower()
        log = [{"id": str(40 + number), "what": "JOINED", "by": f"{first}@app.test", "at": "2025-01-01T10:00:00Z"}]
        return {"member": member(number, whole=True, log={"items": log, "total": 1}, notes=[])}

    more = [said(ONE, opened(number), id=str(number)) for number in (3, 4)]
    told = (await answer(Mock(*dialogue()[:4], *more, *dialogue()[4:]), ONE, id="1"))["member"]
    assert told["notes"] == []
    assert [(one["what"], one["by"]) for one in told["log"]["items"]] == [("JOINED", "ada@app.test")]
    assert told["user"] == {"id": "2", "active": True, "login": "ada@app.test", "__typename": "User"}


async def test_what_all_requests_say_alike_leaves_nothing_out_of_the_total() -> None:
    mock = Mock(*dialogue())
    await answer(mock, REMOVE, ids=["2"])
    assert (await answer(mock, LIST, options=options(2)))["members"]["total"] == 5


@pytest.mark.parametrize(
    ("joined", "name", "email", "expected"),
    [
        ("OR", "finch", "ben", ["Ben Oak", "Cleo Finch"]),
        ("AND", "finch", "ben", []),
        ("AND", "oak", "ben", ["Ben Oak"]),
    ],
)
async def test_one_of_several_filters_is_enough_where_a_request_says_so(
    joined: str, name: str, email: str, expected: list[str]
) -> None:
    asks = options(joined=joined, name=name, email=email, city="rome")
    listed = (await answer(Mock(*dialogue()), LIST, options=asks))["members"]
    assert [one["name"] for one in listed["items"]] == expected


async def test_records_inside_have_the_members_that_a_query_shows() -> None:
    mock = Mock(*dialogue())
    listed = (await answer(mock, LIST, options=options()))["members"]["items"]
    assert [one["user"].keys() for one in listed] == [{"id", "active", "__typename"}] * 2
    assert (await answer(mock, ONE, id="2"))["member"]["user"]["login"] == "ben@app.test"
