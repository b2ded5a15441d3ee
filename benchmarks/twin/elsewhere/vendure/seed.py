"""Customers, groups and products of a made-up shop."""

import json
import os
import random
import urllib.request
from http.cookiejar import CookieJar

random.seed(5)
API = os.environ["URL"] + "/admin-api"
OPENER = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
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
LAST = ["Okafor", "Berg", "Nair", "Haddad", "Vogel", "Price", "Lopes", "Mensah", "Lind", "Novak", "Quinn", "Reyes"]


def ask(query, **variables):
    body = json.dumps({"query": query, "variables": variables}).encode()
    request = urllib.request.Request(API, data=body, headers={"content-type": "application/json"})
    told = json.loads(OPENER.open(request).read())
    if told.get("errors"):
        raise SystemExit(json.dumps(told["errors"])[:600])
    return told["data"]


ask('mutation { login(username: "superadmin", password: "demo1234", rememberMe: true) { __typename } }')
zone = ask('mutation { createZone(input: {name: "Europe"}) { id } }')["createZone"]["id"]
countries = []
for code, name in (("DE", "Germany"), ("FR", "France"), ("NL", "Netherlands")):
    made = ask(
        "mutation($i: CreateCountryInput!) { createCountry(input: $i) { id } }",
        i={"code": code, "enabled": True, "translations": [{"languageCode": "en", "name": name}]},
    )
    countries.append((made["createCountry"]["id"], code))
ask(
    "mutation($z: ID!, $m: [ID!]!) { addMembersToZone(zoneId: $z, memberIds: $m) { id } }",
    z=zone,
    m=[c[0] for c in countries],
)
tax = ask('mutation { createTaxCategory(input: {name: "Standard", isDefault: true}) { id } }')["createTaxCategory"][
    "id"
]
ask(
    "mutation($i: CreateTaxRateInput!) { createTaxRate(input: $i) { id } }",
    i={"name": "Standard Europe", "enabled": True, "value": 19, "categoryId": tax, "zoneId": zone},
)
channel = ask("{ activeChannel { id } }")["activeChannel"]["id"]
ask(
    "mutation($i: UpdateChannelInput!) { updateChannel(input: $i) { __typename } }",
    i={"id": channel, "defaultTaxZoneId": zone, "defaultShippingZoneId": zone, "defaultCurrencyCode": "EUR"},
)
customers = []
for n in range(24):
    first, last = FIRST[n % len(FIRST)], LAST[(n * 5) % len(LAST)]
    made = ask(
        "mutation($i: CreateCustomerInput!) { createCustomer(input: $i) { ... on Customer { id } } }",
        i={"firstName": first, "lastName": last, "emailAddress": f"{first}.{last}{n}@example.com".lower(),
           "phoneNumber": f"030 55{n:02d} {random.randint(100, 999)}"},
    )  # fmt: skip
    customers.append(made["createCustomer"]["id"])
for name, members in (("Wholesale", customers[:6]), ("Retail", customers[6:15]), ("Staff", customers[15:18])):
    ask(
        "mutation($i: CreateCustomerGroupInput!) { createCustomerGroup(input: $i) { id } }",
        i={"name": name, "customerIds": members},
    )
for n, name in enumerate(
    ["Lamp", "Desk", "Chair", "Shelf", "Rug", "Clock", "Vase", "Kettle", "Mug", "Tray", "Stool", "Mirror"]
):
    told = {"languageCode": "en", "name": f"{name} Nordic"}
    about = {**told, "slug": f"{name.lower()}-nordic", "description": f"<p>A {name.lower()} for every room.</p>"}
    product = ask(
        "mutation($i: CreateProductInput!) { createProduct(input: $i) { id } }",
        i={"enabled": n % 4 != 3, "translations": [about]},
    )["createProduct"]["id"]
    sold = {"productId": product, "sku": f"N-{100 + n}", "price": 1900 + 350 * n, "taxCategoryId": tax}
    ask(
        "mutation($i: [CreateProductVariantInput!]!) { createProductVariants(input: $i) { id } }",
        i=[{**sold, "stockOnHand": 5 * n, "translations": [told]}],
    )
print("seeded")
