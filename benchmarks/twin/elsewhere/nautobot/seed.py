"""Three groups of sixteen tenants, ten places, makers with models, eighteen devices, providers, circuits, contacts."""

import nautobot

nautobot.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.contrib.contenttypes.models import ContentType  # noqa: E402
from nautobot.circuits.models import Circuit, CircuitType, Provider  # noqa: E402
from nautobot.dcim.models import Device, DeviceType, Location, LocationType, Manufacturer  # noqa: E402
from nautobot.extras.models import Contact, Role, Status, Tag  # noqa: E402
from nautobot.tenancy.models import Tenant, TenantGroup  # noqa: E402

get_user_model().objects.create_superuser("admin", "admin@acme.test", "demo1234")
status = {one.name: one for one in Status.objects.all()}
groups = []
for name, told in [
    ("Harbours", "Who lets ships in"),
    ("Shipping lines", "Who sends ships"),
    ("Yards", "Who builds and mends ships"),
]:
    groups.append(TenantGroup.objects.create(name=name, description=told))
TENANTS = [
    ("Alder Quay", "Small boats only"), ("Birch Line", "Weekly to the islands"), ("Cedar Docks", "Two dry docks"),
    ("Driftwood Ferries", "Day trips"), ("Elm Basin", "Closed in winter"), ("Fjord Freight", "Containers"),
    ("Granite Yard", "Steel hulls"), ("Harbour Nine", "Fish market"), ("Isle Couriers", "Post and parcels"),
    ("Juniper Yard", "Wooden hulls"), ("Kelp Carriers", "Refrigerated goods"), ("Lantern Pier", "Pilots"),
    ("Mole and Sons", "Tugs"), ("North Reach", "Cruise ships"), ("Oyster Yard", "Engines"),
    ("Pebble Port", "Sand and gravel"),
]  # fmt: skip
tenants = []
for number, (name, told) in enumerate(TENANTS):
    tenants.append(Tenant.objects.create(name=name, description=told, tenant_group=groups[number % 3]))
for name, colour in [("pilot", "00bcd4"), ("winter", "9e9e9e"), ("urgent", "f44336")]:
    tag = Tag.objects.create(name=name, color=colour)
    tag.content_types.set(ContentType.objects.filter(model__in=["tenant", "device", "location"]))
town, building = LocationType.objects.create(name="Town"), None
building = LocationType.objects.create(name="Building", parent=town)
building.content_types.set(ContentType.objects.filter(model="device"))
towns = [
    Location.objects.create(name=name, location_type=town, status=status["Active"])
    for name in ("Askvik", "Brevik", "Larvik")
]
places = []
for number, name in enumerate(
    ["Customs house", "Old warehouse", "Pilot tower", "Ticket hall", "Engine shed", "Ice house", "Sail loft"]
):
    places.append(
        Location.objects.create(
            name=name,
            location_type=building,
            parent=towns[number % 3],
            tenant=tenants[number],
            status=status["Planned" if number % 4 == 3 else "Active"],
        )
    )
models = []
for maker, names in [
    ("Korpus", ["K-24", "K-48"]), ("Lumen", ["Beam 2"]), ("Nordnett", ["N100", "N200"]), ("Tarn", ["Gate 5"]),
]:  # fmt: skip
    made = Manufacturer.objects.create(name=maker, description=f"Goods of {maker}")
    models += [DeviceType.objects.create(manufacturer=made, model=name) for name in names]
roles = []
for name, colour in [("Access switch", "4caf50"), ("Gateway", "ff9800"), ("Camera", "2196f3")]:
    role = Role.objects.create(name=name, color=colour)
    role.content_types.set(ContentType.objects.filter(model="device"))
    roles.append(role)
KINDS = ["Active", "Active", "Planned", "Active", "Staged", "Offline"]
for number in range(18):
    Device.objects.create(
        name=f"{'swgwcm'[2 * (number % 3) :][:2]}-{places[number % 7].name.split()[0].lower()}-{number + 1:02}",
        device_type=models[number % 6], role=roles[number % 3], location=places[number % 7],
        tenant=tenants[number % 5], status=status[KINDS[number % 6]], serial=f"SN{4100 + 37 * number}",
        asset_tag=f"A{700 + number}",
    )  # fmt: skip
kinds = [CircuitType.objects.create(name=name) for name in ("Fibre", "Radio link")]
providers = []
for number, (name, asn) in enumerate(
    [
        ("Baltic Wave", 64510),
        ("Coastnet", 64511),
        ("Fathom", 64512),
        ("Greenlight", 64513),
        ("Skerry", 64514),
        ("Tide", 64515),
    ]
):
    providers.append(Provider.objects.create(name=name, asn=asn, account=f"AC-{300 + number}"))
for number in range(12):
    Circuit.objects.create(
        cid=f"LINE-{1001 + number}", provider=providers[number % 6], circuit_type=kinds[number % 2],
        tenant=tenants[number], status=status["Active" if number % 3 else "Planned"],
        commit_rate=1000 * (number + 1), description=f"To {places[number % 7].name.lower()}",
    )  # fmt: skip
PEOPLE = [
    "Ada Lund", "Bo Falk", "Cora Holm", "Dag Berg", "Eva Moen", "Finn Aas", "Gro Vik", "Hans Lie", "Ida Ruud",
    "Jon Dahl",
    "Kari Bakke", "Lars Hagen", "Mia Strand", "Nils Eide",
]  # fmt: skip
for number, name in enumerate(PEOPLE):
    first = name.split()[0].lower()
    Contact.objects.create(name=name, phone=f"555-01{number:02}", email=f"{first}@acme.test")
print(Device.objects.count(), "devices,", Tenant.objects.count(), "tenants")
