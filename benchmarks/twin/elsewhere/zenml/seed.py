"""Secrets, components, stacks, pipelines and members of a made-up team."""

import json
import os
import urllib.error
import urllib.parse
import urllib.request

API = os.environ["URL"] + "/api/v1"
FORM = urllib.parse.urlencode({"username": "admin", "password": "demo-Pass-1234"}).encode()
TOKEN = json.loads(urllib.request.urlopen(API + "/login", data=FORM).read())["access_token"]


def make(path, method="POST", **body):
    headers = {"content-type": "application/json", "authorization": "Bearer " + TOKEN}
    request = urllib.request.Request(API + path, data=json.dumps(body).encode(), headers=headers, method=method)
    try:
        return json.loads(urllib.request.urlopen(request).read())
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{path} {body}: {error.code} {error.read()[:500]}") from error


def read(path):
    request = urllib.request.Request(API + path, headers={"authorization": "Bearer " + TOKEN})
    return json.loads(urllib.request.urlopen(request).read())


SECRETS = {
    "warehouse_login": {"user": "loader", "phrase": "blue-kite"},
    "mail_relay": {"host": "mail.acme.example", "port": "587"},
    "orders_api": {"key": "orders-0001"},
    "archive_store": {"bucket": "old-orders", "region": "north"},
    "map_tiles": {"key": "tiles-0004"},
    "sms_gateway": {"sender": "Acme", "key": "sms-0009"},
    "tax_tables": {"address": "tax.acme.example"},
    "weather_feed": {"key": "weather-0010"},
    "label_printer": {"host": "printer.acme.example"},
    "chat_hook": {"address": "chat.acme.example", "room": "data"},
    "survey_export": {"key": "survey-0012"},
    "bank_files": {"user": "books", "folder": "statements"},
}
for name, values in SECRETS.items():
    make("/secrets", name=name, values=values, private=False)

PEOPLE = ["mina", "otto", "priya", "jonas", "lena", "kofi", "sara", "pavel", "ines", "tom"]
for name in PEOPLE:
    make("/users", name=name, full_name=f"{name.title()} Berg", password="demo-Pass-1234", is_admin=name in "mina otto")
for name, told in (("nightly", "Runs at night"), ("importer", "Brings orders in"), ("reporter", "Sends reports")):
    make("/service_accounts", name=name, description=told, active=True)

PARTS = [
    ("artifact_store", "local", ["north_files", "south_files", "cold_files", "scratch_files"]),
    ("orchestrator", "local", ["laptop", "office", "night_runner"]),
    ("orchestrator", "local_docker", ["boxes", "small_boxes"]),
    ("image_builder", "local", ["builder_one", "builder_two"]),
]
ids = {}
for kind, flavor, names in PARTS:
    for name in names:
        ids[name] = make("/components", name=name, type=kind, flavor=flavor, configuration={})["id"]
STACKS = {
    "daily": ("office", "north_files"),
    "weekly": ("office", "south_files"),
    "night": ("night_runner", "cold_files"),
    "trial": ("laptop", "scratch_files"),
    "boxed": ("boxes", "north_files"),
    "boxed_small": ("small_boxes", "scratch_files"),
    "reports": ("office", "cold_files"),
    "holiday": ("laptop", "south_files"),
}
for name, (runner, files) in STACKS.items():
    make("/stacks", name=name, components={"orchestrator": [ids[runner]], "artifact_store": [ids[files]]})

ASKED = {"usage_reason": "exploring", "infra_providers": [], "primary_use": "personal"}
DONE = {**ASKED, "finished_onboarding_survey": True, "finished_production_setup": True}
make("/current-user", "PUT", full_name="Ada Admin", email="ada@acme.example", email_opted_in=False, user_metadata=DONE)

project = read("/projects?name=default")["items"][0]["id"]
for name in ("orders_import", "churn_model", "price_check", "photo_tags", "mail_topics", "stock_forecast", "route_plan",
             "returns_report", "visits_rollup", "survey_topics", "fraud_score", "label_checks"):  # fmt: skip
    make("/pipelines", name=name, project=project)
for name, colour in (("nightly", "blue"), ("trial", "grey"), ("finance", "green"), ("sales", "orange")):
    make("/tags", name=name, color=colour)
