"""Connections, queries and users of a made-up chandler."""

import http.cookiejar
import json
import os
import time
import urllib.request

URL = os.environ["URL"]
OWNER = {"email": "ada@example.com", "password": "demo-Pass-1234"}
HERE = {"driver": "postgres", "host": "127.0.0.1", "port": os.environ["PG_PORT"], "username": "postgres"}
CONNECTIONS = [
    {"name": "Harbour", "database": "harbour", **HERE},
    {"name": "Archive", "driver": "mysql", "host": "archive.example", "database": "archive", "username": "reader"},
    {"name": "Warehouse", "driver": "presto", "host": "warehouse.example", "username": "reports"},
    {"name": "Payroll", "driver": "sqlserver", "host": "payroll.example", "database": "pay", "username": "audit"},
    {"name": "Sensors", "driver": "crate", "host": "sensors.example", "port": "4200"},
]
QUERIES = [
    ("Customers by town", "select town, count(*) as n from customers group by town order by town", ["sales"]),
    ("Open orders", "select id, total from orders where state = 'open' order by id", ["orders", "daily"]),
    ("Paid orders", "select id, total from orders where state = 'paid' order by id", ["orders"]),
    ("Stock that runs out", "select title, stock from articles where stock < 50 order by stock", ["stock", "daily"]),
    ("Price list", "select title, price from articles order by title", ["stock"]),
    ("New customers", "select name, since from customers order by since desc limit 3", ["sales"]),
    ("Dear articles", "select title from articles where price > 40 order by price", ["stock"]),
    ("Turnover", "select sum(total) as turnover from orders", ["sales", "monthly"]),
    (
        "Orders of Bergen",
        "select o.id from orders o join customers c on c.id = customer_id where town = 'Bergen'",
        ["orders"],
    ),
    ("Sent orders", "select id from orders where state = 'sent'", ["orders"]),
    ("Towns", "select distinct town from customers order by town", []),
    ("Best customer", "select name from customers where id = 2", ["monthly"]),
]
USERS = [
    ("bram@example.com", "editor"),
    ("cleo@example.com", "editor"),
    ("dora@example.com", "admin"),
    ("emil@example.com", "editor"),
    ("finn@example.com", "admin"),
    ("gail@example.com", "editor"),
]
PAUSE = 0.05
"""Seconds between two that are made: lists go by the last change."""
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def send(path: str, body: object) -> dict:
    """One POST; what it answered. Raises RuntimeError when that was an error."""
    time.sleep(PAUSE)
    asked = urllib.request.Request(URL + "/api" + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with opener.open(asked, timeout=60) as answer:
        said = json.loads(answer.read())
    if said.get("error"):
        raise RuntimeError(f"{path}: {said['error']}")
    return said


def main() -> None:
    """Fill a new one."""
    send("/signup", {**OWNER, "passwordConfirmation": OWNER["password"]})
    made = {one["name"]: send("/connections", one)["connection"]["_id"] for one in CONNECTIONS}
    for name, text, tags in QUERIES:
        chart = {"chartType": "", "fields": {}}
        send(
            "/queries",
            {
                "name": name,
                "queryText": text,
                "tags": tags,
                "connectionId": made["Harbour"],
                "chartConfiguration": chart,
            },
        )
    for email, role in USERS:
        send("/users", {"email": email, "role": role})


main()
