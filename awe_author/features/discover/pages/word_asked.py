"""What pages say that were asked for words of labels (`word_filters`): titles, texts, fields and links with the word,
and how many have it. What they say in such places was told by other rules for what else is asked for there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.markup.row_labels import words_of
from awe_author.features.discover.markup.rows import alone, attributes_in
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.box_marks import Having
from awe_author.features.discover.pages.page_lists import Look, Narrowing, outside
from awe_author.features.discover.pages.page_texts import count_texts, numbers_of
from awe_author.features.discover.pages.text_places import places_of, said_at, set_at
from awe_author.features.discover.pages.word_filters import WordFilter
from awe_author.features.dom.rendering import runs_of
from awe_author.json_types import Json

MOST = 16
ATTRIBUTES = ("href", "value", "title", "aria-label")


def asked_words(look: Look, narrowing: Narrowing) -> WordFilter | None:
    """The filter by words that a look was asked with."""
    filters = (one for one in narrowing.filters if isinstance(one, WordFilter))
    return next((one for one in filters if words_of(look.asked.get(one.param, ""), one.sign)), None)


def size_texts(looks: Sequence[Look], narrowing: Narrowing, sizes: Mapping[str, str], having: Having) -> list[Json]:
    """The surfaces of numbers (`count_texts`): those that hold at all looks, then those that hold where no words were
    asked for, then those where some were."""
    worded = any(asked_words(look, narrowing) is not None for look in looks)
    found = count_texts(_as_narrowed(looks, narrowing), narrowing, sizes, having, apart=not worded)
    if worded:
        plain = _as_narrowed([look for look in looks if asked_words(look, narrowing) is None], narrowing)
        known = set(map(place_of_text, found))
        found += [each for each in count_texts(plain, narrowing, sizes, having) if place_of_text(each) not in known]
        known |= set(map(place_of_text, found))
        found += [each for each in _of_one(plain, looks, narrowing, sizes) if place_of_text(each) not in known]
        found += word_texts(looks, narrowing, sizes)
    return found


def _of_one(plain: Sequence[Look], looks: Sequence[Look], narrowing: Narrowing, sizes: Mapping[str, str]) -> list[Json]:
    """Texts that were only seen with one that was found ("1 result for"), where looks that were asked for words say
    several in the same place ("5 results tagged")."""
    found: dict[tuple[str, str], Json] = {}
    for look in (look for look in plain if look.asked.get(narrowing.search) and len(look.keys) == 1):
        for tag, place, shown in places_of(look.shown.document):
            one = re.fullmatch(r"1 ([^\W\d_]{3,})\b(.*)", squeezed(shown))
            select = alone(look.shown.document, tag, "") if one is not None else None
            if one is None or select is None:
                continue
            others = [squeezed(said_at(other.shown.document, select, place) or "") for other in looks]
            if any(re.match(rf"\d+ {one[1]}s\b", said) for said in others):
                size, words = sizes["matched"], f" {one[1]}"
                made = f"string({size}) + ({size} == 1 ? {text(words)} : {text(words + 's')}) + {text(one[2])}"
                found[select, place] = set_at(select, place, made)
    asked = " && ".join(f"page.query.get({text(one.param)}, '').trim() == ''" for one in narrowing.filters
                        if isinstance(one, WordFilter))  # fmt: skip
    return [{**each, "when": asked} for each in found.values() if isinstance(each, dict)]


def place_of_text(surface: Json) -> str:
    """The element and the place in it that a surface is about."""
    assert isinstance(surface, dict)
    settings = surface["set"]
    text_of = settings.get("text") if isinstance(settings, dict) else None
    places = [*text_of] if isinstance(text_of, dict) else [*settings] if isinstance(settings, dict) else []
    return f"{surface['select']} {places}"


def _as_narrowed(looks: Sequence[Look], narrowing: Narrowing) -> Sequence[Look]:
    """The looks with all rows that fit what their addresses ask for, where most are: some app remembers what else was
    asked for."""
    told = numbers_of(looks, narrowing)
    right = [look for look, of in zip(looks, told, strict=True) if of["shown"] == of["matched"]]
    cut = narrowing.pager is not None or narrowing.listed is not None
    return right if not cut and 2 * len(right) > len(looks) else looks


def word_texts(looks: Sequence[Look], narrowing: Narrowing, sizes: Mapping[str, str]) -> list[Json]:
    """The surfaces of such pages, each only when a word is asked for."""
    found: list[Json] = []
    for one in (one for one in narrowing.filters if isinstance(one, WordFilter)):
        told = [
            (look, words[0]) for look in looks if len(words := words_of(look.asked.get(one.param, ""), one.sign)) == 1
        ]
        if not told:
            continue
        own = f"page.query.get({text(one.param)}, '')"
        when = f"{own}.trim() != ''"
        said = _said(told, f"{own}.trim()")
        said += count_texts([look for look, _ in told], narrowing, sizes)
        found += [{**each, "when": when} for each in said if isinstance(each, dict)]
    return found


def _said(told: Sequence[tuple[Look, str]], own: str) -> list[Json]:
    """Where all of them say their word: in texts, and in attributes."""
    found: dict[tuple[str, str], Json] = {}
    look, word = told[0]
    free = outside(look.shown.document, [look.rows, *look.shown.lists])
    for tag, place, shown in _places(look.shown.document):
        before, there, behind = _parted(shown, word)
        if not there or not free(tag) or len(found) >= MOST:
            continue
        select = alone(look.shown.document, tag, word)
        at = [(said_at(other.shown.document, select, place), of) for other, of in told] if select else []
        right = bool(at) and all(
            said is not None and squeezed(said) == squeezed(before + of + behind) for said, of in at
        )
        if select is not None and right and (select, place) not in found:
            plain = place.startswith("text")
            parts = (_squeezed(before), _squeezed(behind)) if plain else (before, behind)
            found[select, place] = set_at(select, place, framed(parts[0], own, parts[1]))
    return [*found.values()]


def _places(document: BeautifulSoup) -> Iterator[tuple[Tag, str, str]]:
    """(element, place, what is shown there)."""
    for tag, place, shown in places_of(document):
        yield tag, place, shown
    for tag in document.find_all("a"):
        if tag.find(True) is not None:
            for number, run in enumerate(runs_of(tag)):
                yield tag, f"text.{number}", "".join(run)
    for tag, name, value in attributes_in(document.body or document):
        if name in ATTRIBUTES:
            yield tag, name, value


def _parted(shown: str, word: str) -> tuple[str, str, str]:
    """What stands before and behind the word, which is there once as a word of its own."""
    found = list(re.finditer(rf"(?<![\w-]){re.escape(word)}(?![\w-])", shown))
    if len(found) != 1:
        return shown, "", ""
    return shown[: found[0].start()], word, shown[found[0].end() :]


def _squeezed(part: str) -> str:
    """A part of a text with single blanks, also at its ends."""
    return re.sub(r"\s+", " ", part)
