"""Asks the live app again, outside its page: what changes by itself, and what it answers to the mock's own question.

Replies of reads that came out differently are asked for once more before the next step: what differs between the live
app's own two answers changes by itself. Pages put several things into one request, depending on the moment: when both
pages together named the same things in a step, what only the mock's page asked in this form is asked of the live app as
well, so that it can be compared with the answer to the same question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import Likeness, general
from awe_author.twin.pairing import operation_of
from awe_author.twin.questions import in_other_portions, question_of
from awe_author.twin.sides import Side
from awe_author.twin.texts import changing_lines, page_text
from awe_author.twin.trees import Trees

MOST_AGAIN = 24
"""Replies of one step that the live app is asked for again."""
MOST_OTHERS = 12
"""Questions of the mock's page in one step that the live app is asked."""


@dataclass(slots=True)
class Again:
    """What the live app said when it was asked again; `likeness` learns from it."""

    likeness: Likeness
    changing: dict[str, frozenset[str]] = field(default_factory=dict)
    """Operation -> lines of its pages that change by themselves."""
    _others: dict[int, Exchange] = field(default_factory=dict)
    """Place of a request among the mock's -> the live app's answer to it."""

    async def look(self, side: Side, live: Sequence[Exchange], mock: Sequence[Exchange]) -> None:
        """Ask `side`, the live app's, once more for what the mock answered otherwise. `live`, `mock`: of this step."""
        told = {(operation_of(exchange), exchange.reply) for exchange in mock}
        written = _last_write(live)
        doubtful = [
            exchange
            for exchange in live
            if exchange.seq > written  # what was read before a write may be another thing now
            and exchange.kind in ("api", "page") and not exchange.writes and 200 <= exchange.status < 300
            and (operation_of(exchange), exchange.reply) not in told
        ]  # fmt: skip
        for exchange in doubtful[:MOST_AGAIN]:
            second = await side.again(exchange)
            if second is not None and second.status == exchange.status:
                self._note(exchange, second)

    def _note(self, first: Exchange, second: Exchange) -> None:
        (shape, one), (other_shape, other) = first.content, second.content
        if shape != other_shape:
            return
        operation = operation_of(first)
        if shape == "json":
            unlike = Likeness(self.likeness.live, self.likeness.live, exact=True)
            for change in Trees(unlike, operation).compare(one, other):
                if change.what == "value" and change.path:
                    self.likeness.volatile.setdefault(operation, set()).add(general(change.path))
                elif change.what == "order" and change.path:
                    self.likeness.unordered.setdefault(question_of(first), set()).add(general(change.path))
        elif shape in ("html", "text"):
            texts = (page_text(one), page_text(other)) if shape == "html" else (one, other)
            self.changing[operation] = self.changing.get(operation, frozenset()) | changing_lines(*texts)

    async def ask(self, side: Side, live: Sequence[Exchange], mock: Sequence[Exchange]) -> None:
        """Ask `side` what only the mock's page asked in this form, of what both asked in this step in other
        portions: of no thing is the live app asked anything that its own page did not ask."""
        forms = {exchange.form.canonical for exchange in side.tap.exchanges}
        portions = in_other_portions(*([one for one in each if _is_read(one)] for each in (live, mock)))
        written = _last_write(mock)
        others = [
            exchange
            for exchange in mock
            if exchange.seq > written and _is_read(exchange) and exchange.status == 200
            and exchange.form.canonical not in forms and question_of(exchange) in portions
        ]  # fmt: skip
        for exchange in others[:MOST_OTHERS]:
            answer = await side.again(exchange, as_now=True)
            if answer is not None and answer.status == 200:
                self._others[exchange.seq] = answer

    def answer(self, mock: Exchange) -> Exchange | None:
        """What the live app answered to this request of the mock's page; None when it was not asked."""
        return self._others.get(mock.seq)


def _is_read(exchange: Exchange) -> bool:
    return exchange.kind == "api" and not exchange.writes


def _last_write(exchanges: Sequence[Exchange]) -> int:
    return max((exchange.seq for exchange in exchanges if exchange.writes), default=-1)
