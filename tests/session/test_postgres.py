"""What only the PostgreSQL store has: addresses, a server that is gone or goes away, tables of a newer version."""

from __future__ import annotations

import pg8000.native
import pytest

from awe_author.errors import InputError
from awe_author.session.errors import StoreUnavailable
from awe_author.session.postgres import PostgresStore
from tests.session.worlds import crm, service


def connected(url: str) -> pg8000.native.Connection:
    database, _, folder = url.removeprefix("postgresql://postgres@/").partition("?host=")
    return pg8000.native.Connection("postgres", database=database, unix_sock=f"{folder}/.s.PGSQL.5432")


@pytest.mark.parametrize("url", ["mysql://host/db", "run.db", "", "postgresql://host:no/db", "postgresql://[::1/db"])
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(InputError, match="no PostgreSQL address"):
        PostgresStore(url)


@pytest.mark.parametrize("address", ["mysql://bob:s3:c/r@et@host/db", "postgresql://bob:s3cret@[::1/db"])
def test_passwords_stay_out_of_messages(address: str) -> None:
    with pytest.raises(InputError, match="no PostgreSQL address") as caught:
        PostgresStore(address)
    assert "bob:***@" in str(caught.value)
    assert "et@" not in str(caught.value)


def test_a_server_that_is_not_there(tmp_path: object) -> None:
    with pytest.raises(StoreUnavailable, match="can't be reached"):
        PostgresStore(f"postgresql://postgres@/postgres?host={tmp_path}")


def test_tables_of_a_newer_version(postgres_url: str) -> None:
    PostgresStore(postgres_url).close()
    keeper = connected(postgres_url)
    keeper.run("UPDATE awe_author.format SET version = 2")
    keeper.close()
    with pytest.raises(InputError, match="version 2"):
        PostgresStore(postgres_url)


def test_after_a_broken_connection_it_goes_on_where_it_was(postgres_url: str) -> None:
    store = PostgresStore(postgres_url)
    session = service(store).open()
    session.act(crm("score", id="lead-0"))
    keeper = connected(postgres_url)
    sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> :me"
    assert keeper.run(sql, me=keeper.run("SELECT pg_backend_pid()")[0][0]) == [[True]]
    with pytest.raises(StoreUnavailable):
        session.act(crm("score", id="lead-0"))
    assert (session.head, session.state().get("/crm/leads/lead-0/score")) == (1, 1)
    assert session.act(crm("score", id="lead-0")).node == 2
    keeper.close()
    store.close()


def test_an_event_that_was_changed_in_the_database_is_cut(postgres_url: str) -> None:
    store = PostgresStore(postgres_url)
    session = service(store).open(session_id="one")
    for _ in range(4):
        session.act(crm("score", id="lead-0"))
    keeper = connected(postgres_url)
    keeper.run("UPDATE awe_author.events SET body = 'x' WHERE node = 3")
    keeper.close()
    again = service(PostgresStore(postgres_url))
    assert again.get("one").head == 2
    assert {damage.node for damage in again.verify()} == {2, 3, 4}
    again.store.close()
    store.close()


@pytest.mark.parametrize("asked", ["sslmode=require", "sslmode=", "host=/tmp&connect_timeout=3"])
def test_what_an_address_asks_for_is_never_passed_over(asked: str) -> None:
    with pytest.raises(InputError, match=r"is not understood in the address of a PostgreSQL store"):
        PostgresStore(f"postgresql://postgres@127.0.0.1:1/x?{asked}")
