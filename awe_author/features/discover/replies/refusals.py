"""Writes of an API that were refused, and why: a field is missing or empty that all accepted ones filled, or says what
another entity says already, or a change sends a version (`lock_version`, `SyncToken`) that is not the present one.

Acts (`/tasks/7/denial`) are refused as they were themselves.
Changes are refused as what is new was, when they send the field empty or as another entity says it, and none that did
so was accepted. Of several possible reasons the one counts whose field the answer names, then of what is taken that
which apps use to tell entities apart; of a form that was sent with several empty fields, all of them; without one that
can be told, nothing is drafted. An answer that names several missing fields refuses each of them (`refused_fields`). A
request that is refused for the same reason gets the recorded answer, with what it sent itself. What is led back to its
form (`led_back`) is refused as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from awe_author.features.discover.common.keys import literal, member, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.entities.several import body_of, sent_text
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at, stars_of
from awe_author.features.discover.exchanges.sightings import endpoint_of
from awe_author.features.discover.replies.led_back import led_back
from awe_author.features.discover.replies.locations import location_text
from awe_author.features.discover.replies.refused_fields import each_named, empty_text, lacking
from awe_author.features.discover.replies.refused_states import refused_states
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.discover.replies.triggers import (
    key_text,
    makes_by_other_key,
    named_in_body,
    names_test,
    said_tests,
)
from awe_author.json_types import Json, JsonObject, sorted_text

STATUSES = (400, 403, 406, 409, 412, 417, 422, 428)
SURE = 0.7
TELLING = ("email", "username", "login", "slug", "code", "key", "name", "title")
"""Fields that no two may have alike, the likeliest first."""
FORMS = (r"^[^@ ]+@[^@ ]+$", r"^-?[0-9]+([.][0-9]+)?$")
"""What addresses of mail, and numbers, look like."""
SHORTEST = 3
"""Characters of a value that is looked for in an answer."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why writes are refused."""

    field: str
    taken: bool = False
    """Does another entity say it already?"""
    form: str = ""
    """A pattern that it does not have. Without one, and not taken, it is missing."""
    beside: tuple[str, ...] = ()
    """Further fields that the answer names: each of them is refused when it is missing."""
    every: bool = False
    """Are these only refused when all of them are missing, as far as was seen?"""
    stale: bool = False
    """Is it not what the entity says by then, as all changes that were accepted sent it?"""


def refusals(
    calls: Sequence[Call], operations: Sequence[Operation], parts: Sequence[Entities], known: frozenset[str], seen: Seen
) -> list[Feature]:
    """The features, of requests that create something, and of those that change it."""
    found: list[Feature] = []
    refused = [call for call in calls if call.mutation and call.answer is not None and _refused(call, operations)]
    refused += led_back(calls, operations, known)
    by_name = {part.kind.name: part for part in parts}
    known_of: dict[str, list[tuple[Reason, list[Call], Operation]]] = {}
    of_their_own, explained = set[int](), set[int]()
    writes = [(_whole(one), by_name[one.kind.name]) for one in operations
              if _can_be_refused(one) and one.kind.name in by_name]  # fmt: skip
    for one, part in writes:
        mine = [call for call in refused if endpoint_of(call, known) == one.endpoint and call.kind == one.calls[0].kind]
        both = named_in_body(one, operations)
        keys = {*part.seed, *part.made} if both is not None and makes_by_other_key(both, operations) else None
        mine = [call for call in mine if both is None or _names(call, both, keys) == (one.role != "create")]
        more = [] if both is None else [names_test(one, both, operations)]
        told: dict[tuple[Reason, int], list[Call]] = {}
        for call in mine:
            reason = _reason(call, one, part, seen)
            if reason is not None:
                told.setdefault((reason, call.status), []).append(call)
        found += [_feature(reason, same, _sent(same[0], one), one, part, more) for (reason, _), same in told.items()]
        explained |= {call.seq for same in told.values() for call in same}
        of_their_own |= {id(one)} if told else set()
        if one.role == "create":
            known_of.setdefault(part.kind.name, []).extend((reason, same, one) for (reason, _), same in told.items())
    for one, part in writes:
        for reason, same, other in known_of.get(part.kind.name, ()) if one.role not in ("create", "act") else ():
            alike = id(one) not in of_their_own and same[0].kind == one.calls[0].kind
            if alike and not _accepted(reason, one, part, seen):
                both = named_in_body(one, operations)
                more = [] if both is None else [names_test(one, both, operations)]
                found.append(_feature(reason, same, _sent(same[0], other), one, part, more))
    others = [call for call in refused if call.seq not in explained]
    return [*found, *refused_states(others, operations, parts, known, seen)]


def _names(call: Call, changes: Operation, keys: Set[str] | None) -> bool:
    """Does the body name what it changes? `keys`: those that it may be, where others are marks of the page."""
    said = at(call.body, changes.key_at.way) if changes.key_at is not None else None
    return said not in (None, "", 0, "0") and (keys is None or str(said) in keys)


def _refused(call: Call, operations: Sequence[Operation]) -> bool:
    """Was a write refused? Also where the answer has another status of success than all that were not, and what they
    do not say: `202 {"status": "error"}` beside 201."""
    if call.kind == "graphql":
        return isinstance(call.answer, dict) and bool(call.answer.get("errors")) and not call.answer.get("data")
    if call.status in STATUSES or not 200 < call.status < 300:
        return call.status in STATUSES
    others = [
        other for one in operations for other in one.calls if (other.method, other.path) == (call.method, call.path)
    ]
    return bool(others) and all(other.status != call.status for other in others) and "error" in sorted_text(call.answer)


def _can_be_refused(one: Operation) -> bool:
    writes = one.role in ("create", "update", "replace") and one.body_at is not None
    writes = writes or (one.role == "act" and any(call.body for call in one.calls))
    return writes and not one.guessed and not one.several and one.kind.source == "json" and bool(one.calls)


def _whole(one: Operation) -> Operation:
    """An act with all that its requests say: it may say nothing of the entity's own fields."""
    said = one.role == "act" and all(isinstance(call.body, dict) and call.kind == "json" for call in one.calls)
    return replace(one, body_at=()) if said else one


def _accepted(reason: Reason, one: Operation, part: Entities, seen: Seen) -> bool:
    """Was a change accepted that did what the reason forbids?"""
    for call in one.calls:
        sent = _sent(call, one)
        value = sent.get(reason.field)
        wrong = _is_empty(value)
        if reason.every:
            if all(_is_empty(sent.get(name)) for name in (reason.field, *reason.beside)):
                return True
            continue
        if any(name in sent and _is_empty(sent[name]) for name in reason.beside):
            return True
        if reason.taken:
            wrong = bool(_holder(value, reason.field, part, call.seq, seen))
        elif reason.form:
            wrong = not re.match(reason.form, str(value))
        if reason.field in sent and wrong:
            return True
    return False


def _sent(call: Call, one: Operation) -> dict[str, Any]:
    sent = one.body(call)
    return sent if isinstance(sent, dict) else {}


def _is_empty(value: Any) -> bool:
    return value in (None, [], {}) or (isinstance(value, str) and not value.strip())


def _reason(call: Call, one: Operation, part: Entities, seen: Seen) -> Reason | None:
    if (stale := _stale(call, one, part, seen)) is not None:
        return stale
    reasons = list(_reasons(call, one, part, seen))
    words = "_".join(snake(word) for word in re.findall(r"\w+", sorted_text(call.answer)))
    named = [reason for reason in reasons if f"_{snake(reason.field)}_" in f"_{words}_"]
    if len(named) > 1 and all(reason == Reason(reason.field) for reason in named):
        return Reason(named[0].field, beside=tuple(reason.field for reason in named[1:]))
    empty = [reason for reason in reasons if reason == Reason(reason.field)]
    sent = _sent(call, one)
    if not named and len(empty) == len(reasons) > 1 and all(reason.field in sent for reason in empty):
        return Reason(empty[0].field, beside=tuple(reason.field for reason in empty[1:]), every=True)
    usual = [reason for name in TELLING for reason in reasons if reason.taken and snake(reason.field) == name]
    return next(iter(named if len(named) == 1 else usual if usual else reasons if len(reasons) == 1 else ()), None)


def _reasons(call: Call, one: Operation, part: Entities, seen: Seen) -> Iterator[Reason]:
    sent, accepted = _sent(call, one), [_sent(other, one) for other in one.calls]
    for name in dict.fromkeys(name for other in accepted for name in other):
        if _is_empty(sent.get(name)) and not any(_is_empty(other.get(name)) for other in accepted):
            yield Reason(name)
    for name, value in sent.items():
        told = [str(other[name]) for other in accepted if not _is_empty(other.get(name))]
        for form in FORMS if len({*told}) > 1 and isinstance(value, str) and value.strip() else ():
            if all(re.match(form, one) for one in told) and not re.match(form, value):
                yield Reason(name, form=form)
        if isinstance(value, str) and len(value) >= SHORTEST and _holder(value, name, part, call.seq, seen):
            fresh = not any(
                _holder(other.get(name), name, part, accept.seq, seen)
                for other, accept in zip(accepted, one.calls, strict=True)
            )
            if fresh:
                yield Reason(name, taken=True)


def _stale(call: Call, one: Operation, part: Entities, seen: Seen) -> Reason | None:
    """Did a change send something else than the entity said, of a field that all accepted changes sent as it was and
    that changes with each: the version that was read?"""
    marks: set[str] | None = None
    for other, key in zip(one.calls, one.made, strict=False) if one.role != "create" else ():
        before, after = seen.before(part.kind, key, other.seq), seen.after(part.kind, key, other.seq)
        sent = _sent(other, one)
        mine = {
            name for name in sent if before and after and sent[name] == before.get(name) != after.get(name, Ellipsis)
        }
        marks = mine if marks is None else marks & mine
    key = str(_key_said(call, one))
    known = seen.before(part.kind, key, call.seq) or {}
    sent = _sent(call, one)
    for name in sorted(marks or ()):
        if name in sent and name in known and sent[name] != known[name]:
            return Reason(name, stale=True)
    return None


def _key_said(call: Call, one: Operation) -> Any:
    """The key of the entity that a change names."""
    if one.key_at is None or one.key_at.by or one.key_at.part not in ("body", "segments"):
        return None
    return (
        at(call.body, one.key_at.way) if one.key_at.part == "body" else at(stars_of(call, one.endpoint), one.key_at.way)
    )


def _holder(value: Any, name: str, part: Entities, seq: int, seen: Seen) -> str:
    """The key of an entity that said this before; "" without one."""
    for key in (*part.seed, *part.made):
        known = seen.before(part.kind, key, seq) or (part.seed.get(key) if key in part.seed else None)
        if known is not None and isinstance(value, str) and str(known.get(name)).lower() == value.lower():
            return key
    return ""


def _feature(
    reason: Reason,
    calls: Sequence[Call],
    sent_then: dict[str, Any],
    one: Operation,
    part: Entities,
    more: Sequence[str] = (),
) -> Feature:
    """`calls`: those that were refused, perhaps of another operation; `sent_then`: what the first of them sent; `more`:
    further conditions."""
    call, kind, name = calls[0], part.kind, reason.field
    of = sent_text(one, sure=False)
    own = f"dyn({of}).get({text(name)}, null)"
    same = f"string(e.get({text(name)}, '')).lowerAscii() == string({own}).lowerAscii()"
    if one.role != "create":
        same += f" && string({member('e', kind.key)}) != string({key_text(one, part)})"
    others = f"state.{kind.name}.values().filter(e, {same})"
    said_so = [] if one.role == "create" or reason.beside else [f"{text(name)} in dyn({of})"]
    missing = lacking(of, (name, *reason.beside), sent=one.role != "create") if reason.beside else {}
    sent = sent_then.get(name)
    said = {str(sent): f"string({own})"} if isinstance(sent, str) and len(sent) >= SHORTEST else {}
    if reason.taken:
        holder = next((key for key in part.seed if str(part.seed[key].get(name)).lower() == str(sent).lower()), "")
        said |= {holder: f"string({member(f'{others}[0]', kind.key)})"} if len(holder) >= SHORTEST else {}
    tests = [
        *said_tests(one.calls[0], one.endpoint),
        f"type({body_of(one.calls[0])}) == map",
        *more,
        *said_so,
        f"({(' && ' if reason.every else ' || ').join(missing.values())})"
        if missing
        else _test(reason, one, part, own, others),
    ]
    document: JsonObject = {
        "id": f"{kind.name}.refused.api",
        "title": f"{' or '.join((name, *reason.beside))} is {_word(reason)}",
        "on": {
            "request": f"{one.calls[0].method} {one.endpoint.origin}{one.endpoint.path}",
            "where": " && ".join(tests),
        },
        "reply": _reply(call, one, part, missing if not reason.every else {}, said),
    }
    seqs = ", ".join(str(each.seq) for each in calls[:8])
    return Feature(document, [f"seen: {one.endpoint}, seq {seqs}", f"sure: {SURE:.2f}"], SURE)


def _reply(call: Call, one: Operation, part: Entities, missing: dict[str, str], said: dict[str, str]) -> JsonObject:
    """The answer. One that leads back to a form leads a change back to where changes lead."""
    if 300 <= call.status < 400:
        to = location_text(one, part) if one.role != "create" else None
        return {"status": call.status, "headers": {"location": to or text(call.location)}}
    return {
        "status": call.status,
        "json": each_named(call.answer, missing) if missing else _said_again(call.answer, said),
    }


def _test(reason: Reason, one: Operation, part: Entities, own: str, others: str) -> str:
    """The condition that a request is refused. `own`: the expression of the field that it sends; `others`: of the
    entities that have the same in it."""
    if reason.stale:
        there, key = f"state.{part.kind.name}", key_text(one, part)
        held = f"dyn({there}[{key}]).get({text(reason.field)}, null)"
        return f"{key} in {there} && string({held}) != string({own})"
    if reason.taken:
        return f"{own} != null && {others}.size() > 0"
    if reason.form:
        return f"{own} != null && !string({own}).matches({text(reason.form)})"
    return empty_text(own)


def _word(reason: Reason) -> str:
    return "old" if reason.stale else "taken" if reason.taken else "not such a text" if reason.form else "missing"


def _said_again(value: Any, said: dict[str, str]) -> Json:
    """An answer in which what was sent, and whom it names, are those of the request."""
    if isinstance(value, dict):
        return {name: _said_again(inner, said) for name, inner in value.items()}
    if isinstance(value, list):
        return [_said_again(inner, said) for inner in value]
    pieces = re.split("(" + "|".join(map(re.escape, said)) + ")", value) if said and isinstance(value, str) else []
    if len(pieces) > 1:
        return " + ".join(said.get(piece) or text(piece) for piece in pieces if piece)
    made: Json = literal(value)
    return made
