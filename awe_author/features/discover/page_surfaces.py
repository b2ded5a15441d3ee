"""Surfaces of server-rendered apps: lists on pages, pages about one entity, and the posts of their forms.

A form is answered where it arrives, as a request: the browser submits it as ever, the post does the action, the
redirect leads to the page, and the page shows the state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from urllib.parse import parse_qsl, quote, urlsplit

from bs4 import Tag

from awe_author.features.discover.about import MOST_CHECKED, about_features, entity_at, fields_of, quoted
from awe_author.features.discover.calls import OPERATION_PARAMS, Call
from awe_author.features.discover.documents import Row, Rows, joined
from awe_author.features.discover.entities import Entities
from awe_author.features.discover.keys import own_key, text
from awe_author.features.discover.names import looks_like_id, singular, snake
from awe_author.features.discover.operations import Operation
from awe_author.features.discover.ordering import Order, order_of
from awe_author.features.discover.pages import LISTED_ON, SEARCHES, PageKind, Shown, key_in, named_in, place_of
from awe_author.features.discover.queries import SEARCH
from awe_author.features.discover.reading import Page
from awe_author.features.discover.rows import alone, attributes_in, inside, texts_in
from awe_author.features.discover.seen import Seen
from awe_author.features.discover.situations import told_apart, where_of
from awe_author.features.discover.sorting import head_marks, heads_of, order_param, sorted_by
from awe_author.features.discover.surfaces import Feature
from awe_author.features.discover.wording import KEY, SURE, agreed, own_text, squeezed, values_of, wordings
from awe_author.json_types import Json, JsonObject

EMPHASIS = ("span", "b", "strong", "i", "em", "mark", "small", "u", "bdi")


def page_features(
    one: PageKind, part: Entities, shown: Sequence[Shown], actions: Mapping[int, str], seen: Seen
) -> list[Feature]:
    """All surfaces of one kind."""
    acts = {call.seq: actions[id(operation)] for operation in one.operations for call in operation.calls}
    lists = [] if one.scripted else one.lists
    found = [made for page, rows in lists for made in _list(one, part, page, rows, shown, seen, acts)]
    found += about_features(one, part, shown, seen, acts)
    return found + [_post(one, part, operation, actions) for operation in one.operations]


def _seen(page: Page) -> list[str]:
    return [f"seen: page {page.name or page.url}, before seq {page.seq}", "sure: 0.70"]


def _list(
    one: PageKind,
    part: Entities,
    page: Page,
    rows: Rows,
    shown: Sequence[Shown],
    seen: Seen,
    acts: Mapping[int, str],
) -> list[Feature]:
    """The list, once for each situation in which its page was seen."""
    place = place_of(page, rows)
    alike = [
        (other.page, listed, other) for other in shown for listed in other.lists
        if listed.template == one.template and place_of(other.page, listed) == place
    ]  # fmt: skip
    if any(len(other.document.select(rows.container, limit=2)) != 1 for _, _, other in alike):
        return []
    cells = _cells(one, part, [(where, listed) for where, listed, _ in alike], seen, lambda row: row.tag)
    if not cells:
        return []
    plain = [(where, listed) for where, listed, _ in alike if order_param(where.url) is None]
    usual = _which(one, part, page, rows, [listed for _, listed in plain or [(page, rows)]])
    heads = heads_of(plain[-1][1], plain[-1][0].url) if plain else []
    known = {head.field: [str(value) for value in part.values(head.field)] for head in heads}
    each = sorted_by(usual.partition(".sortBy(")[0], usual, heads, known)
    show: list[Json] = [{"each": each, "into": rows.container, "row": rows.row, "key": "item.id", "set": cells}]
    if rows.companion and (beside := _beside(rows, cells, one, part, alike, seen)):
        show = [
            {"each": f"{each}.map(item, [{{'of': item, 'part': 0}}, {{'of': item, 'part': 1}}]).flatten()", **beside}
        ]
    show += _asked(page, *alike[0][1:])
    show += head_marks(heads, [(where.url, listed, other.document) for where, listed, other in alike])
    show += _counts(usual, [(other, len(listed.rows)) for _, listed, other in alike])
    document: JsonObject = {
        "id": f"{part.kind.name}.list.page",
        "title": f"The list of {part.kind.name.replace('_', ' ')} on {urlsplit(page.url).path}",
        "on": {"page": address_of(page.url)},
        "show": show,
    }
    looks = told_apart([(other.document, other.load, False) for _, _, other in alike], acts)
    if len(looks) == 1:
        return [Feature(document, _seen(page), 0.7)]
    found = []
    for look in looks:
        tests = where_of(looks, look, "")
        on: JsonObject = {"page": address_of(page.url), "where": " && ".join(tests), "like": [*look.numbers]}
        found.append(Feature({**document, "on": on}, _seen(alike[look.places[0]][0]), 0.7))
    return found


def address_of(url: str) -> str:
    """The pattern of a page: its path, and of its parameters those that say which page it is."""
    parts = urlsplit(url)
    path = quote(parts.path, safe="/:%+@~,()'!$&;=-._")
    kept = []
    for name, value in parse_qsl(parts.query):
        bare = snake(name)
        if bare in SEARCH:
            kept.append(f"{quote(name)}=*")
        elif (name in OPERATION_PARAMS or bare in ("title", "mbox", "view", "tab", "page_name")) and not looks_like_id(
            value
        ):
            kept.append(f"{quote(name)}={quote(value, safe=':/')}")
    return f"{parts.scheme}://{parts.netloc}{path}" + (f"?{'&'.join(kept)}" if kept else "")


def _searched(page: Page, lists: Sequence[Rows]) -> str:
    """The parameter of a search page: its words are in every row."""
    for name, value in parse_qsl(urlsplit(page.url).query):
        words = value.lower().split()
        if snake(name) in SEARCH and words and all(
            any(word in squeezed(row.tag.get_text(" ")).lower() for word in words)
            for rows in lists for row in rows.rows if row.tag is not None
        ):  # fmt: skip
            return name
    return ""


def _which(one: PageKind, part: Entities, page: Page, rows: Rows, alike: Sequence[Rows]) -> str:
    """The entities of a list, in its order; where not all are in it, those that are remembered to be."""
    keys = {row.key for listed in alike for row in listed.rows}
    base = f"state.{part.kind.name}.values()"
    search = _searched(page, alike)
    if search:
        word = f"page.query.get({text(search)}, '').lowerAscii().split(' ')"
        fields = [name for name in [*one.sent.values(), "title", "subject", "name"] if name in part.fields()]
        names = list(dict.fromkeys([*fields, *([] if fields else [KEY])]))
        texts = " + ' ' + ".join([own_text("item", name) for name in names] + ["item.id.replace('_', ' ')"])
        base += f".filter(item, {word}.all(w, ({texts}).lowerAscii().contains(w)))"
    elif set(part.seed) - keys:
        base += f".filter(item, {text(place_of(page, rows))} in item.get({text(LISTED_ON)}, []))"
    number = all(key.isdigit() for key in keys)
    values = [[{**row.values, KEY: int(row.key) if number else row.key} for row in listed.rows] for listed in alike]
    order = order_of(values, KEY, KEY) or order_of(values, KEY) or Order(KEY)
    if order.field == KEY:
        own = own_key("item", KEY, number=number)
        return f"{base}.sortBy(item, {own})" + (".reverse()" if order.down else "")
    own = own_text("item", order.field) + (".lowerAscii()" if order.folded else "")
    before = ".reverse()" if order.ties_down != order.down else ""
    return f"{base}{before}.sortBy(item, {own})" + (".reverse()" if order.down else "")


def _beside(
    rows: Rows,
    cells: JsonObject,
    one: PageKind,
    part: Entities,
    alike: Sequence[tuple[Page, Rows, Shown]],
    seen: Seen,
) -> JsonObject:
    """A list whose rows are of two parts, `dt` and `dd`: each item gives both, one behind the other."""
    behind = _cells(one, part, [(where, listed) for where, listed, _ in alike], seen, lambda row: row.companion)
    listed = [row for _, lists, _ in alike for row in lists.rows]
    parts = [(cells, [row.companion for row in listed]), (behind, [row.tag for row in listed])]
    found: JsonObject = {}
    for number, (settings, others) in enumerate(parts):
        for selector, bindings in settings.items():
            shared = selector == ":scope" or any(other is not None and other.select(selector) for other in others)
            if isinstance(bindings, dict) and not shared:
                found[selector] = {
                    name: f"part.part == {number} ? dyn({_of(str(value))}) : dyn('')"
                    for name, value in bindings.items()
                }
    return {
        "as": "part",
        "into": rows.container,
        "row": {rows.row: "part.part == 0", rows.companion: "part.part == 1"},
        "key": "part.of.id + '/' + string(part.part)",
        "set": found,
    }


def _of(expression: str) -> str:
    """An expression about `item`, about `part.of`."""
    return re.sub(r"(?<![\w.'])item\.", "part.of.", expression)


def _asked(page: Page, rows: Rows, shown: Shown) -> list[Json]:
    """A page that was searched for says for what: fields and texts with the words of its address."""
    found: list[Json] = []
    document = shown.document
    every = [row for one in [*shown.lists, rows] for row in one.rows]
    listed = {id(top) for row in every for top in (row.tag, row.companion) if top is not None}
    for name, value in parse_qsl(urlsplit(page.url).query):
        if snake(name) not in SEARCHES or len(value) < 3:
            continue
        own = f"page.query.get({text(name)}, '')"
        fields = [tag for tag in document.find_all("input") if tag.get("name") == name and tag.get("value") == value]
        if fields:
            select = f"input[name={quoted(name)}]:not([type=hidden])"
            found.append({"select": select, "set": {"value": own}})
        for tag, said in texts_in(document):
            words = {name: value} if value in said else {name: value[:1].upper() + value[1:]}
            tries = wordings(said, words, [name]) if words[name] in said and len(said) < 200 else []
            inside_row = any(id(one) in listed for one in [tag, *tag.parents])
            selector = alone(document, tag, "") if tries and not inside_row else None
            if selector is not None and len(found) < 6:
                large = f"({own} == '' ? '' : {own}.substring(0, 1).upperAscii() + {own}.substring(1))"
                written = own if words[name] == value else large
                parts: list[str] = [written if part.field else text(part.literal) for part in tries[0].parts]
                found.append({"select": selector, "set": {"text": " + ".join(parts)}})
    return found


def _cells(
    one: PageKind,
    part: Entities,
    alike: Sequence[tuple[Page, Rows]],
    seen: Seen,
    of: Callable[[Row], Tag | None],
) -> JsonObject:
    """What of a row (of its part `of`) is the entity's: texts and addresses that say the same of all rows."""
    told = [
        (row, tag, values_of({**(entity_at(one, part, row.key, page.seq, seen) or {}), KEY: row.key}))
        for page, rows in alike
        for row in rows.rows
        if (tag := of(row)) is not None
    ]
    if not told:
        return {}
    made = {key for operation in one.operations if operation.role == "create" for key in operation.made}
    told = [one for one in told if one[0].key in made][-3:] + told[-MOST_CHECKED:]
    names = fields_of(one, part)
    cells: JsonObject = {}
    for model, top, values in [told[0], *sorted(told[1:], key=lambda one: -len(one[2]))[:2]]:
        whole = [name for name in names if len(values.get(name, "")) >= SURE]
        for tag, shown in [*texts_in(top), *_formatted(top)]:
            selector = inside(top, tag)
            if selector is None or selector in cells:
                continue
            tries = wordings(shown, values, names, one.sent.values())
            if tag.find(True):
                tries = [way for way in tries if way.fields() & {*whole}]
            at = [(found.get_text(), values) for _, row, values in told for found in _in(row, selector)]
            wording = agreed(tries, at, sent=one.sent.values(), about=selector)
            if wording is not None:
                cells[selector] = {"text": wording.text(lambda name: own_text("item", name))}
        for tag, name, value in attributes_in(top):
            selector = inside(top, tag)
            keyed = [best for best in wordings(value, values, [KEY]) if KEY in best.fields()]
            stands = re.search(rf"(?<![\w-]){re.escape(model.key)}(?![\w-])", value) is not None
            if selector is None or not keyed or (len(model.key) < 2 and not stands):
                continue
            at = [(str(found.get(name) or ""), values) for _, row, values in told for found in _in(row, selector)]
            wording = agreed(keyed, at)
            if wording is not None:
                there = cells.setdefault(selector, {})
                if isinstance(there, dict):
                    there.setdefault(name, wording.text(lambda name: own_text("item", name)))
    return cells


def _in(row: Tag, selector: str) -> list[Tag]:
    return [row] if selector == ":scope" else list(row.select(selector, limit=1))


def _formatted(top: Tag) -> Iterator[tuple[Tag, str]]:
    """Elements whose text is broken up by nothing but emphasis: the words that a search found."""
    for tag in [top, *top.find_all(True)]:
        within = tag.find_all(True)
        plain = 0 < len(within) < 20 and all(one.name in EMPHASIS and not one.get("id") for one in within)
        if plain and tag.get_text(strip=True) and any(isinstance(one, str) and one.strip() for one in tag.children):
            yield tag, tag.get_text()


def _counts(each: str, alike: Sequence[tuple[Shown, int]]) -> list[Json]:
    """Texts beside a list that tell how many there are: the same number in all pages, which differ in it."""
    if len({count for _, count in alike}) < 2:
        return []
    found: list[Json] = []
    last, count = alike[-1]
    for tag, shown in texts_in(last.document):
        if str(count) not in shown or len(shown) > 200 or len(found) > 3:
            continue
        selector = alone(last.document, tag, "")
        tries = wordings(shown, {"count": str(count)}, ["count"])
        if selector is None or not tries:
            continue
        at = [(other.document.select_one(selector), number) for other, number in alike]
        wording = agreed(tries, [(tag.get_text(), {"count": str(number)}) for tag, number in at if tag], share=1.0)
        if wording is not None and len([tag for tag, _ in at if tag]) > 1:
            found.append({"select": selector, "set": {"text": wording.text(lambda _: f"string({each}.size())")}})
    return found


def _post(one: PageKind, part: Entities, operation: Operation, actions: Mapping[int, str]) -> Feature:
    call = operation.calls[-1]
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
            before, _, after = there.partition(key)
            place = " + ".join([text(before), "result.id", *([text(after)] if after else [])])
            reply["headers"] = {"location": place}
    elif operation.role == "create" and (said := _naming(operation)):
        reply["html"] = said
    document["reply"] = reply
    seqs = ", ".join(str(one.seq) for one in operation.calls)
    lines = [f"seen: {operation.endpoint}, seq {seqs}, on {call.page}", f"sure: {operation.sure:.2f}"]
    return Feature(document, lines, operation.sure)


def _naming(operation: Operation) -> str:
    """The answer to a create that names the new key; with what it gives back of its request, as an expression."""
    for call, key in zip(operation.calls, operation.made, strict=False):
        if not call.html or not named_in(call, [key]):
            continue
        known = {value: f"query.get({text(name)}, '')" for name, value in call.query if len(value) >= SURE}
        sure = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
        pattern = rf"""(?<=["'(: ]){re.escape(key)}(?=["'),}}])""" + (f"|{sure}" if sure else "")
        parts: list[str] = []
        at = 0
        for found in re.finditer(pattern, call.html):
            parts += [text(call.html[at : found.start()]), known.get(found[0], "result.id")]
            at = found.end()
        return " + ".join([*parts, text(call.html[at:])])
    return ""


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
