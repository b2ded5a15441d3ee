"""Chatflows, variables, credentials, tools and assistants of a made-up help desk."""

import http.cookiejar
import json
import os
import time
import urllib.request

URL = os.environ["URL"]
OWNER = {"name": "Ada Sand", "email": "ada@example.com", "credential": "demo-Pass-1234"}
FLOWS = [
    "Press questions",
    "Job seekers",
    "Supplier mails",
    "Newsletter help",
    "Loyalty points",
    "Invoice copies",
    "Order status",
    "Opening hours",
    "Lost parcels",
    "Gift cards",
    "Warranty questions",
    "Sizes and fits",
    "Store finder",
    "Refund answers",
]
VARIABLES = [
    ("shop_name", "Harbour Goods", "static"),
    ("support_mail", "help@harbour.example", "static"),
    ("refund_days", "30", "static"),
    ("region", "REGION", "runtime"),
    ("currency", "EUR", "static"),
    ("carrier", "Blue Parcel", "static"),
]
CREDENTIALS = [
    ("Chat model", "openAIApi", {"openAIApiKey": "made-up-1"}),
    ("Search index", "pineconeApi", {"pineconeApiKey": "made-up-2"}),
    ("Voice", "elevenLabsApi", {"elevenLabsApiKey": "made-up-3"}),
    ("Second model", "mistralAIApi", {"mistralAIAPIKey": "made-up-4"}),
]
TOOLS = [
    ("find_order", "Finds an order by its number", "#4f8a8b"),
    ("ship_date", "When a parcel leaves the house", "#b1683c"),
    ("convert_price", "A price in another currency", "#5c6f9e"),
    ("stock_level", "How many of an article there are", "#7d5a9b"),
]
ASSISTANTS = ["Returns desk", "Night shift", "Wholesale help"]
PAUSE = 1.1
"""Seconds between two that are made: its dates are of whole seconds."""
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def send(method: str, path: str, body: object = None) -> dict:
    """One request; what it answered."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "x-request-from": "internal"}
    with opener.open(
        urllib.request.Request(URL + "/api/v1" + path, data, headers, method=method), timeout=60
    ) as answer:
        said = answer.read()
    return json.loads(said) if said else {}


def note(text: str) -> dict:
    """A flow that is a note on its canvas."""
    shown = {
        "label": "",
        "name": "note",
        "type": "string",
        "rows": 1,
        "placeholder": "Type something here",
        "optional": True,
        "id": "stickyNote_0-input-note-string",
    }
    data = {
        "id": "stickyNote_0",
        "label": "Sticky Note",
        "version": 2,
        "name": "stickyNote",
        "type": "StickyNote",
        "baseClasses": ["StickyNote"],
        "tags": ["Utilities"],
        "category": "Utilities",
        "description": "Add a sticky note",
        "inputParams": [shown],
        "inputAnchors": [],
        "inputs": {"note": text},
        "outputAnchors": [],
        "outputs": {},
        "selected": False,
    }
    at = {"x": 300, "y": 200}
    node = {
        "id": "stickyNote_0",
        "position": at,
        "type": "stickyNote",
        "data": data,
        "width": 200,
        "height": 42,
        "positionAbsolute": at,
        "selected": False,
    }
    return {"nodes": [node], "edges": [], "viewport": {"x": 0, "y": 0, "zoom": 1}}


send("POST", "/account/register", {"user": OWNER})
send("POST", "/auth/login", {"email": OWNER["email"], "password": OWNER["credential"]})
for name in FLOWS:
    body = {
        "name": name,
        "deployed": False,
        "isPublic": False,
        "flowData": json.dumps(note(f"Everything about {name.lower()}")),
        "type": "CHATFLOW",
    }
    send("POST", "/chatflows", body)
    time.sleep(PAUSE)
for name, value, kind in VARIABLES:
    send("POST", "/variables", {"name": name, "value": value, "type": kind})
    time.sleep(PAUSE)
for name, kind, said in CREDENTIALS:
    send("POST", "/credentials", {"name": name, "credentialName": kind, "plainDataObj": said})
    time.sleep(PAUSE)
for name, told, color in TOOLS:
    field = {"id": 1, "property": "input", "type": "string", "description": "What is asked for", "required": True}
    send(
        "POST",
        "/tools",
        {
            "name": name,
            "description": told,
            "color": color,
            "schema": json.dumps([field]),
            "func": "return $input;",
            "iconSrc": "",
        },
    )
    time.sleep(PAUSE)
for name in ASSISTANTS:
    send(
        "POST",
        "/assistants",
        {"details": json.dumps({"name": name}), "credential": "00000000-0000-4000-8000-000000000000", "type": "CUSTOM"},
    )
    time.sleep(PAUSE)
