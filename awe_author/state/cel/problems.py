"""An expression is wrong as it is written (`CelProblem`), or it fails on some values (`CelFault`)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from awe_author.errors import AweError, InputError


class CelProblem(InputError):
    """An expression that can never be right: syntax, unknown name or field, operands that do not fit."""

    def __init__(self, message: str, position: int, hint: str = "", *, source: str = "") -> None:
        super().__init__(message, hint=hint)
        self.message, self.hint = message, hint
        self.position = position
        """Offset in the source, in characters, from 0."""
        self.locate(source)

    def locate(self, source: str) -> CelProblem:
        """The same problem, able to say line and column (both from 1) of this source."""
        before = source[: self.position]
        self.line, self.column = before.count("\n") + 1, self.position - (before.rfind("\n") + 1) + 1
        self.where = f"column {self.column}" if "\n" not in source else f"line {self.line}, column {self.column}"
        return self


class CelFault(AweError):
    """An expression failed while it ran: a missing key, an overflow, too many steps. `&&` and `||` may absorb it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class StepsUsed(CelFault):
    """No step is left. Neither `&&` nor `||` may go on after it."""


def nearest(name: str, known: Iterable[str], *, quote: str = "") -> str:
    """A hint for a name that is not known: the one most like it, else the first ones there are."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return f"Did you mean {quote}{close[0]}{quote}?"
    if not names:
        return "There are none."
    shown = ", ".join(f"{quote}{one}{quote}" for one in names[:12])
    return f"There are: {shown}{', ...' if len(names) > 12 else '.'}"
