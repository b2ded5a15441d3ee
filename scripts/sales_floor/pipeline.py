"""What the sales team has in its CRM: leads, accounts, contacts, opportunities, campaigns, tasks, notes."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from typing import Any, Final

from scripts.sales_floor.cast import AGAIN, Record, colleagues, companies, people, slug

NOW: Final = datetime(2025, 3, 3, 9, tzinfo=UTC)
"""When the world begins: a Monday morning."""

SDRS: Final = ("user-dana-whitfield", "user-marcus-oyelaran", "user-priya-raman", "user-tomas-lindqvist")
SELLERS: Final = ("user-elena-vasquez", "user-jonah-becker", "user-aisha-kamara", "user-graham-teller")

CUSTOMERS: Final = ("marigoldgrocers", "kestrelfreight", "lumenoptics", "mosaichotels")
_ACCOUNTS: Final = [
    "northwind-outfitters",
    "harrowpike",
    "solacehome",
    "marigoldgrocers",
    "kestrelfreight",
    "blueanchor",
    "ferrumworks",
    "lumenoptics",
    "quarrybank",
    "junipermutual",
    "mosaichotels",
    "stbrannock",
]
"""Companies that are accounts already; leads come from all others and from some of these."""

_CONTACTS: Final = {
    "northwind-outfitters": 2, "harrowpike": 2, "solacehome": 2, "marigoldgrocers": 3, "kestrelfreight": 2, "blueanchor": 1,
    "ferrumworks": 2, "lumenoptics": 2, "quarrybank": 1, "junipermutual": 2, "mosaichotels": 2, "stbrannock": 1,
}  # fmt: skip
_UNKNOWN_TO_CRM: Final = frozenset(
    {"person-reto-ammann", "person-wendell-brandt", "person-delia-crowe", "person-angus-mctavish"}
)

STATUSES: Final = {
    "new": ("New", ["working", "nurturing", "unqualified"]),
    "working": ("Working", ["nurturing", "qualified", "unqualified"]),
    "nurturing": ("Nurturing", ["working", "unqualified"]),
    "qualified": ("Qualified", ["working", "nurturing", "converted"]),
    "unqualified": ("Unqualified", ["working"]),
    "converted": ("Converted", []),
}
STAGES: Final = {
    "prospecting": ("Prospecting", "open", 10, ["qualification", "closed_lost"]),
    "qualification": ("Qualification", "open", 20, ["prospecting", "needs_analysis", "closed_lost"]),
    "needs_analysis": ("Needs analysis", "open", 35, ["qualification", "proposal", "closed_lost"]),
    "proposal": ("Proposal", "open", 60, ["needs_analysis", "negotiation", "closed_lost"]),
    "negotiation": ("Negotiation", "open", 80, ["proposal", "closed_won", "closed_lost"]),
    "closed_won": ("Closed won", "won", 100, []),
    "closed_lost": ("Closed lost", "lost", 0, ["qualification"]),
}
REASONS: Final = {
    "won": ["Product fit", "Price", "Relationship", "Speed of delivery"],
    "lost": ["No budget", "Lost to competitor", "No decision", "Timing", "Poor fit"],
}
_PRODUCTS: Final = (
    "Demand Forecast",
    "Shelf Planner",
    "Promotion Lab",
    "Forecast API",
    "Demand Forecast renewal",
    "Planner seats",
)
_NOTES: Final = (
    "Met at the trade fair in January. Plans by spreadsheet, two people full time; wants to see a pilot on one category first.",
    "Budget is decided in April. Needs a paper for the board: cost, time to first forecast, who else uses it.",
    "Prefers a call in the morning. Do not send slides before the call.",
    "They tried a tool of a competitor last year and dropped it: the import from the ERP never worked.",
    "Legal wants data to stay in the EU. Sent the page about hosting in Frankfurt.",
    "Asked for a reference in the same industry.",
    "Gatekeeper is friendly; ask for the planning team, not for IT.",
    "Their peak is in November. Nothing new goes live after September.",
    "Pilot went well: error of the weekly forecast down from 31 to 19 per cent.",
    "Two plants, two ERPs. Start with the smaller one.",
    "The champion is leaving in May; get to know the successor before that.",
    "Wants month-to-month for the first half year.",
)
_TASKS: Final = (
    ("Call back about the pilot", "call"), ("Send the case study about supermarkets", "email"), ("Find out who signs", "todo"),
    ("Prepare the demo", "todo"), ("Check whether the address is right", "todo"), ("Book a discovery call", "meeting"),
    ("Follow up on the quote", "email"), ("Ask for the data sample", "email"), ("Update the close date", "todo"),
    ("Research the new VP", "todo"), ("Hand over to the account executive", "todo"), ("Confirm the number of seats", "call"),
)  # fmt: skip


def day(days: int) -> str:
    """A date so many days from the first."""
    return (NOW + timedelta(days=days)).date().isoformat()


def at(days: float) -> str:
    """A moment so many days from the first, RFC 3339."""
    return (NOW + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


def crm() -> tuple[Record, Record]:
    """The CRM's own state as it is stored, and the timers of tasks that fall due."""
    rng = random.Random("sales floor")
    made: dict[str, Any] = {
        "me": "user-dana-whitfield",
        "settings": {
            "currency": "USD",
            "assignment": {"queue": list(SDRS), "next": 1},
            "close_reasons": REASONS,
        },
        "users": users(),
        "lead_statuses": {key: {"id": key, "label": label, "next": after} for key, (label, after) in STATUSES.items()},
        "stages": {
            key: {"id": key, "label": label, "order": order, "kind": kind, "probability": probability, "next": after}
            for order, (key, (label, kind, probability, after)) in enumerate(STAGES.items(), start=1)
        },
        "accounts": accounts(rng),
        "contacts": contacts(rng),
    }
    made["opportunities"] = opportunities(rng, made["contacts"])
    made["leads"] = leads(rng, made)
    made["campaigns"], made["campaign_members"] = campaigns(rng, made)
    made["tasks"], timers = tasks(rng, made)
    made["notes"] = notes(rng, made)
    return made, timers


def users() -> Record:
    return {
        f"user-{one['key']}": {
            "id": f"user-{one['key']}", "x-entity": f"person-{one['key']}", "role": one["role"], "team": one["team"],
            "active": one["key"] != "owen-pritchard",
        }
        for one in colleagues()
    }  # fmt: skip


def accounts(rng: random.Random) -> Record:
    made = {}
    for number, key in enumerate(_ACCOUNTS):
        begun = at(-rng.randint(60, 700))
        made[f"account-{key}"] = {
            "id": f"account-{key}", "x-entity": f"company-{key}", "type": "customer" if key in CUSTOMERS else "prospect",
            "owner": SELLERS[number % len(SELLERS)], "parent": None, "description": "", "created": begun, "modified": begun,
        }  # fmt: skip
    made["account-harrowpike"]["parent"] = "account-solacehome"
    made["account-solacehome"]["description"] = (
        "Bought Harrow & Pike in 2023; decisions about software are made in Atlanta."
    )
    return made


def contacts(rng: random.Random) -> Record:
    made = {}
    for key, many in _CONTACTS.items():
        known = [
            one for one in people().values() if one["company"] == f"company-{key}" and not one["id"].endswith("-2")
        ]
        for person in known[:many]:
            begun = at(-rng.randint(20, 400))
            name = person["id"].removeprefix("person-")
            made[f"contact-{name}"] = {
                "id": f"contact-{name}", "x-entity": person["id"], "account": f"account-{key}",
                "owner": SELLERS[_ACCOUNTS.index(key) % len(SELLERS)], "description": "", "created": begun, "modified": begun,
            }  # fmt: skip
    return made


def opportunities(rng: random.Random, known: Record) -> Record:
    """Thirty, over all accounts and stages; the way through the stages is in the history."""
    made = {}
    ends = cycle(
        ("proposal", "closed_won", "prospecting", "negotiation", "closed_lost", "qualification", "needs_analysis")
    )
    order = list(STAGES)
    for number, (key, end) in enumerate(islice(zip(cycle(_ACCOUNTS), ends, strict=False), 30), start=1):
        kind = STAGES[end][1]
        way = (
            order[: order.index(end) + 1]
            if kind == "open"
            else [*order[: 5 if kind == "won" else rng.randint(1, 5)], end]
        )
        account = f"account-{key}"
        seller = SELLERS[_ACCOUNTS.index(key) % len(SELLERS)]
        staff = [one for one in known.values() if one["account"] == account]
        first = -rng.randint(40, 150)
        moments = [first + place * abs(first) / (len(way) + 1) for place in range(len(way))]
        closed = kind != "open"
        made[f"opportunity-{number:02d}"] = {
            "id": f"opportunity-{number:02d}",
            "name": f"{companies()[f'company-{key}']['name']} - {_PRODUCTS[number % len(_PRODUCTS)]}",
            "account": account,
            "contact": rng.choice(staff)["id"],
            "owner": seller,
            "stage": end,
            "probability": STAGES[end][2],
            "amount": rng.randrange(8, 180) * 500,
            "close_date": at(moments[-1])[:10] if closed else day(rng.randint(10, 120)),
            "next_step": ""
            if closed
            else rng.choice(("Demo with the planners", "Quote", "Security questions", "Call with finance")),
            "source": rng.choice(("web", "referral", "event", "outbound", "partner")),
            "close_reason": rng.choice(REASONS[kind]) if closed else "",
            "created": at(moments[0]),
            "modified": at(moments[-1]),
            "history": [
                {"stage": stage, "at": at(when), "by": seller} for stage, when in zip(way, moments, strict=True)
            ],
        }
    return made


def leads(rng: random.Random, made: Record) -> Record:
    """Forty: people who are not contacts yet, seven that were converted, three that are somebody else's double."""
    where = companies()
    taken = {one["x-entity"] for one in made["contacts"].values()} | {one["x-entity"] for one in made["users"].values()}
    known = people()
    open_ = [key for key in known if key not in taken and key not in _UNKNOWN_TO_CRM and not key.endswith("-2")]
    doubles = [f"person-{slug(f'{first} {last}')}-2" for first, last, *_ in AGAIN]
    first_states = cycle(("new", "working", "nurturing", "new", "qualified", "working", "unqualified"))
    result: Record = {}
    converted = {one["contact"]: one for one in made["opportunities"].values() if one["contact"]}
    ready = list(converted.items())[:7]
    for place, person in enumerate([*open_[: 40 - len(doubles) - len(ready)], *doubles]):
        status = next(first_states) if person not in doubles else "new"
        result[person.replace("person-", "lead-")] = _lead(rng, person, where, known, SDRS[place % len(SDRS)], status)
    for contact, opportunity in ready:
        person = made["contacts"][contact]["x-entity"]
        one = _lead(rng, person, where, known, SDRS[len(result) % len(SDRS)], "converted")
        one |= {
            "created": made["contacts"][contact]["created"],
            "modified": opportunity["created"],
            "converted": opportunity["created"],
        }
        one |= {
            "converted_account": opportunity["account"],
            "converted_contact": contact,
            "converted_opportunity": opportunity["id"],
        }
        result[one["id"]] = one
    return result


def _lead(rng: random.Random, person: str, where: Record, known: Record, owner: str, status: str) -> Record:
    company = where[known[person]["company"]]
    begun = rng.randint(2, 90)
    return {
        "id": person.replace("person-", "lead-"), "x-entity": person, "company": company["name"], "website": company["domain"],
        "source": rng.choice(("web", "referral", "event", "outbound", "import")), "status": status,
        "rating": rng.choice(("", "hot", "warm", "cold")), "owner": owner, "description": "", "created": at(-begun),
        "modified": at(-begun / 3), "converted": "", "converted_account": None, "converted_contact": None, "converted_opportunity": None,
    }  # fmt: skip


def campaigns(rng: random.Random, made: Record) -> tuple[Record, Record]:
    plans = (
        ("retail-forum", "Retail Forum 2025", "event", "completed", -20, -18, 14000),
        ("cold-chain-webinar", "Webinar: the cold chain in numbers", "webinar", "active", -5, 9, 2500),
        ("spring-newsletter", "Spring newsletter", "email", "active", -2, 40, 600),
        ("plant-tour", "Plant tour with Lumen Optics", "event", "planned", 30, 31, 8000),
    )
    made_campaigns, members = {}, {}
    open_leads = [one["id"] for one in made["leads"].values() if not one["converted"]]
    for number, (key, name, kind, status, starts, ends, budget) in enumerate(plans):
        made_campaigns[f"campaign-{key}"] = {
            "id": f"campaign-{key}", "name": name, "type": kind, "status": status, "starts": day(starts), "ends": day(ends),
            "budget": budget, "description": "", "owner": "user-ruth-anders", "created": at(starts - 30),
        }  # fmt: skip
        chosen = [("lead", one) for one in rng.sample(open_leads, 5)] + [
            ("contact", one) for one in rng.sample(list(made["contacts"]), 3)
        ]
        for place, (what, one) in enumerate(chosen):
            key_ = f"member-{number + 1}{place + 1:02d}"
            status_ = "planned" if status == "planned" else rng.choice(("sent", "opened", "responded"))
            members[key_] = {
                "id": key_, "campaign": f"campaign-{key}", "lead": one if what == "lead" else None,
                "contact": one if what == "contact" else None, "status": status_, "added": at(starts - 10),
            }  # fmt: skip
    return made_campaigns, members


def tasks(rng: random.Random, made: Record) -> tuple[Record, Record]:
    """Twenty-four: done, overdue, and still to come; the last have timers."""
    result, timers = {}, {}
    open_leads = [one for one in made["leads"].values() if not one["converted"]]
    for number in range(1, 25):
        subject, kind = _TASKS[(number - 1) % len(_TASKS)]
        due = rng.randint(-12, 12)
        done = due < -6 or number % 7 == 0
        about: Record = {"lead": None, "contact": None, "account": None, "opportunity": None}
        if number % 2:
            lead = rng.choice(open_leads)
            about["lead"], owner = lead["id"], lead["owner"]
        else:
            deal = rng.choice(list(made["opportunities"].values()))
            about |= {"opportunity": deal["id"], "account": deal["account"], "contact": deal["contact"]}
            owner = deal["owner"]
        key = f"task-{number:02d}"
        result[key] = {
            "id": key, "subject": subject, "kind": kind, "priority": rng.choice(("low", "normal", "normal", "high")),
            "status": "done" if done else "open", "due": day(due), "overdue": not done and due < 0, "description": "", "owner": owner,
            **about, "created": at(min(due, 0) - 3), "completed": at(min(due, 0) - 1) if done else "",
        }  # fmt: skip
        if not done and due >= 0:
            timers[f"crm:task-due:{key}"] = {
                "at": f"{day(due)}T17:00:00Z",
                "app": "crm",
                "action": "mark_overdue",
                "params": {"id": key},
            }
    return result, timers


def notes(rng: random.Random, made: Record) -> Record:
    result = {}
    for number, text in enumerate(_NOTES, start=1):
        about: Record = {"lead": None, "contact": None, "account": None, "opportunity": None}
        kind, table = (("lead", "leads"), ("account", "accounts"), ("opportunity", "opportunities"))[number % 3]
        about[kind] = rng.choice(list(made[table]))
        result[f"note-{number:02d}"] = {
            "id": f"note-{number:02d}", "text": text, "author": rng.choice(SDRS + SELLERS), **about, "created": at(-rng.randint(1, 60)),
        }  # fmt: skip
    return result
