"""Long texts that pages show line by line: what a form sends in lines stands in elements of its own (`<p>`, `<li>`,
`<h2>` for `== Tea ==`), or with `<br>` between its lines.

Which element a line becomes is told by the sign in front of it; signs around words in it (`''tea''`, `[[Tea]]`) by the
element in which these words stand. All of it is learnt from the recorded pages that show every line of what was sent,
in order, and nothing else between; pages that do not are left alone for the entities that they are about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.about_pages import LINES, About
from awe_author.features.discover.pages.filed_lines import Filed, filed_of
from awe_author.features.discover.pages.filled import Own
from awe_author.features.discover.pages.line_blocks import (
    SIGN,
    Blocks,
    blocks_in,
    held_together,
    marked,
    marked_text,
    shown_text,
)
from awe_author.features.discover.pages.line_contents import Contents
from awe_author.features.discover.pages.line_sections import HEADINGS, alike, closed_text, several, without_closings
from awe_author.features.discover.pages.line_signs import Mark, lines_of, mark_text, marks_in, sign_of, ways_shown
from awe_author.json_types import JsonObject

BLOCKS = ["p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "dd", "dt", "blockquote", "pre", "div", "td", "th", "table",
          "ul", "ol", "dl", "section", "article", "form", "textarea", "body"]  # fmt: skip
LETTERS = 4
"""Of each of two lines that stand on a page not by chance."""
APART = ("textarea", "pre", "script", "style")
"""Elements that show texts as they were written, or none."""
MOST = 400
"""Lines of a text, at most."""
MOST_BLOCKS = 6
_HOLDER = "\x00"


@dataclass(frozen=True, slots=True)
class Look:
    """A page about an entity."""

    key: str
    document: BeautifulSoup
    value: str
    """What was sent in the field, with its lines."""
    served: bytes = b""
    """The document before scripts changed it."""


@dataclass(slots=True)
class Lines:
    """How a field is shown."""

    selector: str
    broken: bool = False
    """Are the lines apart by `<br>`, all in one element, or in one for each paragraph?"""
    paragraph: tuple[str, str] | None = None
    """How such a paragraph begins and ends."""
    forms: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    """Sign -> (what stands before a line's text, what stands behind it, what is said beside it)."""
    marks: dict[tuple[str, str], Mark] = field(default_factory=dict)
    """(opening, closing) sign around words -> the element that they become."""
    contents: Contents = field(default_factory=Contents)
    """Links to the headings in front of the text."""
    closing: str = ""
    """What stands at the end of each section where there are several, such as a button to edit it (`line_sections`)."""
    filed: Filed | None = None
    """Lines that stand elsewhere."""
    blocks: Blocks = field(default_factory=dict)
    """Parts that are shown otherwise than line by line (`line_blocks`)."""

    def text(self, own: str) -> str:
        """The expression of the content; `own`: that of the value."""
        safe = _safe(own)
        if self.paragraph is not None:
            begin, end = map(text, self.paragraph)
            apart = f"{safe}.split('\\n').map(one, one.trim()).join('\\n').split('\\n\\n')"
            filled = f"{apart}.filter(one, one.trim() != '')"
            return f"{filled}.map(one, {begin} + one.trim().replace('\\n', '<br>') + {end}).join('')"
        if self.broken:
            return f"{safe}.trim().replace('\\n', '<br>')"
        made = self._line_text("", *self.forms.get("", ("<p>", "</p>", ""))[:2])
        for sign, (before, after, _) in sorted(self.forms.items(), key=lambda one: len(one[0])):
            if sign:
                made = f"line.startsWith({text(sign)}) ? {self._line_text(sign, before, after)} : {made}"
        made = shown_text(made, self.blocks)
        lines = every_line(marked_text(own, self.blocks))
        lines += f".filter(one, !({self.filed.test}))" if self.filed is not None else ""
        each = f"{lines}.map(line, {made}).join('')"
        for closing, opening in sorted(_joints({(after, before) for before, after, _ in self.forms.values()})):
            each += f".replace({text(closing + opening)}, '')"
        each = closed_text(each, self.closing, (before for before, _, _ in self.forms.values()))
        heads = [(sign, before[1:3], self._core(sign)) for sign, (before, _, _) in self.forms.items()
                 if sign and HEADINGS.match(before)]  # fmt: skip
        contents = self.contents.text(lines, heads)
        return f"{contents} + {each}" if contents else each

    def _core(self, sign: str) -> str:
        """The expression of the words of a line with that sign."""
        core, end = f"line.substring({len(sign)}).trim()", sign.strip()[::-1]
        cut = f"part.substring(0, size(part) - {len(end)}).trim()"
        return f"[{core}].map(part, part.endsWith({text(end)}) ? {cut} : part)[0]"

    def _line_text(self, sign: str, before: str, after: str) -> str:
        """The expression of a line with that sign."""
        core = self._core(sign) if sign else "line"
        parts = [*_filled(before), self._marked("core"), *_filled(after)]
        return f"[{core}].map(core, {' + '.join(parts)})[0]"

    def _marked(self, core: str) -> str:
        made = core
        for mark in sorted(self.marks.values(), key=lambda one: -len(one.opening)):
            made = mark_text(mark, made)
        return made


def _safe(own: str) -> str:
    """The expression of a value as markup."""
    return f"{own}.replace('\\r', '').replace('&', '&amp;').replace('<', '&lt;')"


def every_line(own: str) -> str:
    """The expression of the lines of a value that say something."""
    return f"{_safe(own)}.split('\\n').map(one, one.trim()).filter(one, one != '')"


def lines_shown(looks: Sequence[Look], others: Sequence[Look]) -> tuple[Lines, set[str]] | None:
    """How pages show a field, and the entities of which they show something else. `others`: pages in other
    situations, which tell of signs as well."""
    models = [one for one in looks if _long(one.value)]
    for model in models:
        for container in _containers(model):
            selector = alone(model.document, container, model.key, [one.document for one in looks])
            made = Lines(selector, broken=container.find("br") is not None) if selector is not None else None
            if made is None or not _learn(made, model):
                continue
            odd = {one.key for one in looks if one.value and not _learn(made, one)}
            for one in others:
                _learn(made, one)
            return made, odd
    return None


def _long(value: str) -> bool:
    """Has a text lines that stand nowhere by chance?"""
    lines = lines_of(value)
    return 1 < len(lines) <= MOST and sum(len(re.findall(r"[^\W\d_]", one)) >= LETTERS for one in lines) > 1


def _letters(value: str) -> str:
    return re.sub(r"[\W_]", "", value)


def _containers(look: Look) -> Iterator[Tag]:
    """Elements that show the lines and little else, the innermost first."""
    letters = [[_letters(one) for one in ways_shown(line)] for line in lines_of(look.value)]
    found: list[Tag] = []
    for tag in (look.document.body or look.document).find_all(True):
        if tag.name in APART or (found and not any(found[-1] is one for one in tag.parents)):
            continue
        if tag.find("textarea") is not None:
            continue
        said = _letters(tag.get_text())
        found += [tag] if all(any(one in said for one in ways) for ways in letters) else []
    yield from reversed(found[-4:])


def _learn(made: Lines, look: Look) -> bool:
    """Does a page show all lines of the value? Then it tells of their signs."""
    container = look.document.select_one(made.selector)
    lines = lines_of(marked(look.value, made.blocks))
    if container is None or not lines or len(lines) > MOST:
        return False
    contents = replace(made.contents, items=dict(made.contents.items))
    told = contents.learn(list(_leaves(container)), container, look.served)
    leaves, closing = without_closings(told or [], container)
    if (
        told is None
        or closing is None
        or (closing and made.closing and not alike(closing, made.closing))
        or (made.closing and not closing and several(leaves))
    ):
        return False
    if made.broken and not leaves:
        return made.paragraph is None and _pieces(container) == _plain_lines(look.value)
    if made.broken:
        begun = {(_opening(one), f"</{one.name}>") for one in leaves}
        blocks = [_plain_lines(one) for one in re.split(r"\n\s*\n", look.value.replace("\r", "")) if one.strip()]
        if len(begun) > 1 or [_pieces(one) for one in leaves] != blocks or made.paragraph not in (None, *begun):
            return False
        made.paragraph = next(iter(begun))
        return all(one.parent is container for one in leaves)
    leaves = held_together(leaves, container, made.blocks)
    learnt, marks = dict(made.forms), dict(made.marks)
    if len(leaves) == len(lines) and all(
        line.startswith(SIGN) or _line(learnt, marks, line, leaf, container)
        for line, leaf in zip(lines, leaves, strict=True)
    ):
        made.forms, made.marks, made.closing = learnt, marks, made.closing or closing
        made.contents = contents
        return True
    more = blocks_in(marked(look.value, made.blocks), leaves, container, look.served)
    return bool(more) and _learn_blocks(made, look, more)


def told_leaves(made: Lines, look: Look) -> list[Tag] | None:
    """The blocks of a page that are lines of a text, whatever it is; None where it is not made as those known."""
    container = look.document.select_one(made.selector)
    if container is None or made.broken or made.blocks:
        return None
    contents = replace(made.contents, items=dict(made.contents.items))
    told = contents.learn(list(_leaves(container)), container, look.served)
    return without_closings(told, container)[0] if told else None


def leaf_form(leaf: Tag, inner: Tag, container: Tag) -> tuple[str, str, str]:
    """How an element shows a line (`Lines.forms`), if `inner` has its words."""
    beside = squeezed(leaf.get_text().replace(inner.get_text(), _HOLDER, 1))
    return (*_around(leaf, inner, container, squeezed(inner.get_text())), beside)


def shows_lines(made: Lines, look: Look) -> bool:
    """Does a page show all lines of the value?"""
    return _learn(replace(made, forms=dict(made.forms), marks=dict(made.marks)), look)


def _learn_blocks(made: Lines, look: Look, more: Blocks) -> bool:
    """The same, when parts of the text are shown otherwise."""
    tried = replace(made, blocks={**made.blocks, **more}, forms=dict(made.forms), marks=dict(made.marks))
    if len(tried.blocks) > MOST_BLOCKS or not _learn(tried, look):
        return False
    made.forms, made.marks, made.closing = tried.forms, tried.marks, tried.closing
    made.contents, made.blocks = tried.contents, tried.blocks
    return True


def _line(
    forms: dict[str, tuple[str, str, str]], marks: dict[tuple[str, str], Mark], line: str, leaf: Tag, container: Tag
) -> bool:
    """Is a line shown by an element, as others with its sign are?"""
    sign, core = sign_of(line)
    for before, words, shown in (
        ("", line, line),
        (sign, core, core),
        *((sign, core, one) for one in ways_shown(core)),
    ):
        inners = [one for one in [*leaf.find_all(True)[::-1], leaf] if squeezed(one.get_text()) == shown]
        told = [(one, marks_in(words, one) if words != shown else {}) for one in inners]  # all of a line may be marked
        inner, found = next(((one, marks) for one, marks in told if marks is not None), (None, None))
        if inner is None or found is None:
            continue
        beside = squeezed(leaf.get_text().replace(inner.get_text(), _HOLDER, 1))
        known = forms.setdefault(before, (*_around(leaf, inner, container, shown), beside))
        marks |= {
            mark: one for mark, one in found.items() if mark not in marks or (one.behind and not marks[mark].behind)
        }
        return known[2] == beside
    return False


def _around(leaf: Tag, inner: Tag, container: Tag, shown: str) -> tuple[str, str]:
    """What stands before and behind the words of a line, from its container on. Where attributes say the words, there
    are holders."""
    chain = [one for one in leaf.parents if one is not container and container in one.parents]
    opened = "".join(_opening(one) for one in reversed(chain))
    closed = "".join(f"</{one.name}>" for one in chain)
    copy = BeautifulSoup(str(leaf), "html.parser")
    top = copy.find(True)
    assert isinstance(top, Tag)
    place = next(
        one for one in [*top.find_all(True)[::-1], top] if squeezed(one.get_text()) == shown
    ) if inner is not leaf else top  # fmt: skip
    place.clear()
    place.append(NavigableString(_HOLDER))
    before, _, after = str(copy).strip().partition(_HOLDER)
    return opened + _holding(before, shown), _holding(after, shown) + closed


def _opening(tag: Tag) -> str:
    """The start of an element."""
    copy = BeautifulSoup(str(tag), "html.parser").find(True)
    assert isinstance(copy, Tag)
    copy.clear()
    return str(copy).removesuffix(f"</{tag.name}>")


def _holding(markup: str, shown: str) -> str:
    return markup.replace(shown, _HOLDER) if len(shown) >= LETTERS else markup


def _filled(markup: str) -> list[str]:
    """The expressions of the parts of markup, with a line's words where holders stand."""
    pieces = markup.split(_HOLDER)
    made = [one for piece in pieces for one in (text(piece), "core")][:-1]
    return [one for one in made if one != "''"]


def _joints(ends: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """(end, start) of what holds several lines: `</ul>` and `<ul>`."""
    found = set()
    for after, before in ends:
        names = re.findall(r"</(ul|ol|dl|table|tbody|div|section|article)>", after)
        if names and re.match(rf"<{names[-1]}\b[^>]*>", before):
            opened = re.match(r"<\w+\b[^>]*>", before)
            found |= {(f"</{names[-1]}>", opened[0])} if opened is not None else set()
    return found


def _leaves(container: Tag) -> Iterator[Tag]:
    """The innermost blocks that say something."""
    for tag in container.find_all(BLOCKS):
        if tag.find(BLOCKS) is None and squeezed(tag.get_text()):
            yield tag


def _plain_lines(value: str) -> list[str]:
    return [squeezed(one) for one in value.strip().splitlines()]


def _pieces(container: Tag) -> list[str]:
    """What stands between the breaks of an element."""
    found = [""]
    for one in container.descendants:
        if isinstance(one, Tag) and one.name == "br":
            found.append("")
        elif isinstance(one, NavigableString):
            found[-1] += str(one)
    return [squeezed(one) for one in found]


def _as_served(look: Look) -> Look:
    """The document before scripts changed it, where it came as one: they put links beside headings."""
    served = parse(look.served.decode("utf-8", "replace")) if look.served else look.document
    return replace(look, document=served) if served.find("body") is not None else look


def line_texts(about: About, names: Sequence[str], own: Own) -> tuple[dict[str, JsonObject], frozenset[int]]:
    """What is set where pages show such fields, and id() of the elements. Pages of which entities show something else
    is noted in `about`."""
    found: dict[str, JsonObject] = {}
    held = set[int]()
    for name in dict.fromkeys(names):
        looks, others = ([Look(key, page.document, values.get(LINES + name) or values.get(name, ""),
                               page.load.body if page.load is not None else b"")
                          for page, key, values in pages] for pages in (about.pages, about.others))  # fmt: skip
        filed = filed_of([(one.key, one.document, one.value) for one in [*looks, *others]])
        if filed is not None:
            looks, others = ([replace(one, value=filed.without(one.value)) for one in each] for each in (looks, others))
        told = None
        if any("\n" in one.value for one in looks):
            told = lines_shown(looks, others) or lines_shown(
                *([_as_served(one) for one in of] for of in (looks, others))
            )
        if told is not None and told[0].selector not in found:
            lines, odd = replace(told[0], filed=filed), told[1]
            found[lines.selector] = {"html": lines.text(own(name))}
            if filed is not None and filed.selector not in found:
                found[filed.selector] = {"html": filed.text(every_line(own(name)))}
                about.odd.setdefault(filed.selector, set()).update(odd)
            about.odd.setdefault(lines.selector, set()).update(odd)
            held |= {id(tag) for one in looks if (tag := one.document.select_one(lines.selector)) is not None}
    return found, frozenset(held)
