"""Host groups, hosts, users with groups, maintenance periods and macros, by the app's own JSON-RPC: seed.py URL."""

import json
import sys
import urllib.request

URL = sys.argv[1] + "/api_jsonrpc.php"
DAY = 86400
START = 1797400800  # 2026-12-16 06:00 UTC


def call(method: str, params: object, auth: str | None = None) -> object:
    """The result of one call."""
    body = {"jsonrpc": "2.0", "id": 1, "auth": auth, "method": method, "params": params}
    asked = urllib.request.Request(URL, json.dumps(body).encode(), {"Content-Type": "application/json-rpc"})
    with urllib.request.urlopen(asked, timeout=120) as answer:
        told = json.load(answer)
    if "error" in told:
        raise SystemExit(f"{method}: {told['error']}")
    return told["result"]


KEY = call("user.login", {"user": "Admin", "password": "zabbix"})
call("settings.update", {"default_theme": "blue-theme"}, KEY)

GROUPS = ["Harbour office", "Mills", "Offices/Leeds", "Offices/Lyon", "Printers", "Scales", "Test benches", "Yard"]
ids = dict(zip(GROUPS, call("hostgroup.create", [{"name": name} for name in GROUPS], KEY)["groupids"], strict=True))

HOSTS = [
    ("crane-01", "Crane north", "Yard", "10.0.1.11", "Moved in March"),
    ("crane-02", "Crane south", "Yard", "10.0.1.12", ""),
    ("gate-01", "Main gate", "Yard", "10.0.1.20", "Camera is old"),
    ("mill-01", "Flour mill", "Mills", "10.0.2.1", ""),
    ("mill-02", "Oat mill", "Mills", "10.0.2.2", "Runs at night"),
    ("mill-03", "Rye mill", "Mills", "10.0.2.3", ""),
    ("prn-leeds", "Printer Leeds", "Printers", "10.0.3.1", ""),
    ("prn-lyon", "Printer Lyon", "Printers", "10.0.3.2", ""),
    ("scale-a", "Truck scale", "Scales", "10.0.4.1", "Calibrated 2026"),
    ("scale-b", "Bench scale", "Scales", "10.0.4.2", ""),
    ("bench-x", "Bench for motors", "Test benches", "10.0.5.1", ""),
    ("leeds-gw", "Gateway Leeds", "Offices/Leeds", "10.0.6.1", ""),
    ("lyon-gw", "Gateway Lyon", "Offices/Lyon", "10.0.7.1", ""),
    ("harbour-db", "Harbour database", "Harbour office", "10.0.8.1", "Ask Ada"),
]
hosts = call(
    "host.create",
    [
        {
            "host": host, "name": name, "description": said, "groups": [{"groupid": ids[group]}],
            "status": int(place % 5 == 4),
            "interfaces": [{"type": 1, "main": 1, "useip": 1, "ip": address, "dns": "", "port": "10050"}],
            "tags": [{"tag": "site", "value": group.split("/")[-1].lower()}],
        }
        for place, (host, name, group, address, said) in enumerate(HOSTS)
    ],
    KEY,
)["hostids"]  # fmt: skip

TEAMS = ["Operators", "Millers", "Yard crew"]
teams = call(
    "usergroup.create",
    [{"name": name, "rights": [{"permission": 2, "id": ids["Yard"]}]} for name in TEAMS],
    KEY,
)["usrgrpids"]
PEOPLE = [
    ("ada", "Ada", "Archer"), ("ben", "Ben", "Baker"), ("cleo", "Cleo", "Carver"), ("dora", "Dora", "Dyer"),
    ("emil", "Emil", "Eckert"), ("fay", "Fay", "Fuller"), ("gus", "Gus", "Glover"), ("hana", "Hana", "Hale"),
    ("ivo", "Ivo", "Iverson"),
]  # fmt: skip
call(
    "user.create",
    [
        {"username": user, "name": name, "surname": surname, "passwd": "Velvet-anvil-22", "roleid": str(1 + place % 3),
         "usrgrps": [{"usrgrpid": teams[place % 3]}]}
        for place, (user, name, surname) in enumerate(PEOPLE)
    ],
    KEY,
)  # fmt: skip

WORKS = [
    ("Crane inspection", "Yard", "Both cranes stand still"), ("Mill cleaning", "Mills", "Dust filters"),
    ("New printers", "Printers", ""), ("Scale calibration", "Scales", "By the weights office"),
    ("Leeds moves house", "Offices/Leeds", "Boxes everywhere"),
    ("Database upgrade", "Harbour office", "Two hours at most"),
]  # fmt: skip
for place, (name, group, said) in enumerate(WORKS):
    begin = START + place * DAY
    call(
        "maintenance.create",
        {
            "name": name, "active_since": begin, "active_till": begin + 2 * DAY, "description": said,
            "groups": [{"groupid": ids[group]}], "maintenance_type": place % 2,
            "timeperiods": [{"timeperiod_type": 0, "start_date": begin + 3600, "period": 7200}],
        },
        KEY,
    )  # fmt: skip

for name, words in [("Crane words", "hoist|boom"), ("Mill words", "flour|oats"), ("Quiet words", "idle|standby")]:
    call("regexp.create", {"name": name, "expressions": [{"expression": words, "expression_type": "3"}]}, KEY)
