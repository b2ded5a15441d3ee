"""Numbers that the server also writes for people, where one address shows the number and another one the text."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
STAGES = ("new", "won")
DEALS = ((12000, "new"), (2500, "new"), (3000, "won"), (450, "new"), (1800, "won"), (7400, "won"))


class Desk:
    """The server: cards of a board say the text alone, the page of a deal both. `share`: the numbers are so many times
    what the text says."""

    def __init__(self, share: int) -> None:
        self.share = share
        self.deals = [self._deal(at, amount, stage) for at, (amount, stage) in enumerate(DEALS, 1)]
        self.log: list[tuple[Any, ...]] = []

    def _deal(self, number: int, amount: int, stage: str) -> Row:
        return {"id": number, "title": f"Deal {number}", "amount": amount * self.share, "stage": stage}

    def _shown(self, deal: Row) -> Row:
        return {**deal, "amountText": f"${deal['amount'] // self.share:,}"}

    def say(self, method: str, path: str, sent: Any, status: int, answer: Any) -> tuple[str, str, Any]:
        self.log.append((method, path, sent, status, copy.deepcopy(answer)))
        return method, path, sent

    def board(self) -> tuple[str, str, Any]:
        columns = []
        for stage in STAGES:
            mine = [self._shown(one) for one in self.deals if one["stage"] == stage]
            cards = [{name: one[name] for name in ("id", "title", "amountText")} for one in mine]
            columns.append({"stage": stage, "cards": cards, "total": sum(one["amount"] for one in mine)})
        return self.say("GET", "/board", None, 200, {"columns": columns})

    def opened(self, number: int) -> tuple[str, str, Any]:
        return self.say("GET", f"/deals/{number}", None, 200, self._shown(self.deals[number - 1]))

    def make(self, amount: int) -> tuple[str, str, Any]:
        sent = {"title": f"Deal {len(self.deals) + 1}", "amount": amount * self.share, "stage": "new"}
        self.deals.append({"id": len(self.deals) + 1, **sent})
        return self.say("POST", "/deals", sent, 201, self._shown(self.deals[-1]))

    def change(self, number: int, **sent: Any) -> tuple[str, str, Any]:
        self.deals[number - 1] |= sent
        return self.say("PATCH", f"/deals/{number}", sent, 200, self._shown(self.deals[number - 1]))


def mock(share: int) -> Mock:
    tour = Desk(share)
    tour.board()
    tour.opened(1)
    tour.opened(2)
    tour.make(1500)
    tour.board()
    tour.change(1, stage="won")
    tour.board()
    return Mock(*tour.log)


@pytest.mark.parametrize("share", [1, 100])
async def test_the_text_follows_and_cards_add_up(share: int) -> None:
    app, live = mock(share), Desk(share)
    for step, answer in (
        (live.opened(5), live.log[-1][4]), (live.make(42000), live.log[-1][4]),
        (live.change(6, stage="new"), live.log[-1][4]), (live.change(3, amount=999 * share), live.log[-1][4]),
        (live.board(), live.log[-1][4]),
    ):  # fmt: skip
        assert (await app.ask(*step))[1] == answer
