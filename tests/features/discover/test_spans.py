"""Phrases that count back from now: what they mean, which span an app has, and the expression that says them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows, parse, rows_of
from awe_author.features.discover.markup.span_fields import Times, moment_text, span_fields
from awe_author.features.discover.markup.spans import (
    FAMILIES,
    NOW,
    Span,
    is_date,
    of_span_name,
    span_name,
    span_of,
)
from awe_author.state.cel import DYN, compile_expression
from tests.features.discover.exchanges import ORIGIN

SECONDS = (0, 1, 29, 30, 44, 45, 59, 60, 89, 91, 119, 120, 1799, 2669, 2700, 3599, 3600, 5400, 7199, 7300, 80_000,
           86_399, 86_400, 130_000, 172_800, 604_800, 2_000_000, 3_000_000, 4_000_000, 6_000_000, 20_000_000,
           31_536_000, 40_000_000, 50_000_000, 60_000_000, 70_000_000)  # fmt: skip
EVERY = [Span(family, ago) for family in FAMILIES for ago in (" ago", "")] + [Span("minutes", " ago", "Just now", 60)]


@pytest.mark.parametrize("span", EVERY, ids=lambda span: f"{span.family}{span.ago}{span.first}")
def test_what_is_said_of_a_span_means_it(span: Span) -> None:
    for seconds in SECONDS:
        meant = span.stretch(span.said(seconds))
        assert meant is not None
        assert meant[0] <= seconds < meant[1] + 1, (seconds, span.said(seconds), meant)


@pytest.mark.parametrize("span", EVERY, ids=lambda span: f"{span.family}{span.ago}{span.first}")
def test_the_expression_says_the_same(span: Span) -> None:
    now = datetime(2025, 3, 3, 9, tzinfo=UTC)
    expression = compile_expression(span.text("own"), {"now": DYN, "own": DYN})
    for seconds in SECONDS:
        own = (now - timedelta(seconds=seconds)).isoformat()
        assert expression.evaluate({"now": now, "own": own}) == span.said(seconds)


def test_what_never_was_and_what_is_to_come() -> None:
    now = datetime(2025, 3, 3, 9, tzinfo=UTC)
    expression = compile_expression(Span("minutes", " ago", empty="-").text("own"), {"now": DYN, "own": DYN})
    assert expression.evaluate({"now": now, "own": ""}) == "-"
    assert expression.evaluate({"now": now, "own": "20 Nov"}) == "20 Nov"
    assert expression.evaluate({"now": now, "own": "2025-03-03T09:00:09Z"}) == "0 minutes ago"


def test_a_blank_that_does_not_break_stands_in_the_text_alone() -> None:
    span = Span("two units", blank="\u00a0")
    now = datetime(2025, 3, 3, 9, tzinfo=UTC)
    expression = compile_expression(span.text("own"), {"now": DYN, "own": DYN})
    assert expression.evaluate({"now": now, "own": "2025-03-03T06:55:00Z"}) == "2\u00a0hours, 5\u00a0minutes"
    assert span.said(7500) == "2 hours, 5 minutes"


@pytest.mark.parametrize(
    ("told", "family", "first"),
    [
        ([("Just now", (1, 2)), ("1 minute ago", (61, 62))], "minutes", "Just now"),
        ([("Just now", (35, 40)), ("1 minute ago", (61, 62))], "minutes", "Just now"),
        ([("just now", (3, 4)), ("12 seconds ago", (12, 13)), ("2 minutes ago", (130, 131))], "seconds", "just now"),
        ([("2 hours, 5 minutes", (7505, 7506)), ("0 minutes", (2, 3))], "two units", ""),
        ([("less than a minute ago", (3, 4)), ("about 2 hours ago", (7300, 7301))], "about", ""),
        ([("a few seconds ago", (3, 4)), ("an hour ago", (5000, 5001))], "rounded with articles", ""),
        ([("an hour ago", (7000, 7001)), ("30 seconds ago", (30, 31))], "articles", ""),
        ([("now", (0, 1)), ("5m", (301, 302)), ("3d", (260_000, 260_001))], "letters", "now"),
        ([("5 min ago", (301, 302)), ("2 hr ago", (7300, 7301))], "abbreviated", ""),
        ([("3 weeks ago", None), ("5 minutes ago", None)], "minutes", ""),
    ],
)
def test_the_span_that_fits_what_was_seen(
    told: list[tuple[str, tuple[float, float] | None]], family: str, first: str
) -> None:
    found = span_of(told)
    assert found is not None
    assert (found.family, found.first) == (family, first)
    assert all(found.said(known[0]) == phrase for phrase, known in told if known is not None)


@pytest.mark.parametrize(
    "told",
    [
        [("5 minutes ago", (0, 1))],
        [("5 minutes ago", (301, 302)), ("5 minutes ago", (4000, 4001))],
        [("5 minutes ago", None), ("overdue", None)],
        [("Recently", (0, 1))],
        [("-", None)],
        [],
    ],
)
def test_none_where_a_time_contradicts(told: list[tuple[str, tuple[float, float] | None]]) -> None:
    assert span_of(told) is None


def test_dates_beside_spans_say_themselves() -> None:
    found = span_of([("3h", None), ("37s", None), ("20 Nov", None), ("Nov. 20, 2024", None)])
    assert found is not None
    assert found.family == "letters"
    assert is_date("2024-11-20")
    assert not is_date("12 minutes ago")
    assert span_of([("20 Nov", None)]) is None


def test_names_of_fields_keep_the_span() -> None:
    span = Span("minutes", " ago", "Just now", 45, "-", "\u00a0")
    assert of_span_name(span_name("last seen|at", span)) == ("last seen|at", span)
    assert of_span_name("ago") is None
    assert all(phrase == phrase.lower() for phrase in NOW)


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ("2025-03-03T09:00:00.5+00:00", "2025-03-03T09:00:00.5+00:00"),
        ("2025-03-03T09:00:00Z", "2025-03-03T09:00:00Z"),
        ("2025-03-03 09:00:00", "2025-03-03T09:00:00Z"),
        ("2025-03-03 09:00:00 UTC", "2025-03-03T09:00:00Z"),
        ("Mon, 03 Mar 2025 09:00:00 GMT", "2025-03-03T09:00:00Z"),
        ("1740992400", "2025-03-03T09:00:00Z"),
        ("1740992400000", "2025-03-03T09:00:00Z"),
        ("3 March", ""),
        ("2025-13-03T09:00:00Z", ""),
        ("", ""),
    ],
)
def test_moments_beside_phrases(said: str, moment: str) -> None:
    assert moment_text(said) == moment


def test_a_list_without_the_column_says_nothing_of_the_moment() -> None:
    """`?columns=name` shows the same rows in the same place, without when they were changed."""

    def listed(*cells: str, when: bool) -> Rows:
        heads = "<th>Name</th>" + ("<th>When</th>" if when else "")
        body = "".join(f'<tr><td><a href="/jobs/{key}">Job {key}</a></td>{cell}</tr>' for key, cell in enumerate(cells))
        return rows_of(parse(f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"), f"{ORIGIN}/jobs")[
            0
        ]

    full = listed("<td>5 minutes ago</td>", "<td></td>", "<td>2 hours ago</td>", when=True)
    short = listed("", "", "", when=False)
    pages = [Page(f"{ORIGIN}/jobs", "", "", 2), Page(f"{ORIGIN}/jobs?columns=name", "", "", 4)]
    found = span_fields([(pages[0], full), (pages[1], short)], [], [], Times([1, 3], [1e9, 1e9 + 9]))
    assert found.keys() == {"when"}
    assert [bool(row.values["when"]) for row in full.rows] == [True, False, True]
    assert not any("when" in row.values for row in short.rows)
