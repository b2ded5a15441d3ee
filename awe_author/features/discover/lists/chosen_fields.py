"""What a GraphQL text asks of each entity, as a template: for lists that never showed one, nothing else tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.keys import member, own_key, scalar, text
from awe_author.features.discover.common.shapes import records_in
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.empties import TYPE
from awe_author.features.discover.exchanges.graphql_text import Field, inside
from awe_author.json_types import Json


def chosen(text_of: str, fields: Sequence[Field], part: Entities, item: str) -> Json:
    """The object that an answer shows of an entity; None where one of its fields is not known.

    `text_of`: the GraphQL text; `fields`: what it asks of the entity."""
    made: dict[str, Json] = {}
    for one in fields:
        value = _field(text_of, one, part, item)
        if value is None:
            return None
        made[one.key] = value
    return made or None


def _field(text_of: str, one: Field, part: Entities, item: str) -> str | None:
    name = _known_as(one, part)
    if one.name == TYPE:
        types = {str(value) for value in part.values(TYPE)}
        return text(types.pop()) if len(types) == 1 else None
    if name == "" or one.arguments or name in part.joins:
        return None
    if name == part.kind.key:
        return own_key(item, name, number=part.number)
    none = "[]" if part.forms.get(name) == "list" else scalar(part.defaults.get(name))
    own = member(item, name, sure=name in part.always(), other=none)
    values = [value for value in part.values(name) if value is not None]
    if not one.inner:
        return own if not any(map(records_in, values)) else None
    return _inner(text_of, one, own, values)


def _known_as(one: Field, part: Entities) -> str:
    """What the entity's field is called in the state; "" when it is not known."""
    own = part.kind.own_id if one.name == "id" and part.kind.own_id else one.name
    return next((name for name in (own, one.key) if name in part.fields()), "")


def _inner(text_of: str, one: Field, own: str, values: Sequence[Any]) -> str | None:
    """The expression of records inside an entity: as they are when all that is known of them is asked for."""
    fields, _ = inside(text_of, one)
    asked, records = {inner.key for inner in fields}, [record for value in values for record in records_in(value)]
    if any(set(record) != asked for record in records) or not (records or values):
        return None
    for inner in fields:
        deeper = [value for record in records if (value := record[inner.key]) is not None]
        if inner.inner and (deeper and _inner(text_of, inner, own, deeper) is None):
            return None
    return own
