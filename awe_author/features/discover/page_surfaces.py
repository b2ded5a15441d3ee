"""Surfaces of server-rendered apps: lists on pages, pages of one entity, and the posts of their forms.

A form is answered where it arrives, as a request: the browser submits it as ever, the post does the action, the
redirect leads to the page, and the page shows the state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from awe_author.features.discover.calls import Call
from awe_author.features.discover.documents import Row, Rows, joined, parse, selector_of
from awe_author.features.discover.entities import Entities
from awe_author.features.discover.keys import member, own_key, text
from awe_author.features.discover.names import singular
from awe_author.features.discover.operations import Operation
from awe_author.features.discover.pages import LISTED_ON, PageKind, Shown, key_in, place_of
from awe_author.features.discover.reading import Page
from awe_author.features.discover.surfaces import Feature
from awe_author.json_types import Json, JsonObject


def page_features(one: PageKind, part: Entities, shown: Sequence[Shown], actions: Mapping[int, str]) -> list[Feature]:
    """All surfaces of one kind."""
    found = [_list(one, part, page, rows, number) for number, (page, rows) in enumerate(one.lists, 1)]
    details = [
        page
        for page in shown
        if key_in(page.page.url, one.template) in part.seed or key_in(page.page.url, one.template) in part.made
    ]
    if details:
        found += _detail(one, part, details)
    return found + [_post(one, part, operation, actions) for operation in one.operations]


def _seen(page: Page) -> list[str]:
    return [f"seen: page {page.name or page.url}, before seq {page.seq}"]


def _list(one: PageKind, part: Entities, page: Page, rows: Rows, number: int) -> Feature:
    first = max(rows.rows, key=lambda row: len(row.values))
    document: JsonObject = {
        "id": f"{part.kind.name}.list.page" + (f"-{number}" if number > 1 else ""),
        "title": f"The list of {part.kind.name} on {urlsplit(page.url).path}",
        "on": {"page": page.url.partition("?")[0] + "*"},
        "show": [
            {
                "each": _which(part, page, rows),
                "into": rows.container,
                "row": f"{rows.row}:first-of-type",
                "key": "item.id",
                "set": _cells(one, part, rows, first),
            }
        ],
    }
    return Feature(document, _seen(page), 0.7)


def _which(part: Entities, page: Page, rows: Rows) -> str:
    """The entities of a list, in its order; where not all are in it, those that are remembered to be."""
    keys = [row.key for row in rows.rows]
    base = f"state.{part.kind.name}.values()"
    if set(part.seed) - set(keys):
        base += f".filter(item, {text(place_of(page, rows))} in item.get({text(LISTED_ON)}, []))"
    if all(key.isdigit() for key in keys):
        numbers = [int(key) for key in keys]
        down = len(numbers) > 1 and numbers == sorted(numbers, reverse=True)
        return f"{base}.sortBy(item, {own_key('item', 'id', number=True)})" + (".reverse()" if down else "")
    return f"{base}.sortBy(item, item.id)"


def _cells(one: PageKind, part: Entities, rows: Rows, row: Row) -> JsonObject:
    made: JsonObject = {}
    path, _, query = one.template.partition("?")
    address = f"{path}?{query}" if query else path
    link = " + ".join(
        piece
        for piece in (text(address.partition("*")[0]), "item.id", text(address.partition("*")[2]))
        if piece != "''"
    )
    for name, selector in row.selectors.items():
        same = {other.values.get(name) for other in rows.rows}
        if usual(part, name) and (len(same) > 1 or len(rows.rows) < 3 or name in one.sent.values()):
            value = "item.id" if name == "id" else member("item", name, sure=False, other="''")
            made[selector] = {"text": value}
    made[rows.link or "a"] = {**_object(made.get(rows.link or "a")), "href": link}
    return made


def usual(part: Entities, name: str) -> bool:
    """Do most entities have the field, or do forms send it?"""
    return name in part.written or 2 * len(part.values(name)) > len(part.seed) + len(part.made)


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _detail(one: PageKind, part: Entities, details: Sequence[Shown]) -> list[Feature]:
    """The page of one entity: elements that hold exactly one of its values."""
    page = details[0].page
    key = key_in(page.url, one.template) or ""
    entity = part.seed.get(key) or part.made.get(key) or {}
    document = parse(page.html)
    item = f"state.{part.kind.name}[segments[0]]"
    show: list[Json] = []
    for name, value in entity.items():
        if name == part.kind.key or not usual(part, name) or not isinstance(value, str) or len(value) < 3:
            continue
        holds = [
            tag
            for tag in document.find_all(True)
            if tag.string is not None
            and " ".join(tag.string.split()) == value
            and tag.name not in ("option", "script", "style", "title", "a", "textarea")
        ]
        for tag in holds if len(holds) < 4 else ():
            show.append(
                {"select": selector_of(document, tag), "set": {"text": member(item, name, sure=False, other="''")}}
            )
    where = f"segments[0] in state.{part.kind.name}"
    url = one.origin + one.template.partition("?")[0]
    if "*" not in url:
        return []
    request: JsonObject = {
        "id": f"{part.kind.name}.open",
        "title": f"The page of one {singular(part.kind.name)}",
        "on": {"request": f"GET {url}", "where": where},
        "reply": {"like": "recorded"},
    }
    found = [Feature(request, _seen(page), 0.6)]
    if show:
        shown: JsonObject = {
            "id": f"{part.kind.name}.read.page",
            "title": f"One {singular(part.kind.name)} on its page",
            "on": {"page": url, "where": where},
            "show": show,
        }
        found.append(Feature(shown, _seen(page), 0.6))
    return found


def _post(one: PageKind, part: Entities, operation: Operation, actions: Mapping[int, str]) -> Feature:
    call = operation.calls[0]
    document: JsonObject = {
        "id": f"{part.kind.name}.{operation.role}.form",
        "title": f"{operation.role.capitalize()} a {singular(part.kind.name)} by its form",
        "on": _on(operation, call),
        "do": actions[id(operation)],
        "with": _with(one, operation, call),
    }
    reply: JsonObject = {"status": call.status, "like": "recorded"}
    if call.location:
        there = joined(call.origin + call.path, call.location)
        key = key_in(there, one.template) or key_in(there.partition("?")[0], one.template)
        if key is not None:
            before, _, after = one.template.partition("*")
            place = " + ".join([text(one.origin + before), "result.id", *([text(after)] if after else [])])
            reply["headers"] = {"location": place}
    document["reply"] = reply
    seqs = ", ".join(str(one.seq) for one in operation.calls)
    return Feature(document, [f"seen: {operation.endpoint}, seq {seqs}, on {call.page}"], operation.sure)


def _on(operation: Operation, call: Call) -> JsonObject:
    on: JsonObject = {"request": f"{call.method} {operation.endpoint.origin}{operation.endpoint.path}"}
    tests = [f"body.get('_method', '') == {text(call.verb.lower())}"] if call.verb != call.method else []
    for pair in call.operation.split("&") if call.operation else ():
        name, _, value = pair.partition("=")
        of = "query" if name in call.params else "body"
        tests.append(f"{of}.get({text(name)}, '') == {text(value)}")
    if operation.key_at and operation.role in ("create", "update"):
        there = f"{_key(operation)} in state.{operation.kind.name}"
        tests.append(there if operation.role == "update" else f"!({there})")
    if tests:
        on["where"] = " && ".join(tests)
    return on


def _with(one: PageKind, operation: Operation, call: Call) -> Json:
    sent: JsonObject = {}
    for name, field_name in one.sent.items():
        if isinstance(call.body, dict) and field_name in call.body:
            value = f"body.get({text(name)}, '')"
            labels = one.labels.get(name)
            if labels:
                pairs = ", ".join(f"{text(key)}: {text(label)}" for key, label in labels.items() if len(labels) < 200)
                value = f"{{{pairs}}}.get({value}, {value})"
            sent[field_name] = value
    if operation.role == "create":
        return {"id": _key(operation), **sent} if operation.key_at else sent
    key = _key(operation)
    return {"id": key} if operation.role == "delete" else {"id": key, "changes": sent}


def _key(operation: Operation) -> str:
    where = operation.key_at
    if where is None:
        return text(operation.made[0])
    return f"segments[{where.way[0]}]" if where.part == "segments" else f"{where.part}[{text(str(where.way[0]))}]"
