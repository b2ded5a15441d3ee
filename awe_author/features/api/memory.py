"""Answers to reads that were worked out before: equal state, equal request, equal answer. Shared by sessions of a mock.

What a read says depends on the state, the request and, when an expression of the feature reads it, on the moment. A
hundred sessions that open the same page at the beginning of their world have it worked out once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator

from awe_author.features.api.asked import Asked
from awe_author.features.api.shaping import Shaped
from awe_author.features.dom.planning import names_of
from awe_author.features.live import Now
from awe_author.features.model import Feature, Reply

MOST_BYTES = 32 << 20
_EACH = 600
"""Bytes that an answer costs beside its body."""


class Memory:
    """The last answers, up to so many bytes. One event loop."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self._bytes = most, 0
        self._kept: OrderedDict[Hashable, Shaped] = OrderedDict()
        self._reads: dict[int, frozenset[str]] = {}

    def key(self, feature: Feature, asked: Asked, now: Now) -> Hashable:
        """Under what an answer of the feature is kept."""
        reads = self._reads.get(id(feature))
        if reads is None:
            reads = self._reads[id(feature)] = frozenset(_read_by(feature))
        headers = tuple(asked.headers) if "headers" in reads else asked.header("content-type")
        moment = now.clock if "now" in reads else None
        return id(feature), now.state.hash, asked.method, asked.url, asked.content, headers, moment

    def get(self, key: Hashable) -> Shaped | None:
        """The answer that was kept."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: Hashable, shaped: Shaped) -> None:
        """Keep an answer."""
        size = len(shaped.body or b"") + _EACH
        if size > self._most // 8:
            return
        if key in self._kept:
            return
        self._kept[key] = shaped
        self._bytes += size
        while self._bytes > self._most:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= len(dropped.body or b"") + _EACH


def _read_by(feature: Feature) -> Iterator[str]:
    """The names that an answer of the feature may depend on."""
    for _, expression in feature.let:
        yield from expression.names
    for reply in (feature.reply, *feature.errors.values()):
        if not isinstance(reply, Reply):
            continue
        for show in reply.show:
            yield from names_of(show)
        parts = (reply.json, reply.calls, reply.embedded, reply.text, reply.html, reply.form, reply.file, reply.go)
        for part in (*parts, *(value for _, value in (*reply.headers, *reply.swap))):
            if part is not None:
                yield from part.names
