"""Pages that a server renders of entities that its API manages: `/winter-update/` of the post with that slug.

Such a page is told by its address, a part of which is the value of a field that no other entity has, and by its words:
the entity's own values stand in it, one of several words among them, also those of a record in it (`author.name`)
where one of them is the whole text of an element, and the text of a document that it holds as JSON. What it looks like
for an entity that it was not recorded of, such as one made a moment ago, is the recorded page with that entity's values
in the place of the other's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any
from urllib.parse import unquote

from awe_author.features.api.swapping import has
from awe_author.features.discover.common.computed import NAMED_FIRST
from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import looks_like_id, safe, singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation, logs_in
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.discover.writes.derived import LEAF, single_text
from awe_author.json_types import JsonObject

HTML = "text/html"
SHORTEST, LONGEST = 4, 2000
"""Characters of a value that is looked for."""
SURE = 0.45
MOST_WORDS = 12
_TIME = re.compile(r"\d{4}-\d\d-\d\d|\d+(\.\d+)*\Z")
_STATE = re.compile(
    r"(is_?)?(status|state|visibility|visible|public|published|active|enabled|draft|archived|deleted|hidden)\Z"
)

Way = tuple[str, ...]
"""A field, and a member of the record in it; a field and DOCUMENT."""
DOCUMENT = "text()"


@dataclass(slots=True)
class Rendered:
    """The recorded pages of one address about entities of one kind."""

    part: Entities
    origin: str
    before: str
    """Of the address, before and after the value."""
    after: str
    named: str
    """Field whose value stands in the address."""
    pages: list[tuple[Call, str, Mapping[str, Any], dict[str, Way]]] = field(default_factory=list)
    """(page, value in its address, entity at that time, words of the page -> where the entity has them)."""


def rendered_of(
    calls: Sequence[Call], parts: Sequence[Entities], operations: Sequence[Operation], seen: Seen
) -> list[Rendered]:
    """The pages, of kinds whose entities are made or changed through an API."""
    written = {one.kind.name for one in operations if one.role in ("create", "update", "replace")}
    mine = [part for part in parts if part.kind.source == "json" and part.kind.name in written]
    others = {key for part in parts if part.kind.source == "page" for key in (*part.seed, *part.made)}
    found: dict[tuple[str, str, str, str, str], Rendered] = {}
    for call in calls:
        if call.method != "GET" or not call.html or call.status != 200 or call.query or logs_in(call):
            continue
        for part, value, entity, name in _named(call, mine, seen):
            words = _words(call, part, entity, seen)
            if value in others or not any(" " in told and of != (name,) for told, of in words.items()):
                continue
            before, _, after = unquote(call.path).rpartition(value)
            mark = (part.kind.name, call.origin, before, after, name)
            one = found.setdefault(mark, Rendered(part, call.origin, before, after, name))
            one.pages.append((call, value, entity, words))
            break
    return list(found.values())


def _named(call: Call, parts: Sequence[Entities], seen: Seen) -> Iterator[tuple[Entities, str, Mapping[str, Any], str]]:
    """Entities that an address may name: (kind, value, entity, field)."""
    for value in reversed(call.segments):
        if len(value) < SHORTEST or value.isdigit():
            continue
        for part in parts:
            for key in (*part.made, *part.seed):
                entity = seen.before(part.kind, key, call.seq)
                names = [name for name, one in (entity or {}).items() if one == value]
                names.sort(key=lambda name: NAMED_FIRST.index(name) if name in NAMED_FIRST else 9)
                if entity is not None and names:
                    yield part, value, entity, names[0]


def _words(call: Call, part: Entities, entity: Mapping[str, Any], seen: Seen) -> dict[str, Way]:
    """The values of an entity that stand in a page and are no other entity's -> where it has them."""
    found: dict[str, Way] = {}
    names = sorted(entity, key=lambda name: (NAMED_FIRST.index(name) if name in NAMED_FIRST else 9, len(name)))
    shared = {name: Counter(str(value) for value in part.values(name)) for name in names}
    for name in sorted(names, key=lambda name: bool(single_text(entity[name]))):  # what has it plainly, first
        words = single_text(entity[name])
        value = words or entity[name]
        if not isinstance(value, str) or not SHORTEST <= len(value) <= LONGEST or _TIME.match(value):
            continue
        alone = shared[name][str(entity[name])] <= 1 and value.strip() == value and value not in found
        if alone and len(found) < MOST_WORDS and has(call.html, HTML, value):
            found[value] = (name, DOCUMENT) if words else (name,)
    for name in names:
        found = _record_words(call, part, entity, name) | found
    return found


def _record_words(call: Call, part: Entities, entity: Mapping[str, Any], name: str) -> dict[str, Way]:
    """What a page says of the record in a field, of which another entity has another one, or none: its address, and
    what alone fills an element."""
    record = entity[name]
    others = [one if isinstance(one, dict) else {} for one in part.values(name) if one != record]
    if not isinstance(record, dict) or part.forms.get(name) == "list" or not others:
        return {}
    texts: dict[str, Way] = {
        value: (name, inner) for inner, value in record.items()
        if isinstance(value, str) and SHORTEST <= len(value) <= LONGEST and not _TIME.match(value)
        and not looks_like_id(value) and has(call.html, HTML, value)
        and any(one.get(inner, value) != value for one in others)
    }  # fmt: skip
    whole = [value for value in texts if f">{escape(value, quote=False)}<" in call.html]
    return texts if whole and len(texts) > 1 else {}


def rendered_feature(one: Rendered) -> Feature:
    """The feature that answers for all other entities."""
    call, _, entity, words = max(one.pages, key=lambda page: len(page[3]))
    item, kind = safe(singular(one.part.kind.name)), one.part.kind.name
    tests = [f"{member(item, one.named, sure=False)} == segments[0]"]
    tests += [f"{member(item, way[0], sure=False)} != null" for way in dict.fromkeys(words.values()) if len(way) == 1]
    tests += [
        f"{member(item, name, sure=False)} == {_bare(value)}"
        for name, value in entity.items()
        if _STATE.match(snake(name)) and isinstance(value, str | bool) and name in one.part.fields()
    ]
    recorded = sorted({value for page, value, _, _ in one.pages if page is not call})
    where = ["!segments[0].contains('/')"]
    where += [f"!(segments[0] in [{', '.join(map(text, recorded))}])"] if recorded else []
    where.append(f"state.{kind}.values().exists({item}, {' && '.join(tests)})")
    last = "_".join(snake(piece) for piece in f"{one.before}/{one.after}".split("/") if snake(piece))
    document: JsonObject = {
        "id": f"{kind}.{last or 'page'}.rendered",
        "title": f"The page of a {item.replace('_', ' ')}, like that of another",
        "on": {"request": f"GET {one.origin}{one.before}*{one.after}", "where": " && ".join(where)},
        "let": {item: f"state.{kind}.values().filter({item}, {tests[0]})[0]"},
        "reply": {
            "like": "recorded",
            "swap": {value: _said(item, way) for value, way in words.items()},
        },
    }
    seqs = ", ".join(str(page.seq) for page, _, _, _ in one.pages[:8])
    seen = f"seen: GET {one.before}*{one.after}, seq {seqs}; the words of seq {call.seq} are swapped"
    return Feature(document, [seen, f"sure: {SURE:.2f}"], SURE)


def _said(item: str, way: Way) -> str:
    """The expression of what another entity has there."""
    own = member(item, way[0], sure=len(way) == 1)
    if len(way) == 1:
        return f"string({own})"
    if way[1] != DOCUMENT:
        return f"(type({own}) == map ? string(dyn({own}).get({text(way[1])}, '')) : '')"
    said, leaf = f"string({own})", text(LEAF)
    leaves = f"{said}.substring({said}.indexOf({leaf}) + {len(LEAF)}).split({leaf}).map(p, p.split('\"')[0]).join(' ')"
    return f"(type({own}) == string && {said}.contains({leaf}) ? {leaves} : '')"


def _bare(value: str | bool) -> str:
    return text(value) if isinstance(value, str) else str(value).lower()
