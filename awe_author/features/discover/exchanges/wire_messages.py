"""Exchanges of JSON, as forms of messages are looked for in them (`wire_forms`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.model import Sent


@dataclass(frozen=True, slots=True)
class Message:
    """One exchange of JSON."""

    sent: Sent
    answer: Any
    status: int

    @property
    def origin(self) -> str:
        """Scheme and host."""
        return "/".join(self.sent.url.split("/")[:3])

    @property
    def path(self) -> str:
        """The address without its query."""
        return self.sent.url.partition("?")[0]
