"""Addresses of pages with lists, as patterns: which of their parameters say which page it is."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import quote, urlencode, urljoin, urlsplit

from awe_author.features.discover.common.names import looks_like_id, snake
from awe_author.features.discover.exchanges.calls import says_what
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.pages.posts import key_in
from awe_author.queries import parse_qsl

NAMING = ("title", "mbox", "view", "tab", "page_name")
"""Parameters that say which page it is."""
SEVERAL = 2
"""Entities on whose pages a list was seen that all of them have."""


def own_address(url: str, template: str, keys: Collection[str]) -> str:
    """The address of a page; of any entity where it is one's own, as where the answer to a post is the list."""
    own = template.partition("?")[0]
    return urljoin(url, own) if "*" in own and key_in(url.partition("?")[0], own) in keys else url


def of_any(url: str, template: str, others: Collection[str]) -> str:
    """The same where a parameter that says which page it is names the entity (`?mbox=inbox`), and pages of several have
    the list. `others`: the addresses at which it was seen."""
    name = snake(template.partition("=*")[0].rpartition("?")[2].rpartition("&")[2])
    keys = {key for other in others if (key := key_in(other, template)) is not None}
    if "=*" not in template or name not in NAMING or len(keys) < SEVERAL or key_in(url, template) is None:
        return url
    pairs = [(of, "*" if snake(of) == name else value) for of, value in parse_qsl(urlsplit(url).query)]
    return f"{url.partition('?')[0]}?{urlencode(pairs, safe='*')}"


def address_of(url: str, template: str = "") -> str:
    """The pattern of a page: its path, and of its parameters those that say which page it is; those as well that are
    in all addresses of its entities (`template`): `module=Leads`."""
    parts, own = urlsplit(url), set(parse_qsl(template.partition("?")[2]))
    path = quote(parts.path, safe="/*:%+@~,()'!$&;=-._")
    kept = []
    for name, value in parse_qsl(parts.query):
        bare = snake(name)
        if value == "*":
            kept.append(f"{quote(name)}=*")
        elif (name, value) in own and not looks_like_id(value):
            kept.append(f"{quote(name)}={quote(value, safe=':/')}")
        elif searches(name):
            kept.append(f"{quote(name)}=*")
        elif (says_what(name) or bare in NAMING) and not looks_like_id(value):
            kept.append(f"{quote(name)}={quote(value, safe=':/')}")
    return f"{parts.scheme}://{parts.netloc}{path}" + (f"?{'&'.join(kept)}" if kept else "")
