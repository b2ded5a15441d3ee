"""Texts that speak of something, and texts that do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awe_author.evaluation.policies.likeness import contains, likeness, names, speaks_of


def subsequence(one: str, other: str) -> int:
    """Length of the longest common subsequence, as textbooks have it."""
    row = [0] * (len(other) + 1)
    for letter in one:
        before = row[:]
        for place, against in enumerate(other, 1):
            row[place] = before[place - 1] + 1 if letter == against else max(row[place - 1], before[place])
    return row[-1]


@given(st.text("abc", min_size=1, max_size=8), st.text("abcd", min_size=1, max_size=14))
def test_likeness_is_that_of_the_best_window(one: str, other: str) -> None:
    short, long = sorted((one, other), key=len)
    windows = [long[max(0, at) : at + len(short)] for at in range(1 - len(short), len(long))]
    best = max(200 * subsequence(short, window) / (len(short) + len(window)) for window in windows if window)
    assert likeness(one, other) == pytest.approx(best)


@given(st.text(min_size=1, max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_a_part_is_wholly_alike(part: str, before: str, after: str) -> None:
    assert likeness(part, before + part + after) == 100.0


def test_words() -> None:
    assert contains("  Delete\n contact", "delete contact")
    assert not contains("anything", " ")
    assert names("Create a brand new project", "create new project")
    assert not names("project to create", "create project")
    assert speaks_of("May I creat the project?", "create project")
    assert not speaks_of("I have read it", "save")
    assert not speaks_of("Which account is meant?", "delete contact")
