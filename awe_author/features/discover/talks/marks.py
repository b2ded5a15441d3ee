"""Marks that servers tell over sockets: the revision of a list, beside other news of a write.

On lines that are left to the recording. A place in messages of one name tells a mark when it shows, wherever it stands,
the mark that the last write before it had answered. Recorded messages then tell the present one when they are played;
and what all writes were followed by in the same way, up to the mark, is told anew whenever the mark changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.places import at as answered_at
from awe_author.features.discover.replies.marks import Mark
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.discover.talks.forms import literal_of, named
from awe_author.features.feeds import feeds_of, sort_of
from awe_author.features.talks import Talk
from awe_author.features.turns import FAR, Line, Pattern, Said, at, lines_of, scalars
from awe_author.json_types import Json, JsonObject

NEWS = 40
"""Messages between a write and the new mark, at most."""


@dataclass(frozen=True, slots=True)
class _Told:
    """A message that tells a mark."""

    said: Said
    place: Pattern


def told_marks(
    talks: Sequence[Talk], marks: Mapping[str, Mark], written: Sequence[float], taken: Sequence[str]
) -> list[Feature]:
    """The features that tell marks. `written`: when pages wrote (epoch seconds); `taken`: addresses of lines that have
    features already."""
    found: list[Feature] = []
    for line in lines_of(talks) if marks else ():
        if line.address in taken or line.frame == "graphql":
            continue
        feeds = feeds_in(talks, line.address, written)
        for mark in marks.values():
            found += _of_mark(line, mark, feeds)
    return found


def feeds_in(talks: Sequence[Talk], address: str, written: Sequence[float]) -> frozenset[str]:
    """The names of messages that keep coming by themselves on one line."""
    mine = [one for one in talks if one.url.partition("?")[0] == address]
    return feeds_of(address, [(one.entry, one.messages) for one in mine], written).names


def _of_mark(line: Line, mark: Mark, feeds: frozenset[str]) -> list[Feature]:
    renewed = sorted(
        (call.seq, answered_at(call.answer, way)) for operation, way in mark.writes for call in operation.calls
    )
    spoken = [one for one in line.said() if one.name and sort_of(one.name) not in feeds]
    places: defaultdict[tuple[str, Pattern], list[_Told]] = defaultdict(list)
    for said in spoken:
        for place, value in scalars(said.value):
            if _may_tell(value, place, mark, [value for _, value in renewed]):
                places[said.name, place].append(_Told(said, place))
    true = [told for told in places.values() if all(_is_present(one, mark, renewed) for one in told)]
    if not true:
        return []
    told = [one for ones in true for one in ones]
    news = _news(line, spoken, told, [seq for seq, _ in renewed])
    return [*_played(line, mark, true, news, spoken), *_changed(line, mark, news, told)]


def _may_tell(value: object, place: Pattern, mark: Mark, later: Sequence[object]) -> bool:
    """Is it one of the recorded marks? A number has to stand under the mark's own name."""
    if type(value) is not type(mark.first) or not (value == mark.first or value in later):
        return False
    return isinstance(mark.first, str) or str(place[-1]) == str(mark.lists[0][1][-1])


def _is_present(one: _Told, mark: Mark, renewed: Sequence[tuple[int, object]]) -> bool:
    """Is it the mark that the last write before it has answered?"""
    last = [value for seq, value in renewed if seq < one.said.seq]
    return bool(at(one.said.value, one.place) == (last[-1] if last else mark.first))


def _news(line: Line, spoken: Sequence[Said], told: Sequence[_Told], writes: Sequence[int]) -> list[list[Said]]:
    """Of each write that a mark was told after: what the server said from then on up to the mark."""
    asked = line.asked()
    found: list[list[Said]] = []
    for number, seq in enumerate(writes):
        following = writes[number + 1] if number + 1 < len(writes) else 1 << 62
        mark = next((one.said for one in told if seq < one.said.seq < following), None)
        if mark is None or any(seq < one.seq < mark.seq for one in asked):
            continue  # told in answer to something that the page said
        between = [one for one in spoken if seq < one.seq and one.at <= mark.at and one.at // FAR == mark.at // FAR]
        found.append(between[-NEWS:])
    return found


def _templates(mark: Mark, news: Sequence[Said], told: Sequence[_Told]) -> list[Json]:
    """What is said of a write, with the mark from the state."""
    places = {id(one.said): one.place for one in told}
    return [_with(literal_of(one.value), places.get(id(one)), mark.now) for one in news]


def _with(made: Json, place: Pattern | None, expression: str) -> Json:
    """A template with an expression at a place."""
    inner: Any = made
    for step in place[:-1] if place else ():
        inner = inner[step]
    if place:
        inner[place[-1]] = expression
    return made


def _changed(line: Line, mark: Mark, news: Sequence[Sequence[Said]], told: Sequence[_Told]) -> Iterator[Feature]:
    """Tell of a new mark: all that every write was followed by, when it always was the same; else the mark alone."""
    if not news:
        return
    each = [_templates(mark, one, told) for one in news]
    if any(one != each[0] for one in each):
        each = [one[-1:] for one in each]
    if any(one != each[0] for one in each):
        return
    replies: list[Json] = [{"json": one} for one in each[0]]
    document: JsonObject = {
        "id": f"{mark.kind}.mark.told",
        "title": f"Tell of a change of {mark.kind.replace('_', ' ')}",
        "on": {"stream" if line.stream else "socket": line.address, "event": "change"},
        "reply": replies if len(replies) > 1 else replies[0],
    }
    sure = min(0.95, 0.6 + 0.1 * len(news))
    seqs = ", ".join(str(one[-1].seq) for one in news[:8])
    yield Feature(document, [f"seen: after each write, seq {seqs}", f"sure: {sure:.2f}"], sure)


def _played(
    line: Line,
    mark: Mark,
    true: Sequence[Sequence[_Told]],
    news: Sequence[Sequence[Said]],
    spoken: Sequence[Said],
) -> Iterator[Feature]:
    """Recorded messages tell the present mark, and what else is told of writes stays where it was said otherwise."""
    after = {id(one) for ones in news for one in ones}
    for told in true:
        one, seen = told[0], [each for each in told if id(each.said) not in after]
        if seen and all(isinstance(step, str) for step in one.place):
            template: Json = mark.now
            for step in reversed(one.place):
                template = {str(step): template}
            yield _playing(line, mark, [each.said for each in seen], {"like": "recorded", "json": template})
    marked = {one.said.name for told in true for one in told}
    for name in dict.fromkeys(one.name for ones in news for one in ones if one.name not in marked):
        others = [one for one in spoken if one.name == name and id(one) not in after]
        if others:
            yield _playing(line, mark, others, _retained(mark, name, others, news))


def _retained(mark: Mark, name: str, others: Sequence[Said], news: Sequence[Sequence[Said]]) -> Json:
    """The reply: as recorded; once something was written what was told of it last, when the recording shows that."""
    last = next(one for one in reversed(news[-1]) if one.name == name)
    after = [one for one in others if one.seq > news[0][-1].seq]
    if not after or any(one.value != last.value for one in after) or len(after) == len(others):
        return {"like": "recorded"}
    first = text(mark.first) if isinstance(mark.first, str) else str(mark.first)
    return [
        {"when": f"{mark.now} == {first}", "like": "recorded"},
        {"when": f"{mark.now} != {first}", "json": literal_of(last.value)},
    ]


def _playing(line: Line, mark: Mark, said: Sequence[Said], reply: Json) -> Feature:
    document: JsonObject = {
        "id": f"{mark.kind}.mark.{snake(said[0].name)}",
        "title": f"{said[0].name} as recorded"
        + (", with the present mark" if isinstance(reply, dict) and "json" in reply else ""),
        "on": {"stream" if line.stream else "socket": line.address, "event": "played", "where": named(said[0])},
        "reply": reply,
    }
    sure = min(0.95, 0.6 + 0.1 * len(said))
    seqs = ", ".join(str(one.seq) for one in said[:8])
    return Feature(document, [f"seen: message {said[0].name}, seq {seqs}", f"sure: {sure:.2f}"], sure)
