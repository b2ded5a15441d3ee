"""A table of sales, charts of it and dashboards of a made-up company."""

import json
import os
import random
import sqlite3
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

random.seed(11)
BASE = os.environ["URL"]
DATA = Path(os.environ["DATA"])
OPENER = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
HEADERS = {"content-type": "application/json", "referer": BASE}


def ask(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + "/api/v1" + path, method=method, data=data, headers=HEADERS)
    try:
        return json.loads(OPENER.open(request).read())
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{method} {path}: {error.code} {error.read()[:600]!r}") from error


table = sqlite3.connect(DATA / "sales.db")
table.execute("create table if not exists sales (day text, region text, product text, amount real, units int)")
for n in range(200):
    region, product = random.choice(["North", "South", "East"]), random.choice(["Lamp", "Desk", "Chair"])
    row = (f"2026-{1 + n % 9:02d}-{1 + n % 27:02d}", region, product, random.randint(100, 9000) / 10, n % 9 + 1)
    table.execute("insert into sales values (?, ?, ?, ?, ?)", row)
table.commit()
table.close()

login = {"username": "admin", "password": "demo1234", "provider": "db", "refresh": True}
HEADERS["authorization"] = "Bearer " + ask("POST", "/security/login", login)["access_token"]
HEADERS["x-csrftoken"] = ask("GET", "/security/csrf_token/")["result"]
database = ask("POST", "/database/", {"database_name": "Sales", "sqlalchemy_uri": f"sqlite:///{DATA}/sales.db"})["id"]
dataset = ask("POST", "/dataset/", {"database": database, "schema": "main", "table_name": "sales"})["id"]
charts = []
for name, group in (("Revenue by region", "region"), ("Revenue by product", "product"), ("Units by region", "region"),
                    ("Units by product", "product"), ("Orders by region", "region")):  # fmt: skip
    column = "units" if name.startswith("Units") else "amount"
    metric = {"expressionType": "SQL", "sqlExpression": f"sum({column})", "label": f"total {column}"}
    params = {"viz_type": "table", "datasource": f"{dataset}__table", "query_mode": "aggregate", "groupby": [group],
              "metrics": [metric], "row_limit": 100, "adhoc_filters": []}  # fmt: skip
    body = {
        "slice_name": name,
        "viz_type": "table",
        "datasource_id": dataset,
        "datasource_type": "table",
        "params": json.dumps(params),
    }
    charts.append(ask("POST", "/chart/", body)["id"])
TITLES = (
    "Sales overview,Regional targets,Product health,Weekly board,Finance pack,Store visits,Launch tracker,Returns,"
    "Supplier scores,Pricing watch,Churn review,Team goals"
)
for n, title in enumerate(TITLES.split(",")):
    ask(
        "POST",
        "/dashboard/",
        {"dashboard_title": title, "published": n % 3 == 0, "slug": title.lower().replace(" ", "-")},
    )
for n, name in enumerate(("Brand colours", "Dark tables", "Large titles", "Compact", "Print")):
    ask("POST", "/css_template/", {"template_name": name, "css": f".dashboard {{ margin: {n}px; }}"})
LAYERS = {
    "Releases": "When we shipped",
    "Holidays": "Shops are closed",
    "Campaigns": "Money spent on ads",
    "Outages": "The till was down",
    "Audits": "Books were read",
}
for name, about in LAYERS.items():
    ask("POST", "/annotation_layer/", {"name": name, "descr": about})
print("seeded")
