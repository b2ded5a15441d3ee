"""Customers, groups, regions and products of a made-up shop."""

import json
import os
import random
import urllib.request

random.seed(7)
URL = os.environ["URL"]
FIRST = [
    "Maya",
    "Jonas",
    "Priya",
    "Omar",
    "Lena",
    "Tom",
    "Ines",
    "Kofi",
    "Sara",
    "Pavel",
    "Nora",
    "Luis",
    "Anna",
    "Femi",
    "Ruth",
    "Ivan",
    "Mei",
    "Paul",
    "Zoe",
    "Amir",
]
LAST = [
    "Okafor",
    "Berg",
    "Nair",
    "Haddad",
    "Vogel",
    "Price",
    "Lopes",
    "Mensah",
    "Lind",
    "Novak",
    "Quinn",
    "Reyes",
]
FIRMS = ["", "Harbour Tools", "", "Linden Cafe", "Northwind Books", ""]
GROUPS = ["Retail", "Wholesale", "Press", "Partners", "Schools"]
REGIONS = [
    ("Europe", "eur", ["de", "fr", "nl"]),
    ("United Kingdom", "gbp", ["gb"]),
    ("North America", "usd", ["us", "ca"]),
    ("Nordics", "sek", ["se"]),
    ("Japan", "jpy", ["jp"]),
]
PRODUCTS = [
    "Oak Desk",
    "Pine Shelf",
    "Brass Lamp",
    "Linen Chair",
    "Steel Stool",
    "Walnut Table",
    "Glass Vase",
    "Wool Rug",
    "Paper Lantern",
    "Cork Board",
    "Clay Pot",
    "Copper Kettle",
]


def ask(method, path, body=None, token=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data=data, headers=headers, method=method)
    try:
        return json.loads(urllib.request.urlopen(request).read())
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{method} {path}: {error.code} {error.read()[:400]!r}") from None


TOKEN = ask("POST", "/auth/user/emailpass", {"email": "ada@example.com", "password": "demo-Pass-1234"})["token"]


def post(path, **body):
    return ask("POST", path, body, TOKEN)


store = ask("GET", "/admin/stores", token=TOKEN)["stores"][0]["id"]
currencies = [{"currency_code": code, "is_default": code == "eur"} for _, code, _ in REGIONS]
post(f"/admin/stores/{store}", name="Acme Goods", supported_currencies=currencies)
for name, currency, countries in REGIONS:
    post("/admin/regions", name=name, currency_code=currency, countries=countries)
groups = [post("/admin/customer-groups", name=name)["customer_group"]["id"] for name in GROUPS]
for number in range(24):
    first, last = FIRST[number % len(FIRST)], LAST[(number * 5) % len(LAST)]
    made = post(
        "/admin/customers",
        first_name=first,
        last_name=last,
        email=f"{first}.{last}@example.com".lower(),
        phone=f"+49 30 555 {1000 + 37 * number}",
        **({"company_name": FIRMS[number % 6]} if FIRMS[number % 6] else {}),
    )["customer"]["id"]
    if number % 3 == 0:
        post(f"/admin/customer-groups/{groups[number % 5]}/customers", add=[made])
for number, title in enumerate(PRODUCTS):
    price = 1500 + 725 * number
    post(
        "/admin/products",
        title=title,
        description=f"{title}, made by hand.",
        status="draft" if number % 4 == 3 else "published",
        options=[{"title": "Size", "values": ["Small", "Large"]}],
        variants=[
            {
                "title": size,
                "sku": f"{title[:3].upper()}-{number + 1:02}-{size[0]}",
                "options": {"Size": size},
                "manage_inventory": False,
                "prices": [{"currency_code": "eur", "amount": price}],
            }
            for size in ("Small", "Large")
        ],
    )
