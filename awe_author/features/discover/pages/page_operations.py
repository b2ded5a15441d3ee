"""The posts about the entities of pages as operations: what they send, and where they name their entity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import Where
from awe_author.features.discover.exchanges.sightings import Endpoint
from awe_author.features.discover.markup.json_fields import as_numbers
from awe_author.features.discover.pages.posts import key_in, names_key, starred

if TYPE_CHECKING:
    from awe_author.features.discover.pages.pages import PageKind, Shown


def translated(made: PageKind, call: Call) -> dict[str, Any]:
    """The body by entity fields, as pages show the values."""
    body = call.body if isinstance(call.body, dict) else {}
    absent = dict.fromkeys(made.checks - body.keys(), "")
    return {
        made.sent[name]: made.records[name].get(str(value))
        if name in made.records
        else made.labels.get(name, {}).get(str(value), value)
        for name, value in {**absent, **body}.items()
        if name in made.sent
    }


def filled_in(made: PageKind, one: Shown, key: str, posted: set[str], columns: set[str]) -> dict[str, Any]:
    """What the forms of an entity's own page have in them; of those that are `posted` elsewhere what users see of its
    columns."""
    found: dict[str, Any] = {}
    for form in one.forms:
        fields = {**{name: off for name, (_, off) in form.checks.items() if name in made.checks}, **form.fields}
        names = [name for name in fields if name in made.sent]
        whole = bool(key_in(form.action, made.template)) or len(names) == len(made.sent)
        elsewhere = starred(urlsplit(form.action).path, key, made.template) in posted
        if len(names) > 0 and (whole or elsewhere):
            for name in (
                names if whole else [one for one in names if one not in form.hidden and made.sent[one] in columns]
            ):
                label = made.labels.get(name, {}).get(fields[name], fields[name])
                found[made.sent[name]] = made.records[name].get(fields[name]) if name in made.records else label
    return found


def _says_key(name: str, key: str, template: str) -> bool:
    """May a parameter with this value be the key? A number may be anything, unless its name says so."""
    return not key.isdigit() or snake(name).endswith("id") or names_key(name, template)


def _ahead(where: Where, made: PageKind) -> bool:
    """Does a form of something new send the key that it will get?"""
    return where.part == "body" and names_key(str(where.way[0]), made.template)


def page_operations(made: PageKind, roles: Sequence[tuple[Call, str, str]]) -> list[Operation]:
    found: dict[tuple[str, str, str], Operation] = {}
    for call, role, key in roles:
        path = starred(call.path, key, made.template)
        endpoint = Endpoint(call.verb, call.origin, path, call.operation)
        where: Where | None = Where("segments", (0,)) if "*" in path else None
        for name, value in call.query if where is None else ():
            where = Where("query", (name,)) if value == key and _says_key(name, key, made.template) else where
        for name, value in call.body.items() if where is None and isinstance(call.body, dict) else ():
            where = Where("body", (name,)) if value == key and _says_key(name, key, made.template) else where
        made.bodies[call.seq] = call.body
        sent = replace(call, body=as_numbers(translated(made, call), made.numbers))
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
                where if role != "create" or (where and (not key.isdigit() or _ahead(where, made))) else None,
                (),
                [key],
                sure=0.75,
            )
    return list(found.values())
