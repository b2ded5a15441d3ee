"""What APIs of trackers do: records named by a member, fields that addresses name, keys that count, refusals."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

Row = dict[str, Any]
LEVELS = {"High": "2", "Low": "4"}
PEOPLE = {"5b10a2844c20": "Sam Porter", "5b10ac8d82e0": "Rita Long"}
SAM, RITA = PEOPLE


def level(name: str) -> Row:
    return {"self": f"/level/{LEVELS[name]}", "name": name, "id": LEVELS[name]}


def person(account: str) -> Row:
    return {"self": f"/user?account={account}", "account": account, "shown": PEOPLE[account]}


def issue(number: int, title: str, rank: str, owner: str | None) -> Row:
    return {"id": str(1020 + number), "key": f"ACME-{number}", "title": title, "level": level(rank),
            "owner": person(owner) if owner else None, "tags": [f"t{number}"]}  # fmt: skip


START = [issue(1, "Lamp", "High", SAM), issue(2, "Door", "Low", RITA), issue(3, "Roof", "Low", None)]
EMPTY = {"messages": [], "errors": {"title": "You must specify a title."}}


def tour() -> list[tuple[Any, ...]]:
    made = issue(4, "Chair", "High", None)
    owned = {**made, "owner": person(RITA)}
    note = {"id": "9001", "author": person(SAM), "text": "The left one.", "at": "2025-03-03T09:00:00Z"}
    return [
        ("GET", "/issues", None, 200, {"issues": START}),
        ("GET", "/issues/count", None, 200, {"count": 3}),
        ("GET", "/issues/ACME-1", None, 200, START[0]),
        ("POST", "/issues", {"title": "Chair", "level": {"name": "High"}, "tags": ["t4"]}, 201, made),
        ("GET", "/issues/ACME-4", None, 200, made),
        ("PUT", "/issues/ACME-4/owner", {"account": RITA}, 204, None),
        ("GET", "/issues/ACME-4", None, 200, owned),
        ("GET", "/issues/ACME-4/notes", None, 200, {"total": 0, "notes": []}),
        ("POST", "/issues/ACME-4/notes", {"text": "The left one."}, 201, note),
        ("GET", "/issues/ACME-4/notes", None, 200, {"total": 1, "notes": [note]}),
        ("POST", "/issues", {"title": "", "level": {"name": "High"}, "tags": ["t5"]}, 400, EMPTY),
        ("GET", "/issues", None, 200, {"issues": [*START, owned]}),
        ("GET", "/issues/count", None, 200, {"count": 4}),
    ]


async def test_records_are_named_by_a_member_and_keys_count() -> None:
    mock = Mock(*tour())
    sent = {"title": "Blind", "level": {"name": "Low"}, "tags": ["t4"]}
    first = {**issue(4, "Blind", "Low", None)}
    assert await mock.ask("POST", "/issues", sent) == (201, first)
    status, second = await mock.ask("POST", "/issues", {**sent, "title": "Sink"})
    assert (status, second["key"], second["id"]) == (201, "ACME-5", "1025")


async def test_an_address_names_the_field_and_the_count_is_no_key() -> None:
    mock = Mock(*tour())
    assert (await mock.ask("PUT", "/issues/ACME-2/owner", {"account": SAM}))[0] == 204
    assert await mock.ask("GET", "/issues/ACME-2") == (200, {**START[1], "owner": person(SAM)})
    assert await mock.ask("GET", "/issues/count") == (200, {"count": 3})


async def test_what_is_made_below_an_entity_that_is_named_by_another_field() -> None:
    mock = Mock(*tour())
    status, note = await mock.ask("POST", "/issues/ACME-1/notes", {"text": "Both."})
    assert (status, note["text"]) == (201, "Both.")


async def test_a_write_is_refused_for_the_field_that_the_answer_names() -> None:
    mock = Mock(*tour())
    for sent in ({"title": " ", "level": {"name": "Low"}, "tags": []}, {"level": {"name": "Low"}, "tags": ["x"]}):
        assert await mock.ask("POST", "/issues", sent) == (400, EMPTY)
    assert (await mock.ask("GET", "/issues/count"))[1] == {"count": 3}


async def test_what_another_one_says_already_is_refused() -> None:
    def one(key: int, email: str, name: str) -> Row:
        return {"id": str(1510 + key), "email": email, "name": name, "stage": "lead"}

    people = [one(1, "ada@x.example", "Ada"), one(2, "ben@x.example", "Ben")]
    made = one(3, "kara@x.example", "Kara")
    mock = Mock(
        ("GET", "/people", None, 200, {"people": people}),
        ("POST", "/people", {"email": "kara@x.example", "name": "Kara", "stage": "lead"}, 201, made),
        ("POST", "/people", {"email": "ada@x.example", "name": "Carla", "stage": "lead"}, 409,
         {"message": "ada@x.example is there. Existing ID: 1511"}),
        ("GET", "/people", None, 200, {"people": [*people, made]}),
    )  # fmt: skip
    again = {"email": "Ben@x.example", "name": "Benno", "stage": "lead"}
    assert await mock.ask("POST", "/people", again) == (409, {"message": "Ben@x.example is there. Existing ID: 1512"})
    status, new = await mock.ask("POST", "/people", {**again, "email": "cy@x.example"})
    assert (status, new["name"]) == (201, "Benno")


def test_a_refusal_for_which_there_are_several_reasons_is_left_to_the_recording() -> None:
    dialogue = tour()
    dialogue[10] = ("POST", "/issues", {"title": "", "level": {"name": "High"}}, 400, {"messages": ["Not valid."]})
    assert not any("refused" in str(one.document["id"]) for one in draft_of(*dialogue).features)
