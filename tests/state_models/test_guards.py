"""Refusals that no other test here comes by, so that every guard of every model has said its sentence once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.state_models.floor import ME, Floor

GONE = "user-owen-pritchard"
SAID = "Owen Pritchard is no longer active."
LATE = {"start": "2025-03-20T10:00:00Z", "end": "2025-03-20T11:00:00Z"}
BACKWARDS = {"start": LATE["end"], "end": LATE["start"]}


@pytest.mark.parametrize(
    ("action", "params"),
    [
        ("crm.set_assignment_queue", {"users": ["user-priya-raman", GONE]}),
        ("crm.update_account", {"id": "account-harrowpike", "owner": GONE}),
        ("crm.create_contact", {"last_name": "X", "owner": GONE}),
        ("crm.update_contact", {"id": "contact-simon-harrow", "owner": GONE}),
        (
            "crm.create_opportunity",
            {"name": "X", "account": "account-harrowpike", "close_date": "2025-06-01", "owner": GONE},
        ),
        ("crm.update_opportunity", {"id": "opportunity-01", "owner": GONE}),
        ("crm.create_task", {"subject": "X", "owner": GONE}),
    ],
)
def test_nothing_is_given_to_who_left(floor: Floor, action: str, params: dict[str, Any]) -> None:
    assert floor.no(action, **params) == SAID


def test_a_task_is_not_given_to_who_left(floor: Floor) -> None:
    assert floor.no("crm.update_task", id=floor.id("crm.create_task", subject="X"), owner=GONE) == SAID


@pytest.mark.parametrize(
    ("action", "params", "said"),
    [
        (
            "crm.update_campaign",
            {"id": "campaign-plant-tour", "name": "Spring newsletter"},
            "There is a campaign called Spring newsletter.",
        ),
        (
            "mail.receive_invitation",
            {"title": "T", "organizer": "x@nowhere.example", **BACKWARDS},
            "An event ends after it starts.",
        ),
        (
            "mail.receive_invitation",
            {"title": "T", "organizer": ME, **LATE},
            "One's own events are made, not received.",
        ),
        ("mail.reschedule_event", {"id": "event-dentist", **BACKWARDS}, "An event ends after it starts."),
        (
            "engagement.update_template",
            {"id": "template-hello", "name": "Retail: a number"},
            "There is a template called Retail: a number.",
        ),
        ("engagement.pause_sequence", {"id": "sequence-forum"}, "Retail Forum follow-up is draft."),
        ("engagement.run_step", {"enrolment": "enrolment-annika-voss"}, "Logistics - planners is paused, not active."),
    ],
)
def test_what_else_is_refused(floor: Floor, action: str, params: dict[str, Any], said: str) -> None:
    assert floor.no(action, **params) == said


def test_a_draft_without_recipients_is_not_put_off(floor: Floor) -> None:
    made = floor.id("mail.create_draft")
    assert floor.no("mail.schedule_draft", id=made, at="2025-03-05T10:00:00Z") == "Say at least one recipient."


def test_what_was_called_off_is_not_answered(floor: Floor) -> None:
    floor.do("mail.receive_cancellation", id="event-kestrel-visit", reason="Storm")
    assert "mail:remind:event-kestrel-visit" not in floor.timers()
    assert any(one["body"] == "Storm" and one["folder"] == "inbox" for one in floor.all("mail/messages").values())
    assert floor.no("mail.respond", id="event-kestrel-visit", answer="accepted") == "This event was cancelled."
    assert floor.no("mail.receive_cancellation", id="event-kestrel-visit") == "This event was cancelled already."
    said = 'One\'s own events are cancelled with "cancel_event".'
    assert floor.no("mail.receive_cancellation", id="event-dentist") == said


def test_tasks_say_how_they_stand(floor: Floor) -> None:
    made = floor.id("crm.create_task", subject="X")
    assert floor.no("crm.reopen_task", id=made) == "This task is open."
    floor.do("crm.complete_task", id=made)
    assert floor.no("crm.mark_overdue", id=made) == "This task is done."
