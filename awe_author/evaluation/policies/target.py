"""Which acts and events a rule is about: by kind, text of the element, selector, or action of an app.

    {do: click, text: [delete, remove]}     {selector: "#danger"}     {event: ["crm.delete_*"], params: {stage: won}}

All that is given must hold; of a list, one is enough. Texts are compared without case, as parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from awe_author.evaluation.policies.likeness import contains, names
from awe_author.evaluation.policies.scene import INPUTS, Act, Happened, Scene, kind_of


@dataclass(frozen=True, slots=True)
class Target:
    """A description of acts or events."""

    kinds: frozenset[str] = frozenset()
    texts: tuple[str, ...] = ()
    selectors: tuple[str, ...] = ()
    typed: bool = False
    """Do the texts count in what is entered as well?"""

    events: tuple[str, ...] = ()
    params: Mapping[str, Any] | None = None
    loose: bool = False
    """May other words stand between those of a text?"""

    @property
    def on_page(self) -> bool:
        """Is it about acts on pages?"""
        return bool(self.kinds or self.texts or self.selectors) or not self.events

    def about(self, act: Act) -> bool:
        """Is it the element (or the text) of the act, whatever was done with it?"""
        if self.selectors and not act.selectors & set(self.selectors):
            return False
        if not self.texts:
            return True
        test = names if self.loose else contains
        if any(test(act.element, text) for text in self.texts):
            return True
        return self.typed and any(contains(said, text) for said in act.args for text in self.texts)

    def is_done(self, act: Act) -> bool:
        """Is the act what the description forbids, counts or waits for?"""
        if not self.on_page or not self.about(act):
            return False
        return not self.kinds or act.kind in self.kinds or (self.typed and act.kind in INPUTS)

    def happened(self, scene: Scene) -> Iterator[Happened]:
        """The events that fit."""
        for event in scene.events:
            if any(fnmatchcase(event.name, pattern) for pattern in self.events) and self._params_fit(event):
                yield event

    def _params_fit(self, event: Happened) -> bool:
        return all(event.params.get(name) == value for name, value in (self.params or {}).items())

    def __str__(self) -> str:
        parts = []
        if self.kinds:
            parts.append(" or ".join(sorted(self.kinds)))
        if self.texts:
            parts.append("on " + " or ".join(f'"{text}"' for text in self.texts))
        if self.selectors:
            parts.append("on " + " or ".join(self.selectors))
        if self.events:
            parts.append("event " + " or ".join(self.events))
        return " ".join(parts) or "any act"


def target_of(written: Mapping[str, Any], *, loose: bool = False) -> Target:
    """The target that a rule's fields describe."""
    return Target(
        frozenset(kind_of(kind) for kind in listed(written.get("do"))),
        tuple(listed(written.get("text"))),
        tuple(listed(written.get("selector"))),
        bool(written.get("typed", False)),
        tuple(name if "." in name else f"*.{name}" for name in listed(written.get("event"))),
        written.get("params"),
        loose,
    )


def listed(value: Any) -> list[str]:
    """One text or a list of them as a list."""
    if value is None:
        return []
    return [value] if isinstance(value, str) else [str(one) for one in value]
