"""What a GraphQL text says about its fields: names behind aliases, arguments, fragments (October 2021, section 2).

The answer shows aliases and hides arguments: `recent: tickets(first: 5, filter: $f) { id }` is a list of tickets, five
at most, filtered by the variable `f`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from awe_author.archive import graphql
from awe_author.features.discover.common.keys import text as literal

DEEPEST = 24
MOST_FRAGMENTS = 300
"""Fragments of one text that are followed; each of them is read once, however often it is used."""
MOST_NAMED = 4
"""Fields by which an operation without a name is told, beside the first."""
OPENING, CLOSING = "([{", ")]}"
ON = "on "


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable that is used as a value."""

    name: str


@dataclass(slots=True)
class Field:
    """One field of a selection."""

    key: str
    """What it is called in the answer."""
    name: str
    arguments: dict[str, Any] = field(default_factory=dict)
    """Values, with `Variable` where one is used."""
    inner: list[Field | str] = field(default_factory=list)
    """Selections; a text is the name of a fragment. A fragment begins with the type that it is on: `on Ticket`."""

    def variables(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """(way into the arguments, name) of all variables used."""
        yield from _variables(self.arguments, ())


def _variables(value: Any, way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, Variable):
        yield way, value.name
    for name, inner in value.items() if isinstance(value, dict) else ():
        yield from _variables(inner, (*way, name))


def root_fields(text: str, operation: str = "") -> list[str]:
    """Names of the fields at the top of an operation; [] when the text cannot be read."""
    return [one.name for one in _roots(text, operation)]


def root_keys(text: str, operation: str = "") -> dict[str, str]:
    """What the fields at the top of an operation are called in the answer -> their names."""
    return {one.key: one.name for one in _roots(text, operation)}


def _roots(text: str, operation: str) -> Iterator[Field]:
    roots, fragments = _document(text)
    return _all(roots.get(operation.partition(" ")[0]) or next(iter(roots.values()), []), fragments)


def asks_test(operation: str, text: str, *, said: bool) -> str:
    """The expression that is true of requests for an operation.

    By the name in the envelope (`said`), by the name in the text, or, where it has none, by the fields at its top.
    Where several share the name, the fields that tell it stand behind it: `Item contact`.
    """
    name, *fields = operation.split(" ")
    in_text = re.search(rf"\b(?:query|mutation|subscription) {re.escape(name)}(?= |$)", text)
    if said:
        tests = []
    elif in_text:
        tests = [rf"(query|mutation|subscription)\s+{name}\b"]
    else:
        first, *others = root_fields(text) or [operation]
        head = r"^[\s,]*((query|mutation|subscription)\s*(\([^()]*\))?\s*)?\{\s*(\w+\s*:\s*)?"
        tests = [rf"{head}{first}\b", *(rf"\b{other}\b" for other in others[:MOST_NAMED])]
    if said or in_text:
        keys = {one: key for key, one in root_keys(text, operation).items()}
        tests += [_asking(one, keys.get(one, one)) for one in fields[:MOST_NAMED]]
    alone = [f"body.operationName == {literal(name)}"] if said else []
    return " && ".join([*alone, *(f"body.query.matches({literal(test)})" for test in tests)])


def _asking(name: str, key: str) -> str:
    """What matches a text that asks for a field under a name of the answer."""
    return rf"\b{key}\s*:\s*{name}\b" if key != name else rf"[^\w:\s]\s*{name}\b"


def fields_to(text: str, operation: str, pattern: Sequence[str]) -> list[Field]:
    """The fields on the way to a place of the answer (`data` first, lists as `*`); [] when the text has none such."""
    found: list[Field] = []
    roots, fragments = _document(text)
    here = roots.get(operation.partition(" ")[0]) or next(iter(roots.values()), [])
    for part in [part for part in pattern[1:] if part != "*"]:
        one = next((one for one in _all(here, fragments) if one.key == part), None)
        if one is None:
            return []
        found.append(one)
        here = one.inner
    return found


def selected(text: str, operation: str, pattern: Sequence[str]) -> tuple[list[Field], frozenset[str]]:
    """(what is asked of each object at a place of the answer, types that the text says they may have). A field that
    is asked for twice stands once, with all that is asked in it."""
    on_the_way = fields_to(text, operation, pattern)
    return inside(text, on_the_way[-1]) if on_the_way else ([], frozenset())


def inside(text: str, one: Field) -> tuple[list[Field], frozenset[str]]:
    """The same of the objects that a field of this text gives."""
    _, fragments = _document(text)
    found: dict[str, Field] = {}
    for inner in _all(one.inner, fragments):
        known = found.setdefault(inner.key, Field(inner.key, inner.name, inner.arguments))
        known.inner += inner.inner
    return [*found.values()], frozenset(_types(one.inner, fragments))


def _types(
    selection: Sequence[Field | str],
    fragments: dict[str, list[Field | str]],
    known: dict[str, set[str]] | None = None,
) -> set[str]:
    """The types that fragments are on; of one within another its own only, which is narrower."""
    known, found = {} if known is None else known, set[str]()
    for one in selection:
        if not isinstance(one, str) or one.startswith(ON):
            continue
        if one not in known and len(known) < MOST_FRAGMENTS:
            known[one] = set()
            inner = fragments.get(one, [])
            own = {name.removeprefix(ON) for name in inner[:1] if isinstance(name, str) and name.startswith(ON)}
            known[one] = _types(inner, fragments, known) or own
        found |= known.get(one, set())
    return found


def _all(
    selection: Sequence[Field | str], fragments: dict[str, list[Field | str]], known: set[str] | None = None
) -> Iterator[Field]:
    """The fields, also those of fragments, each of which counts once."""
    known = set() if known is None else known
    for one in selection:
        if isinstance(one, Field):
            yield one
        elif one not in known and len(known) < MOST_FRAGMENTS:
            known.add(one)
            yield from _all(fragments.get(one, []), fragments, known)


@lru_cache(maxsize=256)
def _document(text: str) -> tuple[dict[str, list[Field | str]], dict[str, list[Field | str]]]:
    """(operations by name, fragments by name); both empty when the text cannot be read."""
    reader = _Reader(graphql.tokens(text))
    roots: dict[str, list[Field | str]] = {}
    fragments: dict[str, list[Field | str]] = {}
    try:
        while reader.more:
            kind, name = "query", ""
            if reader.look() != "{":
                kind = reader.take()
                name = reader.take() if reader.look() not in "({@" else ""
            of: list[Field | str] = []
            while reader.look() != "{":
                of += reader.condition() if kind == "fragment" else []
                if reader.look() != "{":
                    reader.skip()
            (fragments if kind == "fragment" else roots)[name] = of + reader.selection()
    except (IndexError, ValueError, RecursionError):
        return {}, {}
    return roots, fragments | reader.inline


class _Reader:
    """Reads tokens. Its methods raise IndexError or ValueError on what is no GraphQL."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens, self._at = tokens, 0
        self.inline: dict[str, list[Field | str]] = {}
        """Fragments that stand where they are used."""

    @property
    def more(self) -> bool:
        return self._at < len(self._tokens)

    def look(self) -> str:
        return self._tokens[self._at]

    def take(self, wanted: str = "") -> str:
        token = self.look()
        if wanted and token != wanted:
            raise ValueError(token)
        self._at += 1
        return token

    def skip(self) -> None:
        """One token, or all within brackets."""
        depth = 0
        while True:
            token = self.take()
            depth += (token in OPENING) - (token in CLOSING)
            if depth <= 0:
                return

    def selection(self, depth: int = 0) -> list[Field | str]:
        found: list[Field | str] = []
        self.take("{")
        if depth > DEEPEST:
            raise ValueError("too deep")
        while self.look() != "}":
            if self.look() == "...":
                found += self._spread(depth)
            else:
                found.append(self._field(depth))
        self.take("}")
        return found

    def _spread(self, depth: int) -> list[Field | str]:
        self.take("...")
        if self.look() not in ("on", "{", "@"):
            name = self.take()
            self._directives()
            return [name]
        of = self.condition()
        self._directives()
        name = f"...{len(self.inline)}"
        self.inline[name] = []
        self.inline[name] = of + self.selection(depth + 1)
        return [name]

    def condition(self) -> list[Field | str]:
        """What a fragment is of: `on Ticket`."""
        if self.look() != "on":
            return []
        return [self.take() + " " + self.take()]

    def _field(self, depth: int) -> Field:
        key = name = self.take()
        if self.look() == ":":
            self.take()
            name = self.take()
        made = Field(key, name)
        if self.look() == "(":
            made.arguments = self._members("(", ")")
        self._directives()
        if self.look() == "{":
            made.inner = self.selection(depth + 1)
        return made

    def _directives(self) -> None:
        while self.look() == "@":
            self.take()
            self.take()
            if self.look() == "(":
                self.skip()

    def _members(self, begin: str, end: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.take(begin)
        while self.look() != end:
            name = self.take()
            self.take(":")
            found[name] = self._value()
        self.take(end)
        return found

    def _value(self) -> Any:
        token = self.look()
        if token == "$":
            self.take()
            return Variable(self.take())
        if token == "{":
            return self._members("{", "}")
        if token == "[":
            self.take()
            items = []
            while self.look() != "]":
                items.append(self._value())
            self.take()
            return items
        self.take()
        if token.startswith('"""'):
            return token[3:-3]
        try:
            return json.loads(token)
        except ValueError:
            return token  # the name of an enumeration's value
