"""Parameters of reads, wherever a request says them.

In the query, in a JSON body, in GraphQL variables (as deep as they are), in JSON-RPC params, or as a plain value in a
GraphQL text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import unquote

from awe_author.archive.request_body import NotJson
from awe_author.features.api.asked import json_value
from awe_author.features.discover.common.keys import text as text_of
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.columns import Columns, columns_of
from awe_author.features.discover.exchanges.conditions import Conditions, conditions_form
from awe_author.features.discover.exchanges.filters import Style
from awe_author.features.discover.exchanges.graphql_text import fields_to
from awe_author.features.discover.exchanges.order_forms import SORTS, OrderForm, order_form, order_said
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sentences import Sentence
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.exchanges.statements import CLAUSES, ENCODED, clause_said, clauses_said, selected
from awe_author.features.discover.exchanges.worded import Worded
from awe_author.rison import NotRison, parse_rison

DEEPEST = 5
BODIES = {"graphql": ("body", "variables"), "jsonrpc": ("body", "params"), "json": ("body",)}
"""Kind of request -> where in it the parameters are."""


@dataclass(slots=True)
class Param:
    """One parameter of a list."""

    name: str
    part: str
    """"query", "body", "json" (in a query parameter that is JSON or Rison), "clause" (of a statement in a query
    parameter or body), "text" (a value in the GraphQL text itself), "path" (a part of the address) or "kept" (in a
    record that the request names, see `kept_views`)."""
    role: str
    """limit, offset, page, cursor, search, sort, direction, filter, named (a filter by the field that another one
    names), names, elements, clauses, sentence, worded, contains, joiner (of filters, by `and` or `or`), shape, volatile
    or unknown."""
    values: list[str] = field(default_factory=list)
    """Values recorded."""
    of: str = ""
    """The entity's field that it filters by."""
    how: str = "eq"
    """How a filter compares: eq, among, every, has, not, starts, null, set, >, >=, <, <=."""
    style: Style | None = None
    sentence: Sentence | None = None
    sure: float = 0.5
    way: tuple[str, ...] = ()
    """Of a body: where in the request the value is, `body` first; of JSON: the parameter first; of a clause: `query`
    and the parameter, or as of a body, and its keyword; of the address: the number of its `*` and its place among the
    parts; of a kept one: the parameter that names the record, its kind, and where in it."""
    listed: bool = False
    """Is the value a list?"""
    base: int = 1
    """Of a page: the number of the first one."""
    namer: Param | None = None
    """Of `named`: the one that says the field."""
    form: OrderForm | Conditions | Columns | Worded | None = None
    """Of a document that says an order, or conditions, of the number of a column, or of words and conditions: how."""
    up: bool = False
    """Of a direction: does `true` ask for the lowest first?"""
    reads: str = ""
    """Of "json": the function of expressions that reads the query parameter."""
    begins: dict[int, int] = field(default_factory=dict)
    """Of a cursor: seq of a call -> how many came before what it showed."""

    def said(self, call: Call) -> str | None:
        """The value in a request, a list's with commas; None when it is not there."""
        if self.part == "query" and isinstance(self.form, Columns):
            return self.form.named(call.params, call.params.get(self.name, ""))
        if self.part == "query":
            return call.params.get(self.name)
        if self.part == "clause":
            query = self.way[0] == "query"
            whole = call.params.get(self.way[1]) if query else self._at(call, self.way[:-1])
            return clause_said(whole, self.way[-1]) if isinstance(whole, str) else None
        if self.part == "text":
            return self.values[0]
        if self.part == "path":
            return unquote(call.parts[int(self.way[1])]) if len(call.parts) > int(self.way[1]) else None
        if self.part == "kept":
            return kept_said(self.form, at(call.kept.get(self.way[0], ("", {}))[1], self.way[2:]))
        if self.part == "json":
            value = at(json_said(call.params.get(self.way[0], "")), self.way[1:])
        else:
            value = self._at(call, self.way)
        if isinstance(self.form, OrderForm):
            return order_said(self.form, value)
        text = value_text(value)
        return json.dumps(value) if text is None and value not in (None, [], {}) else text

    @staticmethod
    def _at(call: Call, way: Sequence[str]) -> Any:
        return at(call.body, way[len(BODIES[call.kind]) :]) if call.kind in BODIES else None


@dataclass(frozen=True, slots=True)
class Said:
    """One parameter of one request."""

    part: str
    name: str
    """As the request writes it; of nested ones the whole way, with dots."""
    way: tuple[str, ...]
    value: str
    listed: bool = False
    alias: str = ""
    """What a GraphQL field calls the argument that takes it, when that is another name."""
    opaque: bool = False
    """Is it more than a plain value or a list of such? `value` is its JSON then."""
    form: OrderForm | Conditions | Columns | None = None
    """Of a document that says an order, which `value` says in one form then, of one that says conditions, or of the
    number of a column, whose name is `value` then."""
    reads: str = ""
    """As of a `Param`."""


def params_of(call: Call, pattern: Pattern | None) -> Iterator[Said]:
    """All parameters of a request for what its answer has at `pattern`. In GraphQL those of other fields are none."""
    columns = columns_of(call.query)
    for name, value in call.query:
        if columns is not None and (name == columns.sort or columns.owned(name)):
            yield from _of_column(columns, name, value, call)
        elif not (call.kind == "graphql" and name in ("op", "operationName", "query", "variables", "extensions")):
            inner = [*_in_json(name, value), *_clauses(("query", name), name, value)]
            plain = value not in ("{}", "[]") and not selected(value)
            yield from inner or (() if not plain else (Said("query", name, (), value),))
    yield from _kept(call)
    base = BODIES.get(call.kind)
    if base is None:
        return
    fields = fields_to(call.text, call.operation, pattern) if call.text and pattern else []
    used = {name: way[-1] for one in fields for way, name in one.variables()}
    for way, inner in _leaves(_one_of(call.body), ()):
        if fields and way[0] not in used:
            continue
        alias = used.get(way[0], "") if len(way) == 1 else ""
        if isinstance(inner, str) and (clauses := [*_clauses((*base, *way), ".".join(way), inner)]):
            yield from clauses
            continue
        alias = alias if alias != way[-1] else ""
        yield _said("body", ".".join(way), (*base, *way), inner, alias)
    for one in fields:
        for name, value in one.arguments.items():
            if isinstance(value, str | int) and not isinstance(value, bool):
                yield Said("text", name, (), str(value))


def _of_column(columns: Columns, name: str, value: str, call: Call) -> Iterator[Said]:
    """The column that is sorted by, or what is searched for in one."""
    number = value if name == columns.sort else columns.searched(name)
    column = columns.named(call.params, number) if number is not None else None
    if name == columns.sort and column:
        yield Said("query", name, (), column, alias="sort_by", form=columns)
    elif column and value:
        yield Said("query", name, (), value, alias=column)


def _clauses(way: tuple[str, ...], name: str, value: str) -> Iterator[Said]:
    """The clauses of a parameter that is a statement."""
    for keyword, said in clauses_said(value):
        alias = {**CLAUSES, **ENCODED, "": "where"}[keyword.upper()]
        yield Said("clause", f"{name} {keyword}".strip(), (*way, keyword), said, alias=alias)


def _in_json(name: str, value: str) -> Iterator[Said]:
    """What a parameter says whose value is JSON or Rison: `filter={"state":"open"}`, `range=[0,9]`, `q=(page:0)`."""
    for way, inner in _leaves(json_said(value), ()):
        yield replace(_said("json", ".".join((name, *way)), (name, *way), inner), reads=reader_of(value))


def _said(part: str, name: str, way: tuple[str, ...], inner: Any, alias: str = "") -> Said:
    form = order_form(alias or way[-1], inner) or conditions_form(alias or way[-1], inner)
    text = order_said(form, inner) if isinstance(form, OrderForm) else value_text(inner)
    value, listed = json.dumps(inner) if text is None else text, form is None and isinstance(inner, list)
    return Said(part, name, way, value, listed, alias, opaque=text is None, form=form)


def _kept(call: Call) -> Iterator[Said]:
    """The conditions and orders that records keep which the request names."""
    for name, (kind, record) in call.kept.items():
        for way, inner in _leaves(record, ()):
            form = order_form(way[-1], inner) or conditions_form(way[-1], inner)
            said = kept_said(form, inner)
            if said and (form is not None or SORTS.search(snake(way[-1]))):
                listed = form is None and isinstance(inner, list)
                path = (name, kind, *way)
                yield Said("kept", ".".join((name, *way)), path, said, listed, opaque=form is not None, form=form)


def kept_said(form: Any, value: Any) -> str | None:
    """What a record keeps, as text; None where that is nothing. Of the name of an order only what stands behind the
    word for what it is a field of: `-tasks:made` as `-made`."""
    if isinstance(form, OrderForm):
        return order_said(form, value)
    if isinstance(form, Conditions):
        listed = value.get(form.inside) if form.inside and isinstance(value, dict) else value
        return json.dumps(value) if listed and (not form.inside or isinstance(value, dict)) else None
    said = value_text(value)
    return re.sub(r"(?<![^,])([-+]?)(?:[A-Za-z_]\w*:)+(?=[A-Za-z_])", r"\1", said) if said else None


def json_said(value: str) -> Any:
    """The document that a parameter's value is: an object, or a short list of plain values; None for anything else."""
    document = _parsed(value)
    if isinstance(document, list):
        plain = 0 < len(document) < 4 and all(isinstance(one, str | int) for one in document)
        return {str(place): one for place, one in enumerate(document)} if plain else None
    return document


def _parsed(value: str) -> Any:
    """The value of a JSON or Rison text that is an object or a list; None for anything else."""
    if value[:1] not in ("{", "[", "(", "!") or len(value) > 20_000:
        return None
    try:
        return parse_rison(value) if is_rison(value) else json_value(value)
    except (NotJson, NotRison):
        return None


def is_rison(value: str) -> bool:
    """Does a value begin as objects and lists do in Rison?"""
    return value.startswith(("(", "!("))


def reader_of(value: str) -> str:
    """The function of expressions that reads such a value."""
    return "parse_rison" if is_rison(value) else "parse_json"


def json_list(value: str) -> list[Any] | None:
    """The list of plain values that a parameter's value is, of some; None for anything else."""
    found = _parsed(value)
    plain = isinstance(found, list) and len(found) > 0 and all(isinstance(one, str | int) for one in found)
    return found if plain else None


def _one_of(body: Any) -> Any:
    """A body; of a list of one question that question, at its place."""
    return {"0": body[0]} if isinstance(body, list) and len(body) == 1 and isinstance(body[0], dict) else body


def _leaves(value: Any, way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """(way, value) of what is there: plain values and lists."""
    whole = bool(way) and isinstance(value, dict) and _says_something(way[-1], value)
    if isinstance(value, dict) and len(way) < DEEPEST and not whole:
        for name, inner in value.items():
            yield from _leaves(inner, (*way, str(name)))
    elif way and value not in (None, [], {}):
        yield way, value


def _says_something(name: str, value: dict[str, Any]) -> bool:
    return order_form(name, value) is not None or conditions_form(name, value) is not None


def value_text(value: Any) -> str | None:
    """A plain value, or a list of them with commas, as text; None for anything else."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, list) and value and all(isinstance(one, str | int) for one in value):
        return ",".join(map(str, value))
    return None


_IN_ORDERS = {
    "field": "sort_by", "by": "sort_by", "column": "sort_by", "order": "direction", "desc": "direction",
    "n_0": "sort_by", "n_1": "direction",
}  # fmt: skip
"""What members of `sort: {field, order}` are called elsewhere."""


def bare_name(said: Said) -> str:
    """The name that says what it is for, as words."""
    way = (
        [*said.way] or [part for part in re.split(r"[\[\].]+", said.name) if part and not part.isdigit()] or [said.name]
    )
    bare = snake((said.alias or way[-1]).lstrip("_$"))
    parent = snake(way[-2]) if len(way) > 1 else ""
    if parent == "page" and bare in ("number", "no", "index"):
        return "page"
    if bare == "value" and parent == "search":
        return "search"
    if parent == "range" and bare in ("n_0", "n_1"):
        return "start" if bare == "n_0" else "range_end"
    if re.search(r"(^|_)(sort|order|sorting|ordering)(_|$|s$|by$)", parent):
        return _IN_ORDERS.get(bare, bare)
    return bare


def let_name(way: Sequence[str]) -> str:
    """The `let` name of a value in the body."""
    inner = way[2:] if len(way) > 2 and way[1] in ("variables", "params") else way[1:]
    return "sent_" + (snake("_".join(inner)) or "body")


def dug(way: Sequence[str], *, json: str = "") -> dict[str, str]:
    """`let` names by which a value in the body is reached; null where anything on the way is missing. `json`: the
    function that reads the query parameter in which it is."""
    found: dict[str, str] = {}
    of = way[0]
    if json:
        of = let_name(("", of))
        found[of] = f"{text_of(way[0])} in query ? {json}(query[{text_of(way[0])}]) : null"
    for place, part in enumerate(way[1:], 2):
        name = let_name(("", *way[:place]) if json else way[:place])
        if part.isdigit() and (json or place == 2):
            found[name] = f"type({of}) == list && size(dyn({of})) > {part} ? dyn({of})[{part}] : null"
            of = name
            continue
        key = "'" + part.replace("\\", "\\\\").replace("'", "\\'") + "'"
        found[name] = f"type({of}) == map ? dyn({of}).get({key}, null) : null"
        of = name
    return found
