"""Documents that show nothing by themselves: an empty element and scripts that fill it. Pure."""

from __future__ import annotations

from html.parser import HTMLParser

LARGEST = 1 << 20
"""Bytes of a document that is looked at; a larger one says something."""
WORDS_OF_A_SPLASH = 12
"""Words that may stand there until the scripts are there: "Loading the wiki, please wait"."""
_UNSEEN = frozenset({"script", "style", "noscript", "template", "title", "svg", "math"})
_SAYING = frozenset(
    {
        *("h1", "h2", "h3", "h4", "h5", "h6", "li", "table", "a", "img", "embed", "frame", "iframe", "object", "video"),
        *("button", "details", "fieldset", "form", "input", "select", "textarea"),
    }
)
"""Elements that show something, or let a reader do something."""


def is_blank(body: bytes) -> bool:
    """Has this document scripts, and nothing to read, follow or fill in but a few words of a splash screen?"""
    if len(body) > LARGEST:
        return False
    seen = _Seen()
    seen.feed(body.decode("utf-8", "replace"))
    seen.close()
    return seen.scripts > 0 and not seen.says and seen.words <= WORDS_OF_A_SPLASH


class _Seen(HTMLParser):
    """What a reader of a document would see of it without its scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts, self.words, self.says = 0, 0, False
        self._within: str | None = None
        """The element that is not shown in which the text stands."""
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        if self._within is not None:
            self._depth += tag == self._within
        elif tag in _UNSEEN:
            self._within, self._depth = tag, 1
        elif tag in _SAYING and not (tag == "input" and (dict(attrs).get("type") or "").lower() == "hidden"):
            self.says = True

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("svg", "math"):
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._within:
            self._depth -= 1
            self._within = self._within if self._depth else None

    def handle_data(self, data: str) -> None:
        if self._within is None:
            self.words += len(data.split())
