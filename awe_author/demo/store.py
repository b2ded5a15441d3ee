"""The data of Harbor CRM: one SQLite file with made-up people, reached by plain functions on a connection."""

from __future__ import annotations

import random
import secrets
import sqlite3
import time
from pathlib import Path
from typing import Any

USER = "mara@harbor.example"
PASSWORD = "tide-Pool-42"

STATUSES = ("new", "contacted", "qualified", "won", "lost")
SORTABLE = ("name", "company", "status", "value", "updated")
PAGE_SIZE = 10

SCHEMA = """
create table leads (id integer primary key, name text, company text, email text, status text, value integer,
                    updated real);
create table activity (id integer primary key, at real, text text);
create table files (id integer primary key, lead integer, name text, mime text, content blob);
create table sessions (token text primary key, csrf text, user text);
"""
FIRST = ["Ada", "Bo", "Carla", "Dmitri", "Elif", "Femi", "Greta", "Hugo", "Ines", "Jonas", "Kaya", "Lars", "Mina"]
LAST = ["Almeida", "Brandt", "Castell", "Duval", "Eriksen", "Farrow", "Grimaldi", "Holm", "Ivarsson", "Jansky"]
FIRM = ["Anchor & Sons", "Blue Quay", "Coral Freight", "Driftwood Supply", "Eastgate Ships", "Fathom Labs", "Gullwing"]


def open_store(path: Path, seeded: float | None = None) -> sqlite3.Connection:
    """Create and seed the data; one connection for the app's one thread. `seeded`: the moment (epoch seconds) that the
    data seems to have been entered before; now when it is not given."""
    db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    db.row_factory = sqlite3.Row
    db.executescript(SCHEMA)
    dice, now = random.Random(8106), time.time() if seeded is None else seeded
    rows = []
    for number in range(57):
        first, last = dice.choice(FIRST), dice.choice(LAST)
        email = f"{first}.{last}{number}@example.test".lower()
        age = 3600 * (number + 1) * 7
        firm, status, value = dice.choice(FIRM), dice.choice(STATUSES), dice.randrange(2, 90) * 500
        rows.append((f"{first} {last}", firm, email, status, value, now - age))
    db.executemany("insert into leads (name, company, email, status, value, updated) values (?,?,?,?,?,?)", rows)
    for minutes, text in (
        (190, "Greta Holm was moved to qualified"),
        (55, "57 leads were imported"),
        (4, "Backup done"),
    ):
        add_activity(db, text, now - 60 * minutes)
    return db


def add_activity(db: sqlite3.Connection, text: str, at: float | None = None) -> dict[str, Any]:
    at = time.time() if at is None else at
    row = db.execute("insert into activity (at, text) values (?, ?) returning *", (at, text)).fetchone()
    return dict(row)


def recent_activity(db: sqlite3.Connection, after: int = 0) -> list[dict[str, Any]]:
    """The last ten facts that came after number `after`, oldest first."""
    rows = db.execute("select * from activity where id > ? order by id desc limit 10", (after,)).fetchall()
    return [dict(row) for row in reversed(rows)]


def find_leads(db: sqlite3.Connection, query: str, sort: str, descending: bool, page: int) -> dict[str, Any]:
    """One page of leads: {"total", "page", "pages", "items"}."""
    order = f"{sort if sort in SORTABLE else 'updated'} {'desc' if descending else 'asc'}, id"
    like = f"%{query}%"
    where, values = "name like ? or company like ? or email like ?", (like, like, like)
    total = db.execute(f"select count(*) from leads where {where}", values).fetchone()[0]
    pages = max(1, -(-total // PAGE_SIZE))
    page = min(max(page, 1), pages)
    rows = db.execute(
        f"select * from leads where {where} order by {order} limit ? offset ?",
        (*values, PAGE_SIZE, (page - 1) * PAGE_SIZE),
    ).fetchall()
    return {"total": total, "page": page, "pages": pages, "items": [dict(row) for row in rows]}


def get_lead(db: sqlite3.Connection, lead: int) -> dict[str, Any] | None:
    row = db.execute("select * from leads where id = ?", (lead,)).fetchone()
    return dict(row) if row else None


def lead_errors(values: dict[str, Any]) -> dict[str, str]:
    """field -> what is wrong with it."""
    errors = {field: "is required" for field in ("name", "company") if not str(values.get(field, "")).strip()}
    if values.get("status") not in STATUSES:
        errors["status"] = f"must be one of {', '.join(STATUSES)}"
    if not str(values.get("value", "")).isdigit():
        errors["value"] = "must be a whole number"
    return errors


def save_lead(db: sqlite3.Connection, values: dict[str, Any], lead: int | None = None) -> dict[str, Any]:
    """Insert, or change `lead`; `values` were checked with `lead_errors`."""
    email = str(values.get("email") or "")
    plain = values["name"], values["company"], email, values["status"]
    fields: tuple[Any, ...] = (*plain, int(values["value"]), time.time())
    if lead is None:
        statement = "insert into leads (name, company, email, status, value, updated) values (?,?,?,?,?,?) returning *"
    else:
        fields = (*fields, lead)
        statement = "update leads set name=?, company=?, email=?, status=?, value=?, updated=? where id=? returning *"
    return dict(db.execute(statement, fields).fetchone())


def pipeline(db: sqlite3.Connection) -> list[dict[str, Any]]:
    rows = db.execute("select status, count(*) as leads, sum(value) as value from leads group by status").fetchall()
    found = {row["status"]: dict(row) for row in rows}
    return [found.get(status, {"status": status, "leads": 0, "value": 0}) for status in STATUSES]


def new_session(db: sqlite3.Connection, user: str | None) -> dict[str, str]:
    """A fresh session; `user` None = not logged in yet, only for the CSRF token of the log-in form."""
    session = {"token": secrets.token_urlsafe(24), "csrf": secrets.token_hex(16), "user": user or ""}
    db.execute("insert into sessions values (:token, :csrf, :user)", session)
    return session


def get_session(db: sqlite3.Connection, token: str) -> dict[str, str] | None:
    row = db.execute("select * from sessions where token = ?", (token,)).fetchone()
    return dict(row) if row else None
