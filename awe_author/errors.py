"""Errors a user sees. Two levels: `AweError`, and one class for each boundary that can be crossed wrongly.

Every one says what went wrong, where (file, line, field), and what to do next. The command line prints exactly that and
exits with `exit_code`; anything else that is raised is a bug of ours.
"""

from __future__ import annotations


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


class ArchiveError(InputError):
    """A WARC, WACZ or HAR file cannot be used at all (a damaged record inside one is counted, not raised)."""


class BrowserError(AweError):
    """No browser could be found or started, or it went away."""


class UpstreamError(AweError):
    """The live app could not be reached or broke off while it was recorded."""
