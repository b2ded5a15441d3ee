"""Takes one still picture of a page, the same way while recording and while verifying.

Finite CSS animations are brought to their end and endless ones to their start, the caret is hidden, fonts and pictures
are decoded first, and one CSS pixel is one pixel of the PNG. What still moves after that is the business of `settle`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

_DECODED = """() => Promise.race([
  Promise.all([
    document.fonts ? document.fonts.ready.then(() => 0, () => 0) : 0,
    ...Array.from(document.images).filter(image => image.complete && image.naturalWidth)
      .slice(0, 500).map(image => image.decode().then(() => 0, () => 0)),
  ]).then(() => 0),
  new Promise(done => setTimeout(() => done(0), 1500)),
])"""

_ROUGH = """() => {
  const roots = [document];
  for (const root of roots) for (const element of [...root.querySelectorAll('*')].slice(0, 20000)) {
    if (element.shadowRoot) roots.push(element.shadowRoot);
    if (/transform|scale|rotate|translate/.test(getComputedStyle(element).willChange)) return true;
  }
  return false;
}"""

_DRAWN = """() => Promise.race([
  new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))),
  new Promise(done => setTimeout(() => done(0), 1000)),
])"""

_HARDLY = 1.001
"""A page scale that is not 1."""

STILL = """
*, ::before, ::after { caret-color: transparent !important; scroll-behavior: auto !important; }
.monaco-editor .cursors-layer .cursor, .CodeMirror-cursors, .ace_cursor-layer, .cm-cursorLayer {
  visibility: hidden !important;
}
"""
"""Style while a picture is taken: carets that well-known editors draw themselves blink by timers or animations."""


async def decoded(page: Page) -> None:
    """Wait until fonts and pictures that have arrived are decoded (at most 1.5 s for each frame)."""
    for frame in page.frames:
        with contextlib.suppress(PlaywrightError):
            await frame.evaluate(_DECODED)


async def crisp(page: Page, deaf: Callable[[bool], str] | None) -> None:
    """Have drawn anew what the page said would change its transform (`will-change`): Chromium keeps such a part as it
    was first drawn, at the size that it had in the middle of an animation, which is chance. It draws it anew for
    another page scale. `deaf`: JavaScript that keeps (True) and no longer keeps (False) the page from noticing."""
    if not any([await _said(frame, _ROUGH) for frame in page.frames]):
        return
    with contextlib.suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(8):
            session = await page.context.new_cdp_session(page)
            await _everywhere(page, deaf and deaf(True))
            try:
                for scale in (_HARDLY, 1.0):
                    await session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": scale})
                    await page.evaluate(_DRAWN)
            finally:
                await _everywhere(page, deaf and deaf(False))
                await session.detach()


async def _everywhere(page: Page, expression: str | None) -> None:
    for frame in page.frames if expression else []:
        await _said(frame, expression or "")


async def _said(frame: Frame, expression: str) -> object:
    """What an expression gives in a frame, None when it cannot be asked."""
    with contextlib.suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(3):
            return await frame.evaluate(expression)
    return None


async def shoot(page: Page, seconds: float = 15.0) -> bytes:
    """A PNG of what is seen in the window. Raises Playwright's Error when the page does not draw."""
    return await page.screenshot(
        type="png", animations="disabled", caret="initial", scale="css", style=STILL, timeout=seconds * 1000
    )
