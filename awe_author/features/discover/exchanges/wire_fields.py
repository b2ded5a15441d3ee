"""Writes of an API whose fields stand in the query, or in a form with members in brackets (`features.forms.fields`).

Believed when the answers to them, which are JSON, show what was sent: all that have an address that begins alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from awe_author.archive.request_body import form_fields
from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.fields import FORM, QUERY, Fields, nested

WRITES = ("POST", "PUT", "PATCH")
LEAST = 2
"""Values that answers have to show, of all requests together."""
STEPS = 2
"""Parts of an address that requests of one form have in common."""


def field_forms(messages: Sequence[Message]) -> Iterable[Fields]:
    """One for each method and beginning of an address."""
    groups: dict[str, list[Message]] = {}
    for one in messages:
        if one.sent.method in WRITES:
            groups.setdefault(f"{one.sent.method} {_begin(one.path)}", []).append(one)
    for on, mine in groups.items():
        yield from _in_query(f"{on}*", mine)
        yield from _in_form(f"{on}*", mine)


def _begin(path: str) -> str:
    """The first parts of an address, before any key."""
    parts = path.split("/")
    key = next((place for place, part in enumerate(parts) if place > 3 and looks_like_id(part)), len(parts))
    return "/".join(parts[: min(key, 3 + STEPS)])


def _in_query(on: str, messages: Sequence[Message]) -> Iterator[Fields]:
    bare = [one for one in messages if one.sent.body is None and "?" in one.sent.url]
    told = [(dict(_query(one)), one.answer) for one in bare if 200 <= one.status < 300]
    if len(bare) < len(messages) or not told:
        return
    shown = [{name for name, value in sent.items() if _shows(answer, name, value)} for sent, answer in told]
    names = {name for sent, _ in told for name in sent}
    but = names - {name for one in shown for name in one}
    if all(shown) and sum(map(len, shown)) >= LEAST and len(but) * 2 <= len(names):
        yield Fields(on, QUERY, tuple(sorted(but)), *_types(messages))


def _in_form(on: str, messages: Sequence[Message]) -> Iterator[Fields]:
    mine = [one for one in messages if one.sent.is_form and isinstance(one.sent.body, dict)]
    made = [(nested(one.sent.body.items()), one.answer) for one in mine if isinstance(one.sent.body, dict)]
    inner = [(name, value, answer) for sent, answer in made for name, value in sent.items() if isinstance(value, dict)]
    inner = [one for one in inner if isinstance(one[2], dict)]
    if len(inner) < LEAST or len(mine) < len(messages):
        return
    if all(_holds(answer.get(name), value) for name, value, answer in inner):
        yield Fields(on, FORM, (), *_types(messages))


def _types(messages: Sequence[Message]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(members of answers that are numbers, that are true or false), in all of them that say something."""
    kinds: dict[str, set[str]] = {}
    for one in messages:
        for name, value in one.answer.items() if isinstance(one.answer, dict) and 200 <= one.status < 300 else ():
            if value is not None:
                kind = "truth" if isinstance(value, bool) else "number" if isinstance(value, int | float) else ""
                kinds.setdefault(name, set()).add(kind)
    told = {kind: tuple(sorted(name for name, own in kinds.items() if own == {kind})) for kind in ("number", "truth")}
    return told["number"], told["truth"]


def _holds(shown: Any, sent: Mapping[str, Any]) -> bool:
    return isinstance(shown, dict) and all(_same(shown.get(name), value) for name, value in sent.items())


def _query(one: Message) -> list[tuple[str, str]]:
    return form_fields(one.sent.url.partition("?")[2])


def _shows(answer: Any, name: str, value: str) -> bool:
    """Does the answer, or a record in it, have a member of that name with that value?"""
    records = [answer, *answer.values()] if isinstance(answer, dict) else []
    return any(isinstance(one, dict) and name in one and _same(one[name], value) for one in records)


def _same(shown: Any, value: Any) -> bool:
    if isinstance(shown, bool):
        return str(value).lower() == str(shown).lower()
    if isinstance(shown, int | float):
        try:
            return float(value) == float(shown)
        except (TypeError, ValueError):
            return False
    return bool(str(shown) == str(value)) or (shown is None and value == "")
