"""Rows that scripts write, whose entities are opened and changed in frames."""

from __future__ import annotations

import json

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.from_calls import from_calls
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.pages.called_rows import ways_around
from awe_author.features.discover.pages.field_parts import parts_by_field
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.scripted_orders import order_of
from awe_author.features.discover.pages.single_lists import single_lists, without_lists
from awe_author.features.scripts import calls_in
from tests.features.discover.crew import DELETE, LIST, SAVE, Crew, find, sent, show, tour
from tests.features.discover.exchanges import ORIGIN, exchange, feature
from tests.features.discover.site import Mock, same


async def told(app: Crew, mock: Mock, path: str) -> None:
    """The mock says the same in JSON."""
    assert json.loads((await mock.ask("GET", path, how="part")).html) == json.loads(app("GET", path, ()).html)


async def test_people_of_a_list_that_a_script_writes_are_made_changed_found_and_deleted() -> None:
    app, mock = Crew(), Mock(tour())
    await told(app, mock, LIST)
    await same(app, mock, "POST", SAVE, *sent("Ines", "Moreau", "ines@atelier.test"))
    await told(app, mock, LIST)
    await same(app, mock, "POST", SAVE, *sent("Bela", "Kovacs", "bela@mill.test", "36 1 555"))
    await told(app, mock, LIST)
    await same(app, mock, "GET", show("1"))
    await same(app, mock, "GET", show("2"))
    await told(app, mock, find("kov"))
    await same(app, mock, "POST", SAVE, *sent("Agnes", "Moreau", "agnes@atelier.test", key="1"))
    await told(app, mock, LIST)
    await same(app, mock, "GET", show("1"))
    await same(app, mock, "POST", SAVE, *sent("Cleo", "Adams", "cleo@pier.test"))
    for key in "213":
        said = await mock.ask("POST", DELETE, ("member", key), ("dock", "2"), how="part")
        assert json.loads(said.html) == json.loads(app("POST", DELETE, [("member", key), ("dock", "2")]).html)
        await told(app, mock, LIST)


async def test_what_a_post_answers_tells_the_page_around_it() -> None:
    app, mock = Crew(), Mock(tour())
    new = sent("Ines", "Moreau", "ines@atelier.test"), sent("Bela", "Kovacs", "bela@mill.test")
    for one in (*new, sent("Agnes", "More </b>", "agnes@atelier.test", key="2")):
        said = await mock.ask("POST", SAVE, *one)
        live = app("POST", SAVE, one)
    for name in ("renew", "set_env"):
        ours, theirs = ([call.arguments for call in calls_in(one.html) if call.name == name] for one in (said, live))
        assert ours == theirs != []
    assert "More </b>" not in said.html


def test_the_form_that_was_seen_of_one_person_only_keeps_what_others_have_as_well() -> None:
    draft = tour().draft()
    shown = feature(draft, "crews.edit.page")["show"]
    key = "state.crews[segments[0]].id"
    assert [one["set"] for one in shown if key in str(one["set"])] == [{"value": key}]
    create = feature(draft, "crews.create.form")
    assert create["with"] == {
        "first": "body.get('first', '')", "last": "body.get('last', '')", "mail": "body.get('mail[]', [''])[0]",
        "phone": "body.get('phone[]', [''])[0]",
    }  # fmt: skip
    assert "body.get('member', '') == ''" in create["on"]["where"]


def test_lists_are_in_the_order_that_explains_all_answers() -> None:
    ada, ben, cleo = ({"id": key, "name": name} for key, name in (("2", "Ada"), ("10", "ben"), ("1", "Cleo")))
    key = "int(item.id)"
    assert order_of("all", [[ben, ada], [cleo]], ["name"], key) == f"all.sortBy(item, {key}).reverse()"
    assert order_of("all", [[ada, ben]], ["name"], key) == f"all.sortBy(item, {key})"
    named = "all.sortBy(item, string(item.get('name', '')).lowerAscii())"
    assert order_of("all", [[ada, ben, cleo], [ada, cleo]], ["name"], key) == named
    assert order_of("all", [[cleo, ben], [cleo, ben, ada]], ["name"], key) == f"{named}.reverse()"
    assert order_of("all", [[ben, cleo, ada], [ben, ada]], ["name"], key) == f"all.sortBy(item, {key}).reverse()"
    assert order_of("all", [[ada]], ["name"], key) == f"all.sortBy(item, {key})"


def test_keys_with_more_around_them_are_known() -> None:
    assert ways_around(["7-2", "12-2"], {"7", "12", "2"}) == [("", "-2")]
    assert ways_around(["72"], {"7", "2"}) == []
    assert ways_around(["x:7"], {"7"}) == [("x:", "")]


def test_fields_sent_as_lists_are_plain_where_forms_have_one_of_that_name() -> None:
    def shown(fields: str) -> list[Shown]:
        html = f'<form method="post" action="/save">{fields}</form>'
        return [Shown(Page(ORIGIN, "", html, 1), [], [], parse(html))]

    raws = [exchange(1, "POST", "/save", "mail%5B%5D=ada%40quay.test&tag%5B%5D=red")]
    posts = from_calls(raws).calls
    one = '<input name="mail[]"><input type=checkbox name="tag[]" value=red>'
    assert single_lists(shown(one), posts) == {"mail[]"}
    assert single_lists(shown(one + '<input name="mail[]">'), posts) == set()
    assert single_lists([], posts) == set()
    several = from_calls([*raws, exchange(2, "POST", "/save", "mail%5B%5D=a&mail%5B%5D=b")]).calls
    assert single_lists(shown(one), several) == set()
    assert without_lists(posts[0], {"mail[]"}).body == {"mail[]": "ada@quay.test", "tag[]": ["red"]}


def test_parts_go_by_a_field_only_where_it_is_known_of_all() -> None:
    draft = tour().draft()
    kind = next(part for part in draft.parts if part.kind.name == "crews")
    with_phone, without = (f"<div class=names>Ada</div>{more}" for more in ("<p class=phone>Phone 55 11</p>", ""))
    pages: list[tuple[Shown, str, dict[str, str]]] = [
        (Shown(Page(ORIGIN, "", html, 1), [], [], parse(html)), key, values)
        for html, key, values in ((with_phone, "1", {"phone": "55 11"}), (without, "2", {}))
    ]
    one = PageKind(kind.kind, "/?member=*", sent={"phone[]": "phone"})
    assert parts_by_field(one, kind, pages, frozenset()) == [("phone", ("p", "", "phone"), False)]
    assert parts_by_field(one, kind, [pages[0], (pages[1][0], "9", {})], frozenset()) == []
