"""Problems are collected, not raised one by one: an author repairs a file once, not once for each mistake."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from awe_author.errors import Mistakes
from awe_author.state.cel import CelProblem
from awe_author.state.schema import pointer_of
from awe_author.state.types import Problem


class ModelProblems(Mistakes[Problem]):
    """A model, seed or world cannot be used."""


class Problems:
    """Collects the problems of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Problem] = []
        self._malformed: tuple[str, ...] = ()

    def add(self, pointer: str, message: str, hint: str = "") -> None:
        """One more; a repetition of the same one is dropped."""
        problem = Problem(self.file, pointer, message, hint)
        if problem not in self.found:
            self.found.append(problem)

    def expression(self, pointer: str, problem: CelProblem) -> None:
        """One more: the expression at `pointer` cannot be compiled."""
        where = f" ({problem.where})" if problem.where else ""
        self.add(pointer, f"{problem.message}{where}", problem.hint)

    def formed(self) -> None:
        """What was found so far is about the form of the file (the vocabulary, `$ref`s)."""
        self._malformed = tuple(one.pointer for one in self.found)

    def well_formed(self, pointer: str) -> bool:
        """Is the form right at `pointer` and below it?"""
        return not any(one == pointer or one.startswith(pointer + "/") for one in self._malformed)

    def sound(self, pointer: str) -> bool:
        """Is nothing wrong so far at `pointer` or below it?"""
        below = pointer + "/"
        return not any(one.pointer == pointer or one.pointer.startswith(below) for one in self.found)


def under(pointer: str, *parts: object) -> str:
    """`pointer` and keys below it."""
    return pointer + pointer_of(parts)


def nearest(word: str, known: Iterable[str], *, what: str = "Known") -> str:
    """A hint that names the known word closest to `word`, or all of them when none is close."""
    names = sorted(known)
    if close := difflib.get_close_matches(word, names, n=1, cutoff=0.6):
        return f'Did you mean "{close[0]}"?'
    if not names:
        return "There are none."
    listed = ", ".join(names[:12]) + (f"... ({len(names)} in all)" if len(names) > 12 else "")
    return f"{what}: {listed}."
