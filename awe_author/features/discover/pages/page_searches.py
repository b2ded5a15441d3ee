"""What a search on pages looks into, told from all looks at a list that was searched.

Where no known field has the words that were found (a text that only the entity's own page shows), the search looks into
the fields that are known, and finds again what the recording found by the same words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.markup.wording import KEY, SPACED, squeezed
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind

if TYPE_CHECKING:
    from awe_author.features.discover.pages.page_lists import Look

NAMED = ("title", "subject", "name")
"""Fields that a search looks into whether or not a form sends them."""
Hits = dict[str, tuple[str, ...]]
"""What was searched for -> keys of what was found."""


def finds(said: str, fields: Sequence[str], values: Mapping[str, str]) -> bool:
    """Are all words of what is searched for in the fields of an entity, or in its key?"""
    whole = " ".join(values.get(name, "") for name in [*fields, KEY, SPACED]).lower()
    return all(word in whole for word in said.lower().split())


def search_of(one: PageKind, part: Entities, looks: Sequence[Look]) -> tuple[str, list[str], Hits]:
    """(parameter, fields that it looks into: the words are in all rows that were shown; those that were found by what
    is not known of them)."""
    name = next((name for look in looks for name in look.asked if searches(name)), "")
    asking = [look for look in looks if look.asked.get(name)]
    if not name:
        return "", [], {}
    chosen = {one.sent[sent] for sent in one.labels if sent in one.sent}
    sent = [field_name for field_name in dict.fromkeys(one.sent.values()) if field_name in part.fields()]
    named = [field_name for field_name in NAMED if field_name in part.fields() and field_name not in sent]
    texts = [of for of in sent if of not in chosen and of not in one.formats and not _digits(part, of)]
    plain = [field_name for field_name in part.fields() if field_name not in (KEY, LISTED_ON)]
    for fields in ([*texts, *named], [*sent, *named], plain):
        if all(finds(look.asked[name], fields, look.there.get(key, {})) for look in asking for key in look.keys):
            return name, fields, {}
    said = [(look.asked[name], squeezed(row.tag.get_text(" ")).lower()) for look in asking for row in look.rows.rows
            if row.tag is not None]  # fmt: skip
    if all(any(word in shown for word in words.lower().split()) for words, shown in said):
        return name, [*sent, *named], {}
    hits = _hits(name, [*texts, *named], asking)
    return (name, [*texts, *named], hits) if hits else ("", [], {})


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
