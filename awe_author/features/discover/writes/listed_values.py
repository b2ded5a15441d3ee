"""What a field is for values of another one that no entity had yet: `status_label` by `status_id`, where a list of the
app's settings has all of them, `[{"id": "st_2", "label": "Won", "type": "won"}, ...]`.

Nothing writes such a list, so it is no kind of the draft; what it says of each is taken over. It must say the same as
every look at an entity, of two values at least, or of one where the field is called after its member (`status_label`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.seen import Seen

Plain = str | int | float | bool | None
MOST = 60
"""Records of a list of settings."""


def listed_values(name: str, by: str, told: Mapping[str, Plain], kind: str, seen: Seen) -> dict[str, Plain]:
    """Value of `by` -> what the field is, of all that a list has; empty where none says so. `told`: what entities
    showed; `kind`: theirs."""
    for records in _lists(kind, seen):
        if not told or not told.keys() <= records.keys():
            continue
        for member in dict.fromkeys(one for record in records.values() for one in record):
            called = _called(name, by, member)
            apart = len({*told.values()}) > 1
            fits = all(_says(records[value], member, shown) for value, shown in told.items())
            if fits and (called or apart) and all(_plain(record.get(member)) for record in records.values()):
                return {value: record.get(member) for value, record in records.items()}
    return {}


def _lists(kind: str, seen: Seen) -> Iterator[dict[str, dict[str, Any]]]:
    """Key -> record of each list that nothing was written to."""
    for name, histories in seen.values.items():
        if name != kind and 1 < len(histories) <= MOST and not any(of == name for of, _ in seen.written):
            yield {key: history[-1][1] for key, history in histories.items() if history}


def _says(record: Mapping[str, Any], member: str, shown: Plain) -> bool:
    return member in record and type(record[member]) is type(shown) and bool(record[member] == shown)


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)


def _called(name: str, by: str, member: str) -> bool:
    """Is a field called after what it goes by and a member of records: `stateLabel` of `stateId` and `label`?"""
    stem = snake(by).removesuffix("_id").removesuffix("_key")
    return snake(name) == f"{stem}_{snake(member)}" or (snake(name) == stem and snake(member) in ("name", "label"))
