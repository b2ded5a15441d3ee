"""What endpoints do to entities, by what the calls to them told (`found_operations`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.names import SECRET, snake
from awe_author.features.discover.common.shapes import names_of
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import Where, at
from awe_author.features.discover.exchanges.record_addresses import AUTH
from awe_author.features.discover.exchanges.sightings import Endpoint, Pattern
from awe_author.json_types import Json

LOGS_IN = re.compile(r"(^|_)(log_?in|log_?out|sign_?in|sign_?out|authenticate)(_|$)")
"""In the name of an operation of words put together, `AttemptLogin`."""
_UNSAID = re.compile(r"token|csrf|nonce|submit|save", re.IGNORECASE)
WHO = 2
"""Fields that say who it is for, in a form that gives someone a password."""
WRITES = ("create", "update", "replace", "delete", "act", "replace_all")


@dataclass(slots=True)
class Operation:
    """One thing that one endpoint does to one kind."""

    role: str
    """list, read, count, or one of WRITES."""
    kind: Kind
    endpoint: Endpoint
    calls: list[Call]
    pattern: Pattern | None = None
    """Place of the entity, or entities, in the answer; None when the answer has none."""
    key_at: Where | None = None
    """Where the request names the entity."""
    body_at: tuple[str | int, ...] | None = None
    """Place of the entity's fields in the request body."""
    made: list[str] = field(default_factory=list)
    """Keys that these calls created (create), or were about (other writes)."""
    verb: str = ""
    """For `act`: what is done."""
    tells_was: bool = False
    """Of a delete: does its answer need what was taken away?"""
    sure: float = 0.7
    proof: str = ""
    """What confirmed it."""
    several: str = ""
    """The field in which the request names several entities at once; "" when it names one."""
    does: Mapping[str, str] = field(default_factory=dict)
    """With `several`: the fields that say what is done."""
    chosen: Mapping[str, tuple[str, Mapping[str, str]]] = field(default_factory=dict)
    """Then: field of the entities -> (field of the request that says what it becomes, what is sent -> what that is)."""
    into: str = ""
    """The field of which the request sends members alone, as the end of its address says."""
    members: Any = None
    """Of a list: who belongs there, where nothing in them says so (`memberships.Membership`)."""
    added: Any = None
    """What it adds to a list inside the entity (`added.Added`)."""
    brought: list[tuple[str, str, int]] = field(default_factory=list)
    """Of a create: (kind, key, number of the call) of what it made with it (`children`)."""
    copied: dict[str, str] = field(default_factory=dict)
    """Of a create: field -> the expression of what it takes over from what it is made below."""
    linked: Sequence[Any] = ()
    """Whom it puts on which lists inside entities, or takes from there (`linked.Linked`)."""
    grown: Any = None
    """The list in another entity, or in its own, that it makes longer (`grown.Grown`)."""
    guessed: Endpoint | None = None
    """The endpoint whose answers it is like, when it was never recorded itself."""
    imagined: Mapping[str, Any] | None = None
    """Then: what an entity is like that it would make, if that is not what a recorded one was (`sibling_kinds`)."""
    called_after: bool = False
    """Then: were envelopes called after the kinds the evidence (`{"tags": [...]}` as `{"posts": [...]}`)?"""
    key_alone: bool = False
    """Then: does its answer tell no more of the entity than its key?"""
    beside: Json = None
    """Then: the template of what stands beside the entity in its answer."""

    @property
    def writes(self) -> bool:
        """Does it change state?"""
        return self.role in WRITES

    def body(self, call: Call) -> Any:
        """What one of its calls sends of the entity."""
        return at(call.body, self.body_at or ())

    def names_sent(self) -> set[str]:
        """The fields that any of its calls sends."""
        return {*names_of(map(self.body, self.calls))}

    def told(self) -> set[str]:
        """The fields of entities that its answers tell."""
        groups = [
            group for group in self.kind.groups if (group.endpoint, group.pattern) == (self.endpoint, self.pattern)
        ]
        return {name for group in groups for name in group.fields()}


def logs_in(call: Call) -> bool:
    """Is it about the user's own session? A form that sends a password is taken for one, too, unless it makes someone
    who gets one: it sends that twice, as none that logs in does, and says who it is for."""
    if call.records:
        return False
    form = call.body if call.kind in ("form", "multipart") and isinstance(call.body, dict) else {}
    secrets = [value for name, value in form.items() if value and SECRET.search(name)]
    others = [name for name, value in form.items() if value and not SECRET.search(name) and not _UNSAID.search(name)]
    given = len(secrets) > 1 and all(value == secrets[0] for value in secrets) and len(others) >= WHO
    secret = bool(secrets) and not given
    named = call.kind in ("graphql", "jsonrpc") and LOGS_IN.search(snake(call.operation))
    return secret or bool(AUTH.search(call.path) or AUTH.search(call.operation) or named)
