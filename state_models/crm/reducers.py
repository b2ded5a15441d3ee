"""What effects of the CRM model cannot say: a list whose rows depend on the rows before them.

Effects are simultaneous: each sees the state at the start of the action. In an import the second row with an address
must see the first, and each row that is taken moves the turn of owners on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from awe_author.state.types import Context, Effect, ReducerResult

TEXTS = ("first_name", "phone", "title")
"""Fields that are written only where a row has them, so that a known person keeps the others."""


def import_leads(state: Mapping[str, Any], params: Mapping[str, Any], context: Context) -> ReducerResult:
    """Take rows whose address is new; give them to the active users of the queue in turn."""
    assignment = state["settings"]["assignment"]
    queue = [user for user in assignment["queue"] if state["users"][user]["active"]] or [state["me"]]
    known = addresses(state)
    taken: list[dict[str, Any]] = []
    for row in params["rows"]:
        email = row.get("email", "")
        if email and email in known:
            continue
        known.add(email)
        taken.append(row)
    turn = assignment["next"]
    leads = [
        lead(row, f"lead-{context.sequence:07d}-{number}", queue[(turn + number - 1) % len(queue)], moment(context))
        for number, row in enumerate(taken, start=1)
    ]
    effects = [Effect("add", f"/leads/{one['id']}", one) for one in leads]
    effects.append(Effect("replace", "/settings/assignment/next", (turn + len(taken)) % len(queue)))
    ids = [one["id"] for one in leads]
    return ReducerResult(tuple(effects), {"ids": ids, "skipped": len(params["rows"]) - len(ids)})


def addresses(state: Mapping[str, Any]) -> set[str]:
    """Addresses of all leads that are not converted, and of all contacts."""
    return set(_addresses(state))


def _addresses(state: Mapping[str, Any]) -> Iterator[str]:
    for one in state["leads"].values():
        if not one["converted"]:
            yield one["email"]
    for one in state["contacts"].values():
        yield one["email"]


def lead(row: Mapping[str, Any], key: str, owner: str, now: str) -> dict[str, Any]:
    """The record that `create_lead` would make of the row."""
    return {
        "id": key,
        "last_name": row["last_name"],
        **{field: row[field] for field in TEXTS if field in row},
        "email": row.get("email", ""),
        "company": row["company"],
        "website": row.get("website", ""),
        "source": "import",
        "status": "new",
        "rating": "",
        "owner": owner,
        "description": "",
        "created": now,
        "modified": now,
        "converted": "",
        "converted_account": None,
        "converted_contact": None,
        "converted_opportunity": None,
    }


def moment(context: Context) -> str:
    """The session's moment, RFC 3339."""
    return datetime.fromtimestamp(context.clock, UTC).isoformat().replace("+00:00", "Z")
