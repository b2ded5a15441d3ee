"""An organiser with two events; in the first eight products, three quotas, eighteen vouchers and twelve orders."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import django

django.setup()

from django_scopes import scope  # noqa: E402
from pretix.base import models  # noqa: E402

BEGAN = datetime(2025, 3, 3, 8, 15, tzinfo=UTC)
user = models.User.objects.create_user("admin@acme.test", "demo1234", fullname="Ada Admin", is_staff=False)
organizer = models.Organizer.objects.create(name="Acme Events", slug="acme")
team = models.Team.objects.create(
    organizer=organizer, name="Office", all_events=True, all_event_permissions=True, all_organizer_permissions=True,
)  # fmt: skip
team.members.add(user)
ITEMS = [
    ("Day ticket", "45.00", 0), ("Weekend ticket", "80.00", 0), ("Student ticket", "25.00", 0),
    ("Sponsor ticket", "240.00", 0), ("Soap making", "30.00", 1), ("Knife sharpening", "35.00", 1),
    ("Lunch", "12.50", 2), ("T-shirt", "18.00", 2),
]  # fmt: skip
BUYERS = ["mara", "jonas", "lena", "tom", "ines", "paul", "olga", "nils", "ruth", "karl", "vera", "emil"]
with scope(organizer=organizer):
    for number, (name, slug) in enumerate([("Harbour Fair", "fair"), ("Winter Market", "winter")]):
        event = models.Event.objects.create(
            organizer=organizer, name=name, slug=slug, currency="EUR", live=False,
            date_from=datetime(2027, 5 + 6 * number, 12, 9, tzinfo=UTC), plugins="pretix.plugins.banktransfer",
        )  # fmt: skip
        event.set_defaults()
        event.settings.timezone = "UTC"
    event = models.Event.objects.get(slug="fair")
    categories = [
        models.ItemCategory.objects.create(event=event, name=name, position=at)
        for at, name in enumerate(["Tickets", "Workshops", "Extras"])
    ]
    items = [
        models.Item.objects.create(
            event=event, name=name, default_price=Decimal(price), category=categories[of], position=at, admission=not of
        )
        for at, (name, price, of) in enumerate(ITEMS)
    ]
    for name, size, some in (("Hall", 400, items[:4]), ("Workshop room", 24, items[4:6]), ("Shop", None, items[6:])):
        quota = models.Quota.objects.create(event=event, name=name, size=size)
        quota.items.add(*some)
    tags = ["press", "partners", "staff", ""]
    for at in range(18):
        made = models.Voucher.objects.create(
            event=event, code=f"FAIR{7 * at + 1101}", item=items[at % 4], max_usages=1 + at % 3, tag=tags[at % 4],
            comment=["", "Asked for by mail", "For the stand"][at % 3], price_mode=["none", "percent"][at % 2],
            value=[None, Decimal("20.00")][at % 2],
        )  # fmt: skip
        models.Voucher.objects.filter(pk=made.pk).update(created=BEGAN + timedelta(hours=5 * at))
    for at, buyer in enumerate(BUYERS):
        item = items[at % 4]
        order = models.Order.objects.create(
            code=f"A{'BCDEFGHJKLMN'[at]}7K{at % 7 + 3}", event=event, email=f"{buyer}@acme.test", locale="en",
            status=[models.Order.STATUS_PENDING, models.Order.STATUS_PAID, models.Order.STATUS_PAID][at % 3],
            datetime=BEGAN + timedelta(hours=29 * at), expires=datetime(2027, 4, 1 + at, 20, tzinfo=UTC),
            total=item.default_price, sales_channel=organizer.sales_channels.get(identifier="web"),
        )  # fmt: skip
        models.OrderPosition.objects.create(
            order=order, item=item, price=item.default_price, positionid=1,
            attendee_name_parts={"full_name": buyer.title()},
        )  # fmt: skip
    print(models.Voucher.objects.count(), "vouchers", models.Order.objects.count(), "orders")
