"""Addresses with words behind the key, to which the shorter ones lead: `/plans/7/` to `/plans/7/night-crossings`.

Rows link to the short address; the app answers it, and posts, with the long one. The words are those of a field, as the
entity is by then: so are they of entities that were never opened, and after a change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import singular
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.addresses import WORDS, Address, addresses, joined
from awe_author.features.discover.markup.wording import own_text, slug_text, slugged
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.posts import key_in
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

SURE = 0.6


def behind(url: str, template: str) -> Address | None:
    """An address of a kind with words behind the key, where its template has none."""
    if WORDS in template or "?" in template:
        return None
    own = template.rstrip("/") + "/" + WORDS
    return next((one for one in addresses(url, url) if one.words and one.template.rstrip("/") == own), None)


def words_field(one: PageKind, calls: Sequence[Call]) -> str:
    """The field whose words stand behind the key in all addresses that short ones, or posts, led to; "" for none."""
    known: dict[str, list[Mapping[str, object]]] = {}
    for sighting in one.kind.sightings():
        known.setdefault(str(sighting.value[one.kind.key]), []).append(sighting.value)
    found: set[str] | None = None
    for _, address in _led(one, calls):
        told = {
            name for value in known.get(address.key, ()) for name, said in value.items()
            if isinstance(said, str) and slugged(said) == address.words
        }  # fmt: skip
        found = told if found is None else found & told
    return min(found) if found else ""


def _led(one: PageKind, calls: Sequence[Call]) -> Iterator[tuple[Call, Address]]:
    for call in calls:
        there = joined(call.origin + call.path, call.location) if call.location else ""
        address = behind(there, one.template) if 300 <= call.status < 400 and call.origin == one.origin else None
        if address is not None and (call.method != "GET" or key_in(there.rpartition("/")[0] + "/", one.template)):
            yield call, address


def words_text(one: PageKind, item: str) -> str:
    """The expression of the words behind the key. `item`: the entity's."""
    return slug_text(own_text(item, one.worded))


def led_features(one: PageKind, calls: Sequence[Call]) -> list[Feature]:
    """Short addresses lead to long ones."""
    led = [(call, address) for call, address in _led(one, calls) if call.method == "GET" and one.worded]
    if not led:
        return []
    call, address = led[0]
    kind, path = one.kind.name, one.template
    there = joined(call.origin + call.path, call.location)
    before, _, after = there.partition(f"/{address.key}/{address.words}")
    item = f"state.{kind}[segments[0]]"
    document: JsonObject = {
        "id": f"{kind}.short.form",
        "title": f"The short address of a {singular(kind).replace('_', ' ')} leads to the one with words",
        "on": {"request": f"GET {one.origin}{path}", "where": f"segments[0] in state.{kind}"},
        "reply": {
            "status": call.status,
            "like": "recorded",
            "headers": {
                "location": f"{text(before + '/')} + segments[0] + '/' + {words_text(one, item)} + {text(after)}"
            },
        },
    }
    lines = [f"seen: GET {path}, seq {', '.join(str(other.seq) for other, _ in led)}", f"sure: {SURE:.2f}"]
    return [Feature(document, lines, SURE)]


def with_words(one: PageKind, call: Call, location: str, made: str) -> str:
    """The expression of an address that has, behind the key, words of a field that was sent: with those sent now."""
    words = next((address.words for address in addresses(location, location) if address.template == one.template), "")
    long = behind(location, one.template) if one.worded else None
    words = long.words if long is not None else words
    body = one.bodies.get(call.seq)
    for name, value in body.items() if words and isinstance(body, dict) else ():
        if isinstance(value, str) and slugged(value) == words:
            own = f"body.get({text(name)}, '')"
            return made.replace(f"/{words}", f"/' + {slug_text(own)} + '", 1)
    return made
