"""Forms that were refused: the app shows them again, with what had been typed and why.

A post is refused when its answer has the form with what it sent in it, and says so by its status, or other posts to the
address are answered otherwise. Why is told by comparing it with those that were accepted: a field is empty that was
filled in all of them (it is required), it says what another entity says already (it is unique), or it is of another
form (a number, an address). Of several possible reasons those count that a text of the page, by its field or in its
words, is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import looks_like_id, singular
from awe_author.features.discover.common.replaced import replaced
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation, logs_in
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import addresses
from awe_author.features.discover.markup.documents import rows_of
from awe_author.features.discover.markup.form_names import bare
from awe_author.features.discover.markup.forms import Form, form_of, forms_of
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.wording import KEY, own_text, squeezed, values_of, wordings
from awe_author.features.discover.pages.about import about_feature
from awe_author.features.discover.pages.about_pages import About, entity_at
from awe_author.features.discover.pages.filled import quoted
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.pieces import OWN_KEY, keyed
from awe_author.features.discover.pages.single_lists import sent_in
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.dom.rendering import is_whole, parsed_answer
from awe_author.features.patterns import Pattern
from awe_author.json_types import Json, JsonObject

Look = tuple[Shown, str, dict[str, str]]
"""(page, key, what a page would show of the entity)."""
NOT_ABOUT_FIELDS = (401, 403, 404, 405, 429)
LARGEST = 400_000
"""Characters of an answer that is looked at."""
LONGEST = 500
"""Characters of a text that says why."""
MOST_PAGES = 300
"""Answers that are looked at for texts that are there in any case."""
MOST_CHARACTERS = 10_000_000
"""Characters of all those answers; reading a million takes seconds."""
FORMS = (r"^-?[0-9]+$", r"^-?[0-9]+([.,][0-9]+)?$", r"^[^@\s]+@[^@\s]+$", r"^\d{4}-\d{2}-\d{2}$", r"^https?://")
"""Forms that values of a field may have to be of."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a form is refused."""

    field: str
    test: str
    """The expression; `segments[0]` stands for the entity's key."""


@dataclass(slots=True)
class Refused:
    """One post that was refused."""

    call: Call
    shown: Shown
    form: Form
    causes: tuple[Cause, ...] = ()
    told: dict[str, list[Tag]] = field(default_factory=dict)
    """Field -> the texts that are about it; "" for those about none."""

    @property
    def whole(self) -> bool:
        """Was a whole page answered?"""
        return is_whole(self.call.html)


# ---- which were refused --------------------------------------------------------------------


def refused_of(writes: Sequence[Call]) -> list[Refused]:
    """The posts of forms that were refused."""
    again = {call.seq: made for call in writes if (made := shown_again(call)) is not None}
    otherwise = {address_of_post(call) for call in writes if call.seq not in again and call.status < 400}
    return [
        one for one in again.values() if one.call.status >= 400 or address_of_post(one.call) in otherwise
    ]  # fmt: skip


def address_of_post(call: Call) -> tuple[str, str, str]:
    """(verb, address with `*` for keys, operation): what posts of one form have in common."""
    parts = ["*" if looks_like_id(unquote(part)) else part for part in call.path.split("/")]
    return call.verb, call.origin + "/".join(parts), call.operation


def shown_again(call: Call) -> Refused | None:
    """The answer to a post that has its form again, with what was sent in it; None when it has not."""
    if call.kind not in ("form", "multipart") or not isinstance(call.body, dict) or call.location or logs_in(call):
        return None
    if not 0 < len(call.html) < LARGEST or call.status in NOT_ABOUT_FIELDS or call.status >= 500:
        return None
    document = parsed_answer(call.html)
    url = call.origin + call.path
    forms = forms_of(document, url)
    if not forms and document.body is not None:
        forms = [form_of(document, document.body, url)]
    for form in forms:
        if has_again(call, form):
            page = Page(url, "", call.html, call.seq + 1)
            return Refused(call, Shown(page, rows_of(document, url), forms, document), form)
    return None


def has_again(call: Call, form: Form) -> bool:
    """Has a form in it what a post sent?"""
    names = [name for name in call.body if name in form.fields and name not in form.hidden]
    lacking = [name for name, value in call.body.items() if value and name not in form.fields | form.checks]
    same = all(_same(form.fields[name], call.body[name]) for name in names if name not in form.checks)
    return bool(names) and same and len(lacking) <= 1  # the button


def _same(shown: str, sent: object) -> bool:
    return squeezed(shown) == squeezed(str(sent))


# ---- why -----------------------------------------------------------------------------------


def explain(
    one: PageKind, part: Entities, found: Sequence[Refused], usual: frozenset[str], seen: Seen
) -> list[tuple[Operation, list[Refused]]]:
    """The refused posts of each operation, with their causes. `usual`: texts of pages that nothing was refused on."""
    made = []
    for operation in one.operations:
        mine = [
            refused for refused in found if operation.role in ("create", "update")
            and address_of_post(refused.call) == address_of_post(operation.calls[-1])
        ]  # fmt: skip
        for refused in mine:
            refused.told = _told(refused, usual)
            refused.causes = tuple(_causes(one, part, operation, refused, seen))
        explained = [refused for refused in mine if refused.causes]
        if explained:
            made.append((operation, explained))
    return made


def texts_of(calls: Iterable[Call]) -> frozenset[str]:
    """All texts of the pages that were answered, and of parts of pages."""
    found = set[str]()
    pages = characters = 0
    for call in calls:
        if 0 < len(call.html) < LARGEST and pages < MOST_PAGES and characters + len(call.html) <= MOST_CHARACTERS:
            pages += 1
            characters += len(call.html)
            document = parsed_answer(call.html)
            found |= {squeezed(said) for _, said in texts_in(document.body or document)}
    return frozenset(found)


def shows_again(shown: Shown, found: Sequence[Refused], calls: Sequence[Call]) -> bool:
    """Is a recorded page one that a refused post was answered with?"""
    last = max((call.seq for call in calls if call.html and call.seq < shown.page.seq), default=0)
    led = shown.load.led if shown.load is not None else None
    return any((one.call.seq == last and one.whole) or (one.call.location and one.call.seq == led) for one in found)


def _told(refused: Refused, usual: frozenset[str]) -> dict[str, list[Tag]]:
    document = refused.shown.document
    sent = {squeezed(str(value)) for value in refused.call.body.values()}
    found: dict[str, list[Tag]] = {}
    for tag, said in texts_in(document.body or document):
        shown = squeezed(said)
        if shown in usual or shown in sent or len(shown) > LONGEST or tag.name in ("title", "option", "button"):
            continue
        found.setdefault(_about(tag, shown, refused.form), []).append(tag)
    return found


def _about(tag: Tag, said: str, form: Form) -> str:
    """The field that a text is about: the only one beside it, else the one that it names."""
    names = [name for name in form.fields if name not in form.hidden]
    for above in list(tag.parents)[:4]:
        beside = {str(one.get("name")) for one in above.find_all(["input", "select", "textarea"])} & {*names}
        if len(beside) == 1 and len(names) > 1:
            return beside.pop()
        if beside:
            break
    words = said.lower()
    named = [name for name in names if re.search(rf"\b{re.escape(bare(name).replace('_', ' '))}\b", words)]
    return named[0] if len(named) == 1 else ""


def _causes(one: PageKind, part: Entities, operation: Operation, refused: Refused, seen: Seen) -> Iterator[Cause]:
    accepted = [body for call in operation.calls if isinstance(body := one.bodies.get(call.seq), dict)]
    sent: Mapping[str, object] = refused.call.body
    found: list[Cause] = []
    for name in refused.form.fields:
        if name in refused.form.hidden or name in refused.form.checks:
            continue
        value = str(sent.get(name, "") or "").strip()
        others = [str(body.get(name, "") or "").strip() for body in accepted]
        own = f"string({sent_in(name)})"
        if not value:
            found += [Cause(name, f"{own}.trim() == ''")] if others and all(others) else []
            continue
        unique = _unique(one, part, operation, refused, name, value, seen)
        found += [Cause(name, unique)] if unique else []
        pattern = next((p for p in FORMS if all(re.search(p, other) for other in others if other)
                        and not re.search(p, value)), "")  # fmt: skip
        if pattern and any(others) and not unique:
            found.append(Cause(name, f"{own} != '' && !{own}.matches({text(pattern)})"))
    said = [cause for cause in found if cause.field in refused.told]
    yield from said or (found if len(found) == 1 else [])


def _unique(
    one: PageKind, part: Entities, operation: Operation, refused: Refused, name: str, value: str, seen: Seen
) -> str:
    """The test that another entity says the same in this field; "" when that cannot be why."""
    of = one.sent.get(name, "")
    if not of or name in one.labels:
        return ""
    own_key = _key_of(operation, refused)
    there = {
        key: str(entity.get(of, "")) for key in [*part.seed, *part.made]
        if key != own_key and (entity := entity_at(one, part, key, refused.call.seq, seen)) is not None
    }  # fmt: skip
    values = [said for said in there.values() if said]
    if value not in values or len(values) != len(set(values)):
        return ""
    own = f"string({sent_in(name)})"
    other = " && item.id != segments[0]" if operation.role == "update" else ""
    return f"{own} != '' && state.{part.kind.name}.values().exists(item, {own_text('item', of)} == {own}{other})"


def _key_of(operation: Operation, refused: Refused) -> str:
    where = operation.key_at
    if operation.role != "update" or where is None:
        return ""
    mine, theirs = operation.endpoint.path.split("/"), refused.call.path.split("/")
    if where.part == "segments":
        at = mine.index("*") if "*" in mine else -1
        return unquote(theirs[at]) if 0 <= at < len(theirs) else ""
    fields = refused.call.params if where.part == "query" else refused.call.body
    return str(fields.get(str(where.way[0]), ""))


# ---- what is answered ----------------------------------------------------------------------


def refused_features(
    one: PageKind,
    part: Entities,
    operation: Operation,
    found: Sequence[Refused],
    on: JsonObject,
    key: str,
    shown: Sequence[Shown],
    seen: Seen,
) -> list[Feature]:
    """The features of one operation's refusals, those of most causes first. `on`: when the operation is meant; `key`:
    the expression of its entity's key; `shown`: recorded pages."""
    others = _pages_of(one, part, operation, shown, seen)
    groups: dict[tuple[Cause, ...], list[Refused]] = {}
    for refused in found:
        groups.setdefault(tuple(sorted(refused.causes, key=lambda cause: cause.field)), []).append(refused)
    for cause in {cause: None for refused in found for cause in refused.causes}:
        if (cause,) not in groups:  # on the page that was refused for this and something else
            groups[cause,] = [refused for refused in found if cause in refused.causes]
    made = []
    for causes, mine in sorted(groups.items(), key=lambda pair: -len(pair[0])):
        where = " && ".join([*([str(on["where"])] if "where" in on else []), *(f"({one.test})" for one in causes)])
        seqs = [refused.call.seq for refused in mine]
        shows = _shows(one, part, mine, causes, operation, others, seen)
        document: JsonObject = {
            "id": f"{part.kind.name}.{operation.role}.refused",
            "title": f"The form of a {singular(part.kind.name)} is shown again: {', '.join(c.field for c in causes)}",
            "on": {"request": on["request"], "where": replaced(where, {OWN_KEY: key}), "like": [*seqs]},
            "reply": {"like": "recorded", "status": mine[0].call.status, "show": keyed(shows, key)},
        }
        told = ", ".join(map(str, seqs))
        made.append(Feature(document, [f"seen: {operation.endpoint}, seq {told}", "sure: 0.60"], 0.6))
    return made


def _shows(
    one: PageKind,
    part: Entities,
    mine: Sequence[Refused],
    causes: Sequence[Cause],
    operation: Operation,
    others: Sequence[Look],
    seen: Seen,
) -> list[Json]:
    pages: list[Look] = []
    for refused in mine if operation.role == "update" else ():
        key = _key_of(operation, refused)
        entity = entity_at(one, part, key, refused.call.seq, seen)
        if entity is not None:
            pages.append((refused.shown, key, values_of({**entity, KEY: key})))
    about = About(one.template, True, pages, [*others], piece=not mine[0].whole)
    made = about_feature(one, part, about) if pages else None
    given = made.document["show"] if made is not None else []
    shows = [show for show in (given if isinstance(given, list) else []) if not _fills(show)]
    return [*shows, *typed(mine[0]), *messages(mine[0], causes)]


def _fills(show: Json) -> bool:
    """Is it what is in a field?"""
    return isinstance(show, dict) and (
        "[name=" in str(show.get("select")) or "value" in (show["set"] if isinstance(show["set"], dict) else {})
    )


def _pages_of(one: PageKind, part: Entities, operation: Operation, shown: Sequence[Shown], seen: Seen) -> list[Look]:
    """The pages at the address of a post about an entity."""
    keys = {*part.seed, *part.made}
    found: list[Look] = []
    for page in shown if operation.role == "update" else ():
        for address in addresses(page.page.url, page.page.url):
            entity = entity_at(one, part, address.key, page.page.seq, seen) if address.key in keys else None
            if entity is not None and operation.endpoint.path in (address.template, address.template.partition("?")[0]):
                found.append((page, address.key, values_of({**entity, KEY: address.key})))
    return found


def typed(refused: Refused) -> Iterator[Json]:
    """What had been typed."""
    form = refused.form
    inside = f"{form.select} " if form.select and not form.select.startswith("body") else ""
    for name in form.fields | form.checks:
        if name in form.hidden or name in form.several:
            continue
        own = f"string({sent_in(name)})"
        if name in form.checks:
            ticked = f"{text(name)} in body && {own} in ['', {text(form.checks[name][0])}]"  # a box may send nothing
            yield {"select": f"{inside}input[name={quoted(name)}]:not([type=hidden])", "set": {"checked": ticked}}
        elif name in form.radios:
            for value in form.options.get(name, {}):
                yield {"select": f"{inside}input[name={quoted(name)}][value={quoted(value)}]",
                       "set": {"checked": f"{own} == {text(value)}"}}  # fmt: skip
        else:
            yield {"select": f"{inside}[name={quoted(name)}]:not([type=hidden])", "set": {"value": own}}


def messages(refused: Refused, causes: Sequence[Cause]) -> Iterator[Json]:
    """Texts with what was sent in them; those about other causes are not shown."""
    fields = {cause.field for cause in causes}
    others = {cause.field for cause in refused.causes} - fields
    document = refused.shown.document
    sent = {name: squeezed(str(value)) for name, value in refused.call.body.items() if len(str(value)) > 2}
    for name, tags in refused.told.items():
        for tag in tags:
            selector = alone(document, tag, "")
            if selector is None:
                continue
            if name in others:
                yield {"select": selector, "set": {"hidden": "true"}}
                continue
            ways = wordings(tag.get_text(), {n: v for n, v in sent.items() if n in fields}, [*fields])
            if ways:
                said = ways[0].text(lambda of: f"string(body.get({text(of)}, ''))")
                yield {"select": selector, "set": {"text": said}}


def leave_again(pages: Sequence[Feature], made: Sequence[Feature], urls: Sequence[str]) -> None:
    """Features of pages leave the fields of forms alone that are shown again at these addresses."""
    for feature in pages if made else ():
        on, show = feature.document["on"], feature.document.get("show")
        shows = show if isinstance(show, list) else []
        fills = any(map(_fills, shows))
        if fills and isinstance(on, dict) and "page" in on and any(Pattern(str(on["page"])).matches(u) for u in urls):
            test = f"!view.get('after', '').startsWith({text(str(made[0].document['id']))})"
            on["where"] = " && ".join([*([str(on["where"])] if "where" in on else []), test])
