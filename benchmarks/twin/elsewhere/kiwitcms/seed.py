"""Two products with versions and builds, eight plans, sixteen cases, three runs, fourteen bugs with remarks."""

from datetime import datetime, timedelta

import django

django.setup()

from django.contrib.auth.models import Group, User  # noqa: E402
from django.contrib.sites.models import Site  # noqa: E402
from tcms.bugs.models import Bug, Severity  # noqa: E402
from tcms.core.helpers.comments import add_comment  # noqa: E402
from tcms.management.models import Build, Classification, Priority, Product, Version  # noqa: E402
from tcms.testcases.models import Category, TestCase, TestCaseStatus  # noqa: E402
from tcms.testplans.models import PlanType, TestPlan  # noqa: E402
from tcms.testruns.models import TestRun  # noqa: E402

Site.objects.filter(pk=1).update(domain="quality.acme.test", name="quality.acme.test")
boss = User.objects.create_superuser("admin", "admin@acme.test", "demo1234")
boss.groups.set(Group.objects.all())
ines = User.objects.create_user("ines", "ines@acme.test", "demo1234", is_staff=True)
bo = User.objects.create_user("bo", "bo@acme.test", "demo1234", is_staff=True)
people = [boss, ines, bo]
BEGAN = datetime(2025, 4, 7, 9, 20)
kind = Classification.objects.create(name="Apps")
products = [Product.objects.create(name=name, classification=kind) for name in ("Ferry tickets", "Harbour map")]
versions, builds = [], []
for product in products:
    for number in ("1.0", "1.1"):
        version = Version.objects.create(product=product, value=number)
        versions.append(version)
        builds.append(Build.objects.create(version=version, name=f"{number}-rc"))
PLANS = [
    "Booking by phone", "Refunds in cash", "Timetable on small screens", "Group fares", "Night crossings",
    "Bicycles and cars", "Map without network", "Tides and currents",
]  # fmt: skip
types = list(PlanType.objects.order_by("pk")[:4])
plans = []
for number, name in enumerate(PLANS):
    version = versions[number % 4]
    plan = TestPlan.objects.create(
        name=name, text=f"What has to hold for: {name.lower()}.", product=version.product,
        product_version=version, author=people[number % 3], type=types[number % len(types)],
    )  # fmt: skip
    TestPlan.objects.filter(pk=plan.pk).update(create_date=BEGAN + timedelta(hours=31 * number))
    plans.append(plan)
CASES = [
    "Book a single ticket", "Book a return ticket", "Cancel before noon", "Cancel after departure", "Pay by card",
    "Pay with a voucher", "Find the next ferry", "Change the language", "Travel with a dog", "Travel with a car",
    "Print the ticket", "Scan the ticket", "Zoom to a pier", "Show the depth", "Follow a ship", "Measure a distance",
]  # fmt: skip
statuses = list(TestCaseStatus.objects.order_by("pk"))
priorities = list(Priority.objects.order_by("pk"))
cases = []
for number, summary in enumerate(CASES):
    product = products[0] if number < 12 else products[1]
    category = Category.objects.filter(product=product).first()
    case = TestCase.objects.create(
        summary=summary, text=f"Do this: {summary.lower()}. See that it worked.", category=category,
        author=people[number % 3], case_status=statuses[number % len(statuses)],
        priority=priorities[number % len(priorities)],
        is_automated=number % 4 == 1, notes=f"Takes {3 + number} minutes.",
    )  # fmt: skip
    TestCase.objects.filter(pk=case.pk).update(create_date=BEGAN + timedelta(hours=17 * number))
    plans[number % 8].add_case(case)
    cases.append(case)
for number in range(3):
    TestRun.objects.create(
        summary=f"Week {15 + number}", plan=plans[number], build=builds[number], manager=people[number],
        start_date=BEGAN + timedelta(days=7 * number),
    )  # fmt: skip
severities = [
    Severity.objects.create(name=name, weight=10 * weight, icon="fa fa-bug", color=color)
    for weight, (name, color) in enumerate([("Low", "#92d400"), ("Medium", "#f0ab00"), ("High", "#cc0000")])
]
BUGS = [
    "Fare is shown without tax", "Ticket has no name on it", "Voucher can be used twice",
    "Timetable of Sunday is missing", "Printer cuts the last line", "Dog is counted as a car",
    "Map turns grey at night", "Pier 4 is on land",
    "Return ticket loses its date", "Search finds nothing in capitals", "Refund goes to another card",
    "Clock is an hour late", "Scanner reads the code twice", "Ship stands still for minutes",
]  # fmt: skip
for number, summary in enumerate(BUGS):
    version = versions[number % 4]
    bug = Bug.objects.create(
        summary=summary, product=version.product, version=version, build=builds[number % 4],
        reporter=people[number % 3], assignee=people[(number + 1) % 3],
        severity=severities[number % len(severities)], status=number % 5 != 4,
    )  # fmt: skip
    at = BEGAN + timedelta(hours=23 * number)
    Bug.objects.filter(pk=bug.pk).update(created_at=at)
    add_comment([bug], f"Seen while testing: {summary.lower()}.", people[number % 3], submit_date=at)
print(Bug.objects.count(), "bugs,", TestCase.objects.count(), "cases")
