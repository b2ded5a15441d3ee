"""Lists whose rows are lists of values without names: `awe_author/features/forms/positional.py`."""

import pytest

from awe_author.features.discover.exchanges.wire_forms import undone
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.discover.exchanges.wire_positional import positional_forms
from awe_author.features.forms import forms_of
from awe_author.features.forms.model import Sent
from tests.features.discover.mock import Mock

SITE = "https://desk.example"
EMPTY = [None, None, None, None, None]


def _told(path: str, answer: object) -> Message:
    return Message(Sent("GET", SITE + path), answer, 200)


def _list(*rows: list[object]) -> dict[str, object]:
    return {"count": len(rows), "rows": [*rows]}


TEA, OAK, ELM = ["Tea", "Oslo", "", 7, "Tea"], ["Oak", "York", "", 9, "Oak"], ["Elm", "Rome", "", 4, "Elm"]


def _seen(*more: Message) -> list[Message]:
    return [
        _told("/api/boats", _list(TEA, OAK, ELM)),
        _told("/api/boats/7", {"data": {"id": 7, "port": "Oslo", "mark": "", "name": "Tea"}}),
        *more,
    ]


def test_columns_are_called_as_fields_of_records_with_their_keys():
    (form,) = positional_forms(_seen())
    assert form.names == ("name", "port", "column_3", "id", "name")
    sent = Sent("GET", SITE + "/api/boats")
    told = form.told(sent, _list(TEA, OAK))
    assert told["rows"][1] == {"name": "Oak", "port": "York", "column_3": "", "id": 9}
    assert form.shown(sent, told, None) == _list(TEA, OAK)
    assert forms_of([form.document()]).all == (form,)


def test_an_empty_row_ends_a_list_that_is_not_full():
    whole = {**_list(TEA, OAK, ELM), "count": 6}
    messages = [_told("/api/boats", whole), _seen()[1], _told("/api/boats", _list(TEA, OAK, EMPTY))]
    (form,) = positional_forms(messages)
    assert (form.last, form.full, form.counted) == (EMPTY, 3, ("count",))
    assert undone(form, messages)
    sent = Sent("GET", SITE + "/api/boats")
    assert form.told(sent, _list(TEA, EMPTY))["count"] == 1
    assert form.shown(sent, {"count": 0, "rows": []}, None) == _list(EMPTY)
    assert forms_of([form.document()]).all == (form,)


def test_where_a_row_is_told_alone_its_columns_are_called_the_same():
    made = _told("/api/boats/new", _list(["Fig", "Rome", "", 11, "Fig"]))
    assert [form.on for form in positional_forms(_seen(made))] == [
        f"GET {SITE}/api/boats",
        f"GET {SITE}/api/boats/new",
    ]


@pytest.mark.parametrize(
    "messages",
    [
        [_told("/api/boats", _list(TEA, OAK))],
        [*_seen()[:1], _told("/api/boats/7", {"id": 7, "port": "Rome", "name": "Oak"})],
        [_told("/api/cells", _list(TEA, OAK, [*ELM[:3], 7, "Elm"])), _seen()[1]],
    ],
)
def test_nothing_is_said_without_a_record_that_agrees_or_without_keys(messages):
    assert not list(positional_forms(messages))


def _row(key: int, name: str, port: str, mark: str = "") -> list[object]:
    return [name, port, key, mark, {"can": True}]


def _single(key: int, name: str, port: str, mark: str = "") -> dict[str, object]:
    crew = {"delayed": f"values/boats/{key}/crew"}
    data = {"id": key, "name": name, "port": port, "mark": mark, "length": "", "crew": crew}
    return {"id": key, "data": data, "title": f"<b>Boats</b> » {name}"}


async def test_one_of_a_list_is_shown_with_what_its_row_says_and_in_its_wrapper() -> None:
    rows = [_row(3, "Tea", "Oslo"), _row(5, "Elm", "Rome"), _row(6, "Fig", "Bonn")]
    made, other = ("Oak", "York"), ("Ash", "Kiel")
    mock = Mock(
        ("GET", "/api/boats?fmt=json", None, 200, {"count": 3, "rows": rows}),
        ("POST", "/api/boats", {"name": made[0], "port": made[1]}, 200, {"rows": [_row(7, *made)]}),
        ("GET", "/api/boats/7", None, 200, _single(7, *made)),
        ("PUT", "/api/boats/7", {"mark": "N-7"}, 200, {"ok": True}),
        ("GET", "/api/boats/7", None, 200, _single(7, *made, "N-7")),
        ("POST", "/api/boats", {"name": other[0], "port": other[1]}, 200, {"rows": [_row(8, *other)]}),
        ("GET", "/api/boats/8", None, 200, _single(8, *other)),
        (
            "GET",
            "/api/boats?fmt=json",
            None,
            200,
            {"count": 5, "rows": [*rows, _row(7, *made, "N-7"), _row(8, *other)]},
        ),
    )
    assert await mock.ask("GET", "/api/boats/5") == (200, _single(5, "Elm", "Rome"))
    assert (await mock.ask("PUT", "/api/boats/5", {"mark": "N-5"}))[0] == 200
    status, told = await mock.ask("GET", "/api/boats?fmt=json")
    assert (status, told["rows"]) == (200, [rows[0], _row(5, "Elm", "Rome", "N-5"), rows[2]])
