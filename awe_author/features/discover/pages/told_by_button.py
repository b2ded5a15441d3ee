"""Which button of a form was pressed: posts that change an entity and posts that delete it go to one address with the
same key, and differ by the button's own name (`delete=1`, `update=Save`), by its value (`button=Delete`), by what was
chosen (`status=deleted`), by a text that is left empty (`left_nothing`), or by the fields that only a change has. Posts
to one address that make something, and others that change what a field of theirs names, differ by that field; so do
different forms that change the same thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.targets import DELETES
from awe_author.features.discover.pages.left_nothing import empty
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.posts import parameter_of

Body = Mapping[str, Any]
LONG = 6
"""Characters of a number or token that says another thing in each request."""


def told_by_button(one: PageKind, operation: Operation) -> list[str]:
    """The conditions that a post is of this operation and not of another one at the same address; none where it is the
    only one, or nothing tells them apart."""
    found: list[str] = []
    mine = _bodies(one, operation)
    for other in one.operations:
        if other is not operation and _same(operation, other) and (name := _only_mine(mine, _bodies(one, other))):
            found += [test] if (test := f"{text(name)} in body") not in found else []
        if other is operation or not _alike(operation, other):
            continue
        if (operation.role, other.role) == ("create", "update") and (name := _names_none(mine, other)):
            found.append(f"body.get({text(name)}, '') == ''")
        if "delete" not in (operation.role, other.role):
            continue
        theirs = _bodies(one, other)
        if not mine or not theirs:
            continue
        deleted = operation.role == "delete"
        said, deletes = _test(mine, theirs, one) if deleted else _test(theirs, mine, one)
        test = said if deletes == deleted else f"!({said})"
        if said and test not in found:
            found.append(test)
    return found


def _same(one: Operation, other: Operation) -> bool:
    """Are they different forms of one address, which do the same sort of thing?"""
    several = one.several or other.several
    return one.role == other.role and str(one.endpoint) == str(other.endpoint) and not several


def _only_mine(mine: Sequence[Body], theirs: Sequence[Body]) -> str:
    """A field that all posts of one form have, and none of another one; "" without one."""
    always = set.intersection(*({*body} for body in mine)) if mine and theirs else set()
    return min(always - {name for body in theirs for name in body}, default="")


def _alike(one: Operation, other: Operation) -> bool:
    """Are they of one address, one told by what the other is told by?"""
    if one.role == other.role or one.several or other.several or one.endpoint.origin != other.endpoint.origin:
        return False
    first, second = one.calls[0], other.calls[0]
    if "*" in str(one.endpoint) and str(one.endpoint) == str(other.endpoint):  # of two entities
        return True
    return (first.path, first.method, first.verb, first.operation) == (
        second.path, second.method, second.verb, second.operation,
    )  # fmt: skip


def _names_none(making: Sequence[Body], change: Operation) -> str:
    """The field in which a change names its entity, and what makes something has nothing; "" without one."""
    where = change.key_at
    name = str(where.way[0]) if where is not None and where.part == "body" else ""
    return name if name and making and not any(body.get(name) for body in making) else ""


def _bodies(one: PageKind, operation: Operation) -> list[Body]:
    found = [one.bodies.get(call.seq) for call in operation.calls]
    return [body for body in found if isinstance(body, dict)] if all(isinstance(body, dict) for body in found) else []


def _test(deleting: Sequence[Body], changing: Sequence[Body], one: PageKind) -> tuple[str, bool]:
    """A condition that tells the posts apart, "" where none does; and whether those that meet it delete."""
    always = set.intersection(*(set(body) for body in deleting))
    own = sorted(always - {name for body in changing for name in body} - one.sent.keys())
    own.sort(key=lambda name: not DELETES.search(name.lower()))
    if own:
        return f"{text(own[0])} in body", True
    for name in sorted(always & one.sent.keys()):
        emptied = all(empty(body[name]) for body in deleting)
        if emptied and not any(empty(body.get(name)) for body in changing):
            return f"string(body.get({text(name)}, '')).trim() == ''", True
    for name in sorted(always - one.sent.keys() - {parameter_of(one.template)}):
        values = {str(body[name]) for body in deleting}
        chance = any(len(value) >= LONG and looks_like_id(value) for value in values)
        if len(values) == 1 and not chance and not values & {str(body.get(name, "")) for body in changing}:
            return f"body.get({text(name)}, '') == {text(values.pop())}", True
    for name in sorted(always & one.labels.keys()):
        values = {str(body[name]) for body in deleting}
        said = " ".join([*values, *(one.labels[name].get(value, "") for value in values)])
        chosen = len(values) == 1 and DELETES.search(said) is not None
        if chosen and not values & {str(body.get(name, "")) for body in changing}:
            return f"body.get({text(name)}, '') == {text(values.pop())}", True
    lacking = set.intersection(*(set(body) for body in changing)) - {name for body in deleting for name in body}
    return (f"{text(min(lacking))} in body" if lacking else ""), False
