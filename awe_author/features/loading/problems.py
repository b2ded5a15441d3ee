"""Mistakes of feature files: each with file, line, column and path, what is wrong, and what would have fitted."""

from __future__ import annotations

import re

from awe_author.errors import Mistakes, PlacedMistake
from awe_author.features.model import Place
from awe_author.json_types import Json, JsonObject
from awe_author.located import Located, Mark, Where, path_text
from awe_author.state.cel import CelProblem
from awe_author.state.loading.problems import Problems
from awe_author.state.schema import parts_of, pointer_of

_BARE = re.compile(r"[A-Za-z][\w-]*(?: [\w-]+)*[.!?]?|[/#][\w/.:#@-]*")
_UNKNOWN = re.compile(r"unknown name '(\w+)'")
_ELSEWHERE = {
    "result": "`result` is there after an action: in `let`, `reply` and `then` beside `do`.",
    "rejection": "`rejection` is there in `errors`.",
    "body": "`body` is there in request features.",
    "headers": "`headers` is there in request features.",
    "method": "`method` is there in request features.",
    "query": "Of a page it is `page.query`.",
    "path": "Of a page it is `page.path`.",
    "url": "Of a page it is `page.url`.",
    "page": "`page` is there in page features; of a request it is `url`, `path` and `query`.",
    "form": "`form` is there in events of pages; of a request it is `body`.",
    "row": "`row` is there in events of pages.",
    "value": "`value` is there in events of pages.",
    "dataset": "`dataset` is there in events of pages.",
    "message": "`message` is there in socket features.",
    "params": "`params` is there in the actions of the state model.",
    "me": "Name it: `let: {me: state.users['u1']}`.",
}
"""Name -> where it is bound, for expressions where it is not."""


class FeatureProblem(PlacedMistake):
    """One mistake; `path` is like `features[2].on.page`."""

    __slots__ = ()

    def to_json(self) -> JsonObject:
        """As `--json` prints it."""
        return {
            "file": self.file, "line": self.line, "column": self.column, "path": self.path,
            "message": self.what, "hint": self.hint,
        }  # fmt: skip


class FeatureProblems(Mistakes[FeatureProblem]):
    """Feature files cannot be used; their mistakes are in the order of the files."""


class Collected(Problems):
    """Collects the problems of one feature file; compilers of `state.loading` report to it by JSON pointer."""

    def __init__(self, file: str, tree: Located) -> None:
        super().__init__(file)
        self.tree = tree
        self.places: dict[str, Place] = {}
        """Where expressions, selectors and patterns stand, by pointer."""

        self.unread = 0
        """How many of the first problems are about the YAML itself."""

        self._placed: list[FeatureProblem] = []

    @property
    def placed(self) -> list[FeatureProblem]:
        """All of them, in the order of the file; a repetition of the same one is left out."""
        return sorted(dict.fromkeys(self._placed))

    def add(self, pointer: str, message: str, hint: str = "") -> None:
        """One more, at the value of `pointer` (or what is around it)."""
        where = self.where(pointer)
        self.put(where, self.tree.mark(where), message, hint)

    def add_key(self, pointer: str, message: str, hint: str = "") -> None:
        """One more, at the key of `pointer`."""
        where = self.where(pointer)
        self.put(where, self.tree.mark(where, key=True), message, hint)

    def add_inside(self, pointer: str, offset: int, message: str, hint: str = "") -> None:
        """One more, at a character of the text at `pointer`."""
        where = self.where(pointer)
        self.put(where, self.tree.inside(where, offset), message, hint)

    def expression(self, pointer: str, problem: CelProblem) -> None:
        """One more: the expression at `pointer` cannot be compiled; its place is that of the character."""
        source = self.tree.value_at(self.where(pointer))
        hint = problem.hint
        unknown = _UNKNOWN.fullmatch(problem.message)
        if unknown and unknown[1] in _ELSEWHERE:
            hint = _ELSEWHERE[unknown[1]]
        elif isinstance(source, str) and _BARE.fullmatch(source) and not hint.startswith("Did you mean"):
            hint = f"A fixed text has quotes of its own: \"'{source}'\"."
        self.add_inside(pointer, problem.position, problem.message, hint)

    def put(self, where: Where, mark: Mark, message: str, hint: str) -> None:
        """One more, at a mark."""
        super().add(pointer_of(where), message, hint)
        self._placed.append(FeatureProblem(self.file, mark.line, mark.column, path_text(where), message, hint))

    def where(self, pointer: str) -> Where:
        """The path of a JSON pointer, as far as the document has it."""
        here: Json = self.tree.value
        found: list[str | int] = []
        for part in parts_of(pointer):
            if isinstance(here, list) and part.isdigit() and int(part) < len(here):
                found.append(int(part))
                here = here[int(part)]
            elif isinstance(here, dict):
                found.append(part)
                here = here.get(part)
            else:
                break
        return tuple(found)

    def note(self, pointer: str, *, key: bool = False) -> None:
        """Remember the place of a pointer (`key`: of its key) for who looks at the features later."""
        self.places[pointer] = self.place(pointer, key=key)

    def place(self, pointer: str, *, key: bool = False) -> Place:
        """Where the value of a pointer stands, or its key."""
        where = self.where(pointer)
        mark = self.tree.mark(where, key=key)
        return Place(self.file, mark.line, mark.column, path_text(where))
