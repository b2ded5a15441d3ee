"""A base with suppliers and orders of a made-up firm, shown as cards."""

import json
import os
import random
import urllib.request

random.seed(11)
URL = os.environ["URL"]
TOKEN = ""


def ask(path, body, method="POST"):
    headers = {"content-type": "application/json", "xc-auth": TOKEN}
    request = urllib.request.Request(URL + path, data=json.dumps(body).encode(), headers=headers, method=method)
    return json.loads(urllib.request.urlopen(request).read())


TOKEN = ask("/api/v1/auth/user/signin", {"email": "admin@example.com", "password": "demo-Pass-1234"})["token"]
ask("/api/v1/user/profile", {"is_new_user": False}, "PATCH")
base = ask("/api/v2/meta/bases", {"title": "Operations"})["id"]


def column(title, kind, **more):
    return {"title": title, "column_name": title.lower().replace(" ", "_"), "uidt": kind, **more}


def table(title, columns, rows):
    told = ask(
        f"/api/v2/meta/bases/{base}/tables",
        {"table_name": title.lower(), "title": title, "columns": [column("Id", "ID"), *columns]},
    )
    ask(f"/api/v2/tables/{told['id']}/records", rows)
    cards = ask(f"/api/v2/meta/tables/{told['id']}/galleries", {"title": f"{title} cards"})
    return told, cards


NAMES = (
    "Harbour Supplies|Lind & Berg|Vogel Optics|Mensah Trading|North Sea Ferries|Quinn Bakeries|Reyes Tiles"
    "|Okafor Motors|Price Printing|Fjord Salmon|Blue Door Hotels|Canal Bikes|Delta Pumps|Elm Street Books|Foundry Nine"
    "|Granite Works|Hillside Dairy|Island Coffee"
)
TOWNS = ("Kiel", "Lyon", "Utrecht", "Bergen", "Ulm")
names = NAMES.split("|")
table(
    "Suppliers",
    [
        column("Name", "SingleLineText", pv=True),
        column("Town", "SingleLineText"),
        column("Contact", "Email"),
        column("Rating", "Number"),
        column("Notes", "LongText"),
    ],
    [
        {
            "Name": name,
            "Town": random.choice(TOWNS),
            "Contact": f"office@{name.lower().replace(' & ', '-').replace(' ', '-')}.example",
            "Rating": random.randrange(1, 6),
            "Notes": "" if number % 3 else "Pays by transfer",
        }
        for number, name in enumerate(names)
    ],
)
GOODS = ("Desk lamps", "Pumps", "Catalogues", "Coffee", "Tiles", "Bikes", "Salmon", "Tickets", "Books", "Screws")
table(
    "Orders",
    [
        column("Subject", "SingleLineText", pv=True),
        column("Supplier", "SingleLineText"),
        column("Quantity", "Number"),
        column("Due", "Date", meta={"date_format": "YYYY-MM-DD"}),
        column("Paid", "Checkbox"),
    ],
    [
        {
            "Subject": goods,
            "Supplier": random.choice(names),
            "Quantity": random.randrange(1, 40) * 5,
            "Due": f"2027-{random.randrange(1, 7):02d}-{random.randrange(1, 28):02d}",
            "Paid": number % 2 == 0,
        }
        for number, goods in enumerate(GOODS)
    ],
)
