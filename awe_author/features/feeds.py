"""What a server keeps saying by itself: measurements, states, a log that ticks. With state behind it, a recorded
conversation goes on with them at the pace at which they came, whatever the page has written meanwhile.

A name of messages is such a feed when messages of it came often enough while neither page nor server had anything to
react to, and when they say the same again and again but for numbers. What has something of its own to say each time (a
chat, a new thing with its key) is no feed: it is played once, in its place.
"""

from __future__ import annotations

import bisect
import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from statistics import median
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import orjson

from awe_author.archive.model import Entry, SocketMessage
from awe_author.archive.rules import clock_value
from awe_author.features import frames
from awe_author.features.frames import Frame, Message, is_heartbeat
from awe_author.queries import parse_qsl

OFTEN = 5
"""Moments at which messages of a name came by themselves, at least."""
QUIET = 2.0
"""Seconds without a message of the page or a write before what comes by itself; moments nearer than that are one."""
PAUSE = 1.0
"""Seconds between the messages of one conversation and those of the next (or the same again), at least."""
ALIKE = 0.8
"""Share of a name's messages that say nothing that others of it do not say."""
NOW = 60.0
"""Seconds around a message within which a moment in it is its own."""
_CARRIER = frozenset({"EIO", "transport", "sid", "t", "b64"})
"""Parameters of engine.io (protocol, "Handshake")."""
_IDS = re.compile(r"(?:^|_)(?:id|uid|uuid|guid|key|pk|seq|cursor)$|(?:Id|Key)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Came:
    """One message of a server with the moment (epoch seconds) at which it came."""

    moment: float
    data: str
    parts: tuple[Message, ...]
    alone: bool
    """Did nothing happen before that it may react to?"""


_Asked: TypeAlias = tuple[list[tuple[str, str]], list[str | bytes]]
"""What a page asked for: the query of the address, and what it said."""


@dataclass(slots=True)
class Feeds:
    """The feeds of one address."""

    frame: Frame = "json"
    names: frozenset[str] = frozenset()
    """As `sort_of` gives them."""
    beats: list[list[_Came]] = field(default_factory=list)
    """Of each recorded conversation, what only feeds said."""
    places: dict[int, int] = field(default_factory=dict)
    """seq of the exchange that a conversation began with -> its place in `beats`."""
    asked: list[_Asked] = field(default_factory=list)
    """Of each recorded conversation, what its page asked for: only those that asked for the same follow each other."""
    stamps: frozenset[tuple[str, tuple[str | int, ...]]] = frozenset()
    """(name, place) of the moments at which a message came."""

    def holds(self, data: str | bytes) -> bool:
        """Is it nothing but feeds?"""
        return bool(self.names) and isinstance(data, str) and self.named(frames.read(data, self.frame))

    def named(self, parts: Sequence[Message]) -> bool:
        """Are all of them feeds?"""
        return bool(parts) and all(sort_of(one.name) in self.names for one in parts)

    def following(self, entry: Entry, since: float) -> Iterator[tuple[float, str]]:
        """(seconds to wait, message) without an end: those of the conversation that began with `entry`, then those of
        the others whose pages asked for the same, and again; nothing where none of them has any. Moments in them go
        on, too. `since`: when what they follow was recorded."""
        here = self.places.get(entry.seq)
        if here is None:
            return
        turns = (*range(here, len(self.beats)), *range(here))
        order = [self.beats[turn] for turn in turns if self.beats[turn] and self.asked[turn] == self.asked[here]]
        usual = self._pause()
        own = bool(order) and order[0] is self.beats[here]
        moment = since if own or not order else order[0][0].moment - usual
        before = since if own else None
        for talk in itertools.cycle(order):
            for one in talk:
                gap = usual if before is None else max(0.0, one.moment - before)
                moment, before = moment + gap, one.moment
                yield gap, self._at(one, moment)
            before = None

    def _pause(self) -> float:
        """Seconds that usually pass between two messages which do not come together."""
        gaps = [later.moment - one.moment for talk in self.beats for one, later in itertools.pairwise(talk)]
        apart = [gap for gap in gaps if gap >= PAUSE]
        return median(apart) if apart else PAUSE

    def _at(self, one: _Came, moment: float) -> str:
        """A message with the moment at which it comes now."""
        late = moment - one.moment
        if not self.stamps or abs(late) < 0.001:
            return one.data
        return _with(one, [self._later(part, late) for part in one.parts], self.frame)

    def _later(self, part: Message, late: float) -> str:
        """A part of a message, `late` seconds later."""
        places = [place for name, place in self.stamps if name == part.name]
        if not places or (self.frame == "socket.io" and (part.acknowledge or not part.text.startswith("42"))):
            return part.text
        value = deepcopy(part.value)
        for place in places:
            _shift(value, place, late)
        return frames.again(part, value, self.frame) if self.frame == "socket.io" else orjson.dumps(value).decode()


def _with(one: _Came, texts: Sequence[str], frame: Frame) -> str:
    """What came at once, with these texts for its parts; all that stands between them stays."""
    if frame in ("array", "jsonrpc") and one.data.lstrip().startswith("["):
        return frames.joined(texts, frame)
    made, end = "", 0
    for part, text in zip(one.parts, texts, strict=True):
        begin = one.data.index(part.text, end)
        made += one.data[end:begin] + text
        end = begin + len(part.text)
    return made + one.data[end:]


def sort_of(name: str) -> str:
    """The name of a message with 0 for every number: `sensor/17` is one of many."""
    return re.sub(r"\d+", "0", name)


def feeds_of(url: str, talks: Sequence[tuple[Entry, Sequence[SocketMessage]]], writes: Sequence[float]) -> Feeds:
    """The feeds of one address. `talks`: its recorded conversations; `writes`: when pages wrote (epoch seconds)."""
    frame = frames.frame_of(url, [one.data for _, talk in talks for one in talk])
    if frame == "graphql":
        return Feeds(frame)  # each message answers a subscription, under the number that the page gave it
    came = [_came(one, talk, frame, writes) for one, talk in talks]
    found = Feeds(frame, _names([one for talk in came for one in talk]))
    found.places = {entry.seq: place for place, (entry, _) in enumerate(talks)}
    found.asked = [_asked(entry, talk, frame) for entry, talk in talks]
    found.beats = [[one for one in talk if found.named(one.parts)] for talk in came]
    found.stamps = _stamps([one for talk in found.beats for one in talk])
    return found if any(found.beats) else Feeds(frame)


def _asked(entry: Entry, talk: Sequence[SocketMessage], frame: Frame) -> _Asked:
    """What a page asked for. What it said again counts once; what only carries a connection of engine.io is no part."""
    engine = frame == "socket.io"
    query = parse_qsl(urlsplit(entry.url).query, keep_blank_values=True)
    said = (one.data for one in talk if one.outgoing and not is_heartbeat(one.data, engine=engine))
    return sorted(pair for pair in query if not (engine and pair[0] in _CARRIER)), list(dict.fromkeys(said))


def _came(entry: Entry, talk: Sequence[SocketMessage], frame: Frame, writes: Sequence[float]) -> list[_Came]:
    found: list[_Came] = []
    written, said = sorted([entry.time, *writes]), entry.time
    for one in talk:
        moment = entry.time + one.time
        if is_heartbeat(one.data, engine=frame == "socket.io") or not isinstance(one.data, str):
            continue
        if one.outgoing:
            said = moment
            continue
        before = bisect.bisect_right(written, moment)
        last = max(said, written[before - 1] if before else said)
        found.append(_Came(moment, one.data, tuple(frames.read(one.data, frame)), moment - last >= QUIET))
    return found


def _names(came: Sequence[_Came]) -> frozenset[str]:
    by_name: defaultdict[str, list[Message]] = defaultdict(list)
    alone: defaultdict[str, list[float]] = defaultdict(list)
    for one in came:
        for name in {sort_of(part.name) for part in one.parts} if one.alone else ():
            alone[name].append(one.moment)
        for part in one.parts:
            by_name[sort_of(part.name)].append(part)
    often = {name for name, moments in alone.items() if name and _apart(moments) >= OFTEN}
    return frozenset(name for name in often if repeats(by_name[name]))


def _apart(moments: Sequence[float]) -> int:
    """How many moments, those that are less than `QUIET` seconds after one that counts left out."""
    count, last = 0, float("-inf")
    for moment in sorted(moments):
        if moment - last >= QUIET:
            count, last = count + 1, moment
    return count


def repeats(said: Sequence[Message]) -> bool:
    """Do messages (of one name) say the same again and again but for numbers?"""
    told = [dict(_leaves(one.value)) for one in said]
    often: Counter[tuple[tuple[str | int, ...], Any]] = Counter()
    for one in told:
        often.update((place, _words(place, value)) for place, value in one.items())
    usual = sum(all(often[place, _words(place, value)] > 1 for place, value in one.items()) for one in told)
    return usual >= ALIKE * len(told)


def _words(place: tuple[str | int, ...], value: Any) -> Any:
    """What a member says but for its numbers; of what identifies something the whole."""
    if isinstance(value, str) and clock_value(value) is None:
        return value if _identifies(place) else re.sub(r"\d+(?:\.\d+)?", "0", value)
    if isinstance(value, int) and not isinstance(value, bool) and _identifies(place):
        return value
    return type(value).__name__


def _identifies(place: tuple[str | int, ...]) -> bool:
    return bool(place) and isinstance(place[-1], str) and _IDS.search(place[-1]) is not None


def _leaves(value: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, (*place, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _leaves(inner, (*place, number))
    else:
        yield place, value


def _stamps(came: Sequence[_Came]) -> frozenset[tuple[str, tuple[str | int, ...]]]:
    """The places that tell, in every message of a name, the moment at which it came."""
    near: Counter[tuple[str, tuple[str | int, ...]]] = Counter()
    there: Counter[tuple[str, tuple[str | int, ...]]] = Counter()
    for one in came:
        for part in one.parts:
            for place, value in _leaves(part.value):
                there[part.name, place] += 1
                at = clock_value(str(value)) if isinstance(value, int | float | str) else None
                near[part.name, place] += at is not None and abs(at - one.moment) < NOW
    return frozenset(key for key, count in near.items() if count and count == there[key])


def _shift(value: Any, place: tuple[str | int, ...], late: float) -> None:
    """Let the moment at a place be `late` seconds later, in the form that it has."""
    *outer, last = place
    try:
        for step in outer:
            value = value[step]
        told = value[last]
    except (KeyError, IndexError, TypeError):
        return
    at = clock_value(str(told))
    if at is None:
        return
    if isinstance(told, int | float):
        value[last] = round((at + late) * 1000) if told > 1e12 else type(told)(at + late)
    elif told.endswith("Z"):
        fraction = len(told.partition(".")[2]) - 1
        made = datetime.fromtimestamp(at + late, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")
        value[last] = made[: 20 + fraction if fraction > 0 else 19] + "Z"
