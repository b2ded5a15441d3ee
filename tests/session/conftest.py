"""Every store there is, for the one suite; a PostgreSQL server of Debian's package, started for the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from awe_author.session import MemoryStore
from awe_author.session.postgres import PostgresStore
from awe_author.session.sqlite import SqliteStore
from awe_author.session.store import Store

KINDS = ("memory", "sqlite", "postgres")
Reopen = Callable[[], Store]


def postgres_programs() -> Path | None:
    """The folder of initdb and postgres: the newest that Debian's packages brought, or that of PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    onpath = shutil.which("initdb")
    return Path(onpath).resolve().parent if onpath else None


def unprivileged() -> dict[str, object]:
    """For subprocess: PostgreSQL does not start as root, so somebody else it is then."""
    if os.getuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    pytest.skip("PostgreSQL does not start as root, and there is no user `postgres` or `nobody` here")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """URL of a new server on a Unix socket in a folder of its own, gone afterwards."""
    programs = postgres_programs()
    if programs is None:
        pytest.skip("no PostgreSQL found; Debian: apt-get install postgresql (`make test` does when it may)")
    somebody = unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="awe-pg-", dir="/tmp"))
    if "user" in somebody:
        os.chown(folder, somebody["user"], somebody["group"])  # type: ignore[arg-type]
    data = folder / "data"
    run = {"cwd": folder, "check": True, "capture_output": True, **somebody}
    control = [programs / "pg_ctl", "-D", data, "-w", "-t", "60"]
    try:
        subprocess.run(  # type: ignore[call-overload]
            [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"], **run
        )
        options = f"-k {folder} -c listen_addresses= -c fsync=off -c max_connections=20 -c shared_buffers=16MB"
        subprocess.run([*control, "-l", folder / "log", "-o", options, "start"], **run)  # type: ignore[call-overload]
        try:
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], **run)  # type: ignore[call-overload]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """A database with nothing in it."""
    import pg8000.native

    name = f"t{os.urandom(6).hex()}"
    folder = postgres_server.rpartition("host=")[2]
    keeper = pg8000.native.Connection("postgres", unix_sock=f"{folder}/.s.PGSQL.5432")
    keeper.run(f"CREATE DATABASE {name}")
    yield postgres_server.replace("/postgres?", f"/{name}?")
    keeper.run(f"DROP DATABASE {name} WITH (FORCE)")
    keeper.close()


@pytest.fixture(params=KINDS)
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reopen]:
    """Opens the same store again and again, as other processes would (the memory store: itself)."""
    kind = request.param
    memory = MemoryStore()
    url = request.getfixturevalue("postgres_url") if kind == "postgres" else ""
    opened: list[Store] = []

    def open_store() -> Store:
        made: Store = (
            memory if kind == "memory" else SqliteStore(tmp_path / "run.db") if kind == "sqlite" else PostgresStore(url)
        )
        opened.append(made)
        return made

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def store(reopen: Reopen) -> Store:
    """A store of each kind, with nothing in it."""
    return reopen()
