"""What a server keeps pushing by itself, whatever is done: measurements, states, ticks of a log. Pure.

How many of them come in a step, and which numbers they tell, depends on the moment. A name of messages is such a feed
when the live app pushed it during several steps in which nothing was done, and nothing had been written just before.
Its messages are compared as a whole: do they come in the mock, too, about as often, and made alike?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from awe_author.features.feeds import sort_of
from awe_author.twin.exchanges import Exchange
from awe_author.twin.messages import pushed
from awe_author.twin.pairing import operation_of
from awe_author.twin.replies import Cause, ReplyResult
from awe_author.twin.trees import Difference

QUIET_STEPS = 4
"""Steps in which nothing was done and a message of the name came, at least."""
WATCHING = ("page", "wait")
"""Steps that do nothing."""
TIMES = 3.0
"""How much more often one side may push a feed."""


def feed_name(message: Exchange) -> str:
    """The operation of a message with 0 for every number in the name of its event: `sensor/17` is one of many."""
    operation = operation_of(message)
    return operation.removesuffix(message.event) + sort_of(message.event)


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
    feeds: Iterable[str], live: Mapping[str, Sequence[Exchange]], mock: Mapping[str, Sequence[Exchange]]
) -> list[ReplyResult]:
    """One result for each feed. `live`, `mock`: the messages of each, by `feed_name`."""
    return [_compared(name, live.get(name, ()), mock.get(name, ())) for name in sorted(feeds)]


def _compared(name: str, live: Sequence[Exchange], mock: Sequence[Exchange]) -> ReplyResult:
    one = live[0]
    result = ReplyResult(one.step, name, one.method, one.url, "message", equal=True, live_status=101)
    result.note = (
        f"comes by itself: {len(live)} from the live app, {len(mock)} from the mock; what they tell is left out"
    )
    cause: Cause | None = None
    if not mock:
        cause = "missing feature"
    else:
        result.source, result.mock_status = mock[0].source, 101
        known = {_shape(each.content[1]) for each in live}
        strange = next((each for each in mock if _shape(each.content[1]) not in known), None)
        if strange is not None:
            cause = "wrong shape"
            result.differences = [Difference("", "value", one.content[1], strange.content[1])]
        elif not 1 / TIMES <= len(mock) / len(live) <= TIMES:
            cause = "timing"
    result.cause, result.equal = cause, cause is None
    return result


def _shape(value: Any) -> Any:
    """Members and types."""
    if isinstance(value, dict):
        return frozenset((name, _shape(inner)) for name, inner in value.items())
    if isinstance(value, list):
        return frozenset(_shape(inner) for inner in value)
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__
