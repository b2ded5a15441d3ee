"""What a form does to messages: requests and answers as they pass, and as features see them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from awe_author.features.patterns import glob
from awe_author.json_types import Json, JsonObject

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """A request."""

    method: str
    url: str
    headers: Headers = ()
    body: Json = None
    """JSON, or field -> value of a form; None for anything else."""
    is_form: bool = False

    def saying(self, body: Json) -> Sent:
        """The same with another body, as JSON."""
        return replace(self, body=body, is_form=False)


class Form(Protocol):
    """One way in which an app writes what it says."""

    @property
    def on(self) -> str:
        """`METHOD address`, with `*` for any text; without the query."""

    def asked(self, sent: Sent) -> Sent:
        """A request as features see it."""

    def told(self, sent: Sent, value: Json) -> Json:
        """An answer as features see it. `sent`: the request as it passed."""

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        """The answer of features as it passes. `like`: a recorded one as it passed, None without one."""

    def document(self) -> JsonObject:
        """As feature files say it."""


class Asking:
    """A form of requests alone: answers pass as they are."""

    __slots__ = ()

    def told(self, sent: Sent, value: Json) -> Json:
        """The answer."""
        return value

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        """The answer."""
        return value


def applies(form: Form, sent: Sent) -> bool:
    """Is a form that of such a request?"""
    return glob(form.on, f"{sent.method} {sent.url.partition('?')[0]}") is not None
