"""What counts as a secret, and what a pseudonym looks like."""

from __future__ import annotations

import base64
import json
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from awe_author.archive.redaction.judge import EVERYWHERE, HERE, cookie, value
from awe_author.archive.redaction.locations import HEADER, PAGE, REQUEST, RESPONSE, TYPED, reescape, unescape
from awe_author.archive.redaction.names import MAYBE, PASSWORD, TOKEN, classify
from awe_author.archive.redaction.pseudonyms import Pseudonyms
from awe_author.archive.redaction.values import JWT, looks_random

KEY = b"a key for tests"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((name, PASSWORD) for name in ("password", "user[password]", "wpPassword", "_pass", "newPassword2", "otp")),
        *((name, PASSWORD) for name in ("password_confirmation", "lgpassword", "PASSWD", "verification_code")),
        *((name, TOKEN) for name in ("token", "access_token", "csrfToken", "wgCSRFToken", "csrfmiddlewaretoken")),
        *((name, TOKEN) for name in ("_csrf", "X-Auth-Token", "apiKey", "api-key", "client_secret", "PHPSESSID")),
        *((name, TOKEN) for name in ("roundcube_sessid", "session_id", "code_verifier", "authenticity_token")),
        *((name, MAYBE) for name in ("code", "state", "jti")),
        *((name, "") for name in ("token_type", "passwordHint", "session_timeout", "compass", "key", "tokenizer")),
        *((name, "") for name in ("csrf-param", "nextPageToken", "secretary", "author", "", "designToken")),
    ],
)
def test_a_name_announces_a_secret_by_its_last_words(name: str, kind: str) -> None:
    assert classify(name) == kind


@pytest.mark.parametrize(
    ("text", "random"),
    [
        *((text, True) for text in ("d41d8cd98f00b204e9800998ecf8427e", "x7Kd9-_abcAAAAB", "GhT5kLm9Qw2Xz8Vb")),
        *((text, True) for text in ("8f14e45f-ceea-467f-a8a0-3c5f1d2b9e77", "qzmxkvbnhgtrplsdwyfc")),
        *((text, False) for text in ("text", "Password", "string.quoted.double", "markup-heading-2", "en-US")),
        *((text, False) for text in ("oauth2client", "Forgot your password?", "2025-01-01T00:00:00Z", "12345678")),
        *((text, False) for text in ("https://example.com/a1b2c3d4e5f6a7b8", "alex@acme.test", "/assets/app-3f2a.js")),
    ],
)
def test_random_strings_are_told_from_words(text: str, random: bool) -> None:
    assert looks_random(text) is random


@pytest.mark.parametrize(
    ("kind", "text", "origin", "verdict"),
    [
        (PASSWORD, "demo1234", REQUEST, EVERYWHERE),
        (PASSWORD, "demo", REQUEST, HERE),
        (PASSWORD, "admin", REQUEST, HERE),
        (PASSWORD, "123456", REQUEST, HERE),
        (PASSWORD, "correct horse", REQUEST, EVERYWHERE),
        (PASSWORD, "Password", RESPONSE, ""),
        (PASSWORD, "At least 8 characters", RESPONSE, ""),
        (TOKEN, "text", RESPONSE, ""),
        (TOKEN, "text", REQUEST, ""),
        (TOKEN, "demo-token-1", REQUEST, EVERYWHERE),
        (TOKEN, "x7Kd9-_abcAAAAB", RESPONSE, EVERYWHERE),
        (TOKEN, "variable.parameter", PAGE, ""),
        (MAYBE, "x7Kd9-_abcAAAABB", REQUEST, EVERYWHERE),
        (MAYBE, "DE", RESPONSE, ""),
        ("", "d41d8cd98f00b204e9800998ecf8427e", REQUEST, ""),
        (TOKEN, "null", REQUEST, ""),
        (PASSWORD, "\u2022" * 8, TYPED, ""),
        (TOKEN, "my-b4x-api-key", RESPONSE, ""),
        (TOKEN, "my-b4x-api-key", PAGE, ""),
        (TOKEN, "my-b4x-api-key", REQUEST, EVERYWHERE),
        (TOKEN, "my-b4x-api-key", HEADER, EVERYWHERE),
        (PASSWORD, "__b4x_BLANK_VALUE_7b1af746-3729-4c60-9b9b-e08eb29e58da", RESPONSE, ""),
        (PASSWORD, "__b4x_BLANK_VALUE_7b1af746-3729-4c60-9b9b-e08eb29e58da", REQUEST, EVERYWHERE),
        (TOKEN, "{{$vars.var1}}", RESPONSE, ""),
        (TOKEN, "${B4X_9K2}", PAGE, ""),
        (TOKEN, "{{$vars.var1}}", HEADER, EVERYWHERE),
        (TOKEN, "x7Kd9-_ab{{cAAAAB", RESPONSE, EVERYWHERE),
        (TOKEN, "b4x-9k2-api-key", RESPONSE, EVERYWHERE),
        (TOKEN, "k3vT9qLm2XwZ7bRd-api-key", RESPONSE, EVERYWHERE),
        (TOKEN, "kV-tQ-mX-zR-api-key", RESPONSE, EVERYWHERE),
        (TOKEN, "my-b4x-sea-fog", RESPONSE, EVERYWHERE),
        (TOKEN, "ENCRYPTED_7b1af746e08eb29e58da", RESPONSE, EVERYWHERE),
        (PASSWORD, "nothingBLANK7b1af746e08eb29e58da", RESPONSE, EVERYWHERE),
    ],
)
def test_the_verdict_goes_by_name_look_and_place(kind: str, text: str, origin: str, verdict: str) -> None:
    assert value(kind, text, origin, known=False) == verdict


def test_what_calls_itself_an_example_is_secret_where_the_same_was_found_to_be_one() -> None:
    assert value(TOKEN, "my-b4x-api-key", RESPONSE, known=True) == EVERYWHERE


@pytest.mark.parametrize(
    ("kind", "text", "http_only", "verdict"),
    [
        (TOKEN, "GhT5kLm9Qw2Xz8Vb", True, EVERYWHERE),
        ("", "GhT5kLm9Qw2Xz8Vb", False, EVERYWHERE),
        ("", "dark", False, ""),
        ("", "en-US", False, ""),
        ("", "1", False, ""),
        ("", "1", True, HERE),
        (TOKEN, "abc", False, HERE),
        ("", "alex@acme.test", False, HERE),
        ("", '{"sidebar":"open"}', False, ""),
        ("", "deleted", True, ""),
    ],
)
def test_cookies_are_secret_unless_they_hold_a_preference(kind: str, text: str, http_only: bool, verdict: str) -> None:
    assert cookie(kind, text, http_only) == verdict


@settings(deadline=None, max_examples=60)
@given(st.text(st.characters(codec="ascii", categories=("L", "N", "P", "S")), min_size=6, max_size=60))
def test_a_pseudonym_has_the_length_and_the_classes_of_its_value(text: str) -> None:
    made = Pseudonyms(KEY).of(text)
    assert len(made) == len(text)
    for old, new in zip(text, made, strict=True):
        if any(map(str.isalnum, text)):
            assert (old.isdigit(), old.islower(), old.isupper()) == (new.isdigit(), new.islower(), new.isupper())
            assert old.isalnum() or old == new


@settings(deadline=None, max_examples=60)
@given(st.text(min_size=6, max_size=40))
@example(":::::²")
def test_a_pseudonym_of_any_text_is_another_text_of_as_many_bytes(text: str) -> None:
    made = Pseudonyms(KEY).of(text)
    assert made != text
    assert len(made.encode("utf-8", "surrogatepass")) == len(text.encode("utf-8", "surrogatepass"))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.from_regex(r"[a-z0-9]{6,20}", fullmatch=True), unique=True, min_size=2, max_size=60))
def test_pseudonyms_are_one_to_one_and_stay_the_same(values: list[str]) -> None:
    pseudonyms = Pseudonyms(KEY)
    made = [pseudonyms.of(value) for value in values]
    assert len(set(made)) == len(values)
    assert all(old != new for old, new in zip(values, made, strict=True))
    assert [pseudonyms.of(value) for value in values] == made


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("8f14e45f-ceea-467f-a8a0-3c5f1d2b9e77", r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}"),
        ("D41D8CD98F00B204E9800998ECF8427E", r"[0-9A-F]{32}"),
        ("d41d8cd98f00b204e9800998ecf8427e+\\", r"[0-9a-f]{32}\+\\"),
        ("4711081512", r"[1-9]\d{9}"),
        ("s:abcDEF123/xyz+A==", r"[a-z]:[a-z]{3}[A-Z]{3}\d{3}/[a-z]{3}\+[A-Z]=="),
    ],
)
def test_well_known_shapes_are_kept(text: str, shape: str) -> None:
    assert re.fullmatch(shape, Pseudonyms(KEY).of(text))


def test_a_json_web_token_keeps_header_claims_and_shape() -> None:
    def part(document: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(document).encode()).decode().rstrip("=")

    claims = {"sub": "alex", "exp": 1741800000, "iat": 1741700000, "role": "admin"}
    token = f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part(claims)}.{'aB3' * 14}x"
    made = Pseudonyms(KEY).of(token)
    assert JWT.fullmatch(made)
    assert made.split(".")[:2] == token.split(".")[:2]
    assert made.split(".")[2] != token.split(".")[2]


STYLES = {
    "percent": ["s%3Aab%20c1", "plain1"],
    "form": ["a+b%2Bc1", "%41bc"],
    "json": ["a\\/b\\u00e9c", 'q\\"x', "\\u0061bc"],
    "html": ["a&amp;b1"],
    "plain": ["abc"],
}


@pytest.mark.parametrize(("style", "raw"), [(style, raw) for style, raws in STYLES.items() for raw in raws])
def test_a_pseudonym_is_written_the_way_the_value_was(style: str, raw: str) -> None:
    text = unescape(raw, style)
    made = Pseudonyms(KEY).of(text)
    assert unescape(reescape(raw, style, text, made), style) == made
