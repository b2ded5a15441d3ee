"""Which thing is open: a member of an answer that no recording shows again.

`active: -1` in what the server says first, while the page says `open 3` and `open 5`, is answered with just that, and
never asks again: who loads the page anew is most likely told the one that was opened last. Believed by the member's
name, when it says nothing yet, nothing had been opened by then, and there is one sort of message that names a thing and
says no more. What is opened so has nothing unread from then on, if things of its kind say how much of them is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.names import plural, snake
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.talks.silent import Silent
from awe_author.features.discover.talks.things import Thing
from awe_author.features.discover.talks.variants import Variant
from awe_author.features.turns import Line, Pattern, Said, Turn, params_of, walk

_OPEN = re.compile(r"(?:last_)?(?:active|current|selected|opened|focused)(?:_(?P<noun>[a-z_]+?))??(?:_(?:id|key))?")
_UNREAD = re.compile(r"(?:unread|unseen)(?:_(?!.*id$)[a-z_]+)?|(?:mention|highlight)s?(?:_count)?")
NOTHING: tuple[Any, ...] = (-1, None, "")


def opened_by(line: Line, kinds: Sequence[Thing], pattern: Pattern, told: Sequence[tuple[Said, Any]]) -> Said | None:
    """The first of the messages that say what is opened, for the member at `pattern`, which said `told`."""
    named = _OPEN.fullmatch(snake(str(pattern[-1]))) if pattern and "*" not in pattern else None
    if named is None or any(isinstance(value, bool) or value not in NOTHING for _, value in told):
        return None
    by_name: dict[str, list[Turn]] = {}
    for turn in line.turns:
        if turn.asked is not None:
            by_name.setdefault(turn.asked.name, []).append(turn)
    nouns = [plural(noun)] if (noun := named["noun"]) else []
    meant = [one for one in kinds if not nouns or one.name in nouns]
    found = [turns for turns in by_name.values() if _opens(turns, meant)]
    first = found[0][0].asked if len(found) == 1 else None
    if first is None or any(said.at > first.at for said, _ in told):
        return None
    return first if all(value in (None, "") or _number(first) for _, value in told) else None


def read_by(variant: Variant, kinds: Sequence[Thing], known: Sequence[Silent]) -> list[Silent]:
    """The members that say how much is unread of the things that these messages open. `known`: what messages are seen
    to change."""
    taken = {(one.kind.name, one.member) for one in known}
    asked = variant.turns[0].asked
    keys = {_key(turn.asked) for turn in variant.turns}
    place = next((place for place, _ in params_of(asked.value)), None) if asked is not None else None
    found: list[Silent] = []
    for kind in (one for one in kinds if place is not None and not one.weak and keys <= set(one.first)):
        shown = [sight.value for sight in kind.first.values()]
        for name in sorted({name for one in shown for name in one if _UNREAD.fullmatch(snake(name))}):
            numbers = [one[name] for one in shown if name in one]
            if all(map(is_integer, numbers)) and max(numbers) > 0 and (kind.name, name) not in taken:
                found.append(Silent(variant, kind, place or (), name, 0))
    return found


def _opens(turns: Sequence[Turn], kinds: Sequence[Thing]) -> bool:
    """Do these messages name things of one kind, two at least, and are answered with no more than that?"""
    keys = [_key(turn.asked) for turn in turns if turn.asked is not None]
    if None in keys or len(set(keys)) < 2 or not any(not one.weak and set(keys) <= set(one.first) for one in kinds):
        return False
    told = [
        (turn.asked, said) for turn in turns for said in turn.answers if turn.asked and said.name == turn.asked.name
    ]
    return all(_key(said) == _key(asked) for asked, said in told) if told else not any(turn.answers for turn in turns)


def _key(said: Said | None) -> str | None:
    """What a message says, when that is one word or number."""
    values = [value for _, value in params_of(said.value)] if said is not None and not _lists(said) else []
    return str(values[0]) if len(values) == 1 and isinstance(values[0], int | str) and values[0] != "" else None


def _lists(said: Said) -> bool:
    """Are there lists in a message, beside the arguments of an event?"""
    return any(
        isinstance(inner, list) and (pattern, name) != ((), "args")
        for pattern, _, one in walk(said.value)
        for name, inner in one.items()
    )


def _number(said: Said) -> bool:
    return all(isinstance(value, int) for _, value in params_of(said.value))
