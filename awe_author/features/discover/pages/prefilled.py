"""Forms for something new that their address fills in: `/letters/new?to=ada@quay.test` has that in the field `to`.

Told from one look at such a form: a field that users see has what a parameter says, a text that is hardly there by
chance or under the same name, and the other fields that users type into are empty. Other values fill it in the same
way. An app may lead to another address first, with a token for what was begun: the form there has what was asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call, says_what
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.markup.addresses import addresses
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.wording import SURE, squeezed
from awe_author.features.discover.pages.filled import quoted
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl

TOKEN = 10
"""Characters of a token, at least."""
_TYPED = ("text", "email", "tel", "url", "search", "number", "date", "")
_SET = ("submit", "button", "image", "file", "checkbox", "radio", "reset")


@dataclass(frozen=True, slots=True)
class _Opened:
    """A look at a form that its address fills in."""

    shown: Shown
    seq: int
    """Of its document."""
    fixed: Mapping[str, str]
    """Parameters that say what is done."""
    fields: Mapping[str, str]
    """Parameter -> the field that has what it says."""
    led: Call | None
    """What led to it from the address with these parameters."""
    token: str
    """The parameter of its own address that was not asked for."""


def prefilled(shown: Sequence[Shown], calls: Sequence[Call], kinds: Sequence[PageKind]) -> list[Feature]:
    """The features of such forms, one for each address."""
    templates = {one.template for one in kinds}
    found: dict[tuple[object, ...], list[Feature]] = {}
    seen: set[int] = set()
    for one in shown:
        if one.load is None or one.load.seq in seen:
            continue
        seen.add(one.load.seq)
        for opened in _opened(one, calls, templates):
            mark = (urlsplit(one.load.url).path, *sorted(opened.fixed.items()), *sorted(opened.fields))
            found.setdefault(mark, [*_features(opened)])
    return [feature for features in found.values() for feature in features]


def _opened(one: Shown, calls: Sequence[Call], templates: set[str]) -> Iterator[_Opened]:
    """How the address of a page fills in its form."""
    assert one.load is not None
    url = urlsplit(one.load.url)
    own = dict(parse_qsl(url.query))
    led = next((call for call in calls if call.seq == one.load.led), None)
    asked = dict(led.query) if led is not None else own
    left = {name: value for name, value in own.items() if asked.get(name) != value} if led is not None else {}
    token = next(iter(left), "") if len(left) == 1 and all(_is_token(value) for value in left.values()) else ""
    if (led is not None and (not token or led.path != url.path or led.mutation)) or any(map(searches, asked)):
        return
    fixed = {name: value for name, value in asked.items() if says_what(name)}
    others = {name: value for name, value in asked.items() if name not in fixed and value}
    if any(address.template in templates for address in addresses(one.load.url, one.page.url)):
        return
    if any(rows.template in templates for rows in one.lists):
        return
    served = next((call.html for call in calls if call.seq == one.load.seq), "")
    for form in parse(served).find_all("form"):  # scripts may write a value otherwise
        if str(form.get("method") or "get").lower() == "post" and others:
            fields = _fields(form, others)
            if fields.keys() == others.keys():
                yield _Opened(one, one.load.seq, fixed, fields, led, token)
                return


def _fields(form: Tag, asked: Mapping[str, str]) -> dict[str, str]:
    """Parameter -> the field that has its value; nothing where users find more to change in the form."""
    found: dict[str, str] = {}
    typed = seen = 0
    for field in form.find_all(["input", "textarea", "select"]):
        name, kind = str(field.get("name") or ""), str(field.get("type") or "").lower()
        if not name or kind in _SET:
            continue
        chosen = field.select_one("option[selected]") if field.name == "select" else None
        said = str(chosen.get("value") or "") if chosen is not None else ""
        said = said or (field.get_text() if field.name == "textarea" else str(field.get("value") or ""))
        plain = kind != "hidden" and len(said) >= SURE and not said.isdigit()
        fits = [of for of, value in asked.items() if squeezed(said) == squeezed(value) != ""
                and (plain or snake(of) == snake(name))]  # fmt: skip
        if len(fits) == 1 and fits[0] not in found:
            found[fits[0]] = name
            seen += kind != "hidden"
        elif field.name == "textarea" or (field.name == "input" and kind in _TYPED):
            typed += 1
            if said.strip():
                return {}
    return found if typed and seen else {}


def _is_token(value: str) -> bool:
    return len(value) >= TOKEN and value.isalnum() and any(map(str.isdigit, value))


def _features(opened: _Opened) -> Iterator[Feature]:
    """The form, and what leads to it."""
    load = opened.shown.load
    assert load is not None
    parts = urlsplit(load.url)
    origin, names = f"{parts.scheme}://{parts.netloc}", [*opened.fields]
    star = opened.token or names[0]
    pairs = [*((name, quote(value)) for name, value in opened.fixed.items()), (star, "*")]
    page = f"{origin}{quote(parts.path)}?" + "&".join(f"{quote(name)}={value}" for name, value in sorted(pairs))
    of = "view.get('came', {})" if opened.led is not None else "page.query"
    said = {name: f"string({of}.get({text(name)}, ''))" for name in names}
    show: list[Json] = [
        {"select": f"[name={quoted(field)}]", "set": {"value": said[name]}} for name, field in opened.fields.items()
    ]
    last = "_".join(snake(part) for part in [*parts.path.split("/"), *opened.fixed.values()] if snake(part)) or "root"
    document: JsonObject = {
        "id": f"prefilled.{last}.page",
        "title": f"A form with what was asked for in {', '.join(opened.fields.values())}",
        "on": {
            "page": page, "where": " && ".join(f"{one} != ''" for one in said.values()),
            "like": [opened.seq], "once": True,
        },
        "show": show,
    }  # fmt: skip
    yield Feature(document, [f"seen: GET {load.url}, seq {opened.seq}", "sure: 0.50"], 0.5)
    if opened.led is not None:
        tests = [f"query.get({text(name)}, '') == {text(value)}" for name, value in opened.fixed.items()]
        led: JsonObject = {
            "id": f"prefilled.{last}.begun",
            "title": f"GET {parts.path} leads to a form with what is asked for",
            "on": {
                "request": f"GET {origin}{parts.path}",
                "where": " && ".join([*tests, *(f"query.get({text(name)}, '') != ''" for name in names)]),
            },
            "reply": {
                "status": opened.led.status, "like": "recorded",
                "headers": {"location": text(opened.led.location)},
            },
        }  # fmt: skip
        yield Feature(led, [f"seen: GET {opened.led.path}, seq {opened.led.seq}", "sure: 0.50"], 0.5)
