"""Sessions that begin at a moment of another one share nothing with it."""

from __future__ import annotations

from dataclasses import fields

from awe_author.replay.doors import copied
from awe_author.replay.session import Progress


def test_a_copy_of_the_progress_shares_nothing_that_changes_in_place() -> None:
    progress = Progress(posted={"abc": ["4"]})
    copy = copied(progress)
    assert copy == progress
    for field in fields(Progress):
        value = getattr(progress, field.name)
        if isinstance(value, dict | set | list):
            assert getattr(copy, field.name) is not value, field.name
    assert copy.posted["abc"] is not progress.posted["abc"]
