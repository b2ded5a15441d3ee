"""What is in the fields of rows: of forms that change a row in place, or for scripts; what their links hand on."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.wording import squeezed
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl

TYPED = ("text", "number", "email", "url", "tel", "date", "search")
"""Types of fields into which users type."""


def held_in(tag: Tag) -> str:
    """What is in a field for text."""
    if tag.name == "textarea":
        return tag.get_text()
    return str(tag.get("value") or "") if str(tag.get("type") or "text").lower() in TYPED else ""


def chosen_in(tag: Tag) -> tuple[str, str]:
    """What a field of choices sends, and what that is called."""
    options = tag.find_all("option")
    one = next((option for option in options if option.has_attr("selected")), options[0] if options else tag)
    return str(one.get("value") or ""), squeezed(one.get_text())


def settings_of(known: Json) -> JsonObject:
    return known if isinstance(known, dict) else {}


def kept_in(tags: Sequence[Tag]) -> str:
    """The parameter of links in rows that says what their page was asked for, and nothing else does; "" without one."""
    links = [str(tag.get("href") or "") for tag in tags]
    asked = [parse_qsl(link.partition("?")[2]) for link in links if "?" in link]
    names = {pair[0] for pairs in asked for pair in pairs}
    same = all(len(pairs) == 1 and "=" in pairs[0][1] and "/" not in pairs[0][1] for pairs in asked)
    return names.pop() if len(names) == 1 and same and len(asked) < len(links) else ""


def with_kept(name: str) -> str:
    """The expression of such a parameter."""
    if not name:
        return ""
    own = "page.url.split('?')[1]"
    for sign in "%=&+":
        own += f".replace({text(sign)}, {text(quote(sign, safe=''))})"
    return f" + (page.url.contains('?') ? {text(f'?{quote(name)}=')} + {own} : '')"
