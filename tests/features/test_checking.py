"""Features against what was recorded: where a surface was seen, and what is said when it was not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awe_author.archive.model import Entry, SocketMessage, StepRecord
from awe_author.features.checking import Recorded, RecordedPage, RecordedRequest, Report, check_features
from awe_author.features.checking.recorded import documents
from awe_author.features.loading import load_features
from awe_author.features.talks import Talk
from tests.features.leads import MODELS, WHOLE

LIST = """\
<body><p class="count">2 items</p><p class="none" hidden></p>
<table class="leads"><thead><tr><th>Name</th></tr></thead>
<tbody>
 <tr class="vip"><td><a class="name" href="/leads/l1">Ames</a></td><td class="status">new</td></tr>
 <tr><td><a class="name" href="/leads/l2">Box</a></td><td class="status">won</td></tr>
</tbody></table>
<x-search><template shadowrootmode="open"><input id="q"></template></x-search>
<template><b class="inert"></b></template></body>
"""
NEW = """\
<form class="new-lead"><input name="lastName"><select name="owner"></select><button>Save</button></form>
<p class="error"></p><p class="toast"></p>
"""
JSON_TYPE = (("content-type", "application/json"),)


def request(seq: int, method: str, url: str, body: Any = None) -> RecordedRequest:
    content = b"" if body is None else json.dumps(body).encode()
    return RecordedRequest(seq, method, f"https://crm.test{url}", JSON_TYPE, content, 200)


RECORDED = Recorded(
    requests=[
        request(1, "GET", "/api/leads?page=1"),
        request(2, "POST", "/api/leads", {"lastName": "Ames", "email": "a@b.example"}),
        request(3, "POST", "/graphql", {"operationName": "listLeads", "query": "query listLeads { leads { id } }"}),
        request(4, "POST", "/graphql", {"operationName": "addLead", "query": "mutation addLead { add { id } }"}),
    ],
    sockets=["wss://crm.test/live?token=1"],
    talks=[
        Talk(
            "wss://crm.test/live?token=1",
            Entry(9, "wss://crm.test/live?token=1", "GET", 101, "", 1.0, kind="websocket"),
            [SocketMessage(10, 0.1, True, '{"type":"watch"}'), SocketMessage(11, 0.2, True, '{"type":"rename"}')],
        )
    ],
    pages=[
        RecordedPage("https://crm.test/leads", LIST, 2, "Leads", "urn:awe:step:2:screenshot"),
        RecordedPage("https://crm.test/leads?sort=name", LIST, 3, "Leads", "urn:awe:step:3:screenshot"),
        RecordedPage("https://crm.test/leads/new", NEW, 5, "New lead", "urn:awe:step:5:screenshot"),
    ],
)


def checked(text: str) -> Report:
    return check_features([load_features(text, "leads.yaml", MODELS)], RECORDED, MODELS)


def said(text: str) -> list[tuple[str, str, str]]:
    """(level, problem, hint) of each finding."""
    features = f"app: crm\nfeatures:\n- {text}\n"
    return [(one.level, str(one.problem), one.problem.hint) for one in checked(features).findings]


def test_where_each_feature_was_seen() -> None:
    report = checked(WHOLE.replace('page: "https://crm.test/leads*"', "page: https://crm.test/leads"))
    assert report.findings == []
    listed, create, order, api, told = report.features
    assert (listed.pages, listed.steps, listed.reads) == (2, [2, 3], ("leads",))
    assert listed.screenshots == ["urn:awe:step:2:screenshot", "urn:awe:step:3:screenshot"]
    assert listed.selectors == {
        "table.leads tbody": 1, "table.leads tbody tr.vip": 2, "table.leads tbody tr:first-child": 2,
        "p.none": 1, ".count": 1,
    }  # fmt: skip
    assert (create.pages, create.surface) == (1, "submit form.new-lead on https://crm.test/leads/new")
    assert (create.action, create.writes) == ("create_lead", ("leads",))
    assert (order.pages, order.steps) == (2, [2, 3])
    assert (api.requests, api.surface) == (1, "POST https://crm.test/api/leads")
    assert told.requests == 1


@pytest.mark.parametrize(
    ("feature", "level", "problem", "hint"),
    [
        (
            "{id: a, on: {page: https://crm.test/leeds}}",
            "error",
            "leads.yaml:3:22: features[0].on.page: no recorded page is https://crm.test/leeds",
            "Nearest recorded: https://crm.test/leads",
        ),
        (
            "{id: a, on: {page: /leads}, show: [{select: p.cuont, set: {text: '1'}}]}",
            "error",
            "leads.yaml:3:47: features[0].show[0].select: `p.cuont` matches nothing on the 2 recorded pages of this "
            "address",
            "Did you mean `p.count`? It matches 1.",
        ),
        (
            "{id: a, on: {page: /leads/new}, show: [{select: p.count, set: {text: '1'}}]}",
            "error",
            "leads.yaml:3:51: features[0].show[0].select: `p.count` matches nothing on the recorded page "
            "https://crm.test/leads/new",
            "No recorded element there has the class `count`.",
        ),
        (
            "{id: a, on: {page: /leads}, show: [{select: td.name, set: {text: '1'}}]}",
            "error",
            "leads.yaml:3:47: features[0].show[0].select: `td.name` matches nothing on the 2 recorded pages of this "
            "address",
            "Every name in it is on the page, but not together.",
        ),
        (
            "{id: a, on: {page: /leads}, show: [{select: tbody > a, set: {text: '1'}}]}",
            "error",
            "leads.yaml:3:47: features[0].show[0].select: `tbody > a` matches nothing on the 2 recorded pages of "
            "this address",
            "`tbody` matches 1; look what is inside of it.",
        ),
        (
            "{id: a, on: {page: /leads}, show: [{select: 'body #q', set: {value: '1'}}]}",
            "error",
            "leads.yaml:3:47: features[0].show[0].select: `body #q` matches nothing on the 2 recorded pages of this "
            "address",
            "`body` matches 1; look what is inside of it.",
        ),
        (
            "{id: a, on: {page: /leads}, show: [{select: .inert, set: {text: '1'}}]}",
            "error",
            "leads.yaml:3:47: features[0].show[0].select: `.inert` matches nothing on the 2 recorded pages of this "
            "address",
            "No recorded element there has the class `inert`.",
        ),
        (
            "{id: a, on: {page: /leads}, show: [{each: '[1]', into: tbody, row: li, key: item}]}",
            "error",
            "leads.yaml:3:70: features[0].show[0].row: `li` matches nothing inside `tbody`",
            "Inside are: `tr.vip` (2), `tr` (2).",
        ),
        (
            "{id: a, on: {page: /leads}, show: [{each: '[1]', into: tbody, row: 'tr.vip:last-child', key: item}]}",
            "warning",
            "leads.yaml:3:70: features[0].show[0].row: `tr.vip:last-child` matches nothing inside `tbody`",
            "`tr.vip` matches 2 there: positions count all elements, whatever their class.",
        ),
        (
            "{id: a, on: {page: /leads}, show: [{each: '[1]', into: tbody, row: tr, key: item, "
            "set: {a.nmae: {text: item}}}]}",
            "error",
            'leads.yaml:3:91: features[0].show[0].set["a.nmae"]: `a.nmae` matches nothing inside the row `tr`',
            "Did you mean `a.name`? It matches 1.",
        ),
        (
            "{id: a, on: {page: /leads/new, event: submit, select: form}, do: create_lead, "
            "with: {last_name: form.lastname}}",
            "error",
            'leads.yaml:3:99: features[0].with.last_name: the form has no field "lastname"',
            'Did you mean "lastName"?',
        ),
        (
            "{id: a, on: {page: /leads/new, event: submit, select: form}, do: create_lead, "
            "with: {last_name: form.lastName}, then: {open: .dialog}}",
            "warning",
            "leads.yaml:3:128: features[0].then.open: `.dialog` matches nothing on the recorded page "
            "https://crm.test/leads/new",
            "No recorded element there has the class `dialog`.",
        ),
        (
            "{id: a, on: {request: PUT /api/leads}, reply: {json: {}}}",
            "warning",
            "leads.yaml:3:25: features[0].on.request: no recorded request is PUT /api/leads",
            "This address was recorded with GET, POST.",
        ),
        (
            "{id: a, on: {request: POST https://crm.test/api/lead}, reply: {like: recorded}}",
            "error",
            "leads.yaml:3:25: features[0].on.request: no recorded request is POST https://crm.test/api/lead, so "
            "nothing can be like it",
            "Nearest recorded: https://crm.test/api/leads",
        ),
        (
            "{id: a, on: {request: DELETE /api/leads/*}, reply: {status: 204}}",
            "warning",
            "leads.yaml:3:25: features[0].on.request: no recorded request is DELETE /api/leads/*",
            "No DELETE was recorded at all.",
        ),
        (
            "{id: a, on: {request: DELETE /api/leads/*}, reply: {like: recorded, status: 204}}",
            "warning",
            "leads.yaml:3:25: features[0].on.request: no recorded request is DELETE /api/leads/*; its reply has "
            "only what is given here",
            "No DELETE was recorded at all.",
        ),
        (
            "{id: a, on: {request: PUT /api/deals/*}, reply: {like: recorded}}",
            "error",
            "leads.yaml:3:25: features[0].on.request: no recorded request is PUT /api/deals/*, so nothing can be "
            "like it",
            "No PUT was recorded at all.",
        ),
        (
            "{id: a, on: {request: POST /graphql, where: body.operationName == 'listLeds'}, reply: {like: recorded}}",
            "error",
            "leads.yaml:3:47: features[0].on.where: `where` holds for none of the 2 recorded requests to this address",
            'Did you mean "listLeads"?',
        ),
        (
            "{id: a, on: {request: POST /api/leads}, do: create_lead, with: {last_name: body.last_name}}",
            "warning",
            'leads.yaml:3:78: features[0].with.last_name: no recorded body of this request has "last_name"',
            'Did you mean "lastName"?',
        ),
        (
            "{id: a, on: {socket: wss://crm.test/lives}, reply: {text: '1'}}",
            "error",
            "leads.yaml:3:24: features[0].on.socket: no recorded WebSocket is wss://crm.test/lives",
            "Nearest recorded: wss://crm.test/live",
        ),
    ],
)
def test_what_was_never_recorded(feature: str, level: str, problem: str, hint: str) -> None:
    assert said(feature) == [(level, problem, hint)]


def test_requests_count_only_those_that_the_condition_fits() -> None:
    features = (
        "app: crm\nfeatures:\n"
        "- {id: a, on: {request: POST /graphql, where: body.operationName == 'addLead' && 'l1' in state.leads}}\n"
        "- {id: b, on: {request: POST /graphql}}\n"
    )
    assert [one.requests for one in checked(features).features] == [1, 2]


def test_shadow_trees_and_frames_are_documents_of_their_own() -> None:
    assert said("{id: a, on: {page: /leads}, show: [{select: '#q', set: {value: '1'}}]}") == []
    inner = "<p class='x'>&amp;</p>".replace("&", "&amp;").replace('"', "&quot;")
    text = f'<iframe data-awe-frame="0" data-awe-src="https://crm.test/help?a=1&amp;b=2" srcdoc="{inner}"></iframe>'
    step = StepRecord(number=7, verb="goto", args={}, started=0.0, url="https://crm.test/")
    assert [(one.url, one.html) for one in documents(text, step)] == [
        ("https://crm.test/", text),
        ("https://crm.test/help?a=1&b=2", "<p class='x'>&amp;</p>"),
    ]


def test_an_empty_recording_is_no_reason_to_fail() -> None:
    report = check_features([load_features(WHOLE, "leads.yaml", MODELS)], Recorded(), MODELS)
    assert [one.level for one in report.findings] == ["error"] * 5
    assert [one.problem.hint for one in report.findings][-1] == "No WebSocket was recorded."


def test_elements_that_a_reply_shows_are_in_a_recorded_answer() -> None:
    rows = "<tr><td class='name'>Ada</td></tr><tr><td class='name'>Bela</td></tr>"
    recorded = Recorded(requests=[RecordedRequest(7, "POST", "https://crm.test/rows", (), b"", 200, "text/html", rows)])
    reply = "{like: recorded, show: [{select: td.name, set: {text: \"'x'\"}}, {select: td.age, set: {text: \"'x'\"}}]}"
    text = f"app: crm\nfeatures:\n- id: a\n  on: {{request: POST /rows, like: [7]}}\n  reply: {reply}"
    report = check_features([load_features(text, "f.yaml", MODELS)], recorded, MODELS)
    assert [(one.level, str(one.problem)) for one in report.findings] == [
        ("warning", "f.yaml:5:82: features[0].reply.show[1].select: `td.age` matches nothing in the 1 recorded answers")
    ]
    other = text.replace("like: [7]", "like: [8]")
    told = [
        str(one.problem) for one in check_features([load_features(other, "f.yaml", MODELS)], recorded, MODELS).findings
    ]
    assert "no recorded request to this address has the number 8" in told[0]


NEWS = Recorded(
    requests=[
        RecordedRequest(1, "GET", "https://crm.test/news/a/", (), b"", 200, "text/html", "<h1>Tea &amp; cups</h1> old"),
        RecordedRequest(2, "GET", "https://crm.test/news/b/", (), b"", 200, "text/html", "<h1>Milk</h1> old, sour"),
    ]
)


@pytest.mark.parametrize(
    ("swap", "expected"),
    [
        ("Tea & cups: path", ""),
        ("old: path, sour: path", ""),
        (
            "Coffee: path",
            "5:42: features[0].reply.swap.Coffee: no recorded page of this address has the words 'Coffee'",
        ),
        (
            "old: path, Milk: path, Tea & cups: path",
            "5:51: features[0].reply.swap.Milk: no recorded page of this address has the words 'Milk' "
            "beside the others",
        ),
    ],
)
def test_words_to_swap_stand_on_one_recorded_page(swap: str, expected: str) -> None:
    text = (
        f"app: crm\nfeatures:\n- id: a\n  on: {{request: GET /news/*}}\n  reply: {{like: recorded, swap: {{{swap}}}}}"
    )
    report = check_features([load_features(text, "f.yaml", MODELS)], NEWS, MODELS)
    assert [str(one.problem) for one in report.findings] == ([f"f.yaml:{expected}"] if expected else [])
    assert all(one.level == "error" for one in report.findings)


@pytest.mark.parametrize(
    ("embedded", "expected", "hint"),
    [
        ("window.S: {n: 1}, 'div#app@data-page': {n: 1}", "", ""),
        (
            "window.T: {n: 1}",
            '5:38: features[0].reply.embedded["window.T"]: no recorded document of this address has JSON at '
            "'window.T'",
            'Did you mean "window.S"?',
        ),
        (
            "window.S: {n: 1}, script#data: {n: 1}",
            '5:38: features[0].reply.embedded["window.S"]: no recorded document of this address has JSON at '
            "'window.S' beside the others",
            'Did you mean "window.S"?',
        ),
    ],
)
def test_json_to_put_in_is_in_a_recorded_document(embedded: str, expected: str, hint: str) -> None:
    there = Recorded(
        requests=[
            RecordedRequest(1, "GET", "https://crm.test/a", mime="text/html", embedded=("script#data",)),
            RecordedRequest(
                2, "GET", "https://crm.test/b", mime="text/html", embedded=("window.S", "div#app@data-page")
            ),
        ]
    )
    reply = f"{{like: recorded, embedded: {{{embedded}}}}}"
    text = f"app: crm\nfeatures:\n- id: a\n  on: {{request: GET /*}}\n  reply: {reply}"
    report = check_features([load_features(text, "f.yaml", MODELS)], there, MODELS)
    assert [str(one.problem) for one in report.findings] == ([f"f.yaml:{expected}"] if expected else [])
    assert [(one.level, one.problem.hint) for one in report.findings] == ([("error", hint)] if expected else [])


def test_a_message_that_no_page_sent_is_told() -> None:
    asked = "{id: a, on: {socket: wss://crm.test/live, where: \"message.type == '%s'\"}, reply: {json: {}}}"
    assert said(asked % "rename") == []
    ((level, problem, hint),) = said(asked % "renamed")
    assert (level, hint) == ("warning", "They are: rename, watch.")
    assert problem.endswith("features[0].on.where: `where` holds for none of the 2 recorded messages of the page")


def test_an_event_stream_that_was_never_recorded_is_told() -> None:
    stream = "{id: a, on: {stream: https://crm.test/events, event: open}, reply: {json: {}}}"
    ((level, problem, _),) = said(stream)
    assert level == "error"
    assert problem.endswith("features[0].on.stream: no recorded event stream is https://crm.test/events")
