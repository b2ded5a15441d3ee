"""Choices of forms that are entities of another kind: what a contact works for is chosen from all companies.

Told when the choices of a form, on all recorded looks at it, were all that there was of the other kind: the values that
are sent are its keys, and what users read is one of its fields. Then the form offers what is there now, and what is
sent is what is called so now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.addresses import addresses
from awe_author.features.discover.markup.forms import Form
from awe_author.features.discover.markup.told_columns import NOTHING
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.about_pages import entity_at, names_entity, own_addresses
from awe_author.features.discover.pages.filled import quoted
from awe_author.features.discover.pages.list_addresses import address_of
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind, Shown
from awe_author.features.discover.pages.posts import FORMS, key_in
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

LEAST = 2
"""Choices beside that of nothing."""
MOST = 200
MOST_LOOKS = 20
SURE = 0.6
Other = tuple[PageKind, Entities]


def chosen_kinds(
    one: PageKind, others: Sequence[Other], shown: Sequence[Shown], seen: Seen
) -> dict[str, tuple[str, str]]:
    """Form field -> (collection of what is chosen from, the field that users read)."""
    found: dict[str, tuple[str, str]] = {}
    for name in one.labels:
        looks = [(page.page.seq, choices) for page, form in _forms(one, shown) if (choices := _choices(form, name))]
        for other in others if looks and name not in one.records else ():
            of = _field(other, looks[-MOST_LOOKS:], seen) if other[0] is not one else ""
            if of:
                found[name] = other[1].kind.name, of
                break
    return found


def _forms(one: PageKind, shown: Sequence[Shown]) -> Iterator[tuple[Shown, Form]]:
    """The forms that send what makes or changes entities of a kind."""
    paths = {operation.endpoint.origin + operation.endpoint.path for operation in one.operations}
    for page in shown:
        for form in page.forms:
            url = form.action.partition("?")[0]
            if url in paths or any("*" in path and key_in(url, path.removeprefix(one.origin)) for path in paths):
                yield page, form


def _choices(form: Form, name: str) -> dict[str, str]:
    """What users choose from, without the choice of nothing."""
    options = form.options.get(name, {}) if name not in form.radios else {}
    return {value: label for value, label in options.items() if value not in NOTHING and not value.startswith("__")}


def _field(other: Other, looks: Sequence[tuple[int, Mapping[str, str]]], seen: Seen) -> str:
    """The field of another kind that all of these choices show, of all that was there; "" without one."""
    fields: set[str] | None = None
    for seq, choices in looks:
        kind, part = other
        known = {key: entity_at(kind, part, key, seq, seen) for key in [*part.seed, *part.made]}
        there = {key: entity for key, entity in known.items() if entity is not None}
        if not LEAST <= len(choices) <= MOST or there.keys() != choices.keys():
            return ""
        same = {
            of for of in part.fields()
            if of not in (KEY, LISTED_ON) and all(there[key].get(of) == label for key, label in choices.items())
        }  # fmt: skip
        fields = same if fields is None else fields & same
    return min(fields or {""})


def sent_text(value: str, chosen: tuple[str, str], otherwise: str) -> str:
    """The expression of what is chosen, as users read it, for what is sent. `otherwise`: of what is none of them."""
    of, field = chosen
    return f"({value} in state.{of} ? {own_text(f'state.{of}[{value}]', field)} : {otherwise})"


def choice_features(one: PageKind, part: Entities, shown: Sequence[Shown]) -> list[Feature]:
    """What forms offer, for each address that has such a form."""
    known = {*part.seed, *part.made}
    found: dict[str, Feature] = {}
    for page, form in _forms(one, shown):
        names = [name for name in one.chosen if _choices(form, name)]
        selects = {name: f"select[name={quoted(name)}]" for name in names}
        alone = [name for name in names if len(page.document.select(selects[name], limit=2)) == 1]
        address = _address(one, page.page.url, known)
        if alone and address not in found:
            show: list[Json] = [_options(one, name, selects[name], form, filled="*" in address) for name in alone]
            document: JsonObject = {
                "id": f"{one.kind.name}.choices.page",
                "title": f"What forms of {one.kind.name.replace('_', ' ')} offer",
                "on": {"page": address},
                "show": show,
            }
            lines = [f"seen: page {page.page.url}, before seq {page.page.seq}", f"sure: {SURE:.2f}"]
            found[address] = Feature(document, lines, SURE)
    return [*found.values()]


def offer_again(one: PageKind, made: Sequence[Feature], again: Sequence[tuple[Shown, Form]]) -> None:
    """Have answers with a form that is shown again (`again`: with its form) offer what there is now, with what was sent
    chosen."""
    show: list[Json] = []
    for page, form in again:
        for name in one.chosen:
            select = f"select[name={quoted(name)}]"
            if _choices(form, name) and len(page.document.select(select, limit=2)) == 1:
                options = _options(one, name, select, form, filled=False)
                shown = options["set"]
                assert isinstance(shown, dict)
                shown[":scope"] = {**_texts(one, name), "selected": f"item.id == body.get({text(name)}, '')"}
                show += [options] if options not in show else []
    for feature in made if show else ():
        reply = feature.document.get("reply")
        if isinstance(reply, dict) and isinstance(there := reply.get("show"), list):
            reply["show"] = [*show, *there]


def _address(one: PageKind, url: str, known: Collection[str]) -> str:
    """The pattern of a page, with `*` where it is about one entity of the `known` ones."""
    plain = url.partition("#")[0].partition("?")[0]
    for template in sorted({one.template, *own_addresses(one)}):
        key = key_in(plain, template) if "*" in template.partition("?")[0] else None
        if key is not None and key.lower() not in FORMS:
            return one.origin + template
    for address in addresses(plain, plain):
        if address.key in known and names_entity(address.template, one.template, address.key):
            return one.origin + address.template
    return address_of(url)


def _texts(one: PageKind, name: str) -> JsonObject:
    """What a choice says, and sends."""
    return {"text": own_text("item", one.chosen[name][1]), "value": "item.id"}


def _is_chosen(one: PageKind, name: str, own: str) -> str:
    """The condition that the entity of a page has a choice. `own`: what the choice is called."""
    there = f"state.{one.kind.name}"
    has = own_text(f"{there}[segments[0]]", one.sent[name]) if name in one.sent else "''"
    return f"segments[0] in {there} && {own} == {has}" if name in one.sent else "false"


def _options(one: PageKind, name: str, select: str, form: Form, *, filled: bool) -> JsonObject:
    """The list of what a form offers. `filled`: does its page choose what its entity has?"""
    of, field = one.chosen[name]
    own, choices = own_text("item", field), _choices(form, name)
    keys, labels = [*choices], [*choices.values()]
    by_key = all(key.isdigit() for key in keys) and [*map(int, keys)] == sorted(map(int, keys))
    by_label = not by_key and [*map(str.lower, labels)] == sorted(map(str.lower, labels))
    order = ".sortBy(item, int(item.id))" if by_key else f".sortBy(item, {own}.lowerAscii())" if by_label else ""
    others = "".join(f":not([value={quoted(value)}])" for value in form.options[name] if value not in choices)
    shown: JsonObject = {
        "text": own,
        "value": "item.id",
        **({"selected": _is_chosen(one, name, own)} if filled else {}),
    }
    return {
        "each": f"state.{of}.values(){order}",
        "into": select,
        "row": f"option{others}",
        "key": "item.id",
        "set": {":scope": shown},
    }
