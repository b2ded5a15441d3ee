"""The end of the chain: what was not recorded is answered as an ordinary network would, and logged.

A host that was recorded answers 404 like any plain server. One that was not is unreachable, and so is one that answered
nothing of what lies nearest to the request; but not for navigations: there the browser would show a page of its own
under no address, which says more than a plain 404 at the address asked for.
Neither tells the page, or an agent that looks at it, that it is being replayed.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from awe_author.archive.matching import Match
from awe_author.door.messages import Abort, Answer, Request, Response
from awe_author.json_types import Json
from awe_author.replay.requests import FRAMES, destination
from awe_author.replay.session import ReplaySession

NAVIGATIONS = FRAMES | {"document"}
_PAGE = b"""<html>
<head><title>404 Not Found</title></head>
<body>
<center><h1>404 Not Found</h1></center>
<hr>
</body>
</html>
"""


def known_host(request: Request, session: ReplaySession) -> bool:
    parts = urlsplit(request.url)
    return session.archive.has_host(parts.netloc) or session.archive.has_host(parts.hostname or "")


def log_miss(request: Request, session: ReplaySession, found: Match, **more: Json) -> None:
    """Keep the miss, with the recorded exchanges that came nearest, and `more` facts."""
    nearest = [
        {"url": entry.url, "method": entry.method, "seq": entry.seq, "differs": list(differs)}
        for entry, differs in found.nearest
    ]
    facts = {"url": request.url, "method": request.method, "verdict": "miss", "nearest": nearest}
    kind = "miss" if known_host(request, session) else "egress"
    session.log.add(kind, **facts, destination=request.header("sec-fetch-dest") or "", **more)


def _answers(request: Request, session: ReplaySession) -> bool:
    """Did the host answer anything of what lies nearest to a request? What blockers and closed networks keep pages from
    (telemetry) failed in the live app as well."""
    near = session.archive.near(request.url)
    return not near or any(entry.status for entry in near)


async def miss(request: Request, session: ReplaySession) -> Answer | None:
    """Answer what nothing answered."""
    await request.body.read()
    if destination(request) not in NAVIGATIONS:
        if not known_host(request, session):
            return Abort("host not recorded")
        if not _answers(request, session):
            return Abort("no answer of the host was recorded")
    accept = request.header("accept") or "*/*"
    if "text/html" in accept or accept.startswith("*/*"):
        return Response(404, [("Content-Type", "text/html")], _PAGE, "Not Found")
    if "json" in accept:
        return Response(404, [("Content-Type", "application/json")], b'{"error":"Not Found"}', "Not Found")
    return Response(404, [("Content-Type", "text/plain")], b"Not Found\n", "Not Found")
