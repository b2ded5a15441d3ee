"""Domains, accounts, aliases and what belongs to them, of a made-up company that hosts mail; made through the API."""

import os
import sys
from pathlib import Path

DOMAINS = [
    ("harbour-tools.test", 20000, 1000),
    ("northwind-grid.test", 50000, 2000),
    ("cedar-clinic.test", 10000, 500),
    ("bluebird-apps.test", 8000, 400),
    ("tideway-freight.test", 30000, 1500),
    ("lark-bakery.test", 5000, 250),
    ("fjord-salmon.test", 12000, 600),
    ("canal-bikes.test", 6000, 300),
    ("granite-works.test", 15000, 750),
    ("island-coffee.test", 4000, 200),
    ("delta-pumps.test", 9000, 450),
    ("elm-street-books.test", 7000, 350),
]
PEOPLE = [
    ("maya", "Okafor"), ("jonas", "Berg"), ("priya", "Nair"), ("omar", "Haddad"), ("lena", "Vogel"), ("tom", "Price"),
    ("ines", "Lopes"), ("kofi", "Mensah"), ("sara", "Lind"), ("pavel", "Novak"), ("nora", "Quinn"), ("luis", "Reyes"),
    ("anna", "Weiss"), ("femi", "Bello"), ("ruth", "Stone"), ("hugo", "Marsh"),
]  # fmt: skip
ALIASES = [("info", 0), ("sales", 0), ("billing", 1), ("support", 1), ("press", 2), ("jobs", 3), ("orders", 4)]


def client():
    """Asks the API as the administrator, who gets name and password of the demo."""
    from django.contrib.auth import get_user_model
    from rest_framework.test import APIClient

    admin = get_user_model().objects.get(username="admin")
    admin.set_password("demo-Pass-1234")
    admin.first_name, admin.last_name = "Ada", "Sand"
    admin.save()
    asks = APIClient()
    asks.force_authenticate(user=admin)
    return asks


def quiet():
    """Nothing is asked outside."""
    from modoboa.core.models import LocalConfig

    config = LocalConfig.objects.first()
    for name in ("enable_mx_checks", "enable_dnsbl_checks"):
        config.parameters.set_value(name, False, app="admin")
    for name in ("check_new_versions", "enable_api_communication", "send_statistics"):
        config.parameters.set_value(name, False, app="core")
    config.save()


def made(asks, path, body):
    """One POST."""
    told = asks.post(f"/api/v2/{path}/", body, format="json", secure=True)
    if told.status_code >= 300:
        raise SystemExit(f"{path} {told.status_code} {told.content[:500]}")


def main():
    sys.path.insert(0, str(Path.cwd()))
    os.environ["DJANGO_SETTINGS_MODULE"] = "hosting.settings"
    import django

    django.setup()
    from modoboa.core.extensions import exts_pool

    exts_pool.load_all()
    asks = client()
    quiet()
    for name, quota, box in DOMAINS:
        new = {"name": name, "quota": quota, "default_mailbox_quota": box, "type": "domain", "enable_dns_checks": False}
        made(asks, "domains", new)
    for number, (first, last) in enumerate(PEOPLE):
        own = number % 3 == 0
        new = {"username": f"{first}@{DOMAINS[number % 5][0]}", "first_name": first.title(), "last_name": last}
        new |= {"password": "Demo1234Pass", "role": "DomainAdmins" if number in (1, 7) else "SimpleUsers"}
        new |= {"is_active": number != 11, "mailbox": {"use_domain_quota": not own, "quota": "300" if own else "0"}}
        made(asks, "accounts", new)
    for name, where in ALIASES:
        domain = DOMAINS[where][0]
        inside = [f"{first}@{domain}" for number, (first, _) in enumerate(PEOPLE) if number % 5 == where]
        made(asks, "aliases", {"address": f"{name}@{domain}", "recipients": inside[:2], "enabled": name != "press"})


main()
