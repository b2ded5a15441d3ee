"""What pages say under labels."""

from __future__ import annotations

import pytest

from awe_author.features.discover.exchanges.calls import call_of
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.details import details_in
from awe_author.features.discover.markup.documents import Row, Rows, parse
from awe_author.features.discover.markup.form_labels import labels_of
from awe_author.features.discover.markup.formats import text_around
from awe_author.features.discover.markup.told_columns import told_columns
from awe_author.features.discover.pages.detailed import details_of
from awe_author.features.discover.pages.page_kinds import taken_apart
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.sent_fields import set_formats
from awe_author.features.discover.pages.sorting import column_of, falls
from tests.features.discover.exchanges import ORIGIN, exchange

SAID = [
    "<table><tbody><tr><th>City</th><td>Oslo</td></tr><tr><th>Since:</th><td>2020</td></tr></tbody></table>",
    "<table><tr><td class=label>City</td><td>Oslo</td></tr><tr><td><b>Since</b></td><td>2020</td></tr></table>",
    "<dl><dt>City</dt><dd>Oslo</dd><dt>Since</dt><dd>2020</dd></dl>",
    "<p><strong>City:</strong> Oslo</p><p><strong>Since:</strong> 2020</p>",
    "<table><tr><td>City:</td><td>Oslo</td><td>Since:</td><td>2020</td></tr></table>",
    "<table><tr><td class=labelCol>City</td><td>Oslo</td><td class=labelCol>Since</td><td>2020</td></tr></table>",
    "<div><span class='field-label'>City</span><span>Oslo</span></div><div><b>Since:</b> <i>2020</i></div>",
]


@pytest.mark.parametrize("html", SAID)
def test_labelled_texts_are_told(html: str) -> None:
    said = {name: value for name, value, _ in details_in(parse(f"<body><h1>Ada</h1>{html}</body>"))}
    assert said == {"city": "Oslo", "since": "2020"}


def test_rows_of_two_plain_cells_are_told_without_their_buttons() -> None:
    cells = {
        "City": "<span><i>Oslo</i><button>Copy</button></span>",
        "Since": "2020",
        "Firm": "<a href=/firms/4>Acme</a>",
    }
    rows = "".join(f"<tr><td>{label}</td><td>{said}</td></tr>" for label, said in cells.items())
    said = {name: value for name, value, _ in details_in(parse(f"<body><table>{rows}</table></body>"))}
    assert said == {"city": "Oslo", "since": "2020", "firm": "Acme"}
    hidden = "<div><b>CITY</b><a class=btn><span class=visually-hidden>Toggle</span></a></div>"
    assert details_in(parse(f"<body>{hidden}<div><b>Tea</b><i>Toggle</i></div></body>"))[0][0] == "tea"
    one = "<td><ul><li>Ada</li></ul></td>"
    told = {name for name, _, _ in details_in(parse(f"<body><table>{rows}<tr><td>Owner</td>{one}</tr></table></body>"))}
    assert told == {"city", "since", "firm", "owner"}
    listed = "".join(f"<tr><td><a href=/{one}>{one}</a></td><td>2</td></tr>" for one in ("Ada", "Ben", "Cy"))
    assert details_in(parse(f"<body><table>{listed}</table></body>")) == []


@pytest.mark.parametrize(
    "html",
    [
        "<form><p><label>City:</label> <input name=city></p><dl><dt>City</dt><dd>Oslo</dd></dl></form>",
        "<dl><dt>City</dt><dd>Oslo</dd><dd>Porto</dd></dl>",
        "<p><b>City:</b> Oslo</p><p><b>City:</b> Porto</p>",
        "<table><tr><td>Ada</td><td>Oslo</td></tr><tr><th>No. 4</th><th>From: Ada</th></tr></table>",
        "<p><b>Ada</b> lives in Oslo</p>",
    ],
)
def test_others_are_not(html: str) -> None:
    assert details_in(parse(f"<body>{html}</body>")) == []


DATED = [
    ("<footer>Submitted by <a>ada</a> on 2025-01-13 09:30</footer>", {"on": "2025-01-13 09:30"}),
    ("<dl><dt>Made</dt><dd>2025-01-13 09:30 by ada</dd></dl>", {"made": "2025-01-13 09:30"}),
    ("<p>Last change: Ines, 2/14/2025 9:30 AM</p>", {"last_change_ines": "2/14/2025 9:30 AM"}),
    ("<p>Opened on Jan 3, 2025 at 14:05 by ada.</p>", {"opened_on": "Jan 3, 2025 at 14:05"}),
    ("<p class='made'>2025-01-13 09:30:12</p>", {"made": "2025-01-13 09:30:12"}),
    ("<p>From 2025-01-13 09:30 to 2025-01-13 10:30</p><p>Version 12.1.2025 14</p>", {}),
    ("<p>2025-01-14 09:30</p><p>2025-01-13 09:30</p>", {}),
    ("<p>At 2025-01-13 09:30</p><p>At 2025-01-14 09:30</p><p>2025-01-13 09:30</p>", {"dated": "2025-01-13 09:30"}),
]


@pytest.mark.parametrize(("html", "wanted"), DATED)
def test_moments_among_words_are_told(html: str, wanted: dict[str, str]) -> None:
    assert {name: value for name, value, _ in details_in(parse(f"<body>{html}</body>"))} == wanted


def test_details_without_a_choice_do_not_say_that_nothing_was_chosen() -> None:
    made = PageKind(Kind("jobs", "id", [], 0.8), "/jobs/*")
    made.sent, made.labels = {"type": "type"}, {"type": {"1": "Bug", "2": "Plan"}}
    call = call_of(exchange(3, "POST", "/jobs/7", "type=1"))
    looks = [
        (Page(f"{ORIGIN}/jobs", "", "", 9), Rows("/jobs/*", "table", "tr", [Row("7", {"type": "Bug"}, {})])),
        (Page(f"{ORIGIN}/jobs/7", "", "", 5), Rows("/jobs/*", "", "", [Row("7", {"city": "Oslo"}, {})])),
    ]
    set_formats(made, looks, [(call, "7")], [])
    assert made.labels == {"type": {"1": "Bug", "2": "Plan"}}


@pytest.mark.parametrize(
    ("value", "column", "down"),
    [("name", "name", False), ("-2.1", "2", True), ("name,desc", "name", True), ("id:desc,name", "id", True),
     ("name,id:desc", "name", False), ("Name_Desc", "Name", True), ("price asc", "price", False)],
)  # fmt: skip
def test_an_order_names_its_first_column(value: str, column: str, down: bool) -> None:
    assert (column_of(value), falls(value)) == (column, down)


@pytest.mark.parametrize(
    "html",
    [
        "<label for=a>Due date: *</label><input id=a name=due>",
        "<label>Due date <input name=due></label>",
        "<label for=a>Due date (optional)</label><input id=a name=due>",
        "<label for=a>Due date <span class=form-required>*</span><br><small>As in 2025-03-31</small></label>"
        "<input id=a name=due>",
        "<table><tr><td>Due date</td><td><input name=due></td></tr></table>",
        "<span>Due date</span> <input name=due>",
    ],
)
def test_a_form_says_what_its_fields_are_called(html: str) -> None:
    assert labels_of([parse(f"<form>{html}<input name=token type=hidden></form>")]) == {"due": "due_date"}


AROUND = [
    (["Due 2025-04-06", "Due 2025-05-01", ""], [("2025-04-06", "Due 2025-04-06")], ("Due ", "")),
    (["7 pcs", "9 pcs"], [("7", "7 pcs"), ("9", "9 pcs")], ("", " pcs")),
    (["7 pcs", "9 pcs"], [("7", "7 pcs")], None),  # one short value may be there by chance
    (["Due 2025-04-06", "2025-05-01"], [("2025-04-06", "Due 2025-04-06")], None),
    (["No. 4 Berlin", "No. 4 Oslo"], [("Berlin", "No. 4 Berlin")], None),
    (["Berlin", "Oslo"], [("Berlin", "Berlin"), ("Oslo", "Oslo")], None),
]


@pytest.mark.parametrize(("shown", "pairs", "around"), AROUND)
def test_words_around_what_forms_send(
    shown: list[str], pairs: list[tuple[str, str]], around: tuple[str, str] | None
) -> None:
    assert text_around(shown, pairs) == around


def test_a_column_is_the_field_that_the_form_calls_so() -> None:
    rows = [(1, Row("7", {"kind": "Prospect", "stage": "Prospect"}, {}))]
    said = {"acc6": [("7", 1, "Prospect")]}
    assert told_columns({"acc6": "acc6"}, {"kind", "stage"}, said, rows) == {}
    assert told_columns({"acc6": "acc6"}, {"kind", "stage"}, said, rows, {"acc6": "kind"}) == {"acc6": "kind"}
    other = {"acc6": [("7", 1, "Customer")]}
    assert told_columns({"acc6": "acc6"}, {"kind", "stage"}, other, rows, {"acc6": "kind"}) == {}


def test_what_lies_within_an_entity_tells_nothing_of_it() -> None:
    def looks(*senders: str, mail: str = "&mail={}") -> int:
        said = "<html><body><table><tr><th>From</th><td>{}</td></tr><tr><th>Size</th><td>9 kB</td></tr></table></html>"
        pages = [Page(f"{ORIGIN}/post?box=In{mail.format(number)}", "", said.format(sender), number)
                 for number, sender in enumerate(senders, 1)]  # fmt: skip
        return len(details_of("/post?box=*", taken_apart(pages), [], [], {"In"}))

    assert looks("Ada Vance", "Ben Ash") == 0
    assert looks("Ada Vance", "Ada Vance") == 2
    assert looks("Ada Vance", "Ben Ash", mail="") == 2
