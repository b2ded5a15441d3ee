"""Orders, searches and filters of a list that were only ever asked of another list of the same API.

Lists of one API are asked alike: where contacts were sorted by `orderBy` and searched with a `where`, and companies
take the same pages, a GraphQL text that declares `$orderBy` and `$where` for companies can be asked so, too; and so can
`/items/companies` beside `/items/contacts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from awe_author.features.discover.common.names import is_star
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.lists.queries import Listing, listing_of

ROLES = ("sort", "direction", "conditions", "search")
PAGES = ("limit", "offset", "page")


def sibling_params(one: Operation, listing: Listing, operations: Sequence[Operation]) -> list[Param]:
    """Parameters that other lists of the API take, and this one was never asked for."""
    if one.role != "list" or one.kind.source != "json":
        return []
    found: dict[str, Param] = {}
    own = {param.name for param in listing.params}
    for other in _siblings(one, operations):
        theirs = [param for param in listing_of(other, other.calls).params if param.part != "kept"]
        named = {param.name: param for param in theirs}
        paged = any(param.role in PAGES and named.get(param.name, param).role == param.role for param in listing.params
                    if param.name in named)  # fmt: skip
        for name, param in named.items() if paged else ():
            if param.role in ROLES and name not in own and not _heads(name, own) and _takes(one, param):
                found.setdefault(name, replace(param, values=[] if param.role == "conditions" else param.values))
    return [*found.values()]


def _heads(name: str, own: set[str]) -> bool:
    """Is a parameter part of one that the list knows, or has such in it: `where` and `where.town`?"""
    return any(one.startswith(f"{name}.") or name.startswith(f"{one}.") for one in own)


def _siblings(one: Operation, operations: Sequence[Operation]) -> Iterator[Operation]:
    call, path = one.calls[0], one.endpoint.path.split("/")
    for other in operations:
        if other is one or other.role != "list" or other.calls[0].kind != call.kind or not other.calls:
            continue
        if (other.endpoint.origin, other.endpoint.verb) != (one.endpoint.origin, one.endpoint.verb):
            continue
        parts = other.endpoint.path.split("/")
        apart = [pair for pair in zip(parts, path, strict=False) if pair[0] != pair[1]]
        alike = len(parts) == len(path) and len(apart) == 1 and not any(map(is_star, apart[0]))
        if parts == path if call.kind == "graphql" else alike and one.endpoint.operation == other.endpoint.operation:
            yield other


def _takes(one: Operation, param: Param) -> bool:
    """Does the text declare the variable, where there is a text?"""
    call = one.calls[0]
    if call.kind != "graphql":
        return True
    head = call.text.partition("{")[0]
    return param.part == "body" and re.search(rf"\$ ?{re.escape(param.way[2])}\b", head) is not None
