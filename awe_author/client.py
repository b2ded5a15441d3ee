"""A client of the control API of `awe-author serve`. Its methods have the names of the API's operations.

    with Client.from_ready(line) as client:
        session = client.open_session(seed=7)
        event = client.act(session["id"], "crm", "create_lead", {"last_name": "Doe"})
        client.evaluate(session["id"], {"one": "state.crm.leads.size() == 1"})

Every answer is the API's JSON as it is (the TypedDicts below say what is in it). What the API refuses is raised:
`ActionRejected`, `HeadMoved`, `NotThere`, and `ApiError` for all else. Safe to use from several threads.
"""

# mypy: disable-error-code="no-any-return"
# (what comes back is JSON: the description of the API says what is in it, and the tests check that)
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, TypedDict
from urllib.parse import quote

import httpx

from awe_author.errors import AweError
from awe_author.json_types import Json, JsonObject

REJECTIONS = frozenset(
    {"unknown-app", "unknown-action", "params", "guard", "not-found", "exists", "schema", "reference", "restricted"}
)
"""Codes of problems that say that an action may not be done."""


class SessionInfo(TypedDict):
    """Where a session is."""

    id: str
    timeline: str
    head: int
    sequence: int
    clock: str
    hash: str
    seed: int
    labels: dict[str, str]
    snapshots: dict[str, int]
    proxy: str | None
    """Address for a browser; None when the world has no recordings."""


class EventInfo(TypedDict, total=False):
    """One fact of a timeline."""

    version: int
    timeline: str
    node: int
    parent: int
    sequence: int
    session: str
    kind: str
    clock: str
    state_hash: str
    app: str
    action: str
    params: JsonObject
    feature: str
    cause: JsonObject | None
    patch: list[JsonObject]
    result: Json
    emitted: list[JsonObject]


class Message(TypedDict):
    """One message of an event stream."""

    kind: str
    """`event`, `head` (the session was put back to `node`) or `closed`."""
    node: int
    data: JsonObject


class ApiError(AweError):
    """The API could not do what it was asked."""

    def __init__(self, problem: Mapping[str, Any], where: str) -> None:
        super().__init__(str(problem.get("detail", problem)), where=where, hint=str(problem.get("hint", "")))
        self.problem = dict(problem)
        """The whole answer (RFC 9457)."""
        self.status = int(problem.get("status", 0))
        self.code = str(problem.get("code", ""))
        self.pointer = str(problem.get("pointer", ""))
        self.field = str(problem.get("field", ""))


class ActionRejected(ApiError):
    """The action may not be done now; nothing changed. `what` is the message for the user of the app."""


class HeadMoved(ApiError):
    """Somebody else was first; nothing changed. `node` is where the session is."""

    def __init__(self, problem: Mapping[str, Any], where: str) -> None:
        super().__init__(problem, where)
        self.node = int(problem.get("node", -1))


class NotThere(ApiError):
    """No such session, node, label or part of a state."""


class Client:
    """Talks to one server. `control` and `token` are those of its ready line."""

    def __init__(self, control: str, token: str, *, timeout: float = 60.0) -> None:
        self._http = httpx.Client(
            base_url=control,
            headers={"Authorization": f"Bearer {token}"},
            timeout=timeout,
            trust_env=False,
            limits=httpx.Limits(max_connections=None),
        )

    @classmethod
    def from_ready(cls, line: str | bytes | Mapping[str, Any], *, timeout: float = 60.0) -> Client:
        """A client of the server that printed this line."""
        ready: Mapping[str, Any] = line if isinstance(line, Mapping) else json.loads(line)
        return cls(str(ready["control"]), str(ready["token"]), timeout=timeout)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    # ---- sessions ------------------------------------------------------------------------

    def open_session(
        self, *, id: str | None = None, seed: int | None = None, labels: Mapping[str, str] | None = None
    ) -> SessionInfo:
        """Open a session of the world."""
        return self._post("/sessions", _given(id=id, seed=seed, labels=labels))

    def list_sessions(self, *, limit: int = 100) -> Iterator[SessionInfo]:
        """The open sessions, by id; `limit` are asked for at once."""
        after: str | None = None
        while True:
            page = self._get("/sessions", after=after, limit=limit)
            yield from page["sessions"]
            after = page["next"]
            if after is None:
                return

    def show_session(self, session: str) -> SessionInfo:
        """Where a session is."""
        return self._get(_path(session))

    def close_session(self, session: str) -> None:
        """End a session; its events stay in the store."""
        self._answer("DELETE", _path(session))

    def reset(self, session: str) -> SessionInfo:
        """Back to the root."""
        return self._post(_path(session, "reset"), {})

    def snapshot(self, session: str, label: str) -> int:
        """Give the head's node a label; returns the node."""
        return int(self._post(_path(session, "snapshot"), {"label": label})["node"])

    def rewind(self, session: str, to: int | str) -> SessionInfo:
        """Put the head on a node or label."""
        return self._post(_path(session, "rewind"), {"to": to})

    def branch(
        self,
        session: str,
        at: int | str | None = None,
        *,
        id: str | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> SessionInfo:
        """A new session on the same timeline, at a node or label (default: the head)."""
        return self._post(_path(session, "branch"), _given(at=at, id=id, labels=labels))

    # ---- doing ---------------------------------------------------------------------------

    def act(
        self,
        session: str,
        app: str,
        action: str,
        params: Mapping[str, Json] | None = None,
        *,
        feature: str | None = None,
        cause: JsonObject | None = None,
        expected_node: int | None = None,
        key: str | None = None,
    ) -> EventInfo:
        """Do an action; its event is durable when this returns.

        `key`: with the same key it is done once, however often it is asked for. Raises `ActionRejected`, and
        `HeadMoved` when the session is not at `expected_node`.
        """
        body = _given(app=app, action=action, params=params, feature=feature, cause=cause, expected_node=expected_node)
        headers = {} if key is None else {"Idempotency-Key": key}
        return self._answer("POST", _path(session, "actions"), json=body, headers=headers).json()

    def advance(self, session: str, *, to: str | None = None, by: str | float | None = None) -> list[EventInfo]:
        """Move the clock to a moment or by a span; returns what happened, the clock's own event last."""
        return self._post(_path(session, "advance"), _given(to=to, by=by))["events"]

    def evaluate(
        self,
        session: str,
        expressions: Mapping[str, str] | None = None,
        *,
        task: str | Mapping[str, Any] | None = None,
        facts: Mapping[str, Any] | None = None,
        at: int | str | None = None,
    ) -> dict[str, Any]:
        """Each CEL expression's `{"value": ...}` or `{"error": {...}}` over `state`, `initial` and `events`.

        With `task` (the id of one that is served, or a task file as JSON) its verdict instead; `facts`: what only the
        driver of the browser knows, `{"answer": ..., "answered": true, "pages": [...], ...}`.
        """
        body = _given(expressions=expressions, task=task, facts=facts, at=at)
        found = self._post(_path(session, "evaluate"), body)
        return found["results"] if task is None else found["verdict"]

    # ---- reading -------------------------------------------------------------------------

    def state(
        self,
        session: str,
        pointer: str = "",
        *,
        app: str | None = None,
        node: int | str | None = None,
        form: str = "view",
        after: str | None = None,
        limit: int | None = None,
    ) -> Any:
        """The state, or what `pointer` leads to in it. With `limit` or `after`: these members only."""
        query = {"pointer": pointer or None, "app": app, "node": node, "form": form, "after": after, "limit": limit}
        return self._get(_path(session, "state"), **query)["value"]

    def events(
        self, session: str, start: int | None = None, to: int | str | None = None, *, limit: int = 100
    ) -> Iterator[EventInfo]:
        """The events of the path to a node (default: the head), from node `start`; `limit` are asked for at once."""
        end = to
        while True:
            page = self._get(_path(session, "events"), **{"from": start, "to": end, "limit": limit})
            yield from page["events"]
            start, end = page["next"], page["to"]
            if start is None:
                return

    def follow(self, session: str, after: int | None = None) -> Iterator[Message]:
        """Events as they happen, behind node `after` (default: the head). Ends when the session or the server does."""
        query = {} if after is None else {"after": after}
        path = _path(session, "events/stream")
        with self._http.stream("GET", path, params=query, timeout=httpx.Timeout(60.0)) as response:
            if response.is_error:
                response.read()
                _refuse(response)
            fields: dict[str, str] = {}
            for line in response.iter_lines():
                name, _, value = line.partition(": ")
                if line:
                    fields[name] = value
                    continue
                if "data" in fields:
                    data = json.loads(fields["data"])
                    yield {"kind": fields["event"], "node": int(fields.get("id", -1)), "data": data}
                fields = {}

    def diff(self, session: str, a: int | str = 0, b: int | str | None = None) -> dict[str, Any]:
        """What differs between two nodes or labels: `added`, `updated`, `removed`, by entity."""
        return self._get(_path(session, "diff"), a=a, b=b)

    def misses(self, session: str, *, limit: int = 100) -> Iterator[JsonObject]:
        """Requests of the session's browser without a recorded answer, and ways out that were refused."""
        after: int | None = None
        while True:
            page = self._get(_path(session, "misses"), after=after, limit=limit)
            yield from page["misses"]
            after = page["next"]
            if after is None:
                return

    # ---- timelines and the server --------------------------------------------------------

    def export(self, session: str) -> bytes:
        """The session's whole timeline, with all its branches, as one file."""
        return self._answer("GET", _path(session, "export")).content

    def import_timeline(self, file: bytes, *, run: bool = True) -> list[str]:
        """Put an exported timeline into the store; returns the ids of its open sessions."""
        headers = {"Content-Type": "application/zstd"}
        answer = self._answer("POST", "/timelines", content=file, headers=headers, params={"run": str(run).lower()})
        return list(answer.json()["sessions"])

    def health(self) -> dict[str, Any]:
        """Is the server there?"""
        return self._get("/health")

    def worlds(self) -> list[dict[str, Any]]:
        """The world that sessions are opened of."""
        return self._get("/worlds")["worlds"]

    def models(self) -> dict[str, Any]:
        """The state models of its apps."""
        return self._get("/models")["models"]

    def description(self) -> dict[str, Any]:
        """The API as an OpenAPI 3.1 document."""
        return self._get("/openapi.json")

    # ---- inside --------------------------------------------------------------------------

    def _get(self, path: str, **query: Any) -> Any:
        given = {name: value for name, value in query.items() if value is not None}
        return self._answer("GET", path, params=given).json()

    def _post(self, path: str, body: JsonObject) -> Any:
        return self._answer("POST", path, json=body).json()

    def _answer(self, method: str, path: str, **request: Any) -> httpx.Response:
        try:
            response = self._http.request(method, path, **request)
        except httpx.TransportError as error:
            what = f"the server does not answer: {str(error) or type(error).__name__}"
            raise AweError(what, where=f"{method} {path}", hint="is `awe-author serve` still running?") from error
        if response.is_error:
            _refuse(response)
        return response


def _refuse(response: httpx.Response) -> None:
    where = f"{response.request.method} {response.request.url.path}"
    try:
        problem = response.json()
    except ValueError:
        problem = {"detail": response.text[:500], "status": response.status_code}
    code = problem.get("code", "")
    if code in REJECTIONS:
        raise ActionRejected(problem, where)
    if code == "conflict":
        raise HeadMoved(problem, where)
    raise (NotThere if response.status_code == 404 else ApiError)(problem, where)


def _path(session: str, rest: str = "") -> str:
    return f"/sessions/{quote(session, safe='')}" + (f"/{rest}" if rest else "")


def _given(**members: Any) -> JsonObject:
    """Those that are not None."""
    return {name: value for name, value in members.items() if value is not None}
