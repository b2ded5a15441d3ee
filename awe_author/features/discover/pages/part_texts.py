"""Forms that send a part of a long text: `section=3` in the address of the form, and `wpSection=3` with what it sends.

A text has its parts behind lines that begin with a sign (`== Notes ==`). Believed when the field of a form that was
opened so has in it just the part of that number of the text as it was known. What is sent takes the place of that part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.pages.line_signs import sign_of
from awe_author.queries import parse_qsl

LEAST = 2
"""Characters of a sign."""


@dataclass(frozen=True, slots=True)
class Part:
    """How a field is sent in parts."""

    said: str
    """The field of the form that says which part it is."""
    asked: str
    """The parameter of the form's address that does."""
    sign: str
    """At the beginning of each part but the first."""

    def of(self, value: str, number: int) -> str | None:
        """A part of a text; None where it has not so many."""
        parts = self._parts(value)
        return (self.sign + parts[number]).strip() if 0 < number < len(parts) else None

    def put(self, value: str, number: int, sent: str) -> str:
        """A text with something else for one of its parts."""
        parts = self._parts(value)
        if not 0 <= number < len(parts):
            return sent
        before = f"\n{self.sign}".join(parts[:number])
        after = "".join(f"\n{self.sign}{one}" for one in parts[number + 1 :])
        return (before + "\n" + sent.strip() + ("\n" if after else "") + after).lstrip("\n")

    def _parts(self, value: str) -> list[str]:
        return ("\n" + value.replace("\r", "")).split(f"\n{self.sign}")

    def put_text(self, was: str, sent: str) -> str:
        """The expression of the same. `was`, `sent`: those of the text before and of what is sent."""
        number = f"body.get({text(self.said)}, '')"
        before = f"p.slice(0, n).join({text(chr(10) + self.sign)})"
        after = f"p.slice(n + 1, p.size()).map(one, {text(chr(10) + self.sign)} + one).join('')"
        whole = f"{before} + '\\n' + {sent}.replace('\\r', '').trim() + (n + 1 < p.size() ? '\\n' : '') + {after}"
        made = (
            f"[{self._parts_text(was)}].map(p, [int({number})].map(n, n < p.size() ? ({whole}).trim() : {sent})[0])[0]"
        )
        return f"({number}.matches('^[0-9]{{1,3}}$') ? {made} : {sent})"

    def of_text(self, was: str) -> str:
        """The expression of the part that the address of a page asks for."""
        number = f"page.query.get({text(self.asked)}, '')"
        piece = f"({text(self.sign)} + p[n]).trim()"
        made = f"[{self._parts_text(was)}].map(p, [int({number})].map(n, 0 < n && n < p.size() ? {piece} : '')[0])[0]"
        return f"({number}.matches('^[0-9]{{1,3}}$') ? {made} : {was})"

    def _parts_text(self, was: str) -> str:
        return f"('\\n' + {was}.replace('\\r', '')).split({text(chr(10) + self.sign)})"


def parts_of(
    sent: Mapping[str, str],
    forms: Sequence[tuple[str, str, Mapping[str, str], set[str]]],
    texts: Mapping[str, Mapping[str, str]],
) -> dict[str, Part]:
    """Form field -> how it is sent in parts. `forms`: (address, key, fields, hidden fields) of forms that were opened;
    `texts`: key -> field -> what was known of it before."""
    found: dict[str, Part] = {}
    for url, key, fields, hidden in forms:
        for asked, said, number in _numbers(url, fields, hidden):
            for name, value in fields.items():
                whole = texts.get(key, {}).get(sent.get(name, ""), "") if name in sent else ""
                sign = sign_of(value.strip().split("\n")[0])[0].strip()
                part = Part(said, asked, sign)
                if (
                    len(sign) >= LEAST
                    and value.strip() != whole.strip()
                    and part.of(whole, number) == plain_text(value)
                ):
                    found.setdefault(name, part)
    return found


def _numbers(url: str, fields: Mapping[str, str], hidden: set[str]) -> Iterator[tuple[str, str, int]]:
    """(parameter, hidden field called so, number) of the address of a form."""
    for name, value in parse_qsl(urlsplit(url).query):
        for field in hidden:
            called = field.lower() != name.lower() and field.lower().endswith(name.lower())
            if value.isdigit() and called and fields.get(field) == value:
                yield name, field, int(value)


def plain_text(value: str) -> str:
    """A text without what forms add to it."""
    return value.replace("\r", "").strip()


def wholes_of(
    sent: Mapping[str, str],
    parts: Mapping[str, Part],
    texts: Mapping[str, Mapping[str, str]],
    roles: Sequence[tuple[Call, str, str]],
) -> dict[int, dict[str, str]]:
    """Number of a post that sent a part -> field -> the whole text by then. `texts`: what was known at first."""
    now: dict[tuple[str, str], str] = {
        (key, of): value for key, values in texts.items() for of, value in values.items()
    }
    found: dict[int, dict[str, str]] = {}
    for call, role, key in sorted(roles, key=lambda one: one[0].seq):
        body: Mapping[str, Any] = call.body if isinstance(call.body, dict) and role != "delete" else {}
        for name, value in body.items():
            if name not in sent or not isinstance(value, str):
                continue
            place, number = (key, sent[name]), str(body.get(parts[name].said) or "") if name in parts else ""
            if number.isdigit() and place in now:
                now[place] = parts[name].put(now[place], int(number), value)
                found.setdefault(call.seq, {})[sent[name]] = now[place]
            elif not number:
                now[place] = plain_text(value)
            else:
                now.pop(place, None)
    return found
