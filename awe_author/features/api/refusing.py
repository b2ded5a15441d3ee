"""Answers to what may not be done: as the app says such things where a recorded error shows how, else as servers do.

Which status stands for which refusal: what a user can mend (guard, params, schema) is 422, what is not there is 404,
what stands in the way of others (exists, reference, restricted) is 409. An app's own recorded error of that sort gives
its status, headers and form; the words in it become those of the model.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from awe_author.archive.canonical import request_form
from awe_author.features.api.asked import Asked
from awe_author.features.api.examples import Example, Examples
from awe_author.features.api.shaping import Shaped, json_answer
from awe_author.json_types import Json, JsonObject

_MEND, _GONE, _CLASH = (422, 400, 409), (404, 410), (409, 422, 400)
STATUSES = {
    "guard": _MEND,
    "params": _MEND,
    "schema": _MEND,
    "not-found": _GONE,
    "exists": _CLASH,
    "reference": _CLASH,
    "restricted": _CLASH,
}
"""Code of a refusal -> statuses of recorded errors that are of its sort; the first is used without one."""
_WORDS = ("message", "error_description", "detail", "details", "description", "msg", "error", "title", "reason")
_FIELDS = ("field", "path", "param", "property", "source", "attribute", "name")
_SORT = re.compile(r"(?:(?:^|[_\W])(?i:status|code|errno)|[a-z](?:Status|Code|Errno))(?:[_-]?(?i:code|text))?$")
"""Members that tell of which sort an error is."""
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}")
_MOST = 1 << 63
_JSON_RPC_CODES = {"params": -32602, "not-found": -32004}
_NONE = re.compile(
    r"not[ _-]?found|n[o']t exist|no such|no longer|(could|can)( ?not|n't) find|unknown|there is no", re.I
)
"""Words of an error that say that there is none."""
_TEXT = ("Unprocessable Entity", "Unprocessable Content")


def refused(
    asked: Asked,
    code: str,
    message: str,
    field: str,
    near: Sequence[Example],
    examples: Examples,
    segments: Sequence[str] = (),
) -> Shaped:
    """The answer to a refused action. `near`: recorded answers of the same feature, the nearest first. `segments`: what
    stands at each `*` of its address."""
    statuses = STATUSES.get(code, _MEND)
    if asked.kind == "graphql":
        return _graphql(asked, code, message, field, near, examples, segments)
    if asked.kind == "jsonrpc" and isinstance(asked.body, dict):
        return _json_rpc(asked, asked.body, code, message, near, examples, segments)
    if wants_page(asked):
        return page(statuses[0], message)
    for candidates in (near, examples.errors(asked.url)):
        for status in statuses:
            of_status = [one for one in candidates if one.entry.status == status]
            kept, values = examples.json_of(of_status, 1)
            if kept:
                own = as_recorded(values[0], kept[0], asked, segments) if code == "not-found" else None
                said = worded(values[0], message, field) if own is None else own
                return json_answer(status, said, asked, kept[0].entry)
    for one in near if code == "not-found" else ():
        empty = one.entry.status in statuses and examples.text(one) is None
        if empty or (one.entry.status == 204 and asked.method == "GET"):
            return Shaped(one.entry.status, (), b"", one.entry)
    body: JsonObject = {"error": message, **({"field": field} if field else {})}
    return json_answer(statuses[0], body, asked)


def _json_rpc(
    asked: Asked,
    body: JsonObject,
    code: str,
    message: str,
    near: Sequence[Example],
    examples: Examples,
    segments: Sequence[str],
) -> Shaped:
    """Errors of JSON-RPC come with status 200; that there is none is said in the words of a recorded one."""
    for one in near if code == "not-found" else ():
        value = examples.document(one).value
        recorded = value.get("error") if isinstance(value, dict) else None
        own = as_recorded(recorded, one, asked, segments) if isinstance(recorded, dict) else None
        if own is not None:
            return json_answer(200, {"jsonrpc": "2.0", "id": body.get("id"), "error": own}, asked, one.entry)
    error: JsonObject = {"code": _JSON_RPC_CODES.get(code, -32000), "message": message}
    return json_answer(200, {"jsonrpc": "2.0", "id": body.get("id"), "error": error}, asked)


def _graphql(
    asked: Asked,
    code: str,
    message: str,
    field: str,
    near: Sequence[Example],
    examples: Examples,
    segments: Sequence[str],
) -> Shaped:
    """Errors of GraphQL come with status 200, beside `data`; that there is none is said in the words of a recorded one
    that says so."""
    for one in near:
        value = examples.document(one).value
        if isinstance(value, dict) and value.get("errors"):
            none = code == "not-found" and any(map(_NONE.search, _told(value)))
            own = as_recorded(value, one, asked, segments) if none else None
            if own is not None:
                return json_answer(one.entry.status, own, asked, one.entry)
            return json_answer(one.entry.status, worded(value, message, field), asked, one.entry)
    error: JsonObject = {"message": message, "extensions": {"code": code.upper().replace("-", "_")}}
    return json_answer(200, {"data": None, "errors": [error]}, asked)


def as_recorded(recorded: Json, example: Example, asked: Asked, segments: Sequence[str]) -> Json:
    """A recorded "there is none" in its own words, of what is asked for now; None where it is about something else, or
    does not tell of which of several things it speaks."""
    own = dict(request_form(asked.method, asked.url, asked.headers, asked.content).params)  # long ones as digests
    own |= {f"query:{name}": value for name, value in asked.query.items()}
    said = [(value.strip('"'), own.get(name, "").strip('"')) for name, value in sorted(example.pairs)]
    words = "\n".join(_told(recorded))
    pairs = {(old, new) for old, new in (*zip(example.segments, segments, strict=False), *said) if old}
    pairs = {(old, new) for old, new in pairs if _whole(old).search(words)}
    if any(len(old) > 1 and not new for old, new in pairs):
        return None
    if example.pairs or example.segments:
        others = {old: new for old, new in pairs if new}
        if len(others) < sum(new != "" for _, new in pairs):
            return None
        return _with_others(recorded, others, _whole(*others)) if others else recorded
    words = str(recorded).lower()
    there = {word for word in re.split(r"\W+|_", urlsplit(example.entry.url).path.lower()) if len(word) > 3}
    other = there - set(re.split(r"\W+|_", urlsplit(asked.url).path.lower()))
    return None if any(word.rstrip("s") in words for word in other) else recorded


def _told(value: Json, name: str = "") -> Iterator[str]:
    """What an error says but for its sort: names of members, texts and numbers."""
    if isinstance(value, dict):
        for member, inner in value.items():
            yield member
            yield from _told(inner, member)
    elif isinstance(value, list):
        for inner in value:
            yield from _told(inner, name)
    elif not _SORT.search(name):
        yield str(value)


def _whole(*words: str) -> re.Pattern[str]:
    """Finds any of these where it is not a part of a longer word."""
    longest = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")


def _with_others(value: Json, others: Mapping[str, str], words: re.Pattern[str], name: str = "") -> Json:
    """An error that says other words, all put in at once; of which sort it is stays."""
    if isinstance(value, dict):
        return {member: _with_others(inner, others, words, member) for member, inner in value.items()}
    if isinstance(value, list):
        return [_with_others(inner, others, words, name) for inner in value]
    if _SORT.search(name):
        return value
    if isinstance(value, str):
        return words.sub(lambda found: others[found[0]], value)
    if isinstance(value, int) and not isinstance(value, bool) and str(value) in others:
        return _number(others[str(value)])
    return value


def _number(text: str) -> Json:
    """A number that JSON can hold; what is none, or is larger (more than 64 bits), stays text."""
    number = int(text) if _NUMBER.fullmatch(text) else _MOST
    return number if -_MOST <= number < _MOST else text


def worded(recorded: Json, message: str, field: str) -> Json:
    """A recorded error that says this instead. Forms that are known: a member like `message`; `errors` as a list of
    texts or objects, or as field -> texts; field -> texts by itself."""
    if isinstance(recorded, str):
        return message
    if isinstance(recorded, list):
        return [_one(recorded[0], message, field)] if recorded else [message]
    if not isinstance(recorded, dict):
        return {"error": message}
    made: dict[str, Json] = dict(recorded)
    said = False
    for name in ("errors", "error", "violations", "non_field_errors"):
        inner = made.get(name)
        if isinstance(inner, list | dict) and inner:
            made[name], said = _several(inner, message, field), True
    for name in _WORDS:
        if isinstance(made.get(name), str) and not (said and name == "title"):
            made[name] = message
            return made
    if not said and made and all(isinstance(one, list) for one in made.values()):
        return {field if field else next(iter(made)): [message]}
    if not said:
        made["error"] = message
    return made


def _several(inner: Any, message: str, field: str) -> Json:
    if isinstance(inner, list):
        return [_one(inner[0], message, field)]
    if any(isinstance(inner.get(name), str) for name in _WORDS):
        return worded(inner, message, field)
    name = field if field else next(iter(inner))
    like = inner.get(name, next(iter(inner.values())))
    return {name: message if isinstance(like, str) else [_one(like[0], message, field)] if like else [message]}


def _one(recorded: Any, message: str, field: str) -> Json:
    if not isinstance(recorded, dict):
        return message
    made = worded(recorded, message, "")
    if field and isinstance(made, dict):
        for name in _FIELDS:
            if isinstance(made.get(name), str):
                made[name] = field
                break
            if name == "path" and isinstance(made.get(name), list):
                made[name] = [field]
                break
    return made


def wants_page(asked: Asked) -> bool:
    """Is the answer going to be shown as a page?"""
    purpose = asked.header("sec-fetch-dest")
    if purpose:
        return purpose in ("document", "iframe", "frame")
    return asked.header("accept").startswith("text/html") and not asked.header("x-requested-with")


def page(status: int, message: str) -> Shaped:
    """A plain page, as a server without pages of its own has."""
    title = html.escape(f"{status} {_phrase(status)}")
    said = f"<p>{html.escape(message)}</p>\n" if message else ""
    head = f"<html>\n<head><title>{title}</title></head>\n<body>\n<center><h1>{title}</h1></center>\n"
    text = f"{head}{said}<hr>\n</body>\n</html>\n"
    return Shaped(status, (("content-type", "text/html; charset=utf-8"),), text.encode())


def broken(asked: Asked) -> Shaped:
    """The answer where a feature itself is at fault: what a server says whose code failed."""
    if wants_page(asked):
        return page(500, "")
    if asked.kind == "jsonrpc" and isinstance(asked.body, dict):
        error: JsonObject = {"code": -32603, "message": "Internal error"}
        return json_answer(200, {"jsonrpc": "2.0", "id": asked.body.get("id"), "error": error}, asked)
    return json_answer(500, {"error": "Internal Server Error"}, asked)


def _phrase(status: int) -> str:
    phrase = HTTPStatus(status).phrase
    return _TEXT[0] if phrase in _TEXT else phrase
