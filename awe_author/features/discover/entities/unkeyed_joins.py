"""Records of other kinds inside entities that do not say their key: `organization: {"name": "Northwind"}` of a contact
whose `organization_id` only its own page tells.

The record follows the field that names, like one with a key (`joins`). Believed when every look at it fits what that
field named by then, of two others at least. Entities that were only shown with the record name the one that it fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.names import IDS
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.joins import ENOUGH, Join, Look, Of, Times, looks_of, shape_of

_UNKNOWN = object()


def unkeyed_joins(part: Entities, parts: Sequence[Entities], times: Times) -> dict[str, Join]:
    """Field -> rule; what is told of the field that names, by the records, is put into the start."""
    found: dict[str, Join] = {}
    for name in part.fields():
        if part.kind.source == "page" or name in part.written or part.forms.get(name) != "object":
            continue
        looks = looks_of(part, name)
        records = [look[2] for look in looks if look[2] is not None]
        if not records or not all(isinstance(one, dict) and one and not one.keys() & {*IDS} for one in records):
            continue
        others = [other for other in parts if other is not part and other.kind.source != "page"]
        join = next(_joins(part, name, others, looks, times), None)
        if join is not None:
            found[name] = join
    return found


def _joins(
    part: Entities, name: str, others: Sequence[Entities], looks: Sequence[Look], times: Times
) -> Iterator[Join]:
    plain = [one for one in part.fields() if part.forms.get(one) == "plain" and one != part.kind.key]
    for other in others:
        for by in plain:
            told = [(look, _named(part, by, look, times)) for look in looks]
            known = [(look, by_then) for look, by_then in told if by_then is not _UNKNOWN]
            keys = {str(named) for _, named in known if named is not None}
            fits = all((look[2] is None) == (named is None) for look, named in known)
            if not fits or len(keys) < ENOUGH or not keys <= {*other.seed, *other.made}:
                continue
            shape = shape_of(
                [(look[2], times.value(other, str(named), look[0])) for look, named in known if named is not None],
                other,
            )
            if isinstance(shape, dict) and _fill(part, name, by, shape, other):
                yield Join(other, by, shape)


def _named(part: Entities, by: str, look: Look, times: Times) -> Any:
    seq, key, _, whole = look
    return whole[by] if by in whole else times.value(part, key, seq).get(by, _UNKNOWN)


def _fill(part: Entities, name: str, by: str, shape: dict[str, Any], other: Entities) -> bool:
    """Have entities of the start name what their record fits; is there one for each?"""
    shown = {member: one.field for member, one in shape.items() if isinstance(one, Of)}
    number = all(isinstance(value, int | None) for value in part.values(by))
    told: dict[str, Any] = {}
    for key, entity in part.seed.items():
        if by in entity or name not in entity:
            continue
        record = entity[name]
        fits = [own for own, one in other.seed.items() if isinstance(record, dict) and record.keys() >= shown.keys()
                and all(record[member] == one.get(field) for member, field in shown.items())]  # fmt: skip
        if not shown or len(fits) != (0 if record is None else 1):
            return False
        told[key] = None if record is None else int(fits[0]) if number and fits[0].isdecimal() else fits[0]
    for key, value in told.items():
        part.seed[key][by] = value
    return bool(shown)
