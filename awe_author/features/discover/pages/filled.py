"""What is in the fields of the forms on pages about one entity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from bs4 import BeautifulSoup

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.markup.choice_labels import member_name
from awe_author.features.discover.markup.number_formats import unwritten, written_text
from awe_author.features.discover.markup.wording import BEFORE, own_text, squeezed
from awe_author.features.discover.pages.pages import MOST_LABELS, PageKind, Shown
from awe_author.json_types import JsonObject

Own = Callable[[str], str]
"""Field -> its expression."""
Seen = tuple[Shown, str, dict[str, str]]
"""(page, key, what a page would show of the entity)."""
MOST = 200
"""Choices of a field that takes several; a longer list keeps what the recorded page has chosen."""
_CHOSEN = 'option:not([value=""])'
"""A choice that is not that of nothing."""


def first_looks(pages: Sequence[Seen]) -> list[Shown]:
    """The first look at each document: later ones may have in their fields what a user typed."""
    found: dict[object, Shown] = {}
    for page, _, _ in pages:
        found.setdefault(page.load.seq if page.load is not None else id(page), page)
    return [*found.values()]


def fill(
    made: dict[str, JsonObject],
    one: PageKind,
    pages: Sequence[Seen],
    own: Own,
    others: Sequence[Seen] = (),
    shown: Sequence[Shown] = (),
) -> set[str]:
    """What is in the fields of forms; the selectors of those. What is not known of an entity is left empty: a page that
    stands for others has another one's in it. `others`: pages of the same address that look otherwise; `shown`: all
    pages, some of which may offer more to choose from."""
    known = {*made}
    documents = [page.document for page, _, _ in pages]
    offering = [page.document for page in shown] or documents
    new = {key for operation in one.operations if operation.role == "create" for key in operation.made}
    old = [page for page in pages if page[1] not in new]  # all is known of new ones
    for name, of in one.sent.items():
        if of in one.notes or name in one.tallied:
            continue
        labels = one.labels.get(name, {})
        of = member_name(of, one.records[name], labels) if name in one.records else of
        held = _held(name, of, one, pages)
        both = [*held, *_held(name, of, one, others)]
        pattern = one.grouped.get(of, "")
        both = [(unwritten(pattern, shown) or shown, kept) for shown, kept in both] if pattern else both
        told = [(shown, kept) for shown, kept in both if squeezed(shown) or kept] or both  # nothing in both is no proof
        same = sum(1 for shown, kept in told if squeezed(shown) == kept)
        if not same and name not in one.checks | one.radios and not labels and _held_before(name, of, one, pages):
            made.setdefault(f"[name={quoted(name)}]:not([type=hidden])", {})["value"] = own(BEFORE + of)
        if not held or same * 2 < len(told):
            continue
        value = written_text(pattern, own(of)) if pattern else own(of)
        if name in one.joined:
            made.update(_chosen_in(name, *one.joined[name], value, documents))
            continue
        if name in one.checks | one.radios:
            for sent, label in [*labels.items()][: 1 if name in one.checks else None]:
                which = "" if name in one.checks else f"[value={quoted(sent)}]"
                made.setdefault(f"input[name={quoted(name)}]{which}:not([type=hidden])", {})["checked"] = (
                    f"{value} == {text(label)}"
                )
            continue
        if labels:
            sends = {label: key for key, label in reversed(labels.items()) if len(labels) < MOST_LABELS}
            several = Counter(labels.values())  # another choice elsewhere may be called so: by its name, then
            sends = {label: key if several[label] == 1 else label for label, key in sends.items()}
            pairs = ", ".join(f"{text(label)}: {text(key)}" for label, key in reversed(sends.items()))
            usual = Counter(said for said, _ in _held(name, of, one, old) or held).most_common(1)[0][0]
            sent = f"{{{pairs}}}.get({value}, {text(_sent(labels, usual))})"
            value = _named(value, *one.chosen[name], sent) if name in one.chosen else sent
        if name in one.keeps and _keep(made, name, one.keeps[name], own(of), documents):
            continue
        if labels and _only_chosen(name, offering):
            made.setdefault(f"select[name={quoted(name)}] > {_CHOSEN}", {}).update(value=value, text=own(of))
        select = f"[name={quoted(name)}]:not([type=hidden])"
        if any(document.select(select, limit=1) for document in documents):
            made.setdefault(select, {})["value"] = value
    return {*made} - known


def _only_chosen(name: str, documents: Sequence[BeautifulSoup]) -> bool:
    """Do forms offer nothing but what is chosen, and nothing? Scripts fetch the others while users choose."""
    offered = [
        document.select(f"select[name={quoted(name)}] > {_CHOSEN}")
        for document in documents if document.select(f"select[name={quoted(name)}]", limit=1)
    ]  # fmt: skip
    return any(offered) and all(len(one) < 2 and all(choice.has_attr("selected") for choice in one) for one in offered)


def _chosen_in(
    name: str, labels: Mapping[str, str], between: str, own: str, documents: Sequence[BeautifulSoup]
) -> dict[str, JsonObject]:
    """Selector -> whether it is chosen, of each choice of a field that takes several."""
    made: dict[str, JsonObject] = {}
    for sent, label in labels.items() if len(labels) <= MOST else ():
        for select in (
            f"select[name={quoted(name)}] option[value={quoted(sent)}]",
            f"input[name={quoted(name)}][value={quoted(sent)}]:not([type=hidden])",
        ):
            if any(document.select(select, limit=1) for document in documents):
                made[select] = {"checked": f"{text(label)} in {own}.split({text(between)})"}
    return made


def _keep(
    made: dict[str, JsonObject], name: str, words: tuple[str, str], own: str, documents: Sequence[BeautifulSoup]
) -> bool:
    """Have the choice that leaves a field as it is say what that is; False where no page has it."""
    select = f"select[name={quoted(name)}]"
    option = f'{select} > option[value=""]'
    if not any(document.select(option, limit=1) for document in documents):
        return False
    made.setdefault(option, {})["text"] = framed(words[0], own, words[1])
    made.setdefault(select, {})["value"] = "''"
    return True


def _named(value: str, of: str, field: str, otherwise: str) -> str:
    """The expression of the key of what is called so, of another kind that a form chooses from."""
    called = f"state.{of}.values().filter(one, {own_text('one', field)} == {value})"
    return f"({called}.size() > 0 ? {called}[0].id : {otherwise})"


def _held(name: str, of: str, one: PageKind, pages: Sequence[Seen]) -> list[tuple[str, str]]:
    """(what a field has in it, what the entity has) on the first look at each document."""
    first, labels = first_looks(pages), one.labels.get(name, {})
    return [
        (labels.get(said, said), values.get(of, ""))
        for page, _, values in pages if page in first
        for form in page.forms if name in form.fields or name in one.checks & form.checks.keys()
        for said in [form.fields.get(name, "")]
    ]  # fmt: skip


def _held_before(name: str, of: str, one: PageKind, pages: Sequence[Seen]) -> bool:
    """Has a field always in it what the entity had there before it was changed last, as a form that undoes that?"""
    before = [(squeezed(shown), kept) for shown, kept in _held(name, BEFORE + of, one, pages)]
    return bool(before) and all(kept and shown == kept for shown, kept in before)


def _sent(labels: Mapping[str, str], shown: str) -> str:
    """What a form sends for what it shows."""
    return next((key for key, label in labels.items() if label == shown), "")


def quoted(name: str) -> str:
    """A text as CSS writes it, in quotation marks: for the value of an attribute in a selector."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
