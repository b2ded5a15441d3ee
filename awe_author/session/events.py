"""The events of a timeline: what happened, who asked, what changed. Frozen, versioned, chained by digests.

The stored form is canonical JSON (keys sorted, UTF-8, no blanks). An event's digest is
`SHA-256(digest of its parent + node and parent as two big-endian 64-bit integers + stored form)`; the root's parent
digest is 32 zero bytes. So one bit that changes anywhere on a path is seen by whoever reads it.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import orjson

from awe_author.errors import InputError
from awe_author.json_types import Json, JsonObject
from awe_author.state.types import Change, Performed

EventKind: TypeAlias = Literal["root", "action", "clock", "note"]
VERSION = 1
NO_PARENT = -1
ROOT_DIGEST = bytes(32)
"""What stands for the parent's digest at the root."""

_PLACE = struct.Struct(">qq")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One fact of a timeline. `node` and `parent` give its place, the rest what happened there."""

    timeline: str
    node: int
    """Order of append in the timeline; the root is 0."""

    parent: int
    """Node that it follows; -1 for the root."""

    sequence: int
    """Events that count on the path from the root to here (`note` does not): `Context.sequence` of an action."""

    session: str
    """The session that it was appended by; branches of it have it on their path too."""

    kind: EventKind
    clock: str
    """The session's moment, RFC 3339 in UTC with microseconds."""

    state_hash: str
    """`WorldState.hash` after the event."""

    app: str = ""
    action: str = ""
    params: JsonObject = field(default_factory=dict)
    feature: str = ""
    """Id of the feature that asked for the action; empty when none did."""

    cause: JsonObject | None = None
    """What led to it: `{"type": "api" | "ui" | "timer" | ..., ...}`."""

    patch: tuple[Change, ...] = ()
    result: Json = None
    emitted: tuple[Performed, ...] = ()
    """Actions of other apps that ran inside this one, in order."""

    version: int = VERSION

    def to_json(self) -> JsonObject:
        """The stored form as plain JSON."""
        form: JsonObject = {name: getattr(self, name) for name in _PLAIN}
        form["patch"] = [_change_to_json(change) for change in self.patch]
        form["emitted"] = [
            {"app": one.app, "action": one.action, "params": one.params, "result": one.result} for one in self.emitted
        ]
        return form

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Event:
        """From the stored form of this version (older ones pass through `CONVERTERS`); `InputError` for a newer one."""
        version = form.get("version")
        while version in CONVERTERS:
            form = CONVERTERS[version](form)
            version = form.get("version")
        if version != VERSION:
            raise InputError(
                f"an event of version {version!r}, and this program knows up to {VERSION}", hint="update awe-author"
            )
        known = {name: form[name] for name in _PLAIN}
        return cls(
            **known,
            patch=tuple(_change_from_json(one) for one in form["patch"]),
            emitted=tuple(Performed(**one) for one in form["emitted"]),
        )


_PLAIN = (
    "timeline", "node", "parent", "sequence", "session", "kind", "clock", "state_hash", "app", "action", "params",
    "feature", "cause", "result", "version",
)  # fmt: skip

CONVERTERS: dict[object, Any] = {}
"""From each older version to the next one: `{1: from_1_to_2, ...}`. Empty as long as there is one version."""


def _change_to_json(change: Change) -> JsonObject:
    form: JsonObject = {"op": change.op, "path": change.path}
    if change.op != "add":
        form["old"] = change.old
    if change.op != "remove":
        form["value"] = change.value
    return form


def _change_from_json(form: Mapping[str, Any]) -> Change:
    return Change(form["op"], form["path"], form.get("old"), form.get("value"))


def encode(event: Event) -> bytes:
    """The stored form as canonical bytes; `InputError` for values that JSON between machines can't carry."""
    try:
        return orjson.dumps(event.to_json(), option=orjson.OPT_SORT_KEYS)
    except TypeError as error:
        raise InputError(
            f"the event can't be stored: {error}",
            where=f"{event.app}.{event.action}" if event.app else event.kind,
            hint="JSON here holds text in Unicode and whole numbers of up to 64 bits",
        ) from error


def decode(body: bytes) -> Event:
    """The event of stored bytes, whose digest was checked before."""
    return Event.from_json(orjson.loads(body))


def digest(parent_digest: bytes, node: int, parent: int, body: bytes) -> bytes:
    """SHA-256 that chains an event to its parent."""
    return hashlib.sha256(parent_digest + _PLACE.pack(node, parent) + body).digest()
