"""Reads about something that was never opened, answered as of another: a mock's page then shows what such pages show.

A GraphQL query names the things it is about in its variables. Where the same query was recorded about another thing,
and its answer names that one in a key or a name, once, the answer is given with the one exchanged for the other,
wherever it stands as a word; so is an answer that was the same for all that were asked about. What else the thing has
nobody recorded; without an answer the whole page would fail. Words that are searched for, and lists of names, are left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.archive.canonical import RequestForm
from awe_author.archive.cursor import choose
from awe_author.archive.rules import same_moment
from awe_author.replay.answers import Prepared
from awe_author.replay.key_by_key import Asked, KeyByKey, said
from awe_author.replay.known_things import NAMES, KnownThings
from awe_author.replay.names import Way, leaves, with_names
from awe_author.replay.session import ReplaySession

RULE = "as of another"
MOST = 2
"""Names in which two questions differ."""
_SEARCHES = re.compile(r"(?i)(?:search|query|term|text|word|cursor|after|before|\Aq)\Z")


def of_another(
    form: RequestForm, url: str, body: bytes, purpose: str, keys: KeyByKey, session: ReplaySession
) -> Prepared | None:
    """The answer to a query that was never recorded about this thing; None where no other tells what it is like."""
    asked = None if form.writes else said(url, body)
    variables = variables_of(asked)
    if variables is None:
        return None
    others = [(one, _called(one, variables, session)) for one in keys.asked(form.operation)]
    known = [(one, names) for one, names in others if names]
    same = _always_same(known)
    near = known if same else [(one, names) for one, names in known if _is_about(one.answer, names, keys.things)]
    if not near:
        return None
    names = min((names for _, names in near), key=len)
    alike = {one.entry.seq: one for one, other in near if other == names}
    due: Asked = alike[choose([one.entry for one in alike.values()], session.cursor, session.archive, write=False).seq]
    session.cursor = session.cursor.given(due.entry)
    told = {**keys.things.keys(names), **names}
    return keys.like(due, keys.things.exchanged(due.answer, told), purpose)


def variables_of(asked: Any) -> dict[Way, Any] | None:
    """Way -> plain value of the variables of a GraphQL query."""
    body = asked.get("body") if isinstance(asked, dict) else None
    if not isinstance(body, dict) or not isinstance(body.get("variables"), dict):
        return None
    return dict(leaves(body["variables"]))


def _called(one: Asked, variables: Mapping[Way, Any], session: ReplaySession) -> dict[str, str] | None:
    """As `exchanged`, whatever moment the pages' clocks told where they asked."""
    told, now = variables_of(one.asked), session.present()
    clocks = {way for way, value in variables.items() if told is not None and isinstance(value, str)
              and isinstance(then := told.get(way), str) and same_moment(value, now, then, one.entry.time)}  # fmt: skip
    rest = {way: value for way, value in variables.items() if way not in clocks}
    return exchanged({way: value for way, value in told.items() if way not in clocks} if told else None, rest)


def _member(way: Way) -> str:
    """The last name on a way."""
    return next((step for step in reversed(way) if isinstance(step, str)), "")


def exchanged(told: Mapping[Way, Any] | None, asked: Mapping[Way, Any]) -> dict[str, str] | None:
    """Name in the recorded question -> name in this one, if they differ in nothing else."""
    if told is None or told.keys() != asked.keys():
        return None
    names: dict[str, str] = {}
    for way in (one for one in asked if asked[one] != told[one] or type(asked[one]) is not type(told[one])):
        old, new = told[way], asked[way]
        if not isinstance(old, str) or not isinstance(new, str) or not old or not new:
            return None
        if _SEARCHES.search(_member(way)) or _of_several(way, asked) or names.setdefault(old, new) != new:
            return None
    return names if 0 < len(names) <= MOST else None


def _of_several(way: Way, asked: Mapping[Way, Any]) -> bool:
    """Does it stand in a list beside others?"""
    places = [at for at, step in enumerate(way) if isinstance(step, int)]
    return any(other[:at] == way[:at] and other[at] != way[at] for at in places for other in asked if len(other) > at)


def _always_same(known: Sequence[tuple[Asked, Mapping[str, str]]]) -> bool:
    """Was every one that was asked about told the same?"""
    asked = {tuple(sorted(names)) for _, names in known}
    return len(asked) > 1 and all(one.answer == known[0][0].answer for one, _ in known)


def _is_about(answer: Any, names: Mapping[str, str], things: KnownThings) -> bool:
    """Does the answer name each in a key or a name, and is it no list of several that have it? Or has it a key that is
    known to be of what is called so?"""
    if not isinstance(answer, dict) or answer.get("errors"):
        return False
    plain = [(way, value) for way, value in leaves(answer) if isinstance(value, str) and NAMES.search(_member(way))]
    keys = things.keys(names)
    for name in names:
        at = [way for way, value in plain if value == name or with_names(value, {name: ""}) != value]
        at = at or [way for way, value in plain if value in keys]
        rows = {tuple(0 if isinstance(step, int) else step for step in way) for way in at}
        if not at or len(rows) < len(at):
            return False
    return True
