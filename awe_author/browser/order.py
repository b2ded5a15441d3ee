"""The order in which answers were given to pages while recording, kept again while verifying.

An answer that was recorded before another one in the same step cannot have been asked for because of it, so that the
other can wait for it: either the page asks for it by itself, or it never will.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from awe_author.archive.model import Recording


@dataclass(slots=True)
class Order:
    """What a recording says of the order, and what of it has come already."""

    moments: dict[int, float] = field(default_factory=dict)
    """seq -> when the page was given it (epoch seconds)."""
    _places: dict[int, tuple[int, int]] = field(default_factory=dict)
    """seq -> (step, place among all answers)."""
    _steps: dict[int, list[int]] = field(default_factory=dict)
    """step -> seqs, in order."""
    _over: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, recording: Recording | None) -> Order:
        """The order of a recording; it says nothing when the recorder did not note any."""
        order = cls()
        for step in recording.steps if recording is not None else []:
            for seq, moment in step.answers:
                order.moments[seq] = moment
                order._places[seq] = (step.number, len(order._places))
                order._steps.setdefault(step.number, []).append(seq)
        return order

    def place(self, seq: int | None) -> int | None:
        """Earlier answers are smaller; None when nothing is known of it."""
        found = self._places.get(seq) if seq is not None else None
        return found[1] if found is not None else None

    def over(self, seq: int | None) -> None:
        """It has been given, or is waited for no more."""
        if seq is not None:
            self._over.add(seq)

    def awaited(self, seq: int | None, step: int | None) -> list[int]:
        """What came before `seq` in `step`, the one under way, and has not come now."""
        found = self._places.get(seq) if seq is not None else None
        if found is None or found[0] != step or seq is None:
            return []
        before = self._steps[found[0]]
        return [one for one in before[: before.index(seq)] if one not in self._over]
