"""What a search on pages looks into, told from all looks at a list that was searched.

Where no known field has the words that were found (a text that only the entity's own page shows), the search looks into
the fields that are known, and finds again what the recording found by the same words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.lists.roles import SEARCHES, searches
from awe_author.features.discover.markup.wording import KEY, SPACED, squeezed
from awe_author.features.discover.pages.page_filters import alike
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind

if TYPE_CHECKING:
    from awe_author.features.discover.pages.page_lists import Look

NAMED = ("title", "subject", "name")
"""Fields that a search looks into whether or not a form sends them."""
LONGEST = 7
"""Digits of a number of entities."""
Hits = dict[str, tuple[str, ...]]
"""What was searched for -> keys of what was found."""


def finds(said: str, fields: Sequence[str], values: Mapping[str, str]) -> bool:
    """Are all words of what is searched for in the fields of an entity, or in its key?"""
    whole = " ".join(values.get(name, "") for name in [*fields, KEY, SPACED]).lower()
    return all(word in whole for word in said.lower().split())


def search_of(one: PageKind, part: Entities, looks: Sequence[Look]) -> tuple[str, list[str], Hits]:
    """(parameter, fields that it looks into: the words are in all rows that were shown; those that were found by what
    is not known of them)."""
    name = search_param(looks, part.fields())
    asking = [look for look in looks if look.asked.get(name)]
    if not name and not _is_own(one, looks):
        return "", [], {}
    chosen = {one.sent[sent] for sent in one.labels if sent in one.sent}
    sent = [field_name for field_name in dict.fromkeys(one.sent.values()) if field_name in part.fields()]
    named = [field_name for field_name in NAMED if field_name in part.fields() and field_name not in sent]
    texts = [of for of in sent if of not in chosen and of not in one.formats and not _digits(part, of)]
    if not name:
        return one.searched_by, [*texts, *named], {}
    plain = [field_name for field_name in part.fields() if field_name not in (KEY, LISTED_ON)]
    for fields in ([*texts, *named], [*sent, *named], plain):
        if _all_found(name, fields, asking):
            return name, _narrowed(name, fields, asking), {}
    said = [(look.asked[name], squeezed(row.tag.get_text(" ")).lower()) for look in asking for row in look.rows.rows
            if row.tag is not None]  # fmt: skip
    if all(any(word in shown for word in words.lower().split()) for words, shown in said):
        return name, [*sent, *named], {}
    hits = _hits(name, [*texts, *named], asking)
    return (name, [*texts, *named], hits) if hits else ("", [], {})


def _is_own(one: PageKind, looks: Sequence[Look]) -> bool:
    """May the list of all of a kind be searched as those of other kinds were? One that shows some has its own rule."""
    if not one.searched_by or any({*look.there} - {*look.keys} for look in looks):
        return False
    path = urlsplit(looks[0].page.url).path
    return one.template.partition("?")[0].partition("*")[0].rstrip("/") == path.rstrip("/")


def search_param(looks: Sequence[Look], fields: Sequence[str]) -> str:
    """The parameter with words to look for: by its name, else a text field of the page's form that is called so among
    other words, of which none is one of the `fields`."""
    sure = next((name for look in looks for name in look.asked if searches(name)), "")
    asked = dict.fromkeys(name for look in looks for name, value in look.asked.items() if value)
    forms = [form for look in looks for form in look.shown.forms if form.method == "GET"]
    typed = {name for form in forms for name in form.fields if name not in form.hidden | {*form.options, *form.checks}}
    called = [name for name in asked if name in typed and SEARCHES.search(snake(name))]
    return sure or next((name for name in called if not any(alike(name, of) for of in fields)), "")


def _all_found(name: str, fields: Sequence[str], asking: Sequence[Look]) -> bool:
    return all(finds(look.asked[name], fields, look.there.get(key, {})) for look in asking for key in look.keys)


def _narrowed(name: str, fields: list[str], asking: Sequence[Look]) -> list[str]:
    """The fields without one or two, where else more would be found than was shown; all of them where that does not
    help."""
    tries = [
        fields,
        *([*left] for size in (1, 2) if size < len(fields) for left in combinations(fields, len(fields) - size)),
    ]
    fitting = (left for left in tries if left and _all_found(name, left, asking) and _no_more(name, left, asking))
    return next(fitting, fields)


def _no_more(name: str, fields: Sequence[str], asking: Sequence[Look]) -> bool:
    """Is all that has the words in these fields shown? Where a list goes on on further pages, one of the numbers on the
    page says how many have them."""
    for look in asking:
        found = [key for key, values in look.there.items() if finds(look.asked[name], fields, values)]
        others = any(look.asked[one] for one in look.asked if one != name)
        if not others and {*found} - {*look.keys} and (look.whole or len(found) not in _numbers(look)):
            return False
    return True


def _numbers(look: Look) -> set[int]:
    """The numbers on a page, outside of the rows."""
    inside = " ".join(squeezed(row.tag.get_text(" ")) for row in look.rows.rows if row.tag is not None)
    every = Counter(re.findall(r"\d+", look.shown.document.get_text(" ")))
    return {int(one) for one in every - Counter(re.findall(r"\d+", inside)) if len(one) < LONGEST}


def _hits(name: str, fields: Sequence[str], asking: Sequence[Look]) -> Hits:
    """Words that were searched for -> what was found that does not have them in these fields; nothing where not all
    that has them was shown, or nothing was left out."""
    found: Hits = {}
    for look in asking:
        said = look.asked[name]
        known = {key for key, values in look.there.items() if finds(said, fields, values)}
        if known - {*look.keys} or not look.there.keys() - {*look.keys}:
            return {}
        found[said.lower()] = tuple(key for key in look.keys if key not in known)
    return {said: keys for said, keys in found.items() if keys}


def _digits(part: Entities, of: str) -> bool:
    return all(str(value).isdigit() for value in part.values(of) if value not in (None, ""))
