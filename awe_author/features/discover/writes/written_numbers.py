"""Numbers that the server also writes for people: `revenue_formatted` (`$64,000.00`) beside `revenue` (`64000`).

No request sends the text. It goes by a number that requests send when each look at an entity that shows both has the
text that one way of writing numbers gives, for three different numbers at least. Where there is no number there is no
text: it is left out, or null, as the recording has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.number_formats import number_pattern, written, written_text
from awe_author.json_types import JsonObject

ENOUGH = 3
"""Different numbers that have to show it."""


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """How a text comes from a number."""

    name: str
    by: str
    pattern: str
    """As `markup.number_formats` has it."""
    left_out: bool
    """Is the text left out where there is no number? Else it is null, or what the recording does not tell."""

    def effects(self, params: str, path: str) -> list[JsonObject]:
        """The effects of a write that sends the number. `params`: what is sent; `path`: the entity's."""
        own = f"dyn({params})[{text(self.by)}]"
        there = f"{text(self.by)} in {params}"
        made = written_text(self.pattern, f"string({own})")
        found: list[JsonObject] = [
            {"op": "merge", "path": path, "value": {self.name: f"dyn({made})"}, "if": f"{there} && {own} != null"}
        ]
        if not self.left_out:
            found.append({"op": "merge", "path": path, "value": {self.name: None}, "if": f"{there} && {own} == null"})
        return found


def written_effects(part: Entities, seen: Seen, params: str, path: str) -> list[JsonObject]:
    """Effects of a write."""
    return [effect for one in written_numbers(part, seen) for effect in one.effects(params, path)]


def written_numbers(part: Entities, seen: Seen) -> list[WrittenNumber]:
    """The texts of a kind that go by a number."""
    looks = [value for history in seen.values[part.kind.name].values() for _, value in history]
    numbers = [one for one in sorted(part.written) if _is_number([value.get(one) for value in looks])]
    found = []
    for name in part.fields() if numbers else ():
        if name not in part.written and part.forms.get(name) == "plain":
            found += [made for by in numbers if (made := _by(name, by, looks)) is not None][:1]
    return found


def _is_number(values: list[Any]) -> bool:
    told = [value for value in values if value is not None]
    return bool(told) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in told)


def _by(name: str, by: str, looks: list[dict[str, Any]]) -> WrittenNumber | None:
    """How the text comes from the number in all looks; None when it does not."""
    told = [(one[by], one[name]) for one in looks if one.get(name) is not None and one.get(by) is not None]
    if not all(isinstance(value, str) for _, value in told):
        return None
    pairs = {(_plain(number), value) for number, value in told}
    shown = [value for _, value in pairs]
    if len({number for number, _ in pairs}) < ENOUGH:
        return None
    if any(one.get(name) is not None for one in looks if by in one and one[by] is None):
        return None
    pattern = number_pattern(shown, [*pairs])
    if pattern is None or any(written(pattern, number) != value for number, value in pairs):
        return None
    return WrittenNumber(name, by, pattern, left_out=not any(name in one and one[name] is None for one in looks))


def _plain(value: float) -> str:
    """As a form would send it: `64000.0` as `64000`."""
    return str(int(value)) if float(value).is_integer() else str(value)
