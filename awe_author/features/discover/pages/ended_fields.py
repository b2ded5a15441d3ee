"""Fields that forms send with a separator at their end, since things are added to them one after the other: whom a
message goes to (`ada@quay.test, `), tags. Rows show them without it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.pages.posts import TOLD

_END = re.compile(r"\s*[,;]\s*\Z")


def ended_fields(
    sent: Mapping[str, str],
    columns: Collection[str],
    roles: Sequence[tuple[Call, str, str]],
    lists: Sequence[tuple[Page, Rows]],
) -> dict[str, str]:
    """Form field -> the one column that shows it so of all that posts made. `sent`: form field -> field of the entity,
    of those that are told already."""
    free = set(columns) - {*sent.values()}
    fits: dict[str, set[str]] = {}
    for call, role, key in roles:
        rows = [
            row.values
            for page, rows in lists
            if page.seq > call.seq
            for row in rows.rows
            if row.key == key and row.values
        ]
        for name, value in call.body.items() if role == "create" and rows and isinstance(call.body, dict) else ():
            if not isinstance(value, str) or not value.strip() or sent.get(name) in columns:
                continue
            bare = without_end(value)
            told = bare != value.strip() and len(bare) >= TOLD
            same = {column for column in free if told and bare == rows[0].get(column)}
            fits[name] = fits.get(name, same) & same
    return {name: found.pop() for name, found in fits.items() if len(found) == 1}


def without_end(value: str) -> str:
    """What was sent without the separator at its end."""
    return _END.sub("", value).strip()


def without_end_text(own: str) -> str:
    """The expression of it; `own`: that of what was sent."""
    ends = "x.endsWith(',') || x.endsWith(';')"
    return f"[string({own}).trim()].map(x, {ends} ? x.substring(0, size(x) - 1).trim() : x)[0]"
