"""How near two paths are."""

from __future__ import annotations

import pytest

from awe_author.replay.places import nearness, place_of


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://app.test", ("",)),
        ("https://app.test/?tab=2", ("",)),
        ("https://app.test/wiki/Old%20Tea/?tab=2#top", ("wiki", "Old Tea")),
    ],
)
def test_a_path_is_its_segments(url: str, place: tuple[str, ...]) -> None:
    assert place_of(url) == place


def test_the_beginning_counts_most_then_the_length_then_what_is_alike() -> None:
    asked = place_of("https://app.test/boats/7/edit")
    paths = ["/boats/3/edit", "/boats/3/log", "/boats/7", "/boats", "/crews/7/edit", "/crews"]
    nearest = sorted(paths, key=lambda path: nearness(asked, place_of("https://app.test" + path)), reverse=True)
    assert nearest == ["/boats/7", "/boats/3/edit", "/boats/3/log", "/boats", "/crews/7/edit", "/crews"]
