"""Sockets in the draft: collections, seed, actions and features of what was said over them.

A line of which the page made nothing is left to the recording, which plays it. Of the others: each sort of message that
makes or changes something becomes an action and a feature that does it; each whose answers come from the state a
feature that answers; and what the server tells of new, changed and gone things a feature that tells every open page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.keys import first_number
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.discover.talks.actions import Action, Actor
from awe_author.features.discover.talks.check import settled
from awe_author.features.discover.talks.earlier import only_past
from awe_author.features.discover.talks.forms import (
    literal_of,
    own_key,
    place_text,
)
from awe_author.features.discover.talks.model import collection
from awe_author.features.discover.talks.news import news_of
from awe_author.features.discover.talks.opened import read_by
from awe_author.features.discover.talks.pushes import pushes
from awe_author.features.discover.talks.reads import KEEP, Memory, Reader
from awe_author.features.discover.talks.silent import Silent, effects_of, silent_of
from awe_author.features.discover.talks.things import Thing, things_of
from awe_author.features.discover.talks.variants import Variant, variants_of
from awe_author.features.talks import Talk
from awe_author.features.turns import Line, Pattern, Said, Turn, lines_of, name_place
from awe_author.json_types import Json, JsonObject

LAST = "last"


@dataclass(slots=True)
class TalkDraft:
    """What sockets add to the draft."""

    properties: JsonObject = field(default_factory=dict)
    defs: JsonObject = field(default_factory=dict)
    actions: JsonObject = field(default_factory=dict)
    seed: JsonObject = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    last: JsonObject = field(default_factory=dict)
    features: list[Feature] = field(default_factory=list)
    left: list[tuple[str, str, int]] = field(default_factory=list)
    """(line, why it was left to the recording, messages)."""
    kinds: list[Thing] = field(default_factory=list)


def draft_talks(
    talks: Sequence[Talk],
    taken: Sequence[str] = (),
    parts: Sequence[Entities] = (),
    operations: Sequence[Operation] = (),
) -> TalkDraft:
    """The draft of all lines. `taken`: names of collections that are there already; `parts` and `operations`: the
    entities that the API knows, and the requests that write them."""
    draft = TalkDraft()
    names, lines = set(taken), lines_of(talks)
    news = news_of(lines, parts, operations)
    draft.features += news
    told = {str(one.document["on"].get("socket") or one.document["on"].get("stream")) for one in draft.features
            if isinstance(one.document["on"], dict)}  # fmt: skip
    for line in lines:
        if line.address in told:
            continue
        said = len(line.said()) + len(line.turns)
        kinds = things_of(line) if line.frame not in ("graphql",) and not line.stream else []
        if not kinds:
            draft.left.append((line.address, "nothing that the page said made anything: played as recorded", said))
            continue
        for kind in kinds:
            while kind.name in names:
                kind.name += "_said"
            names.add(kind.name)
        _line(line, kinds, draft)
    settled(draft, news)
    return draft


def _line(line: Line, kinds: list[Thing], draft: TalkDraft) -> None:
    variants = variants_of(line, kinds)
    _gone(variants)
    actor, reader = Actor(line, kinds, variants), Reader(line, kinds)
    told = pushes(line, kinds, variants)
    features: list[tuple[Variant, JsonObject, float]] = []
    for variant in variants:
        if variant.writes:
            features.append(_writing(variant, actor, reader, draft))
        else:
            found = _reading(variant, reader, line)
            if found is not None:
                features.append(found)
    silent = silent_of(kinds, variants)
    silent += [one for each in variants if each.name in reader.opening for one in read_by(each, kinds, silent)]
    _noting(variants, reader, silent, features, draft)
    for variant, document, sure in features:
        document["on"] = {"socket": line.address, "where": variant.where()}
        draft.features.append(Feature(_in_order(document), _evidence(variant, sure), sure))
    draft.features += told
    for kind in kinds:
        collection(kind, actor, draft)
    draft.kinds += kinds


def _gone(variants: Sequence[Variant]) -> None:
    """Lists that are shown later do not have what messages took away, unless it comes again."""
    for variant in variants:
        for one in (one for turn in variant.turns for one in variant.changed[id(turn)] if one.gone):
            if all(sight.key != one.key or sight.said.at < one.said.at for sight in one.kind.sights()):
                one.kind.gone[one.key] = one.said.at


def _in_order(document: JsonObject) -> JsonObject:
    return {name: document[name] for name in ("id", "title", "on", "do", "with", "let", "reply") if name in document}


def _evidence(variant: Variant, sure: float) -> list[str]:
    seqs = ", ".join(str(turn.asked.seq) for turn in variant.turns[:8] if turn.asked)
    return [
        f"seen: message {variant.name}{' /' + variant.command if variant.command else ''}, seq {seqs}",
        f"sure: {sure:.2f}",
    ]


# ---- what is answered ----


def _writing(variant: Variant, actor: Actor, reader: Reader, draft: TalkDraft) -> tuple[Variant, JsonObject, float]:
    action = actor.action(variant)
    name, number = action.name, 2
    while name in draft.actions:
        name, number = f"{action.name}_{number}", number + 1
    draft.actions[name] = action.document
    for kind, _ in action.counters.items():
        thing = next(one for one in actor.kinds if one.name == kind)
        keys = [thing.first[key].value[thing.key] for key in thing.made]
        there = [str(thing.first[key].value[thing.key]) for key in thing.first if key not in thing.made]
        draft.counters[kind] = first_number(keys, there)
    document: JsonObject = {
        "id": f"{snake(variant.name) or 'message'}.{variant.command or 'says'}",
        "title": f"{action.document['title']}",
        "do": name,
        "with": action.params,
    }
    replies = _replies(variant, reader, action, actor)
    if reader.lets:
        document["let"] = {**reader.lets}
    if replies:
        document["reply"] = replies if len(replies) > 1 else replies[0]
    sure = min(0.95, 0.6 + 0.1 * len(variant.turns))
    return variant, document, sure


def _replies(variant: Variant, reader: Reader, action: Action, actor: Actor) -> list[Json]:
    """What only the page that acted is told: neither the new things (nor their past) nor the changed members."""
    pushed = [(turn, one.sight.said) for turn in variant.turns for one in variant.made[id(turn)]]
    pushed += [(turn, one.said) for turn in variant.turns for one in variant.changed[id(turn)]]
    told = {id(said) for turn, said in pushed if not variant.direct(turn, said)}
    told |= {id(said) for turn in variant.turns for said in turn.answers if only_past(actor.kinds, actor.past, said)}
    reader.made = {
        id(one.sight.said): (one.kind, one.spot, let)
        for turn in variant.turns
        for let, one in zip(action.results, variant.made[id(turn)], strict=False)
    }

    def results(turn: Turn, value: Any) -> str | None:
        for let, one in zip(action.results, variant.made[id(turn)], strict=False):
            if isinstance(value, int | str) and str(value) == one.key and not one.kind.weak:
                return own_key(one.kind, f"result.{let}")
        return None

    found = _answers(variant, reader, told, results)
    reader.made = {}
    return found


def _answers(variant: Variant, reader: Reader, told: set[int], results: Any = None) -> list[Json]:
    first = max(variant.turns, key=lambda turn: len(turn.answers))
    counted: dict[str, int] = {}
    found: list[Json] = []
    lets: JsonObject = {}
    for one in first.answers:
        if id(one) in told:
            continue
        number = counted.get(one.name, 0)
        counted[one.name] = number + 1
        pairs = []
        for turn in variant.turns:
            mine = [said for said in turn.answers if said.name == one.name and id(said) not in told]
            pairs += [(turn, mine[number])] if number < len(mine) else []
        if 2 * len(pairs) >= len(variant.turns):
            template = reader.answers(pairs, results)
            lets |= reader.lets
            found.append(_reply(one, template))
    reader.lets = lets
    return found


def _reply(said: Said, template: Any) -> JsonObject:
    value = said.value
    if isinstance(value, dict) and "jsonrpc" in value and "result" in value:
        inner = template.get("result", KEEP) if isinstance(template, dict) else KEEP
        return {"like": "recorded"} if inner is KEEP else {"like": "recorded", "json": inner}
    if isinstance(value, list):
        return {"like": "recorded"} if template is KEEP else {"like": "recorded", "json": template}
    place = next((name for name in named_member(said)), None)
    made: JsonObject = {} if template is KEEP else dict(template)
    if place is not None and isinstance(value, dict):
        made = {place: literal_of(value[place]), **{name: one for name, one in made.items() if name != place}}
    return {"like": "recorded", "json": made}


def named_member(said: Said) -> Sequence[str]:
    """The member that says the message's name."""
    place = name_place(said.value)
    return [str(place[0])] if len(place) == 1 else []


def _reading(variant: Variant, reader: Reader, line: Line) -> tuple[Variant, JsonObject, float] | None:
    replies = _answers(variant, reader, set())
    plain = all(isinstance(one, dict) and not _alive(one.get("json")) for one in replies)
    if not replies or plain:
        return None
    document: JsonObject = {"id": f"{snake(variant.name) or 'message'}.answered", "title": f"Answer {variant.name}"}
    if reader.lets:
        document["let"] = {**reader.lets}
    document["reply"] = replies if len(replies) > 1 else replies[0]
    return variant, document, min(0.95, 0.5 + 0.1 * len(variant.turns))


def _alive(template: Any) -> bool:
    """Does it say more than a name?"""
    if isinstance(template, dict):
        return len(template) > 1 or any(isinstance(one, dict | list) for one in template.values())
    return template is not None


def _noting(
    variants: Sequence[Variant],
    reader: Reader,
    silent: Sequence[Silent],
    features: list[tuple[Variant, JsonObject, float]],
    draft: TalkDraft,
) -> None:
    """Messages of which the server keeps what was said last, and those that change members without a word."""
    draft.last |= {memory.key: memory.first for memory in reader.memories.values()}
    for variant, document, _ in features:
        memory = reader.memories.get(variant.name)
        if variant.writes and memory is not None:
            _note_write(document, memory, draft)
    for variant in (one for one in variants if not one.writes):
        memory = reader.memories.get(variant.name)
        mine = [one for one in silent if one.variant is variant]
        if memory is None and not mine:
            continue
        places = _note(variant, mine, memory, draft)
        known = next((document for one, document, _ in features if one is variant), None)
        if known is None:
            known = {"id": f"{snake(variant.name)}.noted", "title": f"Remember {variant.name}"}
            replies = _answers(variant, reader, set())
            if replies:
                known["reply"] = replies if len(replies) > 1 else replies[0]
            features.append((variant, known, 0.6))
        known["do"] = _note_name(variant)
        known["with"] = {name: place_text(place) for place, name in places.items()}


def _note_write(document: JsonObject, memory: Memory, draft: TalkDraft) -> None:
    """A feature that does something keeps what was said, too."""
    action, given = draft.actions.get(str(document.get("do", ""))), document.get("with")
    if not isinstance(action, dict) or not isinstance(given, dict):
        return
    param = next((name for name, place in given.items() if place == place_text(memory.place)), None)
    effects = action["effects"]
    if param is not None and isinstance(effects, list):
        effects.append({"op": "replace", "path": f"/{LAST}/{memory.key}", "value": f"params.{param}"})


def _note(variant: Variant, silent: Sequence[Silent], memory: Memory | None, draft: TalkDraft) -> dict[Pattern, str]:
    """Put the action that keeps what is said into the draft: place in the message -> its parameter."""
    places: dict[Pattern, str] = {}
    for one in silent:
        places.setdefault(one.place, f"value_{len(places)}" if places else "value")
    effects = effects_of(silent, places)
    if memory is not None:
        places.setdefault(memory.place, f"value_{len(places)}" if places else "value")
        value = f"params.{places[memory.place]}"
        effects.append({"op": "replace", "path": f"/{LAST}/{memory.key}", "value": value})
    draft.actions[_note_name(variant)] = {
        "title": f"Remember {variant.name}",
        "params": {"type": "object", "properties": {name: {} for name in places.values()}},
        "effects": effects,
    }
    return places


def _note_name(variant: Variant) -> str:
    return f"note_{snake(variant.name)}"
