"""What expressions of an action can name: the view of the state, the params, `let` names, the moment, new ids."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from awe_author.state.model import Expression, ExpressionFault, Repeated
from awe_author.state.types import Context

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class EventFunctions:
    """`new_id`, `random` and `uuid` of one event: equal contexts give equal answers, asked in the same order."""

    __slots__ = ("_context", "_count", "_rng")

    def __init__(self, context: Context) -> None:
        self._context, self._count = context, 0
        self._rng: Random | None = None

    def new_id(self, prefix: str) -> str:
        """An id that no other event of the path gives; ids sort by creation (up to ten million events)."""
        self._count += 1
        return f"{prefix}-{self._context.sequence:07d}-{self._count}"

    def random(self) -> float:
        """At least 0, less than 1."""
        return self._generator().random()

    def uuid(self) -> str:
        """Of version 4 (RFC 9562), from the event's generator."""
        return str(uuid.UUID(int=self._generator().getrandbits(128), version=4))

    def _generator(self) -> Random:
        if self._rng is None:
            self._rng = self._context.rng()
        return self._rng


class Names(dict[str, object]):
    """Bindings of one action. A `let` name is worked out when it is first used, and once for the whole action."""

    __slots__ = ("_let", "_outer")

    def __init__(self, values: Mapping[str, object], let: Mapping[str, Expression], outer: Names | None = None) -> None:
        super().__init__(values)
        self._let, self._outer = let, outer

    def __missing__(self, name: str) -> object:
        value = self._let[name].evaluate(self) if self._outer is None else self._outer[name]
        self[name] = value
        return value

    def each(self, part: Repeated) -> Sequence[Names]:
        """Bindings for each time that an effect, emit, schedule or cancel is done: none, one, or one for each item."""
        if part.each is None:
            return (self,) if part.when is None or holds(part.when, self) else ()
        items = part.each.evaluate(self)
        if not isinstance(items, list | tuple):
            raise ExpressionFault("`each` has to give a list", part.each.pointer)
        inner = [Names({**self, part.name: item}, {}, self) for item in items]
        return inner if part.when is None else [names for names in inner if holds(part.when, names)]


def holds(condition: Expression, names: Names) -> bool:
    """The value of a condition. Raises `ExpressionFault`, also when it is neither true nor false."""
    value = condition.evaluate(names)
    if not isinstance(value, bool):
        raise ExpressionFault("a condition has to give true or false", condition.pointer)
    return value


def moment(clock: float) -> datetime:
    """A moment of the session's clock as expressions have it: UTC, microseconds."""
    return _EPOCH + timedelta(microseconds=round(clock * 1_000_000))


def rfc3339(when: datetime) -> str:
    """A moment as timers keep it: UTC, always with microseconds, so that it sorts as text."""
    return when.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
