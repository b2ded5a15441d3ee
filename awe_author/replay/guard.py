"""Takes what pages report about ways out that no proxy sees, and says which addresses a page must never reach.

While replaying, nothing is forwarded anywhere, so a request that comes by the door gets out nowhere and is logged by
the end of the chain. What never becomes a request (WebRTC, `file:` links, DNS hints, WebTransport) is made harmless and
reported by the prelude, by a POST to a secret path on the page's own origin, which this responder answers before
anything looks for it in the archive. A CONNECT to a host that was never recorded is an attempt, too (preconnect makes
no more than that).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import urlsplit

from awe_author.door.messages import Answer, DoorEvent, Headers, Observer, Request, Response

LONGEST_REPORT = 16_384
"""Bytes of a report that are read; the prelude's are smaller."""
HINTS = {"dns-prefetch", "preconnect"}
_LINKS = re.compile(r"\s*(<[^>]*>(?:[^,\"]|\"[^\"]*\")*)(?:,|$)")
_RELATION = re.compile(r";\s*rel\s*=\s*(?:\"([^\"]*)\"|([^\s;,]+))", re.IGNORECASE)


class Log(Protocol):
    """Where attempts are kept (`replay.log.SessionLog`)."""

    def add(self, kind: str, **facts: Any) -> object: ...


class Guarded(Protocol):
    """What the guard needs of a session."""

    report_path: str
    log: Any


async def control_guard(request: Request, session: Guarded) -> Answer | None:
    """Answer and log reports of the prelude; None for every other request."""
    if urlsplit(request.url).path != session.report_path or not session.report_path:
        return None
    report = _report(await request.body.read())
    if report is not None:
        session.log.add("egress", **report, method="", verdict="refused", nearest=[])
    return Response(204, [("Access-Control-Allow-Origin", "*"), ("Cache-Control", "no-store")])


def connection_watch(log: Log, known: Callable[[str], bool]) -> Observer:
    """An observer of the door that logs connections to hosts (host or host:port) that were never recorded."""

    def observe(event: DoorEvent) -> None:
        if event.kind == "connect" and not known(event.host) and not known(f"{event.host}:{event.port}"):
            url = f"https://{event.host}" + ("" if event.port == 443 else f":{event.port}")
            log.add("egress", url=url, method="CONNECT", destination="connect", verdict="refused", nearest=[])

    return observe


def without_hints(headers: Headers) -> tuple[Headers, list[str]]:
    """The headers without the links that only make a browser resolve or connect (RFC 8288, Resource Hints), and the
    URLs of those links. Other relations in one header stay."""
    kept: Headers = []
    hinted: list[str] = []
    for name, value in headers:
        if name.lower() != "link":
            kept.append((name, value))
            continue
        links = [found[1].strip() for found in _LINKS.finditer(value)]
        out = [link for link in links if _relations(link) and _relations(link) <= HINTS]
        hinted += [link[1 : link.index(">")].strip() for link in out]
        if not out:
            kept.append((name, value))
        elif len(out) < len(links):
            kept.append((name, ", ".join(link for link in links if link not in out)))
    return kept, hinted


def _relations(link: str) -> set[str]:
    found = _RELATION.search(link[link.index(">") :])
    return set((found[1] or found[2] or "").lower().split()) if found else set()


def _report(body: bytes) -> dict[str, str] | None:
    """The log's facts; None for what the prelude did not write."""
    try:
        said = json.loads(body[:LONGEST_REPORT])
        return {"url": str(said["url"]), "destination": str(said["kind"]), "page": str(said["page"])}
    except (ValueError, KeyError, TypeError):
        return None
