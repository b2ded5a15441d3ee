"""Which entities a write is about: those that its address, body or query names and that were seen before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Any
from urllib.parse import unquote, urlsplit

from awe_author.features.discover.common.names import looks_like_id, plural, singular, snake
from awe_author.features.discover.entities.naming import Texts, named_before
from awe_author.features.discover.entities.put_names import puts
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import CHANGES, Call
from awe_author.features.discover.exchanges.graphql_text import root_fields
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.params import json_list
from awe_author.features.discover.exchanges.places import EQUAL, FIRST_ARGUMENTS, Where, leaves, where_key
from awe_author.features.discover.exchanges.sightings import Endpoint, Group

DELETES = re.compile(r"(^|[^a-z])(delete|remove|destroy|trash|purge|discard|unlink|erase)", re.IGNORECASE)
LISTS = re.compile(r"(^|_)(ids|uids|guids|keys|uuids|selected|items)\Z")
"""Names of lists of keys."""
LONG = 10
"""Characters of a key that is hardly the same by chance."""
TOGETHER = re.compile(r"(^|[^a-z])(bulk|batch|many|multiple|mass)", re.IGNORECASE)
"""What says that several are meant."""
FAR = 99


def listed_keys(
    call: Call, endpoint: Endpoint, kinds: Sequence[Kind], seen: Seen
) -> tuple[Kind, list[str], Where] | None:
    """(kind, keys, where) of a write that lists known keys in its body (`{"ids": [3, 4]}`) or in a parameter
    (`?ids=3,4`): of the kind whose addresses are nearest."""
    if role_of_several(call) == "":
        return None
    for where, values in _lists(call):
        keys = [str(value) for value in values]
        name = snake(str(next((part for part in reversed(where.way) if isinstance(part, str)), "ids")))
        if puts(name):
            continue  # it says what comes on a list, or off it
        for kind in sorted(kinds, key=lambda kind: (-near(endpoint, kind), -said_in(call, kind))):
            firsts = [seen.first(kind, key) for key in keys]
            known = all(first is not None and first < call.seq for first in firsts)
            called = LISTS.search(name) or plural(name) == kind.name or where.part == "query" or said_in(call, kind)
            if known and called and near(endpoint, kind) > 0 and not _of_the_shown(call, kind, where, seen):
                return kind, list(dict.fromkeys(keys)), where
    return None


def _of_the_shown(call: Call, kind: Kind, where: Where, seen: Seen) -> bool:
    """Is the list a field of what the address names last and the answer shows, `PATCH /flows/7 {"tags": [3]}`?"""
    return where.part == "body" and any(
        other is not kind and key == call.segments[-1] and where.way[0] in other.fields()
        for other, _, key in seen.of_call.get(call.seq, ())
    )


def role_of_several(call: Call) -> str:
    """What a write about several entities would do: "delete", "update", or "" when it says neither."""
    if call.verb == "DELETE":
        return "delete"
    last = call.path.rpartition("/")[2]
    said = " ".join([call.operation, *root_fields(call.text, call.operation), last, snake(last)])
    if DELETES.search(said):
        return "delete"
    changes = call.verb == "PATCH" or CHANGES.search(said) or TOGETHER.search(call.path)
    least = 1 if any(LISTS.search(snake(name)) for name, _ in call.query) else 2
    return "update" if changes and isinstance(call.body, dict) and len(call.body) >= least else ""


def _lists(call: Call) -> Iterator[tuple[Where, list[Any]]]:
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), call.body)]
    while waiting:
        way, one = waiting.pop(0)
        if isinstance(one, dict) and len(way) < 3:
            waiting += [((*way, name), inner) for name, inner in one.items()]
        elif isinstance(one, list) and one and all(isinstance(key, str | int) for key in one):
            yield Where("body", way), one
    for name in repeated(call):
        yield Where("query", (name,)), [said for other, said in call.query if other == name]
    for name, said in call.query:
        if (listed := json_list(said)) is not None:
            yield Where("query", (name,)), listed
        elif LISTS.search(snake(name)) and said:
            yield Where("query", (name,)), said.split(",")


def repeated(call: Call) -> list[str]:
    """Parameters that are lists: `ids[]=3&ids[]=4`, `id=3&id=4`."""
    names = Counter(name for name, _ in call.query)
    return [name for name, count in names.items() if count > 1 or name.endswith("[]")]


def named_by(call: Call, endpoint: Endpoint, texts: Texts, seen: Seen) -> tuple[Kind, str, Where] | None:
    """The entity that a write is about, when the request names one that was seen before."""
    parts, kinds = call.segments, texts.kinds
    for place in range(len(parts) - 1, 0, -1):
        collection = plural(snake(parts[place - 1]))
        for kind in sorted(kinds, key=lambda kind: (kind.name != collection, -near(endpoint, kind))):
            known = seen.first(kind, parts[place])
            alike = _called(collection, kind)
            sure = len(parts[place]) > LONG + 2 and re.search(r"\d", parts[place]) is not None
            opened = place == len(parts) - 1 and any(_opened_at(endpoint, group) for group in kind.groups)
            if (
                (alike or sure or opened)
                and known is not None
                and known < call.seq
                and (where := where_key(call, endpoint, parts[place], kind))
            ):
                return kind, parts[place], where
    if (found := named_before(call, endpoint, texts)) is not None:
        return found
    told = call.kind in ("graphql", "jsonrpc", "form", "multipart") or call.operation or call.verb != "POST"
    if told or CHANGES.search(call.action):
        for way, value in leaves(call.body):
            for kind in _likelier(call, endpoint, kinds, str(value), seen):
                known = seen.first(kind, str(value))
                own = way and _is_key(way, kind, str(value)) and not _of_another(call, kind, str(value))
                if known is not None and known < call.seq and own and not _belongs_to(call, way, kind):
                    return kind, str(value), Where("body", way)
        for name, said in call.query:
            cut = EQUAL.match(said)
            value = said[cut.end() :] if cut else said
            for kind in sorted(kinds, key=lambda kind: -near(endpoint, kind)) if _gets_away(call) else kinds:
                known = seen.first(kind, value)
                least = 0 if _gets_away(call) else 6
                own = _is_key((name,), kind, value) or (call.verb == "DELETE" and len(value) > least)
                if known is not None and known < call.seq and own:
                    return kind, value, Where("query", (name,), cut=cut[0] if cut else "")
    return None if told else _answered(call, seen)


def _gets_away(call: Call) -> bool:
    """Is it a deletion that a GET carries out?"""
    return call.verb == "DELETE" and call.method == "GET"


def _called(collection: str, kind: Kind) -> bool:
    """Is a kind called so, or a part of an address at which it was seen?"""
    return kind.name == collection or any(
        collection in (plural(snake(part)) for part in group.endpoint.path.split("/")) for group in kind.groups
    )


def _of_another(call: Call, kind: Kind, key: str) -> bool:
    """Is the form that is sent about something else: does its address, or the one that it leads to, name another
    thing (`POST /bugs/15/edit/` with `version=2`)? What it sends refers to others then."""
    if call.kind not in ("form", "multipart") or call.answer is not None:
        return False
    led = [unquote(part) for part in urlsplit(call.location).path.split("/")]
    pairs = [pair for parts in (call.segments, led) for pair in pairwise(parts) if looks_like_id(pair[1])]
    return bool(pairs) and not any(said == key and _called(plural(snake(word)), kind) for word, said in pairs)


def _answered(call: Call, seen: Seen) -> tuple[Kind, str, Where] | None:
    """The entity whose key the body has, under the name that the kind has it by, and that the answer shows with it:
    one address makes what has no key yet and changes what has one."""
    for kind, _, key in seen.of_call.get(call.seq, ()):
        first = seen.first(kind, key)
        for way, value in leaves(call.body) if first is not None and first < call.seq else ():
            if len(way) < 3 and way[-1:] == (kind.key,) and str(value) == key:
                return kind, key, Where("body", way)
    return None


def _belongs_to(call: Call, way: tuple[str | int, ...], kind: Kind) -> bool:
    """Does the form of a page name what its own entity belongs to: a field that is called as the kind, `group=3`, sent
    to an address that says nothing of groups?"""
    if call.kind not in ("form", "multipart") or call.answer is not None or not (call.location or call.html):
        return False
    words = {plural(snake(part)) for part in call.segments}
    return plural(snake(str(way[-1]))) == plural(kind.name) and not any(one.endswith(kind.name) for one in words)


def _opened_at(endpoint: Endpoint, group: Group) -> bool:
    """Does the same address, asked for with GET, show one entity of a group?"""
    there = group.endpoint.path == endpoint.path and group.endpoint.origin == endpoint.origin
    return there and group.endpoint.verb == "GET" and not group.listed


def _likelier(call: Call, endpoint: Endpoint, kinds: Sequence[Kind], key: str, seen: Seen) -> list[Kind]:
    """The kinds, those first that the answer shows with this key, the outermost first, then those that the operation
    is called after, then those whose addresses are nearest: numbers are keys of several kinds."""
    depths: dict[str, int] = {}
    for kind, group, shown in seen.of_call.get(call.seq, ()):
        if shown == key:
            depths[kind.name] = min(len(group.pattern), depths.get(kind.name, FAR))
    return sorted(kinds, key=lambda kind: (depths.get(kind.name, FAR), -said_in(call, kind), -near(endpoint, kind)))


def said_in(call: Call, kind: Kind) -> int:
    """How much of a kind's name is in that of the operation: `updateCustomerGroup` names groups, and rather customer
    groups than customers."""
    said = "_".join(snake(one) for one in [call.operation, *root_fields(call.text, call.operation)])
    names = (singular(kind.name), singular(kind.name.rpartition("_")[2]))
    return max((len(name) for name in names if re.search(rf"(^|_){re.escape(name)}", said)), default=0)


def near(endpoint: Endpoint, kind: Kind) -> int:
    """How many parts at the beginning of an address are those of one at which the kind was seen."""
    parts = endpoint.path.strip("/").split("/")
    ways = [group.endpoint.path.strip("/").split("/") for group in kind.groups]
    return max(
        (sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(way, parts, strict=False))) for way in ways),
        default=0,
    )


def _is_key(way: tuple[str | int, ...], kind: Kind, value: str) -> bool:
    name = snake(str(next((part for part in reversed(way) if isinstance(part, str)), "")))
    one = kind.name.rstrip("s")
    if way in FIRST_ARGUMENTS:
        return True
    if name in (snake(kind.key), f"{one}_id", f"{one}_{kind.key}", f"{one}_ids", "ids", "id", one):
        return len(way) <= 3
    own = re.search(r"(^|_)(id|urn|key)\Z", name) and len(value) >= LONG and re.search(r"\d", value)
    return bool(own and len(way) <= 2) or name.strip("_") == kind.key.strip("_")
