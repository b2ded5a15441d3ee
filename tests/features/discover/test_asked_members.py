"""Polls whose answers have a member for each thing that is asked for by name."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import form
from tests.features.discover.mock import Mock

LOCK, SAVED = {"owner": "ann"}, {"done": True, "text": "Kept at noon."}


def poll(sent: dict[str, str], **answer: Any) -> tuple[Any, ...]:
    return ("POST", "/poll", form(action="poll", **sent), 200, {"alive": True, **answer})


LOCKED, KEPT = {"data[lock][id]": "7"}, {"data[keep][id]": "7", "data[keep][text]": "Tea"}


async def test_a_combination_that_was_never_recorded_is_answered_by_its_parts() -> None:
    mock = Mock(poll({}), poll({**LOCKED, **KEPT}, lock=LOCK, keep=SAVED), poll(KEPT, keep=SAVED), poll({}))
    for sent, answer in (
        (LOCKED, {"lock": LOCK}),
        (KEPT, {"keep": SAVED}),
        ({}, {}),
        (LOCKED | KEPT, {"lock": LOCK, "keep": SAVED}),
    ):
        assert (await mock.ask("POST", "/poll", form(action="poll", **sent)))[1] == {"alive": True, **answer}


async def test_a_member_that_is_there_for_another_reason_is_left_to_the_recording() -> None:
    mock = Mock(poll({}), poll({**LOCKED, **KEPT}, lock=LOCK), poll(KEPT, keep=SAVED), poll({}))
    assert not any("exists(one" in str(one.document) for one in mock.draft.features)
