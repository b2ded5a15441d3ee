"""One person, company, message and meeting in all apps: found in one, it is the same record in the next."""

from __future__ import annotations

from tests.state_models import floor as floors
from tests.state_models.floor import Floor

KEANE = "siobhan.keane@stbrannock.example"


def test_a_change_in_one_app_is_seen_in_all_at_once_and_in_one_event(floor: Floor) -> None:
    before = floor.session.head
    floor.do("engagement.update_prospect", id="person-simon-harrow", title="Chairman")
    assert floor.get("crm/contacts/contact-simon-harrow")["title"] == "Chairman"
    assert floor.get("mail/contacts/person-simon-harrow")["title"] == "Chairman"
    assert len(floor.session.events(before)) == 1
    changed = {one.path for one in floor.session.event().patch}
    assert changed == {"/warehouse/people/person-simon-harrow/title"}


def test_a_lead_of_a_prospect_is_that_prospect(floor: Floor) -> None:
    """Found in the engagement app, made a lead in the CRM, written to by mail: one person throughout."""
    found = floor.get("engagement/prospects/person-reto-ammann")
    lead = floor.id(
        "crm.create_lead", first_name="Reto", last_name="Ammann", company="Purefield Labs", email=found["email"]
    )
    assert floor.get(f"crm/leads/{lead}")["person"] == "person-reto-ammann"
    floor.do("crm.send_email", lead=lead, subject="Hello", body="Reto, hello.")
    [sent] = [one for one in floor.all("crm/emails").values() if one["to"] == [found["email"]]]
    assert floor.get(f"mail/messages/{sent['id']}")["folder"] == "sent"
    assert floor.all("crm/emails").by("to", found["email"]) == [sent]  # type: ignore[attr-defined]


def test_what_arrives_in_the_mailbox_is_the_crm_s_activity(floor: Floor) -> None:
    got = floor.id("mail.receive_message", **{"from": KEANE, "subject": "S", "body": "B"})
    assert got in {one["id"] for one in floor.all("crm/emails").by("from", KEANE)}  # type: ignore[attr-defined]


def test_a_meeting_is_seen_in_the_crm(floor: Floor) -> None:
    made = floor.id(
        "mail.create_event", title="T", start="2025-03-20T10:00:00Z", end="2025-03-20T11:00:00Z", attendees=[KEANE]
    )
    assert floor.get(f"crm/meetings/{made}")["attendees"] == {KEANE: "invited"}


def test_each_app_keeps_its_own_fields_to_itself(floor: Floor) -> None:
    floor.do("engagement.add_to_list", list="list-q2", prospects=["person-simon-harrow"])
    floor.do("crm.update_contact", id="contact-simon-harrow", description="Secret")
    assert "description" not in floor.get("mail/contacts/person-simon-harrow")
    assert "lists" not in floor.get("crm/contacts/contact-simon-harrow")


def test_who_cannot_be_written_to(floor: Floor) -> None:
    made = floor.id("crm.create_lead", last_name="Vega", company="V")
    assert floor.no("crm.send_email", lead=made, subject="S", body="B") == "Vega has no e-mail address."
    assert floor.no("crm.send_email", subject="S", body="B") == "Choose a lead or a contact."


def test_a_refusal_in_the_app_that_is_told_refuses_the_whole(floor: Floor) -> None:
    """The subject is longer than the mail app takes."""
    refused = floor.refused("crm.send_email", contact="contact-simon-harrow", subject="x" * 301, body="B")
    assert (refused.code, refused.app, refused.action) == ("params", "mail", "send_message")


def test_mail_works_alone() -> None:
    alone = floors.floor("mail")
    assert set(floors.world("mail").models) == {"warehouse", "mail"}
    result = alone.do("mail.send_message", to=["amos.tillman@cascadepaper.example"], subject="S", body="B")
    assert result["bounced"] == ["amos.tillman@cascadepaper.example"]
