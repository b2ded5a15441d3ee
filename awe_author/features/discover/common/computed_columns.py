"""Columns of lists that say in another way what forms send: a date (`04/15/2027` of `2027-04-15`), what a choice has in
brackets (`tom` of `Tom Rieke (tom)`) or before them, a name with a sign behind it while another field has something
(`Paint the rails+`), a text that ends in what was sent (`Due 04/05/2027 - Bring rope.`).

Each is believed when all entities of which both are known say so: of dates and brackets two different ones at least, of
a sign one with it and one without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from awe_author.features.discover.common.computed import Rule
from awe_author.features.discover.common.keys import text
from awe_author.json_types import JsonObject

LEAST = 2
"""Different texts."""
DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
DATES = ("{m}/{d}/{Y}", "{d}/{m}/{Y}", "{d}.{m}.{Y}", "{d}-{m}-{Y}", "{Y}/{m}/{d}", "{Y}.{m}.{d}")
BRACKET = re.compile(r"(\S.*?) \((\S[^()]*)\)\Z")
SIGN = re.compile(r"\s?[^\w\s]{1,2}\Z")
Pairs = Sequence[tuple[str, str]]
"""(what was sent, what the column says), empty for nothing."""


@dataclass(frozen=True, slots=True)
class ColumnRule(Rule):
    """How a column is made of what forms send."""

    source: str = ""
    pattern: str = ""
    """Of a date."""
    nothing: str = ""
    """What the column says where nothing was sent."""
    empty: str = ""
    """What is chosen for nothing: `---`."""
    before: bool = False
    """Is it what stands before the brackets of a choice, and not in them?"""
    head: str = ""
    """What such a text begins with where another text stands before what was sent, and..."""
    between: str = ""
    """...the sign between these."""
    sign: str = ""
    while_in: str = ""
    """The field that has something while the sign is there."""

    def sources(self) -> set[str]:
        return {self.source} | ({self.while_in} if self.while_in else set())

    def text(self, own: Callable[[str], str]) -> str:
        said = _said(own(self.source))
        if self.between:
            return f"({said} == '' ? '' : {text(self.head + self.between.strip() + ' ')} + {said})"
        if self.sign:
            return f"{said} + ({_said(own(self.while_in))} != '' ? {text(self.sign)} : '')"
        none = f"{said} in ['', {text(self.empty)}]" if self.empty else f"{said} == ''"
        return f"({none} ? {text(self.nothing)} : {self._of(said)})"

    def source_of(self, said: str, known: Iterable[str]) -> str | None:
        """What was sent where the column says this; None where that is not told. `known`: what was ever sent."""
        if self.sign:
            return said.removesuffix(self.sign)
        if self.between:
            begun, found, rest = said.removeprefix(self.head).partition(self.between)
            return rest if found and said.startswith(self.head) and begun else "" if not said else None
        if said in ("", self.nothing):
            return self.empty
        if not self.pattern:
            parts = ((BRACKET.match(one), one) for one in known)
            fits = {one for match, one in parts if match and match[1 if self.before else 2] == said}
            return fits.pop() if len(fits) == 1 else None
        at = re.escape(self.pattern)
        for sign, size in (("Y", 4), ("m", 2), ("d", 2)):
            at = at.replace(rf"\{{{sign}\}}", rf"(?P<{sign}>\d{{{size}}})")
        match = re.fullmatch(at, said)
        return f"{match['Y']}-{match['m']}-{match['d']}" if match else None

    def _of(self, said: str) -> str:
        if not self.pattern:
            at = f"{said}.lastIndexOf('(')"
            inner = (
                f"{said}.substring(0, {at}).trim()" if self.before else f"{said}.substring({at} + 1, size({said}) - 1)"
            )
            return f"({said}.contains('(') && {said}.endsWith(')') ? {inner} : {said})"
        parts = {"{Y}": f"{said}.substring(0, 4)", "{m}": f"{said}.substring(5, 7)", "{d}": f"{said}.substring(8, 10)"}
        pieces = [parts.get(one, text(one)) for one in re.split(r"(\{\w\})", self.pattern) if one]
        return f"({said}.matches('^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}$') ? {' + '.join(pieces)} : {said})"


def _said(own: str) -> str:
    return f"({own} == null ? '' : string({own}))"


def column_rules(entities: Sequence[JsonObject], sent: Iterable[str], known: Iterable[str]) -> dict[str, ColumnRule]:
    """The rules, by column. `known`: fields of which it is known what they are."""
    sources, others = sorted(sent), {*sent, *known}
    names = dict.fromkeys(name for one in entities for name, value in one.items() if isinstance(value, str))
    found: dict[str, ColumnRule] = {}
    for name in (one for one in names if one not in others):
        for source in sources:
            mine = [one for one in entities if isinstance(one.get(source), str) and isinstance(one.get(name, ""), str)]
            pairs = [(str(one[source]), str(one.get(name, ""))) for one in mine if name in one or not one[source]]
            rule = _date(name, source, pairs) or _bracket(name, source, pairs) or _ended(name, source, pairs)
            rule = rule or _signed(name, source, sources, mine)
            if rule is not None:
                found[name] = rule
                break
    return {name: _like_others(rule, found.values()) for name, rule in found.items()}


def _like_others(rule: ColumnRule, others: Iterable[ColumnRule]) -> ColumnRule:
    """A part of a choice for which nothing tells what it says of nothing: as the other part does."""
    plain = not (rule.pattern or rule.sign or rule.between or rule.nothing)
    same = [one for one in others if one.source == rule.source and one.before != rule.before and one.nothing]
    return replace(rule, nothing=same[0].nothing, empty=same[0].empty) if plain and same else rule


def _date(name: str, source: str, pairs: Pairs) -> ColumnRule | None:
    full = [(DATE.fullmatch(said), shown) for said, shown in pairs if said]
    empty = {shown for said, shown in pairs if not said}
    if len({shown for _, shown in full}) < LEAST or len(empty) > 1:
        return None
    for pattern in DATES:
        if all(said is not None and _written(pattern, said) == shown for said, shown in full):
            return ColumnRule(name, (), source=source, pattern=pattern, nothing=min(empty, default=""))
    return None


def _written(pattern: str, said: re.Match[str]) -> str:
    return pattern.replace("{Y}", said[1]).replace("{m}", said[2]).replace("{d}", said[3])


def _bracket(name: str, source: str, pairs: Pairs) -> ColumnRule | None:
    full = [(match, shown) for said, shown in pairs if (match := BRACKET.match(said))]
    empty = {(said, shown) for said, shown in pairs if not BRACKET.match(said)}
    if len({shown for _, shown in full}) < LEAST or len({shown for _, shown in empty}) > 1:
        return None
    chosen = {said for said, _ in empty} - {""}
    for part in (1, 2):
        if len(chosen) < LEAST and all(match[part] == shown for match, shown in full):
            nothing = min((shown for _, shown in empty), default="")
            none = min(chosen, default="")
            return ColumnRule(name, (), source=source, nothing=nothing, empty=none, before=part == 1)
    return None


def _ended(name: str, source: str, pairs: Pairs) -> ColumnRule | None:
    """A text that ends in what was sent, behind another one: `Due 04/05/2027 - Bring rope.`; nothing for nothing."""
    full = [(said, shown) for said, shown in pairs if said]
    heads = [shown.removesuffix(said) for said, shown in full]
    alike = all(shown.endswith(said) and head for (said, shown), head in zip(full, heads, strict=True))
    if len({said for said, _ in full}) < LEAST or not alike or any(shown for said, shown in pairs if not said):
        return None
    words = [one.split(" ") for one in heads]
    head = "".join(f"{one} " for one, *_ in words[:1]) if len({one for one, *_ in words}) == 1 else ""
    behind = {match[0] if (match := re.search(r"\s\W+\s\Z", one)) else "" for one in heads}
    between = behind.pop() if len(behind) == 1 else ""
    return ColumnRule(name, (), source=source, head=head, between=between) if head and between else None


def _signed(
    name: str, source: str, sources: Sequence[str], entities: Sequence[Mapping[str, object]]
) -> ColumnRule | None:
    told = [one for one in entities if one[source] and one.get(name)]
    signs = {str(one[name]).removeprefix(str(one[source])) for one in told
             if str(one[name]).startswith(str(one[source]))} - {""}  # fmt: skip
    sign = min(signs) if len(signs) == 1 else ""
    if not SIGN.fullmatch(sign) or any(one[name] not in (one[source], f"{one[source]}{sign}") for one in told):
        return None
    for other in (one for one in sources if one != source):
        mine = [one for one in told if other in one]
        fits = all(bool(one[other]) == str(one[name]).endswith(sign) for one in mine)
        if fits and len({bool(one[other]) for one in mine}) == LEAST:
            return ColumnRule(name, (), source=source, sign=sign, while_in=other)
    return None
