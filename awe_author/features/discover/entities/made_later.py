"""What a write made whose answer does not show it: later answers do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.exchanges.sightings import Sighting

KNOWN_AGAIN = 4
"""Characters of a text that is known again."""
LOOKS = 4
"""At an entity, the first of them, that may show what was sent."""
LATER = "shown later as it was sent"


def listed_next(kind: Kind, call: Call, seen: Seen) -> list[str]:
    """The keys that the next answer about a kind shows for the first time; none that a later write made which sent
    what it shows. After a post that led to another page: none where nothing of the kind had been seen before it."""
    later = [one for one in kind.sightings() if one.call.seq > call.seq]
    if call.location and 300 <= call.status < 400 and len(later) == len([*kind.sightings()]):
        return []
    next_seq = later[0].call.seq if later else -1
    first = [one for one in later if one.call.seq == next_seq and not _made_there(one)]
    return sorted({key for one in first if seen.first(kind, key := str(one.value[kind.key])) == next_seq})


def _made_there(one: Sighting) -> bool:
    """Is an entity shown, alone, in the answer to a write that sent most of its texts?"""
    if not one.call.mutation or "*" in one.pattern:
        return False
    sent, told = _texts(one.call.body), _texts(one.value)
    return len(sent & told) * 2 > len(sent) and any(len(text) >= KNOWN_AGAIN for text in sent & told)


def shown_as_sent(kind: Kind, call: Call, seen: Seen) -> list[str]:
    """The key that later answers show for the first time, with most of the texts that were sent: a list that is sorted
    or cut may show another part of itself first. Of several the first; never what a later write made."""
    sent = _texts(call.body)
    if not any(len(text) >= KNOWN_AGAIN for text in sent):
        return []
    found: list[tuple[int, str]] = []
    others = {(one.call.seq, str(one.value[kind.key])) for one in kind.sightings() if _made_there(one)}
    for key in seen.values[kind.name]:
        first = seen.first(kind, key)
        if first is not None and first > call.seq and (first, key) not in others:
            shown = [value for _, value in seen.values[kind.name][key]][:LOOKS]
            told = _texts(shown)
            if len(sent & told) * 2 > len(sent) and any(len(text) >= KNOWN_AGAIN for text in sent & told):
                found.append((first, key))
    return [min(found)[1]] if found else []


def tried_before(operations: Sequence[Operation]) -> list[tuple[Call, str]]:
    """Take from creates what was sent again before it was shown: the app had refused it. Those calls, and why."""
    left: list[tuple[Call, str]] = []
    for one in operations:
        if one.role == "create" and one.proof == LATER:
            last = {key: call.seq for call, key in zip(one.calls, one.made, strict=True)}
            pairs = [(call, key) for call, key in zip(one.calls, one.made, strict=True) if last[key] == call.seq]
            left += [(call, "what it sent was sent again, and shown then") for call in one.calls
                     if call not in [kept for kept, _ in pairs]]  # fmt: skip
            one.calls, one.made = [call for call, _ in pairs], [key for _, key in pairs]
    return left


def _texts(value: Any) -> set[str]:
    return {text for _, inner in leaves(value) if (text := _text(inner))}


def _text(value: Any) -> str:
    """A value as it is compared; "" for what says too little."""
    return value.strip() if isinstance(value, str) and len(value.strip()) > 1 else ""
