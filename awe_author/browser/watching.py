"""Counts the changes of the DOM in the frames of a page, out of the page's sight."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass, field

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, JSHandle, Page

_WATCH = """() => {
  const seen = {changes: 0, text: 0, looks: 0, canvas: false};
  const watch = {childList: true, attributes: true, characterData: true, subtree: true};
  const observer = new MutationObserver(list => {
    for (const change of list) {
      seen.changes++;
      if (change.type === 'attributes') seen.looks++; else seen.text++;
    }
  });
  const roots = [document];
  for (const root of roots) {
    observer.observe(root, watch);
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  seen.look = () => {
    const drawn = [...document.querySelectorAll('canvas')].some(canvas => {
      const box = canvas.getBoundingClientRect();
      return box.width > 8 && box.height > 8;
    });
    return [seen.changes, seen.text, seen.looks, drawn, document.readyState === 'complete'];
  };
  seen.stop = () => observer.disconnect();
  return seen;
}"""

_LOOK = "seen => seen.look()"


@dataclass(slots=True)
class Watcher:
    """Counts the changes of the DOM in every frame of a page, out of the page's sight."""

    page: Page
    handles: dict[Frame, JSHandle] = field(default_factory=dict)
    seen: dict[Frame, tuple[int, int, int]] = field(default_factory=dict)
    """Frame -> changes in all, of text and elements, of attributes."""
    canvas: bool = False
    loaded: bool = False
    text_changed: float = 0.0
    """Monotonic seconds when text last changed."""

    async def redressed(self) -> bool:
        """Has an attribute of a frame that was known then changed since the last call of this or of `changed`? Scripts
        animate by them; taking a picture changes none."""
        before = {frame: seen[2] for frame, seen in self.seen.items()}
        await self.changed()
        return any(frame in before and seen[2] != before[frame] for frame, seen in self.seen.items())

    async def changed(self) -> bool:
        """Has any frame changed, come or gone since the last call?"""
        changed, self.canvas = False, False
        frames = self.page.frames
        for gone in set(self.handles) - set(frames):
            del self.handles[gone], self.seen[gone]
            changed = True
        for frame in frames:
            changed |= await self._look(frame)
        return changed

    async def _look(self, frame: Frame) -> bool:
        main = frame is self.page.main_frame
        try:
            async with asyncio.timeout(3):
                fresh = frame not in self.handles
                if fresh:
                    self.handles[frame] = await frame.evaluate_handle(_WATCH)
                changes, text, looks, canvas, loaded = await self.handles[frame].evaluate(_LOOK)
        except (PlaywrightError, TimeoutError):
            self.handles.pop(frame, None)
            self.seen.pop(frame, None)
            if main:
                self.loaded = False
            return main
        before, self.seen[frame] = self.seen.get(frame), (changes, text, looks)
        self.canvas |= bool(canvas)
        if main:
            self.loaded = bool(loaded)
        if before is not None and text != before[1]:
            self.text_changed = time.monotonic()
        return fresh or (before is not None and changes != before[0])

    async def stop(self) -> None:
        for handle in self.handles.values():
            with contextlib.suppress(PlaywrightError):
                await handle.evaluate("seen => seen.stop()")
                await handle.dispose()
        self.handles.clear()
