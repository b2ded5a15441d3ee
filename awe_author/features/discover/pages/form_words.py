"""Words in hidden fields that say from which page a form was sent, and not what is done: `mode=preview` of a form that
was looked at before it was sent, beside `mode=text`.

Told by forms that are meant (they are led on): all that they send is called alike but for a field or two, each such
word stood in a hidden field of a page, and they led to addresses that are alike but for what the requests name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import unquote, urlsplit

from awe_author.features.discover.entities.targets import DELETES
from awe_author.features.discover.exchanges.calls import Call, says_what
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.forms import forms_of

FORMS = ("form", "multipart")
LEAST_FIELDS = 6
"""Members that such forms have in common."""
COMMON = 0.8
"""Share of all their members that they have in common."""
LONGEST = 40
"""Characters of a word that may say what is done."""


def without_form_words(calls: Sequence[Call]) -> list[Call]:
    """The calls; operations of forms without such words."""
    groups: dict[tuple[str, str, str, str], list[Call]] = {}
    for call in calls:
        for name in _words(call):
            groups.setdefault((call.verb, call.origin + call.path, name, _without(call.operation, name)), []).append(
                call
            )
    told: dict[int, set[str]] = {}
    for (_, _, name, _), mine in groups.items():
        if _means_nothing(name, mine, calls):
            for call in mine:
                told.setdefault(call.seq, set()).add(name)
    return [_renamed(call, told[call.seq]) if call.seq in told else call for call in calls]


def _words(call: Call) -> Iterator[str]:
    if call.kind in FORMS and isinstance(call.body, dict) and call.operation:
        for name, value in call.body.items():
            if (
                says_what(name)
                and name not in call.params
                and isinstance(value, str)
                and value
                and len(value) < LONGEST
            ):
                yield name


def _without(operation: str, name: str) -> str:
    return "&".join(pair for pair in operation.split("&") if not pair.startswith(f"{name}="))


def _renamed(call: Call, names: set[str]) -> Call:
    operation = call.operation
    for name in names:
        operation = _without(operation, name)
    return replace(call, operation=operation)


def _means_nothing(name: str, posts: Sequence[Call], calls: Sequence[Call]) -> bool:
    """Do the forms that are led on say several such words, and do alike?"""
    by_word: dict[str, list[Call]] = {}
    for call in posts:
        if 300 <= call.status < 400 and call.location:
            by_word.setdefault(call.body[name], []).append(call)
    words = {call.body[name] for call in posts}
    if len(by_word) < 2 or any(DELETES.search(word) for word in words):
        return False
    fields = [{*call.body} for mine in by_word.values() for call in mine]
    common = set[str].intersection(*fields)
    if len(common) < max(LEAST_FIELDS, COMMON * len(set[str].union(*fields))):
        return False
    led = [{_led(call) for call in mine} for mine in by_word.values()]
    return bool(set[str].intersection(*led)) and words <= _hidden(name, max(call.seq for call in posts), calls)


def _led(call: Call) -> str:
    """The path where a post led, with `*` for what its own address names."""
    own = {value for _, value in call.query} | {unquote(part) for part in call.path.split("/") if part}
    path = urlsplit(joined(call.origin + call.path, call.location)).path
    return "/".join("*" if unquote(part) in own and part not in call.path else part for part in path.split("/"))


def _hidden(name: str, until: int, calls: Sequence[Call]) -> set[str]:
    """What pages had in a hidden field of that name."""
    pages = (call for call in calls if call.html and call.seq < until and f'"{name}"' in call.html)
    forms = (form for page in pages for form in forms_of(parse(page.html), page.origin + page.path))
    return {form.fields[name] for form in forms if name in form.hidden and name in form.fields}
