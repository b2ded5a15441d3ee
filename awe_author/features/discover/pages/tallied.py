"""Columns that say how many choices a form's field of the same name has: a list shows `3` under "Members", and the form
sends the members.

Believed when all rows have a number there, no choice is called by one, and after each post that sent choices the next
row says how many these were. What such a field is filled with stays as recorded: a form may offer what is chosen in it
without a mark, for its script to send.
"""

from __future__ import annotations

from collections.abc import Sequence

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.told_columns import States
from awe_author.features.discover.pages.pages import PageKind


def tallied(made: PageKind, lists: Sequence[tuple[Page, Rows]], writes: Sequence[tuple[Call, str]]) -> set[str]:
    """The fields of several choices (`PageKind.joined`) of which lists say how many are chosen."""
    found: set[str] = set()
    for name in made.joined.keys() & made.sent.keys():
        labels, of = made.joined[name][0], made.sent[name]
        rows = [(page.seq, row) for page, one in lists for row in one.rows if of in row.values]
        numbers = bool(rows) and all(row.values[of].isdecimal() for _, row in rows)
        if numbers and not any(map(str.isdecimal, labels.values())) and _fits(name, of, made, rows, writes):
            found.add(name)
    return found


def _fits(
    name: str, of: str, made: PageKind, rows: Sequence[tuple[int, Row]], writes: Sequence[tuple[Call, str]]
) -> bool:
    """Does the next row say after each post how many choices it sent, and did one send any?"""
    states = States((call.seq, key) for call, key in writes)
    pairs: list[tuple[str, str]] = []
    for call, key in writes:
        if isinstance(call.body, dict) and name in call.body:
            state = states.at(key, call.seq + 1)
            later = (row for seq, row in rows if row.key == key and seq > call.seq and states.at(key, seq) == state)
            pairs += [(many(made, name, call.body[name]), row.values[of]) for row in [*later][:1]]
    return all(sent == shown for sent, shown in pairs) and any(sent != "0" for sent, _ in pairs)


def many(made: PageKind, name: str, words: object) -> str:
    """How many choices the words of a field are, as text."""
    said = str(words or "")
    return str(len(said.split(made.joined[name][1]))) if said else "0"


def many_text(name: str) -> str:
    """The expression of how many choices a form sends in a field."""
    return f"string(fields.get({text(name)}, []).filter(one, one != '').size())"
