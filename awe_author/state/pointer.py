"""JSON pointers (RFC 6901), and reading and editing a JSON value by one without changing the value itself.

An edited value shares everything beside the path with the one it came from: states keep both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from awe_author.json_types import Json, JsonObject

Segments = tuple[str, ...]


class NotThere(LookupError):
    """A path leads to nothing, or through something that has no members. `depth` segments of it were there."""

    def __init__(self, message: str, depth: int) -> None:
        super().__init__(message)
        self.message, self.depth = message, depth


def escaped(segment: str) -> str:
    """One segment as it is written in a pointer."""
    if "~" in segment or "/" in segment:
        return segment.replace("~", "~0").replace("/", "~1")
    return segment


def pointer(*segments: str) -> str:
    """The pointer that leads along `segments`; `""` for none."""
    return "".join(["/" + escaped(segment) for segment in segments])


def parse(text: str) -> Segments:
    """The segments of a pointer. Raises `ValueError` when it is neither empty nor begins with a slash."""
    if not text:
        return ()
    if text[0] != "/":
        raise ValueError(f"{text!r} is not a JSON pointer: it has to begin with '/'")
    parts = text[1:].split("/")
    if "~" in text:
        return tuple([part.replace("~1", "/").replace("~0", "~") for part in parts])
    return tuple(parts)


def resolve(document: object, segments: Sequence[str]) -> Any:
    """What is at `segments` of `document`. Raises `NotThere`."""
    here: Any = document
    for depth, segment in enumerate(segments):
        if isinstance(here, Mapping):
            if segment not in here:
                raise NotThere(f"there is no {segment!r}", depth)
            here = here[segment]
        elif isinstance(here, list):
            here = here[_index(segment, len(here), depth)]
        else:
            raise NotThere(f"a {json_type(here)} has no {segment!r}", depth)
    return here


def json_type(value: object) -> str:
    """The name that JSON Schema gives to the type of `value`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def edited(document: Json, op: str, segments: Sequence[str], value: Json = None, depth: int = 0) -> Json:
    """A copy of `document` with one operation applied at `segments`. Raises `NotThere`.

    `add` and `remove` and `replace` are those of RFC 6902; `merge` is RFC 7396 on the object that is there.
    """
    if depth == len(segments):
        return merged(document, value, depth) if op == "merge" else value
    segment, last = segments[depth], depth + 1 == len(segments)
    if isinstance(document, dict):
        copy = dict(document)
        if last and op == "add":
            copy[segment] = value
        elif segment not in document:
            raise NotThere(f"there is no {segment!r}", depth)
        elif last and op == "remove":
            del copy[segment]
        else:
            copy[segment] = edited(document[segment], op, segments, value, depth + 1)
        return copy
    if isinstance(document, list):
        items = list(document)
        if last and op == "add":
            items.insert(len(items) if segment == "-" else _index(segment, len(items) + 1, depth), value)
            return items
        index = _index(segment, len(items), depth)
        if last and op == "remove":
            del items[index]
        else:
            items[index] = edited(items[index], op, segments, value, depth + 1)
        return items
    raise NotThere(f"a {json_type(document)} has no {segment!r}", depth)


def merged(target: Json, patch: Json, depth: int = 0) -> Json:
    """`patch` merged into the object `target` (RFC 7396); `null` takes a member away."""
    if not isinstance(target, dict):
        raise NotThere(f"a {json_type(target)} cannot be merged into", depth)
    return _merged(target, patch)


def _merged(target: Json, patch: Json) -> Json:
    if not isinstance(patch, dict):
        return patch
    result: JsonObject = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = _merged(result.get(name), value)
    return result


def _index(segment: str, size: int, depth: int) -> int:
    if not (segment.isascii() and segment.isdecimal()) or (segment[0] == "0" and segment != "0"):
        raise NotThere(f"{segment!r} is not a place in a list", depth)
    if int(segment) >= size:
        raise NotThere(f"the list has no place {segment}", depth)
    return int(segment)


def path_of(field: str) -> Segments:
    """The path that the name of a field stands for: a pointer as it is (`""` is the whole value), else one segment."""
    return parse(field) if not field or field[0] == "/" else (field,)


MISSING: Final[Any] = object()
"""Stands for "nothing there" where `None` is a value."""


def values_at(document: object, path: Sequence[str]) -> Iterator[Json]:
    """Every value that `path` leads to; a `*` stands for each item of a list or member of an object."""
    here: Any = document
    for depth, segment in enumerate(path):
        if segment == "*":
            for item in here if isinstance(here, list) else here.values() if isinstance(here, dict) else ():
                yield from values_at(item, path[depth + 1 :])
            return
        if not isinstance(here, dict) or segment not in here:
            return
        here = here[segment]
    yield here


def items_at(document: object, path: Sequence[str]) -> list[Json]:
    """The same, with every list among the values replaced by its items."""
    found: list[Json] = []
    for value in values_at(document, path):
        if isinstance(value, list):
            found.extend(value)
        else:
            found.append(value)
    return found
