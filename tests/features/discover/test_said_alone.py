"""Parts of addresses that are all that answers say, also beside the key of what they are asked for."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.exchanges.calls import calls_of
from awe_author.features.discover.exchanges.word_keys import said_alone
from awe_author.state.cel import DYN, compile_expression
from tests.features.discover.exchanges import draft_of, exchange, feature
from tests.features.discover.test_draft import check

KEY = "6b083feb5ac5c9246dcdc07"
OLD, NEW = {"id": KEY + "0", "title": "Boat house"}, {"id": KEY + "1", "title": "Lake house"}


def free(name: str, key: str = "") -> tuple[Any, ...]:
    return ("GET", f"/free/names/{name}{key and '/' + key}", None, 200, {"names": [{"name": name}]})


def dialogue(*more: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return [
        ("GET", "/houses", None, 200, [OLD]), free("lake-house"), free("barn"),
        ("POST", "/houses", {"title": "Lake house"}, 201, NEW), free("old-barn", NEW["id"]), *more,
    ]  # fmt: skip


def alone(*spoken: tuple[Any, ...]) -> frozenset[str]:
    return said_alone(calls_of([exchange(number, *one) for number, one in enumerate(spoken, 1)])[0])


def test_two_at_one_place_tell_that_a_part_is_asked_for() -> None:
    assert alone(*dialogue()) == {"names/lake-house", "names/barn", "names/old-barn"}
    assert not alone(free("lake-house"))
    other = ("GET", "/free/names/list", None, 200, {"names": ["barn"]})
    assert not alone(*dialogue(other))


def test_another_name_is_said_of_another_entity_and_of_the_recorded_one() -> None:
    draft = draft_of(*dialogue())
    check(draft)
    about = feature(draft, "houses.about.names")
    assert about["on"]["request"] == "GET https://app.test/free/names/*/*"
    assert about["reply"]["json"] == {"names": [{"name": "segments[0]"}]}
    where = compile_expression(about["on"]["where"], {"segments": DYN, "state": DYN})
    state = {"houses": {OLD["id"]: OLD, NEW["id"]: NEW}, "recorded": draft.seed["recorded"]}

    def holds(*segments: str) -> bool:
        return where.evaluate({"segments": [*segments], "state": state}) is True

    assert holds("new-barn", OLD["id"])
    assert holds("new-barn", NEW["id"])
    assert not holds("old-barn", NEW["id"])
    assert not holds("new-barn", KEY + "9")
