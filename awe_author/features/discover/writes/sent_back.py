"""Fields that writes only send back as they were: a page that saves the whole record sends along what the server worked
out (`PUT /people/7 {"first": "Ada", "last": "Vance", "name": "Ada Varga"}`, where only `last` was typed).
"""

from __future__ import annotations

from collections.abc import Sequence

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen


def sent_back(part: Entities, operations: Sequence[Operation], seen: Seen) -> set[str]:
    """The names of these fields: sent by changes of entities alone, each time with what was known of that one."""
    known, others = set[str](), set[str]()
    for one in operations:
        if one.kind is not part.kind or not one.writes:
            continue
        keyed = zip(one.calls, one.made, strict=False) if one.role in ("update", "replace") else ()
        keys = {call.seq: key for call, key in keyed}
        for call in one.calls:
            body = one.body(call)
            before = seen.before(part.kind, keys[call.seq], call.seq) if call.seq in keys else None
            for name in body if isinstance(body, dict) else ():
                same = before is not None and name in before and before[name] == body[name]
                (known if same else others).add(name)
    return known - others
