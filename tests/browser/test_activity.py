"""What counts as under way at the door."""

import asyncio

from awe_author.browser.activity import FIRST_PATIENCE, PATIENCE, Traffic, Valve


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_an_exchange_counts_until_it_ends() -> None:
    time = Time()
    traffic = Traffic(time)
    token = traffic.began("https://a.test/x?1")
    assert traffic.in_flight() == 1
    time.now += 1
    traffic.ended(token)
    traffic.ended(token)
    assert (traffic.in_flight(), traffic.last_change, traffic.total) == (0, 101.0, 1)


def test_streams_do_not_count() -> None:
    traffic = Traffic(Time())
    traffic.streams(traffic.began("https://a.test/events"))
    assert traffic.in_flight() == 0


def test_a_long_poll_gets_less_patience_once_it_is_known() -> None:
    time = Time()
    traffic = Traffic(time)
    first = traffic.began("https://a.test/poll?t=1")
    time.now += PATIENCE + 0.1
    assert traffic.in_flight() == 1
    time.now += FIRST_PATIENCE
    assert traffic.in_flight() == 0
    traffic.ended(first)
    assert traffic.last_change == 100.0
    traffic.began("https://a.test/poll?t=2")
    time.now += PATIENCE + 0.1
    assert traffic.in_flight() == 0


def test_messages_are_noted_apart() -> None:
    time = Time()
    traffic = Traffic(time)
    traffic.message()
    assert (traffic.last_change, traffic.last_message) == (0.0, 100.0)


async def test_a_closed_valve_holds_messages_back_until_it_opens() -> None:
    valve, passed = Valve(), []

    async def pass_through() -> None:
        await valve.passage()
        passed.append(True)

    valve.close()
    waiting = asyncio.ensure_future(pass_through())
    await asyncio.sleep(0)
    assert not passed
    valve.open()
    await waiting
    assert passed


async def test_a_valve_that_is_forgotten_opens_by_itself() -> None:
    valve = Valve(longest=0.01)
    valve.close()
    await asyncio.wait_for(valve.passage(), 5)
