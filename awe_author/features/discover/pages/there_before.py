"""Posts about what no list shows, though it was there: a page of a wiki that was opened and then edited.

A post that leads to an address which no list had shown made something new, as a rule. It changed what was there where
the page at that address had been opened before, and the form that was sent had come with words in what it sends.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.posts import key_in

Role = tuple[Call, str, str]
"""(post, what it does, to which key)."""


def changed_instead(roles: Sequence[Role], template: str, shown: Sequence[Shown]) -> list[Role]:
    """The roles, "update" for those posts."""
    made: set[str] = set()
    found: list[Role] = []
    for call, role, key in roles:
        fresh = role == "create" and key not in made
        made.add(key)
        older = fresh and _opened(call, key, template, shown) and _filled(call, shown)
        found.append((call, "update" if older else role, key))
    return found


def _opened(call: Call, key: str, template: str, shown: Sequence[Shown]) -> bool:
    """Was the page at the address of the post itself, that of the entity, opened before?"""
    own = key_in(call.origin + call.path, template) == key and not urlsplit(template).query
    pages = (one for one in shown if one.page.seq <= call.seq)
    return own and any(one.page.url.partition("#")[0] == call.origin + call.path for one in pages)


def _filled(call: Call, shown: Sequence[Shown]) -> bool:
    """Had the form words in a field that users see, of those that the post sends?"""
    before = [one for one in shown if one.page.seq <= call.seq]
    for one in reversed(before):
        for form in one.forms:
            mine = [name for name in form.fields if isinstance(call.body, dict) and name in call.body]
            if form.action.partition("?")[0] == call.origin + call.path and len(mine) > 1:
                seen = [form.fields[name] for name in mine if name not in form.hidden and name not in form.options]
                return any(" " in value for value in seen)
    return False
