"""Columns that say what an entity of another kind is called, in links to it: `<a href="/tracks/3/">Weather</a>`.

They follow when that one gets another name. Believed when nearly all such links in rows say one field of what they lead
to, as it was then, and rows have that text in one of theirs. A row that was first seen after the other one had got its
new name had the old one in the beginning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.cell_texts import shown_text
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind
from awe_author.features.discover.pages.posts import key_in
from awe_author.json_types import JsonObject

SHARE = 0.8
"""Of all links to the other kind, those that say what it is called."""
LEAST = 3
"""Entities of it, and rows."""
MOST_ROWS = 200
Other = tuple[PageKind, Entities]


@dataclass(frozen=True, slots=True)
class Link:
    """A link in a row to an entity of another kind."""

    seq: int
    row: str
    """Key of the row's own entity."""
    values: Mapping[str, object]
    """What the row says, and what was known of its entity."""
    to: str
    """Key that it leads to."""
    known: Mapping[str, object]
    """What was known of that one."""
    said: str


def add_called_after(
    one: PageKind, part: Entities, others: Sequence[Other], names: Mapping[int, str], document: JsonObject, seen: Seen
) -> None:
    """Have changes of other kinds change what entities of this kind say of them. `names`: id() of an operation -> its
    action."""
    actions = document["x-actions"]
    assert isinstance(actions, dict)
    for other, its in others:
        fields = _fields(one, part, (other, its), seen) if other is not one else None
        if fields is not None:
            _called_before(one, part, (other, its), fields, seen)
        for operation, action in other.made_or_changed(names, actions) if fields is not None else ():
            if operation.role != "update" or fields is None or text(fields[1])[1:-1] not in str(action["params"]):
                continue
            mine, called = fields
            effects = action["effects"]
            assert isinstance(effects, list)
            own = own_text(f"state.{its.kind.name}[params.id]", called)
            said = f"params.changes.get({text(called)}, {own})"
            keys = f"state.{part.kind.name}.values().filter(each, {own_text('each', mine)} == {own}).map(each, each.id)"
            effects.insert(
                0,
                {
                    "op": "merge",
                    "path": f"/{part.kind.name}/{{one}}",
                    "value": {mine: said},
                    "each": f"{own} == '' || {own} == {said} ? [] : {keys}",
                    "as": "one",
                },
            )


def _fields(one: PageKind, part: Entities, to: Other, seen: Seen) -> tuple[str, str] | None:
    """(field of the rows, field of what they link to), which say the same."""
    links = [*_links(one, part, to, seen)][:MOST_ROWS]
    fits: Counter[tuple[str, str]] = Counter()
    for link in links:
        mine = [name for name, value in link.values.items() if value == link.said and name not in (KEY, LISTED_ON)]
        theirs = [name for name in to[0].sent.values() if link.known.get(name) == link.said]
        fits.update((name, other) for name in mine for other in dict.fromkeys(theirs))
    best, number = fits.most_common(1)[0] if fits else (("", ""), 0)
    told = len({link.to for link in links}) >= LEAST and number >= max(LEAST, SHARE * len(links))
    return best if told else None


def _called_before(one: PageKind, part: Entities, to: Other, fields: tuple[str, str], seen: Seen) -> None:
    """Have entities that were first seen with the new name of another one begin with the name that it had."""
    mine, called = fields
    first: dict[str, Link] = {}
    for link in sorted(_links(one, part, to, seen), key=lambda link: link.seq):
        first.setdefault(link.row, link)
    sent = {
        key: call.seq
        for operation in one.operations
        for call, key in zip(operation.calls, operation.made, strict=False)
        if isinstance(call.body, dict) and mine in call.body
    }
    for key, link in first.items():
        own, was = part.seed.get(key, {}), to[1].seed.get(link.to, {}).get(called)
        renamed = isinstance(was, str) and was not in ("", link.said) and link.known.get(called) == link.said
        if renamed and own.get(mine) == link.said and sent.get(key, link.seq) >= link.seq:
            own[mine] = was


def _links(one: PageKind, part: Entities, to: Other, seen: Seen) -> Iterator[Link]:
    other, its = to
    for page, rows in one.lists:
        for row in rows.rows:
            for link in row.tag.find_all("a", href=True) if row.tag is not None else ():
                key = key_in(joined(page.url, str(link["href"])), other.template)
                known = entity_at(other, its, key, page.seq, seen) if key is not None else None
                if key is not None and known is not None and shown_text(link):
                    mine = entity_at(one, part, row.key, page.seq, seen) or {}
                    yield Link(page.seq, row.key, {**mine, **row.values}, key, known, shown_text(link))
