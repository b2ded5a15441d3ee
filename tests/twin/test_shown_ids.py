"""Ids of the run as screens show them: `awe_author/twin/likeness.py`."""

import pytest

from awe_author.twin.likeness import Correspondence

LIVE, MOCK = "7ee28f0c4b1d4e6fa2b39c8d1749e975", "04c1d8a95f3e42b7b6605a1f2e8d33b1"
OTHER = "7ee28aaa4b1d4e6fa2b39c8d174aaaaa"


@pytest.mark.parametrize(
    ("live", "expected"),
    [
        (f"user {LIVE}", f"user {MOCK}"),
        ("user 7ee28f0c", "user 04c1d8a9"),
        ("user 7ee28...9e975", f"user 04c1d...{MOCK[-5:]}"),
        ("7ee28f\u2026e975 paid", f"04c1d8\u2026{MOCK[-4:]} paid"),
        ("7ee28...aaaaa", "7ee28...aaaaa"),
        ("from 7ee...to", "from 7ee...to"),
    ],
)
def test_an_id_is_the_mocks_also_where_it_is_shortened(live: str, expected: str) -> None:
    ids = Correspondence()
    assert ids.learn(LIVE, MOCK)
    assert ids.to_mock(live) == expected


def test_nothing_is_said_where_two_ids_are_shortened_alike() -> None:
    ids = Correspondence()
    assert ids.learn(LIVE, MOCK)
    assert ids.learn(OTHER[:-5] + LIVE[-5:], MOCK[::-1])
    assert ids.to_mock("7ee28...9e975") == "7ee28...9e975"
