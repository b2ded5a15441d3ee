"""Whether a document shows a plan already."""

from __future__ import annotations

import asyncio

import pytest

from awe_author.features.dom.operations import ListOperation, Operation, Plan, SetOperation
from awe_author.features.dom.quiet import pages
from awe_author.features.dom.quiet.pages import QuietPages
from awe_author.features.dom.quiet.reading import Unread, read
from awe_author.features.dom.quiet.standing import Standing, shape
from awe_author.features.dom.values import Shown

URL = "https://app.test/a/list"
HTML = """<!doctype html><title>T</title><h1 class="b a" title="x">Two <b>people</b></h1><p id=none></p><pre> a  b</pre>
<ul><li class=on><a href="/p/1">Ada</a><i>1</i></li><li><a href="/p/2"> Bob
 </a><i></i></li></ul>
<ol><li>Hm <b>!</b> tail</li></ol><form><input name=q value="tea"><input name=t type=checkbox checked>
<input name=u type=Checkbox><textarea name=n>
a &amp; b</textarea><input name=s type=submit value=Go><p hidden>h</p><em style="color:red; display: none">d</em></form>
<table id=empty><tbody></tbody></table>"""
Row = tuple[int, tuple[Shown, ...]]
COLUMNS = (("a", "text"), ("a", "href"), ("i", "text"))


def sets(select: str, **values: Shown) -> SetOperation:
    """`class_done` stands for class.done."""
    return SetOperation(select, tuple((name.replace("_", "."), value) for name, value in values.items()))


def people(*records: Row, into: str = "ul", columns: tuple[tuple[str, str], ...] = COLUMNS) -> ListOperation:
    rows = (("li:first-child", "li"),)
    return ListOperation("l", into, rows, columns, [str(n) for n in range(len(records))], records)


ADA: Row = (0, ("Ada", "/p/1", "1"))
BOB: Row = (0, ("Bob", "/p/2", ""))


def standing(*operations: Operation, html: str = HTML) -> bool:
    return Standing(read(html.encode(), ""), operations, URL).edits(operations) == []


@pytest.mark.parametrize(
    "operation",
    [
        sets("h1", text="Two people"),
        sets("h1", text=" Two\n people "),
        sets("h1 b", text="people"),
        sets("#none", text=""),
        sets("pre", text=" a  b"),
        sets("h1", title="x"),
        sets("h1", lang=None),
        sets("h1", **{"aria-x": None}),
        sets("h1", title=True, lang=False),
        sets("h1", **{"class": "a b"}),
        sets("h1", class_a=True, class_c=False),
        sets("a[href='/p/2']", href="../p/2"),
        sets("a[href='/p/1']", href="https://app.test/p/1"),
        sets("ol li", text_0="Hm", text_1="tail"),
        sets(".nosuch", text="anything"),
        sets("[name=q]", value="tea"),
        sets("[name=t]", checked=True),
        sets("[name=u]", checked=False),
        sets("[name=n]", value="a & b"),
        sets("[name=s]", value="Go"),
        sets("form p", hidden=True),
        sets("em", hidden=True),
        people(ADA, BOB),
        people((0, ("Ada", "https://app.test/p/1", "1")), BOB),
        people(into="#empty"),
        people(into="#nosuch"),
        people(ADA, BOB, into="#nosuch"),
        people((0, ("Ada", True)), (0, ("Bob", False)), columns=(("a", "text"), (":scope", "class.on"))),
    ],
)
def test_what_it_shows(operation: Operation) -> None:
    assert standing(operation)


@pytest.mark.parametrize(
    "operation",
    [
        sets("h1", text="Three people"),
        sets("i", text="1"),
        sets("pre", text="a b"),
        sets("h1", title="y"),
        sets("h1", title=None),
        sets("h1", lang=True),
        sets("h1", **{"aria-x": False}),
        sets("h1", **{"class": "a"}),
        sets("h1", class_c=True),
        sets("h1", value="x"),
        sets("[name=q]", value="te"),
        sets("[name=t]", checked=False),
        sets("[name=u]", checked=True),
        sets("[name=s]", value=""),
        sets("form p", hidden=False),
        sets("a[href='/p/1']", href="https://app.test/p/2"),
        sets("ol li", text_0="Hm", text_1="other"),
        people(ADA),
        people(BOB, ADA),
        people(ADA, BOB, BOB),
        people(ADA, (0, ("Bob", "/p/2", "2"))),
        people(ADA, (1, ("Bob", "/p/2", ""))),
        people(ADA, BOB, into="#empty"),
        people((0, ("Ada", "x")), (0, ("Bob", "")), columns=(("a", "text"), ("u", "text"))),
    ],
)
def test_what_it_does_not_show(operation: Operation) -> None:
    assert not standing(operation)


@pytest.mark.parametrize(
    "operation",
    [
        sets("h1", hidden=False),
        sets("h1", hidden=True),
        sets("h1", html="x"),
        sets("h1", checked=True),
        sets("h1", style_color="red"),
        sets("h1:hover", text="Two people"),
        sets("html", lang=None),
        people((0, (True,)), (0, (False,)), columns=((":scope", "class.on"),)),
        people((0, ("/p/1",)), columns=(("a", "cite"),)),
    ],
)
def test_what_only_a_browser_knows(operation: Operation) -> None:
    with pytest.raises(Unread):
        standing(operation)


def test_a_base_element_changes_addresses() -> None:
    based = HTML.replace("<title>", "<base href=/x/><title>")
    assert standing(sets("a[href='/p/1']", href="/p/1"), html=based)
    assert not standing(sets("a[href='/p/1']", href="https://app.test/p/1"), html=based)


# ---- kept ---------------------------------------------------------------------------------


def plan(*operations: Operation, events: tuple[tuple[str, str, str, str], ...] = ()) -> Plan:
    return Plan(version="1", url=URL, operations=operations, events=events)


def test_one_documents_standing_serves_plans_of_all_sessions() -> None:
    quiet, body = QuietPages(), HTML.encode()
    assert quiet.showing([body], "", plan(people(ADA, BOB)))
    assert quiet.showing([body], "", plan(people(ADA))) is None
    assert quiet.showing([body], "", plan(people(ADA, BOB)))
    assert quiet.showing([body[:50], body[50:]], "", plan(people(ADA, BOB)))
    assert quiet.showing([body.replace(b"/p/2", b"/p/3")], "", plan(people(ADA, BOB))) is None
    assert quiet.showing([body], "", plan(people(ADA, BOB), sets("h1", text="Three"))) is None


def test_documents_with_scripts_and_pages_with_drops_are_not_quiet() -> None:
    quiet = QuietPages()
    assert quiet.showing([HTML.encode() + b"<script>1</script>"], "", plan()) is None
    assert quiet.showing([HTML.encode() + b"<script type=module>1</script>"], "", plan()) is None
    assert quiet.showing([HTML.encode() + b"<script type=application/json>1</script>"], "", plan())
    assert quiet.showing([HTML.encode()], "", plan(events=(("f", "drop", "li", ""),))) is None


@pytest.mark.asyncio
async def test_a_large_document_is_read_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "AT_ONCE", 10)
    quiet = QuietPages()
    assert quiet.showing([HTML.encode()], "", plan(people(ADA, BOB))) is None
    await asyncio.wait_for(quiet.settled(), 30)
    assert quiet.showing([HTML.encode()], "", plan(people(ADA, BOB)))
    assert quiet.showing([HTML.encode()], "", plan(people(BOB, ADA))) is None


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_KEPT", 3 * (len(HTML) + pages.bytes_of(plan(people(ADA, BOB)).operations)))
    quiet = QuietPages()
    for number in range(20):
        assert quiet.showing([HTML.replace("<title>T", f"<title>{number:02}").encode()], "", plan(people(ADA, BOB)))
    assert len(quiet._known) == 2
    assert quiet.showing([HTML.encode()], "", plan(people(ADA, BOB)))


def test_shapes_leave_values_out() -> None:
    assert shape([people(ADA), sets("h1", text="1")]) == shape([people(BOB), sets("h1", text="2")])
    assert shape([people(ADA)]) != shape([people(ADA, into="ol")])
