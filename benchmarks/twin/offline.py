"""A quick look without a browser and without the app: `python -m benchmarks.twin.offline OTHER.wacz MOCK...`.

The requests of a recording of the *other* steps are put to the mock one after the other, ids of the live run translated
into the mock's, and the replies compared as `twin` does. It says less than a twin run (pages that would have gone on
otherwise go on as recorded), but takes seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import time
from collections import Counter
from pathlib import Path
from urllib.parse import quote, unquote

from awe_author.archive import open_archive
from awe_author.archive.recorded import Archive
from awe_author.cli.twin import opened
from awe_author.door.messages import without
from awe_author.features.dom.rendering import rendered
from awe_author.fidelity.compare import compare_texts
from awe_author.json_types import JsonObject
from awe_author.replay.chain import build_chain
from awe_author.replay.page_surfaces import PageSurfaces
from awe_author.twin.drive import ServedMock
from awe_author.twin.exchanges import Exchange, undone
from awe_author.twin.likeness import Likeness
from awe_author.twin.moments import Window
from awe_author.twin.pairing import Pair
from awe_author.twin.replies import Failed, ReplyResult, compare_pair
from awe_author.twin.sets import sets_of
from awe_author.twin.sides import source_of
from awe_author.twin.tap import Tap, plain
from awe_author.twin.texts import page_text
from benchmarks.twin.offline_messages import compare_talks

_NEAR = 600
"""Seconds between a request and a moment that its page's clock says."""
_MOST_LINES = 25
"""Lines shown of those that differ on several pages."""


def said(archive: Archive) -> list[Exchange]:
    """What the recorded pages asked and were told, in order."""
    found = []
    for entry in archive.entries():
        if not entry.status or entry.kind == "websocket":
            continue
        response = archive.response(entry)
        made = Exchange(entry.seq, entry.step or 0, entry.method, entry.url, list(archive.request_headers(entry)))
        made.body, made.status, made.complete = archive.request_body(entry), entry.status, True
        made.reply_headers = list(response.headers)
        made.reply, made.moment = undone(b"".join(response.body), made.reply_headers), entry.seq
        found.append(made)
    return [one for one in found if one.kind in ("api", "page")]


def sockets(archive: Archive) -> list[Exchange]:
    """What was said over the recorded WebSockets."""
    found = []
    for entry in archive.entries():
        if entry.kind == "websocket":
            said = archive.messages(entry)
            made = Exchange(entry.seq, 0, "GET", entry.url, [], moment=entry.seq, moments=[one.seq for one in said])
            made.messages = [(0, one.outgoing, one.data) for one in said]
            found.append(made)
    return found


async def compare(live: list[Exchange], mock: ServedMock, window: Window, archive: Archive) -> list[ReplyResult]:
    """The results, in order; those of sockets last."""
    replay = mock.replay
    noted, results = [replay.log.total], list[ReplyResult]()
    chain = build_chain(replay)
    surfaces = next((one for one in chain if isinstance(one, PageSurfaces)), None)
    tap = Tap(chain)
    now = time.time()
    recording = replay.recording
    stretches: list[tuple[float, float]] = []
    if recording is not None and recording.steps:
        stretches.append((recording.clock_start, max(step.clock or step.started for step in recording.steps)))
    if mock.session is not None:
        from awe_author.session.moments import parse_moment, seconds

        began = seconds(parse_moment(mock.session.clock))
        stretches.append((began, began + 3600))
    likeness = Likeness(
        window, Window(now, now + 3600, tuple(stretches)), unordered=sets_of([*sockets(archive), *live])
    )
    times = {entry.seq: entry.time for entry in archive.entries()}
    for one in live:
        asked = translated(one, likeness)
        asked.url = by_clock(asked.url, times.get(one.seq, 0.0), replay.clock.now())
        noted[0] = replay.log.total
        answer = await tap.again(asked, replay)
        if answer is not None:
            answer.source = source_of(replay, answer, noted)
            answer = await shown(answer, surfaces, surfaces.arrived if surfaces is not None else {})
        results.append(compare_pair(Pair(one, answer), likeness, Failed(), {}))
    return results + await compare_talks(archive, replay, likeness)


async def shown(answer: Exchange, surfaces: PageSurfaces | None, view: JsonObject) -> Exchange:
    """A document with what page features show in it, as their runtime would. `view`: with which it arrives."""
    if surfaces is None or answer.kind != "page" or answer.content[0] != "html":
        return answer
    plan = surfaces.plan(answer.url.partition("#")[0], view, await surfaces.live.now())
    made = Exchange(answer.seq, answer.step, answer.method, answer.url, answer.headers, answer.body, answer.status)
    made.reply_headers = [*without(answer.reply_headers, "content-type"), ("Content-Type", "text/html; charset=utf-8")]
    made.reply, made.complete, made.source = rendered(answer.content[1], plan).encode(), answer.complete, answer.source
    return made


def translated(live: Exchange, likeness: Likeness) -> Exchange:
    """The request as the mock's page would make it."""
    path, sign, query = live.url.partition("?")
    segments = [_segment(part, likeness) for part in path.split("/")]
    query = re.sub(r"(%[0-9A-Fa-f]{2})|[\w-]{4,}", lambda f: f[1] or quote(likeness.ids.mock_of(f[0])), query)
    body = live.body
    for known, ours in likeness.ids.live.items():
        if len(known) > 3:
            body = body.replace(known.encode(), ours.encode())
    return Exchange(-1, live.step, live.method, "/".join(segments) + sign + query, plain(live.headers), body)


def by_clock(url: str, then: float, now: float) -> str:
    """Numbers in a query that say the moment of the request in milliseconds, as the mock's page would say them."""

    def moved(found: re.Match[str]) -> str:
        ahead = int(found[0]) / 1000 - then
        return str(round((now + ahead) * 1000)) if abs(ahead) <= _NEAR else found[0]

    path, sign, query = url.partition("?")
    return path + sign + re.sub(r"(?<!\d)\d{13}(?!\d)", moved, query)


def _segment(part: str, likeness: Likeness) -> str:
    """A part of a path, also `accounts(KEY)` of OData."""
    named = re.fullmatch(r"(\w+\()([^()]+)\)", unquote(part))
    known = likeness.ids.live.get(named[2] if named else unquote(part))
    return part if known is None else f"{named[1]}{known})" if named else known


def _window(archive: Archive) -> Window:
    """When the steps were recorded: by their own clock, or in a HAR, which has no steps, by its exchanges."""
    recording = archive.recording
    if recording is None:
        times = [entry.time for entry in archive.entries()]
        return Window(min(times, default=0.0), max(times, default=0.0))
    last = max((step.clock or step.started for step in recording.steps), default=recording.clock_start + 120)
    return Window(recording.clock_start, last)


async def _main(other: Path, mocks: list[Path], *, every: bool, whole: bool) -> int:
    with open_archive([other]) as archive:
        live, window = said(archive), _window(archive)
    with open_archive([other]) as archive:
        async with opened(mocks) as mock:
            results = await compare(live, mock, window, archive)
    for name, some in (
        ("replies", [one for one in results if one.kind != "message"]),
        ("messages", [one for one in results if one.kind == "message"]),
    ):
        equal = sum(one.equal for one in some)
        causes = Counter(str(one.cause) for one in some if not one.equal)
        if some:
            print(f"{equal} of {len(some)} {name} equal ({equal / len(some):.0%}); {dict(causes)}")
    _tell_lines([one for one in results if one.text and not one.equal])
    seen: Counter[tuple[str, str]] = Counter()
    for one in results:
        seen[str(one.cause), one.operation] += 1
        if one.equal or (seen[str(one.cause), one.operation] > 1 and not every):
            continue
        what = [(d.path, d.what, str(d.live)[:60], str(d.mock)[:60]) for d in one.differences[:4]]
        print(f"{one.step:3} {one.method} {one.url[:150]}\n      {one.cause}; {one.source[:300]}; "
              f"live {one.live_status} mock {one.mock_status} {what} {one.request[:4]}")  # fmt: skip
        for line in _words_of(one)[: None if whole else 8]:
            print(f"        {line[:160]}")
    return 0


def _words_of(one: ReplyResult) -> list[str]:
    """What differs in the words: of a page, and of HTML in JSON."""
    found = [*(one.text.lines if one.text else [])]
    for told in one.differences:
        if isinstance(told.live, str) and isinstance(told.mock, str) and "</" in told.live:
            apart = compare_texts(page_text(told.live), page_text(told.mock))
            found += [f"{told.path}: {'the same words' if apart.same else 'other words'}", *apart.lines]
    return found


def _tell_lines(wrong: list[ReplyResult]) -> None:
    """Which lines pages lack or have too much, those that most pages do first: one cause has many pages."""
    pages: dict[str, list[int]] = {}
    for one in wrong:
        for line in {line for line in one.text.lines if line[:1] in "+-"} if one.text else ():
            pages.setdefault(line, []).append(one.step)
    shared = sorted((found for found in pages.items() if len(found[1]) > 1), key=lambda found: -len(found[1]))
    print(f"lines (- of the live app, + of the mock) on several of {len(wrong)} pages:" if shared else "no line twice")
    for line, steps in shared[:_MOST_LINES]:
        print(f"  {len(steps):3} {line[:100]}  (steps {', '.join(map(str, steps[:6]))})")


def main() -> int:
    """See the module."""
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("other", type=Path, help="recording of the other steps in the live app")
    cli.add_argument("mock", type=Path, nargs="+", help="as for awe-author twin")
    cli.add_argument("--every", action="store_true", help="list every difference, not one of each operation")
    cli.add_argument("--whole", action="store_true", help="with all that differs in the words of a page")
    asked = cli.parse_args()
    return asyncio.run(_main(asked.other, asked.mock, every=asked.every, whole=asked.whole))


if __name__ == "__main__":
    sys.exit(main())
