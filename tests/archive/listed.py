"""An index over a plain list: the smallest real implementation of `archive.Index`, for tests of what is pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from awe_author.archive.canonical import RequestForm, request_form
from awe_author.archive.model import Entry, Headers


class ListedIndex:
    """Add exchanges in recorded order; seq counts from 1."""

    def __init__(self) -> None:
        self.listed: list[tuple[Entry, RequestForm]] = []

    def add(
        self,
        method: str,
        url: str,
        body: bytes = b"",
        headers: Headers | None = None,
        *,
        status: int = 200,
        mime: str = "text/html",
        vary: dict[str, str] | None = None,
        step: int | None = None,
        time: float = 1_700_000_000.0,
        kind: str = "http",
    ) -> Entry:
        form = request_form(method, url, headers or [("content-type", "application/json")], body)
        entry = Entry(
            seq=len(self.listed) + 1,
            url=url,
            method=method,
            status=status,
            mime=mime,
            time=time,
            kind=kind,
            step=step,
            writes=form.writes,
            form=json.dumps(form.params),
            vary=tuple((vary or {}).items()),
        )
        self.listed.append((entry, form))
        return entry

    def by_exact(self, key: str) -> Sequence[Entry]:
        return [entry for entry, form in self.listed if form.exact == key]

    def by_canonical(self, key: str) -> Sequence[Entry]:
        return [entry for entry, form in self.listed if form.canonical == key]

    def by_operation(self, key: str) -> Sequence[Entry]:
        return [entry for entry, form in self.listed if form.operation == key]

    def has_host(self, host: str) -> bool:
        return any(host in (urlsplit(e.url).netloc, urlsplit(e.url).hostname) for e, _ in self.listed)

    def near(self, url: str, limit: int = 20) -> Sequence[Entry]:
        host = urlsplit(url).netloc
        return [entry for entry, _ in self.listed if urlsplit(entry.url).netloc == host][:limit]

    def next_write(self, seq: int) -> int | None:
        return next((entry.seq for entry, _ in self.listed if entry.writes and entry.seq > seq), None)

    def entries(self) -> Iterator[Entry]:
        return (entry for entry, _ in self.listed)
