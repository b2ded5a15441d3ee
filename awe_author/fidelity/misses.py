"""Reads from a session's log what a page asked for in vain, and whether the recording should have had it."""

from __future__ import annotations

from typing import Any

from awe_author.archive.matching import address_of_url
from awe_author.archive.model import Entry
from awe_author.archive.reader import Archive
from awe_author.fidelity.model import Missed
from awe_author.replay.session import ReplaySession

KINDS = {"miss": "miss", "socket_miss": "miss", "egress": "egress"}
BY_ITSELF = "/favicon.ico"
"""What a browser asks every host for, whether the page names it or not."""


def missed_since(session: ReplaySession, archive: Archive, number: int, step: int | None = None) -> list[Missed]:
    """The misses logged from event `number` on; those of `step` that the recording holds are marked."""
    events = [event for event in session.log.of(*KINDS) if event["n"] >= number]
    found = [_missed(event, session, archive, step) for event in events]
    return [miss for miss in found if miss.recorded or not address_of_url(miss.url).endswith(BY_ITSELF)]


def _missed(event: dict[str, Any], session: ReplaySession, archive: Archive, step: int | None) -> Missed:
    url, method = str(event.get("url", "")), str(event.get("method", "GET"))
    held = any(
        _is_held(entry, method, session, step)
        for entry in archive.near(url, 50)
        if address_of_url(entry.url) == address_of_url(url)
    )
    nearest = [
        {"url": near.get("url", ""), "seq": near.get("seq", 0), "differs": list(near.get("differs", []))}
        for near in event.get("nearest", [])[:3]
    ]
    return Missed(method, url, KINDS[str(event["kind"])], held, nearest)


def _is_held(entry: Entry, method: str, session: ReplaySession, step: int | None) -> bool:
    """Is `entry` an answer to this operation that was due and never given?"""
    due = step is None or entry.step is None or entry.step == step
    return entry.method == method and due and entry.status != 0 and not session.cursor.was_served(entry.seq)
