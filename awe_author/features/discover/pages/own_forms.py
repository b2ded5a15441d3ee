"""Forms of which there is one, as of a profile or settings: what they stored is in them later, and on all pages.

    GET /account           <input name="last" value="Voss">, and "Mara Voss" above every page
    POST /account          last=Lang, which leads back there
    GET /account           <input name="last" value="Lang">, and "Mara Lang" above every page

Told by looks at the form before and after posts that nothing else explains: a field counts when each look has in it
what was sent last. What pages show in one place with these values in it says what they are by then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from awe_author.features.discover.common.beside import add_beside, free_name
from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import PASSING
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.forms import Form
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

SURE = 0.7
LEAST_PAGES = 3
"""Pages that say what was stored, after it was, where a text of all pages is made of it."""
SHORTEST = 3
"""Characters of a value that is known again in a text."""
LONGEST = 200
MOST_PLACES = 12
_NAME = re.compile(r"[\w.:-]{1,60}")


@dataclass(slots=True)
class OwnForm:
    """One such form."""

    url: str
    """Where it is sent, without a query."""
    calls: list[Call]
    seed: dict[str, str]
    """Field -> what was in it first."""
    pages: dict[str, tuple[list[int], list[int]]]
    """Addresses at which it was looked at -> numbers of the documents to which its posts led (they say that it was
    stored), and of the others."""
    said_on: list[str] = field(default_factory=list)
    """Addresses of the pages that say it."""
    texts: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Selector -> its text in parts: a field, and "" with it, or "" and plain words."""

    def at(self, seq: int) -> dict[str, str]:
        """What is stored before an exchange."""
        stored = dict(self.seed)
        for call in self.calls:
            if call.seq < seq:
                stored |= {name: str(value) for name, value in _sent(call).items() if name in stored}
        return stored


def _sent(call: Call) -> Mapping[str, Json]:
    return call.body if isinstance(call.body, dict) else {}


def own_forms(
    calls: Sequence[Call], shown: Sequence[Shown], answered: set[int], features: Sequence[Feature] = ()
) -> list[OwnForm]:
    """The forms whose posts no feature answers. `features`: those of pages so far."""
    posts: dict[str, list[Call]] = {}
    for call in calls:
        led = call.mutation and call.kind in ("form", "multipart") and 300 <= call.status < 400 and call.location
        if led and not call.query and call.seq not in answered and not logs_in(call):
            posts.setdefault(call.origin + call.path, []).append(call)
    found: list[OwnForm] = []
    for url, mine in posts.items():
        looks = _looks(url, shown)
        one = _followed(url, mine, looks) if looks else None
        if one is not None:
            one.texts = _texts(one, shown)
            saying = [page for page in shown if any(page.document.select_one(select) for select in one.texts)]
            one.said_on = _patterns(saying, features)
            found.append(one)
    return found


def _looks(url: str, shown: Sequence[Shown]) -> list[tuple[Shown, Form]]:
    """The first look at each document with a form that is sent there: later ones have in it what a user types."""
    loads, found = set[int](), list[tuple[Shown, Form]]()
    for one in sorted(shown, key=lambda one: one.page.seq):
        if one.load is not None and one.load.seq in loads:
            continue
        loads |= {one.load.seq} if one.load is not None else set()
        mine = [form for form in one.forms if form.action.partition("?")[0] == url and form.method == "POST"]
        found += [(one, mine[0])] if len(mine) == 1 else []
    return found


def _followed(url: str, calls: Sequence[Call], looks: Sequence[tuple[Shown, Form]]) -> OwnForm | None:
    """The form, where some fields have at each look what was sent last, and a look after it shows what it changed."""
    before = [form for one, form in looks if one.page.seq <= calls[0].seq]
    later = [one for one, _ in looks if one.page.seq > calls[0].seq]
    if not before or not later:
        return None
    first = before[0]
    names = [name for name, value in _sent(calls[0]).items() if _typed(name, first) and isinstance(value, str)]
    made = OwnForm(url, [*calls], {name: first.fields[name] for name in names}, _pages(calls, looks))
    follows = [
        name for name in names
        if all(form.fields.get(name) == made.at(one.page.seq)[name] for one, form in looks)
    ]  # fmt: skip
    made.seed = {name: made.seed[name] for name in follows}
    told = made.at(later[-1].page.seq)
    return made if any(told[name] != value for name, value in made.seed.items()) else None


def _pages(calls: Sequence[Call], looks: Sequence[tuple[Shown, Form]]) -> dict[str, tuple[list[int], list[int]]]:
    """See `OwnForm.pages`."""
    found: dict[str, tuple[list[int], list[int]]] = {}
    for one, _ in looks:
        led, plain = found.setdefault(one.page.url.partition("#")[0], ([], []))
        if one.load is not None:
            (led if one.load.led in {call.seq for call in calls} else plain).append(one.load.seq)
    return found


def _typed(name: str, form: Form) -> bool:
    """Is it a text that users type into a form, and no secret?"""
    chosen = name in form.checks or name in form.radios or name in form.several or name in form.options
    plain = name in form.fields and name not in form.hidden and not chosen
    return plain and bool(_NAME.fullmatch(name)) and not PASSING.search(name)


def _texts(one: OwnForm, shown: Sequence[Shown]) -> dict[str, list[tuple[str, str]]]:
    """Places of all pages that say what is stored."""
    last = one.at(1 << 62)
    changed = {name for name, value in one.seed.items() if last[name] != value and len(value) >= SHORTEST}
    found: dict[str, list[tuple[str, str]]] = {}
    for page in [page for page in shown if page.page.seq <= one.calls[0].seq][:MOST_PLACES]:
        for tag, said in texts_in(page.document.body or page.document):
            parts = _parts(squeezed(said), one.seed) if len(said) < LONGEST else []
            if changed & {name for name, _ in parts} and (selector := alone(page.document, tag, "")):
                found.setdefault(selector, parts)
    return {selector: parts for selector, parts in found.items() if _holds(one, selector, parts, shown)}


def _parts(said: str, stored: Mapping[str, str]) -> list[tuple[str, str]]:
    """A text in parts: the fields whose values stand in it as words of their own, and what is between."""
    values: dict[str, str] = {}
    for name, value in stored.items():
        if len(value) >= SHORTEST:
            values.setdefault(value, name)
    if not values:
        return []
    every = "|".join(re.escape(value) for value in sorted(values, key=len, reverse=True))
    pieces = re.split(rf"(?<!\w)({every})(?!\w)", said)
    return [(values[piece], "") if number % 2 else ("", piece) for number, piece in enumerate(pieces) if piece]


def _holds(one: OwnForm, selector: str, parts: Sequence[tuple[str, str]], shown: Sequence[Shown]) -> bool:
    """Does such a place say it on all pages that have it, on some after it was changed?"""
    later, first = 0, one.calls[0].seq
    for page in shown:
        tags = page.document.select(selector, limit=2)
        if not tags:
            continue
        stored = one.at(page.page.seq)
        said = "".join(stored[name] if name else words for name, words in parts)
        if len(tags) > 1 or squeezed(tags[0].get_text()) != squeezed(said):
            return False
        later += page.page.seq > first
    return later >= LEAST_PAGES


def own_form_features(found: Sequence[OwnForm], model: JsonObject, seed: JsonObject, taken: set[str]) -> list[Feature]:
    """Put what is stored, and the actions that store it, into model and seed; their features."""
    features: list[Feature] = []
    for one in found:
        name = free_name("form", taken)
        params = {f"value_{number}": field for number, field in enumerate(one.seed)}
        schema: JsonObject = {
            "type": "object",
            "description": f"What the form stored that is sent to {one.url}. Sure: {SURE:.2f}, it is in it later.",
            "additionalProperties": {"type": "string"},
        }
        add_beside(model, seed, name, schema, one.seed, {f"store_{name}": _action(one, name, params)})
        features += [_stores(one, name, params), *_shows(one, name)]
    return features


def _action(one: OwnForm, name: str, params: Mapping[str, str]) -> JsonObject:
    """What stores it. `params`: parameter -> field."""
    return {
        "title": "Store what a form says",
        "$comment": f"Seen: seq {', '.join(str(call.seq) for call in one.calls[:5])}. Sure: {SURE:.2f}.",
        "params": {
            "type": "object",
            "required": [*params],
            "properties": {param: {"type": "string"} for param in params},
        },
        "effects": [
            {"op": "add", "path": f"/{name}/{field}", "value": f"params.{param}"} for param, field in params.items()
        ],
    }


def _feature(one: OwnForm, document: JsonObject) -> Feature:
    seqs = ", ".join(str(call.seq) for call in one.calls[:8])
    return Feature(document, [f"seen: POST {one.url}, seq {seqs}", f"sure: {SURE:.2f}"], SURE)


def _stores(one: OwnForm, name: str, params: Mapping[str, str]) -> Feature:
    """The post that stores it."""
    call = one.calls[-1]
    return _feature(one, {
        "id": f"{name}.store.form",
        "title": "Store what a form says",
        "on": {"request": f"{call.method} {one.url}", "where": " && ".join(f"{text(own)} in body" for own in one.seed)},
        "do": f"store_{name}",
        "with": {param: f"string({member('body', own)})" for param, own in params.items()},
        "reply": {"status": call.status, "like": "recorded"},
    })  # fmt: skip


def _shows(one: OwnForm, name: str) -> list[Feature]:
    """The form, and what all pages say of it."""
    fields: list[Json] = [
        {"select": f'[name="{own}"]:not([type=hidden])', "set": {"value": f"state.{name}[{text(own)}]"}}
        for own in one.seed
    ]
    made: list[JsonObject] = []
    for page, (led, plain) in one.pages.items():
        for said, like in (("==", led), ("!=", plain)) if led and plain else (("", []),):
            on: JsonObject = {"page": page}
            on |= {"where": f"view.get('after', '') {said} 'store_{name}'", "like": [*like]} if said else {}
            made.append({"id": f"{name}.form.page", "title": "A form with what it stored", "on": on, "show": fields})
    shows: list[Json] = [
        {
            "select": selector,
            "set": {"text": " + ".join(f"state.{name}[{text(own)}]" if own else text(words) for own, words in parts)},
        }
        for selector, parts in one.texts.items()
    ]
    made += [
        {"id": f"{name}.text.page", "title": "What all pages say of it", "on": {"page": page}, "show": shows}
        for page in one.said_on
        if shows
    ]
    return [_feature(one, document) for document in made]


def _patterns(shown: Sequence[Shown], features: Sequence[Feature]) -> list[str]:
    """The addresses of all pages, as features have them: an address for any, `/*`, would be one for unknown pages."""
    triggers = [one.document["on"] for one in features]
    known = [on["page"] for on in triggers if isinstance(on, dict) and isinstance(on.get("page"), str)]
    several = [str(one) for one in known if "*" in str(one) and urlsplit(str(one)).path != "/*"]
    found: dict[str, None] = {}
    for url in dict.fromkeys(one.page.url.partition("#")[0].partition("?")[0] for one in shown):
        mine = [one for one in several if re.fullmatch(re.escape(one).replace(r"\*", "[^/]+"), url)]
        found |= dict.fromkeys(mine or [url])
    return [*found]
