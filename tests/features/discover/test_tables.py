"""Plain tables of records: opaque keys in links, heads that sort, posts to addresses that name a row."""

from __future__ import annotations

import base64

import pytest

from awe_author.features.discover import Draft, Page, Recorded, discover
from awe_author.features.discover.common.keys import encoded
from tests.features.discover.exchanges import ORIGIN, exchange, feature, form, found
from tests.features.discover.test_draft import act, check

PLANTS = [(1, "Fern", "3"), (2, "Oak", "80"), (3, "Aster", "1")]
NEW = (4, "Birch", "9")


def key(number: int) -> str:
    return base64.urlsafe_b64encode(f"[{number}]".encode()).decode().rstrip("=")


def table(*plants: tuple[int, str, str], sort: str = "") -> str:
    head = '<th><a href="/plants/all/?order={}{}">{}{}</a></th>'
    signs = {True: ("-", "^"), False: ("", "")}
    names = enumerate(("id", "name", "age"), 1)
    heads = "".join(head.format(signs[str(n) == sort][0], n, name, signs[str(n) == sort][1]) for n, name in names)
    rows = "".join(
        f'<tr><td class="num">{n}</td><td>{name}</td><td class="num">{age}</td>'
        f'<td><a href="/plants/row/{key(n)}/">View</a> <a href="/plants/drop/{key(n)}/">Drop</a></td></tr>'
        for n, name, age in plants
    )
    return f'<table class="all"><thead><tr>{heads}<th></th></tr></thead><tbody>{rows}</tbody></table>'


def one(plant: tuple[int, str, str]) -> str:
    return f"<h3>Plant {plant[0]} of all</h3><table><tr><th>name</th><td>{plant[1]}</td></tr></table>"


def whole(body: str) -> str:
    return f"<html><body>{body}</body></html>"


def garden() -> Draft:
    fields = '<form method="post" action="/plants/add/"><input name="name"><input name="age"></form>'
    seen = [
        (1, "/plants/all/", table(*PLANTS)),
        (2, "/plants/row/" + key(2) + "/", one(PLANTS[1])),
        (3, "/plants/add/", fields),
        (5, "/plants/all/?page=last", table(*PLANTS, NEW)),
        (6, "/plants/all/", table(*PLANTS, NEW)),
        (7, "/plants/all/?order=2", table(PLANTS[2], NEW, PLANTS[0], PLANTS[1], sort="2")),
        (9, "/plants/all/", table(PLANTS[0], PLANTS[2], NEW)),
    ]
    raws = [exchange(seq, "GET", path, html=whole(html)) for seq, path, html in seen]
    add = form(name=NEW[1], age=NEW[2])
    raws.append(exchange(4, "POST", "/plants/add/", add, 302, location="/plants/all/?page=last", html=""))
    raws.append(exchange(8, "POST", f"/plants/drop/{key(2)}/", None, 302, location="/plants/all/", html=""))
    pages = [Page(ORIGIN + path, "", whole(html), seq + 1) for seq, path, html in seen]
    return discover(Recorded(sorted(raws, key=lambda raw: raw.seq), pages), "demo")


def test_rows_are_told_by_the_varying_part_of_their_links() -> None:
    draft = garden()
    assert found(draft) == {("rows", "create"), ("rows", "delete")}
    assert set(draft.seed["rows"]) == {key(1), key(2), key(3)}
    assert draft.seed["rows"][key(2)] | {"listed_on": []} == {
        "id": key(2), "number": "2", "name": "Oak", "age": "80", "listed_on": [],
    }  # fmt: skip
    assert feature(draft, "rows.create.form")["on"]["request"] == f"POST {ORIGIN}/plants/add/"
    assert feature(draft, "rows.delete.form")["on"]["request"] == f"POST {ORIGIN}/plants/drop/*/"


def test_what_is_added_gets_the_next_number_and_the_key_of_the_recording() -> None:
    draft = garden()
    world = check(draft)
    made = act(world, world.initial({"demo": draft.seed}), "create_row", {"name": "Lime", "age": "2"})
    assert made.result == {"id": key(4)}
    row = made.state.view("demo")["rows"][key(4)]
    assert (row["number"], row["name"]) == ("4", "Lime")


def test_heads_sort_by_every_column_both_ways() -> None:
    show = feature(garden(), "rows.list.page")["show"]
    each = show[0]["each"]
    for asked, by in (("2", "string(item.get('name', ''))"), ("3", "int(string(item.get('age', '')))")):
        assert f"== '{asked}' ? state.rows.values().sortBy(item, " in each
        assert f"== '-{asked}' ? state.rows.values().sortBy(item, " in each
        assert by in each
    test = "page.query.get('order', '') == '3'"
    heads = [one["set"] for one in show if "order" in str(one["set"])]
    assert {
        "text": f"'age' + ({test} ? '^' : '')",
        "href": f"{test} ? '/plants/all/?order=-3' : '/plants/all/?order=3'",
    } in heads


def test_a_number_that_tells_rows_apart_is_told_in_headings() -> None:
    shown = feature(garden(), "rows.open.page")["show"]
    own = "string(state.rows[segments[0]].get('number', ''))"
    assert {"text": f"'Plant ' + {own} + ' of all'"} in [one["set"] for one in shown]


KEYS = [("Wzhd", True), ("WzEwXQ", True), ("MTI", True), ("Fern", False), ("a b", False), ("", False)]


@pytest.mark.parametrize(("value", "wanted"), KEYS)
def test_keys_that_nobody_types(value: str, wanted: bool) -> None:
    assert encoded(value) is wanted
