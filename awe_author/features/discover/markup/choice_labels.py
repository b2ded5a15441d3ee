"""What pages show of a field in words of its own: the label of a choice (`3` as `Normal`), a member of a record (the
name of `{"id": 2, "name": "Repairs"}`), what a text has in brackets (`OPS-7` of `7 [OPS-7]`).

The entity keeps the value. In wordings such words are a field of their own, whose name says how they are made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from awe_author.features.discover.common.keys import text

MOST = 60
"""Choices of one field."""
_LABEL, _MEMBER, _BRACKETS = "label of ", "member of ", "brackets of "
_CLOSING = {"[": "]", "(": ")", "<": ">"}
_BRACKETED = re.compile(r"\S.*?([\[(<])([^\[\]()<>]+)([\])>])\Z")

Choices = Mapping[str, Mapping[str, str]]
"""Field -> its value -> what users choose from."""


def label_names(choices: Choices, records: Mapping[str, Iterable[Mapping[str, Any]]]) -> list[str]:
    """The names of these words. `records`: field -> the records that it may be."""
    found = [f"{_LABEL}{json.dumps(dict(labels))}|{of}" for of, labels in choices.items() if len(labels) <= MOST]
    for of, every in records.items():
        members = dict.fromkeys(name for one in every for name, value in one.items() if isinstance(value, str))
        found += [f"{_MEMBER}{json.dumps(name)}|{of}" for name in members]
    return found


def member_name(of: str, records: Mapping[str, Mapping[str, Any]], labels: Mapping[str, str]) -> str:
    """The name of the member of a field's records that users choose by. `records`: what a choice sends -> a record."""
    members = dict.fromkeys(name for record in records.values() for name in record)
    same = (name for name in members if all(record.get(name) == labels.get(sent) for sent, record in records.items()))
    member = next(same, None)
    return f"{_MEMBER}{json.dumps(member)}|{of}" if member is not None else of


def bracket_names(values: Mapping[str, Iterable[Any]]) -> list[str]:
    """The names of what fields always have in brackets at their end, another text in each. `values`: by field."""
    found = []
    for of, every in values.items():
        matches = [_BRACKETED.match(value) if isinstance(value, str) else None for value in every]
        inside = [(one[1], one[2]) for one in matches if one and _CLOSING[one[1]] == one[3]]
        if len(inside) == len(matches) > 1 and len({sign for sign, _ in inside}) == 1 and len({*inside}) > 1:
            found.append(f"{_BRACKETS}{json.dumps(inside[0][0])}|{of}")
    return found


def label_values(entity: Mapping[str, Any], names: Iterable[str]) -> dict[str, str]:
    """The words of an entity, by their names."""
    found = {}
    for name in names:
        told = of_label_name(name)
        said = _words(entity.get(told[2]), told[0], told[1]) if told is not None else ""
        if said:
            found[name] = said
    return found


def _words(value: Any, way: str, how: Any) -> str:
    if way == _MEMBER:
        return str(value.get(how) or "") if isinstance(value, dict) else ""
    if way == _LABEL:
        return str(how.get(str(value), "")) if value is not None else ""
    match = _BRACKETED.match(value) if isinstance(value, str) else None
    return match[2] if match and match[1] == how else ""


def of_label_name(name: str) -> tuple[str, Any, str] | None:
    """(way, its labels, member or bracket, field) of such a name; None for another."""
    for way in (_LABEL, _MEMBER, _BRACKETS):
        if name.startswith(way):
            how, _, of = name.removeprefix(way).rpartition("|")
            return way, json.loads(how), of
    return None


def label_text(item: str, way: str, how: Any, of: str) -> str:
    """The expression of the words for `item`."""
    own = f"{item}.get({text(of)}, null)"
    if way == _MEMBER:
        return f"(type({own}) == map ? string(dyn({own}).get({text(how)}, '')) : '')"
    if way == _LABEL:
        pairs = ", ".join(f"{text(value)}: {text(label)}" for value, label in how.items())
        return f"({own} == null ? '' : {{{pairs}}}.get(string({own}), string({own})))"
    said, closing = f"string({item}.get({text(of)}, ''))", _CLOSING[how]
    return f"({said}.contains({text(how)}) ? {said}.split({text(how)})[1].split({text(closing)})[0] : {said})"
