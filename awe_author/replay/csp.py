"""Extends a page's Content-Security-Policy so that the prelude may run, and by nothing else. Pure.

The policy stays: removing it would let a replayed page do what the live one could not. A hash is added only where
inline scripts are not allowed anyway, because a hash makes browsers ignore 'unsafe-inline' (CSP3 6.7.3.2).
Report-only policies are extended likewise, else each page load would send violation reports.
"""

from __future__ import annotations

from collections.abc import Callable

from awe_author.door.messages import Headers

POLICY_HEADERS = ("content-security-policy", "content-security-policy-report-only")

Directives = list[tuple[str, list[str]]]
"""(lower-case name, values) in order."""


def extend(
    headers: Headers,
    *,
    script: str | None = None,
    source: str | None = None,
    report_url: str | None = None,
    policy: str | None = None,
) -> Headers:
    """The headers, every policy extended by: the hash `script` for inline scripts, the `source` expression for fetched
    ones, the URL `report_url` for connections, the Trusted Types policy name `policy`. None leaves that alone."""

    def change(directives: Directives) -> None:
        if script:
            _allow_script(directives, script)
        if source:
            _allow_source(directives, source)
        if report_url:
            _allow_connection(directives, report_url)
        if policy:
            _allow_policy(directives, policy)

    return [
        (name, _each_policy(value, change)) if name.lower() in POLICY_HEADERS else (name, value)
        for name, value in headers
    ]


def scripts_can_run(headers: Headers) -> bool:
    """False when a `sandbox` directive without allow-scripts forbids every script of the document."""
    for name, value in headers:
        if name.lower() != "content-security-policy":
            continue
        for policy in value.split(","):
            sandbox = _values(_parse(policy), "sandbox")
            if sandbox is not None and "allow-scripts" not in [token.lower() for token in sandbox]:
                return False
    return True


def _each_policy(value: str, change: Callable[[Directives], None]) -> str:
    policies = []
    for text in value.split(","):
        directives = _parse(text)
        before = [(name, list(values)) for name, values in directives]
        change(directives)
        policies.append(text if directives == before else _write(directives))
    return ",".join(policies)


def _parse(policy: str) -> Directives:
    parts = [part.split() for part in policy.split(";")]
    return [(part[0].lower(), part[1:]) for part in parts if part]


def _write(directives: Directives) -> str:
    return "; ".join(" ".join([name, *values]) for name, values in directives)


def _values(directives: Directives, *names: str) -> list[str] | None:
    """Of the first of `names` that is there (the first of repeated directives counts)."""
    for wanted in names:
        for name, values in directives:
            if name == wanted:
                return values
    return None


def _allow_script(directives: Directives, source: str) -> None:
    sources = _values(directives, "script-src-elem", "script-src", "default-src")
    if sources is None or _inline_allowed(sources):
        return
    _add(directives, sources, "script-src", source)


def _allow_source(directives: Directives, source: str) -> None:
    sources = _values(directives, "script-src-elem", "script-src", "default-src")
    if sources is not None and source not in sources:
        _add(directives, sources, "script-src", source)


def _inline_allowed(sources: list[str]) -> bool:
    lower = [source.lower() for source in sources]
    strict = any(source.startswith(("'nonce-", "'sha256-", "'sha384-", "'sha512-")) for source in lower)
    return "'unsafe-inline'" in lower and not strict and "'strict-dynamic'" not in lower


def _allow_connection(directives: Directives, url: str) -> None:
    sources = _values(directives, "connect-src", "default-src")
    if sources is not None and "*" not in sources and "'self'" not in [source.lower() for source in sources]:
        _add(directives, sources, "connect-src", url)


def _allow_policy(directives: Directives, policy: str) -> None:
    names = _values(directives, "trusted-types")
    if names is not None and "*" not in names:
        names[:] = [name for name in names if name.lower() != "'none'"] + [policy]


def _add(directives: Directives, sources: list[str], directive: str, source: str) -> None:
    """Add `source` where `sources` stands; when that is default-src, in a `directive` of its own beside it."""
    wider = [value for value in sources if value.lower() != "'none'"] + [source]
    if sources is _values(directives, "default-src"):
        directives.append((directive, wider))
    else:
        sources[:] = wider
