"""Queries about things that were never opened, answered as of another."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock
from tests.replay.listed import THEN
from tests.replay.test_key_by_key import status

TEXT = "query Plant($name: String!, $place: String) { plant(name: $name, place: $place) { id key { path } note } }"
WRITE = ("POST", "/api/runs", {"name": "One"}, 201, {"id": 1, "name": "One"})


def asked(name: Any, place: str = "yard", **more: Any) -> dict[str, Any]:
    return {"operationName": "Plant", "query": TEXT, "variables": {"name": name, "place": place, **more}}


def answer(name: str, note: str = "") -> dict[str, Any]:
    return {"data": {"plant": {"id": f"p.{name}", "key": {"path": [name]}, "note": note or f"Water {name} daily"}}}


def recorded(name: Any, told: Any = None) -> tuple[Any, ...]:
    return "POST", "/graphql", asked(name), 200, told or answer(name)


async def test_it_is_called_as_what_was_asked_for() -> None:
    mock = Mock(WRITE, recorded("red_rose"))
    assert await mock.ask("POST", "/graphql", asked("oak")) == (200, answer("oak"))
    told = mock.replay.session.log.events[-1]
    assert (told["kind"], told["verdict"], told["rule"]) == ("match", "rule", "as of another")
    assert await mock.ask("POST", "/graphql", asked("red_rose")) == (200, answer("red_rose"))


async def test_a_longer_word_is_another() -> None:
    mock = Mock(WRITE, recorded("rose", answer("rose", "beside rose_2, not a rose-bush, rose!")))
    _, told = await mock.ask("POST", "/graphql", asked("oak"))
    assert told["data"]["plant"]["note"] == "beside rose_2, not a rose-bush, oak!"


@pytest.mark.parametrize(
    ("told", "question"),
    [
        (answer("elm"), asked("oak")),
        ({"data": {"plants": [{"name": "rose"}, {"name": "rose"}]}}, asked("oak")),
        ({"data": None, "errors": [{"name": "rose"}]}, asked("oak")),
        (answer("rose"), asked("oak", first=5)),
        (answer("rose"), asked(7)),
    ],
    ids=["not about it", "a list of such", "an error", "asked otherwise", "a number"],
)
async def test_what_does_not_tell_of_one_thing_tells_nothing_of_another(told: Any, question: Any) -> None:
    assert await status(Mock(WRITE, recorded("rose", told)), question) == 404


async def test_what_was_the_same_for_all_is_so_for_another() -> None:
    same = {"data": {"plant": None}}
    mock = Mock(WRITE, recorded("rose", same), recorded("elm", same))
    assert await mock.ask("POST", "/graphql", asked("oak")) == (200, same)


async def test_words_that_are_searched_for_name_nothing() -> None:
    text = "query Find($term: String!) { plants(term: $term) { name } }"

    def find(term: str) -> dict[str, Any]:
        return {"operationName": "Find", "query": text, "variables": {"term": term}}

    mock = Mock(WRITE, ("POST", "/graphql", find("rose"), 200, {"data": {"plant": {"name": "rose"}}}))
    assert await status(mock, find("oak")) == 404


PLANTS = "query Plants { plants { id name bed __typename } }"
RED, OAK = "0b1c7d2e58a44c3f", "a81bc81bdead4e5d"


def listed(*plants: tuple[str, str, str]) -> tuple[Any, ...]:
    told = [{"id": key, "name": name, "bed": bed, "__typename": "Plant"} for key, name, bed in plants]
    return "POST", "/graphql", {"operationName": "Plants", "query": PLANTS}, 200, {"data": {"plants": told}}


def keyed(key: str, bed: str, name: str = "rose") -> dict[str, Any]:
    return {"data": {"plant": {"id": key, "name": name, "bed": bed, "__typename": "Plant"}}}


async def test_what_lists_tell_of_it_is_its_own() -> None:
    mock = Mock(WRITE, listed((RED, "rose", "south"), (OAK, "oak", "north")), recorded("rose", keyed(RED, "south")))
    assert await mock.ask("POST", "/graphql", asked("oak")) == (200, keyed(OAK, "north", "oak"))


async def test_a_key_tells_what_an_answer_is_about() -> None:
    told = {"data": {"plant": {"id": RED, "maySell": True}}}
    mock = Mock(WRITE, listed((RED, "rose", "south"), (OAK, "oak", "north")), recorded("rose", told))
    assert await mock.ask("POST", "/graphql", asked("oak")) == (200, {"data": {"plant": {"id": OAK, "maySell": True}}})


async def test_a_name_within_a_key_tells_it_too() -> None:
    mock = Mock(WRITE, recorded("red_rose", {"data": {"plant": {"id": '["red_rose"]', "n": 1}}}))
    assert await mock.ask("POST", "/graphql", asked("oak")) == (200, {"data": {"plant": {"id": '["oak"]', "n": 1}}})


async def test_moments_of_the_clock_do_not_tell_questions_apart() -> None:
    then = str(int(THEN * 1000))
    mock = Mock(WRITE, ("POST", "/graphql", asked("rose", since=then), 200, answer("rose")))
    now = str(int(mock.replay.session.clock.now() * 1000))
    assert await mock.ask("POST", "/graphql", asked("oak", since=now)) == (200, answer("oak"))
    assert await status(mock, asked("fig", since="1600000000000")) == 404
