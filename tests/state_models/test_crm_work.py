"""Campaigns, tasks, notes and users of the CRM."""

from __future__ import annotations

import pytest

from tests.state_models.floor import Floor

OWNER = "user-dana-whitfield"


def test_a_campaign_is_planned_run_and_over(floor: Floor) -> None:
    made = floor.id("crm.create_campaign", name="Autumn", type="email", starts="2025-09-01", ends="2025-10-01")
    assert (
        floor.no("crm.update_campaign", id=made, status="completed")
        == "A campaign that is planned cannot become completed."
    )
    floor.do("crm.update_campaign", id=made, status="active")
    assert floor.no("crm.delete_campaign", id=made) == "Autumn is active; complete or abort it first."
    floor.do("crm.update_campaign", id=made, status="completed", budget=5)
    said = "Autumn is completed and takes no more members."
    assert floor.no("crm.add_campaign_members", campaign=made, leads=["lead-elsa-nyberg"]) == said
    floor.do("crm.delete_campaign", id=made)


def test_campaigns_have_names_and_dates_that_make_sense(floor: Floor) -> None:
    assert (
        floor.no("crm.create_campaign", name="Spring newsletter", type="email")
        == "There is a campaign called Spring newsletter."
    )
    said = "A campaign cannot end before it starts."
    assert floor.no("crm.create_campaign", name="X", type="email", starts="2025-02-01", ends="2025-01-01") == said
    assert floor.no("crm.update_campaign", id="campaign-plant-tour", ends="2024-01-01") == said


def test_nobody_is_a_member_twice(floor: Floor) -> None:
    made = floor.id("crm.create_campaign", name="Autumn", type="email")
    both = {"leads": ["lead-elsa-nyberg", "lead-serena-cho"], "contacts": ["contact-simon-harrow"]}
    floor.do("crm.add_campaign_members", campaign=made, **both)
    members = [one for one in floor.all("crm/campaign_members").values() if one["campaign"] == made]
    assert len({one["id"] for one in members}) == 3
    assert (
        floor.no("crm.add_campaign_members", campaign=made, **both)
        == "Elsa Nyberg, Serena Cho, Simon Harrow are in Autumn already."
    )
    assert floor.no("crm.add_campaign_members", campaign=made) == "Choose at least one lead or contact."
    floor.do("crm.set_member_status", id=members[0]["id"], status="responded")
    floor.do("crm.remove_campaign_member", id=members[1]["id"])
    floor.do("crm.delete_campaign", id=made)
    assert not [one for one in floor.all("crm/campaign_members").values() if one["campaign"] == made]


def test_a_task_becomes_overdue_when_the_clock_says_so(floor: Floor) -> None:
    made = floor.id("crm.create_task", subject="Call", due="2025-03-04")
    floor.wait(to="2025-03-04T16:59:59Z")
    assert floor.get(f"crm/tasks/{made}")["overdue"] is False
    assert ("action", "crm.mark_overdue") in floor.wait(to="2025-03-04T17:00:00Z")
    assert floor.get(f"crm/tasks/{made}")["overdue"] is True
    floor.do("crm.update_task", id=made, due="2025-03-06")
    assert floor.get(f"crm/tasks/{made}")["overdue"] is False
    assert f"crm:task-due:{made}" in floor.timers()


def test_a_task_that_is_done_does_not_become_overdue(floor: Floor) -> None:
    made = floor.id("crm.create_task", subject="Call", due="2025-03-04")
    floor.do("crm.complete_task", id=made)
    assert floor.no("crm.complete_task", id=made) == "This task is done already."
    assert floor.no("crm.update_task", id=made, subject="X") == "This task is done; reopen it first."
    floor.do("crm.reopen_task", id=made)
    assert f"crm:task-due:{made}" in floor.timers()
    floor.do("crm.complete_task", id=made)
    floor.wait(to="2025-03-05T00:00:00Z")
    assert floor.get(f"crm/tasks/{made}")["overdue"] is False
    floor.do("crm.reopen_task", id=made)
    assert floor.get(f"crm/tasks/{made}")["overdue"] is True


def test_a_task_is_not_due_in_the_past_and_not_early(floor: Floor) -> None:
    assert floor.no("crm.create_task", subject="Call", due="2025-03-02") == "The due date is in the past."
    made = floor.id("crm.create_task", subject="Call", due="2025-03-04")
    assert floor.no("crm.update_task", id=made, due="2025-03-02") == "The due date is in the past."
    assert floor.no("crm.mark_overdue", id=made) == "This task is not due yet."


def test_a_task_without_a_date_has_no_timer(floor: Floor) -> None:
    made = floor.id("crm.create_task", subject="Call", due="2025-03-04")
    floor.do("crm.update_task", id=made, due="")
    assert f"crm:task-due:{made}" not in floor.timers()
    assert floor.no("crm.mark_overdue", id=made) == "This task is not due yet."


def test_the_seed_s_own_tasks_fall_due(floor: Floor) -> None:
    due = {key for key in floor.timers() if key.startswith("crm:task-due:")}
    assert due
    happened = floor.wait(to="2025-04-01T00:00:00Z")
    assert happened.count(("action", "crm.mark_overdue")) == len(due)
    assert not any(kind == "note" for kind, _ in happened)


def test_a_note_is_about_something_and_belongs_to_its_author(floor: Floor) -> None:
    assert floor.no("crm.create_note", text="N") == "A note is about a lead, a contact, an account or an opportunity."
    made = floor.id("crm.create_note", text="N", account="account-ferrumworks")
    floor.do("crm.update_note", id=made, text="M")
    assert floor.get(f"crm/notes/{made}")["text"] == "M"
    other = next(one for one in floor.all("crm/notes").values() if one["author"] != OWNER)
    name = floor.get(f"crm/users/{other['author']}")["name"]
    assert floor.no("crm.update_note", id=other["id"], text="M") == f"Only {name} can change this note."


# ---- users ---------------------------------------------------------------------------------


def test_open_work_of_who_leaves_goes_to_a_successor(floor: Floor) -> None:
    gone, successor = "user-elena-vasquez", "user-jonah-becker"
    closed = [
        one["id"]
        for one in floor.all("crm/opportunities").values()
        if one["owner"] == gone and one["stage"].startswith("closed")
    ]
    floor.do("crm.deactivate_user", id=gone, successor=successor)
    assert all(floor.get(f"crm/opportunities/{one}")["owner"] == gone for one in closed)
    for table in ("accounts", "contacts"):
        assert all(one["owner"] != gone for one in floor.all(f"crm/{table}").values())
    open_ = [one for one in floor.all("crm/opportunities").values() if not one["stage"].startswith("closed")]
    assert all(one["owner"] != gone for one in open_)
    assert floor.no("crm.create_account", name="X", owner=gone) == "Elena Vasquez is no longer active."
    floor.do("crm.reactivate_user", id=gone)
    assert floor.no("crm.reactivate_user", id=gone) == "Elena Vasquez is active."


@pytest.mark.parametrize(
    ("who", "successor", "said"),
    [
        (OWNER, "user-jonah-becker", "You cannot deactivate yourself."),
        ("user-owen-pritchard", "user-jonah-becker", "Owen Pritchard is no longer active."),
        ("user-jonah-becker", "user-owen-pritchard", "The successor has to be another active user."),
        ("user-jonah-becker", "user-jonah-becker", "The successor has to be another active user."),
    ],
)
def test_who_cannot_leave(floor: Floor, who: str, successor: str, said: str) -> None:
    assert floor.no("crm.deactivate_user", id=who, successor=successor) == said


def test_a_user_whom_something_names_cannot_be_deleted(floor: Floor) -> None:
    refused = floor.refused("crm.delete_user", id="user-elena-vasquez")
    assert refused.code == "restricted"
    assert floor.no("crm.delete_user", id=OWNER) == "You cannot delete yourself."
    made = floor.id("crm.create_user", email="n@brightwell.example", last_name="N", first_name="New", role="sdr")
    assert (
        floor.no("crm.create_user", email="n@brightwell.example", last_name="M", role="ae")
        == "A user with n@brightwell.example exists."
    )
    floor.do("crm.update_user", id=made, team="West")
    floor.do("crm.delete_user", id=made)
    assert not floor.has(f"crm/users/{made}")
