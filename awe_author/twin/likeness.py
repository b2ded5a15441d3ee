"""When two values of live app and mock mean the same though they are not equal.

Three reasons: both are moments of their own run (`moments`); both were generated during the run and correspond (an id
that the live app gave a new thing, and the mock's id for it: one to one, for the whole run); or the place where they
stand changes by itself, as two loads of the same thing from the live app have shown.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import unquote

from awe_author.twin.moments import Window, masked, moment_of
from awe_author.twin.steady import Steady

_UUID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}", re.IGNORECASE)
_HEX = re.compile(r"[0-9a-f]{8,}", re.IGNORECASE)
_WITHIN = re.compile(rf"\b(?:{_UUID.pattern}|[0-9a-f]{{24,}})\b", re.IGNORECASE)
_SHORT = re.compile(r"(?<![\w-])[0-9a-f]{6,12}(?![\w-])")
_CUT = re.compile(r"(?<![\w-])([\w-]{3,24})(\.{2,3}|\u2026)(\w{3,24})(?![\w-])")
"""An id that is shown without its middle: `7ee28...9e975`."""
_WHOLE = 16
"""Characters of an id that is shown shortened."""
_TOKEN = re.compile(r"[A-Za-z0-9+/_.~=:-]{12,}")
_ENTITY_TAG = re.compile(r'W/"[^"]{1,200}"\Z')
"""A weak one (RFC 9110, 8.8.3): what stands in it says nothing but whether something is still the same."""
_ID_KEY = re.compile(
    r"(?:^|_|-)(?:id|ids|uid|uuid|guid|key|pk|oid|sid|rev|revid|number|no)$|(?:Id|ID|Ids|Uuid|Key|Number)$"
)


def shape(value: object) -> str | None:
    """What kind of generated text this may be: "uuid", "hex:32", "token", "tag"; None for what a person would write."""
    if not isinstance(value, str) or moment_of(value) is not None:
        return None
    if _UUID.fullmatch(value):
        return "uuid"
    if _HEX.fullmatch(value) and any(character.isdigit() for character in value):
        return f"hex:{len(value)}"
    if _TOKEN.fullmatch(value) and _mixed(value):
        return "token"
    return "tag" if _ENTITY_TAG.match(value) else None


def _mixed(text: str) -> bool:
    """Letters and digits in turns, as in a random token; not a word with a number behind it."""
    turns = len(re.findall(r"[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])|[a-z](?=[A-Z])", text))
    return turns >= max(3, len(text) // 8)


def _is_secret(text: str) -> bool:
    """A long token identifies nothing for long: a mock may give the recorded one again where the live app makes another
    each time."""
    return len(text) >= 24 and shape(text) == "token"


def is_id_key(name: str) -> bool:
    """Is this the name of a field that identifies something?"""
    return name.lower() in ("id", "pk", "uid", "name_id") or bool(_ID_KEY.search(name))


@dataclass(slots=True)
class Correspondence:
    """Ids generated during the run: live -> mock, one to one but for long tokens (`_is_secret`)."""

    live: dict[str, str] = field(default_factory=dict)
    mock: dict[str, str] = field(default_factory=dict)
    _seen_live: set[str] = field(default_factory=set)
    _seen_mock: set[str] = field(default_factory=set)

    def saw(self, live: Iterable[str], mock: Iterable[str]) -> None:
        """Remember the generated-looking values of a pair of replies, so that what both worlds have (seeded ids) is
        never taken for generated."""
        self._seen_live.update(live)
        self._seen_mock.update(mock)

    def agree(self, live: str, mock: str) -> bool:
        """Is it known that these two correspond?"""
        return self.live.get(live) == mock

    def learn(self, live: str, mock: str) -> bool:
        """Let these two correspond from now on, unless either has another partner or belongs to both worlds."""
        if self.agree(live, mock):
            return True
        if live in self.live or live in self._seen_mock or mock in self._seen_live:
            return False
        if mock in self.mock and not _is_secret(mock):
            return False
        self.live[live] = mock
        self.mock.setdefault(mock, live)
        return True

    def to_mock(self, text: str) -> str:
        """`text` of the live app with every live id replaced by the mock's, whole words only."""
        known = [live for live in self.live if len(live) > 3 and live in text]
        for live in sorted(known, key=len, reverse=True):
            text = text.replace(live, self.mock_of(live))
        text = _SHORT.sub(self._short, _CUT.sub(self._cut, text))
        return re.sub(r"(?<![\w.])\d{1,3}(?![\w.])", lambda found: self.live.get(found[0], found[0]), text)

    def _short(self, found: re.Match[str]) -> str:
        """The beginning of a generated id, as pages show it, of the one that corresponds."""
        partners = {
            mock[: len(found[0])] for live, mock in self.live.items()
            if len(live) >= _WHOLE and live.startswith(found[0]) and shape(live) == shape(mock)
        }  # fmt: skip
        return partners.pop() if len(partners) == 1 else found[0]

    def _cut(self, found: re.Match[str]) -> str:
        """The same of one that is shown without its middle."""
        begin, dots, end = found.groups()
        partners = {
            mock[: len(begin)] + dots + mock[-len(end) :] for live, mock in self.live.items()
            if len(live) >= _WHOLE and live.startswith(begin) and live.endswith(end) and shape(live) == shape(mock)
        }  # fmt: skip
        return partners.pop() if len(partners) == 1 else found[0]

    def mock_of(self, live: str) -> str:
        return self.live.get(live, live)


@dataclass(slots=True)
class Likeness:
    """What is known while a run is compared."""

    live: Window
    mock: Window
    ids: Correspondence = field(default_factory=Correspondence)
    volatile: dict[str, set[str]] = field(default_factory=dict)
    """Operation -> general paths (see `general`) of fields that change by themselves."""
    unordered: dict[Hashable, set[str]] = field(default_factory=dict)
    """Question (`questions.Question`) -> general paths of lists whose order means nothing (see `sets`)."""
    exact: bool = False
    """Only equal values mean the same."""
    params: frozenset[tuple[str, str]] = frozenset()
    """(operation, parameter) of requests that change by themselves, as the recording learned with --twice."""
    steady: Steady = field(default_factory=Steady)
    """What was not measured during the run."""
    took: set[tuple[float, float]] = field(default_factory=set)
    """Moments of the run in objects of the live app's replies, two and two (`steady.distances`)."""
    processes: Correspondence = field(default_factory=Correspondence)
    """Numbers of processes, for screens alone."""

    def trial(self) -> Likeness:
        """The same for an attempt that may fail: what it learns of ids is its own."""
        ids = self.ids
        copied = Correspondence(dict(ids.live), dict(ids.mock), set(ids._seen_live), set(ids._seen_mock))
        return replace(self, ids=copied)

    def same(self, live: Any, mock: Any, key: str = "", *, may_learn: bool = False) -> bool:
        """Do two scalars mean the same? `key`: the name of their field; `may_learn`: the reply tells of something that
        was just made, so that numbers under an id's name may be new ids."""
        if type(live) is type(mock) and live == mock:
            return True
        if self.exact or isinstance(live, bool) or isinstance(mock, bool) or live is None or mock is None:
            return False
        if isinstance(live, int | float) and isinstance(mock, int | float) and live == mock:
            return True
        return self._moments(live, mock) or self._ids(live, mock, key, may_learn=may_learn) or self._texts(live, mock)

    def _moments(self, live: Any, mock: Any) -> bool:
        first, second = moment_of(live), moment_of(mock)
        return first is not None and second is not None and self.live.holds(first) and self.mock.holds(second)

    def _ids(self, live: Any, mock: Any, key: str, *, may_learn: bool) -> bool:
        if isinstance(live, str) is not isinstance(mock, str):
            return False
        one, other = str(live), str(mock)
        if self.ids.agree(one, other):
            return True
        kind = shape(live)
        if kind is not None and kind == shape(mock):
            return self.ids.learn(one, other)
        numbers = one.isdigit() and other.isdigit()
        return may_learn and numbers and is_id_key(key) and self.ids.learn(one, other)

    def _texts(self, live: Any, mock: Any) -> bool:
        """Texts that are the same but for ids and moments in them."""
        if not (isinstance(live, str) and isinstance(mock, str)) or not live or not mock:
            return False
        one, other = masked(live, self.live), masked(mock, self.mock)
        return self.ids.to_mock(one) == other or self._within(one, other) or self._in_addresses(live, mock)

    def _within(self, live: str, mock: str) -> bool:
        """Texts that are the same but for generated ids in them, which then correspond."""
        if _WITHIN.sub("", live) != _WITHIN.sub("", mock):
            return False
        pairs = zip(_WITHIN.findall(live), _WITHIN.findall(mock), strict=False)
        return all(self.ids.mock_of(one) == other or self.ids.learn(one, other) for one, other in pairs)

    def _in_addresses(self, live: str, mock: str) -> bool:
        """Addresses (`shops/7/teas/K3v9...`) that are the same but for generated ids among their parts, which then
        correspond."""
        one, other = live.split("/"), mock.split("/")
        apart = [pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]]
        if len(one) != len(other) or len(apart) == len(one) or " " in live or not all(map(_both_generated, apart)):
            return False
        return all(self.ids.learn(left, right) for left, right in apart)

    def path(self, live: str, mock: str) -> bool:
        """Are two URL paths the same but for ids that correspond?"""
        one, other = live.split("/"), mock.split("/")
        return len(one) == len(other) and all(
            left == right or self.ids.agree(unquote(left), unquote(right))
            for left, right in zip(one, other, strict=True)
        )

    def is_volatile(self, operation: str, path: str) -> bool:
        return general(path) in self.volatile.get(operation, ())

    def is_unordered(self, question: Hashable, path: str) -> bool:
        return general(path) in self.unordered.get(question, ())


def _both_generated(pair: tuple[str, str]) -> bool:
    return shape(pair[0]) is not None and shape(pair[0]) == shape(pair[1])


def general(path: str) -> str:
    """A JSON pointer whose array indices are `*`."""
    return re.sub(r"/\d+(?=/|$)", "/*", path)


def identified(value: Any) -> Iterator[str]:
    """Every number under an id's name in a JSON value."""
    if isinstance(value, dict):
        for name, member in value.items():
            if is_id_key(name) and str(member).isdecimal():
                yield str(member)
            yield from identified(member)
    elif isinstance(value, list):
        for member in value:
            yield from identified(member)


def generated(value: Any) -> Iterator[str]:
    """Every generated-looking text in a JSON value."""
    if isinstance(value, dict):
        for member in value.values():
            yield from generated(member)
    elif isinstance(value, list):
        for member in value:
            yield from generated(member)
    elif shape(value) is not None:
        yield str(value)
    elif isinstance(value, str) and "/" in value and " " not in value:
        yield from (part for part in value.split("/") if shape(part) is not None)
