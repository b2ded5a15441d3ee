"""Bodies as values."""

from __future__ import annotations

import pytest

from awe_author.archive.request_body import NotJson, parse_json


@pytest.mark.parametrize("long", ["", ', "id": 1234567890123456789'])
@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_what_is_no_number_makes_no_document(number: str, long: str) -> None:
    with pytest.raises(NotJson):
        parse_json(f'{{"value": {number}{long}}}')


def test_long_numbers_beside_fractions_stay_exact() -> None:
    assert parse_json('{"id": 1234567890123456789, "part": 0.5}') == {"id": 1234567890123456789, "part": 0.5}
