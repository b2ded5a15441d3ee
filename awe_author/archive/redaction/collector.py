"""The first walk: finds the secrets of a capture and judges whether each is replaced everywhere or where it stands."""

from __future__ import annotations

import json
import re

from awe_author.archive.capture import Capture, CapturedExchange
from awe_author.archive.model import Headers, Recording
from awe_author.archive.redaction import judge
from awe_author.archive.redaction.bodies import TEXT_TYPES, bodies, decoded, is_script, media_type
from awe_author.archive.redaction.judge import HERE
from awe_author.archive.redaction.locations import (
    COOKIE,
    REQUEST,
    RESPONSE,
    TYPED,
    Locations,
    Place,
)
from awe_author.archive.redaction.names import EXPLICIT, PASSWORD, Names, kind_of
from awe_author.archive.redaction.rules import RedactionRules
from awe_author.archive.redaction.values import JWT, is_common, is_constant, is_word


class Collector:
    """What is known of the secrets. `collect` fills it; `judge` answers during both walks."""

    def __init__(self, rules: RedactionRules) -> None:
        self.names = Names(rules)
        self.kinds: dict[str, str] = {}
        """Values that are secret everywhere -> the kind they are counted under."""
        self.local: set[str] = set()
        """Values that are secret only where they stand."""
        self.typed: set[str] = set()
        """Values that a person typed; some of them are in `kinds`, others in `local`."""
        self.given: set[str] = set()
        """Masks that the server gave in the place of secrets."""
        self.aliases: set[tuple[str, str, str]] = set()
        """(as written, style, value): spellings that were seen."""
        self._patterns = [re.compile(pattern) for pattern in rules.values]
        self._http_only: set[str] = set()
        self._walk = Locations(self._note, self.names, self.typed)

    def collect(self, capture: Capture) -> None:
        """Note the secrets in all that was recorded: what was typed, cookies, storage, addresses, headers, bodies."""
        for value, kind in capture.secrets.items():
            if value:
                self.typed.add(value)
                self.kinds.setdefault(value, str(kind))
        for exchange in capture.exchanges:
            self._note_http_only(exchange.response_headers)
        for state in capture.recording.storage:
            self._http_only.update(str(cookie.get("name")) for cookie in state.cookies if cookie.get("httpOnly"))
        self._storage(capture.recording)
        for exchange in capture.exchanges:
            self._exchange(exchange)
        for fact in capture.facts:
            if fact.mime.startswith(TEXT_TYPES):
                self._body(fact.body.read(), fact.mime.split(";")[0].strip().lower(), RESPONSE)
        for page in capture.pages:
            self._walk.url(page.url)
            self._scan(page.url)
        self._drop_common(capture)

    def judge(self, place: Place) -> str:
        """EVERYWHERE, HERE or "" (judge.py)."""
        kind, value = self.names.of(place.name), place.value
        if place.origin == COOKIE:
            return "" if self.names.kept(place.name) else judge.cookie(kind, value, place.name in self._http_only)
        known = value in self.typed or value in self.kinds
        return judge.value(kind, value, place.origin, known=known, given=value in self.given)

    def _note(self, place: Place) -> None:
        value, verdict = place.value, self.judge(place)
        if not verdict and place.origin == RESPONSE and judge.masks(value):
            self.given.add(value)
        if not verdict:
            if place.origin == COOKIE and value[:1] in ("{", "["):
                self._walk.json(value, RESPONSE)
            return
        kind = self.names.of(place.name)
        if place.style == "basic" or (kind in (PASSWORD, EXPLICIT) and place.origin in (REQUEST, TYPED)):
            self.typed.add(value)
        if verdict == HERE:
            self.local.add(value)
            return
        label = kind_of(place.name, kind)
        if JWT.fullmatch(value):
            label = "jwt"
        elif place.origin == COOKIE:
            label = "cookie"
        elif place.origin == TYPED or place.style == "basic":
            label = "password"
        self.kinds.setdefault(value, label)
        if place.raw != value and place.style != "basic":
            self.aliases.add((place.raw, place.style, value))

    def _note_http_only(self, headers: Headers) -> None:
        for name, value in headers:
            if name.lower() == "set-cookie" and "httponly" in value.lower():
                self._http_only.add(value.partition("=")[0].strip())

    def _exchange(self, exchange: CapturedExchange) -> None:
        self._walk.url(exchange.url)
        self._scan(exchange.url)
        for headers in (exchange.request_headers, exchange.response_headers):
            self._walk.headers(headers)
            for _, value in headers:
                self._scan(value)
        for headers, body, origin in bodies(exchange):
            data = decoded(body.read(), headers, complete=exchange.complete)
            if data is not None:
                self._body(data, media_type(headers), origin)
        for message in exchange.messages:
            if isinstance(message.data, str):
                self._walk.json(message.data, REQUEST if message.outgoing else RESPONSE)
                self._scan(message.data)

    def _body(self, data: bytes, mime: str, origin: str) -> None:
        if not data:
            return
        self._walk.body(data, mime, origin)
        if (b"eyJ" in data and not is_script(mime)) or (self._patterns and mime.startswith(TEXT_TYPES)):
            self._scan(data.decode("utf-8", "surrogateescape"), tokens=not is_script(mime))

    def _scan(self, text: str, *, tokens: bool = True) -> None:
        """JSON Web Tokens, and what the author's expressions match, wherever they stand."""
        if tokens and "eyJ" in text:
            for found in JWT.finditer(text):
                self.kinds.setdefault(found.group(), "jwt")
        for pattern in self._patterns:
            for found in pattern.finditer(text):
                value = found.group(1) if pattern.groups else found.group()
                if value and len(value) >= 4:
                    self.kinds.setdefault(value, "custom")

    def _storage(self, recording: Recording) -> None:
        for state in recording.storage:
            for cookie in state.cookies:
                self._walk.cookies(f"{cookie.get('name')}={cookie.get('value')}")
            for areas in state.origins.values():
                for area in ("local", "session"):
                    for key, value in (areas.get(area) or {}).items():
                        self._walk.item(str(key), str(value))
                        self._scan(str(value))
                self._walk.json(json.dumps(areas.get("indexeddb") or []), RESPONSE)

    def _drop_common(self, capture: Capture) -> None:
        """Common values, and words that the app's own scripts and styles contain, are not replaced everywhere.

        Nor are constants that a page sent by itself and whose whole text its scripts hold between quotes: an app that
        sends one as a password for want of any also uses it elsewhere. What somebody typed is none.
        """
        local = {value for value, kind in self.kinds.items() if kind != "custom" and is_common(value)}
        words = {value: [value.encode()] for value in self.kinds if is_word(value) and value not in local}
        for value in self.kinds.keys() - capture.secrets.keys():
            if is_constant(value):
                words[value] = [f"{quote}{value}{quote}".encode() for quote in "\"'`"]
        if words:
            for exchange in capture.exchanges:
                if is_script(media_type(exchange.response_headers)):
                    raw = exchange.response_body.read()
                    data = decoded(raw, exchange.response_headers, complete=False) or b""
                    local |= {word for word, forms in words.items() if any(form in data for form in forms)}
        for value in local:
            del self.kinds[value]
        self.local |= local
