"""The expressions and selectors of one file, compiled; what cannot be is a problem with the place of its character."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from awe_author.features.loading.names import Names
from awe_author.features.loading.problems import Collected
from awe_author.features.loading.selectors import SelectorProblem, compiled
from awe_author.state.cel import DYN, CelType
from awe_author.state.cel.types import BOOL, DOUBLE, INT, NUMBERS, STRING, UINT
from awe_author.state.loading.expressions import Typed, article, compile_at
from awe_author.state.loading.problems import under
from awe_author.state.model import Expression

TEXT = (STRING,)
SHOWN = (STRING, INT, UINT, DOUBLE, BOOL)
"""What an element can show."""

TRUTH = (BOOL,)


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that are bound at one place of the file."""

    names: Names
    problems: Collected

    def also(self, names: Names) -> Scope:
        """With more names."""
        return Scope({**self.names, **names}, self.problems)

    def typed(self, given: Any, pointer: str) -> Typed | None:
        """The expression with its type, or None after saying why not. A number or boolean stands for itself."""
        if not self.problems.well_formed(pointer):
            return None
        source = given if isinstance(given, str) else json.dumps(given)
        return compile_at(source, self.names, pointer, self.problems, context=False)

    def expression(
        self, given: Any, pointer: str, wanted: tuple[CelType, ...] = (), what: str = "", *, null: bool = False
    ) -> Expression | None:
        """An expression that must give one of the kinds `wanted` (none: any). `null`: or null."""
        found = self.typed(given, pointer)
        if found is None or not wanted or found.type.kind == "dyn":
            return found.expression if found else None
        kinds = {one.kind for one in wanted} | ({"null"} if null else set())
        if found.type.kind not in kinds and not (found.type.kind in NUMBERS and "double" in kinds):
            said = "a text, a number or a boolean" if wanted is SHOWN else " or ".join(f"a {one}" for one in wanted)
            what = f"{what or 'this'} must give {said}, this gives {article(found.type)}"
            self.problems.add(pointer, what, _REPAIR.get(wanted[0].kind, ""))
            return None
        return found.expression

    def optional(
        self, given: Any, key: str, pointer: str, wanted: tuple[CelType, ...] = (), *, null: bool = False
    ) -> Expression | None:
        """The expression of a member that may be missing."""
        if key not in given:
            return None
        return self.expression(given[key], under(pointer, key), wanted, f"`{key}`", null=null)

    def selector(self, given: Any, key: str, pointer: str) -> str | None:
        """The selector of a member that may be missing; None too after saying what is wrong with it."""
        place = under(pointer, key)
        if key not in given or not self.problems.well_formed(place):
            return None
        return given[key] if check_selector(given[key], place, self.problems) else None


def check_selector(selector: str, pointer: str, problems: Collected, *, key: bool = False) -> bool:
    """Is it one? If not, say so. `key`: it stands in a key of the mapping, not in a value."""
    try:
        compiled(selector)
    except SelectorProblem as problem:
        if key:
            problems.add_key(pointer, problem.what, problem.hint)
        else:
            problems.add_inside(pointer, problem.offset, problem.what, problem.hint)
        return False
    problems.note(pointer, key=key)
    return True


def element(found: Typed | None) -> CelType:
    """The type of the items of a list."""
    return found.type.element if found and found.type.kind == "list" and found.type.element else DYN


_REPAIR = {
    "bool": "Compare with something: `x != ''`, `size(x) > 0`.",
    "string": "Make it a text: string(x); a fixed text is written \"'text'\".",
    "list": "Give a list: `state.leads.values()`.",
}
