"""`page` and `url`: what the browser showed at the end. Page facts come as values; nothing here drives a browser.

    page: "document.querySelector('#slider').value == '4'"
    page: {script: "document.title", equals: Leads, url: "https://crm.acme.test/*"}
    url: "https://crm.acme.test/leads/*"
    url: {match: ["https://a.test/x*"], query: {sort: asc}, how: exact, page: any}

A script is an expression in JavaScript, run in every open page when the episode ends (`Page.scripts`). `url` on a page
checkpoint picks the page; without it, it is the one in front.
"""

from __future__ import annotations

import re
from typing import Any, cast
from urllib.parse import urlsplit

import re2

from awe_author.evaluation.checkpoints.base import Check, Environment, Finding, MissingEvidence, short
from awe_author.evaluation.checkpoints.matching import MATCHERS, OPTIONS, compile_match
from awe_author.evaluation.evidence import Evidence, Page
from awe_author.evaluation.problems import Spot
from awe_author.json_types import Json
from awe_author.located import nearest
from awe_author.queries import parse_qsl

HOW = ("glob", "exact", "base", "regex")
_HINT = "whoever drives the browser gathers the pages when the episode ends (Facts.pages)"


def compile_page(spec: Any, env: Environment, spot: Spot) -> Check | None:
    """See above."""
    given = {"script": spec} if isinstance(spec, str) else spec
    options = {name for names in OPTIONS.values() for name in names}
    if not isinstance(given, dict) or not isinstance(given.get("script"), str) or not given["script"].strip():
        spot.problem("page: wants a script", "For example \"document.title == 'Leads'\".")
        return None
    for name in given.keys() - {"script", "url", *MATCHERS, *options}:
        spot.at(name).problem(f'there is no key "{name}"', nearest(name, ("script", "url", *MATCHERS)))
        return None
    wanted = {name: one for name, one in given.items() if name not in ("script", "url")} or {"equals": True}
    match = compile_match(cast(Json, wanted), spot)
    if match is None:
        return None
    script, pattern = given["script"], given.get("url")

    def at(evidence: Evidence, place: int) -> Finding:
        pages = _pages(evidence)
        chosen = [one for one in pages if pattern is None or _glob(str(pattern)).match(one.url)][-1:]
        if not chosen:
            return Finding(False, wanted, [one.url for one in pages], f"no page at {pattern or 'all'} is open")
        page = chosen[0]
        if script in page.failed:
            return Finding(False, wanted, page.failed[script], f"the script failed in {page.url}")
        if script not in page.scripts:
            raise MissingEvidence("the script was not run in the page", where=page.url, hint=_HINT)
        found = page.scripts[script]
        passed = match(found)
        return Finding(passed, wanted, short(found), "" if passed else f"in {page.url} the script gives something else")

    return Check(at, scripts=(script,))


def compile_url(spec: Any, env: Environment, spot: Spot) -> Check | None:
    """See above."""
    given = {"match": spec} if isinstance(spec, str | list) else spec
    known = ("match", "how", "query", "page")
    if not isinstance(given, dict):
        spot.problem("url: wants a pattern", 'For example "https://crm.acme.test/leads/*".')
        return None
    for name in given.keys() - {*known}:
        spot.at(name).problem(f'there is no key "{name}"', nearest(name, known))
        return None
    wanted = [given["match"]] if isinstance(given.get("match"), str) else given.get("match")
    how, query, which = given.get("how", "glob"), given.get("query") or {}, given.get("page", "front")
    if not isinstance(wanted, list) or not wanted or not all(isinstance(one, str) for one in wanted):
        spot.at("match").problem("this wants a URL or a list of URLs")
        return None
    if how not in HOW or which not in ("front", "any"):
        spot.problem("how: is glob, exact, base or regex; page: is front or any", nearest(str(how), HOW))
        return None
    tests = [_test(one, how, spot.at("match")) for one in wanted]
    if any(one is None for one in tests):
        return None

    def fits(page: Page) -> bool:
        pairs = parse_qsl(urlsplit(page.url).query, keep_blank_values=True)
        return any(test(page.url) for test in tests if test) and all(
            any(key == name and value in _values(one) for key, value in pairs) for name, one in query.items()
        )

    def at(evidence: Evidence, place: int) -> Finding:
        pages = _pages(evidence)
        looked = pages if which == "any" else pages[-1:]
        passed = any(map(fits, looked))
        return Finding(passed, spec, [one.url for one in looked], "" if passed else "the browser is elsewhere")

    return Check(at)


def _pages(evidence: Evidence) -> tuple[Page, ...]:
    if evidence.facts.pages is None:
        raise MissingEvidence("nobody looked at the pages that were open at the end", hint=_HINT)
    return evidence.facts.pages


def _values(given: Any) -> list[str]:
    return [str(one) for one in (given if isinstance(given, list) else [given])]


def _glob(pattern: str) -> re.Pattern[str]:
    return re.compile("(?s:" + ".*".join(map(re.escape, pattern.split("*"))) + r")\Z")


def plain_url(url: str) -> str:
    """A URL without fragment, without a slash at the end, host and scheme in small letters."""
    parts = urlsplit(url.strip())
    path = parts.path.rstrip("/")
    return f"{parts.scheme.lower()}://{parts.netloc.lower()}{path}" + (f"?{parts.query}" if parts.query else "")


def _test(pattern: str, how: str, spot: Spot) -> Any:
    if how == "glob":
        glob = _glob(pattern)
        return lambda url: glob.match(url) is not None
    if how == "exact":
        return lambda url: plain_url(url) == plain_url(pattern)
    if how == "base":
        return lambda url: plain_url(url).partition("?")[0] == plain_url(pattern).partition("?")[0]
    options = re2.Options()
    options.log_errors = False
    try:
        expression = re2.compile(pattern, options)
    except re2.error as error:
        spot.problem(f"not a regular expression: {error}", "The syntax is RE2's.")
        return None
    return lambda url: expression.fullmatch(url) is not None
