"""A conference: four tracks, three session types, three tags, ten speakers, fourteen proposals, questions, reviews."""

from datetime import UTC, date, datetime, timedelta

import django

django.setup()

from django_scopes import scope, scopes_disabled  # noqa: E402
from pretalx.event.models import Event  # noqa: E402
from pretalx.event.utils import create_organiser_with_team  # noqa: E402
from pretalx.person.models import SpeakerProfile, User  # noqa: E402
from pretalx.schedule.models import Room  # noqa: E402
from pretalx.submission.models import (  # noqa: E402
    Question,
    Review,
    ReviewPhase,
    Submission,
    SubmissionType,
    Tag,
    Track,
)  # fmt: skip

BEGAN = datetime(2025, 3, 3, 8, 15, tzinfo=UTC)
TRACKS = [("Boats", "#2a6f97"), ("Harbours", "#bc6c25"), ("Weather", "#588157"), ("Trade", "#7f5539")]
TYPES = [("Talk", 30), ("Workshop", 90), ("Panel", 60)]
TAGS = [("beginner", "#3a86ff"), ("outdoors", "#2b9348"), ("needs projector", "#e07a5f")]
PEOPLE = [
    "Mara Voss", "Jonas Beck", "Lena Ahlers", "Tom Rieke", "Ines Falk", "Paul Thode", "Olga Brandt", "Nils Harms",
    "Ruth Kolbe", "Emil Sande",
]  # fmt: skip
PROPOSALS = [
    ("Splicing ropes by hand", 0, 1, [0], "submitted"), ("How tides are predicted", 2, 0, [1], "submitted"),
    ("Dredging without harm", 1, 0, [2], "accepted"), ("Fog signals then and now", 2, 0, [3], "submitted"),
    ("Container or bulk", 3, 2, [4, 5], "confirmed"), ("Building a clinker dinghy", 0, 1, [6], "submitted"),
    ("Pilots at night", 1, 0, [7], "rejected"), ("Insurance for small fleets", 3, 0, [8], "submitted"),
    ("Reading a weather map", 2, 1, [1], "confirmed"), ("Electric ferries", 0, 0, [9], "submitted"),
    ("Harbour fees explained", 1, 2, [4], "submitted"), ("Knots for landsmen", 0, 1, [0], "accepted"),
    ("Salt, spice and tea", 3, 0, [5], "submitted"), ("Ice on the estuary", 2, 0, [3], "withdrawn"),
]  # fmt: skip
with scopes_disabled():
    admin = User.objects.create_user(
        email="admin@acme.test", password="demo1234", name="Ada Admin", locale="en", timezone="UTC"
    )
    organiser, team = create_organiser_with_team(name="Acme Events", slug="acme", users=[admin])
    team.name = "Office"
    team.all_events = team.can_change_event_settings = team.can_change_submissions = team.is_reviewer = True
    team.save()
    event = Event.objects.create(
        name="Harbour Days", slug="harbour", organiser=organiser, is_public=True, date_from=date(2027, 5, 12),
        date_to=date(2027, 5, 14), timezone="UTC", email="office@acme.test", locale_array="en", locale="en",
    )  # fmt: skip
with scope(event=event):
    event.build_initial_data()
    event.submission_types.all().update(name="Talk")
    types = [event.submission_types.first()]
    for name, minutes in TYPES[1:]:
        types.append(SubmissionType.objects.create(event=event, name=name, default_duration=minutes))
    tracks = [
        Track.objects.create(event=event, name=name, color=color, position=at)
        for at, (name, color) in enumerate(TRACKS)
    ]
    tags = [Tag.objects.create(event=event, tag=name, color=color) for name, color in TAGS]
    for at, (name, seats) in enumerate([("Great hall", 240), ("Loft", 60), ("Boat shed", 25)]):
        Room.objects.create(event=event, name=name, capacity=seats, position=at)
    for at, (text, target, variant) in enumerate([
        ("Do you need a projector?", "submission", "boolean"),
        ("How many people can take part?", "submission", "number"),
        ("Which town do you come from?", "speaker", "string"),
    ]):  # fmt: skip
        Question.objects.create(event=event, question=text, target=target, variant=variant, position=at)
    people = []
    for at, name in enumerate(PEOPLE):
        first = name.split()[0].lower()
        user = User.objects.create_user(
            email=f"{first}@acme.test", name=name, locale="en", timezone="UTC", code=f"{first.upper()}7"
        )
        SpeakerProfile.objects.create(user=user, event=event, biography=f"{name} works at pier {at + 1}.")
        people.append(user)
    ReviewPhase.objects.filter(event=event).update(start=None, end=None)
    for at, (title, track, kind, who, state) in enumerate(PROPOSALS):
        made = Submission.objects.create(
            event=event, title=title, code=f"HD{'BCDEFGHJKLMNPQ'[at]}{at % 7 + 3}7K", track=tracks[track],
            submission_type=types[kind], state=state, abstract=f"What there is to say about it: {title.lower()}.",
            content_locale="en", notes=["", "Only on the first day, please."][at % 4 == 1],
        )  # fmt: skip
        made.speakers.add(*(people[one] for one in who))
        if at % 5 == 0:
            made.tags.add(tags[at // 5])
        if at % 3 == 0:
            review = Review.objects.create(submission=made, user=people[9], text=f"Good to have: {title.lower()}.")
            review.scores.add(made.score_categories[0].scores.all()[at % 2 + 1])
            review.save()
        Submission.objects.filter(pk=made.pk).update(created=BEGAN + timedelta(hours=29 * at))
    print(event.submissions.count(), "proposals")
