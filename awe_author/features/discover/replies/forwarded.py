"""Reads that lead to their own address without some of their parameters: a search that sheds the token of its form.

Another search leads to its own address as well: with the parameters that the request has, without those that are shed.

Searches that lead to another path with all that they ask (`/search?q=tea` to `/search/results?q=tea`): others, too.

And reads about an entity that lead to a page under a random key (`?reply_to=45` to `?do=write&id=16b0846b440df0`):
about others as well, to the page that was recorded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from urllib.parse import urljoin, urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import looks_like_id, snake
from awe_author.features.discover.exchanges.calls import Call, says_what
from awe_author.features.discover.exchanges.shed import shed_by
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject
from awe_author.queries import parse_qsl

SURE = 0.5
LESS_SURE = 0.4
_RANDOM = re.compile(r"(?=.*[a-z])(?=.*\d)[\w-]{12,}")


def forwarded(calls: Sequence[Call], answered: Set[int]) -> list[Feature]:
    """The features, one for each address; of calls that no feature answers."""
    found: dict[tuple[str, tuple[str, ...]], Feature] = {}
    for call in calls:
        shed = shed_by(call) if call.seq not in answered else ()
        if shed:
            told = tuple(f"{name}={value}" for name, value in call.query if says_what(name))
            found.setdefault((call.origin + call.path, (*shed, *told)), _feature(call, shed))
    searched = [call for call in calls if call.method == "GET" and any(searches(name) for name, _ in call.query)]
    for call in searched:
        alike = [one for one in searched if (one.origin, one.path) == (call.origin, call.path)]
        to = _moved_to(call) if call.seq not in answered else ""
        if to and all(_moved_to(one) == to for one in alike):
            found.setdefault((call.origin + call.path, ("?",)), _moved(call, to))
    return [*found.values()]


def _moved_to(call: Call) -> str:
    """The other path to which a search leads with the same query; "" when it does not."""
    path, _, query = call.location.partition("?")
    to = urljoin(call.origin + call.path, path)
    same = parse_qsl(query, keep_blank_values=True) == [*call.query]
    return path if 300 <= call.status < 400 and same and to != call.origin + call.path else ""


def _moved(call: Call, to: str) -> Feature:
    last = "_".join(snake(piece) for piece in call.parts if snake(piece)) or "root"
    tests = " && ".join(f"{text(name)} in query" for name in dict.fromkeys(name for name, _ in call.query))
    document: JsonObject = {
        "id": f"recorded.{last}.moved",
        "title": f"GET {call.path} leads to {to} with the same query",
        "on": {"request": f"GET {call.origin}{call.path}", "where": tests},
        "reply": {
            "status": call.status,
            "like": "recorded",
            "headers": {"location": f"{text(to + '?')} + url.split('?', 2)[1]"},
        },
    }
    return Feature(document, [f"seen: GET {call.path}, seq {call.seq}", f"sure: {SURE:.2f}"], SURE)


def led_to_new(calls: Sequence[Call], answered: Set[int]) -> list[Feature]:
    """The features of reads about an entity that lead to a page under a key that was made for them; of calls that no
    feature answers."""
    found: dict[tuple[str, ...], Feature] = {}
    for call in calls:
        leads = call.method == "GET" and 300 <= call.status < 400 and call.location and call.seq not in answered
        to = urlsplit(urljoin(call.origin + call.path, call.location)) if leads else None
        asked = dict(parse_qsl(to.query)) if to is not None and to.path == call.path else {}
        fresh = [name for name, value in asked.items() if name not in call.params and _RANDOM.fullmatch(value)]
        about = [name for name, value in call.query if name not in asked and looks_like_id(value)]
        if fresh and len(about) == 1:
            mark = (call.path, *(name if not says_what(name) else f"{name}={value}" for name, value in call.query))
            found.setdefault(mark, _to_new(call))
    return [*found.values()]


def _to_new(call: Call) -> Feature:
    tests = [f"query.get({text(name)}, '') == {text(value)}" if says_what(name) else f"{text(name)} in query"
             for name, value in call.query]  # fmt: skip
    document: JsonObject = {
        "id": f"recorded.{'_'.join(snake(piece) for piece in call.parts if snake(piece)) or 'root'}.new",
        "title": f"GET {call.path} leads to a page that was made for it",
        "on": {"request": f"GET {call.origin}{call.path}", "where": " && ".join(tests)},
        "reply": {"status": call.status, "like": "recorded"},
    }
    return Feature(document, [f"seen: GET {call.path}, seq {call.seq}", f"sure: {LESS_SURE:.2f}"], LESS_SURE)


def _feature(call: Call, shed: tuple[str, ...]) -> Feature:
    base = call.location.partition("?")[0]
    names = f"[{', '.join(map(text, shed))}]"
    sign = ";" if ";" in call.location else "&"
    pairs = f"url.split('?', 2)[1].split('{sign}')"
    tests = [f"{text(name)} in query" for name in shed if not says_what(name)]
    tests += [f"query.get({text(name)}, '') == {text(value)}" for name, value in call.query if says_what(name)]
    last = "_".join(snake(piece) for piece in call.parts if snake(piece)) or "root"
    document: JsonObject = {
        "id": f"recorded.{last}.forward",
        "title": f"GET {call.path} leads to the same address without {', '.join(shed)}",
        "on": {
            "request": f"GET {call.origin}{call.path}",
            "where": " && ".join(tests),
        },
        "reply": {
            "status": call.status,
            "like": "recorded",
            "headers": {
                "location": f"{text(base + '?')} + {pairs}.filter(one, !(one.split('=')[0] in {names})).join('{sign}')"
            },
        },
    }
    return Feature(document, [f"seen: GET {call.path}, seq {call.seq}", f"sure: {SURE:.2f}"], SURE)
