"""What the recording showed of each entity, and when."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.entities.blanks import told_of, without_blanks
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.put_names import puts_named
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.sightings import Group

TOKENS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,40}")
"""Random-looking texts: UUIDs and hexadecimal digits."""


class Seen:
    """Who was seen when: kind -> key -> (seq, value), outermost and nested sightings in recorded order."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.values: dict[str, dict[str, list[tuple[int, dict[str, Any]]]]] = {}
        self.of_call: dict[int, list[tuple[Kind, Group, str]]] = {}
        for kind in kinds:
            histories = self.values.setdefault(kind.name, {})
            told = told_of(kind)
            for group in kind.groups:
                for one in group.sightings:
                    key = str(one.value[kind.key])
                    histories.setdefault(key, []).append(
                        (one.call.seq, without_blanks(group, one.value, told.get(key, ())))
                    )
                    self.of_call.setdefault(one.call.seq, []).append((kind, group, key))
            for history in histories.values():
                history.sort(key=lambda pair: pair[0])
        self.created: dict[str, list[list[str]]] = {}
        self.since: dict[tuple[str, str], int] = {}
        """When what was created was."""
        self.written: dict[tuple[str, str], list[int]] = {}
        """When something was done to it; without a key to any of them."""
        self.gone: dict[tuple[str, str], int] = {}
        self.went: dict[tuple[str, str], int] = {}
        """Of those: when what goes along with something else did so (`went_along`)."""
        self.tokens: dict[str, int] = {}

    def know_texts(self, calls: Sequence[Call]) -> None:
        """When each token of answers was seen first."""
        for call in calls:
            for token in TOKENS.findall(json.dumps(call.answer)) if call.answer is not None else ():
                self.tokens.setdefault(token, call.seq)

    def know_writes(self, operations: Sequence[Operation]) -> None:
        """When what was written to."""
        for one in operations:
            keys = one.made if len(one.made) == len(one.calls) else ["" for _ in one.calls]
            for call, key in zip(one.calls, keys, strict=True) if one.writes else ():
                self.written.setdefault((one.kind.name, key), []).append(call.seq)

    def know(self, operations: Sequence[Operation]) -> None:
        """What was created, and what was deleted when."""
        for one in operations:
            if one.role == "create":
                self.created.setdefault(one.kind.name, []).append(one.made)
                for call, key in zip(one.calls, one.made, strict=False):
                    self.since.setdefault((one.kind.name, key), call.seq)
            if one.role == "update" and one.several:
                self._know_several(one)
            told = one.role == "delete" and not one.guessed
            for call, key in zip(one.calls, one.made, strict=False) if told else ():
                self.gone[one.kind.name, key] = call.seq

    def _know_several(self, one: Operation) -> None:
        """What a write about several sent is known of each afterwards, though nothing shows it."""
        histories = self.values[one.kind.name]
        known = [value for history in histories.values() for _, value in history]
        lists = {name for value in known for name, inner in value.items() if isinstance(inner, list)}
        fields = {name for value in known for name in value} - {one.kind.key}
        for call, key in zip(one.calls, one.made, strict=False):
            sent = one.body(call)
            before = self.before(one.kind, key, call.seq)
            if not isinstance(sent, dict) or before is None or any(seq == call.seq for seq, _ in histories[key]):
                continue
            made = {name: value for name, value in sent.items() if name in fields and name not in lists}
            for marks in puts_named(sent, lists, fields):
                made[marks.field] = marks.then(before.get(marks.field) or [], sent)
            histories[key].append((call.seq, made))
            histories[key].sort(key=lambda pair: pair[0])

    def first(self, kind: Kind, key: str) -> int | None:
        """When a key was seen first."""
        history = self.values[kind.name].get(key)
        return history[0][0] if history else None

    def before(self, kind: Kind, key: str, seq: int) -> dict[str, Any] | None:
        """What was known before: of each field the last sighting."""
        found: dict[str, Any] = {}
        for at, value in self.values[kind.name].get(key, ()):
            if at < seq:
                found |= value
        return found or None

    def fresh(self, kind: Kind, key: str, name: str, seq: int) -> bool:
        """Was a field of it seen by then, and nothing done to it since?"""
        last = max((at for at, value in self.values[kind.name].get(key, ()) if at <= seq and name in value), default=-1)
        done = [at for own in (key, "") for at in self.written.get((kind.name, own), ())]
        return last >= 0 and not any(last < at <= seq for at in done)

    def around(self, kind: Kind, key: str, seq: int) -> dict[str, Any]:
        """What was known at a moment, completed by what was seen only later."""
        history = self.values[kind.name].get(key, ())
        found: dict[str, Any] = {}
        for at, value in reversed(history):
            if at > seq:
                found |= value
        for at, value in history:
            if at <= seq:
                found |= value
        return found

    def after(self, kind: Kind, key: str, seq: int) -> dict[str, Any] | None:
        """The first sighting at or after; all that is told at that moment (a page and JSON in its document)."""
        return self._at(kind, key, next((at for at, _ in self.values[kind.name].get(key, ()) if at >= seq), None))

    def by_itself(self, kind: Kind, key: str, seq: int) -> dict[str, Any] | None:
        """The first sighting at or after a write, if nothing else had been written to the entity by then: what became
        otherwise is its doing."""
        later = min((at for at in self.written.get((kind.name, key), ()) if at > seq), default=None)
        first = next((at for at, _ in self.values[kind.name].get(key, ()) if at >= seq), None)
        return self._at(kind, key, first) if first is not None and (later is None or first < later) else None

    def _at(self, kind: Kind, key: str, seq: int | None) -> dict[str, Any] | None:
        every = [value for at, value in self.values[kind.name].get(key, ()) if at == seq]
        return {name: inner for value in every for name, inner in value.items()} or None
