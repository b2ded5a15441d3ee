"""Calls of functions in a text of a script, as data: `this.add_row(12,{"subject":"Tea"},false);`.

Some apps answer with calls that their page then performs. A call whose arguments are JSON is read as an object of its
arguments by their number ("0", "1", ...); everything else of the text stays as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

_CALL = re.compile(r"(?<![\w$])(?:[A-Za-z_$][\w$]*\.)*([A-Za-z_$][\w$]*)\(")
_SPACE = re.compile(r"[\s]*")
_END = re.compile(r"[ \t]*;?[ \t]*\n?")
_DECODER = json.JSONDecoder()
MOST = 20_000
"""Calls of one text that are read."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call: `text[begin:end]` is all of it, with its semicolon and the end of its line."""

    name: str
    """Without the object before it."""
    arguments: dict[str, Any]
    begin: int
    end: int
    head: str
    """What stands before the arguments: `this.add_row(`."""
    tail: str
    """What stands behind them."""


def calls_in(text: str) -> list[Call]:
    """The calls of a text whose arguments are JSON, in order."""
    found: list[Call] = []
    at = 0
    while len(found) < MOST and (begun := _CALL.search(text, at)) is not None:
        read = _arguments(text, begun.end())
        if read is None:
            at = begun.end()
            continue
        values, close = read
        end = _END.match(text, close + 1)
        at = end.end() if end is not None else close + 1
        numbered = {str(number): value for number, value in enumerate(values)}
        found.append(Call(begun[1], numbered, begun.start(), at, begun[0], text[close:at]))
    return found


def _arguments(text: str, at: int) -> tuple[list[Any], int] | None:
    """(values, place of the bracket that closes them)."""
    values: list[Any] = []
    at = _after_space(text, at)
    while at < len(text) and text[at] != ")":
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            return None
        values.append(value)
        at = _after_space(text, at)
        if at < len(text) and text[at] == ",":
            at = _after_space(text, at + 1)
        elif at >= len(text) or text[at] != ")":
            return None
    return (values, at) if at < len(text) else None


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found is not None else at


def with_calls(text: str, made: dict[str, list[Any]], like: Iterable[Call] = ()) -> str:
    """The text with other calls of the functions that `made` names: each an object of arguments by number. They stand
    where the first of them stood, else at the end, written as those of `like` are."""
    found = [call for call in calls_in(text) if call.name in made]
    first = {name: next((call for call in found if call.name == name), None) for name in made}
    parts: list[str] = []
    at, markup = 0, "<script" in text
    for call in found:
        parts.append(text[at : call.begin])
        if call is first[call.name]:
            parts += [_written(call.head, call.tail, one, markup=markup) for one in made[call.name]]
        at = call.end
    parts.append(text[at:])
    forms = {call.name: (call.head, call.tail) for call in like}
    for name in (name for name, call in first.items() if call is None):
        head, tail = forms.get(name, (f"{name}(", ");\n"))
        parts += [_written(head, tail, one) for one in made[name]]
    return "".join(parts)


def _written(head: str, tail: str, arguments: Any, *, markup: bool = False) -> str:
    values = list(arguments.values()) if isinstance(arguments, dict) else [arguments]
    said = ",".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in values)
    return head + (said.replace("</", "<\\/") if markup else said) + tail
