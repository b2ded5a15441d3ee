"""Export and import: the same hashes elsewhere; whatever was changed, cut off or does something else is refused."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
import zstandard

from awe_author.errors import InputError
from awe_author.session.errors import SessionExists
from awe_author.session.events import ROOT_DIGEST, digest
from awe_author.session.export import export_timeline, import_timeline, load_export, save_export
from awe_author.session.replaying import ReplayMismatch
from awe_author.session.session import Session
from awe_author.session.sessions import Sessions
from awe_author.session.store import Store
from tests.session import worlds
from tests.session.worlds import crm, first_state, service


def lived(sessions: Sessions) -> Session:
    """A timeline with branches, timers (one of which is refused), notes, snapshots and a closed session."""
    session = sessions.open(session_id="one", seed=3, labels={"task": "x"})
    session.act(crm("add", owner="bo"), cause={"type": "api"})
    session.snapshot("added")
    other = session.branch(session_id="two")
    other.act(crm("currency", to="USD"))
    for key, id in (("a", "lead-0"), ("b", "nobody")):
        params = {"key": key, "at": "2025-03-03T10:00:00Z", "action": "score", "params": {"id": id}}
        session.act(crm("remind", **params))  # type: ignore[arg-type]
    session.note({"miss": "GET /"})
    session.advance(by="P1D")
    other.act(crm("delete", id="lead-0"))
    third = other.branch(session_id="three")
    third.act(crm("add", owner="cy"))
    sessions.close("three")
    session.rewind("added")
    return session


def exported(sessions: Sessions) -> bytes:
    stream = io.BytesIO()
    export_timeline(sessions, "one", stream)
    return stream.getvalue()


def lines(packed: bytes) -> list[Any]:
    return [orjson.loads(line) for line in zstandard.ZstdDecompressor().decompressobj().decompress(packed).splitlines()]


@pytest.mark.parametrize("run", [True, False])
def test_a_timeline_comes_back_with_all_that_it_had(store: Store, run: bool) -> None:
    here = service()
    session = lived(here)
    there = service(store, initial=first_state(0))
    found = import_timeline(there, io.BytesIO(exported(here)), run=run)
    assert [one.id for one in found] == ["one", "two"]
    again = there.get("one")
    assert (again.head, again.snapshots(), again.labels, again.seed) == (1, {"added": 1}, {"task": "x"}, 3)
    for node in session.timeline.nodes():
        assert again.event(node) == session.event(node)
        assert again.state(node).hash == session.state(node).hash
    assert exported(there) == exported(here)
    assert again.act(crm("add", owner="bo")).state_hash == session.act(crm("add", owner="bo")).state_hash


def test_an_export_into_a_file_replaces_what_was_there(tmp_path: Path) -> None:
    sessions = service()
    lived(sessions)
    path = tmp_path / "one.timeline.zst"
    path.write_bytes(b"old")
    assert save_export(sessions, "one", path) == len(lines(path.read_bytes())) - 3
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    assert len(load_export(service(), path)) == 2
    with pytest.raises(InputError, match="can't be read"):
        load_export(service(), tmp_path / "none")
    with pytest.raises(InputError, match="can't be written"):
        save_export(sessions, "one", tmp_path / "none" / "x")


def test_nothing_is_left_of_an_export_that_failed(tmp_path: Path) -> None:
    sessions = service()
    lived(sessions)
    path = tmp_path / "file"
    path.write_bytes(b"old")
    sessions.get("one").timeline.row = lambda node: pytest.fail("torn")  # type: ignore[method-assign]
    with pytest.raises(pytest.fail.Exception):
        save_export(sessions, "one", path)
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {"file": b"old"}


def test_a_timeline_is_imported_once() -> None:
    sessions = service()
    lived(sessions)
    with pytest.raises(SessionExists):
        import_timeline(sessions, io.BytesIO(exported(sessions)))


def repacked(packed: bytes, change: Callable[[list[Any]], None], *, sealed: bool = False) -> bytes:
    import hashlib

    found = lines(packed)
    change(found)
    text = [orjson.dumps(line, option=orjson.OPT_SORT_KEYS) + b"\n" for line in found]
    if sealed:
        end = {"end": len(found) - 3, "digest": hashlib.sha256(b"".join(text[:-1])).hexdigest()}
        text[-1] = orjson.dumps(end)
    return zstandard.ZstdCompressor().compress(b"".join(text))


def put(line: int, *keys: Any, value: Any) -> Callable[[list[Any]], None]:
    def change(found: list[Any]) -> None:
        place = found[line]
        for key in keys[:-1]:
            place = place[key]
        place[keys[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put(3, "event", "params", "owner", value="eve"), "was changed"),
        (put(3, "event", "state_hash", value="0" * 64), "was changed"),
        (put(3, "event", "parent", value=77), "was changed"),
        (put(3, "digest", value="00" * 32), "was changed"),
        (put(3, "event", "version", value=9), "version 9"),
        (put(0, "version", value=2), "version 2"),
        (put(0, "format", value="x"), "not the export"),
        (put(0, "sessions", 0, "head", value=99), "stands on a node"),
        (put(0, "sessions", value=7), "what it should"),
        (put(0, "timeline", value="two"), "another timeline"),
        (put(0, "timeline", value=-1), "what it should"),
        (put(0, "sessions", 0, "head", value=[1]), "what it should: sessions/0/head"),
        (put(0, "sessions", 1, "id", value={"a": 1}), "what it should"),
        (put(0, "sessions", 1, "labels", value="2020"), "what it should"),
        (put(2, "event", "params", "clock", value={"start": 0}), "event 0 .*step"),
        (put(2, "event", "kind", value="note"), "event 0 does not hold"),
        (put(2, "event", "node", value=1), "event 0 does not hold"),
        (put(3, "event", "node", value=2**33), "event 1 does not hold"),
        (put(3, "event", "app", value=["crm"]), "event 1 does not hold"),
        (put(3, "event", "cause", value=5), "event 1 does not hold"),
        (put(3, "event", "patch", 0, "op", value="test"), "event 1 does not hold"),
        (put(3, "event", "clock", value="noon"), "not a moment"),
        (lambda found: found.insert(3, found[3]), "out of order"),
        (lambda found: found.insert(3, found[2]), "event 1 does not hold"),
        (lambda found: found[2:-1].clear() or found.__delitem__(slice(2, -1)), "does not begin with a root"),
        (put(1, "document", value=[]), "what it should"),
        (put(1, "document", "crm", "settings", "currency", value="GBP"), "first state"),
        (lambda found: found.pop(4), "was changed"),
        (lambda found: found.pop(2), "event 0 does not hold"),
        (lambda found: found.__setitem__(3, 5), "no object"),
    ],
)
def test_what_was_changed_is_found_even_with_a_new_seal(change: Callable[[list[Any]], None], message: str) -> None:
    sessions, there = service(), service()
    lived(sessions)
    with pytest.raises(InputError, match=message):
        import_timeline(there, io.BytesIO(repacked(exported(sessions), change, sealed=True)))
    assert there.list() == []


def chained_anew(found: list[Any]) -> None:
    """Digests for events that were changed, as one would make them who knows how."""
    digests = {-1: ROOT_DIGEST}
    for line in found[2:-1]:
        event = line["event"]
        body = orjson.dumps(event, option=orjson.OPT_SORT_KEYS)
        digests[event["node"]] = digest(digests[event["parent"]], event["node"], event["parent"], body)
        line["digest"] = digests[event["node"]].hex()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put(3, "event", "patch", 0, "value", "owner", value="eve"), "event 1 .*its patch leads to"),
        (put(3, "event", "patch", 0, "value", value=7), "an entity has to be an object"),
        (put(3, "event", "patch", 0, "path", value="/nowhere/x"), "no model declares"),
        (put(3, "event", "params", "owner", value="eve"), "event 1 .*leads to state .* here"),
    ],
)
def test_patches_and_actions_have_to_lead_to_the_same_state(change: Callable[[list[Any]], None], message: str) -> None:
    def forge(found: list[Any]) -> None:
        change(found)
        chained_anew(found)

    sessions, there = service(), service()
    lived(sessions)
    with pytest.raises(ReplayMismatch, match=message):
        import_timeline(there, io.BytesIO(repacked(exported(sessions), forge, sealed=True)))
    assert there.store.timelines() == []


def test_a_caller_who_says_that_a_timer_was_the_cause_does_not_spoil_the_export() -> None:
    sessions = service()
    sessions.open(session_id="one").act(crm("add", owner="bo"), cause={"type": "timer", "key": "crm:a"})
    assert import_timeline(service(), io.BytesIO(exported(sessions)))[0].head == 1


def test_what_was_cut_off_or_has_no_seal() -> None:
    sessions = service()
    lived(sessions)
    packed = exported(sessions)
    broken = [packed[: len(packed) // 2], packed[:-6], b"", b"PK\x03\x04", repacked(packed, lambda found: found.pop())]
    broken.append(repacked(packed, put(0, "sessions", 0, "labels", value={"task": "y"})))
    for one in broken:
        there = service()
        with pytest.raises(InputError):
            import_timeline(there, io.BytesIO(one))
        assert there.store.timelines() == []


def test_other_models_are_told_by_the_first_event_that_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = service()
    lived(sessions)
    packed = exported(sessions)

    def dearer(state: Any, params: Any, context: Any) -> Any:
        return worlds.currency(state, {"to": "CHF"}, context)

    monkeypatch.setitem(worlds.HANDLERS, "currency", dearer)
    with pytest.raises(ReplayMismatch, match=r"event 2 \(crm.currency\)"):
        import_timeline(service(), io.BytesIO(packed))
    assert len(import_timeline(service(), io.BytesIO(packed), run=False)) == 2
    monkeypatch.setitem(worlds.HANDLERS, "currency", worlds.broken)
    with pytest.raises(ReplayMismatch, match="refused here"):
        import_timeline(service(), io.BytesIO(packed))
