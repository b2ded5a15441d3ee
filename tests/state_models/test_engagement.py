"""Sequences: built, run by the clock, paused, and stopped by answers, bounces and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.state_models.floor import Floor

AMMANN = "person-reto-ammann"
TAMM = "person-kristjan-tamm"
RETAIL = "sequence-retail"


def sequence(floor: Floor, *waits: int, name: str = "Test") -> str:
    """An active sequence with these waits in hours."""
    made = floor.id("engagement.create_sequence", name=name)
    for wait in waits:
        floor.do("engagement.add_step", sequence=made, template="template-hello", wait_hours=wait)
    floor.do("engagement.activate_sequence", id=made)
    return made


def enrol(floor: Floor, made: str, *people: str) -> list[str]:
    ids: list[str] = floor.do("engagement.enrol", sequence=made, prospects=list(people))["ids"]
    return ids


def mail_to(floor: Floor, address: str) -> list[dict[str, Any]]:
    found = [dict(one) for one in floor.all("mail/messages").values() if address in one["to"]]
    return sorted(found, key=lambda one: str(one["sent"]))


def status(floor: Floor, enrolment: str) -> str:
    found: str = floor.get(f"engagement/enrolments/{enrolment}")["status"]
    return found


# ---- building ------------------------------------------------------------------------------


def test_only_a_draft_is_built(floor: Floor) -> None:
    made = sequence(floor, 0, 24)
    step = next(one["id"] for one in floor.all("engagement/steps").values() if one["sequence"] == made)
    said = "Test is active; only a draft takes steps."
    assert floor.no("engagement.add_step", sequence=made, template="template-hello", wait_hours=1) == said
    said = "Test is active; only the steps of a draft change."
    assert floor.no("engagement.update_step", id=step, wait_hours=1) == said
    assert floor.no("engagement.delete_step", id=step) == said
    assert floor.no("engagement.create_sequence", name="Test") == "There is a sequence called Test."
    assert (
        floor.no("engagement.rename_sequence", id=made, name="Retail Forum follow-up")
        == "There is a sequence called Retail Forum follow-up."
    )


def test_steps_close_up_when_one_is_taken_out(floor: Floor) -> None:
    made = floor.id("engagement.create_sequence", name="Test")
    assert floor.no("engagement.activate_sequence", id=made) == "Test has no steps."
    ids = [
        floor.id("engagement.add_step", sequence=made, template="template-hello", wait_hours=wait) for wait in (1, 2, 3)
    ]
    floor.do("engagement.delete_step", id=ids[0])
    assert [floor.get(f"engagement/steps/{one}")["position"] for one in ids[1:]] == [1, 2]


def test_a_template_that_is_used_stays(floor: Floor) -> None:
    assert floor.refused("engagement.delete_template", id="template-hello").code == "restricted"
    made = floor.id("engagement.create_template", name="T", subject="S", body="B")
    assert floor.no("engagement.create_template", name="T", subject="S", body="B") == "There is a template called T."
    floor.do("engagement.delete_template", id=made)


def test_a_sequence_that_somebody_was_in_stays(floor: Floor) -> None:
    assert floor.refused("engagement.delete_sequence", id=RETAIL).code == "restricted"
    floor.do("engagement.delete_sequence", id="sequence-forum")
    assert not floor.has("engagement/steps/step-forum-1")


# ---- running -------------------------------------------------------------------------------


def test_steps_send_mail_through_the_mail_app_when_the_clock_reaches_them(floor: Floor) -> None:
    [enrolment] = enrol(floor, sequence(floor, 2, 24), AMMANN)
    floor.wait(by="PT1H59M")
    assert mail_to(floor, "reto.ammann@purefield.example") == []
    floor.wait(by="PT2M")
    [first] = mail_to(floor, "reto.ammann@purefield.example")
    assert first["subject"] == "Reto, who plans Purefield Labs's shelves?"
    assert first["body"].startswith("Hi Reto,\n\nteams like the one at Purefield Labs tell us")
    assert status(floor, enrolment) == "active"
    floor.wait(by="PT24H")
    record = floor.get(f"engagement/enrolments/{enrolment}")
    assert (record["status"], record["done"], record["next_at"]) == ("finished", 2, "")
    assert [one["step"] for one in record["sent"]] == [1, 2]
    assert [one["sent"] for one in mail_to(floor, "reto.ammann@purefield.example")] == [
        one["at"] for one in record["sent"]
    ]
    assert floor.has(f"crm/emails/{first['id']}")


def test_a_step_and_its_mail_are_one_event(floor: Floor) -> None:
    enrol(floor, sequence(floor, 2), AMMANN)
    event = next(one for one in floor.session.advance(by="PT3H") if one.app == "engagement")
    assert event.cause is not None
    assert event.cause["type"] == "timer"
    assert [(one.app, one.action) for one in event.emitted] == [("mail", "send_message")]


def test_an_answer_ends_the_sequence(floor: Floor) -> None:
    [enrolment] = enrol(floor, sequence(floor, 0, 24), AMMANN)
    floor.wait(by="PT1M")
    [sent] = mail_to(floor, "reto.ammann@purefield.example")
    floor.do(
        "mail.receive_message", **{"from": sent["to"][0], "subject": "Re", "body": "Yes", "in_reply_to": sent["id"]}
    )
    assert status(floor, enrolment) == "replied"
    assert floor.get(f"engagement/prospects/{AMMANN}")["stage"] == "replied"
    assert f"engagement:step:{enrolment}" not in floor.timers()
    floor.wait(by="P3D")
    assert len(mail_to(floor, "reto.ammann@purefield.example")) == 1


def test_a_bounce_ends_it_though_the_next_step_was_set_in_the_same_event(floor: Floor) -> None:
    [enrolment] = enrol(floor, sequence(floor, 1, 24), AMMANN)
    floor.do("engagement.update_prospect", id=AMMANN, email="gone@purefield.example")
    floor.do("mail.save_contact", name="Old", email="tyler@purefield.example")
    floor.do("engagement.note_bounce", address="gone@purefield.example")
    assert (status(floor, enrolment), floor.get(f"engagement/prospects/{AMMANN}")["email_status"]) == (
        "bounced",
        "invalid",
    )
    [other] = enrol(floor, sequence(floor, 1, 24, name="Second"), TAMM)
    floor.do("engagement.note_bounce", address="somebody@else.example")
    assert status(floor, other) == "active"


def test_mail_to_a_dead_address_ends_the_sequence(floor: Floor) -> None:
    """The address dies between enrolment and step: the step sends, mail bounces, engagement hears of it, in one event."""
    [enrolment] = enrol(floor, sequence(floor, 1, 24), TAMM)
    floor.do("engagement.update_prospect", id=AMMANN, email="both@purefield.example")
    dead = "amos.tillman@cascadepaper.example"
    floor.do("crm.update_contact", id=_contact_of(floor, TAMM), email=dead)
    happened = floor.wait(by="PT2H")
    assert ("action", "engagement.run_step") in happened
    assert status(floor, enrolment) == "bounced"
    assert f"engagement:step:{enrolment}" not in floor.timers()


def _contact_of(floor: Floor, person: str) -> str:
    email = floor.get(f"engagement/prospects/{person}")["email"]
    return floor.id("crm.create_contact", last_name="Tamm", email=email)


def test_who_opts_out_in_another_app_gets_nothing_more(floor: Floor) -> None:
    [enrolment] = enrol(floor, sequence(floor, 1), TAMM)
    floor.do("crm.update_contact", id=_contact_of(floor, TAMM), opted_out=True)
    floor.wait(by="PT2H")
    assert status(floor, enrolment) == "opted_out"
    assert floor.get(f"engagement/prospects/{TAMM}")["stage"] == "do_not_contact"
    assert mail_to(floor, "kristjan.tamm@astersoftware.example") == []


def test_who_loses_the_address_gets_nothing_and_nothing_breaks(floor: Floor) -> None:
    [enrolment] = enrol(floor, sequence(floor, 1), TAMM)
    floor.do("crm.update_contact", id=_contact_of(floor, TAMM), email="")
    assert all(kind != "note" for kind, _ in floor.wait(by="PT2H"))
    assert status(floor, enrolment) == "bounced"


def test_opting_out_is_known_everywhere(floor: Floor) -> None:
    [enrolment] = enrol(floor, sequence(floor, 1), "person-hannah-okonkwo")
    floor.do("engagement.opt_out", id="person-hannah-okonkwo")
    assert status(floor, enrolment) == "opted_out"
    assert f"engagement:step:{enrolment}" not in floor.timers()
    said = "Hannah Okonkwo does not want to be written to."
    assert floor.no("crm.send_email", contact="contact-hannah-okonkwo", subject="S", body="B") == said
    assert floor.no("engagement.opt_out", id="person-hannah-okonkwo") == "Hannah Okonkwo is opted out already."


# ---- pausing -------------------------------------------------------------------------------


def test_pause_and_resume(floor: Floor) -> None:
    [enrolment] = enrol(floor, sequence(floor, 2), AMMANN)
    floor.do("engagement.pause_enrolment", id=enrolment)
    assert floor.no("engagement.pause_enrolment", id=enrolment) == "This enrolment is paused, not active."
    floor.wait(by="P1D")
    assert mail_to(floor, "reto.ammann@purefield.example") == []
    floor.do("engagement.resume_enrolment", id=enrolment)
    floor.wait(by="PT1S")
    assert floor.no("engagement.resume_enrolment", id=enrolment) == "This enrolment is finished, not paused."
    assert len(mail_to(floor, "reto.ammann@purefield.example")) == 1


def test_nobody_who_opted_out_is_resumed(floor: Floor) -> None:
    [enrolment] = enrol(floor, sequence(floor, 2), TAMM)
    floor.do("engagement.pause_enrolment", id=enrolment)
    floor.do("crm.update_contact", id=_contact_of(floor, TAMM), opted_out=True)
    assert floor.no("engagement.resume_enrolment", id=enrolment) == "Kristjan Tamm asked not to be written to."


def test_a_paused_sequence_holds_everybody_up(floor: Floor) -> None:
    made = sequence(floor, 2)
    ids = enrol(floor, made, AMMANN, TAMM)
    floor.do("engagement.pause_sequence", id=made)
    floor.wait(by="P1D")
    assert [status(floor, one) for one in ids] == ["active", "active"]
    assert (
        floor.no("engagement.enrol", sequence=made, prospects=["person-delia-crowe"]) == "Test is paused, not active."
    )
    floor.do("engagement.activate_sequence", id=made)
    floor.wait(by="PT1S")
    assert [status(floor, one) for one in ids] == ["finished", "finished"]


def test_archiving_stops_who_is_still_in_it(floor: Floor) -> None:
    made = sequence(floor, 2)
    [enrolment] = enrol(floor, made, AMMANN)
    floor.do("engagement.archive_sequence", id=made)
    assert status(floor, enrolment) == "stopped"
    assert floor.no("engagement.archive_sequence", id=made) == "Test is archived already."
    assert floor.no("engagement.activate_sequence", id=made) == "Test is archived."
    assert floor.no("engagement.stop_enrolment", id=enrolment) == "This enrolment is stopped already."


# ---- who may be enrolled -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("person", "said"),
    [
        ("person-carol-ostrowski", "Carol Ostrowski asked not to be written to."),
        ("person-tyler-nash", "Tyler Nash: no address that works."),
        ("person-elsa-nyberg", "Elsa Nyberg is in a sequence already."),
        ("person-imogen-clarke", "Imogen Clarke has been through Retail - initial outreach."),
        ("person-nobody", "There is no prospect 'person-nobody'."),
    ],
)
def test_who_cannot_be_enrolled(floor: Floor, person: str, said: str) -> None:
    assert floor.no("engagement.enrol", sequence=RETAIL, prospects=[AMMANN, person]) == said


def test_steps_are_run_by_the_clock_only(floor: Floor) -> None:
    [enrolment] = enrol(floor, sequence(floor, 2), AMMANN)
    assert floor.no("engagement.run_step", enrolment=enrolment) == "This step is not due yet."
    assert floor.no("engagement.run_step", enrolment="enrolment-imogen-clarke") == "This enrolment is finished."


# ---- people --------------------------------------------------------------------------------


def test_prospects_are_people(floor: Floor) -> None:
    made = floor.id("engagement.add_prospect", last_name="Lind", email="a@lind.example", company="company-tindra")
    assert floor.get(f"mail/contacts/{made}")["company"] == "company-tindra"
    assert floor.no("engagement.add_prospect", last_name="L", email="a@lind.example") == "Lind has this address."
    assert floor.no("engagement.update_prospect", id=AMMANN, email="a@lind.example") == "Lind has this address."


def test_lists_hold_prospects(floor: Floor) -> None:
    made = floor.id("engagement.create_list", name="Mine")
    assert floor.no("engagement.create_list", name="Mine") == "There is a list called Mine."
    floor.do("engagement.add_to_list", list=made, prospects=[AMMANN, TAMM])
    floor.do("engagement.remove_from_list", list=made, prospects=[TAMM])
    assert floor.get(f"engagement/prospects/{AMMANN}")["lists"] == [made]
    assert floor.get(f"engagement/prospects/{TAMM}")["lists"] == []
    floor.do("engagement.delete_list", id=made)
    assert floor.get(f"engagement/prospects/{AMMANN}")["lists"] == []


def test_forgetting_somebody_is_thorough(floor: Floor) -> None:
    task = floor.id("crm.create_task", subject="Call", lead="lead-elsa-nyberg")
    floor.do("engagement.erase_prospect", id="person-elsa-nyberg")
    gone = [
        "crm/leads/lead-elsa-nyberg",
        f"crm/tasks/{task}",
        "mail/contacts/person-elsa-nyberg",
        "engagement/enrolments/enrolment-elsa-nyberg",
    ]
    assert [floor.has(one) for one in gone] == [False] * 4
    assert "engagement:step:enrolment-elsa-nyberg" not in floor.timers()


def test_a_colleague_who_owns_something_is_not_forgotten(floor: Floor) -> None:
    assert floor.refused("engagement.erase_prospect", id="person-elena-vasquez").code == "restricted"
