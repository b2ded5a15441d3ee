"""GraphQL operations that share a name: `query Item { item: contact(...) }` beside `query Item { item: company(...) }`.

Programs that write their queries for any type give all of them one name. What is asked at the top of each text tells
them apart: where one name of the answer stands for other fields, or where the texts have no field in common, the fields
belong to the operation's name, else contacts and companies would be taken for one kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.graphql_text import root_keys


def told_apart(calls: Sequence[Call]) -> list[Call]:
    """The calls; operations that share a name are called after the fields that differ, too: `Item contact`."""
    texts: dict[tuple[str, str, str], dict[str, dict[str, str]]] = {}
    for call in calls:
        if call.kind == "graphql" and call.text:
            texts.setdefault(_named(call), {}).setdefault(call.text, root_keys(call.text, call.operation))
    differing = {name: _differing([roots for roots in found.values() if roots]) for name, found in texts.items()}
    return [_renamed(call, texts, differing.get(_named(call), set())) for call in calls]


def _named(call: Call) -> tuple[str, str, str]:
    return call.origin, call.path, call.operation


def _renamed(call: Call, texts: dict[tuple[str, str, str], dict[str, dict[str, str]]], keys: set[str]) -> Call:
    if not keys or call.kind != "graphql" or " " in call.operation:
        return call
    own = [name for key, name in texts[_named(call)].get(call.text, {}).items() if key in keys]
    return replace(call, operation=" ".join([call.operation, *dict.fromkeys(own)])) if own else call


def _differing(roots: Sequence[dict[str, str]]) -> set[str]:
    """Names of answers that stand for several fields; all of them, when two texts have none in common."""
    names: dict[str, set[str]] = {}
    for one in roots:
        for key, name in one.items():
            names.setdefault(key, set()).add(name)
    several = {key for key, found in names.items() if len(found) > 1}
    apart = any(not one.keys() & other.keys() for one in roots for other in roots)
    return several or ({*names} if apart else set())
