"""From the events of a YAML parser to a document with the places of its parts.

Built without recursion, so that neither depth nor an alias that stands for a million nodes can do harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from awe_author.json_types import Json
from awe_author.located.document import Located
from awe_author.located.marks import Mark, Where, YamlProblem, mark_of

DEEPEST = 60
MOST_VALUES = 200_000
"""With every alias written out."""

MOST_PROBLEMS = 100
"""After so many the rest is not read."""

KEEP_ONE = "Keep one of them; in a list each item begins with its own dash."

_INT = re.compile(r"-?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?\Z")
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None, "~": None, "": None}
_LONGEST_NUMBER = 24


class Stop(Exception):
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


class Builder:
    """Puts a document together from the parser's events."""

    def __init__(self, document: Located) -> None:
        self.document = document
        self.root: _Root | None = None
        self.open: list[_Open] = []
        self.anchors: dict[str, tuple[Where, Json]] = {}
        self.count = 0
        self.documents = 0

    def take(self, event: yaml.Event) -> None:
        mark = mark_of(event.start_mark)
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.problem(mark, (), "a second document begins here", "Keep one in a file: remove the `---`.")
                raise Stop
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
        self.document.problems.append(YamlProblem(mark, where, what, hint))
        if len(self.document.problems) >= MOST_PROBLEMS:
            raise Stop

    def _begin(self, event: Any, mark: Mark) -> None:
        value: dict[str, Json] | list[Json] = {} if isinstance(event, yaml.MappingStartEvent) else []
        here = self.open[-1] if self.open else None
        if here and isinstance(here.value, dict) and here.key is None and not here.skip:
            what = "a key is a text, this is a " + ("mapping" if isinstance(value, dict) else "list")
            self.problem(mark, here.where, what, "Quote a text that begins with { or [.")
            raise Stop
        where = self._place(value, mark)
        self._tag(event, mark, where)
        if len(self.open) >= DEEPEST:
            self.problem(mark, where, f"nested more than {DEEPEST} levels deep", "Write it flatter.")
            raise Stop
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
            self.document.spans.setdefault(where, (mark.index, mark_of(event.end_mark).index, style))
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
            line = self.document.keys[where].line
            self.problem(mark, where, f'the key "{_short(key)}" is there already, in line {line}', KEEP_ONE)
            here.skip = True
        else:
            self.document.keys[where] = mark
        here.key = key

    def _alias(self, event: yaml.AliasEvent, mark: Mark) -> None:
        here = self.open[-1] if self.open else None
        if here and isinstance(here.value, dict) and here.key is None:
            self.problem(mark, here.where, f"a key is a text, this is the alias *{event.anchor}", "Write the text.")
            raise Stop
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
            self.document.marks.setdefault((*where, *below), mark)
            source = self.document.spans.get((*origin, *below))
            if isinstance(inner, str) and source:
                self.document.spans.setdefault((*where, *below), source)
            if len(where) + len(below) > DEEPEST:
                self.problem(mark, where, f"nested more than {DEEPEST} levels deep", "Write it flatter.")
                raise Stop

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
        self.document.marks.setdefault(where, mark)
        return where

    def _counted(self, mark: Mark) -> None:
        self.count += 1
        if self.count > MOST_VALUES:
            what = f"more than {MOST_VALUES:,} values, aliases written out"
            self.problem(mark, (), what, "Split the file, and use fewer aliases.")
            raise Stop

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


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
