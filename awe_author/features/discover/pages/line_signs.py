"""Signs in texts that pages show otherwise: in front of a line (`* `, `== `), and around words (`''tea''`)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.wording import squeezed

PAIRS = 3
"""Times that a sign which both opens and closes is looked for in one line."""
_SIGN = re.compile(r"([^\w\s'\"(\[]{1,6} +)(?=\S)")
_CLOSING = {"[": "]", "(": ")", "{": "}", "<": ">"}
_AROUND = re.compile(
    r"(?<!\w)('{2,3}|\*{1,2}|_{1,2}|`|~~|(?<!:)//|\[\[|\{\{)(?=\S)(.+?)(?<=\S)((?<!:)\1|\]\]|\}\})(?!\w)"
)
_ADDRESS = "://"
"""Has a sign in it that may be one around words, and is none."""

_BEHIND = re.compile(r"(\[\[|\{\{)([^\[\]{}]*[:/|])([^\[\]{}]+?)(\]\]|\}\})")
SIGNS = "|:/"


@dataclass(frozen=True, slots=True)
class Mark:
    """An element that words between two signs become."""

    opening: str
    closing: str
    tag: str
    link: str = ""
    """What stands in front of the words in its address; they have `_` for blanks there. "" for none."""
    behind: str = ""
    """The sign behind which the words stand that are shown: `[[office:printer]]` as `printer`, `[[tea|Green tea]]` as
    `Green tea`. "" where all are."""


def lines_of(value: str) -> list[str]:
    """The lines that say something."""
    return [squeezed(one) for one in value.splitlines() if one.strip()]


def sign_of(line: str) -> tuple[str, str]:
    """(the sign in front of a line, the line without it and without the same sign at its end)."""
    found = _SIGN.match(line)
    if found is None:
        return "", line
    end = found[1].strip()[::-1]
    core = line[found.end() :]
    return found[1], core.removesuffix(end).strip()


def plain(core: str) -> str:
    """What is shown of a line: without the signs around words."""
    core, was = sign_of(core)[1], ""
    while core != was:
        was, core = core, _AROUND.sub(lambda found: found[2] if _fits(found) else found[0], core)
    return squeezed(core)


def ways_shown(core: str) -> list[str]:
    """What may be shown of a line: all words between signs, or in brackets those behind the last sign."""
    short = _BEHIND.sub(lambda found: found[1] + found[3] + found[4], core)
    return [plain(core), *([plain(short)] if short != core else [])]


def _fits(found: re.Match[str]) -> bool:
    return found[3] == "".join(_CLOSING.get(sign, sign) for sign in found[1])


def marks_in(core: str, shown: Tag) -> dict[tuple[str, str], Mark] | None:
    """The elements that words between signs became; None where such words stand in no element of their own."""
    made: dict[tuple[str, str], Mark] = {}
    for found in _AROUND.finditer(core):
        if not _fits(found):
            continue
        words = plain(found[2])
        inner, behind = _inner(shown, words, found[1])
        if inner is None:
            return None
        named = words.partition("|")[0] if behind == "|" else words
        address, last = str(inner.get("href") or ""), named.replace(" ", "_")
        link = address.removesuffix(last) if address.endswith(last) else ""
        made[found[1], found[3]] = Mark(found[1], found[3], inner.name, link, behind)
    return made


def _inner(shown: Tag, words: str, opening: str) -> tuple[Tag | None, str]:
    """(the element that words between signs became, the sign behind which they are shown)."""
    for sign in ["", *(SIGNS if opening in ("[[", "{{") else "")]:
        said = words.rpartition(sign)[2].strip() if sign else words
        inner = next((one for one in shown.find_all(True) if squeezed(one.get_text()) == said), None)
        if inner is not None and (not sign or sign in words):
            return inner, sign
    return None, ""


def mark_text(mark: Mark, own: str) -> str:
    """The expression of a line in which words between the signs stand in the element."""
    if mark.opening == mark.closing:
        turned = f".replace({text(mark.opening)}, '<{mark.tag}>', 1).replace({text(mark.closing)}, '</{mark.tag}>', 1)"
        if mark.opening in _ADDRESS:
            return f"{own}.replace({text(_ADDRESS)}, '\x04'){turned * PAIRS}.replace('\x04', {text(_ADDRESS)})"
        return f"{own}{turned * PAIRS}"
    words = f"part.split({text(mark.closing)})[0]"
    rest = f"part.substring(size({words}) + {len(mark.closing)})"
    named = f"{words}.split('|')[0]" if mark.behind == "|" else words
    said = f"{words}.substring({words}.lastIndexOf({text(mark.behind)}) + 1)" if mark.behind else words
    link = f"' href=\"' + {text(mark.link)} + {named}.replace(' ', '_') + '\"'" if mark.link else "''"
    made = f"'<{mark.tag}' + {link} + '>' + {said} + '</{mark.tag}>' + {rest}"
    return f"{own}.split({text(mark.opening)}).map(part, part.contains({text(mark.closing)}) ? {made} : part).join('')"
