"""The ways a value is written in a recording: percent-encoded, JSON- and HTML-escaped, as UTF-16, inside base64.

Since a pseudonym keeps every character that needs escaping, each form of the value has the same form of the pseudonym
as its replacement, of the same length. Base64 shifts with the number of bytes before the value, so there it is looked
for by the characters that the value alone decides, for each of the three shifts (RFC 4648, 4 and 5).
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import quote, quote_plus

from awe_author.archive.redaction.values import is_hex

Encoder = Callable[[str], str]
_SIMPLE = re.compile(r"[A-Za-z0-9_.~-]+")
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_COMPONENT = "-_.!~*'()"
_ESCAPE = re.compile(r"%[0-9A-F]{2}")
_NOT_WORD = re.compile(r"[^\w.~ -]", re.ASCII)


def _lower_hex(text: str) -> str:
    return _ESCAPE.sub(lambda found: found.group().lower(), text)


def _json(text: str) -> str:
    return json.dumps(text)[1:-1]


def _json_utf8(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _slashes(text: str) -> str:
    return _json(text).replace("/", "\\/")


def _slashes_utf8(text: str) -> str:
    return _json_utf8(text).replace("/", "\\/")


def _escaped(pattern: str, form: str) -> Encoder:
    """An encoder that writes each character that `pattern` matches as `form % code point`."""
    wanted = re.compile(pattern, re.ASCII)
    return lambda text: wanted.sub(lambda found: form % ord(found.group()), text)


def _charrefs(text: str) -> str:
    return html.escape(text).encode("ascii", "xmlcharrefreplace").decode("ascii")


ENCODERS: tuple[Encoder, ...] = (
    lambda text: quote(text, safe=""),
    lambda text: quote(text, safe=_COMPONENT),
    lambda text: quote(text, safe="*-._"),
    lambda text: quote(text, safe="/"),
    lambda text: quote(text, safe=";,/?:@&=+$#" + _COMPONENT),
    lambda text: quote(text, safe="!#$&'*+-./:<=>?@[]^_`{|}~()"),
    lambda text: quote_plus(text, safe="*-._"),
    lambda text: quote(quote(text, safe=""), safe=""),
    lambda text: quote(quote(text, safe=_COMPONENT), safe=_COMPONENT),
    lambda text: _lower_hex(quote(text, safe="")),
    lambda text: _lower_hex(quote(text, safe=_COMPONENT)),
    lambda text: _lower_hex(quote_plus(text, safe="*-._")),
    _json,
    _json_utf8,
    _slashes,
    _slashes_utf8,
    lambda text: _json(_json(text)),
    lambda text: _json(_slashes(text)),
    lambda text: _json_utf8(_json_utf8(text)),
    lambda text: _json_utf8(_slashes_utf8(text)),
    _escaped(r"[^\x20-\x7e]|[<>&\"'\\]", "\\u%04x"),
    _escaped(r"[^\x20-\x7e]|[<>&'\"\\]", "\\u%04X"),
    _escaped(r"[^\x20-\x7e]|[<>&'\"\\+=`]", "\\u%04X"),
    _escaped(r"[^\x20-\x7e]|[<>&'\"\\=]", "\\u%04x"),
    _escaped(r"[<>&\u2028\u2029]", "\\u%04x"),
    _escaped(_NOT_WORD.pattern, "\\u%04x"),
    _escaped(_NOT_WORD.pattern, "\\u%04X"),
    _escaped(_NOT_WORD.pattern, "\\x%02x"),
    _escaped(_NOT_WORD.pattern, "\\x%02X"),
    html.escape,
    lambda text: html.escape(text, quote=False),
    lambda text: html.escape(text, quote=False).replace('"', "&quot;"),
    lambda text: html.escape(text, quote=False).replace('"', "&#34;").replace("'", "&#39;"),
    lambda text: html.escape(text).replace("&#x27;", "&#39;"),
    lambda text: html.escape(text).replace("&#x27;", "&#039;"),
    lambda text: html.escape(text).replace("&#x27;", "&apos;"),
    lambda text: html.escape(text).replace("&#x27;", "&#39;").replace("/", "&#x2F;").replace("=", "&#x3D;"),
    lambda text: html.escape(text).replace("&#x27;", "&#39;").replace("+", "&#43;"),
    lambda text: html.escape(_json(text)),
    lambda text: html.escape(_json_utf8(text)),
    lambda text: html.escape(_slashes_utf8(text)).replace("&#x27;", "&#39;"),
    _charrefs,
    _escaped(_NOT_WORD.pattern, "&#%d;"),
    _escaped(_NOT_WORD.pattern, "&#x%x;"),
    _escaped(_NOT_WORD.pattern, "&#x%X;"),
)
"""Escapes in use, for values that are more than letters, digits and `_.~-` (others look alike in all of them)."""


def text_forms(value: str, pseudonym: str) -> Iterator[tuple[bytes, bytes]]:
    """(bytes to look for, bytes to put there), the value itself first. May repeat itself."""
    pairs = [(value, pseudonym)]
    if is_hex(value) or _UUID.fullmatch(value):
        pairs += [(value.upper(), pseudonym.upper()), (value.lower(), pseudonym.lower())]
    if not _SIMPLE.fullmatch(value):
        pairs += [(encode(value), encode(pseudonym)) for encode in ENCODERS]
    for written, replacement in pairs:
        yield _utf8(written), _utf8(replacement)
    for encoding in ("utf-16-le", "utf-16-be"):
        yield value.encode(encoding, "surrogatepass"), pseudonym.encode(encoding, "surrogatepass")
    if not value.isascii():
        try:
            yield value.encode("latin-1"), pseudonym.encode("latin-1")
            yield quote(value, encoding="latin-1").encode(), quote(pseudonym, encoding="latin-1").encode()
        except UnicodeEncodeError:
            return


@dataclass(frozen=True, slots=True)
class Base64Form:
    """How a value shows in base64 when `shift` bytes (modulo 3) stand before it."""

    core: bytes
    """The characters that the value alone decides."""
    lead: int
    """Characters of the same group of four before the core."""
    shift: int
    value: bytes
    pseudonym: bytes


def base64_forms(value: str, pseudonym: str) -> Iterator[Base64Form]:
    """Every base64 form of a value, and of its JSON-escaped text where that differs."""
    pairs = [(_utf8(value), _utf8(pseudonym))]
    if _json_utf8(value) != value:
        pairs.append((_utf8(_json_utf8(value)), _utf8(_json_utf8(pseudonym))))
    for data, replacement in pairs:
        for shift in range(3):
            lead = (shift * 8 + 5) // 6
            core = base64.b64encode(bytes(shift) + data)[lead : (shift + len(data)) * 8 // 6]
            yield Base64Form(core, lead, shift, data, replacement)
            urlsafe = core.replace(b"+", b"-").replace(b"/", b"_")
            if urlsafe != core:
                yield Base64Form(urlsafe, lead, shift, data, replacement)


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
