"""Numbers as pages write them: `899.5` as `$899.50`, `1450` as `1,450`, `0.5` as `0,50 €`.

A pattern is what stands around the number and, in braces, how it is written: `${#,.2}` has `,` between thousands, `.`
before two decimals. `{#..}` is followed by the two signs, `_` for none, and the number of decimals.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from awe_author.features.discover.common.keys import text

NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,9})?\Z")
"""As forms send it."""
_SHOWN = re.compile(r"(?P<before>[^\d-]{0,8}?)(?P<number>-?\d[\d.,' \u00a0\u202f]*\d|-?\d)(?P<after>[^\d]{0,8})\Z")
_TOKEN = re.compile(r"\{#(?P<group>.)(?P<point>.)(?P<digits>\d)\}")
_GROUPED = re.compile(r"-?\d{1,3}(?P<sign>[.,' \u00a0\u202f])\d{3}(?:(?P=sign)\d{3})*(?![\d])")
_NONE = "_"


def number_pattern(shown: Sequence[str], pairs: Sequence[tuple[str, str]]) -> str | None:
    """The pattern of a column of numbers that forms send otherwise; None when they are shown as they are sent, or no
    pattern holds for all. `pairs`: (as sent, as shown) of the same value."""
    values = list(dict.fromkeys(value for value in shown if value))
    told = [(sent, value) for sent, value in pairs if NUMBER.match(sent) and value]
    if not values or not told or all(sent == value for sent, value in told):
        return None
    for pattern in dict.fromkeys(one for value in values for one in _patterns(value)):
        if all(_again(pattern, value) for value in values) and all(
            written(pattern, sent) == value for sent, value in told
        ):
            return pattern
    return None


def _again(pattern: str, value: str) -> bool:
    plain = unwritten(pattern, value)
    return plain is not None and written(pattern, plain) == value


def _patterns(value: str) -> list[str]:
    """The patterns that a text may have, those with a sign between thousands first."""
    found = _SHOWN.match(value)
    if found is None or "{" in value:
        return []
    number, around = found["number"], (found["before"], found["after"])
    grouped = _GROUPED.match(number)
    made = []
    signs = [grouped["sign"], _NONE] if grouped is not None else [",", ".", _NONE]
    for group in signs:
        rest = number.replace(group, "") if group != _NONE else number
        point = re.search(r"[.,](\d{1,6})\Z", rest)
        if (point is None or point[0][0] != group) and re.fullmatch(r"-?\d+([.,]\d+)?", rest):
            digits = len(point[1]) if point is not None else 0
            made.append(f"{around[0]}{{#{group}{point[0][0] if point is not None else _NONE}{digits}}}{around[1]}")
    return made


def same_number(one: str, other: str) -> bool:
    """May two texts be the same number, written in two ways: `1,250,000` and `$1,250,000`?"""
    return bool(_plain(one) & _plain(other))


def as_sent(one: str, shown: str) -> str:
    """A number that is sent with signs between thousands, without them, where a column shows the same one."""
    same = _plain(one) & _plain(shown) if not NUMBER.match(one) else set()
    return f"{next(iter(same)):f}" if len(same) == 1 else one


def _plain(value: str) -> set[Decimal]:
    found = [value, *(unwritten(pattern, value) for pattern in _patterns(value))]
    return {Decimal(one) for one in found if one is not None and NUMBER.match(one)}


def in_field(pattern: str) -> str:
    """The pattern of the number alone, as forms may have it in a field; "" where that is how they send it."""
    token = _TOKEN.search(pattern)
    return token[0] if token is not None and token["group"] != _NONE else ""


def sent_number(pattern: str, own: str) -> str:
    """The expression of a number that was typed with signs between thousands, as without. `own`: that of the value."""
    token = _TOKEN.search(pattern)
    return f"{own}.replace({text(token['group'])}, '')" if token is not None else own


def written(pattern: str, value: str) -> str:
    """A number as it is shown; what is none stays as it is."""
    token = _TOKEN.search(pattern)
    if token is None or not NUMBER.match(value):
        return value
    digits = int(token["digits"])
    whole, _, part = f"{Decimal(value):.{digits}f}".partition(".")
    sign, whole = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
    grouped = f"{int(whole):,}".replace(",", "" if token["group"] == _NONE else token["group"])
    made = sign + grouped + (token["point"] + part if digits else "")
    return pattern.replace(token[0], made)


def unwritten(pattern: str, shown: str) -> str | None:
    """The number as forms send it; None for a text that is none."""
    token = _TOKEN.search(pattern)
    before, after = (pattern[: token.start()], pattern[token.end() :]) if token is not None else ("", "")
    if token is None or not (shown.startswith(before) and shown.endswith(after)):
        return None
    number = shown[len(before) : len(shown) - len(after)]
    if token["group"] != _NONE:
        number = number.replace(token["group"], "")
    if token["point"] != _NONE:
        number = number.replace(token["point"], ".")
    return number if NUMBER.match(number) else None


def written_text(pattern: str, own: str) -> str:
    """The expression of what is shown; `own`: that of the value."""
    token = _TOKEN.search(pattern)
    assert token is not None
    digits = int(token["digits"])
    fixed = f"'%.{digits}f'.format([double({own})])"
    whole = f"{fixed}.split('.')[0]" if digits else fixed
    made = whole
    if token["group"] != _NONE:
        bare = f"{whole}.replace('-', '')"
        size, sign = f"{bare}.size()", text(token["group"])
        thousands = f"{bare}.substring(0, {size} - 3) + {sign} + {bare}.substring({size} - 3)"
        millions = (
            f"{bare}.substring(0, {size} - 6) + {sign} + {bare}.substring({size} - 6, {size} - 3) + {sign} + "
            f"{bare}.substring({size} - 3)"
        )
        minus = f"({whole}.startsWith('-') ? '-' : '')"
        made = f"{minus} + ({size} > 6 ? {millions} : {size} > 3 ? {thousands} : {bare})"
    parts = [text(pattern[: token.start()])] if token.start() else []
    parts += [made, *([text(token["point"]), f"{fixed}.split('.')[1]"] if digits else [])]
    parts += [text(pattern[token.end() :])] if token.end() < len(pattern) else []
    return f"({own}.matches('^-?[0-9]+([.][0-9]+)?$') ? {' + '.join(parts)} : {own})"
