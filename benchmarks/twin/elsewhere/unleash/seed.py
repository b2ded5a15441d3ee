"""Flags, context fields, segments and people of a made-up company."""

import http.cookiejar
import json
import os
import urllib.request

URL = os.environ["URL"]
FLAGS = [
    ("checkout-one-page", "release", "Checkout on one page for all shops"),
    ("invoice-pdf-v2", "release", "Invoices drawn by the new renderer"),
    ("search-typo-help", "experiment", "Suggests a spelling when nothing was found"),
    ("price-rounding", "operational", "Rounds prices to five cents"),
    ("mail-digest-weekly", "release", "One mail a week in place of one a day"),
    ("stop-imports", "kill-switch", "Stops all nightly imports"),
    ("dark-sidebar", "experiment", "A dark sidebar for half of the people"),
    ("export-to-sheets", "release", "Exports of lists to spreadsheets"),
    ("login-by-link", "permission", "Log-in by a link in a mail"),
    ("vat-check-eu", "operational", "Asks the register of the EU for each VAT number"),
    ("stock-forecast", "experiment", "Shows when an article will be sold out"),
    ("gift-cards", "release", "Gift cards in the basket"),
    ("partner-api-limits", "operational", "Limits for each partner's key"),
    ("hide-old-orders", "permission", "Orders older than five years only for auditors"),
    ("express-returns", "release", "Returns without a form"),
    ("stop-mails", "kill-switch", "Stops all outgoing mail"),
]
ON = {"development": FLAGS[::2], "production": FLAGS[::5]}
TAGS = {"invoice-pdf-v2": "billing", "price-rounding": "billing", "gift-cards": "shop", "checkout-one-page": "shop"}
FIELDS = [
    ("country", "Where the customer lives", ["DE", "FR", "ES", "PT"]),
    ("plan", "What the customer pays for", ["free", "team", "company"]),
    ("channel", "How the order came in", ["web", "phone", "partner"]),
]
SEGMENTS = [
    ("Iberia", "Customers in Spain and Portugal", "country", ["ES", "PT"]),
    ("Paying", "Customers with a plan that costs", "plan", ["team", "company"]),
    ("Partners", "Orders by partners", "channel", ["partner"]),
]
PEOPLE = [
    ("Maya Okafor", "maya@example.com", 2),
    ("Jonas Berg", "jonas@example.com", 2),
    ("Priya Nair", "priya@example.com", 3),
]
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def send(method: str, path: str, body: object = None) -> object:
    """One request; what it answered."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"Content-Type": "application/json"}, method=method)
    with opener.open(request, timeout=30) as answer:
        said = answer.read()
    return json.loads(said) if said else None


send("POST", "/auth/simple/login", {"username": "ada", "password": "demo-Pass-1234"})
for name, told, values in FIELDS:
    legal = [{"value": value} for value in values]
    send(
        "POST",
        "/api/admin/context",
        {"name": name, "description": told, "legalValues": legal, "stickiness": name == "plan"},
    )
for name, told, field, values in SEGMENTS:
    test = {"contextName": field, "operator": "IN", "values": values, "inverted": False, "caseInsensitive": False}
    send("POST", "/api/admin/segments", {"name": name, "description": told, "constraints": [test]})
for name, kind, told in FLAGS:
    send(
        "POST",
        "/api/admin/projects/default/features",
        {"name": name, "type": kind, "description": told, "impressionData": False},
    )
for environment, flags in ON.items():
    for name, _, _ in flags:
        at = f"/api/admin/projects/default/features/{name}/environments/{environment}"
        asked = {"name": "flexibleRollout", "parameters": {"rollout": "50", "stickiness": "default", "groupId": name}}
        send("POST", f"{at}/strategies", asked)
        send("POST", f"{at}/on")
for name, value in TAGS.items():
    send("POST", f"/api/admin/features/{name}/tags", {"type": "simple", "value": value})
for name, mail, role in PEOPLE:
    send("POST", "/api/admin/user-admin", {"name": name, "email": mail, "rootRole": role, "sendEmail": False})
send("POST", "/api/admin/splash/personalDashboardKeyConcepts")
