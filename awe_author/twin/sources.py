"""What answered the parts of a batch in the mock: said in a reply's source, and looked up where replies differ. Pure.

`feature list; part 1 (item.delete): unmodelled write; part 2 (item.count): recording`
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

_PART = re.compile(r"; part (\d+)(?: \([^)]*\))?: (unmodelled write|miss|recording)")


def of_features(event: Mapping[str, Any]) -> str:
    """The source of a reply by what the session's log says of it (`enriched`): its features, and by number (from 1)
    the parts that none of them answered."""
    said = f"feature {', '.join(event['features'])}"
    for number, part in enumerate(event.get("parts", ()), 1):
        if part["by"] != "feature":
            name = re.sub(r"[();]", "", part["asks"])
            source = "recording" if part["by"] == "recorded" else "unmodelled write" if part["writes"] else "miss"
            said += f"; part {number}{f' ({name})' if name else ''}: {source}"
    return said


def of_part(source: str, paths: Sequence[str]) -> Literal["missing feature", "unmodelled write", "miss"] | None:
    """Why a reply to a batch differs at these places (JSON pointers) that features did not answer; None when they
    answered there, too. A write that did not happen comes first: others may follow from it."""
    others = dict(_PART.findall(source))
    at = {str(int(place) + 1) for path in paths if (place := path[1:].partition("/")[0]).isdecimal()}
    causes = {others[number] for number in at & others.keys()}
    if "unmodelled write" in causes:
        return "unmodelled write"
    if "miss" in causes:
        return "miss"
    return "missing feature" if "recording" in causes else None
