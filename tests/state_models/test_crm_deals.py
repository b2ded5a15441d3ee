"""Accounts, contacts and opportunities: stages, reasons, merging, and what deletion does to the rest."""

from __future__ import annotations

from typing import Any

import pytest

from tests.state_models.floor import Floor

FERRUM = "account-ferrumworks"
HARROW = "account-harrowpike"
OWNER = "user-dana-whitfield"


def deal(floor: Floor, **given: Any) -> str:
    return floor.id(
        "crm.create_opportunity",
        **{"name": "Deal", "account": FERRUM, "close_date": "2025-06-01", "amount": 10} | given,
    )


def walk(floor: Floor, made: str, *stages: str) -> None:
    for stage in stages:
        floor.do("crm.move_opportunity", id=made, stage=stage)


ALL = ("qualification", "needs_analysis", "proposal", "negotiation")


def test_stages_are_walked_one_by_one_and_written_down(floor: Floor) -> None:
    made = deal(floor)
    walk(floor, made, *ALL)
    record = floor.get(f"crm/opportunities/{made}")
    assert (record["stage"], record["probability"]) == ("negotiation", 80)
    assert [one["stage"] for one in record["history"]] == ["prospecting", *ALL]
    assert record["history"][-1] == {"stage": "negotiation", "at": "2025-03-03T09:00:05Z", "by": OWNER}


@pytest.mark.parametrize(
    ("before", "to", "said"),
    [
        ((), "proposal", "From Prospecting an opportunity goes to Qualification or Closed lost, not to Proposal."),
        (ALL[:1], "closed_lost", 'Use "Close" to close an opportunity: it needs a reason.'),
        (
            ALL,
            "qualification",
            "From Negotiation an opportunity goes to Proposal or Closed won or Closed lost, not to Qualification.",
        ),
    ],
)
def test_stages_are_not_jumped(floor: Floor, before: tuple[str, ...], to: str, said: str) -> None:
    made = deal(floor)
    walk(floor, made, *before)
    assert floor.no("crm.move_opportunity", id=made, stage=to) == said


def test_winning_needs_the_last_stage_a_reason_and_an_amount(floor: Floor) -> None:
    made = deal(floor, amount=0)
    won = {"id": made, "outcome": "won", "reason": "Price"}
    assert floor.no("crm.close_opportunity", **won) == "From Prospecting an opportunity cannot become Closed won."
    walk(floor, made, *ALL)
    said = "The reason is one of: Product fit, Price, Relationship, Speed of delivery."
    assert floor.no("crm.close_opportunity", **won | {"reason": "No budget"}) == said
    refused = floor.refused("crm.close_opportunity", **won)
    assert (refused.what, refused.field) == ("An opportunity cannot be won without an amount.", "amount")
    floor.do("crm.update_opportunity", id=made, amount=9000)
    floor.do("crm.close_opportunity", **won)
    record = floor.get(f"crm/opportunities/{made}")
    assert (record["stage"], record["probability"], record["close_reason"]) == ("closed_won", 100, "Price")
    assert record["close_date"] == "2025-03-03"
    assert floor.get(f"crm/accounts/{FERRUM}")["type"] == "customer"
    assert floor.no("crm.close_opportunity", **won) == "Deal is Closed won already."
    assert floor.no("crm.update_opportunity", id=made, amount=1) == "Deal is Closed won; reopen it first."
    assert floor.no("crm.move_opportunity", id=made, stage="proposal") == "Deal is Closed won; reopen it first."
    assert floor.no("crm.delete_opportunity", id=made) == "Deal was won and cannot be deleted."


def test_what_is_lost_can_be_reopened_and_what_is_won_cannot(floor: Floor) -> None:
    made = deal(floor)
    floor.do("crm.close_opportunity", id=made, outcome="lost", reason="Timing")
    assert (
        floor.no("crm.reopen_opportunity", id=made, stage="proposal")
        == "A lost opportunity is reopened at Qualification."
    )
    floor.do("crm.reopen_opportunity", id=made, stage="qualification")
    record = floor.get(f"crm/opportunities/{made}")
    assert (record["stage"], record["probability"], record["close_reason"]) == ("qualification", 20, "")
    said = "Deal is Qualification; only lost opportunities can be reopened."
    assert floor.no("crm.reopen_opportunity", id=made, stage="qualification") == said


def test_an_opportunity_begins_open_and_with_a_contact_of_its_account(floor: Floor) -> None:
    given = {"name": "D", "account": FERRUM, "close_date": "2025-06-01"}
    assert floor.no("crm.create_opportunity", **given, stage="closed_won") == "A new opportunity cannot be Closed won."
    said = "Simon Harrow is not a contact of Ferrum Works."
    assert floor.no("crm.create_opportunity", **given, contact="contact-simon-harrow") == said
    assert floor.no("crm.update_opportunity", id=deal(floor), contact="contact-simon-harrow") == said
    assert deal(floor, contact="contact-gloria-petrakis")


# ---- accounts and contacts -----------------------------------------------------------------


def test_one_company_is_one_account(floor: Floor) -> None:
    said = "There is an account of that company: Ferrum Works."
    assert floor.no("crm.create_account", name="Ferrum Works") == said
    assert floor.no("crm.create_account", name="Other", domain="ferrumworks.example") == said


def test_an_account_of_a_known_company_shows_what_is_known(floor: Floor) -> None:
    made = floor.get(
        f"crm/accounts/{floor.id('crm.create_account', name='Helix Dental', domain='helixdental.example')}"
    )
    assert (made["entity"], made["employees"], made["city"]) == ("company-helixdental", 350, "Austin")


def test_accounts_form_a_tree(floor: Floor) -> None:
    assert floor.no("crm.update_account", id=HARROW, parent=HARROW) == "An account cannot be its own parent."
    said = "Harrow & Pike belongs to this account already."
    assert floor.no("crm.update_account", id="account-solacehome", parent=HARROW) == said
    floor.do("crm.update_account", id=HARROW, parent=None)
    assert floor.get(f"crm/accounts/{HARROW}")["parent"] is None


def test_deleting_an_account_takes_its_deals_and_leaves_its_contacts(floor: Floor) -> None:
    account = floor.id("crm.create_account", name="Vega", domain="vega.example")
    contact = floor.id("crm.create_contact", last_name="Lyra", account=account)
    made = deal(floor, account=account, contact=contact)
    task = floor.id("crm.create_task", subject="Call", account=account, due="2025-03-10")
    note = floor.id("crm.create_note", text="N", opportunity=made)
    child = floor.id("crm.create_account", name="Deneb", parent=account)
    floor.do("crm.delete_account", id=account)
    assert floor.get(f"crm/contacts/{contact}")["account"] is None
    assert floor.get(f"crm/accounts/{child}")["parent"] is None
    assert not floor.has(f"crm/opportunities/{made}")
    assert not floor.has(f"crm/tasks/{task}")
    assert not floor.has(f"crm/notes/{note}")
    assert f"crm:task-due:{task}" not in floor.timers()


def test_an_account_that_has_bought_stays(floor: Floor) -> None:
    won = next(one for one in floor.all("crm/opportunities").values() if one["stage"] == "closed_won")
    name = floor.get(f"crm/accounts/{won['account']}")["name"]
    said = f"{name} has won opportunities ({won['name']}) and cannot be deleted."
    assert floor.no("crm.delete_account", id=won["account"]) == said


def test_merging_accounts_moves_everything(floor: Floor) -> None:
    winner, loser = "account-blueanchor", "account-kestrelfreight"
    counted = _counts(floor, winner), _counts(floor, loser)
    child = floor.id("crm.create_account", name="Deneb", parent=loser)
    converted = [one["id"] for one in floor.all("crm/leads").values() if one["converted_account"] == loser]
    floor.do("crm.merge_accounts", winner=winner, loser=loser, keep=["employees"])
    assert _counts(floor, winner) == tuple(map(sum, zip(*counted, strict=True)))
    assert floor.get(f"crm/accounts/{winner}")["employees"] == 1320
    assert floor.get(f"crm/accounts/{child}")["parent"] == winner
    assert not floor.has(f"crm/accounts/{loser}")
    assert floor.get("crm/contacts/contact-sanne-bakker")["employer"] == "company-blueanchor"
    assert all(floor.get(f"crm/leads/{one}")["converted_account"] == winner for one in converted)
    assert floor.no("crm.merge_accounts", winner=winner, loser=winner) == "An account cannot be merged with itself."


def _counts(floor: Floor, account: str) -> tuple[int, ...]:
    tables = ("contacts", "opportunities", "tasks", "notes")
    return tuple(sum(one["account"] == account for one in floor.all(f"crm/{table}").values()) for table in tables)


@pytest.mark.parametrize("winner_is_child", [True, False])
def test_merging_parent_and_child_leaves_no_circle(floor: Floor, winner_is_child: bool) -> None:
    child, parent = HARROW, "account-solacehome"
    winner, loser = (child, parent) if winner_is_child else (parent, child)
    floor.do("crm.merge_accounts", winner=winner, loser=loser)
    assert floor.get(f"crm/accounts/{winner}")["parent"] is None


def test_a_contact_with_an_open_deal_stays(floor: Floor) -> None:
    contact = floor.id("crm.create_contact", last_name="Lyra", account=FERRUM)
    made = deal(floor, contact=contact)
    assert floor.no("crm.delete_contact", id=contact) == "Lyra is the contact of an open opportunity (Deal)."
    floor.do("crm.close_opportunity", id=made, outcome="lost", reason="Timing")
    floor.do("crm.delete_contact", id=contact)
    assert floor.get(f"crm/opportunities/{made}")["contact"] is None


def test_one_address_is_one_contact(floor: Floor) -> None:
    address = "simon.harrow@harrowpike.example"
    said = f"A contact with {address} exists: Simon Harrow."
    assert floor.no("crm.create_contact", last_name="H", email=address) == said
    assert floor.no("crm.update_contact", id="contact-farah-siddiqui", email=address) == said


def test_a_contact_moves_to_another_employer(floor: Floor) -> None:
    floor.do("crm.update_contact", id="contact-simon-harrow", account=FERRUM)
    assert floor.get("crm/contacts/contact-simon-harrow")["employer"] == "company-ferrumworks"
    assert floor.get("mail/contacts/person-simon-harrow")["company"] == "company-ferrumworks"


def test_phone_numbers_go_both_ways(floor: Floor) -> None:
    floor.do("crm.update_contact", id="contact-simon-harrow", phone="+44 1")
    assert floor.get("mail/contacts/person-simon-harrow")["phone"] == "+44 1"
    floor.do("crm.update_contact", id="contact-simon-harrow", phone="")
    assert floor.get("mail/contacts/person-simon-harrow")["phone"] == ""
