"""Fields of forms that say something of the write and not of the entity: what was changed, and why.

Told by forms that were opened after a write that sent something there: they have in it neither that nor what there was
before. Forms of others have in such a field what the recorded ones had.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.filled import first_looks
from awe_author.features.discover.pages.page_operations import keys_of
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import starred

Sighted = tuple[Call, dict[str, Any]]


def write_notes(
    made: PageKind, shown: Sequence[Shown], roles: Sequence[tuple[Call, str, str]], sighted: Sequence[Sighted]
) -> set[str]:
    """The fields of a kind that are such. `roles`: (post, what it does, to which key); `sighted`: all that was seen of
    its entities."""
    posted = {starred(call.path, key, made.template) for call, role, key in roles if role == "update"}
    first = {id(one) for one in first_looks([(one, "", {}) for one in shown])}
    apart = made.checks | made.radios | made.labels.keys() | made.chosen.keys()
    told: dict[str, list[bool]] = {}
    for one in shown:
        for key in keys_of(one, made.template, posted) if id(one) in first else ():
            for form in one.forms:
                for name in form.fields.keys() & made.sent.keys() - apart:
                    was = _sent(name, key, one.page.seq, roles)
                    if was and squeezed(was[-1]):
                        of = made.sent[name]
                        known = {squeezed(str(value[of] or "")) for call, value in sighted
                                 if value["id"] == key and of in value and call.seq < one.page.seq - 1}  # fmt: skip
                        own = squeezed(form.fields[name])
                        told.setdefault(of, []).append(own not in {*map(squeezed, was), *known})
    return {of for of, others in told.items() if all(others)}


def _sent(name: str, key: str, seq: int, roles: Sequence[tuple[Call, str, str]]) -> list[str]:
    """What writes about an entity sent in a field by then."""
    calls = [call for call, role, of in roles if of == key and role != "delete" and call.seq < seq]
    calls.sort(key=lambda call: call.seq)
    return [str(call.body.get(name) or "") for call in calls if isinstance(call.body, dict)]
