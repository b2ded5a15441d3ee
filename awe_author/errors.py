"""Errors a user sees. Two levels: `AweError`, and one class for each boundary that can be crossed wrongly.

Every one says what went wrong, where (file, line, field), and what to do next. The command line prints exactly that and
exits with `exit_code`; anything else that is raised is a bug of ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

SHOWN = 10
"""Mistakes that the text of `Mistakes` lists."""


class AweError(Exception):
    """Something failed that the user can act upon. Exit code 1."""

    exit_code = 1

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(what)
        self.what, self.where, self.hint = what, where, hint

    def __str__(self) -> str:
        where = f"{self.where}: " if self.where else ""
        return f"{where}{self.what}" + (f"\nHint: {self.hint}" if self.hint else "")


class InputError(AweError):
    """A file, flag or value given by the user is wrong. Exit code 2."""

    exit_code = 2


class Mistake(Protocol):
    """One mistake in a file of an author; as text it says place and what is wrong."""

    @property
    def file(self) -> str: ...

    @property
    def hint(self) -> str: ...


@dataclass(frozen=True, slots=True, order=True)
class PlacedMistake:
    """One mistake, with its place in a text."""

    file: str
    line: int
    """From 1; 0: not known. So is the column."""

    column: int
    path: str
    """Keys and positions that lead there, for people; empty for the whole file."""

    what: str
    hint: str = ""
    """What to do about it, with the nearest thing that would have fitted."""

    @property
    def where(self) -> str:
        """`file:line:column`, as far as known."""
        return ":".join([self.file, *(str(one) for one in (self.line, self.column) if one)])

    def __str__(self) -> str:
        return f"{self.where}: {self.path + ': ' if self.path else ''}{self.what}"


M = TypeVar("M", bound=Mistake)


class Mistakes(InputError, Generic[M]):
    """Files of an author cannot be used. `problems` has every mistake that was found, in order; the text the first."""

    def __init__(self, problems: Iterable[M], *, what: str = "") -> None:
        self.problems = tuple(problems)
        count = len(self.problems)
        lines = [what or f"{count} problem" + ("s" if count != 1 else ""), *map(str, self.problems[:SHOWN])]
        if count > SHOWN:
            lines.append(f"... and {count - SHOWN} more")
        files = ", ".join(dict.fromkeys(one.file for one in self.problems))
        super().__init__("\n  ".join(lines), where=files, hint=self.problems[0].hint if count else "")


class ArchiveError(InputError):
    """A WARC, WACZ or HAR file cannot be used at all (a damaged record inside one is counted, not raised)."""


class BrowserError(AweError):
    """No browser could be found or started, or it went away."""


class UpstreamError(AweError):
    """The live app could not be reached or broke off while it was recorded."""
