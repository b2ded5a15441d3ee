"""What choices are called that a form does not offer: scripts fetch them while users choose, and a form has only the
one that is chosen. Links to the same entities say it, on any page, and so do lists in JSON.

Told when a link, or a record, calls a choice of the form as the form does, and none calls one otherwise. Labels of
links that several share ("Edit") say what is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.markup.addresses import addresses, joined
from awe_author.features.discover.markup.cell_texts import shown_text
from awe_author.features.discover.markup.told_columns import NOTHING
from awe_author.features.discover.pages.pages import Shown

MOST = 150
"""Labels that are learnt of one field."""
LONGEST = 100
"""Characters of a label."""
SHARED = 3
"""Entities that a label of links does not name when it is that of so many."""
OFFERED = 2
"""Choices of a form that offers some itself."""
SEVERAL = 2
"""Numbers that have to be called alike; one key that is no number will do."""

Labels = Mapping[str, str]
"""Key -> what it is called."""


def sources(shown: Sequence[Shown], kinds: Iterable[Kind]) -> list[Labels]:
    """What all that is linked, or told in JSON, is called: of each form of address, and each member of records."""
    return [*_linked(shown), *_recorded(kinds)]


def learn_labels(labels: dict[str, dict[str, str]], known: Sequence[Labels], shown: Sequence[Shown]) -> None:
    """Add to the choices of forms (field -> value -> label) those that one source names beside them, where all forms
    that were `shown` have only the one that is chosen."""
    for name, choices in labels.items():
        if known and not _is_fetched(name, shown):
            continue
        offered = {value: label for value, label in choices.items() if value not in NOTHING and label}
        fitting = [one for one in known if _fits(offered, one)]
        more = max(fitting, key=len, default={})
        if len(more) <= MOST:
            ids = all(map(looks_like_id, offered))
            new = (value for value in more if value not in choices and (looks_like_id(value) or not ids))
            choices.update({value: more[value] for value in new})


def _is_fetched(name: str, shown: Sequence[Shown]) -> bool:
    every = [form.options[name] for one in shown for form in one.forms if name in form.options]
    return all(sum(value not in NOTHING for value in options) < OFFERED for options in every)


def _fits(offered: Labels, known: Labels) -> bool:
    """Does a source call the choices that it has as the form does?"""
    same = [value for value, label in offered.items() if value in known]
    least = SEVERAL if all(value.isdigit() for value in same) else 1
    return len(same) >= least and all(known[value] == offered[value] for value in same)


def _linked(shown: Sequence[Shown]) -> list[Labels]:
    said: dict[str, dict[str, set[str]]] = {}
    for one in shown:
        for link in one.document.find_all("a", href=True):
            label = shown_text(link)
            for address in addresses(joined(one.page.url, str(link["href"])), one.page.url) if label else ():
                said.setdefault(address.template, {}).setdefault(address.key, set()).add(label)
    return [_named(keys) for keys in said.values()]


def _named(keys: Mapping[str, set[str]]) -> Labels:
    """The keys that are called one thing, which is not what is done with them."""
    uses: dict[str, int] = {}
    for label in (label for labels in keys.values() for label in labels):
        uses[label] = uses.get(label, 0) + 1
    own = {key: [one for one in labels if uses[one] < SHARED and len(one) <= LONGEST] for key, labels in keys.items()}
    return {key: labels[0] for key, labels in own.items() if len(labels) == 1}


def _recorded(kinds: Iterable[Kind]) -> list[Labels]:
    found: list[Labels] = []
    for kind in kinds:
        members: dict[str, dict[str, str]] = {}
        for one in kind.sightings():
            key = str(one.value.get(kind.key, ""))
            for name, value in one.value.items() if key else ():
                if isinstance(value, str) and value and name != kind.key:
                    members.setdefault(name, {})[key] = value
        found += members.values()
    return found
