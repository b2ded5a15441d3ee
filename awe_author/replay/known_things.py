"""What a recording tells of things beside what is asked about them: lists that show one with its group and its keys.

Records with the same type and a member by which they are called so are about one thing. A member counts that was the
same wherever it was shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson

from awe_author.replay.names import with_names

NAMES = re.compile(r"(?i)(?:id|key|path|name|slug|code|handle|number)s?\Z")
"""Members that say what something is called."""
_OWN = ("name", "slug", "title", "path")
"""Members that say what the record itself is called."""
_KEY = re.compile(r"(?=.*\d)[\w:-]{12,80}")
STATE = re.compile(r"(?:\A|_|(?<=[a-z]))(?:[Ss]tatus|[Ss]tate)\Z")
"""Members that say in which state something is."""
TYPE = "__typename"
DEEPEST = 12
MOST = 60_000
"""Records that are looked at."""


class KnownThings:
    """What recorded answers tell of things by type and name."""

    def __init__(self, answers: Iterable[Any]) -> None:
        self._told: dict[tuple[str, str], dict[str, set[bytes]]] = {}
        left = MOST
        for answer in answers:
            for record in _records(answer):
                left -= 1
                if left > 0:
                    self._take(record)

    def _take(self, record: Mapping[str, Any]) -> None:
        for name in set(_called(record)):
            members = self._told.setdefault((str(record[TYPE]), name), {})
            for member, value in record.items():
                members.setdefault(member, set()).add(_bytes(value))

    def _always(self, kind: str, name: str) -> dict[str, bytes]:
        members = self._told.get((kind, name), {})
        return {member: next(iter(values)) for member, values in members.items() if len(values) == 1}

    def keys(self, names: Mapping[str, str]) -> dict[str, str]:
        """Key of something called by a name -> the key of the one that is called by the other name instead."""
        found: dict[str, set[str]] = {}
        for old, new in names.items():
            for kind in {kind for kind, name in self._told if name == old}:
                mine, others = self._always(kind, old), self._always(kind, new)
                if not any(mine.get(own) == _bytes(old) and others.get(own) == _bytes(new) for own in _OWN):
                    continue
                for member in mine.keys() & others.keys():
                    key, other = orjson.loads(mine[member]), orjson.loads(others[member])
                    if _is_key(key) and _is_key(other) and key != other:
                        found.setdefault(key, set()).add(other)
        return {key: others.pop() for key, others in found.items() if len(others) == 1}

    def exchanged(self, answer: Any, names: Mapping[str, str], *, written: bool = False) -> Any:
        """An answer with the names exchanged, and with what is known of the things that are called so now. `written`:
        they were written since, so that what says a state is none of that."""
        if isinstance(answer, list):
            return [self.exchanged(one, names, written=written) for one in self._kept(answer, names)]
        if not isinstance(answer, dict):
            return with_names(answer, names)
        made = {member: self.exchanged(inner, names, written=written) for member, inner in answer.items()}
        if TYPE in answer and not (written and any(map(STATE.search, answer))):
            for old in set(_called(answer)) & names.keys():
                made |= self._known(answer, old, names[old]) if names[old] != old else {}
        return made

    def _known(self, record: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
        """Members of a record about something that are known of the one called otherwise. A list that was empty stays
        so: of what is in it pages would ask what nobody recorded, and fail where they went on before."""
        mine, others = self._always(str(record[TYPE]), old), self._always(str(record[TYPE]), new)
        same = {
            member
            for member in others.keys() & mine.keys()
            if member in record and mine[member] == _bytes(record[member])
        }
        none = {member for member, value in record.items() if others.get(member) == b"[]" and isinstance(value, list)}
        return {member: orjson.loads(others[member]) for member in same | none if record[member] != []}

    def _kept(self, items: list[Any], names: Mapping[str, str]) -> list[Any]:
        """Of a list of all that have one of the names in a list of theirs, those that have the other one in it."""
        records = [one for one in items if isinstance(one, dict) and TYPE in one]
        if len(records) < 2 or len(records) < len(items):
            return items
        known = [self._lists(one) for one in records]
        for old, new in names.items():
            for member in set.intersection(*(set(one) for one in known)):
                if all(old in one[member] for one in known) and any(new in one[member] for one in known):
                    return [one for one, lists in zip(records, known, strict=True) if new in lists[member]]
        return items

    def _lists(self, record: Mapping[str, Any]) -> dict[str, list[Any]]:
        """The lists that are known of what a record is about."""
        found: dict[str, list[Any]] = {}
        for name in set(_called(record)):
            for member, value in self._always(str(record[TYPE]), name).items():
                if value[:1] == b"[" and isinstance(listed := orjson.loads(value), list):
                    found[member] = listed
        return found


def _records(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict | list) and depth < DEEPEST:
        if isinstance(value, dict) and isinstance(value.get(TYPE), str):
            yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _records(inner, depth + 1)


def _called(record: Mapping[str, Any]) -> Iterator[str]:
    """What a record is called: by a member of its own, or by the path in a key that stands in it."""
    for member, value in record.items():
        if isinstance(value, str) and NAMES.search(member):
            yield value
        elif isinstance(value, dict) and NAMES.search(member):
            yield from (one for one in value.get("path") or () if isinstance(value.get("path"), list) and _alone(value))


def _alone(key: Mapping[str, Any]) -> bool:
    return len(key["path"]) == 1 and isinstance(key["path"][0], str)


def _is_key(value: Any) -> bool:
    return isinstance(value, str) and _KEY.fullmatch(value) is not None


def _bytes(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
