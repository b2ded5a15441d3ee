"""Four people of one department, a dozen companies with contacts, leads, deals, and tasks."""

import os
from datetime import UTC, date, datetime, timedelta

import django

django.setup()

from common.models import Department  # noqa: E402
from crm.models import (  # noqa: E402
    ClientType,
    Company,
    Contact,
    Country,
    Currency,
    Deal,
    Industry,
    Lead,
    LeadSource,
    Request,
    Stage,
    Tag,
)
from django.contrib.auth.models import Group, User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from massmail.models import EmailAccount  # noqa: E402
from tasks.models import Task, TaskStage  # noqa: E402

call_command("migrate", verbosity=0)
os.environ.update(DJANGO_SUPERUSER_PASSWORD="demo1234", DJANGO_SUPERUSER_USERNAME="root")
call_command("setupdata")
call_command("collectstatic", interactive=False, verbosity=0)
sales = Department.objects.get(name="Global sales")
group = Group.objects.get(pk=sales.pk)
PEOPLE = [("mara", "Mara", "Voss"), ("jonas", "Jonas", "Beck"), ("lena", "Lena", "Ahlers"), ("tom", "Tom", "Rieke")]
people = {}
for name, first, last in PEOPLE:
    person = User.objects.create_user(
        name, f"{name}@acme.test", "demo1234", first_name=first, last_name=last, is_staff=True
    )
    person.groups.add(group, Group.objects.get(name="co-workers"), Group.objects.get(name="managers"))
    people[name] = person
people["mara"].groups.add(Group.objects.get(name="task_operators"))
EmailAccount.objects.create(
    name="Office",
    main=True,
    massmail=False,
    do_import=False,
    email_host="127.0.0.1",
    email_host_user="mara@acme.test",
    email_host_password="unused",
    from_email="mara@acme.test",
    owner=people["mara"],
    department=group,
)
BEGAN = datetime(2025, 3, 3, 8, 15, tzinfo=UTC)


def dated(made, days):
    """One that was made so many days after the beginning."""
    at = BEGAN + timedelta(days=days, minutes=7 * days)
    type(made).objects.filter(pk=made.pk).update(creation_date=at, update_date=at)
    return made


types = {one.name: one for one in ClientType.objects.filter(department=group)}
sources = list(LeadSource.objects.filter(department=sales).order_by("pk"))
industries = list(Industry.objects.filter(department=group).order_by("pk"))
tags = {
    name: Tag.objects.create(name=name, department=group, owner=people["mara"])
    for name in ("Fair 2025", "Key account", "Slow payer")
}
COMPANIES = [
    ("Albatros Shipping", "Hamburg", "DE", "mara"),
    ("Beacon Optics", "Leeds", "GB", "jonas"),
    ("Cobalt Paints", "Lyon", "FR", "mara"),
    ("Delta Pumps", "Gdansk", "PL", "lena"),
    ("Estuary Foods", "Porto", "PT", "mara"),
    ("Fathom Sonar", "Bergen", "NO", "tom"),
    ("Gull Logistics", "Malmo", "SE", "mara"),
    ("Harbour Tools", "Antwerp", "BE", "jonas"),
    ("Islet Travel", "Palermo", "IT", "mara"),
    ("Jetty Concrete", "Bremen", "DE", "lena"),
    ("Keel Yards", "Turku", "FI", "mara"),
    ("Lagoon Water", "Venice", "IT", "tom"),
    ("Mast Timber", "Riga", "LV", "mara"),
    ("Narrows Energy", "Cork", "IE", "jonas"),
    ("Oar Sports", "Basel", "CH", "mara"),
    ("Pier Ten Hotels", "Nice", "FR", "lena"),
    ("Quay Insurance", "Rotterdam", "NL", "mara"),
    ("Reef Diving", "Split", "HR", "tom"),
    ("Sextant Maps", "Vienna", "AT", "mara"),
    ("Tiller Motors", "Aarhus", "DK", "jonas"),
    ("Upstream Mills", "Graz", "AT", "mara"),
    ("Vessel Paint Works", "Kiel", "DE", "lena"),
    ("Windlass Cranes", "Genoa", "IT", "mara"),
    ("Yawl Sailcloth", "Brest", "FR", "tom"),
]
NAMES = {
    "DE": "Germany",
    "GB": "United Kingdom",
    "FR": "France",
    "PL": "Poland",
    "PT": "Portugal",
    "NO": "Norway",
    "SE": "Sweden",
    "BE": "Belgium",
    "IT": "Italy",
    "FI": "Finland",
    "LV": "Latvia",
    "IE": "Ireland",
    "CH": "Switzerland",
    "NL": "Netherlands",
    "HR": "Croatia",
    "AT": "Austria",
    "DK": "Denmark",
}
companies = []
kinds = list(types.values())
for at, (name, city, country, owner) in enumerate(COMPANIES):
    word = name.split()[0].lower()
    made = Company.objects.create(
        full_name=name,
        city_name=city,
        country=Country.objects.filter(name=NAMES[country]).first(),
        owner=people[owner],
        department=group,
        email=f"office@{word}.test",
        phone=f"+49 40 555 {100 + at}",
        website=f"https://{word}.test",
        address=f"Quay {at + 1}",
        registration_number=f"HR-{4100 + 7 * at}",
        type=kinds[at % len(kinds)],
        lead_source=sources[at % len(sources)],
        description=f"{name} buys from us." if at % 3 else "",
        token=f"firm{at:04d}xyz",
    )
    made.industry.add(industries[at % len(industries)])
    if at % 5 == 0:
        made.tags.add(tags["Key account"])
    companies.append(dated(made, at))
FIRST = [
    "Anna",
    "Bernd",
    "Clara",
    "David",
    "Emma",
    "Felix",
    "Greta",
    "Hugo",
    "Ines",
    "Jan",
    "Karla",
    "Leon",
    "Mia",
    "Nils",
]
LAST = [
    "Arndt",
    "Brandt",
    "Claasen",
    "Dierks",
    "Engel",
    "Fries",
    "Gerdes",
    "Hansen",
    "Iversen",
    "Jansen",
    "Kruse",
    "Lorenz",
    "Moll",
    "Noll",
]
contacts = []
for at, (first, last) in enumerate(zip(FIRST, LAST, strict=True)):
    firm = companies[at]
    made = Contact.objects.create(
        first_name=first,
        last_name=last,
        title="Buyer" if at % 2 else "Director",
        sex="F" if at % 2 == 0 else "M",
        company=firm,
        email=f"{first.lower()}@{firm.full_name.split()[0].lower()}.test",
        phone=f"+49 171 555 {200 + at}",
        owner=firm.owner,
        department=group,
        country=firm.country,
        city_name=firm.city_name,
        token=f"pers{at:04d}xyz",
    )
    contacts.append(dated(made, 30 + at))
LEADS = [
    ("Olga", "Petersen", "Amber Glass"),
    ("Paul", "Quast", "Bluefin Catering"),
    ("Rosa", "Reuter", "Cutter Knives"),
    ("Sven", "Stahl", "Dory Boats"),
    ("Tina", "Thoma", "Ebb Software"),
    ("Uwe", "Ulrich", "Ferry Tickets"),
    ("Vera", "Vogt", "Grapnel Steel"),
    ("Willi", "Wendt", "Hawser Ropes"),
]
for at, (first, last, firm) in enumerate(LEADS):
    word = firm.split()[0].lower()
    made = Lead.objects.create(
        first_name=first,
        last_name=last,
        title="Owner",
        sex="F" if at % 2 == 0 else "M",
        email=f"{first.lower()}@{word}.test",
        company_name=firm,
        company_email=f"mail@{word}.test",
        phone=f"+49 172 555 {300 + at}",
        owner=people["mara" if at % 2 == 0 else "jonas"],
        department=group,
        lead_source=sources[(at + 2) % len(sources)],
        city_name="Kiel",
        token=f"lead{at:04d}xyz",
    )
    dated(made, 50 + at)
stages = list(Stage.objects.filter(department=group).order_by("index_number"))
euro = Currency.objects.order_by("pk").first()
DEALS = [
    "Twelve search lights",
    "Hull paint for two ferries",
    "Bilge pumps",
    "Tinned fish, spring",
    "Sounder refit",
    "Pallets for Malmo",
    "Torque wrenches",
    "Brochures for Sicily",
    "Slipway concrete",
    "Winter storage",
    "Fresh water lines",
    "Teak planks",
]
for at, name in enumerate(DEALS):
    person = contacts[at]
    asked = Request.objects.create(
        request_for=name,
        first_name=person.first_name,
        last_name=person.last_name,
        email=person.email,
        phone=person.phone,
        company_name=person.company.full_name,
        contact=person,
        company=person.company,
        owner=people["mara"],
        department=group,
        country=person.country,
        receipt_date=date(2025, 5, 1) + timedelta(days=at),
        pending=False,
        ticket=f"tick{at:04d}xyz",
        lead_source=sources[at % len(sources)],
    )
    made = Deal.objects.create(
        name=name,
        next_step="Call the buyer" if at % 2 else "Send the offer",
        next_step_date=date(2027, 4, 1) + timedelta(days=3 * at),
        stage=stages[at % min(4, len(stages))],
        amount=1500 + 250 * at,
        currency=euro,
        contact=person,
        company=person.company,
        owner=people["mara"],
        department=group,
        ticket=f"tick{at:04d}xyz",
        is_new=False,
        description="" if at % 3 else "Asked for by phone.",
        probability=None,
        country=person.country,
        request=asked,
    )
    Request.objects.filter(pk=asked.pk).update(deal=made)
    dated(asked, 60 + at)
    dated(made, 70 + at)
begin = TaskStage.objects.filter(default=True).first()
going = TaskStage.objects.filter(in_progress=True).first() or begin
TASKS = [
    ("Write the price list", "For the fair in May.", 3, "mara"),
    ("Call Albatros about the ferry", "", 2, "jonas"),
    ("Order samples of the new paint", "Six tins.", 2, "mara"),
    ("Update the contract template", "", 1, "lena"),
    ("Book the stand at the fair", "Hall 4 if we can.", 3, "mara"),
    ("Translate the brochure", "Into Italian.", 1, "tom"),
    ("Check the stock of pumps", "", 2, "mara"),
    ("Invite the buyers to dinner", "Friday at eight.", 2, "jonas"),
    ("Tidy the sample room", "", 1, "mara"),
    ("Answer the survey", "It is in the mail.", 1, "lena"),
    ("Renew the trade licence", "Before the summer.", 3, "mara"),
    ("Plan the visit to Porto", "", 2, "tom"),
]
for at, (name, text, priority, who) in enumerate(TASKS):
    made = Task.objects.create(
        name=name,
        description=text,
        priority=priority,
        stage=going if at % 3 == 1 else begin,
        owner=people["mara"],
        next_step="Begin" if at % 3 else "Ask around",
        next_step_date=date(2027, 4, 2) + timedelta(days=2 * at),
        due_date=date(2027, 5, 1) + timedelta(days=at) if at % 2 else None,
        token=f"task{at:04d}xyz",
    )
    made.responsible.add(people[who])
    dated(made, 85 + at)
print(
    Company.objects.count(),
    Contact.objects.count(),
    Lead.objects.count(),
    Deal.objects.count(),
    Task.objects.count(),
    flush=True,
)
os._exit(0)
