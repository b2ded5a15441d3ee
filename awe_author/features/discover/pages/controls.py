"""Controls of recorded pages whose request was never recorded: what a user could press and the mock could not answer.

Links and forms say what they ask for. Buttons do not: one counts as pressed when a step names its text, label or id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urldefrag, urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.calls import Raw
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.pages.pages import Shown
from awe_author.json_types import JsonObject

MOST = 500


def controls_of(shown: Sequence[Shown], raws: Sequence[Raw], steps: Sequence[tuple[str, str]]) -> list[JsonObject]:
    """One entry for each control, however many pages have it; the pages where it was seen first."""
    asked = {(raw.method, _shape(raw.url)) for raw in raws if raw.status}
    pressed = " ".join(args for verb, args in steps if verb in ("click", "press", "check", "select")).lower()
    found: dict[tuple[str, str], JsonObject] = {}
    for one in shown:
        for kind, label, why in _of_page(one, asked, pressed):
            entry = found.setdefault(
                (kind, label), {"control": kind, "label": label, "page": one.page.url, "why": why, "pages": 0}
            )
            entry["pages"] = int(str(entry["pages"])) + 1
        if len(found) >= MOST:
            break
    return list(found.values())


def _shape(url: str) -> str:
    """An address without its identifiers and the values of its parameters."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    path = "/".join("*" if looks_like_id(part) else part for part in parts.path.split("/"))
    names = sorted({pair.partition("=")[0] for pair in parts.query.split("&") if pair})
    return f"{parts.netloc}{path.rstrip('/')}?{'&'.join(names)}"


def _of_page(one: Shown, asked: set[tuple[str, str]], pressed: str) -> Iterator[tuple[str, str, str]]:
    url, document = one.page.url, one.document
    own = urlsplit(url).netloc
    for link in document.find_all("a", href=True):
        target = urldefrag(joined(url, str(link["href"]))).url
        if target and urlsplit(target).netloc == own and ("GET", _shape(target)) not in asked and label_of(link):
            yield "link", label_of(link), f"GET {urlsplit(target).path} was never asked for"
    for form in one.forms:
        posts = any(
            (method, _shape(form.action)) in asked
            for method in {form.method, "POST" if form.method != "GET" else "GET"}
        )
        if not posts and not (
            form.method == "GET" and any(path.startswith(_shape(form.action)) for verb, path in asked if verb == "GET")
        ):
            yield "form", form.select, f"{form.method} {urlsplit(form.action).path} was never sent"
    for button in _buttons(document):
        label = label_of(button)
        names = [label, str(button.get("id") or ""), str(button.get("aria-label") or "")]
        if label and not any(name and name.lower() in pressed for name in names):
            yield "button", label, "no step presses it"


def _buttons(document: BeautifulSoup) -> Iterator[Tag]:
    for tag in document.find_all(["button", "input"]):
        if tag.name == "button" or tag.get("type") in ("submit", "button"):
            yield tag
    for tag in document.select('[role="button"]'):
        if tag.name not in ("button", "input"):
            yield tag


def label_of(tag: Tag) -> str:
    """What a user reads on it."""
    text = " ".join(tag.get_text(" ", strip=True).split())
    said = text or str(tag.get("aria-label") or tag.get("title") or tag.get("value") or "")
    return re.sub(r"\s+", " ", said).strip()[:60]
