"""Two queues, three people, fourteen tickets and what was said about some of them."""

from datetime import UTC, datetime, timedelta

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from helpdesk.models import FollowUp, Queue, Ticket  # noqa: E402

admin = User.objects.create_superuser("admin", "admin@acme.test", "demo1234", first_name="Ada", last_name="Min")
jonas = User.objects.create_user("jonas", "jonas@acme.test", "demo1234", is_staff=True)
maya = User.objects.create_user("maya", "maya@acme.test", "demo1234", is_staff=True)
desk = Queue.objects.create(title="Service desk", slug="desk", allow_public_submission=True)
house = Queue.objects.create(title="Building", slug="building", allow_public_submission=True)
BEGAN = datetime(2025, 3, 3, 8, 0, tzinfo=UTC)
ABOUT = [
    (desk, "Laptop does not wake up", "It stays dark after lunch.", 2, jonas, 1),
    (desk, "VPN drops every hour", "Since Monday, on the train as well.", 1, jonas, 1),
    (house, "Window on floor three is stuck", "It cannot be closed.", 3, maya, 1),
    (desk, "New badge for Elena", "She starts on the first.", 4, None, 1),
    (house, "Lights in the archive flicker", "Row seven and eight.", 3, None, 1),
    (desk, "Mail to Northwind bounces", "Their server says no such user.", 2, maya, 2),
    (desk, "Second screen for Tom", "Any size will do.", 5, jonas, 1),
    (house, "Heating too warm in room 12", "It is 27 degrees.", 3, maya, 1),
    (desk, "Printer prints half pages", "Only from the upper tray.", 4, None, 3),
    (desk, "Reset of the Atlas password", "Locked after three tries.", 2, jonas, 3),
    (house, "Bike cellar key missing", "Nobody has seen it.", 4, maya, 1),
    (desk, "Licence for the drawing tool", "Ends in April.", 3, None, 1),
    (desk, "Shared folder is read-only", "Finance cannot save.", 1, maya, 1),
    (house, "Water stain at the ceiling", "Above the copy room.", 2, None, 1),
]
for number, (queue, title, said, priority, owner, status) in enumerate(ABOUT):
    at = BEGAN + timedelta(hours=7 * number)
    made = Ticket.objects.create(
        queue=queue, title=title, description=said, priority=priority, assigned_to=owner, status=status,
        submitter_email=f"user{number + 1}@acme.test", created=at, modified=at,
    )  # fmt: skip
    Ticket.objects.filter(pk=made.pk).update(created=at, modified=at)
    if number % 3 == 0:
        note = FollowUp.objects.create(
            ticket=made, title="Comment", comment="We look at it.", public=True, user=jonas, date=at
        )
        FollowUp.objects.filter(pk=note.pk).update(date=at + timedelta(hours=1))
print(Ticket.objects.count(), "tickets")
