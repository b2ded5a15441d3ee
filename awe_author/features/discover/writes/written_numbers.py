"""Numbers that the server also writes for people: `revenue_formatted` (`$64,000.00`) beside `revenue` (`64000`).

No request sends the text. It goes by a number that requests send when each look at an entity that shows both has the
text that one way of writing numbers gives, for three different numbers at least. Where there is no number there is no
text: it is left out, or null, as the recording has it. One address may show the number and another one the text (a
card): what is known of an entity is one more look. Numbers may be hundredths of what the text says (`$450` beside
`45000`).

Entities of which only the text was shown get the number that it says, so that sums and orders go by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.number_formats import number_pattern, unwritten, written, written_text
from awe_author.json_types import JsonObject

ENOUGH = 3
"""Different numbers that have to show it."""
SHARES = (1, 100)
"""How many times the number may be what the text says."""


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """How a text comes from a number."""

    name: str
    by: str
    pattern: str
    """As `markup.number_formats` has it."""
    left_out: bool
    """Is the text left out where there is no number? Else it is null, or what the recording does not tell."""
    share: int = 1
    """The number is so many times what the text says: 100 for cents."""

    def effects(self, params: str, path: str) -> list[JsonObject]:
        """The effects of a write that sends the number. `params`: what is sent; `path`: the entity's."""
        own = f"dyn({params})[{text(self.by)}]"
        there = f"{text(self.by)} in {params}"
        told = f"string({own})" if self.share == 1 else f"'%.2f'.format([double({own}) / {self.share}.0])"
        made = written_text(self.pattern, told)
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
    looks += [*part.seed.values(), *part.made.values()]
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
    if not all(isinstance(value, str) for _, value in told) or len({number for number, _ in told}) < ENOUGH:
        return None
    if any(one.get(name) is not None for one in looks if by in one and one[by] is None):
        return None
    left_out = not any(name in one and one[name] is None for one in looks)
    for share in SHARES:
        pairs = {(_plain(number / share), value) for number, value in told}
        pattern = number_pattern([value for _, value in pairs], [*pairs])
        if pattern is not None and all(written(pattern, number) == value for number, value in pairs):
            return WrittenNumber(name, by, pattern, left_out, share)
    return None


def know_numbers(part: Entities, seen: Seen) -> None:
    """Give what was shown with the text alone the number that it says."""
    for one in written_numbers(part, seen):
        for entity in [*part.seed.values(), *part.made.values()]:
            entity.update(_told(one, entity))
        for history in seen.values[part.kind.name].values():
            history[:] = [(at, value | _told(one, value)) for at, value in history]


def _told(one: WrittenNumber, entity: Mapping[str, Any]) -> dict[str, Any]:
    """The number of an entity that has the text alone."""
    shown = entity.get(one.name)
    if one.by in entity or not isinstance(shown, str) or (number := unwritten(one.pattern, shown)) is None:
        return {}
    exact = Decimal(number) * one.share
    return {one.by: int(exact) if exact == exact.to_integral_value() else float(exact)}


def _plain(value: float) -> str:
    """As a form would send it: `64000.0` as `64000`."""
    return str(int(value)) if float(value).is_integer() else str(value)
