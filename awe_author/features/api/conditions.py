"""The parts of a `where`: which look at the request alone, and which ask whether an entity is in the state.

`body.operationName == 'getLead' && body.variables.id in state.leads` has one of each. The first kind tells which
recorded requests are of the feature's sort, whatever the state was then; the second says which entity a request is
about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from awe_author.state.bindings import Names
from awe_author.state.cel import DYN, CelFault, CelProblem, Program, compile_expression
from awe_author.state.cel.lexing import tokens
from awe_author.state.model import Expression, ExpressionFault
from awe_author.state.pointer import escaped

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_KEPT_IN = re.compile(r"\s*state\.([A-Za-z_]\w*)\s*")
_LIVE = frozenset({"state", "warehouse", "now", "result"})


@dataclass(frozen=True, slots=True)
class Membership:
    """`KEY in state.COLLECTION`."""

    collection: str
    key: Program

    def pointer(self, app: str, names: Mapping[str, object]) -> str | None:
        """Where the entity is in the world document; None when the request names none."""
        try:
            key = self.key.evaluate(names)
        except CelFault:
            return None
        return f"/{app}/{escaped(self.collection)}/{escaped(key)}" if isinstance(key, str) else None


@dataclass(frozen=True, slots=True)
class Condition:
    """A `where`, taken apart."""

    whole: Expression | None
    alone: tuple[Program, ...] = ()
    """The parts that look at the request alone."""
    members: tuple[Membership, ...] = ()
    others: bool = False
    """Are there parts of a third kind?"""

    def holds(self, names: Names) -> bool:
        """Is the whole true? One that fails is not."""
        try:
            return self.whole is None or self.whole.evaluate(names) is True
        except ExpressionFault:
            return False

    def sort_of(self, names: Mapping[str, object]) -> bool:
        """Do the parts that look at the request alone hold?"""
        try:
            return all(part.evaluate(names) is True for part in self.alone)
        except CelFault:
            return False


def condition(where: Expression | None, names: Sequence[str]) -> Condition:
    """The parts of a `where` over these names."""
    if where is None:
        return Condition(None)
    known = dict.fromkeys([*names, *_LIVE], DYN)
    alone: list[Program] = []
    members: list[Membership] = []
    others = False
    for source in split(where.source, "&&"):
        try:
            part = compile_expression(source, known, context=False)
            if not part.names & _LIVE:
                alone.append(part)
                continue
            key, *rest = split(source, "in")
            kept = _KEPT_IN.fullmatch(rest[0]) if len(rest) == 1 else None
            inner = compile_expression(key, known, context=False) if kept else None
        except CelProblem:
            others = True
            continue
        if kept and inner and not inner.names & _LIVE:
            members.append(Membership(kept[1], inner))
        else:
            others = True
    return Condition(where, tuple(alone), tuple(members), others)


def split(source: str, sign: str) -> list[str]:
    """The operands of a sign that stands in no brackets; the whole where `||` or `?` bind less."""
    depth, begin, parts = 0, 0, []
    for _, text, at in tokens(source):
        if text in _OPENING:
            depth += 1
        elif text in _CLOSING:
            depth -= 1
        elif not depth and text in ("||", "?"):
            return [source]
        elif not depth and text == sign:
            parts.append(source[begin:at])
            begin = at + len(sign)
    return [*parts, source[begin:]]
