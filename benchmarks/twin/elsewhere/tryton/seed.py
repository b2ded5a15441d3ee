"""A company, parties with addresses and contact mechanisms, and leads of a made-up firm: seed.py TRYTOND.CONF."""

import random
import sys
from decimal import Decimal

from proteus import Model, Wizard, config

random.seed(7)
current = config.set_trytond("sqlite:///acme", user="admin", config_file=sys.argv[1])

Item = Model.get("ir.module.config_wizard.item")
for item in Item.find([("state", "=", "open")]):
    item.state = "done"
    item.save()

Currency, Country, Party = Model.get("currency.currency"), Model.get("country.country"), Model.get("party.party")
User, Employee, Category = Model.get("res.user"), Model.get("company.employee"), Model.get("party.category")
euro = Currency(name="Euro", symbol="€", code="EUR", numeric_code="978")
euro.rates.new(rate=Decimal(1))
euro.save()
countries = {}
for code, name in (("DE", "Germany"), ("FR", "France"), ("NL", "Netherlands"), ("NO", "Norway")):
    countries[code] = Country(name=name, code=code)
    countries[code].save()
firm = Party(name="Acme Industries")
firm.save()
wizard = Wizard("company.company.config")
wizard.execute("company")
wizard.form.party = firm
wizard.form.currency = euro
wizard.execute("add")
current._context = User.get_preferences(True, {})

people = []
for name in ("Nora Lind", "Omar Haddad", "Ines Lopes"):
    party = Party(name=name)
    party.save()
    people.append(Employee(party=party))
    people[-1].save()
admin = User(current.user)
admin.employees.append(people[0])
admin.save()
admin.employee = people[0]
admin.save()

categories = {}
for name in ("Customer", "Supplier", "Partner", "Press"):
    categories[name] = Category(name=name)
    categories[name].save()

TOWNS = (
    ("Kiel", "24103", "DE"),
    ("Lyon", "69002", "FR"),
    ("Utrecht", "3511", "NL"),
    ("Bergen", "5003", "NO"),
    ("Ulm", "89073", "DE"),
)
NAMES = (
    "Harbour Supplies|Lind & Berg|Vogel Optics|Mensah Trading|North Sea Ferries|Quinn Bakeries|Reyes Tiles"
    "|Okafor Motors|Price Printing|Fjord Salmon|Blue Door Hotels|Canal Bikes|Delta Pumps|Elm Street Books|Foundry Nine"
    "|Granite Works|Hillside Dairy|Island Coffee|Juniper Labs|Kestrel Drones"
)
parties = []
for number, name in enumerate(NAMES.split("|")):
    town, post, country = TOWNS[number % len(TOWNS)]
    word = name.lower().replace(" & ", "-").replace(" ", "-")
    party = Party(name=name)
    address = party.addresses[0] if party.addresses else party.addresses.new()
    address.street_name, address.building_number = random.choice(("Mill Lane", "Quay", "Market")), str(number + 3)
    address.postal_code, address.city, address.country = post, town, countries[country]
    party.categories.append(Category(random.choice(list(categories.values())).id))
    party.contact_mechanisms.new(type="email", value=f"office@{word}.example")
    if number % 3:
        party.contact_mechanisms.new(type="phone", value=f"+49 431 55{number:02d}70")
    party.save()
    parties.append(party)

Lead = Model.get("sale.opportunity")
TITLES = (
    "Pumps for the new hall|Forty desk lamps|Spare parts for a year|Printing of catalogues|Coffee for the canteen"
    "|Bikes for couriers|Survey by drone|Rebuild of the lobby|Tiles for two pools|Books for the library"
    "|Ferry tickets in bulk|Salmon for the fair"
)
for number, title in enumerate(TITLES.split("|")):
    lead = Lead(description=title)
    lead.party = parties[(number * 7) % len(parties)]
    lead.employee = people[number % 3]
    lead.amount = Decimal(random.randrange(4, 90) * 250)
    lead.conversion_probability = random.choice((0.25, 0.5, 0.75))
    lead.save()
    if number % 4 == 1:
        lead.click("opportunity")
