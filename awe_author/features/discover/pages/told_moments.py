"""Moments that JSON tells of and pages show in words: `2025-04-09T07:20:00` as `April 9, 2025, 7:20 a.m.`.

Believed when pages of several entities have the moment of each as a text of its own, in one format.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bs4 import BeautifulSoup

from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.markup.clocks import MOMENT
from awe_author.features.discover.markup.formats import Format, moment_formats
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.canonical import behind
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.posts import key_in

SEVERAL = 2
"""Moments that are shown so."""
LONGEST = 40
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


def told_moments(told: Kind, template: str, shown: Sequence[Shown]) -> dict[str, Format]:
    """Field -> its format."""
    known: dict[str, dict[str, Any]] = {}
    for one in told.sightings():
        known.setdefault(str(one.value[told.key]), one.value)
    seen: dict[str, dict[Format, set[str]]] = {}
    for page in shown:
        url = page.page.url.partition("#")[0]
        long = behind(url, template)
        values = known.get(key_in(url, template) or (long.key if long is not None else ""), {})
        for name, how in _shown_in(page.document, _moments(values)):
            seen.setdefault(name, {}).setdefault(how, set()).add(str(values[name]))
    best = {name: max(ways, key=lambda how: len(ways[how])) for name, ways in seen.items()}
    return {name: how for name, how in best.items() if len(seen[name][how]) >= SEVERAL}


def _moments(values: Mapping[str, Any]) -> dict[str, str]:
    found = {name: value for name, value in values.items() if isinstance(value, str) and MOMENT.match(value)}
    often = Counter(found.values())
    return {name: value for name, value in found.items() if often[value] == 1}


def _shown_in(document: BeautifulSoup, moments: Mapping[str, str]) -> Iterator[tuple[str, Format]]:
    """(field, format) of the moments that a page has as texts of their own."""
    texts = {squeezed(one) for one in document.find_all(string=_YEAR)} if moments else set()
    for text in sorted(one for one in texts if len(one) <= LONGEST):
        for how in moment_formats([text]):
            yield from ((name, how) for name, value in moments.items() if how.shown(value) == text)
