"""Fills a new database: one project, five people, 24 bills."""

import datetime

from ihatemoney.models import Bill, Person, Project, db
from ihatemoney.run import create_app
from werkzeug.security import generate_password_hash

PEOPLE = ["Ada", "Ben", "Cleo", "Dora", "Emil"]
BILLS = [
    ("Bread and butter", 0, 12.4, "ABCDE"), ("Train to the lake", 1, 86, "ABCD"), ("Lamp oil", 2, 9.95, "CD"),
    ("Window cleaner", 3, 45, "ABCDE"), ("Cinema tickets", 4, 38.5, "ABE"), ("Birthday cake", 0, 27, "BCDE"),
    ("Paint for the hall", 1, 64.2, "ABCDE"), ("Coffee beans", 2, 18, "AC"), ("Bicycle repair", 3, 52.75, "DE"),
    ("Firewood", 4, 120, "ABCDE"), ("Museum entry", 0, 33, "ACE"), ("Tent rental", 1, 75, "ABD"),
    ("Tea and sugar", 2, 7.6, "ABCDE"), ("New kettle", 3, 29.9, "ABCDE"), ("Ferry crossing", 4, 96, "ABCDE"),
    ("Printer paper", 0, 11.25, "A"), ("Garden chairs", 1, 140, "ABCDE"), ("Onions and rice", 2, 16.3, "BCD"),
    ("Chimney sweep", 3, 58, "ABCDE"), ("Concert", 4, 110, "DE"), ("Door lock", 0, 23.4, "ABCDE"),
    ("Soap", 1, 5.5, "ABCDE"), ("Map of the valley", 2, 14, "BC"), ("Toaster", 3, 31.8, "ABCDE"),
]  # fmt: skip
"""(for what, who paid, how much, for whom)."""

with create_app().app_context():
    project = Project(
        id="house", name="House by the canal", password=generate_password_hash("demo1234"),
        contact_email="house@acme.test", default_currency="XXX",
    )  # fmt: skip
    db.session.add(project)
    people = [Person(name=name, weight=1, activated=True, project=project) for name in PEOPLE]
    db.session.add_all(people)
    db.session.commit()
    for place, (what, payer, amount, owers) in enumerate(BILLS):
        db.session.add(
            Bill(
                amount=amount, date=datetime.date(2026, 9, 1) + datetime.timedelta(days=3 * place), external_link="",
                original_currency="XXX", owers=[people["ABCDE".index(one)] for one in owers],
                payer_id=people[payer].id, project_default_currency="XXX", what=what,
            )
        )  # fmt: skip
    db.session.commit()
