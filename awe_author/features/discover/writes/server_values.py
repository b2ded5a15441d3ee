"""Fields of new entities that no request sends: times, tokens, the next number, the key again, or what was recorded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from awe_author.features.discover.common.keys import fresh_token, moment_of, new_key, own_literal, text, timed_key
from awe_author.features.discover.common.names import is_plain, snake
from awe_author.features.discover.common.numbered import numbered
from awe_author.features.discover.common.opaque import NEW_TAG, entity_tags, opaque
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at, leaves
from awe_author.features.discover.writes.from_lists import of_lists
from awe_author.json_types import Json, JsonObject

_TOKEN = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z|[0-9a-f]{16,40}\Z")
ALIKE = 3
"""Different numbers in entities that show two fields to be the same."""
MOST_TOLD = 8
"""New entities of the recording that get the tokens they got there."""


def by_server(
    name: str,
    value: Any,
    call: Call,
    sent: Mapping[str, Any],
    part: Entities,
    lets: JsonObject | None,
    new: Mapping[str, str],
) -> Json:
    """The expression, or the value, of a field that the request did not send.

    `lets`: where new tokens get their names; None for a value that was there before. `new`: `new_tokens` of it.
    """
    now = call.now(value)
    if now is not None:
        return now
    later = _later(name, value, call, part)
    if later is not None:
        return later
    listed = of_lists(name, value, sent, lambda inner: call.now(inner)) if lets is not None else None
    if listed is not None:
        return listed
    token = _token(name, value, sent, part, lets) if lets is not None and isinstance(value, str) else None
    same = _same_number(name, value, sent, part) if lets is not None else None
    known = token or _next_number(name, value, part) or same or _sent_again(value, sent)
    return known or _recorded(name, value, call, sent, part, new)


def new_tokens(name: str, value: Any, call: Call, part: Entities, seen: Seen) -> dict[str, str]:
    """Random texts within a record or a list of records that nothing showed before, and that are others in another new
    entity or stand beside its key or the moment -> the expression of new ones; the recording's own come first."""
    found: dict[str, str] = {}
    for way, token in leaves(value) if isinstance(value, dict | list) else ():
        if not isinstance(token, str) or not _TOKEN.match(token) or seen.tokens.get(token, 0) < call.seq:
            continue
        told = {key: str(at(one.get(name), way)) for key, one in part.made.items()}
        told = {key: other for key, other in told.items() if _TOKEN.match(other)}
        others = {other for other in told.values() if other != token}
        if token in told or not (others or _made_with(at(value, way[:-1]), token, call, told)):
            continue
        made = new_key("record", [], [token], timed=timed_key(token, call.date)).text
        for key, other in [*told.items()][:MOST_TOLD]:
            made = f"string(id) == {text(key)} ? {text(other)} : {made}"
        found[token] = f"dyn({made})"
    return found


def _made_with(record: Any, token: str, call: Call, told: Mapping[str, str]) -> bool:
    """Was a record made together with the entity: does it say its key, or that moment? Where nothing else tells."""
    own = {key for key, other in told.items() if other == token}
    values = record.values() if isinstance(record, dict) else ()
    return len(told) < 2 and any(str(one) in own or call.now(one) is not None for one in values)


def _later(name: str, value: Any, call: Call, part: Entities) -> str | None:
    """A moment that is always as much later than another one: due three days after it was made."""
    own = moment_of(value)
    if own is None:
        return None
    made = next((one for one in part.made.values() if one.get(name) == value), {})
    for other in sorted(made):
        begin = moment_of(made[other])
        if other == name or begin is None or own == begin or call.now(made[other]) is None:
            continue
        pairs = [(moment_of(one.get(name)), moment_of(one.get(other))) for one in part.seed.values()]
        apart = {later - sooner for later, sooner in pairs if later is not None and sooner is not None}
        known = [pair for pair in pairs if None not in pair]
        if len(known) >= ALIKE and len(apart) == 1 and own - begin in apart:
            return f"string(now + duration('{int(own - begin)}s'))"
    return None


def _token(name: str, value: str, sent: Mapping[str, Any], part: Entities, lets: JsonObject) -> str | None:
    """A random-looking text that was not there before: a new one each time; those of the recording as they were."""
    there = [one.get(name) for one in part.seed.values()]
    others = [one for one in there if isinstance(one, str)]
    apart = len(others) == len(there) > 1 and len(set(others)) == len(others) and value not in there
    if apart and entity_tags([value, *others]):
        return NEW_TAG
    if apart and opaque(others) and {*map(len, others)} == {len(value)} and not _TOKEN.match(value):
        fresh = f"new_{snake(name)}" if is_plain(name) else ""
        if not fresh:
            return fresh_token([value, *others], len(value))
        lets[fresh] = fresh_token([value, *others], len(value))
        return fresh
    if not _TOKEN.match(value) or value in there or value in str(sent):
        return None
    if next((key for key, one in part.made.items() if one.get(name) == value), "") == value:
        return "string(id)"
    told = {key: str(one[name]) for key, one in part.made.items() if isinstance(one.get(name), str)}
    if len(told) > 1 and len(set(told.values())) == 1:
        return text(value)
    made = "uuid()" if "-" in value else f"uuid().replace('-', '').substring(0, {min(32, len(value))})"
    for key, token in [*told.items()][:MOST_TOLD]:
        made = f"string(id) == {text(key)} ? {text(token)} : {made}"
    fresh = f"new_{snake(name)}" if is_plain(name) else ""
    if fresh:
        lets[fresh] = made
    return fresh or made


def _next_number(name: str, value: Any, part: Entities) -> str | None:
    """One more than the highest, where each entity has a number of its own; also as a text of digits, or behind a word
    that all have (`ACME-12`, `INC0010012`). The first new one may be farther away: others were made and are gone."""
    there = [one.get(name) for one in part.seed.values()]
    of = f"state.{part.kind.name}.values()"
    numbers = [one for one in there if is_integer(one)]
    counted = len(numbers) > 1 and len(set(numbers)) == len(there)
    if counted and is_integer(value) and value == max(numbers) + 1:
        return f"math.greatest({of}.map(one, int(one.get({text(name)}, 0))) + [0]) + 1"
    made = [one[name] for one in part.made.values() if name in one]
    how = numbered(there, made) if isinstance(value, str) and all(isinstance(one, str) for one in there) else None
    if how is not None and not how.coded and len({*there}) == len(there):
        size, first = len(how.before), min(number for one in made if (number := how.number(str(one))) is not None)
        known = f"{of}.filter(one, size(string(one.get({text(name)}, ''))) > {size})"
        own = f"int(string(one.get({text(name)}, '')).substring({size}))"
        return how.text(f"(math.greatest({known}.map(one, {own}) + [{first - 1}]) + 1)")
    counts = [int(one) for one in there if isinstance(one, str) and one.isdecimal()]
    if len(set(counts)) == len(there) > 1 and isinstance(value, str) and value == str(max(counts) + 1):
        own = f"{of}.map(one, int(one.get({text(name)}, '0')))"
        return f"string(math.greatest({own} + [0]) + 1)"
    return None


def _same_number(name: str, value: Any, sent: Mapping[str, Any], part: Entities) -> str | None:
    """A number that was sent under another name, when both are the same in all entities, of which three differ."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    entities = [*part.seed.values(), *part.made.values()]
    if (
        any(isinstance(one.get(name), bool) for one in entities)
        or len({str(one.get(name)) for one in entities}) < ALIKE
    ):
        return None
    others = (other for other, inner in sent.items() if inner == value and not isinstance(inner, bool))
    alike = (other for other in others if all(one.get(other) == one.get(name) for one in entities))
    return next((f"params.get({text(other)}, {value})" for other in alike), None)


def _sent_again(value: Any, sent: Mapping[str, Any]) -> str | None:
    """What the request sent under another name, perhaps as the words of an address."""
    for other, inner in sent.items() if isinstance(value, str) and len(value) > 2 else ():
        if isinstance(inner, str) and inner.strip() and snake(inner).replace("_", "-") == value:
            return f"params.get({text(other)}, '').lowerAscii().replace(' ', '-')"
        if isinstance(inner, str) and inner == value and len(inner) > 3:
            return f"params.get({text(other)}, '')"
        within = next((name for name, one in inner.items() if one == value), "") if isinstance(inner, dict) else ""
        if within and len(value) > 3:
            return f"dyn(params.get({text(other)}, {{}})).get({text(within)}, '')"
    return None


def _recorded(
    name: str, value: Any, call: Call, sent: Mapping[str, Any], part: Entities, new: Mapping[str, str]
) -> Json:
    """As recorded, with the new entity's key and what was sent of it where they stand."""
    key = next((key for key, one in part.made.items() if one.get(name) == value), "")
    known: dict[str, str] = {key: "string(id)"} if len(key) > 5 else {}
    if isinstance(value, dict | list):
        texts = [(other, inner) for other, inner in sent.items() if isinstance(inner, str) and len(inner) > 3]
        unsent = {inner: text(inner if opaque([inner]) else "") for _, inner in texts}
        known |= {inner: f"dyn(params.get({text(other)}, {unsent[inner]}))" for other, inner in texts}
        known = {**new, **known}
    made_of: Json = own_literal(value, known, lambda inner: call.now(inner), key)
    return made_of
