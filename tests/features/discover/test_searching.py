"""Pages of hits, rows of two parts, and writes that are acknowledged by what they send."""

from __future__ import annotations

from awe_author.features.discover import Recorded, discover
from awe_author.features.discover.markup.documents import parse, rows_of
from tests.features.discover.exchanges import ORIGIN, exchange, feature, form
from tests.features.discover.test_pages import ONE, TWO, page, table, tracker

HITS = """<form><input name="q" value="coffee"></form><h2>Hits for coffee</h2><h3>Coffee</h3><dl id="hits">
<dt class="hit"><a href="/bugs/3">Bug 3 (New): No <b>coffee</b></a></dt>
<dd><i class="said">None at <b>all</b> here</i></dd></dl>"""


def found_page() -> dict[str, object]:
    raws, pages = recorded()
    draft = discover(Recorded(raws, [*pages, page(5, "/find?q=coffee", HITS)]), "demo")
    return feature(draft, "bugs.list.page-2")


def recorded() -> tuple[list, list]:  # type: ignore[type-arg]
    """A bug is reported and listed."""
    sent = {"bug[subject]": "No coffee", "bug[status]": "New", "bug[text]": "None at all here"}
    fields = "".join(f'<input name="{name}">' for name in sent)
    raws = [
        exchange(1, "GET", "/bugs", html=table(ONE, TWO)),
        exchange(2, "POST", "/bugs", form(**sent), 302, location="/bugs/3", html=""),
    ]
    new = page(2, "/bugs/new", f'<form method="post" action="/bugs">{fields}</form>')
    return raws, [page(1, "/bugs", table(ONE, TWO)), new, page(4, "/bugs", table((3, "No coffee", "New"), ONE, TWO))]


def test_rows_of_two_parts_are_shown_one_behind_the_other() -> None:
    shown = found_page()["show"][0]  # type: ignore[index]
    assert shown["row"] == {"dt.hit": "part.part == 0", "dd": "part.part == 1"}
    assert shown["each"].endswith(".map(item, [{'of': item, 'part': 0}, {'of': item, 'part': 1}]).flatten()")
    assert shown["set"]["a"]["text"].startswith("part.part == 0 ? dyn('Bug ' + part.of.id + ")
    assert shown["set"]["i.said"] == {"text": "part.part == 1 ? dyn(string(part.of.get('text', ''))) : dyn('')"}


def test_a_page_of_hits_says_what_was_searched_for() -> None:
    sets = found_page()["show"][1:]  # type: ignore[index]
    own = "page.query.get('q', '')"
    assert {"select": 'input[name="q"]:not([type=hidden])', "set": {"value": own}} in sets
    large = f"({own} == '' ? '' : {own}.substring(0, 1).upperAscii() + {own}.substring(1))"
    assert {"text": large} in [one["set"] for one in sets]
    assert {"select": "h2:nth-of-type(1)", "set": {"text": f"'Hits for ' + {own}"}} in [
        {**one, "select": one["select"].rpartition(" ")[2]} for one in sets
    ]


def test_two_lists_of_one_sort_on_a_page_are_told_apart() -> None:
    rows = '<ul class="r"><li class="b"><a href="/w/Tea">Tea</a></li><li class="b"><a href="/w/Oat">Oat</a></li></ul>'
    found = rows_of(parse(f"<div class='all'>{rows}{rows}</div>"), ORIGIN + "/x")
    assert [one.container.rpartition(":")[2] for one in found] == ["nth-of-type(1)", "nth-of-type(2)"]


def test_writes_of_one_address_are_acknowledged_by_the_fields_that_they_send() -> None:
    token = "98a78edac7dad1787f16edc751a6623c4c0c7db5"
    keep = [form(action="keep", text=text) for text in ("a", "b")]
    again = [form(action="keep", known=token), form(action="keep", known=token[::-1])]
    raws = [exchange(n, "POST", "/api", sent, answer={"kept": token[n:] + "0" * n}) for n, sent in enumerate(keep, 1)]
    raws += [exchange(n, "POST", "/api", sent, answer={"error": "gone"}) for n, sent in enumerate(again, 3)]
    features = [one.document for one in discover(Recorded(raws, []), "demo").features]
    assert [one["on"]["where"] for one in features] == [  # type: ignore[call-overload, index]
        "body.get('action', '') == 'keep' && 'text' in body && !('known' in body)",
        "body.get('action', '') == 'keep' && 'known' in body && !('text' in body)",
    ]


def test_a_form_that_sends_everything_changes_only_what_is_other() -> None:
    """What the form had in it already is no change, so that what is created later is known to have it."""
    draft = tracker(("POST", "/bugs/3/delete", form(token="z")))
    assert draft.seed["bugs"]["1"]["status"] == "New"
