"""Where a secret came from: given by the server, or made by the page itself.

A page that is replayed is given the pseudonym wherever the server gave it the secret, and sends it back. What the page
makes itself (a session id from random numbers, a hash of a password) it makes again, the very value that was replaced
in the recording; so a parameter that held it has to match whatever is asked.
"""

from __future__ import annotations

from collections.abc import Iterable

from awe_author.archive.capture import CapturedExchange
from awe_author.archive.redaction.bodies import TEXT_TYPES, decoded, media_type
from awe_author.archive.redaction.replacer import Replacer


class Origins:
    """Tells secrets that the server gave from those that pages made."""

    def __init__(self, exchanges: Iterable[CapturedExchange] = ()) -> None:
        self._exchanges = sorted(exchanges, key=lambda exchange: exchange.seq)
        self._first: dict[str, int | None] = {}
        """Value -> seq of the latest exchange before its first use that gave it, None when none did."""

    def made_by_page(self, value: str, seq: int) -> bool:
        """Did no answer to an earlier request than `seq` hold `value`?"""
        if value not in self._first:
            self._first[value] = self._given(Replacer([(value, value[::-1])]), seq)
        return self._first[value] is None

    def _given(self, value: Replacer, seq: int) -> int | None:
        """The nearest first: what a form sends was mostly in the page just before."""
        for exchange in reversed(self._exchanges):
            if exchange.seq < seq and _gives(exchange, value):
                return exchange.seq
        return None


def _gives(exchange: CapturedExchange, value: Replacer) -> bool:
    if any(value.find(content.encode("latin-1", "replace")) for _, content in exchange.response_headers):
        return True
    for message in exchange.messages:
        data = message.data if isinstance(message.data, bytes) else message.data.encode("utf-8", "surrogatepass")
        if not message.outgoing and value.find(data):
            return True
    if not exchange.response_body.size or not media_type(exchange.response_headers).startswith(TEXT_TYPES):
        return False
    plain = decoded(exchange.response_body.read(), exchange.response_headers, complete=exchange.complete)
    return plain is not None and value.find(plain)
