"""Names that are put together of two fields, taken apart for entities of which only the whole was shown."""

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
