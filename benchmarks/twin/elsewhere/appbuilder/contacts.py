"""Contacts and companies, with the pages that Flask-AppBuilder makes: `contacts.py seed` or `contacts.py serve PORT`.

$CONTACTS_DB is the database.
"""

import datetime
import os
import sys
from typing import Any, ClassVar

from flask import Flask
from flask_appbuilder import SQLA, AppBuilder, Model, ModelView
from flask_appbuilder.models.sqla.interface import SQLAInterface
from sqlalchemy import Column, Date, ForeignKey, Integer, String, Text
from sqlalchemy.orm import relationship
from werkzeug.middleware.proxy_fix import ProxyFix

COMPANIES = [
    ("Harbour Works", "Hamburg"),
    ("Nine Mills", "Leeds"),
    ("Oak & Daughters", "Graz"),
    ("Paper Lantern", "Lyon"),
    ("Quiet Rivers", "Basel"),
]
CONTACTS = [
    ("Ada Archer", "Buyer", 0), ("Ben Baker", "Engineer", 1), ("Cleo Carver", "Director", 2),
    ("Dora Dyer", "Buyer", 3), ("Emil Eckert", "Engineer", 0), ("Fay Fuller", "Clerk", 4),
    ("Gus Glover", "Clerk", 1), ("Hana Hale", "Director", 0), ("Ivo Iverson", "Engineer", 2),
    ("June Joiner", "Buyer", 4), ("Karl Keller", "Clerk", 3), ("Lena Lorimer", "Engineer", 1),
    ("Max Miller", "Buyer", 2), ("Nora Naylor", "Director", 3), ("Olaf Osler", "Clerk", 0),
    ("Pia Porter", "Engineer", 4), ("Quin Quiller", "Buyer", 1), ("Rosa Reeve", "Clerk", 2),
    ("Sam Sawyer", "Director", 4), ("Tess Tanner", "Engineer", 3), ("Udo Usher", "Buyer", 0),
    ("Vera Vance", "Clerk", 1), ("Wim Weaver", "Engineer", 2),
]  # fmt: skip

app = Flask(__name__)
app.config.update(
    SECRET_KEY="made-up-for-this-demonstration-only",
    SQLALCHEMY_DATABASE_URI=f"sqlite:///{os.environ['CONTACTS_DB']}",
    SQLALCHEMY_TRACK_MODIFICATIONS=False,
    WTF_CSRF_ENABLED=True,
    APP_NAME="Directory",
    FAB_API_SWAGGER_UI=False,
    AUTH_RATE_LIMITED=False,
)
app.wsgi_app = ProxyFix(app.wsgi_app)
db = SQLA(app)


class Company(Model):
    id = Column(Integer, primary_key=True)
    name = Column(String(60), unique=True, nullable=False)
    town = Column(String(60))

    def __repr__(self):
        return self.name


class Contact(Model):
    id = Column(Integer, primary_key=True)
    name = Column(String(60), unique=True, nullable=False)
    role = Column(String(40))
    phone = Column(String(20))
    since = Column(Date)
    notes = Column(Text)
    company_id = Column(Integer, ForeignKey("company.id"), nullable=False)
    company = relationship("Company")

    def __repr__(self):
        return self.name


class ContactView(ModelView):
    datamodel = SQLAInterface(Contact)
    list_columns: ClassVar[list[str]] = ["name", "role", "company", "phone", "since"]
    show_columns: ClassVar[list[str]] = ["name", "role", "company", "phone", "since", "notes"]
    add_columns: ClassVar[list[str]] = ["name", "role", "company", "phone", "since", "notes"]
    edit_columns: ClassVar[list[str]] = ["name", "role", "company", "phone", "since", "notes"]
    search_columns: ClassVar[list[str]] = ["name", "role", "company", "phone"]
    base_order = ("name", "asc")
    page_size = 10


class CompanyView(ModelView):
    datamodel = SQLAInterface(Company)
    list_columns: ClassVar[list[str]] = ["name", "town"]
    add_columns: ClassVar[list[str]] = ["name", "town"]
    edit_columns: ClassVar[list[str]] = ["name", "town"]
    show_columns: ClassVar[list[str]] = ["name", "town"]
    related_views: ClassVar[list[Any]] = [ContactView]
    page_size = 10


with app.app_context():
    builder = AppBuilder(app, db.session)
    builder.add_view(ContactView, "Contacts", icon="fa-user", category="People")
    builder.add_view(CompanyView, "Companies", icon="fa-building", category="People")


def seed():
    """An administrator, five companies, 23 contacts."""
    with app.app_context():
        security = builder.sm
        security.add_user("admin", "Ann", "Admin", "admin@acme.test", security.find_role("Admin"), "demo1234")
        companies = [Company(name=name, town=town) for name, town in COMPANIES]
        db.session.add_all(companies)
        for place in range(len(CONTACTS)):
            name, role, company = CONTACTS[place * 7 % len(CONTACTS)]
            day = datetime.date(2021, 1, 4) + datetime.timedelta(days=37 * (place * 7 % 23))
            phone = f"0{40 + place * 3 % 7} {1200 + place * 91}"
            notes = f"Met at the fair of {2015 + place % 9}."
            db.session.add(
                Contact(name=name, role=role, phone=phone, since=day, notes=notes, company=companies[company])
            )
        db.session.commit()


if sys.argv[1] == "seed":
    seed()
else:
    app.run("127.0.0.1", int(sys.argv[2]), threaded=True)
