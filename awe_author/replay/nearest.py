"""Pages of an address that was never recorded, but whose pattern was: the nearest recorded page of it is served.

`https://tracker.test/issues/*` with `/issues/7` recorded: `/issues/12`, an issue that was created since, is the page of
issue 7, and page features show what the state says of issue 12. Only addresses to which a page feature applies now
(its `where` holds) are pages; the others are misses as ever. Where several patterns fit, those that fix most of the
address decide: with `/issues*` and `/issues/*` it is the second that says whether `/issues/12` is a page.

A feature may name the documents that look like its pages (`like`): of an issue that was changed, of a form after it was
refused. One of those is served then, even where the address was recorded, as that may have been in another situation.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlsplit

from awe_author.archive.cursor import choose
from awe_author.archive.matching import Match
from awe_author.archive.model import Entry
from awe_author.door.messages import Request
from awe_author.features.dom.planning import Planner
from awe_author.features.model import PageTrigger
from awe_author.features.patterns import Pattern
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl
from awe_author.replay.requests import origin_of
from awe_author.replay.session import ReplaySession

RULE = "nearest page of a feature's pattern"
MOST_OPENED = 100
"""Documents that are kept as opened."""
MOST_ASKED = 100
"""Addresses of which it is kept what they were asked for, and parameters of each."""
LONGEST_QUERY = 2000
_HTML = ("text/html", "application/xhtml+xml")
_OPENED = re.compile(r"view\.(get\('opened'|opened)")


class Near(NamedTuple):
    """A recorded page that stands for another."""

    url: str
    entry: Entry | None
    """Its document; None for a page that is frozen and of which only the rendered DOM was recorded."""

    def match(self, session: ReplaySession) -> Match:
        """As if it had been asked for."""
        if self.entry is None:
            return Match("miss")
        return Match("rule", self.entry, session.cursor.after(self.entry, session.archive, document=True), rule=RULE)

    def asked(self, request: Request) -> Request:
        """The request as it would have been for the recorded page."""
        return replace(request, url=self.url)


def nearest_page(request: Request, session: ReplaySession) -> Near | None:
    """The recorded page that is nearest to one never recorded; None when its address is no page of a feature."""
    if session.live is None or request.method != "GET":
        return None
    url = request.url.partition("#")[0]
    patterns = [one.page for one in _closest(url, session)]
    if not patterns:
        return None
    found = [near for near in _recorded(session, origin_of(url)) if any(one.matches(near.url) for one in patterns)]
    return max(found, key=lambda near: _likeness(near, url, patterns), default=None)


def view_of(url: str, session: ReplaySession) -> JsonObject:
    """The view parameters with which a page arrives: `after`, the action that led to it, what it was `about`, and what
    its address was `asked` for before, by parameters that it may lack now; `asked_at`, the same of all addresses, and
    what was `opened` before and now, where a feature reads that."""
    asked, opened = session.progress.asked.get(url.partition("?")[0]), list[Json](session.progress.opened)
    every = session.progress.asked if session.live is not None and session.live.asks_elsewhere else {}
    return {
        **session.progress.led.get(url, {}),
        **({"asked": asked} if asked else {}),
        **({"asked_at": {address: {**said} for address, said in every.items()}} if every else {}),
        **({"opened": opened} if opened else {}),
    }


def reads_opened(session: ReplaySession) -> bool:
    """Does a feature show what was opened?"""
    features = (
        (feature for app in session.live.apps for feature in app.plan.features) if session.live is not None else ()
    )
    return any(_OPENED.search(expression.source) for feature in features for _, expression in feature.let)


def note_opened(url: str, session: ReplaySession) -> None:
    """Keep that a document was opened, as the last one, and by which features it is shown: what is there when it is
    opened may be gone when it is asked what was opened."""
    by: list[Json] = []
    key = ""
    for app in session.live.apps if session.live is not None else ():
        for one in Planner(app.plan).applied(url, app.bindings(), view_of(url, session))[0]:
            if one.trigger.event is None:
                by.append(one.feature.id)
                key = key or next(iter(one.segments), "")
    made: JsonObject = {"url": url, "by": by, "key": key}
    kept = session.progress.opened
    kept[:] = [*(one for one in kept if one != made), made][-MOST_OPENED:]


def note_asked(url: str, session: ReplaySession) -> None:
    """Keep what a page is asked for, for apps that remember it in their session."""
    path, _, query = url.partition("?")
    said: JsonObject = dict(parse_qsl(query[:LONGEST_QUERY]))
    if not said:
        return
    kept = session.progress.asked
    while path not in kept and len(kept) >= MOST_ASKED:
        del kept[next(iter(kept))]
    together = {**kept.get(path, {}), **said}
    kept[path] = dict([*together.items()][-MOST_ASKED:])


def named_page(request: Request, session: ReplaySession) -> Near | None:
    """The recorded document that a feature of this page names; None when none does."""
    if session.live is None or request.method != "GET":
        return None
    url = request.url.partition("#")[0]
    holding = [one for one in _applying(url, session) if one.like]
    most = max((says(one.page) for one in holding), default=0)
    triggers = [one for one in holding if says(one.page) == most]
    entries = [entry for one in triggers for seq in one.like if (entry := session.archive.by_seq(seq)) is not None]
    entries = [entry for entry in entries if entry.status == 200 and entry.mime in _HTML]
    same = [entry for entry in entries if entry.url.partition("#")[0] == url]
    if same:
        entry = choose(sorted(same, key=lambda one: one.seq), session.cursor, session.archive, write=False)
        return Near(entry.url, entry)
    near, patterns = [Near(entry.url, entry) for entry in entries], [one.page for one in triggers]
    return max(near, key=lambda one: _likeness(one, url, patterns)[:2], default=None)


def _closest(url: str, session: ReplaySession) -> list[PageTrigger]:
    """The triggers that say most about this address, of features that show something: none when those do not apply."""
    live = session.live
    every = [feature.on for app in live.apps for feature in app.plan.features] if live is not None else []
    pages = [one.page for one in every if isinstance(one, PageTrigger) and one.event is None and one.page.matches(url)]
    most = max(map(says, pages), default=0)
    return [one for one in _applying(url, session) if says(one.page) == most]


def _applying(url: str, session: ReplaySession) -> list[PageTrigger]:
    """The triggers of features that show something on this page as things are."""
    found: list[PageTrigger] = []
    for app in session.live.apps if session.live is not None else ():
        applied = Planner(app.plan).applied(url, app.bindings(), view_of(url, session))[0]
        found += [one.trigger for one in applied if one.trigger.event is None]
    return found


def says(pattern: Pattern) -> int:
    """How much of an address a pattern fixes."""
    return len(pattern.text.replace("*", ""))


def _recorded(session: ReplaySession, origin: str) -> list[Near]:
    """The documents of an origin, and its frozen pages."""
    found = [
        Near(entry.url, entry)
        for entry in session.archive.entries()
        if entry.status == 200
        and entry.method == "GET"
        and entry.mime in _HTML
        and ("sec-fetch-dest", "empty") not in entry.vary
        and origin_of(entry.url) == origin
    ]
    recording = session.archive.recording
    if recording is not None and recording.frozen:
        known = {near.url for near in found}
        steps = {step.url.partition("#")[0] for step in recording.steps if step.dom}
        found += [Near(url, None) for url in steps - known if origin_of(url) == origin]
    return found


def _likeness(near: Near, url: str, patterns: list[Pattern]) -> tuple[int, int, int, int]:
    """The more, the nearer: alike in queries, then in what the patterns leave open, then the later recorded."""
    asked = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    given = parse_qsl(urlsplit(near.url).query, keep_blank_values=True)
    names = {name for name, _ in asked}
    common = sum(pair in asked for pair in given) + sum(name in names for name, _ in given)
    common -= 2 * len(names - {name for name, _ in given})
    alike = sum(
        one == other
        for pattern in patterns
        for one, other in zip(pattern.segments(url) or (), pattern.segments(near.url) or (), strict=False)
    )
    return common - 2 * len(given), alike, int(near.entry is not None), near.entry.seq if near.entry is not None else 0
