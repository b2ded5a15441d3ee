"""What the fields of forms are called in the entity: `issue[subject]`, `field_summary`, `form-0-name`, `post-title`,
`title[0][value]`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from awe_author.features.discover.common.names import snake

SURE = 2
"""Fields of a form that are columns without what their names begin with."""


def bare(name: str) -> str:
    """`issue[assigned_to_id]` -> `assigned_to`."""
    return snake(name.rstrip("]").rpartition("[")[2] or name).removesuffix("_id")


def _ahead(name: str) -> str:
    """What stands in front of the last brackets, and of numbers: `title` of `title[0][value]`."""
    before = name.rpartition("[")[0]
    number = before.endswith("]") and before[:-1].rpartition("[")[2].isdigit()
    return _ahead(before) if number else bare(before) if before else ""


def _own(names: Iterable[str], columns: Collection[str]) -> dict[str, str]:
    """Name in a form -> its last word; the one before it where several end alike, or where only that is a column."""
    own = {name: bare(name) for name in names}
    alike, ahead = Counter(own.values()), {name: _ahead(name) for name in own}
    apart = Counter(ahead.values())
    for name, word in own.items():
        known = word not in columns and ahead[name] in columns
        if ahead[name] and apart[ahead[name]] == 1 and (alike[word] > 1 or known):
            own[name] = ahead[name]
    return own


def field_names(names: Iterable[str], columns: Iterable[str]) -> dict[str, str]:
    """Name in a form -> field of the entity. What the names of a form begin with is no part of them when several are
    columns without it, and none with it. Where words begin makes no difference: `assignedto` under "Assigned To"."""
    known = {snake(column): column for column in columns}
    own = _own(names, known)
    hits = Counter[str]()
    for name in own.values():
        for at, sign in enumerate(name):
            if sign == "_" and name not in known and name[at + 1 :] in known:
                hits[name[: at + 1]] += 1
    prefix, count = max(hits.items(), key=lambda pair: (pair[1], -len(pair[0])), default=("", 0))
    if count >= SURE:
        taken = set(own.values())
        for name, field in own.items():
            short = field.removeprefix(prefix)
            if field not in known and short and short not in taken:
                own[name] = short
    words = Counter(column.replace("_", "") for column in known)
    alone = {column.replace("_", ""): known[column] for column in known if words[column.replace("_", "")] == 1}
    return {name: known.get(field) or alone.get(field.replace("_", ""), field) for name, field in own.items()}
