"""Entities and operations of server-rendered apps: rows of recorded pages, and the form posts that changed them.

Only lists whose keys some post names, creates or removes are kept. A post creates when it redirects to a key that was
not there, or when the next list has one more; it deletes when it says so or when the same list no longer has the key.
Of the fields that a form sends, those count that are columns of the list or that the user changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from bs4 import BeautifulSoup

from awe_author.features.discover.calls import OPERATION_PARAMS, Call
from awe_author.features.discover.documents import Form, Rows, addresses, forms_of, joined, parse, rows_of
from awe_author.features.discover.kinds import Kind
from awe_author.features.discover.names import NOT_A_KIND, plural, snake
from awe_author.features.discover.operations import DELETES, Operation, logs_in
from awe_author.features.discover.places import Where
from awe_author.features.discover.reading import Page
from awe_author.features.discover.sightings import Endpoint, Group, Sighting
from awe_author.features.discover.situations import Load, load_of

SEARCHES = ("q", "query", "search", "s", "term", "text", "keyword", "keywords")
LARGEST_ANSWER = 8000
"""Characters of an answer to a post that is no page."""
LISTED_ON = "listed_on"
"""Field of entities from pages: the lists in which they were shown."""


@dataclass(slots=True)
class Shown:
    """One recorded page, taken apart."""

    page: Page
    lists: list[Rows]
    forms: list[Form]
    document: BeautifulSoup
    load: Load | None = None
    """Of its document; None where the page had another address by then."""


@dataclass(slots=True)
class PageKind:
    """A kind that pages show."""

    kind: Kind
    template: str
    operations: list[Operation] = field(default_factory=list)
    lists: list[tuple[Page, Rows]] = field(default_factory=list)
    """Where it is listed; one for each path and container."""
    sent: dict[str, str] = field(default_factory=dict)
    """Form field -> entity field."""
    labels: dict[str, dict[str, str]] = field(default_factory=dict)
    """Form field -> value -> what pages show for it."""
    origin: str = ""
    scripted: bool = False
    """Do scripts of the page make its lists, of answers that come as calls?"""


def taken_apart(pages: Sequence[Page], loads: Sequence[Load] = ()) -> list[Shown]:
    """All recorded pages."""
    found = []
    for page in pages:
        document, load = parse(page.html), load_of(page.url, page.seq, loads, framed=page.framed)
        found.append(Shown(page, rows_of(document, page.url), forms_of(document, page.url), document, load))
    return found


def page_kinds(shown: Sequence[Shown], writes: Sequence[Call]) -> list[PageKind]:
    """The kinds that the posts are about."""
    posts = [call for call in writes if call.status < 400 and not logs_in(call)]
    found: list[PageKind] = []
    tried = []
    for template in dict.fromkeys(rows.template for one in shown for rows in one.lists):
        lists = [(one.page, rows) for one in shown for rows in one.lists if rows.template == template]
        tried.append((template, lists, _roles(template, lists, posts)))
    for template, lists, roles in sorted(tried, key=lambda one: -len(one[2])):
        taken = {call.seq for other in found for one in other.operations for call in one.calls}
        if roles and not any(call.seq in taken for call, _, _ in roles):
            lists = [*lists, *_found(template, shown, roles, lists)]
            found.append(_page_kind(template, lists, roles, shown))
    return found


def _found(
    template: str, shown: Sequence[Shown], roles: Sequence[tuple[Call, str, str]], lists: Sequence[tuple[Page, Rows]]
) -> list[tuple[Page, Rows]]:
    """Lists of one row on pages that searched for it."""
    known = {row.key for _, rows in lists for row in rows.rows} | {key for _, _, key in roles}
    more: list[tuple[Page, Rows]] = []
    for one in shown:
        asks = any(snake(name) in SEARCHES and value for name, value in parse_qsl(urlsplit(one.page.url).query))
        if asks and not any(rows.template == template for rows in one.lists):
            for rows in rows_of(one.document, one.page.url, template):
                if rows.template == template and all(row.key in known for row in rows.rows):
                    one.lists.append(rows)
                    more.append((one.page, rows))
    return more


def key_in(url: str, template: str) -> str | None:
    """The key when an address is of this template."""
    return next((one.key for one in addresses(url, url) if one.template == template), None)


def _roles(template: str, lists: Sequence[tuple[Page, Rows]], posts: Sequence[Call]) -> list[tuple[Call, str, str]]:
    """(post, role, key) of the posts that are about these rows."""
    known: dict[str, int] = {}
    for page, rows in lists:
        for row in rows.rows:
            known[row.key] = min(known.get(row.key, page.seq), page.seq)
    found: list[tuple[Call, str, str]] = []
    for call in posts:
        there = {key for key, seq in known.items() if seq <= call.seq} | {key for _, _, key in found}
        there -= {key for _, role, key in found if role == "delete"}
        to = key_in(joined(call.origin + call.path, call.location), template) if call.location else None
        named = _named(call, template, there)
        if named is not None:
            said = " ".join([call.path, call.operation, call.verb, *(f"{name}={value}" for name, value in call.query)])
            last = max(post.seq for post in posts if _named(post, template, there) == named) == call.seq
            gone = DELETES.search(said.lower()) or _to_bin(call) or (last and _gone(named, call.seq, lists))
            found.append((call, "delete" if gone else "update", named))
        elif to is not None and to not in there:
            found.append((call, "create", to))
        elif to is None and (new := _appeared(call, posts, lists, there)):
            found.append((call, "create", new))
    return found


def _named(call: Call, template: str, there: set[str]) -> str | None:
    """The key that a post names: in its address, or in a field called like the template's parameter."""
    url = (
        call.origin
        + call.path
        + ("?" + "&".join(f"{name}={value}" for name, value in call.query) if call.query else "")
    )
    parts = call.path.split("/")
    shorter = [call.origin + "/".join(parts[:size]) for size in range(len(parts), 1, -1)]
    key = next((found for one in [url, *shorter] if (found := key_in(one, template)) in there), None)
    key = key or next((part for part in _near(call.path, template) if part in there), None)
    if key is not None:
        return key
    fields = dict(call.query) | (call.body if isinstance(call.body, dict) else {})
    for pair in template.partition("?")[2].split("&"):
        name, _, value = pair.partition("=")
        if value != "*" and name not in OPERATION_PARAMS and name in fields and fields[name] != value:
            return None
    parameter = template.partition("?")[2].partition("=*")[0].rpartition("&")[2] if "=*" in template else ""
    last = snake(parameter).rpartition("_")[2]
    values = [value for name, value in call.query if not parameter or snake(name).rpartition("_")[2] == last]
    sent = call.body.items() if isinstance(call.body, dict) and parameter else ()
    values += [str(value) for name, value in sent if snake(name).rpartition("_")[2] == last]
    return next((value for value in values if value in there and not (value.isdigit() and not parameter)), None)


def _near(path: str, template: str) -> list[str]:
    """The parts of a path beside the template's: with `/book/row/*/` the `7` of `/book/update/7/`."""
    own = template.partition("?")[0].split("/")
    parts = path.split("/")
    at = own.index("*") if "*" in own else 0
    return [unquote(parts[at])] if at > 1 and len(parts) > at and parts[:2] == own[:2] else []


def _to_bin(call: Call) -> bool:
    values = call.body.values() if isinstance(call.body, dict) else ()
    return any(
        isinstance(value, str) and value.lower() in ("trash", "bin", "deleted", "deleted items") for value in values
    )


def _appeared(call: Call, posts: Sequence[Call], lists: Sequence[tuple[Page, Rows]], there: set[str]) -> str | None:
    """The one key that the next list has more, when no other post lies between and the address is of the same app; or
    the one that later lists have more and the answer names."""
    later = [(page, rows) for page, rows in lists if page.seq > call.seq]
    fresh = {row.key for _, rows in later for row in rows.rows} - there
    if call.kind in ("form", "multipart") and len(named := named_in(call, fresh)) == 1:
        return named[0]
    if (
        not later
        or call.answer is not None
        or call.kind not in ("form", "multipart")
        or any(call.seq < post.seq < later[0][0].seq for post in posts)
    ):
        return None
    before = [rows for page, rows in lists if page.seq <= call.seq and rows.container == later[0][1].container]
    new = {row.key for row in later[0][1].rows} - there
    return new.pop() if len(new) == 1 and (before or len(later[0][1].rows) == 1) else None


def named_in(call: Call, keys: Iterable[str]) -> list[str]:
    """Which keys the answer to a post names, as a text of their own: `saved("17")`, `{"id": 17}`."""
    answer = call.html if len(call.html) <= LARGEST_ANSWER else ""
    answer = answer or (json.dumps(call.answer) if call.answer is not None else "")
    return [key for key in keys if re.search(rf"""["'(: ]{re.escape(key)}["'),}}]""", answer)] if answer else []


def _gone(key: str, seq: int, lists: Sequence[tuple[Page, Rows]]) -> bool:
    """Did the next sight of a list that had the key lack it?"""
    before = {
        urlsplit(page.url).path for page, rows in lists if page.seq <= seq and key in [row.key for row in rows.rows]
    }
    later = [(page, rows) for page, rows in lists if page.seq > seq]
    if not later or urlsplit(later[0][0].url).path not in before:
        return False
    return all(key not in [row.key for row in rows.rows] for _, rows in later)


def _page_kind(
    template: str, lists: Sequence[tuple[Page, Rows]], roles: Sequence[tuple[Call, str, str]], shown: Sequence[Shown]
) -> PageKind:
    parts = urlsplit(lists[0][0].url)
    origin = f"{parts.scheme}://{parts.netloc}"
    made = PageKind(
        Kind(_name(template), "id", [], 0.8, source="page", reasons=["listed on pages and changed by forms"]),
        template,
        origin=origin,
    )
    columns = {name for _, rows in lists for row in rows.rows for name in row.values}
    _form_fields(made, columns, [call for call, role, _ in roles if role != "delete"], shown)
    group = Group(Endpoint("GET", origin, template.partition("?")[0]), ("rows", "*"), key="id", sure=0.8)
    blank = _page_call(lists[0][0], origin)
    listed: dict[str, set[str]] = {}
    for page, rows in lists:
        for row in rows.rows:
            listed.setdefault(row.key, set()).add(place_of(page, rows))
    names = {*listed, *(key for _, _, key in roles)}
    for one in shown:
        call = replace(blank, seq=one.page.seq - 1, page=one.page.url)
        for rows in one.lists if any(rows.template == template for rows in one.lists) else ():
            for row in rows.rows if rows.template == template else ():
                group.sightings.append(
                    Sighting(
                        call,
                        group.endpoint,
                        group.pattern,
                        (),
                        {**row.values, "id": row.key, LISTED_ON: sorted(listed[row.key])},
                    )
                )
        key = key_in(one.page.url, template)
        filled = _filled(made, one, template) if key in names else {}
        if key and filled:
            group.sightings.append(Sighting(call, group.endpoint, group.pattern, (), {**filled, "id": key}))
    for call, role, key in roles:
        if role == "create":
            value = {**_translated(made, call), "id": key, LISTED_ON: sorted(listed.get(key, ()))}
            group.sightings.append(Sighting(replace(blank, seq=call.seq), group.endpoint, group.pattern, (), value))
    group.sightings.sort(key=lambda one: one.call.seq)
    made.kind.groups = [group]
    seen: set[tuple[str, str]] = set()
    for page, rows in lists:
        mark = (urlsplit(page.url).path, rows.container)
        if mark not in seen:
            seen.add(mark)
            made.lists.append((page, rows))
    made.operations = _operations(made, roles)
    return made


def place_of(page: Page, rows: Rows) -> str:
    """A list of a page, as entities remember where they are listed."""
    return f"{urlsplit(page.url).path} {rows.container}"


def _page_call(page: Page, origin: str) -> Call:
    path = urlsplit(page.url).path
    return Call(page.seq - 1, "GET", "GET", origin, path, (), "", "", False, None, 200, None, "", "", "", page=page.url)


def _name(template: str) -> str:
    path, _, query = template.partition("?")
    parts = [snake(part) for part in path.split("/") if part]
    before = parts[: parts.index("")] if "" in parts else parts
    named = [part for part in before if part and part not in NOT_A_KIND and part != "index_php"]
    if "*" not in path:
        named = [
            snake(pair.partition("=")[2]) for pair in query.split("&") if not pair.endswith("=*") and "task" in pair
        ] or named
    return plural(named[-1]) if named else "pages"


def bare(name: str) -> str:
    """`issue[assigned_to_id]` -> `assigned_to`."""
    return snake(name.rstrip("]").rpartition("[")[2] or name).removesuffix("_id")


def _form_fields(made: PageKind, columns: set[str], posts: Sequence[Call], shown: Sequence[Shown]) -> None:
    """Which fields of the posts are fields of the entity."""
    for call in posts:
        url = call.origin + call.path
        forms = [
            one
            for page in shown
            if page.page.seq <= call.seq
            for one in page.forms
            if one.action.partition("?")[0] == url
        ]
        form = max(
            forms,
            key=lambda one: len(one.fields.keys() & (call.body if isinstance(call.body, dict) else {}).keys()),
            default=Form(url, "POST", ""),
        )
        names = [*call.body] if isinstance(call.body, dict) else []
        habit = 2 * sum(name.startswith("_") for name in names) > len(names)  # it marks no field of the framework then
        for name, value in call.body.items() if isinstance(call.body, dict) else ():
            field_name = bare(name)
            typed = (
                name in form.fields
                and name not in form.hidden
                and isinstance(value, str)
                and value.strip() != form.fields.get(name, "").strip()
                and len(value) < 100_000
            )
            if field_name in columns or (typed and (habit or not name.startswith("_")) and "token" not in name.lower()):
                made.sent[name] = field_name
                if name in form.options:
                    made.labels.setdefault(name, {}).update(form.options[name])


def _translated(made: PageKind, call: Call) -> dict[str, Any]:
    """The body by entity fields, as pages show the values."""
    body = call.body if isinstance(call.body, dict) else {}
    return {
        made.sent[name]: made.labels.get(name, {}).get(str(value), value)
        for name, value in body.items()
        if name in made.sent
    }


def _filled(made: PageKind, one: Shown, template: str) -> dict[str, Any]:
    """What the forms of an entity's own page have in them."""
    found: dict[str, Any] = {}
    for form in one.forms:
        names = [name for name in form.fields if name in made.sent]
        if len(names) > 0 and (key_in(form.action, template) or len(names) == len(made.sent)):
            for name in names:
                found[made.sent[name]] = made.labels.get(name, {}).get(form.fields[name], form.fields[name])
    return found


def _says_key(name: str, key: str) -> bool:
    """May a parameter with this value be the key? A number may be anything, unless its name says so."""
    return not key.isdigit() or snake(name).endswith("id")


def _operations(made: PageKind, roles: Sequence[tuple[Call, str, str]]) -> list[Operation]:
    found: dict[tuple[str, str, str], Operation] = {}
    for call, role, key in roles:
        parts = ["*" if unquote(part) == key else part for part in call.path.split("/")]
        endpoint = Endpoint(call.verb, call.origin, "/".join(parts) or "/", call.operation)
        where: Where | None = Where("segments", (0,)) if "*" in parts else None
        for name, value in call.query if where is None else ():
            where = Where("query", (name,)) if value == key and _says_key(name, key) else where
        for name, value in call.body.items() if where is None and isinstance(call.body, dict) else ():
            where = Where("body", (name,)) if value == key and _says_key(name, key) else where
        sent = replace(call, body=_translated(made, call))
        mark = (role, str(endpoint), call.operation)
        if mark in found:
            found[mark].calls.append(sent)
            found[mark].made.append(key)
        else:
            found[mark] = Operation(
                role,
                made.kind,
                endpoint,
                [sent],
                None,
                where if role != "create" or (where and not key.isdigit()) else None,
                (),
                [key],
                sure=0.75,
            )
    return list(found.values())
