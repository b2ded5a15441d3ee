"""Says in plain words why the browser did not perform a step: read from the log that Playwright adds to its errors."""

from __future__ import annotations

import re

from playwright.async_api import Error, TimeoutError

_RESOLVED = re.compile(r"locator resolved to (?:hidden )?(<.+)")
_COVERED = re.compile(r"(<.+) intercepts pointer events")
_SECONDS = re.compile(r"Timeout (\d+)ms exceeded")
_STATES = (
    ("element is not visible", "cannot be seen"),
    ("locator resolved to hidden", "cannot be seen"),
    ("element is not enabled", "is disabled"),
    ("element is not editable", "cannot be edited"),
    ("element is not stable", "does not stand still"),
    ("element is outside of the viewport", "is outside of the window, and scrolling does not help"),
    ("did not find some options", "has no such option"),
    ("element was detached from the DOM", "goes away again and again"),
)
"""What Playwright says of an element (its actionability checks), and we."""
_LONGEST = 80


def explain(error: Error, selector: str | None) -> str:
    """One line; `selector` is what the step looked for, None when it looked for nothing."""
    lines = [line.strip(" -\t") for line in str(error).splitlines() if line.strip()]
    if not lines:
        return "the browser gave no reason"
    if selector is None or not isinstance(error, TimeoutError):
        return lines[0]
    found = [match.group(1) for line in lines if (match := _RESOLVED.search(line))]
    waited = _SECONDS.search(lines[0])
    within = f" within {int(waited.group(1)) / 1000:g} s" if waited else ""
    if not found:
        return f"nothing on the page matched {selector}{within}"
    return f"the first match of {selector}, {_brief(found[-1])}, {_state(lines)}{within}"


def _state(lines: list[str]) -> str:
    """The last thing that was wrong with the element."""
    for line in reversed(lines):
        covered = _COVERED.search(line)
        if covered:
            return f"is covered by {_brief(covered.group(1))}"
        for theirs, ours in _STATES:
            if theirs in line:
                return ours
    return "was not ready"


def _brief(element: str) -> str:
    return element if len(element) <= _LONGEST else element[: _LONGEST - 1] + "…"
