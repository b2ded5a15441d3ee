"""Words of a recorded text with others in their place: how a server-rendered page is answered for another entity.

Words stand alone: `Tea` is not found in `Team`. In HTML and JSON they are found, and put in, as they are written there:
`Tea &amp; cups`, `Tea \\"no 1\\"`. All are replaced in one go, so what was put in is not replaced again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape


def has(text: str, mime: str, words: str) -> bool:
    """Do the words stand in a text of this type?"""
    return _pattern([words], mime).search(text) is not None


def swapped(text: str, mime: str, values: Mapping[str, str]) -> str:
    """The text with `values` (words -> others) put in."""
    written = {form: _put(value, mime) for words, value in values.items() for form in _forms(words, mime)}
    return _pattern(list(values), mime).sub(lambda found: written[found[0]], text)


def _pattern(all_words: list[str], mime: str) -> re.Pattern[str]:
    forms = {form for words in all_words for form in _forms(words, mime)}
    found = [_alone(form) for form in sorted(forms, key=len, reverse=True)]
    return re.compile("|".join(found))


def _alone(words: str) -> str:
    before = r"(?<!\w)" if words[0].isalnum() else ""
    after = r"(?!\w)" if words[-1].isalnum() else ""
    return before + re.escape(words) + after


def _forms(words: str, mime: str) -> set[str]:
    """How words may be written in a text of this type."""
    if "html" in mime or "xml" in mime:
        return {words, escape(words, quote=False), escape(words), escape(words).replace("&#x27;", "&#39;")}
    if "json" in mime:
        return {json.dumps(words)[1:-1], json.dumps(words, ensure_ascii=False)[1:-1]}
    return {words}


def _put(value: str, mime: str) -> str:
    if "html" in mime or "xml" in mime:
        return escape(value)
    return json.dumps(value, ensure_ascii=False)[1:-1] if "json" in mime else value
