"""Mistakes in a task file: collected, so that an author sees all of them at once, each with its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from awe_author.errors import Mistakes, PlacedMistake
from awe_author.evaluation.plain import Plain
from awe_author.located import Located, Where


class TaskProblem(PlacedMistake, Plain):
    """One mistake; `path` is like `checkpoints.2.state`."""

    __slots__ = ()


class TaskProblems(Mistakes[TaskProblem]):
    """A task cannot be used."""


@dataclass
class Report:
    """Collects the problems of one file."""

    located: Located
    problems: list[TaskProblem] = field(default_factory=list)

    def add(self, where: Iterable[str | int], what: str, hint: str = "") -> None:
        """One more; a repetition is dropped."""
        place: Where = tuple(where)
        line, column = self.located.place(place)
        problem = TaskProblem(self.located.source, line, column, ".".join(map(str, place)), what, hint)
        if problem not in self.problems:
            self.problems.append(problem)

    def sound(self, where: Where) -> bool:
        """Is nothing wrong so far at `where` or below it?"""
        path = ".".join(map(str, where))
        return not any(one.path == path or one.path.startswith(path + ".") for one in self.problems)

    def done(self) -> None:
        """Raises `TaskProblems` when there are any, in the order of the file."""
        if self.problems:
            raise TaskProblems(sorted(self.problems, key=lambda one: (one.line, one.column, one.path)))


class Spot:
    """A place in a file that is being read: where problems with it go."""

    def __init__(self, report: Report, where: Where) -> None:
        self.report, self.where = report, where

    def at(self, *parts: str | int) -> Spot:
        """A place below it."""
        return Spot(self.report, (*self.where, *parts))

    def problem(self, what: str, hint: str = "") -> None:
        """Something is wrong here."""
        self.report.add(self.where, what, hint)
