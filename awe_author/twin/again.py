"""Asks the live app again, outside its page: what changes by itself.

Replies of reads that came out differently are asked for twice more before the next step: what each of the live app's
own three answers says otherwise changes by itself, unless something was written since the page asked.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import Likeness, general
from awe_author.twin.messages import write_moments
from awe_author.twin.pairing import operation_of
from awe_author.twin.questions import question_of
from awe_author.twin.sides import Heard
from awe_author.twin.texts import changing_lines, page_text
from awe_author.twin.trees import Difference, Trees

MOST_AGAIN = 24
"""Replies of one step that the live app is asked for again."""


@dataclass(slots=True)
class Again:
    """What the live app said when it was asked again; `likeness` and `changing` learn from it."""

    likeness: Likeness
    changing: dict[str, frozenset[str]]
    """Operation -> lines of its pages that change by themselves."""

    async def look(self, side: Heard, live: Sequence[Exchange], mock: Sequence[Exchange]) -> None:
        """Ask `side`, the live app's, once more for what the mock answered otherwise. `live`, `mock`: of this step."""
        told = {(operation_of(exchange), exchange.reply) for exchange in mock}
        written = _last_write(side.tap.exchanges)
        doubtful = [
            exchange
            for exchange in live
            if exchange.moment > written  # what was read before a write may be another thing now
            and exchange.kind in ("api", "page") and not exchange.writes and 200 <= exchange.status < 300
            and (operation_of(exchange), exchange.reply) not in told
        ]  # fmt: skip
        for exchange in doubtful[:MOST_AGAIN]:
            second = await self._once_more(side, exchange)
            if second is None or second.reply == exchange.reply:
                continue
            self._note_order(exchange, second)
            third = await self._once_more(side, exchange)
            if third is not None:
                self._note((exchange, second, third))

    async def _once_more(self, side: Heard, exchange: Exchange) -> Exchange | None:
        found = await side.again(exchange)
        alike = found is not None and found.status == exchange.status and found.content[0] == exchange.content[0]
        return found if alike else None

    def _note_order(self, first: Exchange, second: Exchange) -> None:
        """Lists that differ in their order, when nothing else does."""
        changes = self._changes(first, second)
        if all(change.what == "order" for change in changes):
            found = self.likeness.unordered.setdefault(question_of(first), set()) if changes else set()
            found.update(general(change.path) for change in changes if change.path)

    def _note(self, answers: tuple[Exchange, Exchange, Exchange]) -> None:
        """What each of three answers says otherwise, as a counter does; what goes on and then stays does not."""
        operation, pairs = operation_of(answers[0]), list(itertools.combinations(answers, 2))
        if answers[0].content[0] == "json":
            changed = [{one.path for one in self._changes(*pair) if one.what == "value" and one.path} for pair in pairs]
            if paths := set.intersection(*changed):
                self.likeness.volatile.setdefault(operation, set()).update(general(path) for path in paths)
        elif answers[0].content[0] in ("html", "text"):
            texts = [page_text(one.content[1]) if one.content[0] == "html" else one.content[1] for one in answers]
            lines = [changing_lines(*pair) for pair in itertools.combinations(texts, 2)]
            known = self.changing.get(operation, frozenset())
            self.changing[operation] = known | frozenset.intersection(*lines)

    def _changes(self, first: Exchange, second: Exchange) -> list[Difference]:
        if first.content[0] != "json":
            return []
        unlike = Likeness(self.likeness.live, self.likeness.live, exact=True)
        return Trees(unlike, operation_of(first)).compare(first.content[1], second.content[1])


def _last_write(exchanges: Sequence[Exchange]) -> int:
    """The moment of the last write of one side, over a socket or by a request; -1 when there is none."""
    return max(write_moments(exchanges), default=-1)
