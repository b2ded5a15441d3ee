"""Accounts and wallets of a made-up company that keeps small change for its firms; made through the API."""

import json
import os
import urllib.request

URL = os.environ["URL"]
PASSWORD = "demo-Pass-1234"
PEOPLE = [
    ("maya.okafor", "Maya", "Okafor", "harbour-tools.test", ["Workshop", "Travel"], 52000),
    ("jonas.berg", "Jonas", "Berg", "northwind-grid.test", ["Grid upkeep"], 18000),
    ("priya.nair", "Priya", "Nair", "cedar-clinic.test", ["Front desk", "Pharmacy", "Canteen"], 91000),
    ("omar.haddad", "Omar", "Haddad", "harbour-tools.test", ["Spare parts"], 0),
    ("lena.vogel", "Lena", "Vogel", "bluebird-apps.test", ["Licences"], 7400),
    ("tom.price", "Tom", "Price", "harbour-tools.test", ["Counter"], 1250),
    ("ines.lopes", "Ines", "Lopes", "northwind-grid.test", ["Night shift", "Vans"], 33000),
    ("kofi.mensah", "Kofi", "Mensah", "cedar-clinic.test", ["Laboratory"], 0),
    ("sara.lind", "Sara", "Lind", "lark-bakery.test", ["Shop", "Market stall"], 640),
    ("pavel.novak", "Pavel", "Novak", "delta-pumps.test", ["Service cars"], 21000),
    ("nora.quinn", "Nora", "Quinn", "island-coffee.test", ["Roastery"], 4800),
    ("luis.reyes", "Luis", "Reyes", "canal-bikes.test", ["Rental"], 15600),
]


def asked(method, path, body=None, token=""):
    """One request; the JSON of its answer."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or b"null")


def main():
    first = {"username": "admin", "password": PASSWORD, "password_repeat": PASSWORD}
    token = asked("PUT", "/api/v1/auth/first_install", first)["access_token"]
    for user, name, family, firm, wallets, sats in PEOPLE:
        new = {
            "username": user,
            "email": f"{user}@{firm}",
            "password": "Demo1234Pass",
            "password_repeat": "Demo1234Pass",
        }
        new["extra"] = {"first_name": name, "last_name": family}
        made = asked("POST", "/users/api/v1/user", new, token)
        below = f"/users/api/v1/user/{made['id']}/wallet"
        for wallet in wallets:
            asked("POST", below, {"name": wallet, "currency": "EUR"}, token)
        held = next(one for one in asked("GET", below, token=token) if one["name"] == wallets[0])
        if sats:
            asked("PUT", "/users/api/v1/balance", {"id": held["id"], "amount": sats}, token)


main()
