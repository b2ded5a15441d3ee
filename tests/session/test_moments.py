"""Moments and spans at the ends of what a clock can show."""

from __future__ import annotations

import pytest

from awe_author.errors import InputError
from awe_author.session.moments import LAST, format_moment, parse_moment, parse_span, seconds
from awe_author.session.session import Session
from awe_author.state.bindings import moment
from tests.session.worlds import crm, first_state, service


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+23:00", "9999-12-31T23:59:59-23:00"])
def test_moments_beyond_the_calendar_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="years 1 to 9999"):
        parse_moment(text)


@pytest.mark.parametrize("span", [float("nan"), float("inf"), 1e308, "P" + "9" * 400 + "D", True])
def test_spans_that_are_no_number_are_refused(span: str | float) -> None:
    with pytest.raises(InputError, match="is not a duration"):
        parse_span(span)


def test_the_last_moment_is_one_for_expressions_too() -> None:
    assert moment(seconds(LAST)).isoformat() == "9999-12-31T23:59:59+00:00"
    assert parse_moment(format_moment(LAST)) == LAST


@pytest.mark.parametrize("by", ["PT99999999999999H", "P9999999999D", 1e18, 10**400])
def test_a_clock_is_not_set_beyond_its_end(by: str | float) -> None:
    session = service(initial=first_state()).open()
    with pytest.raises(InputError, match="years 1 to 9999"):
        session.advance(by=by)
    assert session.head == 0


def test_an_action_at_the_end_of_time_is_refused_and_the_session_goes_on_elsewhere() -> None:
    session: Session = service(initial=first_state()).open()
    session.advance(to="9999-12-31T23:59:59Z")
    with pytest.raises(InputError, match="years 1 to 9999"):
        session.act(crm("add", owner="bo"))
    session.reset()
    assert session.act(crm("add", owner="bo")).sequence == 1
