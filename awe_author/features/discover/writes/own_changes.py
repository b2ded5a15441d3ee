"""What a server changes in an entity beyond what a write asks for: times, and plain values when something is done."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from awe_author.features.discover.common.keys import fresh_token, literal, text
from awe_author.features.discover.common.names import CHANGED_BY, STATE, snake
from awe_author.features.discover.common.opaque import NEW_TAG, entity_tags, opaque
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import TOKENS, Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at, leaves
from awe_author.features.discover.markup.dated_texts import SIGN
from awe_author.features.discover.writes.coarse_moments import still_now
from awe_author.features.discover.writes.last_moments import last_moments
from awe_author.features.discover.writes.named_in_acts import named_records
from awe_author.features.discover.writes.put_on import always_put_on
from awe_author.features.discover.writes.revisions import revisions
from awe_author.features.discover.writes.said_changes import kept_words, said_at, tells
from awe_author.features.discover.writes.taken_over import taken_over
from awe_author.features.discover.writes.turned import turned_effects
from awe_author.json_types import Json, JsonObject

MOMENT = 5.0
"""Seconds within which a time that is shown later is that of a change."""
CHANGED = re.compile(r"(^|_)(updated|modified|changed|edited)(_|\Z)")
"""What the time of the last change is called."""
TURNS = re.compile(r"(^|_)(toggle|flip|switch|invert)")
"""Words of acts that turn what is true or false."""
Change = tuple[Call, dict[str, Any], dict[str, Any], dict[str, Any]]
"""(call, what it sent, the entity before, after)."""


def own_changes(one: Operation, part: Entities, seen: Seen) -> list[JsonObject]:
    """Effects for what changed in the entity that the request did not ask for: times, and for acts plain values."""
    changes: list[Change] = []
    shown = seen.by_itself if one.role == "act" else seen.after
    for call, key in zip(one.calls, one.made, strict=False):
        before, after = seen.before(part.kind, key, call.seq), shown(part.kind, key, call.seq)
        sent = at(call.body, one.body_at) if one.body_at is not None else None
        if before is not None and after is not None:
            later = _times_later(one, part, key, call, seen, before)
            still = {name for name in later if CHANGED.search(snake(name)) and after.get(name) == before[name]}
            after = later | {name: value for name, value in after.items() if name not in still}
            changes.append((call, sent if isinstance(sent, dict) else {}, before, after))
    always: JsonObject = {}
    found: list[JsonObject] = []
    path = f"/{part.kind.name}/{{params.id}}"
    taken = _taken(changes) if tells(one) else {}
    records = one.role == "act" and (said_at(one) is None or kept_words(one, part, seen))
    for name, field in taken.items():
        value_of: JsonObject = {name: f"dyn(params.changes[{text(field)}])"}
        found.append({"op": "merge", "path": path, "value": value_of, "if": f"{text(field)} in dyn(params.changes)"})
    for name in sorted({name for _, _, _, after in changes for name in after} - taken.keys() - {part.kind.own_id}):
        others = [value[name] for value in part.seed.values() if name in value]
        made = [(change, _made(one, name, others.__contains__, *change)) for change in changes]
        if records and all(value is None for _, value in made):
            made = [(change, _turned_record(name, *change)) for change in changes]
        value = next((value for _, value in made if value is not None), None)
        if value is not None and (name.endswith(SIGN) or name == CHANGED_BY):  # one that was there before stays
            made = [one for one in made if one[1] is not None or literal(one[0][3].get(name)) != value]
        there = [change for change, inner in made if inner is None and name in change[3]
                 and not (change[2].get(name) == change[3][name]
                          and still_now(change[3][name], change[0], part.values(name)))]  # fmt: skip
        if value is None:
            continue
        if not there:
            always[name] = value
            continue
        told = one.role != "act" or tells(one)
        when = _when([change for change, inner in made if inner is not None], there, part) if told else ""
        if when:
            found.append({"op": "merge", "path": path, "value": {name: value}, "if": when})
        elif isinstance(value, str) and "now" in value and len(there) * 2 < len(made):
            always[name] = value
    last = last_moments(part, [(before, after) for _, _, before, after in changes]) if one.role == "update" else []
    always |= dict.fromkeys(last, "string(now)")
    always |= _inside(changes, always)
    new = {name for name in always if one.role == "act" and all(_new_token(name, change, seen) for change in changes)}
    marks = _renewed(changes, part, {name: value for name, value in always.items() if name not in new})
    again = _said_again(marks, part)
    always |= {name: value for name, value in marks.items() if not again or name not in again[1]}
    if one.role == "update":
        found += [*revisions(changes, part, path), *taken_over(changes, part, path)]
    if one.role == "update" and part.kind.source == "json":
        found += turned_effects([change[1:] for change in changes], part, path)
    if tells(one):
        found += named_records([change[1:] for change in changes], part, seen)
    if one.role == "act":
        always |= always_put_on(one, part, seen, f"state.{part.kind.name}[params.id]")
    first: list[JsonObject] = [{"op": "merge", "path": path, "value": always}] if always else []
    if again:
        first.append({"op": "merge", "path": path, "value": again[0]})
    return first + found


def _taken(changes: Sequence[Change]) -> dict[str, str]:
    """Field that is what an act sends under another name, whenever it sends it, and that nothing else changes -> that
    name."""
    found: dict[str, str] = {}
    names = {
        name for _, _, before, after in changes for name in after if name in before and before[name] != after[name]
    }
    for name in sorted(names):
        sent = {
            other for _, told, _, after in changes for other, value in told.items()
            if isinstance(value, str | int) and not isinstance(value, bool) and after.get(name) == value
        }  # fmt: skip
        for other in sorted(sent):
            cases = [(told.get(other), before.get(name), after.get(name)) for _, told, before, after in changes]
            if all(now == (was if said is None else said) for said, was, now in cases):
                found[name] = other
                break
    return found


def _new_token(name: str, change: Change, seen: Seen) -> bool:
    """Did a change put another UUID in the place of one, which is the key of nothing that was ever shown?"""
    was, now = str(change[2].get(name)), str(change[3].get(name))
    tokens = TOKENS.fullmatch(was) and TOKENS.fullmatch(now) and len(was) == len(now)
    return bool(tokens) and was != now and not any(now in histories for histories in seen.values.values())


def _renewed(changes: Sequence[Change], part: Entities, known: JsonObject) -> JsonObject:
    """Random texts that were others after each change, and that no two entities share: marks of what was read."""
    found: JsonObject = {}
    for name in sorted({name for _, _, _, after in changes for name in after} - known.keys() - {part.kind.key}):
        pairs = [
            (sent, before[name], after[name]) for _, sent, before, after in changes if name in before and name in after
        ]
        texts = [after for _, _, after in pairs]
        others = part.values(name)
        told = all(name not in sent and before != after for sent, before, after in pairs)
        shared = len(set(map(str, others))) < len(others)
        if not pairs or not told or shared:
            continue
        if entity_tags([*texts, *others]):
            found[name] = NEW_TAG
        elif opaque([*texts, *others]) and len({len(str(one)) for one in [*texts, *others]}) == 1:
            found[name] = fresh_token([*map(str, others), *texts], len(texts[0]))
    return found


def _said_again(marks: JsonObject, part: Entities) -> tuple[str, set[str]] | None:
    """(expression of both, their names) of a mark that another field says, with something around it: `W/"x1"`."""
    entities = [*part.seed.values(), *part.made.values()]
    for name in marks:
        for other in sorted({other for one in entities for other in one} - {name, part.kind.key}):
            pairs = [(str(one[name]), str(one[other])) for one in entities if name in one and other in one]
            if len(pairs) < 2 or not all(inner in outer for inner, outer in pairs):
                continue
            inner, outer = pairs[0]
            before, _, after = outer.partition(inner)
            if all(before + one + after == whole for one, whole in pairs):
                made = f"{{{text(name)}: t, {text(other)}: {text(before)} + t + {text(after)}}}"
                return f"dyn([{marks[name]}].map(t, {made})[0])", {name, other}
    return None


def _times_later(
    one: Operation, part: Entities, key: str, call: Call, seen: Seen, before: dict[str, Any]
) -> dict[str, Any]:
    """Times that the answer to a change leaves out, or still shows as they were, and that the next look at the entity
    shows to be those of it. Of acts, which may begin what goes on by itself, those that are called so."""
    later: dict[str, Any] = {}
    for seq, value in seen.values[part.kind.name].get(key, ()):
        later = {**value, **later} if seq > call.seq else later
    return {name: value for name, value in later.items()
            if name in before and value != before[name] and call.now(value, MOMENT) is not None
            and (one.role != "act" or CHANGED.search(snake(name)))}  # fmt: skip


def _inside(changes: Sequence[Change], known: JsonObject) -> JsonObject:
    """The same for times in records: those that became now in each change that was shown."""
    found: JsonObject = {}
    names = {name for _, _, _, after in changes for name, value in after.items() if isinstance(value, dict)}
    for name in sorted(names - known.keys()):
        pairs = [
            (call, before[name], after[name]) for call, _, before, after in changes if name in before and name in after
        ]
        pairs = [one for one in pairs if isinstance(one[1], dict) and isinstance(one[2], dict)]
        made: JsonObject = {}
        for inner in sorted({inner for _, _, after in pairs for inner in after}):
            new = [call.now(after.get(inner)) for call, before, after in pairs]
            other = [before.get(inner) != after.get(inner) for _, before, after in pairs]
            if all(other) and new and new[0] is not None and all(one == new[0] for one in new):
                made[inner] = new[0]
        if made:
            found[name] = made
    return found


def _made(
    one: Operation, name: str, known: Callable[[Any], bool], call: Call, sent: dict[str, Any], before: dict[str, Any],
    after: dict[str, Any],
) -> Json:  # fmt: skip
    """What a field becomes by itself. `known`: do others say such a value, too? Then one that is sent back as it was,
    to what is called by a word (`action=Submit`), becomes it by that."""
    if name not in after or (name in before and before[name] == after[name]):
        return None
    if name in sent and sent[name] == after[name]:
        return None
    now = call.now(after[name])
    if name not in before:
        return now if one.role == "act" else None
    if (
        one.role == "act"
        and TURNS.search(one.verb)
        and isinstance(before[name], bool)
        and isinstance(after[name], bool)
    ):
        return f"!dyn(state.{one.kind.name}[params.id]).get({text(name)}, false)"
    acts = one.role == "act" or (one.endpoint.operation and sent.get(name) == before[name] and known(after[name]))
    if now is None and one.role == "act" and after[name] is None:
        return "dyn(null)"
    acts = acts or name.endswith(SIGN) or name == CHANGED_BY
    acts = acts or (_by_word(one) and name not in sent and bool(STATE.fullmatch(str(after[name]))))
    if now is None and acts and isinstance(after[name], str | int | float | bool):
        made: Json = literal(after[name])
        return made
    return now


def _by_word(one: Operation) -> bool:
    """Does a form of an entity's page say with a word what is done (`action=resolve`)?"""
    return one.role == "update" and one.kind.source == "page" and "=" in one.endpoint.operation


def _turned_record(
    name: str, call: Call, sent: dict[str, Any], before: dict[str, Any], after: dict[str, Any]
) -> Json:  # fmt: skip
    """The record that an act puts in the place of another one, if nothing in it was sent: `status: {"id": 2, ...}`."""
    was, now = before.get(name), after.get(name)
    said = {str(value) for _, value in leaves(call.body)}
    if not isinstance(was, dict) or not isinstance(now, dict) or was == now or name in sent:
        return None
    inner = [value for _, value in leaves(now)]
    if said & {str(value) for value in inner} or any(call.now(value) is not None for value in inner):
        return None
    made: Json = literal(now)
    return made


def _when(changed: Sequence[Change], not_changed: Sequence[Change], part: Entities) -> str:
    """A field that became something in all calls that changed, and in none of the others; or a word that was sent."""
    sent = ""
    for name in sorted(changed[0][1]):
        value = changed[0][1][name]
        if not isinstance(value, str | bool) or (isinstance(value, str) and len(value) > 40):
            continue

        def says(change: Change, name: str = name, value: Any = value) -> bool:
            return bool(change[1].get(name) == value)

        def became(change: Change, name: str = name, value: Any = value) -> bool:
            return bool(change[1].get(name) == value and change[2].get(name) != value)

        want = text(value) if isinstance(value, str) else bare(value)
        said = f"dyn(params.changes.get({text(name)}, null)) == {want}"
        if all(map(became, changed)) and not any(map(became, not_changed)):
            was = f"dyn(state.{part.kind.name}[params.id]).get({text(name)}, null)"
            return f"{said} && {was} != {want}"
        if str(value).isidentifier() and all(map(says, changed)) and not any(map(says, not_changed)):
            sent = sent or said
    return sent


def bare(value: Any) -> str:
    """A number or truth value as an expression, and as expressions make a text of it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
