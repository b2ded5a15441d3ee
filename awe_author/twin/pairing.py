"""Which request of the mock's page is the same as which of the live page. Pure.

Requests of one step are paired by operation (method, host, path less ids, GraphQL operation) and, within it, by how
much of their parameters agree. What has no partner waits for one step: a page may ask a little later or earlier than
its twin. Asking the same thing again is no difference, since polling depends on time; nor is asking for the same keys
in other portions (`key_portions`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from awe_author.twin.exchanges import Exchange
from awe_author.twin.key_portions import as_one
from awe_author.twin.likeness import Likeness, shape

_NUMBER = re.compile(r"\d+")


@dataclass(slots=True)
class Pair:
    """One request of the live page and the mock's, either of which may have none."""

    live: Exchange | None
    mock: Exchange | None
    shifted: bool = False
    """Asked in different steps."""

    @property
    def step(self) -> int:
        either = self.live or self.mock
        assert either is not None
        return either.step

    @property
    def broken_off(self) -> bool:
        """Did the live page not wait for the answer to a read? Then there is nothing to compare."""
        return self.live is not None and self.live.broken and not self.live.writes


@dataclass(slots=True)
class Pairs:
    """Takes the compared requests of step after step; `done` grows in the order of steps."""

    likeness: Likeness
    done: list[Pair] = field(default_factory=list)
    repeats: int = 0
    """Requests that one side made more often than the other, each with a reply that was compared already."""
    _live: list[Exchange] = field(default_factory=list)
    _mock: list[Exchange] = field(default_factory=list)
    _known: set[tuple[str, str]] = field(default_factory=set)

    def step(self, live: Iterable[Exchange], mock: Iterable[Exchange]) -> list[Pair]:
        """The pairs of one step; earlier requests that had to wait for it come first."""
        late_live, late_mock = self._live, self._mock
        fresh_live, fresh_mock = as_one([*live], [*mock], lambda one: operation_of(one, self.likeness))
        found = self._match(fresh_live, fresh_mock)
        shifted = self._match(late_live, fresh_mock) + self._match(fresh_live, late_mock)
        for pair in shifted:
            pair.shifted = True
        left = self._single(late_live, late_mock)
        self._live, self._mock = fresh_live, fresh_mock
        pairs = [*shifted, *found]
        for pair in pairs:
            self._remember(pair)
        self.done += [*left, *pairs]
        return [*left, *pairs]

    def finish(self) -> list[Pair]:
        """What is still alone at the end."""
        left = self._single(self._live, self._mock)
        self._live, self._mock = [], []
        self.done += left
        return left

    def _single(self, live: list[Exchange], mock: list[Exchange]) -> list[Pair]:
        alone: list[Pair] = []
        for exchange in live:
            if self._is_repeat("live", exchange):
                self.repeats += 1
            else:
                alone.append(Pair(exchange, None))
        for exchange in mock:
            if self._is_repeat("mock", exchange):
                self.repeats += 1
            else:
                alone.append(Pair(None, exchange))
        return alone

    def _remember(self, pair: Pair) -> None:
        for side, exchange in (("live", pair.live), ("mock", pair.mock)):
            if exchange is not None and not exchange.writes:
                self._known.add((side, exchange.form.canonical))

    def _is_repeat(self, side: str, exchange: Exchange) -> bool:
        return not exchange.writes and (side, exchange.form.canonical) in self._known

    def _match(self, live: list[Exchange], mock: list[Exchange]) -> list[Pair]:
        """Pair what belongs together, best first; paired ones leave the lists."""
        groups: dict[str, tuple[list[Exchange], list[Exchange]]] = defaultdict(lambda: ([], []))
        for place, side in enumerate((live, mock)):
            for exchange in side:
                groups[operation_of(exchange, self.likeness)][place].append(exchange)
        pairs = [pair for group in groups.values() for pair in self._group(*group)]
        for pair in pairs:
            assert pair.live is not None
            assert pair.mock is not None
            live.remove(pair.live)
            mock.remove(pair.mock)
        return sorted(pairs, key=lambda pair: pair.live.seq if pair.live else 0)

    def _group(self, live: Sequence[Exchange], mock: Sequence[Exchange]) -> list[Pair]:
        ranked = sorted(
            (
                (-self._closeness(one, other), place, at)
                for place, one in enumerate(live)
                for at, other in enumerate(mock)
            ),
        )
        taken_live: set[int] = set()
        taken_mock: set[int] = set()
        pairs: list[Pair] = []
        for _, place, at in ranked:
            if place not in taken_live and at not in taken_mock:
                taken_live.add(place)
                taken_mock.add(at)
                pairs.append(Pair(live[place], mock[at]))
        return pairs

    def _closeness(self, live: Exchange, mock: Exchange) -> float:
        """How much of two requests of one operation agrees, 0 to 1."""
        path = self.likeness.path(urlsplit(live.url).path, urlsplit(mock.url).path)
        return 0.3 * path + 0.7 * (1.0 - len(differing(live, mock, self.likeness)) / (len(live.form.params) + 1))


def operation_of(exchange: Exchange, likeness: Likeness | None = None) -> str:
    """METHOD host/path with ids as `*`, and the GraphQL operation: what two twins have in common."""
    parts = urlsplit(exchange.url)
    known = likeness.ids if likeness else None

    def general(segment: str) -> str:
        text = unquote(segment)
        mapped = known is not None and (text in known.live or text in known.mock)
        return "*" if mapped or _NUMBER.fullmatch(text) or shape(text) is not None else segment

    path = "/".join(general(segment) for segment in parts.path.split("/"))
    _, sign, named = exchange.form.operation.partition(" graphql:")
    if exchange.event:
        sign, named = " ", exchange.event
    return f"{exchange.method} {parts.netloc}{path}{sign}{named}"


def differing(live: Exchange, mock: Exchange, likeness: Likeness) -> list[str]:
    """Names of the request parameters that do not mean the same."""
    operation = live.form.operation
    one, other = _by_name(live), _by_name(mock)
    found: list[str] = []
    for name in dict.fromkeys([*one, *other]):
        if (operation, name) in likeness.params:
            continue
        left, right = one.get(name, []), other.get(name, [])
        key = name.rpartition("/")[2].rpartition(":")[2]
        alike = len(left) == len(right) and all(
            likeness.same(_bare(a), _bare(b), key) for a, b in zip(left, right, strict=True)
        )
        if not alike and not _is_secret(name, left, right):
            found.append(name)
    return found


def _bare(value: str) -> str:
    """JSON texts are quoted in a request's form."""
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value


def _is_secret(name: str, live: list[str], mock: list[str]) -> bool:
    """Is it a token against forgery? Each side has its own, and it says nothing about what is asked."""
    key = name.lower().rpartition(":")[2].rpartition("/")[2].strip("_")
    return bool(live and mock) and any(word in key for word in ("csrf", "xsrf", "authenticity", "nonce", "token"))


def _by_name(exchange: Exchange) -> dict[str, list[str]]:
    values: dict[str, list[str]] = defaultdict(list)
    for name, value in exchange.form.params:
        values[name].append(value)
    return values
