"""What posts name beside what they are about.

Links that narrow a list (`/boats/7/trips?sort_id=2` in a table of how many there are of each sort) name no entity that
posts are about, though forms send it as well; and a post below an entity that makes one of another list is about that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from urllib.parse import urlsplit

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.addresses import addresses, joined
from awe_author.features.discover.pages.pages import Shown
from awe_author.queries import parse_qsl


def narrowing_links(
    templates: Mapping[str, Collection[str]], shown: Sequence[Shown], posts: Sequence[Call]
) -> set[str]:
    """Those of the templates (template -> keys) with the key in a parameter whose address, without it, is a list of
    rows that have theirs in the path: pages there show such rows, and a post to it led to the page of one."""
    leads: dict[str, set[str]] = {}
    for call in posts:
        to = addresses(joined(call.origin + call.path, call.location), call.origin) if call.location else ()
        made = {one.template for one in to if _in_path(one.template) and looks_like_id(one.key)}
        leads.setdefault(call.path, set()).update(made)
    listed: dict[str, set[str]] = {}
    for one in shown:
        path = urlsplit(one.page.url).path
        listed.setdefault(path, set()).update(rows.template for rows in one.lists)
    found = set[str]()
    for template in templates:
        path, _, query = template.partition("?")
        if query.endswith("=*") and leads.get(path, set()) & listed.get(path, set()):
            found.add(template)
    return found


def without_parents(
    template: str, roles: Sequence[tuple[Call, str, str]], made: Mapping[int, Collection[str]]
) -> list[tuple[Call, str, str]]:
    """(post, role, key) without changes of what a post only goes below: `POST /boats/7/trips` makes a trip, and so does
    what is opened at `?boat=7&trip=*` then. `made`: number of a post -> the templates of lists in which it makes a
    row."""
    return [
        (call, role, key) for call, role, key in roles
        if role != "update" or not any(_below(call, key, template, one) for one in made.get(call.seq, ()))
    ]  # fmt: skip


def _below(call: Call, key: str, template: str, other: str) -> bool:
    """Is a post that makes a row of another list below the entity that it names?"""
    if _in_path(other):
        return other != template and call.path.startswith(template.replace("*", key) + "/")
    star = next((name for name, value in parse_qsl(template.partition("?")[2]) if value == "*"), "")
    return bool(star) and dict(parse_qsl(other.partition("?")[2])).get(star) == key


def making(tried: Iterable[tuple[str, object, Sequence[tuple[Call, str, str]]]]) -> dict[int, set[str]]:
    """Number of a post -> the templates, with keys that are no words, of lists where it makes a row."""
    made: dict[int, set[str]] = {}
    for template, _, roles in tried:
        for call, role, key in roles:
            if role == "create" and looks_like_id(key):
                made.setdefault(call.seq, set()).add(template)
    return made


def _in_path(template: str) -> bool:
    return "*" in template.partition("?")[0]
