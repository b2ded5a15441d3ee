"""Questions in one text with `^` between its parts, as ServiceNow's lists ask: `state=1^nameLIKEtea^ORDERBYDESCnumber`.

What the parts are compared by is told as of any other sentence (`sentences`); the order is a parameter of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from awe_author.features.discover.common.keys import text

CONDITIONS, ORDER = "^", "^ORDERBY"
"""The "keywords" of the conditions, and of the order."""
_PART = re.compile(
    r"[a-z][\w.]*(=|!=|>=?|<=?|LIKE|NOT LIKE|STARTSWITH|ENDSWITH|CONTAINS|IN)[^^]*\Z|ORDERBY(DESC)?\w+\Z"
)
_ORDER = "ORDERBY"
_DOWN = "DESC"


def encoded_said(value: str) -> Iterator[tuple[str, str]]:
    """(keyword, what it says) of such a text; nothing for any other. An order is said as `name`, or as `name desc`."""
    parts = [part for part in value.split("^") if part != "EQ"]
    ordered = [part for part in parts if part.startswith(_ORDER)]
    if (len(parts) < 2 and not ordered) or not all(map(_PART.match, parts)):
        return
    if told := "^".join(part for part in parts if part not in ordered):
        yield CONDITIONS, told
    for part in ordered[:1]:
        name = part.removeprefix(_ORDER)
        yield ORDER, f"{name.removeprefix(_DOWN)} desc" if name.startswith(_DOWN) else name


def encoded_there(own: str, keyword: str) -> str:
    """The expression of whether the text `own` has what the keyword stands for."""
    return f"('^' + {own}).contains('^{_ORDER}')" if keyword == ORDER else f"{encoded_text(own, keyword)} != ''"


def encoded_text(own: str, keyword: str) -> str:
    """The expression of what it says."""
    if keyword == ORDER:
        name = f"('^' + {own}).split({text('^' + _ORDER)})[1].split('^')[0]"
        return f"[{name}].map(n, n.startsWith('{_DOWN}') ? n.substring({len(_DOWN)}) + ' desc' : n)[0]"
    return f"{own}.split('^').filter(p, p != 'EQ' && !p.startsWith('{_ORDER}')).join('^')"
