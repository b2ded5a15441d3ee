"""Times of day as pages write them behind a date: `14:05`, `02:05 PM`, `2:05 p.m.`, `2 p.m.` and `noon`.

The signs that stand for their parts in a pattern: `H` and `h` (two digits, of 24 or 12 hours), `G` and `g` (one or
two), `i` and `s` (minutes, seconds), `a`, `A`, `U` and `u` (`a.m.`, `A.M.`, `AM`, `am`), and `P` for all of
`2:05 p.m.`, `2 p.m.`, `noon` and `midnight`. Moments are texts as in RFC 3339, in UTC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from awe_author.features.discover.common.keys import text

MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)")
HALVES = {"a": ("a.m.", "p.m."), "A": ("A.M.", "P.M."), "U": ("AM", "PM"), "u": ("am", "pm")}
"""Sign -> what is said before and after noon."""
_BEHIND = re.compile(
    r"(?P<hour>\d{1,2})(?P<minute>:\d\d)?(?P<second>:\d\d)?(?P<gap> ?)(?P<half>[AaPp]\.?[Mm]\.?)?\Z|(noon|midnight)\Z"
)
PATTERNS = {
    "H": r"(?P<H>\d\d)", "G": r"(?P<G>\d{1,2})", "h": r"(?P<h>\d\d)", "g": r"(?P<g>\d{1,2})", "i": r"(?P<i>\d\d)",
    "s": r"(?P<s>\d\d)", "P": r"(?P<P>\d{1,2}(?::\d\d)? [ap]\.m\.|noon|midnight)",
    **{sign: f"(?P<{sign}>{re.escape(am)}|{re.escape(pm)})" for sign, (am, pm) in HALVES.items()},
}  # fmt: skip


def clock_signs(shown: str) -> Iterator[tuple[str, str]]:
    """(what stands before the time, the pattern of the time) of a text that ends in one; nothing for others."""
    found = _BEHIND.search(shown)
    if found is None or not (found["minute"] or found["half"] or found[6]):
        return
    before = shown[: found.start()]
    minutes = ("{i}" if not found["minute"] else ":{i}") if found["minute"] else ""
    minutes += ":{s}" if found["second"] else ""
    half = next((sign for sign, words in HALVES.items() if found["half"] in words), "")
    if found[6] or (half == "a" and not found["second"]):
        yield before, "{P}"
    if found["minute"] and not found["half"]:
        yield from ((before, f"{{{sign}}}{minutes}") for sign in ("H", "G"))
    if found["minute"] and half:
        yield from ((before, f"{{{sign}}}{minutes}{found['gap']}{{{half}}}") for sign in ("h", "g"))


def clock_parts(moment: str) -> dict[str, str]:
    """Sign -> what it is of a moment."""
    found = MOMENT.match(moment)
    if found is None:
        return {}
    hour, minute = int(found[2]), found[3]
    twelve = str((hour + 11) % 12 + 1)
    parts = {"H": found[2], "G": str(hour), "h": twelve.zfill(2), "g": twelve, "i": minute, "s": found[4]}
    parts |= {sign: words[hour >= 12] for sign, words in HALVES.items()}
    whole = f"{twelve}{'' if minute == '00' else ':' + minute} {parts['a']}"
    return {**parts, "P": {"00:00": "midnight", "12:00": "noon"}.get(f"{found[2]}:{minute}", whole)}


def clock_of(said: Mapping[str, str | None]) -> str:
    """`14:05:00` of what the signs of a pattern were; "" for what is no time."""
    if whole := said.get("P"):
        if whole in ("noon", "midnight"):
            return "12:00:00" if whole == "noon" else "00:00:00"
        said = {"g": re.split(r"[: ]", whole)[0], "i": whole[whole.find(":") + 1 :][:2] if ":" in whole else "00",
                "a": whole[-4:]}  # fmt: skip
    hour = said.get("H") or said.get("G")
    half = next((said[sign] for sign in HALVES if said.get(sign)), None)
    if hour is None:
        twelve = int(said.get("h") or said.get("g") or 0)
        hour = str(twelve % 12 + (12 if half and half[:1] in "pP" else 0)) if 1 <= twelve <= 12 else "99"
    minute, second = said.get("i") or "00", said.get("s") or "00"
    return f"{hour.zfill(2)}:{minute}:{second}" if int(hour) < 24 and int(minute) < 60 and int(second) < 60 else ""


def clock_texts(own: str) -> dict[str, str]:
    """Sign -> its expression. `own`: that of a moment, as a text."""
    hour, minute = f"int({own}.substring(11, 13))", f"{own}.substring(14, 16)"
    twelve = f"string(({hour} + 11) % 12 + 1)"
    parts = {
        "H": f"{own}.substring(11, 13)", "G": f"string({hour})", "i": minute, "s": f"{own}.substring(17, 19)",
        "g": twelve, "h": f"(({hour} + 11) % 12 < 9 ? '0' : '') + {twelve}",
    }  # fmt: skip
    parts |= {sign: f"({hour} < 12 ? {text(am)} : {text(pm)})" for sign, (am, pm) in HALVES.items()}
    whole = f"{twelve} + ({minute} == '00' ? '' : ':' + {minute}) + ' ' + {parts['a']}"
    full = f"{own}.substring(11, 16)"
    return {**parts, "P": f"({full} == '00:00' ? 'midnight' : {full} == '12:00' ? 'noon' : {whole})"}
