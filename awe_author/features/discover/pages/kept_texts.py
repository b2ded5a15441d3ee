"""Texts of an entity that nobody typed while recording: its own form has them in it.

A field of the form on an entity's page that the app filled with words says what is kept of it; users may type there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.posts import key_in

_WORDS = re.compile(r"[^\W\d_]{2,}.*\s.*[^\W\d_]{2,}", re.DOTALL)


def kept_texts(template: str, shown: Sequence[Shown]) -> frozenset[str]:
    """The fields with several words in them on pages of entities of this template, in which users type."""
    found: set[str] = set()
    for one in shown:
        for form in one.forms if key_in(one.page.url, template) else ():
            chosen = {*form.hidden, *form.options, *form.radios, *form.checks}
            found |= {name for name, value in form.fields.items() if name not in chosen and _WORDS.search(value)}
    return frozenset(found)
