"""Fields in which one thing's form offers several choices at once: the tags of a note, the groups of a user, who shares
a bill. A `select` with `multiple`, or boxes that have one name.

A browser sends such a field once for each choice, and not at all where there is none (HTML, "constructing the entry
list"). An entity has there what pages show of it: the words of all that is chosen, in the order in which the form has
them, with what pages have between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.cell_texts import shown_text
from awe_author.features.discover.markup.forms import Form, choice_label
from awe_author.features.discover.pages.bulk import ticked_names
from awe_author.features.discover.pages.pages import Shown

BETWEEN = (", ", "; ", " / ", " | ", " · ", " ")
"""What pages may have between several words; the first where none shows two."""
Choices = dict[str, str]
"""What is sent -> what it is called."""


def join_choices(shown: Sequence[Shown]) -> None:
    """Take the fields of such forms for texts, and keep what they offer apart."""
    offered: list[tuple[Form, str, Choices, list[str]]] = []
    for page in shown:
        held = (
            set[str]().union(*map(ticked_names, page.lists)) if any(form.several for form in page.forms) else set[str]()
        )
        for form in page.forms:
            chosen = form.several | form.checks.keys() | form.options.keys()
            if form.method == "GET" or not form.fields.keys() - chosen - form.hidden:
                continue  # it narrows a list, or names rows
            tag = page.document.select_one(form.select) if form.several - held else None
            offered += [(form, name, *_choices(tag, name)) for name in sorted(form.several - held) if tag is not None]
    between = _between(shown, [[labels[one] for one in on] for _, _, labels, on in offered])
    for form, name, labels, on in offered:
        form.options.pop(name, None)
        form.checks.pop(name, None)
        form.joined[name] = (labels, between)
        form.fields[name] = between.join(labels[one] for one in on)


def _choices(form: Tag, name: str) -> tuple[Choices, list[str]]:
    """(all choices, what is sent of those that are chosen)."""
    labels: Choices = {}
    on = []
    for one in form.find_all(["select", "input"], attrs={"name": name}):
        if one.name == "select":
            for option in one.find_all("option"):
                sent = str(option.get("value", shown_text(option)))
                labels[sent] = shown_text(option)
                on += [sent] if option.has_attr("selected") and sent else []
        elif one.get("type") == "checkbox":
            sent = str(one.get("value") or "on")
            labels[sent] = choice_label(form, one, sent)
            on += [sent] if one.has_attr("checked") else []
    return labels, on


def _between(shown: Sequence[Shown], chosen: Iterable[Sequence[str]]) -> str:
    """What pages have between the words of several choices."""
    several = {tuple(words) for words in chosen if len(words) > 1}
    if several:
        said = {value for page in shown for rows in page.lists for row in rows.rows for value in row.values.values()}
        said |= {" ".join(one.split()) for page in shown for one in page.document.find_all(string=True)
                 if one.parent is not None and one.parent.name not in ("script", "style", "option")}  # fmt: skip
        for sign in BETWEEN:
            if any(sign.join(words) in one for words in several for one in said):
                return sign
    return BETWEEN[0]


def with_joined(call: Call, shown: Sequence[Shown], several: Mapping[int, Mapping[str, list[str]]]) -> Call:
    """A post with what its form's choices are called in place of what it sends of them."""
    url, body = call.origin + call.path, call.body
    if not isinstance(body, dict) or call.kind == "json":
        return call
    forms = [form for page in shown if page.page.seq <= call.seq
             for form in page.forms if form.joined and form.action.partition("?")[0] == url]  # fmt: skip
    mine = [
        form for form in forms if any(name in body for name in form.fields.keys() - form.hidden - form.joined.keys())
    ]
    if not mine:
        return call
    sent = several.get(call.seq, {})
    joined = {}
    for name, (labels, between) in mine[-1].joined.items():
        values = [value for value in sent.get(name, []) if value]
        joined[name] = between.join(labels.get(value, value) for value in values)
    return replace(call, body={**body, **joined})


def joined_text(name: str, labels: Mapping[str, str], between: str) -> str:
    """The expression of what the choices that a form sends in a field are called."""
    pairs = ", ".join(f"{text(sent)}: {text(label)}" for sent, label in labels.items())
    called = f"fields.get({text(name)}, []).filter(one, one != '').map(one, {{{pairs}}}.get(one, string(one)))"
    return f"{called}.join({text(between)})"
