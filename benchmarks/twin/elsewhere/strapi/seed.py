"""Leads and companies of a made-up sales desk."""

import json
import os
import time
import urllib.request

URL = os.environ["URL"]
OWNER = {"firstname": "Ada", "lastname": "Sand", "email": "ada@example.com", "password": "demo-Pass-1234"}
COMPANIES = [
    ("Harbour Tools", "retail", "Bremen", 140),
    ("Northwind Grid", "energy", "Porto", 820),
    ("Cedar Clinic", "health", "Leeds", 310),
    ("Bluebird Apps", "software", "Ghent", 65),
    ("Tideway Freight", "logistics", "Malmo", 475),
]
LEADS = [
    ("Maya Okafor", "new", 41, 0),
    ("Jonas Berg", "contacted", 55, 1),
    ("Priya Nair", "qualified", 83, 2),
    ("Omar Haddad", "new", 22, 3),
    ("Lena Vogel", "won", 96, 4),
    ("Tom Price", "lost", 12, 0),
    ("Ines Lopes", "contacted", 47, 1),
    ("Kofi Mensah", "new", 35, 2),
    ("Sara Lind", "qualified", 78, 3),
    ("Pavel Novak", "contacted", 60, 4),
    ("Nora Quinn", "new", 18, None),
    ("Luis Reyes", "won", 91, 0),
    ("Anna Weiss", "lost", 27, 1),
    ("Femi Bello", "qualified", 73, 2),
    ("Ruth Stone", "new", 50, 3),
]
PAUSE = 0.05
"""Seconds between two that are made, so that lists by the time of making have one order."""


def ask(path, body, token=None):
    """What the server answers to one POST."""
    headers = {"content-type": "application/json", "x-forwarded-proto": "https"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    request = urllib.request.Request(URL + path, data=json.dumps(body).encode(), headers=headers, method="POST")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


TOKEN = ask("/admin/register-admin", OWNER)["data"]["token"]
MANAGED = "/content-manager/collection-types/"


def made(kind, verb="", **values):
    """One thing of a kind, as the panel's form makes it."""
    time.sleep(PAUSE)
    return ask(f"{MANAGED}api::{kind}.{kind}{verb}", values, TOKEN)["data"]


companies = [
    made(
        "company",
        name=name,
        industry=industry,
        city=city,
        employees=employees,
        website=f"https://www.{name.split()[0].lower()}.example",
    )
    for name, industry, city, employees in COMPANIES
]
for number, (name, state, score, where) in enumerate(LEADS):
    firm = [] if where is None else [{"id": companies[where]["id"], "documentId": companies[where]["documentId"]}]
    made(
        "lead",
        "" if number % 5 == 3 else "/actions/publish",
        name=name,
        email=name.lower().replace(" ", ".") + "@example.com",
        state=state,
        score=score,
        phone=f"+49 30 555 {1000 + 37 * number}",
        notes=f"Met {name.split()[0]} at the spring fair.",
        company={"connect": firm, "disconnect": []},
    )
