"""Requests whose answer does not depend on what is asked, as far as the recording shows: answered as recorded.

Reads that were asked several times with other parameters and always said the same, or nothing (204: "there is no
news"); reads that say the moment in which they are made (`created_at:<=...`) and will say another one next time; writes
of which nothing is ever seen again, such as "the user looked at this page", which are acknowledged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import text, time_now
from awe_author.features.discover.common.names import IDS, id_of_path, is_star, snake
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.given_out import another, given_out
from awe_author.features.discover.exchanges.params import json_list, reader_of
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.replies.asked_members import asked_members
from awe_author.features.discover.replies.hashed import hashed
from awe_author.features.discover.replies.said_back import said_back, says_blanks
from awe_author.json_types import Json, JsonObject, sorted_text

_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d")
_DIGITS = re.compile(r"(20\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\Z")
_TOKEN = re.compile(r"(?<=\")[0-9a-f]{16,64}(?=\")")
"""A value made anew for each answer."""
NOTHING = 204
"""The status of an answer without content (RFC 9110, 15.3.5)."""
LARGEST = 4000
"""Characters of an answer to a write that is no more than an acknowledgement."""


@dataclass(slots=True)
class Constant:
    """Requests of one endpoint with one answer."""

    endpoint: Endpoint
    calls: list[Call]
    mirrored: Json = None
    """Places of the answer that say what the address says."""
    said: tuple[str, ...] = ()
    """What the parameters have to be, as conditions; else only their names are compared."""
    has: frozenset[str] = frozenset()
    """Fields of the body by which these are told from others of the endpoint..."""
    lacks: frozenset[str] = frozenset()
    """...and fields that only the others have."""


LEAST_SENT = 10
"""Characters of a value that an answer hardly has by chance."""
SENT = ("json", "form", "multipart")
"""What writes are whose answers may repeat what they send."""
LARGEST_WORD = 100
"""Characters of an answer that is one word, of no markup."""


def constants_of(calls: Sequence[Call], answered: set[int], known: frozenset[str]) -> list[Constant]:
    """The endpoints, of which no call is answered by a feature."""
    found: dict[tuple[Endpoint, frozenset[str]], list[Call]] = {}
    taken: set[Endpoint] = set()
    spaced, given = says_blanks(calls), given_out(calls)
    for call in calls:
        endpoint = endpoint_of(call, known)
        if call.seq in answered or (call.html and not _word(call) and not _shows_nothing(call)):
            taken.add(endpoint)
        elif call.kind not in ("graphql", "jsonrpc") and 200 <= call.status < 300:
            names = frozenset(call.body) if call.mutation and call.kind in ("form", "multipart") else frozenset()
            found.setdefault((endpoint, names), []).append(call)
    made = []
    for endpoint in dict.fromkeys(endpoint for endpoint, _ in found if endpoint not in taken):
        groups = {names: calls for (one, names), calls in found.items() if one == endpoint}
        together = [call for calls in groups.values() for call in calls]
        if all(call.seq in given for call in together):
            first = together[0]
            made.append(Constant(endpoint, together, {given[first.seq]: another(first.answer[given[first.seq]])}))
            continue
        mirrored = _mirrored(together, endpoint) or by_keys(together[0]) or said_back(together, endpoint)
        mirrored = mirrored or _sent_back(together, spaced) or (asked_members(together) if len(groups) > 1 else None)
        if mirrored is not None:
            made.append(Constant(endpoint, together, mirrored))
            continue
        if _same(together) and not all(map(_timed, together)):
            made.append(Constant(endpoint, together, hashed(together)))
            continue
        moments = list(_at_moments(endpoint, together))
        made += moments
        for names, mine in groups.items() if not moments else ():
            if len(groups) > 1 and _same(mine):
                others = frozenset().union(*(other for other in groups if other != names))
                made.append(Constant(endpoint, mine, hashed(mine), has=names - others, lacks=others - names))
    return made


def told_at_moments(calls: Sequence[Call], known: frozenset[str]) -> list[Constant]:
    """The reads among these that say when they are made. `calls`: those that stay with the recording for a while,
    though features answer them later: it is never asked the same again."""
    found: dict[Endpoint, list[Call]] = {}
    for call in calls:
        found.setdefault(endpoint_of(call, known), []).append(call)
    return [one for endpoint, mine in found.items() for one in _at_moments(endpoint, mine)]


def _at_moments(endpoint: Endpoint, calls: Sequence[Call]) -> Iterator[Constant]:
    """Reads of one endpoint that say when they are made: one for each way to ask apart from the moment."""
    groups: dict[tuple[tuple[str, str], ...], list[Call]] = {}
    for call in calls:
        says = call.answer is not None or call.status == NOTHING
        if call.method == "GET" and says and _timed(call) and not call.mutation:
            groups.setdefault(tuple(sorted((name, _TIME.sub("*", value)) for name, value in call.query)), []).append(
                call
            )
    for asked, mine in groups.items():
        if _same(mine):
            told = tuple(_moment(name, value) for name, value in asked if not _passing(name))
            yield Constant(endpoint, mine, said=told)


def _moment(name: str, value: str) -> str:
    """The condition for a parameter in which `*` stands for any moment."""
    of = f"query.get({text(name)}, '')"
    if "*" not in value:
        return f"{of} == {text(value)}"
    pattern = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d".join(map(re.escape, value.split("*")))
    return f"{of}.matches({text('^' + pattern + '$')})"


def _timed(call: Call) -> bool:
    """Does the request say when it was made? It is never made twice then."""
    times = [match for _, value in call.query for match in _TIME.findall(value)]
    return any(time_now(one.replace(" ", "T") + "Z", call.date) is not None for one in times)


def _says_when(call: Call) -> bool:
    """Does a request say the moment in which its page was made, or it was, in whichever way?"""
    whole = (found.expand(r"\1-\2-\3T\4:\5:\6Z") for _, value in call.query if (found := _DIGITS.match(value)))
    return _timed(call) or any(time_now(one, call.date) is not None for one in whole)


def by_keys(call: Call) -> Json:
    """An answer that says something of each of the keys in a list of the request; None when it is none."""
    for name, said in () if call.mutation else call.query:
        keys = json_list(said)
        if keys is not None and (records := _records_of(call.answer, keys, name, said)) is not None:
            return records
    for way, keys in _lists(call.body):
        for place, value in _objects(call.answer):
            if value and list(value) and set(value) == set(keys):
                body = "".join(f"[{text(str(one))}]" if isinstance(one, str) else f"[{one}]" for one in way)
                made: Json = {"each": f"body{body}", "as": "one", "key": "string(one)", "like": "first", "set": {}}
                for part in reversed(place):
                    made = [made] if part == 0 else {str(part): made}
                return made
    return None


def _records_of(answer: Any, keys: Sequence[Any], name: str, said: str) -> Json:
    """A record for each of the keys in a query parameter, in their order: `?q=!(3,4)`."""
    for place, holder in _objects(answer):
        for member, records in holder.items():
            if not isinstance(records, list) or not all(isinstance(one, dict) for one in records):
                continue
            own = next((key for key in IDS if [one.get(key) for one in records] == keys), None)
            if own is not None:
                read = f"{reader_of(said)}(query[{text(name)}])"
                made: Json = {member: {"each": read, "as": "one", "like": "first", "set": {own: "one"}}}
                for part in reversed(place):
                    made = [made] if part == 0 else {str(part): made}
                return made
    return None


def _lists(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], list[str]]]:
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        yield way, value
    for name, inner in value.items() if isinstance(value, dict) and len(way) < 3 else ():
        yield from _lists(inner, (*way, name))


def _objects(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], dict[str, Any]]]:
    if isinstance(value, dict):
        yield way, value
        for name, inner in value.items() if len(way) < 4 else ():
            yield from _objects(inner, (*way, name))
    elif isinstance(value, list) and len(value) == 1:
        yield from _objects(value[0], (*way, 0))


def _passing(name: str) -> bool:
    """Is it a parameter that only keeps answers from being kept?"""
    return snake(name) in ("", "t", "ts", "cb", "timestamp", "nonce", "rand")


def _mirrored(calls: Sequence[Call], endpoint: Endpoint) -> Json:
    """A read whose small answer repeats a part of its address, in every call."""
    pieces = endpoint.path.strip("/").split("/")
    stars = [place for place, piece in enumerate(pieces) if is_star(piece)]
    if any(call.mutation or len(str(call.answer)) > 400 for call in calls):
        return None
    for number, place in enumerate(stars):
        found = [_says(call.answer, call.segments[place], f"segments[{number}]") for call in calls]
        if found[0] is not None and all(one == found[0] for one in found):
            return found[0]
    return None


def _sent_back(calls: Sequence[Call], spaced: bool) -> Json:
    """A write whose small answer repeats a text of its body, in every call; `POST /validate {"name": "tea"}`. `spaced`:
    with blanks, where that has `_`."""
    if not all(call.mutation and call.kind in SENT and isinstance(call.body, dict) for call in calls):
        return None
    for name in calls[0].body if all(len(str(call.answer)) <= 400 for call in calls) else ():
        own, sent = f"body.get({text(name)}, '')", [call.body.get(name) for call in calls]
        pairs = zip(calls, sent, strict=True)
        joined = any("_" in str(value) and _says(call.answer, str(value), own) for call, value in pairs)
        if spaced and not joined:
            own, sent = f"{own}.replace('_', ' ')", [one.replace("_", " ") if _is_text(one) else one for one in sent]
        found = [_says(call.answer, value, own) for call, value in zip(calls, sent, strict=True) if _is_text(value)]
        if len(found) == len(calls) and found[0] is not None and all(one == found[0] for one in found):
            return found[0]
    return None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _says(answer: Any, wanted: str, own: str) -> Json:
    """The places of a document that hold `wanted`; None without one."""
    if isinstance(answer, dict):
        made = {name: _says(inner, wanted, own) for name, inner in answer.items()}
        return {name: inner for name, inner in made.items() if inner is not None} or None
    if isinstance(answer, list):
        return [_says(answer[0], wanted, own)] if len(answer) == 1 and _says(answer[0], wanted, own) else None
    return own if isinstance(answer, str) and len(wanted) > 3 and answer == wanted else None


def _same(calls: Sequence[Call]) -> bool:
    answers = {
        (call.status, _but_sent(call), _TOKEN.sub("", sorted_text(_timeless(call.answer, call)))) for call in calls
    }
    if len(answers) != 1 or any(logs_in(call) for call in calls):
        return False
    if any(call.mutation or call.verb not in ("GET", "HEAD") for call in calls):
        return len(next(iter(answers))[2]) < LARGEST
    if calls[0].answer is not None and all(_timed(call) for call in calls):
        return len({frozenset(name for name, _ in call.query) for call in calls}) == 1
    asked = [frozenset(pair for pair in call.query if not _passing(pair[0])) for call in calls]
    names = [frozenset(name for name, _ in one) for one in asked]
    nothing = calls[0].status == NOTHING
    told = calls[0].answer is not None or _word(calls[0]) or nothing
    several = len(set(asked)) > 1 or (nothing and any(map(_says_when, calls)))
    return told and several and len(set(names)) == 1 and len(asked[0]) > 0


def _word(call: Call) -> bool:
    """Is what a script asks for answered with nothing but a word or number, called HTML?"""
    return 0 < len(call.html) < LARGEST_WORD and "<" not in call.html


def _shows_nothing(call: Call) -> bool:
    """Is the form of a page answered, in a frame of it, with a document in which there is nothing but scripts?"""
    if not call.mutation or call.kind not in ("form", "multipart") or not 0 < len(call.html) < LARGEST:
        return False
    body = parse(call.html).body
    told = "<script" in call.html.lower() and body is not None
    return (
        told and body is not None and not body.get_text().strip() and not body.find(["img", "form", "input", "iframe"])
    )


def _but_sent(call: Call) -> str:
    """The document of an answer without long values of its own request."""
    sent = [*(value for _, value in call.query), *(call.body.values() if isinstance(call.body, dict) else ())]
    said = call.html
    for value in sent if said else ():
        said = said.replace(value, "") if isinstance(value, str) and len(value) >= LEAST_SENT else said
    return said


def _timeless(value: Any, call: Call) -> Any:
    """The answer to a write, without the moments of being made."""
    if isinstance(value, dict):
        return {name: _timeless(inner, call) for name, inner in value.items()}
    if isinstance(value, list):
        return [_timeless(inner, call) for inner in value]
    return "now" if call.mutation and call.now(value) is not None else value


def constant_document(one: Constant) -> JsonObject:
    """The feature."""
    call = one.calls[0]
    on: JsonObject = {"request": f"{call.method} {one.endpoint.origin}{one.endpoint.path}"}
    tests = list(_told(one))
    if tests:
        on["where"] = " && ".join(tests)
    what = (
        "says what is asked"
        if one.mirrored
        else "acknowledged"
        if call.mutation
        else "at any moment"
        if one.said
        else "always the same"
    )
    return {
        "id": f"recorded.{id_of_path(one.endpoint.path)}.{call.method.lower()}",
        "title": f"{call.method} {one.endpoint.path}: {what}",
        "on": on,
        "reply": {"status": call.status, "like": "recorded", **({"json": one.mirrored} if one.mirrored else {})},
    }


def _told(one: Constant) -> Iterator[str]:
    stars = one.endpoint.path.count("*")
    for number in range(stars):
        if f"int(segments[{number}])" in str(one.mirrored):
            yield f"segments[{number}].matches('^[0-9]{{1,15}}$')"
    if stars:
        yield f"!segments[{stars - 1}].contains('/')"
    for pair in one.endpoint.operation.split("&") if one.endpoint.operation else ():
        name, _, value = pair.partition("=")
        of = "query" if name in one.calls[0].params else "body"
        yield f"{of}.get({text(name)}, '') == {text(value)}"
    yield from one.said
    asked = [name for name, _ in one.calls[0].query if f"(query[{text(name)}])" in str(one.mirrored)]
    for name in asked:
        yield f"{text(name)} in query && type({reader_of(one.calls[0].params[name])}(query[{text(name)}])) == list"
    yield from (f"{text(name)} in body" for name in sorted(one.has)[:4])
    yield from (f"!({text(name)} in body)" for name in sorted(one.lacks)[:4])
    if not one.calls[0].mutation and not one.mirrored and not one.said:
        names = sorted({name for name, _ in one.calls[0].query})
        yield from (f"{text(name)} in query" for name in names[: 6 if one.calls[0].status != NOTHING else None])
