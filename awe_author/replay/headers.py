"""Repair recorded response headers so that a browser does today what it did when they were recorded.

The browser's cache and cookie jar use real time, so moments and ages that are compared with real time are moved by the
age of the recording; Date stays as recorded. What belonged to one connection or would lead out of the replay is
dropped. What some archivers merged from a redirect into its target (a stray Location, its type with nosniff) is undone.
"""

from __future__ import annotations

import re
from email.utils import formatdate, parsedate_to_datetime

from awe_author.door.messages import Headers, header

CONNECTION_HEADERS = frozenset(
    {"connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer"}
) | frozenset({"transfer-encoding", "upgrade", "content-length", "http2-settings"})
"""Belong to one connection (RFC 9110 7.6.1), or are the door's to set."""
LEADING_OUT = frozenset(
    {"alt-svc", "strict-transport-security", "public-key-pins", "public-key-pins-report-only", "nel", "report-to"}
) | frozenset({"expect-ct", "expect-staple", "reporting-endpoints"})
"""Make the browser remember hosts or send reports past the page."""
ARCHIVERS = ("x-archive-orig-", "x-orig-", "x-wabac-")
"""Prefixes under which archivers keep headers that they changed."""

_MAX_AGE = re.compile(r"\b(s-maxage|max-age)\s*=\s*\"?(\d+)\"?", re.I)
_REDIRECTS = frozenset({201, 300, 301, 302, 303, 305, 307, 308})
_SCRIPTS = ("script", "worker", "sharedworker", "serviceworker", "audioworklet", "paintworklet")
_BY_DESTINATION = {"style": "text/css", **dict.fromkeys(_SCRIPTS, "text/javascript")}
_SCRIPT_TYPES = re.compile(
    r"(text|application)/(x-)?(java|ecma|j|live)script|application/(wasm|(\w+\+)?json)|text/json"
)


def moment(value: str) -> float | None:
    """Epoch seconds of an HTTP date, None when it is none."""
    try:
        return parsedate_to_datetime(value).timestamp()
    except (TypeError, ValueError, OverflowError, IndexError):
        return None


def depends_on_time(headers: Headers) -> bool:
    """Does the repaired form depend on when it is served?"""
    return any(name.lower() in ("cache-control", "expires", "set-cookie", "last-modified") for name, _ in headers)


def repaired(headers: Headers, status: int, age: float) -> Headers:
    """The headers to send. `age`: seconds between the recording of this response and now."""
    kept: Headers = []
    merged = status == 200 and header(headers, "location") is not None
    for name, value in headers:
        lower = name.lower()
        if lower in CONNECTION_HEADERS or lower in LEADING_OUT or lower.startswith(ARCHIVERS):
            continue
        if lower == "location" and status not in _REDIRECTS:
            continue
        if lower == "x-content-type-options" and merged:
            continue
        if lower == "cache-control":
            value = _older(value, age)
        elif lower == "expires":
            value = _later(value, age)
        elif lower == "set-cookie":
            value = cookie_later(value, age)
        kept.append((name, value))
    return _explicit_freshness(kept, status, age)


def _older(value: str, age: float) -> str:
    """Cache-Control with its ages lengthened by the age of the recording."""
    if "max-age" not in value.lower():
        return value

    def lengthen(found: re.Match[str]) -> str:
        seconds = int(found.group(2)[:12])
        return f"{found.group(1)}={seconds + int(max(0.0, age)) if seconds else 0}"

    return _MAX_AGE.sub(lengthen, value)


def _later(value: str, age: float) -> str:
    at = moment(value)
    return value if at is None or at <= 0 else formatdate(at + age, usegmt=True)


def cookie_later(value: str, age: float) -> str:
    """A Set-Cookie whose Expires is moved by `age`; one that deletes its cookie is left as it is."""
    found = re.search(r";\s*expires\s*=\s*([^;]+)", value, re.I)
    at = moment(found.group(1)) if found else None
    if found is None or at is None or at < 86400 * 365:
        return value
    return value[: found.start(1)] + formatdate(at + age, usegmt=True) + value[found.end(1) :]


def _explicit_freshness(headers: Headers, status: int, age: float) -> Headers:
    """Say the freshness that a browser guesses from Last-Modified (RFC 9111 4.2.2): by now its guess would be old."""
    if status != 200 or header(headers, "cache-control") or header(headers, "expires") or header(headers, "pragma"):
        return headers
    date, changed = moment(header(headers, "date") or ""), moment(header(headers, "last-modified") or "")
    if date is None or changed is None or changed >= date:
        return headers
    return [*headers, ("Cache-Control", f"max-age={int((date - changed) * 0.1 + max(0.0, age))}")]


def fitted_type(headers: Headers, destination: str, foreign: bool) -> Headers:
    """Make scripts and styles usable whose type was lost or taken from a redirect.

    Only for archives that we did not record: in ours a refused script was refused while recording, too.
    """
    types = [value for name, value in headers if name.lower() == "content-type" and value.strip()]
    if not types:
        headers = [pair for pair in headers if pair[0].lower() not in ("content-type", "x-content-type-options")]
        fitting = _BY_DESTINATION.get(destination)
        return [*headers, ("Content-Type", fitting)] if fitting else headers
    fitting = _BY_DESTINATION.get(destination)
    if not foreign or fitting is None:
        return headers
    mime = types[-1].partition(";")[0].strip().lower()
    if mime == fitting or (fitting == "text/javascript" and _SCRIPT_TYPES.fullmatch(mime)):
        return headers
    if destination in ("script", "style") and header(headers, "x-content-type-options") is None and mime != "text/html":
        return headers
    headers = [pair for pair in headers if pair[0].lower() not in ("content-type", "x-content-type-options")]
    return [*headers, ("Content-Type", fitting)]


def fitted_cors(headers: Headers, origin: str | None) -> Headers:
    """Let the recorded permission hold for the origin that asks now, where it named one."""
    if origin is None:
        return headers
    return [
        (name, origin if name.lower() == "access-control-allow-origin" and value.strip() != "*" else value)
        for name, value in headers
    ]
