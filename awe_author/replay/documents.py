"""The last touch on documents and worker scripts: the prelude, with the session's clock, seed and storage in it."""

from __future__ import annotations

from urllib.parse import urlsplit

from awe_author.archive.model import Entry
from awe_author.door.messages import Headers, Request, Response
from awe_author.replay.answers import Prepared
from awe_author.replay.guard import without_hints
from awe_author.replay.inject import PreludeConfig, inject_document, inject_worker, should_inject
from awe_author.replay.requests import FRAMES, document_key
from awe_author.replay.session import ReplaySession
from awe_author.replay.storage import restoration

STATE_MOMENT = "x-state-moment"
"""Header of a mock's answers to scripts: the moment of the session's state, in ms since the epoch."""
_VALIDATORS = ("etag", "last-modified")
_TRUE_TIME = 30.0
"""Seconds between session time and recorded time up to which a page's time origin is the recorded one."""


def touched(request: Request, session: ReplaySession, prepared: Prepared, destination: str) -> Response | None:
    """The answer with the prelude, when it is a document or a worker's script; else None."""
    kind = should_inject(request.headers, prepared.headers, prepared.status)
    if kind is None:
        return None
    entry = prepared.entry
    headers, body = prepared.decoded(session)
    if kind == "serviceworker":
        return _service_worker(request, session, entry, headers, body)
    if kind == "document":
        if request.header("sec-fetch-dest") not in FRAMES:
            session.follow_state()
            session.progress.began = session.clock.now() if session.moment_of_state() is not None else None
        place = max(entry.seq, session.cursor.position, session.rerun.opened)
        lines, storage = restoration(request, session, place, session.wall() - entry.time)
        config = _config(request, session, entry, storage)
        # Kept by the browser: a copy in its cache would be used again with the time and randomness of this load.
        headers, body = inject_document(_unhinted(headers, session), body, config)
        headers = [pair for pair in headers if pair[0].lower() not in _VALIDATORS or pair[0].lower() == "last-modified"]
        return Response(prepared.status, [*lines, *headers], body, prepared.reason)
    headers, body = inject_worker(headers, body, _config(request, session, entry, None), kind)
    return Response(prepared.status, headers, body, prepared.reason)


def _unhinted(headers: Headers, session: ReplaySession) -> Headers:
    """Without links that only make the browser connect somewhere; those to hosts never recorded are logged."""
    kept, hinted = without_hints(headers)
    for url in hinted:
        host = urlsplit(url).netloc
        if host and not session.archive.has_host(host):
            session.log.add("egress", url=url, method="", destination="link header", verdict="refused", nearest=[])
    return kept


def _config(request: Request, session: ReplaySession, entry: Entry, storage: dict[str, object] | None) -> PreludeConfig:
    key = document_key(request.url)
    now = session.clock.now()
    ordinal = session.loads_of(key) if request.apart else session.count_load(key)
    true_origin = session.cursor.step is not None or abs(now - entry.time) < _TRUE_TIME
    return PreludeConfig(
        seed=session.seed,
        document_key=key,
        ordinal=ordinal,
        epoch_ms=now * 1000,
        token=session.token,
        storage=storage,
        report_path=session.report_path,
        replaying=True,
        timers=session.rerun.timers.get((key, ordinal)) if session.cursor.step is not None else None,
        orderly=session.rerun.orderly,
        origin_ms=entry.time * 1000 if true_origin else None,
        goes_by=STATE_MOMENT if session.moment_of_state() is not None else "",
    )


def _service_worker(request: Request, session: ReplaySession, entry: Entry, headers: Headers, body: bytes) -> Response:
    """A browser that finds other bytes installs the worker anew, so they are made once for each recorded version."""
    key = f"{request.url} {entry.seq}"
    made = session.progress.fixed.get(key)
    fixed_headers, fresh = inject_worker(headers, body, _config(request, session, entry, None), "serviceworker")
    if made is None:
        made = session.progress.fixed[key] = fresh
    return Response(200, [pair for pair in fixed_headers if pair[0].lower() not in _VALIDATORS], made, "OK")
