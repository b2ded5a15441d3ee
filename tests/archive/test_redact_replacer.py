"""No secret survives, in whatever way it is written; nothing else changes."""

from __future__ import annotations

import base64
import html
import json
import random
import string
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awe_author.archive.redaction.pseudonyms import Pseudonyms
from awe_author.archive.redaction.replacer import Replacer

KEY = b"a key for tests"
SECRET = "kT9+/x\"Q<m>&'=z4\\w"

WRITTEN = {
    "as it is": lambda text: text,
    "percent": lambda text: quote(text, safe=""),
    "percent, lower case": lambda text: quote(text, safe="").replace("%2B", "%2b").replace("%2F", "%2f"),
    "encodeURIComponent": lambda text: quote(text, safe="-_.!~*'()"),
    "form": quote_plus,
    "percent twice": lambda text: quote(quote(text, safe=""), safe=""),
    "JSON": lambda text: json.dumps(text)[1:-1],
    "JSON with slashes": lambda text: json.dumps(text)[1:-1].replace("/", "\\/"),
    "JSON in JSON": lambda text: json.dumps(json.dumps(text))[3:-3],
    "HTML": html.escape,
    "HTML, double quotes only": lambda text: html.escape(text, quote=False).replace('"', "&quot;"),
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64 in a credential": lambda text: base64.b64encode(f"user:{text}".encode()).decode(),
    "base64url": lambda text: base64.urlsafe_b64encode(f"ab{text}??>>".encode()).decode().rstrip("="),
}


def replacer(*values: str) -> tuple[Replacer, Pseudonyms]:
    pseudonyms = Pseudonyms(KEY)
    return Replacer([(value, pseudonyms.of(value)) for value in values]), pseudonyms


@pytest.mark.parametrize("way", WRITTEN)
def test_a_secret_is_found_however_it_is_written(way: str) -> None:
    secret = "kT9+/x4w" if way == "percent, lower case" else SECRET
    engine, pseudonyms = replacer(secret)
    write = WRITTEN[way]
    before = f"before {write(secret)} after".encode()
    assert engine.find(before)
    after = engine.replace(before)
    assert after == f"before {write(pseudonyms.of(secret))} after".encode()
    assert not engine.find(after)


def test_utf_16_is_looked_through() -> None:
    engine, pseudonyms = replacer("hunter42x")
    assert (
        engine.replace("pass: hunter42x!".encode("utf-16")).decode("utf-16") == f"pass: {pseudonyms.of('hunter42x')}!"
    )


def test_two_secrets_in_one_base64_text() -> None:
    engine, pseudonyms = replacer("firstOne1", "second2Two")
    text = base64.b64encode(b'{"a":"firstOne1","b":"second2Two"}')
    decoded = json.loads(base64.b64decode(engine.replace(text)))
    assert decoded == {"a": pseudonyms.of("firstOne1"), "b": pseudonyms.of("second2Two")}


def test_the_longest_of_overlapping_secrets_is_taken() -> None:
    engine, pseudonyms = replacer("abc123", "abc123def456")
    assert (
        engine.replace(b"abc123def456 abc123") == f"{pseudonyms.of('abc123def456')} {pseudonyms.of('abc123')}".encode()
    )


def test_without_a_secret_the_very_same_bytes_come_back() -> None:
    engine, _ = replacer("hunter42x")
    data = b"nothing here: " + base64.b64encode(b"hunter42y" * 3)
    assert engine.replace(data) is data
    assert Replacer(()).replace(data) is data
    assert not Replacer(()).find(data)


LETTERS = string.ascii_letters + string.digits + "-_.:+/=%&\"'<>\\ \u00e9\u4e2d"
secrets = st.text(LETTERS, min_size=6, max_size=40).filter(lambda text: sum(map(str.isalnum, text)) > 5)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(secrets, min_size=1, max_size=8, unique=True),
    st.lists(st.sampled_from(sorted(WRITTEN)), min_size=1),
    st.randoms(),
)
def test_no_secret_survives_and_the_length_is_kept(values: list[str], ways: list[str], rng: random.Random) -> None:
    engine, _ = replacer(*values)
    ways = [way for way in ways if way != "percent, lower case"]
    text = " | ".join(WRITTEN[way](rng.choice(values)) for way in ways).encode()
    after = engine.replace(text)
    assert not engine.find(after)
    assert len(after) == len(text)
    assert engine.replace(text) == after


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=400))
def test_bytes_without_secrets_are_left_alone(data: bytes) -> None:
    engine, _ = replacer("a-secret-nobody-types-42")
    assert engine.replace(data) == data
