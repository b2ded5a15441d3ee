"""Members that say of themselves what they are, in objects and in lists, with values told in full; lists that always
have the one record: told from a recording and answered in the same form."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awe_author.features.discover.exchanges.wire_described import described_forms
from awe_author.features.discover.exchanges.wire_forms import undone
from awe_author.features.discover.exchanges.wire_full import full_for
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms import forms_of
from awe_author.features.forms.full import full_of
from awe_author.features.forms.model import Sent
from tests.features.discover.mock import Mock

Row = dict[str, Any]
COLOURS = {"New": "red", "Ready": "green", "Sold": "grey"}
KEYS = ("6f1d0c52-93f3-4b52-8a61-0b7e6f0e9f10", "0b8a7be2-5d0e-4b4e-9f7c-6f5f0c3a9d77",
        "aa8a7be2-5d0e-4b4e-9f7c-6f5f0c3a9d00", "1c8a7be2-5d0e-4b4e-9f7c-6f5f0c3a9d01")  # fmt: skip


def run(text: str) -> Row:
    return {"type": "text", "text": {"content": text, "link": None}, "plain": text}


def told(number: int, name: str, stage: str | None, grams: int | None, day: str | None) -> Row:
    """A page, as answers tell it."""
    return {
        "object": "page", "id": KEYS[number], "made": f"2025-01-0{number + 1}T08:00:00Z",
        "properties": {
            "Name": {"id": "t", "type": "title", "title": [run(name)] if name else []},
            "Stage": {
                "id": "s", "type": "select",
                "select": stage and {"id": f"o-{stage[:2]}", "name": stage, "color": COLOURS[stage]},
            },
            "Grams": {"id": "g", "type": "number", "number": grams},
            "Day": {"id": "d", "type": "date", "date": day and {"start": day, "end": None}},
        },
    }  # fmt: skip


START = [told(0, "Assam", "New", 250, None), told(1, "Sencha", "Ready", 100, "2025-03-01"),
         told(2, "Keemun", "New", 80, "2025-03-09"), told(3, "Yunnan", "Sold", 90, None)]  # fmt: skip
NEWEST = START[::-1]


def name(text: str) -> Row:
    return {"title": [{"text": {"content": text}}]}


def asked(field: str, kind: str, how: str, value: Any) -> Row:
    return {"property": field, kind: {how: value}}


def recorded() -> Mock:
    ready = told(0, "Assam", "Ready", 250, "2025-04-01")
    sent = {"Stage": {"select": {"name": "Ready"}}, "Day": {"date": {"start": "2025-04-01"}}}
    return Mock(
        ("POST", "/v1/teas/query", {"size": 50}, 200, {"results": NEWEST}),
        ("GET", f"/v1/pages/{KEYS[0]}", None, 200, START[0]),
        ("GET", f"/v1/pages/{KEYS[1]}", None, 200, START[1]),
        (
            "POST", "/v1/teas/query", {"size": 50, "filter": asked("Stage", "select", "equals", "New")}, 200,
            {"results": [START[2], START[0]]},
        ),
        (
            "POST", "/v1/teas/query", {"size": 50, "filter": asked("Grams", "number", "greater_than", 95)}, 200,
            {"results": [START[1], START[0]]},
        ),
        ("PATCH", f"/v1/pages/{KEYS[0]}", {"properties": sent}, 200, ready),
        ("GET", f"/v1/pages/{KEYS[0]}", None, 200, ready),
        ("PATCH", f"/v1/pages/{KEYS[3]}", {"properties": {"Name": name("Yunnan Gold")}}, 200,
         told(3, "Yunnan Gold", "Sold", 90, None)),
    )  # fmt: skip


async def test_members_that_say_their_type() -> None:
    mock = recorded()
    assert [next(one for one in form if one != "on") for form in mock.draft.forms] == ["described", "filtered"]
    changed = {"Name": name("Keemun Mao Feng"), "Stage": {"select": {"name": "Sold"}}, "Day": {"date": None}}
    answer = await mock.ask("PATCH", f"/v1/pages/{KEYS[2]}", {"properties": changed})
    assert answer == (200, told(2, "Keemun Mao Feng", "Sold", 80, None))
    both = {"and": [asked("Stage", "select", "equals", "Sold"), asked("Grams", "number", "less_than", 85)]}
    found = await mock.ask("POST", "/v1/teas/query", {"size": 50, "filter": both})
    assert found == (200, {"results": [told(2, "Keemun Mao Feng", "Sold", 80, None)]})
    found = await mock.ask("POST", "/v1/teas/query", {"size": 50, "filter": asked("Name", "title", "contains", "sen")})
    assert found == (200, {"results": [START[1]]})


def test_a_type_beside_a_value() -> None:
    def record(key: str, town: str, size: str) -> Row:
        fields = {"town": {"type": "LINE", "value": town}, "size": {"type": "NUMBER", "value": size}}
        return {"id": key, "revision": "1", "record": fields}

    answers = [record("1", "Oslo", "7"), record("2", "Turku", "9")]
    messages = [Message(Sent("GET", "https://a.test/records"), {"records": answers}, 200),
                Message(Sent("PUT", "https://a.test/records", (), {"id": "1", "record": {"town": {"value": "Bergen"}}}),
                        {"revision": "2"}, 200)]  # fmt: skip
    [form] = described_forms(messages)
    assert undone(form, messages)
    assert form.told(messages[0].sent, answers[0]) == {"id": "1", "revision": "1", "town": "Oslo", "size": "7"}
    [again] = forms_of([form.document()]).all
    assert again.asked(messages[1].sent).body == {"id": "1", "town": "Bergen"}


def test_values_that_are_told_in_two_ways_stay() -> None:
    twice = [{"name": "New", "color": "red"}, {"name": "New", "color": "blue"}]
    assert full_for(twice, [{"name": "New"}]) is None
    assert full_for(["New", "Old"], ["New"]) is None


def test_several_in_a_list_and_values_that_are_new() -> None:
    one, other = {"name": "a", "id": 1, "of": "tag"}, {"name": "b", "id": 2, "of": "tag"}
    made = full_for([[one, other], [other], []], [[{"name": "a"}]])
    assert made is not None
    full = full_of(json.loads(json.dumps(made.document())))
    assert full.told([one, other]) == ["a", "b"]
    assert full.shown(["b", "c"]) == [other, {"name": "c", "id": None, "of": "tag"}]
    assert full.shown([]) == []
    assert full.told([{**one, "of": "else"}]) == [{**one, "of": "else"}]  # it could not be told again


WORDS = {0: "Brewing", 1: "Ready"}
CREW = {"31": "Ada", "32": "Ben"}


def column(key: str, value: Any) -> Row:
    if value is None:
        return {"id": key, "text": None, "value": None}
    said = {"stage": {"index": value}, "day": {"date": value}, "crew": {"ids": [{"id": value}]}}[key]
    return {"id": key, "text": WORDS[value] if key == "stage" else CREW[value] if key == "crew" else value,
            "value": json.dumps(said)}  # fmt: skip


def pot(number: int, name: str, stage: int | None, crew: str | None, day: str | None) -> Row:
    values = [column("stage", stage), column("crew", crew), column("day", day)]
    return {"id": str(7100 + number), "name": name, "state": "on", "column_values": values}


POTS = [pot(1, "Red pot", 0, "31", "2025-03-11"), pot(2, "Blue pot", 1, "32", None), pot(3, "Tin pot", 0, None, None)]
FIELDS = "id name state column_values { id text value }"
CHANGE = f"mutation Change($pot: ID!, $values: JSON!) {{ change_values(pot: $pot, values: $values) {{ {FIELDS} }} }}"
SHELF = f"query Shelf($limit: Int!) {{ shelves(ids: [5]) {{ id name page(limit: $limit) {{ pots {{ {FIELDS} }} }} }} }}"
BY_COLUMN = f"query By($columns: [Q!]) {{ pots_by(columns: $columns) {{ pots {{ {FIELDS} }} }} }}"
POT = f"query Pot($ids: [ID!]) {{ pots(ids: $ids) {{ {FIELDS} }} }}"
STOP = "mutation StopPot($pot: ID!) { stop_pot(pot: $pot) { id state } }"


def call(text: str, answer: Row, **variables: Any) -> tuple[Any, ...]:
    return "POST", "/v2", {"query": text, "variables": variables}, 200, {"data": answer}


DROP = "mutation DeletePot($pot: ID!) { delete_pot(pot: $pot) { id } }"
NONE = [{"message": "This pot does not exist", "path": ["delete_pot"], "extensions": {"status_code": 200}}]
GONE = {"data": {"delete_pot": None}, "errors": NONE}
BREWING = {"column_id": "stage", "column_values": ["Brewing"]}


def shelf(*pots: Row) -> Row:
    return {"shelves": [{"id": "5", "name": "Window", "page": {"pots": [*pots]}}]}


def board() -> Mock:
    red, _, tin = POTS
    later = pot(3, "Tin pot", 1, None, "2025-04-01")
    values = {"stage": {"label": "Ready"}, "day": {"date": "2025-04-01"}}
    return Mock(
        call(SHELF, shelf(*POTS), limit=50),
        call(SHELF, shelf(*POTS[:2]), limit=2),
        call(POT, {"pots": [red]}, ids=["7101"]),
        call(POT, {"pots": [tin]}, ids=["7103"]),
        call(BY_COLUMN, {"pots_by": {"pots": [red, tin]}}, columns=[BREWING]),
        call(CHANGE, {"change_values": later}, pot="7103", values=json.dumps(values)),
        call(POT, {"pots": [later]}, ids=["7103"]),
        call(CHANGE, {"change_values": pot(2, "Blue pot", 0, "31", None)}, pot="7102",
             values=json.dumps({"stage": {"label": "Brewing"}, "crew": {"ids": [{"id": "31"}]}})),
        call(SHELF, shelf(red, pot(2, "Blue pot", 0, "31", None), later), limit=50),
        call(STOP, {"stop_pot": {"id": "7102", "state": "off"}}, pot="7102"),
        call(POT, {"pots": [{**pot(2, "Blue pot", 0, "31", None), "state": "off"}]}, ids=["7102"]),
        call(DROP, {"delete_pot": {"id": "7103"}}, pot="7103"),
        ("POST", "/v2", {"query": DROP, "variables": {"pot": "7103"}}, 200, GONE),
    )  # fmt: skip


async def ask(mock: Mock, text: str, **variables: Any) -> Any:
    status, answer = await mock.ask("POST", "/v2", {"query": text, "variables": variables})
    assert status == 200
    return answer["data"]


async def test_lists_of_members_and_json_in_texts() -> None:
    mock = board()
    assert [next(one for one in form if one != "on") for form in mock.draft.forms] == ["described", "sole"]
    # those of lists within the one shelf, of the change and of what is only told of a change are one kind
    assert [part.kind.name for part in mock.draft.parts] == ["pots"]
    values = {"name": "Red kettle", "stage": {"label": "Ready"}, "crew": {"ids": [{"id": "32"}]}}
    red = pot(1, "Red kettle", 1, "32", "2025-03-11")
    assert await ask(mock, CHANGE, pot="7101", values=json.dumps(values)) == {"change_values": red}
    assert await ask(mock, SHELF, limit=1) == shelf(red)
    assert await ask(mock, POT, ids=["7101"]) == {"pots": [red]}
    found = await ask(mock, BY_COLUMN, columns=[{"column_id": "crew", "column_values": ["Ben"]}])
    assert [one["id"] for one in found["pots_by"]["pots"]] == ["7101", "7102"]


async def test_several_keys_and_what_is_not_there() -> None:
    mock = board()
    assert await ask(mock, POT, ids=["7103", "7101"]) == {"pots": [POTS[2], POTS[0]]}
    assert await ask(mock, POT, ids=["7999", "7102"]) == {"pots": [POTS[1]]}
    assert await ask(mock, DROP, pot="7101") == {"delete_pot": {"id": "7101"}}
    again = await mock.ask("POST", "/v2", {"query": DROP, "variables": {"pot": "7101"}})
    assert again == (200, GONE)


@pytest.mark.parametrize(
    "records",
    [
        [{"id": "1", "of": "a", "lines": [{"id": "x", "n": 1}, {"id": "y", "n": 2}]},
         {"id": "2", "of": "a", "lines": [{"id": "z", "n": 1}, {"id": "y", "n": 5}]}],  # records of their own
        [{"id": "1", "of": "a", "lines": [{"id": "x", "n": 1, "t": "n"}, {"id": "y", "n": 2, "t": "n"}]},
         {"id": "2", "of": "a", "lines": [{"id": "x", "n": 1, "t": "n"}, {"id": "y", "n": 2, "t": "n"}]}],  # all have
        [{"id": "1", "of": "a", "lines": {"x": {"type": "t", "value": 1}, "y": 2}},
         {"id": "2", "of": "a", "lines": {"x": {"type": "t", "value": 3}, "y": 4}}],  # not all say a type
    ],
)  # fmt: skip
def test_members_that_say_nothing_of_themselves(records: list[Row]) -> None:
    sent = Sent("POST", "https://a.test/x", (), {"lines": records[0]["lines"]})
    messages = [Message(Sent("GET", "https://a.test/x"), records, 200), Message(sent, {}, 200)]
    assert [*described_forms(messages)] == []
