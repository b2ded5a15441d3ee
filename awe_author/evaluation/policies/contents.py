"""The rule `content`: what a page shows must be so, or must not (`is_program_html`).

Each part of `of` names a page and a locator: a script for the page, an XPath (whose field's value counts), or none
for the whole page. A form is gone once it is sent, so for the page in front the *last moment* counts at which the
locator gave anything: at the end, else after the last step where it did.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from typing import Any

from awe_author.evaluation.policies.finding import Finding, dormant, kept, violated
from awe_author.evaluation.policies.likeness import plain
from awe_author.evaluation.policies.scene import Act, NoEvidence, Scene
from awe_author.evaluation.policies.target import listed
from awe_author.evaluation.policies.visiting import matches
from awe_author.json_types import Json

LAST = "last"
"""The page in front."""


def content(rule: Mapping[str, Any], scene: Scene) -> Finding:
    """All parts of `of` fit: demanded with `must: be`, forbidden with `must: not_be`. Dormant when nothing was done."""
    if scene.done is not None and not scene.done:
        return dormant("nothing was done")
    demanded = rule["must"] == "be"
    step: int | None = None
    for part in rule["of"]:
        found, at = _found(part, scene)
        step = at if at is not None else step
        if why := _unfit(part, found):
            return violated(f"{_what(part)} {why}", at) if demanded else kept(f"{_what(part)} {why}", at)
    what = " and ".join(_what(part) for part in rule["of"])
    return kept(f"{what} is as demanded", step) if demanded else violated(f"{what} is as it must not be", step)


def _what(part: Mapping[str, Any]) -> str:
    locator = part.get("locator", "")
    page = part.get("page", LAST)
    return (locator if len(locator) <= 80 else locator[:77] + "...") or (
        "the page" if page == LAST else f"the page {page}"
    )


def _found(part: Mapping[str, Any], scene: Scene) -> tuple[str, int | None]:
    """What the locator gave, and after which step (None: at the end). Raises `NoEvidence` when nobody asked it."""
    locator, page = str(part.get("locator", "")).strip(), str(part.get("page", LAST))
    asked = False
    for value, failed, at in _looks(locator, page, scene):
        asked = True
        if not failed and value is not None:
            return html.unescape(_text(value)), at
    if not asked:
        raise NoEvidence(f"{_what(part)} was not recorded")
    return "", None


def _looks(locator: str, page: str, scene: Scene) -> Iterator[tuple[Json, bool, int | None]]:
    """Every look that was taken at it, the latest first: value, did it fail, number of the step (None: the end)."""
    open_pages = scene.pages[-1:] if page == LAST else [one for one in scene.pages if matches(page, one.url)]
    for one in reversed(open_pages):
        if not locator:
            if one.html or one.text:
                yield one.html or one.text, False, None
        elif locator in one.scripts:
            yield one.scripts[locator], False, None
        elif locator in one.failed:
            yield None, True, None
    for act in reversed(scene.acts):
        if page == LAST or any(matches(page, url) for url in _urls(act)):
            yield from _look_at(act, locator)


def _look_at(act: Act, locator: str) -> Iterator[tuple[Json, bool, int | None]]:
    if not locator:
        if act.step and act.step.text:
            yield act.step.text, False, act.number
        return
    scripts, failed = act.seen.get("scripts"), act.seen.get("failed")
    if isinstance(scripts, dict) and locator in scripts:
        yield scripts[locator], False, act.number
    elif isinstance(failed, dict) and locator in failed:
        yield None, True, act.number


def _urls(act: Act) -> list[str]:
    return [*([act.step.url] if act.step else ()), *listed(act.seen.get("urls"))]


def _text(value: Json) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return value if isinstance(value, str) else str(value)


def _unfit(part: Mapping[str, Any], found: str) -> str:
    """Why what was found is not what the part says; empty when it is."""
    shown = f'"{found[:60]}"' if found.strip() else "nothing"
    if part.get("not_empty") and not found.strip():
        return "is empty"
    if "exact" in part and _bare(found) != _bare(part["exact"]):
        return f'is {shown}, not "{part["exact"]}"'
    for terms in part.get("includes", ()):
        if not any(_bare(term) in plain(found) for term in listed(terms)):
            return f"is {shown}, without " + " or ".join(f'"{term}"' for term in listed(terms))
    return ""


def _bare(text: str) -> str:
    """Without case and without quotes around it."""
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    return plain(text)
