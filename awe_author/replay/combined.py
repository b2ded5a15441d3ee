"""Scripts that a page asks for together, put together anew from other recorded combinations.

A loader of modules joins the names of what a page still needs into one address (`load?names=jquery,ui|app.edit`) and
gets one file back. What is still needed depends on what the browser kept from pages before, so another visit asks for
other combinations of the same modules. A recorded file is cut where it says each of the names its address joins: the
file begins with some opening (`loader.implement("`) and the first name, and the same opening stands before every other
name exactly once. A combination whose names were all recorded is then the parts of these in the order asked. Whatever
else the address says must be the same, but for a parameter that every combination has its own value of (their version).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from awe_author.archive.canonical import RequestForm
from awe_author.archive.model import Entry
from awe_author.door.messages import without
from awe_author.queries import parse_qsl
from awe_author.replay.answers import AnswerStore, Prepared
from awe_author.replay.key_by_key import OF_THE_BODY
from awe_author.replay.session import ReplaySession

RULE = "scripts put together"
MOST = 400
"""Recorded combinations at one address that are looked through."""
MOST_KEPT = 32
"""Files that a session keeps."""
LONGEST_OPENING = 80
"""Characters between the start of a file and the first name it says."""
_NAME = re.compile(r"[\w.@/+-]+")
Query = Mapping[str, str]
Reader = Callable[[str], tuple[str, ...]]
"""Takes the names out of a parameter; () where it holds none."""


@dataclass(frozen=True, slots=True)
class _Combination:
    """A recorded request for several scripts: what its address says beside their names, and its answer."""

    entry: Entry
    names: tuple[str, ...]
    beside: Query


class Combined:
    """The combinations of one session, read when one is asked for that was not recorded."""

    def __init__(self, session: ReplaySession, answers: AnswerStore) -> None:
        self._session, self._answers = session, answers
        self._kept: dict[str, Prepared] = {}

    def prepared(self, form: RequestForm, url: str, purpose: str) -> Prepared | None:
        """The file of a combination that was never asked for as such; None where it cannot be put together."""
        if form.writes or purpose != "script":
            return None
        if url not in self._kept:
            made = self._put_together(form, _query(url), purpose)
            if made is None or len(self._kept) >= MOST_KEPT:
                return made
            self._kept[url] = made
        return self._kept[url]

    def _put_together(self, form: RequestForm, query: Query, purpose: str) -> Prepared | None:
        entries = [one for one in self._session.archive.by_operation(form.operation) if one.status == 200]
        for member in query if 1 < len(entries) <= MOST else ():
            for read in (plain_names, packed_names):
                names, beside = read(query[member]), _beside(query, member)
                made = self._made(names, beside, _combinations(entries, member, read), purpose) if names else None
                if made is not None:
                    return made
        return None

    def _made(
        self, names: Sequence[str], beside: Query, combinations: Sequence[_Combination], purpose: str
    ) -> Prepared | None:
        own = _own_values(combinations)
        same = [one for one in combinations if _without(one.beside, own) == _without(beside, own)]
        parts: dict[str, str] = {}
        like: Prepared | None = None
        for one in sorted(same, key=lambda one: (len(set(one.names) & set(names)), one.entry.seq), reverse=True):
            if set(one.names) & set(names) <= parts.keys():
                continue
            prepared = self._answers.prepare(one.entry, purpose)
            found = {name: part for name, part in self._parts(prepared, one.names).items() if name in names}
            parts |= {name: part for name, part in found.items() if name not in parts}
            like = like or (prepared if found else None)
        if like is None or parts.keys() != set(names):
            return None
        body = "".join(parts[name] for name in names).encode()
        headers = without(like.headers, *OF_THE_BODY)
        return replace(like, headers=headers, body=body, length=len(body), problem="")

    def _parts(self, prepared: Prepared, names: Sequence[str]) -> Mapping[str, str]:
        """Name -> its part of the recorded file; nothing where it is not clear."""
        try:
            return cut(prepared.decoded(self._session)[1].decode(), names)
        except UnicodeDecodeError:
            return {}


def cut(text: str, names: Collection[str]) -> dict[str, str]:
    """A file cut where it says each of `names` after the opening that it begins with; {} where it does not so once.

    >>> cut('on("a",1);on("b.c",2);', ["a", "b.c"])
    {'a': 'on("a",1);', 'b.c': 'on("b.c",2);'}
    """
    firsts = [(text.find(name, 0, LONGEST_OPENING + len(name)), -len(name), name) for name in names]
    found = min((one for one in firsts if one[0] > 0), default=None)
    if found is None:
        return {}
    opening = text[: found[0]]
    some = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    starts = [(one.start(), one[1]) for one in re.finditer(re.escape(opening) + rf"({some})(?![\w./-])", text)]
    if sorted(name for _, name in starts) != sorted(names):
        return {}
    ends = [start for start, _ in starts[1:]] + [len(text)]
    return {name: _ended(text[start:end]) for (start, name), end in zip(starts, ends, strict=True)}


def _ended(part: str) -> str:
    return part if part.endswith((";", "\n")) else part + ";\n"


def plain_names(value: str) -> tuple[str, ...]:
    """The names of a joined list: `a,b.c`, or `a|b.c`."""
    return _checked(re.split(r"[,|]", value))


def packed_names(value: str) -> tuple[str, ...]:
    """The names of a list in which neighbours share what stands before their last dot: `a.b,c|d` is a.b, a.c and d."""
    return _checked([name for group in value.split("|") for name in _unpacked(group)])


def _unpacked(group: str) -> Iterator[str]:
    first, *others = group.split(",")
    before = first[: first.rfind(".") + 1]
    yield first
    yield from (before + other for other in others)


def _checked(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names) if len(set(names)) == len(names) and all(map(_NAME.fullmatch, names)) else ()


def _combinations(entries: Sequence[Entry], member: str, read: Reader) -> list[_Combination]:
    """The recorded requests that join names in this parameter; none where it never joins any."""
    found = []
    for entry in entries:
        query = _query(entry.url)
        names = read(query[member]) if member in query else ()
        if names:
            found.append(_Combination(entry, names, _beside(query, member)))
    several = len({one.names for one in found}) > 1 and any(len(one.names) > 1 for one in found)
    return found if several else []


def _query(url: str) -> dict[str, str]:
    """The parameters of an address; {} where one stands twice."""
    pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    return dict(pairs) if len({name for name, _ in pairs}) == len(pairs) else {}


def _beside(query: Query, member: str) -> Query:
    return _without(query, (member,))


def _without(query: Query, names: Collection[str]) -> Query:
    return {name: value for name, value in query.items() if name not in names}


def _own_values(combinations: Sequence[_Combination]) -> set[str]:
    """The parameters that every combination has its own value of."""
    told: dict[str, dict[tuple[str, ...], set[str]]] = {}
    for one in combinations:
        for name, value in one.beside.items():
            told.setdefault(name, {}).setdefault(one.names, set()).add(value)
    found = set()
    for name, by_names in told.items():
        values = [value for some in by_names.values() for value in some]
        if len(by_names) > 1 and len(set(values)) == len(values) and all(len(some) == 1 for some in by_names.values()):
            found.add(name)
    return found
