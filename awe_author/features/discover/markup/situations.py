"""In which situation a recorded page was: right after an action, about an entity that was changed before, or neither.

Apps say "Saved." on the page that a post leads to, and tell of earlier changes on pages that looked otherwise before.
Situations whose pages have the same parts are one. Where they differ, each gets a feature of its own, that names the
documents which look like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urljoin

from bs4 import BeautifulSoup, Tag
from bs4.element import Comment, NavigableString

from awe_author.archive.httphead import header
from awe_author.features.discover.common.keys import date_of, text
from awe_author.features.discover.exchanges.calls import Raw
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.wording import squeezed

PREVIOUS = "previous"
"""Field of entities from pages: what the last change replaced."""


PASSING = re.compile(
    r"flash|notice|notif|alert|message|success|toast|banner|saved|(^|[\s_-])msgs?($|[\s_-])", re.IGNORECASE
)
"""Names of elements that tell what was just done."""
NOTICE = 200
"""Characters of a notice about what was done, at most."""
_DONE = re.compile(
    r"\b(creat|add|sav|stor|updat|chang|edit|modif|delet|remov|success|submit|sent|publish|import|done)", re.IGNORECASE
)
"""What such a notice says."""
_TOLD = re.compile(r'"(\w{2,40})": ?"([a-z]{3,15})"')
LARGEST = 200_000
"""Characters of a script that are looked at."""


@dataclass(frozen=True, slots=True)
class Load:
    """One document that a browser loaded."""

    seq: int
    url: str
    led: int | None = None
    """The post, or the link that does something, that led to it, or answered with it."""
    framed: bool = False
    """Into a frame of a page."""
    fetched: bool = False
    """By a script, which shows it in place of its page."""
    moment: float | None = None
    """When it was answered, epoch seconds; None where its answer does not say."""
    body: bytes = field(default=b"", repr=False, compare=False)
    """As it was served, before scripts changed it."""
    step: int | None = None
    """In which step of the recording."""


@dataclass(frozen=True, slots=True, order=True)
class Situation:
    """Equal ones look alike."""

    after: str = ""
    """The action that led to the page."""
    changed: bool = False
    """Was the entity that it is about changed before?"""


@dataclass(slots=True)
class Looks:
    """The recorded pages of one address in one situation."""

    situation: Situation
    documents: list[tuple[object, BeautifulSoup]] = field(default_factory=list)
    """With the load of which each is a look."""
    numbers: list[int] = field(default_factory=list)
    """Of their documents in the recording."""
    places: list[int] = field(default_factory=list)
    """Which of the pages that were given."""
    own: dict[int, frozenset[str]] = field(default_factory=dict)
    """id() of a document -> what its entity has in its fields: parts that only show that are none of a situation."""
    lasting: bool = False
    """Right after a change: does it show more of the change than a notice that passes, and was the page never seen of a
    changed entity otherwise? It stands for that then."""
    later: bool = False
    """Are looks at changed entities among these, that no action led to, and that have the same parts?"""


def loads_of(raws: Sequence[Raw]) -> list[Load]:
    """The documents of a recording, in order."""
    found: list[Load] = []
    led: dict[str, int] = {}
    for raw in raws:
        url = raw.url.partition("#")[0]
        if 300 <= raw.status < 400:
            to = urljoin(url, header(raw.headers, "location")).partition("#")[0]
            led = {to: raw.seq} if raw.method == "POST" else {**led, to: led.get(url, raw.seq)}
        elif raw.status == 200 and "html" in header(raw.headers, "content-type").lower() and _navigated(raw):
            fetched = header(raw.request_headers, "sec-fetch-dest") == "empty"
            framed = header(raw.request_headers, "sec-fetch-dest") in ("iframe", "frame")
            by = raw.seq if raw.method == "POST" else led.pop(url, None)
            when = date_of(header(raw.headers, "date"))
            found.append(Load(raw.seq, url, by, framed, fetched, when, raw.body, raw.step))
    return found


def _navigated(raw: Raw) -> bool:
    wanted = header(raw.request_headers, "sec-fetch-dest")
    page = wanted == "empty" and "text/html" in header(raw.request_headers, "accept")
    if page and "prefetch" in header(raw.request_headers, "x-sec-purpose"):
        return False
    return wanted in ("", "document", "iframe", "frame") or (page and b"<html" in raw.body[:2000].lower())


def load_of(url: str, seq: int, loads: Iterable[Load], *, framed: bool = False) -> Load | None:
    """The load of a page (of a frame) that was looked at before exchange `seq`."""
    last = [one for one in loads if one.seq < seq and one.framed == framed]
    if framed:
        last = [one for one in last if one.url == url.partition("#")[0]]
    return last[-1] if last and _is_at(last[-1].url, url.partition("#")[0]) else None


def _is_at(loaded: str, shown: str) -> bool:
    """Is a page at the address that it was loaded from, or at that without some parameters, which say what was done
    (`&message=1`) and which its script took off?"""
    if loaded == shown:
        return True
    (path, _, asked), (own, _, left) = loaded.partition("?"), shown.partition("?")
    pairs = set(left.split("&")) if left else set()
    return path == own and bool(pairs) and pairs < set(asked.split("&"))


def told_apart(
    pages: Sequence[tuple[BeautifulSoup, Load | None, bool]],
    actions: Mapping[int, str],
    own: Mapping[int, frozenset[str]] | None = None,
) -> list[Looks]:
    """The situations that pages (document, its load, was its entity changed before?) of one address show. The first
    one is for whatever is in none of the others. `actions`: number of a post -> its action; `own`: see `Looks`.
    A page with the notice of a post that is none of these is no look at the address as it usually is."""
    found: dict[Situation, Looks] = {}
    aside = {place for place, (document, load, _) in enumerate(pages) if _told_of_another(document, load, actions)}
    usual = any(load is not None and load.led is None for _, load, _ in pages)
    for place, (document, load, changed) in enumerate(pages):
        if usual and place in aside:
            continue
        after = actions.get(load.led, "") if load is not None and load.led is not None else ""
        looks = found.setdefault(Situation(after, changed), Looks(Situation(after, changed), own={**(own or {})}))
        looks.documents.append((load.seq if load is not None else id(document), document))
        looks.places.append(place)
        if load is not None and load.seq not in looks.numbers:
            looks.numbers.append(load.seq)
    kept: list[Looks] = []
    for _, looks in sorted(found.items()):
        # Two notices may have the same parts and other words: only what looks as ever needs no look of its own.
        same = next(
            (one for one in kept if not (one.situation.after and looks.situation.after) and not _differ(one, looks)),
            None,
        )
        if same is None:
            kept.append(looks)
        else:
            same.later = same.later or (looks.situation.changed and not looks.situation.after)
            same.documents += looks.documents
            same.places += looks.places
            same.numbers += looks.numbers
    if not all(one.numbers for one in kept):
        return [_whole(kept)]
    _lasting(kept)
    return kept


def _told_of_another(document: BeautifulSoup, load: Load | None, actions: Mapping[int, str]) -> bool:
    """Has a page the notice of what was done by something that is no action?"""
    if load is None or load.led is None or load.led in actions:
        return False
    return any(
        PASSING.search(f"{tag.get('id') or ''} {' '.join(tag.get('class') or [])}")
        and len(said := squeezed(tag.get_text())) <= NOTICE and _DONE.search(said)
        for tag in (document.body or document).find_all(lambda one: one.has_attr("id") or one.has_attr("class"))
    )  # fmt: skip


def _lasting(looks: Sequence[Looks]) -> None:
    plain = [one for one in looks if not one.situation.after]
    changed = [one for one in looks if one.situation.after and one.situation.changed]
    if len(plain) != 1 or plain[0].situation.changed or plain[0] is not looks[0] or len(changed) != 1 or plain[0].later:
        return
    usual = frozenset[str]().union(*_parts(plain[0]))
    more = set.intersection(*_parts(changed[0])) - usual
    later, others = ([document for _, document in one.documents] for one in (changed[0], plain[0]))
    changed[0].lasting = any(_tells(document, more) for document in later) or _longer(later, others)


def has_more(some: Sequence[BeautifulSoup], others: Sequence[BeautifulSoup]) -> bool:
    """Has a list or table more rows in all of these pages than in the others, or is there in none of those, and none
    is the other way round?"""
    mine, theirs = [_sizes(one) for one in some], [_sizes(one) for one in others]
    new = {mark for mark, size in (mine[0].items() if mine else ()) if size and not any(mark in one for one in theirs)}
    more = _longer(some, others) or any(all(mark in one for one in mine) for mark in new)
    old = {mark for one in theirs for mark, size in one.items() if size and not any(mark in each for each in mine)}
    return more and not old and not _longer(others, some)


def _longer(later: Sequence[BeautifulSoup], others: Sequence[BeautifulSoup]) -> bool:
    """Has a list or table outside of notices more rows in each of these pages than in any of the others: a history?"""
    before: dict[str, int] = {}
    for document in others:
        for mark, size in _sizes(document).items():
            before[mark] = max(before.get(mark, 0), size)
    after = [_sizes(document) for document in later]
    return any(all(one.get(mark, 0) > size for one in after) for mark, size in before.items()) and bool(after)


def _sizes(document: BeautifulSoup) -> dict[str, int]:
    """Named tables and lists that are there once -> how many rows they have."""
    found: dict[str, list[int]] = {}
    for one in document.find_all(["table", "ul", "ol", "dl"]):
        mark = mark_in_page(one)
        if mark and not any(PASSING.search(mark_in_page(above)) for above in [one, *one.parents]):
            found.setdefault(mark, []).append(len(one.find_all(["tr", "li", "dt"])))
    return {mark: sizes[0] for mark, sizes in found.items() if len(sizes) == 1}


def _tells(document: BeautifulSoup, more: set[str]) -> bool:
    """Does a text in these parts of a page stand outside of notices?"""
    for tag, _ in texts_in(document.body or document):
        around = [mark_in_page(one) for one in [tag, *tag.parents]]
        if any(one in more for one in around) and not any(map(PASSING.search, around)):
            return True
    return False


def _whole(looks: Sequence[Looks]) -> Looks:
    """All of them as one, that names no document."""
    documents = [document for one in looks for document in one.documents]
    return Looks(Situation(), documents, [], sorted(place for one in looks for place in one.places), looks[0].own)


def _differ(one: Looks, other: Looks) -> bool:
    """Has one a part in all of its pages that no page of the other has?"""
    mine, theirs = _parts(one), _parts(other)
    some, others = frozenset[str]().union(*mine), frozenset[str]().union(*theirs)
    return bool(set.intersection(*mine) - others or set.intersection(*theirs) - some)


def _parts(looks: Looks) -> list[set[str]]:
    """The parts of each document that was loaded, in all looks at it: a notice may go by itself."""
    found: dict[object, set[str]] = {}
    for load, document in looks.documents:
        found.setdefault(load, set()).update(marks(document, looks.own.get(id(document), frozenset())))
    return [*found.values()]


def marks(document: BeautifulSoup, own: frozenset[str] = frozenset()) -> set[str]:
    """The named elements of a page that show something (numbers in names do not count) beside what its entity has in
    its fields (`own`), and the words that its scripts are told: `"saved": "draft"`."""
    found: set[str] = set()
    for script in document.find_all("script", src=False):
        found |= {f"{name}: {word}" for name, word in _TOLD.findall(script.get_text()[:LARGEST])}
    for tag, said in texts_in(document.body or document):
        known = squeezed(said) in own
        for one in [tag, *list(tag.parents)[:6]]:
            if known and squeezed(one.get_text()) == squeezed(said):
                continue
            if made := mark_in_page(one):
                found.add(made)
    return found | {mark_in_page(one) for one in (document.body or document).find_all(_says_beside)}


def _says_beside(tag: Tag) -> bool:
    """Is it a notice with a text of its own beside what it holds: `<div class=alert><button></button>Saved</div>`?"""
    named = tag.get("id") or tag.get("class")
    if not named or tag.name in ("script", "style", "form", "body") or not PASSING.search(mark_in_page(tag)):
        return False
    own = [str(one) for one in tag.children if isinstance(one, NavigableString) and not isinstance(one, Comment)]
    return bool(tag.find(True)) and any(one.strip() for one in own)


def mark_in_page(one: Tag) -> str:
    """What an element is called in a page, by its id and classes; numbers in them do not count. "" without any."""
    name, classes = str(one.get("id") or ""), [*(one.get("class") or [])]
    return re.sub(r"\d+", "0", f"{one.name}#{name}.{'.'.join(sorted(classes)[:3])}") if name or classes else ""


def where_of(looks: Sequence[Looks], one: Looks, item: str) -> list[str]:
    """The conditions of a situation among the others; the first is for whatever is in none of them."""
    afters = [other.situation.after for other in looks if other.situation.after and other is not looks[0]]
    there = f"{text(PREVIOUS)} in {item}"
    if one.situation.after and one is not looks[0]:
        test = f"view.get('after', '') == {text(one.situation.after)}"
        others = ", ".join(text(after) for after in afters if after != one.situation.after)
        other = f"!(view.get('after', '') in [{others}]) && {there}" if others else there
        return [f"({test} || ({other}))" if one.lasting else test]
    tests = [f"!(view.get('after', '') in [{', '.join(map(text, afters))}])"] if afters else []
    changed = [other.situation.changed for other in looks if not other.situation.after]
    if len(set(changed)) > 1 or any(other.lasting for other in looks):
        tests.append(there if one.situation.changed else f"!({there})")
    return tests


def passing(looks: Sequence[Looks], one: Looks) -> list[str]:
    """Selectors of the notices of a situation that stands for others as well, where they are not shown."""
    found: list[str] = []
    plain = [other for other in looks if other is not one and not other.situation.after]
    others = [document for other in plain for _, document in other.documents]
    only = one is looks[0] and bool(one.situation.after) and not plain
    for _, document in one.documents if one.lasting or only else ():
        for tag in document.find_all(True):
            names = " ".join([str(tag.get("id") or ""), *(tag.get("class") or [])])
            said = squeezed(tag.get_text())
            told = said and PASSING.search(names) and (not only or (len(said) <= NOTICE and _DONE.search(said)))
            selector = alone(document, tag, "") if told else None
            if selector and selector not in found and not any(other.select(selector, limit=1) for other in others):
                found.append(selector)
    return found
