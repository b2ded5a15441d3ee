"""The mailbox: sending, bouncing, answering, drafts, folders, labels, contacts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.state_models.floor import ME, Floor

INBOX = "message-17-1"
HANNAH = "message-01-2"
NOBODY = "x@nowhere.example"


def send(floor: Floor, **given: Any) -> dict[str, Any]:
    result: dict[str, Any] = floor.do("mail.send_message", **{"to": [NOBODY], "subject": "S", "body": "B"} | given)
    return result


def test_what_is_sent_lies_in_sent_in_a_thread_of_its_own(floor: Floor) -> None:
    result = send(floor, cc=["y@nowhere.example"])
    made = floor.get(f"mail/messages/{result['id']}")
    assert (made["from"], made["folder"], made["read"], made["cc"]) == (ME, "sent", True, ["y@nowhere.example"])
    assert floor.get(f"mail/threads/{result['thread']}")["subject"] == "S"
    assert result["bounced"] == []


def test_what_one_sends_oneself_lies_in_the_inbox(floor: Floor) -> None:
    assert floor.get(f"mail/messages/{send(floor, to=[ME])['id']}")["folder"] == "inbox"


def test_a_dead_address_bounces_into_the_thread(floor: Floor) -> None:
    dead = "amos.tillman@cascadepaper.example"
    result = send(floor, to=[dead, NOBODY])
    bounce = next(one for one in floor.all("mail/messages").values() if one["in_reply_to"] == result["id"])
    assert result["bounced"] == [dead]
    assert (bounce["thread"], bounce["folder"], bounce["read"]) == (result["thread"], "inbox", False)
    assert bounce["from"] == "mailer-daemon@brightwell.example"
    assert bounce["body"] == f"Your message could not be delivered to {dead}: the address does not exist."


@pytest.mark.parametrize(
    "given", [{"to": []}, {"to": ["nobody"]}, {"to": [NOBODY, NOBODY]}, {"files": ["file-none"]}, {"subject": 7}]
)
def test_what_cannot_be_sent(floor: Floor, given: dict[str, Any]) -> None:
    refused = floor.refused("mail.send_message", **{"to": [NOBODY], "subject": "S", "body": "B"} | given)
    assert refused.code == ("not-found" if "files" in given else "params")


def test_a_reply_goes_to_who_wrote_in_the_same_thread(floor: Floor) -> None:
    floor.do("mail.reply", message=INBOX, body="Yes.")
    made = next(one for one in floor.all("mail/messages").values() if one["in_reply_to"] == INBOX)
    assert made["to"] == ["siobhan.keane@stbrannock.example"]
    assert made["subject"] == "Re: Planning with 19 clinics"
    assert made["thread"] == floor.get(f"mail/messages/{INBOX}")["thread"]
    floor.do("mail.reply", message=made["id"], body="And another thing.")
    again = next(one for one in floor.all("mail/messages").values() if one["in_reply_to"] == made["id"])
    assert (again["to"], again["subject"]) == (made["to"], made["subject"])


def test_a_reply_to_all_leaves_oneself_out(floor: Floor) -> None:
    got = floor.id("mail.receive_message", **{"from": NOBODY, "cc": ["y@nowhere.example"], "subject": "S", "body": "B"})
    floor.do("mail.reply", message=got, body="To all", all=True)
    made = next(one for one in floor.all("mail/messages").values() if one["in_reply_to"] == got)
    assert (made["to"], made["cc"]) == ([NOBODY], ["y@nowhere.example"])


def test_what_is_in_the_trash_is_not_answered(floor: Floor) -> None:
    floor.do("mail.trash", ids=[INBOX])
    assert (
        floor.no("mail.reply", message=INBOX, body="B") == "This message is in the trash; move it to the inbox first."
    )


def test_forwarding_quotes_and_keeps_the_files(floor: Floor) -> None:
    before = set(floor.all("mail/messages"))
    floor.do("mail.forward", message="message-04-1", to=[NOBODY], body="See below.")
    made = floor.get(f"mail/messages/{(set(floor.all('mail/messages')) - before).pop()}")
    assert made["subject"] == "Fwd: Security questionnaire"
    assert made["files"] == ["file-questionnaire"]
    assert made["body"].startswith(
        "See below.\n\n---------- Forwarded message ----------\nFrom: deshawn.pruitt@quarrybank.example\n"
    )


def test_nobody_receives_from_oneself(floor: Floor) -> None:
    assert (
        floor.no("mail.receive_message", **{"from": ME, "subject": "S", "body": "B"})
        == "What one sends oneself is sent, not received."
    )


# ---- drafts --------------------------------------------------------------------------------


def test_a_draft_is_written_changed_and_sent(floor: Floor) -> None:
    made = floor.id("mail.create_draft", in_reply_to=INBOX)
    assert floor.get(f"mail/drafts/{made}")["body"].startswith("Dana Whitfield")
    refused = floor.refused("mail.send_draft", id=made)
    assert (refused.what, refused.field) == ("Say at least one recipient.", "to")
    floor.do("mail.update_draft", id=made, to=[NOBODY], subject="S")
    floor.do("mail.send_draft", id=made)
    assert not floor.has(f"mail/drafts/{made}")
    assert any(one["in_reply_to"] == INBOX and one["to"] == [NOBODY] for one in floor.all("mail/messages").values())


def test_a_draft_is_sent_when_its_time_has_come(floor: Floor) -> None:
    made = floor.id("mail.create_draft", to=[NOBODY], subject="Later")
    assert (
        floor.no("mail.schedule_draft", id=made, at="2025-03-01T09:00:00Z") == "Choose a moment that is still to come."
    )
    floor.do("mail.schedule_draft", id=made, at="2025-03-03T10:00:00+00:00")
    assert (
        floor.no("mail.update_draft", id=made, subject="X") == "This draft is waiting to be sent; take it back first."
    )
    floor.do("mail.unschedule_draft", id=made)
    assert floor.no("mail.unschedule_draft", id=made) == "This draft is not waiting to be sent."
    floor.do("mail.schedule_draft", id=made, at="2025-03-03T10:00:00+00:00")
    assert ("action", "mail.send_draft") in floor.wait(to="2025-03-03T10:00:00Z")
    sent = next(one for one in floor.all("mail/messages").values() if one["subject"] == "Later")
    assert sent["sent"] == "2025-03-03T10:00:00Z"


def test_a_draft_that_is_thrown_away_is_not_sent(floor: Floor) -> None:
    made = floor.id("mail.create_draft", to=[NOBODY])
    floor.do("mail.schedule_draft", id=made, at="2025-03-03T10:00:00Z")
    floor.do("mail.delete_draft", id=made)
    assert f"mail:send:{made}" not in floor.timers()


# ---- folders and labels --------------------------------------------------------------------


def test_messages_move_between_folders(floor: Floor) -> None:
    floor.do("mail.archive", ids=[INBOX, HANNAH])
    said = 'Only what is in the inbox can be archived; "Planning with 19 clinics" is in archive.'
    assert floor.no("mail.archive", ids=[INBOX]) == said
    floor.do("mail.trash", ids=[INBOX, "message-01-1"])
    floor.do("mail.move_to_inbox", ids=[INBOX, "message-01-1"])
    assert floor.get(f"mail/messages/{INBOX}")["folder"] == "inbox"
    assert floor.get("mail/messages/message-01-1")["folder"] == "sent"


def test_only_the_trash_is_emptied_and_a_thread_goes_with_its_last_message(floor: Floor) -> None:
    one, other = "message-03-1", "message-03-2"
    assert floor.no("mail.delete_forever", ids=[one]) == "Only what is in the trash can be deleted forever."
    floor.do("mail.trash", ids=[one, other])
    floor.do("mail.delete_forever", ids=[one])
    assert floor.has("mail/threads/thread-03")
    floor.do("mail.delete_forever", ids=[other])
    assert not floor.has("mail/threads/thread-03")
    assert floor.has(f"crm/emails/{other}")


def test_reading_and_starring(floor: Floor) -> None:
    floor.do("mail.mark", ids=[INBOX], read=True)
    floor.do("mail.star", ids=[INBOX])
    made = floor.get(f"mail/messages/{INBOX}")
    assert (made["read"], made["starred"]) == (True, True)
    floor.do("mail.star", ids=[INBOX], starred=False)
    assert floor.get(f"mail/messages/{INBOX}")["starred"] is False


def test_labels_are_put_on_and_go_with_their_label(floor: Floor) -> None:
    made = floor.id("mail.create_label", name="Later", color="purple")
    assert floor.no("mail.create_label", name="Later") == "There is a label called Later."
    assert floor.no("mail.update_label", id=made, name="Hot") == "There is a label called Hot."
    floor.do("mail.update_label", id=made, name="Much later")
    floor.do("mail.label", ids=[INBOX, HANNAH], label=made)
    floor.do("mail.label", ids=[INBOX], label=made)
    assert floor.get(f"mail/messages/{HANNAH}")["labels"] == ["label-hot", made]
    assert floor.get(f"mail/messages/{INBOX}")["labels"] == [made]
    floor.do("mail.unlabel", ids=[INBOX], label=made)
    floor.do("mail.delete_label", id=made)
    assert floor.get(f"mail/messages/{HANNAH}")["labels"] == ["label-hot"]


def test_the_signature_begins_new_drafts(floor: Floor) -> None:
    floor.do("mail.set_signature", signature="D.")
    assert floor.get(f"mail/drafts/{floor.id('mail.create_draft')}")["body"] == "D."


# ---- contacts ------------------------------------------------------------------------------


def test_names_go_both_ways(floor: Floor) -> None:
    made = floor.id("mail.save_contact", name="Anna Maria Lind", email="a@lind.example")
    assert floor.get(f"engagement/prospects/{made}")["first_name"] == "Anna Maria"
    floor.do("mail.update_contact", id=made, name="Lind")
    prospect = floor.get(f"engagement/prospects/{made}")
    assert (prospect["first_name"], prospect["last_name"], prospect["name"]) == ("", "Lind", "Lind")


def test_an_address_belongs_to_one_contact(floor: Floor) -> None:
    said = "simon.harrow@harrowpike.example belongs to Simon Harrow."
    assert floor.no("mail.save_contact", name="S", email="simon.harrow@harrowpike.example") == said
    assert floor.no("mail.update_contact", id="person-elsa-nyberg", email="simon.harrow@harrowpike.example") == said


def test_notes_and_stars_of_a_contact_are_the_mailbox_s_own(floor: Floor) -> None:
    floor.do("mail.update_contact", id="person-elsa-nyberg", starred=True, notes="N")
    assert floor.get("mail/contacts/person-elsa-nyberg")["notes"] == "N"
    person: Any = floor.state.get("/warehouse/people/person-elsa-nyberg")
    assert "notes" not in person


def test_a_deleted_contact_is_gone_from_the_mailbox_only(floor: Floor) -> None:
    floor.do("mail.delete_contact", id="person-simon-harrow")
    assert floor.get("mail/contacts/person-simon-harrow")["hidden"] is True
    assert floor.has("crm/contacts/contact-simon-harrow")
    assert floor.no("mail.delete_contact", id="person-simon-harrow") == "Simon Harrow is deleted already."
    floor.do("mail.restore_contact", id="person-simon-harrow")
    assert floor.no("mail.restore_contact", id="person-simon-harrow") == "Simon Harrow is there."
