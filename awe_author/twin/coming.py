"""What a server keeps pushing by itself, whatever is done: measurements, states, ticks of a log. Pure.

How many of them come in a step, and which numbers they tell, depends on the moment. A name of messages is such a feed
when the live app pushed it during several steps in which nothing was done, and nothing had been written just before.
Its messages are compared as a whole: do they come in the mock, too, about as often, and do both say the same but for
numbers, moments of the run, and marks that each message has of its own?
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import orjson

from awe_author.features.feeds import sort_of
from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import Likeness, generated
from awe_author.twin.messages import pushed
from awe_author.twin.moments import MARK, Window, masked
from awe_author.twin.pairing import operation_of
from awe_author.twin.replies import Cause, ReplyResult
from awe_author.twin.trees import Difference

QUIET_STEPS = 4
"""Steps in which nothing was done and a message of the name came, at least."""
WATCHING = ("page", "wait")
"""Steps that do nothing."""
TIMES = 3.0
"""How much more often one side may push a feed."""

_NUMBERS = re.compile(r"\d+(?:[.,]\d+)*")


def feed_name(message: Exchange) -> str:
    """The operation of a message with 0 for every number in the name of its event (`sensor/17` is one of many), and
    which subscription it answers."""
    operation = operation_of(message)
    return " ".join(filter(None, [operation.removesuffix(message.event) + sort_of(message.event), message.topic]))


def quiet_steps(verbs: Sequence[str], exchanges: Iterable[Exchange]) -> set[int]:
    """The steps in which nothing was done: they only look, and neither they nor the step before wrote, or said anything
    over a socket."""
    busy: set[int] = set()
    for one in exchanges:
        if one.kind == "socket":
            busy.update(step for step, outgoing, _ in one.messages if outgoing)
        if one.writes:
            busy.add(one.step)
    return {
        number
        for number, verb in enumerate(verbs)
        if verb in WATCHING and number not in busy and number - 1 not in busy
    }


def feeds_of(verbs: Sequence[str], live: Sequence[Exchange]) -> frozenset[str]:
    """The sorts of messages that the live app keeps pushing by itself."""
    came: Counter[str] = Counter()
    for step in quiet_steps(verbs, live):
        came.update({feed_name(one) for one in pushed(live, step)})
    return frozenset(name for name, steps in came.items() if steps >= QUIET_STEPS)


def compare_feeds(
    feeds: Iterable[str],
    live: Mapping[str, Sequence[Exchange]],
    mock: Mapping[str, Sequence[Exchange]],
    likeness: Likeness,
) -> list[ReplyResult]:
    """One result for each feed. `live`, `mock`: the messages of each, by `feed_name`."""
    return [_compared(name, live.get(name, ()), mock.get(name, ()), likeness) for name in sorted(feeds)]


def _compared(name: str, live: Sequence[Exchange], mock: Sequence[Exchange], likeness: Likeness) -> ReplyResult:
    one = live[0]
    result = ReplyResult(one.step, name, one.method, one.url, "message", equal=True, live_status=101)
    result.note = f"comes by itself: {len(live)} from the live app, {len(mock)} from the mock; numbers are left out"
    cause: Cause | None = None
    if not mock:
        cause = "missing feature"
    else:
        result.source, result.mock_status = mock[0].source, 101
        own = _marks(live), _marks(mock)
        said = _Plain(likeness.live, _own(*own), likeness.ids.to_mock).forms(live)
        told = _Plain(likeness.mock, _own(*own[::-1]), str).forms(mock)
        strange = next((each for form, each in told.items() if form not in said), None)
        unsaid = next((each for form, each in said.items() if form not in told), None)
        if strange is not None:
            known = {_shape(each.content[1]) for each in live}
            cause = "wrong value" if _shape(strange.content[1]) in known else "wrong shape"
            result.differences = [Difference("", "value", (unsaid or one).content[1], strange.content[1])]
        elif unsaid is not None:
            cause = "wrong value"
            result.differences = [Difference("", "missing", unsaid.content[1], None)]
        elif not 1 / TIMES <= len(mock) / len(live) <= TIMES:
            cause = "timing"
    result.cause, result.equal = cause, cause is None
    return result


def _marks(messages: Sequence[Exchange]) -> Counter[str]:
    """Generated texts -> how many messages have them."""
    return Counter(mark for one in messages for mark in set(generated(one.content[1])))


def _own(marks: Counter[str], others: Counter[str]) -> set[str]:
    """Marks that one message of this side has, and none of the other's: each message its own."""
    return {mark for mark, times in marks.items() if times == 1 and mark not in others}


@dataclass(frozen=True, slots=True)
class _Plain:
    """Writes what is said by itself without what differs from message to message."""

    window: Window
    own: Set[str]
    translated: Callable[[str], str]
    """Texts of the live app with the mock's ids."""

    def forms(self, messages: Sequence[Exchange]) -> dict[bytes, Exchange]:
        """Each different thing that is said -> the first message that says it."""
        found: dict[bytes, Exchange] = {}
        for one in messages:
            found.setdefault(_written(self.of(one.content[1])), one)
        return found

    def of(self, value: Any) -> Any:
        """`value` with 0 for numbers, also in texts, without moments of the run and `own` marks. Elements of a list
        that then say the same one after the other are one."""
        if isinstance(value, dict):
            return {sort_of(name): self.of(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [next(same) for _, same in itertools.groupby(map(self.of, value), _written)]
        if isinstance(value, str):
            text = masked(self.translated(value), self.window)
            return MARK if value in self.own else _NUMBERS.sub("0", text)
        return 0 if isinstance(value, int | float) and not isinstance(value, bool) else value


def _written(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def _shape(value: Any) -> Any:
    """Members and types."""
    if isinstance(value, dict):
        return "members", frozenset((name, _shape(inner)) for name, inner in value.items())
    if isinstance(value, list):
        return "elements", frozenset(_shape(inner) for inner in value)
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__
