"""Pages that let users change an entity, and those that only show it, by a field: a firm of one's own has a form with
`Save`, those of others have none.

Told by the pages of one address: which values of a column that no form sends have a form with buttons, and which have
none, where no value has both. A page of the one sort stands for no page of the other.
"""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.pages.about_pages import About, AboutPage, usual
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind
from awe_author.features.discover.pages.posts import starred

LEAST = 3
"""Entities of each sort."""
MOST = 6
"""Values that the field has, and for each two entities at least."""


def by_forms(one: PageKind, part: Entities, about: About) -> list[About]:
    """The pages of one address, apart by whether the entity may be changed there."""
    posts = {operation.endpoint.path for operation in one.operations if operation.role == "update"}
    sorts: tuple[list[AboutPage], list[AboutPage]] = ([], [])
    for page in about.pages:
        sorts[_writable(one, page, posts)].append(page)
    if not about.there or any(len({key for _, key, _ in pages}) < LEAST for pages in sorts):
        return [about]
    apart = {*part.written, part.kind.key, LISTED_ON}
    names = [name for name in part.fields() if name not in apart and usual(part, name)]
    keys = {key for _, key, _ in about.pages}
    for name in names:
        read, written = ({values.get(name, "") for _, _, values in pages} for pages in sorts)
        if read & written or not all(read | written) or len(read | written) > min(MOST, len(keys) // 2):
            continue
        own = f"string(state.{part.kind.name}[segments[0]].get({text(name)}, ''))"
        test = f"{own} in [{', '.join(map(text, sorted(read)))}]"
        return [
            replace(about, pages=sorts[1], tests=[*about.tests, f"!({test})"]),
            replace(about, pages=sorts[0], tests=[*about.tests, test]),
        ]
    return [about]


def _writable(one: PageKind, page: AboutPage, posts: set[str]) -> bool:
    """Has a page a form with a button that changes its entity?"""
    shown, key, _ = page
    return any(form.buttons and starred(urlsplit(form.action).path, key, one.template) in posts for form in shown.forms)
