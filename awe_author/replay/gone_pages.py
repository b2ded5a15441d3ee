"""Pages about something that was there in this session and is not any more: no recorded page stands for them.

`https://tracker.test/issues/7` was recorded, and page features show it `where: segments[0] in state.issues`. Once issue
7 has been deleted its page is a miss, as that of an issue that was made and deleted in the session always was. What was
recorded of the address after a write that has happened since (the app's own "it is gone") is answered as ever.
"""

from __future__ import annotations

from awe_author.archive.model import Entry
from awe_author.door.messages import Request
from awe_author.features.api.conditions import condition
from awe_author.features.api.gone import is_gone
from awe_author.features.dom.planning import Applied, Planner, page_names
from awe_author.features.live import LiveApp, now_of
from awe_author.replay.nearest import says, view_of
from awe_author.replay.session import ReplaySession

NAMES = ("page", "segments", "view")


def is_gone_page(request: Request, entry: Entry | None, session: ReplaySession) -> bool:
    """Is what this address is about gone? `entry`: the recorded document that is due."""
    if session.live is None or request.method != "GET" or entry is None or entry.status != 200:
        return False
    if 0 < session.cursor.position < entry.seq:
        return False
    url = request.url.partition("#")[0]
    fitting = [(app, one) for app in session.live.apps for one in Planner(app.plan).fitting(url)]
    fitting = [(app, one) for app, one in fitting if one.trigger.event is None]
    most = max((says(one.trigger.page) for _, one in fitting), default=0)
    about = [_is_missing(app, one, url, session) for app, one in fitting if says(one.trigger.page) == most]
    return None not in about and any(about)


def _is_missing(app: LiveApp, one: Applied, url: str, session: ReplaySession) -> bool | None:
    """Has what the feature's `where` asks for been taken away? None where the feature applies."""
    rule = condition(one.trigger.where, [*NAMES, *(name for name, _ in one.feature.let)])
    names = page_names(one, url, app.bindings(), view_of(url, session))
    if rule.holds(names):
        return None
    now = now_of(app.session)
    pointers = [member.pointer(app.app, names) for member in rule.members]
    return any(at is not None and is_gone(app.session, now, at) for at in pointers)
