"""Made-up conversations, each in a frame of its own: drafted, and then spoken with otherwise than recorded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from awe_author.features.api.faults import Fault
from awe_author.features.api.sockets import Conversation, Sockets
from awe_author.features.discover import Draft, Recorded, discover, features_text
from awe_author.features.live import Live
from awe_author.features.loading import load_features
from awe_author.features.talks import talks_of
from awe_author.features.turns import lines_of
from awe_author.session.memory import MemoryStore
from awe_author.session.moments import ClockRule
from awe_author.session.sessions import Sessions
from awe_author.state.loading import load_model
from awe_author.state.world import World
from tests.replay.listed import ListedArchive

BOARD = "wss://board.test/live"
CHAT = "wss://chat.test/socket.io/?EIO=4&transport=websocket"
THEN = "2023-11-14T22:13:2%d.000Z"
"""The time at which `ListedArchive` begins."""


class Talk:
    """A mock drafted from one archive, and an open page of it."""

    def __init__(self, archive: ListedArchive, url: str) -> None:
        self.begin(discover(Recorded([], talks=talks_of(archive)), "app"), archive, url)

    def begin(self, draft: Draft, archive: ListedArchive, url: str) -> None:
        """A page of the mock of a draft."""
        self.draft = draft
        self.text = features_text(self.draft)
        model = load_model(self.draft.model, app="app")
        world = World([model])
        clock = ClockRule.of("2023-11-15T09:00:00Z")
        initial = world.initial({"app": self.draft.seed})
        self.session = Sessions(world, MemoryStore(), initial=initial, clock=clock).open()
        plan = load_features(self.text, "features.yaml", {"app": model})
        self.live = Live.of([plan], self.session)
        self.sockets = Sockets([plan], archive)
        self.faults: list[Fault] = []
        self.url = url
        self.page = self.open()

    def open(self) -> Conversation:
        found = self.sockets.conversation(self.live, self.url, self.faults.append)
        assert found is not None, self.text
        return found

    async def say(self, data: str) -> tuple[list[str], list[str]]:
        """(what every page is told, what the page is answered)."""
        heard = await self.page.heard(data)
        assert heard is not None, (data, self.text)
        assert self.faults == []
        return await self.page.changed(), heard.said

    @property
    def state(self) -> Any:
        return json.loads(json.dumps(self.session.state().document()["app"]))


def record(archive: ListedArchive, url: str, said: Sequence[tuple[str, Any]]) -> None:
    """A conversation, a message each tenth of a second; values are JSON."""
    texts = [(way, one if isinstance(one, str) else json.dumps(one)) for way, one in said]
    archive.record_socket(url, *((0.1 * number, way, text) for number, (way, text) in enumerate(texts)))


def loads(texts: Sequence[str]) -> list[Any]:
    return [json.loads(text) for text in texts]


CARDS = [{"id": 3, "column": 1, "title": "Sand", "done": False}, {"id": 5, "column": 1, "title": "Rope", "done": True}]
PLANS: list[tuple[str, Any]] = [
    ("in", {"type": "hello", "you": "ann"}),
    ("out", {"type": "columns"}),
    ("in", {"type": "columns", "columns": [{"id": 1, "name": "Now"}, {"id": 2, "name": "Later"}]}),
    ("out", {"type": "cards", "column": 1}),
    ("in", {"type": "cards", "column": 1, "cards": CARDS}),
    ("out", {"type": "cards", "column": 2}),
    ("in", {"type": "cards", "column": 2, "cards": [{"id": 4, "column": 2, "title": "Paint", "done": False}]}),
    ("out", {"type": "add", "column": 2, "title": "Buy brushes"}),
    ("in", {"type": "added", "card": {"id": 6, "column": 2, "title": "Buy brushes", "done": False}}),
    ("out", {"type": "add", "column": 1, "title": "Mend the net"}),
    ("in", {"type": "added", "card": {"id": 7, "column": 1, "title": "Mend the net", "done": False}}),
    ("out", {"type": "rename", "card": 6, "title": "Buy good brushes"}),
    ("in", {"type": "renamed", "card": 6, "title": "Buy good brushes"}),
    ("out", {"type": "drop", "card": 7}),
    ("in", {"type": "removed", "card": 7}),
    ("out", {"type": "cards", "column": 2}),
    ("in", {"type": "cards", "column": 2, "cards": [
        {"id": 4, "column": 2, "title": "Paint", "done": False},
        {"id": 6, "column": 2, "title": "Buy good brushes", "done": False}]}),
]  # fmt: skip


async def test_plain_json_things_are_made_renamed_removed_and_listed() -> None:
    archive = ListedArchive()
    record(archive, BOARD, PLANS)
    talk = Talk(archive, BOARD)
    assert sorted(talk.state["cards"]) == ["3", "4", "5"]
    await talk.page.opened()
    told, said = await talk.say('{"type":"add","column":1,"title":"Oil the hinge"}')
    assert loads(told) == [{"type": "added", "card": {"id": 6, "column": 1, "title": "Oil the hinge", "done": False}}]
    assert said == []
    told, _ = await talk.say('{"type":"rename","card":3,"title":"Wet sand"}')
    assert loads(told) == [{"type": "renamed", "card": 3, "title": "Wet sand"}]
    told, _ = await talk.say('{"type":"drop","card":5}')
    assert loads(told) == [{"type": "removed", "card": 5}]
    _, said = await talk.say('{"type":"cards","column":1}')
    assert loads(said) == [{"type": "cards", "column": 1, "cards": [
        {"id": 3, "column": 1, "title": "Wet sand", "done": False},
        {"id": 6, "column": 1, "title": "Oil the hinge", "done": False}]}]  # fmt: skip
    other = talk.open()
    await other.opened()
    talk.session.reset()
    names = {one["type"] for one in loads(await other.changed())}
    assert names == {"added", "renamed", "removed"}


def event(name: str, *args: Any, ack: str = "") -> str:
    return f"42{ack}" + json.dumps([name, *args])


def line(number: int, text: str, kind: str = "said") -> dict[str, Any]:
    return {"id": number, "by": "ann", "kind": kind, "text": text, "at": THEN % min(number, 9)}


def chat(archive: ListedArchive) -> None:
    """Two rooms; a third is entered with a command; something is said; all is shown again on a second connection."""
    rooms = [{"id": 1, "name": "#boats", "topic": "", "lines": [line(2, "hoy")], "size": 2},
             {"id": 2, "name": "#tea", "topic": "leaves", "lines": [line(3, "green")], "size": 1}]  # fmt: skip
    more = [line(1, "ahoi")]
    entered = {"id": 3, "name": "#lamp", "topic": "", "lines": [], "size": 0}
    record(archive, CHAT, [
        ("in", '0{"sid":"x"}'), ("out", "40"), ("in", '40{"sid":"y"}'), ("in", event("welcome", {"motd": "hi"})),
        ("out", event("start", {"user": "ann"})), ("in", event("state", {"open": 0, "rooms": rooms})),
        ("out", event("open", 1)), ("in", event("open", 1)),
        ("out", event("more", {"room": 1, "before": 2})), ("in", event("more", {"room": 1, "lines": more})),
        ("out", event("open", 2)), ("in", event("open", 2)),
        ("out", event("more", {"room": 2, "before": 3})), ("in", event("more", {"room": 2, "lines": []})),
        ("out", event("input", {"room": 1, "text": "/enter #lamp"})),
        ("in", event("entered", {"room": entered})),
        ("in", event("line", {"room": 3, "line": line(4, "", "entry")})),
        ("in", event("people", {"room": 3})),
        ("out", event("open", 3)), ("in", event("open", 3)),
        ("out", event("input", {"room": 3, "text": "who has the oil?"})),
        ("in", event("line", {"room": 3, "line": line(5, "who has the oil?")})),
        ("out", event("input", {"room": 2, "text": "more water"})),
        ("in", event("line", {"room": 2, "line": line(6, "more water")})),
        ("out", event("input", {"room": 3, "text": "/topic wicks"})),
        ("in", event("line", {"room": 3, "line": line(7, "wicks", "topic")})),
        ("in", event("topic", {"room": 3, "topic": "wicks"})),
        ("out", event("find", {"in": "#lamp", "word": "oil"})),
        ("in", event("find:results", {"in": "#lamp", "word": "oil", "found": [line(0, "who has the oil?") | {
            "at": THEN % 5}]})),
        ("out", event("ping me", ack="7")), ("in", '437[{"ok":true}]'),
    ])  # fmt: skip


async def test_a_chat_over_socket_io_with_commands_searches_and_a_memory() -> None:
    archive = ListedArchive()
    chat(archive)
    talk = Talk(archive, CHAT)
    assert sorted(talk.state["rooms"]) == ["1", "2"]
    assert sorted(talk.state["lines"]) == ["1", "2", "3"]
    await talk.page.opened()
    told, said = await talk.say(event("input", {"room": 2, "text": "/enter #quay"}))
    room = {"id": 3, "name": "#quay", "topic": "", "lines": [], "size": 0}
    first, second = loads([one[2:] for one in told])
    assert first == ["entered", {"room": room}]
    assert second[1]["line"]["kind"] == "entry"
    assert said == [event("people", {"room": 3}).replace(" ", "")]
    told, _ = await talk.say(event("input", {"room": 3, "text": "slack water"}))
    ((name, pushed),) = loads([one[2:] for one in told])
    assert (name, pushed["room"], pushed["line"]["text"], pushed["line"]["by"]) == ("line", 3, "slack water", "ann")
    told, _ = await talk.say(event("input", {"room": 1, "text": "/topic tides"}))
    assert [one[0] for one in loads([one[2:] for one in told])] == ["line", "topic"]
    assert talk.state["rooms"]["1"]["topic"] == "tides"
    _, said = await talk.say(event("more", {"room": 3, "before": pushed["line"]["id"]}))
    assert [one["kind"] for one in loads([said[0][2:]])[0][1]["lines"]] == ["entry"]
    _, said = await talk.say(event("find", {"in": "#quay", "word": "SLACK"}))
    (found,) = loads([said[0][2:]])[0][1]["found"]
    assert (found["id"], found["text"]) == (0, "slack water")
    _, said = await talk.say(event("start", {"user": "ann"}))
    shown = loads([said[0][2:]])[0][1]["rooms"]
    assert [(one["name"], one["size"], one["lines"][-1]["text"]) for one in shown] == [
        ("#boats", 3, "tides"), ("#tea", 1, "green"), ("#quay", 2, "slack water"),
    ]  # fmt: skip


RPC: list[tuple[str, Any]] = [
    ("out", {"jsonrpc": "2.0", "id": 1, "method": "jobs.list", "params": {}}),
    ("in", {"jsonrpc": "2.0", "id": 1, "result": {"jobs": [{"id": "a1b2c3", "name": "mow", "hours": 2}]}}),
    ("out", {"jsonrpc": "2.0", "id": 2, "method": "jobs.create", "params": {"name": "rake leaves", "hours": 3}}),
    ("in", {"jsonrpc": "2.0", "id": 2, "result": {"id": "d4e5f6", "name": "rake leaves", "hours": 3}}),
    ("out", {"jsonrpc": "2.0", "id": 3, "method": "jobs.list", "params": {}}),
    ("in", {"jsonrpc": "2.0", "id": 3, "result": {"jobs": [
        {"id": "a1b2c3", "name": "mow", "hours": 2}, {"id": "d4e5f6", "name": "rake leaves", "hours": 3}]}}),
]  # fmt: skip


async def test_json_rpc_answers_with_the_id_of_its_question() -> None:
    archive = ListedArchive()
    record(archive, BOARD, RPC)
    talk = Talk(archive, BOARD)
    await talk.page.opened()
    _, said = await talk.say('{"jsonrpc":"2.0","id":"q","method":"jobs.create","params":{"name":"dig","hours":5}}')
    (made,) = loads(said)
    assert (made["id"], made["result"]["name"], made["result"]["hours"]) == ("q", "dig", 5)
    _, said = await talk.say('{"jsonrpc":"2.0","id":9,"method":"jobs.list","params":{}}')
    (listed,) = loads(said)
    assert listed["id"] == 9
    assert sorted(one["name"] for one in listed["result"]["jobs"]) == ["dig", "mow"]


async def test_lines_and_arrays_hold_the_same_messages() -> None:
    for wrap in (
        lambda one: json.dumps(one) + "\n" + json.dumps({"type": "noop"}) + "\n",
        lambda one: json.dumps([one]),
    ):
        archive = ListedArchive()
        record(archive, BOARD, [(way, wrap(one)) for way, one in PLANS])
        talk = Talk(archive, BOARD)
        await talk.page.opened()
        told, _ = await talk.say(wrap({"type": "rename", "card": 4, "title": "Paint it"}))
        (one,) = [part for text in told for part in (json.loads(text) if text[0] == "[" else [json.loads(text)])]
        assert one == {"type": "renamed", "card": 4, "title": "Paint it"}


def test_answers_are_found_by_id_by_name_and_by_order() -> None:
    archive = ListedArchive()
    chat(archive)
    (line_,) = lines_of(talks_of(archive))
    turns = [(turn.asked.name, [one.name for one in turn.answers]) for turn in line_.turns if turn.asked]
    assert turns[0] == ("start", ["state"])
    assert ("input", ["entered", "line", "people"]) in turns
    assert ("find", ["find:results"]) in turns
    assert turns[-1] == ("ping me", ["ping me answered"])
    assert [[one.name for one in opening] for opening in line_.openings] == [["welcome"]]


def test_a_line_of_which_the_page_makes_nothing_is_left_to_the_recording() -> None:
    archive = ListedArchive()
    ticks = [("in", {"topic": "tick", "data": {"id": f"d{n}", "value": n, "unit": "m"}}) for n in range(6)]
    record(archive, BOARD, [("out", {"subscribe": "tick"}), *ticks])
    draft = discover(Recorded([], talks=talks_of(archive)), "app")
    assert draft.features == []
    assert [(name, count) for name, _, count in draft.talked.left] == [(BOARD, 7)]


def desk(archive: ListedArchive) -> None:
    """Tickets that requests write, and a socket and an event stream that tell of them."""

    def ask(method: str, path: str, answer: Any, body: Any = None, status: int = 200) -> None:
        content = b"" if body is None else json.dumps(body).encode()
        said = b"" if answer is None else json.dumps(answer).encode()
        sent = [("content-type", "application/json")] if body is not None else []
        archive.record(
            method, f"https://desk.test{path}", said, mime="application/json", body=content, sent=sent, status=status
        )

    one, two = {"id": 1, "subject": "Lamp", "state": "new"}, {"id": 2, "subject": "Desk", "state": "new"}
    three = {"id": 3, "subject": "Chair", "state": "new"}
    ask("GET", "/api/tickets", [one, two])
    ask("GET", "/api/tickets/1", one)
    ask("POST", "/api/tickets", three, {"subject": "Chair"}, 201)
    created = {"type": "ticket.created", "ticket": three, "v": 1}
    archive.record_socket("wss://desk.test/live", (0.1, "in", json.dumps(created)))
    ask("PATCH", "/api/tickets/3", {**three, "state": "open"}, {"state": "open"})
    archive.record_socket(
        "wss://desk.test/live",
        (0.1, "in", json.dumps({"type": "ticket.updated", "ticket": {**three, "state": "open"}})),
    )
    ask("DELETE", "/api/tickets/3", None, status=204)
    archive.record_socket("wss://desk.test/live", (0.1, "in", json.dumps({"type": "ticket.deleted", "ticketId": 3})))
    ask("GET", "/api/tickets", [one, two])


async def test_what_requests_write_is_told_on_the_socket() -> None:
    from awe_author.features.discover.exchanges.calls import Raw

    archive = ListedArchive()
    desk(archive)
    raws = []
    for entry in (one for one in archive.entries() if one.kind == "http"):
        asked, sent, answer = archive.request_headers(entry), archive.request_body(entry), archive.response(entry)
        body = b"".join(answer.body)
        raws.append(Raw(entry.seq, entry.method, entry.url, asked, sent, entry.status, answer.headers, body))
    draft = discover(Recorded(raws, talks=talks_of(archive)), "app")
    assert {one.document["id"] for one in draft.features} >= {
        "tickets.told.added.ticket_created",
        "tickets.told.changed.ticket_updated",
        "tickets.told.removed.ticket_deleted",
    }
    talk = Talk.__new__(Talk)
    talk.begin(draft, archive, "wss://desk.test/live")
    await talk.page.opened()
    plan = talk.live.by_app["app"]
    created = next(name for name in talk.draft.model["x-actions"] if name.startswith("create"))
    plan.act(created, {"subject": "Shelf"})
    (told,) = loads(await talk.page.changed())
    assert (told["type"], told["ticket"]["subject"], told["ticket"]["id"]) == ("ticket.created", "Shelf", 3)
    plan.act("update_ticket", {"id": "1", "changes": {"state": "open"}})
    assert loads(await talk.page.changed()) == [
        {"type": "ticket.updated", "ticket": {"id": 1, "subject": "Lamp", "state": "open"}}
    ]
    plan.act("delete_ticket", {"id": "2"})
    assert loads(await talk.page.changed()) == [{"type": "ticket.deleted", "ticketId": 2}]
    assert await talk.page.played('{"type":"ticket.created","ticket":{}}') is None
    assert await talk.page.played('{"type":"other"}') == '{"type":"other"}'
