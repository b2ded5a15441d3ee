"""The posts about the entities of pages as operations: what they send, and where they name their entity."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call, says_what
from awe_author.features.discover.exchanges.places import Where
from awe_author.features.discover.exchanges.sightings import Endpoint
from awe_author.features.discover.markup.addresses import addresses
from awe_author.features.discover.markup.forms import Form
from awe_author.features.discover.markup.hours import as_hours
from awe_author.features.discover.markup.json_fields import as_numbers
from awe_author.features.discover.markup.number_formats import unwritten
from awe_author.features.discover.pages.ended_fields import without_end
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in, names_key, parameter_of, starred
from awe_author.features.discover.pages.tallied import many
from awe_author.queries import parse_qsl

LEAST = 3
"""Different texts in one field of forms, which entities have."""


def translated(made: PageKind, call: Call) -> dict[str, Any]:
    """The body by entity fields, as pages show the values."""
    body = call.body if isinstance(call.body, dict) else {}
    body = {name: without_end(value) if name in made.ended else value for name, value in body.items()}
    absent = dict.fromkeys(sorted(made.checks - body.keys()) if body else (), "")
    found = {
        made.sent[name]: made.records[name].get(str(value))
        if name in made.records
        else made.labels.get(name, {}).get(str(value), value)
        for name, value in {**absent, **body}.items()
        if name in made.sent
    }
    found |= {made.sent[name]: many(made, name, body[name]) for name in made.tallied & body.keys()}
    for of in made.grouped.keys() & found.keys():
        found[of] = unwritten(made.grouped[of], str(found[of])) or found[of]
    for of in made.hours.keys() & found.keys():
        found[of] = as_hours(str(found[of])) or found[of]
    return {**found, **made.wholes.get(call.seq, {})}


def keys_of(one: Shown, template: str, posted: Collection[str]) -> set[str]:
    """The entity that a page is about: the one in its address, or those in the addresses of its forms that are
    `posted`."""
    own = key_in(one.page.url, template) or _asked_key(one, template)
    return {own} if own else {key for form in one.forms for key in _posted_keys(one, form, posted, template)}


def _asked_key(one: Shown, template: str) -> str | None:
    """The key in the parameter that has it on the entity's own page, where another one says what else is done:
    `?action=EditView&record=7` beside `?action=DetailView&record=*`."""
    path, _, query = template.partition("?")
    own, asked = dict(parse_qsl(query)), dict(parse_qsl(urlsplit(one.page.url).query))
    star = next((name for name, value in own.items() if value == "*"), "")
    same = all(asked.get(name) == value for name, value in own.items() if value != "*" and not says_what(name))
    return asked.get(star) if star and same and urlsplit(one.page.url).path == path else None


def _posted_keys(one: Shown, form: Form, posted: Collection[str], template: str) -> list[str]:
    """The keys that are in the address of a form on a page, where forms are `posted` to such addresses; where one
    script is for all (`/app.php?do=team.update&teamid=8`), by a parameter that names one of the kind."""
    found = []
    for address in addresses(form.action, one.page.url):
        path, _, query = address.template.partition("?")
        name = query.partition("=*")[0].rpartition("&")[2]
        if path in posted and ("*" in path or "=*" not in template or names_key(name, template)):
            found.append(address.key)
    return found


def filled_in(made: PageKind, one: Shown, key: str, posted: set[str], columns: set[str]) -> dict[str, Any]:
    """What the forms of a page about an entity have in them: on its own page, and where a form goes to the address of
    its page, all of it; of those that are `posted` elsewhere what users see of its columns."""
    found: dict[str, Any] = {}
    own = bool(key_in(one.page.url, made.template) or _asked_key(one, made.template))
    path = urlsplit(one.page.url).path
    for form in (
        one.forms if own else [form for form in one.forms if key in _posted_keys(one, form, posted, made.template)]
    ):
        fields = {**{name: off for name, (_, off) in form.checks.items() if name in made.checks}, **form.fields}
        names = [name for name in fields if name in made.sent and name not in made.tallied]
        whole = bool(key_in(form.action, made.template)) or len(names) == len(made.sent.keys() - made.tallied)
        whole = whole or (not own and urlsplit(form.action).path == path)
        whole = whole or any(form.fields[name] == key and names_key(name, made.template) for name in form.hidden)
        elsewhere = starred(urlsplit(form.action).path, key, made.template) in posted
        if len(names) > 0 and (whole or elsewhere):
            for name in (
                names if whole else [one for one in names if one not in form.hidden and made.sent[one] in columns]
            ):
                label = made.labels.get(name, {}).get(fields[name], fields[name])
                if (pattern := made.grouped.get(made.sent[name])) is not None:
                    label = unwritten(pattern, label) or label
                found[made.sent[name]] = made.records[name].get(fields[name]) if name in made.records else label
    return found


def varied(made: PageKind, shown: Sequence[Shown], posted: Collection[str]) -> set[str]:
    """Fields that no list shows, but forms on the own pages of entities, which are `posted` elsewhere: users type into
    them, and nearly each entity has another text there."""
    said: dict[str, dict[str, str]] = {}
    for one in shown:
        key = key_in(one.page.url, made.template)
        for form in one.forms if key else ():
            if starred(urlsplit(form.action).path, key or "", made.template) in posted:
                chosen = form.hidden | form.options.keys() | form.checks.keys() | form.radios | made.tallied
                for name in form.fields.keys() & made.sent.keys() - chosen:
                    said.setdefault(made.sent[name], {}).setdefault(key or "", form.fields[name].strip())
    texts = {name: [text for text in values.values() if text] for name, values in said.items()}
    return {name for name, every in texts.items() if len({*every}) >= LEAST and 4 * len({*every}) >= 3 * len(every)}


def _named_as(template: str, key: str, call: Call) -> Where | None:
    """Where a post says the key under the very name that it has in the kind's own addresses."""
    name = parameter_of(template)
    if name and call.params.get(name) == key:
        return Where("query", (name,))
    return Where("body", (name,)) if name and isinstance(call.body, dict) and call.body.get(name) == key else None


def _says_key(name: str, key: str, template: str) -> bool:
    """May a parameter with this value be the key? A number may be anything, unless its name says so."""
    return not key.isdigit() or snake(name).endswith("id") or names_key(name, template)


def _ahead(where: Where, made: PageKind) -> bool:
    """Does a form of something new send the key that it will get?"""
    return where.part == "body" and names_key(str(where.way[0]), made.template)


def _sort(call: Call, template: str) -> str:
    """What a post says in the fields that say the sort in the addresses of its kind: `module=Notes`."""
    body = call.body if isinstance(call.body, dict) else {}
    names = [name for name, value in parse_qsl(template.partition("?")[2]) if value != "*" and not says_what(name)]
    return "&".join(f"{name}={body[name]}" for name in names if name in body)


def _form(call: Call, forms: list[set[str]]) -> int:
    """The number of the form that was sent, of those at one address: two have no field in common. `forms`: the fields
    of those that were sent, to which these are added."""
    sent = {*call.body} if isinstance(call.body, dict) else set()
    at = next((at for at, one in enumerate(forms) if one & sent or not sent or not one), len(forms))
    if at == len(forms):
        forms.append(set())
    forms[at] |= sent
    return at


def page_operations(made: PageKind, roles: Sequence[tuple[Call, str, str]]) -> list[Operation]:
    """The operations of a kind of pages. `roles`: (post, what it does, to which key) of its posts."""
    found: dict[tuple[object, ...], Operation] = {}
    forms: dict[str, list[set[str]]] = {}
    for call, role, key in roles:
        held = made.holder.paths.get(call.seq) if made.holder is not None and role == "create" else None
        path = held or starred(call.path, key, made.template)
        endpoint = Endpoint(call.verb, call.origin, path, call.operation)
        where: Where | None = Where("segments", (0,)) if "*" in path and not held else None
        where = where or _named_as(made.template, key, call)
        for name, value in call.query if where is None else ():
            where = Where("query", (name,)) if value == key and _says_key(name, key, made.template) else where
        for name, value in call.body.items() if where is None and isinstance(call.body, dict) else ():
            where = Where("body", (name,)) if value == key and _says_key(name, key, made.template) else where
        made.bodies[call.seq] = call.body
        own = made.sets.sent.get(call.seq, {}) if role == "update" else {}
        sent = replace(call, body=as_numbers({**translated(made, call), **own}, made.numbers))
        mark = (
            role,
            str(endpoint),
            call.operation,
            _sort(call, made.template),
            _form(sent, forms.setdefault(path, [])),
        )
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
                where if role != "create" or (where and (not key.isdigit() or _ahead(where, made))) else None,
                (),
                [key],
                sure=0.75,
            )
    return list(found.values())
