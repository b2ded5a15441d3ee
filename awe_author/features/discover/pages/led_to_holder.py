"""Writes that lead to the page of what their entity is in (`held_rows`): `POST /tasks/7/done` to `/lists/4/crane/`.

The entity says what that is called; of what was taken away, as it was; of what was moved, what the form sent. Believed
when all recorded posts of a sort led to the page of what theirs was in by then.
"""

from __future__ import annotations

from collections.abc import Mapping

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.addresses import WORDS, joined
from awe_author.features.discover.markup.documents import SLUG
from awe_author.features.discover.markup.wording import own_text, slug_text
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.posts import key_in
from awe_author.features.discover.pages.single_lists import sent_in
from awe_author.json_types import JsonObject

HELD = "held"
"""What is in something that is taken away, in the action."""
HOLDER = "holder"
"""What the key of it is called in the answer's expressions."""


def led_to_holder(one: PageKind, part: Entities, operation: Operation, own: str) -> tuple[str, JsonObject] | None:
    """(the expression of the address, the names that it needs); None where the posts lead elsewhere. `own`: the
    expression of the key of the entity."""
    if one.holder is None or one.held_in is None or operation.several or (operation.role == "create" and not own):
        return None
    led = [_led(one, call) for call in operation.calls]
    if not all(led):
        return None
    of, called, slug = one.held_in
    name = one.sent[one.holder.sent]
    sent = [one.bodies.get(call.seq) for call in operation.calls]
    if all(isinstance(body, dict) and body.get(one.holder.sent) == key for body, key in zip(sent, led, strict=True)):
        key = f"string({sent_in(one.holder.sent)})"
    elif operation.role != "create" and _is_in(one, part, operation, name):
        entity = "result.was" if operation.role == "delete" else f"state.{part.kind.name}[{own}]"
        said = f"string(dyn({entity}).get({text(name)}, ''))"
        known = f"state.{of}.values().filter(one, {own_text('one', called)} == {said})"
        key = f"({known}.map(one, string(one.id)) + [''])[0]"
    else:
        return None
    there = f"state.{of}[{HOLDER}]"
    words = own_text(there, slug) if slug == SLUG else slug_text(own_text(there, slug))
    before, _, behind = one.holder.template.partition("*")
    pieces = behind.split(WORDS)
    made = framed(before, HOLDER, pieces[0]) if len(pieces) == 1 else (
        f"{framed(before, HOLDER, pieces[0])} + {framed('', words, pieces[1])}"
    )  # fmt: skip
    return f"{HOLDER} in state.{of} ? {made} : {text(operation.calls[-1].location)}", {HOLDER: key}


def _led(one: PageKind, call: Call) -> str:
    """The key of what is at the address to which a post led."""
    there = joined(call.origin + call.path, call.location) if call.location and 300 <= call.status < 400 else ""
    plain = bool(one.holder) and "?" not in there and "#" not in there
    return (key_in(there, one.holder.template) or "") if one.holder is not None and there and plain else ""


def _is_in(one: PageKind, part: Entities, operation: Operation, name: str) -> bool:
    """Was each entity, at any time, in what its post led to, where it is known?"""
    assert one.holder is not None
    labels = one.labels.get(one.holder.sent, {})
    told = []
    for call, key in zip(operation.calls, operation.made, strict=False):
        led = _led(one, call)
        known = {str(of[name]) for of in (part.seed.get(key, {}), part.made.get(key, {})) if of.get(name)}
        if known:
            told.append(labels.get(led, led) in known)
    return bool(told) and all(told)


def asks_for_holder(one: PageKind) -> None:
    """Let deletes that lead to such a page tell what was taken away."""
    for operation in one.operations if one.holder is not None else ():
        operation.tells_was = operation.role == "delete" and all(_led(one, call) for call in operation.calls)


def gone_with_holder(
    one: PageKind, part: Entities, names: Mapping[int, str], above: PageKind, actions: JsonObject
) -> None:
    """What is in something is taken away with it. `names`: id() of an operation -> its action; `above`: what it is
    in."""
    if one.held_in is None or one.holder is None:
        return
    of, called, _ = one.held_in
    for operation in above.operations:
        deletes = operation.role == "delete" and not operation.several
        action = actions.get(names.get(id(operation), "")) if deletes else None
        if not isinstance(action, dict) or not isinstance(action["effects"], list) or "let" in action:
            continue
        own = own_text("one", one.sent[one.holder.sent])
        held = f"state.{part.kind.name}.values().filter(one, {own} == {own_text(f'state.{of}[params.id]', called)})"
        action["let"] = {HELD: held}
        path = f"/{part.kind.name}/{{string(one.id)}}"
        action["effects"].append({"op": "remove", "path": path, "each": HELD, "as": "one"})
