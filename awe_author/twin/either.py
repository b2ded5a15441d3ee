"""Does a mock's reply say in every place what one of two replies of the live app says there? Pure.

Places are concrete: members by their names, elements of a list by their ids. A list whose elements have none, and an
object that is another one in the other reply (by its id), has to be as a whole what one of them is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from awe_author.state.pointer import escaped
from awe_author.twin.trees import IDENTITIES, Difference, Trees, identity_of

DEEPEST = 40
_Object = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Either:
    """Two replies of the live app to one question, and the mock's."""

    now: Callable[[], Trees]
    """Gives a comparison of the present reply with the mock's; each is an attempt of its own."""
    then: Callable[[], Trees]
    """The same of the earlier reply."""
    unordered: frozenset[str] = frozenset()
    """Places (JSON pointers into the present reply) of lists that had several orders in the live app's runs."""

    def says(self, live: Any, earlier: Any, mock: Any, path: str = "", depth: int = 0) -> bool:
        """Is `mock`, place by place, `live` or `earlier`?"""
        differences = self.now().differing(path, live, mock)
        if not differences or self._only_order(path, differences) or not self.then().differing(path, earlier, mock):
            return True
        if depth >= DEEPEST:
            return False
        if all(isinstance(one, dict) for one in (live, earlier, mock)):
            return self._same_thing(live, earlier) and self._members(live, earlier, mock, path, depth + 1)
        if all(isinstance(one, list) for one in (live, earlier, mock)):
            return self._elements(live, earlier, mock, path, depth + 1)
        return False

    def _only_order(self, path: str, differences: list[Difference]) -> bool:
        return path in self.unordered and all((one.what, one.path) == ("order", path) for one in differences)

    def _same_thing(self, live: dict[str, Any], earlier: dict[str, Any]) -> bool:
        """Do two objects tell of the same thing, as far as they have ids?"""
        return all(
            self._of_live(live[name]) == self._of_earlier(earlier[name])
            for name in IDENTITIES
            if isinstance(live.get(name), str | int) and isinstance(earlier.get(name), str | int)
        )

    def _of_live(self, key: Any) -> str:
        """The mock's id of a thing."""
        return self.now().likeness.ids.mock_of(str(key))

    def _of_earlier(self, key: Any) -> str:
        return self.then().likeness.ids.mock_of(str(key))

    def _members(self, live: _Object, earlier: _Object, mock: _Object, path: str, depth: int) -> bool:
        names = {key if key in mock else self._of_live(key): key for key in live}
        mine = {key: live[name] for key, name in names.items()}
        past = {key if key in mock else self._of_earlier(key): value for key, value in earlier.items()}
        places = {key: f"{path}/{escaped(names.get(key, key))}" for key in (*mine, *past, *mock)}
        return all(self._part(key, mine, past, mock, place, depth) for key, place in places.items())

    def _elements(self, live: list[Any], earlier: list[Any], mock: list[Any], path: str, depth: int) -> bool:
        names = {identity_of(live, mock), identity_of(earlier, mock), identity_of(live, earlier)}
        name = names.pop()
        if names or name is None:
            return False
        mine = {self._of_live(element[name]): element for element in live}
        past = {self._of_earlier(element[name]): element for element in earlier}
        shown = {str(element[name]): element for element in mock}
        if path not in self.unordered and not all(_in_order(shown, run) for run in (mine, past)):
            return False
        places = {key: f"{path}/{place}" for place, key in enumerate(dict.fromkeys([*mine, *past, *shown]))}
        return all(self._part(key, mine, past, shown, place, depth) for key, place in places.items())

    def _part(self, key: str, live: _Object, earlier: _Object, mock: _Object, path: str, depth: int) -> bool:
        """One member or element, all three by the mock's keys."""
        if self.now().likeness.is_volatile(self.now().operation, path):
            return True
        if key not in mock:
            return key not in live or key not in earlier
        if key not in live:
            return key in earlier and not self.then().differing(path, earlier[key], mock[key])
        if key not in earlier:
            return not self.now().differing(path, live[key], mock[key])
        return self.says(live[key], earlier[key], mock[key], path, depth)


def _in_order(mock: _Object, run: _Object) -> bool:
    """Does what both have come in the order of the run?"""
    return [key for key in mock if key in run] == [key for key in run if key in mock]
