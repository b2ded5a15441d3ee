"""Calls of methods whose arguments have no names (`features.forms.arguments`): told by requests with a method and an id
that the answers say again. What an argument is called is told by what it is in all recorded calls of its method.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.discover.exchanges.wire_records import KEYS
from awe_author.features.forms.arguments import AROUND, Arguments, call_of, unnamed
from awe_author.features.forms.model import Form
from awe_author.json_types import JsonObject

_Said = tuple[str, JsonObject, Any]
"""(method, request, answer)."""
LEAST = 5
"""Calls that tell what goes along with all of them."""
_OPERATOR = re.compile(r"(not )?i?(like|in)|[=!<>]{1,2}|child_of|parent_of|not (child|parent)_of", re.IGNORECASE)
KEYS_OF = frozenset(KEYS)
_DIRECTION = re.compile(r"(asc|desc)\b.*", re.IGNORECASE)
_FIELD = re.compile(r"[A-Za-z_][\w.:]*\Z")
_JOINING = ("and", "or", "&", "|", "!")


def argument_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """The form of each address at which methods are called so."""
    posts: dict[str, list[_Said]] = {}
    others = set()
    for one in messages:
        body = call_of(one.sent.body) if one.sent.method == "POST" and one.status < 400 else None
        if body is not None and _answers(body, one.answer):
            posts.setdefault(one.path, []).append((str(body["method"]), body, one.answer))
        elif one.sent.method == "POST":
            others.add(one.path)
    for path, mine in posts.items():
        if path not in others and any("jsonrpc" not in one or isinstance(one["params"], list) for _, one, _ in mine):
            yield Arguments(f"POST {path}", _names(mine), _keys(mine))


def _answers(body: JsonObject, answer: Any) -> bool:
    """Does the answer say the id of the request, and what came of it?"""
    told = isinstance(answer, dict) and bool({"result", "error"} & answer.keys())
    return told and answer.get("id") == body["id"]


def _names(said: Iterable[_Said]) -> dict[str, tuple[str, ...]]:
    calls: dict[str, list[list[Any]]] = {}
    for method, body, _ in said:
        if isinstance(body["params"], list):
            calls.setdefault(method, []).append(body["params"])
    around = _around(calls.values())
    return {method: _named(mine, around) for method, mine in calls.items()}


def _keys(said: Iterable[_Said]) -> dict[str, str]:
    """Methods that answer with keys of what other methods of the same object (`boat.read`) show."""
    told: dict[str, list[list[Any]]] = {}
    shown: dict[str, dict[str, set[str]]] = {}
    for method, _, answer in said:
        found = answer.get("result")
        if not isinstance(found, list):
            continue
        if all(map(is_integer, found)):
            told.setdefault(method, []).append(found)
        for record in found if all(isinstance(inner, dict) for inner in found) else ():
            for name in KEYS_OF & record.keys():
                shown.setdefault(_object_of(method), {}).setdefault(name, set()).add(str(record[name]))
    made: dict[str, str] = {}
    for method, lists in told.items():
        keys = {str(key) for one in lists for key in one}
        known = shown.get(_object_of(method), {})
        name = next((name for name in sorted(known) if keys and keys <= known[name]), "")
        if name and _object_of(method):
            made[method] = name
    return made


def _object_of(method: str) -> str:
    """`boat.read` is about `boat`."""
    return method.rpartition(".")[0]


def _around(calls: Iterable[Sequence[Sequence[Any]]]) -> frozenset[str]:
    """Members that the last argument has in most calls of several methods: in whose name, in which language."""
    last = [one[-1] for mine in calls for one in mine if one and isinstance(one[-1], dict)]
    found = Counter(name for one in last for name in one)
    many = len(last) > LEAST
    return frozenset(name for name, count in found.items() if many and count >= 0.8 * len(last))


def _named(calls: Sequence[Sequence[Any]], around: frozenset[str]) -> tuple[str, ...]:
    """What the arguments of one method are called."""
    found: list[str] = []
    for place in range(max(map(len, calls))):
        values = [one[place] for one in calls if len(one) > place]
        last = all(len(one) == place + 1 for one in calls)
        last = last and all(isinstance(one, dict) and around & one.keys() for one in values)
        name = _name(values, place, last, [one[place + 1 : place + 3] for one in calls], found)
        found.append(name if name and name not in found else unnamed(place))
    return tuple(found)


def _name(
    values: Sequence[Any], place: int, last: bool, next_two: Sequence[Sequence[Any]], before: Sequence[str]
) -> str:
    """What one is called that had these values; "" when they say nothing. `next_two`: what stood behind it."""
    said = [one for one in values if one is not None]
    if before[-1:] == ["domain"] and all(map(is_integer, said)):
        return "offset"
    if before[-1:] == ["offset"] and all(map(is_integer, said)):
        return "limit"
    paged = all(len(one) == 2 and all(is_integer(each) or each is None for each in one) for one in next_two)
    for name, shape in _SHAPES.items():
        if said and all(isinstance(one, list) and shape(one) for one in said) and any(said):
            return name
    if said and all(one == [] for one in said) and paged:
        return "domain"
    if said and all(isinstance(one, dict) for one in said):
        return AROUND if last else "values"
    return "id" if place == 0 and said and all(map(_is_key, said)) else ""


def _is_key(value: Any) -> bool:
    return is_integer(value) or (isinstance(value, str) and 0 < len(value) < 100)


def _is_order(value: list[Any]) -> bool:
    return all(
        isinstance(one, list)
        and len(one) == 2
        and isinstance(one[0], str)
        and (one[1] is None or (isinstance(one[1], str) and bool(_DIRECTION.match(one[1]))))
        for one in value
    )


def _is_domain(value: Any) -> bool:
    """Conditions, joined by words or in lists of their own."""
    if not isinstance(value, list):
        return isinstance(value, str) and value.lower() in _JOINING
    condition = len(value) >= 3 and isinstance(value[0], str) and isinstance(value[1], str)
    return bool(condition and _OPERATOR.fullmatch(value[1])) or all(map(_is_domain, value))


_SHAPES: dict[str, Callable[[list[Any]], bool]] = {
    "ids": lambda value: all(map(is_integer, value)),
    "fields": lambda value: all(isinstance(one, str) and bool(_FIELD.match(one)) for one in value),
    "order": _is_order,
    "domain": _is_domain,
    "records": lambda value: all(isinstance(one, dict) for one in value),
}
"""Name -> what such an argument is."""
