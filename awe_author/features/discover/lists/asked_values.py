"""Expressions of what a request says for a parameter, and of whether it says anything."""

from __future__ import annotations

from collections.abc import Sequence

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.columns import Columns
from awe_author.features.discover.exchanges.conditions import Conditions
from awe_author.features.discover.exchanges.order_forms import OrderForm, order_text
from awe_author.features.discover.exchanges.params import Param, dug, let_name
from awe_author.features.discover.exchanges.statements import clause_text, clause_there
from awe_author.features.discover.lists.roles import ANY

INSIDE = ("body", "json")
"""Where parameters are reached by names of their own."""


def lets_of(param: Param) -> dict[str, str]:
    """The `let` names by which the parameter is reached."""
    if param.part == "clause":
        return dug(param.way[:-1]) if param.way[0] == "body" else {}
    if param.part == "kept":
        return _kept_lets(param)
    return dug(param.way, json=param.reads) if param.part in INSIDE else {}


def _kept_lets(param: Param) -> dict[str, str]:
    """The `let` names by which what a record keeps is reached; null where anything on the way is missing."""
    name, kind = param.way[:2]
    own, said = kept_name(param.way, 2), f"string(query[{text(name)}])"
    found = {own: f"{text(name)} in query && {said} in state.{kind} ? dyn(state.{kind}[{said}]) : null"}
    for place, part in enumerate(param.way[2:], 3):
        inner = kept_name(param.way, place)
        found[inner] = f"type({own}) == map ? dyn({own}).get({text(part)}, null) : null"
        own = inner
    return found


def kept_name(way: Sequence[str], size: int) -> str:
    """The `let` name of a place in a record that a request names."""
    return "kept_" + snake("_".join((way[0], *way[2:size])))


def value_of(param: Param, default: str | None = None) -> str:
    """The parameter's value; with a default for when it is not there."""
    if param.part == "text":
        return text(param.values[0])
    if param.part == "clause":
        own = clause_text(_statement(param), param.way[-1])
        return own if default is None else f"({is_said(param)} ? {own} : {text(default)})"
    if param.part == "path":
        return f"segments[{param.way[0]}]"
    if isinstance(param.form, OrderForm):
        return order_text(param.form, _let(param), default or "")
    if param.part in INSIDE or param.part == "kept":
        own = _let(param)
        return own if default is None else f"({own} == null ? dyn({text(default)}) : dyn({own}))"
    if isinstance(param.form, Columns):
        return param.form.text(param.name, default or "")
    if default is not None:
        return member("query", param.name, sure=False, other=text(default))
    return f"query[{text(param.name)}]"


def _let(param: Param) -> str:
    if param.part == "kept":
        return kept_name(param.way, len(param.way))
    return let_name(("", *param.way) if param.part == "json" else param.way)


def _statement(param: Param) -> str:
    """The expression of the statement that a clause is of, "" when the request has none."""
    if param.way[0] == "query":
        return member("query", param.way[1], sure=False, other="''")
    own = let_name(param.way[:-1])
    return f"({own} == null ? '' : string({own}))"


def is_said(param: Param) -> str:
    """Does the request say something for the parameter?"""
    if param.part in ("text", "path"):
        return "true"
    if param.part == "clause":
        return clause_there(_statement(param), param.way[-1])
    if param.part == "kept" and isinstance(param.form, Conditions) and param.form.inside:
        own = f"dyn({_let(param)})"
        return f"type({own}) == map && size(dyn({own}.get({text(param.form.inside)}, []))) > 0"
    if param.part in INSIDE or param.part == "kept":
        own = _let(param)
        many = param.listed or param.form is not None
        empty = " && size(dyn({})) > 0" if many else " && dyn({}) != ''" if param.role == "search" else ""
        return f"{own} != null" + empty.format(own)
    there = f"{text(param.name)} in query"
    if param.role == "search":
        return f"{there} && query[{text(param.name)}] != ''"
    free = [text(value) for value in ("", *param.values) if value.lower() in ANY] if param.role == "filter" else []
    return f"{there} && !(query[{text(param.name)}] in [{', '.join(free)}])" if free else there
