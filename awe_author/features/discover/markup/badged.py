"""Elements with a number of their own behind what they say: `<a href="/mail/in">Inbox <span>12</span></a>`.

How many there are (unread mails) is no part of the name, comes and goes, and often is put there by scripts.
"""

from __future__ import annotations

import re

from bs4 import Tag
from bs4.element import NavigableString, PreformattedString

_NUMBER = re.compile(r"\s*\(?\d{1,6}\+?\)?\s*")


def beside_number(tag: Tag) -> str:
    """What an element says before a number in an element of its own, where it says nothing else; "" for others."""
    parts = [one for one in tag.children if isinstance(one, Tag) or str(one).strip()]
    if len(parts) < 2:
        return ""
    first, others = parts[0], parts[1:]
    plain = isinstance(first, NavigableString) and not isinstance(first, PreformattedString)
    counts = all(isinstance(one, Tag) and _NUMBER.fullmatch(one.get_text()) for one in others)
    return str(first) if plain and counts else ""
