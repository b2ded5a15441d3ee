"""What the server works out from other fields: `url` from `slug`, `comment_id` from `id`; in which state of the entity.

A rule is `before + other field + after`, or "the other field's words with dashes". It must hold for all entities seen,
or, by the value of one field, for all of each value: a page's address is another while it is a draft. Or two others are
put together, `name` of `first_name` and `last_name`: then what is empty is left out. Of two fields, or of the words of
one, the first letters may be put together (`AV`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import framed, text
from awe_author.json_types import JsonObject

MOST_VALUES = 6
SHORTEST = 3
"""Characters of a value that can be recognised in another."""
WORD = re.compile(r"[A-Za-z][\w -]{0,30}\Z")
"""A value that may say in which state something is."""
_TIME = re.compile(r"\d{4}-\d\d-\d\d")
_FIRST, _LAST = (re.compile(rf"^({said})_?name$", re.IGNORECASE) for said in ("first|given|fore", "last|family|sur"))
"""Names of fields that are put together for a whole name."""
TOGETHER = 3
"""Different entities that have to show that a text is put together of two."""
INITIALS = re.compile(r"[^\W\d_]{1,3}\Z")
BETWEEN = (" ", ", ", " - ", "/", "-", "")
NAMED_FIRST = ("slug", "id", "uuid", "key", "name", "title")


@dataclass(frozen=True, slots=True)
class Made:
    """How one value comes from another."""

    source: str
    before: str = ""
    after: str = ""
    dashed: bool = False

    def of(self, entity: Mapping[str, Any]) -> str | None:
        """The value for an entity."""
        value = entity.get(self.source)
        if not isinstance(value, str) or not value:
            return None
        return self.before + (dashed(value) if self.dashed else value) + self.after

    def text(self, own: str) -> str:
        """The expression, `own` being that of the source."""
        made = f"({own} == null ? '' : string({own}))"
        if self.dashed:
            made += ".lowerAscii().split('').map(c, c.matches('[a-z0-9]') ? c : ' ')"
            made += ".join('').split(' ').filter(w, w != '').join('-')"
        return framed(self.before, made, self.after)


@dataclass(frozen=True, slots=True)
class Rule:
    """How a field is worked out."""

    field: str
    made: tuple[tuple[tuple[str, ...], Made], ...]
    """(values of `by` for which it is so, how); no values: for all others."""
    by: str = ""
    parts: tuple[str, ...] = ()
    """Fields that are put together, instead of `made`."""
    between: str = " "
    initials: bool = False
    """Are only the first letters of the parts put together, as capitals? Of one part those of its first words."""

    def sources(self) -> set[str]:
        """Fields that it depends on."""
        return {*self.parts} | {one.source for _, one in self.made} | ({self.by} if self.by else set())

    def text(self, own: Callable[[str], str]) -> str:
        """The expression; `own` gives the one for a field."""
        if self.initials:
            words = f"[{', '.join(own(one) for one in self.parts)}].filter(w, w != null).map(w, string(w))"
            words = words if len(self.parts) > 1 else f"{words}.join(' ').split(' ')"
            return f"{words}.filter(w, w != '').map(w, w.substring(0, 1)).join('').upperAscii()"
        if self.parts:
            there = f"[{', '.join(own(one) for one in self.parts)}].filter(w, w != null && string(w) != '')"
            return f"{there}.map(w, string(w)).join({text(self.between)})"
        *firsts, last = self.made
        made = last[1].text(own(last[1].source))
        for values, one in reversed(firsts):
            told = ", ".join(text(value) for value in values)
            made = f"string({own(self.by)}) in [{told}] ? {one.text(own(one.source))} : {made}"
        return made


def dashed(value: str) -> str:
    """`Winter update!` -> `winter-update`."""
    return "-".join(re.findall(r"[a-z0-9]+", value.lower()))


def rules_of(entities: Sequence[JsonObject], sent: Iterable[str], key: str) -> dict[str, Rule]:
    """The rules of fields that no request sends, by field."""
    found: dict[str, Rule] = {}
    names = list(dict.fromkeys(name for one in entities for name in one))
    written = set(sent)
    for name in names:
        if name == key or name in written:
            continue
        if (letters := _initials(name, entities, [one for one in names if one in written])) is not None:
            found[name] = letters
            continue
        mine = [one for one in entities if isinstance(one.get(name), str) and len(str(one[name])) >= SHORTEST]
        whole = max((len(one) for one in mine), default=0)
        mine = [one for one in mine if 2 * len(one) >= whole]
        if len(mine) < 2 or len({str(one[name]) for one in mine}) < 2 or _TIME.match(str(mine[0][name])):
            continue
        others = sorted(
            (one for one in names if one != name),
            key=lambda one: (NAMED_FIRST.index(one) if one in NAMED_FIRST else 9, one),
        )
        together = _together(name, [one for one in entities if one.get(name)], others)
        rule = together or _unless_null(_rule(name, mine, others), entities) or _from_key(name, mine, key)
        if rule is not None and not any(
            name in other.sources() for other in found.values() if other.field in rule.sources()
        ):
            found[name] = rule
    return found


def _unless_null(rule: Rule | None, entities: Sequence[JsonObject]) -> Rule | None:
    """The rule, unless two say that there is nothing where it would make something: `live_version` is not always
    `version`."""
    if rule is None or rule.by:
        return rule
    (_, how), *_ = rule.made
    against = [one for one in entities if rule.field in one and one[rule.field] is None and how.of(one)]
    return rule if len(against) < 2 else None


def whole_name(entities: Sequence[JsonObject]) -> Rule | None:
    """The name that is put together of a first and a last name; None without one."""
    names = list(dict.fromkeys(name for one in entities for name in one))
    parts = [next((one for one in names if said.search(one)), "") for said in (_FIRST, _LAST)]
    for name in names if all(parts) else ():
        told = [one for one in entities if isinstance(one.get(name), str) and one[name]]
        rule = _together(name, told, parts) if name not in parts else None
        if rule is not None and rule.between:
            return rule
    return None


def _together(name: str, mine: Sequence[JsonObject], others: Sequence[str]) -> Rule | None:
    """Two texts with a sign between them, in all entities, whichever is empty; in three different ones both are."""
    texts = [other for other in others if all(isinstance(one.get(other), str | None) for one in mine)]
    every = mine
    for between in BETWEEN:
        for first in texts:
            begin = [one for one in every if one.get(first)]
            if len(begin) < (1 if _FIRST.search(first) else TOGETHER) or not all(
                str(one[name]).startswith(str(one[first])) for one in begin
            ):
                continue
            for second in texts:
                mine = [one for one in every if first in one and second in one]
                pairs = [[str(part) for part in (one.get(first), one.get(second)) if part] for one in mine]
                fits = all(between.join(pair) == one[name] for pair, one in zip(pairs, mine, strict=True))
                least = 1 if _FIRST.search(first) and _LAST.search(second) else TOGETHER
                if fits and len({tuple(pair) for pair in pairs if len(pair) > 1}) >= least:
                    return Rule(name, (), parts=(first, second), between=between)
    return None


def _initials(name: str, entities: Sequence[JsonObject], sources: Sequence[str]) -> Rule | None:
    """The first letters of two texts, or of all words of one, in all entities and in three different ways."""
    mine = [one for one in entities if one.get(name) not in (None, "")]
    values = {str(one[name]) for one in mine}
    if len(values) < TOGETHER or not all(INITIALS.match(one) and one == one.upper() for one in values):
        return None
    texts = [other for other in sources if all(isinstance(one.get(other, ""), str | None) for one in mine)]
    pairs = [(first, second) for first in texts for second in texts if first != second]
    for parts in [*pairs, *((one,) for one in texts)]:
        whole = [one for one in mine if all(part in one for part in parts)]
        words = [[str(one[part] or "") for part in parts] for one in whole]
        words = words if len(parts) > 1 else [one[0].split(" ") for one in words]
        fits = all(
            "".join(word[:1] for word in own).upper() == one[name] for own, one in zip(words, whole, strict=True)
        )
        if fits and len({str(one[name]) for one in whole}) >= TOGETHER:
            return Rule(name, (), parts=parts, initials=True)
    return None


def _from_key(name: str, mine: Sequence[JsonObject], key: str) -> Rule | None:
    """A text that ends in a key of any length, behind the same words in all entities: `artifacts:/7`."""
    keys = [str(one.get(key, "")) for one in mine]
    before = str(mine[0][name]).removesuffix(keys[0]) if keys[0] else ""
    alike = all(one[name] == before + own for one, own in zip(mine, keys, strict=True))
    sure = len(set(keys)) > 2 and re.search(r"[/:=#_-]\Z", before) is not None
    return Rule(name, (((), Made(key, before)),)) if alike and sure else None


def _rule(name: str, mine: Sequence[JsonObject], others: Sequence[str]) -> Rule | None:
    whole = _made(name, mine, others)
    if whole is not None:
        return Rule(name, (((), whole),))
    for by in others:
        told = [one.get(by) for one in mine]
        if not all(isinstance(value, str) and WORD.match(value) for value in told):
            continue
        values = {str(value) for value in told}
        if not 1 < len(values) <= MOST_VALUES or len(values) * 2 > len(mine):
            continue
        hows: dict[Made, list[str]] = {}
        for value in sorted(values):
            part = [one for one in mine if one.get(by) == value]
            how = _made(name, part, others)
            if how is None:
                break
            hows.setdefault(how, []).append(value)
        else:
            ranked = sorted(hows.items(), key=lambda pair: sum(1 for one in mine if one.get(by) in pair[1]))
            return Rule(name, tuple((tuple(values), how) for how, values in ranked), by)
    return None


def _made(name: str, mine: Sequence[JsonObject], others: Sequence[str]) -> Made | None:
    for other in others:
        told = [one for one in mine if isinstance(one.get(other), str) and len(str(one[other])) >= SHORTEST]
        if not told or (
            len(told) < len(mine) and (len(told) < 2 or any(other in one for one in mine if one not in told))
        ):
            continue
        source, value = str(told[0][other]), str(told[0][name])
        tries = [Made(other, dashed=True)] if dashed(source) == value != source else []
        if source in value:
            before, _, after = value.partition(source)
            tries.append(Made(other, before, after))
        for how in tries:
            if (len(told) > 1 or how.before or how.after) and all(how.of(one) == one[name] for one in told):
                return how
    return None
