"""Leads: made, changed, given to somebody, imported, converted, merged, deleted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.state_models.floor import Floor

NYBERG = "lead-elsa-nyberg"
OWNER = "user-dana-whitfield"


def lead(floor: Floor, **given: Any) -> str:
    return floor.id("crm.create_lead", **{"last_name": "Arcturus", "company": "Arcturus Ltd"} | given)


def qualified(floor: Floor, **given: Any) -> str:
    made = lead(floor, **given)
    floor.do("crm.set_lead_status", id=made, status="working")
    floor.do("crm.set_lead_status", id=made, status="qualified")
    return made


def test_a_new_lead_belongs_to_who_made_it_and_is_new(floor: Floor) -> None:
    made = floor.get(f"crm/leads/{lead(floor, first_name='Ada', email='a@arcturus.example', phone='1', title='CEO')}")
    assert made["name"] == "Ada Arcturus"
    assert (made["owner"], made["status"], made["phone"], made["title"]) == (OWNER, "new", "1", "CEO")
    assert made["created"] == made["modified"] == "2025-03-03T09:00:01Z"


def test_a_lead_with_a_known_address_is_refused(floor: Floor) -> None:
    refused = floor.refused("crm.create_lead", last_name="N", company="T", email="elsa.nyberg@tindra.example")
    assert refused.what == "A lead with elsa.nyberg@tindra.example exists: Elsa Nyberg."
    assert (refused.code, refused.field) == ("guard", "email")


def test_a_lead_with_the_address_of_a_contact_is_refused(floor: Floor) -> None:
    said = floor.no("crm.create_lead", last_name="H", company="H", email="simon.harrow@harrowpike.example")
    assert said == "A contact with simon.harrow@harrowpike.example exists: Simon Harrow."


def test_a_duplicate_that_is_asked_for_is_the_same_person(floor: Floor) -> None:
    made = lead(floor, email="elsa.nyberg@tindra.example", allow_duplicate=True)
    assert (
        floor.get(f"crm/leads/{made}")["person"] == floor.get(f"crm/leads/{NYBERG}")["person"] == "person-elsa-nyberg"
    )


def test_leads_without_an_address_are_different_people(floor: Floor) -> None:
    one, other = lead(floor), lead(floor)
    assert floor.get(f"crm/leads/{one}")["person"] != floor.get(f"crm/leads/{other}")["person"]


def test_a_lead_of_a_known_person_leaves_what_is_known_alone(floor: Floor) -> None:
    made = lead(floor, last_name="Ammann", email="reto.ammann@purefield.example")
    assert floor.get(f"crm/leads/{made}")["title"] == "Lab Director"


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ({"company": "X"}, "params", "last_name"),
        ({"last_name": "", "company": "X"}, "params", "last_name"),
        ({"last_name": "X", "company": "X", "email": "nobody"}, "params", "email"),
        ({"last_name": "X", "company": "X", "rating": "boiling"}, "params", "rating"),
        ({"last_name": "X", "company": "X", "colour": "red"}, "params", "colour"),
        ({"last_name": "X", "company": "X", "owner": "user-nobody"}, "not-found", "user-nobody"),
        (
            {"last_name": "X", "company": "X", "owner": "user-owen-pritchard"},
            "guard",
            "Owen Pritchard is no longer active.",
        ),
    ],
)
def test_what_a_lead_cannot_be(floor: Floor, given: dict[str, Any], code: str, said: str) -> None:
    refused = floor.refused("crm.create_lead", **given)
    assert refused.code == code
    assert said in f"{refused.what} {refused.pointer} {refused.field}"


def test_editing_changes_what_is_given_and_nothing_else(floor: Floor) -> None:
    before = floor.get(f"crm/leads/{NYBERG}")
    floor.do("crm.update_lead", id=NYBERG, title="Head of Supply Chain", website="nyberg.example")
    after = floor.get(f"crm/leads/{NYBERG}")
    changed = {key for key in after if after[key] != before[key]}
    assert changed == {"title", "website", "modified"}


def test_an_address_cannot_become_that_of_another_lead(floor: Floor) -> None:
    said = floor.no("crm.update_lead", id=NYBERG, email="serena.cho@helixdental.example")
    assert said == "A lead with serena.cho@helixdental.example exists: Serena Cho."


def test_an_edit_without_a_change_is_refused(floor: Floor) -> None:
    assert floor.refused("crm.update_lead", id=NYBERG).code == "params"


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (["qualified"], "A lead that is New can become Working or Nurturing or Unqualified, not Qualified."),
        (["new"], "Arcturus is New already."),
        (["converted"], 'Use "Convert" to convert a lead.'),
        (["working", "new"], "A lead that is Working can become Nurturing or Qualified or Unqualified, not New."),
        (["unqualified", "nurturing"], "A lead that is Unqualified can become Working, not Nurturing."),
    ],
)
def test_status_follows_the_arrows(floor: Floor, way: list[str], said: str) -> None:
    made = lead(floor)
    for status in way[:-1]:
        floor.do("crm.set_lead_status", id=made, status=status)
    assert floor.no("crm.set_lead_status", id=made, status=way[-1]) == said


def test_what_lies_on_a_lead_goes_with_it_and_the_person_stays(floor: Floor) -> None:
    task = floor.id("crm.create_task", subject="Call", lead=NYBERG, due="2025-03-10")
    note = floor.id("crm.create_note", text="Nice", lead=NYBERG)
    floor.do("crm.delete_lead", id=NYBERG)
    assert not floor.has(f"crm/leads/{NYBERG}")
    assert not floor.has(f"crm/tasks/{task}")
    assert not floor.has(f"crm/notes/{note}")
    assert f"crm:task-due:{task}" not in floor.timers()
    assert floor.get("mail/contacts/person-elsa-nyberg")["name"] == "Elsa Nyberg"


# ---- whose they are ------------------------------------------------------------------------


def test_leads_are_given_to_somebody_together(floor: Floor) -> None:
    ids = [NYBERG, lead(floor)]
    floor.do("crm.assign_leads", ids=ids, owner="user-priya-raman")
    assert [floor.get(f"crm/leads/{one}")["owner"] for one in ids] == ["user-priya-raman"] * 2
    assert floor.no("crm.assign_leads", ids=ids, owner="user-owen-pritchard") == "Owen Pritchard is no longer active."


def test_leads_go_to_the_queue_in_turn(floor: Floor) -> None:
    floor.do("crm.set_assignment_queue", users=["user-dana-whitfield", "user-priya-raman", "user-tomas-lindqvist"])
    owners = [floor.do("crm.assign_by_turn", id=lead(floor))["owner"] for _ in range(4)]
    assert owners == ["user-dana-whitfield", "user-priya-raman", "user-tomas-lindqvist", "user-dana-whitfield"]


def test_who_left_is_passed_over(floor: Floor) -> None:
    floor.do("crm.set_assignment_queue", users=["user-priya-raman", "user-tomas-lindqvist"])
    floor.do("crm.deactivate_user", id="user-priya-raman", successor="user-tomas-lindqvist")
    assert floor.do("crm.assign_by_turn", id=lead(floor))["owner"] == "user-tomas-lindqvist"


def test_an_empty_queue_is_told(floor: Floor) -> None:
    floor.do("crm.set_assignment_queue", users=[])
    assert floor.no("crm.assign_by_turn", id=NYBERG) == "Nobody active is in the assignment queue."


def test_an_import_skips_what_is_known_and_what_comes_twice(floor: Floor) -> None:
    rows = [
        {"last_name": "One", "company": "A", "email": "one@a.example"},
        {"last_name": "Again", "company": "A", "email": "one@a.example"},
        {"last_name": "Nyberg", "company": "Tindra", "email": "elsa.nyberg@tindra.example"},
        {"last_name": "Two", "company": "B"},
        {"last_name": "Three", "company": "C"},
    ]
    floor.do("crm.set_assignment_queue", users=["user-priya-raman", "user-tomas-lindqvist"])
    result = floor.do("crm.import_leads", rows=rows)
    made = [floor.get(f"crm/leads/{one}") for one in result["ids"]]
    assert result["skipped"] == 2
    assert [one["last_name"] for one in made] == ["One", "Two", "Three"]
    assert [one["owner"].removeprefix("user-") for one in made] == ["priya-raman", "tomas-lindqvist", "priya-raman"]
    assert floor.do("crm.assign_by_turn", id=NYBERG)["owner"] == "user-tomas-lindqvist"


# ---- conversion ----------------------------------------------------------------------------


def test_conversion_makes_account_contact_and_opportunity_of_the_same_person(floor: Floor) -> None:
    made = qualified(floor, first_name="Ada", email="a@arcturus.example", website="arcturus.example", source="web")
    task = floor.id("crm.create_task", subject="Call", lead=made)
    result = floor.do("crm.convert_lead", id=made, amount=1200, close_date="2025-06-01")
    lead_, contact = floor.get(f"crm/leads/{made}"), floor.get(f"crm/contacts/{result['contact']}")
    account, deal = (
        floor.get(f"crm/accounts/{result['account']}"),
        floor.get(f"crm/opportunities/{result['opportunity']}"),
    )
    assert (lead_["status"], lead_["converted"]) == ("converted", lead_["modified"])
    assert [lead_[f"converted_{kind}"] for kind in result] == list(result.values())
    assert (contact["name"], contact["person"], contact["account"]) == ("Ada Arcturus", lead_["person"], account["id"])
    assert contact["employer"] == account["entity"]
    assert (account["name"], account["domain"], account["type"]) == ("Arcturus Ltd", "arcturus.example", "prospect")
    assert (deal["amount"], deal["stage"], deal["probability"], deal["source"]) == (1200, "prospecting", 10, "web")
    assert floor.get(f"crm/tasks/{task}")["contact"] == contact["id"]


def test_conversion_into_an_account_that_is_there(floor: Floor) -> None:
    made = qualified(floor, company="Ferrum Works", email="new@ferrumworks.example")
    result = floor.do("crm.convert_lead", id=made, create_opportunity=False)
    assert (result["account"], result["opportunity"]) == ("account-ferrumworks", None)
    assert floor.get(f"crm/contacts/{result['contact']}")["employer"] == "company-ferrumworks"


def test_conversion_finds_the_company_that_other_apps_know(floor: Floor) -> None:
    made = qualified(floor, company="Paperplane", website="paperplane.example", email="x@paperplane.example")
    result = floor.do("crm.convert_lead", id=made, create_opportunity=False)
    account = floor.get(f"crm/accounts/{result['account']}")
    assert (account["entity"], account["employees"]) == ("company-paperplane", 155)
    assert floor.get(f"crm/contacts/{result['contact']}")["employer"] == "company-paperplane"


def test_conversion_of_somebody_without_an_address_keeps_the_person(floor: Floor) -> None:
    made = qualified(floor)
    result = floor.do("crm.convert_lead", id=made, create_opportunity=False)
    assert floor.get(f"crm/contacts/{result['contact']}")["person"] == floor.get(f"crm/leads/{made}")["person"]


def test_what_cannot_be_converted(floor: Floor) -> None:
    fresh, ready = lead(floor), qualified(floor, last_name="Vega")
    assert floor.no("crm.convert_lead", id=fresh) == "A lead that is New cannot be converted; qualify it first."
    assert floor.no("crm.convert_lead", id=ready) == "An opportunity needs a close date."
    floor.do("crm.convert_lead", id=ready, create_opportunity=False)
    assert floor.no("crm.convert_lead", id=ready) == "Vega was converted already."
    closed = "Vega was converted and can no longer be changed here."
    assert floor.no("crm.update_lead", id=ready, title="X") == closed
    assert floor.no("crm.set_lead_status", id=ready, status="working") == closed
    assert floor.no("crm.assign_leads", ids=[ready], owner=OWNER) == closed
    assert floor.no("crm.assign_by_turn", id=ready) == closed


# ---- merging -------------------------------------------------------------------------------


def test_merging_moves_everything_to_the_winner(floor: Floor) -> None:
    winner, loser = "lead-parker-lindholm", "lead-parker-lindholm-2"
    task = floor.id("crm.create_task", subject="Call", lead=loser)
    note = floor.id("crm.create_note", text="Nice", lead=loser)
    floor.do(
        "crm.add_campaign_members",
        campaign="campaign-plant-tour",
        leads=[one for one in (loser,) if not _in(floor, one)],
    )
    floor.do("crm.merge_leads", winner=winner, loser=loser, keep=["title"])
    assert not floor.has(f"crm/leads/{loser}")
    assert floor.get(f"crm/leads/{winner}")["title"] == "Growth"
    assert floor.get(f"crm/leads/{winner}")["email"] == "parker.lindholm@helixdental.example"
    assert floor.get(f"crm/tasks/{task}")["lead"] == floor.get(f"crm/notes/{note}")["lead"] == winner
    assert _in(floor, winner)


def _in(floor: Floor, lead: str) -> bool:
    members = floor.all("crm/campaign_members").values()
    return any(one["lead"] == lead and one["campaign"] == "campaign-plant-tour" for one in members)


def test_merging_does_not_put_anybody_into_a_campaign_twice(floor: Floor) -> None:
    one, other = lead(floor), lead(floor)
    floor.do("crm.add_campaign_members", campaign="campaign-plant-tour", leads=[one, other])
    floor.do("crm.merge_leads", winner=one, loser=other)
    members = [member for member in floor.all("crm/campaign_members").values() if member["lead"] in (one, other)]
    assert [member["lead"] for member in members] == [one]


def test_what_cannot_be_merged(floor: Floor) -> None:
    ready = qualified(floor, last_name="Vega")
    floor.do("crm.convert_lead", id=ready, create_opportunity=False)
    assert floor.no("crm.merge_leads", winner=NYBERG, loser=NYBERG) == "A lead cannot be merged with itself."
    said = "Vega was converted and can no longer be changed here."
    assert floor.no("crm.merge_leads", winner=NYBERG, loser=ready) == said
    assert floor.no("crm.merge_leads", winner=ready, loser=NYBERG) == said
    assert floor.no("crm.merge_leads", winner=NYBERG, loser="lead-nobody") == "There is no lead 'lead-nobody'."
