"""Moments of a run are recognised in values and texts, and no other."""

from __future__ import annotations

import pytest

from awe_author.twin.moments import AGO, MARK, Window, masked, moment_of
from tests.twin.talk import LIVE

WINDOW = Window(LIVE, LIVE + 60)  # 2026-11-18 10:26:40 to 10:27:40 UTC


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        ("2026-11-18T10:26:40Z", LIVE),
        ("²²²²²²²²", None),
        ("١٧٦٣٤٦١٦٠٠", None),
        ("2026-11-18T11:26:40+01:00", LIVE),
        ("2026-11-18 10:26:40.250", LIVE + 0.25),
        ("Wed, 18 Nov 2026 10:26:40 GMT", LIVE),
        (LIVE, LIVE),
        (int(LIVE * 1000), LIVE),
        (str(int(LIVE)), LIVE),
        ("a word", None),
        ("2026-13-40T10:26:40Z", None),
        (42, None),
        (True, None),
        (None, None),
    ],
)
def test_what_a_value_means(value: object, moment: float | None) -> None:
    assert moment_of(value) == (pytest.approx(moment) if moment is not None else None)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Added 2026-11-18 10:27", f"Added {MARK}"),
        ("Added on Nov 18, 2026 at 10:27 AM", f"Added on {MARK}"),
        ("18 November 2026, 10:28", MARK),
        ("11/18/2026 10:26 am", MARK),
        ("seen at 11:27 elsewhere", f"seen at {MARK} elsewhere"),
        ("less than a minute ago", AGO),
        ("Added by Redmine Admin less than a minute ago.", f"Added by Redmine Admin {AGO}."),
        ("Mara, 2 minutes ago", f"Mara, {AGO}"),
        ("Created on 2026-11-18.10:27:31 by Mara", f"Created on {MARK} by Mara"),
        ("Created on 2026-11-18.03:27:31 by Mara", None),
        ("3/4 hours ago", AGO),
        ("1 1/2 hours ago", AGO),
        ("1/2 an hour ago", AGO),
        ("3/4 of an hour", None),
        ("Added 2026-03-02 10:27", None),
        ("Mar 2, 2026", None),
        ("The call takes 20 minutes", None),
        ("Issue 18 of 2026", None),
        ("score 3:2", None),
        ("took 0:26:41", None),
        ("0:27 left", None),
        ("at 00:26", f"at {MARK}"),
        ("at 10:26:41.824", f"at {MARK}"),
        ("took 10.26s", None),
    ],
)
def test_texts(text: str, shown: str | None) -> None:
    """None: the text stays as it is."""
    assert masked(text, WINDOW) == (text if shown is None else shown)


def test_a_window_may_have_further_stretches() -> None:
    window = Window(LIVE, LIVE + 60, ((LIVE - 86_400 * 300, LIVE - 86_400 * 300 + 60),))
    assert window.holds(LIVE - 86_400 * 300 + 10)
    assert not window.holds(LIVE - 86_400 * 200)
    assert masked("2026-01-22 10:26:50", window) == MARK
