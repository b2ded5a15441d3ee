"""How filters compare: in Python to check them on answers, and as expressions for lists inside entities."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text

COMPARISONS = {
    "null": "null", "isnull": "null", "nnull": "set", "exists": "set",
    "eq": "eq", "exact": "eq", "is": "eq", "in": "among", "any": "among", "contains": "has", "icontains": "has",
    "like": "has", "ilike": "has", "neq": "not", "ne": "not", "not": "not", "gt": ">", "gte": ">=", "lt": "<",
    "lte": "<=", "after": ">", "before": "<", "since": ">=", "startswith": "starts", "starts_with": "starts",
    "all": "every", "overlap": "among", "overlaps": "among", "nin": "not",
    "equals": "eq", "equal": "eq", "is_equal_to": "eq", "not_equals": "not", "not_equal": "not", "is_not": "not",
    "contains_token": "has", "greater_than": ">", "greater_than_or_equal": ">=", "less_than": "<",
    "greater": ">", "greater_or_equal": ">=", "less": "<", "less_or_equal": "<=",
    "less_than_or_equal": "<=", "is_empty": "null", "is_not_empty": "set", "has_property": "set",
    "not_has_property": "null",
    "contains_ignore_case": "has", "eq_ignore_case": "eq", "starts_with_ignore_case": "starts",
    "containsi": "has", "not_in": "not", "eqi": "eq", "starts_withi": "starts", "not_null": "set", "search": "has",
    "array_contains": "eq", "array_contains_any": "among", "does_not_equal": "not", "on_or_after": ">=",
    "on_or_before": "<=",
}  # fmt: skip
"""Words in a parameter's name that say how its value is compared."""
_ENDS = {"min": ">=", "max": "<=", "prefix_pattern": "starts", "prefix": "starts", "pattern": "has"}
"""The same, beside a field's name only."""
ON_LISTS = ("eq", "among", "every", "has", "not")
"""Comparisons of lists."""
NAMED_BY = ("id", "uuid", "key", "slug", "name")
"""Members by which a record in an entity is named."""


def beside_field(name: str, fields: Collection[str]) -> tuple[str, str] | None:
    """(comparison, field) of a name that is made of both: `like_title`, `pages_gte`, `min_pages`; else None."""
    if name in fields:
        return None
    told = {**COMPARISONS, **_ENDS}
    for word, how in told.items():
        for field in (name.removeprefix(f"{word}_"), name.removesuffix(f"_{word}")):
            if field != name and field in fields:
                return how, field
    return None


def value_at(item: Mapping[str, Any], field: str) -> Any:
    """A field of an entity, or with a dot a member of a record in it; with `*` that of each record of a list."""
    if ".*." in field:
        return [*_each_at(item, field)]
    head, dot, rest = field.partition(".")
    inside = item.get(head) if dot and field not in item else None
    return inside.get(rest) if isinstance(inside, dict) else item.get(field)


def _each_at(item: Any, field: str) -> Iterator[Any]:
    head, more, rest = field.partition(".*.")
    value = item.get(head) if isinstance(item, dict) else None
    if not more:
        yield value
    for one in value if more and isinstance(value, list) else ():
        yield from _each_at(one, rest)


def compares(how: str, value: Any, wanted: str) -> bool:
    """Does a value fit what a filter wants? Of a list, its members count."""
    if isinstance(value, list) and how not in ("null", "set"):
        return _holds(how, value, wanted)
    own = str(value)
    match how:
        case "eq":
            return same(value, wanted)
        case "among" | "every":
            return any(same(value, one.strip()) for one in wanted.split(","))
        case "null" | "set":
            return (value is None) == ((how == "null") == (wanted.lower() not in ("false", "0")))
        case "has":
            return wanted.strip("%").lower() in own.lower()
        case "starts":
            return own.lower().startswith(wanted.lower())
        case "not":
            return not any(same(value, one.strip()) for one in (wanted, *wanted.split(",")))
        case ">" | ">=":
            return own > wanted or (how == ">=" and own == wanted) or _is_less(wanted, value)
        case _:
            return own < wanted or (how == "<=" and own == wanted) or _is_less(value, wanted)


def _holds(how: str, value: Sequence[Any], wanted: str) -> bool:
    """Does a list fit?"""
    match how:
        case "every":
            return all(any(same(one, word.strip()) for one in value) for word in wanted.split(","))
        case "eq":
            return any(same(one, wanted) for one in value)
        case "among":
            return any(same(one, word.strip()) for one in value for word in wanted.split(","))
        case "not":
            return not any(same(one, word.strip()) for one in value for word in wanted.split(","))
        case "has":
            return any(wanted.strip("%").lower() in _named(one).lower() for one in value)
    return False


def _named(value: Any) -> str:
    return " ".join(str(value.get(name, "")) for name in NAMED_BY) if isinstance(value, dict) else str(value)


def list_text(how: str, own: str, wanted: str) -> str:
    """The test of a list in an entity. `own`: its expression, which gives a list; `wanted`: that of the list of texts
    that are asked for."""
    names = ", ".join(text(name) for name in NAMED_BY)
    inside = f"(type(t) == map ? [{names}].exists(n, string(dyn(t).get(n, '')) == w) : string(t) == w)"
    found = f"{own}.exists(t, {inside})"
    if how == "has":
        held = f"[{names}].exists(n, string(dyn(t).get(n, '')).lowerAscii().contains(w.lowerAscii()))"
        plain = "string(t).lowerAscii().contains(w.lowerAscii())"
        found = f"{own}.exists(t, type(t) == map ? {held} : {plain})"
    if how == "every":
        return f"{wanted}.all(w, {found})"
    return f"!{wanted}.exists(w, {found})" if how == "not" else f"{wanted}.exists(w, {found})"


def _is_less(one: Any, other: Any) -> bool:
    try:
        return float(one) <= float(other)
    except (TypeError, ValueError):
        return False


def same(value: Any, wanted: str) -> bool:
    """Is a value what a request says? A record is named by its id or the like."""
    if isinstance(value, bool):
        return wanted.lower() in (("true", "1") if value else ("false", "0"))
    if isinstance(value, dict):
        return any(str(value.get(name)) == wanted for name in NAMED_BY)
    return str(value) == wanted
