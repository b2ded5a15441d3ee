"""How lines of a trail say what a field was or became: as the entity keeps it, as forms send it (`30` of `30%`), by the
label of a choice, or a day as pages write it (`12/01/2026` of `2026-12-01`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.formats import Format
from awe_author.features.discover.pages.pages import PageKind

MOST = 60
"""Choices of one field."""


@dataclass(frozen=True, slots=True)
class Way:
    """One of these ways."""

    labels: Mapping[str, str] = field(default_factory=dict)
    """Value -> what is said of it."""
    how: Format | None = None
    around: tuple[str, str] = ("", "")
    """What is said before and behind a value."""

    def shown(self, value: str) -> str:
        """What is said of a value."""
        if any(self.around):
            return value and f"{self.around[0]}{value}{self.around[1]}"
        return self.how.shown(value) if self.how is not None else self.labels.get(value, value)

    def text(self, own: str) -> str:
        """The expression of that; `own`: that of the value."""
        if self.how is not None:
            return self.how.text(own)
        if any(self.around):
            return f"({own} == '' ? '' : {text(self.around[0])} + {own} + {text(self.around[1])})"
        pairs = ", ".join(f"{text(value)}: {text(said)}" for value, said in self.labels.items())
        return f"{{{pairs}}}.get({own}, {own})" if pairs else own


KEPT = Way()
Ways = Mapping[str, list[Way]]
"""Field -> the ways that pages may have, the likeliest first."""


def ways_of(one: PageKind) -> dict[str, list[Way]]:
    """The ways in which fields of a kind may be said, beside that in which they are kept."""
    found: dict[str, list[Way]] = {}
    formats = {name: due.how for name, due in one.dues.items()} | one.formats
    for name, how in formats.items():
        found.setdefault(name, []).append(Way(how=how))
    for name, around in one.hours.items():
        found.setdefault(name, []).append(Way(around=around))
    for name, labels in one.choices.items():
        if 0 < len(labels) <= MOST:
            found.setdefault(name, []).append(Way(dict(labels)))
    for form_field, of in one.sent.items():
        labels = one.labels.get(form_field, {})
        sent = {label: value for value, label in labels.items() if label and label != value}
        if of not in one.choices and 0 < len(sent) <= MOST and len(sent) == sum(map(bool, labels.values())):
            found.setdefault(of, []).append(Way(sent))
    return found


def usual_way(ways: Ways, name: str) -> Way:
    """The way of a field of which no line was seen: a day as pages write it, a choice by its label, others as kept."""
    first = next(iter(ways.get(name, ())), KEPT)
    return first if first.how is not None else KEPT
