"""What is shown of something after a write, by what was known of it, and by another one before and after the same."""

from __future__ import annotations

from typing import Any

from awe_author.replay.known_things import STATE


def with_own(own: Any, before: Any, after: Any) -> Any:
    """What is shown of something after a write, by what was known of it and by what was shown of another one before and
    after the same. Where that one's state says something else than its own, all beside the state is as that one's."""
    if own is None or before is None:
        return after
    if isinstance(after, dict):
        if not isinstance(own, dict) or not isinstance(before, dict):
            return after
        if any(STATE.search(name) and isinstance(one, str) and own.get(name) != one for name, one in after.items()):
            return after
        return {name: with_own(own.get(name), before.get(name), one) for name, one in after.items()}
    if isinstance(after, list) and isinstance(own, list) and isinstance(before, list):
        return _list_with_own(own, before, after)
    return own if before == after else after


def _list_with_own(own: list[Any], before: list[Any], after: list[Any]) -> list[Any]:
    """A list that grew at one end has its own elements behind, or before, what came."""
    more = len(after) - len(before)
    if before == after:
        return own
    if more > 0 and after[more:] == before:
        return [*after[:more], *own]
    if more > 0 and after[:-more] == before:
        return [*own, *after[-more:]]
    if len(own) == len(before) == len(after):
        return [with_own(*parts) for parts in zip(own, before, after, strict=True)]
    return after
