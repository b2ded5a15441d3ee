"""Parameters of addresses that filter a list on pages: by which field, and what their values stand for.

A parameter counts as a filter when all rows that were shown fit it; of values that nobody asked for, the page's own
links and choices say what they mean, and which of them let everything through.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.wording import KEY, own_text, squeezed
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind

if TYPE_CHECKING:
    from awe_author.features.discover.pages.page_lists import Look

_ALL = re.compile(r"\W*(all|any|every)\b|\W+\Z", re.IGNORECASE)
"""Labels of choices that filter nothing."""
_WORD = re.compile(r"(?=.*[^\W\d]{3}).+")
LEAST_ROWS = 3
"""Rows shown for a word, and rows left out, that prove in which field it is looked for."""
OPPOSITES = ("!", "not:", "ne:", "-")
"""What stands before a value that is left out."""
TRUTHS = ({"yes", "true", "1", "on"}, {"no", "false", "0", "off"})
"""Words that say the same of a field with yes or no."""
LEAST_SHOWN = 2
"""Rows shown for a value that no other look asked for."""
Values = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Filter:
    """A parameter that lets through what has one value in one field."""

    param: str
    field: str
    labels: tuple[tuple[str, str], ...]
    """(value in the address, value of the field)."""
    several: bool = False
    """May it name several values at once: `state=1,2`?"""
    part: bool = False
    """Does it let through what has the text anywhere in it?"""
    every: tuple[str, ...] = ()
    """Values that let through everything: `0` of "All shelves"."""
    no: str = ""
    """Sign before a value that is left out: `!closed`."""
    repeated: bool = False
    """Are several values said by several parameters: `state=1&state=2`?"""
    usual: str = ""
    """What all that is shown has in the field where nothing is asked for (`usual_filters`)."""

    def fits(self, asked: Mapping[str, str], values: Values) -> bool:
        """Does it let a row through? `asked`: the parameters of the address; `values`: what the row says."""
        said = asked.get(self.param, "")
        if self.usual and not said:
            return values.get(self.field, "") == self.usual
        if self.part:
            return said.lower() in values.get(self.field, "").lower()
        if self.no and said.startswith(self.no):
            said = said.removeprefix(self.no)
            return values.get(self.field, "") != dict(self.labels).get(said, said)
        wanted = said.split(",") if self.several else [said]
        return (
            not said
            or said in self.every
            or values.get(self.field, "") in [dict(self.labels).get(one, one) for one in wanted]
        )

    def text(self) -> str:
        """The condition about `item`."""
        said = f"page.query.get({text(self.param)}, '')"
        if self.usual:
            own, plain = own_text("item", self.field), replace(self, usual="").text()
            return f"({said} == '' ? {own} == {text(self.usual)} : {plain})"
        if self.part:
            return f"{own_text('item', self.field)}.lowerAscii().contains({said}.lowerAscii())"
        if self.no:
            plain, own = replace(self, no="").text(), own_text("item", self.field)
            return f"({said}.startsWith({text(self.no)}) ? {own} != {said}.substring({len(self.no)}) : {plain})"
        pairs = ", ".join(f"{text(value)}: {text(label)}" for value, label in self.labels if value != label)
        one = "one" if self.several else said
        wanted = f"{{{pairs}}}.get({one}, {one})" if pairs else one
        test = f"{own_text('item', self.field)} == {wanted}"
        test = f"{self.values()}.exists(one, {test})" if self.several else test
        free = f"{said} in [{', '.join(map(text, ('', *self.every)))}]" if self.every else f"{said} == ''"
        return f"({free} || {test})"

    def values(self) -> str:
        """The expression of all values, where there may be several."""
        if not self.repeated:
            return f"page.query.get({text(self.param)}, '').split(',')"
        begin, name = "page.url.split('?').slice(1, page.url.split('?').size()).join('?').split('&')", f"{self.param}="
        return f"{begin}.filter(pair, pair.startsWith({text(name)})).map(pair, pair.substring({len(name)}))"


def filter_of(name: str, one: PageKind, part: Entities, looks: Sequence[Look]) -> Filter | None:
    """What a parameter filters by; None when that cannot be told, or an answer contradicts it."""
    facets: dict[str, str] = {}
    for look in looks:
        facets.update({value: label for value, label in look.facets.get(name, {}).items() if value not in facets})
    said = dict.fromkeys([*facets, *(look.asked[name] for look in looks if look.asked.get(name))])
    every = tuple(value for value in said if _lets_all(value, facets.get(value, "")))
    asking = [look for look in looks if look.asked.get(name) and look.asked[name] not in every]
    fields = [of for of in part.fields() if of not in (KEY, LISTED_ON)]
    fields.sort(key=lambda of: not alike(name, of))
    for of in fields:
        labels = _labels(name, of, one, facets, part)
        chosen = any(to == of and sent in one.labels for sent, to in one.sent.items())
        if asking and alike(name, of) and not labels and not chosen and _has_part(name, of, asking):
            return Filter(name, of, (), part=True)
        if asking and (told := _observed(name, of, labels, asking)) is not None:
            return Filter(name, of, tuple({**labels, **told}.items()), every=every)
        if not asking and alike(name, of) and len(labels) > 1:
            return Filter(name, of, tuple(labels.items()), every=every)
    worded = (of for of in fields if _has_part(name, of, asking) and _hardly_chance(name, asking))
    return Filter(name, found, (), part=True) if asking and (found := next(worded, "")) else None


def always_asked(name: str, one: PageKind, part: Entities, looks: Sequence[Look]) -> Filter | None:
    """A parameter that had the same value at all looks, where all that is shown has that in a field of its name, or
    where nothing has it in that field, and something that is left out does (`status=!closed`)."""
    said = looks[0].asked.get(name, "")
    if not said or len({key for look in looks for key in look.keys}) < LEAST_SHOWN:
        return None
    found = _left_out(name, said, part, looks) or filter_of(name, one, part, looks)
    return found if found is not None and not found.part and alike(name, found.field) else None


def _left_out(name: str, said: str, part: Entities, looks: Sequence[Look]) -> Filter | None:
    """The filter of a value with a sign of its opposite."""
    sign = next((sign for sign in OPPOSITES if said.startswith(sign) and said != sign), "")
    for of in (of for of in part.fields() if sign and alike(name, of)):
        shown = {look.there.get(key, {}).get(of, "") for look in looks for key in look.keys}
        others = {values.get(of, "") for look in looks for key, values in look.there.items() if key not in look.keys}
        if said.removeprefix(sign) in others - shown:
            return Filter(name, of, (), no=sign)
    return None


def any_of(name: str, one: PageKind, part: Entities, looks: Sequence[Look]) -> Filter | None:
    """A parameter that names several values of one field, where all that is shown has one of them, and something that
    is not shown has none."""
    asking = [look for look in looks if "," in look.asked.get(name, "")]
    for of in part.fields() if asking else ():
        own = next((one.labels[sent] for sent, to in one.sent.items() if to == of and sent in one.labels), {})
        repeated = any(look.repeats(name) for look in asking)
        own = own or ({said: said for said in map(str, part.values(of))} if repeated else {})
        if not alike(name, of) or not all({*look.asked[name].split(",")} <= {*own} for look in asking):
            continue
        made = Filter(name, of, tuple(own.items()), several=True, repeated=repeated)
        wanted = {own[value] for look in asking for value in look.asked[name].split(",")}
        others = [values for look in asking for key, values in look.there.items() if key not in look.keys]
        told = any(values.get(of) and values[of] not in wanted for values in others)
        known = [(look, look.there.get(key, {})) for look in asking for key in look.keys]
        listed = [(look.asked, values) for look, values in known if values.get(of)]
        if told and listed and all(made.fits(*pair) for pair in listed):
            return made
    return None


def _lets_all(value: str, label: str) -> bool:
    """Is it what a choice sends for no filter: `0` of "All shelves", `all`?"""
    return _ALL.match(label) is not None or (value.lower() in ("all", "any", "*") and not label)


def alike(param: str, of: str) -> bool:
    """Does the parameter's name say the field? `status__exact`, `filter_status`, `company_id`."""
    mine = f"_{snake(param).removesuffix('_id')}_"
    return f"_{snake(of)}_" in mine or f"_{snake(of).removesuffix('_id')}_" in mine


def _labels(name: str, of: str, one: PageKind, facets: Mapping[str, str], part: Entities) -> dict[str, str]:
    """Value in the address -> value of the field, where the page's links, or its forms' choices, say so."""
    known = {squeezed(str(value)).lower(): str(value) for value in part.values(of) if value not in (None, "")}
    own = next((one.labels[sent] for sent, to in one.sent.items() if to == of and sent in one.labels), {})
    found = {value: known[label.lower()] for value, label in facets.items() if label.lower() in known}
    if found:
        left = {said: value for said, value in known.items() if value not in found.values()}
        return {**found, **_explained(facets, left)}
    return {value: label for value, label in own.items() if value and label.lower() in known}


def _explained(facets: Mapping[str, str], known: Mapping[str, str]) -> dict[str, str]:
    """Value in the address -> value of the field, of labels that only say more in brackets: `Paid (or with a fee)`;
    not where several begin alike."""
    begins: dict[str, list[str]] = {}
    for value, label in facets.items():
        begins.setdefault(label.partition(" (")[0].lower(), []).append(value)
    return {values[0]: known[said] for said, values in begins.items() if len(values) == 1 and said in known}


def _observed(name: str, of: str, labels: Mapping[str, str], asking: Sequence[Look]) -> dict[str, str] | None:
    """Value -> what the field was in all rows; None when that is no one value, or lets through what is not shown."""
    found: dict[str, str] = {}
    for look in asking:
        said = look.asked[name]
        values = {look.there.get(key, {}).get(of, "") for key in look.keys}
        if len(values) != 1:
            return None
        value = values.pop()
        sure = labels.get(said, said).lower() == value.lower() or (alike(name, of) and said not in labels)
        sure = sure or any({said.lower(), value.lower()} <= words for words in TRUTHS)
        others = {values.get(of, "") for key, values in look.there.items() if key not in look.keys}
        if not value or not sure or not others or (others == {value}):
            return None
        found[said] = value
    return found


def _hardly_chance(name: str, asking: Sequence[Look]) -> bool:
    """Are several rows shown, and several left out, for a word, whatever the parameter is called?"""
    shown = {key for look in asking for key in look.keys}
    left = {key for look in asking if look.whole for key in look.there if key not in look.keys}
    return min(len(shown), len(left)) >= LEAST_ROWS and all(_WORD.fullmatch(look.asked[name]) for look in asking)


def _has_part(name: str, of: str, asking: Sequence[Look]) -> bool:
    """Do the rows have in this field what was asked for, and others not, while one has more in it than that?"""
    shown = [
        (look.asked[name].lower(), look.there.get(key, {}).get(of, "").lower()) for look in asking for key in look.keys
    ]
    others = [
        (look.asked[name].lower(), values.get(of, "").lower())
        for look in asking if look.whole for key, values in look.there.items() if key not in look.keys
    ]  # fmt: skip
    told = bool(others) and not any(said in value for said, value in others)
    return told and all(said in value for said, value in shown) and any(said != value for said, value in shown)
