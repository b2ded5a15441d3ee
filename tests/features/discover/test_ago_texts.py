"""Texts in JSON that say how long ago a moment beside them was."""

from __future__ import annotations

from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pytest

from tests.features.discover.exchanges import DATE
from tests.features.discover.mock import Mock

SEEN = parsedate_to_datetime(DATE)
Row = dict[str, Any]


def before(**far: float) -> str:
    return (SEEN - timedelta(**far)).isoformat().replace("+00:00", "Z")


def note(number: int, ago: str, **far: float) -> Row:
    return {"id": number, "words": f"Note {number}", "made_at": before(**far), "made_ago": ago}


async def age_after(*notes: Row, **far: float) -> str:
    """What is said of a note that is made older; the mock's clock stands at the date of the answers."""
    other = {**notes[1], "words": "Other"}
    mock = Mock(
        ("GET", "/api/notes", None, 200, [*notes]),
        ("PATCH", "/api/notes/2", {"words": "Other", "made_at": other["made_at"]}, 200, other),
        ("GET", "/api/notes/2", None, 200, other),
    )
    await mock.ask("PATCH", "/api/notes/1", {"made_at": before(**far)})
    said = (await mock.ask("GET", "/api/notes"))[1]
    assert [one["made_ago"] for one in said[1:]] == [one["made_ago"] for one in notes[1:]]
    return str(said[0]["made_ago"])


@pytest.mark.parametrize("blank", [" ", "\u00a0"])
async def test_it_follows_the_moment(blank: str) -> None:
    notes = (
        note(1, f"3{blank}minutes ago", minutes=3),
        note(2, f"2{blank}hours ago", hours=2.5),
        note(3, f"1{blank}day ago", days=1),
    )
    assert await age_after(*notes, days=3.2) == f"3{blank}days ago"


async def test_one_that_the_moment_does_not_explain_stays() -> None:
    notes = note(1, "3 minutes ago", minutes=3), note(2, "2 hours ago", hours=9), note(3, "1 day ago", days=1)
    assert await age_after(*notes, days=3) == "3 minutes ago"


async def test_where_only_the_first_minute_was_seen_minutes_are_counted() -> None:
    notes = [note(number, "0\u00a0minutes", seconds=9 * number) for number in (1, 2, 3)]
    assert await age_after(*notes, minutes=7.5) == "7\u00a0minutes"
    notes = [note(number, "just now", seconds=9 * number) for number in (1, 2, 3)]
    assert await age_after(*notes, minutes=7.5) == "just now"
