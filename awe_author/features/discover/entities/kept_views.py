"""Lists that are asked for by the key of a record that keeps how they are shown: `GET /tasks?view=3`, where view 3 has
`{"filters": {"conjunction": "and", "items": [...]}, "ordering": ["-created"]}`, as it was written last.

A parameter is one that names such a record when it is called like a kind that requests write, and always says a key of
it. What the record said when a list was asked for goes with its call (`Call.kept`); conditions and orders in it are
parameters like any other (`params`), and believed when what is shown fits them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.names import singular, snake
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind

WRITES = ("update", "replace", "create")


def lend_kept(calls: Sequence[Call], kinds: Sequence[Kind], operations: Sequence[Operation]) -> None:
    """Note with each read what the records that it names said by then. `kinds`: those that the model gets."""
    for kind in kinds:
        written = [one for one in operations if one.kind is kind and one.role in WRITES and not one.several]
        if not any(one.role != "create" for one in written):
            continue
        keys, looks = kind.keys(), _looks(kind, written)
        for name in _naming(calls, kind, keys):
            for call in calls:
                key = call.params.get(name)
                known = looks.get(key, ()) if key and not call.mutation else ()
                record = _known(known, call.seq)
                if record:
                    call.kept[name] = (kind.name, record)


def _naming(calls: Sequence[Call], kind: Kind, keys: set[str]) -> Iterator[str]:
    """The parameters of reads that name records of a kind."""
    noun = singular(kind.name)
    said: dict[str, set[str]] = {}
    for call in calls:
        for name, value in call.query if not call.mutation else ():
            bare = snake(name).removesuffix("_id")
            if bare == noun or bare.endswith(f"_{noun}") or noun.endswith(f"_{bare}"):
                said.setdefault(name, set()).add(value)
    yield from (name for name, values in said.items() if values - {""} and values - {""} <= keys)


def _looks(kind: Kind, written: Sequence[Operation]) -> dict[str, list[tuple[int, Mapping[str, Any]]]]:
    """Key -> what was shown of it and sent for it, each with the number of its call."""
    found: dict[str, list[tuple[int, Mapping[str, Any]]]] = {}
    fields = kind.fields()
    for one in written:
        for call, key in zip(one.calls, one.made, strict=False):
            sent = one.body(call)
            told = {name: value for name, value in sent.items() if name in fields} if isinstance(sent, dict) else {}
            found.setdefault(key, []).append((call.seq, told))
    for look in kind.sightings():
        found.setdefault(str(look.value[kind.key]), []).append((look.call.seq, look.value))
    return {key: sorted(looks, key=lambda pair: pair[0]) for key, looks in found.items()}


def _known(looks: Sequence[tuple[int, Mapping[str, Any]]], seq: int) -> dict[str, Any]:
    """What was known of a record before a call."""
    return {name: value for at, look in looks if at < seq for name, value in look.items()}
