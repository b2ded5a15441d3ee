"""Compares two JSON documents member by member under a `Likeness`. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from awe_author.json_types import sorted_text
from awe_author.state.pointer import escaped
from awe_author.twin.likeness import Likeness, is_id_key

What = Literal["value", "type", "missing", "extra", "order"]
MOST = 40
"""Differences of one reply that are listed."""
IDENTITIES = ("id", "uuid", "_id", "pk", "key", "uid")
"""Members that tell elements of a list apart, the first that all of them have."""
_SHORT = 160


@dataclass(frozen=True, slots=True)
class Difference:
    """One place at which two replies differ."""

    path: str
    """JSON pointer into the live reply."""
    what: What
    """"missing": the mock has no such member; "extra": the live app has none."""
    live: Any = None
    mock: Any = None

    def as_json(self) -> dict[str, Any]:
        return {"path": self.path, "what": self.what, "live": short(self.live), "mock": short(self.mock)}

    @property
    def of_shape(self) -> bool:
        return self.what in ("type", "missing", "extra")


def short(value: Any) -> Any:
    """`value` for a report: long texts and documents are cut."""
    if isinstance(value, str):
        return value if len(value) <= _SHORT else value[: _SHORT - 1] + "…"
    if isinstance(value, dict | list):
        text = repr(value)
        return text if len(text) <= _SHORT else text[: _SHORT - 1] + "…"
    return value


@dataclass(frozen=True, slots=True)
class Trees:
    """Compares the replies to one operation."""

    likeness: Likeness
    operation: str
    may_learn: bool = False
    echoes: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """What the live and the mock page sent with their requests: a reply that gives it back says the same."""
    question: Hashable = None
    """What the live page asked (`questions.Question`): the order of lists that are sets in answers to it is let go."""

    def compare(self, live: Any, mock: Any) -> list[Difference]:
        """The differences, at most `MOST`."""
        return self.differing("", live, mock)

    def _walk(self, path: str, key: str, live: Any, mock: Any) -> Iterator[Difference]:
        if self.likeness.is_volatile(self.operation, path):
            return
        if isinstance(live, dict) and isinstance(mock, dict):
            yield from self._objects(path, live, mock)
        elif isinstance(live, list) and isinstance(mock, list):
            yield from self._arrays(path, key, live, mock)
        elif isinstance(live, dict | list) or isinstance(mock, dict | list):
            yield Difference(path, "type", live, mock)
        elif not self.likeness.same(live, mock, key, may_learn=self.may_learn) and not self._echoed(live, mock):
            yield Difference(path, "value" if _alike(live, mock) else "type", live, mock)

    def _echoed(self, live: Any, mock: Any) -> bool:
        return live in self.echoes[0] and mock in self.echoes[1]

    def _objects(self, path: str, live: dict[str, Any], mock: dict[str, Any]) -> Iterator[Difference]:
        renamed = {self.likeness.ids.mock_of(key): key for key in live if key not in mock}
        # ids first, so that what refers to them later in the same object is understood
        for key in sorted(live, key=lambda key: not is_id_key(key)):
            partner = key if key in mock else self.likeness.ids.mock_of(key)
            below = f"{path}/{escaped(key)}"
            if partner in mock:
                yield from self._walk(below, key, live[key], mock[partner])
            elif not self.likeness.is_volatile(self.operation, below):
                yield Difference(below, "missing", live[key])
        for key in mock:
            below = f"{path}/{escaped(key)}"
            if key not in live and key not in renamed and not self.likeness.is_volatile(self.operation, below):
                yield Difference(below, "extra", None, mock[key])

    def _arrays(self, path: str, key: str, live: list[Any], mock: list[Any]) -> Iterator[Difference]:
        name = identity_of(live, mock)
        if name is not None:
            yield from self._by_identity(path, name, live, mock)
            return
        if live != mock and _told_apart(live, mock):
            if self.likeness.is_unordered(self.question, path):
                mock = self._aligned(path, live, mock)
            elif sorted(map(sorted_text, live)) == sorted(map(sorted_text, mock)):
                yield Difference(path, "order", live, mock)
                return
        for place in range(max(len(live), len(mock))):
            below = f"{path}/{place}"
            if place >= len(mock):
                yield Difference(below, "missing", live[place])
            elif place >= len(live):
                yield Difference(below, "extra", None, mock[place])
            else:
                yield from self._walk(below, key, live[place], mock[place])

    def _aligned(self, path: str, live: list[Any], mock: list[Any]) -> list[Any]:
        """The mock's elements in the order of those of the live app that they are most alike, the best pairs first."""
        trial = replace(self, likeness=self.likeness.trial())
        alike = sorted(
            (len(trial.differing(f"{path}/{place}", element, other)), place, at)
            for place, element in enumerate(live)
            for at, other in enumerate(mock)
        )
        found: dict[int, int] = {}
        for _, place, at in alike:
            if place not in found and at not in found.values():
                found[place] = at
        rest = [other for at, other in enumerate(mock) if at not in found.values()]
        return [mock[found[place]] for place in sorted(found)] + rest

    def differing(self, path: str, live: Any, mock: Any) -> list[Difference]:
        """The differences of two values that stand at `path`, at most `MOST`."""
        return list(itertools.islice(self._walk(path, "", live, mock), MOST))

    def _by_identity(self, path: str, name: str, live: list[Any], mock: list[Any]) -> Iterator[Difference]:
        """Elements with ids are compared with their counterparts, wherever these stand; then their order."""
        places = {str(element[name]): place for place, element in enumerate(mock)}
        pairs: list[tuple[int, int]] = []
        single: list[int] = []
        for place, element in enumerate(live):
            partner = places.get(self.likeness.ids.mock_of(str(element[name])))
            if partner is None:
                single.append(place)
            else:
                pairs.append((place, partner))
        taken = {partner for _, partner in pairs}
        free = [place for place in range(len(mock)) if place not in taken]
        for place in list(single):  # new on both sides: they correspond when they stand alike
            if free and len(single) == len(free):
                partner = free.pop(0)
                single.remove(place)
                pairs.append((place, partner))
        for place, partner in pairs:
            yield from self._walk(f"{path}/{place}", "", live[place], mock[partner])
        for place in single:
            yield Difference(f"{path}/{place}", "missing", live[place])
        for place in free:
            yield Difference(f"{path}/{place}", "extra", None, mock[place])
        order = [partner for _, partner in sorted(pairs)]
        if order != sorted(order) and not self.likeness.is_unordered(self.question, path):
            yield Difference(path, "order", [element[name] for element in live], [element[name] for element in mock])


def identity_of(live: list[Any], mock: list[Any]) -> str | None:
    """The member whose values tell the elements of both arrays apart; None when there is none."""
    elements = [*live, *mock]
    if not live or not mock or not all(isinstance(element, dict) for element in elements):
        return None
    for name in IDENTITIES:
        if all(isinstance(element.get(name), str | int) for element in elements):
            distinct = [{str(element[name]) for element in side} for side in (live, mock)]
            if [len(distinct[0]), len(distinct[1])] == [len(live), len(mock)]:
                return name
    return None


def _told_apart(live: list[Any], mock: list[Any]) -> bool:
    """Is none of the elements of either list there twice?"""
    return all(1 < len(side) <= MOST and len(set(map(sorted_text, side))) == len(side) for side in (live, mock))


def _alike(live: Any, mock: Any) -> bool:
    """Are both of one JSON type?"""
    numbers = isinstance(live, int | float) and isinstance(mock, int | float)
    either = isinstance(live, bool) or isinstance(mock, bool)
    return type(live) is type(mock) or (numbers and not either)
