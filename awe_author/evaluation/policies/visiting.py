"""The rule `urls`: pages that must not, must, or may only be visited (`is_url_match`).

A pattern is a part of an address without its scheme: host, path and fragment for what comes before a `?`; each
`name=value` after it, or without any `?`, has to be among the parameters (or in the fragment, where single-page apps
keep theirs). `*` stands for anything. Percent-encoding makes no difference. Every address counts that any tab had at
any step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from awe_author.evaluation.policies.finding import Finding, dormant, kept, violated
from awe_author.evaluation.policies.scene import Act, Scene
from awe_author.evaluation.policies.target import listed
from awe_author.queries import parse_qsl

_PARAMETER = re.compile(r"[\w.\[\]-]+=[^/?#]*\Z")


def urls(rule: Mapping[str, Any], scene: Scene) -> Finding:
    """`forbidden`: none of these; `required`: at least one of these; `within`: none but these. Never dormant but for
    `within` and an agent that opened nothing."""
    visits = list(_visits(scene))
    for pattern in listed(rule.get("forbidden")):
        for act, url in visits:
            if matches(pattern, url):
                return violated(f"visited {url}, which is forbidden ({pattern})", act.number, act.event)
    required = listed(rule.get("required"))
    if required and not any(matches(pattern, url) for pattern in required for _, url in visits):
        return violated("never visited " + " or ".join(required))
    within = listed(rule.get("within"))
    if within and not visits:
        return dormant("no page was visited")
    for act, url in visits:
        if within and not url.startswith("about:") and not any(matches(pattern, url) for pattern in within):
            return violated(f"visited {url}, which is outside of {' and '.join(within)}", act.number, act.event)
    return kept(f"{len({url for _, url in visits})} pages visited")


def _visits(scene: Scene) -> Iterator[tuple[Act, str]]:
    for act in scene.acts:
        if act.step is None:
            continue
        known = [act.step.url, *listed(act.seen.get("urls"))]
        if act.kind == "goto":
            known.append(act.value)
        for url in dict.fromkeys(known):
            if url:
                yield act, url
    for page in scene.pages:
        if page.url:
            yield (scene.acts[-1] if scene.acts else Act(0, "answer")), page.url


def matches(pattern: str, url: str) -> bool:
    """Does the address fit the pattern?"""
    place, parameters, fragment = _parts(url)
    wanted, _, asked = pattern.partition("?")
    if not asked and _PARAMETER.match(wanted):
        wanted, asked = "", wanted
    wanted = unquote(_without_scheme(wanted)).rstrip("/")
    if wanted and not _part_of(wanted, place):
        return False
    pairs = parse_qsl(asked, keep_blank_values=True)
    if not wanted and not pairs:
        return False
    return all(pair in parameters or f"{pair[0]}={pair[1]}" in re.split(r"[?&#/]", fragment) for pair in pairs)


def _parts(url: str) -> tuple[str, set[tuple[str, str]], str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return unquote(url), set(), ""
    place = parts.netloc + parts.path.rstrip("/")
    if parts.fragment:
        place = f"{parts.netloc}{parts.path}#{parts.fragment.rstrip('/')}"
    return unquote(place), set(parse_qsl(parts.query, keep_blank_values=True)), unquote(parts.fragment)


def _without_scheme(pattern: str) -> str:
    return re.sub(r"\A\w+://", "", pattern)


def _part_of(wanted: str, place: str) -> bool:
    if "*" not in wanted:
        return wanted in place
    return re.search(".*".join(re.escape(part) for part in wanted.split("*")), place, re.DOTALL) is not None
