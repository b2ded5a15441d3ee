"""Files as values of the state: what an upload puts there and a download takes out.

    {"name": "photo.png", "type": "image/png", "size": 68, "sha256": "...", "data": "iVBORw0..."}

`data` is base64, so that a file is part of the state like everything else: of its hash, of diffs, exports and branches.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from awe_author.json_types import JsonObject

LARGEST = 16 << 20
"""Bytes of one file. A larger one is refused as servers do (413)."""


class NoFile(ValueError):
    """The value is no file."""


def file_value(name: str, kind: str, content: bytes) -> JsonObject:
    """A file as the state keeps it."""
    return {
        "name": name,
        "type": kind or "application/octet-stream",
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "data": base64.b64encode(content).decode(),
    }


def file_content(value: Any) -> tuple[str, str, bytes]:
    """(name, type, bytes) of a file of the state. Raises NoFile."""
    if not isinstance(value, Mapping) or not isinstance(value.get("data"), str):
        raise NoFile("this is no file: {name, type, size, sha256, data}")
    try:
        content = base64.b64decode(value["data"], validate=True)
    except (binascii.Error, ValueError) as error:
        raise NoFile(f"`data` of the file is no base64: {error}") from None
    return str(value.get("name") or "file"), str(value.get("type") or "application/octet-stream"), content


def disposition(name: str, *, inline: bool = False) -> str:
    """Content-Disposition for a file of this name (RFC 6266, with RFC 8187 for other letters than ASCII)."""
    kind = "inline" if inline else "attachment"
    plain = "".join(one if " " <= one < "\x7f" and one not in '"\\' else "_" for one in name)
    named = f'{kind}; filename="{plain}"'
    return named if plain == name else f"{named}; filename*=UTF-8''{quote(name, safe='')}"
