"""Takes one still picture of a page, the same way while recording and while verifying.

Finite CSS animations are brought to their end and endless ones to their start, the caret is hidden, fonts and pictures
are decoded first, and one CSS pixel is one pixel of the PNG. What still moves after that is the business of `settle`.
"""

from __future__ import annotations

import contextlib

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

_DECODED = """() => Promise.race([
  Promise.all([
    document.fonts ? document.fonts.ready.then(() => 0, () => 0) : 0,
    ...Array.from(document.images).filter(image => image.complete && image.naturalWidth)
      .slice(0, 500).map(image => image.decode().then(() => 0, () => 0)),
  ]).then(() => 0),
  new Promise(done => setTimeout(() => done(0), 1500)),
])"""

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


async def shoot(page: Page, seconds: float = 15.0) -> bytes:
    """A PNG of what is seen in the window. Raises Playwright's Error when the page does not draw."""
    return await page.screenshot(
        type="png", animations="disabled", caret="hide", scale="css", style=STILL, timeout=seconds * 1000
    )
