"""A whole run: what its own steps and requests say was entered is compared on its screens."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

import pytest

from awe_author.browser.step_language import step_from
from awe_author.twin.comparison import Comparison, Taken
from awe_author.twin.sides import Seen
from tests.twin.talk import asked, quiet

CLICK: Any = {"click": "text=Save"}


def taken(shown: tuple[str, str], verb: Any = CLICK, body: Any = None) -> Taken:
    """One step after which both sides showed this, behind the present time of day."""
    now = datetime.fromtimestamp(time.time(), UTC).strftime("%H:%M:%S")
    live, mock = (Seen("https://app.test/", f"{now}.{at}\n{text}") for at, text in enumerate(shown))
    requests = [] if body is None else [asked("POST", "/meetings", {"ok": True}, body=body)]
    return Taken(step_from(verb, "test"), live, mock, requests, list(requests), [], [], 1.0)


def compared(*steps: Taken) -> Comparison:
    twin = quiet()
    twin.likeness.live.start -= 120
    twin.taken.extend(steps)
    twin.compare()
    return twin


def test_what_was_measured_is_let_go_and_named() -> None:
    result = compared(taken(("took 45 s", "took 12 s"))).results[0]
    assert result.text_equal
    assert "took 0 s" in result.left_out


@pytest.mark.parametrize(
    "steps",
    [
        [taken(("lasts 45 s", "lasts 12 s"), {"fill": ["#lasts", "45"]})],
        [taken(("lasts 45 s", "lasts 12 s"), {"select": ["#lasts", "45 s"]})],
        [taken(("lasts 45 s", "lasts 12 s"), body={"lasts": 45})],
        [taken(("a\nb\nc\nlasts 45 s", "a\nb\nc\nlasts 45 s")), taken(("lasts 45 s", "lasts 12 s"))],
    ],
    ids=["typed", "chosen", "asked", "shown before"],
)
def test_what_was_entered_is_not(steps: list[Taken]) -> None:
    assert compared(*steps).results[-1].text_equal is False


def test_numbers_of_things_are_no_numbers_of_processes() -> None:
    step = taken(("pid 4711", "pid 4712"))
    assert compared(step).results[0].text_equal
    read = asked("GET", "/things", [{"id": 4711}])
    step.asked_live.append(read)
    assert compared(step).results[0].text_equal is False


def test_a_source_is_not_made_equal_by_a_screen_that_was_let_go() -> None:
    def page(took: str) -> Any:
        return asked("GET", "/", f"<p>{took}", mime="text/html", purpose="document")

    step = taken(("took 45 s", "took 12 s"))
    step.asked_live.append(page("45 s"))
    step.asked_mock.append(page("12 s"))
    (reply,) = compared(step).results[0].replies
    assert not reply.equal
