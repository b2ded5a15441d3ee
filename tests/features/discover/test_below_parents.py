"""What is made below something: all that was sent is kept, and its parent is changed with it; moments that are always
as much later than others."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]


def ticket(number: int, subject: str, *, changed: str = "", notes: int = 0, due: str = "") -> Row:
    made = f"2025-02-{number:02}T10:00:00Z"
    return {"id": number, "subject": subject, "created_at": made, "changed_at": changed or made, "notes": notes,
            "due_at": due or f"2025-02-{number + 3:02}T10:00:00Z"}  # fmt: skip


def note(number: int, body: str, about: int) -> Row:
    moment = f"2025-03-03T09:00:0{number}Z"
    return {"id": 8800 + number, "body": body, "body_text": body.replace("<p>", "").replace("</p>", ""),
            "ticket_id": about, "created_at": moment}  # fmt: skip


async def test_a_reply_keeps_what_was_sent_and_changes_what_it_is_below() -> None:
    tickets = [ticket(3, "Lid"), ticket(4, "Box"), ticket(5, "Jar")]
    answered = ticket(4, "Box", changed="2025-03-03T09:00:02Z", notes=1)
    mock = Mock(
        ("GET", "/tickets", None, 200, tickets),
        ("POST", "/tickets/4/reply", {"body": "<p>On its way</p>"}, 201, note(2, "<p>On its way</p>", 4)),
        ("GET", "/tickets/4/conversations", None, 200, [note(2, "<p>On its way</p>", 4)]),
        ("GET", "/tickets", None, 200, [tickets[0], answered, tickets[2]]),
        ("PATCH", "/tickets/3", {"subject": "Lids"}, 200, {**tickets[0], "subject": "Lids"}),
    )
    assert [one["notes"] for one in (await mock.ask("GET", "/tickets"))[1]] == [0, 0, 0], "as it was at first"
    status, said = await mock.ask("POST", "/tickets/5/reply", {"body": "<p>Sent</p>"})
    assert (status, said["body"], said["body_text"], said["ticket_id"]) == (201, "<p>Sent</p>", "Sent", 5)
    assert [one["body"] for one in (await mock.ask("GET", "/tickets/5/conversations"))[1]] == ["<p>Sent</p>"]
    changed = (await mock.ask("GET", "/tickets"))[1][2]
    assert (changed["notes"], changed["changed_at"][:16]) == (1, "2025-03-03T09:00")


async def test_what_is_due_three_days_after_it_was_made() -> None:
    new = {**ticket(6, "Cup"), "created_at": "2025-03-03T09:00:01Z", "changed_at": "2025-03-03T09:00:01Z",
           "due_at": "2025-03-06T09:00:01Z"}  # fmt: skip
    mock = Mock(
        ("GET", "/tickets", None, 200, [ticket(3, "Lid"), ticket(4, "Box"), ticket(5, "Jar")]),
        ("POST", "/tickets", {"subject": "Cup"}, 201, new),
        ("GET", "/tickets/6", None, 200, new),
    )
    made = (await mock.ask("POST", "/tickets", {"subject": "Pan"}))[1]
    assert (made["created_at"][:10], made["due_at"][:10]) == ("2025-03-03", "2025-03-06")
    assert made["created_at"][11:] == made["due_at"][11:]
