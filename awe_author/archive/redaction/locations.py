"""Walks the places where secrets stand: headers, cookies, query and form fields, JSON members, HTML inputs and metas.

One walk serves collecting and replacing: for each place `visit(Place)` is asked, and what it returns stands there
afterwards (None: leave it). Text is scanned, not parsed, so that all that is not replaced stays byte for byte. Only
structured traffic is looked at: a `token: "text"` in the grammar of an editor's script is no secret.
"""

from __future__ import annotations

import base64
import binascii
import html
import json
import re
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from functools import partial
from urllib.parse import unquote_to_bytes

from awe_author.archive.model import Headers
from awe_author.archive.redaction.names import Names
from awe_author.archive.redaction.values import STOP_WORDS

REQUEST, RESPONSE, PAGE, TYPED, HEADER, COOKIE = "request", "response", "page", "typed", "header", "cookie"


@dataclass(frozen=True, slots=True)
class Place:
    """A value and where it stands."""

    name: str
    raw: str
    """As written there."""
    style: str
    """"plain", "percent", "form", "json", "json2" (JSON text inside a JSON string), "html" or "basic" (RFC 7617)."""
    origin: str
    """REQUEST: sent by the browser; RESPONSE: API data; PAGE: script inside a page; TYPED: in a password input; HEADER;
    COOKIE."""

    @property
    def value(self) -> str:
        """What it stands for; of Basic credentials the password."""
        return _basic(self.raw).partition(":")[2] if self.style == "basic" else unescape(self.raw, self.style)


Visit = Callable[[Place], "str | None"]

_FIELD = re.compile(r"(?:^|&)([^=&]{1,200})=([^&]+)")
_JSON_PAIR = re.compile(r'"([^"\\]{1,120})"\s*:\s*"((?:[^"\\]++|\\.)++)"', re.S)
_JSON2_PAIR = re.compile(
    r'(?:\\"([^"\\]{1,120})\\"|\b(\w{1,120}))\s*:\s*\\"((?:[^"\\]++|\\\\(?:\\["\\/]|[^"\\])|\\/)++)\\"'
)
_SCRIPT_PAIR = re.compile(r"""([\w$-]{2,80})["']?\]?\s*[:=]\s*(?:"((?:[^"\\\n]++|\\.)++)"|'((?:[^'\\\n]++|\\.)++)')""")
_TAG = re.compile(r"<(input|meta)\b((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>", re.I)
_DATA_ATTRIBUTE = re.compile(
    r"\sdata-([\w-]*(?:token|csrf|secret|session)[\w-]*)\s*=\s*(?:\"([^\"]+)\"|'([^']+)')", re.I
)
_ATTRIBUTE = re.compile(r"([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script", re.I | re.S)
_XML_PAIR = re.compile(r"<(?:[\w-]+:)?([\w-]+)(?:\s[^<>]*)?>([^<>]+)</")
_PART = re.compile(r'name="([^"]*)"[^\n]*\r?\n(?:[\w-]+:[^\n]*\n)*\r?\n(.*?)(?=\r?\n--)', re.I | re.S)
_COOKIE_PAIR = re.compile(r"(?:^|;)\s*([^=;\s]+)\s*=\s*\"?([^;\"]*)")
_USERINFO = re.compile(r"^[a-z][a-z0-9+.-]*://[^/?#@:]*:([^/?#@]+)@", re.I)
_PERCENT_UNIT = re.compile(rb"%[0-9A-Fa-f]{2}|[\s\S]")
_JSON_UNIT = re.compile(r"\\u[0-9A-Fa-f]{4}|\\[\s\S]|[\s\S]")
_NOT_VALUES = ("submit", "button", "checkbox", "radio", "image", "reset", "file")


def unescape(raw: str, style: str) -> str:
    """The value that `raw` stands for; `raw` itself when it is not valid in that style."""
    try:
        if style in ("percent", "form"):
            text = raw.replace("+", " ") if style == "form" else raw
            return unquote_to_bytes(text.encode("utf-8", "surrogateescape")).decode("utf-8")
        if style == "json":
            return str(json.loads(f'"{raw}"', strict=False))
        if style == "json2":
            return str(json.loads('"' + json.loads(f'"{raw}"', strict=False) + '"', strict=False))
    except (UnicodeError, ValueError):
        return raw
    return html.unescape(raw) if style == "html" else raw


def _basic(credentials: str) -> str:
    text = credentials.strip()
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4)).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return credentials


def basic_user(credentials: str) -> str:
    """The user name in Basic credentials."""
    return _basic(credentials).partition(":")[0]


def reescape(raw: str, style: str, value: str, pseudonym: str) -> str:
    """`pseudonym` written the way `raw` writes `value`: what both have in common keeps its spelling."""
    if style in ("percent", "form"):
        return _reescape_percent(raw, value, pseudonym, style == "form")
    if style == "json":
        units = _JSON_UNIT.findall(raw)
        if len(units) == len(value) == len(pseudonym):
            new = (
                unit if old == now else now if len(unit) == 1 else json.dumps(now)[1:-1]
                for unit, old, now in zip(units, value, pseudonym, strict=True)
            )
            return "".join(new)
        return json.dumps(pseudonym)[1:-1]
    if style == "json2":
        return json.dumps(json.dumps(pseudonym)[1:-1])[1:-1]
    return html.escape(pseudonym) if style == "html" else pseudonym


def _reescape_percent(raw: str, value: str, pseudonym: str, form: bool) -> str:
    units = _PERCENT_UNIT.findall(raw.encode("utf-8", "surrogateescape"))
    old, now = (text.encode("utf-8", "surrogateescape") for text in (value, pseudonym))
    if not len(units) == len(old) == len(now):
        return pseudonym
    made = b"".join(
        unit if a == b else b"%%%02X" % b if len(unit) == 3 or b < 33 or b > 126 else bytes([b])
        for unit, a, b in zip(units, old, now, strict=True)
    )
    return made.decode("utf-8", "surrogateescape")


def _replaced(text: str, places: Iterator[tuple[int, int, Place]], visit: Visit) -> str:
    """`text` after each place was visited; places come in order and do not overlap."""
    parts: list[str] = []
    position = 0
    for start, end, place in places:
        new = visit(place)
        if new is not None and new != place.raw and start >= position:
            parts += [text[position:start], new]
            position = end
    return "".join([*parts, text[position:]]) if parts else text


class Locations:
    """The walk. `visit` is asked at each place whose name announces a secret, and for each cookie."""

    def __init__(self, visit: Visit, names: Names, typed: Set[str]) -> None:
        """`typed`: short values that were typed; in a request they are visited under any name (looked up live)."""
        self._visit, self._names, self._typed = visit, names, typed

    def _worth(self, name: str, raw: str, origin: str) -> bool:
        if self._names.of(name):
            return True
        return origin == REQUEST and raw in self._typed and raw.lower() not in STOP_WORDS

    def fields(self, text: str, style: str, origin: str = REQUEST) -> str:
        """`a=1&b=2`."""

        def places() -> Iterator[tuple[int, int, Place]]:
            for found in _FIELD.finditer(text):
                name = unescape(found.group(1), "form")
                raw = found.group(2)
                if raw.startswith(("{", "[", "%7B", "%5B", "%7b", "%5b")):
                    self.json(unescape(raw, style), origin)
                if self._worth(name, raw, origin):
                    yield found.start(2), found.end(2), Place(name, raw, style, origin)

        return _replaced(text, places(), self._visit)

    def url(self, url: str) -> str:
        """Query, fragment and userinfo of a URL (or a path, or a urn: that ends with a URL)."""
        if "=" not in url and "@" not in url:
            return url
        rest, hash_mark, fragment = url.partition("#")
        rest, mark, query = rest.partition("?")
        found = _USERINFO.match(rest)
        if found:
            new = self._visit(Place("password", found.group(1), "percent", TYPED))
            rest = rest if new is None else rest[: found.start(1)] + new + rest[found.end(1) :]
        query, fragment = self.fields(query, "form"), self.fields(fragment, "form")
        return rest + mark + query + hash_mark + fragment

    def json(self, text: str, origin: str) -> str:
        def places() -> Iterator[tuple[int, int, Place]]:
            for found in _JSON_PAIR.finditer(text):
                if self._worth(found.group(1), found.group(2), origin):
                    yield found.start(2), found.end(2), Place(found.group(1), found.group(2), "json", origin)

        def nested() -> Iterator[tuple[int, int, Place]]:
            for found in _JSON2_PAIR.finditer(text):
                name = found.group(1) or found.group(2)
                if self._worth(name, found.group(3), origin):
                    yield found.start(3), found.end(3), Place(name, found.group(3), "json2", origin)

        text = _replaced(text, places(), self._visit)
        return _replaced(text, nested(), self._visit) if '\\"' in text else text

    def item(self, key: str, value: str) -> str:
        """One item of web storage."""
        if value[:1] in ("{", "["):
            return self.json(value, RESPONSE)
        text = json.dumps({key: value})
        new = self.json(text, RESPONSE)
        return value if new is text else str(json.loads(new)[key])

    def html(self, text: str) -> str:
        for places in (self._tags, self._data_attributes, self._scripts):
            text = _replaced(text, places(text), self._visit)
        return text

    def _tags(self, text: str) -> Iterator[tuple[int, int, Place]]:
        for tag in _TAG.finditer(text):
            spans: dict[str, tuple[int, int]] = {}
            for found in _ATTRIBUTE.finditer(tag.group(2)):
                group = next((number for number in (2, 3, 4) if found.group(number) is not None), 2)
                start = tag.start(2) + found.start(group)
                spans.setdefault(found.group(1).lower(), (start, tag.start(2) + found.end(group)))
            values = {name: html.unescape(text[start:end]) for name, (start, end) in spans.items()}
            kind = values.get("type", "text").lower()
            holder = "content" if tag.group(1).lower() == "meta" else "value"
            if not values.get(holder) or kind in _NOT_VALUES:
                continue
            start, end = spans[holder]
            origin = TYPED if kind == "password" and holder == "value" else RESPONSE
            name = "password" if origin == TYPED else values.get("name") or values.get("id", "")
            yield start, end, Place(name, text[start:end], "html", origin)

    @staticmethod
    def _data_attributes(text: str) -> Iterator[tuple[int, int, Place]]:
        for found in _DATA_ATTRIBUTE.finditer(text):
            group = 2 if found.group(2) else 3
            yield found.start(group), found.end(group), Place(found.group(1), found.group(group), "html", PAGE)

    @staticmethod
    def _scripts(text: str) -> Iterator[tuple[int, int, Place]]:
        for script in _SCRIPT.finditer(text):
            for found in _SCRIPT_PAIR.finditer(text, script.start(2), script.end(2)):
                group = 2 if found.group(2) else 3
                yield found.start(group), found.end(group), Place(found.group(1), found.group(group), "json", PAGE)

    def xml(self, text: str, origin: str) -> str:
        def places() -> Iterator[tuple[int, int, Place]]:
            for found in _XML_PAIR.finditer(text):
                yield found.start(2), found.end(2), Place(found.group(1), found.group(2), "html", origin)

        return _replaced(text, places(), self._visit)

    def multipart(self, text: str) -> str:
        def places() -> Iterator[tuple[int, int, Place]]:
            for found in _PART.finditer(text):
                if found.group(2)[:1] in ("{", "["):
                    self.json(found.group(2), REQUEST)
                if len(found.group(2)) < 10_000:
                    yield found.start(2), found.end(2), Place(found.group(1), found.group(2), "plain", REQUEST)

        return _replaced(text, places(), self._visit)

    def body(self, data: bytes, mime: str, origin: str) -> bytes:
        """A decoded body by its media type; what is not structured comes back as it is."""
        walk = self._walk(mime, data[:64].lstrip()[:1], origin)
        if walk is None:
            return data
        return walk(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")

    def _walk(self, mime: str, start: bytes, origin: str) -> Callable[[str], str] | None:
        """What looks through a body of this type that begins so; None when it has no structure."""
        if "json" in mime or mime == "text/event-stream" or (start in (b"{", b"[") and mime in ("text/plain", "")):
            return partial(self.json, origin=origin)
        if mime == "application/x-www-form-urlencoded":
            return partial(self.fields, style="form")
        if mime == "multipart/form-data":
            return self.multipart
        if mime in ("text/html", "application/xhtml+xml"):
            return self.html if start != b"{" else partial(self.json, origin=origin)
        if mime.endswith("xml") and origin == REQUEST:
            return partial(self.xml, origin=origin)
        return None

    def headers(self, headers: Headers) -> Headers:
        return [(name, self._header(name, value)) for name, value in headers]

    def _header(self, name: str, value: str) -> str:
        lower = name.lower()
        if lower == "cookie":
            return self.cookies(value)
        if lower == "set-cookie":
            pair, mark, attributes = value.partition(";")
            return self.cookies(pair) + mark + attributes
        if lower in ("location", "referer", "content-location", "refresh", "link"):
            return self.url(value)
        if not self._names.secret_header(lower):
            return value
        scheme, space, credentials = value.partition(" ")
        if not space or not lower.endswith("authorization"):
            scheme, space, credentials = "", "", value
        new = self._visit(Place(lower, credentials, "basic" if scheme.lower() == "basic" else "plain", HEADER))
        return value if new is None else scheme + space + new

    def cookies(self, value: str) -> str:
        def places() -> Iterator[tuple[int, int, Place]]:
            for found in _COOKIE_PAIR.finditer(value):
                yield found.start(2), found.end(2), Place(found.group(1), found.group(2), "percent", COOKIE)

        return _replaced(value, places(), self._visit)
