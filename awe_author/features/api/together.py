"""One answer to a batch, and what answered each of its parts.

A part is answered by the feature that is for it. One that no feature is for and that only asks is answered as recorded,
with the answer that is due; one that was never recorded, and every write that no feature is for, has failed: a recorded
success would tell of a change that is not in the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from awe_author.archive.model import Entry
from awe_author.features.api.asked import Asked
from awe_author.features.api.examples import Document, Example, Examples
from awe_author.features.api.parts import asks, named
from awe_author.features.api.refusing import refused
from awe_author.features.api.shaping import echoed
from awe_author.json_types import JsonObject

Among: TypeAlias = "Callable[[Sequence[Entry], Sequence[Entry] | None], Entry]"
"""(recorded exchanges that asked this; those that did what features did before it in this batch, None when they did
nothing) -> the one that is due."""


def first(entries: Sequence[Entry], wrote: Sequence[Entry] | None) -> Entry:
    """Where no session has come anywhere: the first."""
    return entries[0]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a batch and what answered it."""

    asked: Asked
    by: Literal["feature", "recorded", "miss"]
    features: tuple[str, ...] = ()
    entry: Entry | None = None
    """Of a recorded answer: its exchange."""
    same: Sequence[Entry] | None = None
    """Of a write that a feature took: the recorded exchanges that did the same."""

    @property
    def unmodelled(self) -> bool:
        """Is it a write that no feature is for?"""
        return self.by == "miss" and not asks(self.asked)

    def facts(self) -> JsonObject:
        """For the log: `{by, asks, features | seq | writes}`."""
        told: JsonObject = {"by": self.by, "asks": named(self.asked)}
        if self.by == "feature":
            return {**told, "features": list(self.features)}
        return {**told, "seq": self.entry.seq} if self.entry is not None else {**told, "writes": self.unmodelled}


def left(asked: Asked, examples: Examples, among: Among, wrote: Sequence[Entry] | None) -> tuple[Part, Document | None]:
    """A part that no feature is for: what answered it, and the answer."""
    found = [one for one in examples.alike(asked) if not one.failed and examples.document(one).is_json]
    if found:
        example = _of(found, among([one.entry for one in found], wrote))
        value = echoed(examples.document(example).value, asked)
        return Part(asked, "recorded", entry=example.entry), Document(value)
    return Part(asked, "miss"), refused(asked, "not-found", "Not Found", "", [], examples).document


def _of(found: Sequence[Example], entry: Entry) -> Example:
    return next((one for one in found if one.entry.seq == entry.seq), found[0])
