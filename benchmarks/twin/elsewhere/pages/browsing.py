"""What the page styles share: an app as a function of requests, and a visitor who follows links and sends forms as a
browser does, with what the forms of the page in front hold."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.recorder.rows import Look, more_rows
from benchmarks.twin.elsewhere.apis.serving import FORM, TICK, Clock, token

NAVIGATION = [
    ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
    ("Sec-Fetch-Dest", "document"),
    ("Sec-Fetch-Mode", "navigate"),
]
__all__ = ["Asked", "Clock", "Said", "Visitor", "options", "token"]
Pairs = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, taken apart."""

    method: str
    path: str
    parts: list[str]
    query: dict[str, str]
    form: dict[str, str]
    """Of a name that stands several times, the last one."""
    pairs: Pairs
    """The form as it was sent."""


@dataclass(frozen=True, slots=True)
class Said:
    """One reply: a document, or where to go."""

    html: str = ""
    status: int = 200
    to: str = ""


class Server(Protocol):
    def answer(self, asked: Asked) -> Said: ...


@dataclass(slots=True)
class Spoken:
    """One exchange, as bytes."""

    method: str
    url: str
    headers: Pairs
    body: bytes
    status: int
    reply: bytes
    to: str
    moment: float


@dataclass(slots=True)
class Visitor:
    """Visits one app. Every exchange is kept."""

    server: Server
    host: str
    clock: Clock
    spoken: list[Spoken] = field(default_factory=list)
    address: str = "/"
    page: BeautifulSoup = field(default_factory=lambda: BeautifulSoup("", "lxml"))

    def goto(self, path: str, **query: Any) -> None:
        """An address that is typed; `reload` is `goto` of it once more."""
        self._ask("GET", path + (f"?{urlencode(query)}" if query else ""))

    def click(self, words: str, *, near: str = "") -> None:
        """The first link with these words, in the row that shows `near`."""
        rows: list[Any] = [one for one in self.page.select("tr, li, article, .card, .row") if near in one.get_text()]
        within = rows[-1] if near else self.page
        link = next(one for one in within.find_all("a") if one.get_text(" ", strip=True) == words)
        self._ask("GET", str(link["href"]))

    def send(
        self, form: str = "main form", *, near: str = "", button: str = "", **changed: str | list[str] | None
    ) -> None:
        """The form, with some of its fields changed (None: not ticked; a list: boxes of one name). `button`: of which
        name and value go along."""
        found = [one for one in self.page.select(form) if not near or near in _row_of(one).get_text()]
        one = found[0]
        pairs = [(name, value) for name, value in values_of(one) if name not in changed]
        for name, value in changed.items():
            pairs += [(name, each) for each in ([value] if isinstance(value, str) else value or [])]
        pressed = next((b for b in one.select("button[name]") if b.get_text(strip=True) == button), None)
        if pressed is not None:
            pairs.append((str(pressed["name"]), str(pressed.get("value", ""))))
        action = str(one.get("action") or self.address)
        if str(one.get("method", "get")).lower() == "get":
            self._ask("GET", action.partition("?")[0] + "?" + urlencode(pairs))
        else:
            self._ask("POST", action, pairs)

    def open_further(self, most: int) -> None:
        """Further rows of the lists that were looked at, as `awe-author record` opens them after the steps."""
        looks = [Look(one.url, one.reply.decode()) for one in self.spoken if not one.to]
        opened = [one.url for one in self.spoken if one.method == "GET" and one.status == 200]
        for there, rows in more_rows(looks, opened, most):
            for url in ([there] if rows and there else []) + rows:
                kept = len(self.spoken)
                with suppress(LookupError):  # what a list showed is gone, and the app cannot say so
                    self._ask("GET", url)
                if any(one.status != 200 for one in self.spoken[kept:]):
                    del self.spoken[kept:]

    def _ask(self, method: str, path: str, pairs: Pairs | None = None) -> None:
        address = urljoin(f"https://{self.host}{self.address}", path)
        parts = urlsplit(address)
        self.clock.now += TICK
        sent = pairs or []
        said = self.server.answer(
            Asked(method, parts.path, [one for one in parts.path.split("/") if one],
                  dict(parse_qsl(parts.query, keep_blank_values=True)), dict(sent), sent)
        )  # fmt: skip
        headers = [*NAVIGATION, *([("Content-Type", FORM)] if method == "POST" else [])]
        body = urlencode(sent).encode() if method == "POST" else b""
        to = urljoin(address, said.to) if said.to else ""
        self.spoken.append(Spoken(method, address, headers, body, said.status, said.html.encode(), to, self.clock.now))
        self.address = parts.path + (f"?{parts.query}" if parts.query else "")
        if to:
            self._ask("GET", to)
        else:
            self.page = BeautifulSoup(said.html, "lxml")


def _row_of(form: Tag) -> Tag:
    return form.find_parent(["tr", "li", "article"]) or form.find_parent(class_="card") or form


def values_of(form: Tag) -> Pairs:
    """What a browser sends of a form that nobody touched."""
    found: Pairs = []
    for one in form.select("input[name], textarea[name], select[name]"):
        name, kind = str(one["name"]), str(one.get("type", "text"))
        if one.name == "select":
            chosen = one.select("option[selected]") or one.select("option")[:1]
            found += [(name, str(each.get("value", each.get_text()))) for each in chosen]
        elif one.name == "textarea":
            found.append((name, one.get_text()))
        elif kind not in ("checkbox", "radio", "submit", "button") or one.has_attr("checked"):
            found.append((name, str(one.get("value", "on" if kind in ("checkbox", "radio") else ""))))
    return found


def options(values: Mapping[str, str] | list[str], chosen: str) -> str:
    """Of a select: value -> words."""
    pairs = values.items() if isinstance(values, Mapping) else ((one, one) for one in values)
    return "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(words)}</option>'
        for value, words in pairs
    )
