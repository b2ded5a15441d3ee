"""Seeds Keystone through its own GraphQL API: users, companies, contacts, deals."""

import json
import os
import urllib.request

URL = os.environ["URL"] + "/api/graphql"
COMPANIES = [
    ("Canal Bikes", "Utrecht", "retail"), ("Harbour Freight", "Rotterdam", "logistics"),
    ("Pine Software", "Oslo", "software"), ("Mensah Farms", "Accra", "farming"),
    ("Quinn Bakeries", "Cork", "retail"), ("Delta Logistics", "Antwerp", "logistics"),
    ("Blue Ledger", "Leeds", "software"), ("Olive Grove", "Seville", "farming"),
    ("Tall Ships", "Bergen", "logistics"), ("Paper Lantern", "Kyoto", "retail"),
    ("Cedar Systems", "Beirut", "software"), ("Windmill Dairy", "Gouda", "farming"),
]  # fmt: skip
CONTACTS = [
    "Priya Nair", "Omar Mensah", "Ruth Quinn", "Lena Fischer", "Tomas Novak", "Aiko Tanaka", "Sven Larsen",
    "Maria Lopez", "Yusuf Demir", "Clara Jansen", "Ivan Petrov", "Grace Okafor", "Noah Weiss", "Elin Berg",
    "Paulo Costa", "Hana Sato", "Karim Haddad", "Joan Kelly", "Otto Braun", "Fatima Zahra",
]  # fmt: skip
DEALS = [
    "Forty bicycles", "Container storage", "Ledger licence", "Oat harvest", "Ovens for Cork", "Port cranes",
    "Payroll module", "Oil press", "Mast repair", "Lantern order", "Server racks", "Milk tanks",
    "Winter service", "Tyre supply", "Route planning", "Flour contract", "Audit support", "Crane lease",
]  # fmt: skip
COOKIES: dict[str, str] = {}


def ask(query: str, **variables: object) -> dict:
    body = json.dumps({"query": query, "variables": variables}).encode()
    asked = urllib.request.Request(URL, body, {"content-type": "application/json", "apollo-require-preflight": "1"})
    with urllib.request.urlopen(asked, timeout=60) as reply:
        found = json.loads(reply.read())
    if found.get("errors"):
        raise SystemExit(found["errors"])
    return found["data"]


def made(kind: str, data: dict) -> str:
    found = ask(f"mutation($data: {kind}CreateInput!) {{ made: create{kind}(data: $data) {{ id }} }}", data=data)
    return found["made"]["id"]


def main() -> None:
    users = [
        made("User", {"name": name, "email": f"{name.split()[0].lower()}@example.com", "password": "demo-Pass-1234"})
        for name in ("Ada Vance", "Ben Ortiz", "Mia Stone")
    ]
    companies = [made("Company", {"name": n, "city": c, "industry": i}) for n, c, i in COMPANIES]
    contacts = []
    for at, name in enumerate(CONTACTS):
        data = {
            "name": name,
            "email": f"{name.lower().replace(' ', '.')}@example.org",
            "phone": f"+31 20 555 {1200 + at * 37}",
            "newsletter": at % 3 == 0,
            "company": {"connect": {"id": companies[at * 5 % len(companies)]}},
            "createdAt": f"2026-0{1 + at % 9}-{10 + at % 18}T09:{10 + at}:00.000Z",
        }
        contacts.append(made("Contact", data))
    stages = ("open", "offered", "won", "lost")
    for at, title in enumerate(DEALS):
        data = {
            "title": title,
            "stage": stages[at * 3 % 4],
            "amount": 1500 + at * 725,
            "closes": f"2026-1{at % 3}-{10 + at % 15}",
            "contact": {"connect": {"id": contacts[at * 7 % len(contacts)]}},
            "owner": {"connect": {"id": users[at % 3]}},
        }
        made("Deal", data)


main()
