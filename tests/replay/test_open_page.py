"""What an open page is told: a quiet one first what it shows, then what has changed."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

from awe_author.features.dom.operations import ListOperation, Plan
from awe_author.json_types import JsonObject
from awe_author.replay.open_page import OpenPage

URL = "https://app.test/"


def people(node: int, *names: str) -> Plan:
    """The plan of a list at a moment."""
    keys, records = tuple("123"[: len(names)]), tuple((0, (name,)) for name in names)
    operation = ListOperation("f", "ul", (("li", "li"),), (("b", "text"),), keys, records)
    return Plan(version=f"s.{node}", url=URL, operations=(operation,))


class Talk:
    """A page whose session is at `node` of these plans, with what it was told."""

    def __init__(self, *plans: Plan) -> None:
        self.plans, self.node, self.told = plans, 0, list[Any]()
        live = SimpleNamespace(now=self._now, at=self._at, session=SimpleNamespace(common_ancestor=min))
        surfaces: Any = SimpleNamespace(live=live, session=SimpleNamespace(log=None), plan=self._plan)
        socket: Any = SimpleNamespace(send=self._send)
        self.page = OpenPage(surfaces, socket)

    async def _now(self) -> Any:
        return SimpleNamespace(node=self.node, clock=None)

    async def _at(self, node: int) -> Any:
        return SimpleNamespace(node=node, clock=None) if node < len(self.plans) else None

    def _plan(self, url: str, view: JsonObject, now: SimpleNamespace) -> Plan:
        node: int = now.node
        return self.plans[node]

    async def _send(self, text: str) -> None:
        self.told.append(json.loads(text))

    async def hello(self, version: str, *, quiet: bool, url: str = URL) -> list[Any]:
        """What the page is told when it says this."""
        before = len(self.told)
        await self.page._hear(json.dumps({"t": "hello", "u": url, "v": version, "w": {}, "q": quiet}))
        return self.told[before:]

    async def move(self, node: int) -> None:
        """The session goes to another moment, and the page is told."""
        self.node = node
        await self.page._send_changes(await self._now(), {})


BEFORE, AFTER = people(0, "Ada", "Bob"), people(1, "Ada", "Robert")


def test_a_quiet_page_first_gets_what_it_shows() -> None:
    async def talk() -> None:
        page = Talk(BEFORE, AFTER)
        assert await page.hello("s.0", quiet=True) == []
        await page.move(1)
        first, change = await page.hello("", quiet=True)
        assert (first["v"], first["o"]) == ("s.0", BEFORE.to_json()["o"])
        assert (change["from"], change["v"], change["d"]) == ("s.0", "s.1", [[0, {"set": [["2", 0, ["Robert"]]]}]])

    asyncio.run(talk())


def test_other_pages_get_what_there_is_now() -> None:
    async def talk() -> None:
        page = Talk(BEFORE, AFTER)
        await page.hello("s.0", quiet=True)
        page.node = 1
        for told in (await page.hello("", quiet=False), await page.hello("", quiet=True)):
            assert [(one["v"], one["o"]) for one in told] == [("s.1", AFTER.to_json()["o"])]

    asyncio.run(talk())


def test_what_a_quiet_page_showed_at_another_address_is_no_part_of_it() -> None:
    async def talk() -> None:
        page = Talk(BEFORE, AFTER)
        await page.hello("s.0", quiet=True)
        page.node = 1
        [told] = await page.hello("", quiet=True, url=URL + "other")
        assert told["v"] == "s.1"

    asyncio.run(talk())


def test_a_quiet_page_that_first_speaks_when_its_state_is_over_still_gets_what_it_shows() -> None:
    async def talk() -> None:
        page = Talk(BEFORE, AFTER)
        page.node = 1
        [change] = await page.hello("s.0", quiet=True)
        assert (change["from"], change["v"], len(change["d"])) == ("s.0", "s.1", 1)
        first, change = await page.hello("", quiet=True)
        assert (first["v"], first["o"]) == ("s.0", BEFORE.to_json()["o"])
        assert (change["from"], change["d"]) == ("s.0", [[0, {"set": [["2", 0, ["Robert"]]]}]])
        assert "hard" not in change

    asyncio.run(talk())


def test_a_quiet_page_whose_state_was_taken_back_before_it_first_speaks() -> None:
    async def talk() -> None:
        page = Talk(BEFORE, AFTER)
        [change] = await page.hello("s.1", quiet=True)
        assert (change["from"], change["v"], change["hard"]) == ("s.1", "s.0", True)

    asyncio.run(talk())


def test_a_version_that_no_moment_has_brings_the_whole() -> None:
    async def talk() -> None:
        for version in ("s.7", "other.0", "s.x", "s.\u0663", ""):
            page = Talk(BEFORE, AFTER)
            page.node = 1
            [told] = await page.hello(version, quiet=True)
            assert (told["v"], told["o"]) == ("s.1", AFTER.to_json()["o"]), version

    asyncio.run(talk())
