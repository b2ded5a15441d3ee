"""Forms that have the key of what they will make already: the app gives it when the form is asked for.

A hidden field of the recorded form has the key that the new entity got. The mock's form has the next free number there,
since otherwise a second one would be the first one changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.pages.filled import quoted
from awe_author.features.discover.pages.list_addresses import address_of
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_among
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

SURE = 0.6


def ahead_features(one: PageKind, part: Entities, shown: Sequence[Shown]) -> list[Feature]:
    """The features of such forms, one for each of their addresses."""
    found: dict[str, Feature] = {}
    for operation in one.operations:
        where = operation.key_at
        if operation.role != "create" or where is None or where.part != "body":
            continue
        name = str(where.way[0])
        for page in shown:
            given = [form.fields.get(name) for form in page.forms if name in form.hidden]
            made = [key for key in operation.made if key in given and key.isdigit()]
            address = address_of(page.page.url)
            if made and key_among(page.page.url, one.template) is None and address not in found:
                found[address] = _feature(part, page, address, name, min(map(int, made)))
    return [*found.values()]


def _feature(part: Entities, page: Shown, address: str, name: str, first: int) -> Feature:
    kind = part.kind.name
    known = f"state.{kind}.values().map(item, int(item.id))"
    document: JsonObject = {
        "id": f"{kind}.new.page",
        "title": "The form of a new one has its number already",
        "on": {"page": address},
        "show": [
            {
                "select": f"input[name={quoted(name)}]",
                "set": {"value": f"string(math.greatest([{first - 1}] + {known}) + 1)"},
            }
        ],
    }
    return Feature(document, [f"seen: page {page.page.url}, before seq {page.page.seq}", f"sure: {SURE:.2f}"], SURE)
