"""The event at which something became what it is, found with few looks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from awe_author.evaluation.turning import NEAR, last_change


@given(st.integers(0, 500), st.integers(1, 501))
def test_what_turns_once_is_found_with_few_looks(turn: int, length: int) -> None:
    looked = []

    def same(place: int) -> bool:
        looked.append(place)
        return place >= turn

    places = list(range(length))
    if turn < length:
        assert last_change(places, same) == turn
        assert len(looked) <= NEAR + 2 * length.bit_length() + 2


@given(st.lists(st.booleans(), min_size=1, max_size=NEAR))
def test_among_the_last_events_every_turn_is_found(values: list[bool]) -> None:
    end = values[-1]
    wanted = len(values) - 1
    while wanted > 0 and values[wanted - 1] == end:
        wanted -= 1
    assert last_change(list(range(len(values))), lambda place: values[place] == end) == wanted
