"""Events done again: the same action on the same state, clock, sequence and seed has to lead to the same state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from awe_author.errors import InputError
from awe_author.session.drafts import seed_and_clock
from awe_author.session.events import Event
from awe_author.session.moments import parse_moment, seconds
from awe_author.state.changes import PatchMismatch
from awe_author.state.types import Action, Context, ModelFault, Rejected

if TYPE_CHECKING:
    from awe_author.session.session import Rules
    from awe_author.state.world_state import WorldState


class ReplayMismatch(InputError):
    """An event that was recorded does something else here: other models, or another version of awe-author."""

    def __init__(self, event: Event, what: str) -> None:
        doing = f" ({event.app}.{event.action})" if event.app else ""
        super().__init__(
            f"event {event.node}{doing}: {what}, and {event.state_hash[:12]} was recorded",
            where=f"timeline {event.timeline}",
            hint="replay with the models that it was recorded with, or import its patches without running them",
        )
        self.event = event


def patched_again(before: WorldState, event: Event) -> WorldState:
    """The state after an event, from its patch."""
    try:
        return before.patched(event.patch)
    except PatchMismatch as error:
        raise ReplayMismatch(event, str(error)) from error


def _by_timer(event: Event) -> bool:
    """Whether a timer fired: callers may write any cause, but then the first change does not take that timer away."""
    cause = event.cause or {}
    fired = cause.get("type") == "timer" and bool(event.patch)
    return fired and event.patch[0].op == "remove" and event.patch[0].path == f"/timers/{cause.get('key')}"


def done_again(rules: Rules, before: WorldState, event: Event, root: Event) -> WorldState:
    """The state after an event, from `F`; `ReplayMismatch` when it is refused, or was refused and is not any more."""
    if not event.app:
        return patched_again(before, event)
    own = before.patched(event.patch[:1]) if _by_timer(event) else before
    seed, _ = seed_and_clock(root)
    sequence = event.sequence + (event.kind == "note")
    context = Context(seconds(parse_moment(event.clock)), sequence, seed)
    try:
        outcome = rules.apply(own, Action(event.app, event.action, event.params), context)
    except (Rejected, ModelFault) as error:
        if event.kind == "note":
            return own
        raise ReplayMismatch(event, f"it is refused here ({error.what})") from error
    if event.kind == "note":
        raise ReplayMismatch(event, "it was refused and is not any more")
    return outcome.state
