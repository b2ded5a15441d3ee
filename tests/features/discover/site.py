"""A small server-rendered app, recorded while it is used; and its mock, unedited, that can be asked the same things."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from awe_author.features.api.engine import Surfaces
from awe_author.features.discover import Draft, Page, Recorded, discover, features_text
from awe_author.features.discover.exchanges.calls import Raw
from awe_author.features.dom.rendering import rendered
from awe_author.features.live import Live
from awe_author.features.loading import load_features
from awe_author.replay.page_surfaces import PageSurfaces
from awe_author.session.memory import MemoryStore
from awe_author.session.moments import ClockRule
from awe_author.session.sessions import Sessions
from awe_author.state.loading import load_model
from awe_author.state.world import World
from awe_author.twin.texts import page_text
from tests.features.discover.exchanges import DATE, ORIGIN
from tests.replay.listed import ListedArchive, Replay, body_of

FORM = ("Content-Type", "application/x-www-form-urlencoded")
Sent = Sequence[tuple[str, str]]


@dataclass
class Said:
    """What the app answers."""

    html: str = ""
    status: int = 200
    to: str = ""
    """Where it redirects to."""
    kind: str = "text/html; charset=utf-8"


App = Callable[[str, str, Sent], Said]
"""(method, path with query, form) -> answer."""


def headers_of(sent: Sent, how: str) -> list[tuple[str, str]]:
    """Of a navigation (`page`), of a script that asks for a part (`part`), or for a whole page (`fetch`)."""
    accept = {"page": "text/html,application/xhtml+xml,*/*", "part": "*/*", "fetch": "text/html, application/xhtml+xml"}
    dest = "document" if how == "page" else "empty"
    return [("Sec-Fetch-Dest", dest), ("Accept", accept[how]), *([FORM] if sent else [])]


@dataclass
class Tour:
    """The app as it is used, and what is recorded of it."""

    app: App
    raws: list[Raw] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    archive: ListedArchive = field(default_factory=ListedArchive)
    date: Callable[[], str] = lambda: DATE
    """What its answers say of when they were made."""

    def ask(self, method: str, path: str, *sent: tuple[str, str], how: str = "page") -> Said:
        """One request; of a page the one that it redirects to as well, which is then looked at."""
        said = self.app(method, path, sent)
        headers, body = headers_of(sent, how), urlencode(sent).encode()
        answered = [("Content-Type", said.kind), ("Date", self.date()), *([("Location", said.to)] if said.to else [])]
        mime = said.kind.partition(";")[0]
        self.archive.record(method, ORIGIN + path, said.html.encode(), answered, status=said.status, mime=mime,
                            body=body, sent=headers)  # fmt: skip
        seq = next(reversed([*self.archive.entries()])).seq
        self.raws.append(Raw(seq, method, ORIGIN + path, headers, body, said.status, answered, said.html.encode(), seq))
        if said.to:
            return self.ask("GET", said.to, how=how)
        if how != "part":
            self.pages.append(Page(ORIGIN + path, "", said.html, seq + 1))
        return said

    def draft(self) -> Draft:
        """What discovery makes of it."""
        return discover(Recorded(self.raws, self.pages), "demo")


class Mock:
    """The draft of a tour, in one session."""

    def __init__(self, tour: Tour) -> None:
        self.draft = tour.draft()
        model = load_model(json.loads(json.dumps(self.draft.model)), app="demo")
        world = World([model])
        start = world.initial({"demo": self.draft.seed})
        sessions = Sessions(world, MemoryStore(), initial=start, clock=ClockRule.of("2025-03-03T09:00:00Z"))
        plan = load_features(features_text(self.draft), "features.yaml", {"demo": model})
        self.session = sessions.open()
        self.replay = Replay(tour.archive, live=Live.of([plan], self.session), surfaces=Surfaces([plan], tour.archive))
        self.surfaces = next(one for one in self.replay.chain if isinstance(one, PageSurfaces))

    async def ask(self, method: str, path: str, *sent: tuple[str, str], how: str = "page") -> Said:
        """The same request to the mock; a page shows what its features say."""
        url = ORIGIN + path
        answer = await self.replay.ask(method, url, urlencode(sent).encode(), headers_of(sent, how))
        to = next((value for name, value in answer.headers if name.lower() == "location"), "")
        if to:
            return await self.ask("GET", to.removeprefix(ORIGIN), how=how)
        html = (await body_of(answer)).decode()
        if how == "page":
            html = rendered(
                html, self.surfaces.plan(url, self.surfaces.arrived, await self.surfaces.live.now(), served=True)
            )
        return Said(html, answer.status)


async def same(app: App, mock: Mock, method: str, path: str, *sent: tuple[str, str], how: str = "page") -> None:
    """The mock says what the app says."""
    live = app(method, path, sent)
    while live.to:
        live = app("GET", live.to, ())
    said = await mock.ask(method, path, *sent, how=how)
    assert page_text(said.html).split("\n") == page_text(live.html).split("\n"), (method, path, sent)
    assert said.status == live.status
