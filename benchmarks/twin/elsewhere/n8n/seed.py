"""Workflows, tags, credentials and a few runs of a made-up company."""

import http.cookiejar
import json
import os
import time
import urllib.error
import urllib.request

URL = os.environ["URL"]
OWNER = {"email": "ada@example.com", "firstName": "Ada", "lastName": "Sand", "password": "demo-Pass-1234"}
TAGS = ["billing", "sales", "people", "nightly", "draft"]
CREDENTIALS = [
    ("Shop account", "httpBasicAuth", {"user": "shop", "password": "made-up-1"}),
    ("Mail relay", "httpHeaderAuth", {"name": "X-Relay", "value": "made-up-2"}),
    ("Stock service", "httpHeaderAuth", {"name": "X-Stock", "value": "made-up-3"}),
    ("Partner portal", "httpBasicAuth", {"user": "portal", "password": "made-up-4"}),
    ("Bank statements", "httpQueryAuth", {"name": "token", "value": "made-up-5"}),
]
FLOWS = [
    ("Invoice reminders", ["billing", "nightly"], "Which invoices are late"),
    ("New lead to sheet", ["sales"], "Each lead becomes a row"),
    ("Welcome letters", ["people"], "A letter for each new colleague"),
    ("Stock alerts", ["nightly"], "Tells when an article runs out"),
    ("Refund approval", ["billing"], "Asks before money goes back"),
    ("Holiday calendar", ["people"], "Puts holidays into the calendar"),
    ("Price list import", ["nightly", "draft"], "Reads the prices of partners"),
    ("Lead scoring", ["sales", "draft"], "Which leads to call first"),
    ("Bank reconciliation", ["billing", "nightly"], "Matches payments and invoices"),
    ("Order status mails", ["sales"], "Tells customers where an order is"),
    ("Payroll export", ["people", "billing"], "Hours for the accountant"),
    ("Review requests", [], "Asks customers a week after an order"),
]
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def send(method: str, path: str, body: object = None) -> dict:
    """One request; what it answered."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"Content-Type": "application/json"}, method=method)
    with opener.open(request, timeout=60) as answer:
        said = answer.read()
    return json.loads(said) if said else {}


def flow(name: str, told: str, tags: list[str]) -> dict:
    """A workflow: a webhook, and a node that sets a text."""
    path = name.lower().replace(" ", "-")
    hook = {
        "id": f"hook-{path}", "name": "Webhook", "type": "n8n-nodes-base.webhook", "typeVersion": 2,
        "position": [0, 0], "webhookId": path, "parameters": {"path": path, "options": {}},
    }  # fmt: skip
    text = {"id": f"text-{path}", "name": "text", "type": "string", "value": told}
    field = {
        "id": f"set-{path}", "name": "Edit Fields", "type": "n8n-nodes-base.set", "typeVersion": 3.4,
        "position": [220, 0], "parameters": {"assignments": {"assignments": [text]}, "options": {}},
    }  # fmt: skip
    wires = {"Webhook": {"main": [[{"node": "Edit Fields", "type": "main", "index": 0}]]}}
    return {
        "name": name, "nodes": [hook, field], "connections": wires, "settings": {"executionOrder": "v1"},
        "active": False, "pinData": {}, "tags": tags,
    }  # fmt: skip


def setup() -> None:
    """The first user; the server answers a moment before it can make one."""
    for _ in range(60):
        try:
            send("POST", "/rest/owner/setup", OWNER)
            return
        except (urllib.error.HTTPError, urllib.error.URLError):
            time.sleep(1)
    raise SystemExit("no owner")


PAUSE = 0.1
"""Seconds between two that are made, so that lists by the time of making have one order."""
SAVED = 2
"""Seconds for the server to save the runs, which it does after it has answered."""
setup()
send("POST", "/rest/login", {"emailOrLdapLoginId": OWNER["email"], "password": OWNER["password"]})
tags = {name: send("POST", "/rest/tags", {"name": name})["data"]["id"] for name in TAGS}
for name, kind, data in CREDENTIALS:
    send("POST", "/rest/credentials", {"name": name, "type": kind, "data": data})
    time.sleep(PAUSE)
made = {}
for name, chosen, told in FLOWS:
    made[name] = send("POST", "/rest/workflows", flow(name, told, [tags[one] for one in chosen]))["data"]
    time.sleep(PAUSE)
for name in ("Invoice reminders", "Order status mails"):
    one = made[name]
    send("PATCH", f"/rest/workflows/{one['id']}", {"active": True, "versionId": one["versionId"]})
    for _ in range(2):
        send("GET", "/webhook/" + name.lower().replace(" ", "-"))
time.sleep(SAVED)
