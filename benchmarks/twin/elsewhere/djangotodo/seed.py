"""Two groups, four people, five lists, twenty tasks with a few comments."""

from datetime import date, datetime, timedelta

import django

django.setup()

from django.contrib.auth.models import Group, User  # noqa: E402
from todo.models import Comment, Task, TaskList  # noqa: E402

office, yard = Group.objects.create(name="Office"), Group.objects.create(name="Yard")
PEOPLE = [("mara", "Mara", "Voss"), ("jonas", "Jonas", "Beck"), ("lena", "Lena", "Ahlers"), ("tom", "Tom", "Rieke")]
people = {}
for name, first, last in PEOPLE:
    person = User.objects.create_user(name, f"{name}@acme.test", "demo1234", first_name=first, last_name=last)
    person.is_staff = name == "mara"
    person.save()
    person.groups.add(office, yard) if name != "tom" else person.groups.add(yard)
    people[name] = person
LISTS = {
    "berths": ("Berths", office), "permits": ("Permits and fees", office), "festival": ("Harbour festival", office),
    "crane": ("Crane upkeep", yard), "dredging": ("Dredging", yard),
}  # fmt: skip
lists = {slug: TaskList.objects.create(name=name, slug=slug, group=group) for slug, (name, group) in LISTS.items()}
TASKS = [
    ("berths", "Assign berth 14 to the Albatros", "She comes on Friday with the tide.", 4, "mara", 1, False),
    ("berths", "Repaint the numbers on pier B", "", 11, "jonas", 2, False),
    ("berths", "Call the owner of the sunken dinghy", "It has been there since winter.", None, "lena", 3, False),
    ("berths", "Order new fenders", "Ten of the large ones.", 20, "", 4, False),
    ("berths", "Measure the depth at pier A", "", -3, "jonas", 5, True),
    ("permits", "Renew the fuelling permit", "The form is in the blue folder.", 9, "mara", 1, False),
    ("permits", "Send the fees for April", "", 2, "lena", 2, False),
    ("permits", "Answer the customs about crate 77", "They ask for weight and origin.", None, "mara", 3, False),
    ("permits", "Refund the Petrel", "She left a week early.", 6, "", 4, True),
    ("festival", "Book the brass band", "Saturday evening.", 30, "lena", 1, False),
    ("festival", "Print the posters", "", 25, "jonas", 2, False),
    ("festival", "Ask the lifeboat crew for a show", "At noon, if the sea is calm.", 28, "mara", 3, False),
    ("festival", "Borrow benches from the school", "Forty at least.", None, "", 4, False),
    ("crane", "Grease the main bearing", "Use the grease from shelf two.", 3, "tom", 1, False),
    ("crane", "Replace the hook block", "", 14, "tom", 2, False),
    ("crane", "Test the emergency stop", "Write the result down.", 5, "jonas", 3, False),
    ("crane", "Clean the cabin windows", "", None, "", 4, True),
    ("dredging", "Get offers for the east basin", "Three at least.", 18, "mara", 1, False),
    ("dredging", "Map the sandbank", "With the new sounder.", 8, "tom", 2, False),
    ("dredging", "Warn the fishermen", "", 16, "lena", 3, False),
]
SAID = [
    (1, "jonas", "Berth 14 has no shore power yet."), (1, "lena", "The electrician comes on Thursday."),
    (6, "lena", "I have a copy of last year's."), (10, "mara", "They played well last summer."),
    (15, "tom", "The new block has arrived."), (19, "jonas", "Lend me the sounder afterwards."),
]  # fmt: skip
DAY, BEGAN = date(2027, 4, 1), datetime(2025, 3, 3, 8, 15)
for at, (slug, title, note, due, who, priority, done) in enumerate(TASKS):
    made = Task.objects.create(
        task_list=lists[slug], title=title, note=note, due_date=None if due is None else DAY + timedelta(days=due),
        created_by=people[PEOPLE[at % 3][0]], priority=priority, completed=done,
    )  # fmt: skip
    if who:
        made.assigned_to.add(people[who])
    day = (BEGAN + timedelta(days=2 * at)).date()
    Task.objects.filter(pk=made.pk).update(created_date=day, completed_date=day + timedelta(days=9) if done else None)
for at, (task, who, text) in enumerate(SAID):
    Comment.objects.create(task_id=task, author=people[who], body=text, date=BEGAN + timedelta(days=9 * at, hours=at))
print(Task.objects.count(), "tasks")
