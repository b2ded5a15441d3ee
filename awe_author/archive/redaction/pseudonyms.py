"""Pseudonyms: of the same length and the same classes of characters as the value, one for each value.

A keyed hash of the value (the key is random and thrown away with the run) picks a digit for each digit, a lower-case
letter for each lower-case letter, and so on; punctuation stays. So a cookie stays a cookie, a UUID a UUID, hex stays
hex, base64 stays base64. A long run of letters and digits inside a value has a pseudonym of its own: whatever way
punctuation around it is escaped (percent, \\u002B, &#43;), such a run reads the same, and is found. JSON Web Tokens
keep header, claims and shape; the signature and the claims that identify the session are replaced, so pages that read
the claims go on working.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Iterator

from awe_author.archive.redaction.values import JWT, is_hex, looks_random

LONG_RUN = 16
"""Letters and digits in a row from which a part of a value is looked for on its own."""
_RUN = re.compile(r"[A-Za-z0-9]+")
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_DIGITS, _LOWER, _UPPER = "0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_HEX_LOWER, _HEX_UPPER = "0123456789abcdef", "0123456789ABCDEF"
_MARKS = "-._~!*"


class Pseudonyms:
    """Values and their pseudonyms, one to one as far as the number of possible pseudonyms allows."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._made: dict[str, str] = {}
        self._taken: set[str] = set()
        self.avoid: set[str] = set()
        """Values that no pseudonym may be: the secrets themselves."""
        self.claims: Callable[[str], str] = lambda text: text
        """Replaces what is secret in the claims of a JSON Web Token (JSON text to JSON text)."""

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(list(self._made.items()))

    def of(self, value: str) -> str:
        """The pseudonym of `value`; the same one each time."""
        made = self._made.get(value)
        if made is None:
            made = self._jwt(value) if JWT.fullmatch(value) else self._opaque(value)
            self._made[value] = made
            self._taken.add(made)
        return made

    def parts(self, value: str) -> list[str]:
        """Parts of `value` that have pseudonyms of their own and are distinctive enough to be looked for alone."""
        if JWT.fullmatch(value):
            _, payload, signature = value.split(".")
            changed = self.of(value).split(".")[1] != payload
            return [signature, payload] if changed else [signature]
        return [run for run in _RUN.findall(value) if _stands_alone(run) and run != value]

    def _opaque(self, value: str) -> str:
        for attempt in range(64):
            made = self._scramble(value, attempt)
            if made != value and made not in self._taken and made not in self.avoid:
                return made
        return self._scramble(value, 64)

    def _scramble(self, value: str, attempt: int) -> str:
        if _UUID.fullmatch(value):
            return self._fill(value, value, attempt, hexadecimal=True)
        made, position = [], 0
        for run in _RUN.finditer(value):
            made.append(self._others(value, value[position : run.start()], attempt))
            text = run.group()
            if _stands_alone(text) and text != value:
                made.append(self.of(text))
            else:
                made.append(self._fill(f"{value} {run.start()}", text, attempt, hexadecimal=is_hex(text)))
            position = run.end()
        made.append(self._others(value, value[position:], attempt))
        result = "".join(made)
        if result == value and not any(mark.isalpha() or (mark.isascii() and mark.isdigit()) for mark in value):
            stream = self._stream(value, attempt)
            result = "".join(
                _MARKS[next(stream) % len(_MARKS)] if ord(mark) < 128 else chr(ord(mark) & ~63 | next(stream) & 63)
                for mark in value
            )
        return result

    def _fill(self, seed: str, text: str, attempt: int, *, hexadecimal: bool) -> str:
        stream = self._stream(seed, attempt)
        lower, upper = (_HEX_LOWER, _HEX_UPPER) if hexadecimal else (_LOWER, _UPPER)
        uppercase = any(character in _UPPER for character in text)
        made: list[str] = []
        for position, character in enumerate(text):
            alphabet = ""
            if hexadecimal and character != "-":
                fixed = len(text) == 36 and position in (14, 19)
                alphabet = character if fixed else upper if uppercase else lower
            elif character in _DIGITS:
                alphabet = _DIGITS[1:] if position == 0 and character != "0" else _DIGITS
            elif character in _LOWER:
                alphabet = lower
            elif character in _UPPER:
                alphabet = upper
            made.append(alphabet[next(stream) % len(alphabet)] if alphabet else character)
        return "".join(made)

    def _others(self, seed: str, text: str, attempt: int) -> str:
        """Letters beyond ASCII move within their block of 64 code points (same length in UTF-8); the rest stays."""
        if text.isascii():
            return text
        stream = self._stream(seed + "\0" + text, attempt)
        return "".join(
            character if ord(character) < 160 or not character.isalpha() else _neighbour(character, next(stream))
            for character in text
        )

    def _stream(self, seed: str, attempt: int) -> Iterator[int]:
        material = f"{attempt} {seed}".encode("utf-8", "surrogatepass")
        counter = 0
        while True:
            yield from hashlib.blake2b(material, key=self._key, salt=counter.to_bytes(16, "big")).digest()
            counter += 1

    def _jwt(self, token: str) -> str:
        head, payload, signature = token.split(".")
        try:
            claims = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)).decode()
        except (binascii.Error, UnicodeDecodeError):
            return f"{head}.{self.of(payload)}.{self.of(signature)}"
        replaced = base64.urlsafe_b64encode(self.claims(claims).encode()).decode().rstrip("=")
        if replaced != payload and len(replaced) == len(payload):
            self._made[payload] = replaced
            self._taken.add(replaced)
        else:
            replaced = payload
        return f"{head}.{replaced}.{self.of(signature)}"


def _stands_alone(run: str) -> bool:
    return len(run) >= LONG_RUN and (looks_random(run) or is_hex(run))


def _neighbour(character: str, number: int) -> str:
    """Another letter of the same block of 64 code points, so of the same length in UTF-8."""
    base = ord(character) & ~63
    for step in range(64):
        candidate = chr(base + (number + step) % 64)
        if candidate.isalpha() and candidate != character and candidate.lower() != character.lower():
            return candidate
    return character
