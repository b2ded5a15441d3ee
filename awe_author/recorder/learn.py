"""Which parameters are volatile: what differs between two recordings of the same steps (`--twice`). Pure.

The requests of both runs are paired by step, operation and order of appearance. A parameter that both requests have
with different values changed by itself, as the steps are the same: a nonce, a timestamp, a cache buster, a session id.
It is listed for review and left out when requests are matched.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from awe_author.archive.canonical import RequestForm, request_form
from awe_author.archive.capture import CapturedExchange

LARGEST_BODY = 4 * 1024 * 1024
Form = Callable[[CapturedExchange], RequestForm]


@dataclass(frozen=True, slots=True)
class Learned:
    """A parameter that changed by itself."""

    operation: str
    param: str
    examples: tuple[str, str]

    def document(self) -> dict[str, Any]:
        return {"operation": self.operation, "param": self.param, "examples": list(self.examples)}


def form_of(exchange: CapturedExchange) -> RequestForm:
    """The canonical form of a captured request."""
    body = exchange.request_body.read() if exchange.request_body.size <= LARGEST_BODY else b""
    return request_form(exchange.method, exchange.url, exchange.request_headers, body)


def learn(first: Iterable[CapturedExchange], second: Iterable[CapturedExchange], form: Form = form_of) -> list[Learned]:
    """The volatile parameters, each once, in the order they were met."""
    waiting: dict[tuple[int | None, str], list[RequestForm]] = defaultdict(list)
    for exchange in second:
        found = form(exchange)
        waiting[exchange.step, found.operation].append(found)
    learned: dict[tuple[str, str], Learned] = {}
    for exchange in first:
        one = form(exchange)
        others = waiting.get((exchange.step, one.operation))
        if not others:
            continue
        other = _partner(one, others)
        others.remove(other)
        for param, before, after in _changed(one, other):
            learned.setdefault((one.operation, param), Learned(one.operation, param, (before[:200], after[:200])))
    return list(learned.values())


def _partner(one: RequestForm, others: list[RequestForm]) -> RequestForm:
    """The equal request if there is one, else the one that differs in the fewest parameters, the earliest of these."""
    return min(others, key=lambda other: (other.canonical != one.canonical, _distance(one, other)))


def _distance(one: RequestForm, other: RequestForm) -> int:
    return len(set(one.params) ^ set(other.params))


def _changed(one: RequestForm, other: RequestForm) -> list[tuple[str, str, str]]:
    before, after = _by_name(one), _by_name(other)
    return [
        (name, values[position], after[name][position])
        for name, values in before.items()
        if name in after and len(after[name]) == len(values)
        for position in range(len(values))
        if values[position] != after[name][position]
    ]


def _by_name(form: RequestForm) -> dict[str, list[str]]:
    values: dict[str, list[str]] = defaultdict(list)
    for name, value in form.params:
        values[name].append(value)
    return values
