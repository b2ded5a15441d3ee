"""Is a value what was wanted? The one place that compares: answers, texts of messages and documents, fields, numbers.

Nothing here passes because what was wanted is part of what was found, except `includes`, which says so by its name and
looks for whole words. A spec is a plain string (equal, but for case and white space) or an object with one key:

    equals: exact          text: but for case, white space, quotes around and a full stop at the end
    regex: the whole text  includes: [phrases]      any: [specs]      all: [specs]      not: spec
    number: 12.5, tolerance: 0.1, relative: 0.01    json: value       set: [...]        list: [...]
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

import re2

from awe_author.evaluation.problems import Spot
from awe_author.json_types import Json
from awe_author.located import nearest

Match: TypeAlias = Callable[[Json], bool]

MATCHERS = ("equals", "text", "regex", "includes", "any", "all", "not", "number", "json", "set", "list")
OPTIONS: Mapping[str, tuple[str, ...]] = {"number": ("tolerance", "relative"), "json": ("normalise",)}
_QUOTES = "\"'`\u201c\u201d\u2018\u2019\u00ab\u00bb"
_NUMBER = re.compile(r"[-+]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?([eE][-+]?\d+)?")
_AROUND = re.compile(r"^[\s$\u20ac\u00a3\u00a5]+|[\s$\u20ac\u00a3\u00a5%]+$")


def normalised(text: str) -> str:
    """`text` without what people write differently: case, white space, compatibility forms, quotes, final stop."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return plain.strip(_QUOTES + " ").removesuffix(".").strip(_QUOTES + " ")


def number_of(value: Json) -> float | None:
    """The number that a value is, or that a text is as a whole (`1,250.00`, `$ 12`, `15 %`); else None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value) if math.isfinite(value) else None
    if not isinstance(value, str):
        return None
    text = _AROUND.sub("", unicodedata.normalize("NFKC", value)).removesuffix(".").strip()
    return float(text.replace(",", "")) if _NUMBER.fullmatch(text) else None


def same(left: Json, right: Json, *, loose: bool = False) -> bool:
    """JSON equality: 1 is 1.0, true is not 1. `loose`: strings but for case and white space."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, str) and isinstance(right, str):
        return normalised(left) == normalised(right) if loose else left == right
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(same(left[name], right[name], loose=loose) for name in left)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(same(a, b, loose=loose) for a, b in zip(left, right, strict=True))
    return left == right


def compile_match(spec: Json, spot: Spot) -> Match | None:
    """The matcher of a spec; None when it is wrong, which `spot` has been told."""
    if isinstance(spec, str):
        return _text(spec)
    if isinstance(spec, bool | int | float) or spec is None:
        return lambda found: same(found, spec)
    if not isinstance(spec, dict):
        spot.problem("this is a text or one of " + ", ".join(MATCHERS), "Write {list: [...]} for a list.")
        return None
    kinds = [name for name in spec if name in MATCHERS]
    if len(kinds) != 1:
        spot.problem(f"give exactly one of {', '.join(MATCHERS)}, not {len(kinds)}", "Combine several with all or any.")
        return None
    kind = kinds[0]
    for name in spec:
        if name != kind and name not in OPTIONS.get(kind, ()):
            spot.at(name).problem(f'"{kind}" has no "{name}"', nearest(name, [kind, *OPTIONS.get(kind, ())]))
            return None
    return _COMPILERS[kind](spec[kind], spec, spot.at(kind))


def as_json(found: Json) -> Json:
    """What a text says when it is JSON (also in a fenced block), else the value itself."""
    if not isinstance(found, str):
        return found
    text = found.strip()
    if fenced := re.fullmatch(r"```(?:json)?\s*\n(.*?)\n?```", text, re.DOTALL):
        text = fenced[1]
    try:
        return cast(Json, json.loads(text))
    except (ValueError, RecursionError):
        return found


def items_of(found: Json) -> list[Json] | None:
    """The items that an answer lists: a list, or a text of lines, or of parts between semicolons or commas."""
    value = as_json(found)
    if isinstance(value, list):
        return value
    if not isinstance(value, str):
        return None if value is None or isinstance(value, dict) else [value]
    lines = [re.sub(r"^\s*(?:[-*\u2022]|\d+[.)])\s+", "", line).strip() for line in value.splitlines()]
    lines = [line for line in lines if line]
    if len(lines) == 1:
        sign = ";" if ";" in lines[0] else ","
        lines = [part.strip() for part in lines[0].split(sign) if part.strip()]
    return cast("list[Json]", lines)


# ---- one for each key ------------------------------------------------------------------------------------------------


def _text(wanted: str) -> Match:
    plain = normalised(wanted)
    return lambda found: isinstance(found, str | int | float) and normalised(_shown(found)) == plain


def _shown(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _compile_equals(value: Json, spec: Mapping[str, Json], spot: Spot) -> Match | None:
    return lambda found: same(found, value)


def _compile_text(value: Json, spec: Mapping[str, Json], spot: Spot) -> Match | None:
    if not isinstance(value, str):
        spot.problem("text: wants a text", "Use equals: or json: for other values.")
        return None
    return _text(value)


def _compile_regex(value: Json, spec: Mapping[str, Json], spot: Spot) -> Match | None:
    if not isinstance(value, str):
        spot.problem("regex: wants a text")
        return None
    options = re2.Options()
    options.log_errors = False
    try:
        pattern = re2.compile(value, options)
    except re2.error as error:
        spot.problem(f"not a regular expression: {error}", "The syntax is RE2's: no look-around, no back references.")
        return None
    return lambda found: isinstance(found, str | int | float) and pattern.fullmatch(_shown(found).strip()) is not None


def _compile_includes(value: Json, spec: Mapping[str, Json], spot: Spot) -> Match | None:
    phrases = [value] if isinstance(value, str) else value
    if not isinstance(phrases, list) or not phrases or not all(isinstance(one, str) and one.strip() for one in phrases):
        spot.problem("includes: wants a list of phrases")
        return None
    patterns = [re.compile(_words(str(one))) for one in phrases]
    return lambda found: (
        isinstance(found, str | int | float) and all(one.search(normalised(_shown(found))) for one in patterns)
    )


def _words(phrase: str) -> str:
    plain = normalised(phrase)
    begin = r"(?<!\w)" if re.match(r"\w", plain) else ""
    end = r"(?!\w)" if re.search(r"\w$", plain) else ""
    return begin + re.escape(plain) + end


def _several(value: Json, spot: Spot) -> list[Match] | None:
    if not isinstance(value, list) or not value:
        spot.problem("this wants a list of specs")
        return None
    found = [compile_match(one, spot.at(place)) for place, one in enumerate(value)]
    return None if None in found else cast("list[Match]", found)


def _compile_any(value: Json, spec: Mapping[str, Json], spot: Spot) -> Match | None:
    options = _several(value, spot)
    return None if options is None else lambda found: any(one(found) for one in options)


def _compile_all(value: Json, spec: Mapping[str, Json], spot: Spot) -> Match | None:
    parts = _several(value, spot)
    return None if parts is None else lambda found: all(one(found) for one in parts)


def _compile_not(value: Json, spec: Mapping[str, Json], spot: Spot) -> Match | None:
    inner = compile_match(value, spot)
    return None if inner is None else lambda found: found is not None and not inner(found)


def _compile_number(value: Json, spec: Mapping[str, Json], spot: Spot) -> Match | None:
    wanted = number_of(value) if not isinstance(value, str) else None
    given: list[Any] = [spec.get("tolerance", 0), spec.get("relative", 0)]
    if wanted is None or any(isinstance(one, bool) or not isinstance(one, int | float) or one < 0 for one in given):
        spot.problem("number: wants a number, and tolerance: and relative: numbers that are not negative")
        return None
    target: float = wanted
    room = max(float(given[0]), float(given[1]) * abs(target))

    def matches(found: Json) -> bool:
        number = number_of(found)
        return number is not None and abs(number - target) <= room + 1e-9 * max(1.0, abs(target))

    return matches


def _compile_json(value: Json, spec: Mapping[str, Json], spot: Spot) -> Match | None:
    loose = spec.get("normalise", False)
    if not isinstance(loose, bool):
        spot.problem("normalise: is true or false")
        return None
    return lambda found: same(as_json(found), value, loose=loose)


def _compile_set(value: Json, spec: Mapping[str, Json], spot: Spot) -> Match | None:
    if not isinstance(value, list):
        spot.problem("set: wants a list")
        return None
    wanted = Counter(map(_item, value))

    def matches(found: Json) -> bool:
        items = items_of(found)
        return items is not None and Counter(map(_item, items)) == wanted

    return matches


def _compile_list(value: Json, spec: Mapping[str, Json], spot: Spot) -> Match | None:
    if not isinstance(value, list):
        spot.problem("list: wants a list")
        return None
    wanted = list(map(_item, value))

    def matches(found: Json) -> bool:
        items = items_of(found)
        return items is not None and list(map(_item, items)) == wanted

    return matches


def _item(value: Json) -> str:
    """How items are compared: texts but for case and white space, numbers by value."""
    number = number_of(value)
    if number is not None and not isinstance(value, bool):
        return f"#{number!r}"
    return normalised(value) if isinstance(value, str) else json.dumps(value, sort_keys=True)


_COMPILERS: Mapping[str, Callable[[Json, Mapping[str, Json], Spot], Match | None]] = {
    "equals": _compile_equals, "text": _compile_text, "regex": _compile_regex, "includes": _compile_includes,
    "any": _compile_any, "all": _compile_all, "not": _compile_not, "number": _compile_number,
    "json": _compile_json, "set": _compile_set, "list": _compile_list,
}  # fmt: skip
