"""Rows that look otherwise: with a part that only some have (a moment, a link to a parent), or by the value of a field
(a badge, a class, "Reopen" in place of "Close").

Such a part is there exactly when a field of the entity says something, or says the same, in all rows that were
recorded. A row whose entity becomes another kind is made of a recorded one of that kind. So that it does not show what
is known of another entity alone, all that rows of a kind show has to be the same or told of their entities.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.rows import texts_in
from awe_author.features.discover.markup.wording import own_text, squeezed
from awe_author.features.discover.pages.cells import Told
from awe_author.features.discover.pages.row_looks import marks_of
from awe_author.features.discover.pages.rows_as_seen import as_seen
from awe_author.json_types import Json, JsonObject

LARGEST = 20_000
"""Characters of a row that is kept as a sample."""
_BLANK = re.compile(r"\s+")
MOST_VALUES = 6
"""Values of a field that rows look by."""
LEAST = 2
"""Entities that were seen with each such value; one will do that was seen with another value as well, and of as many
values as have several, and one more."""
ODD = 4
"""One entity in so many may have a row that says more than others of its kind."""
MOST_ROWS = 400
"""Rows that are compared."""
MOST_KEYS = 100
"""Entities that a condition names."""
MOST_FIELDS = 2
"""Fields whose parts a row may have or lack."""


def samples_of(kinds: Json, looks: Sequence[Rows]) -> JsonObject:
    """One row of each kind, as HTML, of those that some page of the list has none of."""
    found: JsonObject = {}
    for kind in kinds if isinstance(kinds, dict) else ():
        there = [rows.parent.select_one(kind) if rows.parent is not None else None for rows in looks]
        sample = next((tag for tag in there if tag is not None), None)
        if sample is not None and any(tag is None for tag in there):
            markup = str(sample) if sample.find(["pre", "textarea"]) else _BLANK.sub(" ", str(sample))
            if len(markup) <= LARGEST:
                found[kind] = markup
    return found


def row_kinds(
    row: str, cells: Mapping[str, Json], told: Sequence[Told], fields: Sequence[str], made: Collection[str] = ()
) -> Json:
    """The selector of a row, or those of several kinds of rows with the condition of each (about `item`).

    `cells`: selector inside a row -> what it shows; `told`: the rows that were recorded; `fields`: of the entity;
    `made`: keys of what the recording created. Rows that show what nothing is known of keep their recorded elements:
    there is one kind of them, or one of what is new.
    """
    told = [*told[: MOST_ROWS // 2], *told[MOST_ROWS // 2 :][-MOST_ROWS // 2 :]]
    plain = [_unexplained(tag, cells) for _, tag, _ in told]
    for kinds, which in (_by_parts(row, cells, told, fields), _by_value(row, told, fields)):
        shown: dict[object, set[tuple[str, ...]]] = {}
        for kind, texts in zip(which, plain, strict=True):
            shown.setdefault(kind, set()).add(texts)
        if kinds and all(len(texts) == 1 for texts in shown.values()):
            return kinds
    return (
        _but_odd(row, told, plain, fields) or as_seen(row, told, plain, made) or _as_made(row, told, plain, made) or row
    )


def _but_odd(row: str, told: Sequence[Told], plain: Sequence[tuple[str, ...]], fields: Sequence[str]) -> Json:
    """The kinds by the value of a field, where only a few rows say more than others of their kind, and have a part that
    no other has (a second author): these keep their elements."""
    _, which = _by_value(row, told, fields)
    said: dict[object, list[tuple[str, ...]]] = {}
    for kind, texts in zip(which, plain, strict=True):
        said.setdefault(kind, []).append(texts)
    odd = {
        told[at][0].key for at, texts in enumerate(plain) if texts != max(said[which[at]], key=said[which[at]].count)
    }
    rest = [at for at, (one, _, _) in enumerate(told) if one.key not in odd]
    if not odd or ODD * len(odd) > len({one.key for one, _, _ in told}):
        return None
    having = set[str]().union(*(_parts_of(told[at][1]) for at in rest))
    marks = [_parts_of(tag) for one, tag, _ in told if one.key in odd]
    mark = next(iter(sorted(marks[0].intersection(*marks) - having)), None)
    kinds, which = _by_value(row, [told[at] for at in rest], fields)
    alike = len({(kind, plain[at]) for kind, at in zip(which, rest, strict=True)}) == len(set(which))
    if mark is None or not kinds or not alike:
        return None
    own = {row + _selects(mark, has=True): f"item.id in [{', '.join(map(text, sorted(odd)))}]"}
    return {**own, **{kind + _selects(mark, has=False): test for kind, test in kinds.items()}}


def _parts_of(tag: Tag) -> set[str]:
    """What a row has, also as a second element of a name."""
    places = ((one.name, len(one.find_previous_siblings(one.name)) + 1) for one in tag.find_all(True))
    return marks_of(tag) | {f"{name}:nth-of-type({place})" for name, place in places if place > 1}


def _as_made(
    row: str, told: Sequence[Told], plain: Sequence[tuple[str, ...]], made: Collection[str]
) -> JsonObject | None:
    """The kinds of what was there and of what is new, where the rows of what the recording created have a part that
    most others lack, or lack one that most have, and show the same where nothing explains it: a new row is made of one
    of these rather than of another entity's."""
    new = [at for at, (one, _, _) in enumerate(told) if one.key in made]
    marks = [marks_of(tag) for _, tag, _ in told]
    for mark in sorted(set[str]().union(*marks)) if new else ():
        side = mark in marks[new[0]]
        same = [at for at in range(len(told)) if (mark in marks[at]) == side]
        others = {one.key for one, _, _ in told} - {told[at][0].key for at in same}
        apart = all((mark in marks[at]) == side for at in new) and 2 * len(others) > len(
            {one.key for one, _, _ in told}
        )
        if apart and len(others) <= MOST_KEYS and len({plain[at] for at in same}) == 1:
            there = f"item.id in [{', '.join(map(text, sorted(others)))}]"
            return {row + _selects(mark, has=not side): there, row + _selects(mark, has=side): "true"}
    return None


def _unexplained(tag: Tag, cells: Mapping[str, Json]) -> tuple[str, ...]:
    """The texts of a row that are not told of its entity."""
    whole = isinstance(settings := cells.get(":scope"), dict) and "text" in settings  # else only what it is called
    own = {id(one) for selector in cells if selector != ":scope" for one in tag.select(selector)}
    own |= {id(tag)} if whole else set()
    return tuple(
        squeezed(said) for one, said in texts_in(tag)
        if not any(id(above) in own for above in [one, *one.parents])
    )  # fmt: skip


def _by_parts(
    row: str, cells: Mapping[str, Json], told: Sequence[Told], fields: Sequence[str]
) -> tuple[JsonObject, list[object]]:
    """(kinds, that of each row) by parts that are there when a field says something."""
    parts: dict[str, str] = {}
    for selector, shown in cells.items():
        if selector == ":scope":
            continue
        there = [bool(tag.select(selector, limit=1)) for _, tag, _ in told]
        if all(there) or not any(there):
            continue
        last = selector.rpartition(" > ")[2]  # `:has(a > b)` is nothing that all readers of selectors know
        if [bool(tag.select(last, limit=1)) for _, tag, _ in told] != there:
            continue
        named = [name for name in fields if [bool(values.get(name)) for _, _, values in told] == there]
        named.sort(key=lambda name: f".get({text(name)}, " not in str(shown))
        if named and named[0] not in parts.values():
            parts[last] = named[0]
    parts = dict([*parts.items()][:MOST_FIELDS])
    which = [tuple(bool(values.get(name)) for name in parts.values()) for _, _, values in told]
    kinds: JsonObject = {}
    for have in sorted(set(which), reverse=True) if parts else ():
        pairs = [*zip(parts.items(), have, strict=True)]
        selects = "".join(f":has({part})" if has else f":not(:has({part}))" for (part, _), has in pairs)
        tests = [f"{own_text('item', name)} {'!=' if has else '=='} ''" for (_, name), has in pairs]
        kinds[row + selects] = " && ".join(tests)
    return _last_for_all(kinds), [*which]


def _last_for_all(kinds: JsonObject) -> JsonObject:
    return {**kinds, [*kinds][-1]: "true"} if kinds else {}


# ---- by the value of a field ---------------------------------------------------------------


def _by_value(row: str, told: Sequence[Told], fields: Sequence[str]) -> tuple[JsonObject, list[object]]:
    """(kinds, that of each row) by the value of one field that says how rows look: a badge, a class, other buttons. Of
    several the one that says most, of what is in rows before what they are."""
    marks = [marks_of(tag) for _, tag, _ in told]
    varying = set[str]().union(*marks) - marks[0].intersection(*marks) if marks else set[str]()
    found: list[tuple[tuple[int, int], JsonObject, str]] = []
    for name in fields:
        groups: dict[str, list[int]] = {}
        for at, (_, _, values) in enumerate(told):
            groups.setdefault(values.get(name, ""), []).append(at)
        if not _is_choice(groups, told):
            continue
        telling = sorted(
            mark for mark in varying if all(len({mark in marks[at] for at in rows}) == 1 for rows in groups.values())
        )
        made = _kinds_of(row, name, groups, {value: marks[rows[0]] for value, rows in groups.items()}, telling)
        if made:
            within = sum(not mark.startswith(".") for mark in telling)
            found.append(((within, len(telling)), made, name))
    _, kinds, name = max(found, key=lambda one: one[0], default=((0, 0), {}, ""))
    return kinds, [values.get(name, "") for _, _, values in told]


def _is_choice(groups: Mapping[str, Sequence[int]], told: Sequence[Told]) -> bool:
    """Has a field few values, each of several entities or of one that had another one as well?"""
    keys = [{told[at][0].key for at in rows} for rows in groups.values()]
    others = [set[str]().union(*(other for other in keys if other is not mine)) for mine in keys]
    sure = [len(mine) >= LEAST or bool(mine & other) for mine, other in zip(keys, others, strict=True)]
    return 1 < len(groups) <= MOST_VALUES and (all(sure) or len(sure) - 1 <= 2 * sum(sure) > 2)


def _kinds_of(
    row: str, name: str, groups: Mapping[str, Sequence[int]], marks: Mapping[str, set[str]], telling: Sequence[str]
) -> JsonObject:
    """The kinds of the values of a field, those with the same marks as one; the one with most rows last."""
    used: list[str] = []
    for mark in telling:
        before = {tuple(one in marks[value] for one in used) for value in groups}
        if len({tuple(one in marks[value] for one in [*used, mark]) for value in groups}) > len(before):
            used.append(mark)
    alike: dict[tuple[bool, ...], list[str]] = {}
    for value in groups:
        alike.setdefault(tuple(mark in marks[value] for mark in used), []).append(value)
    if len(alike) < 2:
        return {}
    kinds: JsonObject = {}
    for have, values in sorted(alike.items(), key=lambda pair: sum(len(groups[value]) for value in pair[1])):
        selects = "".join(_selects(mark, has=has) for mark, has in zip(used, have, strict=True))
        kinds[row + selects] = f"{own_text('item', name)} in [{', '.join(map(text, sorted(values)))}]"
    return _last_for_all(kinds)


def _selects(mark: str, *, has: bool) -> str:
    """A mark as a part of a row's selector: of the row itself, or of something in it."""
    made = mark if mark.startswith(".") else f":has({mark})"
    return made if has else f":not({made})"
