"""Lists of what is done, each of which says in a member of its own what it does to which record
(`features.forms.acts`): told by members called after a change, with records whose keys answers show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.discover.exchanges.wire_records import KEYS
from awe_author.features.discover.exchanges.wire_rows import PLACES
from awe_author.features.forms.acts import Acts
from awe_author.features.forms.described import records_in
from awe_author.features.forms.model import Form
from awe_author.features.forms.pathed import TYPE

VERBS = frozenset(
    {"create", "insert", "add", "put", "update", "set", "patch", "change", "replace", "upsert", "delete", "remove"}
)
"""What such members are called, in small letters."""
METHODS = ("POST", "PUT", "PATCH")
DEEPEST = 8


def acts_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """The form of each address."""
    groups: dict[tuple[str, str], list[Message]] = {}
    for one in messages:
        if one.sent.method in METHODS and not one.sent.is_form and isinstance(one.sent.body, dict) and one.status < 400:
            groups.setdefault((one.sent.method, one.path), []).append(one)
    for (method, path), mine in groups.items():
        shown = {key for one in messages if one.origin == mine[0].origin for key in _keys(one.answer)}
        for name, lists in _lists(mine).items():
            verbs = dict.fromkeys(verb for _, acts in lists for one in acts for verb in one if _is_verb(verb, one))
            form = Acts(f"{method} {path}", name, tuple(verbs), _answers(lists), _place(messages, mine[0]))
            acts = [act for one, _ in lists for act in form.acts(one.sent)]
            told = [act for _, act in acts if any(str(act.get(key)) in shown for key in KEYS)]
            if acts and told and len(lists) == len(mine) and len(acts) == sum(len(each) for _, each in lists):
                yield form
                break


def _place(messages: Sequence[Message], mine: Message) -> str:
    """The member that says where records of an API are, which are of several sorts by it; "" without one."""
    records = [one for each in messages if each.origin == mine.origin for one in records_in(each.answer)]
    sorts = {str(one[TYPE]) for one in records if TYPE in one}
    names = [name for name in PLACES if any(name in one for one in records)]
    return names[0] if len(sorts) > 1 and names else ""


def _lists(messages: Sequence[Message]) -> dict[str, list[tuple[Message, list[dict[str, Any]]]]]:
    """Member with a list of objects that each say one change -> (message, these)."""
    found: dict[str, list[tuple[Message, list[dict[str, Any]]]]] = {}
    for one in messages:
        body = one.sent.body if isinstance(one.sent.body, dict) else {}
        for name, value in body.items():
            acts: Any = value
            if isinstance(acts, list) and acts and all(_is_act(each) for each in acts):
                found.setdefault(name, []).append((one, acts))
    return found


def _is_act(value: Any) -> bool:
    return isinstance(value, dict) and sum(_is_verb(name, value) for name in value) == 1


def _is_verb(name: str, value: dict[str, Any]) -> bool:
    return name.lower() in VERBS and isinstance(value[name], dict)


def _answers(lists: Sequence[tuple[Message, Sequence[Any]]]) -> tuple[str, ...]:
    """The member of all answers with a list of as many; () without one."""
    answers = [(one.answer, len(acts)) for one, acts in lists]
    names = [*answers[0][0]] if isinstance(answers[0][0], dict) else []

    def holds(name: str) -> bool:
        return all(
            isinstance(answer, dict) and isinstance(answer.get(name), list) and len(answer[name]) == size
            for answer, size in answers
        )

    return next(((name,) for name in names if holds(name)), ())


def _keys(value: Any, depth: int = 0) -> Iterator[str]:
    """The keys of records in an answer."""
    if depth > DEEPEST or not isinstance(value, dict | list):
        return
    if isinstance(value, dict):
        yield from (str(value[key]) for key in KEYS if isinstance(value.get(key), str | int))
    for one in value.values() if isinstance(value, dict) else value:
        yield from _keys(one, depth + 1)
