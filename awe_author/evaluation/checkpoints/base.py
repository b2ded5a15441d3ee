"""What every kind of checkpoint is compiled to, and what it may know when it is.

    Check.at(evidence, place) -> Finding         pure; place: how many events of the history count

A kind that depends on the session's history says which parts of the world document it reads, so that the event at which
it became true is found by looking at the few events that touched those parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from awe_author.errors import AweError
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.problems import Spot
from awe_author.json_types import Json
from awe_author.state.cel import DYN, CelType
from awe_author.state.shape import Shape

Parts: TypeAlias = "frozenset[str] | None"
EVERY: frozenset[str] = frozenset({"*"})
"""Reads: any event may make a difference."""


class MissingEvidence(AweError):
    """What a checkpoint looks at was not gathered: the episode is invalid, which is not the agent's fault."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check saw at one place of the history."""

    passed: bool
    expected: Json = None
    found: Json = None
    why: str = ""
    score: float | None = None
    """For checks that give a part of the weight; None: all or nothing."""

    skipped: bool = False


At: TypeAlias = Callable[[Evidence, int], Finding]


@dataclass(frozen=True, slots=True)
class Check:
    """A compiled checkpoint. Pure, and safe to use from many threads."""

    at: At
    reads: Parts = None
    """Parts of the world document it depends on; `EVERY`; None: it has no history (page, answer...)."""

    scripts: tuple[str, ...] = ()
    """JavaScript that whoever drives the browser has to run in the pages that are open at the end."""


Heuristic: TypeAlias = "Callable[..., bool | float]"
"""`(evidence) -> bool | float`, or `(evidence, **with)`; pure."""


class Judge(Protocol):
    """A model that judges texts and pictures. It is asked only where somebody has given one."""

    name: str

    def text(self, question: str, material: str) -> tuple[float, str]:
        """How far (0 to 1) the answer to the question about the material is yes, and why."""

    def image(self, question: str, material: bytes) -> tuple[float, str]:
        """The same about a picture (PNG)."""


def _no_functions(name: str) -> Heuristic:
    raise LookupError(f"{name}: there is no folder to look for Python files in")


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """What is known of the world when a task is compiled."""

    state: CelType = DYN
    """Of `state` and `initial`: app -> view."""

    warehouse: CelType = DYN
    shape: Shape | None = None
    """None: a world without state (a recording only)."""

    actions: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """App -> names of its actions."""

    function: Callable[[str], Heuristic] = _no_functions
    """`module:function` -> the function; raises LookupError or whatever running the file raises."""

    judge: Judge | None = None

    @property
    def apps(self) -> tuple[str, ...]:
        """Names of the apps."""
        return tuple(sorted(self.actions))


Compile: TypeAlias = Callable[[Any, Environment, Spot], "Check | None"]
"""A spec -> its check; None when it is wrong, which the spot has been told."""


def short(value: Json, most: int = 2000) -> Json:
    """`value`, or the beginning of its text when it is long: results are for people."""
    text = value if isinstance(value, str) else repr(value)
    return value if len(text) <= most else text[:most] + "..."
