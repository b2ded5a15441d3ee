"""Parameters of addresses that carry a notice: `?id=7&results=34bf278ca087554c1916f541b637badc`, to which a post led.

Their values are random and another one each time, and only what posts led to has them: such a page is the page without
them, right after something was done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from awe_author.features.discover.pages.pages import Shown
from awe_author.queries import parse_qsl

LEAST = 2
"""Different values."""
_TOKEN = re.compile(r"(?=.*\d)[0-9a-f]{16,}|(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[\w-]{20,}")


def tokens_of(shown: Sequence[Shown]) -> frozenset[str]:
    """The names of such parameters."""
    said: dict[str, set[str]] = {}
    others: set[str] = set()
    for page in shown:
        led = page.load is not None and page.load.led is not None
        for name, value in parse_qsl(urlsplit(page.page.url).query):
            if led and _TOKEN.fullmatch(value):
                said.setdefault(name, set()).add(value)
            else:
                others.add(name)
    return frozenset(name for name, values in said.items() if len(values) >= LEAST and name not in others)


def without_tokens(url: str, tokens: frozenset[str]) -> str:
    """An address without these parameters."""
    path, _, query = url.partition("?")
    kept = [pair for pair in query.split("&") if pair.partition("=")[0] not in tokens]
    return url if not tokens else "?".join([path, *(["&".join(kept)] if query and kept else [])])
