"""Fields of entities as JSON in documents tells them, for pages that show the same ones: which there are, and which of
them are numbers, that pages and forms have as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from awe_author.features.discover.common.keys import literal_text
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.markup.told_columns import NOTHING

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})\Z")


def plain_fields(kind: Kind | None) -> set[str]:
    """Names of the fields that a page may show as they are."""
    return {name for name, values in _values(kind).items() if all(isinstance(one, str | int) for one in values)}


def number_fields(kind: Kind | None) -> set[str]:
    """Names of those that are numbers; the key among them."""
    return {name for name, values in _values(kind).items() if all(isinstance(one, int) for one in values)}


def _values(kind: Kind | None) -> dict[str, list[Any]]:
    """Field -> its values; without those that are yes or no somewhere, or never anything."""
    found: dict[str, list[Any]] = {}
    for one in kind.sightings() if kind is not None else ():
        for name, value in one.value.items():
            if value is not None:
                found.setdefault(name, []).append(value)
    return {name: values for name, values in found.items() if not any(isinstance(one, bool) for one in values)}


def records_of(kind: Kind | None, of: str, labels: Mapping[str, str]) -> dict[str, dict[str, Any]] | None:
    """What a choice sends -> the record that the JSON has in a field for it, where records have what is sent in one
    member and what users choose from in another; None for a field that has no records, nothing for other records."""
    every = [one.value[of] for one in kind.sightings() if of in one.value] if kind is not None else []
    records = [value for value in every if isinstance(value, dict)]
    if not records:
        return None
    words = {value: label for value, label in labels.items() if value}
    for key in records[0]:
        for name in records[0]:
            told = all(str(one.get(key, "")) in words and words[str(one[key])] == one.get(name) for one in records)
            if told and name != key:
                known = {str(one[key]): one for one in records}
                like, number = records[0], isinstance(records[0][key], int)
                made = {
                    value: {**like, key: int(value) if number else value, name: label}
                    for value, label in words.items() if len(like) == 2 and (value.isdigit() or not number)
                }  # fmt: skip
                return {**made, **known}
    return {}


def choice_records(
    kind: Kind | None, sent: dict[str, str], labels: Mapping[str, Mapping[str, str]]
) -> dict[str, dict[str, dict[str, Any]]]:
    """Form field -> what it sends -> the record. Fields of which that cannot be told leave `sent`: forms leave them."""
    found = {}
    for name, of in [*sent.items()]:
        records = records_of(kind, of, labels.get(name, {}))
        if records:
            found[name] = records
        elif records is not None:
            del sent[name]
    return found


def as_nothing(kind: Kind | None, of: str, labels: Mapping[str, str]) -> dict[str, str]:
    """The choices of nothing (`---`) whose words the JSON never has in a field, while it has the empty text there:
    value -> that."""
    shown = {str(one.value[of]) for one in kind.sightings() if of in one.value} if kind is not None else set()
    return {value: "" for value, label in labels.items() if value in NOTHING and "" in shown and label not in shown}


def record_text(own: str, records: Mapping[str, Mapping[str, Any]]) -> str:
    """The expression of the record for what a choice sends, null for a choice of nothing."""
    plain = {
        value: {name: one for name, one in record.items() if not isinstance(one, dict | list)}
        for value, record in records.items()
    }
    return f"dyn({literal_text(plain)}).get({own}, null)"


def as_numbers(values: Mapping[str, Any], numbers: Iterable[str]) -> dict[str, Any]:
    """The same, with these fields as numbers where they are written as such."""
    asked = {*numbers}
    return {
        name: int(value) if name in asked and isinstance(value, str) and _NUMBER.match(value) else value
        for name, value in values.items()
    }


def number_text(own: str) -> str:
    """The expression of a text that may be a number, as what it is."""
    return f"({own}.matches('^-?(0|[1-9][0-9]{{0,14}})$') ? dyn(int({own})) : dyn({own}))"
