"""Forms with a box for each of several other things, rows of two lists below one address, words that change by
themselves."""

from __future__ import annotations

from tests.features.discover.club import ADD, HOME, Club, outing, recorded
from tests.features.discover.site import Mock, same


def test_a_post_with_several_choices_is_about_the_one_that_its_form_is_about() -> None:
    draft = recorded().draft()
    roles = {(one.role, one.endpoint.path) for one in draft.operations}
    assert {("create", "/club/add"), ("update", "/club/edit/*"), ("delete", "/club/delete/*")} <= roles


def test_a_post_to_the_address_of_another_list_s_row_is_about_that_row() -> None:
    draft = recorded().draft()
    kinds = {one.endpoint.path: one.kind.name for one in draft.operations}
    assert kinds["/club/members/*/edit"] != kinds["/club/edit/*"]
    assert len({kinds[path] for path in ("/club/members/*/edit", "/club/members/add")}) == 1


async def test_words_of_a_list_are_as_they_were_when_it_was_seen_first() -> None:
    mock, app = Mock(recorded()), Club()
    assert [mock.draft.seed["clubs"][key]["who"] for key in "123"] == ["All", "Ada, Ben", "All"]
    await same(app, mock, "GET", HOME)
    await same(app, mock, "POST", "/club/edit/3", *outing("2025-02-21", "A night walk", "1234"))
    await same(app, mock, "POST", ADD, *outing("2025-05-05", "Kite hill", "1234"))
    await same(app, mock, "POST", "/club/delete/1")


async def test_columns_fill_forms_that_were_never_opened() -> None:
    mock, app = Mock(recorded()), Club()
    await same(app, mock, "GET", "/club/edit/3")
