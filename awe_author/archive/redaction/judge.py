"""The verdict on one value: a secret wherever it occurs, a secret where it stands, or none. Pure."""

from __future__ import annotations

import re

from awe_author.archive.redaction.locations import HEADER, PAGE, REQUEST, RESPONSE, TYPED
from awe_author.archive.redaction.names import EXPLICIT, MAYBE, PASSWORD, TOKEN, classify
from awe_author.archive.redaction.values import is_common, is_mask, is_plain, looks_random

EVERYWHERE = "everywhere"
HERE = "here"
_NOTHING = frozenset({"", "null", "undefined", "none", "true", "false", "deleted", "[object object]"})
_WORD = re.compile(r"[A-Z]?[a-z]{1,12}|[A-Z]{1,12}")
_SHORT = re.compile(r"[a-z0-9]{1,3}")
_PLACEHOLDER = re.compile(r"\{\{[^{}]{1,80}\}\}|\$\{[A-Za-z_][\w.]{0,80}\}")
_MASKED = re.compile(r"(?:^|[_<\[(*])(?:BLANK|EMPTY|REDACTED)(?:$|[_>\])*])")


def value(kind: str, text: str, origin: str, *, known: bool, given: bool = False) -> str:
    """EVERYWHERE, HERE or "" for a value under a name of class `kind` (names.py).

    What was typed into a password field or sent in a credentials header is secret whatever it looks like. What a server
    sends counts only when it looks random, since there names like "token" also stand for words ("token": "Token"); what
    says of itself that it only stands for one ("my-shop-api-key") counts as such a word.
    `known`: the same value was found to be secret elsewhere; `given`: the server gave it before, as a mask.
    """
    if text.lower() in _NOTHING or len(text) > 16384 or is_mask(text):
        return ""
    if kind in (PASSWORD, TOKEN) and not known:
        if origin in (RESPONSE, PAGE) and stands_for_one(text):
            return ""
        if origin == REQUEST and given and masks(text):
            return ""
    if origin in (HEADER, TYPED) or kind == EXPLICIT or (known and kind in (PASSWORD, TOKEN)):
        secret = True
    elif not kind:
        secret = known and origin == REQUEST and is_common(text)
    elif kind == PASSWORD:
        secret = origin == REQUEST or looks_random(text)
    elif kind == TOKEN and origin == REQUEST:
        secret = looks_random(text) or (_has_digit(text) and not is_plain(text) and not is_common(text))
    elif kind == TOKEN and origin == PAGE:
        secret = looks_random(text) and len(text) >= 16
    elif kind == TOKEN:
        secret = looks_random(text)
    else:
        secret = kind == MAYBE and origin != PAGE and looks_random(text) and len(text) >= 16
    if not secret:
        return ""
    return HERE if is_common(text) else EVERYWHERE


def cookie(kind: str, text: str, http_only: bool) -> str:
    """EVERYWHERE, HERE or "" for the value of a cookie.

    A plain word or number in a cookie that scripts may read ("theme=dark") is a preference: pages look at it, so it
    stays.
    """
    if text.lower() in _NOTHING:
        return ""
    named = kind != ""
    if is_plain(text) and not (http_only or kind in (PASSWORD, TOKEN, EXPLICIT)):
        return ""
    if text[:1] in ("{", "[", "/") or text.startswith(("http://", "https://")):
        return HERE if http_only else ""
    if is_common(text):
        return HERE
    return EVERYWHERE if named or looks_random(text) else HERE


def masks(text: str) -> bool:
    """Does it say, in capitals and set off, that there is nothing to see?"""
    return _MASKED.search(text) is not None


def stands_for_one(text: str) -> bool:
    """Does `text` say of itself that it is an example, a mask or a place to be filled?

    An example is a few words that end with the name of what is wanted ("my-shop-api-key"). A mask holds, in capitals
    and set off, that there is nothing to see ("__APP_BLANK_VALUE_7b1a__"). A place of a template has its braces
    ("{{$vars.key}}", "${API_KEY}"). No generator of secrets spells these.
    """
    if masks(text) or _PLACEHOLDER.fullmatch(text):
        return True
    parts = re.split(r"[-_ ]", text)
    if len(parts) > 5 or classify(text) not in (PASSWORD, TOKEN):
        return False
    odd = [part for part in parts if not _WORD.fullmatch(part)]
    return len(odd) <= 1 and all(_SHORT.fullmatch(part) for part in odd)


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text)) and not any(map(str.isspace, text))
