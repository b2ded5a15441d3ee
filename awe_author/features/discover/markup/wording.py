"""Texts of pages that are made of an entity's values: `Bug #43: Badge printer - Tracker`. Found by what they contain.

A wording is believed when it gives what the recorded pages show, for other entities and at other times as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from awe_author.features.discover.common.keys import as_word, text
from awe_author.features.discover.markup.choice_labels import label_text, of_label_name
from awe_author.features.discover.markup.due_dates import of_due_name
from awe_author.features.discover.markup.formats import is_number, of_name
from awe_author.features.discover.markup.spans import is_span, of_span_name
from awe_author.features.discover.markup.split_moments import of_split_name, split_text

LONGEST = 4000
GLUED = "id|no|nr"
"""What may stand right before a key in texts: `ID7`."""
SHORTEST = 3
"""Characters of a value that may stand inside a longer text; shorter ones only as whole words."""
SURE = 8
"""Characters of a value that is hardly there by chance."""
KEY = "id"
BEFORE = "before: "
"""Begins the name of what a field was before the last change."""
SLUG = "slug of "
"""Begins the name of what an address says of a field."""
_QUOTES = "\"'\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a"
_NO_WORDS = "?!.,:;'\"()&/#%+"
"""Signs that addresses leave out."""
WRITE = "write_number"
"""Field with the number that the last write of an entity got (`pages.write_numbers`)."""
SPACED = "id as words"
PATHED = "id as a path"
"""Of a key with colons: with slashes in their place, as `office/printer.txt` has `office:printer`."""
"""The key as people read it: `Quarterly_plan` -> `Quarterly plan`."""


@dataclass(frozen=True, slots=True)
class Part:
    """A literal, or a field whose `removed` signs are not shown."""

    literal: str = ""
    field: str = ""
    removed: tuple[str, ...] = ()

    def of(self, values: Mapping[str, str]) -> str:
        """What it is for an entity."""
        made = values.get(self.field, "") if self.field else self.literal
        for sign in self.removed:
            made = made.replace(sign, "")
        return made


@dataclass(frozen=True, slots=True)
class Wording:
    """A text made of parts."""

    parts: tuple[Part, ...]

    def of(self, values: Mapping[str, str]) -> str:
        """The text for an entity, white space as one blank."""
        return squeezed("".join(part.of(values) for part in self.parts))

    def fields(self) -> set[str]:
        """The fields that it shows."""
        return {part.field for part in self.parts if part.field}

    def written(self, raw: str) -> Wording:
        """The same with the white space of literals as a document has it."""
        parts, at = [], 0
        for part in self.parts:
            words = r"\s+".join(map(re.escape, part.literal.split(" ")))
            found = re.compile(words).search(raw, at) if part.literal.strip() else None
            at = found.end() if found is not None else at
            parts.append(part if found is None else Part(found[0]))
        return Wording(tuple(parts))

    def text(self, own: Callable[[str], str]) -> str:
        """The expression; `own` gives the one for a field."""
        made = []
        for part in self.parts:
            one = own(part.field) if part.field else text(part.literal)
            made.append(one + "".join(f".replace({text(sign)}, '')" for sign in part.removed))
        return " + ".join(made)


def squeezed(value: str) -> str:
    """White space as one blank, none at the ends."""
    return " ".join(value.split())


def in_quotes(value: str, shown: str) -> bool:
    """Has a text a value that is no number in quotation marks: `"Tea" has been deleted.`?"""
    return not value.isdigit() and re.search(f"[{_QUOTES}]{re.escape(value)}[{_QUOTES}]", shown) is not None


def quoted_in(shown: str, values: Mapping[str, str]) -> list[str]:
    """The key as words, or the key, where a text has it in quotation marks: `"Tea" has been deleted.`"""
    names = (SPACED, PATHED, KEY)
    return [name for name in names if len(said := values.get(name, "")) >= SHORTEST and in_quotes(said, shown)]


def values_of(entity: Mapping[str, Any]) -> dict[str, str]:
    """Field -> what a page would show of it; with the key as words when it is made of several."""
    plain = {
        name: value for name, value in entity.items() if isinstance(value, str | int) and not isinstance(value, bool)
    }
    found = {name: said for name, value in plain.items() if (said := squeezed(str(value)))}
    words = re.sub(r"[_+]", " ", found.get(KEY, ""))
    if words and words != found.get(KEY):
        found[SPACED] = words
    if ":" in found.get(KEY, ""):
        found[PATHED] = found[KEY].replace(":", "/")
    return found


def own_text(item: str, name: str, *, sure: bool = False) -> str:
    """The expression of a field of `item`."""
    if name == SPACED:
        return f"{item}.id.replace('_', ' ').replace('+', ' ')"
    if name == PATHED:
        return f"{item}.id.replace(':', '/')"
    if (formatted := of_name(name)) is not None:
        return formatted[1].text(own_text(item, formatted[0]))
    if (span := of_span_name(name)) is not None:
        return span[1].text(own_text(item, span[0]))
    if (due := of_due_name(name)) is not None:
        return due[1].text(own_text(item, due[0]))
    if (split := of_split_name(name)) is not None:
        return split_text(*split, [own_text(item, one) if one else "''" for one in split[0].fields])
    if (label := of_label_name(name)) is not None:
        return label_text(item, *label)
    if name.startswith(SLUG):
        return slug_text(own_text(item, name.removeprefix(SLUG)))
    if name.startswith(BEFORE):
        return f"string(dyn({item}.get('previous', {{}})).get({text(name.removeprefix(BEFORE))}, ''))"
    return f"{item}.{KEY}" if name == KEY else f"string({item}.get({text(name)}, ''))"


def number_text(item: str, recorded: str) -> str:
    """The expression of the number of an entity's last write; where it is not known what a recorded page has."""
    return f"string({item}.get({text(WRITE)}, {text(recorded)}))"


def slug_name(name: str) -> str:
    """The name under which a wording knows a field as addresses say it."""
    return SLUG + name


def slugged(value: str) -> str:
    """A text as addresses say it: `Which soil?` -> `which-soil`."""
    plain = "".join(sign for sign in value.strip().lower() if sign not in _NO_WORDS)
    return re.sub(r"[\s-]+", "-", plain)


def slug_text(own: str) -> str:
    """The expression of a text as addresses say it."""
    made = f"{own}.trim().lowerAscii()" + "".join(f".replace({text(sign)}, '')" for sign in _NO_WORDS)
    return f"{made}.replace(' ', '-').replace('--', '-')"


def wordings(
    shown: str, values: Mapping[str, str], fields: Iterable[str], sent: Iterable[str] = (), word: str = ""
) -> list[Wording]:
    """Ways to make a text of values, the likeliest first. `sent`: fields that forms send, they come before others.
    `word`: what stands right before the key in addresses (`issue7`), and may elsewhere."""
    shown = squeezed(shown)
    if not shown or len(shown) > LONGEST:
        return []
    names = [name for name in fields if values.get(name)]
    first = {*sent, KEY, SPACED, PATHED, *(name for name in names if of_label_name(name) is not None)}
    whole = [Wording((Part(field=name),)) for name in names if values[name] == shown]
    plain = _stripped(shown, values, names)
    likeliest = [name for name in names if name in first or name.startswith(BEFORE) or is_number(name)]
    few = _made(shown, values, likeliest, word)
    counted = _made(shown, values, [*likeliest, WRITE], word) if WRITE in names else None
    made = _made(shown, values, names, word)
    likely = [one for one in whole if one.fields() <= first] + ([plain] if plain else [])
    worded = [one for one in (counted, few, made) if one is not None and one not in whole]
    numbers = [one for one in whole if any(map(is_number, one.fields()))]  # `$24.50` is no sign before a number
    return [*likely, *numbers, *dict.fromkeys(worded), *(one for one in whole if one not in [*likely, *numbers])]


def _stripped(shown: str, values: Mapping[str, str], names: Sequence[str]) -> Wording | None:
    """A text that is shown without its markup: `The '''plan'''` -> `The plan`."""
    letters = re.sub(r"\W", "", shown)
    for name in names:
        value = values[name]
        if len(value) <= len(shown) or len(shown) < 8 or re.sub(r"\W", "", value) != letters:
            continue
        signs = set(re.findall(r"[^\w\s]+", value)) - set(re.findall(r"[^\w\s]+", shown))
        part = Part(field=name, removed=tuple(sorted(signs, key=lambda sign: (-len(sign), sign))))
        if squeezed(part.of(values)) == shown:
            return Wording((part,))
    return None


def _made(shown: str, values: Mapping[str, str], names: Sequence[str], word: str = "") -> Wording | None:
    """The longest values first, each where it stands as a word of its own."""
    places: list[tuple[int, int, str]] = []
    for name in sorted(names, key=lambda one: (-len(values[one]), not is_number(one))):
        value = values[name]
        if len(value) < SHORTEST and not value.isdigit():
            continue
        sign = r"[^\W_]" if value.isdigit() else r"\w"  # `task_12` names the number
        points = "." if name == KEY else ".,"  # 80 of `80.00` is none, nor is 5 of `5.0.3`
        whole = (rf"(?<!\d[{points}])", rf"(?![{points}]\d)") if value.isdigit() else ("", "")
        before = rf"(?<!{sign})(?:(?i:{re.escape(word)}|{GLUED}))?" if name == KEY else rf"(?<!{sign})"
        for match in re.finditer(rf"{before}{whole[0]}({re.escape(value)})(?!{sign}){whole[1]}", shown):
            begin, end = match.span(1)
            if not any(begin < last and first < end for first, last, _ in places):
                address = name == SPACED and value == values.get(KEY) and shown[begin - 1 : begin] in ("=", "/")
                places.append((begin, end, KEY if address else name))
    if not places:
        return None
    parts: list[Part] = []
    at = 0
    for begin, end, name in sorted(places):
        parts += [Part(literal=shown[at:begin])] if begin > at else []
        parts.append(Part(field=name))
        at = end
    return Wording((*parts, *([Part(literal=shown[at:])] if at < len(shown) else [])))


def _as_path(
    one: Wording, told: Sequence[tuple[str, Mapping[str, str]]], same: list[Mapping[str, str]]
) -> tuple[Wording, list[Mapping[str, str]]]:
    """The same with the key as a path, or as it is, and where that gives what was seen, when it is in more places."""
    other_names = {KEY: PATHED, PATHED: KEY}
    other = Wording(tuple(replace(part, field=other_names.get(part.field, part.field)) for part in one.parts))
    fits = [
        values
        for shown, values in told
        if values.get(PATHED) and values.get(KEY) and other.of(values) == squeezed(shown)
    ]
    return (other, fits) if len(fits) > len(same) else (one, same)


def agreed(
    tries: Sequence[Wording],
    seen: Sequence[tuple[str, Mapping[str, str]]],
    *,
    share: float = 0.75,
    sent: Iterable[str] = (),
    about: str = "",
    telling: Iterable[str] = (),
) -> Wording | None:
    """The first wording that gives what was seen: (text, values of the entity); of several entities one that gives all,
    else one that gives most. Names (long, of several words) beside what forms send come before the words themselves.

    What one value alone says may be chance. A field that forms send is believed when its value is long, when it was
    seen with two values, or when `about` (names around the element) says it; another field only with two values, or
    when it is `telling`: it tells the entities apart.
    """
    written, apart = set(sent), set(telling)
    about = about.replace("_", "-")
    several = len({*map(_key, [values for _, values in seen])}) > 1
    tries = sorted(tries, key=lambda one: -len(_names_beside(one, [values for _, values in seen[:1]], written)))
    for one, least in [(one, least) for least in ([1.0, share] if several and share < 1 else [share]) for one in tries]:
        told = [(shown, values) for shown, values in seen if all(values.get(name) for name in one.fields())]
        same = [values for shown, values in told if one.of(values) == squeezed(shown)]
        if len(same) < len(told) and one.fields() & {KEY, PATHED}:
            one, same = _as_path(one, told, same)
        if not same or len(same) < least * len(told) or (least == 1.0 > share and len({*map(_key, same)}) < 2):
            continue
        sure = [
            name in apart or _sure(name, same, name.removeprefix(BEFORE) in written, about, whole=len(one.parts) == 1)
            for name in one.fields()
        ]
        sure = [ok or named_before(one, name, written) for ok, name in zip(sure, one.fields(), strict=True)]
        beside = _names_beside(one, same, written)
        sure = [ok or _counted(one, name) or name in beside for ok, name in zip(sure, one.fields(), strict=True)]
        long = any(len(same[0][name]) >= SURE for name in one.fields()) or KEY in one.fields() or _row_of(one, same[0])
        fields = {name.removeprefix(BEFORE) for name in one.fields()}
        if all(sure) or (long and len(one.fields()) > 1 and fields <= written | {KEY, SPACED, PATHED}):
            return one
    return None


def _names_beside(one: Wording, same: Sequence[Mapping[str, str]], written: Iterable[str]) -> set[str]:
    """The fields of a wording that no form sends and that are names in all that was seen, beside some that forms send:
    `Rosa Reuter, Cutter Knives`."""
    others = one.fields() - {*written, KEY, SPACED, PATHED}
    if not others or not one.fields() & {*written}:
        return set()
    return {
        name for name in others
        if all(len(said := values.get(name, "")) >= SURE and " " in said and said.replace(" ", "").isalpha()
               for values in same)
    }  # fmt: skip


def _key(values: Mapping[str, str]) -> str:
    return values.get(KEY, "")


def _row_of(one: Wording, values: Mapping[str, str]) -> bool:
    """Do two fields stand right behind each other, and are both together hardly there by chance: `Iris Novak`?"""
    behind = zip(one.parts, one.parts[1:], one.parts[2:], strict=False)
    return any(
        first.field and last.field and first.field != last.field and len(between.literal.strip(" ,")) == 0
        and len(values[first.field]) + len(values[last.field]) > SURE
        for first, between, last in behind
    )  # fmt: skip


def but_numbers(tries: Sequence[Wording], seen: Sequence[tuple[str, Mapping[str, str]]]) -> Wording | None:
    """The first wording that gives what was seen but for numbers in it that differ: `Retrieved from /wiki/Tea?old=8`.
    All that was seen has to agree, and it has to be of several entities."""
    for one in tries:
        literals = "".join(part.literal for part in one.parts)
        told = [(squeezed(shown), values) for shown, values in seen if all(values.get(name) for name in one.fields())]
        keys = {values.get(KEY) for _, values in told}
        long = any(len(values[name]) >= SURE for _, values in told for name in one.fields())
        if len(keys) < 2 or not re.search(r"\d", literals) or not re.search(r"[^\W\d]", literals) or not long:
            continue
        if len({tuple(values[name] for name in one.fields()) for _, values in told}) == len(keys) and all(
            re.fullmatch(_with_numbers(one, values), shown) for shown, values in told
        ):
            return one
    return None


def _with_numbers(wording: Wording, values: Mapping[str, str]) -> str:
    """The pattern of a wording for an entity, with any numbers in place of its own."""
    made = ""
    for part in wording.parts:
        of = squeezed(part.of(values)) if part.field else part.literal
        pieces = [of] if part.field else re.split(r"\d+", of)
        made += r"\d+".join(re.escape(piece).replace(r"\ ", r"\s+") for piece in pieces)
    return made


def named_before(one: Wording, name: str, written: Collection[str]) -> bool:
    """Does the text say what the field is called, right before its value: `status: open`?"""
    own = name.removeprefix(BEFORE)
    for before, part in pairwise(one.parts):
        said = before.literal.rstrip()
        if part.field == name and said.endswith((":", "=")) and own in written:
            return re.sub(r"[\W_]", "", said).lower().endswith(own.replace("_", ""))
    return False


def _counted(one: Wording, name: str) -> bool:
    """Is a field the number of a write, and does it stand in an address that names the entity: `?id=Tea&version=8`?"""
    behind = [before.literal.endswith("=") for before, part in pairwise(one.parts) if part.field == WRITE]
    return name == WRITE and KEY in one.fields() and bool(behind) and all(behind)


def _sure(name: str, same: Sequence[Mapping[str, str]], sent: bool, about: str, *, whole: bool) -> bool:
    values = {one[name] for one in same}
    if name in (KEY, SPACED, PATHED, "count") or len(values) > 1 or is_span(name) or of_due_name(name):
        return True
    if of_label_name(name) is not None and all(_has_key(one[name], one.get(KEY, "")) for one in same):
        return True
    written = of_name(name)
    field = written[0] if written is not None else name
    if sent and (len(max(values, key=len)) >= SURE or (whole and field.replace("_", "-") in about)):
        return True
    return written is not None and whole and field.replace("_", "-") in about.replace(" ", "-")


def _has_key(value: str, key: str) -> bool:
    """Has a text the key in it, beside other words: `OPS-7`?"""
    return bool(key) and value != key and as_word(key).search(value) is not None
