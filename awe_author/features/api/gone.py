"""Was an entity there in this session, and is not any more? What was recorded of it must not be shown then."""

from __future__ import annotations

from awe_author.features.live import Now
from awe_author.session.session import Session
from awe_author.session.timeline import ROOT


def is_gone(session: Session, now: Now, pointer: str) -> bool:
    """Is nothing at `pointer` of the world's state, where something was on the way from the root to this moment?"""
    if now.state.get(pointer, None) is not None:
        return False
    if session.state(ROOT).get(pointer, None) is not None:
        return True
    events = session.events(to=now.node)
    return any(change.path == pointer and change.op == "remove" for event in events for change in event.patch)
