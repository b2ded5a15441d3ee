"""What entities of one sort show of what they are about: a note with `about: 5, about_type: "Boat"` shows the boat's
`home` and `crew`.

The sort is said beside what names, by the name of the other kind. Like other labels this is not kept with the entity.
Every look at an entity of that sort has to agree with what the other one said by then; what is of another sort keeps
what it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import safe, singular, snake
from awe_author.features.discover.entities.child_links import Link, links_to, named_text
from awe_author.features.discover.entities.entities import Entities, ToldText
from awe_author.features.discover.entities.joins import ENOUGH, Times, by_text, looks_of

NAMES = ("", "_id", "_uuid", "_key")
"""What may stand behind the name of what names."""
SORTS = ("_type", "_kind", "_class", "_model")
"""What stands behind it in the name of the field with the sort."""


@dataclass(frozen=True, slots=True)
class Sort:
    """Entities that name one of another kind."""

    by: str
    field: str
    """The field with the sort."""
    value: str
    other: Entities


@dataclass(slots=True)
class SortedLabel(ToldText):
    """How one field comes from what the entity is about."""

    sort: Sort
    name: str
    shows: str

    def text(self, item: str, key: str, values: Sequence[Any]) -> str:
        """The expression for the field of `item`."""
        others, named = f"state.{self.sort.other.kind.name}", f"string({by_text(item, self.sort.by)})"
        is_so = f"string({by_text(item, self.sort.field)}) == {text(self.sort.value)}"
        shown = member(f"{others}[{named}]", self.shows, sure=False)
        return f"({is_so} && {named} in {others} ? dyn({shown}) : dyn({member(item, self.name, sure=False)}))"


@dataclass(slots=True)
class LinkedLabel(ToldText):
    """How one field comes from what the entity names otherwise than by a key."""

    link: Link
    home: Entities
    name: str
    shows: str

    def text(self, item: str, key: str, values: Sequence[Any]) -> str:
        """The expression for the field of `item`."""
        one, own = f"{safe(singular(self.home.kind.name))}_", named_text(self.link.other, self.link.by, item)
        test = f"string({by_text(one, self.link.own)}) == string({own})"
        those = f"state.{self.home.kind.name}.values().filter({one}, {test})"
        kept = member(item, self.name, sure=False)
        return f"({those}.map({one}, dyn({member(one, self.shows, sure=False)})) + [dyn({kept})])[0]"


def _linked(part: Entities, name: str, links: Sequence[tuple[Link, Entities]], times: Times) -> LinkedLabel | None:
    """The label by one of the links to other kinds, which all looks have to show."""
    looks = looks_of(part, name)
    if len({str(look[2]) for look in looks if look[2] not in (None, "", [])}) < ENOUGH:
        return None
    for link, home in links if name not in {link.by for link, _ in links} else ():
        told = [(look[2], _home({**times.value(part, look[1], look[0]), **look[3]}, link, home, look[0], times))
                for look in looks]  # fmt: skip
        fields = [one for one in home.fields() if home.forms.get(one) == part.forms.get(name) and one != home.kind.key]
        for one in sorted(fields, key=lambda one: (one != name, one not in name)):
            if all(entity is not None and one in entity and entity[one] == value for value, entity in told):
                return LinkedLabel(link, home, name, one)
    return None


def _home(entity: dict[str, Any], link: Link, home: Entities, seq: int, times: Times) -> dict[str, Any] | None:
    said = str(value_at(entity, link.by))
    key = next((key for key, one in (*home.seed.items(), *home.made.items()) if str(one.get(link.own)) == said), None)
    return times.value(home, key, seq) if key is not None else None


def add_sorted_labels(parts: Sequence[Entities], times: Times) -> None:
    """Note such fields of all kinds."""
    json = [part for part in parts if part.kind.source == "json"]
    for part in json:
        links = [(link, home) for home in json if home is not part
                 for link in links_to(home, [part]) if link.own != home.kind.key]  # fmt: skip
        for name in (
            [one for one in part.fields() if one not in part.written and one not in part.joins] if links else ()
        ):
            if name != part.kind.key and (label := _linked(part, name, links, times)) is not None:
                part.joins[name] = label
        for sort in _sorts(part, json):
            for name in part.fields():
                if name in part.written or name in part.joins or name in (part.kind.key, sort.by, sort.field):
                    continue
                shows = _shown(part, name, sort, times)
                if shows:
                    part.joins[name] = SortedLabel(sort, name, shows)


def _sorts(part: Entities, parts: Sequence[Entities]) -> Iterator[Sort]:
    fields = {snake(one): one for one in part.fields()}
    for said, field in fields.items():
        stem = next((said.removesuffix(end) for end in SORTS if said.endswith(end)), "")
        by = next((fields[stem + end] for end in NAMES if stem and stem + end in fields), "")
        for value in dict.fromkeys(one for one in part.values(field) if isinstance(one, str)) if by else ():
            noun = singular(snake(value.rpartition(".")[2]))
            yield from (Sort(by, field, value, one) for one in parts
                        if one is not part and singular(one.kind.name) == noun)  # fmt: skip


def _shown(part: Entities, name: str, sort: Sort, times: Times) -> str:
    """The field of the other kind that all looks show; "" for none."""
    told: list[tuple[Any, dict[str, Any]]] = []
    for look in looks_of(part, name):
        whole = {**times.value(part, look[1], look[0]), **look[3]}
        key = str(whole.get(sort.by))
        if whole.get(sort.field) == sort.value and key in {**sort.other.seed, **sort.other.made}:
            told.append((look[2], times.value(sort.other, key, look[0])))
    if len({str(value) for value, _ in told if value not in (None, "", [])}) < ENOUGH:
        return ""
    fields = [one for one in sort.other.fields() if sort.other.forms.get(one) == part.forms.get(name)]
    fields.sort(key=lambda one: (one != name, one not in name))
    return next((one for one in fields if all(one in other and other[one] == value for value, other in told)), "")
