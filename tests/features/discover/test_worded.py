"""Addresses that say what is meant and which one in one word; filters with several values; posts that answer lists."""

from __future__ import annotations

import pytest

from awe_author.features.discover.markup.addresses import Address, addresses
from awe_author.features.discover.pages.list_addresses import own_address
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, same
from tests.features.discover.worded import OPEN, Yard, recorded, sent_job


def test_two_kinds_of_one_folder_are_told_apart() -> None:
    draft = recorded().draft()
    roles = {(one.role, str(one.endpoint)) for one in draft.operations}
    assert ("create", "POST /yard/job [@action=new]") in roles
    assert ("update", "POST /yard/job* [@action=edit]") in roles, "what is no longer listed was changed, not deleted"
    assert ("delete", "POST /yard/mate* [@action=retire]") in roles
    assert {"jobs", "mates"} < {*draft.seed}
    assert sorted(draft.seed["mates"]) == ["1", "2", "3", "4", "5"]


async def test_the_mock_does_what_the_app_does() -> None:
    mock, app = Mock(recorded()), Yard()

    async def job(*told: str) -> None:
        path, sent = sent_job(*told)
        await same(app, mock, "POST", path, *sent)

    await same(app, mock, "GET", OPEN)
    await job("", "Calk the seams", "2", "2")
    await same(app, mock, "GET", OPEN)
    await same(app, mock, "GET", "/yard/job6")
    await job("1", "Paint both masts", "3", "2")
    await same(app, mock, "GET", OPEN)
    await same(app, mock, "GET", "/yard/job1")
    await same(app, mock, "GET", "/yard/job?@sort=id&@search_text=seams")
    await job("", "Clean the pump", "-1", "3")
    await same(app, mock, "GET", OPEN)
    await job("2", "Sew all sails", "2", "3")
    await same(app, mock, "GET", OPEN)
    await same(app, mock, "POST", "/yard/mate1", ("@action", "retire"))
    await same(app, mock, "GET", "/yard/mate")


TOLD = [
    ("/desk/issue7", [("/desk/*", "issue7"), ("/desk/issue*", "7")]),
    ("/desk/issue7?@said=yes", [("/desk/issue*", "7"), ("/desk/issue7?@said=*", "yes")]),
    ("/desk/issue7/notes", [("/desk/issue*/notes", "7"), ("/desk/issue7/*", "notes")]),
    ("/desk/7", [("/desk/*", "7")]),
    ("/wiki/Tea7", [("/wiki/*", "Tea7")]),
    ("/a/v1x", [("/a/*", "v1x")]),
    ("/a/x7", [("/a/*", "x7")]),
]


@pytest.mark.parametrize(("path", "wanted"), TOLD)
def test_the_word_before_a_number_may_say_the_kind(path: str, wanted: list[tuple[str, str]]) -> None:
    assert {*addresses(ORIGIN + path, ORIGIN + "/")} == {Address(*one) for one in wanted}


def test_a_list_at_the_address_of_one_is_one_for_all() -> None:
    assert own_address(f"{ORIGIN}/yard/mate3", "/yard/mate*", {"3"}) == f"{ORIGIN}/yard/mate*"
    assert own_address(f"{ORIGIN}/yard/mate3", "/yard/mate*", {"1"}) == f"{ORIGIN}/yard/mate3", "of nothing known"
    assert own_address(f"{ORIGIN}/yard/mate", "/yard/mate*", {"3"}) == f"{ORIGIN}/yard/mate"
    assert own_address(f"{ORIGIN}/yard/?id=3", "/yard/?id=*", {"3"}) == f"{ORIGIN}/yard/?id=3"
