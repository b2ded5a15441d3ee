"""Task files: all problems at once, each with file, line, column and the nearest thing that fits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from awe_author.evaluation.checkpoints import Environment
from tests.evaluation.floor import problems, world

WRONG = """\
id: Sdr 1
instruction: ""
world: sdr
start: crm.acme.test
budget: {steps: many, hours: 2}
checkpoints:
  - {id: a, stat: "true"}
  - {id: b, state: "state.crm.leadz.size() > 0", after: [c, a]}
  - {id: b, state: "state.crm.leads.size()", weight: -1}
  - {id: d, records: {in: crm.lead, fields: {}}, answer: x}
frame: {may_chang: [/crm/leads]}
changelog: [{version: 2, changes: x}]
"""


def test_every_mistake_of_the_form_is_told_at_once() -> None:
    found = problems(WRONG)
    told = {(one.line, one.path): one for one in found}
    assert {line for line, _ in told} == {1, 2, 4, 5, 7, 8, 9, 10, 11, 12}
    assert told[7, "checkpoints.0.stat"].hint == 'Did you mean "state"?'
    assert told[5, "budget.hours"].column == 23
    assert told[11, "frame.may_chang"].hint == 'Did you mean "may_change"?'
    assert 'there is no checkpoint "c"' in told[8, "checkpoints.1.after.0"].what
    assert 'two checkpoints "b"' in told[9, "checkpoints.2.id"].what
    assert "records and answer" in told[10, "checkpoints.3"].what
    assert told[12, "changelog.0.version"].what == "the task has version 1, its changelog 2"
    assert all(one.file == "t.yaml" and one.column for one in found)


HEAD = "id: t\ninstruction: Do it.\nworld: sdr\nframe: {may_change: []}\n"


@pytest.mark.parametrize(
    ("checkpoint", "path", "said"),
    [
        ('state: "state.crm.leadz.size() > 0"', "state", "leads"),
        ('state: "state.crm.leads.size()"', "state", "true or false"),
        ('state: "state.crm.leads[0"', "state", ""),
        ("state: {valu: x}", "state", "value"),
        ("records: {in: crm.lead}", "records.in", "crm.leads"),
        ("records: {in: crm.leads, fields: {emial: x}}", "records.fields.emial", "email"),
        ("records: {in: crm.leads, were: {}}", "records.were", "where"),
        ("records: {in: crm.leads, count: -1}", "records.count", "at_least"),
        ("records: {in: crm.leads, related: {owner: {in: crm.user}}}", "records.related.owner.in", "crm.users"),
        ("event: {action: crm.creat_lead}", "event.match.action", "crm.create_lead"),
        ("event: {match: {acton: x}}", "event.match.acton", "action"),
        ("event: {sequence: [{action: crm.create_lead}]}", "event.sequence", "two"),
        ("event: {}", "event", "match"),
        ("message: {app: male}", "message.app", "mail.messages"),
        ("message: {app: mail, subjct: x}", "message.subjct", "subject"),
        ('diff: "a["', "diff.query", "JMESPath"),
        ("answer: {number: twelve}", "answer.number", "a number"),
        ("answer: {regex: '('}", "answer.regex", "regular expression"),
        ("page: {script: ' '}", "page", "script"),
        ("url: {match: ['('], how: regex}", "url.match", "regular expression"),
        ("url: {match: x, how: exakt}", "url", "exact"),
        ("file: {name: x, kind: pfd}", "file.kind", "pdf"),
        ("file: {name: x, cells: {B: 1}}", "file.cells.B", "cell"),
        ("python: nothing", "python", "module:function"),
        ("python: nothing:here", "python", "folder"),
        ("judge: {question: x}", "", "judges are reported apart"),
    ],
)  # fmt: skip
def test_what_the_world_does_not_know(checkpoint: str, path: str, said: str) -> None:
    found = problems(f"{HEAD}checkpoints:\n  - id: a\n    {checkpoint}\n")
    assert found
    wanted = f"checkpoints.0.{path}" if path else "checkpoints"
    assert wanted in [one.path for one in found]
    assert any(said in f"{one.what} {one.hint}" for one in found)
    assert all(one.line in (5, 7) for one in found)


@pytest.mark.parametrize(
    ("place", "hint"),
    [("/crm/leadz/*", "/crm/leads"), ("/nowhere", ""), ("/crm/settings/currency/x", None), ("/crm/leads/*/status", None), ("/*/tasks", None)],
)  # fmt: skip
def test_places_of_the_frame_are_there(place: str, hint: str | None) -> None:
    text = HEAD.replace("[]", f"['{place}']") + "checkpoints: [{id: a, state: 'true'}]\n"
    found = problems(text)
    assert bool(found) is (hint is not None)
    assert not hint or hint in found[0].hint


def test_circles_policies_users_and_answers() -> None:
    text = HEAD + (
        "checkpoints:\n  - {id: a, state: 'true', after: [b]}\n  - {id: b, state: 'true', after: [a]}\n"
        "  - {id: c, answer: x}\nanswer: {form: none, schema: {type: 7}}\n"
        "policies: [{use: ask_befor}]\nuser: {answer: []}\n"
    )
    paths = {one.path for one in problems(text)}
    assert {"checkpoints.0.after", "checkpoints.1.after", "checkpoints.2.answer", "answer.schema"} <= paths
    assert any(one.startswith("policies.0") for one in paths)
    assert any(one.startswith("user") for one in paths)


def test_a_world_without_state_has_pages_and_answers_only() -> None:
    bare = Environment()
    text = HEAD + "checkpoints:\n  - {id: a, state: 'true'}\n  - {id: b, page: '1'}\n  - {id: c, answer: x}\n"
    assert [one.path for one in problems(text, bare)] == ["checkpoints.0.state"]


def test_a_file_that_raises_is_the_authors_mistake() -> None:
    def broken(name: str) -> bool:
        raise SyntaxError("no such syntax")

    env = replace(world().known, function=broken)
    found = problems(HEAD + "checkpoints: [{id: a, python: 'x:y'}]\n", env)
    assert "no such syntax" in found[0].what
