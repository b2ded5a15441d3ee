"""A whole timeline as one file, and back: zstd-compressed JSON Lines that any JSON reader understands.

    {"format": "awe-author timeline", "version": 1, "timeline": ...,
     "sessions": [{id, head, closed, labels, snapshots}]}
    {"document": ...}                      the world document at the root
    {"digest": "<hex>", "event": {...}}    one for each node, in order of append; digests as in events.py
    {"end": <number of events>, "digest": "<hex>"}    SHA-256 of all lines before

On import forms and digests are checked, then every patch is applied and (unless `run=False`) every event done again
with the models at hand: each must lead to the recorded state hash. A file that fails leaves nothing in the store.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import orjson
import zstandard

from awe_author.errors import InputError
from awe_author.session.events import NO_PARENT, ROOT_DIGEST, Event, digest
from awe_author.session.export_forms import check_form
from awe_author.session.moments import parse_moment
from awe_author.session.replaying import ReplayMismatch, done_again, patched_again
from awe_author.session.store import Row, SessionRecord
from awe_author.session.timeline import ROOT
from awe_author.state.world_state import WorldState

if TYPE_CHECKING:
    from awe_author.session.session import Session
    from awe_author.session.sessions import Sessions

FORMAT = "awe-author timeline"
VERSION = 1


def export_timeline(sessions: Sessions, session_id: str, stream: BinaryIO) -> int:
    """Write the timeline of a session, with all its branches, to `stream`; returns the number of events."""
    session = sessions.get(session_id)
    tree = session.timeline
    with tree.lock:
        records = sessions.store.sessions(tree.name)
        tree.load()  # after the heads were read, so that what they stand on is there
        nodes = tree.nodes()
        document = session.state(ROOT).document()
    told = [
        {
            "id": record.id,
            "head": record.head,
            "closed": record.closed,
            "labels": dict(record.labels),
            "snapshots": sessions.store.snapshots(record.id),
        }
        for record in records
    ]
    seal = hashlib.sha256()
    with zstandard.ZstdCompressor(level=6, write_checksum=True).stream_writer(stream, closefd=False) as packer:

        def write(line: bytes) -> None:
            seal.update(line)
            packer.write(line)

        write(_line({"format": FORMAT, "version": VERSION, "timeline": tree.name, "sessions": told}))
        write(_line({"document": document}))
        for node in nodes:
            row = tree.row(node)
            write(b'{"digest":"%s","event":%s}\n' % (row.digest.hex().encode(), row.body))
        packer.write(_line({"end": len(nodes), "digest": seal.hexdigest()}))
    return len(nodes)


def save_export(sessions: Sessions, session_id: str, path: str | Path) -> int:
    """`export_timeline` into a file, written aside and then renamed: what is at `path` is always whole."""
    path = Path(path)
    try:
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise InputError(f"can't be written: {error.strerror}", where=str(path)) from error
    try:
        with os.fdopen(handle, "wb") as stream:
            count = export_timeline(sessions, session_id, stream)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(aside, path)
    except BaseException:
        os.unlink(aside)
        raise
    return count


def load_export(sessions: Sessions, path: str | Path, *, run: bool = True) -> list[Session]:
    """`import_timeline` of a file."""
    try:
        with open(path, "rb") as stream:
            return import_timeline(sessions, stream, run=run, where=str(path))
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror}", where=str(path)) from error


def import_timeline(sessions: Sessions, stream: BinaryIO, *, run: bool = True, where: str = "") -> list[Session]:
    """Check and replay an export, put it into the store; returns its open sessions.

    `InputError` for a file that is damaged, cut off or of a newer version, `ReplayMismatch` when an event leads to
    another state here, `SessionExists` when the timeline or a session of it is in the store already.
    """
    lines = _lines(stream, where)
    head = next(lines)
    if head.get("format") != FORMAT:
        raise InputError("this is not the export of a timeline", where=where)
    if head.get("version") != VERSION:
        what = f"this export has version {head.get('version')}, and this program knows up to {VERSION}"
        raise InputError(what, where=where, hint="update awe-author")
    check_form("head", head, "the export", where)
    try:
        first = WorldState.build(next(lines)["document"], sessions.initial.shape)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"the export does not hold what it should: {error!r}", where=where) from error
    rows, events = _chain(lines, head["timeline"], where)
    told = head["sessions"]
    records = [
        SessionRecord(
            id=one["id"], timeline=head["timeline"], head=one["head"], closed=one["closed"], labels=one["labels"]
        )
        for one in told
    ]
    snapshots = [(one["id"], name, node) for one in told for name, node in one["snapshots"].items()]
    known = {row.node for row in rows}
    if any(node not in known for node in [*(record.head for record in records), *(node for _, _, node in snapshots)]):
        raise InputError("a session or snapshot stands on a node that is not in the export", where=where)
    _replay(sessions, first, events, run=run)
    sessions.save_first_state(first)
    sessions.store.create(head["timeline"], rows, records, snapshots)
    return [sessions.get(record.id) for record in records if not record.closed]


def _line(form: object) -> bytes:
    return orjson.dumps(form, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)


def _lines(stream: BinaryIO, where: str) -> Iterator[dict[str, Any]]:
    """The lines before the last, whose seal is checked when they have all been taken."""
    seal, count, end = hashlib.sha256(), 0, None
    try:
        with zstandard.ZstdDecompressor().stream_reader(stream, closefd=False) as unpacked:
            for line in BufferedReader(unpacked, 1 << 20):
                form = orjson.loads(line)
                if not isinstance(form, dict):
                    raise ValueError("a line that is no object")
                if "end" in form:
                    end = form
                    break
                seal.update(line)
                count += 1
                yield form
    except (zstandard.ZstdError, ValueError) as error:
        raise InputError(f"the export can't be read: {error}", where=where, hint="take another copy of it") from error
    if end != {"end": count - 2, "digest": seal.hexdigest()}:
        raise InputError("the export is cut off or was changed", where=where, hint="take another copy of it")


def _chain(lines: Iterator[dict[str, Any]], timeline: str, where: str) -> tuple[list[Row], list[Event]]:
    """All events with their digests checked."""
    digests: dict[int, bytes] = {NO_PARENT: ROOT_DIGEST}
    rows: list[Row] = []
    events: list[Event] = []
    for form in lines:
        check_form("event" if events else "root", form, f"event {len(events)}", where)
        event, body = Event.from_json(form["event"]), orjson.dumps(form["event"], option=orjson.OPT_SORT_KEYS)
        parse_moment(event.clock)
        if event.timeline != timeline or (rows and event.node <= rows[-1].node):
            raise InputError(f"event {event.node} is of another timeline, or out of order", where=where)
        above = digests.get(event.parent) if event.parent != NO_PARENT or not rows else None
        if above is None or digest(above, event.node, event.parent, body).hex() != form["digest"]:
            raise InputError(f"event {event.node} was changed, or does not follow its parent", where=where)
        digests[event.node] = bytes.fromhex(form["digest"])
        rows.append(Row(event.node, event.parent, digests[event.node], body))
        events.append(event)
    if not events:
        raise InputError("the export does not begin with a root", where=where)
    return rows, events


def _replay(sessions: Sessions, first: WorldState, events: list[Event], *, run: bool) -> None:
    """Lead every event to its state again. A state is let go of when all that follow it are done."""
    waiting = Counter(event.parent for event in events)
    root = events[0]
    if first.hash != root.state_hash:
        raise ReplayMismatch(root, f"the first state has hash {first.hash[:12]} here")
    states = {root.node: first}
    for event in events[1:]:
        before = states[event.parent]
        after = patched_again(before, event)
        if after.hash != event.state_hash:
            raise ReplayMismatch(event, f"its patch leads to state {after.hash[:12]}")
        if run and (after := done_again(sessions.world, before, event, root)).hash != event.state_hash:
            raise ReplayMismatch(event, f"it leads to state {after.hash[:12]} here")
        waiting[event.parent] -= 1
        if not waiting[event.parent]:
            del states[event.parent]
        if waiting[event.node]:
            states[event.node] = after
