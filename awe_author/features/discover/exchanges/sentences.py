"""Filters that are written as a sentence: `title ~ 'tea' && status = 'open'`, `name ILIKE '%tea%'`,
`(Title,like,%tea%)`, `contains(title,'tea')`, `title=ilike.*tea*`.

No language is known. A piece is taken apart into what stands before the value that is looked for, the value, and what
stands behind it; which field it is about and how it compares is told by the words before it. A piece is believed when
everything that was shown fits it, and then goes for any other value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from awe_author.features.discover.common.comparing import NAMED_BY, compares, value_at
from awe_author.features.discover.common.keys import text

GLUES = (" && ", "&&", "~and", " AND ", " and ", ";", "^")
MOST_PIECES = 48
"""Of one sentence: expressions have an end (`cel.parsing.MAX_LENGTH`), and some tables have a hundred fields."""
_NULLS = re.compile(r"\bis\s+(not\s+)?null\b|\bnotnull\b", re.IGNORECASE)
_GLUED = "LIKE|STARTSWITH|ENDSWITH|CONTAINS"
"""Words that stand right behind a field."""
_BEHIND = rf"(?:(?!\w)|(?={_GLUED}))"
_HOLES = (
    re.compile(r"""(?P<before>[^'"]*['"][%*]?)(?P<hole>[^'"%*]*)(?P<after>[%*]?['"].*)\Z""", re.DOTALL),
    re.compile(r"""(?P<before>[^'"]*\[(['"])\w+\2\][^'"]*['"])(?P<hole>[^'"%*]*)(?P<after>['"]\W*)\Z""", re.DOTALL),
    re.compile(r"(?P<before>[^%]*%)(?P<hole>[^%]*)(?P<after>%.*)\Z", re.DOTALL),
    re.compile(r"(?P<before>[^*]*\*)(?P<hole>[^*]*)(?P<after>\*.*)\Z", re.DOTALL),
    re.compile(rf"(?P<before>[\w.]+?(?:!?=|{_GLUED}))(?P<hole>[^'\"()=<>~%*]+)(?P<after>)\Z"),
    re.compile(r"(?P<before>.*[=:<>~,.\s])(?P<hole>[^\s()'\"=:<>~,]+?)(?P<after>\)*)\Z", re.DOTALL),
)
_HOWS = (
    (re.compile(r"not[ _]?(like|contain)|!~|nlike", re.IGNORECASE), ""),
    (re.compile(r"like|contain|substring|~|match|search|regex|[%*]['\"]?$", re.IGNORECASE), "has"),
    (re.compile(r"starts_?with", re.IGNORECASE), "starts"),
    (re.compile(r"!=|<>|\b(ne|neq|not)\b", re.IGNORECASE), "not"),
    (re.compile(r">=|\b(ge|gte)\b", re.IGNORECASE), ">="),
    (re.compile(r"<=|\b(le|lte)\b", re.IGNORECASE), "<="),
    (re.compile(r">|\bgt\b", re.IGNORECASE), ">"),
    (re.compile(r"<|\blt\b", re.IGNORECASE), "<"),
    (re.compile(r"=|:|\b(eq|is|equals)\b", re.IGNORECASE), "eq"),
)


@dataclass(frozen=True, slots=True)
class Piece:
    """One condition: what stands before and behind its value."""

    before: str
    after: str
    field: str
    how: str
    """As `comparing.compares` takes it; "" for one that is always so."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """How the values of one parameter are written."""

    pieces: tuple[Piece, ...]
    glue: str
    """What stands between pieces; "" when there was only one at a time: then any of `GLUES` behind which a known piece
    begins."""

    def split(self, value: str) -> list[str]:
        """The pieces of a value."""
        glue = self.glue or next((one for one in GLUES if one in value and self._known(value.split(one))), "")
        return [one.strip() for one in (value.split(glue) if glue else [value]) if one.strip()]

    def _known(self, parts: Sequence[str]) -> bool:
        return all(any(part.strip().startswith(one.before) for one in self.pieces) for part in parts)


def sentence_of(
    found: Sequence[tuple[str, Sequence[Mapping[str, Any]]]], fields: Iterable[str], name: str
) -> Sentence | None:
    """How these values are written, None when they are no sentences. `found`: each with what was shown for it; `name`:
    the parameter's."""
    known = sorted(fields, key=lambda one: ("." in one, -len(one), one))
    glue = next((one for one in GLUES if any(one in value for value, _ in found)), "")
    made: dict[Piece, None] = {}
    told = False
    for value, items in found:
        for part in Sentence((), glue).split(value):
            piece = _constant(part) or next(
                (one for one in _pieces(part, known, name) if _holds(one, part, items)), None
            )
            if piece is None:
                return None
            made[piece] = None
            told = told or bool(items and piece.how)
    shown = {name for _, items in found for item in items for name in item}
    others = [_of_others(piece, sorted(known, key=lambda one: one.partition(".")[0] not in shown)) for piece in made]
    for piece in (piece for alike in zip_longest(*others) for piece in alike if piece is not None):
        if len(made) < MOST_PIECES:
            made[piece] = None
    return Sentence(tuple(sorted(made, key=lambda one: (-len(one.before), one.before))), glue) if told else None


def _of_others(piece: Piece, fields: Sequence[str]) -> list[Piece]:
    """The same piece about other fields that are written so, in their order: plain ones, and of records those with the
    same member."""
    head, dot, member = piece.field.partition(".")
    name = re.compile(rf"(?<![\w.]){re.escape(head)}{_BEHIND}")
    if not piece.how or len(name.findall(piece.before)) != 1:
        return []
    alike = [one for one in fields if one.partition(".")[1:] == (dot, member) and one != piece.field]
    others = ((one, one.partition(".")[0]) for one in alike)
    return [Piece(name.sub(other, piece.before), piece.after, one, piece.how) for one, other in others]


def _constant(part: str) -> Piece | None:
    return Piece(part, "", "", "") if _NULLS.search(part) else None


def _pieces(part: str, fields: Sequence[str], name: str) -> Iterator[Piece]:
    for pattern in _HOLES:
        match = pattern.match(part)
        if match is None:
            continue
        before, after = match["before"], match["after"]
        field = _field_in(before, fields) or _field_in(after, fields)
        words = before.replace(field.rpartition(".")[2], " ", 1) if field else before
        field = field or (name if name in fields else "")
        how = next((how for sign, how in _HOWS if sign.search(words)), None)
        if field and how:
            yield from (Piece(before, after, one, how) for one in _members(field, fields))


def _members(field: str, fields: Sequence[str]) -> list[str]:
    """The members of a record that is named, those first that name it; the field itself when it is none."""
    found = [one for one in fields if one.startswith(f"{field}.")]
    return sorted(found, key=lambda one: one.rpartition(".")[2] not in NAMED_BY) or [field]


def _field_in(words: str, fields: Sequence[str]) -> str:
    """The field that is named, also a member of a record by its own name; "" without one."""
    names = ((one, re.escape(one.rpartition(".")[2])) for one in fields)
    return next((one for one, name in names if re.search(rf"(?<!\w){name}{_BEHIND}", words)), "")


def _hole(piece: Piece, part: str) -> str:
    return part[len(piece.before) : len(part) - len(piece.after)]


def _holds(piece: Piece, part: str, items: Iterable[Mapping[str, Any]]) -> bool:
    return all(compares(piece.how, value_at(item, piece.field), _hole(piece, part)) for item in items)


def sentence_fits(sentence: Sentence, value: str, entity: Mapping[str, Any]) -> bool:
    """Does an entity fit? None fits a piece that is not known."""
    for part in sentence.split(value):
        for piece in sentence.pieces:
            if part.startswith(piece.before) and part.endswith(piece.after):
                if piece.how and not _holds(piece, part, [entity]):
                    return False
                break
        else:
            return False
    return True


def sentence_text(sentence: Sentence, value: str, tests: Mapping[Piece, str]) -> str:
    """The condition. `value`: the expression of what is asked; `tests`: that of each piece with a field, in which
    `hole` is what is looked for."""
    made = "p == ''"
    for piece in reversed(sentence.pieces):
        if piece in tests:
            hole = f"p.substring({len(piece.before)}, p.size() - {len(piece.after)})"
            made = f"{_is(piece)} ? [{hole}].all(hole, {tests[piece]}) : {made}"
        elif not piece.how:
            made = f"p == {text(piece.before)} || ({made})"
    return f"{_parts(sentence, value)}.all(p, {made})"


def sentence_known(sentence: Sentence, value: str, pieces: Iterable[Piece]) -> str:
    """The condition that a sentence has no other pieces than those that can be told: `pieces`, and what is always so.
    `value`: the expression of what is asked."""
    told = {*pieces}
    ways = ["p == ''"]
    for one in sentence.pieces:
        if one in told or not one.how:
            ways.append(_is(one) if one in told else f"p == {text(one.before)}")
    return f"{_parts(sentence, value)}.all(p, {' || '.join(ways)})"


def _is(piece: Piece) -> str:
    """The condition that `p` is such a piece. What stands in quotation marks ends where they do."""
    size = len(piece.before) + len(piece.after)
    made = f"p.startsWith({text(piece.before)}) && p.endsWith({text(piece.after)}) && p.size() >= {size}"
    quote = next((one for one in piece.after.lstrip("%*")[:1] if one in "'\""), "")
    hole = f"p.substring({len(piece.before)}, p.size() - {len(piece.after)})"
    return f"({made} && !{hole}.contains({text(quote)}))" if quote else f"({made})"


def _parts(sentence: Sentence, value: str) -> str:
    """The pieces of what is asked, as an expression."""
    if sentence.glue:
        return f"{value}.split({text(sentence.glue)}).map(p, p.trim())"
    begins = ", ".join(text(piece.before) for piece in sentence.pieces)
    known = f"v.split(g).all(p, [{begins}].exists(b, p.trim().startsWith(b)))"
    split = f"[{', '.join(map(text, GLUES))}].filter(g, v.contains(g) && {known}).map(g, v.split(g))"
    return f"[{value}].map(v, {split} + [[v]])[0][0].map(p, p.trim())"
