"""Values that say nothing: UUIDs, hashes, random tokens. Nobody sorts by them, and they do not grow with time.

A short list is in the order of its random keys by chance: one list of three in six, up or down one in three. Values
that begin with the moment in which they were made do grow: version 6 and 7 of UUIDs (RFC 9562, section 5), ULIDs, and
24 hexadecimal digits whose first eight are the seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from awe_author.features.discover.common.numbered import decoded

_UUID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}-?(?P<version>[0-9a-f])[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}\Z", re.I)
_HEX = re.compile(r"(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{10,64}\Z", re.IGNORECASE)
_TOKEN = re.compile(r"[\w-]{10,64}\Z")
_ULID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}\Z")
_TAG = re.compile(r'W/"[^"]{1,100}"\Z')
NEW_TAG = "'W/\"' + uuid() + '\"'"
"""The expression of a weak entity tag (RFC 9110, 8.8.3) that is another one each time."""
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SOONEST, LATEST = 1_100_000_000, 2_300_000_000
"""Seconds since 1970 between which apps make their records: 2004 to 2042."""
LONGEST = 120
"""Characters of a key, also in base64."""
CHANGES = 4
"""Changes between letters and digits, or between large and small ones, in a token that is random."""


def entity_tags(values: Iterable[Any]) -> bool:
    """Are all of these, of which there is one at least, weak entity tags (RFC 9110, 8.8.3), such as `W/"1801175"`?"""
    told = [value for value in values if value is not None]
    return bool(told) and all(isinstance(value, str) and _TAG.match(value) for value in told)


def opaque(values: Iterable[Any]) -> bool:
    """Are all of these, of which there is one at least, random?"""
    told = [value for value in values if value is not None]
    texts = [value for value in told if isinstance(value, str)]
    return bool(texts) and len(texts) == len(told) and _all_random(texts) and not _timed(texts)


def _all_random(texts: list[str]) -> bool:
    """Are all random, or most of many that are as long, of letters and digits? A few have no digit by chance."""
    if all(map(_random, texts)):
        return True
    alike = len({*map(len, texts)}) == 1 and all(map(_TOKEN.match, texts)) and len(texts[0]) >= 16
    return alike and len(texts) >= 4 and sum(map(_random, texts)) * 4 >= 3 * len(texts)


def _random(value: str) -> bool:
    if len(value) > LONGEST:
        return False
    plain = decoded(value)
    if plain is not None and not _UUID.match(value):
        inner = re.split(r"[:/|]", plain)[-1]
        return inner != plain and _random(inner)  # base64 of `Ticket:` and a UUID
    if _UUID.match(value) or _HEX.match(value):
        return True
    kinds = ["d" if one.isdigit() else "u" if one.isupper() else "l" if one.islower() else "" for one in value]
    changes = sum(one != other for one, other in pairwise(kinds) if one and other)
    return bool(_TOKEN.match(value)) and "d" in kinds and changes >= CHANGES


def _timed(values: list[str]) -> bool:
    """Do all of them begin with a moment?"""
    return all((moment := _moment(value)) is not None and SOONEST < moment < LATEST for value in values)


def _moment(value: str) -> float | None:
    """The seconds since 1970 in the first digits of a value, where its form has them."""
    uuid = _UUID.match(value)
    if uuid is not None:
        digits = value.replace("-", "")
        if uuid["version"] == "7":
            return int(digits[:12], 16) / 1000
        if uuid["version"] == "6":  # 100 ns since 1582-10-15
            return (int(digits[:12] + digits[13:16], 16) - 0x01B21DD213814000) / 1e7
        return None
    if _ULID.match(value):
        number = 0
        for one in value[:10]:
            number = number * 32 + CROCKFORD.index(one)
        return number / 1000
    return int(value[:8], 16) if re.match(r"[0-9a-f]{24}\Z", value) else None
