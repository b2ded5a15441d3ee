"""Does what WARC-Bench's oracles in ../shared/warcbench say, as a user of a `Ride` would."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from playwright.async_api import Locator

from awe_author.project.driving import Ride


class Hand:
    """A user's hand on one page after the other."""

    def __init__(self, at: Ride) -> None:
        self.at = at

    def find(self, told: dict[str, Any]) -> Locator:
        scope: Any = self.at.page.frame_locator(told["frame"]) if told.get("frame") else self.at.page
        found = scope.locator(told["selector"])
        return found.nth(told["nth"]) if "nth" in told else found.first

    async def place(self, told: dict[str, Any], *, scroll: bool = True) -> tuple[float, float]:
        if "selector" not in told:
            return told["x"], told["y"]
        found = self.find(told)
        if scroll and not told.get("noscroll"):
            await found.scroll_into_view_if_needed(timeout=8000)
        box = await found.bounding_box(timeout=8000)
        assert box is not None
        x = box["x"] + box["width"] * told.get("fx", 0.5) + told.get("dx", 0)
        return x, box["y"] + box["height"] * told.get("fy", 0.5) + told.get("dy", 0)

    async def do(self, told: dict[str, Any]) -> None:
        kind = told["kind"]
        named = {key: value for key, value in told.items() if isinstance(value, str | int | float)}
        async with self.at.doing({**named, "kind": kind}, told.get("selector")):
            await getattr(self, kind)(told)
        await asyncio.sleep(told.get("then", 120) / 1000)

    async def until(self, told: dict[str, Any], once: Any) -> None:
        """Again and again until a text shows."""
        wanted = told["until"]
        for _ in range(told.get("max", 200)):
            if (await self.find(wanted).inner_text(timeout=8000)).strip() == wanted["text"]:
                return
            await once()
            await asyncio.sleep(told.get("pace", 30) / 1000)
        raise AssertionError(f"never saw {wanted['text']!r}")

    async def click(self, told: dict[str, Any]) -> None:
        if "until" in told:
            await self.until(told, lambda: self.find(told).click(timeout=8000))
        elif "selector" in told and not {"fx", "fy", "dx", "dy"} & told.keys():
            count, button = told.get("count", 1), told.get("button", "left")
            await self.find(told).click(timeout=8000, click_count=count, modifiers=told.get("modifiers"), button=button)
        else:
            x, y = await self.place(told)
            await self.at.page.mouse.click(x, y, click_count=told.get("count", 1), button=told.get("button", "left"))

    async def fill(self, told: dict[str, Any]) -> None:
        await self.find(told).fill(told["value"], timeout=8000)

    async def type(self, told: dict[str, Any]) -> None:
        if "selector" in told:
            await self.find(told).press_sequentially(told["text"], timeout=8000, delay=20)
        else:
            await self.at.page.keyboard.type(told["text"], delay=20)

    async def press(self, told: dict[str, Any]) -> None:
        async def once() -> None:
            if "selector" in told:
                await self.find(told).press(told["key"], timeout=8000)
            else:
                await self.at.page.keyboard.press(told["key"])

        if "until" in told:
            await self.until(told, once)
            return
        for _ in range(told.get("times", 1)):
            await once()

    async def hover(self, told: dict[str, Any]) -> None:
        await self.at.page.mouse.move(*await self.place(told), steps=4)

    async def drag(self, told: dict[str, Any]) -> None:
        mouse, steps = self.at.page.mouse, told.get("steps", 12)
        x, y = await self.place(told["from"])
        to = told.get("to")
        end = await self.place(to, scroll=bool(told.get("scroll_to"))) if to else (x + told["dx"], y + told["dy"])
        await mouse.move(x, y)
        await mouse.down()
        await asyncio.sleep(0.06)
        for step in range(1, steps + 1):
            await mouse.move(x + (end[0] - x) * step / steps, y + (end[1] - y) * step / steps)
            await asyncio.sleep(0.012)
        await asyncio.sleep(0.06)
        await mouse.up()

    async def scroll(self, told: dict[str, Any]) -> None:
        if "selector" in told or "x" in told:
            at = {key: value for key, value in told.items() if key not in ("dx", "dy")}
            await self.at.page.mouse.move(*await self.place(at, scroll=False))
        await self.at.page.mouse.wheel(told.get("dx", 0), told.get("dy", 0))
        await asyncio.sleep(0.6)

    async def wait(self, told: dict[str, Any]) -> None:
        if "selector" in told:
            await self.find(told).wait_for(state=told.get("state", "visible"), timeout=8000)
        else:
            await asyncio.sleep(told.get("ms", 500) / 1000)

    async def read(self, told: list[dict[str, Any]]) -> str:
        """An answer, read off the page."""
        parts = []
        for one in told:
            text = await self.find(one).inner_text(timeout=8000)
            found = re.search(one["regex"], text) if "regex" in one else None
            parts.append(found[1] if found else text)
        return " ".join(parts)
