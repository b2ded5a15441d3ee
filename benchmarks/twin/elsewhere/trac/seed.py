"""Fills a Trac environment: `seed.py ENVIRONMENT`. Dates are fixed, so that every seed is the same."""

from __future__ import annotations

import sys
from datetime import datetime, timedelta

from trac.env import open_environment
from trac.ticket import Component, Milestone, Ticket, Version
from trac.util.datefmt import utc
from trac.wiki import WikiPage

START = datetime(2025, 3, 3, 9, 0, tzinfo=utc)
COMPONENTS = ("cranes", "moorings", "lighting", "office")
MILESTONES = (("spring check", 40), ("summer season", 120), ("winter lay-up", 240))
TICKETS = (
    ("Crane 2 leaks oil", "cranes", "spring check", "critical", "defect"),
    ("Replace ropes at berth 5", "moorings", "spring check", "major", "task"),
    ("Lamp on the east mole is dark", "lighting", "spring check", "major", "defect"),
    ("New form for visiting yachts", "office", "summer season", "minor", "enhancement"),
    ("Count the fenders", "moorings", "summer season", "minor", "task"),
    ("Crane 1 needs a new cable", "cranes", "summer season", "major", "defect"),
    ("Publish the tide table", "office", "spring check", "minor", "task"),
    ("Paint the bollards", "moorings", "winter lay-up", "trivial", "task"),
    ("Timer of the quay lights is late", "lighting", "winter lay-up", "minor", "defect"),
    ("Order sea charts", "office", "summer season", "trivial", "task"),
    ("Inspect the slipway", "cranes", "winter lay-up", "major", "task"),
    ("Ferry office wants a bell", "office", "winter lay-up", "minor", "enhancement"),
)
PEOPLE = ("ada", "ben", "cyd")
PAGES = {
    "HarbourRules": "= Harbour rules =\n\nKeep below four knots. Call the office on channel 12.\n",
    "WinterStorage": "= Winter storage =\n\nBoats are lifted in October. See [wiki:HarbourRules the rules].\n",
}


def main() -> None:
    """Fill it."""
    env = open_environment(sys.argv[1])
    for old in [*Component.select(env)]:
        old.delete()
    for old in [*Milestone.select(env)]:
        old.delete()
    for old in [*Version.select(env)]:
        old.delete()
    for name in COMPONENTS:
        made = Component(env)
        made.name, made.owner = name, "ada"
        made.insert()
    for name, days in MILESTONES:
        mile = Milestone(env)
        mile.name, mile.due = name, START + timedelta(days=days)
        mile.description = f"What is done until the {name}."
        mile.insert()
    for number, (summary, component, milestone, priority, kind) in enumerate(TICKETS):
        ticket = Ticket(env)
        ticket.populate({
            "summary": summary, "component": component, "milestone": milestone, "priority": priority, "type": kind,
            "reporter": PEOPLE[number % 3], "owner": PEOPLE[(number + 1) % 3], "status": "new", "keywords": "",
            "description": f"Reported on the morning round: {summary.lower()}.",
        })  # fmt: skip
        when = START + timedelta(days=number, hours=number % 5)
        ticket.insert(when=when)
        if number % 4 == 0:
            ticket["keywords"] = "urgent"
            ticket.save_changes("ben", "Seen it myself.", when + timedelta(hours=3))
    for name, body in PAGES.items():
        page = WikiPage(env, name)
        page.text = body
        page.save("ada", "first draft", t=START)


main()
