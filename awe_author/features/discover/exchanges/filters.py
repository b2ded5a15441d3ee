"""Filters in one parameter: `status:[draft,sent]+featured:true`, `state=open;owner=7`, `ids=3,2,1`; and lists that
always leave something out.

A parameter is read as clauses only when every value that was recorded can be, and no entity shown contradicts it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import singular

RELATIONS = (":", "==", "=")
SEPARATORS = ("+", ";", " AND ", " and ", "&", "|", ",")
OPERATORS = (">=", "<=", ">", "<", "-", "!", "~")
"""What may stand before the value; none of them is "equal"."""
NAMING = ("slug", "id", "name", "key", "uuid")
_CLAUSE = re.compile(r"\(?(?P<field>[A-Za-z_][\w.]{0,60})(?P<relation>:|==|=)(?P<text>.*?)\)?\Z", re.DOTALL)
MOST_VALUES = 12


@dataclass(frozen=True, slots=True)
class Style:
    """How clauses are written."""

    relation: str
    separator: str
    lists: tuple[tuple[str, str], ...] = ()
    """(field that holds records, member that names them): `tag:news`."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition."""

    field: str
    operator: str
    """"" is "equal"."""
    values: tuple[str, ...]


def style_of(values: Sequence[str], entities: Sequence[Mapping[str, Any]]) -> Style | None:
    """How these values are written, or None when they are no clauses over fields of the entities."""
    fields = {name for one in entities for name in one}
    for relation in RELATIONS:
        for separator in SEPARATORS:
            style = Style(relation, separator, lists_of(entities))
            read = [clauses_of(value, style) for value in values]
            named = fields | {name for _, names in _list_names(style) for name in names}
            if all(read) and all(any(one.field in named for one in clauses or ()) for clauses in read):
                return style
    return None


def lists_of(entities: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, str], ...]:
    """Fields that hold lists of records, with the member that names one."""
    found: dict[str, str] = {}
    for one in entities:
        for name, value in one.items():
            if name not in found and isinstance(value, list) and value and isinstance(value[0], dict):
                member = next((member for member in NAMING if isinstance(value[0].get(member), str)), "")
                if member:
                    found[name] = member
    return tuple(found.items())


def _list_names(style: Style) -> list[tuple[tuple[str, str], list[str]]]:
    """Names in clauses by which a list is meant: `tags`, `tag`, `tags.slug`, `tag.slug`."""
    return [
        ((name, member), [base + tail for base in dict.fromkeys((name, singular(name))) for tail in ("", f".{member}")])
        for name, member in style.lists
    ]


def clauses_of(value: str, style: Style) -> list[Clause] | None:
    """The clauses of a value; None when it is none."""
    found: list[Clause] = []
    for piece in _split(value, style.separator):
        match = _CLAUSE.match(piece.strip())
        if match is None or match["relation"] != style.relation:
            return None
        operator = next((one for one in OPERATORS if match["text"].startswith(one)), "")
        rest = match["text"].removeprefix(operator).strip("()[]").replace("'", "").replace('"', "")
        found.append(Clause(match["field"], operator, tuple(rest.split(","))))
    return found or None


def _split(value: str, separator: str) -> list[str]:
    """The pieces; a separator inside brackets is none."""
    pieces, depth, start = [], 0, 0
    for place, one in enumerate(value):
        depth += (one in "[(") - (one in "])")
        if depth <= 0 and value.startswith(separator, place):
            pieces.append(value[start:place])
            start = place + len(separator)
    return [piece for piece in [*pieces, value[start:]] if piece.strip()]


def fits(clause: Clause, entity: Mapping[str, Any], style: Style) -> bool:
    """Does an entity fit? What it does not have cannot be contradicted."""
    for (name, member), names in _list_names(style):
        if clause.field in names and clause.field not in (name,):
            inside = [one.get(member) for one in entity.get(name) or () if isinstance(one, dict)]
            return any(str(one) in clause.values for one in inside) != (clause.operator in ("-", "!"))
    value = entity.get(clause.field)
    if clause.field not in entity or isinstance(value, dict | list):
        return True
    own = "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    first = clause.values[0]
    match clause.operator:
        case "":
            return own in clause.values
        case "-" | "!":
            return own not in clause.values
        case "~":
            return first.lower() in own.lower()
        case ">":
            return own > first
        case ">=":
            return own >= first
        case "<":
            return own < first
        case _:
            return own <= first


def clause_lets(name: str, source: str, there: str, style: Style) -> dict[str, str]:
    """`let` names that take the parameter apart: a list of {field, operator, values}."""
    relation, size = text(style.relation), len(style.relation)
    pieces = f"({there} ? {source}.split({text(style.separator)}) : [])"
    head, tail = f"c.substring(0, c.indexOf({relation}))", f"c.substring(c.indexOf({relation}) + {size})"
    operator = ""
    for one in OPERATORS:
        operator += f"c.text.startsWith({text(one)}) ? {text(one)} : "
    clean = "c.text.substring(c.operator.size())"
    for one in "[]()'\"":
        clean += f".replace({text(one)}, '')"
    return {
        f"{name}_texts": f"{pieces}.filter(c, c.contains({relation})).map(c, {{'field': {head}, 'text': {tail}}})",
        f"{name}_parts": f"{name}_texts.map(c, {{'field': c.field, 'text': c.text, 'operator': {operator}''}})",
        f"{name}_tests": f"{name}_parts.map(c, "
        f"{{'field': c.field, 'operator': c.operator, 'values': {clean}.split(',')}})",
    }


def clause_condition(name: str, item: str, plain: Sequence[str], style: Style, lists: Iterable[str]) -> str:
    """What an item has to fit."""
    known = "[" + ", ".join(text(one) for one in plain) + "]"
    own = f"({item}.get(t.field, null) == null ? 'null' : string({item}[t.field]))"
    tests = (
        f"t.operator == '' ? {own} in t.values : t.operator == '-' || t.operator == '!' ? !({own} in t.values) : "
        f"t.operator == '~' ? {own}.lowerAscii().contains(t.values[0].lowerAscii()) : "
        f"t.operator == '>' ? {own} > t.values[0] : t.operator == '>=' ? {own} >= t.values[0] : "
        f"t.operator == '<' ? {own} < t.values[0] : {own} <= t.values[0]"
    )
    held = ""
    for (field, member), names in _list_names(style):
        if field in lists:
            said = "[" + ", ".join(text(one) for one in names) + "]"
            inside = f"{item}.get({text(field)}, []).exists(x, string(x.get({text(member)}, '')) in t.values)"
            held += f"t.field in {said} ? {inside} != (t.operator in ['-', '!']) : "
    return f"{name}_tests.all(t, {held}!(t.field in {known}) || ({tests}))"


def left_out(
    shown: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]], key: str
) -> tuple[str, list[Any]] | None:
    """(field, values shown): what all shown entities have and none of those that are left out; None without one."""
    if not others or not shown:
        return None
    names, number = [name for name in shown[0] if name != key], len({str(one.get(key)) for one in shown})
    for name in sorted(
        names, key=lambda one: (one not in ("status", "state", "type", "visibility", "deleted", "archived"), one)
    ):
        values = [one.get(name) for one in shown]
        if any(isinstance(value, dict | list) for value in values) or not all(name in one for one in [*shown, *others]):
            continue
        told = list(dict.fromkeys(values))
        few = len(told) <= MOST_VALUES and (len(told) == 1 or (len(told) * 3 <= len(shown) and len(told) * 2 <= number))
        if (
            few
            and all(isinstance(value, str | bool) for value in told)
            and not any(one.get(name) in told for one in others)
        ):
            return name, told
    return None
