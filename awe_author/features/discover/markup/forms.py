"""The forms of server-rendered pages: where they lead, and what is in their fields. Decides nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.cell_texts import label_text, shown_text
from awe_author.features.discover.markup.selectors import selector_of

_SENDS = re.compile(r"(data-)?hx-(get|post|put|patch|delete)")


@dataclass(slots=True)
class Form:
    """One form of a page."""

    action: str
    """Absolute URL."""
    method: str
    select: str
    """CSS selector."""
    fields: dict[str, str] = field(default_factory=dict)
    """Name -> the value that the page has in it."""
    options: dict[str, dict[str, str]] = field(default_factory=dict)
    """Name of a select -> value -> what is shown for it."""
    hidden: set[str] = field(default_factory=set)
    """Names of fields that the page does not show."""
    checks: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Name of a checkbox -> what is sent when it is checked, and else ("" for nothing)."""
    radios: set[str] = field(default_factory=set)
    """Names of choices by radio buttons."""
    several: set[str] = field(default_factory=set)
    """Names of which several choices are sent: of several checkboxes, of a select with `multiple`."""
    joined: dict[str, tuple[dict[str, str], str]] = field(default_factory=dict)
    """Those that are taken for texts -> (what is sent -> what it is called, what is between) (`several_choices`)."""
    buttons: dict[str, str] = field(default_factory=dict)
    """Name of a button that sends it -> what is written on it."""


def _choice(made: Form, form: Tag, one: Tag, name: str) -> None:
    value = str(one.get("value") or "on")
    if one.get("type") == "radio":
        made.options.setdefault(name, {})[value] = choice_label(form, one, value)
        made.radios.add(name)
    elif name in made.checks or name in made.several or name.endswith("[]"):
        made.checks.pop(name, None)
        made.several.add(name)
    else:
        made.checks[name] = (value, made.fields.get(name, ""))
        made.hidden.discard(name)
    if one.has_attr("checked"):
        made.fields[name] = value


def choice_label(form: Tag, choice: Tag, value: str) -> str:
    """What a box or a radio button is called: the words of the label around it, or for it, else its value."""
    label = choice.find_parent("label") or form.find("label", attrs={"for": choice.get("id") or "?"})
    return label_text(label) if isinstance(label, Tag) else value


def forms_of(document: BeautifulSoup, url: str) -> list[Form]:
    """The forms of a page with what is in them."""
    return [form_of(document, form, url) for form in document.find_all("form")]


def _sends(tag: Tag) -> bool:
    kind = str(tag.get("type") or ("submit" if tag.name == "button" else "text")).lower()
    return tag.name in ("button", "input") and kind in ("submit", "image")


def form_of(document: BeautifulSoup, form: Tag, url: str) -> Form:
    """What is in the fields of one form, or of another element."""
    scripted = next(((name, value) for name, value in form.attrs.items() if _SENDS.fullmatch(name)), ("", ""))
    made = Form(
        joined(url, str(scripted[1] or form.get("action") or url)).partition("#")[0],
        (scripted[0].rpartition("-")[2] or str(form.get("method") or "get")).upper(),
        selector_of(document, form),
    )
    sending = (one for one in form.find_all(_sends) if one.get("name"))
    made.buttons = {str(one["name"]): shown_text(one) or str(one.get("value") or "") for one in sending}
    for one in form.find_all(["input", "textarea", "select"]):
        name = str(one.get("name") or "")
        if not name or one.get("type") in ("submit", "button", "image", "file"):
            continue
        if one.get("type") == "hidden":
            made.hidden.add(name)
        if one.name == "select":
            options = one.find_all("option")
            made.several |= {name} if one.has_attr("multiple") else set()
            made.options[name] = {
                str(option.get("value", shown_text(option))): shown_text(option) for option in options
            }
            chosen = next((option for option in options if option.has_attr("selected")), None)
            made.fields[name] = str(chosen.get("value", shown_text(chosen))) if chosen is not None else ""
        elif one.get("type") in ("checkbox", "radio"):
            _choice(made, form, one, name)
        else:
            made.fields[name] = one.get_text().strip("\n") if one.name == "textarea" else str(one.get("value") or "")
    return made
