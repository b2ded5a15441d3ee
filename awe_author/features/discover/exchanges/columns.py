"""Tables that number their columns in the query, and name them there: what such a request asks for, by names.

columns[2][data]=title&order[0][column]=2&order[0][dir]=asc    DataTables
mDataProp_2=title&iSortCol_0=2&sSortDir_0=asc                  its older form

What is sorted by is the name of the column with that number; a search in one column is a filter by its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from awe_author.features.discover.common.keys import text

_NAMED = (
    re.compile(r"(?P<before>[A-Za-z]\w*\[)(?P<number>\d{1,3})(?P<after>\]\[(data|name|field|key)\])\Z"),
    re.compile(r"(?P<before>mDataProp_)(?P<number>\d{1,3})(?P<after>)\Z"),
)
"""Names of the parameters that name a column, those that say more first."""
_SORTED = re.compile(r"([A-Za-z]\w*\[\d\]\[(column|col)\]|iSortCol_\d)\Z")
_FIELD = re.compile(r"[A-Za-z_][\w.]*\Z")


@dataclass(frozen=True, slots=True)
class Columns:
    """How a request numbers its columns."""

    before: str
    after: str
    """What stands around the number in the name of the parameter that says the column's name."""
    sort: str = ""
    """The parameter whose value is the number of the column that is sorted by first."""

    def named(self, params: Mapping[str, str], number: str) -> str | None:
        """The name of a column."""
        return params.get(f"{self.before}{number}{self.after}")

    def text(self, name: str, default: str) -> str:
        """The expression of the name of the column whose number a parameter says."""
        number = f"query.get({text(name)}, '')"
        return f"query.get({text(self.before)} + {number} + {text(self.after)}, {text(default)})"

    def owned(self, name: str) -> bool:
        """Does a parameter say something of a column, and nothing that is asked for?"""
        head = re.escape(self.before)
        return bool(re.match(rf"{head}\d{{1,3}}(\]|\Z)", name)) or bool(_OLD.match(name) if not self.after else None)

    def searched(self, name: str) -> str | None:
        """The number of the column in which a parameter searches; None when it is of another form."""
        found = re.match(rf"{re.escape(self.before)}(\d{{1,3}})\]\[search\]\[value\]\Z", name) if self.after else None
        found = found or (re.match(r"sSearch_(\d{1,3})\Z", name) if not self.after else None)
        return found[1] if found is not None else None


_OLD = re.compile(r"(bSearchable|bSortable|bRegex|sSearch)_\d{1,3}\Z|(iColumns|sColumns|iSortingCols|bRegex)\Z")


def columns_of(query: Sequence[tuple[str, str]]) -> Columns | None:
    """How a query numbers its columns; None when it does not."""
    params = dict(query)
    for pattern in _NAMED:
        found = [match for name, _ in query if (match := pattern.match(name)) is not None]
        ways = {(match["before"], match["after"]) for match in found if _FIELD.match(params[match[0]])}
        if not ways:
            continue
        before, after = min(ways, key=lambda way: -sum((one["before"], one["after"]) == way for one in found))
        made = Columns(before, after)
        if {"0", "1"} <= {match["number"] for match in found}:
            sort = next((name for name, value in query if _SORTED.match(name) and made.named(params, value)), "")
            return Columns(before, after, sort)
    return None
