"""Workspaces, machines, services and findings of an audit at a made-up company."""

import http.cookiejar
import json
import os
import urllib.request

URL = os.environ["URL"]
SPACES = [
    ("harbour-office", "Machines of the office at the harbour", "Harbour Tools"),
    ("webshop", "The shop and what it stands on", "Cedar Clinic"),
    ("warehouse", "Scanners and printers of the warehouse", "Harbour Tools"),
    ("lisbon-branch", "The branch in Lisbon", "Northwind Grid"),
]
MACHINES = {
    "harbour-office": [
        ("192.0.2.10", "Debian 12", "files and print", ["files.acme.test"]),
        ("192.0.2.11", "Windows Server 2022", "directory", ["dc1.acme.test"]),
        ("192.0.2.12", "Ubuntu 22.04", "mail relay", ["mail.acme.test"]),
        ("192.0.2.13", "Debian 11", "old intranet", ["intranet.acme.test"]),
        ("192.0.2.14", "RouterOS 7", "router of the office", []),
        ("192.0.2.15", "Ubuntu 24.04", "build server", ["build.acme.test"]),
    ],
    "webshop": [
        ("198.51.100.20", "Debian 12", "front of the shop", ["shop.acme.test"]),
        ("198.51.100.21", "Debian 12", "database of the shop", ["shop-db.acme.test"]),
        ("198.51.100.22", "Alpine 3.20", "payments", ["pay.acme.test"]),
    ],
    "warehouse": [("203.0.113.30", "Android 13", "scanner", []), ("203.0.113.31", "VxWorks 7", "label printer", [])],
    "lisbon-branch": [],
}
SERVICES = {
    "192.0.2.10": [("ssh", 22), ("smb", 445)],
    "192.0.2.11": [("ldap", 389), ("rdp", 3389)],
    "192.0.2.12": [("smtp", 25), ("imap", 143)],
    "192.0.2.13": [("http", 80)],
    "198.51.100.20": [("https", 443)],
    "198.51.100.21": [("postgresql", 5432)],
}
FOUND = {
    "harbour-office": [
        ("Shares without a password", "critical", "192.0.2.10", "smb", "open", "trivial", ["files"]),
        ("Old version of the file service", "high", "192.0.2.10", "smb", "open", "simple", ["files", "patch"]),
        ("Log-in by password allowed", "low", "192.0.2.10", "ssh", "closed", "simple", []),
        ("Directory answers without a log-in", "high", "192.0.2.11", "ldap", "open", "moderate", ["directory"]),
        ("Remote desktop open to all", "critical", "192.0.2.11", "rdp", "re-opened", "simple", []),
        ("Guest account is active", "medium", "192.0.2.11", None, "open", "trivial", ["accounts"]),
        ("Relay takes mail from anyone", "high", "192.0.2.12", "smtp", "open", "moderate", ["mail"]),
        ("Mail is fetched without encryption", "medium", "192.0.2.12", "imap", "open", "simple", ["mail"]),
        ("Banner tells the version", "informational", "192.0.2.12", "smtp", "risk-accepted", "trivial", ["mail"]),
        ("Intranet without encryption", "medium", "192.0.2.13", "http", "open", "moderate", ["intranet"]),
        ("Operating system no longer supported", "high", "192.0.2.13", None, "open", "difficult", ["patch"]),
        ("Backup files can be fetched", "medium", "192.0.2.13", "http", "open", "trivial", ["intranet", "files"]),
        ("Directory listing", "low", "192.0.2.13", "http", "closed", "trivial", ["intranet"]),
        ("Factory password of the router", "critical", "192.0.2.14", None, "closed", "trivial", ["accounts"]),
        ("Clock is an hour late", "unclassified", "192.0.2.14", None, "open", "trivial", []),
        ("Build logs show a token", "high", "192.0.2.15", None, "open", "simple", ["accounts"]),
        ("Packages are not signed", "low", "192.0.2.15", None, "open", "moderate", ["patch"]),
        ("Old kernel", "medium", "192.0.2.15", None, "open", "simple", ["patch"]),
    ],
    "webshop": [
        ("Basket takes negative numbers", "high", "198.51.100.20", "https", "open", "moderate", ["shop"]),
        ("Cookies without a mark", "low", "198.51.100.20", "https", "open", "trivial", ["shop"]),
        ("Database reachable from outside", "critical", "198.51.100.21", "postgresql", "open", "simple", ["database"]),
        ("Weak ciphers", "medium", "198.51.100.22", None, "open", "simple", ["patch"]),
        ("Certificate ends in ten days", "informational", "198.51.100.22", None, "open", "trivial", []),
    ],
    "warehouse": [
        ("Printer takes any firmware", "high", "203.0.113.31", None, "open", "difficult", []),
        ("Scanner keeps old codes", "low", "203.0.113.30", None, "open", "simple", []),
    ],
}
OPENER = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def ask(path, data=None, method=None):
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(URL + path, body, {"Content-Type": "application/json"}, method=method)
    with OPENER.open(request, timeout=60) as answer:
        text = answer.read()
    return json.loads(text) if text else None


def main():
    ask("/_api/login", {"email": "ada", "password": "demo-Pass-1234"})
    ask("/_api/session")
    seen = ("sidebar", "dashboard", "assetVulns", "vulns")
    ask("/_api/v3/preferences", {"preferences": {"theme": "light", **{f"{name}TourFinished": True for name in seen}}})
    for name, text, customer in SPACES:
        ask("/_api/v3/ws", {"name": name, "description": text, "customer": customer})
    for space, machines in MACHINES.items():
        below, hosts, services = f"/_api/v3/ws/{space}", {}, {}
        for ip, system, text, names in machines:
            made = ask(f"{below}/hosts", {"ip": ip, "os": system, "description": text, "hostnames": names})
            hosts[ip] = made["id"]
            for name, port in SERVICES.get(ip, []):
                new = {"name": name, "ports": [port], "protocol": "tcp", "status": "open", "parent": made["id"]}
                services[ip, name] = ask(f"{below}/services", new)["id"]
        for name, severity, ip, service, status, ease, tags in FOUND.get(space, []):
            parent = ("Service", services[ip, service]) if service else ("Host", hosts[ip])
            vulnerability = {
                "name": name,
                "desc": f"{name}, found on {ip}.",
                "severity": severity,
                "status": status,
                "easeofresolution": ease,
                "type": "Vulnerability",
                "parent_type": parent[0],
                "parent": parent[1],
                "resolution": "Look at it with the team that runs the machine.",
                "refs": [],
                "policyviolations": [],
            }
            made = ask(f"{below}/vulns", vulnerability)
            if tags:
                ask(f"{below}/vulns/{made['_id']}", {"tags": tags}, "PATCH")


main()
