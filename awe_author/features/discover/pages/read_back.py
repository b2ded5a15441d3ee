"""Long texts of entities whose form was never opened, read back from their pages.

    <h2>Ink</h2> <p>Ask <b>Ada</b>.</p> <ul><li>red</li></ul>        == Ink ==  Ask '''Ada'''.  * red

How pages show the lines of a text is learnt from entities whose text is known (`told_lines`). Where each of these
pages, of two entities at least, read the other way round gives just the text that is known, so do those of others to
which nothing was written; what has no sign that is known is left alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from bs4 import Tag
from bs4.element import NavigableString

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.alike_texts import alike_texts
from awe_author.features.discover.pages.line_signs import SIGNS, Mark, sign_of
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in
from awe_author.features.discover.pages.told_lines import Lines, Look, leaf_form, lines_shown, shows_lines, told_leaves

LEAST = 2
"""Entities whose text is known."""
LETTERS = 20
"""Of a text that is read."""
Sighted = tuple[Call, dict[str, Any]]
"""(when, what was seen of an entity)."""
Roles = Sequence[tuple[Call, str, str]]


@dataclass(slots=True)
class _Writing:
    """How lines are written."""

    indents: dict[str, str] = field(default_factory=dict)
    """Sign in front of a line -> blanks in front of it."""
    closed: dict[str, bool] = field(default_factory=dict)
    """Sign in front of a line -> does the line end with it, too?"""
    apart: dict[tuple[str, str], str] = field(default_factory=dict)
    """Signs of two lines -> what is between the lines."""
    usual: str = "\n\n"

    def learn(self, value: str) -> bool:
        """Are the lines of a text written like all others?"""
        said = [line for line in value.splitlines() if line.strip()]
        signs = [sign_of(squeezed(line))[0] for line in said]
        good = True
        for line, sign in zip(said, signs, strict=True):
            end = sign.strip()[::-1]
            good &= _same(self.indents, sign, line[: len(line) - len(line.lstrip())])
            good &= _same(self.closed, sign, bool(end) and squeezed(line).endswith(f" {end}"))
        at, between = 0, list[str]()
        for line in said:
            place = value.index(line, at)
            between.append(value[at:place])
            at = place + len(line)
        for pair, blank in zip(pairwise(signs), between[1:], strict=True):
            good &= _same(self.apart, pair, blank)
        return good

    def written(self, lines: Sequence[tuple[str, str]]) -> str:
        """The text of lines: (sign, words)."""
        made = ""
        for place, (sign, words) in enumerate(lines):
            end = f" {sign.strip()[::-1]}" if self.closed.get(sign) else ""
            made += self.apart.get((lines[place - 1][0], sign), self.usual) if place else ""
            made += f"{self.indents.get(sign, '')}{sign}{words}{end}"
        return made


def _same(known: dict[Any, Any], name: object, value: object) -> bool:
    return bool(known.setdefault(name, value) == value)


def read_texts(made: PageKind, shown: Sequence[Shown], sighted: Sequence[Sighted], roles: Roles) -> list[Sighted]:
    """Sightings of long texts that only pages show: of those that are alike, and of those that are read back."""
    found = alike_texts(made, shown, sighted, roles)
    return [*found, *_read_back(made, shown, [*sighted, *found], roles)]


def _read_back(made: PageKind, shown: Sequence[Shown], sighted: Sequence[Sighted], roles: Roles) -> list[Sighted]:
    """Sightings of such texts."""
    pages = [(key, page) for page in shown if (key := key_in(page.page.url, made.template))]
    first = {str(value["id"]): call for call, value in reversed(sighted)}
    found: list[Sighted] = []
    for name in dict.fromkeys(made.sent.values()):
        told, values = _Told.of(made, name, sighted, roles), list[Look]()
        values += [_look(key, page, value) for key, page in pages if (value := told.at(key, page.page.seq))]
        if not any("\n" in one.value for one in values) or len({one.key for one in values}) < LEAST:
            continue
        lines = lines_shown(values, [])
        writing = _Writing()
        if lines is None or lines[1] or not all(writing.learn(_plain(one.value)) for one in values):
            continue
        writing.usual = Counter(writing.apart.values()).most_common(1)[0][0]
        if any(_read(lines[0], writing, one) != _plain(one.value) for one in values):
            continue
        known = {one.key for one in values}
        for key, page in pages:
            unknown = key not in known and key in first and not told.is_new(key)
            read = _read(lines[0], writing, _look(key, page, "")) if unknown else None
            enough = read is not None and sum(map(str.isalpha, read)) >= LETTERS
            if read is not None and enough and shows_lines(lines[0], _look(key, page, read)):
                found.append((first[key], {"id": key, name: read}))
                known.add(key)
    return found


@dataclass(slots=True)
class _Told:
    """What was known of a field, and when."""

    posted: dict[str, list[tuple[int, str | None]]]
    """Key -> (number of a post, the text from then on: None where the entity is gone)."""
    seen: dict[str, list[tuple[int, str]]]
    """Key -> (number of a look, what a form said)."""
    made: dict[str, int]
    """Key -> the post that made it."""

    @classmethod
    def of(cls, one: PageKind, name: str, sighted: Sequence[Sighted], roles: Roles) -> _Told:
        """All that was seen of a field."""
        told = cls({}, {}, {})
        fields = [sent for sent, own in one.sent.items() if own == name]
        for call, role, key in sorted(roles, key=lambda role: role[0].seq):
            body = call.body if isinstance(call.body, dict) else {}
            said = [str(body[sent]) for sent in fields if sent in body]
            if role == "create":
                told.made.setdefault(key, call.seq)
            if said or role == "delete":
                told.posted.setdefault(key, []).append((call.seq, None if role == "delete" else said[0]))
        posts = {call.seq for call, _, _ in roles}
        for call, value in sighted:
            if call.seq not in posts and isinstance(said_in := value.get(name), str):
                told.seen.setdefault(str(value["id"]), []).append((call.seq, said_in))
        return told

    def is_new(self, key: str) -> bool:
        """Did the recording make, or write, an entity?"""
        return key in self.made or key in self.posted

    def at(self, key: str, seq: int) -> str:
        """The text of an entity when a page was shown; "" where it is not known."""
        if self.made.get(key, -1) >= seq:
            return ""
        posts = self.posted.get(key, [])
        last = next(((at, said) for at, said in reversed(posts) if at < seq), None)
        if last is not None:
            return last[1] or ""
        after = next((at for at, _ in posts if at >= seq), 1 << 62)
        return next((said for at, said in self.seen.get(key, ()) if at <= after), "")


def _look(key: str, page: Shown, value: str) -> Look:
    return Look(key, page.document, value, page.load.body if page.load is not None else b"")


def _plain(value: str) -> str:
    return "\n".join(line.rstrip() for line in value.replace("\r", "").strip("\n").splitlines()).strip("\n")


def _read(lines: Lines, writing: _Writing, look: Look) -> str | None:
    """The text that a page shows; None where something in it is not understood."""
    container = look.document.select_one(lines.selector)
    leaves = told_leaves(lines, look) if container is not None else None
    if not leaves or container is None:
        return None
    said = [*_lines(lines, leaves, container)]
    told = [one for one in said if one is not None]
    return writing.written(told) if len(told) == len(said) else None


def _lines(lines: Lines, leaves: Sequence[Tag], container: Tag) -> Iterator[tuple[str, str] | None]:
    """The sign and the words of each line."""
    shapes = {sign: _shape(form) for sign, form in lines.forms.items()}
    for leaf in leaves:
        inner = reversed([leaf, *leaf.find_all(True)])
        told = [(_shape(leaf_form(leaf, one, container)), _words(one, lines.marks)) for one in inner]
        yield next(
            (
                (sign, words)
                for sign, shape in shapes.items()
                for of, words in told
                if of == shape and words is not None
            ),
            None,
        )


def _shape(form: tuple[str, str, str]) -> tuple[str, ...]:
    """The elements of a line, whatever their attributes say."""
    return tuple(re.sub(r"<(\w+)\b[^>]*>", r"<\1>", one) for one in form)


def _words(tag: Tag, marks: Mapping[tuple[str, str], Mark]) -> str | None:
    """The words of an element with the signs around some of them."""
    made = ""
    for one in tag.children:
        if isinstance(one, NavigableString):
            made += re.sub(r"\s+", " ", str(one))
        elif isinstance(one, Tag):
            said = next((own for mark in marks.values() if (own := _marked(one, mark)) is not None), None)
            if said is None:
                return None
            made += said
    return made.strip()


def _marked(tag: Tag, mark: Mark) -> str | None:
    shown, address = squeezed(tag.get_text()), str(tag.get("href") or "")
    if tag.name != mark.tag or tag.find(True) is not None or not address.startswith(mark.link):
        return None
    if not mark.link:
        return None if address else f"{mark.opening}{shown}{mark.closing}"
    key = address.removeprefix(mark.link)
    words = f"{key.replace('_', ' ')}|{shown}" if mark.behind == "|" else shown
    if mark.behind and mark.behind in SIGNS.replace("|", ""):
        words = key[: len(key) - len(shown)] + shown if key.endswith(shown.replace(" ", "_")) else key
        return f"{mark.opening}{words}{mark.closing}" if words != key or shown in key else None
    return f"{mark.opening}{words}{mark.closing}" if mark.behind or key == shown.replace(" ", "_") else None
