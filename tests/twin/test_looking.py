"""Both screens are looked at again while they differ; what a mock shows in passing does not count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from awe_author.twin import looking
from awe_author.twin.looking import Looks
from awe_author.twin.sides import Seen, Side
from awe_author.twin.texts import compare_screens
from tests.twin.talk import likeness

URL = "https://app.test/items"


class Shown:
    """A side that shows one text after the other, then the last one for ever."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = list(texts)

    async def text(self) -> str:
        return self._texts.pop(0) if len(self._texts) > 1 else self._texts[0]


async def looked(live: Sequence[str], mock: Sequence[str], looks: Looks | None = None) -> tuple[Seen, Seen, Any]:
    """What is compared of screens that show these texts, look by look."""
    seen = Seen(URL, live[0]), Seen(URL, mock[0])
    sides = tuple(cast("Side", Shown(texts[1:] or texts)) for texts in (live, mock))
    ticks = await (looks or Looks()).until_alike((sides[0], sides[1]), *seen, likeness())
    return *seen, ticks


async def same(live: Sequence[str], mock: Sequence[str], looks: Looks | None = None) -> bool:
    one, other, ticks = await looked(live, mock, looks)
    return compare_screens(one.text or "", other.text or "", likeness(), ticks).same


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "BETWEEN", 0.0)


NONE, ADA = "Items: none", "Items\nAda"


async def test_a_mock_that_loses_what_was_done_differs() -> None:
    assert not await same([NONE, ADA], [ADA, NONE])
    assert not await same([NONE, ADA], [ADA, "Error"])
    assert not await same([NONE, NONE, ADA], [ADA, "Saving", NONE])


async def test_screens_that_come_to_show_the_same_are_equal() -> None:
    assert await same([NONE, ADA], [ADA])
    assert await same([ADA], [NONE, ADA])
    assert await same(["Saved\nAda", ADA], [ADA]), "a message that had gone in the mock"
    assert await same([ADA], ["Saved\nAda", ADA])
    assert await same([NONE, ADA, NONE], [ADA, NONE]), "the live app itself went back"
    assert await same(["job: queued", "job: on"], ["Wait", "job: queued"]), "at another moment of what goes on"


COUNTED = ["Log\n0:05\nA", "Log\n0:04\nA"]


async def test_an_error_in_place_of_a_countdown_is_compared() -> None:
    looks = Looks()
    asking, error = "Log\nasking\nA", "Log\nError: could not load\nA"
    assert not await same([*COUNTED, "Log\n0:03\nB"], ["Log\n0:09\nC", "Log\n0:08\nC", error], looks)
    assert not await same(["Log\n0:03\nA"], [error], looks), "nor is it known from then on"
    both = [*COUNTED, asking, "Log\n0:30\nB"], ["Log\n0:07\nC", "Log\n0:06\nC", asking, "Log\n0:29\nC"]
    assert "asking" in (await looked(*both, looks))[2], "both sides say it"
    assert not await same(["Log\n0:03\nA"], [asking], looks), "but of that step only"
