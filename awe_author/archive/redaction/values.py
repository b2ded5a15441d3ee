"""Is a value a secret, or a plain word that only happens to stand where secrets stand? Pure.

A recording is replaced everywhere a secret occurs, so taking an ordinary word for a secret would tear the page apart,
and taking a secret for a word would leak it. The judgement goes by shape: random strings change between letters of
either case and digits every one to three characters, words and names do not.
"""

from __future__ import annotations

import re

MIN_LENGTH = 6
"""Shorter values are replaced only where they stand, never everywhere."""

STOP_WORDS = frozenset(
    [
        "access",
        "accept",
        "account",
        "action",
        "active",
        "admin",
        "administrator",
        "anonymous",
        "author",
        "basic",
        "bearer",
        "browser",
        "cancel",
        "change",
        "client",
        "cookie",
        "create",
        "custom",
        "default",
        "delete",
        "deleted",
        "demo",
        "denied",
        "digest",
        "disable",
        "disabled",
        "domain",
        "editor",
        "email",
        "enable",
        "enabled",
        "english",
        "expired",
        "expires",
        "false",
        "github",
        "google",
        "granted",
        "guest",
        "hidden",
        "invalid",
        "javascript",
        "language",
        "light",
        "login",
        "logout",
        "manager",
        "member",
        "message",
        "mobile",
        "negotiate",
        "normal",
        "object",
        "office",
        "online",
        "optional",
        "owner",
        "password",
        "passwort",
        "private",
        "production",
        "public",
        "required",
        "reset",
        "robot",
        "sample",
        "secret",
        "secure",
        "server",
        "session",
        "simple",
        "single",
        "staging",
        "standard",
        "status",
        "string",
        "submit",
        "success",
        "system",
        "test",
        "tester",
        "testing",
        "text",
        "token",
        "twitter",
        "undefined",
        "unknown",
        "update",
        "user",
        "username",
        "value",
        "version",
        "viewer",
        "visible",
        "website",
        "welcome",
        "yes",
        "null",
        "none",
        "true",
        "123456",
        "1234567",
        "12345678",
        "123456789",
        "000000",
        "111111",
        "password1",
    ]
)
"""Values that occur in any page for other reasons, lower case: replaced only where they stand."""

_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PLAIN = re.compile(r"-?\d{1,9}(\.\d{1,6})?|[a-z]{2}([-_][A-Z]{2})?|\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-][\d:]+)?)?", re.I)
_ADDRESS = re.compile(r"[\w.+-]+@[\w.-]+|(https?:)?//.*|/[\w./-]*", re.S)
JWT = re.compile(r"eyJ[A-Za-z0-9_-]{6,}\.eyJ[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]{8,}")
"""A signed JSON Web Token in compact form (RFC 7519): both header and payload start with `{"`."""


def is_common(value: str) -> bool:
    """Too short or too common to be replaced wherever it occurs."""
    return len(value) < MIN_LENGTH or value.lower() in STOP_WORDS or (value.isdigit() and len(value) < 10)


def is_mask(value: str) -> bool:
    """Dots or stars that stand for a value ("••••")."""
    return len(set(value)) == 1 and value[0] in "\u2022\u25cf\u2219\u00b7*"


def is_word(value: str) -> bool:
    """One word that might be part of any text ("sunshine")."""
    return value.isalpha() and len(value) <= 12


def is_constant(value: str) -> bool:
    """A name that code has for a value of its own ("NOT_SPECIFIED")."""
    return len(value) <= 24 and re.fullmatch(r"[A-Z]{2,}(_[A-Z]{2,}){1,3}", value) is not None


def looks_random(value: str) -> bool:
    """Made by a machine: pieces of one kind of character are short, or one is far longer than words are."""
    if len(value) < 8 or any(character.isspace() for character in value):
        return False
    if _ADDRESS.fullmatch(value) or _PLAIN.fullmatch(value):
        return False
    pieces = _PIECE.findall(value)
    if not pieces:
        return False
    longest = max(map(len, pieces))
    return longest >= 20 or (len(value) >= 12 and sum(map(len, pieces)) / len(pieces) < 3.2) or is_hex(value)


def is_hex(value: str) -> bool:
    """Hexadecimal digits of one case, enough of them to be no word and no number."""
    if len(value) < 16 or value.isdigit():
        return False
    return re.fullmatch(r"[0-9a-f]+|[0-9A-F]+", value) is not None


def is_plain(value: str) -> bool:
    """A preference, a name, a number, a path: words, at most with short numbers behind them ("en-US", "1", "dark")."""
    if not value or _PLAIN.fullmatch(value) or value.lower() in STOP_WORDS:
        return True
    return re.fullmatch(r"[A-Za-z]{1,19}([-_. ][A-Za-z]{1,19}){0,4}", value) is not None and not looks_random(value)
