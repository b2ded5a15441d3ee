"""Texts in JSON that say how long ago a moment beside them was: `"created_ago": "3 minutes"` beside `created_at`.

Like what comes from other kinds (`labels`), such a text is not kept with the entity, but told anew whenever it is
shown. It has to be so at every look, by the date of the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import date_of, member, moment_of
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities, ToldText
from awe_author.features.discover.markup.spans import NOW, Span, is_age, span_of

LOOKS = 3
UNBROKEN = "\u00a0"
Look = tuple[dict[str, Any], float]
"""(what was shown, when)."""


@dataclass(slots=True)
class AgoText(ToldText):
    """How a text follows a moment."""

    name: str
    """The field itself."""
    by: str
    """The field with the moment."""
    span: Span

    def text(self, item: str, key: str, values: Sequence[Any]) -> str:
        """The expression for the field of `item`."""
        own, kept = member(item, self.by, sure=False), member(item, self.name, sure=False)
        return f"{own} == null ? dyn({kept}) : dyn({self.span.text(f'string({own})')})"


def ago_texts(part: Entities) -> dict[str, AgoText]:
    """Field -> rule, of fields that no request sends."""
    if part.kind.source == "page":
        return {}
    looks = [(one.value, seen) for one in part.kind.sightings() if (seen := date_of(one.call.date)) is not None]
    names = dict.fromkeys(name for value, _ in looks for name, said in value.items() if isinstance(said, str))
    made: dict[str, AgoText] = {}
    for name in names:
        there = [(value, seen) for value, seen in looks if value.get(name)]
        phrases = [value[name] for value, _ in there]
        plain = name != part.kind.key and name not in part.written and len(there) >= LOOKS
        if plain and all(isinstance(one, str) and len(one) < 60 and is_age(one) for one in phrases):
            rule = next(_rules(name, names, there), None)
            made |= {name: rule} if rule is not None else {}
    return made


def _rules(name: str, others: Iterable[str], looks: Sequence[Look]) -> Iterator[AgoText]:
    """The rule by each field that has a moment at all looks and explains the text, one called alike first."""
    phrases = [str(value[name]) for value, _ in looks]
    blank = UNBROKEN if any(UNBROKEN in phrase for phrase in phrases) else " "
    for by in sorted(others, key=lambda one: (snake(one).split("_")[0] != snake(name).split("_")[0], one)):
        moments = [moment_of(value.get(by)) for value, _ in looks]
        if all(moment is not None for moment in moments):
            spans = [seen - (moment or 0) for (_, seen), moment in zip(looks, moments, strict=True)]
            told = [(phrase.replace(blank, " "), (max(0.0, far), max(0.0, far)))
                    for phrase, far in zip(phrases, spans, strict=True)]  # fmt: skip
            span = _only_now(told) if all(phrase.lower() in NOW for phrase, _ in told) else span_of(told)
            if span is not None:
                yield AgoText(name, by, Span(span.family, span.ago, span.first, span.first_below, span.empty, blank))


def _only_now(told: Sequence[tuple[str, tuple[float, float]]]) -> Span | None:
    """What counts minutes though only the first one was seen: `0 minutes`."""
    span = Span("two units", " ago" if told[0][0].endswith(" ago") else "")
    return span if all(span.said(far[0]) == phrase for phrase, far in told) else None
