"""What an app puts where a form chooses nothing."""

from __future__ import annotations

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.told_columns import NOTHING
from awe_author.features.discover.pages.pages import PageKind


def given_instead(one: PageKind, part: Entities, operation: Operation, seen: Seen) -> dict[str, dict[str, str]]:
    """Form field -> its choice of nothing -> what the app puts there instead, as it is shown until the next write."""
    found: dict[str, dict[str, str]] = {}
    for call, key in zip(operation.calls, operation.made, strict=False):
        body = one.bodies.get(call.seq)
        pairs = [pair for mine in one.operations for pair in zip(mine.calls, mine.made, strict=False)]
        later = [other.seq for other, about in pairs if about == key and other.seq > call.seq]
        shown = seen.before(part.kind, key, min(later, default=1 << 62)) or {}
        for name, value in body.items() if isinstance(body, dict) else ():
            said = shown.get(one.sent.get(name, ""))
            known = one.labels.get(name, {})
            if value in NOTHING and isinstance(said, str) and said in known.values() and said != known.get(value):
                found.setdefault(name, {})[value] = said
    return found
