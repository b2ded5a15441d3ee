"""What a recording tells of things beside what is asked about them."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.replay.known_things import KnownThings

RED, OAK = "0b1c7d2e58a44c3f", "a81bc81bdead4e5d"


def plant(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "__typename": "Plant", **more}


LISTS = [
    {"plants": [plant("rose", id=RED, bed="south", tours=["all", "red"], notes=[{"n": 1}])]},
    {"plants": [plant("oak", id=OAK, bed="north", tours=["all"], notes=[])]},
    {"keyed": [{"key": {"path": [one]}, "__typename": "Tree", "high": high} for one, high in (("elm", 9), ("fir", 7))]},
    {"now": plant("oak", status="DRY"), "then": plant("rose", status="WET")},
]  # fmt: skip
THINGS = KnownThings(LISTS)
NAMES = {"rose": "oak"}


def test_the_keys_of_what_is_called_so() -> None:
    assert THINGS.keys(NAMES) == {RED: OAK}
    assert THINGS.keys({"rose": "fig"}) == {}
    assert KnownThings([*LISTS, {"more": plant("oak", id=RED)}]).keys(NAMES) == {}  # not always


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (plant("rose", bed="south", at=5), plant("oak", bed="north", at=5)),
        (plant("rose", bed="west"), plant("oak", bed="west")),  # not what is known of the rose
        ({"name": "rose", "bed": "south"}, {"name": "oak", "bed": "south"}),  # of no type
        (plant("rose", notes=[{"n": 2}]), plant("oak", notes=[])),  # it never has any
        ([plant("rose", bed="south")], [plant("oak", bed="north")]),
        (plant("rose", status="WET"), plant("oak", status="DRY")),
    ],
)
def test_what_is_known_of_the_one_that_is_called_so_now(answer: Any, shown: Any) -> None:
    assert THINGS.exchanged(answer, NAMES) == shown


def test_by_the_path_in_a_key() -> None:
    tree = {"key": {"path": ["elm"]}, "__typename": "Tree", "high": 9}
    assert THINGS.exchanged(tree, {"elm": "fir"}) == {**tree, "key": {"path": ["fir"]}, "high": 7}


def test_states_are_left_once_they_were_written() -> None:
    told = plant("rose", status="WET", bed="south")
    assert THINGS.exchanged(told, NAMES, written=True) == {**told, "name": "oak"}


def test_lists_of_all_that_have_a_name_in_a_list_of_theirs() -> None:
    both = [plant("rose"), plant("oak")]
    assert THINGS.exchanged(both, {"all": "red"}) == [plant("rose")]
    assert THINGS.exchanged(both, {"red": "all"}) == both
    assert THINGS.exchanged([*both, 1], {"all": "red"}) == [*both, 1]


def test_what_is_called_as_before_is_no_other_thing() -> None:
    step = {"name": "b61d0f47d547", "__typename": "Step", "of": "rose"}
    told = KnownThings([{"step": step}])
    assert told.exchanged(step, {"rose": "oak", "b61d0f47d547": "b61d0f47d547"}) == {**step, "of": "oak"}


def test_a_list_that_was_empty_stays_so() -> None:
    told = KnownThings([{"a": plant("rose", below=[]), "b": plant("oak", below=[{"n": 1}])}])
    assert told.exchanged(plant("rose", below=[]), NAMES) == plant("oak", below=[])
