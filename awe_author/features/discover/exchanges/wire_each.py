"""Several records made or changed by one request (`features.forms.each`): told by a list of records in it and one of as
many in its answer, each of which says what was sent of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from awe_author.features.api.parts import READS
from awe_author.features.discover.common.names import snake, words
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.discover.exchanges.wire_records import KEYS
from awe_author.features.forms.each import Each
from awe_author.features.forms.model import Form

METHODS = ("POST", "PUT", "PATCH")
NAMES = words("name title label")
LEAST = 2
"""Records that one of the requests has."""


def each_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """The form of each address that takes several."""
    writes: dict[tuple[str, str], list[Message]] = {}
    for one in messages:
        if one.sent.method in METHODS and not one.sent.is_form and one.status < 400 and not READS.search(one.path):
            writes.setdefault((one.sent.method, one.path), []).append(one)
    for (method, path), mine in writes.items():
        form = next((form for form in _tries(f"{method} {path}", mine) if _holds(form, mine)), None)
        if form is not None:
            yield form


def _tries(on: str, messages: Sequence[Message]) -> Iterator[Each]:
    for one in messages:
        body, answer = one.sent.body, one.answer
        asked = [name for name, value in body.items() if _are_records(value)] if isinstance(body, dict) else [""]
        told = [(name,) for name, value in answer.items() if _are_records(value)] if isinstance(answer, dict) else [()]
        if len(asked) == len(told) == 1:
            yield Each(on, asked[0], told[0])


def _holds(form: Each, messages: Sequence[Message]) -> bool:
    """Is each request with such a list answered so, and none of them about something that has the list?"""
    sizes = []
    for one in messages:
        records = _at(one.sent.body, form.records)
        if records is None:
            continue
        answers = _at(one.answer, form.answers[0] if form.answers else "")
        beside = one.sent.body.items() if isinstance(one.sent.body, dict) else ()
        more = [value for name, value in beside if name != form.records and isinstance(value, dict | list)]
        owned = isinstance(one.answer, dict) and (any(key in one.answer for key in KEYS) or _named(one))
        pairs = zip(records, answers or (), strict=False)
        if answers is None or len(answers) != len(records) or more or owned or not all(_alike(*pair) for pair in pairs):
            return False
        sizes.append(len(records))
    return max(sizes, default=0) >= LEAST


def _named(one: Message) -> bool:
    """Is what was sent beside the list said back under its name? The list belongs to what is called so then."""
    sent, told = one.sent.body, one.answer
    return isinstance(sent, dict) and any(snake(name) in NAMES and told.get(name) == sent[name] for name in sent)


def _at(value: Any, name: str) -> list[dict[str, Any]] | None:
    found = value.get(name) if name and isinstance(value, dict) else value if not name else None
    return found if _are_records(found) else None


def _are_records(value: Any) -> bool:
    calls = isinstance(value, list) and any(
        isinstance(one, dict) and {"jsonrpc", "query"} & one.keys() for one in value
    )
    return isinstance(value, list) and bool(value) and not calls and all(isinstance(one, dict) for one in value)


def _alike(sent: Any, told: Any) -> bool:
    """Does an answer say at least half of what was sent, or nothing but a key?"""
    said, shown = [*_leaves(sent)], {*_leaves(told)}
    found = sum(one in shown for one in said)
    return bool(said) and (found * 2 >= len(said) or (any(key in told for key in KEYS) and len(told) <= 4))


def _leaves(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, dict | list) and depth < 6:
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _leaves(inner, depth + 1)
    elif value not in (None, "") and not isinstance(value, dict | list):
        yield str(value)
