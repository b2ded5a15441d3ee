"""Bytes that are not what was written: found, cut back to the last good event of each path, told, never read."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from awe_author.errors import AweError, InputError
from awe_author.session.errors import StoreDamaged, UnknownNode
from awe_author.session.events import Event
from awe_author.session.session import Session
from awe_author.session.sessions import Sessions
from awe_author.session.sqlite import SqliteStore
from tests.session.worlds import crm, service


def lived(sessions: Sessions) -> Session:
    """Nodes 1-10 in `one`; 11-15 in `two`, from node 5."""
    session = sessions.open(session_id="one")
    for _ in range(10):
        session.act(crm("score", id="lead-0"))
    session.snapshot("ten")
    other = session.branch(5, session_id="two")
    for _ in range(5):
        other.act(crm("add", owner="bo"))
    return session


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with two sessions on one timeline, closed."""
    store = SqliteStore(tmp_path / "run.db")
    lived(service(store))
    store.close()
    return tmp_path / "run.db"


def tamper(path: Path, sql: str, *values: object) -> None:
    db = sqlite3.connect(path)
    assert db.execute(sql, values).rowcount == 1
    db.commit()
    db.close()


def place(node: int) -> int:
    return 1 << 32 | node


def reopened(path: Path) -> Sessions:
    return service(SqliteStore(path))


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE events SET body = replace(CAST(body AS TEXT), 'lead-0', 'lead-1') WHERE place = ?",
        "UPDATE events SET digest = zeroblob(32) WHERE place = ?",
        "UPDATE events SET parent = 3 WHERE place = ?",
        "UPDATE events SET body = 'text' WHERE place = ?",
        "DELETE FROM events WHERE place = ?",
    ],
)
def test_a_path_is_cut_before_the_event_that_is_not_what_it_was(path: Path, sql: str) -> None:
    tamper(path, sql, place(8))
    sessions = reopened(path)
    assert {damage.node for damage in sessions.verify()} >= {9, 10}
    one, two = sessions.get("one"), sessions.get("two")
    assert one.head == 7
    assert one.state().get("/crm/leads/lead-0/score") == 7
    assert (two.head, len(two.events()), two.state().get("/crm/leads/lead-0/score")) == (15, 11, 5)
    for node in (8, 9, 10, "ten"):
        with pytest.raises(UnknownNode):
            one.state(node)
    event = one.act(crm("score", id="lead-0"))
    assert (event.node, event.parent) == (16, 7), "numbers are not given twice"
    again = reopened(path)
    assert again.get("one").state().hash == event.state_hash
    assert {damage.node for damage in again.verify()} >= {9, 10}


def test_damage_before_a_fork_cuts_both_paths(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tamper(path, "UPDATE events SET digest = zeroblob(32) WHERE place = ?", place(3))
    sessions = reopened(path)
    assert (sessions.get("one").head, sessions.get("two").head) == (2, 2)
    assert "node 3: its digest does not fit" in caplog.text
    reasons = [damage.reason for damage in sessions.verify()]
    assert any("session one stands here now" in reason for reason in reasons)
    assert any("digest" in reason for reason in reasons)


def test_a_session_whose_record_is_damaged_stands_on_its_last_event(path: Path) -> None:
    tamper(path, "UPDATE sessions SET head = 2 WHERE id = ?", "one")
    sessions = reopened(path)
    assert sessions.get("one").head == 10
    assert any("its own record is damaged" in damage.reason for damage in sessions.verify())
    assert reopened(path).verify() == (), "the record was mended"


def test_a_snapshot_that_was_changed_is_not_read(path: Path) -> None:
    tamper(path, "UPDATE snapshots SET node = 3 WHERE name = ? AND session = 1", "ten")
    with pytest.raises(UnknownNode):
        reopened(path).get("one").rewind("ten")


def test_a_lost_root_says_so(path: Path) -> None:
    tamper(path, "UPDATE events SET digest = zeroblob(32) WHERE place = ?", place(0))
    with pytest.raises(StoreDamaged, match="the root"):
        reopened(path).get("one")
    assert [damage.node for damage in reopened(path).verify()] == [0]


def test_a_row_that_rots_while_the_store_is_open(path: Path) -> None:
    sessions = reopened(path)
    one = sessions.get("one")
    tamper(path, "UPDATE events SET body = zeroblob(10) WHERE place = ?", place(8))
    with pytest.raises(StoreDamaged):
        one.events()
    assert one.state(7).get("/crm/leads/lead-0/score") == 7


# ---- torn files --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def torn(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[int, Event]]:
    """A file and its WAL as a dead process leaves them, half of the history in each, and the events written."""
    folder = tmp_path_factory.mktemp("torn")
    store = SqliteStore(folder / "live.db")
    session = service(store).open(session_id="one")
    for number in range(120):
        session.act(crm("add", owner="bo"))
        if number == 60:
            sqlite3.connect(folder / "live.db").execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    shutil.copy(folder / "live.db", folder / "run.db")
    shutil.copy(folder / "live.db-wal", folder / "run.db-wal")
    events = {event.node: event for event in session.events()}
    store.close()
    assert (folder / "run.db-wal").stat().st_size > 100_000
    return folder, events


def mutated(data: bytes, rng: random.Random, how: str) -> bytes:
    at = rng.randrange(len(data))
    if how == "cut":
        return data[:at]
    size = rng.choice((1, 8, 512, 4096))
    if how == "zero":
        return data[:at] + bytes(len(data[at : at + size])) + data[at + size :]
    return data[:at] + rng.randbytes(len(data[at : at + size])) + data[at + size :]


@pytest.mark.parametrize("suffix", ["", "-wal"])
@pytest.mark.parametrize("how", ["cut", "zero", "flip"])
def test_a_torn_file_gives_a_prefix_or_a_clear_error(
    torn: tuple[Path, dict[int, Event]], tmp_path: Path, suffix: str, how: str
) -> None:
    folder, events = torn
    rng = random.Random(f"{suffix}{how}")
    outcomes = {"whole": 0, "prefix": 0, "refused": 0}
    for number in range(25):
        path = tmp_path / f"{number}.db"
        for part in ("", "-wal"):
            data = (folder / f"run.db{part}").read_bytes()
            (tmp_path / f"{number}.db{part}").write_bytes(mutated(data, rng, how) if part == suffix else data)
        outcomes[opened(path, events)] += 1
    print(outcomes)
    assert outcomes["whole"] < 25, "the damage has to be one"
    if suffix == "-wal":
        assert not outcomes["refused"], "the last good prefix of a torn log is there"


def opened(path: Path, events: dict[int, Event]) -> str:
    """Whatever can be read of a damaged file is what was written, as one path from the root."""
    store = None
    try:
        store = SqliteStore(path)
        sessions = service(store)
        session = sessions.get("one")
        found = session.events()
        assert found == [events[node] for node in range(len(found))]
        assert session.state().hash == events[session.head].state_hash
        return "whole" if len(found) == len(events) else "prefix"
    except AweError:
        return "refused"
    finally:
        if store is not None:
            store.close()


# ---- files that are not ours -------------------------------------------------------------


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("some text that is long enough to be looked at as a header of a database file " * 40)
    with pytest.raises(InputError, match="not an SQLite file"):
        SqliteStore(path)
    assert path.read_text().startswith("some text")


def test_a_database_of_somebody_else(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "other.db")
    db.execute("CREATE TABLE events (x)")
    db.commit()
    db.close()
    before = (tmp_path / "other.db").read_bytes()
    with pytest.raises(InputError, match="not a store of sessions"):
        SqliteStore(tmp_path / "other.db")
    assert (tmp_path / "other.db").read_bytes() == before


def test_a_store_of_a_newer_version(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 2")
    db.close()
    with pytest.raises(InputError, match="version 2"):
        SqliteStore(path)


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    for place_ in (tmp_path, tmp_path / "none" / "run.db"):
        with pytest.raises(InputError, match="no place for a file"):
            SqliteStore(place_)


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "run.db").touch()
    assert SqliteStore(tmp_path / "run.db").timelines() == []
