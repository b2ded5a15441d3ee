"""Each kind of checkpoint: kept, not kept, and what it says about it."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

import pytest

from awe_author.evaluation.evidence import Download, Evidence, Facts, Page
from tests.evaluation.floor import MAIL, START, TASK, episode, result, scorer, verdicts, world

LEAD = "lead-amos-tillman"
AT_START = episode()
WORKED = episode(START, TASK)


# ---- state -----------------------------------------------------------------------------------------------------------


def test_a_state_says_at_which_event_it_became_true() -> None:
    found = result({"state": f"state.crm.leads['{LEAD}'].status == 'working'"}, WORKED)
    assert (found.passed, found.turned, found.event) == (True, "true", 1)
    never = result({"state": f"state.crm.leads['{LEAD}'].status == 'working'"}, AT_START)
    assert (never.passed, never.turned, never.event, never.found) == (False, "never", None, "new")
    assert never.expected == f"state.crm.leads['{LEAD}'].status == 'working'"


def test_what_was_undone_says_when() -> None:
    undone = episode(START, ("crm", "set_lead_status", {"id": LEAD, "status": "nurturing"}), TASK)
    found = result({"state": f"state.crm.leads['{LEAD}'].status == 'working'"}, undone)
    assert (found.passed, found.turned, found.event) == (False, "false", 2)


def test_what_held_all_along_says_so() -> None:
    found = result({"state": "state.crm.leads.size() > 0"}, WORKED)
    assert (found.passed, found.turned, found.event) == (True, "start", None)


def test_a_condition_of_many_parts_shows_the_one_that_failed() -> None:
    source = (
        f"state.crm.leads['{LEAD}'].status == 'working' && state.crm.tasks.values().exists(t, t.subject == 'Ring || x')"
    )
    found = result({"state": source}, episode(START))
    assert found.expected == "state.crm.tasks.values().exists(t, t.subject == 'Ring || x')"
    assert found.found is False


def test_a_missing_record_is_a_failure_and_not_an_accident() -> None:
    gone = episode(("crm", "delete_lead", {"id": LEAD}))
    found = result({"state": f"state.crm.leads['{LEAD}'].status != 'working'"}, gone)
    assert not found.passed
    assert "CelFault" in found.error


def test_a_value_is_compared_with_tolerance() -> None:
    spec = {"state": {"value": "state.crm.opportunities['opportunity-01'].amount", "number": 52000, "tolerance": 500}}
    assert result(spec, AT_START).passed
    spec["state"]["tolerance"] = 499
    assert result(spec, AT_START).found == 52500


def test_initial_events_warehouse_and_now_are_bound() -> None:
    source = (
        f"initial.crm.leads['{LEAD}'].status == 'new' && events.size() == 2 && events[0].action == 'set_lead_status'"
        f" && warehouse.people.by('email', state.crm.leads['{LEAD}'].email).size() == 1 && now > timestamp('2025-03-03T09:00:00Z')"
    )
    assert result({"state": source}, WORKED).passed


# ---- records ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "at_start", "worked"),
    [
        ({"in": "crm.tasks", "new": True, "fields": {"subject": "call amos", "kind": "call"}}, False, True),
        ({"in": "crm.tasks", "new": True, "count": 0}, True, False),
        ({"in": "crm.tasks", "where": {"lead": LEAD, "due": "2025-03-05"}}, False, True),
        ({"in": "crm.tasks", "where": f"item.lead == '{LEAD}'", "count": {"at_least": 1}}, False, True),
        ({"in": "crm.tasks", "new": True, "related": {"lead": {"in": "crm.leads", "fields": {"status": "working"}}}}, False, True),
        ({"in": "crm.tasks", "new": True, "related": {"lead": {"in": "crm.leads", "fields": {"status": "new"}}}}, False, False),
        ({"in": "crm.tasks", "new": True, "related": {"account": {"in": "crm.accounts"}}}, False, False),
        ({"in": "crm.leads", "where": {"id": LEAD}, "fields": {"company": "Cascade Paper", "status": "working"}}, False, True),
        ({"in": "crm.leads", "where": "state.crm.users[item.owner].team == 'x'", "count": 0}, True, True),
    ],
)  # fmt: skip
def test_records(spec: dict[str, Any], at_start: bool, worked: bool) -> None:
    assert verdicts({"records": spec}, [AT_START, WORKED]) == [at_start, worked]


def test_records_say_what_differs() -> None:
    spec = {"in": "crm.leads", "where": {"id": LEAD}, "fields": {"status": "working"}}
    found = result({"records": spec}, AT_START)
    assert found.why == "status is 'new'"
    again = result({"records": spec}, episode(TASK, START))
    assert (again.turned, again.event) == ("true", 2)


# ---- diff ------------------------------------------------------------------------------------------------------------


def test_jmespath_over_the_difference() -> None:
    assert verdicts({"diff": {"query": "crm.leads.updated[0].status", "equals": "working"}}, [AT_START, WORKED]) == [
        False,
        True,
    ]
    assert verdicts({"diff": "length(differences.tasks.added) == `1`"}, [AT_START, WORKED]) == [False, True]
    assert result(
        {"diff": {"query": "crm.leads.changes[?field=='status'].[before, after]", "equals": [["new", "working"]]}},
        WORKED,
    ).passed
    assert result({"diff": {"query": "keys(@)", "equals": ["differences"]}}, AT_START).passed
    removed = episode(("crm", "delete_note", {"id": "note-02"}))
    assert result({"diff": {"query": "crm.notes.deleted[].id", "equals": ["note-02"]}}, removed).passed


# ---- events ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "at_start", "worked"),
    [
        ({"action": "crm.create_task"}, False, True),
        ({"action": ["crm.create_task", "crm.set_lead_status"], "count": 2}, False, True),
        ({"action": "crm.create_task", "params": {"subject": "Call Amos"}}, False, True),
        ({"action": "crm.create_task", "params": {"subject": "Call"}}, False, False),
        ({"match": {"where": "event.app == 'crm' && event.patch.size() > 0"}, "count": {"at_least": 2}}, False, True),
        ({"sequence": [{"action": "crm.set_lead_status"}, {"action": "crm.create_task"}]}, False, True),
        ({"sequence": [{"action": "crm.create_task"}, {"action": "crm.set_lead_status"}]}, False, False),
        ({"sequence": [{"action": "crm.set_lead_status"}, {"action": "crm.create_task"}], "contiguous": True}, False, True),
        ({"never": {"action": "crm.create_task"}}, True, False),
        ({"never": {"action": "crm.delete_lead"}}, True, True),
    ],
)  # fmt: skip
def test_events(spec: dict[str, Any], at_start: bool, worked: bool) -> None:
    assert verdicts({"event": spec}, [AT_START, WORKED]) == [at_start, worked]


def test_what_must_never_happen_says_where_it_did() -> None:
    found = result({"event": {"never": {"action": "crm.create_task"}}}, WORKED)
    assert (found.turned, found.event, found.found) == ("false", 2, [2])


def test_actions_that_were_emitted_count() -> None:
    mailed = episode(("crm", "send_email", {"lead": LEAD, "subject": "Pilot", "body": "Hello."}))
    assert result({"event": {"action": "mail.send_message"}}, mailed).passed


# ---- messages --------------------------------------------------------------------------------------------------------

MAILED = episode(MAIL)


@pytest.mark.parametrize(
    ("spec", "passes"),
    [
        ({"app": "mail", "to": "Hugo.Lefevre@parcelrepublic.example"}, True),
        ({"to": ["hugo.lefevre@parcelrepublic.example"], "subject": "limits"}, True),
        ({"app": "mail", "to": ["hugo.lefevre@parcelrepublic.example", "x@y.example"]}, False),
        ({"app": "mail", "subject": {"equals": "Limits"}, "body": {"includes": ["1,000"]}}, True),
        ({"app": "mail", "body": {"includes": ["1,0"]}}, False),
        ({"app": "mail", "cc": []}, True),
        ({"app": "mail", "count": 2}, False),
        ({"app": "mail", "from": "somebody@else.example", "count": 0}, True),
        ({"app": "mail", "in_reply_to": "message-08-1"}, False),
        ({"app": "mail", "where": "item.folder == 'sent'"}, True),
    ],
)  # fmt: skip
def test_messages(spec: dict[str, Any], passes: bool) -> None:
    assert result({"message": spec}, MAILED).passed is passes


def test_seeded_and_received_messages_are_none_that_were_sent() -> None:
    assert not result(
        {"message": {"app": "mail", "to": ["hannah.okonkwo@northwind-outfitters.example"], "count": {"at_least": 1}}},
        AT_START,
    ).passed
    got = episode(("mail", "receive_message", {"from": "a@b.example", "subject": "Hi", "body": "x"}))
    assert result({"message": {"app": "mail", "count": 0}}, got).passed


def test_a_message_says_which_field_differs() -> None:
    found = result(
        {"message": {"app": "mail", "to": "hugo.lefevre@parcelrepublic.example", "subject": "Other"}}, MAILED
    )
    assert found.why.endswith("of the last the subject is another")
    assert found.found[0]["subject"] == "Limits"


# ---- answer ----------------------------------------------------------------------------------------------------------


def answered(value: Any) -> Evidence:
    return Evidence(AT_START.history, Facts(answer=value, answered=True))


def test_answers() -> None:
    assert result({"answer": {"number": 52500}}, answered("52,500")).passed
    assert not result({"answer": "x"}, AT_START).passed
    assert not result({"answer": {"not": "x"}}, AT_START).passed
    assert result({"answer": "none"}, AT_START).passed
    assert not result({"answer": "none"}, answered("I did it")).passed
    source = "state.crm.opportunities['opportunity-01'].amount"
    assert result({"answer": {"expression": source}}, answered("52500")).passed
    assert not result({"answer": {"expression": source}}, answered("52501")).passed
    assert not result({"answer": {"expression": "state.crm.leads['lead-amos-tillman'].email"}}, answered("")).passed


# ---- page and url ----------------------------------------------------------------------------------------------------


def at_page(*pages: Page) -> Evidence:
    return Evidence(AT_START.history, Facts(pages=pages))


def test_pages() -> None:
    script = "document.title"
    page = Page(url="https://a.test/x?b=2&a=1", scripts={script: "Leads"})
    made = scorer({"page": {"script": script, "equals": "Leads"}})
    assert made.scripts == (script,)
    assert made.verdict(at_page(page)).outcome == "pass"
    assert made.verdict(at_page()).outcome == "fail"
    assert made.verdict(at_page(replace(page, scripts={}, failed={script: "boom"}))).outcome == "fail"
    assert made.verdict(at_page(page, Page(url="https://b.test/", scripts={script: ""}))).outcome == "fail"
    by_url = {"page": {"script": script, "equals": "Leads", "url": "https://a.test/*"}}
    assert result(by_url, at_page(page, Page(url="https://b.test/", scripts={script: ""}))).passed
    true = scorer({"page": "1 == 1"})
    assert [true.verdict(at_page(Page(url="u", scripts={"1 == 1": one}))).outcome for one in (True, 1, "true")] == [
        "pass", "fail", "fail",
    ]  # fmt: skip


def test_evidence_that_we_did_not_gather_is_not_the_agents_fault() -> None:
    for spec in ({"page": "1"}, {"url": "https://a.test/*"}):
        verdict = scorer(spec).verdict(AT_START)
        assert (verdict.outcome, verdict.score) == ("invalid", 0.0)
        assert verdict.faults
    not_run = scorer({"page": "1"}).verdict(at_page(Page(url="https://a.test/")))
    assert not_run.outcome == "invalid"
    kept = Evidence(AT_START.history, Facts(downloads=None))
    assert scorer({"file": {"name": "*"}}).verdict(kept).outcome == "invalid"


@pytest.mark.parametrize(
    ("spec", "passes"),
    [
        ("https://a.test/x*", True),
        ("https://a.test/y*", False),
        ("https://a.test/", False),
        ({"match": "https://A.test/x/", "how": "base"}, True),
        ({"match": "https://a.test/x", "how": "exact"}, False),
        ({"match": "https://a.test/x?b=2&a=1#top", "how": "exact"}, True),
        ({"match": "*", "query": {"a": 1, "b": ["2", "3"]}}, True),
        ({"match": "*", "query": {"a": "12"}}, False),
        ({"match": r"https://a\.test/\w\?.*", "how": "regex"}, True),
        (["https://c.test/*", "https://a.test/*"], True),
    ],
)  # fmt: skip
def test_urls(spec: Any, passes: bool) -> None:
    page = Page(url="https://a.test/x?b=2&a=1")
    assert result({"url": spec}, at_page(page)).passed is passes


def test_which_page_is_looked_at() -> None:
    two = at_page(Page(url="https://a.test/"), Page(url="https://b.test/"))
    assert not result({"url": "https://a.test/*"}, two).passed
    assert result({"url": {"match": "https://a.test/*", "page": "any"}}, two).passed


# ---- python and judge ------------------------------------------------------------------------------------------------


def test_python() -> None:
    functions: dict[str, Any] = {
        "c:half": lambda evidence: 0.5,
        "c:yes": lambda evidence, least: len(evidence.events) >= least,
        "c:wrong": lambda evidence: "yes",
        "c:raises": lambda evidence: 1 / 0,
    }
    env = replace(world().known, function=functions.__getitem__)
    half = result({"python": "c:half"}, WORKED, env)
    assert (half.passed, half.score) == (False, 0.5)
    passed = result({"python": {"use": "c:yes", "with": {"least": 2}}}, WORKED, env)
    assert (passed.passed, passed.turned, passed.event) == (True, "true", 2)
    for name in ("c:wrong", "c:raises"):
        found = result({"python": name}, WORKED, env)
        assert (found.passed, found.score) == (False, 0.0)
        assert found.error


class Asked:
    """A judge that was asked."""

    name = "fake"

    def __init__(self) -> None:
        self.material: list[Any] = []

    def text(self, question: str, material: str) -> tuple[float, str]:
        self.material.append(material)
        return 0.9, "good"

    def image(self, question: str, material: bytes) -> tuple[float, str]:
        self.material.append(material)
        return 0.2, "bad"


def test_judges_are_off_and_reported_apart() -> None:
    nice = {"judge": {"question": "Is it kind?", "of": "answer", "at_least": 0.7}}
    held = {"state": "true"}
    off = scorer(held, nice).verdict(answered("Dear all"))
    assert (off.outcome, off.score, len(off.checkpoints)) == ("pass", 1.0, 1)
    assert (off.judged[0].skipped, off.judged[0].passed) == (True, False)
    judge = Asked()
    env = replace(world().known, judge=judge)
    on = scorer(held, nice, {"judge": {"question": "Four bars?", "of": "page"}}, env=env)
    picture = base64.b64encode(b"PNG").decode()
    facts = Facts(answer="Dear all", answered=True, pages=(Page(url="u", image=picture),))
    verdict = on.verdict(Evidence(AT_START.history, facts))
    assert [(one.passed, one.score) for one in verdict.judged] == [(True, 0.9), (False, 0.2)]
    assert judge.material == ["Dear all", b"PNG"]
    assert verdict.outcome == "pass"


# ---- files -----------------------------------------------------------------------------------------------------------


def downloaded(*files: Download) -> Evidence:
    return Evidence(AT_START.history, Facts(downloads=files))


CSV = Download(name="leads-2025.csv", data=b"Email;Status\na@b.example;working\nc@d.example;new\n")


@pytest.mark.parametrize(
    ("spec", "passes"),
    [
        ({"name": "leads-*.csv"}, True),
        ({"name": "*.xlsx"}, False),
        ({"name": "*", "kind": "csv"}, True),
        ({"name": "*", "kind": "pdf"}, False),
        ({"name": "*.csv", "rows": {"count": 2}}, True),
        ({"name": "*.csv", "rows": {"count": 3}}, False),
        ({"name": "*.csv", "row": {"email": "a@b.example", "Status": "working"}}, True),
        ({"name": "*.csv", "row": {"email": "a@b.example", "Status": "new"}}, False),
        ({"name": "*.csv", "row": {"Missing": "x"}}, False),
        ({"name": "*.csv", "cells": {"B3": "new"}}, True),
        ({"name": "*.csv", "text": {"includes": ["c@d.example"]}}, True),
        ({"name": "*.csv", "count": 2}, False),
        ({"name": "*.pdf", "count": 0}, True),
        ({"name": "*.csv", "sha256": "0" * 64}, False),
    ],
)  # fmt: skip
def test_downloads(spec: dict[str, Any], passes: bool) -> None:
    assert result({"file": spec}, downloaded(CSV)).passed is passes


def test_files_of_the_state() -> None:
    spec = {"of": "warehouse.files.values()", "name": "Retail Forum slides.pdf", "text": {"includes": ["Promotions"]}}
    assert result({"file": spec}, AT_START).passed
    assert not result({"file": spec | {"text": {"includes": ["Promo"]}}}, AT_START).passed
