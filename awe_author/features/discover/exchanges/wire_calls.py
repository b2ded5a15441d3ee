"""Several calls in one request, in a form of the app's own (`features.forms.calls`): told by a list in requests and one
in their answers whose records say the same key."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.calls import Calls, Way, last_word, within
from awe_author.features.forms.model import Form

LEAST = 3
"""Exchanges that have to be written so."""
_Found = tuple[str, Way, list[dict[str, Any]]]
"""(field of the body, place of the list, the calls)."""


def call_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """The form of each address that is asked so."""
    posts: dict[str, list[Message]] = {}
    for one in messages:
        if one.sent.method == "POST" and isinstance(one.answer, dict) and one.status < 400:
            posts.setdefault(one.path, []).append(one)
    for path, mine in posts.items():
        form = _form(path, mine) if len(mine) >= LEAST else None
        if form is not None:
            yield form


def _form(path: str, messages: Sequence[Message]) -> Form | None:
    found = [next(_lists(one.sent.body), None) for one in messages]
    asked = [one for one in found if one is not None]
    if len(asked) < len(messages) or len({one[:2] for one in asked}) != 1:
        return None
    calls = [one for _, _, inner in asked for one in inner]
    way = next(_answers(messages, asked), None)
    if way is None or any("jsonrpc" in one for one in calls):
        return None
    key, answers = way
    method = next((name for name in _always(calls) if _says_what(name, key, calls)), "")
    params = next((name for name in _always(calls) if all(isinstance(one[name], dict) for one in calls)), "")
    told = [one for message in messages for one in within(message.answer, answers)]
    result = _result(told, key)
    if not method or not params or not result or not _apart(calls, method):
        return None
    errors = _errors(told, result)
    good = [one for one in told if not (errors and one[errors])]
    done = {name: value for name, value in good[0].items() if name not in (key, result)}
    return Calls(f"POST {path}", asked[0][0], asked[0][1], key, method, params, answers, result, errors, done)


def _lists(body: Any) -> Iterator[_Found]:
    """Lists of records with an object in each, in the body or in a field of it that is JSON."""
    documents: list[tuple[str, Any]] = [("", body)]
    for name, value in body.items() if isinstance(body, dict) else ():
        if isinstance(value, str) and value[:1] == "{":
            try:
                documents.append((name, json.loads(value)))
            except ValueError:
                continue
    for field, document in documents:
        for way, value in _places(document):
            if value and all(isinstance(one, dict) and any(isinstance(v, dict) for v in one.values()) for one in value):
                yield field, way, value


def _places(document: Any, way: Way = ()) -> Iterator[tuple[Way, list[Any]]]:
    for name, value in document.items() if isinstance(document, dict) else ():
        if isinstance(value, list):
            yield (*way, name), value
        elif len(way) < 2:
            yield from _places(value, (*way, name))


def _answers(messages: Sequence[Message], asked: Sequence[_Found]) -> Iterator[tuple[str, Way]]:
    """(member, place) of the answers that say the same keys as the calls, in their order."""
    for way, _ in _places(messages[0].answer):
        lists = [within(one.answer, way) for one in messages]
        if not all(isinstance(one, list) and all(isinstance(each, dict) for each in one) for one in lists):
            continue
        for key in asked[0][2][0]:
            pairs = zip(asked, lists, strict=True)
            if all([one.get(key) for one in said[2]] == [one.get(key) for one in told] != [] for said, told in pairs):
                values = [str(one.get(key)) for said in asked for one in said[2]]
                if len(set(values)) > 1 and None not in values:
                    yield key, way


def _always(calls: Sequence[dict[str, Any]]) -> list[str]:
    return [name for name in calls[0] if all(name in one for one in calls)]


def _says_what(name: str, key: str, calls: Sequence[dict[str, Any]]) -> bool:
    """Is it a word for what is done: a few texts that come again and again?"""
    values = [one[name] for one in calls]
    texts = name != key and all(isinstance(value, str) and any(map(str.isalpha, value)) for value in values)
    return texts and 1 < len(set(values)) < len(values)


def _apart(calls: Sequence[dict[str, Any]], method: str) -> bool:
    """Are they told apart by their last words?"""
    names = {one[method] for one in calls}
    return len({last_word(one) for one in names}) == len(names)


def _result(told: Sequence[dict[str, Any]], key: str) -> str:
    """The member with what was asked for: that which is a record or a list most often, the larger ones first."""
    sizes = Counter[str]()
    for one in told:
        for name, value in one.items():
            sizes[name] += len(json.dumps(value)) if isinstance(value, dict | list) and name != key else 0
    found = sizes.most_common(1)
    return found[0][0] if found and found[0][1] else ""


def _errors(told: Sequence[dict[str, Any]], result: str) -> str:
    """The member that has something in it where the result is nothing, and nothing elsewhere."""
    for name in told[0]:
        full = [one for one in told if one.get(name)]
        lists = all(isinstance(one.get(name), list | dict | None) for one in told)
        if name != result and lists and full and len(full) < len(told) and not any(one.get(result) for one in full):
            return name
    return ""
