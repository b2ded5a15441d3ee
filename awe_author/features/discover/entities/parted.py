"""Names that are put together of two fields, taken apart for entities of which only the whole was shown; and what is
worked out from other fields, for those that were never shown with it."""

from __future__ import annotations

from collections.abc import Mapping

from awe_author.features.discover.common.computed import Made, Rule
from awe_author.features.discover.common.computed_columns import ColumnRule
from awe_author.features.discover.entities.entities import Entities


def fill_parts(part: Entities, rules: Mapping[str, Rule]) -> None:
    """Give the entities of the start the two parts, where neither was shown and the whole has two words."""
    for name, rule in rules.items():
        for entity in part.seed.values() if rule.parts and rule.between else ():
            words = str(entity.get(name) or "").split(rule.between)
            if len(words) == len(rule.parts) and all(words) and not any(one in entity for one in rule.parts):
                entity.update(zip(rule.parts, words, strict=True))


def fill_sources(part: Entities, rules: Mapping[str, Rule], listed: str) -> None:
    """Give the entities of the start what forms would send, where only lists showed it, in a way of their own.
    `listed`: the field of those that lists showed."""
    for name, rule in rules.items():
        if not isinstance(rule, ColumnRule):
            continue
        sent = {str(one[rule.source]) for one in [*part.seed.values(), *part.made.values()] if one.get(rule.source)}
        for entity in part.seed.values():
            if rule.source not in entity and entity.get(listed):
                told = rule.source_of(str(entity.get(name) or ""), sent)
                entity |= {rule.source: told} if told is not None else {}


def fill_worked_out(part: Entities, rules: Mapping[str, Rule]) -> None:
    """Give the entities of the start what the rules say, where it was not shown: `url` of `slug`."""
    for name, rule in rules.items():
        copied = bool(rule.made) and rule.made[0][1] == Made(rule.made[0][1].source)
        for entity in part.seed.values() if part.kind.source == "json" or copied else ():
            if rule.parts or name in entity or rule.by or not rule.sources() <= entity.keys():
                continue
            value = rule.made[0][1].of(entity)
            if value is not None:
                entity[name] = value
