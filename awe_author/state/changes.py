"""What differs between two values, as changes that also know what was there, and such changes applied again."""

from __future__ import annotations

from awe_author.errors import AweError
from awe_author.json_types import Json
from awe_author.state.canonical import same
from awe_author.state.pointer import MISSING, NotThere, Segments, edited, escaped, resolve
from awe_author.state.types import Change


class PatchMismatch(AweError):
    """A recorded change does not fit the state it is applied to: log and state do not belong together."""


def differences(path: str, old: Json, new: Json) -> list[Change]:
    """Changes that make `new` of `old`: objects member by member, everything else (lists too) as a whole.

    Either may be `MISSING`.
    """
    found: list[Change] = []
    _collect(found, path, old, new)
    return found


def _collect(found: list[Change], path: str, old: Json, new: Json) -> None:
    if old is new:
        return
    if old is MISSING:
        found.append(Change("add", path, None, new))
    elif new is MISSING:
        found.append(Change("remove", path, old))
    elif isinstance(old, dict) and isinstance(new, dict):
        names = [name for name in old if old[name] is not new.get(name, MISSING)]
        names += [name for name in new if name not in old]
        for name in sorted(names):
            _collect(found, f"{path}/{escaped(name)}", old.get(name, MISSING), new.get(name, MISSING))
    elif not same(old, new):
        found.append(Change("replace", path, old, new))


def patched_value(value: Json, segments: Segments, change: Change) -> Json:
    """`value` (or `MISSING`) after one recorded change at `segments` in it. Raises `PatchMismatch`."""
    old = MISSING
    if value is not MISSING:
        try:
            old = resolve(value, segments)
        except NotThere:
            old = MISSING
    fits = old is MISSING if change.op == "add" else old is not MISSING and same(old, change.old)
    if not fits:
        raise PatchMismatch(f"the change {change.op} {change.path} does not fit what is there", where=change.path)
    if not segments:
        return MISSING if change.op == "remove" else change.value
    try:
        return edited(value, change.op, segments, change.value)
    except NotThere as error:
        raise PatchMismatch(f"the change {change.op} {change.path}: {error.message}", where=change.path) from error
