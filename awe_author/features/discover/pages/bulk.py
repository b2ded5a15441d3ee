"""Posts about several entities at once: rows are ticked, "Delete selected" is pressed, perhaps a page asks whether to.

Such a post sends one field several times, and all that it sends there are keys of rows; or once, where the rows have
boxes to tick under that name. What it did is told by the
lists that follow: the rows are gone, or one column says the same of all of them. A post after which they are as they
were, answered with a page about them, asks; the one with the same keys and more fields that follows is the deed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bs4 import BeautifulSoup

from awe_author.features.api.asked import Asked, TooLarge
from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.targets import DELETES
from awe_author.features.discover.exchanges.calls import Call, Raw
from awe_author.features.discover.exchanges.places import Where
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.exchanges.sightings import Endpoint
from awe_author.features.discover.markup.documents import Rows, rows_of
from awe_author.features.discover.markup.forms import forms_of
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.selectors import selector_of
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.filled import quoted
from awe_author.features.discover.pages.page_lists import outside
from awe_author.features.discover.pages.page_texts import counted
from awe_author.features.discover.pages.pages import PageKind, Shown, place_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.dom.rendering import parsed_answer
from awe_author.json_types import Json, JsonObject

LONGEST = 60
"""Characters of a field that says what is done."""
_NO_WORD = re.compile(r"/|\d{4}")
"""In addresses, moments and tokens: they differ from post to post, but say nothing of what is done."""
MOST_NUMBERS = 12
"""Texts of a page that asks, which tell how many there are."""


@dataclass(slots=True)
class Bulk:
    """One post about several entities."""

    call: Call
    named: str
    """The field with their keys."""
    keys: list[str]
    names: frozenset[str] = frozenset()
    """Of all that it sent."""
    asks: bool = False
    """Does its answer only ask whether to do it?"""
    role: str = ""
    changed: dict[str, str] = field(default_factory=dict)
    does: dict[str, str] = field(default_factory=dict)
    """Fields that say what is done, with what they say."""
    chosen: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)
    """Column -> the field that says what it becomes, with what forms send for which of its values."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One look at a list."""

    seq: int
    keys: set[str]
    place: str
    url: str
    rows: Rows


def several_of(raws: Sequence[Raw]) -> dict[int, dict[str, list[str]]]:
    """Number of a write -> field -> its values; with all names under ""."""
    found: dict[int, dict[str, list[str]]] = {}
    for raw in raws:
        linked = raw.method == "GET" and "?" in raw.url and 300 <= raw.status < 400
        if raw.method in ("GET", "HEAD", "OPTIONS") and not linked:
            continue
        try:
            fields = Asked.of(raw.method, raw.url, raw.request_headers, raw.request_body).bindings(())["fields"]
        except TooLarge:
            continue
        given = fields if isinstance(fields, dict) else {}
        told = {str(name): values for name, values in given.items() if all(isinstance(one, str) for one in values)}
        if told:
            found[raw.seq] = {**told, "": [str(name) for name in given]}
    return found


def without_choices(
    several: Mapping[int, Mapping[str, list[str]]], shown: Sequence[Shown], writes: Sequence[Call]
) -> dict[int, dict[str, list[str]]]:
    """The same without fields in which one thing's form offers several choices, beside what users type: the tags of a
    note, who shares a bill. They name entities as well, but the post is about none of these."""
    held: dict[str, set[str]] = {}
    for page in shown:
        ticks = set[str]().union(*map(ticked_names, page.lists))
        for form in page.forms:
            chosen = form.several | form.checks.keys() | form.options.keys()
            if form.fields.keys() - chosen - form.hidden:
                held.setdefault(form.action.partition("?")[0], set()).update(chosen - ticks)
    own = {call.seq: held.get(call.origin + call.path, set()) for call in writes}
    return {
        seq: {name: values for name, values in told.items() if name not in own.get(seq, ())}
        for seq, told in several.items()
    }


def about_several(
    shown: Sequence[Shown], writes: Sequence[Call], several: Mapping[int, Mapping[str, list[str]]]
) -> set[int]:
    """Numbers of the posts that name several rows of some list."""
    lists: dict[frozenset[str], set[str]] = {}
    for page in shown:
        for rows in page.lists:
            lists.setdefault(frozenset(row.key for row in rows.rows), set()).update(ticked_names(rows))
    found = set[int]()
    for call in writes:
        for name, values in several.get(call.seq, {}).items():
            keys = {*values}
            if name and values and call.status < 400 and any(
                keys <= listed and (len(keys) > 1 or name in ticks) for listed, ticks in lists.items()
            ):  # fmt: skip
                found.add(call.seq)
    return found


def ticked_names(rows: Rows) -> set[str]:
    """Names of boxes that each row has, with its key as value."""
    found: set[str] | None = None
    for row in rows.rows:
        boxes = row.tag.find_all("input", type="checkbox", value=row.key) if row.tag is not None else []
        names = {str(box["name"]) for box in boxes if box.get("name")}
        found = names if found is None else found & names
    return found or set()


def add_bulk(
    one: PageKind, shown: Sequence[Shown], writes: Sequence[Call], several: Mapping[int, Mapping[str, list[str]]]
) -> list[Bulk]:
    """The posts about several entities of one kind; what they did is added to its operations."""
    lists = [Listed(page.page.seq, {row.key for row in rows.rows}, place_of(page.page, rows), page.page.url, rows)
             for page in shown for rows in page.lists if rows.template == one.template]  # fmt: skip
    known = {key for listed in lists for key in listed.keys}
    ticks = {name for listed in lists for name in ticked_names(listed.rows)}
    found: list[Bulk] = []
    for call in writes:
        for name, values in several.get(call.seq, {}).items():
            several_named = len({*values}) > 1 or name in ticks
            if name and values and several_named and {*values} <= known and call.status < 400:
                names = frozenset(several[call.seq][""])
                told = call if call.method != "GET" else replace(call, body=dict(call.query))
                found.append(Bulk(told, name, list(dict.fromkeys(values)), names))
                break
    for place, bulk in enumerate(found):
        later = [other for other in found[place + 1 :] if other.named == bulk.named and {*other.keys} == {*bulk.keys}]
        bulk.asks = bool(later and bulk.call.html and later[0].names != bulk.names and not bulk.call.location)
    for bulk in found:
        _effect(bulk, lists)
    done = [{*bulk.keys} for bulk in found if bulk.role]
    explained = [bulk for bulk in found if bulk.role or (bulk.asks and {*bulk.keys} in done)]
    _tell_apart(explained)
    for bulk in explained:
        _choose(one, bulk)
    seqs = {bulk.call.seq for bulk in explained}
    for operation in one.operations:
        kept = [pair for pair in zip(operation.calls, operation.made, strict=False) if pair[0].seq not in seqs]
        operation.calls, operation.made = [call for call, _ in kept], [key for _, key in kept]
    one.operations = [operation for operation in one.operations if operation.calls]
    one.operations += [_operation(one, bulk) for bulk in explained if bulk.role]
    return explained


def _tell_apart(found: Sequence[Bulk]) -> None:
    """Which fields say what is done: those that differ where what is done differs, and only there."""
    for bulk in found:
        alike = [other for other in found if (other.call.verb, other.call.path) == (bulk.call.verb, bulk.call.path)]
        for name, value in bulk.call.body.items() if isinstance(bulk.call.body, dict) else ():
            if name == bulk.named or not isinstance(value, str) or len(value) > LONGEST or _NO_WORD.search(value):
                continue
            said: dict[str, set[str]] = {}
            for other in alike:
                body = other.call.body if isinstance(other.call.body, dict) else {}
                said.setdefault(_does(other, found), set()).add(str(body.get(name, "")))
            told = [next(iter(values)) for values in said.values() if len(values) == 1]
            if len(told) == len(said) == len({*told}) > 1:
                bulk.does[name] = value
        bulk.does |= {name: value for name, _, value in (pair.partition("=") for pair in bulk.call.operation.split("&"))
                      if value}  # fmt: skip


def _choose(one: PageKind, bulk: Bulk) -> None:
    """Which fields say a choice of a form, and made a column that: other choices do the same."""
    for column, shown in bulk.changed.items():
        labels = {sent: said for name, of in one.sent.items() if of == column
                  for sent, said in one.labels.get(name, {}).items() if sent}  # fmt: skip
        body = bulk.call.body.items() if isinstance(bulk.call.body, dict) else ()
        said = [name for name, value in body if name != bulk.named and labels.get(str(value)) == shown]
        if len(said) == 1 and len({*labels.values()}) == len(labels) > 1:
            bulk.chosen[column] = said[0], labels
            bulk.does.pop(said[0], None)


def _does(bulk: Bulk, found: Sequence[Bulk]) -> str:
    """What a post does; one that asks, what the deed does."""
    if bulk.asks:
        bulk = next(other for other in found if {*other.keys} == {*bulk.keys} and not other.asks)
    return f"{bulk.role} {sorted(bulk.changed.items())}"


def _effect(bulk: Bulk, lists: Sequence[Listed]) -> None:
    if bulk.asks:
        return
    keys = {*bulk.keys}
    before = [one for one in lists if one.seq <= bulk.call.seq and keys & one.keys]
    after = [one for one in lists if one.seq > bulk.call.seq]
    later = [one for one in after if one.place in {other.place for other in before}]
    body = bulk.call.body.values() if isinstance(bulk.call.body, dict) else ()
    said = " ".join([bulk.call.path, bulk.call.operation, bulk.call.verb, *(str(v) for v in body if len(str(v)) < 40)])
    gone = bool(later) and not any(keys & one.keys for one in later)
    if DELETES.search(said.lower()) and (gone or not later):
        bulk.role = "delete"
    elif not gone or any(keys & one.keys for one in after):
        bulk.changed = _changed(bulk, before, later if any(keys & one.keys for one in later) else after)
        bulk.role = "update" if bulk.changed else ""
    elif {one.url for one in before} & {one.url for one in later}:  # other parts of the list would not have them anyway
        bulk.role = "delete"


def _changed(bulk: Bulk, before: Sequence[Listed], later: Sequence[Listed]) -> dict[str, str]:
    """Columns that say the same of all of them afterwards, and said something else of one before; of a single one,
    what is said of others as well. Where not all were seen again, the post has to say it, too."""
    keys = {*bulk.keys}
    was, now = _values(keys, before[::-1]), _values(keys, later)
    if not now:
        return {}
    first = now[next(iter(now))]
    others = [row.values for one in [*before, *later] for row in one.rows.rows if row.key not in keys]
    sent = bulk.call.body.values() if isinstance(bulk.call.body, dict) else ()
    words = {snake(str(value)) for value in sent if isinstance(value, str) and len(value) <= LONGEST}
    return {
        name: value for name, value in first.items()
        if all(one.get(name) == value for one in now.values())
        and any(was.get(key, {}).get(name, value) != value for key in keys)
        and (now.keys() == keys or snake(value) in words)
        and (len(keys) > 1 or any(one.get(name) == value for one in others))
    }  # fmt: skip


def _values(keys: set[str], lists: Sequence[Listed]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for one in lists:
        for row in one.rows.rows:
            if row.key in keys:
                found.setdefault(row.key, row.values)
    return found


def _operation(one: PageKind, bulk: Bulk) -> Operation:
    call = replace(bulk.call, body={**bulk.changed} if bulk.role == "update" else bulk.call.body)
    endpoint = Endpoint(call.verb, call.origin, call.path, call.operation)
    many = len(bulk.keys)
    made = Operation(bulk.role, one.kind, endpoint, [call] * many, None, None, (), [*bulk.keys], sure=0.7)
    made.several = bulk.named
    made.key_at = Where("body", (bulk.named,))
    made.does, made.chosen = bulk.does, bulk.chosen
    return made


# ---- surfaces ------------------------------------------------------------------------------


def there_text(part: Entities, name: str) -> str:
    """The keys that a request names in a field, of those that are there."""
    return f"fields.get({text(name)}, []).filter(one, string(one) in state.{part.kind.name})"


def asking_features(part: Entities, found: Sequence[Bulk], cells: Mapping[int, JsonObject]) -> list[Feature]:
    """The pages that ask whether to do it. `cells`: number of a post -> what is set in a row of its page."""
    made: list[Feature] = []
    for place, bulk in enumerate(found):
        if not bulk.asks:
            continue
        deed = next(other for other in found[place + 1 :] if {*other.keys} == {*bulk.keys})
        more, less = sorted(deed.names - bulk.names), sorted(bulk.names - deed.names)
        tests = [f"fields.get({text(bulk.named)}, []).size() > 0", *(f"!({text(name)} in fields)" for name in more)]
        tests += [f"{text(name)} in fields" for name in less if not more]
        tests += does_tests(bulk.does)
        document: JsonObject = {
            "id": f"{part.kind.name}.several.asked",
            "title": f"Asks about several {part.kind.name.replace('_', ' ')}",
            "on": {"request": f"{bulk.call.method} {bulk.call.origin}{bulk.call.path}", "where": " && ".join(tests),
                   "like": [bulk.call.seq]},
            "let": {"picked": f"{there_text(part, bulk.named)}.map(one, state.{part.kind.name}[string(one)])"},
            "reply": {"like": "recorded", "show": _asked(part, bulk, cells.get(bulk.call.seq, {}))},
        }  # fmt: skip
        made.append(
            Feature(document, [f"seen: {bulk.call.method} {bulk.call.path}, seq {bulk.call.seq}", "sure: 0.60"], 0.6)
        )
    return made


def does_tests(does: Mapping[str, str]) -> list[str]:
    """The conditions that a request does that."""
    return [f"fields.get({text(name)}, ['']).exists(one, one == {text(value)})" for name, value in does.items()]


def chosen_tests(operation: Operation) -> list[str]:
    """The conditions that a request says one of the choices that it may."""
    return [
        f"fields.get({text(name)}, ['']).exists(one, one in [{', '.join(map(text, labels))}])"
        for name, labels in operation.chosen.values()
    ]


def changed_texts(operation: Operation, changed: Mapping[str, object]) -> JsonObject:
    """What a request about several makes of which field: the same as recorded, or what it says."""
    found: JsonObject = {name: text(str(value)) for name, value in changed.items()}
    for column, (name, labels) in operation.chosen.items():
        pairs = ", ".join(f"{text(sent)}: {text(shown)}" for sent, shown in labels.items())
        found[column] = f"{{{pairs}}}.get(string(fields.get({text(name)}, [''])[0]), {found[column]})"
    return found


def page_of(bulk: Bulk) -> Shown:
    """The page that a post was answered with."""
    document = parsed_answer(bulk.call.html)
    url = bulk.call.origin + bulk.call.path
    page = Page(url, "", bulk.call.html, bulk.call.seq + 1)
    return Shown(page, rows_of(document, url), forms_of(document, url), document)


def lists_in(bulk: Bulk, page: Shown, template: str) -> list[Rows]:
    """The lists of that page that show what the post named."""
    lists = rows_of(page.document, page.page.url, template)
    return [rows for rows in lists if rows.template == template and {row.key for row in rows.rows} == {*bulk.keys}]


def _asked(part: Entities, bulk: Bulk, cells: JsonObject) -> list[Json]:
    page = page_of(bulk)
    shows: list[Json] = [{"each": "picked", **lists, "key": "item.id"} for lists in cells.values()
                         if isinstance(lists, dict)]  # fmt: skip
    hidden = [tag for tag in page.document.find_all("input", attrs={"name": bulk.named})
              if tag.get("value") in bulk.keys]  # fmt: skip
    parents = {id(tag.parent): tag.parent for tag in hidden if tag.parent is not None}
    if len(parents) == 1 and hidden:
        into = selector_of(page.document, next(iter(parents.values())))
        row = f"input[name={quoted(bulk.named)}]"
        shows.append({"each": "picked", "into": into, "row": row, "key": "item.id",
                      "set": {":scope": {"value": "item.id"}}})  # fmt: skip
    lists = [rows for rows in page.lists if {row.key for row in rows.rows} & {*bulk.keys}]
    return [*shows, *_numbers(page.document, part, len(bulk.keys), lists)]


def _numbers(document: BeautifulSoup, part: Entities, many: int, lists: Sequence[Rows]) -> list[Json]:
    """Texts outside of lists that tell how many were ticked, beside the name of what they are."""
    noun = singular(part.kind.name).replace("_", " ")
    found: list[Json] = []
    free = outside(document, lists)
    for tag, said in texts_in(document.body or document):
        shown = squeezed(said)
        match = re.search(rf"(?<![\w.,]){many}(?![\w.,])", shown)
        if match is None or noun not in shown.lower() or not free(tag) or len(found) >= MOST_NUMBERS:
            continue
        selector = alone(document, tag, "")
        if selector is not None:
            before, after = shown[: match.start()], shown[match.end() :]
            found.append({"select": selector, "set": {"text": counted(before, after, noun, "picked.size()")}})
    return found


def cell_models(found: Sequence[Bulk], template: str) -> list[tuple[Bulk, Shown, list[Rows]]]:
    """The pages that ask, with their lists."""
    made = []
    for bulk in found:
        if bulk.asks:
            page = page_of(bulk)
            made.append((bulk, page, lists_in(bulk, page, template)))
    return made
