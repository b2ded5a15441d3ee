"""Lists whose links say where to go afterwards, whose heads turn by a parameter of their own; choices of nothing."""

from __future__ import annotations

from functools import cache
from urllib.parse import quote, urlencode

import pytest

from awe_author.features.discover import Draft, Page, Recorded, discover
from awe_author.features.discover.markup.addresses import addresses
from tests.features.discover.exchanges import ORIGIN, exchange, feature, found
from tests.features.discover.test_draft import check

LINKS = [
    ("/stock/edit/?id=7&url=/stock/%3Fq%3Dtea", "/stock/?q=tea", ["/stock/edit/?id=*"]),
    ("/stock/7/edit?kept=q%3Dtea", "/stock/?q=tea", ["/stock/*/edit", "/stock/7/*"]),
    ("/stock/7/edit?next=https%3A%2F%2Fapp.test%2Fstock%2F", "/stock/", ["/stock/*/edit", "/stock/7/*"]),
    ("/stock/edit/?id=7&mode=fast", "/stock/", ["/stock/edit/?id=*&mode=fast"]),
]


@pytest.mark.parametrize(("link", "page", "templates"), LINKS)
def test_where_to_go_afterwards_is_no_part_of_an_address(link: str, page: str, templates: list[str]) -> None:
    assert [one.template for one in addresses(ORIGIN + link, ORIGIN + page) if not one.words] == templates


Part = tuple[str, str, str]
PARTS: dict[str, Part] = {
    "1": ("Hinge", "40", "Kemper"), "2": ("Bolt", "900", "Vidal"), "3": ("Gasket", "75", "Kemper"),
}  # fmt: skip
MAKERS = {"_none": "(none)", "1": "Kemper", "2": "Vidal"}


def stock(parts: dict[str, Part], query: str = "") -> str:
    down = "&down=1" if query == "sort=1" else ""
    back = quote(f"/stock/?{query}", safe="/")
    heads = "".join(
        f'<th><a href="/stock/?sort={n}{down if n == 1 else ""}">{name}</a></th>'
        for n, name in enumerate(("name", "amount", "maker"))
    )
    rows = "".join(
        f'<tr><td class="name">{name}</td><td class="amount">{amount}</td><td class="maker">{maker}</td>'
        f'<td><a href="/stock/edit/?id={key}&url={back}">Edit</a></td></tr>'
        for key, (name, amount, maker) in sorted(
            parts.items(), key=lambda pair: int(pair[1][1]) if query == "sort=1" else pair[0]
        )
    )
    table = f'<table class="all"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    return f"<html><body><p>List ({len(parts)})</p>{table}</body></html>"


def form(part: Part = ("", "", "")) -> str:
    options = "".join(
        f'<option value="{value}"{" selected" * (label == part[2])}>{label}</option>' for value, label in MAKERS.items()
    )
    return (
        f'<html><body><form method="post"><input name="name" value="{part[0]}"><input name="amount" value="{part[1]}">'
        f'<select name="maker">{options}</select><input name="note"><input name="shelf"></form></body></html>'
    )


@cache
def draft() -> Draft:
    parts = dict(PARTS)
    edit = "/stock/edit/?id=2&url=/stock/%3Fsort%3D1"
    seen = [(1, "/stock/", stock(parts)), (2, "/stock/?sort=1", stock(parts, "sort=1")), (3, edit, form(parts["2"])),
            (4, "/stock/new/?url=/stock/", form())]  # fmt: skip
    parts |= {"2": ("Bolt M8", "900", "Vidal")}
    seen.append((6, "/stock/?sort=1", stock(parts, "sort=1")))
    parts |= {"4": ("Washer", "12", "")}
    seen += [(number, f"/stock/?seen={number}", stock({"4": parts["4"]})) for number in range(8, 40)]
    raws = [exchange(seq, "GET", path, html=html) for seq, path, html in seen]
    told = '<p>Go to <a href="/stock/?sort=1">/stock/?sort=1</a>.</p>'
    changed = urlencode({"name": "Bolt M8", "amount": "900", "maker": "2"})
    raws.append(exchange(5, "POST", edit, changed, 302, location="/stock/?sort=1", html=told))
    made = urlencode({"name": "Washer", "amount": "12", "maker": "_none", "note": "Ordered by phone", "shelf": "B7"})
    raws.append(exchange(7, "POST", "/stock/new/?url=/stock/", made, 302, location="/stock/", html=""))
    pages = [Page(ORIGIN + path, "", html, seq + 1) for seq, path, html in seen]
    return discover(Recorded(sorted(raws, key=lambda raw: raw.seq), pages), "demo")


def test_the_rows_are_of_one_kind_on_whichever_page_they_stand() -> None:
    made = draft()
    check(made)
    assert found(made) == {("stocks", "create"), ("stocks", "update")}
    assert set(made.seed["stocks"]) == {"1", "2", "3"}


def test_a_post_leads_back_to_where_its_address_says_and_tells_so() -> None:
    reply = feature(draft(), "stocks.update.form")["reply"]
    own = "query.get('url', '') == '' ? '/stock/?sort=1' : query.get('url', '')"
    assert reply["headers"] == {"location": own}
    assert reply["swap"] == {"/stock/?sort=1": own}


def test_a_cell_that_is_empty_in_the_rows_that_were_made_is_told_from_others() -> None:
    assert "td.maker" in feature(draft(), "stocks.list.page")["show"][0]["set"]


def test_a_list_is_turned_by_a_parameter_of_its_own() -> None:
    each = feature(draft(), "stocks.list.page")["show"][0]["each"]
    turned = (
        "page.query.get('sort', '') == '1' ? (page.query.get('down', '') == '1' ? state.stocks.values().sortBy(item,"
    )
    assert turned in each
    assert ".reverse() : state.stocks.values().sortBy(item," in each


def test_the_choice_of_nothing_is_what_the_column_shows_for_it() -> None:
    sent = feature(draft(), "stocks.create.form")["with"]["maker"]
    assert "'_none': ''" in sent
    assert "'1': 'Kemper'" in sent
