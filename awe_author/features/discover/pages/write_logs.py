"""Lists of what was written: a log in which each row says which entity a write was about, and words that its form sent.

    <li>14:27 Ann deleted <a href="/w/Tea?new=1">Tea</a> (nobody drinks it)</li>

Told by a page that names no entity, in which the rows of an element are just the recorded writes of some sorts before
it was looked at, each with the name of its entity and a text that it sent. From then on each write of these sorts is
kept, with what it said, also of what is no longer there; the newest come first, unless rows stood
the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import as_word, framed, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.plain_values import add_counter
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.rows import alone, attributes_in, inside, texts_in
from awe_author.features.discover.markup.wording import SURE as LONG
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject
from awe_author.queries import parse_qsl

SURE = 0.6
SAID = "log_said"
"""The parameter of actions that has what the log says of a write."""
MOST = 200
"""Rows of a log that are compared."""
Written = tuple[Operation, Call, str]
"""(what it does, the post, the key)."""


@dataclass(slots=True)
class Log:
    """One such list."""

    page: Shown
    selector: str
    rows: list[tuple[Tag, Written]]
    """With the write that each tells of."""
    field: str
    """Of the form, that says the words."""
    roles: frozenset[str]
    front: bool


def logs_of(one: PageKind, shown: Sequence[Shown]) -> list[Log]:
    """The logs of a kind, one for each path and what it is asked for."""
    writes: list[Written] = [
        (operation, call, key) for operation in one.operations if operation.writes and not operation.several
        for call, key in zip(operation.calls, operation.made, strict=False)
    ]  # fmt: skip
    found: dict[str, Log] = {}
    for page in shown:
        url = page.page.url.partition("#")[0]
        told = re.split(r"[/?&=]", unquote(url))
        if page.load is None or url in found or any(key in told for _, _, key in writes):
            continue
        before = [write for write in writes if write[1].seq < page.page.seq]
        made = next((log for top in page.document.find_all(["ul", "ol", "tbody"])
                     if before and (log := _log(top, page, before, one)) is not None), None)  # fmt: skip
        if made is not None:
            found[url] = made
    return [*found.values()]


def _log(top: Tag, page: Shown, writes: Sequence[Written], one: PageKind) -> Log | None:
    """The log that an element is; None when it is none."""
    tags = top.find_all(["li", "tr"], recursive=False)
    if not 0 < len(tags) <= MOST or (selector := alone(page.document, top, "")) is None:
        return None
    pairs = [(tag, [(write, name) for write in writes for name in _said(tag, write, one)]) for tag in tags]
    names = {name for _, mine in pairs for _, name in mine}
    if len(names) != 1 or not all(len(mine) == 1 for _, mine in pairs):
        return None
    rows = [(tag, mine[0][0]) for tag, mine in pairs]
    roles = frozenset(write[0].role for _, write in rows)
    seqs = [write[1].seq for _, write in rows]
    if sorted(seqs) != sorted(call.seq for operation, call, _ in writes if operation.role in roles):
        return None
    if seqs not in (sorted(seqs), sorted(seqs, reverse=True)):
        return None
    return Log(page, selector, rows, names.pop(), roles, len(seqs) == 1 or seqs[0] > seqs[1])


def _said(tag: Tag, write: Written, one: PageKind) -> Iterator[str]:
    """The fields of a post whose long text a row says, beside the name of what it is about."""
    shown, (_, call, key) = squeezed(tag.get_text(" ")), write
    body = one.bodies.get(call.seq)
    if not as_word(key.replace("_", " ")).search(shown):
        return
    for name, value in body.items() if isinstance(body, dict) else ():
        if isinstance(value, str) and len(value) >= LONG and " " in value.strip() and squeezed(value) in shown:
            yield name


# ---- the draft ---------------------------------------------------------------------------------


def logged(one: PageKind, operation: Operation) -> JsonObject:
    """What a form hands to its action for logs."""
    mine = [log for log in one.logs if operation.role in log.roles]
    return {SAID: f"string(body.get({text(mine[0].field)}, ''))"} if mine else {}


def add_logs(document: JsonObject, seed: JsonObject, names: Mapping[int, str], one: PageKind, part: Entities) -> None:
    """Put what logs say into the model. `names`: id() of an operation -> its action."""
    roles = {role for log in one.logs for role in log.roles}
    actions, properties = document["x-actions"], document["properties"]
    if not roles or not isinstance(actions, dict) or not isinstance(properties, dict):
        return
    kept, done = _collection(part), set[str]()
    properties[kept] = {"type": "object", "description": "What was written, as logs tell it.",
                        "additionalProperties": {"type": "object"}}  # fmt: skip
    seed[kept] = {}
    for operation in one.operations:
        action = actions.get(names.get(id(operation), ""))
        if operation.role not in roles or not isinstance(action, dict) or names[id(operation)] in done:
            continue
        done.add(names[id(operation)])
        effects = action.setdefault("effects", [])
        assert isinstance(effects, list)
        number = f"state.next_ids.{kept}"
        value = {
            "id": f"string({number})", "key": "string(id)" if operation.role == "create" else "params.id",
            "role": text(operation.role), "said": f"string(dyn(params).get({text(SAID)}, ''))",
        }  # fmt: skip
        effects += [
            {"op": "add", "path": f"/{kept}/{{string({number})}}", "value": {**value}},
            {"op": "replace", "path": f"/next_ids/{kept}", "value": f"{number} + 1"},
        ]
    add_counter(document, seed, kept, 1)


def _collection(part: Entities) -> str:
    return f"{part.kind.name}_log"


def log_features(one: PageKind, part: Entities, shown: Sequence[Shown]) -> Iterator[Feature]:
    """The features of logs."""
    for log in one.logs:
        url = urlsplit(log.page.page.url)
        pairs = "&".join(f"{quote(name)}={quote(value, safe=':/')}" for name, value in parse_qsl(url.query))
        same = log.page.page.url.partition("#")[0]
        loads = [page.load.seq for page in shown if page.load is not None and page.page.url.partition("#")[0] == same]
        roles = ", ".join(map(text, sorted(log.roles)))
        each = f"state.{_collection(part)}.values().filter(item, item.role in [{roles}])"
        document: JsonObject = {
            "id": f"{part.kind.name}.log.page",
            "title": f"What was done to {part.kind.name.replace('_', ' ')}",
            "on": {
                "page": f"{url.scheme}://{url.netloc}{url.path}" + (f"?{pairs}" if pairs else ""),
                "like": list(dict.fromkeys(loads)),
            },
            "show": [
                {
                    "each": f"{each}.sortBy(item, {'-' if log.front else ''}int(item.id))",
                    "into": log.selector,
                    "row": log.rows[0][0].name,
                    "key": "item.id",
                    "set": _cells(log, one),
                }
            ],
        }
        seqs = ", ".join(str(write[1].seq) for _, write in log.rows)
        yield Feature(document, [f"seen: page {same}, of the posts {seqs}", f"sure: {SURE:.2f}"], SURE)


def _cells(log: Log, one: PageKind) -> JsonObject:
    """What is set in a row."""
    row, (_, call, key) = log.rows[0]
    said = squeezed(str(one.bodies[call.seq][log.field]))
    found: dict[str, JsonObject] = {}
    name, spaced = key.replace("_", " "), "item.key.replace('_', ' ')"
    for tag, shown in texts_in(row):
        selector, plain = inside(row, tag), squeezed(shown)
        if selector is not None and plain == name:
            found.setdefault(selector, {})["text"] = spaced
        elif selector is not None and said in plain:
            before, _, after = plain.partition(said)
            found.setdefault(selector, {})["text"] = framed(before, "item.said", after)
    for tag, attribute, value in attributes_in(row):
        own, of = (name, spaced) if attribute == "title" else (key, "item.key")
        selector, there = inside(row, tag), as_word(own).search(value)
        if attribute in ("href", "title") and selector is not None and there is not None:
            made = framed(value[: there.start()], of, value[there.end() :])
            found.setdefault(selector, {}).setdefault(attribute, made)
    return {**found}
