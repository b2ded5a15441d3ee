"""Accounts, contacts and deals of a made-up seller."""

import json
import os
import urllib.request

URL = os.environ["URL"]
ACCOUNTS = [
    "Harbour Tools",
    "Linden Foods",
    "Northwind Grid",
    "Cedar Clinic",
    "City of Ostra",
    "Bluebird Apps",
    "Marlow Textiles",
    "Solano Power",
    "Fjord Dental",
    "Pine County",
    "Quartz Labs",
    "Orchard Market",
    "Tideway Energy",
    "Willow Care",
    "Castle Library",
    "Granite Cloud",
]
INDUSTRIES = ["retail", "retail", "energy", "health", "public-sector", "software"]
CITIES = ["Bremen", "Lyon", "Porto", "Malmo", "Ostra", "Leeds", "Ghent"]
PEOPLE = [
    "Maya Okafor",
    "Jonas Berg",
    "Priya Nair",
    "Omar Haddad",
    "Lena Vogel",
    "Tom Price",
    "Ines Lopes",
    "Kofi Mensah",
    "Sara Lind",
    "Pavel Novak",
    "Nora Quinn",
    "Luis Reyes",
    "Anna Weiss",
    "Femi Bello",
    "Ruth Stone",
    "Ivan Petrov",
    "Mei Tanaka",
    "Paul Adler",
    "Zoe Clarke",
    "Amir Farah",
    "Clara Moss",
    "Diego Cruz",
]
ROLES = ["buyer", "manager", "engineer", "director"]
DEALS = [
    "Store scanners",
    "Cold chain",
    "Grid sensors",
    "Patient portal",
    "Tax desk",
    "App hosting",
    "Loom control",
    "Turbine parts",
    "X-ray upgrade",
    "Road survey",
    "Lab robots",
    "Checkout lanes",
    "Smart meters",
    "Bed planner",
    "Book returns",
    "Backup vault",
    "Label printers",
    "Freezer audit",
]
STAGES = ["new", "qualified", "offer-sent", "won", "lost"]


def ask(path, body, token=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"JWT {token}"
    request = urllib.request.Request(URL + path, data=json.dumps(body).encode(), headers=headers, method="POST")
    return json.loads(urllib.request.urlopen(request).read())


TOKEN = ask("/api/users/login", {"email": "ada@example.com", "password": "demo-Pass-1234"})["token"]


def made(collection, **values):
    return ask(f"/api/{collection}", values, TOKEN)["doc"]["id"]


accounts = [
    made(
        "accounts",
        name=name,
        industry=INDUSTRIES[number % 6],
        city=CITIES[number % 7],
        website=f"https://www.{name.split()[0].lower()}.example",
        employees=40 + 85 * ((number * 7) % 16),
        customerSince=f"20{12 + number % 11}-0{1 + number % 9}-1{number % 8}T12:00:00.000Z",
        keyAccount=number % 4 == 1,
    )
    for number, name in enumerate(ACCOUNTS)
]
contacts = [
    made(
        "contacts",
        fullName=name,
        email=name.lower().replace(" ", ".") + "@example.com",
        phone=f"+49 30 555 {1000 + 37 * number}",
        role=ROLES[number % 4],
        account=accounts[(number * 3) % len(accounts)],
    )
    for number, name in enumerate(PEOPLE)
]
for number, title in enumerate(DEALS):
    made(
        "deals",
        title=title,
        account=accounts[number % len(accounts)],
        contact=contacts[(number * 5) % len(contacts)],
        stage=STAGES[(number * 2) % 5],
        amount=4000 + 1250 * ((number * 5) % 18),
        closesOn=f"2027-0{1 + number % 9}-2{number % 8}T12:00:00.000Z",
        notes=f"First talk about {title.lower()}.",
        _status="draft" if number % 5 == 3 else "published",
    )
