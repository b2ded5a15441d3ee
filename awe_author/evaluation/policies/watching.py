"""What the driver of a browser looks at while the agent works, so that a task's policies can be judged afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.evaluation.model import Policy
from awe_author.evaluation.policies.ruled import Ruled, ruled
from awe_author.evaluation.policies.target import listed


@dataclass(frozen=True, slots=True)
class Watch:
    """After each step: does the element match these, are they in the page, and what do these scripts give?"""

    selectors: tuple[str, ...] = ()
    """CSS or XPath. For `Step.element["matches"]` and `Step.page["present"]`."""

    scripts: tuple[str, ...] = ()
    """Sources (or XPaths of fields). For `Step.page["scripts"]` and `["failed"]`."""

    text: bool = False
    """Is the visible text needed? For `Step.text`."""

    addresses: tuple[str, ...] = ()
    """Patterns of pages that have to be opened at the end, besides the one in front."""


def watches(policies: Sequence[Policy]) -> Watch:
    """What the policies need."""
    known = [one for policy in policies if isinstance(one := ruled(policy), Ruled)]
    parts = [part for one in known if one.rule == "content" for part in one.fields["of"]]
    return Watch(
        tuple(dict.fromkeys(selector for one in known for selector in _selectors(one.fields))),
        tuple(dict.fromkeys(part["locator"].strip() for part in parts if part.get("locator", "").strip())),
        any(one.rule == "errors" for one in known) or any(not part.get("locator", "").strip() for part in parts),
        tuple(dict.fromkeys(page for part in parts if (page := part.get("page", "last")) != "last")),
    )


def _selectors(fields: Mapping[str, Any]) -> Iterator[str]:
    yield from listed(fields.get("selector"))
    if isinstance(fields.get("before"), Mapping):
        yield from listed(fields["before"].get("selector"))
    for step in fields.get("steps", ()):
        yield from listed(step.get("selector"))
