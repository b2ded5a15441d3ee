"""Address patterns of features: `https://*.example/leads/*/view`. Pure, and linear in time whatever the pattern.

`*` stands for any text, also none, also one with `/`; in the host it stops at the `/`. A pattern that begins with `/`
is of any origin. What a pattern does not say is not compared: without `?` the query, without `#` the fragment. A path
that does not fit is tried with each run of `/` in it as one, as most servers read it (`https://app.example//api/leads`).
After `?` each `name=value` has to be among the URL's parameters, in any order and beside others; `?*` is any query.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote, unquote, unquote_plus, urlsplit

from awe_author.queries import parse_qsl

_PORTS = {"https": ":443", "wss": ":443", "http": ":80", "ws": ":80"}
_BEGINS = re.compile(r"(?:(?:https?|wss?|\*)://[^/?#]|/|\*)", re.IGNORECASE)
_HOST = re.compile(r"(?:[\w.*~%-]+|\[[0-9a-f:.*]+\])(?::(?:\d{1,5}|\*))?", re.IGNORECASE)
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\"<>\\]")
_ASCII = "".join(map(chr, range(0x21, 0x7F)))


@dataclass(frozen=True, slots=True)
class Parts:
    """A pattern taken apart; None: not compared."""

    origin: str | None
    path: str | None
    query: str | None
    fragment: str | None


@dataclass(frozen=True)
class Pattern:
    """One pattern. Raises ValueError that says what is wrong with it."""

    text: str

    def __post_init__(self) -> None:
        found = problem_of(self.text)
        if found:
            raise ValueError(found)

    def __str__(self) -> str:
        return self.text

    @cached_property
    def parts(self) -> Parts:
        """Origin (`https://host`, lower case, without the default port), path, query and fragment, with their `*`."""
        text = quote(self.text, safe=_ASCII)
        rest, hashed, fragment = text.partition("#")
        rest, asked, query = rest.partition("?")
        origin, path = None, rest
        scheme, after, address = rest.partition("://")
        if after and not rest.startswith("/"):
            host, slash, path = address.partition("/")
            scheme = scheme.lower()
            origin = f"{scheme}://{host.lower().removesuffix(_PORTS.get(scheme, ':'))}"
            path = slash + path or "/"
        return Parts(origin, path, query if asked else None, fragment if hashed else None)

    @property
    def stars(self) -> int:
        """How many segments a match gives."""
        return self.text.count("*")

    def matches(self, url: str) -> bool:
        """Is `url` one of these?"""
        return self.segments(url) is not None

    def segments(self, url: str) -> list[str] | None:
        """What each `*` stands for, percent-decoded, in the order of the pattern; None when `url` does not match."""
        try:
            split = urlsplit(url)
        except ValueError:
            return None
        scheme = split.scheme.lower()
        host = split.netloc.rpartition("@")[2].lower().removesuffix(_PORTS.get(scheme, ":"))
        found: list[str] = []
        for pattern, compare, given in (
            (self.parts.origin, _origin, f"{scheme}://{host}"),
            (self.parts.path, _path, split.path or "/"),
            (self.parts.query, _query, split.query),
            (self.parts.fragment, _decoded, split.fragment),
        ):
            values = [] if pattern is None else compare(pattern, given)
            if values is None:
                return None
            found += values
        return found


def glob(pattern: str, text: str) -> list[str] | None:
    """What each `*` of `pattern` stands for in `text`, the first ones as short as can be; None: it does not match."""
    first, *others = pattern.split("*")
    if not others:
        return [] if pattern == text else None
    if not text.startswith(first):
        return None
    at, found = len(first), []
    for piece in others[:-1]:
        next_at = text.find(piece, at)
        if next_at < 0:
            return None
        found.append(text[at:next_at])
        at = next_at + len(piece)
    end = len(text) - len(others[-1])
    return [*found, text[at:end]] if end >= at and text.endswith(others[-1]) else None


def single_slashes(path: str) -> str:
    """A path with each run of `/` as one."""
    return re.sub(r"/{2,}", "/", path)


def _path(pattern: str, path: str) -> list[str] | None:
    found = _decoded(pattern, path)
    return _decoded(pattern, single_slashes(path)) if found is None and "//" in path else found


def _decoded(pattern: str, text: str) -> list[str] | None:
    found = glob(pattern, text)
    return None if found is None else [unquote(one) for one in found]


def _origin(pattern: str, text: str) -> list[str] | None:
    found = glob(pattern, text)
    return None if found is None or any("/" in one for one in found) else found


def _query(pattern: str, query: str) -> list[str] | None:
    pairs = parse_qsl(query, keep_blank_values=True)
    found: list[str] = []
    for piece in pattern.split("&"):
        name, equals, value = piece.partition("=")
        name, value = unquote_plus(name), unquote_plus(value) if equals else "*"
        if name == "*":
            found.append(query)
            continue
        matched = (glob(value, given) for key, given in pairs if key == name)
        segments = next((one for one in matched if one is not None), None)
        if segments is None:
            return None
        found += segments if equals else ()
    return found


def problem_of(text: str) -> str:
    """What is wrong with a pattern; empty when nothing is."""
    if not text:
        return "an address pattern is empty"
    if bad := _FORBIDDEN.search(text):
        shown = "a space" if bad[0] == " " else repr(bad[0])
        return f"{shown} cannot be in an address; write it as %{ord(bad[0]):02X}"
    if not _BEGINS.match(text):
        return f'"{text}" begins neither with http:// or https:// nor with /'
    rest = re.split(r"[?#]", text, maxsplit=1)[0]
    _, after, address = rest.partition("://")
    host = address.partition("/")[0]
    if after and not rest.startswith("/") and not _HOST.fullmatch(host):
        return f'"{host}" is no host'
    return ""
