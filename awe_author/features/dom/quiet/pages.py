"""Which documents are quiet: read once, and compared with what a plan says whenever that is another one.

What is kept of a document is what it shows, by its own bytes; beside it, for the plans that it was compared with last,
what has to be written into it. The answer for a session comes from the first and from the plan of this session, or from
what was found for the very same operations. So nothing of one session's state is ever in the answer to another one.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from awe_author.features.dom.operations import Operation, Plan, SetOperation
from awe_author.features.dom.quiet.reading import LARGEST, Unread, read
from awe_author.features.dom.quiet.standing import Standing, shape
from awe_author.features.dom.quiet.writing import Edit, edited
from awe_author.features.dom.values import Shown

AT_ONCE = 16_384
"""Bytes of a document that is read while it is asked for; a larger one in a thread, and is known the next time."""
MOST_KEPT = 32 << 20
"""Bytes of the documents of which is kept what they show, and of the plans kept with them, together."""
MOST_VERDICTS = 16
"""Plans of which is kept whether one document shows them; the oldest are forgotten."""
MOST_OF_PLANS = 4 << 20
"""Bytes of these plans, for one document; the last one is kept however large it is."""
OF_A_VALUE = 64
"""Bytes that a value of a plan takes beside its text, about."""
_RUNNING = re.compile(rb"<script(?:[ \t\r\n\f]*>|[ \t\r\n\f](?![^>]*\btype\b))")
"""A script that has no type: it runs. Most pages have one, and need not be looked at further."""


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What makes a document show a plan. `size`: bytes of that plan."""

    operations: tuple[Operation, ...]
    edits: Sequence[Edit] | None
    size: int


@dataclass(slots=True)
class _Known:
    """`standing` is None while the document is read, and for good where it cannot be told."""

    size: int
    """Bytes of the document and of the plans."""

    standing: Standing | None = None
    verdicts: list[_Verdict] = field(default_factory=list)

    def edits(self, operations: tuple[Operation, ...]) -> Sequence[Edit] | None:
        """What is to be written into it for these; None: it does not show them."""
        if self.standing is None:
            return None
        for known in self.verdicts:
            if len(known.operations) == len(operations) and all(map(_is_same, known.operations, operations)):
                return known.edits
        made = _Verdict(operations, self.standing.edits(operations), bytes_of(operations))
        self.verdicts.insert(0, made)
        self.size += made.size
        while len(self.verdicts) > MOST_VERDICTS or (len(self.verdicts) > 1 and self._of_plans() > MOST_OF_PLANS):
            self.size -= self.verdicts.pop().size
        return made.edits

    def _of_plans(self) -> int:
        return sum(one.size for one in self.verdicts)


def bytes_of(operations: Sequence[Operation]) -> int:
    """How much memory the values of operations take, about."""
    total = 0
    for one in operations:
        if isinstance(one, SetOperation):
            total += sum(map(_bytes_of_value, [value for _, value in one.values]))
            continue
        total += sum(map(_bytes_of_value, one.keys))
        total += sum(OF_A_VALUE + sum(map(_bytes_of_value, values)) for _, values in one.records)
    return total


def _bytes_of_value(value: Shown) -> int:
    return OF_A_VALUE + (len(value) if isinstance(value, str) else 0)


def _is_same(one: Operation, other: Operation) -> bool:
    return one is other


class QuietPages:
    """Of one mock, for all its sessions. Used in one event loop."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[object, ...], _Known] = OrderedDict()
        self._kept = 0
        self._reading: set[asyncio.Future[None]] = set()

    def showing(self, document: Sequence[bytes], charset: str, plan: Plan) -> Sequence[bytes] | None:
        """A document that has no scripts (its bytes in pieces, without what was put into it) as it shows a plan: as it
        is, or with other texts in some rows. None where that is not known, or not yet, or takes more than that."""
        size = sum(map(len, document))
        if size > LARGEST or "drop" in plan.event_types() or _has_script(document):
            return None
        digest = sha256()
        for piece in document:
            digest.update(piece)
        key = digest.digest(), charset, plan.url, shape(plan.operations)
        known = self._known.get(key)
        if known is None:
            known = self._read(key, b"".join(document), charset, plan)
        else:
            self._known.move_to_end(key)
        before = known.size
        edits = known.edits(plan.operations)
        self._kept += known.size - before
        self._forget()
        if not edits:
            return document if edits is not None else None
        plain = not any(b"\r" in piece or piece.startswith(b"\xef\xbb\xbf") for piece in document)
        return edited(document, edits) if plain else None

    async def settled(self) -> None:
        """Wait until no document is being read."""
        while self._reading:
            await asyncio.wait(self._reading)

    def _read(self, key: tuple[object, ...], body: bytes, charset: str, plan: Plan) -> _Known:
        known = self._known[key] = _Known(len(body))
        self._kept += known.size
        self._forget()
        if len(body) <= AT_ONCE:
            known.standing = _standing(body, charset, plan)
        else:
            reading = asyncio.ensure_future(self._read_aside(known, body, charset, plan))
            self._reading.add(reading)
            reading.add_done_callback(self._reading.discard)
        return known

    def _forget(self) -> None:
        """The documents that were asked for longest ago go when there is too much."""
        while self._kept > MOST_KEPT and len(self._known) > 1:
            self._kept -= self._known.popitem(last=False)[1].size

    @staticmethod
    async def _read_aside(known: _Known, body: bytes, charset: str, plan: Plan) -> None:
        known.standing = await asyncio.to_thread(_standing, body, charset, plan)


def _has_script(document: Sequence[bytes]) -> bool:
    """Is the first script of a piece one that runs? Whatever it misses is found when the document is read."""
    places = ((piece, piece.find(b"<script")) for piece in document)
    return any(at >= 0 and _RUNNING.match(piece, at) is not None for piece, at in places)


def _standing(body: bytes, charset: str, plan: Plan) -> Standing | None:
    try:
        return Standing(read(body, charset), plan.operations, plan.url)
    except Unread:
        return None
