"""Forms that offer the present moment for what has none of its own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.span_fields import Times
from awe_author.features.discover.markup.split_moments import SplitMoment
from awe_author.features.discover.pages.pages import LISTED_ON
from awe_author.features.discover.pages.present_moments import without_present

PARTS = SplitMoment(("aa", "mm", "jj", "hh", "mn"))
OPENED = datetime(2026, 11, 27, 1, 24, 40, tzinfo=UTC).timestamp()
OWN = {"aa": "2026", "mm": "10", "jj": "19", "hh": "07", "mn": "50"}


def at(seq: int) -> Call:
    return Call(seq, "GET", "GET", "https://press.test", "/list", (), "", "", False, {}, 200, None, "", "", "")


def look(seq: int, hour: str, minute: str = "24") -> tuple[Call, dict[str, Any]]:
    return at(seq), {"id": "10", "title": "Menu", "aa": "2026", "mm": "11", "jj": "27", "hh": hour, "mn": minute}


ROW = (at(3), {"id": "10", "title": "Menu", LISTED_ON: ["/list"], **OWN})


@pytest.mark.parametrize(
    ("form", "posts", "kept"),
    [
        (look(8, "01"), [], False),
        (look(8, "06", "54"), [], False),  # half past five hours ahead
        (look(8, "01", "31"), [], True),  # seven minutes later
        (look(8, "01"), [5], True),  # it was written in between
    ],
)
def test_what_rows_say_otherwise_is_no_moment_of_the_entity(
    form: tuple[Call, dict[str, Any]], posts: list[int], kept: bool
) -> None:
    times = Times([2, 7], [OPENED - 60, OPENED])
    found = without_present(PARTS, [ROW, form], [(at(seq), "update", "10") for seq in posts], times)
    assert found[0] == ROW
    assert found[1][1] == (form[1] if kept else {"id": "10", "title": "Menu"})


def test_without_a_row_a_form_is_believed() -> None:
    assert without_present(PARTS, [look(8, "01")], [], Times([7], [OPENED])) == [look(8, "01")]
    assert without_present(None, [ROW, look(8, "01")], [], Times([7], [OPENED])) == [ROW, look(8, "01")]
