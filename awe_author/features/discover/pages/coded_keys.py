"""Attributes of rows that have the key in base64 (RFC 4648, 4 and 5), without padding: `id="row-TWludXRlcw"`."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence

from awe_author.features.discover.common.keys import framed

LEAST = 2
"""Rows that say it, with different keys."""
_CODED = "base64.encode(bytes(item.id)).replace('=', '').replace('+', '-').replace('/', '_')"


def coded_key(key: str, value: str, told: Sequence[tuple[str, str]]) -> str | None:
    """The expression of such an attribute; None for another. `told`: (key, what the attribute says) of all rows."""
    before, there, after = value.partition(_coded(key))
    right = {of for of, said in told if said == before + _coded(of) + after}
    wrong = any(said != before + _coded(of) + after for of, said in told)
    return framed(before, _CODED, after) if there and len(right) >= LEAST and not wrong else None


def _coded(key: str) -> str:
    return urlsafe_b64encode(key.encode()).decode().rstrip("=")
