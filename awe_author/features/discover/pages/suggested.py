"""What scripts of a page offer while users type: the values of one field that have the words in them, each once,
`?q=sta` answered with `["staff"]` or `{"results": [{"name": "staff"}]}`.

Told from all such requests together: each has all values that fit at the time, and no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import is_plain
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

LEAST = 2
"""Values that were offered, in all."""
MOST_CALLS = 40


@dataclass(slots=True)
class Offers:
    """Requests of one address for suggestions, answered in one form."""

    member: str
    """Of the answer, which has the list; "" where the answer is the list."""
    names: tuple[str, ...]
    """Members of each element, all with its text; none where elements are texts."""
    calls: list[tuple[Call, list[str]]] = field(default_factory=list)

    def words(self, param: str) -> list[tuple[Call, str, list[str]]]:
        """(request, what was typed, what was offered), where all that was offered has it; else nothing."""
        said = [(call, dict(call.query).get(param, ""), texts) for call, texts in self.calls]
        fit = all(word.lower() in one.lower() for _, word, texts in said for one in texts)
        return said if fit and any(word for _, word, _ in said) else []


def suggested_features(one: PageKind, part: Entities, calls: Sequence[Call], seen: Seen) -> list[Feature]:
    """The features of all addresses that offer values of a field of this kind."""
    found: dict[tuple[str, str, tuple[str, ...]], Offers] = {}
    for call in calls:
        offered = _offered(call) if call.method == "GET" and not call.mutation and call.origin == one.origin else None
        if offered is not None:
            member, names, texts = offered
            mine = found.setdefault((call.path, member, names), Offers(member, names))
            mine.calls.append((call, texts))
    return [made for offers in found.values() if (made := _feature(one, part, offers, seen)) is not None]


def _offered(call: Call) -> tuple[str, tuple[str, ...], list[str]] | None:
    """(member, members of its elements, texts) of an answer that is a list of texts; an empty one has no elements."""
    answer: Any = call.answer
    lists = [name for name, value in answer.items() if isinstance(value, list)] if isinstance(answer, dict) else [""]
    if len(lists) != 1 or not call.query:
        return None
    items = answer[lists[0]] if lists[0] else answer
    if not isinstance(items, list) or not items:
        return None
    if all(isinstance(item, str) for item in items):
        return lists[0], (), [*items]
    if not all(isinstance(item, dict) and len({*map(str, item.values())}) == 1 for item in items):
        return None
    names = {tuple(item) for item in items}
    texts = [next(iter(item.values())) for item in items]
    plain = len(names) == 1 and all(isinstance(one, str) for one in texts) and all(map(is_plain, next(iter(names))))
    return (lists[0], names.pop(), texts) if plain else None


def _feature(one: PageKind, part: Entities, offers: Offers, seen: Seen) -> Feature | None:
    params = dict.fromkeys(name for call, _ in offers.calls for name, _ in call.query)
    for param in params:
        said = offers.words(param)
        of = _field(one, part, said, seen) if said else ""
        if of:
            call = said[0][0]
            return Feature(
                _document(one, part, offers, param, of),
                [
                    f"seen: GET {call.path}, seq {', '.join(str(at.seq) for at, _, _ in said[:MOST_CALLS])}",
                    "sure: 0.60",
                ],
                0.6,
            )
    return None


def _field(one: PageKind, part: Entities, said: Sequence[tuple[Call, str, list[str]]], seen: Seen) -> str:
    """The field whose values are offered, whenever they are asked for; "" without one."""
    offered = {value for _, _, texts in said for value in texts}
    for name in part.fields() if len(offered) >= LEAST else ():
        if name not in (KEY, LISTED_ON) and all(
            {*texts} == _fitting(one, part, name, word, call.seq, seen) for call, word, texts in said[:MOST_CALLS]
        ):
            return name
    return ""


def _fitting(one: PageKind, part: Entities, name: str, word: str, seq: int, seen: Seen) -> set[str]:
    """The values of a field that have the word in them, when it was asked."""
    known = [entity_at(one, part, key, seq, seen) or {} for key in {*part.seed, *part.made}]
    return {value for entity in known if isinstance(value := entity.get(name), str) and value
            and word.lower() in value.lower()}  # fmt: skip


def _document(one: PageKind, part: Entities, offers: Offers, param: str, of: str) -> JsonObject:
    call = offers.calls[0][0]
    word = f"query.get({text(param)}, '').lowerAscii()"
    values = f"state.{part.kind.name}.values().map(item, {own_text('item', of)})"
    fit = f"{values}.filter(value, value != '' && value.lowerAscii().contains({word})).distinct()"
    if all(texts == sorted(texts, key=str.lower) for _, texts in offers.calls):
        fit = f"{fit}.sortBy(value, value.lowerAscii())"
    if offers.names:
        members = ", ".join(f"{text(name)}: value" for name in offers.names)
        fit = f"{fit}.map(value, {{{members}}})"
    json: Json = {offers.member: fit} if offers.member else fit
    return {
        "id": f"{part.kind.name}.suggest.{of}",
        "title": f"Offers what {of.replace('_', ' ')} there is while users type",
        "on": {"request": f"GET {call.origin}{call.path}", "where": f"{text(param)} in query"},
        "reply": {"like": "recorded", "json": json},
    }
