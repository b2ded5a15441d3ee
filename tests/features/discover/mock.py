"""A mock from a dialogue, as discovery drafts it, that can be asked."""

from __future__ import annotations

import json
from typing import Any

from awe_author.features.api.engine import Surfaces
from awe_author.features.discover import features_text
from awe_author.features.embedded import Document
from awe_author.features.live import Live
from awe_author.features.loading import load_features
from awe_author.session.memory import MemoryStore
from awe_author.session.moments import ClockRule
from awe_author.session.sessions import Sessions
from awe_author.state.loading import load_model
from awe_author.state.world import World
from tests.features.discover.exchanges import ORIGIN, Html, draft_of
from tests.replay.listed import FETCH, NAVIGATION, ListedArchive, Replay, body_of

JSON = [("Content-Type", "application/json")]
FORM = [("Content-Type", "application/x-www-form-urlencoded")]


class Mock:
    """Unedited, in one session."""

    def __init__(self, *dialogue: tuple[Any, ...]) -> None:
        """`dialogue`: (method, path, request, status, answer), as the app answered, and more headers of the request."""
        self.draft = draft_of(*dialogue)
        archive = ListedArchive()
        for method, path, sent, status, answer, *more in dialogue:
            form = isinstance(sent, str)
            body = b"" if sent is None else sent.encode() if form else json.dumps(sent).encode()
            answered = b"" if answer is None else json.dumps(answer).encode()
            mime, kinds = "application/json" if answered else "", JSON
            if isinstance(answer, Html):
                mime, answered, kinds = "text/html", answer.encode(), [("Content-Type", "text/html; charset=utf-8")]
            headers = [*(FORM if form else []), *(more[0] if more else [])]
            archive.record(method, ORIGIN + path, answered, kinds, status=status, mime=mime, body=body, sent=headers)
        model = load_model(json.loads(json.dumps(self.draft.model)), app="demo")
        world = World([model])
        start = world.initial({"demo": self.draft.seed})
        sessions = Sessions(world, MemoryStore(), initial=start, clock=ClockRule.of("2025-03-03T09:00:00Z"))
        plan = load_features(features_text(self.draft), "features.yaml", {"demo": model})
        self.session = sessions.open()
        live = Live.of([plan], self.session)
        self.replay = Replay(archive, live=live, surfaces=Surfaces([plan], archive))

    @property
    def state(self) -> dict[str, Any]:
        """The state of now."""
        return dict(self.session.state().view("demo"))

    async def document(self, path: str) -> dict[str, Any]:
        """The JSON in a document."""
        answer = await self.replay.ask("GET", ORIGIN + path, b"", NAVIGATION)
        assert answer.status == 200
        return Document(await body_of(answer)).values

    async def submit(self, path: str, form: str) -> int:
        """The status that a form is answered with."""
        answer = await self.replay.ask("POST", ORIGIN + path, form.encode(), [*NAVIGATION, *FORM])
        await body_of(answer)
        return answer.status

    async def ask(self, method: str, path: str, body: Any = None, *headers: tuple[str, str]) -> Any:
        """(status, JSON); a text is sent as a form."""
        form = isinstance(body, str)
        content = body.encode() if form else b"" if body is None else json.dumps(body).encode()
        answer = await self.replay.ask(method, ORIGIN + path, content, [*FETCH, *(FORM if form else JSON), *headers])
        text = await body_of(answer)
        return answer.status, json.loads(text) if text else None
