"""Names that are put together of two fields, taken apart for entities of which only the whole was shown; and what is
worked out from other fields, for those that were never shown with it."""

from __future__ import annotations

from collections.abc import Mapping

from awe_author.features.discover.common.computed import Rule
from awe_author.features.discover.entities.entities import Entities


def fill_parts(part: Entities, rules: Mapping[str, Rule]) -> None:
    """Give the entities of the start the two parts, where neither was shown and the whole has two words."""
    for name, rule in rules.items():
        for entity in part.seed.values() if rule.parts and rule.between else ():
            words = str(entity.get(name) or "").split(rule.between)
            if len(words) == len(rule.parts) and all(words) and not any(one in entity for one in rule.parts):
                entity.update(zip(rule.parts, words, strict=True))


def fill_worked_out(part: Entities, rules: Mapping[str, Rule]) -> None:
    """Give the entities of the start what the rules say, where it was not shown: `url` of `slug`."""
    for name, rule in rules.items() if part.kind.source == "json" else ():
        for entity in part.seed.values():
            if rule.parts or name in entity or rule.by or not rule.sources() <= entity.keys():
                continue
            value = rule.made[0][1].of(entity)
            if value is not None:
                entity[name] = value
