"""Posts that are answered with the page of what they are about, at an address that does not name it: their answers show
what that is afterwards, and calls in scripts of them, which tell the page around it, say the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from awe_author.features.discover.common.replaced import replaced
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.forms import forms_of
from awe_author.features.discover.markup.wording import KEY, SHORTEST, agreed, own_text, values_of, wordings
from awe_author.features.discover.pages.about import about_feature
from awe_author.features.discover.pages.about_pages import About, AboutPage, abouts_of, entity_at, fields_of
from awe_author.features.discover.pages.called_rows import address_of
from awe_author.features.discover.pages.field_parts import hidden_parts, parts_by_field
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_among, names_key
from awe_author.features.dom.rendering import is_whole
from awe_author.features.scripts import calls_in
from awe_author.json_types import Json, JsonObject

OWN_KEY = "segments[0]"
MOST_CALLS = 4
LONGEST = 20
"""Elements of a list in an argument."""
Told = Sequence[tuple[object, Mapping[str, str]]]
"""(what a value was, values of the entity)."""


def answered_pages(
    one: PageKind, part: Entities, operation: Operation, shown: Sequence[Shown], seen: Seen, key: str
) -> JsonObject:
    """`show` and `calls` of the reply to such posts; empty for others. `key`: the expression of the entity's key."""
    pages: list[AboutPage] = []
    for call, about in zip(operation.calls, operation.made, strict=False):
        url = address_of(call)
        document = parse(call.html) if is_whole(call.html) and not call.location else None
        if document is None or "*" in operation.endpoint.path or key_among(url, one.template) is not None:
            return {}
        entity = entity_at(one, part, about, call.seq + 1, seen)
        if entity is not None:
            page = Shown(Page(url, "", call.html, call.seq + 1), [], forms_of(document, url), document)
            pages.append((page, about, values_of({**entity, KEY: about})))
    every = abouts_of(one, part, shown, seen) if pages else []
    own = [page for each in every if each.there and each.template == one.template for page in each.pages]
    made = _told(one, part, pages, own, shown)
    if not made:
        return {}
    item = f"state.{part.kind.name}[{OWN_KEY}]"
    parts = parts_by_field(one, part, own, frozenset())
    made += hidden_parts(parts, [page.document for page, _, _ in pages], item)
    told = _calls(one, part, pages, item)
    reply: JsonObject = {"show": made, **({"calls": told} if told else {})}
    return {name: replaced(value, {OWN_KEY: key}) for name, value in reply.items()}


def _told(
    one: PageKind, part: Entities, pages: list[AboutPage], own: list[AboutPage], shown: Sequence[Shown]
) -> list[Json]:
    """What the answers show of the entity, where its own page does so as well."""
    about = About(one.template, True, pages, own)
    about.telling = [name for name in part.fields() if part.tells_apart(name)]
    made = about_feature(one, part, about, (), shown) if pages and own else None
    shows = made.document["show"] if made is not None else []
    return list(shows) if isinstance(shows, list) else []


def _calls(one: PageKind, part: Entities, pages: Sequence[AboutPage], item: str) -> JsonObject:
    """Calls in scripts of the answers that name the entity and say its texts."""
    found: JsonObject = {}
    words = _Words(item, fields_of(one, part), [*one.sent.values()])
    looks = [(calls_in(page.page.html), values) for page, _, values in pages]
    for call in looks[0][0]:
        alike = [([each for each in calls if each.name == call.name], values) for calls, values in looks]
        if any(len(each) != 1 for each, _ in alike) or len(found) == MOST_CALLS:
            continue
        told = [(each[0].arguments, values) for each, values in alike]
        made = words.of_object(call.arguments, told)
        if made is not None and "0" in made and len(made) > 1:
            found[call.name] = [made]
        elif (named := _naming(call.arguments, told, one.template)) and call.name not in found:
            found[call.name] = [{"0": dict.fromkeys(named, own_text(item, KEY))}]
    return found


def _naming(arguments: Mapping[str, object], told: Told, template: str) -> list[str]:
    """The members of the only argument of a call that are called as addresses call the key, and always say it."""
    first = arguments.get("0")
    names = (
        [name for name in first if names_key(name, template)] if isinstance(first, dict) and len(arguments) == 1 else []
    )
    every = [(given.get("0"), values) for given, values in told if isinstance(given, Mapping)]
    return [name for name in names if all(isinstance(of, dict) and of.get(name) == values[KEY] for of, values in every)]


@dataclass(frozen=True, slots=True)
class _Words:
    """Makes templates of values that say something of the entity."""

    item: str
    names: Sequence[str]
    sent: Sequence[str]

    def of(self, value: object, told: Told) -> Json:
        """The template of a value; None of one that says nothing of the entity."""
        if isinstance(value, str):
            return self._of_text(value, [(shown, of) for shown, of in told if isinstance(shown, str)])
        if isinstance(value, dict):
            return self.of_object(value, told)
        if isinstance(value, list) and 0 < len(value) < LONGEST:
            parts = [(at, [(of[at], values) for of, values in told if isinstance(of, list) and at < len(of)])
                     for at in range(len(value))]  # fmt: skip
            made = [self.of(value[at], said) for at, said in parts]
            return made if all(one is not None for one in made) else None
        return None

    def of_object(self, value: Mapping[str, object], told: Told) -> JsonObject | None:
        """The members that say something of it."""
        made: JsonObject = {}
        for name, inner in value.items():
            said = [(of.get(name), values) for of, values in told if isinstance(of, Mapping)]
            if (one := self.of(inner, said)) is not None:
                made[name] = one
        return made or None

    def _of_text(self, value: str, said: Sequence[tuple[str, Mapping[str, str]]]) -> str | None:
        if all(shown == of[KEY] for shown, of in said):
            return own_text(self.item, KEY)
        wording = agreed(wordings(value, said[0][1], self.names, self.sent), said, sent=self.sent)
        sure = wording is not None and sum(len(said[0][1][name]) for name in wording.fields()) > SHORTEST
        return wording.text(lambda name: own_text(self.item, name)) if wording is not None and sure else None
