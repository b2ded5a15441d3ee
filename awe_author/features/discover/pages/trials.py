"""Posts that try out what a form would make: live previews, checks of what was typed so far. They change nothing.

A form that leads on (it is redirected) when it is meant, and is answered in place when it is only tried out, says which
it is by a member: the name of the button, `preview=1`, or the header of requests that scripts make. So posts to one
address are told apart by what only some of them carry, where their outcomes differ. One that tries something out sends
the whole form, and what was typed is in the answer or is sent again by a form that is meant. What is answered in place
and shown by what is read before the form is sent again, did change something, and is none; nor is what is answered with
a page without the form: that asks whether to do it. Scripts may also send the fields of a form to an address of their
own, to try it out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from urllib.parse import unquote

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.entities.targets import DELETES
from awe_author.features.discover.exchanges.calls import Call, Raw, says_what
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.forms import forms_of
from awe_author.features.discover.pages.refused import shown_again
from awe_author.features.discover.pages.script_answers import draws_again, script_texts
from awe_author.features.dom.rendering import is_whole

FORMS = ("form", "multipart")
OF_SCRIPTS = ("precognition", "x-requested-with")
"""Headers of requests that only scripts make."""
TOLD = 5
"""Characters of a value that is hardly shown by chance."""
LACKING = 0.2
"""Share of the members of a form that is meant, or of its values, by which one that is tried out may differ."""
LEAST_FIELDS = 4
"""Members that a form has in common with what tries it out at another address."""
MOST_PAGES = 20
"""Pages that are searched for the fields of forms."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One post that tried something out."""

    call: Call
    test: str
    """The condition by which such a request is told from one that is meant."""
    script: str = ""
    """The script that answers it, where that draws the form again."""


def trials_of(calls: Sequence[Call], raws: Sequence[Raw]) -> list[Trial]:
    """All posts that change nothing, though others to their address do."""
    posts = [call for call in calls if call.kind in FORMS and isinstance(call.body, dict) and not logs_in(call)]
    groups: dict[tuple[str, str], list[Call]] = {}
    for call in posts:
        groups.setdefault(_address(call), []).append(call)
    found: list[Trial] = []
    for group in groups.values():
        meant = [call for call in group if 300 <= call.status < 400 and call.location]
        tried = [call for call in group if call.status < 300]
        if meant and tried:
            found += _told_apart(tried, meant, calls, raws)
    return [*found, *_elsewhere(groups, calls, raws)]


def _elsewhere(
    groups: Mapping[tuple[str, str], Sequence[Call]], calls: Sequence[Call], raws: Sequence[Raw]
) -> Iterator[Trial]:
    """Posts of scripts to an address of their own that send the fields of a form which users send to another one: who
    will be told of a reply, a preview of it."""
    sent = {raw.seq: {name.lower(): value for name, value in raw.request_headers} for raw in raws}
    scripts, every = script_texts(raws), [call for group in groups.values() for call in group]
    meant = [call for call in every if 300 <= call.status < 400 and call.location]
    for group in groups.values():
        by_scripts = all(
            call.status == 200 and _of_script(sent.get(call.seq, {})) and _in_part(call, scripts.get(call.seq, ""))
            for call in group
        )
        forms = [other for other in meant if all(_same_fields(call, other) for call in group)] if by_scripts else []
        typed = {value for other in forms for value in other.body.values() if isinstance(value, str)}
        if forms and not any(_deletes(call, forms) or _kept(call, forms, calls, typed) for call in group):
            yield from (Trial(call, "true", scripts.get(call.seq, "")) for call in group)


def _in_part(call: Call, script: str) -> bool:
    """Is a post answered with a part of a page, or a script that draws its form again?"""
    return bool(call.html and not is_whole(call.html)) or bool(script and draws_again(call, script))


def _of_script(headers: Mapping[str, str]) -> bool:
    by_fetch = headers.get("sec-fetch-mode") in ("cors", "same-origin") or headers.get("sec-fetch-dest") == "empty"
    return by_fetch or any(name in headers for name in OF_SCRIPTS)


def _same_fields(call: Call, other: Call) -> bool:
    """Has a form of another address nearly all that a post sends?"""
    common = call.body.keys() & other.body.keys()
    return other.origin == call.origin and len(common) >= max(LEAST_FIELDS, (1 - LACKING) * len(call.body))


def _address(call: Call) -> tuple[str, str]:
    return call.verb, call.origin + "/".join(
        "*" if looks_like_id(unquote(part)) else part for part in call.path.split("/")
    )


def _told_apart(
    tried: Sequence[Call], meant: Sequence[Call], calls: Sequence[Call], raws: Sequence[Raw]
) -> list[Trial]:
    is_field = _fields_before(tried[0].seq, calls)
    sent = {raw.seq: {name.lower() for name, _ in raw.request_headers} for raw in raws}
    found = []
    for call in tried:
        alike = [other for other in meant if other.operation == call.operation] or meant
        common = set[str].intersection(*(set(other.body) for other in alike))
        if len(common - call.body.keys()) > max(1, LACKING * len(common)):
            continue
        again = not is_whole(call.html) or shown_again(call) is not None  # else it asks whether to do it
        if alike is meant and alike[0].operation != call.operation:
            test = _said(call) if _echoed(call) and call.body.keys() == alike[0].body.keys() else ""
        else:
            test = next(_tests(call, alike, common, is_field), "") or _by_header(call, alike, sent)
            test = test if _echoed(call) or any(_meant_then(call, other) for other in alike) else ""
        if test and again and not _deletes(call, alike) and not _kept(call, alike, calls):
            found.append(Trial(call, test))
    return found


def _echoed(call: Call) -> bool:
    """Does the answer show something that was typed?"""
    return any(
        isinstance(value, str) and len(value.strip()) >= TOLD and not looks_like_id(value) and _shows(call, value)
        for name, value in call.body.items() if not says_what(name)
    )  # fmt: skip


def _meant_then(call: Call, other: Call) -> bool:
    """Is a form that is meant sent afterwards with hardly another value?"""
    equal = sum(1 for name, value in call.body.items() if other.body.get(name) == value)
    return other.seq > call.seq and other.path == call.path and equal + max(1, LACKING * equal) >= len(call.body)


def _said(call: Call) -> str:
    """The condition by the operation that the request names."""
    name, _, value = call.operation.partition("&")[0].partition("=")
    return f"{'query' if name in call.params else 'body'}.get({text(name)}, '') == {text(value)}" if name else ""


def _deletes(call: Call, meant: Sequence[Call]) -> bool:
    """Does its address, or a member that only this one has, say that something goes?"""
    every = {name for other in meant for name in other.body}
    if DELETES.search(f"{call.path} {call.operation}"):
        return True
    return any(DELETES.search(f"{name}={value}") for name, value in call.body.items() if name not in every)


def _tests(call: Call, meant: Sequence[Call], common: set[str], is_field: Callable[[str], bool]) -> Iterator[str]:
    """Conditions that only this one meets, by the members that it has or lacks; fields that a user fills are none.
    `common`: the members of all that are meant."""
    every = {name for other in meant for name in other.body}
    for name in call.body:
        if name not in every and not is_field(name):
            yield f"{text(name)} in body"
    for name in sorted(common - call.body.keys()):
        if not is_field(name):
            yield f"!({text(name)} in body)"


def _by_header(call: Call, meant: Sequence[Call], sent: dict[int, set[str]]) -> str:
    mine = sent.get(call.seq, set())
    only = [name for name in OF_SCRIPTS if name in mine and not any(name in sent[other.seq] for other in meant)]
    return f"{text(only[0])} in headers" if only else ""


def _fields_before(seq: int, calls: Sequence[Call]) -> Callable[[str], bool]:
    """Does a page that was loaded before have a field (no button) of a form that is posted with this name?"""
    pages = [call for call in calls if call.html and not call.mutation and call.seq < seq][-MOST_PAGES:]

    @cache
    def fields(at: int) -> frozenset[str]:
        forms = forms_of(parse(pages[at].html), pages[at].origin + pages[at].path)
        return frozenset(
            name for form in forms if form.method != "GET" for name in {*form.fields, *form.checks, *form.several}
        )

    return lambda name: any(name in page.html and name in fields(at) for at, page in enumerate(pages))


def _kept(call: Call, meant: Sequence[Call], calls: Sequence[Call], typed: Collection[str] = ()) -> bool:
    """Is something of it, that no answer showed before, shown by what is read before a form is sent that is meant?
    `typed`: what these forms sent, which is shown because of them."""
    until = min((other.seq for other in meant if other.seq > call.seq), default=1 << 62)
    reads = [other for other in calls if not other.mutation and other.seq < until]
    later = [other for other in reads if other.seq > call.seq]
    values = [value for value in call.body.values() if isinstance(value, str) and len(value.strip()) >= TOLD]
    values = [value for value in values if value not in typed]
    fresh = [value for value in values if not any(_shows(one, value) for one in reads if one.seq < call.seq)]
    return any(_shows(one, value) for value in fresh for one in later)


def _shows(call: Call, value: str) -> bool:
    if call.html:
        return value in call.html or escape(value) in call.html
    return value in str(call.answer)
