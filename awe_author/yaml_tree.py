"""Reads YAML (and JSON) that an author wrote, or a stranger: every value with line and column, all mistakes at once.

Plain scalars mean what they mean in JSON: `yes`, `on` and `2024-01-01` are texts, as keys they are always texts (YAML
1.1 makes booleans and dates of them). Of YAML's graph features aliases are read, up to a limit, since they are copies;
tags and merge keys are refused, since they are not what they seem. The tree is built from the parser's events without
recursion, so that neither depth nor an alias that stands for a million nodes can do harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from awe_author.json_types import Json
from awe_author.yaml_marks import Mark, TreeProblem, Where, path_text, source_index

__all__ = ["Mark", "Tree", "TreeProblem", "Where", "parse_tree", "path_text"]

LARGEST = 4 * 1024 * 1024
"""Characters of a file."""
DEEPEST = 60
MOST_VALUES = 200_000
"""With every alias written out."""

MOST_PROBLEMS = 100
"""After so many the rest is not read."""

_INT = re.compile(r"-?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?\Z")
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None, "~": None, "": None}
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LONGEST_NUMBER = 24


@dataclass(slots=True)
class Tree:
    """A document, and where its parts stand."""

    value: Json
    text: str
    marks: dict[Where, Mark] = field(default_factory=dict)
    """Of every value."""

    keys: dict[Where, Mark] = field(default_factory=dict)
    """Of the key of every member of a mapping."""

    spans: dict[Where, tuple[int, int, str]] = field(default_factory=dict)
    """Of every text: first and last index, and its style (`'`, `"`, `|`, `>`, empty for plain)."""

    problems: list[TreeProblem] = field(default_factory=list)

    def at(self, where: Where, *, key: bool = False) -> Mark:
        """The place of the value at `where` (or of its key), or of the nearest one around it."""
        while True:
            found = (self.keys.get(where) if key else None) or self.marks.get(where)
            if found or not where:
                return found or Mark(1, 1)
            where, key = where[:-1], False

    def inside(self, where: Where, offset: int) -> Mark:
        """The place of character `offset` of the text at `where`; quotes, escapes and folded lines are seen through."""
        span, value = self.spans.get(where), self.value_at(where)
        if span is None or not isinstance(value, str):
            return self.at(where)
        index = source_index(self.text, span, value, offset)
        before = self.text.rfind("\n", 0, index) + 1
        return Mark(self.text.count("\n", 0, index) + 1, index - before + 1, index)

    def value_at(self, where: Where) -> Json:
        """The value at a path; None where there is none."""
        here = self.value
        for part in where:
            if isinstance(here, dict) and isinstance(part, str):
                here = here.get(part)
            elif isinstance(here, list) and isinstance(part, int) and part < len(here):
                here = here[part]
            else:
                return None
        return here


def parse_tree(text: str) -> Tree:
    """The tree of a text, with the problems that were found; its value is None when it cannot be read at all."""
    tree = Tree(None, text)
    if len(text) > LARGEST:
        what = f"the file has {len(text):,} characters, more than {LARGEST:,}"
        tree.problems.append(TreeProblem(Mark(1, 1), (), what, "Split it into several files."))
        return tree
    builder = _Builder(tree)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except yaml.YAMLError as error:
        tree.problems.append(_syntax(text, error))
        tree.value = None
        return tree
    except _Stop:
        tree.value = None
        return tree
    if builder.root is not None:
        tree.value = builder.root.value
    return tree


class _Stop(Exception):
    """The document is not worth reading further; the problem is in the list."""


@dataclass(slots=True)
class _Open:
    """A mapping or list that is being read."""

    value: dict[str, Json] | list[Json]
    where: Where
    anchor: str | None
    key: str | None = None
    """Of a mapping: the key whose value comes next."""
    skip: bool = False
    """The value that comes next is left out: its key was there before, or is no text."""


@dataclass(slots=True)
class _Root:
    value: Json


class _Builder:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.root: _Root | None = None
        self.open: list[_Open] = []
        self.anchors: dict[str, tuple[Where, Json]] = {}
        self.count = 0
        self.documents = 0

    def take(self, event: yaml.Event) -> None:
        mark = _mark(event.start_mark)
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.problem(mark, (), "a second document begins here", "Keep one in a file: remove the `---`.")
                raise _Stop
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._begin(event, mark)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            closed = self.open.pop()
            if closed.anchor:
                self.anchors[closed.anchor] = (closed.where, closed.value)
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event, mark)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event, mark)

    def problem(self, mark: Mark, where: Where, what: str, hint: str) -> None:
        self.tree.problems.append(TreeProblem(mark, where, what, hint))
        if len(self.tree.problems) >= MOST_PROBLEMS:
            raise _Stop

    def _begin(self, event: Any, mark: Mark) -> None:
        value: dict[str, Json] | list[Json] = {} if isinstance(event, yaml.MappingStartEvent) else []
        here = self.open[-1] if self.open else None
        if here and isinstance(here.value, dict) and here.key is None and not here.skip:
            what = "a key is a text, this is a " + ("mapping" if isinstance(value, dict) else "list")
            self.problem(mark, here.where, what, "Quote a text that begins with { or [.")
            raise _Stop
        where = self._place(value, mark)
        self._tag(event, mark, where)
        if len(self.open) >= DEEPEST:
            self.problem(mark, where, f"nested more than {DEEPEST} levels deep", "Write it flatter.")
            raise _Stop
        self.open.append(_Open(value, where, event.anchor))

    def _scalar(self, event: yaml.ScalarEvent, mark: Mark) -> None:
        here = self.open[-1] if self.open else None
        if here and isinstance(here.value, dict) and here.key is None:
            self._key(here, event, mark)
            return
        value = self._meaning(event, mark)
        style = event.style or ""
        where = self._place(value, mark)
        self._tag(event, mark, where)
        if isinstance(value, str):
            self.tree.spans.setdefault(where, (mark.index, _mark(event.end_mark).index, style))
        if event.anchor:
            self.anchors[event.anchor] = (where, value)

    def _meaning(self, event: yaml.ScalarEvent, mark: Mark) -> Json:
        text = str(event.value)
        if event.style:
            return text
        if text.lower() in _WORDS:
            return _WORDS[text.lower()]
        if len(text) <= _LONGEST_NUMBER:
            if _INT.match(text):
                return int(text)
            if _FLOAT.match(text) and abs(float(text)) < float("inf"):
                return float(text)
        return text

    def _key(self, here: _Open, event: yaml.ScalarEvent, mark: Mark) -> None:
        key = str(event.value)
        where = (*here.where, key)
        self._tag(event, mark, where)
        if key == "<<" and not event.style:
            self.problem(mark, where, "merge keys (<<) are not read", "Write the members out.")
            here.skip, here.key = True, key
            return
        assert isinstance(here.value, dict)
        if key in here.value:
            line = self.tree.keys[where].line
            self.problem(mark, where, f'the key "{_short(key)}" is there already, in line {line}', "Keep one of them.")
            here.skip = True
        else:
            self.tree.keys[where] = mark
        here.key = key

    def _alias(self, event: yaml.AliasEvent, mark: Mark) -> None:
        here = self.open[-1] if self.open else None
        if here and isinstance(here.value, dict) and here.key is None:
            self.problem(mark, here.where, f"a key is a text, this is the alias *{event.anchor}", "Write the text.")
            raise _Stop
        if event.anchor not in self.anchors:
            inside = any(one.anchor == event.anchor for one in self.open)
            what = f"the alias *{event.anchor} stands for what it is itself in" if inside else (
                f"there is no anchor &{event.anchor} before this alias"
            )  # fmt: skip
            where = self._place(None, mark)
            self.problem(mark, where, what, "Write the value out.")
            return
        origin, value = self.anchors[event.anchor]
        where = self._place(value, mark)
        for below, inner in _inside(value):
            self._counted(mark)
            self.tree.marks.setdefault((*where, *below), mark)
            source = self.tree.spans.get((*origin, *below))
            if isinstance(inner, str) and source:
                self.tree.spans.setdefault((*where, *below), source)
            if len(where) + len(below) > DEEPEST:
                self.problem(mark, where, f"nested more than {DEEPEST} levels deep", "Write it flatter.")
                raise _Stop

    def _place(self, value: Json, mark: Mark) -> Where:
        """Put a value where it belongs; its path."""
        self._counted(mark)
        if not self.open:
            self.root = _Root(value)
            where: Where = ()
        else:
            here = self.open[-1]
            if isinstance(here.value, list):
                where = (*here.where, len(here.value))
                here.value.append(value)
            else:
                assert here.key is not None
                where = (*here.where, here.key)
                if not here.skip:
                    here.value[here.key] = value
                skipped, here.key, here.skip = here.skip, None, False
                if skipped:
                    return where
        self.tree.marks.setdefault(where, mark)
        return where

    def _counted(self, mark: Mark) -> None:
        self.count += 1
        if self.count > MOST_VALUES:
            what = f"more than {MOST_VALUES:,} values, aliases written out"
            self.problem(mark, (), what, "Split the file, and use fewer aliases.")
            raise _Stop

    def _tag(self, event: Any, mark: Mark, where: Where) -> None:
        if event.tag and event.tag != "!":
            tag = str(event.tag).replace("tag:yaml.org,2002:", "!!")
            self.problem(mark, where, f"the tag {_short(tag)} is not read", "Leave it out; quote what is to be a text.")


def _inside(value: Json) -> Iterator[tuple[Where, Json]]:
    """Every value below this one, with its path."""
    waiting: list[tuple[Where, Json]] = [((), value)]
    while waiting:
        where, here = waiting.pop()
        pairs: Any = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        for key, one in pairs:
            yield (*where, key), one
            waiting.append(((*where, key), one))


def _mark(mark: Any) -> Mark:
    return Mark(mark.line + 1, mark.column + 1, mark.index) if mark else Mark(1, 1)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


# ---- what YAML itself objects to -----------------------------------------------------------------------------------

_SAID = {
    "mapping values are not allowed here": (
        "a `:` that begins a value cannot be here", "Quote a text that has `: ` in it; indent members equally."),
    "found unexpected end of stream": ("a quote is not closed", "Close it."),
    "expected the node content, but found '<stream end>'": ("a [ or { is not closed", "Close it."),
    "could not find expected ':'": ("a `:` is missing after a key", "Write `key: value`."),
    "expected <block end>, but found '<block mapping start>'": (
        "this is indented more than what it belongs to", "Give members of one mapping the same indentation."),
    "expected <block end>, but found '?'": (
        "a key stands here where a list goes on", "Begin the line with `- `, or indent it."),
    "expected <block end>, but found '<block sequence start>'": (
        "a list begins here where a mapping goes on", "Put it under a key, or indent it."),
    "expected <block end>, but found '-'": ("a list goes on here that never began", "Put it under a key."),
    "expected <block end>, but found '<scalar>'": (
        "a text stands here where it cannot", "Quote the whole value when it has quotes in it."),
    "expected ',' or ']', but got '<stream end>'": ("a [ is not closed", "Close it."),
    "expected ',' or '}', but got '<stream end>'": ("a { is not closed", "Close it."),
    "expected alphabetic or numeric character, but found": (
        "an alias or anchor without a name", "Quote a text that begins with * or &."),
    "expected ',' or '}', but got '<scalar>'": (
        "a text stands here where it cannot", "Quote the whole value when it has quotes in it."),
    "expected ',' or ']', but got ':'": ("a `:` cannot be here: the [ before it is not closed", "Close it."),
}  # fmt: skip
_INNER = re.compile(r"expected ',' or '([}\]])', but got '([\[{])'")
_BEGIN = re.compile(r"found character '(.+)' that cannot start any token")


def _syntax(text: str, error: yaml.YAMLError) -> TreeProblem:
    """The error in our words. Said by the parser in Python, whose words are the same everywhere."""
    try:
        for _ in yaml.parse(text, Loader=yaml.SafeLoader):
            pass
    except yaml.YAMLError as again:
        error = again
    position = getattr(error, "position", None)
    if position is not None:
        line = text.count("\n", 0, position) + 1
        column = position - text.rfind("\n", 0, position)
        char = text[position : position + 1]
        what = f"the character U+{ord(char):04X} cannot be in YAML"
        hint = f'Leave it out, or write it as an escape in double quotes: "\\x{ord(char):02x}".'
        return TreeProblem(Mark(line, column, position), (), what, hint)
    said = str(getattr(error, "problem", None) or str(error).splitlines()[0])
    mark = _mark(getattr(error, "problem_mark", None))
    if begins := _BEGIN.match(said):
        if begins[1] == "\\t":
            return TreeProblem(mark, (), "a tab stands where indentation is read", "Use spaces.")
        return TreeProblem(mark, (), f"a plain text cannot begin with {begins[1]}", "Quote it.")
    if said == "found unexpected end of stream":
        mark = _mark(getattr(error, "context_mark", None) or getattr(error, "problem_mark", None))
    if inner := _INNER.match(said):
        what = f"a {inner[2]} begins here inside a {'{' if inner[1] == '}' else '['} that is not closed"
        return TreeProblem(mark, (), what, "Close it, or quote the value when it has brackets in it.")
    said = "expected alphabetic or numeric character, but found" if said.startswith("expected alphabetic") else said
    unknown = (f"not valid YAML: {said}", "Check quotes, brackets and indentation around this place.")
    what, hint = _SAID.get(said, unknown)
    return TreeProblem(mark, (), what, hint)
