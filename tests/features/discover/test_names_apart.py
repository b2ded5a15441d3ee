"""Which of several kinds with one name keeps it."""

from __future__ import annotations

from types import SimpleNamespace as Plain
from typing import Any

from awe_author.features.discover.from_pages import _name_apart


def kind(*written: int) -> Any:
    operations = [Plain(writes=True, calls=[0] * count) for count in written]
    return Plain(kind=Plain(name="mails"), operations=[*operations, Plain(writes=False, calls=[0] * 9)])


def test_the_kind_that_is_written_keeps_its_name() -> None:
    unwritten, written = kind(), kind(2, 1)
    _name_apart([written, unwritten], [])
    assert (written.kind.name, unwritten.kind.name) == ("mails", "mails_shown")


def test_kinds_of_calls_keep_theirs() -> None:
    of_pages, of_calls = kind(3), Plain(name="mails")
    _name_apart([of_pages], [of_calls])  # type: ignore[list-item]
    assert (of_pages.kind.name, of_calls.name) == ("mails_shown", "mails")
