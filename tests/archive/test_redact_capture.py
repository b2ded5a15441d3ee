"""A recorded log-in is written without its secrets, and so that it still replays."""

from __future__ import annotations

import base64
import contextlib
import gzip
import json
import re
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import brotli
import pytest

from awe_author.archive import open_archive
from awe_author.archive.capture import Capture, CapturedFact, CapturedPage
from awe_author.archive.model import SocketMessage, StepRecord, StorageState
from awe_author.archive.redaction import RedactionRules, Redactor
from awe_author.archive.redaction.audit import Leak, find_leaks
from awe_author.archive.spool import MemoryBody
from awe_author.archive.wacz_writer import WrittenRecording, write_wacz
from awe_author.errors import AweError, InputError
from tests.archive.captures import FORM, Package, capture, exchange

PASSWORD = "demo-Pass/1234"
SESSION = "s%3AGhT5kLm9Qw2Xz8VbNc4R.q1W2e3R4t5Y6u7I8"
CSRF = "c3f1a9d27be84065af12c3f1a9d27be8+\\"
API_TOKEN = "tok_9aB8cD7eF6gH5iJ4"
JSON = ("Content-Type", "application/json")
B64 = base64.b64encode


def jwt(claims: dict[str, Any], signature: str = "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c") -> str:
    parts = ({"alg": "HS256", "typ": "JWT"}, claims)
    return ".".join([*(B64(json.dumps(part).encode()).decode().rstrip("=") for part in parts), signature])


JWT = jwt({"sub": "alex", "exp": 1741800999, "jti": "0f8fad5bd9cb469fa165708677289502"})


def login() -> Capture:
    page = f'<form><input type="hidden" name="csrf_token" value="{CSRF}"><input type=password name=password value="">'
    home = {"user": "alex", "theme": "dark", "accessToken": JWT, "expires": 3600, "otp": 123456}
    cookie = ("Cookie", f"session={SESSION}; theme=dark; lang=en")
    sent = f"user=alex&password=demo-Pass%2F1234&csrf_token={CSRF[:-2]}%2B%5C&remember=1".encode()
    messages = [
        SocketMessage(20, 0.1, True, json.dumps({"type": "auth", "token": API_TOKEN})),
        SocketMessage(21, 0.2, False, f"welcome {API_TOKEN}".encode()),
    ]
    grammar = b'tokens.push({token: "text", regex: "a+"}); var password = "Password"; theme = "dark"'
    chunk = brotli.compress(b"data: hi\n\n" + f'data: {{"token": "{API_TOKEN}"}}\n\n'.encode())
    result = capture(
        exchange(1, "https://app.test/login", gzip.compress(page.encode()), response=[GZIP, SET_COOKIE]),
        exchange(2, "https://app.test/login", b"", method="POST", status=302, sent=sent, request=[FORM, cookie]),
        exchange(3, "https://app.test/me", json.dumps(home).encode(), mime="application/json", request=[cookie]),
        exchange(4, f"https://app.test/x?token={JWT}&page=2", b"ok", request=[("Authorization", f"Bearer {JWT}")]),
        exchange(5, "wss://app.test/ws", status=101, messages=messages),
        exchange(6, "https://app.test/editor.js", grammar, mime="text/javascript"),
        exchange(
            7,
            "https://app.test/ev",
            chunk,
            mime="text/event-stream",
            response=[BROTLI],
            chunk_times=[(0.1, len(chunk))],
        ),
        exchange(8, "https://app.test/b", b"x", request=[("Authorization", basic("alex", PASSWORD))]),
        exchange(9, "https://app.test/gql", b"{}", method="POST", sent=GRAPHQL, request=[JSON, ("X-CSRF-Token", CSRF)]),
        facts=[CapturedFact("urn:awe:step:0:dom", "text/html", MemoryBody(f'<p data-x="{CSRF}">'.encode()), 1.0)],
        pages=[CapturedPage(f"https://app.test/x?token={JWT}&page=2", "Home", 1.0, 4, f"Your key: {API_TOKEN}")],
        secrets={PASSWORD: "password"},
    )
    result.recording.storage = [
        StorageState(
            0,
            [{"name": "session", "value": SESSION, "httpOnly": True}, {"name": "theme", "value": "dark"}],
            {"https://app.test": {"local": {"auth-token": API_TOKEN, "theme": "dark"}, "session": {}}},
        )
    ]
    result.recording.steps = [StepRecord(0, "fill", ["#password", PASSWORD], 1.0, url=f"https://app.test/?token={JWT}")]
    return result


def basic(user: str, password: str) -> str:
    return "Basic " + B64(f"{user}:{password}".encode()).decode()


GZIP, BROTLI = ("Content-Encoding", "gzip"), ("Content-Encoding", "br")
SET_COOKIE = ("Set-Cookie", f"session={SESSION}; Path=/; HttpOnly; Secure; SameSite=Lax")
GRAPHQL = json.dumps({"query": f'mutation {{ login(user: "alex", password: "{PASSWORD}") }}'}).encode()


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> WrittenRecording:
    return write_wacz(login(), tmp_path_factory.mktemp("wacz") / "x.wacz")


@pytest.fixture(scope="module")
def package(result: WrittenRecording) -> Package:
    return Package(result.path)


SECRETS = {
    **{
        "password": PASSWORD,
        "password, percent": "demo-Pass%2F1234",
        "password, base64": B64(f"alex:{PASSWORD}".encode()),
    },
    **{"session": SESSION, "session, decoded": "s:GhT5kLm9Qw2Xz8VbNc4R", "csrf": CSRF, "csrf, start": CSRF[:-2]},
    **{"token": API_TOKEN, "jwt": JWT, "signature": JWT.split(".")[2], "jti": "0f8fad5bd9cb469fa165708677289502"},
}


@pytest.mark.parametrize("name", SECRETS)
def test_no_secret_is_left_anywhere_in_the_file(package: Package, name: str) -> None:
    secret = SECRETS[name]
    data = secret.encode() if isinstance(secret, str) else secret
    assert data not in package.everything()


def test_what_was_replaced_is_counted_by_kind(result: WrittenRecording) -> None:
    assert result.pseudonyms["password"] >= 1
    assert result.pseudonyms["cookie"] == 1
    assert result.pseudonyms["jwt"] == 1
    assert result.unread == []


def test_names_and_flags_of_cookies_stay_and_so_do_preferences(package: Package) -> None:
    record = package.record("https://app.test/login").decode("latin-1")
    assert re.search(r"Set-Cookie: session=[a-z]%3A[A-Za-z0-9]{20}\.[A-Za-z0-9]{16};", record)
    assert "; Path=/; HttpOnly; Secure; SameSite=Lax\r\n" in record
    assert "; theme=dark; lang=en\r\n" in package.request("https://app.test/me").decode("latin-1")


def cookie_of(package: Package, record: bytes) -> str:
    return record.decode("latin-1").split("session=")[1].split(";")[0]


def test_the_same_value_has_the_same_pseudonym_everywhere(package: Package) -> None:
    issued = cookie_of(package, package.record("https://app.test/login"))
    assert cookie_of(package, package.request("https://app.test/me")) == issued
    recording = json.loads(package.members["awe/recording.json"])
    (state,) = recording["storage"]
    assert state["cookies"][0]["value"] == issued
    assert (state["cookies"][1]["value"], state["origins"]["https://app.test"]["local"]["theme"]) == ("dark", "dark")


def test_a_csrf_token_is_the_same_in_the_page_and_in_the_request_it_is_sent_with(package: Package) -> None:
    issued = package.body("https://app.test/login").decode().split('name="csrf_token" value="')[1].split('"')[0]
    assert len(issued) == len(CSRF)
    assert issued.endswith("+\\")
    post = next(f for _, _, f in package.lines() if f.get("method") == "POST" and f["url"].endswith("/login"))
    assert f"csrf_token={issued[:-2]}%2B%5C&remember=1".encode() in package.member(post["awe"]["request"])
    assert f"X-CSRF-Token: {issued}\r\n".encode() in package.request("https://app.test/gql")
    assert f'data-x="{issued}"'.encode() in package.record("urn:awe:step:0:dom")


def test_json_stays_json_and_numbers_stay(package: Package) -> None:
    document = json.loads(package.body("https://app.test/me"))
    assert (document["user"], document["theme"], document["expires"], document["otp"]) == ("alex", "dark", 3600, 123456)
    claims = json.loads(base64.urlsafe_b64decode(document["accessToken"].split(".")[1] + "=="))
    assert (claims["sub"], claims["exp"]) == ("alex", 1741800999)
    assert claims["jti"] != "0f8fad5bd9cb469fa165708677289502"


def test_words_in_a_script_are_left_alone(package: Package) -> None:
    assert b'{token: "text", regex: "a+"}); var password = "Password"; theme = "dark"' in package.body(
        "https://app.test/editor.js"
    )


def test_socket_messages_keep_their_length(package: Package) -> None:
    record = package.member(package.line("wss://app.test/ws")["awe"]["messages"])
    out, back = (json.loads(line) for line in record.split(b"\r\n\r\n")[1].splitlines())
    token = json.loads(out["text"])["token"]
    assert len(token) == len(API_TOKEN)
    assert base64.b64decode(back["base64"]) == f"welcome {token}".encode()


def test_chunk_times_end_where_the_body_ends(package: Package) -> None:
    record = package.record("https://app.test/ev")
    size = len(record.split(b"\r\n\r\n", 2)[2].removesuffix(b"\r\n\r\n"))
    times = package.member(package.line("https://app.test/ev")["awe"]["chunks"])
    assert json.loads(times.split(b"\r\n\r\n")[1])["bytes"] == size


def test_basic_credentials_stay_credentials_of_the_same_user(package: Package) -> None:
    line = next(x for x in package.request("https://app.test/b").split(b"\r\n") if x.startswith(b"Authorization"))
    user, password = base64.b64decode(line.split()[2]).decode().split(":")
    assert user == "alex"
    step = json.loads(package.members["awe/steps.jsonl"])
    assert step["args"] == ["#password", password]


def test_typed_parameters_match_any_value_when_replayed(package: Package) -> None:
    redacted = json.loads(package.members["awe/recording.json"])["redacted"]
    assert {"operation": "POST https://app.test/login", "param": "form:password"} in redacted
    assert not any(entry["param"] == "form:csrf_token" for entry in redacted)
    assert any(entry["param"].startswith("graphql:") for entry in redacted)


def test_keep_secrets_writes_everything_as_it_was(tmp_path: Path) -> None:
    result = write_wacz(login(), tmp_path / "x.wacz", redaction=None)
    assert result.pseudonyms == {}
    everything = Package(result.path).everything()
    assert SESSION.encode() in everything
    assert b"demo-Pass%2F1234" in everything


def test_pseudonyms_differ_from_run_to_run(tmp_path: Path, package: Package) -> None:
    write_wacz(login(), tmp_path / "x.wacz")
    record = Package(tmp_path / "x.wacz").record("https://app.test/login")
    assert cookie_of(package, record) != cookie_of(package, package.record("https://app.test/login"))


def test_a_compressed_body_that_holds_none_is_not_touched() -> None:
    body = gzip.compress(b"nothing here", 1)
    redactor = Redactor()
    one = exchange(1, "https://app.test/", body, response=[GZIP])
    redactor.collect(capture(one, secrets={PASSWORD: "password"}))
    assert redactor.exchange(one).response_body is one.response_body


def test_a_body_that_broke_off_is_looked_through_as_far_as_it_goes() -> None:
    noise = b"".join(b"%d " % (number * 7919) for number in range(3000))
    body = gzip.compress(PASSWORD.encode() + noise)
    one = exchange(1, "https://app.test/", body[:3000], response=[GZIP], complete=False)
    redactor = Redactor()
    redactor.collect(capture(one, secrets={PASSWORD: "password"}))
    copy = redactor.exchange(one)
    assert PASSWORD.encode() not in copy.response_body.read()
    assert copy.response_body.read().endswith(noise[:1000][-10:]) or b"7919" in copy.response_body.read()
    assert all(name != "Content-Encoding" for name, _ in copy.response_headers)


def test_a_body_that_cannot_be_decoded_is_reported() -> None:
    one = exchange(1, "https://app.test/odd", b"\0\1\2", response=[("Content-Encoding", "dcb")])
    redactor = Redactor()
    redactor.collect(capture(one))
    redactor.exchange(one)
    assert redactor.unread == ["https://app.test/odd"]


def test_short_and_common_passwords_are_replaced_only_where_they_stand(tmp_path: Path) -> None:
    post = exchange(
        1, "https://app.test/in", b"the admin page", method="POST", sent=b"user=admin&password=admin", request=[FORM]
    )
    source = capture(post, secrets={"admin": "password"})
    source.recording.steps = [
        StepRecord(0, "fill", ["#p", "admin"], 1.0),
        StepRecord(1, "click", "text=admin page", 2.0),
    ]
    write_wacz(source, tmp_path / "x.wacz")
    package = Package(tmp_path / "x.wacz")
    assert package.body("https://app.test/in") == b"the admin page"
    sent = package.request("https://app.test/in").split(b"\r\n\r\n")[2]
    assert sent.startswith(b"user=admin&password=")
    assert not sent.endswith(b"=admin")
    fill, click = (json.loads(line) for line in package.members["awe/steps.jsonl"].splitlines())
    assert fill["args"][1] == sent.rpartition(b"=")[2].decode()
    assert click["args"] == "text=admin page"


def test_a_short_pin_is_found_under_any_name_of_a_request() -> None:
    post = exchange(1, "https://app.test/in", b"code 4711", method="POST", sent=b"field3=4711&page=47", request=[FORM])
    redactor = Redactor()
    redactor.collect(capture(post, secrets={"4711": "pin"}))
    copy = redactor.exchange(post)
    assert b"field3=4711" not in copy.request_body.read()
    assert copy.request_body.read().endswith(b"&page=47")
    assert copy.response_body.read() == b"code 4711"
    assert redactor.redacted == [{"operation": "POST https://app.test/in", "param": "form:field3"}]


def test_a_secret_that_the_page_made_matches_any_value_and_one_that_the_server_gave_does_not() -> None:
    made, given = "ee80c67b-9a79-4621-9a4c-09ea3ee6b3ac", "Gh+T5kLm9Qw2Xz8Vb/71"
    answer = [SocketMessage(4, 0.1, False, json.dumps({"session": made}))]
    source = capture(
        exchange(1, "https://app.test/", f'<input name="csrf_token" value="{given}">'.encode()),
        exchange(2, f"https://app.test/save?csrf_token={quote(given, safe='')}", method="POST"),
        exchange(3, f"wss://app.test/ws?session_id={made}", status=101, messages=answer),
    )
    redactor = Redactor()
    redactor.collect(source)
    copies = redactor.apply(source).exchanges
    assert made not in copies[2].url
    assert given not in copies[1].url
    assert redactor.redacted == [{"operation": "GET wss://app.test/ws", "param": "query:session_id"}]


def test_a_password_that_is_a_word_of_the_app_is_replaced_only_where_it_stands() -> None:
    post = exchange(1, "https://app.test/in", method="POST", sent=b"password=roadmap", request=[FORM])
    script = exchange(2, "https://app.test/app.js", b'show("roadmap")', mime="text/javascript")
    copy = redacted(capture(post, script))
    assert copy.exchanges[1].response_body.read() == b'show("roadmap")'
    assert b"roadmap" not in copy.exchanges[0].request_body.read()


CONSTANT = (b"{password: w.NOT_GIVEN}; const w = {NOT_GIVEN: 'NOT_GIVEN'}", b'x("NOT_GIVEN_AT_ALL"); NOT_GIVEN = 1')


def constant(script: bytes, **more: Any) -> Capture:
    post = exchange(1, "https://app.test/in", method="POST", sent=b"password=NOT_GIVEN&born=NOT_GIVEN", request=[FORM])
    page = exchange(2, "https://app.test/me", b'{"born": "NOT_GIVEN"}', mime="application/json")
    return capture(post, page, exchange(3, "https://app.test/app.js", script, mime="text/javascript"), **more)


def test_a_constant_that_the_page_sends_for_want_of_a_password_is_replaced_only_where_it_stands() -> None:
    copy = redacted(constant(CONSTANT[0]))
    assert copy.exchanges[0].request_body.read().endswith(b"&born=NOT_GIVEN")
    assert b"password=NOT_GIVEN&" not in copy.exchanges[0].request_body.read()
    assert copy.exchanges[1].response_body.read() == b'{"born": "NOT_GIVEN"}'


def test_a_password_that_only_looks_like_a_constant_is_replaced_everywhere() -> None:
    typed = constant(CONSTANT[0], secrets={"NOT_GIVEN": "password"})
    for source in (typed, constant(CONSTANT[1])):
        copy = redacted(source)
        assert b"NOT_GIVEN&" not in copy.exchanges[0].request_body.read()
        assert b'"NOT_GIVEN"' not in copy.exchanges[1].response_body.read()


def test_an_example_in_a_form_of_the_app_stays_until_somebody_sends_it() -> None:
    hint = json.dumps({"placeholder": '{"apiKey": "my-b4x-api-key"}', "apiKey": "my-b4x-api-key"}).encode()
    form = exchange(1, "https://app.test/types", hint, mime="application/json")
    assert redacted(capture(form)).exchanges[0].response_body.read() == hint
    sent = exchange(2, "https://app.test/me", request=[("X-Api-Key", "my-b4x-api-key")])
    used = redacted(capture(form, sent))
    assert b"my-b4x-api-key" not in used.exchanges[0].response_body.read()
    assert all("my-b4x-api-key" not in value for _, value in used.exchanges[1].request_headers)


def test_a_place_of_a_template_that_an_app_explains_stays() -> None:
    told = '{ "env": { "API_TOKEN": "{{$vars.var1}}" }, "headers": { "Authorization": "Bearer {{$vars.var1}}" } }'
    hint = json.dumps({"hint": told, "apiKey": "{{$vars.var1}}"}).encode()
    form = exchange(1, "https://app.test/types", hint, mime="application/json")
    assert redacted(capture(form)).exchanges[0].response_body.read() == hint


MASK = "__b4x_BLANK_VALUE_7b1af746-3729-4c60-9b9b-e08eb29e58da"


def masked(*, before: bool = True, **more: Any) -> list[bytes]:
    """What is left of a mask that the server gave, and that the page sent back unchanged."""
    body = json.dumps({"user": "ada", "password": MASK}).encode()
    shown = exchange(2 if before else 3, "https://app.test/key/1", body, mime="application/json")
    sent = exchange(3 if before else 2, "https://app.test/key/1", method="PUT", sent=body, request=[JSON])
    copy = redacted(capture(*([shown, sent] if before else [sent, shown]), **more))
    return [one.response_body.read() + one.request_body.read() for one in copy.exchanges]


def test_a_mask_that_comes_back_is_no_secret() -> None:
    assert all(MASK.encode() in one for one in masked())


def test_what_looks_like_a_mask_and_was_sent_first_or_typed_or_used_is_a_secret() -> None:
    for left in (masked(before=False), masked(secrets={MASK: "password"})):
        assert not any(MASK.encode() in one for one in left)
    used = exchange(4, "https://app.test/me", request=[("X-Api-Key", MASK)])
    shown = exchange(1, "https://app.test/k", json.dumps({"password": MASK}).encode(), mime="application/json")
    assert MASK.encode() not in redacted(capture(shown, used)).exchanges[0].response_body.read()


def redacted(source: Capture, rules: RedactionRules | None = None) -> Capture:
    redactor = Redactor(rules, key=b"a key for tests")
    redactor.collect(source)
    return redactor.apply(source)


def test_rules_add_and_take_away() -> None:
    body = b'{"badge": "Blue Moon 7", "csrf_token": "GhT5kLm9Qw2Xz8Vb", "note": "case ID-4711 open"}'
    one = exchange(1, "https://app.test/", body, mime="application/json", response=[("X-Tenant", "tenant-0815")])
    rules = RedactionRules(keys=("badge",), headers=("x-tenant",), values=(r"ID-\d+",), keep=("csrf*",))
    copy = redacted(capture(one), rules).exchanges[0]
    document = json.loads(copy.response_body.read())
    assert document["badge"] != "Blue Moon 7"
    assert document["csrf_token"] == "GhT5kLm9Qw2Xz8Vb"
    assert document["note"] != "case ID-4711 open"
    assert document["note"].startswith("case ")
    assert copy.response_headers[1][1] != "tenant-0815"


@pytest.mark.parametrize("mapping", [{"kees": []}, {"keys": "password"}, {"values": ["("]}])
def test_wrong_rules_are_named(mapping: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="redact"):
        RedactionRules.from_mapping(mapping)


def test_rules_are_read_from_yaml() -> None:
    assert RedactionRules.from_mapping({"keys": ["a"], "values": [r"\d+"]}) == RedactionRules(
        keys=("a",), values=(r"\d+",)
    )


def test_the_audit_finds_what_is_left(tmp_path: Path) -> None:
    redactor = Redactor()
    redactor.collect(login())
    write_wacz(login(), tmp_path / "x.wacz", redaction=None)
    places = find_leaks(tmp_path / "x.wacz", redactor.leaks)
    assert "response record of exchange 1" in [leak.place for leak in places]
    assert not any(SESSION in leak.place for leak in places)
    with zipfile.ZipFile(tmp_path / "y.wacz", "w") as archive:
        archive.writestr("indexes/index.cdx.gz", gzip.compress(API_TOKEN.encode()))
    assert find_leaks(tmp_path / "y.wacz", redactor.leaks) == [Leak("indexes/index.cdx.gz")]


def test_what_still_holds_a_secret_is_left_out_and_the_rest_is_kept(tmp_path: Path) -> None:
    source = login()
    source.exchanges[0].method = PASSWORD  # no place where anyone would look
    source.facts.append(CapturedFact("urn:awe:step:1:dom", "text/html", MemoryBody(b"fine"), 1.0))
    source.facts[0].mime = PASSWORD
    result = write_wacz(source, tmp_path / "x.wacz")
    assert set(result.left_out) == {"request record of exchange 1", "resource record number 0"}
    with contextlib.closing(open_archive([tmp_path / "x.wacz"])) as archive:
        assert sorted(entry.seq for entry in archive.entries()) == [2, 3, 4, 5, 6, 7, 8, 9]
        assert archive.resource("urn:awe:step:0:dom") is None
        assert archive.resource("urn:awe:step:1:dom") == b"fine"


def test_a_secret_where_nothing_can_be_left_out_fails_the_run_and_leaves_no_file(tmp_path: Path) -> None:
    source = login()
    source.recording.software = PASSWORD
    with pytest.raises(AweError, match="still in the recording"):
        write_wacz(source, tmp_path / "x.wacz")
    assert list(tmp_path.iterdir()) == []
