"""Questions that are one statement: `SELECT Id FROM Lead WHERE Name LIKE '%tea%' ORDER BY Name LIMIT 5 OFFSET 10`, and
without its first words, `project = ACME ORDER BY created DESC` (Jira's JQL), or one with `^` between its parts
(`encoded_queries`). Its clauses are parameters of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.encoded_queries import (
    CONDITIONS,
    ORDER,
    encoded_said,
    encoded_text,
    encoded_there,
)

CLAUSES = {
    "WHERE": "where", "ORDER BY": "order_by", "ORDERBY": "order_by", "LIMIT": "limit", "OFFSET": "offset",
    "STARTPOSITION": "start_position", "MAXRESULTS": "limit",
}  # fmt: skip
"""Keyword -> what the parameter is called. Conditions come first, the others in any order."""
ENCODED = {CONDITIONS: "where", ORDER: "order_by"}
_SPLIT = re.compile(rf"(?:^|(?<=\s))({'|'.join(CLAUSES)})\s", re.IGNORECASE)
_SELECTS = re.compile(r"\s*(SELECT|FIND|FROM)\s", re.IGNORECASE)
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
SELECTS = "^"
"""Stands between a parameter and what its statement begins with, in what an operation is called."""
FIRST = ""
"""The "keyword" of the condition that a statement begins with when it selects nothing."""
LONGEST = 4000


def clauses_said(value: str) -> Iterator[tuple[str, str]]:
    """(keyword as written, what it says) of a statement; nothing for a text that is none."""
    if encoded := [*encoded_said(value[:LONGEST])]:
        yield from encoded
        return
    plain = _QUOTED.sub(lambda found: "x" * len(found[0]), value[:LONGEST])
    marks = [*_SPLIT.finditer(plain)]
    if not any(CLAUSES[mark[1].upper()] == "order_by" for mark in marks) and not _SELECTS.match(plain):
        return
    first = value[: marks[0].start()].strip() if marks else value.strip()
    if first and not _SELECTS.match(plain):
        yield FIRST, first
    for mark, after in zip(marks, [*marks[1:], None], strict=False):
        yield mark[1], value[mark.end() : after.start() if after else len(value)].strip()


def selected(value: str) -> str:
    """What a statement begins with when it selects something, `SELECT Id, Name FROM Lead`; "" for any other."""
    plain = _QUOTED.sub(lambda found: "x" * len(found[0]), value[:LONGEST])
    mark = _SPLIT.search(plain)
    return value[: mark.start() if mark else len(value)].strip() if _SELECTS.match(plain) else ""


def clause_said(value: str, keyword: str) -> str | None:
    """What one clause of a statement says; None without it."""
    return next((said for word, said in clauses_said(value) if word == keyword), None)


def clause_there(own: str, keyword: str) -> str:
    """The expression of whether a statement has the clause. `own`: that of the statement, a text."""
    if keyword in ENCODED:
        return encoded_there(own, keyword)
    return f"(' ' + {own}).contains({text(f' {keyword} ')})" if keyword else f"{clause_text(own, FIRST)} != ''"


def clause_text(own: str, keyword: str) -> str:
    """The expression of what the clause says, for a statement that has it."""
    if keyword in ENCODED:
        return encoded_text(own, keyword)
    later = [word for word in CLAUSES if word not in ("WHERE", keyword.upper())]
    made = f"(' ' + {own} + ' ')"
    if keyword:
        made = f"{made}.split({text(f' {keyword} ')})[1]"
    for word in later:
        made = f"{made}.split({text(f' {word.lower() if keyword.islower() else word} ')})[0]"
    return f"{made}.trim()"
