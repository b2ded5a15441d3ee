"""What a subscription told is compared as a whole, in however many messages it came."""

from __future__ import annotations

import json
from typing import Any

from awe_author.twin.exchanges import Exchange
from awe_author.twin.messages import pushed
from awe_author.twin.portions import together


def data(*steps: str, of: str = "1", **more: Any) -> dict[str, Any]:
    log = {"events": [{"step": step} for step in steps], "cursor": f"after {steps[-1] if steps else ''}", **more}
    return {"type": "data", "id": of, "payload": {"data": {"log": log}}}


def told(*said: dict[str, Any], seq: int = 4) -> list[Exchange]:
    socket = Exchange(seq, 0, "GET", "wss://app.test/graphql", [], status=101)
    socket.messages = [(step, False, json.dumps(one)) for step, one in enumerate(said)]
    return [one for step in range(len(said)) for one in pushed([socket], step)]


def values(messages: list[Exchange]) -> list[Any]:
    return [one.content[1] for one in messages]


def test_portions_of_one_list_are_one_message() -> None:
    ack = {"type": "connection_ack"}
    whole = together(told(ack, data("a"), data("b", "c")))
    assert values(whole) == [ack, data("a", "b", "c")]
    assert [one.step for one in whole] == [0, 1]
    assert values(together(told(ack, data("a", "b", "c")))) == values(whole)


def test_other_subscriptions_and_sockets_stay_apart() -> None:
    assert values(together(told(data("a"), data("b", of="2"), data("c")))) == [data("a", "c"), data("b", of="2")]
    assert values(together([*told(data("a")), *told(data("b"), seq=9)])) == [data("a"), data("b")]


def test_what_holds_no_list_or_several_stays_as_it_came() -> None:
    two = [data("a", tags=[1]), data("b", tags=[2])]
    assert values(together(told(*two))) == two
    plain = [{"type": "data", "id": "1", "payload": {"state": state}} for state in ("on", "done")]
    assert values(together(told(*plain))) == plain


def test_what_was_said_before_a_write_and_after_it_stays_apart() -> None:
    messages = told(data("a"), data("b"), data("c"))
    for moment, one in zip((1, 2, 9), messages, strict=True):
        one.moment = moment
    assert values(together(messages, [5])) == [data("a", "b"), data("c")]
