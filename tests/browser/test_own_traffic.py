"""Calls of the browser itself."""

from __future__ import annotations

import pytest

from awe_author.browser.own_traffic import is_browsers_own


@pytest.mark.parametrize(
    ("url", "own"),
    [
        ("https://android.clients.google.com/checkin", True),
        ("https://clients2.google.com:443/time/1/current", True),
        ("https://accounts.google.com/signin", False),
        ("https://crm.test/?next=https://clients2.google.com/", False),
        ("https://clients2.google.com.crm.test/", False),
        ("https://[broken/", False),
    ],
)
def test_they_are_told_from_those_of_pages(url: str, own: bool) -> None:
    assert is_browsers_own(url) is own
