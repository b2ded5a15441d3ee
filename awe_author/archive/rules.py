"""Which parameters of a request may differ from the recorded one: the author's rules, and those that ship.

An author's rule (`rules:` in site.yaml) is a mapping:

    match:   which URLs (without fragment): a glob ("https://*/api/*"), or a regular expression when it begins with "^"
    ignore:  parameters to leave out, as globs over their names: "page" (any place), "query:page", "json:/meta/time"
    path:    {regex: replacement}: addresses that are equal after this substitution are the same
    method:  only requests of this method

Shipped rules leave out what is known to carry no meaning: cache busters (also bare ones: "?1795313607567"), JSONP
callback names (the answer is rewritten), polling stamps of engine.io, campaign tags, form state that servers sign
(ASP.NET, JSF) and anti-forgery tokens; and take clock values for equal that stand in the same relation to their own
clock. Random-looking values are not left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from fnmatch import translate
from functools import lru_cache
from typing import Any, TypeAlias

from awe_author.errors import InputError

DISCRIMINATORS = frozenset(
    {"op", "operation", "operationname", "action", "act", "method", "cmd", "command"}
) | frozenset({"func", "function", "procedure", "rpc", "verb", "event", "query"})
"""Last parts of parameter names that say which operation a request is. No rule leaves them out of a write."""

CACHE_BUSTERS = re.compile(r"_|_dc|_ts|_t|cb|cachebust(er|ing)?|cache_?bust|no_?cache|rnd|rand|random|zx|ord|z")
_BUSTER_VALUE = re.compile(r"[0-9][0-9.]{2,}|[0-9a-zA-Z]{6,}")
CALLBACKS = frozenset({"callback", "jsonp", "jsoncallback", "jsonpcallback", "_callback", "cb"})
_CALLBACK_VALUE = re.compile(r"[A-Za-z_$][\w$.\[\]]*")
CAMPAIGN = re.compile(r"utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|mc_[ce]id|_ga|_gl|igshid|yclid|gbraid|wbraid")
SIGNED_STATE = re.compile(
    r"__(VIEWSTATE(GENERATOR|ENCRYPTED|FIELDCOUNT|\d+)?|EVENTVALIDATION|PREVIOUSPAGE|REQUESTDIGEST|RequestVerificationToken)"
    r"|javax\.faces\.ViewState|jakarta\.faces\.ViewState|authenticity_token|csrfmiddlewaretoken|_?csrf(_?token)?"
)
_SOCKJS = re.compile(
    r"/\d{1,4}/[A-Za-z0-9_]{6,}/(websocket|xhr(_streaming|_send)?|eventsource|jsonp(_send)?|htmlfile)$"
)
_ENGINE = re.compile(r"/(socket|engine)\.io/")

_BARE_RANDOM = re.compile(r"0\.[0-9]{6,}")

Present: TypeAlias = float | tuple[float, float]
"""What time it is for who asks (epoch seconds); or (the earliest, the latest) where nobody knows it better."""
CLOCK_TOLERANCE = 120.0
"""Seconds by which two clock values may differ, each measured from its own clock."""
_CLOCK_RANGE = 400 * 86400.0
_IDENTITY = re.compile(
    r"(^|[_\-.\[])(u?u?id|key|ref|no|number)s?\]?$|[a-z](Id|ID|Key|Ref|No|Number)s?$|^\d+$", re.ASCII
)
_DIGITS = re.compile(r'"?(\d{10}(?:\.\d{1,6})?|\d{13})"?')
_EMBEDDED = re.compile(r"([A-Za-z_.:-]{0,40})(1\d{12})([A-Za-z_.:-]{0,40})")
_COMPACT = re.compile(r"([12]\d{3})(\d\d)(\d\d)[T_-]?(\d\d)(\d\d)(\d\d)(\d{3})?Z?")
_HTTP_DATE = re.compile(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC)")
_ISO = re.compile(r'"?\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?"?')


@dataclass(frozen=True, slots=True)
class Rule:
    """One of the author's rules, compiled."""

    name: str
    match: re.Pattern[str]
    ignore: re.Pattern[str] | None = None
    path: tuple[tuple[re.Pattern[str], str], ...] = ()
    method: str = ""

    def applies(self, method: str, address: str) -> bool:
        return (not self.method or self.method == method) and bool(self.match.match(address))

    def address(self, address: str) -> str:
        for pattern, replacement in self.path:
            address = pattern.sub(replacement, address)
        return address


def compile_rules(rules: Iterable[Mapping[str, Any]], where: str = "site.yaml") -> tuple[Rule, ...]:
    """The author's rules, checked. Raises InputError that names the rule."""
    return tuple(_compile(rule, f"{where}: rules[{number}]") for number, rule in enumerate(rules))


def _compile(rule: Mapping[str, Any], where: str) -> Rule:
    if not isinstance(rule, Mapping) or not isinstance(rule.get("match"), str):
        raise InputError("a rule needs `match`", where=where, hint='e.g. {match: "https://*/api/*", ignore: [nonce]}')
    unknown = set(rule) - {"match", "ignore", "path", "method", "name"}
    if unknown:
        raise InputError(f"unknown key {sorted(unknown)[0]!r}", where=where, hint="keys: match, ignore, path, method")
    ignore, path = rule.get("ignore", []), rule.get("path", {})
    names = [ignore] if isinstance(ignore, str) else ignore
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError("`ignore` is a list of parameter names", where=where)
    if not isinstance(path, Mapping):
        raise InputError("`path` maps regular expressions to replacements", where=where)
    try:
        return Rule(
            name=str(rule.get("name") or rule["match"]),
            match=_url_pattern(rule["match"]),
            ignore=re.compile("|".join(translate(name) for name in names)) if names else None,
            path=tuple((re.compile(str(key)), str(value)) for key, value in path.items()),
            method=str(rule.get("method") or "").upper(),
        )
    except re.error as error:
        raise InputError(f"not a regular expression: {error}", where=where) from error


def _url_pattern(text: str) -> re.Pattern[str]:
    return re.compile(text if text.startswith("^") else translate(text))


@lru_cache(maxsize=8192)
def names_of(param: str) -> tuple[str, ...]:
    """The names a rule may call `param` by: whole, without its place, its field, the last part of its pointer."""
    place, _, rest = param.partition(":")
    found = [param, rest or place]
    if rest:
        field, nested, _ = rest.partition(":")
        if nested:
            found.append(field)
        if "/" in rest:
            found.append(rest.rpartition("/")[2])
            found.append(place + ":" + field)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=8192)
def is_discriminator(param: str) -> bool:
    """Does `param` tell operations apart (or hold a whole body), so that a write must agree in it?"""
    if param == "body" or param.startswith(("graphql:query", "graphql:name", "header:")):
        return True
    return names_of(param)[-1].lower() in DISCRIMINATORS or names_of(param)[1].lower() in DISCRIMINATORS


@lru_cache(maxsize=8192)
def names_a_thing(param: str) -> bool:
    """Is `param` an identity ("id", "user_id", "cardKey")? Apps make those from clocks, too."""
    return bool(_IDENTITY.search(names_of(param)[-1]))


@lru_cache(maxsize=8192)
def shipped(param: str, one: str | None, other: str | None, engine: bool) -> str:
    """Name of the shipped rule by which `param` may be `one` here and `other` there (None: absent); "" when none."""
    place, _, name = param.partition(":")
    if place not in ("query", "form", "multipart"):
        return ""
    present = [value for value in (one, other) if value is not None]
    lower = name.lower()
    if lower in CALLBACKS and len(present) == 2 and all(_CALLBACK_VALUE.fullmatch(value) for value in present):
        return "jsonp callback"
    if CACHE_BUSTERS.fullmatch(lower) and all(_BUSTER_VALUE.fullmatch(value) for value in present):
        return "cache buster"
    if CAMPAIGN.fullmatch(lower):
        return "campaign tag"
    if SIGNED_STATE.fullmatch(name) or SIGNED_STATE.fullmatch(lower):
        return "signed form state"
    return "polling stamp" if engine and name == "t" else ""


def is_bare_buster(param: str, value: str, clock: Present) -> bool:
    """Is `param` a moment or a random number that stands in the query by itself ("/list?1795313607567"), `clock` being
    the time when it was asked? A number that is not of that time may be an identity, and is not left out."""
    place, _, name = param.partition(":")
    if place != "query" or value:
        return False
    if _BARE_RANDOM.fullmatch(name):
        return True
    moment = clock_value(name)
    earliest, latest = _span(clock)
    return moment is not None and earliest - CLOCK_TOLERANCE <= moment <= latest + CLOCK_TOLERANCE


def is_engine(address: str) -> bool:
    """Is `address` one of socket.io or engine.io?"""
    return bool(_ENGINE.search(address + "/"))


def shipped_address(address: str) -> str:
    """`address` with the random parts of SockJS sessions made equal."""
    return _SOCKJS.sub(r"/0/session/\1", address)


@lru_cache(maxsize=8192)
def clock_value(text: str) -> float | None:
    """Epoch seconds when `text` is an epoch number (10 or 13 digits) or an ISO date with a time of day, else None."""
    digits = _DIGITS.fullmatch(text)
    if digits:
        number = float(digits.group(1))
        return number / 1000 if number > 1e12 else number
    iso = _ISO.fullmatch(text)
    if not iso or iso.group(1) is None:
        return None
    try:
        moment = datetime.fromisoformat(text.strip('"').replace("Z", "+00:00"))
    except ValueError:
        return None
    return moment.timestamp() if moment.tzinfo else (moment - datetime(1970, 1, 1)).total_seconds()


def spelled_moment(text: str) -> float | None:
    """Epoch seconds of a moment in one of the forms that programs write: those of `clock_value`, digits in a row
    (20261122123240, 20261122T123240Z, with milliseconds 20261122123240588), HTTP dates (RFC 9110 5.6.7). Else None."""
    found = clock_value(text)
    if found is not None:
        return found
    bare = text.strip('"')
    try:
        if compact := _COMPACT.fullmatch(bare):
            year, month, day, hour, minute, second, milli = (int(part) for part in compact.groups(default="0"))
            return datetime(year, month, day, hour, minute, second, milli * 1000, UTC).timestamp()
        if _HTTP_DATE.fullmatch(bare):
            return parsedate_to_datetime(bare).timestamp()
    except ValueError:
        pass
    return None


def same_moment(asked: str, now: Present, recorded: str, then: float) -> bool:
    """Do two values stand in the same relation to their clocks: `asked` to `now`, `recorded` to `then`?

    A value may be made of a moment and a fixed text around it ("loading1795304903696").
    """
    one, other = spelled_moment(asked), spelled_moment(recorded)
    if one is None or other is None:
        left, right = _EMBEDDED.fullmatch(asked), _EMBEDDED.fullmatch(recorded)
        if left is None or right is None or left.group(1, 3) != right.group(1, 3):
            return False
        one, other = float(left.group(2)) / 1000, float(right.group(2)) / 1000
    (earliest, latest), behind = _span(now), other - then
    if abs(one - latest) > _CLOCK_RANGE or abs(behind) > _CLOCK_RANGE:
        return False
    return earliest - CLOCK_TOLERANCE <= one - behind <= latest + CLOCK_TOLERANCE


def _span(clock: Present) -> tuple[float, float]:
    return clock if isinstance(clock, tuple) else (clock, clock)
