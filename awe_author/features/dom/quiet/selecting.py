"""Looks for elements in a document that was read: the selectors that features commonly have, and no others.

Of Selectors Level 4: types, `*`, ids, classes, attributes, `:scope`, places among siblings, `:not()` and `:is()` of
these, the four combinators, lists. Any other selector raises `Unread`: the browser knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from awe_author.features.dom.quiet.reading import Element, Unread

Test: TypeAlias = Callable[[Element, Element], bool]
"""Does an element match, where another one is the scope?"""

_NAME = r"-?[a-zA-Z_][\w-]*"
_SPACE = " \t\n\f\r"
_SIMPLE = re.compile(
    rf"(?P<type>{_NAME}|\*)|\#(?P<id>{_NAME})|\.(?P<class>{_NAME})"
    rf"|\[\s*(?P<attribute>{_NAME})\s*(?:(?P<how>[~|^$*]?=)\s*(?:\"(?P<double>[^\"\\]*)\"|'(?P<single>[^'\\]*)'|(?P<bare>{_NAME}))\s*)?\]"
    rf"|:(?P<pseudo>[a-z-]+)(?P<opens>\()?",
    re.ASCII,
)
_NTH = re.compile(
    r"\s*(?:(?P<word>odd|even)|(?P<step>[+-]?\d*)n\s*(?:(?P<sign>[+-])\s*(?P<at>\d+))?|(?P<only>[+-]?\d+))\s*", re.I
)
_PLACES = {
    "first-child": "nth-child", "last-child": "nth-last-child",
    "first-of-type": "nth-of-type", "last-of-type": "nth-last-of-type",
}  # fmt: skip


def select(top: Element, selector: str) -> list[Element]:
    """The elements within `top` that match, in order; `top` itself for `:scope` and `.`, as in the runtime. Raises
    Unread for a selector that is not known, or one that may match inside a picture."""
    if selector in (":scope", "."):
        return [top]
    test = compiled(selector)
    found = [one for one in top.descendants() if test(one, top)]
    if any(one.foreign for one in found):
        raise Unread("a part of a picture")
    return found


def matches(element: Element, selector: str, scope: Element) -> bool:
    """Does an element match? Raises Unread."""
    return compiled(selector)(element, scope)


@lru_cache(1024)
def compiled(selector: str) -> Test:
    """The test of a selector list. Raises Unread."""
    parser = _Parser(selector)
    test = parser.alternatives(closing=False)
    if parser.at != len(selector):
        raise Unread(f"the selector {selector!r}")
    return test


class _Parser:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def alternatives(self, *, closing: bool) -> Test:
        """Complex selectors with commas between them, up to the end or to a closing bracket."""
        tests = [self._complex()]
        while self._peek() == ",":
            self.at += 1
            tests.append(self._complex())
        if closing:
            if self._peek() != ")":
                raise Unread(f"the selector {self.text!r}")
            self.at += 1
        return tests[0] if len(tests) == 1 else lambda element, scope: any(test(element, scope) for test in tests)

    def _complex(self) -> Test:
        self._skip()
        test = self._compound()
        while True:
            spaced = self._skip()
            letter = self._peek()
            if letter in (">", "+", "~"):
                self.at += 1
                self._skip()
            elif spaced and letter not in ("", ",", ")"):
                letter = " "
            else:
                return test
            test = _combined(test, letter, self._compound())

    def _compound(self) -> Test:
        tests: list[Test] = []
        while (found := _SIMPLE.match(self.text, self.at)) is not None:
            if found["type"] and tests:
                break
            self.at = found.end()
            tests.append(self._simple(found))
        if not tests:
            raise Unread(f"the selector {self.text!r}")
        return tests[0] if len(tests) == 1 else lambda element, scope: all(test(element, scope) for test in tests)

    def _simple(self, found: re.Match[str]) -> Test:
        if (name := found["type"]) is not None:
            wanted = name.lower()
            return (lambda element, scope: True) if wanted == "*" else (lambda element, scope: element.name == wanted)
        if (name := found["id"]) is not None:
            return _attribute("id", "=", name)
        if (name := found["class"]) is not None:
            return _attribute("class", "~=", name)
        if (name := found["attribute"]) is not None:
            values = (found["double"], found["single"], found["bare"])
            return _attribute(name.lower(), found["how"], next((one for one in values if one is not None), ""))
        return self._pseudo(found["pseudo"], bool(found["opens"]))

    def _pseudo(self, name: str, opens: bool) -> Test:
        if opens and name in ("not", "is"):
            inner = self.alternatives(closing=True)
            return inner if name == "is" else (lambda element, scope: not inner(element, scope))
        if opens and name in ("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"):
            found = _NTH.match(self.text, self.at)
            if found is None or not self.text.startswith(")", found.end()):
                raise Unread(f"the selector {self.text!r}")
            self.at = found.end() + 1
            return _nth(name, *_step(found))
        if not opens and name == "scope":
            return lambda element, scope: element is scope
        if not opens and name in _PLACES:
            return _nth(_PLACES[name], 0, 1)
        if not opens and name in ("only-child", "only-of-type"):
            kind = name.removeprefix("only-")
            first, last = _nth(f"nth-{kind}", 0, 1), _nth(f"nth-last-{kind}", 0, 1)
            return lambda element, scope: first(element, scope) and last(element, scope)
        raise Unread(f"the selector {self.text!r}")

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _skip(self) -> bool:
        before = self.at
        while self._peek() and self._peek() in _SPACE:
            self.at += 1
        return self.at > before


def _combined(left: Test, how: str, right: Test) -> Test:
    def test(element: Element, scope: Element) -> bool:
        return right(element, scope) and any(left(one, scope) for one in _others(element, how))

    return test


def _others(element: Element, how: str) -> Sequence[Element]:
    """Where the element on the left of a combinator may be."""
    parent = element.parent
    if parent is None:
        return ()
    if how == ">":
        return (parent,)
    if how == " ":
        above = [parent]
        while above[-1].parent is not None:
            above.append(above[-1].parent)
        return above
    at = parent.place(element)
    return parent.elements()[max(0, at - 1) if how == "+" else 0 : at]


def _attribute(name: str, how: str | None, wanted: str) -> Test:
    """Raises Unread, while it tests, where only letter case differs: of some attributes it does not count."""

    def test(element: Element, scope: Element) -> bool:
        if not element.written:
            return False
        have = element.attributes.get(name)
        if have is None or how is None:
            return have is not None
        if _fits(have, how, wanted):
            return True
        if name not in ("class", "id") and _fits(have.lower(), how, wanted.lower()):
            raise Unread(f"letter case of the attribute {name}")
        return False

    return test


def _fits(have: str, how: str, wanted: str) -> bool:
    if how == "=":
        return have == wanted
    if how == "~=":
        return wanted in have.split()
    if how == "|=":
        return have == wanted or have.startswith(wanted + "-")
    if not wanted:
        return False
    if how == "^=":
        return have.startswith(wanted)
    return have.endswith(wanted) if how == "$=" else wanted in have


def _step(found: re.Match[str]) -> tuple[int, int]:
    """(a, b) of An+B."""
    if found["word"]:
        return (2, 1) if found["word"].lower() == "odd" else (2, 0)
    if found["only"]:
        return 0, int(found["only"])
    step = int(found["step"] + "1") if found["step"] in ("", "+", "-") else int(found["step"])
    return step, int(f"{found['sign']}{found['at']}") if found["at"] else 0


def _nth(kind: str, step: int, at: int) -> Test:
    of_type, backwards = kind.endswith("of-type"), "last" in kind

    def test(element: Element, scope: Element) -> bool:
        if element.parent is None:
            return False
        others, place = element.parent.elements(), element.parent.place(element)
        if of_type:
            before = others[place + 1 :] if backwards else others[:place]
            number = sum(one.name == element.name for one in before) + 1
        else:
            number = len(others) - place if backwards else place + 1
        return number == at if step == 0 else (number - at) % step == 0 and (number - at) // step >= 0

    return test
