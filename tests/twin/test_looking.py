"""Both screens are looked at again while they differ; what a mock shows in passing does not count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from awe_author.twin import looking
from awe_author.twin.looking import Looks, address
from awe_author.twin.sides import Seen, Side
from awe_author.twin.texts import compare_screens
from tests.twin.talk import likeness

URL, ELSE = "https://app.test/items", "https://app.test/else"


class Shown:
    """A side that shows one text after the other, then the last one for ever."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = list(texts)

    async def text(self) -> str:
        return self._texts.pop(0) if len(self._texts) > 1 else self._texts[0]


async def looked(
    live: Sequence[str], mock: Sequence[str], looks: Looks | None = None, url: str = URL
) -> tuple[Seen, Seen, Any]:
    """What is compared of screens that show these texts, look by look."""
    seen = Seen(url, live[0]), Seen(url, mock[0])
    sides = tuple(cast("Side", Shown(texts[1:] or texts)) for texts in (live, mock))
    ticks = await (looks or Looks()).until_alike((sides[0], sides[1]), *seen, likeness())
    return *seen, ticks


async def same(live: Sequence[str], mock: Sequence[str], looks: Looks | None = None) -> bool:
    one, other, ticks = await looked(live, mock, looks)
    return compare_screens(one.text or "", other.text or "", likeness(), ticks).same


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "BETWEEN", 0.0)
    monkeypatch.setattr(looking, "PAUSE", 0.0)


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


async def test_a_live_app_in_which_something_goes_on_is_looked_at_until_it_stands_still() -> None:
    going = [f"job: on for {seconds} days" for seconds in range(30)]
    assert await same([*going, "job: done"], ["job: done"])
    assert not await same([*going, "job: failed"], ["job: done"])
    still = ["job: on"] * (looking.LOOKS + 5)
    assert not await same([*still, "job: done"], ["job: done"]), "for some seconds only when nothing changes"
    seen, _, _ = await looked([f"{number} things" for number in range(200)], ["none"])
    assert len(seen.looks) == 1 + looking.LOOKS + looking.LONGEST


COUNTED = ["Log\n0:05\nA", "Log\n0:04\nA"]


async def test_screens_that_count_time_apart_are_looked_at_until_that_is_seen() -> None:
    live, mock = [[f"Log\n0:{left:02}\nA" for left in range(first, first - 20, -1)] for first in (55, 31)]
    seen, other, ticks = await looked(live, mock)
    assert ticks == {"0:0"}
    assert len(seen.looks) == len(other.looks) == 2, "not until the page has asked its server in between"
    assert not await same(live, [text.replace("A", "B") for text in mock])


async def test_an_error_in_place_of_a_countdown_is_compared() -> None:
    looks = Looks()
    asking, error = "Log\nasking\nA", "Log\nError: could not load\nA"
    assert not await same([*COUNTED, "Log\n0:03\nB"], ["Log\n0:09\nC", "Log\n0:08\nC", error], looks)
    assert not await same(["Log\n0:03\nA"], [error], looks), "nor is it known from then on"
    both = [*COUNTED, asking, "Log\n0:30\nB"], ["Log\n0:07\nC", "Log\n0:06\nC", asking, "Log\n0:29\nC"]
    assert "asking" in (await looked(*both, looks))[2], "both sides say it"
    assert not await same(["Log\n0:03\nA"], [asking], looks), "but of that step only"


def orders(*numbers: int) -> str:
    return "\n".join(["Orders", *(f"Order {number}" for number in numbers)])


async def test_lines_that_load_late_are_compared() -> None:
    looks, late = Looks(), [orders(), orders(), orders(), orders(11, 12, 13)]
    for _ in range(4):  # the mock shows something else, so that both are looked at again
        await looked([*late, orders(11, 12, 13)], [text + "\nOther" for text in late], looks)
    assert not looks.coming(likeness())[URL], "one burst in each step"
    looks = Looks()
    for _ in range(4):
        await looked(
            [orders(), orders(1), orders(1, 2)], ["Other", orders(1) + "\nOther", orders(1, 2) + "\nOther"], looks
        )
    assert not looks.coming(likeness())[URL], "while it is being loaded"


async def test_a_panel_that_fills_by_itself_does_so_at_its_address() -> None:
    looks = Looks()
    live = [orders(*range(count // 2)) for count in range(12)]
    mock = [orders(*range(50, 50 + count // 3)) + "\nOther" for count in range(13)]
    await looked(live, mock, looks)
    assert looks.coming(likeness()) == {URL: {"Order 0"}}
    await looked(["A"], ["B"], looks, url=ELSE)
    assert looks.coming(likeness())[ELSE] == frozenset()


def test_an_address_is_less_the_place_in_its_page() -> None:
    assert address("https://app.test/a?b=1#flow/t1") == "https://app.test/a?b=1"
    assert address("https://app.test/#/orders") == "https://app.test/#/orders"


async def test_long_screens_that_change_are_compared_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    def counted(live: str, mock: str, *more: Any) -> Any:
        compared.append(live.count("\n") + 1)
        return compare_screens(live, mock, *more)

    monkeypatch.setattr(looking, "compare_screens", counted)
    monkeypatch.setattr(looking, "BUDGET", 400)
    looks = 1 + looking.LOOKS + looking.LONGEST

    def pages(word: str, count: int = 20) -> list[str]:
        return ["\n".join(f"{word} {'a' * (look * count + row)}" for row in range(count)) for look in range(looks)]

    assert not await same(pages("Tea"), pages("Milk"))
    assert sum(compared) <= looks * 20 + 2 * 400 + 20
    assert await same(pages("Tea"), [*pages("Milk")[:-1], pages("Tea")[-1]]), "the newest looks are compared always"
    behind = pages("Milk", 5)[:-1] + pages("Tea", 5)[:1]
    monkeypatch.setattr(looking, "BUDGET", 40_000)
    assert await same(pages("Tea", 5), behind), "a mock that is behind"
    monkeypatch.setattr(looking, "BUDGET", 400)
    assert not await same(pages("Tea", 5), behind), "nobody knows whether it lost what was done"
