"""A wiki behind one script: what is done by a parameter, trails of what was opened, sections, pages saved without a
text.
"""

from __future__ import annotations

import pytest

from awe_author.features.discover import Page
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.sent_fields import is_another
from awe_author.features.discover.pages.told_by_button import _test
from awe_author.twin.texts import page_text
from tests.features.discover.exchanges import Html, draft_of
from tests.features.discover.handbook import Handbook, toured
from tests.features.discover.site import Mock, same


def kind_of(sent: dict[str, str]) -> PageKind:
    return PageKind(Kind("wikis", "id", [], 0.8), "/wiki.php?id=*", sent=sent)


BIKES = "== Bicycles ==\nThree bicycles stand at the gate.\n== Keys ==\nKeys hang in the corridor."


def mock_of(app: Handbook) -> Mock:
    mock = Mock(toured(app))
    mock.replay.session.restart_on_fresh_browser = False  # it has no cookies
    return mock


async def test_json_that_says_which_page_it_is_on_is_no_entity() -> None:
    draft = toured(Handbook()).draft()
    assert [part.kind.source for part in draft.parts] == ["page"]


def test_json_of_an_entity_is_one_though_only_documents_have_it() -> None:
    texts = {"tea": "Green tea", "oat": "Oat milk", "rye": "Rye bread"}
    script = '<script>var ITEM = {{"id":"{}","name":"{}"}};</script>'
    draft = draft_of(
        *(("GET", f"/items?id={key}", None, 200, Html(script.format(key, name))) for key, name in texts.items())
    )
    assert [kind.name for kind, _ in draft.left_kinds] + [part.kind.name for part in draft.parts] == ["items"]


async def test_pages_go_by_what_is_done_with_them() -> None:
    mock, live = mock_of(Handbook()), Handbook()
    for path in ("/wiki.php?id=travel:booking", "/wiki.php?id=travel:booking&do=index",
                 "/wiki.php?id=travel:money&do=index", "/wiki.php?id=travel:booking"):  # fmt: skip
        await same(live, mock, "GET", path)


@pytest.mark.parametrize("app", [{}, {"newest_first": True}, {"trail": 4}])
async def test_a_trail_is_made_of_what_was_opened(app: dict[str, bool]) -> None:
    mock, live = mock_of(Handbook(**app)), Handbook(**app)
    for key in ("travel:money", "start", "travel:booking", "travel:money"):
        for path in (f"/wiki.php?id={key}", "/wiki.php?id=start&do=index"):
            live_said, said = live("GET", path, ()), await mock.ask("GET", path)
            trails = [page_text(one.html).partition("Trail: ")[2].partition("\n")[0] for one in (live_said, said)]
            assert trails[0] == trails[1] != ""


async def test_a_trail_that_what_was_opened_does_not_explain_is_left_alone() -> None:
    draft = toured(Handbook(random=True)).draft()
    assert not any("opened" in one.document.get("let", {}) for one in draft.features)


async def test_a_page_saved_without_a_text_is_gone_and_stays_in_the_trail() -> None:
    mock, live = mock_of(Handbook()), Handbook()
    for key in ("start", "travel:booking"):
        await same(live, mock, "GET", f"/wiki.php?id={key}")
    form = ("id", "travel:booking"), ("words", "")
    await same(live, mock, "POST", "/wiki.php?id=travel:booking&do=edit", *form)
    await same(live, mock, "GET", "/wiki.php?id=start&do=index")


async def test_sections_are_closed_by_their_buttons_where_there_are_several() -> None:
    mock, live = mock_of(Handbook()), Handbook()
    for words in (BIKES, "One line about bicycles."):
        await same(
            live, mock, "POST", "/wiki.php?id=office:bicycles&do=edit", ("id", "office:bicycles"), ("words", words)
        )
        await same(live, mock, "GET", "/wiki.php?id=office:bicycles")


async def test_links_in_what_one_page_says_are_no_list_of_all() -> None:
    mock, live = mock_of(Handbook()), Handbook()
    await same(live, mock, "GET", "/wiki.php?id=start")
    assert not any(
        "ul.see" in str(one.document["show"]) for one in mock.draft.features if "list" in str(one.document["id"])
    )


@pytest.mark.parametrize(
    ("sent", "shown", "another"),
    [
        ("1795534237", "2026/11/24 15:30", True),
        ("1450000000", "1,450,000,000.00", False),
        ("7", "Ada Vance", True),
        ("310", "310.50", False),
    ],
)
def test_the_second_of_a_moment_is_not_what_a_column_says_in_words(sent: str, shown: str, another: bool) -> None:
    row = Row("tea", {"date": shown}, {})
    page = Page("https://app.test/wiki.php?do=recent", "", "", 4)
    rows = Rows("/wiki.php?id=*", "ul", "li", [row])
    assert is_another("date", kind_of({"date": "date"}), [("tea", 5, sent)], [(page, rows)]) is another


@pytest.mark.parametrize("token", ["17e0dd97318e4bb443ccdf77ec0b4531", "1795534237"])
def test_a_token_that_each_post_has_of_its_own_tells_no_button(token: str) -> None:
    assert _test([{"check": token}], [{"check": "5ad8bec543101c0e9e3490ff"}], kind_of({})) == ("", False)
    assert _test([{"go": "drop"}], [{"go": "keep"}], kind_of({})) == ("body.get('go', '') == 'drop'", True)


def test_a_text_that_is_left_empty_tells_what_deletes() -> None:
    bodies = [{"words": " ", "check": "abc"}], [{"words": "Tea grows here.", "check": "def"}]
    assert _test(*bodies, kind_of({"words": "words"})) == ("string(body.get('words', '')).trim() == ''", True)
