"""Compares the replies of one pair and says why they differ where that can be told. Pure.

The cause follows from who answered in the mock (a feature, the recording, nobody), from whether the request writes, and
from what differs: members that only one reply has are a wrong shape, other values in the same places a wrong value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urljoin, urlsplit

from awe_author.fidelity.model import TextDifference
from awe_author.twin.codes import linked_codes, same_code
from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import Likeness, generated, shape
from awe_author.twin.moments import moment_of
from awe_author.twin.pairing import Pair, differing, operation_of
from awe_author.twin.questions import question_of
from awe_author.twin.sources import of_part
from awe_author.twin.texts import compare_words, page_text
from awe_author.twin.trees import Difference, Trees

Cause = Literal[
    "missing feature",
    "unmodelled write",
    "miss",
    "wrong status",
    "wrong shape",
    "wrong value",
    "not asked",
    "not live",
    "timing",
    "step failed",
]
CAUSES: dict[str, str] = {
    "missing feature": "the recording answered, or nobody did, what should come from the state",
    "unmodelled write": "a request that changes something, which no feature takes: the state stayed as it was",
    "miss": "the recording has nothing like this request, and no feature takes it",
    "wrong status": "answered with another status, or sent elsewhere",
    "wrong shape": "the reply has other members or types than the live one",
    "wrong value": "the reply has the right shape and other values",
    "not asked": "the mock's page never asked this: what it was shown before had led it elsewhere",
    "not live": "only the mock's page asked this",
    "timing": "asked in another step, or still under way when the step was over",
    "step failed": "a step could not be performed in the mock, so that nothing of it could happen",
}


_STAMPED = re.compile(r"[A-Za-z_-]{1,20}(\d{13})")


@dataclass(slots=True)
class ReplyResult:
    """One compared reply."""

    step: int
    operation: str
    method: str
    url: str
    kind: str
    equal: bool
    cause: Cause | None = None
    source: str = ""
    """Who answered in the mock."""
    live_status: int = 0
    mock_status: int = 0
    differences: list[Difference] = field(default_factory=list)
    text: TextDifference | None = None
    """Of HTML and other text."""
    request: list[str] = field(default_factory=list)
    """Parameters that the two pages sent differently."""
    shifted: bool = False
    writes: bool = False
    note: str = ""

    def excuse(self, note: str) -> None:
        """It counts as equal, for this reason."""
        self.equal, self.cause, self.differences, self.note = True, None, [], note

    def as_json(self) -> dict[str, Any]:
        return {
            "step": self.step, "operation": self.operation, "method": self.method, "url": self.url, "kind": self.kind,
            "equal": self.equal, "cause": self.cause, "source": self.source, "writes": self.writes,
            "live_status": self.live_status, "mock_status": self.mock_status,
            "differences": [one.as_json() for one in self.differences],
            "text": None if self.text is None else self.text.lines,
            "request": self.request, "shifted": self.shifted, "note": self.note,
        }  # fmt: skip


@dataclass(slots=True)
class Failed:
    """Which steps failed where; a request that never came in such a step is no riddle."""

    live: set[int] = field(default_factory=set)
    mock: set[int] = field(default_factory=set)


def compare_pair(pair: Pair, likeness: Likeness, failed: Failed, changing: dict[str, frozenset[str]]) -> ReplyResult:
    """The result of one pair. `changing`: operation -> lines of its pages that change by themselves."""
    live, mock = pair.live, pair.mock
    if live is None or mock is None:
        return _alone(pair, failed)
    result = _result(live, mock)
    result.shifted = pair.shifted
    result.request = differing(live, mock, likeness)
    _compare(result, live, mock, likeness, changing.get(result.operation, frozenset()))
    result.equal = result.cause is None
    if result.cause in ("wrong value", "wrong shape", "wrong status"):
        result.cause = _blame(result, mock)
    return result


def _alone(pair: Pair, failed: Failed) -> ReplyResult:
    either = pair.live or pair.mock
    assert either is not None
    result = _result(pair.live, pair.mock)
    result.equal = False
    if pair.mock is None and either.kind == "message":
        result.cause = "missing feature"
    elif pair.mock is None:
        result.cause = "step failed" if pair.step in failed.mock else "not asked"
    else:
        result.cause = "not live"
        if pair.mock is not None and pair.mock.source == "miss":
            result.note = "and the mock had no answer to it"
    return result


def _result(live: Exchange | None, mock: Exchange | None) -> ReplyResult:
    shown = live or mock
    assert shown is not None
    return ReplyResult(
        step=shown.step,
        operation=operation_of(shown),
        method=shown.method,
        url=shown.url,
        kind=shown.kind,
        equal=True,
        source=mock.source if mock else "",
        live_status=live.status if live else 0,
        mock_status=mock.status if mock else 0,
        writes=shown.writes,
    )


def _compare(result: ReplyResult, live: Exchange, mock: Exchange, likeness: Likeness, changing: frozenset[str]) -> None:
    """Note what differs; the cause is what the replies alone tell."""
    if not (live.complete and mock.complete) and (live.complete or mock.complete):
        result.cause = "timing"
        return
    if _status(live) != _status(mock):
        result.cause = "wrong status"
        return
    if 300 <= live.status < 400 and not _same_place(live, mock, likeness):
        result.cause = "wrong status"
        result.differences = [Difference("location", "value", live.location, mock.location)]
        return
    if live.status == 304 or (live.reply == mock.reply):
        _saw(live, mock, likeness)
        return
    _bodies(result, live, mock, likeness, changing)


def _status(exchange: Exchange) -> int:
    """A cache's 304 says the same as the 200 it stands for."""
    return 200 if exchange.status == 304 else exchange.status


def _bodies(result: ReplyResult, live: Exchange, mock: Exchange, likeness: Likeness, changing: frozenset[str]) -> None:
    (shape, one), (other_shape, other) = live.content, mock.content
    if shape == "empty" and 300 <= live.status < 400:
        return
    if shape != other_shape:
        result.cause, result.differences = "wrong shape", [Difference("", "type", shape, other_shape)]
    elif shape == "json":
        echoes = (_unusual(live, mock), _unusual(mock, live))
        result.differences = Trees(likeness, result.operation, live.writes, echoes, question_of(live)).compare(
            one, other
        )
        _saw(live, mock, likeness)
        if result.differences:
            of_shape = any(difference.of_shape for difference in result.differences)
            result.cause = "wrong shape" if of_shape else "wrong value"
    elif shape in ("html", "text"):
        _saw(live, mock, likeness)
        if shape == "html":
            one, other = page_text(one), page_text(other)
        result.text = compare_words(one, other, likeness, changing)
        result.cause = None if result.text.same else "wrong value"
    elif shape == "bytes":
        result.cause = "wrong value"
        result.differences = [Difference("", "value", f"{len(one)} bytes", f"{len(other)} other bytes")]


def _unusual(exchange: Exchange, other: Exchange) -> frozenset[str]:
    """Generated values in a request's headers and parameters that the other side's request does not have."""
    sent = {value for _, value in exchange.headers} | {value.strip('"') for _, value in exchange.form.params}
    others = {value for _, value in other.headers}
    return frozenset(value for value in sent - others if shape(value) is not None or _stamped(value))


def _stamped(value: str) -> bool:
    """Is it a word with a moment behind it, as pages number what they ask: `loading1795326629035`?"""
    found = _STAMPED.fullmatch(value)
    return found is not None and moment_of(int(found[1])) is not None


def _saw(live: Exchange, mock: Exchange, likeness: Likeness) -> None:
    if live.content[0] == mock.content[0] == "json":
        likeness.ids.saw(generated(live.content[1]), generated(mock.content[1]))
    elif live.content[0] == mock.content[0] == "html":
        likeness.ids.saw(linked_codes(live.content[1]), linked_codes(mock.content[1]))


def _same_place(live: Exchange, mock: Exchange, likeness: Likeness) -> bool:
    """Do both send to the same place? A redirect after a write names what was just made: its ids correspond."""
    one, other = urlsplit(urljoin(live.url, live.location)), urlsplit(urljoin(mock.url, mock.location))
    if (one.netloc, one.scheme) != (other.netloc, other.scheme):
        return False
    left, right = one.path.split("/"), other.path.split("/")
    if len(left) != len(right):
        return False
    pairs = zip(left, right, strict=True)
    if live.writes and left == right:
        same_code(likeness.ids, (one.fragment, live.url), (other.fragment, mock.url))
    return all(
        likeness.same(here, there, "id", may_learn=live.writes)
        or (live.writes and same_code(likeness.ids, (here, live.url), (there, mock.url)))
        for here, there in pairs
    )


def _blame(result: ReplyResult, mock: Exchange) -> Cause:
    """Why a reply that came is another one."""
    if mock.source.startswith("feature"):
        assert result.cause is not None
        return of_part(mock.source, [one.path for one in result.differences]) or result.cause
    if result.writes and result.kind != "message":
        return "unmodelled write"
    if mock.source == "miss":
        return "miss"
    return "missing feature"
