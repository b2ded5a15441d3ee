"""Posts that give an entity another name, answered in place with a page about both names."""

from __future__ import annotations

import pytest

from awe_author.features.discover.exchanges.calls import call_of
from awe_author.features.discover.pages.renamed import Renamed, answer_shows, renamed_in
from tests.features.discover.exchanges import exchange
from tests.features.discover.notebook import Notebook
from tests.features.discover.site import Mock, Tour, same


def toured(*, stays: bool) -> Tour:
    """One page is written, and then called otherwise."""
    made = Tour(Notebook(stays=stays))
    for path in ("/n/all", "/n/Kettle", "/do?name=Green_tea&action=write"):
        made.ask("GET", path)
    made.ask("POST", "/do?name=Green_tea&action=write", ("words", "Leaves in hot water."))
    for path in ("/n/all", "/n/Green_tea", "/do?name=Green_tea&action=move"):
        made.ask("GET", path)
    made.ask("POST", "/do?name=all&action=move", ("old", "Green tea"), ("new", "Tea of leaves"), ("why", "clearer"))
    for path in ("/n/Tea_of_leaves", "/n/all"):
        made.ask("GET", path)
    return made


@pytest.mark.parametrize("stays", [False, True])
async def test_what_gets_another_name_is_as_it_was_under_that(stays: bool) -> None:
    mock, app = Mock(toured(stays=stays)), Notebook(stays=stays)
    await same(app, mock, "POST", "/do?name=Soup&action=write", ("words", "Barley, boiled for long."))
    await same(app, mock, "POST", "/do?name=all&action=move", ("old", "Soup"), ("new", "Thick soup"), ("why", ""))
    for path in ("/n/Thick_soup", "/n/all"):
        await same(app, mock, "GET", path)
    assert ('class="led"' in (await mock.ask("GET", "/n/all")).html) is stays


def test_only_what_says_so_and_names_one_that_was_there_gives_another_name() -> None:
    assert "rename_n" in str(toured(stays=False).draft().model["x-actions"])
    call = call_of(exchange(9, "POST", "/pages", "parent=Green+tea&title=Soup"))
    assert renamed_in([(call, "create", "Soup")], []) == {}


def test_what_the_answer_says_of_another_one_is_there_where_there_is_such_a_one() -> None:
    call = call_of(exchange(9, "POST", "/move", "old=Green+tea&new=Mint"))
    answer = '<p>"Green tea" is "Mint"</p><ul><li><a href="/n/Talk:Green_tea">Its talk</a> moved, too</li></ul>'
    object.__setattr__(call, "html", f"<html><body>{answer}</body></html>")
    shows = answer_shows(Renamed(call, "Green_tea", "Mint", "old", "new", False), ["Green_tea", "Talk:Green_tea"], "ns")
    assert {"hidden": "!('Talk:' + body.get('old', '').replace(' ', '_') in state.ns)"} in [
        one["set"] for one in shows if isinstance(one, dict)
    ]
