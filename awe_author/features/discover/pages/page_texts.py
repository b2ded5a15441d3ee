"""Texts beside a list: how many there are ("3 results (14 in all)"), and notices of what was done ("Ada was added").

A number is told from all looks at the list: it is how many rows are shown, how many were asked for, or how many there
are. A notice stands on the page that an action led to, and is made of the values of what the action was about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.common.names import singular
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.rows import alone, attributes_in, texts_in
from awe_author.features.discover.markup.wording import (
    KEY,
    Part,
    Wording,
    agreed,
    own_text,
    squeezed,
    values_of,
    wordings,
)
from awe_author.features.discover.pages.about_pages import entity_at, fields_of
from awe_author.features.discover.pages.box_marks import NO_MORE, Having
from awe_author.features.discover.pages.linked_names import linked_name
from awe_author.features.discover.pages.own_lists import has_in
from awe_author.features.discover.pages.page_lists import Look, Narrowing, outside
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.text_places import Place, places_of, said_at, set_at
from awe_author.json_types import Json, JsonObject

MOST = 12
"""Texts of one list that tell how many there are."""
LONGEST = 200
WEIGHED = 3000
"""Texts with such numbers in all looks at one list, at most."""
TRIED = 500
"""Places of one list that are looked up in all its looks."""
_NUMBER = re.compile(r"(?<![\w,:])(?<!(?<!\.)\.)(\d{1,6})(?![\w:]|[.,]\d)")
_TOTAL = re.compile(r"\b\d+ (?:in )?(?:total|all)\b", re.IGNORECASE)
"""A number of all that there are, of which some may never have been seen."""
_FOUND = re.compile(r"\W*(results?|hits?|found)\W+#\W*|\W*#\s*(results?|hits?|matches)( found)?\W*", re.IGNORECASE)
"""What tells that a number (here `#`) is of what was found, also where it was seen once."""
_WORD = re.compile(r"\s+([a-z]{3,})", re.IGNORECASE)
_WHEN: tuple[tuple[str, Callable[[Mapping[str, int]], bool]], ...] = (
    ("{matched} == 0", lambda of: of["matched"] == 0),
    ("{matched} == 1", lambda of: of["matched"] == 1),
    ("{matched} > {shown}", lambda of: of["matched"] > of["shown"]),
)
"""When a text may be worded otherwise: the condition as an expression, and of the numbers of a look."""
Counting = tuple[str, Mapping[str, int]]
"""(what is shown, the numbers of that look)"""


def numbers_of(looks: Sequence[Look], narrowing: Narrowing, having: Having = NO_MORE) -> list[dict[str, int]]:
    """Of each look: rows on the page, how many fit what its address asks for, how many there are; of lists that are cut
    the numbers of the first and the last row. `having`: what else is counted."""
    found = []
    for look in looks:
        fits = [key for key, values in look.there.items() if narrowing.fits(look.asked, values)]
        matched = len(fits if narrowing.listed is None else narrowing.listed.intersection(fits))
        made = {"matched": matched, "all": len(look.there), "shown": len(look.rows.rows)}
        if narrowing.pager is not None:
            begin = narrowing.pager.begins(look.asked)
            made |= {"last": begin + len(look.rows.rows), "first": begin + 1}
        for name, (of, value) in having.items():
            made[name] = sum(values.get(of) == value for values in look.there.values())
        found.append(made)
    return found


def count_texts(
    looks: Sequence[Look],
    narrowing: Narrowing,
    sizes: Mapping[str, str],
    having: Having = NO_MORE,
    *,
    apart: bool = True,
) -> list[Json]:
    """The surfaces of numbers. `sizes`: name of `numbers_of` -> its expression; `apart`: also of texts that are
    worded in several ways."""
    numbers = numbers_of(looks, narrowing, having)
    found: dict[tuple[str, str], str] = {}
    tried: set[tuple[str, str]] = set()
    weighed = 0
    models = {(*sorted(look.asked), str(of["matched"] > 1)): (look, {*of.values()})
              for look, of in zip(looks, numbers, strict=True)}  # fmt: skip
    for look, counts in models.values():
        free = outside(
            look.shown.document, [look.rows, *(one for one in look.shown.lists if not has_in(one, look.rows))]
        )
        for tag, place, shown in places_of(look.shown.document):
            if len(found) >= MOST or len(tried) >= TRIED or weighed >= WEIGHED:
                break
            if len(shown) > LONGEST or not free(tag):
                continue
            if counts.isdisjoint(map(int, _NUMBER.findall(shown))) and not _TOTAL.search(shown):
                continue
            weighed += 1
            selector = _one_each(looks, alone(look.shown.document, tag, ""), tag)
            if selector is not None and place.startswith("text"):
                selector = _alike(looks, selector, parted=tag.find(True) is not None)
            if selector is None or (selector, place) in tried:
                continue
            tried.add((selector, place))
            said = [
                (squeezed(there), of)
                for other, of in zip(looks, numbers, strict=True)
                if (there := said_at(other.shown.document, selector, place)) is not None
            ]
            made = _counted(said, sizes) or (_counted_apart(said, sizes) if apart else None)
            if made is not None:
                found[selector, place] = made
    return [set_at(selector, place, value) for (selector, place), value in found.items()]


def _one_each(looks: Sequence[Look], selector: str | None, tag: Tag) -> str | None:
    """The selector, by its place among its like where other looks have several of them."""
    if selector is None or all(len(look.shown.document.select(selector, limit=2)) < 2 for look in looks):
        return selector
    placed = f"{selector}:nth-of-type({len(tag.find_previous_siblings(tag.name)) + 1})"
    return placed if all(len(look.shown.document.select(placed, limit=2)) < 2 for look in looks) else None


def _alike(looks: Sequence[Look], selector: str, *, parted: bool) -> str:
    """A selector of an element, in those looks only in which it has others in it, as here, or has none, as here."""
    ways = {tag.find(True) is not None for look in looks for tag in look.shown.document.select(selector, limit=1)}
    return selector if len(ways) < 2 else f"{selector}:has(*)" if parted else f"{selector}:not(:has(*))"


def _counted_apart(said: Sequence[Counting], sizes: Mapping[str, str]) -> str | None:
    """The expression of a text that is worded otherwise when there is nothing, one thing, or more than one page: `all
    3`, `11 - 15 of 18`; None when there is none."""
    groups: dict[str, list[Counting]] = {}
    for shown, of in said:
        groups.setdefault(_NUMBER.sub("0", shown), []).append((shown, of))
    made = {words: _counted(mine, sizes, apart=True) for words, mine in groups.items()}
    if not 1 < len(groups) < 4 or None in made.values() or not any(map(_NUMBER.search, groups)):
        return None
    text_of, left = "", dict(groups)
    for test, fits in _WHEN:
        mine = [words for words, those in left.items() if all(fits(of) for _, of in those)]
        others = [of for words, those in left.items() if words not in mine for _, of in those]
        if len(left) > 1 and len(mine) == 1 and not any(map(fits, others)):
            text_of += f"{test.format(**sizes)} ? {made[mine[0]]} : "
            del left[mine[0]]
    return f"({text_of}{made[next(iter(left))]})" if len(left) == 1 else None


def _counted(said: Sequence[Counting], sizes: Mapping[str, str], *, apart: bool = False) -> str | None:
    """The expression of a text with numbers that holds for all looks; None when there is none. `apart`: these are the
    looks with one wording of several, which may be a single one, or have no number."""
    parts = [_NUMBER.split(shown) for shown, _ in said]
    if apart and len({shown for shown, _ in said}) == 1 and not _NUMBER.search(said[0][0]):
        return text(said[0][0])
    if len({len(one) for one in parts}) != 1 or len(parts[0]) < 3:
        return None
    made: list[str] = []
    told = False
    several = ""
    for place in range(len(parts[0])):
        pieces = [one[place] for one in parts]
        if place % 2:
            numbers = [of for _, of in said]
            several = _number(pieces, numbers, parts, place, apart=apart)
            more = 0 if several else _never_seen(list(map(int, pieces)), numbers)
            beyond = 0 if several or more else _beyond(list(map(int, pieces)), numbers)
            told = told or bool(several or more or beyond)
            if not several and not more and not beyond and len(set(pieces)) > 1:
                return None
            if beyond:
                made.append(f"string({sizes['all']} + {beyond})")
                continue
            whole = f"({sizes['matched']} + ({sizes['matched']} == {sizes['all']} ? {more} : 0))"
            made.append(f"string({sizes[several] if several else whole})" if several or more else text(pieces[0]))
            continue
        literal = _literal(pieces, sizes.get(several, ""))
        if literal is None:
            return None
        made += [literal] if literal != "''" else []
    return " + ".join(made) if told else None


def _number(
    pieces: Sequence[str],
    numbers: Sequence[Mapping[str, int]],
    parts: Sequence[list[str]],
    at: int,
    *,
    apart: bool = False,
) -> str:
    """Which number it is: the same in all looks that have it, and not the same by chance."""
    values = [int(piece) for piece in pieces]
    names = [name for name in numbers[0] if [of[name] for of in numbers] == values]
    if not names:
        return ""
    word = _WORD.match(parts[0][at + 1])
    beside = f"{parts[0][at - 1][-8:]}{parts[0][at + 1][:24]}".lower()
    sure = (
        len(set(values)) > 1
        or apart
        or _FOUND.fullmatch("#".join(parts[0][::2])) is not None
        or (len(values) > 1 and values[0] > 2 and bool(word or re.search(r"of\s*$|total|all|result|count", beside)))
    )
    if not sure:
        return ""
    if "all" in names and re.search(r"total|\ball\b", beside):
        return "all"
    return names[0]


def _never_seen(values: Sequence[int], numbers: Sequence[Mapping[str, int]]) -> int:
    """How many more there are than were ever seen, where a number counts them as long as nothing narrows the list: in
    all looks the same, while the number itself changed; 0 where it is another number."""
    more = {value - of["matched"] for value, of in zip(values, numbers, strict=True) if of["matched"] == of["all"]}
    most = max(more, default=0)  # what was never seen may fit what narrows the list
    narrowed = [of["matched"] <= value <= of["matched"] + most
                for value, of in zip(values, numbers, strict=True) if of["matched"] < of["all"]]  # fmt: skip
    counted = {value for value, of in zip(values, numbers, strict=True) if of["matched"] == of["all"]}
    return most if len(more) == 1 and most > 0 and len(counted) > 1 and all(narrowed) else 0


def _beyond(values: Sequence[int], numbers: Sequence[Mapping[str, int]]) -> int:
    """How many more there are than were ever seen, where a number counts all that there are, whatever narrows the list:
    in all looks the same, while the number itself changed; 0 where it is another number."""
    more = {value - of["all"] for value, of in zip(values, numbers, strict=True)}
    return max(more) if len(more) == 1 and len(set(values)) > 1 and max(more) > 0 else 0


def _literal(pieces: Sequence[str], size: str) -> str | None:
    """Text between numbers: the same in all looks, or with a plural behind a number."""
    if len(set(pieces)) == 1:
        return text(pieces[0])
    longest = max(pieces, key=len)
    word = _WORD.match(longest)
    short = longest[: word.end() - 1] + longest[word.end() :] if word and word[1].endswith("s") else None
    if not size or word is None or short is None or set(pieces) != {longest, short}:
        return None
    return f"({size} == 1 ? {text(short)} : {text(longest)})"


# ---- notices -------------------------------------------------------------------------------


def notice_texts(
    one: PageKind, part: Entities, looks: Sequence[tuple[Shown, Sequence[Rows]]], others: Sequence[Shown], seen: Seen
) -> list[Json]:
    """The surfaces of notices, on list pages that one action led to. `others`: the same page in other situations;
    those that other actions led to may have a notice about the same entity."""
    told = [(shown, rows, values) for shown, rows in looks if (values := _about(one, part, shown, seen)) is not None]
    usual, links = set[str](), set[str]()
    for other in [other for other in others if other.load is None or other.load.led is None] or others:
        free = outside(other.document, other.lists)
        usual |= {squeezed(shown) for tag, shown in texts_in(other.document) if free(tag)}
        links |= {urlsplit(value).path for tag, name, value in attributes_in(other.document)
                  if name == "href" and free(tag)}  # fmt: skip
    changes = {id(shown): _changed(one, part, shown, seen) for shown, _, _ in told[:3]}
    found: dict[str, JsonObject] = {}
    names = [*fields_of(one, part), *([COUNT] if COUNT not in part.fields() else [])]
    for shown, rows, values in told[:3]:
        free = outside(shown.document, [*rows, *shown.lists])
        for tag, place, said in _notices(shown.document):
            known = urlsplit(said).path in links if place == "href" else squeezed(said) in usual
            if known or not free(tag) or len(found) >= MOST:
                continue
            selector = alone(shown.document, tag, values[KEY])
            if selector is None or place in found.get(selector, {}):
                continue
            at = [
                (there, of) for other, _, of in told if (there := said_at(other.document, selector, place)) is not None
            ]
            tries = wordings(said, values, [KEY] if place == "href" else names, one.sent.values())
            if place != "href" and COUNT in values:  # rather how many than the key, which may be the same number
                tries = [*wordings(said, values, [of for of in names if of != KEY], one.sent.values()), *tries]
            wording = agreed(tries, at, sent=[*one.sent.values(), KEY]) or _of_change(
                tries, at, changes.get(id(shown), ())
            )
            if wording is None and place == "text":
                wording = linked_name(one, tag, shown.page.url, said, values)
            keyed = place == "href" or (wording is not None and _names_key(wording, part))
            named = place != "href" and wording is not None and wording.fields() == {KEY} and _is_name(values[KEY])
            if wording is not None and (named or (wording.fields() == {KEY}) == keyed):
                found.setdefault(selector, {})[place] = _worded(wording, part)
    return [
        setting for selector, settings in found.items() for place, value in settings.items()
        for setting in [set_at(selector, place, str(value))]
    ]  # fmt: skip


def _of_change(
    tries: Sequence[Wording], seen: Sequence[tuple[str, Mapping[str, str]]], changed: Collection[str]
) -> Wording | None:
    """A notice that has words and what a field has become: `Moved to Doing`."""
    return next(
        (
            one for one in tries
            if one.fields() and one.fields() <= {*changed}
            and any(re.search(r"[^\W\d]{2}", part.literal) for part in one.parts)
            and all(one.of(values) == squeezed(shown) for shown, values in seen)
        ),
        None,
    )  # fmt: skip


def _changed(one: PageKind, part: Entities, shown: Shown, seen: Seen) -> set[str]:
    """The fields that the action that led to a page made another, in words that are hardly there by chance."""
    led = shown.load.led if shown.load is not None else None
    for operation in one.operations if led is not None else ():
        for call, key in zip(operation.calls, operation.made, strict=False):
            if call.seq == led and operation.role == "update" and isinstance(call.body, dict):
                before = entity_at(one, part, key, call.seq, seen) or {}
                changed = {
                    name: value for name, value in call.body.items() if before.get(name) not in ("", None, value)
                }
                return {name for name, value in changed.items() if isinstance(value, str) and not value.isdigit()
                        and len(value) >= LEAST_CHANGED}  # fmt: skip
    return set()


def _is_name(key: str) -> bool:
    """Is a key words, which no notice has by chance?"""
    return sum(map(str.isalpha, key)) > LEAST_CHANGED and not any(map(str.isdigit, key))


def _names_key(wording: Wording, part: Entities) -> bool:
    """Is the key told as such, and no number of things: `Ticket #4`, `ticket 4`?"""
    before = wording.parts[0].literal.lower().rstrip() if len(wording.parts) > 1 else ""
    return wording.fields() == {KEY} and before.endswith(("#", singular(part.kind.name).replace("_", " ")))


def _notices(document: BeautifulSoup) -> Iterator[Place]:
    for tag, place, shown in places_of(document):
        if not place.startswith("data-"):
            yield tag, place, shown
    for tag, name, value in attributes_in(document.body or document):
        if name == "href":
            yield tag, name, value


def _worded(wording: Wording, part: Entities) -> str:
    """The expression; a noun behind a number is in the form that goes with it."""
    before, number, after = wording.parts if len(wording.parts) == 3 else (None, None, None)
    if before is None or number is None or after is None or number.field != COUNT:
        before, number, after = Part(), *(wording.parts if len(wording.parts) == 2 else (Part(), Part()))
    if number.field != COUNT or before.field or after.field:
        return wording.text(_own)
    size = "int(dyn(view.get('result', {})).get('number', 1))"
    return counted(before.literal, after.literal, singular(part.kind.name).replace("_", " "), size)


def counted(before: str, after: str, noun: str, size: str) -> str:
    """The expression of a text with a number, and behind it the noun in the form that goes with it."""
    plural = re.match(rf"(\s+{re.escape(noun)})(s\b)", after, re.IGNORECASE)
    tail = text(after)
    if plural is not None:
        tail = f"({size} == 1 ? {text(plural[1] + after[plural.end() :])} : {text(after)})"
    return f"{framed(before, f'string({size})')} + {tail}"


def _own(name: str) -> str:
    if name == COUNT:
        return "string(dyn(view.get('result', {})).get('number', 1))"
    return own_text("about", name)


LEAST_CHANGED = 3
"""Characters of a value that a notice tells."""
COUNT = "count"
"""How many entities an action was about, where it was about several at once."""
ABOUT: dict[str, Json] = {"about": "dyn(view.get('about', {'id': ''}))"}
"""The name that the expressions of notices need."""


def _about(one: PageKind, part: Entities, shown: Shown, seen: Seen) -> dict[str, str] | None:
    """What the action that led to a page was about; of what was taken away, as it was."""
    led = shown.load.led if shown.load is not None else None
    for made in (made for made in one.word_renames if led in made.numbers):
        return {KEY: "", COUNT: str(made.numbers[led or 0])}
    for operation in one.operations if led is not None else ():
        for call, key in zip(operation.calls, operation.made, strict=False):
            if call.seq == led:
                at = call.seq if operation.role == "delete" else shown.page.seq
                entity = entity_at(one, part, key, at, seen)
                if entity is None:
                    return None
                return values_of({**entity, KEY: key}) | (
                    {COUNT: str(len(operation.made))} if operation.several else {}
                )
    return None
