"""Posts of scripts that only ask for a list: what users type is looked for, a branch of a tree is opened.

    POST /ajax  call=branch&of=travel    <li><a href="/wiki?id=travel:booking">booking</a></li><li>...</li>
    POST /ajax  call=find&words=print    <b>Found</b><ul><li><a href="/wiki?id=office:printer">printer</a></li></ul>

What writes carries a token in this app (of its form, which others cannot send); such a post carries none, and its
answer is a piece of HTML whose links lead to entities that were there. Which ones goes by one of its fields: those
whose key has it in it, or whose key begins with it and a sign (`travel:`). The same post for another value is answered
with those, in rows made as the recorded ones. Where posts to one address do several things, the field that says which
is the one that all have, and whose values go with other fields.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.key_markup import SIGNS, markup_of_keys
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.posts import key_in
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.dom.rendering import is_whole, parsed_answer
from awe_author.json_types import JsonObject

LEAST_WRITES = 2
"""Forms that carry the token."""
LEAST_TOKEN = 16
"""Characters of it."""
LARGEST = 100_000
_ROWS = ("li", "tr", "dt", "option")


@dataclass(frozen=True, slots=True)
class _Way:
    """Which entities are listed."""

    param: str
    sign: str
    """Between what is asked for and the rest of a key; "" where the key has it anywhere."""

    def keys(self, call: Call, there: Collection[str]) -> list[str]:
        """Their keys, in order."""
        said = str(call.body.get(self.param, ""))
        if not self.sign:
            return sorted(key for key in there if said and said.lower() in key.lower())
        begins = said + self.sign
        return sorted(key for key in there if key.startswith(begins) and self.sign not in key[len(begins) :])

    def text(self, kind: str) -> str:
        """The expression of them."""
        said, every = f"string(body.get({text(self.param)}, ''))", f"state.{kind}.values().map(item, item.id)"
        if not self.sign:
            return f"{every}.filter(k, {said} != '' && k.lowerAscii().contains({said}.lowerAscii())).sort()"
        begins = f"({said} + {text(self.sign)})"
        rest = f"k.substring(size({begins})).contains({text(self.sign)})"
        return f"{every}.filter(k, k.startsWith({begins}) && !{rest}).sort()"


@dataclass(slots=True)
class _Look:
    """One such answer."""

    call: Call
    keys: list[str]
    rows: list[str]
    """The HTML of each."""
    around: tuple[str, str]
    """What stands before and behind them."""


def listing_features(one: PageKind, part: Entities, calls: Sequence[Call], seen: Seen) -> list[Feature]:
    """The features of such posts about one kind."""
    token = _token(calls)
    looks = [look for call in calls if token and (look := _look(one, part, call, token, seen)) is not None]
    found: list[Feature] = []
    groups: dict[tuple[str, frozenset[str]], list[_Look]] = {}
    for look in looks:
        groups.setdefault((look.call.origin + look.call.path, frozenset(look.call.body)), []).append(look)
    for (where, _), mine in groups.items():
        row = markup_of_keys(part, [pair for look in mine for pair in zip(look.rows, look.keys, strict=True)])
        way = _way(one, part, mine, seen) if len({look.around for look in mine}) == 1 else None
        if way is not None and row is not None:
            posts = [call for call in calls if call.method == "POST" and call.origin + call.path == where]
            found.append(_feature(part, way, row, mine, _tests(mine[0].call, posts)))
    return found


def _token(calls: Sequence[Call]) -> str:
    """The field with a token of all forms that led on; "" where they have none."""
    meant = [call for call in calls if call.method == "POST" and isinstance(call.body, dict)
             and 300 <= call.status < 400 and not logs_in(call)]  # fmt: skip
    if len(meant) < LEAST_WRITES:
        return ""
    common = set.intersection(*(set(call.body) for call in meant))
    values = {name: [str(call.body[name]) for call in meant] for name in sorted(common)}
    return next((name for name, said in values.items() if all(map(_is_token, said))), "")


def _is_token(said: str) -> bool:
    return len(said) >= LEAST_TOKEN and (re.fullmatch(r"[0-9a-f]+", said) is not None or opaque([said]))


def _look(one: PageKind, part: Entities, call: Call, token: str, seen: Seen) -> _Look | None:
    plain = call.method == "POST" and call.status == 200 and call.kind in ("form", "multipart")
    if not plain or not isinstance(call.body, dict) or token in call.body or not 0 < len(call.html) < LARGEST:
        return None
    top = None if is_whole(call.html) or logs_in(call) else parsed_answer(call.html).body
    links = top.find_all("a", href=True) if top is not None else []
    keys = [key_in(joined(call.origin + call.path, str(link["href"])), one.template) for link in links]
    told = [key for key in keys if key is not None and entity_at(one, part, key, call.seq, seen) is not None]
    if top is None or not links or told != keys or len({*told}) < len(told):
        return None
    rows = [_row(link, links) for link in links]
    if len({id(row.parent) for row in rows}) > 1:
        return None
    left, pieces = top.decode_contents(), list[str]()
    for row in rows:
        before, _, left = left.partition(str(row))
        pieces.append(before)
    between = {piece.strip() for piece in pieces[1:]}
    return _Look(call, told, list(map(str, rows)), (pieces[0].strip(), left.strip())) if between <= {""} else None


def _row(link: Tag, links: Sequence[Tag]) -> Tag:
    """The row of a link: the outermost element with no other link in it, or its list item."""
    row = link
    for one in link.parents:
        others = any(other is not link and one in other.parents for other in links)
        if others or one.name in ("body", "ul", "ol", "tbody", "table", "dl"):
            break
        row = one
        if one.name in _ROWS:
            break
    return row


def _way(one: PageKind, part: Entities, looks: Sequence[_Look], seen: Seen) -> _Way | None:
    """The way that explains all looks, where something else was there as well."""
    every = [*part.seed, *part.made]
    known = [[key for key in every if entity_at(one, part, key, look.call.seq, seen) is not None] for look in looks]
    if not any(len(there) > len(look.keys) for look, there in zip(looks, known, strict=True)):
        return None
    for name in looks[0].call.body:
        for sign in (*SIGNS, ""):
            way = _Way(name, sign)
            if all(way.keys(look.call, there) == look.keys for look, there in zip(looks, known, strict=True)):
                return way
    return None


def _tests(call: Call, posts: Sequence[Call]) -> list[str]:
    """The conditions of such posts among all to their address."""
    bodies = [post.body for post in posts if isinstance(post.body, dict)]
    common = set.intersection(*(set(body) for body in bodies))
    for name in call.body:
        fields: dict[str, set[frozenset[str]]] = {}
        for body in bodies if name in common else ():
            fields.setdefault(str(body[name]), set()).add(frozenset(body))
        sets = [one for of in fields.values() for one in of]
        if len(fields) > 1 and len(sets) == len(fields) == len({*sets}):
            return [f"body.get({text(name)}, '') == {text(str(call.body[name]))}"]
    return []


def _feature(part: Entities, way: _Way, row: str, looks: Sequence[_Look], tests: Sequence[str]) -> Feature:
    call = looks[0].call
    before, after = looks[0].around
    rows = f"{way.text(part.kind.name)}.map(k, {row}).join('')"
    document: JsonObject = {
        "id": f"{part.kind.name}.listed.part",
        "title": f"{call.method} {call.path}: lists {part.kind.name.replace('_', ' ')} by {way.param}",
        "on": {
            "request": f"{call.method} {call.origin}{call.path}",
            "where": " && ".join([*tests, f"{text(way.param)} in body"]),
        },
        "reply": {"status": 200, "like": "recorded", "html": f"{text(before)} + {rows} + {text(after)}"},
    }
    seqs = ", ".join(str(look.call.seq) for look in looks[:5])
    return Feature(document, [f"seen: {call.method} {call.path}, seq {seqs}", "sure: 0.60"], 0.6)
