"""What is made of each object, or text, in a list that a request sends. Pure.

A request to start something sends what it is about (`{"chosen": [{"path": ["a"]}]}`), and what it made shows that in
several places that nobody sent: `{"preview": [{"path": ["a"], "type": "Key"}], "steps": ["a"], "chosenCount": 1}`. A
list of as many elements, each with the texts of the one that was sent in its place, and otherwise alike, is made anew
of what is sent; so is the number of them, when it is called after the list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import literal_text, map_text, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.common.shapes import is_integer
from awe_author.json_types import Json

SHORTEST = 3
"""Characters of a text that is looked for."""
_COUNT = re.compile(r"_(count|size|length|total|number)\Z")
Timed = Callable[[Any], str | None]
_EACH = "each_sent"


def of_lists(name: str, value: Any, sent: Mapping[str, Any], timed: Timed) -> Json | None:
    """The template of a value of something new, with what is made of lists that were sent in it; None where nothing of
    it is made of one. `timed`: the expression of a moment of now, else None."""
    lists = {one: items for one, items in sent.items() if isinstance(items, list) and items}
    others = {one for one in sent.values() if isinstance(one, str) and len(one) > SHORTEST}
    made, of_list = _template(name, value, lists, timed, others) if lists else (None, False)
    return made if of_list else None


def _template(
    name: str, value: Any, lists: Mapping[str, list[Any]], timed: Timed, others: set[str]
) -> tuple[Json, bool]:
    """(the template, is something in it made of a list?). `others`: texts that are sent beside the lists: what has one
    of them is made of these, too."""
    if isinstance(value, dict):
        members = {inner: _template(inner, one, lists, timed, others) for inner, one in value.items()}
        return {inner: made for inner, (made, _) in members.items()}, any(found for _, found in members.values())
    for other, items in lists.items():
        if is_integer(value) and value == len(items) and _COUNT.sub("", snake(name)) == snake(other) != snake(name):
            return f"size({_source(other)})", True
        if isinstance(value, list) and (each := _each(value, items, timed, others)) is not None:
            return f"{_source(other)}.map({_EACH}, {each})", True
    if isinstance(value, list):
        parts = [_template(name, one, lists, timed, others) for one in value]
        return [made for made, _ in parts], any(found for _, found in parts)
    return timed(value) or (text(value) if isinstance(value, str) else value), False


def _source(name: str) -> str:
    """The list that a request sends; empty where it sends none."""
    sent = f"params.get({text(name)}, null)"
    return f"(type({sent}) == list ? dyn({sent}) : [])"


def _each(shown: Sequence[Any], sent: Sequence[Any], timed: Timed, others: set[str]) -> str | None:
    """The expression that makes the elements shown of those sent; None where they are not made of these."""
    if len(shown) != len(sent):
        return None
    pairs = [(one, [*_known(of)]) for one, of in zip(shown, sent, strict=True)]
    for one, known in pairs:
        if any(leaf in others and all(leaf != value for value, _ in known) for leaf in _leaves(one)):
            return None
    made = {_made_of(one, known, timed) for one, known in pairs}
    told = all(any(leaf == value for leaf in _leaves(one) for value, _ in known) for one, known in pairs)
    return made.pop() if len(made) == 1 and told else None


def _known(sent: Any, way: str = f"dyn({_EACH})") -> Iterator[tuple[Any, str]]:
    """(value, its expression) of what an element that is sent says: texts, and what holds them before these."""
    if isinstance(sent, str):
        if len(sent) >= SHORTEST:
            yield sent, way
    elif isinstance(sent, dict | list) and sent:
        yield sent, way
        inner = sent.items() if isinstance(sent, dict) else enumerate(sent)
        for step, one in inner:
            yield from _known(one, f"{way}[{text(step) if isinstance(step, str) else step}]")


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _leaves(inner)
    elif isinstance(value, str):
        yield value


def _made_of(value: Any, known: Sequence[tuple[Any, str]], timed: Timed) -> str:
    """The expression of one element, with what is sent where it stands in it."""
    own = next((made for one, made in known if one == value), None)
    if own is not None:
        return own
    if isinstance(value, dict):
        return map_text({name: _made_of(inner, known, timed) for name, inner in value.items()})
    if isinstance(value, list):
        return "[" + ", ".join(f"dyn({_made_of(inner, known, timed)})" for inner in value) + "]"
    return timed(value) or literal_text(value)
