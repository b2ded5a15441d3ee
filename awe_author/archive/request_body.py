"""A request's body as sorted (name, value) pairs, whatever it was encoded in. Pure, and safe on garbage.

JSON, form and multipart bodies are taken apart so that key order and boundaries do not matter and single members can be
left out when they are known to be volatile. What cannot be taken apart is one pair, ("body", its digest): two such
requests are equal only when their bytes are.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import zlib
from collections.abc import Iterator
from typing import Any, Never
from urllib.parse import unquote_to_bytes

import orjson

from awe_author.queries import with_ampersands

Pairs = list[tuple[str, str]]

LONGEST_VALUE = 256
"""Longer values are kept as their digest, so that an index does not carry documents."""
MOST_LEAVES = 4000
"""A JSON document with more leaves is kept as one digest (of its form with sorted keys)."""
MOST_INFLATED = 64 << 20
"""Compressed bodies that grow beyond this many bytes are compared as they are."""

_LONG_NUMBER = re.compile(rb"\d{18,}")
_PLAIN_FORM = re.compile(r"[\w.\-%\[\]$*]{1,80}=[^&=\s]*(?:&[\w.\-%\[\]$*]{1,80}=[^&=\s]*)*")


class NotJson(ValueError):
    """The text is not one JSON document."""


def digest(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def short(value: str) -> str:
    """`value`, or its digest when it is long."""
    return value if len(value) <= LONGEST_VALUE else digest(value.encode("utf-8", "surrogatepass"))


def inflate(body: bytes, encoding: str = "") -> bytes:
    """Undo gzip or zlib when `encoding` says so or the bytes begin like gzip; the bytes themselves when that fails."""
    if not (body.startswith(b"\x1f\x8b") or encoding in ("gzip", "x-gzip", "deflate")):
        return body
    try:
        stream = zlib.decompressobj(47)
        data = stream.decompress(body, MOST_INFLATED)
        return data if stream.eof else body
    except zlib.error:
        return body


def parse_json(text: bytes | str) -> Any:
    """The document. Integers of any size stay exact. Raises NotJson, also for NaN, Infinity and numbers beyond all."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    try:
        if _LONG_NUMBER.search(raw):
            return json.loads(raw, parse_float=_finite, parse_constant=_no_constant)
        return orjson.loads(raw)
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from error


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{text[:40]} is beyond all numbers")
    return value


def _no_constant(text: str) -> Never:
    raise ValueError(f"{text} is no number in JSON")


def json_pairs(prefix: str, document: Any) -> Pairs:
    """One pair a leaf, named `prefix` + JSON pointer; scalars in JSON notation, so that "1" and 1 differ."""
    pairs: Pairs = []
    for pair in _leaves(prefix, document, 0):
        pairs.append(pair)
        if len(pairs) > MOST_LEAVES:
            return [(prefix, digest(json.dumps(document, sort_keys=True, separators=(",", ":")).encode()))]
    return pairs


def _leaves(pointer: str, value: Any, depth: int) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value and depth < 200:
        for key, member in value.items():
            name = key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key
            yield from _leaves(f"{pointer}/{name}", member, depth + 1)
    elif isinstance(value, list) and value and depth < 200:
        for position, member in enumerate(value):
            yield from _leaves(f"{pointer}/{position}", member, depth + 1)
    elif isinstance(value, str):
        yield pointer, short(_json_string(value))
    else:
        yield pointer, short(json.dumps(value, sort_keys=True))


def _json_string(value: str) -> str:
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # lone surrogates
        return json.dumps(value)


def decode(text: str) -> str:
    """A form or query component without its percent and plus encoding."""
    if "+" in text:
        text = text.replace("+", " ")
    if "%" not in text:
        return text
    return unquote_to_bytes(text.encode("utf-8", "backslashreplace")).decode("utf-8", "backslashreplace")


def form_fields(text: str) -> Pairs:
    """The decoded fields of a query string or urlencoded body, in order."""
    fields: Pairs = []
    for part in with_ampersands(text).split("&"):
        if part:
            name, _, value = part.partition("=")
            fields.append((decode(name), decode(value)))
    return fields


def field_pairs(kind: str, fields: Pairs) -> Pairs:
    """Pairs named `kind`:name; a value that is a JSON object or array is taken apart as well."""
    pairs: Pairs = []
    for name, value in fields:
        if value[:1] in ("{", "[") and value[-1:] in ("}", "]"):
            try:
                pairs.extend(json_pairs(f"{kind}:{name}:", parse_json(value)))
                continue
            except NotJson:
                pass
        pairs.append((f"{kind}:{name}", short(value)))
    return pairs


def multipart_fields(content_type: str, body: bytes) -> list[tuple[str, str | None, bytes]] | None:
    """(name, file name or None, content) of each part of a multipart/form-data body; None when it is malformed."""
    boundary = _boundary(content_type, body)
    if not boundary:
        return None
    delimiter = b"\r\n--" + boundary
    pieces = (b"\r\n" + body).split(delimiter)
    if len(pieces) < 2 or pieces[0].strip():
        return None
    parts: list[tuple[str, str | None, bytes]] = []
    for piece in pieces[1:]:
        if piece.startswith(b"--"):
            return parts
        head, separator, content = piece.partition(b"\r\n\r\n")
        name = re.search(rb'\bname="([^"]*)"', head)
        if not separator or name is None:
            return None
        filename = re.search(rb'\bfilename="([^"]*)"', head)
        file = filename.group(1).decode("utf-8", "replace") if filename else None
        parts.append((name.group(1).decode("utf-8", "replace"), file, content))
    return None


def _boundary(content_type: str, body: bytes) -> bytes:
    """The boundary that the header names, unless the body begins with another one (a header that was rewritten)."""
    first = body[:200].lstrip(b"\r\n").split(b"\r\n", 1)[0].split(b"\n", 1)[0]
    if first.startswith(b"--") and len(first) > 2:
        return first[2:]
    named = re.search(r'boundary="?([^";]+)', content_type, re.I)
    return named.group(1).strip().encode("latin-1", "replace") if named else b""


def multipart_pairs(fields: list[tuple[str, str | None, bytes]]) -> Pairs:
    pairs: Pairs = []
    for name, file, content in fields:
        if file is None:
            pairs.extend(field_pairs("multipart", [(name, content.decode("utf-8", "backslashreplace"))]))
        else:
            pairs.append((f"multipart:{name}", digest(content)))
            pairs.append((f"multipart:{name};filename", file))
    return pairs


def other_pairs(body: bytes) -> Pairs:
    """Pairs of a body whose type says nothing: one JSON document, lines of JSON, a plain form, else a digest."""
    start = body[:64].lstrip()[:1]
    if start in (b"{", b"["):
        try:
            return json_pairs("json:", parse_json(body))
        except NotJson:
            lines = _json_lines(body)
            if lines is not None:
                return json_pairs("json:", lines)
    elif len(body) < 65536:
        try:
            text = body.decode("ascii")
        except UnicodeDecodeError:
            return [("body", digest(body))]
        if _PLAIN_FORM.fullmatch(text):
            return field_pairs("form", form_fields(text))
    return [("body", digest(body))]


def _json_lines(body: bytes) -> list[Any] | None:
    try:
        return [parse_json(line) for line in body.splitlines() if line.strip()]
    except NotJson:
        return None
