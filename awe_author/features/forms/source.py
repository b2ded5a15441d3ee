"""A recording whose messages are seen as features see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from awe_author.archive.model import Entry, Headers, RecordedResponse, SocketMessage
from awe_author.features.forms import Forms, sent_of
from awe_author.features.forms.model import Sent
from awe_author.features.plain import plain_body
from awe_author.features.talks import Source

_OF_THE_BODY = ("content-encoding", "content-length")


class PlainSource:
    """A source through forms. What is in none of them is as it is."""

    def __init__(self, source: Source, forms: Forms) -> None:
        self.raw, self.forms = source, forms
        self._first: dict[tuple[str, str], Entry] | None = None
        """(method, address without query) -> the first exchange with an answer."""

    def entries(self) -> Iterator[Entry]:
        return self.raw.entries()

    def messages(self, entry: Entry) -> Sequence[SocketMessage]:
        return self.raw.messages(entry)

    def chunk_times(self, entry: Entry) -> Sequence[tuple[float, int]]:
        return self.raw.chunk_times(entry)

    def request_headers(self, entry: Entry) -> Headers:
        return self._request(entry)[2]

    def request_body(self, entry: Entry) -> bytes:
        return self._request(entry)[3]

    def _request(self, entry: Entry) -> tuple[str, str, Headers, bytes]:
        headers, body = self.raw.request_headers(entry), self.raw.request_body(entry)
        return self.forms.plain(entry.method, entry.url, headers, body)

    def address(self, entry: Entry) -> tuple[str, str]:
        """(method, address) of a request as features see it."""
        if self.forms.by_body(entry.method, entry.url):
            return self._request(entry)[:2]
        return entry.method, self.forms.address(entry.method, entry.url)

    def response(self, entry: Entry) -> RecordedResponse:
        response = self.raw.response(entry)
        sent = sent_of(entry.method, entry.url, self.raw.request_headers(entry), self.raw.request_body(entry))
        if not self.forms.of(sent):
            return response
        body = plain_body(response)
        if body is None:
            return self.raw.response(entry)
        told = self.forms.told(sent, body)
        headers = [pair for pair in response.headers if pair[0].lower() not in _OF_THE_BODY]
        return replace(response, headers=headers, body=[told], length=len(told))

    def any_like(self, sent: Sent) -> bytes | None:
        """The first answer that was recorded at such an address, as it passed."""
        if self._first is None:
            self._first = {}
            for one in self.raw.entries():
                if 0 < one.status < 400:
                    self._first.setdefault((one.method, one.url.partition("?")[0]), one)
        found = self._first.get((sent.method, sent.url.partition("?")[0]))
        return self.wire(found) if found is not None else None

    def wire(self, entry: Entry) -> bytes | None:
        """The body of an answer as it passed."""
        return plain_body(self.raw.response(entry))
