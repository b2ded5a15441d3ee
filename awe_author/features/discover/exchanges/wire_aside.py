"""Answers that tell of one record in two places under the same key (`features.forms.aside`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.aside import ONLY, Aside, record_at

KEYS = ("id", "_id", "uuid", "guid", "key", "name", "Id", "gid")
LEAST = 2
"""Different keys that both places say."""
Place = tuple[str, tuple[str, ...], str]


def aside_forms(messages: Sequence[Message]) -> Iterable[Aside]:
    """One for each address of an API that has such answers."""
    found: dict[tuple[str, Place], list[tuple[Message, str]]] = {}
    for one in messages:
        for place, key in _places(one.answer) if one.status < 400 else ():
            found.setdefault((one.origin, place), []).append((one, key))
    for (_, (aside, into, key)), mine in found.items():
        if len({said for _, said in mine}) < LEAST:
            continue
        for on in dict.fromkeys(f"{one.sent.method} {one.path}" for one, _ in mine):
            told = [one for one in messages if f"{one.sent.method} {one.path}" == on and one.status < 400]
            if all(any(place == (aside, into, key) for place, _ in _places(one.answer)) for one in told):
                yield Aside(on, aside, into, key)


def _places(answer: Any) -> Iterator[tuple[Place, str]]:
    """((the member beside, where the record stands, what the key is called), the key that both say)."""
    for into, record in _records(answer):
        for aside, more in answer.items():
            key = next((name for name in KEYS if name in record), "")
            beside = aside != into[0] and aside not in record and isinstance(more, dict) and len(more) > LEAST
            if beside and key and isinstance(record[key], str | int) and more.get(key) == record[key]:
                yield (aside, into, key), str(record[key])


def _records(answer: Any) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """The only record of each list in an answer, else the first record in it."""
    for name in answer if isinstance(answer, dict) else ():
        record = record_at(answer, (name, ONLY))
        if record is not None:
            yield (name, ONLY), record
