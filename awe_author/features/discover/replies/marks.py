"""Marks of a whole list that the server renews with each write: a revision, a version, a sync token.

Such a mark stands beside the list, and in the answers to writes. It is believed when every write answers another one
and every list that follows shows the one that was answered last. One that came back when a list was sent whole again,
as it had been before, is a digest of the content: then it comes back for the content of the start, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import TOKENS
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.lists.envelopes import TOLD
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

MARKS = "marks"
"""Plain value of the model: the marks, by kind."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of one kind."""

    kind: str
    first: str | int
    """At the start."""
    lists: tuple[tuple[Operation, Pattern], ...]
    """Where lists show it."""
    writes: tuple[tuple[Operation, Pattern], ...]
    """Where answers to writes show the new one."""
    content: list[Any] | None = None
    """The list at the start, of a mark that is a digest of it."""

    @property
    def renewed(self) -> str:
        """The expression of the next one."""
        if self.content is None:
            return self._fresh
        return f"params.items == state.{MARKS}.{self.kind}_content ? {text(str(self.first))} : {self._fresh}"

    @property
    def _fresh(self) -> str:
        if isinstance(self.first, int):
            return f"state.{MARKS}.{self.kind} + 1"
        if "-" in self.first:
            return "uuid()"
        times = -(-len(self.first) // 32)
        random = " + ".join(["uuid().replace('-', '')"] * times)
        return f"({random}).substring(0, {len(self.first)})" if len(self.first) % 32 or times > 1 else random

    @property
    def now(self) -> str:
        """The expression of the present one."""
        return f"state.{MARKS}.{self.kind}"


def marks_of(operations: Sequence[Operation]) -> dict[str, Mark]:
    """Kind -> its mark, of kinds that have one."""
    found: dict[str, Mark] = {}
    for kind in dict.fromkeys(one.kind.name for one in operations):
        mine = [one for one in operations if one.kind.name == kind]
        lists = [(one, way) for one in mine if one.role == "list" for way in _ways(one)]
        writes = [(one, way) for one in mine if one.writes for way in _ways(one)]
        for listed in lists:
            for name in dict.fromkeys(way[-1] for _, way in writes):
                answers = tuple(pair for pair in writes if pair[1][-1] == name)
                first = _first(listed, answers, mine)
                if first is not None and kind not in found:
                    found[kind] = Mark(kind, first, (listed,), answers, _digested(listed, answers, first))
    return found


def _ways(one: Operation) -> list[Pattern]:
    """Where all answers have a token or a number, outside of lists and of the entities themselves."""
    answers = [call.answer for call in one.calls]
    if not all(isinstance(answer, dict) for answer in answers):
        return []
    inside = one.pattern or ("*",)
    ways = [way for way in _scalars(answers[0]) if way[: len(inside)] != inside and not TOLD.search(way[-1])]
    return [way for way in ways if all(_is_mark(at(answer, way)) for answer in answers)]


def _scalars(value: Any, way: Pattern = ()) -> Iterator[Pattern]:
    if isinstance(value, dict) and len(way) < 4:
        for name, inner in value.items():
            yield from _scalars(inner, (*way, name))
    elif way and not isinstance(value, list | dict):
        yield way


def _is_mark(value: Any) -> bool:
    if isinstance(value, str):
        return TOKENS.fullmatch(value) is not None or (16 < len(value) <= 128 and TOKENS.sub("", value) == "")
    return is_integer(value)


def _first(
    listed: tuple[Operation, Pattern], writes: Sequence[tuple[Operation, Pattern]], mine: Sequence[Operation]
) -> str | int | None:
    """The mark at the start, when every answer fits; None when one does not."""
    places: dict[int, Pattern] = {call.seq: way for one, way in [listed, *writes] for call in one.calls}
    changing = {call.seq for one in mine if one.writes for call in one.calls}
    calls: Mapping[int, Call] = {call.seq: call for one in mine for call in one.calls}
    current: Any = None
    first: str | int | None = None
    seen: set[str | int] = set()
    proven = False
    for seq in sorted(places.keys() | changing):
        if seq not in places:
            current = None  # a write that does not answer a mark: whatever it is now
            continue
        value = at(calls[seq].answer, places[seq])
        if first is not None and type(value) is not type(first):
            return None
        if seq in changing:
            counted = isinstance(value, int) and isinstance(current, int) and value != current + 1
            if value == current or counted:
                return None
            current = value
        elif current is not None and value != current:
            return None
        else:
            proven = proven or any(other < seq for other in changing)
            current = value
        first = value if first is None and seq not in changing else first
        seen.add(value)
    return first if proven and len(seen) > 1 else None


def _digested(
    listed: tuple[Operation, Pattern], writes: Sequence[tuple[Operation, Pattern]], first: str | int
) -> list[Any] | None:
    """The list at the start, when a write that sent it whole got the first mark again, and no other list did."""
    one, way = listed
    start = next((call for call in one.calls if at(call.answer, way) == first), None)
    content = at(start.answer, [part for part in one.pattern or () if part != "*"]) if start else None
    if not isinstance(content, list) or isinstance(first, int):
        return None
    sent = [
        (at(call.body, operation.body_at), at(call.answer, place) == first)
        for operation, place in writes
        if operation.role == "replace_all" and operation.body_at is not None
        for call in operation.calls
    ]
    same = any(again for _, again in sent) and all((items == content) == again for items, again in sent)
    return content if same else None


def add_marks(found: Mapping[str, Mark], model: JsonObject, seed: JsonObject, actions: Mapping[int, str]) -> None:
    """Put the marks into the model and the seed, and into each action of the kinds that it is renewed. `actions`: id()
    of an operation -> its action."""
    if not found:
        return
    properties: Any = model["properties"]
    known: Any = model["x-actions"]
    required: Any = model["required"]
    properties[MARKS] = {
        "type": "object",
        "description": "What the app renews at each write to a list: a revision, a version.",
        "required": [*found],
        "properties": {
            kind: {"type": "integer" if isinstance(one.first, int) else "string"} for kind, one in found.items()
        },
    }
    contents: JsonObject = {f"{kind}_content": one.content for kind, one in found.items() if one.content is not None}
    for name in contents:
        properties[MARKS]["required"].append(name)
        properties[MARKS]["properties"][name] = {"type": "array", "description": "The list that has the first mark."}
    required.append(MARKS)
    seed[MARKS] = {**{kind: one.first for kind, one in found.items()}, **contents}
    for kind, one in found.items():
        for name in dict.fromkeys(actions[id(operation)] for operation, _ in one.writes):
            action: Any = known[name]
            action["effects"] = [
                *action["effects"],
                {"op": "replace", "path": f"/{MARKS}/{kind}", "value": one.renewed},
            ]


def show_mark(feature: Feature, found: Mapping[str, Mark]) -> None:
    """Put the mark of its kind into the reply of a feature that shows one."""
    one = feature.operation
    mark = found.get(one.kind.name) if one else None
    for operation, way in (*mark.lists, *mark.writes) if mark else ():
        if operation is one and mark is not None:
            reply: Any = feature.document["reply"]
            made: Json = mark.now
            for part in reversed(way):
                made = {part: made}
            reply["json"] = _joined(reply.get("json"), made)
            feature.seen.append(f"{way[-1]}: renewed by each write, by what all recorded answers say")
            return


def _joined(left: Any, right: Any) -> Any:
    if isinstance(left, dict) and isinstance(right, dict):
        return {**left, **{name: _joined(left[name], one) if name in left else one for name, one in right.items()}}
    return right if left is None else left
