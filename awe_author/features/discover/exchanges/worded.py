"""Searches of words and conditions in one text: `status:open priority:low door`, `from:ada is:unread numbers`.

Each word with a colon in it says a field and its value. Which field that is, and how it compares, is told by what was
shown: a field called so, a list that has the value, or in a list of pairs (`{"name": "From", "value": ...}`) the one
called so. A condition that every recorded search has tells nothing. All other words are looked for in texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import plural, snake

_WORD = re.compile(r"(?P<name>[A-Za-z][\w.-]*):(?P<value>\S+)\Z")
_PAIR = (("name", "value"), ("key", "value"), ("field", "value"))
JOINS = "AND"
MOST = 300
Found = Sequence[tuple[str, Sequence[Mapping[str, Any]]]]
"""Values with what was shown for them."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the words of one name say."""

    name: str
    field: str
    """With dots for members of records."""
    pair: tuple[str, str] = ("", "")
    """Of a list of pairs: its members."""
    whole: bool = True
    """Is the value the whole of it? Else a part."""

    def fits(self, item: Mapping[str, Any], wanted: str) -> bool:
        """Does an entity fit? What it is not known to have cannot be contradicted."""
        if self.field.partition(".")[0] not in item:
            return True
        value = _at(item, self.field)
        if self.pair[0]:
            inside = value if isinstance(value, list) else []
            own = [str(one.get(self.pair[1])) for one in inside
                   if isinstance(one, dict) and str(one.get(self.pair[0])).lower() == self.name.lower()]  # fmt: skip
        else:
            own = [str(one) for one in value] if isinstance(value, list) else [_written(value)]
        return any(one.lower() == wanted.lower() if self.whole else wanted.lower() in one.lower() for one in own)

    def text(self, item: str) -> str:
        """The test, in which `hole` is what is looked for in small letters."""
        own = _reached(item, self.field)
        sign = "{} == hole" if self.whole else "{}.contains(hole)"
        if self.pair[0]:
            named = f"string(dyn(x).get({text(self.pair[0])}, '')).lowerAscii() == {text(self.name.lower())}"
            test = sign.format(f"string(dyn(x).get({text(self.pair[1])}, '')).lowerAscii()")
            return f"(type({own}) == list ? dyn({own}) : []).exists(x, {named} && {test})"
        one = sign.format(f"string({own}).lowerAscii()")
        many = sign.format("string(x).lowerAscii()")
        return (
            f"({own} == null ? hole in ['none', 'null'] : type({own}) == list ? dyn({own}).exists(x, {many}) : {one})"
        )


@dataclass(frozen=True, slots=True)
class Worded:
    """How the values of one parameter are written."""

    told: tuple[Told, ...]
    constant: tuple[str, ...]
    """Words that say nothing, since all have them."""
    texts: tuple[tuple[str, str], ...]
    """(field, member that is looked into of its records) in which plain words are looked for."""

    def fits(self, item: Mapping[str, Any], value: str) -> bool:
        """Does an entity fit a search?"""
        for word in words_of(value):
            match = _WORD.match(word)
            one = next((one for one in self.told if match and one.name == match["name"]), None)
            if one is not None and match is not None:
                if not one.fits(item, match["value"]):
                    return False
            elif word not in self.constant and not any(word.lower() in each for each in _said(item, self.texts)):
                return False
        return True

    def test(self, value: str, item: str) -> str:
        """The expression of that. `value`: of the search."""
        looked = [_text_test(field, inner, item) for field, inner in self.texts]
        made = " || ".join(looked) or "false"
        made = f"({made})"
        for one in self.told:
            sign = f"{one.name}:"
            hole = f"w.substring({len(sign)}).replace(\"'\", '').lowerAscii()"
            made = f"(w.startsWith({text(sign)}) ? [{hole}].exists(hole, {one.text(item)}) : {made})"
        constant = ", ".join(map(text, ("", JOINS, *self.constant)))
        return f"{_bare(value)}.split(' ').all(w, w in [{constant}] || {made})"

    def known(self, value: str) -> str:
        """The expression of whether a search has no other conditions."""
        begins = ", ".join(text(f"{one.name}:") for one in self.told)
        constant = ", ".join(map(text, self.constant))
        named = "w.matches('^[A-Za-z][A-Za-z0-9_.-]*:')"
        own = f"w in [{constant}] || [{begins}].exists(b, w.startsWith(b))"
        return f"{_bare(value)}.split(' ').all(w, !({named}) || {own})"


def words_of(value: str) -> list[str]:
    """Words; what stands in quotation marks loses these. `AND` joins words that are joined without it, too."""
    words = (re.sub(r":'(.*)'\Z", r":\1", word) for word in value.replace('"', "").split())
    return [word for word in words if word != JOINS]


def _bare(value: str) -> str:
    """The expression of a search without quotation marks."""
    return value + ".replace('\"', '')"


def worded_of(found: Found) -> Worded | None:
    """How these values are written; None when they have no conditions, or something was shown that contradicts."""
    split = [(words_of(value), items[:MOST]) for value, items in found if value.strip()]
    named = [word for words, _ in split for word in words if _WORD.match(word)]
    if not named or not any(items for _, items in split):
        return None
    constant = tuple(
        word for word in dict.fromkeys(named) if len(split) > 2 and all(word in words for words, _ in split)
    )
    told: dict[str, Told] = {}
    for name in dict.fromkeys(word.partition(":")[0] for word in named if word not in constant):
        cases = [
            (word.partition(":")[2], items)
            for words, items in split for word in words if word.partition(":")[0] == name and ":" in word and items
        ]  # fmt: skip
        one = next(
            (one for one in _tries(name, cases) if all(one.fits(i, want) for want, items in cases for i in items)), None
        )
        if one is None and cases:
            return None
        if one is not None:
            told[name] = one
    if not told:
        return None
    plain = [(word, items) for words, items in split for word in words if not _WORD.match(word)]
    made = Worded(tuple(told.values()), constant, tuple(_texts(plain, [i for _, items in split for i in items])))
    return made if all(made.fits(item, " ".join(words)) for words, items in split for item in items) else None


def _tries(name: str, cases: Found) -> Iterator[Told]:
    """A field of that name, then a pair, then any list that has the value."""
    items = [item for _, items in cases for item in items]
    fields = list(dict.fromkeys(name for item in items for name in _fields(item)))
    alike = (snake(name), f"{snake(name)}_id", plural(snake(name)), f"{snake(name)}_ids")
    own = [field for field in fields if snake(field.rpartition(".")[2]) in alike]
    for whole in (True, False):
        yield from (Told(name, field, whole=whole) for field in sorted(own, key=lambda one: one.count(".")))
    for field in fields:
        value = next((value for item in items if isinstance(value := _at(item, field), list)), [])
        pair = next(
            (pair for pair in _PAIR if value and isinstance(value[0], dict) and value[0].keys() >= set(pair)), None
        )
        if pair is not None:
            yield from (Told(name, field, pair, whole) for whole in (True, False))
    for field in fields:
        if any(
            isinstance(value := _at(item, field), list) and all(isinstance(one, str) for one in value) for item in items
        ):
            yield Told(name, field)


def _texts(plain: Found, shown: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Where plain words were found in what was shown; without any, the texts of more than a word."""
    places = list(dict.fromkeys(place for item in shown for place in _places(item)))
    hits = [place for place in places for word, items in plain
            if any(word.lower() in each for item in items for each in _said(item, [place]))]  # fmt: skip
    told = hits or [place for place in places if any(" " in each for item in shown for each in _said(item, [place]))]
    yield from list(dict.fromkeys(told))[:8]


def _fields(item: Mapping[str, Any]) -> Iterator[str]:
    """Fields, and the members of records."""
    for name, value in item.items():
        yield name
        if isinstance(value, dict):
            yield from (f"{name}.{inner}" for inner in value)


def _places(item: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for field in _fields(item):
        value = _at(item, field)
        if isinstance(value, str):
            yield field, ""
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield from ((field, inner) for name, inner in _PAIR if inner in value[0] and name in value[0])


def _said(item: Mapping[str, Any], places: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The texts there, in small letters."""
    for field, inner in places:
        value = _at(item, field)
        if inner and isinstance(value, list):
            yield from (str(one.get(inner)).lower() for one in value if isinstance(one, dict))
        elif isinstance(value, str):
            yield value.lower()


def _at(item: Mapping[str, Any], field: str) -> Any:
    if field in item:
        return item[field]
    head, dot, rest = field.partition(".")
    inside = item.get(head) if dot else None
    return inside.get(rest) if isinstance(inside, dict) else None


def _written(value: Any) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _reached(item: str, field: str) -> str:
    head, dot, rest = field.partition(".")
    own = member(item, head, sure=False)
    return f"(type({own}) == map ? dyn({own}).get({text(rest)}, null) : null)" if dot else f"dyn({own})"


def _text_test(field: str, inner: str, item: str) -> str:
    own = _reached(item, field)
    word = "contains(w.lowerAscii())"
    if inner:
        one = f"string(dyn(x).get({text(inner)}, '')).lowerAscii().{word}"
        return f"(type({own}) == list ? dyn({own}) : []).exists(x, {one})"
    return f"({own} == null ? '' : string({own})).lowerAscii().{word}"
