"""Texts that lead elsewhere: `#REDIRECT [[Tea]]` as all of a page's text, whose address then shows the page of tea.

Told by a document at the address of one entity that has the heading of another one, which its text names between signs
by then. Other texts that begin with the same sign lead to what they name: the document is that of what they name, with
the one's own name where the recorded one said it; a post of such a text may lead to another address than others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import as_word, framed, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.rows import alone, attributes_in, texts_in
from awe_author.features.discover.markup.wording import KEY, SPACED, own_text, squeezed
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.dom.rendering import is_whole
from awe_author.json_types import Json, JsonObject

TO = "led_to"
"""The name of the key that a text leads to, in expressions."""
SURE = 0.6
LEADS = re.compile(r"(\S[^\[\]{}\n]*(?:\[\[|\{\{))([^\[\]{}|\n]+)(\]\]|\}\})\s*")


@dataclass(frozen=True, slots=True)
class Leads:
    """How a text leads elsewhere."""

    name: str
    """The entity's field."""
    sign: str
    closing: str
    key: str
    to: str
    """The keys of the recorded one, and of what it led to."""
    call: Call

    def test(self, value: str) -> str:
        """The expression of whether a text is such a one."""
        return f"{value}.startsWith({text(self.sign)})"

    def target(self, value: str) -> str:
        """The expression of the key that it names."""
        return f"{value}.substring({len(self.sign)}).split({text(self.closing)})[0].trim().replace(' ', '_')"

    def leads(self, part: Entities) -> str:
        """The expression of whether the entity of an address leads to one that is there."""
        own = own_text(f"state.{part.kind.name}[segments[0]]", self.name)
        return f"{self.test(own)} && {self.target(own)} in state.{part.kind.name}"


def leads_of(one: PageKind, part: Entities, calls: Sequence[Call], seen: Seen) -> Leads | None:
    """The first text that led elsewhere; None where none did."""
    known = {*part.seed, *part.made}
    for call in calls:
        key = key_in(call.origin + call.path, one.template) if call.method == "GET" and not call.query else None
        entity = entity_at(one, part, key, call.seq, seen) if key in known and is_whole(call.html) else None
        for name in dict.fromkeys(one.sent.values()) if entity is not None else ():
            found = LEADS.fullmatch(str(entity.get(name) or "").strip()) if entity is not None else None
            to = found[2].strip().replace(" ", "_") if found is not None else ""
            if found is not None and key is not None and to in known - {key} and _headed(call.html, to, key):
                return Leads(name, found[1], found[3], key, to, call)
    return None


def _headed(html: str, to: str, key: str) -> bool:
    """Has a document the heading of one entity and not of the other?"""
    said = [squeezed(tag.get_text()) for tag in parse(html).find_all("h1")]
    return _name(to) in said and _name(key) not in said


def _name(key: str) -> str:
    return key.replace("_", " ")


def led_location(one: PageKind, operation: Operation, usual: Json) -> Json:
    """Where posts of an operation lead, where those of such texts led to another address. `usual`: the expression for
    others."""
    made = one.leads
    names = [name for name, of in one.sent.items() if made is not None and of == made.name]
    for call, key in zip(operation.calls, operation.made, strict=False):
        body = call.body if isinstance(call.body, dict) else {}
        if made is None or not names or not str(body.get(made.name) or "").startswith(made.sign):
            continue
        before, found, after = call.location.partition(key)
        if found and key in call.location.partition("?")[2]:
            own = f"string(body.get({text(names[0])}, ''))"
            return f"{made.test(own)} ? {framed(before, 'result.id', after)} : {usual}"
    return usual


def led_text_features(
    one: PageKind, part: Entities, features: Sequence[Feature], shown: Sequence[Shown]
) -> list[Feature]:
    """The pages of what such texts lead to, at the addresses of those that have them. `features`: those of the kind's
    pages, which are for others then, and of which these are made."""
    made = one.leads
    if made is None:
        return []
    mine = [feature for feature in features if _is_own(feature, one, part)]
    told = f"get({text(made.name)}, '')"
    telling = [feature for feature in mine if any(told in str(html) for html in _settings(feature, "html"))]
    turning = [feature for feature in mine if on_once(feature) and "script:" not in str(feature.document["show"])]
    for feature in features:
        _named_in(feature, made, part, shown)
    if not telling:
        return []
    leads, found = made.leads(part), list[Feature]()
    for feature in [telling[0], *turning]:
        document = deepcopy(feature.document)
        document["id"] = f"{part.kind.name}.led.page"
        document["title"] = f"What the text of a {part.kind.name} leads to"
        show = [_of_target(each) for each in _list(document["show"])]
        on: JsonObject = {"page": _on(feature)["page"], "where": f"segments[0] in state.{part.kind.name} && {leads}"}
        if feature is telling[0]:
            on["like"] = [made.call.seq]
            show += [*_own_name(made, part), *_scripts(made)]
        else:
            on["once"] = True
        own = own_text(f"state.{part.kind.name}[segments[0]]", made.name)
        document |= {"on": on, "let": {**_dict(document.get("let")), TO: made.target(own)}, "show": show}
        found.append(Feature(document, [f"seen: GET {made.call.path}, seq {made.call.seq}", f"sure: {SURE:.2f}"], SURE))
    for feature in mine:
        _on(feature)["where"] = f"{_on(feature)['where']} && !({leads})"
    return found


def on_once(feature: Feature) -> bool:
    """Is what a feature shows shown once?"""
    return bool(_on(feature).get("once"))


def _on(feature: Feature) -> JsonObject:
    return _dict(feature.document["on"])


def _dict(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _is_own(feature: Feature, one: PageKind, part: Entities) -> bool:
    """Is a feature for the own pages of entities that are there?"""
    on, there = _on(feature), f"segments[0] in state.{part.kind.name}"
    where = str(on.get("where", ""))
    return on.get("page") == one.origin + one.template and there in where and f"!({there})" not in where


def _settings(feature: Feature, name: str) -> list[Json]:
    return [_dict(_dict(each).get("set")).get(name) for each in _list(feature.document.get("show"))]


def _of_target(each: Json) -> Json:
    """A surface about what is led to. It is shown of any: the document is that of another one's."""
    if not isinstance(each, dict):
        return each
    made = {name: _told(value) for name, value in each.items()}
    if isinstance(when := made.get("when"), str):
        tests = [test for test in when.split(" && ") if not re.match(rf"!?\(?{TO} in \[", test)]
        made = {**made, "when": " && ".join(tests)} if tests else {key: made[key] for key in made if key != "when"}
    return made


def _told(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: _told(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_told(inner) for inner in value]
    return value.replace("segments[0]", TO) if isinstance(value, str) else value


def _own_name(made: Leads, part: Entities) -> Iterator[JsonObject]:
    """Where the recorded document says the name of what led to it."""
    document = parse(made.call.html)
    item, name = f"state.{part.kind.name}[segments[0]]", _name(made.key)
    yield from _replaced(document, made.key, name, lambda field: own_text(item, field))


def _replaced(document: BeautifulSoup, key: str, name: str, own: object) -> Iterator[JsonObject]:
    assert callable(own)
    pattern = as_word(key)
    for tag, said in texts_in(document.body or document):
        selector = alone(document, tag, key) if squeezed(said) == name else None
        if selector is not None:
            yield {"select": selector, "set": {"text": own(SPACED)}}
    for tag, attribute, value in attributes_in(document.body or document):
        found = pattern.search(value) if attribute == "href" else None
        selector = alone(document, tag, key) if found is not None else None
        if selector is not None and found is not None:
            yield {
                "select": selector,
                "set": {attribute: framed(value[: found.start()], own(KEY), value[found.end() :])},
            }


def _scripts(made: Leads) -> Iterator[JsonObject]:
    """Addresses of what is led to in scripts of the document, which may say that they are there: they stay, since what
    is shown goes by where a page is."""
    document = parse(made.call.html)
    address = made.call.path.replace(made.key, made.to)
    for tag in document.find_all("script"):
        said = tag.string or ""
        pieces = said.split(f'"{address}"')
        selector = _placed(tag) if len(pieces) > 1 else None
        if selector is not None:
            before, after = address.split(made.to, 1)
            joint = text(f'"{before}') + " + segments[0] + " + text(f'{after}"')
            yield {"select": selector, "set": {"text": f" + {joint} + ".join(map(text, pieces))}}


def _placed(tag: Tag) -> str | None:
    if tag.parent is None or tag.parent.name not in ("head", "body"):
        return None
    return f"{tag.parent.name} > script:nth-of-type({len(tag.find_previous_siblings('script')) + 1})"


def _named_in(feature: Feature, made: Leads, part: Entities, shown: Sequence[Shown]) -> None:
    """Other pages of one whose text leads elsewhere say where it leads."""
    like = _list(_on(feature).get("like"))
    pages = [one for one in shown if one.load is not None and one.load.seq in like]
    if len(like) != 1 or not pages or made.key not in pages[0].page.url:
        return
    own = own_text(f"state.{part.kind.name}[segments[0]]", made.name)

    def target(field: str) -> str:
        return made.target(own) + (".replace('_', ' ')" if field == SPACED else "")

    show, known = (
        _list(feature.document.get("show")),
        {str(_dict(each).get("select")) for each in _list(feature.document.get("show"))},
    )
    for each in _replaced(pages[0].document, made.to, _name(made.to), target):
        if str(each["select"]) not in known:
            show.append({**each, "when": made.test(own)})
