"""Requests of an API about several entities at once: `DELETE {"ids": [3, 4]}`, `DELETE ?q=!(3,4)`."""

from __future__ import annotations

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.targets import repeated
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import json_list, reader_of
from awe_author.json_types import Json, JsonObject


def body_of(call: Call) -> str:
    """The expression of what a request sends."""
    return {"graphql": "body.variables", "jsonrpc": "body.params"}.get(call.kind, "body")


def sent_text(one: Operation, *, sure: bool = True) -> str:
    """The expression of what a request sends of the entity; `sure`: it is never lacking."""
    of = body_of(one.calls[0])
    for step in one.body_at or ():
        if sure:
            of = f"{of}[{step}]" if isinstance(step, int) else member(of, step)
        else:
            of = f"dyn({of})[{step}]" if isinstance(step, int) else f"dyn({of}).get({text(step)}, {{}})"
    return of


def several_keys(one: Operation) -> str:
    """The keys that a request lists, as texts; none when it lists none."""
    assert one.key_at is not None
    if one.key_at.part == "query":
        name = str(one.key_at.way[0])
        if any(name in repeated(call) for call in one.calls):
            return f"fields.get({text(name)}, [])"
        own = f"query.get({text(name)}, '')"
        if json_list(one.calls[0].params.get(name, "")) is None:
            return f"{own}.split(',').filter(k, k != '')"
        read = f"{reader_of(one.calls[0].params[name])}({own})"
        return f"(type({read}) == list ? dyn({read}).map(k, string(k)) : [])"
    of = body_of(one.calls[0])
    for step in one.key_at.way:
        of = f"(type({of}) == map ? dyn({of}).get({text(str(step))}, null) : null)"
    return f"(type({of}) == list ? dyn({of}).map(k, string(k)) : [])"


def with_several(one: Operation) -> Json:
    """What the action is given."""
    made: JsonObject = {"ids": several_keys(one)}
    if one.role == "update":
        of = sent_text(one)
        listed = (
            one.key_at.way[-1] if one.key_at is not None and len(one.key_at.way) == 1 + len(one.body_at or ()) else ""
        )
        made["changes"] = f"{of}.without([{text(str(listed))}])" if listed else of
    return made
