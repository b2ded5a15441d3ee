"""Choices of nothing that leave a field as it is, and say what that is: `<option value="">new (Unchanged)</option>`
beside one for each value.

Told when what such a choice is called is always what another choice is called, with the same words before or behind
it, and that differs from form to form. Forms are read as if they had what is, then, and posts that send nothing say
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from awe_author.features.discover.markup.forms import Form

_KEEPS = re.compile(r"unchanged|no change|keep|current|as is", re.IGNORECASE)
"""Words by which one form alone tells it."""
Around = tuple[str, str]
"""What stands before and behind the value."""


def kept_choices(forms: Iterable[Form]) -> dict[str, Around]:
    """Field -> the words around its value, for all fields with such a choice; the forms have what is in them, then."""
    found: dict[str, list[tuple[Form, list[tuple[str, str, str]]]]] = {}
    for form in forms:
        for name, options in form.options.items():
            said = options.get("", "")
            if said and form.fields.get(name) == "":
                ways = [(*_around(label, said), value) for value, label in options.items() if value and label in said]
                found.setdefault(name, []).append((form, ways))
    kept: dict[str, Around] = {}
    for name, looks in found.items():
        shared = set.intersection(*({way[:2] for way in ways} for _, ways in looks))
        around = next(
            (one for one in sorted(shared, key=lambda one: (-len("".join(one)), one)) if one != ("", "")), None
        )
        labels = {form.options[name][""] for form, _ in looks}
        if around is None or not (len(labels) > 1 or _KEEPS.search("".join(around))):
            continue
        kept[name] = around
        for form, ways in looks:
            form.fields[name] = next(value for *words, value in ways if tuple(words) == around)
            form.options[name] = {value: label for value, label in form.options[name].items() if value}
    return kept


def _around(label: str, said: str) -> Around:
    before, _, behind = said.partition(label)
    return before, behind


def without_kept(body: Any, kept: Mapping[str, Around]) -> Any:
    """What a post says, without what it leaves as it is."""
    if not isinstance(body, dict) or not any(body.get(name) == "" for name in kept):
        return body
    return {name: value for name, value in body.items() if not (name in kept and value == "")}
