"""Posts that go to another path than the entity's own pages: `/admin/book/4` and `/delete/4`, where these are at
`/book/4`. What else they do tells which entity is meant: they lead to its page, or it is listed no longer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import unquote

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.entities.targets import DELETES
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows

Lists = Sequence[tuple[Page, Rows]]


def on_other_path(
    call: Call, to: str | None, there: Collection[str], lists: Lists, others: Mapping[str, Collection[str]]
) -> str | None:
    """The key of the entity. `to`: of the one to whose page the post leads; `there`: what was listed before it;
    `others`: templates of other lists: what goes on behind the path of one of these is about it."""
    starts = [one.partition("?")[0].partition("*")[0] for one in others]
    if any(len(begins) > 1 and call.path.startswith(begins) for begins in starts):
        return None
    keys = [key for part in call.path.split("/") if looks_like_id(key := unquote(part))]
    if len(keys) != 1 or keys[0] not in there:
        return None
    if to is not None:
        return to if to == keys[0] else None
    return keys[0] if DELETES.search(call.path.lower()) and _left_out(call, keys[0], lists) else None


def _left_out(call: Call, key: str, lists: Lists) -> bool:
    """Had a list it before, as the same list has all others, but not this one, at the next look?"""
    for page, rows in reversed([one for one in lists if one[0].seq <= call.seq]):
        had = {row.key for row in rows.rows}
        after = next((later for other, later in lists if other.seq > call.seq and other.url == page.url
                      and later.container == rows.container), None)  # fmt: skip
        if key in had and after is not None:
            return had - {key} <= {row.key for row in after.rows} and key not in {row.key for row in after.rows}
    return False
