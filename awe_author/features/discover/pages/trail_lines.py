"""Lines that say what a change made of which field: `status: open -> closed`, `Status changed from New to Closed`.

They are told from the writes that were recorded: a line has the name or label of a field that the write made another,
and what it was before, or became. A wording that holds for most lines of a case (made another, filled, emptied) is
used for all fields, called as in those lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.formats import EMPTY
from awe_author.features.discover.markup.wording import SURE, squeezed
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.trail_values import KEPT, Way, Ways, usual_way
from awe_author.features.discover.pages.trails import Written

BREAK = re.compile(r"<br\s*/?>")
_PARAGRAPH = re.compile(r"(<p>)(.*)(</p>)", re.DOTALL)
CASES = ("both", "filled", "emptied")
Parts = tuple[str, ...]
"""Literals, and L (what the field is called), B (before), A (after) as single letters behind a NUL."""
LABEL, BEFORE, AFTER = "\0L", "\0B", "\0A"


def split(html: str) -> tuple[list[str], str, tuple[str, str]]:
    """(lines, what stands between them, what stands before and behind all) of the content of an element. Lines may
    stand in one paragraph: `<p>state: open -> closed<br>owner: ann -> bob</p>`."""
    whole = _PARAGRAPH.fullmatch(html.strip())
    if whole is not None and BREAK.search(whole[2]) and whole[1] not in whole[2]:
        lines, between, _ = split(whole[2])
        return lines, between, (whole[1], whole[3])
    top = BeautifulSoup(html, "html.parser")
    tags = [one for one in top.children if isinstance(one, Tag)]
    loose = "".join(str(one) for one in top.children if not isinstance(one, Tag)).strip()
    if tags and not loose and len({one.name for one in tags}) == 1 and tags[0].name in ("li", "p", "div", "tr", "dd"):
        return [str(one) for one in tags], "", ("", "")
    return [line.strip() for line in BREAK.split(html) if line.strip()], "<br/>", ("", "")


def plain(html: str) -> str:
    """What a line shows."""
    return squeezed(BeautifulSoup(html, "html.parser").get_text())


def changed(write: Written) -> dict[str, tuple[str, str]]:
    """Field -> (before, after) of what a write made another."""
    pairs = {name: (squeezed(str(write.before.get(name, ""))), squeezed(str(value)))
             for name, value in write.sent.items()}  # fmt: skip
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


# ---- what fields are called ------------------------------------------------------------------


def callings(one: PageKind, shown: Sequence[Shown]) -> list[dict[str, str]]:
    """Ways in which pages may call fields: entity field -> name. By the labels of forms, by the names that forms send,
    by fields as they are and as words."""
    labels: dict[str, str] = {}
    for page in shown:
        for name, of in one.sent.items():
            if of not in labels and (label := _label(page, name)):
                labels[of] = label
    sent = {of: re.findall(r"\w+", name)[-1] for name, of in one.sent.items() if re.search(r"\w", name)}
    own = {of: of for of in one.sent.values()}
    words = {of: of.replace("_", " ").capitalize() for of in one.sent.values()}
    called = {of: name.replace("_", " ").capitalize() for of, name in sent.items()}
    return [way for way in (labels, sent, own, words, called) if way]


def _label(page: Shown, name: str) -> str:
    field_tag = page.document.find(["input", "select", "textarea"], attrs={"name": name})
    if not isinstance(field_tag, Tag):
        return ""
    label = page.document.find("label", attrs={"for": field_tag.get("id") or "?"}) or field_tag.find_parent("label")
    cell = field_tag.find_parent("td")
    label = label or (cell.find_previous_sibling("th") if cell is not None else None)
    if not isinstance(label, Tag):
        return ""
    said = (one for one in label.find_all(string=True) if one.find_parent(["select", "textarea", "button"]) is None)
    return squeezed(" ".join(said)).rstrip("*: ")


# ---- wordings --------------------------------------------------------------------------------


@dataclass(slots=True)
class Lines:
    """How a trail words changes."""

    cases: dict[str, Parts] = field(default_factory=dict)
    calling: Mapping[str, str] = field(default_factory=dict)
    special: dict[str, str] = field(default_factory=dict)
    """Field -> the line of it, which does not say its values."""
    extra: list[str] = field(default_factory=list)
    """Lines that tell of something else that the write did."""
    between: str = "<br/>"
    around: tuple[str, str] = ("", "")
    """What stands before and behind all of them."""
    sorted: bool = False
    """By what the fields are called?"""
    nothing: set[str] = field(default_factory=set)
    """What stands for a field without a value."""
    untold: set[str] = field(default_factory=set)
    """Fields that became others without a line."""
    said: dict[str, Way] = field(default_factory=dict)
    """Field -> how its values are said."""
    orders: list[list[str]] = field(default_factory=list)
    """The fields of each record, in the order of its lines."""
    ways: Ways = field(default_factory=dict)

    def fields(self) -> list[str]:
        """The fields of which it may tell, those that were seen in the order of their lines."""
        told = self.special if not self.cases else self.calling
        return _arranged([name for name in told if name not in self.untold], self.orders)

    def parts(self, name: str, before: str, after: str) -> dict[str, str]:
        """The expressions of what the line of a field (HTML) is made of: the line itself (`h`), or what the field is
        called (`t`), what is said of its values (`b`, `a`), and whether it had none (1) or has none (2): `n`. `before`,
        `after`: expressions of the values."""
        if name in self.special:
            return {"h": text(self.special[name])}
        way = self.said.get(name) or usual_way(self.ways, name)
        called = text(escape(self.calling[name], quote=False))
        none = f"in ['', {', '.join(map(text, sorted(self.nothing)))}]" if self.nothing else "== ''"
        empty = {"n": f"({before} {none} ? 1 : {after} {none} ? 2 : 0)"} if len({*self._made().values()}) > 1 else {}
        return {"t": called, "b": way.text(before), "a": way.text(after), **empty}

    def text(self) -> str:
        """The expression of a line that is made of such parts of `line`."""
        made = self._made()
        usual = made.get("both") or next(iter(made.values()), "string(line.h)")
        filled, emptied = made.get("filled", usual), made.get("emptied", usual)
        worded = usual
        if not filled == emptied == usual:
            worded = f"(line.n == 1 ? {filled} : line.n == 2 ? {emptied} : {usual})"
        return f"('h' in line ? string(line.h) : {worded})" if made else worded

    def _made(self) -> dict[str, str]:
        """Case -> its wording."""
        known = {LABEL: "string(line.t)", BEFORE: escaped("string(line.b)"), AFTER: escaped("string(line.a)")}
        return {case: " + ".join(known.get(part) or text(part) for part in self.cases[case])
                for case in CASES if case in self.cases}  # fmt: skip


def escaped(own: str) -> str:
    """The expression of a text as HTML."""
    return f"{own}.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')"


def lines_of(
    told: Sequence[tuple[Written, str]], callings: Sequence[Mapping[str, str]], ways: Ways | None = None
) -> Lines | None:
    """How all of these (write, content of an element) are worded; None when no line tells of a change. `ways`: in which
    values may be said."""
    made = [_by(told, calling, ways or {}) for calling in callings]
    best = max(made, key=lambda one: sum(1 for _ in one[1]), default=None)
    if best is None or not best[1]:
        return None
    lines, matched = best
    for case in CASES:
        wording = _usual([parts for of, parts in matched if of == case])
        if wording is not None:
            lines.cases[case] = wording
    return lines if lines.cases or lines.special else None


def _usual(every: Sequence[Parts]) -> Parts | None:
    """The wording of most lines that say most, whatever elements they are made of: values may be links."""
    most = max((len({BEFORE, AFTER} & {*parts}) for parts in every), default=0)
    full = [parts for parts in every if len({BEFORE, AFTER} & {*parts}) == most]
    if not full:
        return None
    shown = Counter(_bare(parts) for parts in full)
    usual = shown.most_common(1)[0][0]
    return min((parts for parts in full if _bare(parts) == usual), key=lambda parts: len("".join(parts)))


def _bare(parts: Parts) -> str:
    return squeezed(re.sub(r"<[^>]*>", "", "".join(parts)))


def _by(
    told: Sequence[tuple[Written, str]], way: Mapping[str, str], ways: Ways
) -> tuple[Lines, list[tuple[str, Parts]]]:
    """With one way of calling fields: (the lines so far, (case, wording) of each line that tells of a field)."""
    lines, matched = Lines(calling=way, ways=ways), list[tuple[str, Parts]]()
    orders = []
    told_of: set[str] = set()
    for write, html in told:
        every, lines.between, lines.around = split(html)
        orders.append([plain(line).lower() for line in every])
        pairs = {name: (_or_nothing(before), _or_nothing(after)) for name, (before, after) in changed(write).items()}
        lines.nothing |= {one for pair in changed(write).values() for one in pair if one in EMPTY}
        lines.orders.append([])
        for line in every:
            found = next((name for name in pairs if name in way and _tells(line, way[name], pairs[name])), None)
            if found is None:
                lines.extra += [line] if line not in lines.extra else []
                continue
            lines.orders[-1].append(found)
            known = lines.said.get(found)
            tried = [known] if known is not None else [*_with_more(ways.get(found, ())), KEPT, *ways.get(found, ())]
            made = [(one, _parts(line, way[found], pairs[found], one)) for one in tried]
            said, parts = max(made, key=lambda one: len({BEFORE, AFTER} & {*(one[1] or ())}))
            if parts is None:
                lines.special[found] = line
            else:
                lines.said[found] = said
                matched.append((_case(pairs[found]), parts))
            told_of.add(found)
            del pairs[found]
        lines.untold |= pairs.keys()
    lines.untold -= told_of
    several = [order for order in orders if len(order) > 1]
    lines.sorted = bool(several) and all(order == sorted(order) for order in several)
    return lines, [*matched, *(("special", (name,)) for name in lines.special)]


def _with_more(ways: Sequence[Way]) -> list[Way]:
    """Those that say more than the value: `6:00 h`."""
    return [way for way in ways if any(way.around)]


def _arranged(names: Sequence[str], orders: Sequence[Sequence[str]]) -> list[str]:
    """Names with those of each order in their places in that order, unless two orders contradict each other."""
    found = [*names]
    for order in orders:
        mine = [name for name in order if name in found]
        places = sorted(map(found.index, mine))
        for place, name in zip(places, mine, strict=True):
            found[place] = name
    seen = ([name for name in found if name in order] == [name for name in order if name in found] for order in orders)
    return found if all(seen) else [*names]


def _or_nothing(value: str) -> str:
    """A value, nothing for what stands for that on pages (`-`)."""
    return "" if value in EMPTY else value


def _case(pair: tuple[str, str]) -> str:
    return "filled" if not pair[0] else "emptied" if not pair[1] else "both"


def _tells(line: str, called: str, pair: tuple[str, str]) -> bool:
    said = plain(line)
    named = re.match(rf"\W*{re.escape(called)}(?!\w)", said) is not None
    values = any(len(value) >= SURE and value in said for value in pair)
    return named or (values and re.search(rf"(?<!\w){re.escape(called)}(?!\w)", said) is not None)


def _parts(line: str, called: str, pair: tuple[str, str], way: Way) -> Parts | None:
    """The wording of a line; None when it does not say the values in this way."""
    begin, found, rest = line.partition(escape(called, quote=False))
    parts = [begin, LABEL]
    for value, sign in zip(map(way.shown, pair), (BEFORE, AFTER), strict=True):
        before, found, after = rest.partition(escape(value, quote=False)) if value else (rest, "", "")
        if found:
            parts += [before, sign]
            rest = after
    if not (BEFORE in parts or AFTER in parts):
        return None
    return tuple(part for part in [*parts, rest] if part)
