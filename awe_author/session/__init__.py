"""Sessions of a world: an append-only tree of events over a pure `F`, kept in a store, moved through by pointers.

    sessions = Sessions(world, SqliteStore("run.db"), initial=state, clock=ClockRule(start, step), seed=7)
    session = sessions.open()                      sessions.get(id)   sessions.close(id)   sessions.list()
    event = session.act(Action("crm", "create_lead", {...}), expected_node=session.head)
    session.snapshot("before")   session.rewind("before")   other = session.branch()   session.reset()
    session.advance(by="P1D")    session.state()   session.diff(0, session.head)   session.events(after=0)

Events are facts (events.py) in a tree (timeline.py); a store (store.py, one suite of tests for all) keeps them; what is
acknowledged survives `kill -9`. export.py writes a whole timeline as one file and replays it.
"""

from awe_author.session.events import Event
from awe_author.session.memory import MemoryStore
from awe_author.session.moments import ClockRule
from awe_author.session.session import Session
from awe_author.session.sessions import Sessions

__all__ = ["ClockRule", "Event", "MemoryStore", "Session", "Sessions"]
