"""Leads as the three Salesforce styles keep them: made-up people, keys that count in base 62 with a check at the end."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Clock, Row

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_CHECKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"
USER = "0055g00000AbCdEAAV"
PEOPLE = (
    ("Ada", "Vance", "Northwind Mills", "Open", "Web", 120000.0),
    ("Ben", "Okafor", "Tidewater Supply", "Working", "Phone", 56000.0),
    ("Chloe", "Marsh", "Quarry Labs", "Open", "Partner", None),
    ("Dev", "Patel", "Bluebird Foods", "Closed", "Web", 98000.0),
    ("Elena", "Ruiz", "Northwind Energy", "Open", "Phone", 310000.0),
    ("Finn", "Larsen", "Harbour Works", "Working", "Web", 15000.0),
    ("Grace", "Kim", "Lattice Design", "Open", "Partner", 77000.0),
    ("Hugo", "Weiss", "Cobalt Freight", "Closed", "Phone", None),
    ("Iris", "Novak", "Meadow Clinic", "Open", "Web", 42000.0),
    ("Jonas", "Field", "Alder Print", "Working", "Web", 8000.0),
)


def key_of(prefix: str, number: int) -> str:
    """15 characters that count, and 3 that say which of them are capitals."""
    digits = ""
    while number:
        number, digit = divmod(number, 62)
        digits = _DIGITS[digit] + digits
    short = prefix + "5g00000" + digits.rjust(5, "0")
    parts = (short[at : at + 5] for at in (0, 5, 10))
    return short + "".join(_CHECKS[sum(1 << n for n, one in enumerate(part) if one.isupper())] for part in parts)


class Leads:
    """The rows; `Id` is the key."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock = clock
        self.rows: dict[str, Row] = {}
        self.next = 7_300_000
        for number, (first, last, company, status, source, revenue) in enumerate(PEOPLE):
            self.next += 11
            made = f"2025-02-{number + 3:02}T10:{number * 5:02}:00.000+0000"
            email = f"{first}.{last}@{company.split()[0]}.example".lower()
            sent = {"FirstName": first, "LastName": last, "Company": company, "Status": status, "LeadSource": source,
                    "AnnualRevenue": revenue, "Email": email}  # fmt: skip
            self._add(sent, made)
        self.next += 620 + chance.randrange(600)

    def _add(self, sent: Row, moment: str) -> Row:
        self.next += 1
        row: Row = dict.fromkeys(
            (
                "FirstName",
                "LastName",
                "Name",
                "Company",
                "Email",
                "Phone",
                "LeadSource",
                "Title",
                "AnnualRevenue",
                "Rating",
            )
        )
        row |= {"Id": key_of("00Q", self.next), "Status": "Open", "IsConverted": False, "OwnerId": USER,
                "CreatedDate": moment, **sent, "LastModifiedDate": moment, "SystemModstamp": moment}  # fmt: skip
        self.rows[row["Id"]] = row
        self._named(row)
        return row

    def _named(self, row: Row) -> None:
        row["Name"] = " ".join(filter(None, (row["FirstName"], row["LastName"])))

    def make(self, sent: Row) -> Row:
        return self._add(sent, self.clock.iso("%Y-%m-%dT%H:%M:%S.000+0000"))

    def change(self, row: Row, sent: Row) -> None:
        row |= sent
        row["LastModifiedDate"] = row["SystemModstamp"] = self.clock.iso("%Y-%m-%dT%H:%M:%S.000+0000")
        self._named(row)

    def missing(self, sent: dict[str, Any]) -> list[str]:
        """What a new one needs and has not."""
        return [name for name in ("LastName", "Company") if not sent.get(name)]
