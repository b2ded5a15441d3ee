"""Dates as pages write them, and as forms send them."""

from __future__ import annotations

import pytest

from awe_author.features.discover.markup.formats import Format, format_of, named, of_name, yes_and_no
from awe_author.state.cel import DYN, compile_expression

SHOWN: list[tuple[list[str], list[tuple[str, str]], str, list[str]]] = [
    (["Dec. 1, 2026", "-", "March 3, 2026", "Sept. 14, 2026"], [], "{M} {j}, {Y}",
     ["2026-12-01", "", "2026-03-03", "2026-09-14"]),
    (["4 Dec 2026", "14 Jan 2027"], [], "{j} {M} {Y}", ["2026-12-04", "2027-01-14"]),
    (["04/12/2026", "31/01/2026"], [], "{d}/{m}/{Y}", ["2026-12-04", "2026-01-31"]),
    (["04/12/2026"], [("2026-12-04", "04/12/2026")], "{d}/{m}/{Y}", ["2026-12-04"]),
    (["04/12/2026"], [("2026-04-12", "04/12/2026")], "{m}/{d}/{Y}", ["2026-04-12"]),
    (["4.12.2026", "\u2014"], [("2026-12-04", "4.12.2026")], "{j}.{n}.{Y}", ["2026-12-04", ""]),
    (["2026/12/04"], [], "{Y}/{m}/{d}", ["2026-12-04"]),
    (["-", "ext. 12"], [("", "-")], "", ["", "ext. 12"]),
]  # fmt: skip


def evaluated(source: str, value: str) -> object:
    return compile_expression(source, {"value": DYN}).evaluate({"value": value})


@pytest.mark.parametrize(("shown", "pairs", "pattern", "plain"), SHOWN)
def test_a_format_is_told_from_what_is_shown(
    shown: list[str], pairs: list[tuple[str, str]], pattern: str, plain: list[str]
) -> None:
    found = format_of(shown, pairs)
    assert found is not None
    assert found.pattern == pattern
    assert [found.plain(one) for one in shown] == plain
    assert [found.shown(one) for one in plain] == shown
    assert [evaluated(found.text("value"), value=one) for one in plain] == shown


@pytest.mark.parametrize(
    "shown",
    [
        ["Dec. 1, 2026", "soon"],
        ["4000"],
        ["32/13/2026"],
        ["-", "ext. 12"],
        ["2026-12-04"],
        ["{a} 12 May 2026"],
        ["{Y} 12 May 2026"],
    ],
)
def test_what_is_no_date_throughout_has_no_format(shown: list[str]) -> None:
    assert format_of(shown, []) is None


def test_what_is_no_date_is_shown_as_it_is() -> None:
    how = Format("{d}/{m}/{Y}", empty="-")
    assert [evaluated(how.text("value"), value=one) for one in ("", "later")] == ["-", "later"]
    assert how.shown("later") == "later"
    assert how.plain("later") is None


def test_the_name_of_a_field_as_it_is_shown_says_how() -> None:
    how = Format("{M} {j}, {Y}", "press", "-")
    assert of_name(named("due", how)) == ("due", how)
    assert of_name("due") is None


def test_ticks_are_told_by_pairs_and_else_by_words() -> None:
    sends = {"on": "on", "": ""}
    assert yes_and_no(sends, [("on", "aktiv"), ("", "ruht")], ["aktiv", "ruht"]) == {"on": "aktiv", "": "ruht"}
    assert yes_and_no(sends, [], ["True", "False"]) == {"on": "True", "": "False"}
    assert yes_and_no(sends, [("on", "aktiv")], ["aktiv", "ruht"]) == {"on": "aktiv", "": "ruht"}
