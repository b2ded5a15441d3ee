"""Columns that a form writes under another name: a list shows what an entity is called under the heading "Gardener",
and its form has it in the field `name`. Told by what both say of the same entities, never by one short text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from awe_author.features.discover.common.names import snake, words
from awe_author.features.discover.markup.documents import Row
from awe_author.features.discover.markup.due_dates import day_in
from awe_author.features.discover.markup.formats import EMPTY, ISO, format_of
from awe_author.features.discover.markup.number_formats import same_number
from awe_author.features.discover.markup.wording import squeezed

Said = tuple[str, int, str]
"""(key of an entity, in which of its states: after how many posts, what a field of a form said of it)."""
NOTHING = ("", "-1", "0", "None", "null")
"""What choices of nothing send."""
_NONE = re.compile(
    r"\W*(none|no|nobody|nothing|not|un\w+|n/?a|null|never|select|choose|any|all)\b|\W*\Z", re.IGNORECASE
)
"""What choices of nothing are called."""
LEAST = 2
"""Entities that both have to tell of, with different values; one will do that had two long ones, or one long one that
no other shows."""
MAKING = ("new", "next", "set", "to", "change")
"""Words beside the name of a column that a field makes another."""
CALLED = words("name label title value text username login display display_name code key slug")
"""Words behind the name of a field for what the record that it names is called by: `severity__name`, `ownerName`."""
NUMBERS = 3
"""Different values, one of which became another, that two columns of numbers have not by chance."""
NEARLY = 0.8
LONG = 8
"""Characters of a value that is hardly the same by chance."""


def told_columns(
    sent: Mapping[str, str],
    columns: set[str],
    said: Mapping[str, Sequence[Said]],
    rows: Sequence[tuple[int, Row]],
    labels: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Form field -> column, of fields that no column has the name of.

    `sent`: form field -> field of the entity; `said`: form field -> what it said; `rows`: the state in which a row was
    shown, and the row; `labels`: form field -> what the form calls it. A column that two fields could be is none's,
    unless the form calls one of them so. Columns of several lists that always say the same become one."""
    free = columns - set(sent.values())
    called = labels or {}

    def near(name: str, column: str) -> bool:
        return called.get(name) == column or _near(name, column)

    fits = {
        name: [column for column in sorted(free) if _same(column, said.get(name, ()), rows, near=near(name, column))]
        for name, of in sent.items()
        if of not in columns
    }
    named = {called[name] for name, found in fits.items() if called.get(name) in found}
    fits = {name: [one for one in found if one not in named or called.get(name) == one] for name, found in fits.items()}
    fits = {name: _one_of(found, rows) for name, found in fits.items()}
    taken = [column for found in fits.values() for column in found]
    return {name: found[0] for name, found in fits.items() if len(found) == 1 and taken.count(found[0]) == 1}


def key_columns(
    sent: Mapping[str, str], columns: set[str], said: Mapping[str, Sequence[Said]], rows: Sequence[Row]
) -> dict[str, str]:
    """Form field -> column, of fields that always say the key, as what is made under a name does, where one column
    alone says the key of nearly all rows, of what was made so as well."""
    free, found = columns - set(sent.values()), dict[str, str]()
    for name, of in sent.items():
        keys = {key for key, _, value in said.get(name, ()) if value == key}
        if of in columns or not keys or any(value != key for key, _, value in said[name]):
            continue
        fits = [column for column in sorted(free) if _says_keys(column, keys, rows)]
        found |= {name: fits[0]} if len(fits) == 1 else {}
    return found


def _says_keys(column: str, keys: set[str], rows: Sequence[Row]) -> bool:
    """Does a column say the key of nearly all that have it, of all of these among them?"""
    shown = {(row.key, row.values[column] == row.key) for row in rows if column in row.values}
    right = {key for key, same in shown if same}
    return keys <= right and len(right) >= NUMBERS and len(right) >= NEARLY * len({key for key, _ in shown})


def _one_of(columns: list[str], rows: Sequence[tuple[int, Row]]) -> list[str]:
    """The column that most entities have, where all of these are in lists of their own and always say the same of an
    entity; the rows have it then, in place of the others."""
    said: dict[tuple[int, str], set[str]] = {}
    for at, row in rows if len(columns) > 1 else ():
        shown = [row.values[column] for column in columns if column in row.values]
        said.setdefault((at, row.key), set()).update(map(squeezed, shown))
        if len(shown) > 1:
            return columns
    if not said or any(len(values) > 1 for values in said.values()):
        return columns
    best = max(columns, key=lambda column: (len({row.key for _, row in rows if column in row.values}), column))
    for row in (row for _, row in rows):
        for column in {*columns} & row.values.keys() - {best}:
            row.values[best] = row.values.pop(column)
            if column in row.selectors:
                row.selectors[best] = row.selectors.pop(column)
    return [best]


def _near(name: str, column: str) -> bool:
    """Is a field called so that it makes the column another (`new_status`), or the column as what the field names is
    called by (`severity__name`, `owner_name` of `owner`, `owner_id`)?"""
    own, _, last = re.sub("_+", "_", snake(column)).partition(f"{snake(name).removesuffix('_id')}_")
    makes = snake(name) in (*(f"{word}_{column}" for word in MAKING), *(f"{column}_{word}" for word in MAKING))
    return makes or (not own and last in CALLED)


def _same(column: str, said: Sequence[Said], rows: Sequence[tuple[int, Row]], *, near: bool) -> bool:
    """Does the column show what the field says, in all rows of the entity in that state? `near`: its name says so."""
    pairs: dict[str, set[tuple[str, str]]] = {}
    having = {_list_of(row) for _, row in rows if column in row.values}  # others may show other columns
    rows = [(at, row) for at, row in rows if _list_of(row) in having]
    for key, state, value in said:
        for shown in {row.values.get(column, "") for at, row in rows if (row.key, at) == (key, state)}:
            if value or (shown and not near):
                pairs.setdefault(key, set()).add((squeezed(value), squeezed(shown)))
    every = {pair for found in pairs.values() for pair in found}
    if every and all(ISO.match(value) and not ISO.match(shown) for value, shown in every):
        return (near or len(every) >= LEAST) and _as_dates(column, every, rows)
    long = all(len(value) >= LONG for value, _ in every)
    few = (len(pairs) < LEAST and not long) or (len(every) < LEAST and not (long and _alone(column, pairs, rows)))
    if not every or (not near and few):
        return False
    changed = any(len(found) > 1 for found in pairs.values())
    telling = changed and len(every) >= NUMBERS  # small numbers are the same by chance
    if near and any(value != shown for value, shown in every):
        return all(value == shown or same_number(value, shown) for value, shown in every)
    return all(value == shown and value and (telling or near or not value.isdigit()) for value, shown in every)


def _as_dates(column: str, pairs: Iterable[tuple[str, str]], rows: Sequence[tuple[int, Row]]) -> bool:
    """Does a column show these dates in some format, in which all of it is?"""
    shown = [day_in(row.values[column]) for _, row in rows if column in row.values]
    how = format_of(shown, [(value, day_in(said)) for value, said in pairs])
    return how is not None and not how.counted


def _alone(column: str, pairs: Mapping[str, set[tuple[str, str]]], rows: Sequence[tuple[int, Row]]) -> bool:
    """Does one entity alone show this in the column, of several?"""
    others = {row.key: row.values.get(column, "") for _, row in rows if row.key not in pairs}
    shown = {shown for found in pairs.values() for _, shown in found}
    return len(pairs) == 1 and len(others) >= LEAST and not shown & {squeezed(said) for said in others.values()}


def _list_of(row: Row) -> int:
    return id(row.tag.parent) if row.tag is not None else 0


class States:
    """Which state of an entity is seen: how many of its posts came before."""

    def __init__(self, posts: Iterable[tuple[int, str]]) -> None:
        """`posts`: (number of the exchange, key)."""
        self._posts: dict[str, list[int]] = {}
        for seq, key in posts:
            self._posts.setdefault(key, []).append(seq)

    def at(self, key: str, seq: int) -> int:
        """Of a page that was looked at before exchange `seq`."""
        return sum(post < seq for post in self._posts.get(key, ()))

    def of(self, said: Sequence[Said], posted: int) -> list[Said]:
        """What fields said, with the state in place of the time; the first ones, `posted`, are what posts made it."""
        return [(key, self.at(key, seq + (place < posted)), value) for place, (key, seq, value) in enumerate(said)]


def worded(said: Sequence[Said], labels: Mapping[str, str]) -> list[Said]:
    """What a field of choices says, in the words that users choose from; a choice of nothing says nothing."""
    words = {value: "" if _is_none(value, label) else label for value, label in labels.items()}
    return [(key, at, words.get(str(value), value)) for key, at, value in said]


def _is_none(sent: str, label: str) -> bool:
    """Is it a choice of nothing? A number that is called by a word of its own (`0` of `Low`) is not."""
    return sent in NOTHING and (not sent.lstrip("-").isdigit() or _NONE.match(label) is not None)


def plainly(labels: Mapping[str, str], shown: Sequence[str]) -> bool:
    """Does a column show what a choice sends rather than what users choose from?"""
    said = set(shown)
    return bool(said) and said <= set(labels) and not said <= set(labels.values())


def nothing(labels: Mapping[str, str], pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The choice of nothing (`---`, `(none)`), which a column leaves empty or has a sign for: value -> that."""
    known = {label for value, label in labels.items() if value}
    return {
        sent: said for sent, said in pairs
        if said not in known and sent in labels and (not said or said in EMPTY)
        and (_is_none(sent, labels[sent]) or _NONE.match(labels[sent]))
        and all(other == said for value, other in pairs if value == sent)
    }  # fmt: skip
