"""Links that hand on what their page was asked for; lists with and without links to other pages after an action."""

from __future__ import annotations

import pytest

from awe_author.features.discover import Recorded, discover
from awe_author.features.discover.pages.handed_on import Sample, address_text
from awe_author.state.cel import DYN, compile_expression
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.test_draft import check
from tests.features.discover.test_page_lists import Tour

TOLD: list[tuple[list[tuple[dict[str, str], str, str]], dict[str, str], str, str | None]] = [
    ([({}, "/edit?id=2&url=/items/?size%3D8", "2"), ({"q": "tea"}, "/edit?id=7&url=/items/?q%3Dtea%26size%3D8", "7")],
     {"q": "a&b c"}, "9", "/edit?id=9&url=/items/?q%3Da%2526b+c%26size%3D8"),
    ([({}, "?sort=1", ""), ({"q": "tea"}, "?sort=1&q=tea", "")], {"q": "oil"}, "", "?sort=1&q=oil"),
    ([({}, "?sort=1", ""), ({"q": "tea"}, "?sort=1&q=tea", "")], {}, "", "?sort=1"),
    ([({}, "/new?size=20", ""), ({"size": "50"}, "/new?size=50", "")], {"size": "99"}, "", "/new?size=99"),
    ([({}, "/new?size=20", ""), ({"size": "50"}, "/new?size=50", "")], {}, "", "/new?size=20"),
    ([({}, "/new?a=1", ""), ({"q": "tea"}, "/new?a=1", "")], {}, "", None),
    ([({}, "/new?a=1", ""), ({"q": "tea"}, "/new?a=2", "")], {}, "", None),
    ([({}, "/new?a=1&b=2", ""), ({"q": "tea"}, "/new?b=2&a=1&q=tea", "")], {}, "", None),
    ([({}, "/new?a=1", ""), ({"q": "tea"}, "/old?a=1&q=tea", "")], {}, "", None),
]  # fmt: skip


@pytest.mark.parametrize(("samples", "asked", "key", "wanted"), TOLD)
def test_an_address_hands_on_what_its_page_is_asked_for(
    samples: list[tuple[dict[str, str], str, str]], asked: dict[str, str], key: str, wanted: str | None
) -> None:
    made = address_text([Sample(*one) for one in samples], "key" if key else "")
    assert (made is None) is (wanted is None)
    if made is not None:
        program = compile_expression(made, {"page": DYN, "key": DYN})
        assert program.evaluate({"page": {"query": asked}, "key": key}) == wanted


def test_the_link_to_the_next_page_counts_on_from_the_page_that_is_asked_for() -> None:
    pages = [{"q": "tea", "limit": "2"}, {"q": "tea", "limit": "2", "offset": "2"}]
    links = ["/find?limit=2&offset=2&q=tea", "/find?limit=2&offset=4&q=tea"]
    made = address_text([Sample(asked, link) for asked, link in zip(pages, links, strict=True)])
    assert made is not None
    assert "int(page.query.get('offset', ''))" in made
    assert "int(page.query.get('limit', ''))" in made
    assert "'q=' + page.query.get('q', '')" in made
    odd = address_text([Sample(pages[0], links[0]), Sample(pages[1], "/find?limit=2&offset=7&q=tea")])
    assert odd is None


def staff() -> Recorded:
    """Somebody is added on the whole list, and changed on the page that searched for them."""
    tour = Tour()
    app = tour.app
    tour.get("/staff", app.listed())
    tour.get("/staff?page=2", app.listed("page=2"))
    tour.get("/staff?q=carl", app.listed("q=carl"))
    tour.get("/staff/new", app.form())
    app.people["7"] = ("Gina Torres", "ops", "2025-02-14", True)
    tour.post("/staff/new", name="Gina Torres", role="ops", since="2025-02-14", active="on")
    tour.get("/staff", app.listed(notice="Somebody was added."))
    tour.get("/staff?q=gina", app.listed("q=gina"))
    tour.get("/staff/1/edit?kept=q%3Dabel", app.form("1", "kept=q%3Dabel"))
    app.people["1"] = ("Abel Moreau-Lind", "hr", "", False)
    tour.post("/staff/1/edit?kept=q%3Dabel", "/staff?q=abel", name="Abel Moreau-Lind", role="hr", since="")
    tour.get("/staff?q=abel", app.listed("q=abel", notice="It was changed."))
    tour.get("/staff", app.listed())
    return Recorded(tour.raws, tour.pages)


def test_after_an_action_the_list_has_its_other_pages_where_there_are_some() -> None:
    draft = discover(staff(), "demo")
    check(draft)
    after = [one.document for one in draft.features if "== 'update_staff'" in str(one.document["on"])]
    assert len(after) == 2, [one.document["on"] for one in draft.features]
    many = next(one for one in after if "> 4" in str(one["on"]))
    assert isinstance(many["on"], dict)
    served = staff().raws[int(str(many["on"]["like"][0])) - 1]  # type: ignore[index,call-overload]
    assert served.url == f"{ORIGIN}/staff", "the look of another action, with links to the other pages"
    texts = [one["set"] for one in many["show"] if isinstance(one, dict) and "select" in one]  # type: ignore[union-attr]
    assert {"text": "'It was changed.'"} in texts
