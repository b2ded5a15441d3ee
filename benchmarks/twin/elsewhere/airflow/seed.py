"""Variables, pools and connections of a made-up company."""

import json
import os
import urllib.error
import urllib.request

BASE = os.environ["URL"]
HEADERS = {"content-type": "application/json"}
VARIABLES = {
    "orders_url": ("https://orders.example.com/v1", "Where orders come from"),
    "stock_limit": ("40", "Below this we order"),
    "mail_from": ("reports@example.com", "Who reports are sent by"),
    "currency": ("EUR", "Of all prices"),
    "retention_days": ("90", "How long files are kept"),
    "warehouse": ("north", "The one that counts first"),
    "region_list": ('["north", "south", "east"]', "Regions in reports"),
    "batch_size": ("500", "Rows at once"),
    "report_title": ("Daily figures", "On top of each report"),
    "holiday_mode": ("off", "Nothing runs when on"),
    "price_rounding": ("2", "Digits"),
    "alert_channel": ("ops", "Where failures are told"),
    "supplier_code": ("SUP-114", "Our own number"),
    "tax_rate": ("19", "Per cent"),
}
POOLS = {
    "imports": (4, "What reads from others"),
    "exports": (6, "What sends to others"),
    "database": (12, "Long queries"),
    "mail": (2, "Sends mail slowly"),
    "files": (8, "Reads and writes files"),
    "reports": (3, "Makes reports"),
}
CONNECTIONS = {
    "orders_api": ("http", "orders.example.com", "Orders"),
    "stock_api": ("http", "stock.example.com", "Shelves"),
    "mail_out": ("smtp", "smtp.example.com", "Outgoing mail"),
    "files_north": ("fs", "north.example.com", "Files of the north"),
    "files_south": ("fs", "south.example.com", "Files of the south"),
    "crm_api": ("http", "crm.example.com", "Customers"),
    "prices_api": ("http", "prices.example.com", "Suppliers"),
    "archive": ("fs", "archive.example.com", "Old files"),
}


def ask(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, method=method, data=data, headers=HEADERS)
    try:
        return json.loads(urllib.request.urlopen(request).read())
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{method} {path}: {error.code} {error.read()[:600]!r}") from error


HEADERS["authorization"] = "Bearer " + ask("GET", "/auth/token")["access_token"]
for key, (value, about) in VARIABLES.items():
    ask("POST", "/api/v2/variables", {"key": key, "value": value, "description": about})
for name, (slots, about) in POOLS.items():
    ask("POST", "/api/v2/pools", {"name": name, "slots": slots, "description": about, "include_deferred": False})
for key, (kind, host, about) in CONNECTIONS.items():
    told = {"connection_id": key, "conn_type": kind, "host": host, "description": about, "port": 443}
    ask("POST", "/api/v2/connections", told)
print("seeded")
