"""Words of expressions are exchanged, never those that stand in quotes."""

from __future__ import annotations

import pytest

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.replaced import replaced
from awe_author.features.discover.pages.pieces import OF_REQUESTS, keyed

KEY = "string(query.get('id', ''))"


@pytest.mark.parametrize(
    "said", ["Use segments[0] here", "it's segments[0]", 'a "b" segments[0]', "\\", "'segments[0]'"]
)
def test_what_is_shown_by_a_key_keeps_its_words(said: str) -> None:
    show = {"select": "h1", "set": {"text": f"{text(said)} + state.items[segments[0]].name"}}
    wanted = {"select": "h1", "set": {"text": f"{text(said)} + state.items[{KEY}].name"}}
    assert keyed([show], KEY) == [wanted]


def test_expressions_of_pages_become_those_of_requests_beside_their_texts() -> None:
    said = f"{text('see page.query docs')} + string(page.query.get('page.url', page.path))"
    assert replaced([said], OF_REQUESTS) == ["'see page.query docs' + string(query.get('page.url', path))"]


def test_whole_words_only_that_begin_a_path() -> None:
    names = {"rows": "rows_2", "row": "line"}
    assert replaced("rows.size() + state.rows + rowset + row", names) == "rows_2.size() + state.rows + rowset + line"
    assert replaced("segments[0] + item.segments[0] + segments[01]", {"segments[0]": "id"}) == (
        "id + item.segments[0] + segments[01]"
    )


def test_keys_stay_and_what_is_kept() -> None:
    template = {"row": {"each": "row", "as": "row", "set": {"row": "row"}}, "n": [1, None, "row"]}
    made = {"row": {"each": "line", "as": "row", "set": {"row": "line"}}, "n": [1, None, "line"]}
    assert replaced(template, {"row": "line"}, ("as",)) == made
    assert replaced(template, {}) == template
