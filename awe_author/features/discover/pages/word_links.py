"""Links of words that lead elsewhere: `/add-tag/tea`, answered with `/?tags=tea`; so for other words of labels."""

from __future__ import annotations

from collections.abc import Sequence, Set
from urllib.parse import quote, unquote

from awe_author.features.discover.common.keys import framed
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.row_labels import words_of
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

SURE = 0.5


def word_link_features(one: PageKind, part: Entities, calls: Sequence[Call], answered: Set[int]) -> list[Feature]:
    """The features, of calls that no other answers."""
    name, sign, _ = next((rows.labels for _, rows in one.lists if rows.labels[0]), ("", "", ""))
    values = [*part.seed.values(), *part.made.values()] if name else []
    words = {word for entity in values for word in words_of(str(entity.get(name) or ""), sign)}
    found: dict[str, Feature] = {}
    for call in calls if words else ():
        before, _, last = call.path.rpartition("/")
        leads = call.method == "GET" and 300 <= call.status < 400 and call.location and not call.query
        if not leads or call.seq in answered or unquote(last) not in words or not before or before in found:
            continue
        reply: JsonObject = {"status": call.status, "like": "recorded"}
        ahead, there, behind = call.location.rpartition(last)
        if there:
            reply["headers"] = {"location": framed(ahead, "segments[0]", behind)}
        document: JsonObject = {
            "id": f"{one.kind.name}.{snake(before.rpartition('/')[2]) or 'word'}.link",
            "title": f"A word of {name.replace('_', ' ')} leads on",
            "on": {"request": f"GET {call.origin}{quote(unquote(before), safe='/')}/*"},
            "reply": reply,
        }
        found[before] = Feature(document, [f"seen: GET {call.path}, seq {call.seq}", f"sure: {SURE:.2f}"], SURE)
    return [*found.values()]
