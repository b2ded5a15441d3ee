"""Choices that pages show with other blanks than forms: `30%` for the choice `30 %`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence


def as_spaced(labels: Mapping[str, str], pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The labels as pages show them, where all that was seen differs from them in blanks alone, which pages leave out.
    `labels`: what a form sends -> what users choose from; `pairs`: (as sent, as shown) of the same value."""
    told = {(labels[sent], shown) for sent, shown in pairs if shown and labels.get(sent)}
    tight = all(shown == _bare(label) for label, shown in told) and any(label != shown for label, shown in told)
    bare = {value: _bare(label) for value, label in labels.items()}
    return bare if tight and len({*bare.values()}) == len({*labels.values()}) else {**labels}


def _bare(label: str) -> str:
    return re.sub(r"\s+", "", label)
