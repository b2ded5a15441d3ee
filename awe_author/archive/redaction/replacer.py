"""Finds and replaces all forms of all secrets in two passes over some bytes (Aho-Corasick; the second for base64).

The same object audits: `find` says whether any of the secrets is still there.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable

from ahocorasick_rs import BytesAhoCorasick, MatchKind

from awe_author.archive.redaction.forms import Base64Form, base64_forms, text_forms

_ALPHABET = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")


class Replacer:
    """Knows the secrets by heart; without any it changes nothing."""

    def __init__(self, secrets: Iterable[tuple[str, str]], aliases: Iterable[tuple[bytes, bytes]] = ()) -> None:
        """`secrets`: (value, pseudonym). `aliases`: further spellings that were seen, with their replacements."""
        table: dict[bytes, bytes] = {}
        hidden: dict[bytes, Base64Form] = {}
        for value, pseudonym in secrets:
            for written, replacement in text_forms(value, pseudonym):
                table.setdefault(written, replacement)
            for form in base64_forms(value, pseudonym):
                hidden.setdefault(form.core, form)
        for written, replacement in aliases:
            table.setdefault(written, replacement)
        self._replacements = list(table.values())
        self._hidden = list(hidden.values())
        self._texts = BytesAhoCorasick(list(table), matchkind=MatchKind.LeftmostLongest) if table else None
        self._cores = BytesAhoCorasick(list(hidden), matchkind=MatchKind.LeftmostLongest) if hidden else None

    def replace(self, data: bytes) -> bytes:
        """`data` with every secret replaced; the same object when there is none in it."""
        if self._texts is None or not data:
            return data
        found = self._texts.find_matches_as_indexes(data)
        if found:
            parts, position = [], 0
            for number, start, end in found:
                parts += [data[position:start], self._replacements[number]]
                position = end
            data = b"".join([*parts, data[position:]])
        return self._replace_hidden(data)

    def _replace_hidden(self, data: bytes) -> bytes:
        if self._cores is None:
            return data
        found = self._cores.find_matches_as_indexes(data)
        if not found:
            return data
        changed = bytearray(data)
        for number, start, _ in found:
            form = self._hidden[number]
            at = _group(changed, start, form)
            if at is not None:
                first, decoded, urlsafe, size = at
                decoded = decoded[: form.shift] + form.pseudonym + decoded[form.shift + len(form.value) :]
                encoded = base64.urlsafe_b64encode(decoded) if urlsafe else base64.b64encode(decoded)
                changed[first : first + size] = encoded[:size]
        return bytes(changed)

    def find(self, data: bytes) -> bool:
        """Is any secret in `data`, in any form?"""
        if self._texts is None or self._cores is None:
            return False
        if self._texts.find_matches_as_indexes(data):
            return True
        found = self._cores.find_matches_as_indexes(data)
        return any(_group(data, start, self._hidden[number]) is not None for number, start, _ in found)


def _group(data: bytes | bytearray, start: int, form: Base64Form) -> tuple[int, bytes, bool, int] | None:
    """(where the groups of four begin, what they decode to, is it the URL-safe alphabet, their length), None when it is
    not the secret after all."""
    first = start - form.lead
    if first < 0:
        return None
    wanted = -(-(form.shift + len(form.value)) // 3) * 4
    text = bytes(data[first : first + wanted])
    size = next((place for place, byte in enumerate(text) if byte not in _ALPHABET), len(text))
    text = text[:size]
    urlsafe = b"-" in text or b"_" in text
    padded = text + b"=" * (-len(text) % 4)
    try:
        decoded = base64.b64decode(padded, b"-_" if urlsafe else None)
    except (binascii.Error, ValueError):
        return None
    if decoded[form.shift : form.shift + len(form.value)] != form.value:
        return None
    return first, decoded, urlsafe, size
