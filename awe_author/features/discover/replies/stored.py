"""Documents of which there is one: settings, a profile, a layout. Read at an address, written at the same or below it.

A *stored document* is what reads of one address show and writes to it change. Whether a write replaces it or is merged
into it is told by what was shown afterwards: each way is tried on the whole recording, and only one that explains every
read is believed. Where reads show more than writes send, only the members that were sent are tied to the state; they
are looked for in reads above the address of the write, too: `PATCH /me/last` is shown by `GET /me`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from awe_author.features.discover.common.beside import free_name
from awe_author.features.discover.common.keys import member
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.writes.retyped import form_of, retyped_effects
from awe_author.json_types import Json, JsonObject
from awe_author.state.pointer import merged

Way = Literal["merge", "replace"]
Place = tuple[str, ...]
MOST_MEMBERS = 40
"""Of a document whose members are tied one by one."""
LEAST_POSTS = 2
"""Of one document that was never read afterwards."""
SURE, UNPROVEN = 0.9, 0.4


@dataclass(slots=True)
class Reads:
    """Reads of one endpoint that show the document."""

    endpoint: Endpoint
    calls: list[Call]
    place: Place
    """Where in their answers."""
    names: tuple[str, ...] | None
    """The members that are shown; None: the document is the whole of that place."""


@dataclass(slots=True)
class Stored:
    """One document."""

    name: str
    """Of the plain value that holds it in the model."""
    endpoint: Endpoint
    """Where it is written."""
    writes: list[Call]
    way: Way
    seed: JsonObject
    reads: list[Reads] = field(default_factory=list)
    numbers: tuple[str, ...] = ()
    """Members that requests send as texts and that are kept as numbers."""
    sure: float = SURE
    proof: str = ""

    def calls(self) -> list[Call]:
        """All that read or write it."""
        return [*self.writes, *(call for one in self.reads for call in one.calls)]


def stored_of(calls: Sequence[Call], answered: set[int], known: frozenset[str], taken: set[str]) -> list[Stored]:
    """The documents that calls without a feature read and write. `taken`: names that the model has."""
    writes: dict[Endpoint, list[Call]] = {}
    reads: dict[Endpoint, list[Call]] = {}
    busy: set[Endpoint] = set()
    for call in calls:
        endpoint = endpoint_of(call, known)
        if "*" in endpoint.path or endpoint.operation or call.html or not 200 <= call.status < 300 or logs_in(call):
            continue
        if call.seq in answered:
            busy.add(endpoint)
        elif call.mutation and call.verb in ("POST", "PUT", "PATCH"):
            writes.setdefault(endpoint, []).append(call)
        elif call.method == "GET" and isinstance(call.answer, dict):
            reads.setdefault(endpoint, []).append(call)
    found: list[Stored] = []
    for endpoint, mine in writes.items():
        bodies = [call.body for call in mine]
        if endpoint in busy or not all(
            isinstance(body, dict) and call.kind == "json" for body, call in zip(bodies, mine, strict=True)
        ):
            continue
        near = {one: shown for one, shown in reads.items() if one not in busy and _above(one, endpoint)}
        made = _whole(endpoint, mine, near) or _members(endpoint, mine, near)
        if made is not None:
            made.name = free_name(made.name, taken)
            found.append(made)
    return found


def _above(read: Endpoint, write: Endpoint) -> bool:
    """Is the read's address the write's, or one above it?"""
    own, other = read.path.rstrip("/"), write.path.rstrip("/")
    return read.origin == write.origin and bool(own) and (other == own or other.startswith(own + "/"))


def _whole(endpoint: Endpoint, writes: list[Call], near: dict[Endpoint, list[Call]]) -> Stored | None:
    """The document is all that a read of the same address shows, or all of one member of it."""
    for read, calls in near.items():
        if read.path.rstrip("/") != endpoint.path.rstrip("/"):
            continue
        for place in _places(calls):
            for way in _ways(writes):
                seed, proven = _explained(writes, calls, place, way)
                if seed is not None and (proven or _likely(writes, seed)):
                    made = Stored(_name(endpoint), endpoint, writes, way, seed)
                    made.numbers = _numbers(writes, seed)
                    made.reads = [Reads(read, calls, place, None)]
                    return _told(made, proven)
    return None


def _places(calls: Sequence[Call]) -> list[Place]:
    """The answer itself, and its members that are objects in all answers."""
    inner = [name for name in calls[0].answer if all(isinstance(call.answer.get(name), dict) for call in calls)]
    return [(), *((name,) for name in inner)]


def _ways(writes: Sequence[Call]) -> tuple[Way, ...]:
    return ("replace", "merge") if any(call.verb == "PUT" for call in writes) else ("merge", "replace")


def _explained(writes: Sequence[Call], reads: Sequence[Call], place: Place, way: Way) -> tuple[JsonObject | None, bool]:
    """(the document before the first write, was a write shown?); (None, False) when a read is not explained. What the
    app made of it by itself before the first write needs such a proof."""
    document: JsonObject | None = None
    seed: JsonObject | None = None
    written = proven = changed = moved = False
    for call in sorted([*writes, *reads], key=lambda one: one.seq):
        if call.mutation:
            before = document
            document = dict(call.body) if way == "replace" else _joined(document, call.body)
            written, changed = True, changed or document != before
            continue
        shown = at(call.answer, place)
        if not isinstance(shown, dict):
            return None, False
        other = document is not None and not _same(document, shown)
        if document is not None and other and (written or shown.keys() != document.keys()):
            return None, False
        proven, moved = proven or (changed and document is not None), moved or other
        document = shown
        seed = shown if not written or (seed is None and not changed) else seed
    if moved and not proven:
        return None, False
    return seed if seed is not None else {} if proven else None, proven


def _same(document: JsonObject, shown: JsonObject) -> bool:
    """Is it shown as it was sent? Numbers may be sent as texts, as the inputs of a form give them."""
    return document == shown or (
        document.keys() == shown.keys()
        and all(value == shown[name] or _is_text_of(value, shown[name]) for name, value in document.items())
    )


def _is_text_of(sent: Json, shown: Json) -> bool:
    return isinstance(sent, str) and not isinstance(shown, bool) and form_of(sent, shown) == "number"


def _numbers(writes: Sequence[Call], seed: JsonObject) -> tuple[str, ...]:
    """Where a member that is a number was sent as a text: all that are numbers, as one form sends them all."""
    numbers = tuple(name for name, value in seed.items() if type(value) in (int, float))
    sent = [value for call in writes for name, value in call.body.items() if name in numbers]
    return numbers if any(isinstance(value, str) for value in sent) else ()


def _joined(document: JsonObject | None, sent: JsonObject) -> JsonObject | None:
    """A write before anything was shown leaves the rest unknown."""
    made = merged(document, sent) if document is not None else None
    return made if isinstance(made, dict) else None


def _likely(writes: Sequence[Call], seed: JsonObject) -> bool:
    """Never shown afterwards: believed when the verb says so and all that is sent was shown before, or when a document
    is posted time and again."""
    if all(call.verb in ("PUT", "PATCH") and call.body and call.body.keys() <= seed.keys() for call in writes):
        return True
    return _posted_anew(writes, seed)


def _posted_anew(writes: Sequence[Call], seed: JsonObject) -> bool:
    """Posts that are only acknowledged, each with all members of the one before it, where a read shows an empty object
    or some of these members: what scripts keep as a whole, such as how a user has arranged the page."""
    if len(writes) < LEAST_POSTS or not all(call.body and call.answer in (None, "", {}, call.body) for call in writes):
        return False
    growing = all(one.body.keys() <= later.body.keys() for one, later in pairwise(writes))
    changed = writes[0].body != writes[-1].body
    return growing and changed and (not seed or bool(seed.keys() & writes[0].body.keys()))


def _members(endpoint: Endpoint, writes: list[Call], near: dict[Endpoint, list[Call]]) -> Stored | None:
    """Members that are sent and shown: each has to be in every later read what was sent last."""
    made = Stored(_name(endpoint), endpoint, writes, "merge", {})
    names = list(dict.fromkeys(name for call in writes for name in call.body))
    if not names or len(names) > MOST_MEMBERS:
        return None
    for read, calls in near.items():
        for place in dict.fromkeys(place for call in calls for place in _objects(call.answer)):
            kept = tuple(name for name in names if _shows(name, place, writes, calls))
            if kept:
                made.reads.append(Reads(read, calls, place, kept))
                for name in kept:
                    made.seed.setdefault(name, next(_values(calls, place, name)))
                break
    return _told(made, proven=True) if made.reads else None


def _values(calls: Sequence[Call], place: Place, name: str) -> Iterator[Json]:
    """What reads show there, one after the other."""
    for call in calls:
        shown = at(call.answer, place)
        if isinstance(shown, dict) and name in shown:
            yield shown[name]


def _objects(value: Any, place: Place = ()) -> Iterator[Place]:
    if isinstance(value, dict) and len(place) < 4:
        yield place
        for name, inner in value.items():
            yield from _objects(inner, (*place, name))


def _shows(name: str, place: Place, writes: Sequence[Call], reads: Sequence[Call]) -> bool:
    """Is a member always what was sent last, and did it change by that?"""
    sent: Json = None
    was: Json = None
    written = changed = False
    for call in sorted([*writes, *reads], key=lambda one: one.seq):
        if call.mutation:
            sent, written = (call.body[name], True) if name in call.body else (sent, written)
            continue
        shown = at(call.answer, place)
        if not isinstance(shown, dict) or name not in shown:
            continue
        if written and shown[name] != sent:
            return False
        changed = changed or (written and shown[name] != was)
        was = shown[name]
    return changed


def _told(made: Stored, proven: bool) -> Stored:
    made.sure = SURE if proven else UNPROVEN
    made.proof = "what was sent is shown afterwards" if proven else "nothing was shown afterwards"
    return made


def _name(endpoint: Endpoint) -> str:
    return "_".join(snake(piece) for piece in endpoint.path.split("/") if snake(piece)) or "settings"


# ---- the draft -------------------------------------------------------------------------------------------------------


def add_stored(found: Sequence[Stored], model: JsonObject, seed: JsonObject) -> None:
    """Put the documents and the actions that write them into the model, and their first values into the seed."""
    properties, actions, required = model["properties"], model["x-actions"], model["required"]
    assert isinstance(properties, dict)
    assert isinstance(actions, dict)
    assert isinstance(required, list)
    for one in found:
        where = f"{one.endpoint}, seq {', '.join(str(call.seq) for call in one.writes[:5])}"
        properties[one.name] = {
            "type": "object",
            "description": f"The one document written by {one.endpoint}. Sure: {one.sure:.2f}, {one.proof}.",
            "properties": {},
            "additionalProperties": True,
        }
        required.append(one.name)
        seed[one.name] = one.seed
        actions[action_name(one)] = {
            "title": f"Store {one.name.replace('_', ' ')}",
            "$comment": f"Seen: {where}. Sure: {one.sure:.2f}. Proof: {one.proof}.",
            "params": {"type": "object", "properties": {}, "additionalProperties": True},
            "effects": [
                {"op": one.way, "path": f"/{one.name}", "value": "params"},
                *retyped_effects(dict.fromkeys(one.numbers, ("number",)), "params", f"/{one.name}"),
            ],
        }


def action_name(one: Stored) -> str:
    """The action that writes a document."""
    return f"store_{one.name}"


def stored_documents(one: Stored) -> Iterator[tuple[JsonObject, str]]:
    """The features, each with what speaks for it."""
    of = f"state.{one.name}"
    call = one.writes[0]
    last = next((write for write in reversed(one.writes) if isinstance(write.answer, dict)), None)
    reply: JsonObject = {"status": call.status, "like": "recorded"}
    if last is not None:
        shared = [name for name in last.answer if name in last.body and last.answer[name] == last.body[name]]
        reply |= {"json": {name: _member(of, name) for name in shared}} if shared else {}
    numbers = ", ".join(str(write.seq) for write in one.writes[:8])
    yield (
        {
            "id": f"{one.name}.store.api",
            "title": f"Store {one.name.replace('_', ' ')}",
            "on": {"request": f"{call.method} {one.endpoint.origin}{one.endpoint.path}"},
            "do": action_name(one),
            "with": "body",
            "reply": reply,
        },
        f"seen: {one.endpoint}, seq {numbers}",
    )
    for read in one.reads:
        shown: Json = of if read.names is None else {name: _member(of, name) for name in read.names}
        for part in reversed(read.place):
            shown = {part: shown}
        numbers = ", ".join(str(call.seq) for call in read.calls[:8])
        yield (
            {
                "id": f"{one.name}.show.api",
                "title": f"{one.name.replace('_', ' ').capitalize()} as stored",
                "on": {"request": f"GET {read.endpoint.origin}{read.endpoint.path}"},
                "reply": {"like": "recorded", "json": shown},
            },
            f"seen: {read.endpoint}, seq {numbers}",
        )


def _member(of: str, name: str) -> str:
    return member(f"dyn({of})", name, sure=False)
