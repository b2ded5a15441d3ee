"""What the rows on pages of something are in: a field of the form beside them, with which more are made.

    POST /lists/4/crane/  title=Paint the rails  list=4        /lists/4/crane/ and /lists/4/crane/done/ show what has 4

Users do not see the field, or may choose another one where an entity is changed. The rows of all lists on such pages
get it. Believed when the address of each post that makes a row has the key in it that the field says, those of two
things at least, and nothing that was sent of an entity contradicts what its list says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import WORDS, Address, addresses, below_words
from awe_author.features.discover.markup.documents import SLUG, Rows

if TYPE_CHECKING:
    from awe_author.features.discover.entities.entities import Entities
    from awe_author.features.discover.pages.pages import PageKind, Shown

LEAST = 2
"""Things in which rows were made."""
Lists = Sequence[tuple[Page, Rows]]
Written = tuple[Call, str, str]
"""(post, role, key)."""


@dataclass(frozen=True, slots=True)
class Holder:
    """What the rows of a kind are in."""

    sent: str
    """The form field that says it."""
    template: str
    """Of the addresses of the pages."""
    paths: Mapping[int, str] = field(default_factory=dict)
    """Number of a post that makes a row -> its path, as that of any such page."""

    def key_in(self, url: str) -> str | None:
        """Of what a page is, or goes on behind it."""
        plain = url.partition("#")[0].partition("?")[0]
        return next((one.key for one in _of_page(plain, self.template)), None)


def holder_of(lists: Lists, roles: Sequence[Written], template: str) -> Holder | None:
    """The holder of the rows of a kind; None where there is none. `template`: that of the kind's own addresses."""
    made = [call for call, role, _ in roles if role == "create" and isinstance(call.body, dict)]
    found: dict[tuple[str, str], dict[int, str]] = {}
    keys: dict[tuple[str, str], set[str]] = {}
    for call in made:
        url = call.origin + call.path
        for address in addresses(url, url):
            for name, value in call.body.items() if address.template != template else ():
                if value == address.key and looks_like_id(address.key):
                    found.setdefault((name, address.template), {})[call.seq] = address.template.replace(WORDS, "*")
                    keys.setdefault((name, address.template), set()).add(address.key)
    for (name, own), paths in sorted(found.items(), key=lambda one: WORDS not in one[0][1]):
        holder = Holder(name, own, paths)
        if len(paths) == len(made) and len(keys[name, own]) >= LEAST and _fits(holder, lists, roles):
            return holder
    return None


def _fits(holder: Holder, lists: Lists, roles: Sequence[Written]) -> bool:
    """Do the lists say nothing else than what was sent last of each entity?"""
    sent = [(call.seq, key, str(call.body[holder.sent])) for call, role, key in roles
            if role != "delete" and isinstance(call.body, dict) and holder.sent in call.body]  # fmt: skip
    for page, rows in lists:
        own = holder.key_in(page.url)
        for row in rows.rows if own is not None else ():
            told = [value for seq, key, value in sent if key == row.key and seq < page.seq]
            if told and told[-1] != own:
                return False
    return True


def tell_held(holder: Holder, name: str, lists: Lists, labels: dict[str, str], shown: Sequence[Shown]) -> None:
    """Give the rows the field called `name`. `labels`: what choices of the form are called, to which those are added
    that lists of what the rows are in call so (`shown`)."""
    if labels:
        labels |= {key: said for key, said in _called(holder, labels, shown).items() if key not in labels}
    for page, rows in lists:
        key = holder.key_in(page.url)
        for row in rows.rows if key is not None else ():
            row.values[name] = labels.get(key or "", key or "")


def _called(holder: Holder, labels: Mapping[str, str], shown: Sequence[Shown]) -> dict[str, str]:
    """What lists say of what the rows are in, where they say the same of those that are chosen from."""
    fields: dict[str, dict[str, str]] = {}
    for row in (row for one in shown for rows in one.lists if rows.template == holder.template for row in rows.rows):
        for name, value in row.values.items():
            fields.setdefault(name, {}).setdefault(row.key, value)
    same = {name: [key for key, label in labels.items() if said.get(key) == label] for name, said in fields.items()}
    best = max(same, key=lambda name: len(same[name]), default="")
    return fields[best] if best and len(same[best]) >= LEAST else {}


def held_in(one: PageKind, others: Sequence[tuple[PageKind, Entities]]) -> tuple[str, str, str] | None:
    """(collection of what the rows are in, the field that says what it is called, that of the words in its address),
    where the form chooses from all of these."""
    holder = one.holder
    chosen = one.chosen.get(holder.sent) if holder is not None else None
    if holder is None or chosen is None:
        return None
    of, called = chosen
    held = (part for kind, part in others if kind.kind.name == of and kind.template == holder.template)
    return next(((of, called, SLUG if SLUG in part.fields() else called) for part in held), None)


def _of_page(url: str, template: str) -> Iterator[Address]:
    yield from (one for one in addresses(url, url) if one.template == template)
    yield from (one for one in below_words(url, template) if one.template.startswith(template))
