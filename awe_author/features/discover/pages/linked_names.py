"""Links in notices that are called as what they lead to: `Added <a href="/goods/8/edit">Oats</a>`.

A short word that one value alone says may be there by chance; in a link to the very entity that is what it is called.
"""

from __future__ import annotations

from collections.abc import Mapping

from bs4 import Tag

from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.wording import KEY, Part, Wording, squeezed
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.posts import key_among


def linked_name(one: PageKind, tag: Tag, url: str, said: str, values: Mapping[str, str]) -> Wording | None:
    """The field that a link to the entity says, of those that forms send. `url`: of the page with the link."""
    href = str(tag.get("href") or "") if tag.name == "a" else ""
    if not href or key_among(joined(url, href), one.template) != values.get(KEY):
        return None
    called = squeezed(said)
    fits = (name for name in one.sent.values() if called and squeezed(values.get(name, "")) == called)
    return next((Wording((Part(field=name),)) for name in fits), None)
