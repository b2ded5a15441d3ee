"""The singular of what kinds are called."""

from __future__ import annotations

import pytest

from awe_author.features.discover.common.names import singular


@pytest.mark.parametrize(
    ("many", "one"),
    [("aliases", "alias"), ("alias", "alias"), ("mail_aliases", "mail_alias"), ("canvases", "canvas"),
     ("areas", "area"), ("releases", "release"), ("cases", "case"), ("atlas", "atlas")],
)  # fmt: skip
def test_words_that_end_in_as(many: str, one: str) -> None:
    assert singular(many) == one
