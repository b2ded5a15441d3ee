"""Compares what a reader sees: the visible text of two screens, and of two HTML replies. Pure.

Lines are compared after the moments of the run and the ids generated in it were made equal. A server-rendered page is
reduced to the words a browser would draw, and what its fields hold.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections import Counter
from collections.abc import Sequence

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag

from awe_author.fidelity.compare import compare_texts
from awe_author.fidelity.model import TextDifference
from awe_author.twin.likeness import Likeness
from awe_author.twin.measured import Shown, measured
from awe_author.twin.moments import Window, masked
from awe_author.twin.rows import moments_of, same_rows

_SKIPPED = frozenset({"script", "style", "noscript", "template", "iframe", "svg", "canvas", "object", "head"})
_INLINE = frozenset(
    {
        "a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "kbd", "label", "mark", "q", "s", "samp",
        "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    }
)  # fmt: skip
_SHOWN_FIELDS = frozenset({"", "text", "search", "email", "tel", "url", "number", "date", "submit", "button", "reset"})
_SPAN = re.compile(
    r"(?<![\d:.])\d{1,3}(?::\d\d){1,2}(?![\d:])|(?<![\w.])\d+(?:\.\d+)? ?(?:s|secs?|seconds?)\b", re.IGNORECASE
)
_ROWS = "rows of a log, each at its moment, in another order"
_KEEPS_COMING = 3
"""Arrivals of a line, on each side, after which it is taken for one of many."""
_IN_A_ROW = 2
"""Arrivals during one step, on each side, below which they are not counted: something may have come late."""
_ALIKE = 0.5
"""How alike two lines have to be for one to be the other at another moment."""


def compare_screens(
    live: str,
    mock: str,
    likeness: Likeness,
    volatile: frozenset[str] = frozenset(),
    told: list[str] | None = None,
) -> TextDifference:
    """The difference of two visible texts; `volatile`: lines (as `gist` gives them) that change by themselves. What
    else was let go of them is added to `told`."""
    raw, recorded, one, other = _marked(live, mock, likeness, volatile)
    if one == other:
        return TextDifference()
    plain = compare_texts("\n".join(_with_ids(one, set(raw) & set(recorded), likeness)), "\n".join(other))
    if plain.same:
        return plain
    when, then = moments_of(raw, one), moments_of(recorded, other)
    spans = measured(Shown(raw, list(one)), Shown(recorded, list(other)), likeness)
    left, right = _with_ids(spans[0], set(raw) & set(recorded), likeness), spans[1]
    found = compare_texts("\n".join(left), "\n".join(right))
    rows = [] if found.same or not same_rows(left, right, when, then) else [_ROWS]
    if found.same or rows:
        likeness.processes = spans[2]
    _tell(told, one, spans[0])
    if told is not None:
        told += rows
    return TextDifference() if rows else found


def compare_words(live: str, mock: str, likeness: Likeness, volatile: frozenset[str] = frozenset()) -> TextDifference:
    """The difference of two texts that are replies: nothing is let go of them but moments and ids of the run, and
    `volatile`, as in `compare_screens`."""
    raw, recorded, one, other = _marked(live, mock, likeness, volatile)
    return compare_texts("\n".join(_with_ids(one, set(raw) & set(recorded), likeness)), "\n".join(other))


def _marked(
    live: str, mock: str, likeness: Likeness, volatile: frozenset[str]
) -> tuple[list[str], list[str], list[str], list[str]]:
    """The lines of both texts that are compared, as they are and with the moments of the run marked."""
    raw, recorded = lines_left(live, volatile, likeness.live), lines_left(mock, volatile, likeness.mock)
    left = {line: masked(line, likeness.live) for line in raw}
    right = {line: masked(line, likeness.mock) for line in recorded}
    for line in left.keys() & right.keys():  # the same words mean the same, also where one run alone has the moment
        if left[line] != right[line]:
            left[line] = right[line] = line
    one, other = [left[line] for line in raw], [right[line] for line in recorded]
    _mark_seeded_minute(raw, one, other, likeness.mock.stamps())
    return raw, recorded, one, other


def _mark_seeded_minute(raw: Sequence[str], one: Sequence[str], other: list[str], stamps: Window) -> None:
    """Mark moments of the mock's run that were taken for seeded ones, as both screens show one of that very minute
    elsewhere: the live app shows one of its run there, and the mock's own clock (`stamps`) stood at that minute."""
    runs = difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    for tag, start, end, first, last in runs:
        if tag != "replace" or end - start != last - first:
            continue
        for here, there in zip(range(start, end), range(first, last), strict=True):
            if one[here] != raw[here] and masked(other[there], stamps) == one[here]:
                other[there] = one[here]


def _with_ids(lines: Sequence[str], shared: set[str], likeness: Likeness) -> list[str]:
    """Live lines with the mock's ids."""
    return [line if line in shared else likeness.ids.to_mock(line) for line in lines]


def _tell(told: list[str] | None, before: Sequence[str], after: Sequence[str]) -> None:
    if told is not None:
        told += sorted({gist(line) for line in set(before) - set(after)})


def left_out(live: str, mock: str, likeness: Likeness, volatile: frozenset[str]) -> list[str]:
    """The lines (as `gist` gives them) of either text that are not compared."""
    names: set[str] = set()
    for text, window in ((live, likeness.live), (mock, likeness.mock)):
        names.update(name for line in _lines(text) for name in (gist(line), gist(masked(line, window))))
    return sorted(names & volatile)


def lines_left(text: str, volatile: frozenset[str], window: Window) -> list[str]:
    """The lines of a screen that are compared: those that are not `volatile`, with or without their moments."""
    return [
        line for line in _lines(text)
        if not volatile or (gist(line) not in volatile and gist(masked(line, window)) not in volatile)
    ]  # fmt: skip


def _lines(text: str) -> list[str]:
    return [line for raw in text.splitlines() if (line := " ".join(raw.split()))]


def gist(line: str) -> str:
    """A line without what changes from load to load: digits."""
    return re.sub(r"\d+", "0", line)


def changing_lines(first: str, second: str) -> frozenset[str]:
    """Lines that stand in two loads of one page at the same place with other words: they change by themselves. A line
    that one load has and the other has not (a message shown once) is no such line."""
    one, other = _lines(first), _lines(second)
    found: set[str] = set()
    for tag, left, right, low, high in difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag != "replace" or right - left != high - low:
            continue
        for before, after in zip(one[left:right], other[low:high], strict=True):
            if difflib.SequenceMatcher(None, before, after).ratio() >= _ALIKE:
                found |= {gist(before), gist(after)}
    return frozenset(found)


def ticking(looks: Sequence[str]) -> frozenset[str]:
    """Lines (as `gist` gives them) that were other ones at the next look at the same screen, while nothing was done,
    by nothing but a span of time that they tell: what is left of a countdown, how long something has been going on."""
    found: set[str] = set()
    for before, after in itertools.pairwise(_lines(look) for look in looks):
        if len(before) == len(after):
            pairs = zip(before, after, strict=True)
            found |= {
                gist(one) for one, other in pairs if one != other and _SPAN.sub("#", one) == _SPAN.sub("#", other)
            }
    return frozenset(found)


def interruptions(looks: Sequence[str]) -> frozenset[str]:
    """Lines (as `gist` gives them) that took the place of a countdown between two looks, or gave it back: what a page
    says while it is over, such as that it asks its server."""
    found: set[str] = set()
    for before, after in itertools.pairwise(_lines(look) for look in looks):
        if len(before) == len(after):
            pairs = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
            for one, other in (*pairs, *((b, a) for a, b in pairs)):
                if _SPAN.fullmatch(one) and not _SPAN.search(other):
                    found.add(gist(other))
    return frozenset(found)


def arrivals(looks: Sequence[str], window: Window) -> Counter[str]:
    """At how many looks there were more lines of a kind (as `gist` gives them, with the moments of the run marked) than
    at any before, while nothing was done. What comes at once, however many, comes once."""
    found: Counter[str] = Counter()
    most: Counter[str] = Counter()
    for place, look in enumerate(looks):
        shown = Counter(gist(masked(line, window)) for line in _lines(look))
        if place:
            found.update((shown - most).keys())
        most |= shown
    return found


def feeds(live: Sequence[Counter[str]], mock: Sequence[Counter[str]]) -> frozenset[str]:
    """Lines that keep coming by themselves on both sides, with the same words: measurements, a log that goes on. Which
    numbers they show, and how many have come by a moment, depends on that moment. What came once or twice (a message
    that something was saved), at once, or on one side only, is no such line. `live`, `mock`: `arrivals` of each step
    at one address."""
    came: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for sides in zip(live, mock, strict=True):
        for line in sides[0].keys() & sides[1].keys():
            if all(side[line] >= _IN_A_ROW for side in sides):
                for total, side in zip(came, sides, strict=True):
                    total[line] += side[line]
    return frozenset(line for line in came[0] if min(total[line] for total in came) >= _KEEPS_COMING)


def page_text(html: str) -> str:
    """The words of an HTML document or fragment as they would be drawn, one line for each block, fields' contents
    included; the title comes first."""
    soup = BeautifulSoup(html, "lxml")
    lines = [""]
    title = soup.title.get_text(" ", strip=True) if soup.title else ""
    _walk(soup.body or soup, lines)
    words = [line for raw in lines if (line := " ".join(raw.split()))]
    return "\n".join([f"[{title}]", *words] if title else words)


def _walk(node: Tag, lines: list[str]) -> None:
    for child in node.children:
        if isinstance(child, Tag):
            _element(child, lines)
        elif isinstance(child, NavigableString) and not isinstance(child, PreformattedString):
            lines[-1] += str(child)


def _element(element: Tag, lines: list[str]) -> None:
    if element.name in _SKIPPED or element.has_attr("hidden"):
        return
    if "display:none" in str(element.get("style", "")).replace(" ", ""):
        return
    block = element.name not in _INLINE
    if block:
        lines.append("")
    if element.name == "input":
        if str(element.get("type", "")).lower() in _SHOWN_FIELDS:
            lines[-1] += str(element.get("value", ""))
    elif element.name == "select":
        lines[-1] += " ".join(option.get_text(" ", strip=True) for option in element.select("option[selected]"))
    else:
        _walk(element, lines)
    if block:
        lines.append("")
