"""What a filter tells of the entities that it showed, where no answer shows the field: a list of `labels=UNREAD` has
those with that label, and one of `on_sale=false` what is not on sale, where only what was opened says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.worded import Worded, words_of
from awe_author.features.discover.lists.queries import Listing, shown_by


def fill_filtered(one: Operation, listing: Listing, part: Entities, operations: Sequence[Operation]) -> None:
    """Give the entities of the start what they were filtered by, before anything was written."""
    writes = [call.seq for other in operations if other.kind is one.kind and other.writes for call in other.calls]
    until = min(writes, default=1 << 62)
    for call in one.calls:
        for param in listing.params if call.seq < until else ():
            said = param.said(call)
            for field, value in _told(param, said, part) if said else ():
                for item in shown_by(one, call):
                    entity = part.seed.get(str(item[one.kind.key]))
                    if entity is not None and entity.get(field) is None and field not in item:
                        entity[field] = [value] if part.forms.get(field) == "list" else value
                    elif entity is not None and (marks := entity.get(field)) and isinstance(marks, list):
                        entity[field] = marks if value in marks or field in item else [*marks, value]


def _told(param: Param, said: str, part: Entities) -> Iterator[tuple[str, str | bool]]:
    """(field, value) that all have which fit."""
    if param.role == "filter" and param.how == "eq" and "," not in said:
        yield from _known(param.of, said, part)
    elif param.role == "worded" and isinstance(param.form, Worded):
        for word in words_of(said):
            name, _, value = word.partition(":")
            fields = [one.field for one in param.form.told if one.name == name and one.whole and not one.pair[0]]
            yield from (pair for field in fields for pair in _known(field, value, part))


def _known(field: str, said: str, part: Entities) -> Iterator[tuple[str, str | bool]]:
    """The value as entities have it, when some do, and it is a text, or true or false."""
    for value in part.values(field) if part.forms.get(field) in ("plain", "list") else ():
        texts = value if isinstance(value, list) else [value]
        found = next((one for one in texts if isinstance(one, str | bool) and str(one).lower() == said.lower()), None)
        if found is not None:
            yield field, found
            return
