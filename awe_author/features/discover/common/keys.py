"""How the app makes identifiers and times of its own, as expressions of the state model."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import pairwise, takewhile
from typing import Any

from awe_author.features.discover.common.names import is_plain, looks_like_id, singular

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")
_HEX = re.compile(r"[0-9a-f]{6,32}\Z")
NEAR = 180.0
"""Seconds around the answer's Date within which a time is "now"."""


def text(value: str) -> str:
    """A CEL literal of a text."""
    made = (
        value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    )
    return "'" + "".join(f"\\u{ord(one):04x}" if ord(one) < 32 or one in "\u2028\u2029" else one for one in made) + "'"


def as_word(said: str) -> re.Pattern[str]:
    """Where a text has another one in it as a word of its own: `7` in `ticket_7` and `OPS-7`, not in `17`."""
    return re.compile(rf"(?<![^\W_]){re.escape(said)}(?![^\W_])")


def scalar(value: str | float | bool | None) -> str:
    """A CEL literal of a plain value."""
    return "null" if value is None else text(value) if isinstance(value, str) else str(value).lower()


def map_text(members: Mapping[str, str]) -> str:
    """The expression of a map of these expressions."""
    return "{" + ", ".join(f"{text(name)}: dyn({one})" for name, one in members.items()) + "}"


def literal_text(value: Any) -> str:
    """The expression of a JSON value."""
    if isinstance(value, dict):
        return map_text({name: literal_text(inner) for name, inner in value.items()})
    if isinstance(value, list):
        return "[" + ", ".join(f"dyn({literal_text(inner)})" for inner in value) + "]"
    return scalar(value)


def framed(before: str, own: str, after: str = "") -> str:
    """The expression of a text with `own`, an expression, between two others; what is empty is left out."""
    return " + ".join([*([text(before)] if before else []), own, *([text(after)] if after else [])])


def literal(value: Any) -> Any:
    """A template that gives `value`."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict):
        return {name: literal(inner) for name, inner in value.items()}
    return [literal(inner) for inner in value] if isinstance(value, list) else value


def own_literal(value: Any, known: Mapping[str, str], timed: Callable[[Any], str | None], key: str = "") -> Any:
    """A template that gives `value`, with the expressions of `known` texts where they stand in it, times as now, and
    the new key for `key` where it is a part of an address."""
    if isinstance(value, str):
        return known.get(value) or timed(value) or (address_text(value, key) if key else "") or text(value)
    if isinstance(value, dict):
        return {name: own_literal(inner, known, timed, key) for name, inner in value.items()}
    return [own_literal(inner, known, timed, key) for inner in value] if isinstance(value, list) else value


def address_text(value: str, key: str) -> str:
    """The expression of an address in which the key stands as a part; "" for anything else."""
    if not re.match(r"https?://|/", value) or " " in value:
        return ""
    pieces = re.split(rf"(?<=[/=('\"]){re.escape(key)}(?=[/?&#.)'\"]|\Z)", value)
    return " + string(id) + ".join(map(text, pieces)) if len(pieces) > 1 else ""


def member(of: str, name: str, *, sure: bool = True, other: str = "null") -> str:
    """`of.name`, or with a value for when it is not there."""
    if not sure:
        return f"{of}.get({text(name)}, {other})"
    return f"{of}.{name}" if is_plain(name) else f"{of}[{text(name)}]"


def own_key(of: str, name: str, *, number: bool) -> str:
    """The key as the app has it."""
    return f"int({member(of, name)})" if number else member(of, name)


def timed_key(value: Any, date: str) -> bool:
    """Does a key of 24 hexadecimal digits begin with the moment when it was made?"""
    return (
        isinstance(value, str)
        and bool(re.match(r"[0-9a-f]{24}\Z", value))
        and time_now(int(value[:8], 16), date) is not None
    )


_CODES = (re.compile(r"[A-Z0-9]{5,11}\Z"), re.compile(r"[a-z0-9]{5,11}\Z"))
LEAST_CODES = 5
"""Keys that tell what codes are like."""


@dataclass(frozen=True, slots=True)
class NewKey:
    """How new entities get their keys."""

    text: str
    """The expression."""
    used: str = ""
    """What of the state it uses up: "next_ids" (a counter), "next_keys" (a list), or nothing."""
    after: str = ""
    """The expression of what is left of that."""


def new_key(kind: str, made: list[Any], there: list[Any], *, timed: bool = False) -> NewKey:
    """The next key. Numbers count up from `state.next_ids`. Random ones are first those that the recording's new
    entities got, in that order, so that what was recorded about these goes for them. `timed`: see `timed_key`."""
    shown = made or there
    if shown and all(isinstance(value, int) or str(value).isdecimal() for value in shown):
        counter = f"state.next_ids.{kind}"
        return NewKey(counter if isinstance(shown[0], int) else f"string({counter})", "next_ids", f"{counter} + 1")
    codes = _are_codes([str(value) for value in (*made, *there)])
    fresh = _token([*map(str, made), *map(str, there)], len(str(shown[0]))) if codes else ""
    fresh = fresh or _fresh_key(kind, shown, timed=timed)
    if not made or not (codes or all(looks_like_id(str(value)) or encoded(str(value)) for value in made)):
        return NewKey(fresh)
    left = f"state.next_keys.{kind}"
    rest = f"{left}.size() > 0 ? {left}.slice(1, {left}.size()) : {left}"
    return NewKey(f"{left}.size() > 0 ? {left}[0] : {fresh}", "next_keys", rest)


def encoded(value: str) -> bool:
    """Is it base64 of a number or of a list: `Wzhd` of `[8]`? Nobody types such a key."""
    try:
        plain = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4)).decode("ascii")
    except ValueError:
        return False
    return re.fullmatch(r"\[.+\]|\{.+\}|\d+", plain) is not None


def _fresh_key(kind: str, shown: list[Any], *, timed: bool) -> str:
    if shown and all(_UUID.match(str(value)) for value in shown):
        return "uuid()"
    if timed and shown and all(re.match(r"[0-9a-f]{24}\Z", str(value)) for value in shown):
        return "'%x'.format([int(now)]) + uuid().replace('-', '').substring(0, 16)"
    sizes = {len(str(value)) for value in shown}
    texts = [str(value) for value in shown]
    random = len(sizes) == 1 and 12 < min(sizes) < 33 and all(map(looks_like_id, texts))
    if random and not all(_HEX.match(one) or one.isdigit() for one in texts):
        return _token(texts, sizes.pop())
    plain = [one.rstrip("=") for one in texts]
    if len(plain) > 1 and len(set(map(len, plain))) == len(sizes) == 1 and all(map(_mixed, plain)):
        return fresh_token(plain, len(plain[0])) + (f" + {text(texts[0][len(plain[0]) :])}" if plain != texts else "")
    if shown and len(sizes) == 1 and all(_HEX.match(str(value)) for value in shown):
        return f"uuid().replace('-', '').substring(0, {sizes.pop()})"
    return f"new_id({text(singular(kind))})"


def _are_codes(keys: Sequence[str]) -> bool:
    """Are these codes as apps make them up: as long as each other, of capitals (or small letters) and digits, most of
    them with both, such as `HDB37K`? One in a few has no digit by chance."""
    alike = len(set(map(len, keys))) == 1 and any(all(map(form.match, keys)) for form in _CODES)
    mixed = sum(not one.isalpha() and not one.isdigit() for one in keys)
    return alike and len(keys) >= LEAST_CODES and 2 * mixed > len(keys)


def _mixed(value: str) -> bool:
    """Is it a long text of letters and digits in turns, as nobody types?"""
    kinds = ["d" if one.isdigit() else "u" if one.isupper() else "l" for one in value]
    turns = sum(one != other for one, other in pairwise(kinds))
    return bool(re.match(r"[\w-]{20,64}\Z", value)) and "d" in kinds and turns >= 8


def _token(shown: list[str], size: int) -> str:
    """A text like those of random letters and digits, of their length, beginning as all of them do."""
    same = [one for one, *others in zip(*shown, strict=True) if all(other == one for other in others)]
    begin = "".join(same) if len(shown) > 1 and shown[0].startswith("".join(same)) else ""
    upper = all(one == one.upper() for one in shown)
    begin = begin[: size - 8] or ("Z" if upper else "z")
    made = f"uuid().replace('-', '').substring(0, {size - len(begin)})"
    return f"{text(begin)} + {made}" + (".upperAscii()" if upper else "")


def fresh_token(shown: Sequence[str], size: int) -> str:
    """The expression of a random text as these are: it begins as all of them do, and is as long."""
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*shown, strict=True))
    begin = "".join(letters[0] for letters in same)
    if all(map(_HEX.match, shown)):
        return f"(uuid() + uuid()).replace('-', '').substring(0, {size})"
    left = size - len(begin)
    return f"{text(begin)} + (uuid() + uuid()).replace('-', '').substring(0, {left})"


def first_number(made: list[Any], there: list[Any]) -> int:
    """Where a counter starts: with the first identifier that the recording made, else after the greatest."""
    numbers = [int(value) for value in made] or [int(value) + 1 for value in there if str(value).isdecimal()]
    return max(0, min(numbers) if made else max(numbers, default=1))


_SECONDS = re.compile(r"\d{10}(\.\d{1,9})?\Z|\d{13}\Z")
"""A moment as seconds or milliseconds, in a text."""
_CODED = re.compile(r"/Date\((\d{12,13})(?:[+-]\d{4})?\)/\Z")
"""The same as OData 2 writes it in JSON."""


def time_now(value: Any, date: str, near: float = NEAR) -> str | None:
    """The expression when `value` is the time of an answer with this Date, in the form it has; else None. `near`:
    seconds between them at most."""
    said = date_of(date)
    if said is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and _SECONDS.match(value):
        seconds = time_now(float(value) if "." in value else int(value), date, near)
        return f"string({seconds})" if seconds else None
    if isinstance(value, str):
        when = moment_of(value)
        if when is None or abs(when - said) >= near:
            return None
        return "'/Date(' + string(int(now) * 1000) + ')/'" if value.startswith("/") else "string(now)"
    for scale, made in ((1, "int(now)"), (1000, "int(now) * 1000")):
        if abs(value / scale - said) < near:
            return made if isinstance(value, int) else f"double({made})"
    return None


def date_of(said: str) -> float | None:
    """The moment (epoch seconds) that a `Date` header says; None for a text that says none."""
    try:
        return parsedate_to_datetime(said).timestamp()
    except (TypeError, ValueError):
        return None


def utc_text(moment: float) -> str:
    """A moment (epoch seconds) to the second: `2025-04-06T10:00:00Z`."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def moment_of(value: Any) -> float | None:
    """The moment (epoch seconds) that a text says, as in ISO 8601 or as `/Date(1738580000000)/` (OData 2); else
    None."""
    if not isinstance(value, str):
        return None
    if coded := _CODED.match(value):
        return int(coded[1]) / 1000
    if not re.match(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", value):
        return None
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
