"""The calendar: events, conflicts, invitations and their answers."""

from __future__ import annotations

from typing import Any

from tests.state_models.floor import ME, Floor

GUEST = "simon.harrow@harrowpike.example"
LATE = {"start": "2025-03-20T10:00:00Z", "end": "2025-03-20T11:00:00Z"}
RUTH = "event-one-on-one"


def event(floor: Floor, **given: Any) -> str:
    return floor.id("mail.create_event", **{"title": "Demo", **LATE} | given)


def test_an_event_invites_and_tells(floor: Floor) -> None:
    made = floor.get(f"mail/events/{event(floor, attendees=[GUEST])}")
    assert (made["attendees"], made["organizer"], made["status"]) == ({GUEST: "invited"}, ME, "confirmed")
    told = [one for one in floor.all("mail/messages").values() if one["subject"] == "Invitation: Demo"]
    assert [one["to"] for one in told] == [[GUEST]]


def test_two_things_at_once_are_refused_unless_asked_for(floor: Floor) -> None:
    event(floor)
    half = {"start": "2025-03-20T11:30:00+01:00", "end": "2025-03-20T12:30:00+01:00"}
    refused = floor.refused("mail.create_event", title="Other", **half)
    assert (refused.what, refused.field) == ("You are busy then: Demo.", "start")
    event(floor, title="Other", allow_conflict=True, **half)


def test_events_that_touch_do_not_clash(floor: Floor) -> None:
    event(floor)
    event(floor, start=LATE["end"], end="2025-03-20T12:00:00Z")


def test_what_was_cancelled_or_declined_does_not_stand_in_the_way(floor: Floor) -> None:
    floor.do("mail.cancel_event", id=event(floor))
    made = floor.id("mail.receive_invitation", title="Fair", organizer=GUEST, **LATE)
    floor.do("mail.respond", id=made, answer="declined")
    event(floor)


def test_an_event_ends_after_it_starts_and_the_organizer_is_not_a_guest(floor: Floor) -> None:
    swapped = {"start": LATE["end"], "end": LATE["start"]}
    assert floor.no("mail.create_event", title="T", **swapped) == "An event ends after it starts."
    assert floor.no("mail.create_event", title="T", **LATE, attendees=[ME]) == "You are the organizer; invite others."
    assert floor.refused("mail.create_event", title="T", start="tomorrow", end=LATE["end"]).code == "params"


def test_moving_an_event_asks_everybody_again(floor: Floor) -> None:
    made = event(floor, attendees=[GUEST])
    floor.do("mail.record_answer", id=made, address=GUEST, answer="accepted")
    assert (
        floor.no("mail.reschedule_event", id=made, start="2025-03-04T09:15:00Z", end="2025-03-04T09:30:00Z")
        == "You are busy then: Ruth / Dana."
    )
    floor.do("mail.reschedule_event", id=made, start="2025-03-20T10:30:00Z", end="2025-03-20T11:30:00Z")
    record = floor.get(f"mail/events/{made}")
    assert (record["attendees"], record["start"]) == ({GUEST: "invited"}, "2025-03-20T10:30:00Z")
    assert any(one["subject"] == "New time: Demo" for one in floor.all("mail/messages").values())


def test_a_cancelled_event_is_over(floor: Floor) -> None:
    made = event(floor, attendees=[GUEST])
    assert floor.no("mail.delete_event", id=made) == "Others are invited to Demo; cancel it first."
    floor.do("mail.cancel_event", id=made, reason="Snow")
    assert any(one["body"] == "Snow" and one["to"] == [GUEST] for one in floor.all("mail/messages").values())
    over = "This event was cancelled."
    assert floor.no("mail.cancel_event", id=made) == "This event was cancelled already."
    assert floor.no("mail.reschedule_event", id=made, **LATE) == over
    assert floor.no("mail.invite", id=made, attendees=["x@nowhere.example"]) == over
    assert floor.no("mail.record_answer", id=made, address=GUEST, answer="accepted") == over
    assert floor.no("mail.update_event", id=made, title="X") == over
    floor.do("mail.delete_event", id=made)


def test_what_others_organize_is_theirs(floor: Floor) -> None:
    said = "Only the organizer, ruth.anders@brightwell.example, can change this event."
    assert floor.no("mail.update_event", id=RUTH, title="X") == said
    assert floor.no("mail.reschedule_event", id=RUTH, **LATE) == said
    assert floor.no("mail.cancel_event", id=RUTH) == said
    assert floor.no("mail.invite", id=RUTH, attendees=[GUEST]) == said
    floor.do("mail.update_event", id=RUTH, color="red")
    floor.do("mail.delete_event", id=RUTH)
    assert floor.has(f"crm/meetings/{RUTH}")


def test_inviting_more_people(floor: Floor) -> None:
    made = event(floor, attendees=[GUEST])
    assert floor.no("mail.invite", id=made, attendees=[GUEST]) == f"{GUEST} is invited already."
    floor.do("mail.invite", id=made, attendees=["x@nowhere.example"])
    assert floor.get(f"mail/events/{made}")["attendees"] == {GUEST: "invited", "x@nowhere.example": "invited"}


def test_answering_an_invitation(floor: Floor) -> None:
    made = floor.id("mail.receive_invitation", title="Fair", organizer=GUEST, **LATE)
    assert floor.get(f"mail/events/{made}")["attendees"] == {ME: "invited"}
    assert any(
        one["from"] == GUEST and one["subject"] == "Invitation: Fair" for one in floor.all("mail/messages").values()
    )
    floor.do("mail.respond", id=made, answer="accepted")
    assert floor.get(f"mail/events/{made}")["attendees"] == {ME: "accepted"}
    assert any(
        one["to"] == [GUEST] and one["subject"] == "Accepted: Fair" for one in floor.all("mail/messages").values()
    )
    other = floor.id("mail.receive_invitation", title="Dinner", organizer=GUEST, **LATE)
    assert floor.no("mail.respond", id=other, answer="tentative") == "You are busy then: Fair."
    floor.do("mail.respond", id=other, answer="tentative", allow_conflict=True)


def test_only_who_is_invited_answers(floor: Floor) -> None:
    made = event(floor, attendees=[GUEST])
    assert floor.no("mail.respond", id=made, answer="accepted") == "You are not invited to Demo."
    assert (
        floor.no("mail.record_answer", id=made, address=ME, answer="accepted") == 'Answer for yourself with "respond".'
    )
    assert (
        floor.no("mail.record_answer", id=made, address="x@nowhere.example", answer="accepted")
        == "x@nowhere.example is not invited to Demo."
    )


def test_one_is_reminded_ten_minutes_before(floor: Floor) -> None:
    made = event(floor)
    assert floor.no("mail.remind", id=made) == "It is too early to be reminded."
    floor.wait(to="2025-03-20T09:49:59Z")
    assert floor.get(f"mail/events/{made}")["reminded"] is False
    floor.wait(to="2025-03-20T09:50:00Z")
    assert floor.get(f"mail/events/{made}")["reminded"] is True
    floor.do("mail.reschedule_event", id=made, start="2025-03-21T10:00:00Z", end="2025-03-21T11:00:00Z")
    assert floor.get(f"mail/events/{made}")["reminded"] is False
    assert f"mail:remind:{made}" in floor.timers()


def test_a_timer_that_is_set_anew_in_one_event_fires_at_its_new_moment(floor: Floor) -> None:
    """The event only changes the moment of a timer that is there; the session's agenda must hear of it."""
    made = event(floor)
    floor.wait(by=1)
    floor.do("mail.reschedule_event", id=made, start="2025-03-04T08:00:00Z", end="2025-03-04T08:30:00Z")
    assert [change.path for change in floor.session.event().patch if change.path.startswith("/timers")] == [
        f"/timers/mail:remind:{made}/at"
    ]
    assert ("action", "mail.remind") in floor.wait(to="2025-03-04T07:50:00Z")
    assert floor.get(f"mail/events/{made}")["reminded"] is True
