"""Recorded answers as examples of the shape that an answer of a feature takes. Found once for each mock.

An example of a feature is a recorded exchange that the feature would answer: its method, address and what its `where`
says about the request alone. The nearest one to a request is the one whose query and body agree most with it: the same
fields asked for, the same GraphQL text, the same page.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from awe_author.archive.canonical import request_form
from awe_author.archive.model import Entry, RecordedResponse
from awe_author.archive.request_body import NotJson
from awe_author.door.messages import header
from awe_author.features.api.asked import NAMES, Asked, TooLarge, json_value
from awe_author.features.api.conditions import Condition, condition
from awe_author.features.api.parts import Parts, asks, each
from awe_author.features.api.routes import Found, Route, Routes
from awe_author.features.bodies import Memo
from awe_author.features.dom.rendering import ParsedAnswer
from awe_author.features.embedded import Document as Page
from awe_author.features.model import RequestTrigger
from awe_author.features.plain import plain_body
from awe_author.features.talks import Source
from awe_author.json_types import Json
from awe_author.rison import NotRison, parse_rison

KEPT = 2000
"""Parsed documents that are kept."""
KEPT_PAGES = 16 << 20
"""Characters of HTML documents that are kept with the JSON in them."""
KEPT_PARSED = 2 << 20
"""Characters of HTML that are kept as parsed, each answer as `LEAST_PARSED` at least; in memory about 50 bytes each."""
LEAST_PARSED = 1000
MOST_ERRORS = 50
"""Recorded errors of one origin that are kept as examples."""
POLICY = "content-security-policy"
_PREFIX = re.compile(rb"\s*(?:\)\]\}',?\s*|for\s*\(;;\);\s*|while\s*\(1\);\s*)")
_RANKED = 4000


@dataclass(frozen=True, slots=True)
class Document:
    """A recorded body as JSON."""

    value: Json
    is_json: bool = True
    prefix: bytes = b""
    """What stands before the JSON, against its use as a script."""


NO_DOCUMENT = Document(None, is_json=False)


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One recorded answer."""

    entry: Entry
    segments: tuple[str, ...] = ()
    pairs: frozenset[tuple[str, str]] = frozenset()
    names: frozenset[str] = frozenset()
    part: int | None = None
    """Its place in a batch."""

    @property
    def failed(self) -> bool:
        return self.entry.status >= 400


@dataclass(slots=True)
class _Of:
    """What is known of one feature."""

    condition: Condition
    examples: list[Example] = field(default_factory=list)


def _apart(params: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Parameters, and what stands in those that are Rison: each member, and each plain item of a list (a column that is
    asked for) by a name of its own."""
    for name, value in params:
        yield name, value
        if value.startswith(("(", "!(")):
            try:
                yield from _members(parse_rison(value), name)
            except NotRison:
                continue


def _members(value: Json, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for member, inner in value.items():
            yield from _members(inner, f"{name}.{member}")
    elif isinstance(value, list):
        yield from ((f"{name}.{one}", "") for one in value if isinstance(one, str))
    else:
        yield name, str(value)


class Examples:
    """The recorded answers of the request features of a mock. Thread-safe once made."""

    def __init__(
        self,
        routes: Routes,
        source: Source | None,
        address: Callable[[Entry], tuple[str, str]] = attrgetter("method", "url"),
    ) -> None:
        """`address`: (method, address) of a request as features see it."""
        self._source, self._address = source, address
        self._of = {id(one.feature): _Of(condition(one.feature.on.where, NAMES)) for one in routes.all}
        self._errors: dict[str, list[Example]] = {}
        self._parts, self._writes = Parts[Example](), Parts[Entry](writes=True)
        self.asking: set[int] = set()
        """Seqs of requests by GraphQL or JSON-RPC that only ask, and all of whose parts do."""
        self._documents: OrderedDict[int, Document] = OrderedDict()
        self._pages: OrderedDict[int, Page | None] = OrderedDict()
        self._parsed: OrderedDict[int, ParsedAnswer] = OrderedDict()
        self._ranked: OrderedDict[tuple[int, str, str], list[Example]] = OrderedDict()
        self._lock = threading.Lock()
        self.memo: Memo = {}
        if source is not None:
            for entry in source.entries():
                self._take(entry, routes)

    def _take(self, entry: Entry, routes: Routes) -> None:
        if entry.kind != "http" or entry.status in (0, 304) or entry.status < 200:
            return
        found = list(routes.find(*self._address(entry)))
        if found and (whole := self._request(entry)) is not None:
            self._parts.take(whole, lambda part: Example(entry, part=part))
            writes = sum(not asks(one) for _, one in each(whole)) if whole.kind else 0
            if whole.kind and not writes:
                self.asking.add(entry.seq)
            if writes == 1 and entry.status < 400:
                self._writes.take(whole, lambda _: entry)
            for one, asked, part in self._asked(entry, whole, found):
                form = request_form(asked.method, asked.url, asked.headers, asked.content)
                pairs = frozenset(_apart(form.params))
                names = frozenset(name for name, _ in pairs)
                self._of[id(one.route.feature)].examples.append(Example(entry, tuple(one.segments), pairs, names, part))
        if entry.status >= 400 and "json" in entry.mime:
            kept = self._errors.setdefault(_origin(entry.url), [])
            if len(kept) < MOST_ERRORS:
                kept.append(Example(entry))

    def _request(self, entry: Entry) -> Asked | None:
        assert self._source is not None
        sent = self._source.request_headers(entry), self._source.request_body(entry)
        try:
            return Asked.of(*self._address(entry), *sent)
        except TooLarge:
            return None

    def alike(self, asked: Asked) -> Sequence[Example]:
        """The recorded exchanges, or parts of batches, that asked exactly this by GraphQL or JSON-RPC; none to a
        write."""
        return self._parts.find(asked)

    def same_write(self, asked: Asked) -> Sequence[Entry]:
        """The recorded exchanges that did exactly this by GraphQL or JSON-RPC, and nothing else."""
        return self._writes.find(asked)

    def _asked(self, entry: Entry, asked: Asked, found: Sequence[Found]) -> Iterator[tuple[Found, Asked, int | None]]:
        """The features that an exchange is an example of, and which part of it."""
        for part, one in enumerate(asked.batch) if asked.batch else ((None, asked.body),):
            alone = asked if part is None else asked.part(one)
            for fitting in found:
                trigger = fitting.route.feature.on
                if isinstance(trigger, RequestTrigger) and trigger.like and entry.seq not in trigger.like:
                    continue
                if self._of[id(fitting.route.feature)].condition.sort_of(alone.bindings(fitting.segments)):
                    yield fitting, alone, part

    def condition(self, route: Route) -> Condition:
        """The `where` of a feature, taken apart."""
        return self._of[id(route.feature)].condition

    def near(self, found: Found, asked: Asked) -> list[Example]:
        """The examples of a feature, the nearest to a request first."""
        of = self._of[id(found.route.feature)]
        if len(of.examples) < 2:
            return of.examples
        form = request_form(asked.method, asked.url, asked.headers, asked.content)
        key = (id(of), asked.url, form.canonical)
        with self._lock:
            ranked = self._ranked.get(key)
        if ranked is None:
            pairs = frozenset(_apart(form.params))
            names = frozenset(name for name, _ in pairs)
            segments = tuple(found.segments)

            def score(one: Example) -> int:
                return 3 * (one.segments == segments) + 2 * len(one.pairs & pairs) - 3 * len(one.names ^ names)

            ranked = sorted(of.examples, key=score, reverse=True)
            with self._lock:
                self._ranked[key] = ranked
                if len(self._ranked) > _RANKED:
                    self._ranked.popitem(last=False)
        return ranked

    def errors(self, url: str) -> list[Example]:
        """JSON errors recorded of the URL's origin."""
        return self._errors.get(_origin(url), [])

    def document(self, example: Example) -> Document:
        """The answer as JSON; of a batch, the part."""
        whole = self._document(example.entry)
        if example.part is None or not whole.is_json:
            return whole
        value = whole.value
        if isinstance(value, list) and example.part < len(value):
            return Document(value[example.part])
        return NO_DOCUMENT

    def text(self, example: Example) -> str | None:
        """The recorded body as text, bytes that are no UTF-8 as lone surrogates; None when it is none, or too large."""
        assert self._source is not None
        response = self._source.response(example.entry)
        body = plain_body(response) if example.part is None else None
        return body.decode("utf-8", "surrogateescape") if body else None

    def parsed(self, example: Example) -> ParsedAnswer | None:
        """The recorded body as HTML; None when it is none, or too large."""
        seq = example.entry.seq
        with self._lock:
            if example.part is None and seq in self._parsed:
                self._parsed.move_to_end(seq)
                return self._parsed[seq]
        text = self.text(example)
        if text is None:
            return None
        made = ParsedAnswer(text)
        with self._lock:
            self._parsed[seq] = made
            while sum(max(len(one.html), LEAST_PARSED) for one in self._parsed.values()) > KEPT_PARSED:
                self._parsed.popitem(last=False)
        return made

    def page(self, entry: Entry) -> Page | None:
        """A recorded HTML document with the JSON in it; None for what is none, is too large or cannot be read."""
        with self._lock:
            if entry.seq in self._pages:
                self._pages.move_to_end(entry.seq)
                return self._pages[entry.seq]
        made = self._read_page(entry)
        with self._lock:
            self._pages[entry.seq] = made
            while len(self._pages) > 1 and sum(_size(one) for one in self._pages.values()) > KEPT_PAGES:
                self._pages.popitem(last=False)
                self.memo.clear()  # it holds their arrays
        return made

    def _read_page(self, entry: Entry) -> Page | None:
        assert self._source is not None
        response = self._source.response(entry)
        body = plain_body(response) if "html" in entry.mime else None
        try:
            return Page(body, header(response.headers, "content-type") or "") if body else None
        except UnicodeError:
            return None

    def policies(self, entry: Entry) -> list[tuple[str, str]]:
        """The recorded answer's headers of Content-Security-Policy."""
        assert self._source is not None
        return [pair for pair in self._source.response(entry).headers if pair[0].lower().startswith(POLICY)]

    def _document(self, entry: Entry) -> Document:
        with self._lock:
            kept = self._documents.get(entry.seq)
            if kept is not None:
                self._documents.move_to_end(entry.seq)
                return kept
        assert self._source is not None
        made = _parsed(self._source.response(entry))
        with self._lock:
            self._documents[entry.seq] = made
            if len(self._documents) > KEPT:
                self._documents.popitem(last=False)
                self.memo.clear()  # it holds their arrays
        return made

    def json_of(self, examples: Iterable[Example], most: int = 8) -> tuple[list[Example], tuple[Json, ...]]:
        """Of the first examples those that are JSON, and what they hold."""
        kept = [(one, document) for one in examples if (document := self.document(one)).is_json][:most]
        return [one for one, _ in kept], tuple(document.value for _, document in kept)


def _parsed(response: RecordedResponse) -> Document:
    body = plain_body(response)
    if not body:
        return NO_DOCUMENT
    found = _PREFIX.match(body)
    prefix = found[0] if found else b""
    kind = (header(response.headers, "content-type") or "").lower()
    if "json" not in kind and body[len(prefix) :].lstrip()[:1] not in (b"{", b"["):
        return NO_DOCUMENT
    try:
        return Document(json_value(body[len(prefix) :]), prefix=prefix)
    except NotJson:
        return NO_DOCUMENT


def _size(page: Page | None) -> int:
    return len(page.text) if page is not None else 100


def _origin(url: str) -> str:
    end = url.find("/", url.find("://") + 3)
    return url if end < 0 else url[:end]
